"""The same learner, unchanged, on other domains: what it learned, and whether that pays.

usage: python benchmarks/transfer_domains.py [PROBLEMS]
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean

from arcwise.ebl import LEARNERS, Course
from arcwise.ebl.escapes import EFFORT
from arcwise.rules.families import read_family
from arcwise.search import Climber, check_completeness, climb
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
    table = Table(
        title=f"Climbing, every escape searched, before and after learning from escapes: {count} problems each"
    )
    for column in (
        "domain",
        "macros",
        "learning",
        "before",
        "after",
        "ratio",
        "moves before",
        "after",
        "solved without search",
        "pays after",
    ):
        table.add_column(column, justify="left" if column == "domain" else "right")
    for argument in DOMAINS:
        print(argument, __import__("time").strftime("%X"), file=sys.stderr, flush=True)
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
        gain = work[0] - work[1]
        free = sum(one.solved and not one.escapes for one in runs[1])
        complete = check_completeness(arms[1], samples=100).complete
        table.add_row(
            argument,
            f"{len(library)}" + (" (complete)" if complete else ""),
            f"{cost:,}",
            f"{work[0]:,.0f}",
            f"{work[1]:,.0f}",
            f"{work[1] / work[0]:.3f}",
            *(f"{fmean(values):,.1f}" if values else "-" for values in moves),
            f"{free}/{count}",
            f"{cost / gain:,.0f} problems" if gain > 0 else "never",
        )
    Console(width=150).print(table)
    Console().print("learning, before, after: operator applications, those of searches among them")


if __name__ == "__main__":
    main()
