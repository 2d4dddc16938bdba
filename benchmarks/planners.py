"""Planning problems from PDDL to plan: arcwise, Fast Downward with its own translator, and pyperplan, with the same limits.

usage: python benchmarks/planners.py [--seconds N] [--folder FOLDER] [DOMAIN ...]

FOLDER has a folder for every domain, with domain.pddl and problems in it. A second is one of processor time, so that a
busy machine is unfair to none; every plan is carried out step by step by arcwise's own reader of plans.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import TypeAlias

from arcwise.planning.fast_downward import run_within
from arcwise.planning.other_planners import PATIENCE, OtherPlanner, planner_of
from arcwise.planning.pddl.grounding.ground_task import ground_task
from arcwise.planning.pddl.plan import execute, read_plan
from arcwise.planning.pddl.read_action_domain import load_action_domain
from arcwise.planning.pddl.read_task import load_task
from arcwise.rules import open_source
from arcwise.rules.errors import InputError
from arcwise.search.heuristics.heuristic_table import make_heuristic
from arcwise.search.problem import Problem
from arcwise.search.solve import solve
from rich.console import Console
from rich.table import Table
from timing import DATA

LAZY_FF = "let(h,ff(),lazy_greedy([h],preferred=[h]))"

OWN = ("--algorithm", "lazy-greedy", "--heuristic", "ff")
"""arcwise's best own setting for any plan soon."""


@dataclass(frozen=True)
class PlannerRun:
    """What one call gave.

    Parameters
    ----------
    plan
        The text of its plan, or None.
    expanded
        States that search expanded, or None where it did not come so far.
    search_seconds, total_seconds
        Of the search alone, and of the whole call with translation.
    operators
        Ground actions after translation, or None.
    output
        What it printed.
    """

    plan: str | None
    expanded: int | None
    search_seconds: float | None
    total_seconds: float
    operators: int | None
    output: str


def run_planner(planner: OtherPlanner, domain: Path, problem: Path, seconds: float) -> PlannerRun:
    """Plan once, from PDDL.

    Parameters
    ----------
    planner
        With its search.
    seconds
        Limit on each of its processes: of processor time, and by the clock `PATIENCE` times as many.
    """
    texts = (file.read_text(encoding="utf-8") for file in (domain, problem))
    began = perf_counter()
    done = planner.call(*texts, seconds)
    return PlannerRun(
        done.plan,
        done.expanded,
        _number(r"Search time: ([0-9.e-]+)", done.output, float),
        perf_counter() - began,
        _number(r"Translator operators: (\d+)", done.output, int),
        done.output,
    )


def _number(pattern: str, text: str, kind: type) -> int | float | None:
    found = re.findall(pattern, text)
    return kind(found[-1]) if found else None


Contestant: TypeAlias = Callable[[Path, Path, float], PlannerRun]


def arcwise(domain: Path, problem: Path, seconds: float) -> PlannerRun:
    """Plan with arcwise as a person would say it."""
    with tempfile.TemporaryDirectory() as place:
        plan = Path(place) / "plan"
        code = "from arcwise.explorer.cli.command_line import main; main()"
        words = [sys.executable, "-c", code, "solve", str(domain), str(problem)]
        words += [*OWN, "--json", "--plan", str(plan), "--limit-memory", "2G"]
        output, taken = _held(words, seconds)
        text = plan.read_text(encoding="utf-8") if plan.exists() else None
        found = json.loads(output) if output.startswith("{") else {}
        expanded, searched = (found.get("expanded"), found.get("elapsed"))
        if (
            text is not None
        ):  # again, with all that is made once made: what Fast Downward calls its search time
            searched = _search_time(domain, problem)
        return PlannerRun(text, expanded, searched, taken, None, output)


def _search_time(domain: Path, problem: Path) -> float:
    """Seconds of processor time of a second search of the same problem in one process."""
    rules, shape = open_source(f"{domain}#{problem}").sized
    start = rules.start(shape)
    assert start is not None
    asked = Problem(rules.theory(shape), start, rules.goal(shape))
    heuristic = make_heuristic("ff", asked.theory, asked.goal, asked.start)
    for _ in range(2):
        began = process_time()
        solve(asked, "lazy-greedy", heuristic=heuristic)
        taken = process_time() - began
    return taken


def ready(domain: Path, problem: Path) -> float:
    """Seconds of processor time that arcwise takes from the files to a problem that is ready to be searched."""
    began = process_time()
    ground_task(load_task(load_action_domain(domain), problem))
    return process_time() - began


def _held(words: list[str], seconds: float) -> tuple[str, float]:
    """What a command prints within so much processor time, and how long it took by the clock."""
    held = ["sh", "-c", f'ulimit -t {round(seconds)}; exec "$@"', "sh", *words]
    began = perf_counter()
    _, output = run_within(held, "", seconds * PATIENCE)
    return output, perf_counter() - began


def contestants() -> Mapping[str, Contestant]:
    """Those that are installed."""
    found: dict[str, Contestant] = {"arcwise": arcwise}
    others = {
        "FD lazy FF": f"fast-downward:{LAZY_FF}",
        "FD lama-first": "fast-downward",
        "pyperplan": "pyperplan",
    }
    for name, asked in others.items():
        if (planner := planner_of(asked)).installed:
            found[name] = partial(run_planner, planner)
    return found


def check(domain: Path, problem: Path, run: PlannerRun) -> int | None:
    """The length of a plan, None without one.

    Raises
    ------
    InputError
        A plan that does not reach the goal.
    """
    if run.plan is None:
        return None
    task = load_task(load_action_domain(domain), problem)
    return len(execute(task, read_plan(run.plan)).actions)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("domains", nargs="*", metavar="DOMAIN")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--folder", type=Path, default=DATA / "pddl")
    parser.add_argument("--only", action="append", help="a contestant; may be said again")
    asked = parser.parse_args()
    console = Console(width=170)
    if not asked.folder.is_dir():
        console.print(f"not run: there is no folder {asked.folder.name} of planning problems")
        return
    runners = {n: run for n, run in contestants().items() if not asked.only or n in asked.only}
    columns = [(name, what) for name in runners for what in ("solved", "steps", "exp/s")]
    table = Table("domain", title=f"solved within {asked.seconds:g} s of processor time each")
    for what in ("ready s", "FD's s"):
        table.add_column(what, justify="right")
    for name, what in columns:
        table.add_column(f"{name} {what}", justify="right")
    totals, problems, wrong = dict.fromkeys(runners, 0), 0, 0
    short: list[str] = []
    for domain in sorted(asked.folder.glob("*/domain.pddl")):
        if asked.domains and domain.parent.name not in asked.domains:
            continue
        files = sorted(one for one in domain.parent.iterdir() if one != domain)
        problems += len(files)
        readied = sum(ready(domain, problem) for problem in files)
        translated = 0.0
        solved: dict[str, int] = {}
        cells: list[str] = []
        for name, run in runners.items():
            lengths, rates = [], []
            for problem in files:
                done = run(domain, problem, asked.seconds)
                if name == "FD lazy FF":
                    translated += _number(r"Done! \[([0-9.]+)s CPU", done.output, float) or 0
                try:
                    length = check(domain, problem, done)
                except InputError as error:
                    wrong += 1
                    console.print(f"{name}, {domain.parent.name} {problem.stem}: {error}")
                    continue
                if length is not None:
                    lengths.append(length)
                if done.expanded and done.search_seconds:
                    rates.append((done.expanded, done.search_seconds))
            solved[name] = len(lengths)
            totals[name] += len(lengths)
            rate = sum(n for n, _ in rates) / sum(s for _, s in rates) if rates else None
            cells += [f"{len(lengths)} of {len(files)}", str(sum(lengths))]
            cells += [f"{rate:,.0f}" if rate else "-"]
        if solved.get("arcwise", 0) < solved.get("FD lazy FF", 0):
            short.append(domain.parent.name)
        cells[:0] = [f"{readied:.2f}", f"{translated:.2f}"]
        table.add_row(domain.parent.name, *cells)
        console.print(domain.parent.name, *cells)
    table.add_row(
        "all", "", "", *(c for n in runners for c in (f"{totals[n]} of {problems}", "", ""))
    )
    console.print(table)
    console.print(
        "ready s: from the files to the problem, all of a domain; FD's s: its translator; steps: of all plans together; "
        "exp/s: expansions a second of the searches alone"
    )
    console.print(f"plans carried out step by step that were wrong: {wrong}")
    if "arcwise" in runners and "FD lazy FF" in runners:
        console.print(
            f"domains where arcwise solves fewer than FD lazy FF: {', '.join(short) or 'none'}"
        )


if __name__ == "__main__":
    main()
