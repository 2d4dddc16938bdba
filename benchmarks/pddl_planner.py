"""Macro actions learned by arcwise, handed to Fast Downward: where they help that planner and where they hurt.

usage: python benchmarks/pddl_planner.py [SECONDS-PER-RUN] [PROBLEMS-PER-SIZE]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from statistics import fmean, median

from arcwise.ebl.files.macro_file import load_macros
from arcwise.ebl.macro import Macro
from arcwise.experiments.designs.learn import learn
from arcwise.planning.learning.macro_actions import macros_path, unroll
from arcwise.planning.learning.pieces import Pieces
from arcwise.planning.other_planners import planner_of
from arcwise.planning.pddl.action_domain import PlanningTask
from arcwise.planning.pddl.plan import read_plan
from arcwise.planning.pddl.planning import PlanningDomain
from arcwise.planning.pddl.read_action_domain import load_action_domain
from arcwise.planning.pddl.write import task_text
from pddl_instances import EXAMPLES, instance
from planners import PlannerRun, run_planner
from rich.console import Console
from rich.table import Table

SEARCHES = {
    "lazy greedy, ff": "lazy_greedy([ff()])",
    "eager greedy, goal count": "eager_greedy([goalcount()])",
    "A*, lm-cut": "astar(lmcut())",
}

TRAINING = {"blocks": (4, 5, 6, 7), "gripper": (3, 4, 5, 6), "delivery": (2, 3, 3, 4)}
"""Sizes of the problems that macros are learned from, by A*."""

TESTED = {
    "lazy greedy, ff": {"blocks": (10, 20, 30), "gripper": (10, 30, 60), "delivery": (6, 12, 20)},
    "eager greedy, goal count": {
        "blocks": (8, 12, 16),
        "gripper": (10, 30, 60),
        "delivery": (4, 8, 12),
    },
    "A*, lm-cut": {"blocks": (5, 7, 9), "gripper": (3, 4, 5), "delivery": (2, 3, 4)},
}
"""Sizes of the planner's problems."""

EVEN = 1.1
"""Ratios between this and its inverse are called even."""


@dataclass(frozen=True)
class Outcome:
    """One run: what the planner did, and how long its plan is without macros; None without a plan."""

    run: PlannerRun
    moves: int | None
    cost: float | None


def main() -> None:
    """Print the macros and the table."""
    if not planner_of("fast-downward").installed:
        Console().print("not run: Fast Downward is not installed (pip install up-fast-downward)")
        return
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    table = Table(title=f"Fast Downward, {seconds:g} s a run, {count} problems a row")
    for column in (
        "search", "domain", "solved", "with", "operators", "with", "expanded", "with", "ratio",
        "search s", "with", "total s", "with", "ratio", "moves", "with", "verdict",
    ):  # fmt: skip
        table.add_column(column, justify="left" if column in ("search", "domain") else "right")
    console = Console(width=200)
    validated = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        learned = {domain: _learn(domain, folder, console) for domain in TRAINING}
        for search, sizes in TESTED.items():
            for domain, tested in sizes.items():
                for size in tested:
                    before, after = _row(
                        domain,
                        size,
                        count,
                        SEARCHES[search],
                        seconds,
                        folder,
                        learned[domain],
                    )
                    validated += sum(one.moves is not None for one in (*before, *after))
                    table.add_row(search, f"{domain} {size}", *_cells(before, after))
                    console.print(f"{search}, {domain} {size}: {table.columns[-1]._cells[-1]}")
    console.print(table)
    console.print(f"{validated} plans unrolled and carried out step by step: all valid")


def _learn(name: str, folder: Path, console: Console) -> list[Macro]:
    """Learn, write, and read back what the planner will read."""
    problems = []
    for number, size in enumerate(TRAINING[name]):
        path = folder / f"{name}-{number}.pddl"
        path.write_text(task_text(instance(name, size, 1000 + number)), encoding="ascii")
        problems.append(str(path))
    output = folder / f"{name}.pddl"
    library = learn(
        str(EXAMPLES / f"{name}.pddl"), problems, Pieces(untried=True), output=output
    ).library
    for macro in library:
        console.print(f"{name}: {macro.name}, {len(macro.action.parameters)} parameters")
    domain = PlanningDomain(load_action_domain(output))
    return [*load_macros(macros_path(output), domain)]


def _row(
    name: str,
    size: int,
    count: int,
    search: str,
    seconds: float,
    folder: Path,
    macros: Sequence[Macro],
) -> tuple[list[Outcome], list[Outcome]]:
    before, after = [], []
    for seed in range(count):
        task = instance(name, size, seed)
        problem = folder / "problem.pddl"
        problem.write_text(task_text(task), encoding="ascii")
        turns = [(before, EXAMPLES / f"{name}.pddl", ()), (after, folder / f"{name}.pddl", macros)]
        for outcomes, domain, known in turns if seed % 2 == 0 else reversed(turns):
            run = run_planner(planner_of(f"fast-downward:{search}"), domain, problem, seconds)
            outcomes.append(_outcome(task, run, known))
    return before, after


def _outcome(task: PlanningTask, run: PlannerRun, macros: Sequence[Macro]) -> Outcome:
    if run.plan is None:
        return Outcome(run, None, None)
    done = unroll(task, read_plan(run.plan, "Fast Downward's plan"), macros)
    return Outcome(run, len(done.steps), done.execution.cost)


def _cells(before: Sequence[Outcome], after: Sequence[Outcome]) -> list[str]:
    """The row of one search, domain and size; figures but the first are over problems solved both times."""
    solved = [sum(one.moves is not None for one in outcomes) for outcomes in (before, after)]
    both = [
        pair
        for pair in zip(before, after, strict=True)
        if pair[0].moves is not None and pair[1].moves is not None
    ]
    operators = [
        _median([one.run.operators for one in outcomes if one.run.operators is not None])
        for outcomes in (before, after)
    ]

    def column(value: Callable[[Outcome], float | None]) -> tuple[list[str], float | None]:
        values = [(value(one) or 0.0, value(other) or 0.0) for one, other in both]
        shown = [_median([pair[end] for pair in values]) for end in (0, 1)]
        ratios = [other / one for one, other in values if one > 0 and other > 0]
        return shown, exp(fmean(map(log, ratios))) if ratios else None

    expanded, fewer = column(lambda one: one.run.expanded)
    searching, _ = column(lambda one: one.run.search_seconds)
    total, quicker = column(lambda one: one.run.total_seconds)
    moves, _ = column(lambda one: one.moves)
    return [
        *map(str, solved), *operators, *expanded, _ratio(fewer), *searching, *total, _ratio(quicker),
        *moves, _verdict(solved, quicker),
    ]  # fmt: skip


def _verdict(solved: Sequence[int], quicker: float | None) -> str:
    """Judged by what a user sees: problems solved, else the time of the whole call."""
    if solved[0] != solved[1]:
        return "helped" if solved[1] > solved[0] else "hurt"
    if quicker is None:
        return "-"
    if 1 / EVEN <= quicker <= EVEN:
        return "even"
    return "helped" if quicker < 1 else "hurt"


def _median(values: Sequence[float]) -> str:
    if not values:
        return "-"
    middle = median(values)
    return f"{middle:,.0f}" if middle >= 100 or middle == int(middle) else f"{middle:.2f}"


def _ratio(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


if __name__ == "__main__":
    main()
