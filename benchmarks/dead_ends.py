"""Sokoban: A* without dead ends, with those that arcs tell, with learned traps, and with all dead ends.

usage: python benchmarks/dead_ends.py [--markdown]

The levels are the built-in ones, those of the examples, and random ones, made by pulling three boxes from their goals in open
rooms and four in rooms with corridors. Traps are learned from rooms of 7x7 squares with two boxes. The oracle leaves out every
state from which no goal is reached; it is there for levels of up to 400,000 states. With --markdown: the table of docs/results.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import arcwise as aw
from arcwise.ebl import LEARNERS, Course, MacroLibrary, TrainingProblem, train
from arcwise.ebl.traps import StateGraph
from arcwise.rules.domains.sokoban import FLOOR, Sokoban, read_level
from arcwise.rules.states.traps import Trap, Traps
from arcwise.search import Limits, Problem, solve
from tables import COLUMNS, Line, Lines, show

SAVING = 2
"""Least share, in percent, of the states of a level that a trap has to leave out."""

HARD = 10_000
"""Expansions without dead ends above which traps have to save something."""

MOST = 2_000_000
"""Greatest number of expansions of a search."""

STATES = 400_000
"""Greatest number of states of a level whose dead ends are all found."""


class Oracle(MacroLibrary):
    """All dead ends of a problem that its other states lead to, as traps."""

    found: Traps

    def traps_in(self, problem: Problem) -> Traps:
        return self.found


EXAMPLES = Path(__file__).parents[1] / "examples"

OPEN, CORRIDORS = 0.12, 0.3
"""Share of the squares that are walls."""


def room(rng: Random, rows: int, columns: int, boxes: int, walled: float = OPEN) -> str | None:
    """A level whose boxes were pulled from their goals; None if they were not moved far enough."""
    inside = [(row, column) for row in range(1, rows - 1) for column in range(1, columns - 1)]
    walls = {square for square in inside if rng.random() < walled}
    floor = [square for square in inside if square not in walls]
    if len(floor) < 3 * boxes + 6:
        return None
    goals = rng.sample(floor, boxes)
    crates, player = set(goals), rng.choice([one for one in floor if one not in goals])
    pulled = 0
    for _ in range(400):
        row, column = player
        down, right = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        ahead, behind = (row + down, column + right), (row - down, column - right)
        if ahead not in floor or ahead in crates:
            continue
        if behind in crates and rng.random() < 0.6:
            crates.remove(behind)
            crates.add(player)
            pulled += 1
        player = ahead
    if pulled < 12 or crates & set(goals):
        return None
    text = [["#"] * columns for _ in range(rows)]
    for square in floor:
        crate, goal = square in crates, square in goals
        text[square[0]][square[1]] = (
            "*" if crate and goal else "$" if crate else "." if goal else " "
        )
    text[player[0]][player[1]] = "+" if player in goals else "@"
    return "\n".join("".join(line) for line in text)


def levels(
    seed: int, rows: int, columns: int, boxes: int, walled: float = OPEN
) -> Iterator[Problem]:
    """Random levels as problems."""
    rng = Random(seed)
    while True:
        text = room(rng, rows, columns, boxes, walled)
        if text is not None:
            domain = Sokoban(read_level(text, "a random level", 1), "random")
            shape = (1, len(domain.level.squares))
            yield Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))


def learned(levels_of_two: int) -> tuple[MacroLibrary, float]:
    """Traps of small levels with two boxes, and the seconds of processor time that they took."""
    began = process_time()
    learner = replace(LEARNERS["traps"], saving=SAVING)
    problems = [one for one, _ in zip(levels(1, 7, 7, 2), range(levels_of_two), strict=False)]
    first = problems[0].theory
    library = learner.library(first.domain)
    for number, problem in enumerate(problems, start=1):
        domain, shape = problem.theory.domain, problem.theory.shape
        example = TrainingProblem(
            shape, problem.start, problem.goal, f"level {number}", domain=domain
        )
        list(train(learner, library, Course(shape, (shape,), examples=(example,))))
    return library, process_time() - began


def oracle(problem: Problem) -> Oracle | None:
    """All dead ends of a level beside its other states; None where it has too many states."""
    graph = StateGraph(problem, STATES)
    if len(graph.states) >= STATES:
        return None
    dead = set(graph.dead)
    edge = {
        after
        for place, some in enumerate(graph.successors)
        if place not in dead
        for after in some
        if after in dead
    }
    found = Oracle(problem.theory.domain)
    found.found = Traps(
        Trap(tuple((cell, one) for cell, one in enumerate(graph.states[place]) if one != FLOOR))
        for place in edge
    )
    return found


def expansions(problem: Problem, heuristic: str, library: MacroLibrary | None = None) -> int | None:
    """Number of expansions of A*; None where these are too many."""
    found = solve(problem, "a-star", heuristic=heuristic, macros=library, limits=Limits(nodes=MOST))
    return found.statistics.expanded if found.solved else None


class Measured(NamedTuple):
    """Expansions of A* in a level; None where these are too many, or there is no oracle."""

    level: str
    without: int | None
    told: int | None
    traps: int | None
    every: int | None

    @property
    def words(self) -> list[str]:
        """The figures in words."""
        return [self.level, *(f"{one:,}" if one else "-" for one in self[1:])]

    @property
    def line(self) -> Line:
        """Whether traps save two thirds of many expansions, or nearly all that the oracle saves."""
        name, without, told, traps, every = self.words
        beside = f"without {without}, dead ends that arcs tell {told}, all {every}"
        what = f"{name}: expansions with traps"
        if self.without is not None and self.without < HARD:
            return Line(what, traps, "", beside)
        least = max((self.without or MOST) // 3, self.every * 5 // 4 if self.every else 0)
        good = self.traps is not None and self.traps <= least
        return Line(what, traps, "a third, or near all", beside, good)


def measured(name: str, problem: Problem, library: MacroLibrary, hard: int = 0) -> Measured | None:
    """The expansions of a level; None where it needs fewer than some without dead ends."""
    without = expansions(problem, "manhattan")
    if without is not None and without < hard:
        return None
    told = expansions(problem, "dead-ends:manhattan")
    traps = expansions(problem, "manhattan", library)
    all_ends = oracle(problem)
    best = None if all_ends is None else expansions(problem, "manhattan", all_ends)
    return Measured(name, without, told, traps, best)


def named(name: str) -> Problem:
    """The level of a name."""
    domain, shape = aw.open_source(name).sized
    return Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))


def each_level(library: MacroLibrary) -> Iterator[Measured]:
    """All levels that are measured: of random ones those that need many expansions."""
    for file, count in GIVEN.items():
        for number in range(1, count + 1):
            problem = named(f"sokoban:{EXAMPLES / file}#{number}" if file else f"sokoban:{number}")
            found = measured(f"{file or 'built-in'}, {number}", problem, library)
            assert found is not None
            yield found
    kinds = ("open", levels(7, 7, 8, 3)), ("corridors", levels(7, 8, 10, 4, CORRIDORS))
    for kind, drawn in kinds:
        each = (
            measured(f"random, {kind}, {number}", problem, library, HARD)
            for number, problem in enumerate(drawn, start=1)
        )
        yield from islice((one for one in each if one is not None), DRAWN)


GIVEN, DRAWN = {"": 3, "sokoban.txt": 2, "sokoban-rooms.txt": 9}, 6
"""Number of levels of each file of examples, and of random ones of each kind."""


def dead_ends(quick: bool) -> Lines:
    """Expansions saved by pruning dead ends, beside those saved by an oracle of all of them."""
    library, seconds = learned(1 if quick else 3)
    kinds = "; ".join(str(rule) for rule in library.traps)
    yield Line(
        "traps learned from 7x7, two boxes", f"{seconds:.1f} s", "< 60 s", kinds, seconds < 60
    )
    yield from (one.line for one in islice(each_level(library), 7 if quick else None))


def main() -> None:
    """Print the table."""
    if "--markdown" in sys.argv[1:]:
        heads = ["level", "without", "dead ends that arcs tell", "learned traps", "oracle"]
        rows = [one.words for one in each_level(learned(3)[0])]
        show("", heads, rows, markdown=True)
    else:
        show("Dead ends of Sokoban", COLUMNS, [one.cells for one in dead_ends(False)])


if __name__ == "__main__":
    main()
