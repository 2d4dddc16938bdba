"""Sokoban with three boxes: A* without dead ends, with those that arcs tell, with learned traps, and with all dead ends.

usage: python benchmarks/dead_ends.py

The levels are made at random, by pulling the boxes from their goals: walls as in Microban, rooms of up to 8x7 squares. Traps are
learned from smaller ones with two boxes. The oracle leaves out every state from which no goal is reached; it is there for levels
of up to 400,000 states.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from arcwise.ebl import LEARNERS, Course, MacroLibrary, TrainingProblem, train
from arcwise.ebl.traps import StateGraph
from arcwise.rules.domains.sokoban import FLOOR, Sokoban, read_level
from arcwise.rules.states.traps import Trap, Traps
from arcwise.search import Limits, Problem, solve
from tables import COLUMNS, Line, Lines, show

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


def room(rng: Random, rows: int, columns: int, boxes: int) -> str | None:
    """A level whose boxes were pulled from their goals; None if they were not moved far enough."""
    inside = [(row, column) for row in range(1, rows - 1) for column in range(1, columns - 1)]
    walls = {square for square in inside if rng.random() < 0.12}
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


def levels(seed: int, rows: int, columns: int, boxes: int) -> Iterator[Problem]:
    """Random levels as problems."""
    rng = Random(seed)
    while True:
        text = room(rng, rows, columns, boxes)
        if text is not None:
            domain = Sokoban(read_level(text, "a random level", 1), "random")
            shape = (1, len(domain.level.squares))
            yield Problem(domain.theory(shape), domain.start(shape), domain.goal(shape))


def learned(levels_of_two: int) -> tuple[MacroLibrary, float]:
    """Traps of small levels with two boxes, and the seconds of processor time that they took."""
    began = process_time()
    learner = LEARNERS["traps"]
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


def dead_ends(quick: bool) -> Lines:
    """Expansions saved by pruning dead ends, beside those saved by an oracle of all of them."""
    library, seconds = learned(1 if quick else 3)
    kinds = "; ".join(str(rule) for rule in library.traps)
    yield Line(
        "traps learned from 7x7, two boxes", f"{seconds:.1f} s", "< 60 s", kinds, seconds < 60
    )
    hard = 0
    for number, problem in enumerate(levels(7, 7, 8, 3), start=1):
        if hard == (1 if quick else 8):
            return
        without = expansions(problem, "manhattan")
        if without is not None and without < HARD:
            continue
        hard += 1
        told = expansions(problem, "dead-ends:manhattan")
        traps = expansions(problem, "manhattan", library)
        all_ends = None if quick else oracle(problem)
        best = None if all_ends is None else expansions(problem, "manhattan", all_ends)
        words = [f"{one:,}" if one else "-" for one in (without, told, traps, best)]
        least = max((without or MOST) // 3, best * 5 // 4 if best else 0)
        good = traps is not None and traps <= least
        beside = f"without {words[0]}, dead ends that arcs tell {words[1]}, all {words[3]}"
        wanted = "a third, or near all"
        yield Line(f"level {number}: expansions with traps", words[2], wanted, beside, good)


def main() -> None:
    """Print the table."""
    show("Dead ends of Sokoban", COLUMNS, [one.cells for one in dead_ends(False)])


if __name__ == "__main__":
    main()
