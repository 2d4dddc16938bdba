"""Focused macros: short sequences of moves that change few cells (Allen, Katz, Konidaris, Klinger, Tesauro; IJCAI 2021)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from ...rules.domain import Domain
from ...rules.geometry import Shape
from ...rules.term import State
from ...search.climbing.ordered import Placed, Placements
from ...search.limits import Limits, Meter
from ..filters import SEARCHED
from ..learner import (
    Course,
    Outcome,
    Practice,
    Records,
    TrainingPath,
    TrainingPaths,
    TrainingProblem,
)
from ..library import MacroLibrary


class Focused(Practice):
    """Search from every blank; sequences that change few cells.

    Kept are the sequences of two moves or more with the fewest effects; of equals those that leave the blank where it was,
    then the shortest. What was found until a limit is looked at too.

    Parameters
    ----------
    states
        Number of states generated from each start.
    best
        Number of sequences looked at from each start.
    """

    filters: Any = SEARCHED
    states: int = 20_000
    best: int = 14

    def experience(
        self, library: MacroLibrary, course: Course, records: Records
    ) -> Iterator[TrainingProblem]:
        """The goal with the blank at every place, size after size; without a blank, the goal."""
        domain = library.domain
        for shape in course.shapes:
            goal = domain.goal_state(shape)
            anchored = _placements(domain, shape).anchored
            home = goal.index(domain.blank) if anchored and domain.blank is not None else 0
            for blank in range(len(goal)) if anchored else (home,):
                cells = list(goal)
                cells[home], cells[blank] = cells[blank], cells[home]
                origin = f"{domain.spell(shape)}, from {' '.join(map(str, cells))}"
                yield TrainingProblem(shape, tuple(cells), goal, origin, course.limits)

    def attend(self, library: MacroLibrary, problem: TrainingProblem) -> TrainingPaths:
        """Search from one start, best first by the number of cells that differ from it; the outcome has 0 moves."""
        start = problem.start
        placements = _placements(library.domain, problem.shape)
        found, generated, limit = _explore(
            placements, start, self.states, self.best, problem.limits
        )
        ranked = sorted(found, key=lambda s: _rank(placements, start, s, len(found[s])))
        for state in ranked[: self.best]:
            moves = [(placements.schemas[move.number], move.place) for move in found[state]]
            yield TrainingPath(start, moves)
        return Outcome(limit is None, 0 if limit is None else None, generated, limit)


@lru_cache(maxsize=4)
def _placements(domain: Domain, shape: Shape) -> Placements:
    return Placements(domain, shape)


def _rank(placements: Placements, start: State, state: State, length: int) -> tuple[int, bool, int]:
    moved = placements.blank_of(state) != placements.blank_of(start)
    return cells_changed(start, state), moved, length


def cells_changed(start: State, state: State) -> int:
    """Number of cells that differ."""
    return sum(one != other for one, other in zip(start, state, strict=True))


def _explore(
    placements: Placements, start: State, budget: int, keep: int, limits: Limits
) -> tuple[dict[State, list[Placed]], int, str | None]:
    """The best states found, with their paths; how many states were generated; the limit that stopped it."""
    link: dict[State, tuple[State, Placed] | None] = {start: None}
    depth = {start: 0}
    waiting: list[tuple[int, int, int, State]] = [(0, 0, 0, start)]
    generated, limit = 0, None
    meter = Meter(limits)
    while waiting and generated < budget:
        limit = meter.exceeded()
        if limit is not None:
            break
        state = heappop(waiting)[-1]
        for move, child in placements.successors(state):
            generated += 1
            if child in link:
                continue
            link[child] = (state, move)
            depth[child] = depth[state] + 1
            heappush(waiting, (cells_changed(start, child), depth[child], generated, child))
    candidates = [state for state in link if depth[state] > 1]
    few = sorted(candidates, key=lambda s: _rank(placements, start, s, depth[s]))[:keep]
    return {state: _path(link, state) for state in few}, generated, limit


def _path(link: dict[State, tuple[State, Placed] | None], state: State) -> list[Placed]:
    moves = []
    while (step := link[state]) is not None:
        state, move = step
        moves.append(move)
    return moves[::-1]
