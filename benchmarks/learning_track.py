"""Problems beyond the training problems: a learned policy beside Fast Downward, with the same limits.

usage: python benchmarks/learning_track.py [--seconds N] [--only NAME] [--level LEVEL] [--most N] [DOMAIN ...]

From the learning track of the planning competition of 2023 and the domains of generalized planning: `arcwise learn` with all
training problems, then `arcwise solve` for each test problem, both as a person says it, in processes of their own. A second is
one of processor time; every plan is carried out step by step by arcwise's own reader of plans.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from arcwise.planning.fast_downward import run_within
from arcwise.planning.other_planners import planner_of
from planners import LAZY_FF, PATIENCE, PlannerRun, check, run_planner
from tables import Line, Lines, every, not_run, show
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
    others = {"FD lama-first": "fast-downward", "FD lazy FF": f"fast-downward:{LAZY_FF}"}
    called = {name: planner_of(asked) for name, asked in others.items()}
    return {name: partial(run_planner, one) for name, one in called.items() if one.installed}


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


@dataclass(frozen=True)
class Level:
    """What the planners came to on the problems of one level of a domain.

    Parameters
    ----------
    domain, name
        Folder and level.
    problems
        How many.
    learned
        What learning the policy said, and the seconds that it took.
    steps
        By planner, the lengths of the plans of the problems that it solved.
    seconds
        By planner, those of all problems that it solved.
    """

    domain: str
    name: str
    problems: int
    learned: str
    steps: dict[str, dict[Path, int]]
    seconds: dict[str, float]

    def solved(self, planner: str) -> int:
        """How many problems a planner solved."""
        return len(self.steps[planner])

    def mean(self, planner: str) -> str:
        """Seconds of a problem that was solved."""
        solved = self.solved(planner)
        return f"{self.seconds[planner] / solved:.1f}" if solved else "-"

    def common(self, planner: str) -> str:
        """Steps of the plans of a planner for the problems that all solved."""
        everywhere = set.intersection(*(set(one) for one in self.steps.values()))
        return str(sum(self.steps[planner][one] for one in everywhere)) if everywhere else "-"


def tried(
    names: Sequence[str],
    seconds: float,
    domains: Sequence[str] = (),
    asked: Sequence[str] = (),
    most: int | None = None,
) -> Iterator[Level]:
    """Learn a policy of each domain, and give its test problems to all planners.

    Parameters
    ----------
    names
        ``policy``, and those of `planners`.
    seconds
        Of processor time for one problem.
    domains, asked
        Names of folders and of levels; all if there are none.
    most
        Problems of a level; None for all.
    """
    for collection, training, tests in COLLECTIONS:
        for domain in sorted((DATA / collection).glob("*/domain.pddl")):
            folder = domain.parent
            if domains and folder.name not in domains:
                continue
            with tempfile.TemporaryDirectory() as place:
                runners, learning = dict(planners()), ""
                if "policy" in names:
                    file = Path(place) / "policy.pl"
                    output, taken = learned(domain, folder / training, file, 2 * 60)
                    said = [line for line in output.splitlines() if "solved" in line][-1:]
                    learning = "; ".join([f"learned in {taken:.1f} s", *said])
                    runners["policy"] = follower(file)
                for level, problems in levels(folder / tests):
                    if asked and level and level not in asked:
                        continue
                    steps: dict[str, dict[Path, int]] = {name: {} for name in names}
                    spent = dict.fromkeys(names, 0.0)
                    for name in names:
                        for problem in problems[:most]:
                            done = runners[name](domain, problem, seconds)
                            length = check(domain, problem, done)
                            if length is not None:
                                steps[name][problem] = length
                                spent[name] += done.total_seconds
                    count = len(problems[:most])
                    where = f"{collection}/{folder.name}"
                    yield Level(where, level, count, learning, steps, spent)


def lines(quick: bool) -> Lines:
    """Whether policies solve problems far beyond those that they were learned from, with Fast Downward beside them."""
    if not any((DATA / collection).exists() for collection, _, _ in COLLECTIONS):
        yield not_run("policies", f"no problems in {DATA}")
        return
    names = ("policy",) if quick else ("policy", *planners())
    some = (("visitall",), (), 1) if quick else ()
    hard = [0, 0]
    for one in tried(names, 30, *some):
        others = [f"{name} {one.solved(name)}, {one.common(name)} steps" for name in names[1:]] or [
            "Fast Downward is not run"
        ]
        note = f"{one.mean('policy')} s each, {one.common('policy')} steps"
        solved, what = one.solved("policy"), f"{one.domain} {one.name}".strip()
        if one.name == "hard":
            hard = [hard[0] + solved, hard[1] + one.problems]
        yield every(what, solved, one.problems, note=note, beside="; ".join(others))
    if hard[1]:
        said = f"{hard[0]} of {hard[1]}"
        yield Line("hard problems of the learning track", said, ">= 40", "", hard[0] >= 40)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("domains", nargs="*", metavar="DOMAIN")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--only", action="append", help="policy or a planner; may be said again")
    parser.add_argument("--level", action="append", choices=LEVELS)
    parser.add_argument("--most", type=int, help="problems of a level at most, spread over it")
    asked = parser.parse_args()
    names = [one for one in ("policy", *planners()) if not asked.only or one in asked.only]
    columns = ["domain", "level"]
    columns += [f"{name} {what}" for name in names for what in ("solved", "s", "steps")]
    rows, totals, count = [], dict.fromkeys(names, 0), 0
    last = ""
    try:
        for one in tried(names, asked.seconds, asked.domains, asked.level or ()):
            if one.domain != last:
                print(f"{one.domain}: {one.learned}")
                last = one.domain
            cells = [one.domain, one.name]
            for name in names:
                solved = f"{one.solved(name)} of {one.problems}"
                cells += [solved, one.mean(name), one.common(name)]
                totals[name] += one.solved(name)
            count += one.problems
            print(*cells)
            rows.append(cells)
    except KeyboardInterrupt:
        print("interrupted; what was measured:")
    if not count:
        print("not run: the problems are not here")
        return
    rows.append(["all", "", *(c for n in names for c in (f"{totals[n]} of {count}", "", ""))])
    show(
        f"solved within {asked.seconds:g} s each",
        columns,
        rows,
        left=2,
        note="s: mean seconds by the clock of a whole call, of those solved; steps: of the plans of problems that all solved",
    )


if __name__ == "__main__":
    main()
