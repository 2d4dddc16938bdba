"""``arcwise report``: runs as a page to look at, keep and print."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ...experiments.statistics.across_runs import AcrossRuns, names_of
from ...experiments.statistics.comparison import Comparison
from ...experiments.store import Run, read_run
from ...experiments.store.run import is_written
from ...rules.errors import InputError, on_one_line
from ...rules.text.text_file import write_text
from ..report import report_page, several_page
from ..report.graph_picture import MOST_NODES
from ..report.headline import headline, run_comparisons
from ..report.page import MOST_GRAPHS
from ..report.sections.several import latex_text, tables
from .arguments import OutputFile
from .console import progress_over, say, show_page, tell
from .help import command
from .messages import note

LIVE, PATIENCE = 3, 600
"""Seconds from one page to the next while a run goes on, at least; and without anything new, until it is given up."""


@dataclass(frozen=True)
class _Drawn:
    """How pages are drawn."""

    most_graphs: int
    most_nodes: int
    refresh: int = 0

    def pages(
        self, runs: Sequence[Run], output: str, compared: Sequence[Comparison] | None = None
    ) -> Iterator[tuple[str, str]]:
        """The files to write, each with its text: the page that was asked for last; ``compared`` as for `report_page`."""
        own: dict[str, Any] = {"most_graphs": self.most_graphs, "most_nodes": self.most_nodes}
        if len(runs) == 1:
            yield output, report_page(runs[0], **own, refresh=self.refresh, found=compared)
            return
        links = pages_beside(names_of(runs), output)
        for name, run in names_of(runs).items():
            yield links[name], report_page(run, **own)
        addresses = {name: Path(link).name for name, link in links.items()}
        yield output, several_page(runs, addresses, refresh=self.refresh)


@command(
    "report",
    examples=[
        "arcwise survey 8-puzzle --count 5 --run survey",
        "arcwise report survey --open",
        "arcwise survey 8-puzzle --count 5 --algorithms greedy --run greedy",
        "arcwise report survey greedy --latex tables.tex",
    ],
)
@click.argument("runs", nargs=-1, required=True, type=click.Path(), metavar="RUN...")
@click.option(
    "-o",
    "--output",
    type=OutputFile(),
    default="report.html",
    help="Page to write; an existing one is replaced.",
)
@click.option(
    "--problem-graphs",
    type=click.IntRange(0, 50),
    default=MOST_GRAPHS,
    help="Number of problems whose state space is drawn near their solutions.",
)
@click.option(
    "--graph-nodes",
    type=click.IntRange(2, 1000),
    default=MOST_NODES,
    help="Greatest number of states in each drawing.",
)
@click.option("--latex", type=OutputFile(), help="Also write the tables of all runs as LaTeX.")
@click.option("--live", is_flag=True, help="Rewrite the page until the runs have finished.")
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
def report_command(
    runs: tuple[str, ...],
    output: str,
    problem_graphs: int,
    graph_nodes: int,
    latex: str | None,
    live: bool,
    opens: bool,
) -> int:
    """Turn a run into one page that works offline, or compare several.

    RUN is the folder that --run has written. The page needs no server and nothing from elsewhere: open it in any
    browser, send it, print it. Of several runs the page has the verdicts, the coverage over time, and for problems that
    two of them have in common who took less; the page of each run stands beside it.
    """
    if latex is not None and os.path.realpath(latex) == os.path.realpath(output):
        raise InputError("the page and its tables for LaTeX need files of their own", found=output)
    if len({*map(os.path.realpath, runs)}) < len(runs):
        raise InputError("a run is named twice", found=" ".join(runs))
    found = [read_run(run) for run in runs]
    for run in found:
        if not run.searches and not run.training_records:
            note(f"no search of {on_one_line(run.path)} has finished yet; the page tells that")
    drawn = _Drawn(problem_graphs, graph_nodes, LIVE if live and _goes_on(found, runs) else 0)
    headlines = _write(found, drawn, output, latex)
    show_page(output, opens=opens)
    if drawn.refresh:
        found = _follow(runs, found, drawn, output)
        headlines = _write(found, _Drawn(problem_graphs, graph_nodes), output, latex)
    for sentence in headlines:
        tell(sentence)
    for file in (
        *(pages_beside(names_of(found), output).values() if len(found) > 1 else ()),
        output,
    ):
        say(f"{on_one_line(file)} ({Path(file).stat().st_size / 1e6:.1f} MB)")
    return 0


def _write(runs: Sequence[Run], drawn: _Drawn, output: str, latex: str | None) -> list[str]:
    """Write the pages, and return the headline of each run."""
    with progress_over(None, "making the page"):
        compared = list(map(run_comparisons, runs))
        for file, text in drawn.pages(runs, output, compared[0]):
            write_text(file, text)
        if latex is not None:
            write_text(latex, latex_text(tables(AcrossRuns(names_of(runs)))))
    return list(map(headline, runs, compared))


def pages_beside(runs: Collection[str], output: str) -> dict[str, str]:
    """The file of each run's own page, next to the page of all."""
    page = Path(output)
    files: dict[str, str] = {}
    for name in runs:
        plain = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "run"
        endings = ("", *(f"-{number}" for number in range(2, len(runs) + 2)))
        candidates = (
            str(page.with_name(f"{page.stem}-{plain}{end}{page.suffix}")) for end in endings
        )
        files[name] = next(file for file in candidates if file not in files.values())
    return files


def _goes_on(runs: Sequence[Run], paths: Sequence[str]) -> bool:
    """Whether somebody writes to one of the runs, and it is not known to be whole."""
    return any(
        is_written(Path(path)) and (run.missing or not run.settings.get("searches"))
        for run, path in zip(runs, paths, strict=True)
    )


def _follow(paths: Sequence[str], found: list[Run], drawn: _Drawn, output: str) -> list[Run]:
    """Write the page whenever something was finished, until nobody writes, nothing comes, or the user has seen enough."""
    note(f"the page is written again every {LIVE} seconds or so; Ctrl-C ends that")
    changed = time.monotonic()
    try:
        while _goes_on(found, paths):
            began = time.monotonic()
            if began - changed > PATIENCE:
                note(f"nothing new for {PATIENCE} seconds: a run that was killed is not followed")
                break
            latest = [read_run(path) for path in paths]
            if [_size(run) for run in latest] != [_size(run) for run in found]:
                changed = began
                for file, text in drawn.pages(latest, output):
                    write_text(file, text)
            found = latest
            took = time.monotonic() - began
            time.sleep(max(LIVE - took, took))
        found = [read_run(path) for path in paths]
    except KeyboardInterrupt:
        note("the page is no longer updated; it has what was finished")
    return found


def _size(run: Run) -> tuple[int, int, int]:
    return len(run.searches), len(run.training_records), len(run.ledger)
