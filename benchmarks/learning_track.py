"""Problems beyond the training problems: a learned policy beside Fast Downward, with the same limits.

usage: python benchmarks/learning_track.py [--seconds N] [--only NAME] [--level LEVEL] [DOMAIN ...]

From the learning track of the planning competition of 2023 and the domains of generalized planning: `arcwise learn` with all
training problems, then `arcwise solve` for each test problem, both as a person says it, in processes of their own. A second is
one of processor time; every plan is carried out step by step by arcwise's own reader of plans.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from arcwise.search.planner.fast_downward import find_planner, run_within
from fast_downward import LAZY_FF, PATIENCE, PlannerRun, check, run_planner
from rich.console import Console
from rich.table import Table
from timing import DATA

LEVELS = ("easy", "medium", "hard")

COLLECTIONS = (("learning_track", "training", "testing"), ("generalized", "train", "test"))
"""Folders of domains, with the names of those of training and test problems."""

COMMAND = "from arcwise.explorer.cli.command_line import main; main()"

Planner: TypeAlias = Callable[[Path, Path, float], PlannerRun]


def held(words: list[str], seconds: float) -> tuple[str, float]:
    """What a command prints within so much processor time, and how long it took by the clock."""
    limited = ["sh", "-c", f'ulimit -t {round(seconds)}; exec "$@"', "sh", *words]
    began = perf_counter()
    _, output = run_within(limited, "", seconds * PATIENCE)
    return output, perf_counter() - began


def learned(domain: Path, training: Path, file: Path, seconds: float) -> tuple[str, float]:
    """Learn a policy from all problems of a folder."""
    problems = sorted(map(str, training.glob("*.pddl")))
    words = [sys.executable, "-c", COMMAND, "learn", str(domain), *problems]
    return held([*words, "--learner", "policy", "-o", str(file)], seconds)


def follower(policy: Path) -> Planner:
    """What solves a problem by a policy."""

    def run(domain: Path, problem: Path, seconds: float) -> PlannerRun:
        with tempfile.TemporaryDirectory() as place:
            plan = Path(place) / "plan"
            words = [sys.executable, "-c", COMMAND, "solve", str(domain), str(problem)]
            words += ["--macros", str(policy), "--algorithm", "climb", "--plan", str(plan)]
            output, taken = held(words, seconds)
            text = plan.read_text(encoding="utf-8") if plan.exists() else None
            return PlannerRun(text, None, None, taken, None, output)

    return run


def planners() -> Mapping[str, Planner]:
    """Fast Downward's, where it is installed."""
    folder = find_planner()
    if folder is None:
        return {}

    def of(search: str) -> Planner:
        return lambda domain, problem, seconds: run_planner(
            folder, domain, problem, search, seconds
        )

    return {"FD lama-first": of("lama-first"), "FD lazy FF": of(LAZY_FF)}


def levels(tests: Path) -> Iterator[tuple[str, list[Path]]]:
    """The test problems by level; all together where there are no levels."""
    problems = sorted(tests.glob("*.pddl"))
    for level in LEVELS:
        some = [one for one in problems if one.name.startswith(level)]
        if some:
            yield level, some
    others = [one for one in problems if not one.name.startswith(LEVELS)]
    if others:
        yield "", others


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("domains", nargs="*", metavar="DOMAIN")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--only", action="append", help="policy or a planner; may be said again")
    parser.add_argument("--level", action="append", choices=LEVELS)
    asked = parser.parse_args()
    console = Console(width=170)
    table = Table("domain", "level", title=f"solved within {asked.seconds:g} s each")
    names = [one for one in ("policy", *planners()) if not asked.only or one in asked.only]
    for name in names:
        for what in ("solved", "s", "steps"):
            table.add_column(f"{name} {what}", justify="right")
    totals = dict.fromkeys(names, 0)
    count = 0
    for collection, training, tests in COLLECTIONS:
        for domain in sorted((DATA / collection).glob("*/domain.pddl")):
            folder = domain.parent
            if asked.domains and folder.name not in asked.domains:
                continue
            with tempfile.TemporaryDirectory() as place:
                runners = dict(planners())
                if "policy" in names:
                    file = Path(place) / "policy.pl"
                    output, taken = learned(domain, folder / training, file, 2 * 60)
                    said = [line for line in output.splitlines() if "solved" in line][-1:]
                    console.print(f"{collection}/{folder.name}: learned in {taken:.1f} s;", *said)
                    runners["policy"] = follower(file)
                for level, problems in levels(folder / tests):
                    if asked.level and level and level not in asked.level:
                        continue
                    cells = []
                    common: dict[Path, int] = dict.fromkeys(problems, 0)
                    lengths: dict[str, dict[Path, int]] = {}
                    for name in names:
                        seconds = 0.0
                        lengths[name] = {}
                        for problem in problems:
                            done = runners[name](domain, problem, asked.seconds)
                            length = check(domain, problem, done)
                            if length is not None:
                                lengths[name][problem] = length
                                common[problem] += 1
                                seconds += done.total_seconds
                        solved = len(lengths[name])
                        totals[name] += solved
                        mean = f"{seconds / solved:.1f}" if solved else "-"
                        cells += [f"{solved} of {len(problems)}", mean, ""]
                    everywhere = [one for one, many in common.items() if many == len(names)]
                    for place_, name in enumerate(names):
                        steps = sum(lengths[name][one] for one in everywhere)
                        cells[3 * place_ + 2] = str(steps) if everywhere else "-"
                    count += len(problems)
                    row = f"{collection}/{folder.name}", level, *cells
                    table.add_row(*row)
                    console.print(*row)
    if not count:
        console.print("not run: the problems are not here")
        return
    table.add_row("all", "", *(c for n in names for c in (f"{totals[n]} of {count}", "", "")))
    console.print(table)
    console.print(
        "s: mean seconds by the clock of a whole call, of those solved; steps: of the plans of problems that all solved"
    )


if __name__ == "__main__":
    main()
