"""Focused macros: short sequences of moves that change few cells (Allen, Katz, Konidaris, Klinger, Tesauro; IJCAI 2021)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from heapq import heappop, heappush

from ...rules.domain import Domain
from ...rules.geometry import Shape
from ...rules.term import State
from ...search.climbing.placements import Placed, Placements
from ...search.limits import NO_LIMITS, Limits, Meter
from ..library import MacroLibrary
from .learner import Course, Learner
from .practice import Exercise, Learn, Outcome, Practice, Practise, study

BUDGET = 60_000
"""States generated from each start."""

KEEP = 14
"""Macros kept from each start."""


def explore(
    library: MacroLibrary,
    exercise: Exercise,
    learn: Learn,
    *,
    budget: int = BUDGET,
    keep: int = KEEP,
) -> Outcome:
    """Search for sequences with few net effects from one start; see `learn_focused`."""
    shape, start = exercise.shape, exercise.start
    placements = _placements(library.family, shape)
    found, generated, limit = _explore(placements, start, budget, keep, exercise.limits)
    for state in sorted(found, key=lambda s: _rank(placements, start, s, len(found[s])))[:keep]:
        learn(start, [(placements.schemas[move.number], move.place) for move in found[state]])
    return Outcome(limit is None, 0, generated, limit)


def learn_focused(
    library: MacroLibrary,
    shape: Shape,
    *,
    budget: int = BUDGET,
    keep: int = KEEP,
    limits: Limits = NO_LIMITS,
    practise: Practise | None = None,
) -> Iterator[Practice]:
    """Search for sequences with few net effects, best first by the number of cells that differ from the start.

    Starts differ in where the blank is; without a blank there is one. Of what a search finds, kept are the sequences of
    two moves or more with the fewest effects; of equals those that leave the blank where it was, then the shortest.

    Parameters
    ----------
    library
        Where schemas go.
    shape
        The board that is searched.
    budget
        States generated from each start.
    keep
        Macros kept from each start.
    limits
        On the search from each start, besides the budget; what was found until then is kept.
    practise
        Who searches: this process if None, or another that does the same with the usual budget.

    Yields
    ------
    One record per start; ``moves`` is 0.
    """
    domain = library.family
    placements = _placements(domain, shape)
    goal = domain.goal_state(shape)
    home = goal.index(domain.blank) if placements.anchored and domain.blank is not None else 0
    homes = range(len(goal)) if placements.anchored else (home,)
    for number, blank in enumerate(homes, start=1):
        cells = list(goal)
        cells[home], cells[blank] = cells[blank], cells[home]
        start = tuple(cells)
        origin = f"{domain.spell(shape)}, from {' '.join(map(str, start))}"
        exercise = Exercise(number, shape, start, origin, limits)
        if practise is None:
            attention = partial(explore, budget=budget, keep=keep)
            yield study(attention, library, exercise)
        else:
            yield practise(library, exercise)


@lru_cache(maxsize=4)
def _placements(domain: Domain, shape: Shape) -> Placements:
    return Placements(domain, shape)


def _rank(placements: Placements, start: State, state: State, length: int) -> tuple[int, bool, int]:
    moved = placements.blank_of(state) != placements.blank_of(start)
    return effects(start, state), moved, length


def effects(start: State, state: State) -> int:
    """How many cells differ."""
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
            heappush(waiting, (effects(start, child), depth[child], generated, child))
    candidates = [state for state in link if depth[state] > 1]
    few = sorted(candidates, key=lambda s: _rank(placements, start, s, depth[s]))[:keep]
    return {state: _path(link, state) for state in few}, generated, limit


def _path(link: dict[State, tuple[State, Placed] | None], state: State) -> list[Placed]:
    moves = []
    while (step := link[state]) is not None:
        state, move = step
        moves.append(move)
    return moves[::-1]


def from_every_blank(
    library: MacroLibrary, course: Course, practise: Practise
) -> Iterator[Practice]:
    """One search from every place of the blank, size after size."""
    for shape in course.shapes:
        yield from learn_focused(library, shape, limits=course.limits, practise=practise)


FOCUSED = Learner(
    "search from every blank; sequences that change few cells", from_every_blank, explore
)
