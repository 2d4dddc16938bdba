"""Macro tables of permutation domains: how long they take to fill, and how long and quick the plans are that they make.

usage: python benchmarks/macro_tables.py [--problems N] [--markdown] [BOARD...]

Beside the 3x3x3 cube stand Korf's table (Artificial Intelligence 26, 1985), 238 macros and 86 moves on average, and
Hernadvolgyi's (AAAI 2001), 50 moves with macros searched for in the space of plans.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, nan
from random import Random
from statistics import fmean
from time import process_time

from arcwise.ebl import LEARNERS, Course, train
from arcwise.rules import State, open_source
from arcwise.search import Result, check_completeness, climb
from arcwise.search.climbing.macro_table import fill_table
from rich.console import Console
from rich.progress import track
from tables import Line, Lines, at_most, every, not_run, show
from timing import finished

WIDTHS = {
    "cube:3": (0, 1),
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

IMPROVED = {"cube:3": (0.2, 5), "cube:3-half": (0.2, 5), "cube:2": (0.2,)}
"""Seconds for which plans of width 1 are improved."""

PUBLISHED = {
    "cube:3-half": "Korf 1985: 238 macros, 86 moves; Hernadvolgyi 2001: 50 moves",
    "cube:2": "at most 14 quarter turns",
}

IMPROVING = 20
"""Problems of which plans are improved."""

WIDE = 100
"""From this width on a tenth of the problems is solved, from ten times as wide on a fiftieth."""


@dataclass(frozen=True)
class Way:
    """One table in one way: how wide it looks ahead, or for how long plans are improved."""

    name: str
    problems: int
    solved: int
    moves: float
    seconds: float


@dataclass(frozen=True)
class Filled:
    """A table, and what it does.

    Parameters
    ----------
    entries, filling
        How many, and the seconds it took to find them.
    macros, learning
        How many it was learned as, and the seconds of that, filling and proofs included.
    complete
        Whether it is proved to be complete.
    ways
        What looking ahead and improving bring.
    """

    entries: int
    filling: float
    macros: int
    learning: float
    complete: bool
    ways: list[Way]

    def __str__(self) -> str:
        return (
            f"{self.entries} entries in {self.filling:.1f} s of CPU time, learned as {self.macros:,} macros in {self.learning:.1f} s, "
            f"{'complete' if self.complete else 'incomplete'}"
        )


def measure(board: str, problems: int, widest: int = 3000) -> Filled:
    """Learn a table, and solve random problems with it; every plan is replayed."""
    domain, shape = open_source(board).sized
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
    goal, lines = domain.goal_state(shape), []
    for width in WIDTHS.get(board, (0, 1, 10, 100)):
        if width > widest:
            continue
        count = max(5, problems // (1 if width < WIDE else 10 if width < 10 * WIDE else 50))
        starts = [domain.draw(shape, Random(f"{board}:{number}")) for number in range(count)]
        climb(climber, starts[0], width=0)

        def solved_by(start: State, width: int = width) -> Result:
            return finished(climb(climber, start, width=width))

        lines.append(_tried(f"{board}, width {width}", solved_by, starts, goal))
    for seconds in IMPROVED.get(board, ()) if widest > 1 else ():
        starts = [domain.draw(shape, Random(f"{board}:{number}")) for number in range(IMPROVING)]

        def improve(start: State, seconds: float = seconds) -> Result:
            return finished(climb(climber, start, width=1)).improve(seconds)

        improve(starts[0], 10)  # tables of the subgroup are made once in a process
        lines.append(_tried(f"{board}, improved for {seconds:g} s", improve, starts, goal))
    return Filled(entries, filled, len(library), learned, complete.complete, lines)


def _tried(
    title: str, solved_by: Callable[[State], Result], starts: Sequence[State], goal: State
) -> Way:
    moves, seconds = [], 0.0
    for start in track(starts, title, console=Console(stderr=True), transient=True):
        began = process_time()
        found = solved_by(start)
        seconds += process_time() - began
        if found.solved and not found.climb.escapes and found.climb.plan.replay() == goal:
            moves.append(found.moves)
    name, mean = title.partition(", ")[2], fmean(moves) if moves else nan
    return Way(name, len(starts), len(moves), mean, seconds / len(starts))


WANTED: dict[str, tuple[tuple[float, float], ...]] = {
    "cube:3": ((200, 45), (5000, 30)),
    "cube:3-half": ((1, 70), (1000, 45)),
    "cube:2": ((10, 15),),
    "lights-out:5x5": ((10, 10.9),),
}
"""Moves that plans are to have at most, in so many milliseconds."""

FEW_ENTRIES = {"cube:3-half": (238, 30.0), "lights-out:5x5": (23, 30.0)}
"""How many entries there are, and the seconds that learning them may take."""


def lines(quick: bool) -> Lines:
    """Whether tables are complete, soon filled, and what plans they make in how much time."""
    for board in ("cube:2",) if quick else WIDTHS:
        found = measure(board, 5 if quick else 1000, 10 if quick else 3000)
        published = PUBLISHED.get(board, "")
        entries, seconds = FEW_ENTRIES.get(board, (found.entries, inf))
        good = found.complete and found.entries == entries and found.learning <= seconds
        wanted = "complete" + (f", {entries} entries in {seconds:g} s" if seconds < inf else "")
        yield Line(f"{board}, table", str(found), wanted, published, good)
        for one in found.ways:
            yield every(f"{board}, {one.name}: solved", one.solved, one.problems)
        for milliseconds, moves in WANTED.get(board, ()):
            inside = [one for one in found.ways if 1000 * one.seconds <= milliseconds]
            what = f"{board}, moves in {milliseconds:g} ms"
            if not inside:
                yield not_run(what, "none is as quick")
                continue
            best = min(inside, key=lambda one: one.moves)
            beside = f"{best.name}, {1000 * best.seconds:.2f} ms; {published}"
            yield at_most(what, best.moves, moves, beside=beside, digits=1)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=list(WIDTHS))
    parser.add_argument("--problems", type=int, default=1000)
    parser.add_argument("--markdown", action="store_true")
    asked = parser.parse_args()
    columns = ("board", "table", "way", "solved", "moves", "CPU, ms a problem", "published")
    rows = []
    for board in asked.boards:
        found = measure(board, asked.problems)
        for number, line in enumerate(found.ways):
            rows.append(
                (
                    "" if number else board,
                    "" if number else str(found),
                    line.name,
                    f"{line.solved:,} of {line.problems:,}",
                    f"{line.moves:.1f}",
                    f"{1000 * line.seconds:.2f}",
                    "" if number else PUBLISHED.get(board, ""),
                )
            )
    title = f"macro tables, {asked.problems:,} random problems"
    show(title, columns, rows, left=2, markdown=asked.markdown)


if __name__ == "__main__":
    main()
