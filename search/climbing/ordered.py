"""The ordered heuristic: how many symbols are not yet in place, in a fixed order, then how far the next one is.

This is the kind of heuristic on which MICRO-HILLARY climbs (Finkelstein and Markovitch, JAIR 8, 1998, section 4): it
is compared part by part, and its local minima are the same on small boards as on large ones.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.text.state_text import goal_cells
from ..orders.order import GIVEN, Order, order_of

Distance: TypeAlias = Callable[[int, int], float]
"""From one cell to another: how many moves a symbol needs at least."""


class LexicographicValue(NamedTuple):
    """The value of a state; smaller is better, the first part counts most.

    Parameters
    ----------
    unplaced
        Cells of the goal, in order, from the first wrong one on.
    distance
        From the next symbol to its cell; 0 where symbols repeat.
    approach
        From the blank to that symbol; 0 without a blank.
    """

    unplaced: int
    distance: float
    approach: float


@checked
@dataclass(frozen=True)
class OrderedGoal:
    """A goal whose cells are filled one after the other.

    Parameters
    ----------
    wanted
        The goal, a variable in each cell that it leaves open.
    goal
        The same as a state, ``?`` in those cells.
    order
        Its cells, the one to be filled first first; the blank's own cell and open ones are left out.
    distance
        The distance of two cells.
    blank
        The symbol that moves, or None.
    permutation
        Whether every symbol occurs once, so that the next one has a place.
    """

    wanted: Pattern
    goal: State
    order: tuple[int, ...]
    distance: Distance
    blank: Symbol | None
    permutation: bool
    rank: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        rank = [len(self.order)] * len(self.goal)
        for number, cell in enumerate(self.order):
            rank[cell] = number
        object.__setattr__(self, "rank", tuple(rank))

    def placed(self, state: Sequence[Symbol], known: int = 0) -> int:
        """How many cells of the order are right before the first wrong one, given that ``known`` are."""
        order, goal = self.order, self.goal
        while known < len(order) and state[order[known]] == goal[order[known]]:
            known += 1
        return known

    def value(self, state: Sequence[Symbol]) -> LexicographicValue:
        """The value of a state."""
        placed = self.placed(state)
        if placed == len(self.order) or not self.permutation:
            return LexicographicValue(len(self.order) - placed, 0, 0)
        cell = self.order[placed]
        focus = state.index(self.goal[cell])
        approach = self.distance(state.index(self.blank), focus) if self.blank is not None else 0
        return LexicographicValue(len(self.order) - placed, self.distance(focus, cell), approach)


@checked
def ordered_goal(
    domain: Domain, shape: Shape, goal: Pattern | None = None, *, order: Order = GIVEN
) -> OrderedGoal:
    """The ordered goal that follows from a domain, a size and a goal.

    Parameters
    ----------
    domain, shape
        The board.
    goal
        The wanted state, or a pattern with variables in the cells that do not matter; the domain's own if None.
    order
        The order of its cells. Where the blank's own is among them, the blank is a symbol like others.

    Raises
    ------
    InputError
        A goal of the wrong length, an order that does not fit it.
    """
    wanted = domain.goal(shape) if goal is None else goal
    if len(wanted) != shape[0] * shape[1]:
        raise InputError(
            "goal does not fit the board",
            expected=f"{shape[0] * shape[1]} cells",
            found=str(len(wanted)),
        )
    _check_open_cells(domain, shape, wanted)
    goal = tuple(goal_cells(wanted))
    blank = domain.blank if goal.count(domain.blank) == 1 else None
    if domain.blank != blank and domain.permutes(shape):
        raise InputError(
            "the goal has no blank", expected=f"one {domain.blank}", found="another number of them"
        )
    if domain.permutes(shape) and len(set(goal)) != len(goal):
        raise InputError(
            "the goal is no state of this board",
            expected="every symbol once",
            found=" ".join(map(str, goal))[:60],
        )
    cells = order_of(domain, shape, wanted, order)
    distance: Distance
    if domain.subgoals(shape, goal) is not None:
        distance = Manhattan(shape[1])
    else:
        distance = _by_moves(domain, shape)
    if blank is not None and goal.index(blank) in cells:
        blank = None
    return OrderedGoal(wanted, goal, cells, distance, blank, domain.permutes(shape))


def _check_open_cells(domain: Domain, shape: Shape, goal: Pattern) -> None:
    variables = [term for term in goal if isinstance(term, Var)]
    if variables and domain.permutes(shape):
        raise InputError(
            "climbing needs a goal that is a single state",
            expected="every symbol once",
            found=" ".join(map(str, goal_cells(goal)))[:60],
        )
    if len(set(variables)) < len(variables):
        raise InputError(
            "climbing cannot aim at cells that are only to be equal",
            found=" ".join(map(str, goal))[:60],
        )


@dataclass(frozen=True, slots=True)
class Manhattan:
    """Manhattan distance of two cells of a grid."""

    columns: int

    def __call__(self, one: int, other: int) -> int:
        """Rows plus columns between them."""
        row, column = divmod(one, self.columns)
        other_row, other_column = divmod(other, self.columns)
        return abs(row - other_row) + abs(column - other_column)


@lru_cache(maxsize=64)
def _by_moves(domain: Domain, shape: Shape) -> Distance:
    size = shape[0] * shape[1]
    sources: list[set[int]] = [set() for _ in range(size)]
    for schema in domain.schemas(shape):
        for place in domain.geometry.places(schema.window, shape):
            cells = domain.geometry.cells(schema.window, place, shape)
            assert cells is not None
            for start, end in schema.journeys.items():
                sources[cells[end]].add(cells[start])
    far = lru_cache(maxsize=None)(lambda cell: _moves_to(cell, sources))
    return lambda one, other: far(other).get(one, size)


def _moves_to(goal: int, sources: list[set[int]]) -> dict[int, int]:
    far = {goal: 0}
    waiting = deque([goal])
    while waiting:
        cell = waiting.popleft()
        for before in sources[cell]:
            if before not in far:
                far[before] = far[cell] + 1
                waiting.append(before)
    return far
