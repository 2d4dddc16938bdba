"""A/A comparisons: a theory compared with itself, so that every verdict but "no difference" and "too few" is false.

usage: python benchmarks/aa.py [--simulated]

Work must be exactly the same, and time only by chance not: of twenty comparisons without a limit the 95 % interval of the ratio
of time excludes 1 in one, as expected; more than two would mean that the measurement favours whoever comes first or last.

With limits on time, nodes, memory and work, each near the median of what the searches take, at most one verdict in twenty may be
false: over 400 simulated comparisons for each kind of limit, whose searches take what chance gives them, and over 40 real ones.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import exp
from random import Random
from statistics import median

from arcwise.experiments import Comparison, Configuration, ProblemSet, Row, compare
from arcwise.experiments.statistics.estimate import Pair
from arcwise.explorer.text.numbers import estimate_texts
from arcwise.rules import open_source
from arcwise.search import Limits
from rich.console import Console
from rich.table import Table

BOARD, ALGORITHM = "sliding-tile:3x3", "a-star"
RUNS, PROBLEMS, MOST = 20, 30, 2

KINDS = ("time", "nodes", "memory", "work")
SIMULATED, REAL, RATE = 400, 10, 0.05
"""Comparisons for each kind of limit, and the share of false verdicts that is allowed."""

LIMITED, FEWER = "breadth-first", 20
"""What searches with limits: long enough for the clock; and how many problems."""

FALSE = ("pays", "does not pay")


@dataclass(frozen=True)
class Model:
    """Searches as chance makes them: how hard problems are, and by how much two searches of the same one differ.

    Parameters
    ----------
    spread
        Standard deviation of the logarithm of a problem's work.
    noise
        That of two searches of the same problem, as random ties make them.
    limit
        What is limited; empty for nothing.
    tightness
        The limit, in medians of what searches take.
    effect
        How many times the work is after learning; 1 changes nothing.
    length
        Operator applications that macros make of one before; they fill a limit on nodes with more work.
    """

    spread: float = 1.5
    noise: float = 0.5
    limit: str = ""
    tightness: float = 1.0
    effect: float = 1.0
    length: float = 1.0

    def search(self, condition: str, problem: int, work: float, chance: Random) -> Row:
        """One search as a row, ended where it reaches the limit."""
        after = condition == "after"
        work *= exp(self.noise * chance.gauss(0, 1)) * (self.effect if after else 1)
        nodes = work / (3 * (self.length if after else 1)) * exp(0.1 * chance.gauss(0, 1))
        took = {
            "work": work,
            "nodes": nodes,
            "time": work * 1e-5 * exp(0.3 * chance.gauss(0, 1)),
            "memory": nodes * 100 * exp(0.05 * chance.gauss(0, 1)),
        }
        usual = {"work": 1000, "nodes": 1000 / 3, "time": 0.01, "memory": 1e5 / 3}
        most = self.tightness * usual[self.limit] if self.limit else took["work"]
        share = min(1.0, most / took[self.limit or "work"])
        done = share == 1
        return Row(
            condition,
            "greedy",
            problem,
            "solved" if done else "stopped",
            None if done else self.limit,
            expanded=round(share * nodes) + 1,
            operator_applications=round(share * work) + 1,
            elapsed=share * took["time"],
            repetitions=1,
            moves=20 if done else None,
        )

    def comparison(self, seed: int, problems: int = PROBLEMS) -> Comparison:
        """The same random problems, searched before and after."""
        chance = Random(f"{seed} {self.limit} {self.tightness}")
        pairs = []
        for problem in range(problems):
            work = 1000 * exp(self.spread * chance.gauss(0, 1))
            before, after = (self.search(c, problem, work, chance) for c in ("before", "after"))
            pairs.append(Pair(before, after))
        return Comparison("greedy", tuple(pairs))


def simulated(model: Model, comparisons: int = SIMULATED) -> list[str]:
    """The verdicts of so many comparisons, a quarter each with fewer problems, less noise, a tighter and a looser limit."""
    kinds = (
        (model, 15),
        (replace(model, noise=0.1), PROBLEMS),
        (replace(model, tightness=0.4 * model.tightness), PROBLEMS),
        (replace(model, tightness=4 * model.tightness, noise=1.2), PROBLEMS),
    )
    return [
        one.comparison(seed, problems).verdict.word
        for one, problems in kinds
        for seed in range(comparisons // len(kinds))
    ]


def real(kind: str) -> Iterator[str]:
    """The verdicts of real comparisons with a limit at the median of what searches take."""
    domain = open_source(BOARD)
    names = {"time": "elapsed", "nodes": "expanded", "memory": "peak_memory"}
    for run in range(1, REAL + 1):
        problems = ProblemSet.random(domain, domain.goal(None), FEWER, run)
        free = compare(BOARD, problems, None, [LIMITED]).rows
        taken = [getattr(row, names.get(kind, "operator_applications")) for row in free]
        most = median(taken) if kind == "time" else int(median(taken))
        how = Configuration(limits=Limits(**{kind: most}))
        (found,) = compare(BOARD, problems, None, [LIMITED], configuration=how).comparisons
        yield found.verdict.word


def without_limits() -> bool:
    """Whether more intervals of the time exclude 1 than chance allows, or any work differs."""
    domain = open_source(BOARD)
    goal = domain.goal(None)
    table = Table("run", "work", "time", "95% interval", title=f"{ALGORITHM} on {BOARD}, A/A")
    excluded = differing = unseen = 0
    for run in range(1, RUNS + 1):
        problems = ProblemSet.random(domain, goal, PROBLEMS, run)
        (comparison,) = compare(BOARD, problems, None, [ALGORITHM]).comparisons
        work = comparison.estimates["operator_applications"]
        time = comparison.estimates["elapsed"]
        differing += (work.ratio, work.low, work.high) != (1, 1, 1)
        unseen += time.ratio is None
        low, high = time.interval or (1.0, 1.0)
        excluded += not low <= 1 <= high
        table.add_row(str(run), f"{work.ratio:.2f}", *estimate_texts(time)[2:4])
    Console(width=100).print(table)
    print(
        f"the interval of the time excludes 1 in {excluded} of {RUNS} runs, of the work in {differing}"
    )
    if unseen:
        print(f"{unseen} without a ratio of time")
    return excluded > MOST or differing > 0


def with_limits(*, only_simulated: bool) -> bool:
    """Whether more verdicts are false than are allowed."""
    table = Table(
        "limit on", "simulated", "false", "real", "false", title="verdicts of A/A, with limits"
    )
    found: dict[str, tuple[list[str], list[str]]] = {}
    for kind in KINDS:
        found[kind] = simulated(Model(limit=kind)), [] if only_simulated else list(real(kind))
        table.add_row(
            kind, *(text for some in found[kind] for text in (str(len(some)), wrong(some)))
        )
    groups = [[word for both in found.values() for word in both[place]] for place in (0, 1)]
    table.add_row("all", *(text for some in groups for text in (str(len(some)), wrong(some))))
    Console(width=100).print(table)
    return any(rate(some) > RATE for some in (*groups, *(one for one, _ in found.values())))


def rate(words: list[str]) -> float:
    """The share of verdicts that are false where nothing was changed."""
    return sum(word in FALSE for word in words) / max(1, len(words))


def wrong(words: list[str]) -> str:
    """How many are false, in words."""
    return f"{sum(word in FALSE for word in words)} ({rate(words):.1%})"


def main() -> None:
    """Compare, and fail where more is false than chance allows."""
    only = "--simulated" in sys.argv[1:]
    failed = with_limits(only_simulated=only)
    sys.exit(failed or (not only and without_limits()))


if __name__ == "__main__":
    main()
