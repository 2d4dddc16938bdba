"""The same learner, unchanged, on other domains: what it learned, and whether that pays.

usage: python benchmarks/transfer_domains.py [PROBLEMS]
"""

from __future__ import annotations

import sys
from math import ceil
from random import Random
from statistics import fmean

from arcwise.ebl import LEARNERS, Course
from arcwise.ebl.escapes import EFFORT
from arcwise.rules.families import read_family
from arcwise.search import Climber, Limits, Problem, check_completeness, climb, solve
from rich.console import Console
from rich.table import Table

DOMAINS = (
    "sliding-tile:5x5",
    "sliding-tile:4x7",
    "pancake:12",
    "topspin:10x4",
    "hanoi:3x6",
    "hanoi:4x4",
    "lights-out:3x3",
    "lights-out:5x5",
    "cube:2",
)


def main() -> None:
    """Print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    table = Table(title=f"Learning from escapes: {count} problems each")
    for column in (
        "domain",
        "macros",
        "learning",
        "climbing before",
        "greedy search",
        "climbing after",
        "moves before",
        "after",
        "no search",
        "pays after",
    ):
        table.add_column(column, justify="left" if column == "domain" else "right")
    for argument in DOMAINS:
        built_in = read_family(argument)
        assert built_in is not None
        family, shape = built_in
        learner = LEARNERS["escapes"]
        library = learner.library(family)
        practised = list(learner.teach(library, Course(shape, family.practice(shape))))
        cost = sum(one.applications for one in practised)
        starts = [family.draw(shape, Random(f"test:{number}")) for number in range(count)]
        arms = [
            Climber(family, shape, select="first"),
            Climber(family, shape, library, select="first"),
        ]
        runs = [[climb(arm, start, escape=EFFORT) for start in starts] for arm in arms]
        for run in runs:
            for one in run:
                if one.solved:
                    assert one.plan.replay() == family.goal(shape)
        work = [fmean(one.statistics.operator_applications for one in run) for run in runs]
        moves = [[one.plan.moves for one in run if one.solved] for run in runs]
        theory, goal = family.theory(shape), family.goal(shape)
        greedy = [
            solve(Problem(theory, start, goal), "greedy", limits=Limits(nodes=1_000_000))
            for start in starts
        ]
        searched = fmean(one.statistics.operator_applications for one in greedy)
        gain = min(work[0], searched) - work[1]
        free = sum(one.solved and not one.escapes for one in runs[1])
        complete = check_completeness(arms[1], samples=100).complete
        table.add_row(
            argument,
            f"{len(library)}" + (" (complete)" if complete else ""),
            f"{cost:,}",
            f"{work[0]:,.0f}",
            f"{searched:,.0f}",
            f"{work[1]:,.0f}",
            *(f"{fmean(values):,.0f}" if values else "-" for values in moves),
            f"{free}/{count}",
            f"{ceil(cost / gain):,} problems" if gain > 0 else "never",
        )
    Console(width=160).print(table)
    Console().print(
        "learning, climbing, greedy search: operator applications, those of searches among them; it pays where they are\n"
        "fewer than those of climbing before and of greedy best-first search without macros, learning counted"
    )


if __name__ == "__main__":
    main()
