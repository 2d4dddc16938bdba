"""Macro tables of permutation domains: how long they take to fill, and how long and quick the plans are that they make.

usage: python benchmarks/macro_tables.py [--problems N] [--markdown] [BOARD...]

Beside the 3x3x3 cube stand Korf's table (Artificial Intelligence 26, 1985), 238 macros and 86 moves on average, and
Hernadvolgyi's (AAAI 2001), 50 moves with macros searched for in the space of plans.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from random import Random
from statistics import fmean
from time import process_time

from arcwise.ebl import LEARNERS, Course, train
from arcwise.rules.domains.table import read_built_in
from arcwise.search import check_completeness, climb
from arcwise.search.tables.macro_table import fill_table
from rich.console import Console
from rich.progress import track
from rich.table import Table

WIDTHS = {
    "cube:3-half": (0, 1, 10, 100, 1000, 3000),
    "cube:2": (0, 1, 10, 100, 1000),
    "lights-out:5x5": (0, 1, 10),
    "lights-out:7x7": (0, 1, 10),
    "topspin:16x4": (0, 1, 10, 100),
    "pancake:12": (0, 1, 10, 100),
    "burnt-pancake:8": (0, 1, 10, 100),
    "sliding-tile:4x4": (0, 1, 10, 100),
    "sliding-tile:5x5": (0, 1, 10, 100),
}
"""Boards, and how many arrangements are kept of every column; 0 is the table alone."""

PUBLISHED = {
    "cube:3-half": "Korf 1985: 238 macros, 86 moves; Hernadvolgyi 2001: 50 moves",
    "cube:2": "at most 14 quarter turns",
}

WIDE = 100
"""From this width on a tenth of the problems is solved, from ten times as wide on a fiftieth."""


@dataclass(frozen=True)
class Line:
    """One table at one width."""

    width: int
    problems: int
    solved: int
    moves: float
    seconds: float


def measure(board: str, problems: int) -> tuple[str, list[Line]]:
    """Learn a table, and solve random problems with it; every plan is replayed."""
    domain, shape = read_built_in(board) or (None, None)
    if domain is None or shape is None:
        raise SystemExit(f"no such board: {board}")
    began = process_time()
    table = fill_table(domain, shape)
    filled = process_time() - began
    entries = sum(bool(words) for column in table.columns for words in column.values())
    learner = LEARNERS["macro-table"]
    library = learner.library(domain)
    began = process_time()
    for _ in train(learner, library, Course(shape, (shape,))):
        pass
    learned = process_time() - began
    climber = library.climber(shape, select="best")
    complete = check_completeness(climber)
    said = (
        f"{entries} entries in {filled:.1f} s of CPU time, learned as {len(library):,} macros in {learned:.1f} s, "
        f"{'complete' if complete.complete else 'incomplete'}"
    )
    goal, lines = domain.goal_state(shape), []
    for width in WIDTHS.get(board, (0, 1, 10, 100)):
        count = max(5, problems // (1 if width < WIDE else 10 if width < 10 * WIDE else 50))
        starts = [domain.draw(shape, Random(f"{board}:{number}")) for number in range(count)]
        climb(climber, starts[0], width=0)
        moves, seconds, solved = [], 0.0, 0
        for start in track(starts, f"{board}, width {width}", transient=True):
            began = process_time()
            found = climb(climber, start, width=width)
            seconds += process_time() - began
            if found.solved and not found.escapes and found.plan.replay() == goal:
                solved += 1
                moves.append(found.moves)
        lines.append(Line(width, count, solved, fmean(moves), seconds / count))
    return said, lines


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=list(WIDTHS))
    parser.add_argument("--problems", type=int, default=1000)
    parser.add_argument("--markdown", action="store_true")
    asked = parser.parse_args()
    table = Table(title=f"macro tables, {asked.problems:,} random problems")
    columns = ("board", "table", "width", "solved", "moves", "CPU ms a problem", "published")
    for column in columns:
        table.add_column(column)
    rows = []
    for board in asked.boards:
        said, lines = measure(board, asked.problems)
        for number, line in enumerate(lines):
            rows.append(
                (
                    "" if number else board,
                    "" if number else said,
                    str(line.width),
                    f"{line.solved:,} of {line.problems:,}",
                    f"{line.moves:.1f}",
                    f"{1000 * line.seconds:.2f}",
                    "" if number else PUBLISHED.get(board, ""),
                )
            )
    for row in rows:
        table.add_row(*row)
    if asked.markdown:
        print("| " + " | ".join(columns) + " |\n|" + "---|" * len(columns))
        for row in rows:
            print("| " + " | ".join(row) + " |")
    else:
        Console().print(table)


if __name__ == "__main__":
    main()
