"""The page of 10,000 searches, against the page that first comes to mind: a table with a row for every search.

usage: python benchmarks/report_size.py [PROBLEMS]    (needs Playwright and Chromium; 5,000 problems unless said)
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from random import Random
from shutil import which
from statistics import median
from time import perf_counter

from arcwise.ebl import MacroLibrary, explain_result, generalize
from arcwise.ebl.files.macro_file import library_text
from arcwise.experiments.condition import Condition
from arcwise.experiments.execute.pool import now
from arcwise.experiments.keeping import machine
from arcwise.experiments.problem_set import Instance
from arcwise.experiments.row import Row
from arcwise.experiments.store import Run, RunFolder, read_run
from arcwise.experiments.store.run import export_table
from arcwise.explorer.report import report_page
from arcwise.rules import TheoryDomain, random_problems, sliding_tile
from arcwise.rules.source import this_version
from arcwise.search import Problem, solve
from playwright.sync_api import Page, TimeoutError, sync_playwright

PROBLEMS = 5_000
ROUNDS = 5
MACROS = 5
PATIENCE = 100
"""Seconds to wait for a page."""
MOST_MEGABYTES, MOST_SECONDS = 5.0, 2.0
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def fill(folder: Path, problems: int) -> Run:
    """Search random 8-puzzle boards greedily without and with macros."""
    puzzle = sliding_tile(3, 3)
    rng = Random(0)
    starts = random_problems(puzzle, GOAL, problems, 0)
    library = MacroLibrary(TheoryDomain(puzzle))
    while len(library) < MACROS:
        end = start = rng.choice(starts)
        for _ in range(5):
            _, end = rng.choice(puzzle.successors(end))
        path = solve(Problem(puzzle, start, end), "breadth-first")
        if path.steps > 2:
            library.add(generalize(explain_result(path), library.next_name(), "a random walk"))
    theories = {"before": puzzle, "after": puzzle.with_macros(library.arcs(puzzle))}
    settings = {
        "command": "compare",
        "theory": puzzle.name,
        "shape": list(puzzle.shape),
        "blank": 0,
        "configurations": ["greedy"],
        "seed": 0,
        "started": now(),
        "versions": {"arcwise": this_version()},
        "machine": machine(),
    }
    conditions = [Condition("before"), Condition("after", "macros.pl", library_text(library))]
    pairs = [Instance(start, GOAL, f"random problem {n}") for n, start in enumerate(starts, 1)]
    with RunFolder.create(folder, settings, pairs, conditions) as run:
        for name, theory in theories.items():
            for number, start in enumerate(starts, start=1):
                result = solve(Problem(theory, start, GOAL), "greedy")
                run.record(Row.of((name, "greedy", number), result, started=now()))
    return read_run(folder)


def plain_page(run: Run) -> str:
    """Every search as a row of a table, with its moves, its states and its counters."""
    paths = [" / ".join(" ".join(map(str, state)) for state in row.path) for row in run.searches]
    rows = export_table(run)
    head = "".join(f"<th>{escape(name)}</th>" for name in (*rows[0], "path"))
    body = "\n".join(
        "<tr>"
        + "".join(f"<td>{escape(str(cell))}</td>" for cell in (*row.values(), path))
        + "</tr>"
        for row, path in zip(rows, paths, strict=True)
    )
    return (
        f"<!doctype html><meta charset=utf-8><title>run</title><table><tr>{head}</tr>{body}</table>"
    )


@contextmanager
def chromium() -> Iterator[Page]:
    """A page of a browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=which("chromium") or which("google-chrome"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser.new_page(viewport={"width": 1400, "height": 900})
        browser.close()


def opening(page: Page, file: Path) -> float | None:
    """Seconds until a page is loaded, its scripts have run, and it is painted; None where that takes too long."""
    page.goto("about:blank")
    began = perf_counter()
    try:
        page.goto(file.as_uri(), wait_until="load", timeout=PATIENCE * 1000)
        frames = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        page.evaluate(frames)
    except TimeoutError:
        return None
    return perf_counter() - began


def main() -> None:
    """Print sizes and times."""
    problems = int(sys.argv[1]) if len(sys.argv) > 1 else PROBLEMS
    with tempfile.TemporaryDirectory() as place:
        run = fill(Path(place) / "run", problems)
        began = perf_counter()
        text = report_page(run)
        making = perf_counter() - began
        ours, plain = Path(place) / "report.html", Path(place) / "plain.html"
        ours.write_text(text, encoding="utf-8")
        plain.write_text(plain_page(run), encoding="utf-8")
        with chromium() as page:
            time = median([opening(page, ours) or PATIENCE for _ in range(ROUNDS)])
        with chromium() as page:
            other = opening(page, plain)
        size, plain_size = (file.stat().st_size / 1e6 for file in (ours, plain))
    print(f"{len(run.searches):,} searches, {making:.1f} s to make the page")
    print(
        f"size: {size:.2f} MB, {size / MOST_MEGABYTES:.2f} of the {MOST_MEGABYTES:g} MB that it may have"
    )
    print(
        f"opening in Chromium: {time:.2f} s, median of {ROUNDS}; {time / MOST_SECONDS:.2f} of the "
        f"{MOST_SECONDS:g} s that it may take"
    )
    slower = f"more than {PATIENCE / time:.0f}" if other is None else f"{other / time:.0f}"
    took = f"more than {PATIENCE} s" if other is None else f"{other:.1f} s"
    print(f"everything as one HTML table: {plain_size:.1f} MB, {took}, {slower} times as long")


if __name__ == "__main__":
    main()
