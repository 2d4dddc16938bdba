"""The ordered heuristic: how many symbols are not yet in place, in a fixed order, then how far the next one is.

This is the kind of heuristic on which MICRO-HILLARY climbs (Finkelstein and Markovitch, JAIR 8, 1998, section 4): it
is compared part by part, and its local minima are the same on small boards as on large ones.

In this file:

- Abstract states: what the ordered heuristic does not look at is made alike, so that searches meet fewer states.
- Schemas on a board: where they lie, and what each does to the cells that an ordered goal asks about.
- The next subgoal of an ordered goal, which is to fill its next cell: searched for from both ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import field, replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from ...rules.arc import Arc
from ...rules.board_moves import check_windows
from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.record import record
from ...rules.schema import Schema, schema_of
from ...rules.states.permutation_group import UnionFind
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.text.state_text import goal_cells
from ..algorithms import ALGORITHMS
from ..engines import search_with
from ..limits import Limits
from ..orders import GIVEN, Order, order_of
from ..problem import Problem
from ..result import Result

Distance: TypeAlias = Callable[[int, int], float]
"""Least number of moves that a symbol needs from one cell to another."""


class LexicographicValue(NamedTuple):
    """The value of a state; smaller is better, the first part counts most.

    Parameters
    ----------
    unplaced
        Cells of the goal, in order, from the first wrong one on.
    distance
        Distance from the next symbol to its cell; 0 where symbols repeat.
    approach
        Distance from the blank to that symbol; 0 without a blank.
    """

    unplaced: int
    distance: float
    approach: float


@checked
@record
class OrderedGoal:
    """A goal whose cells are filled one after the other.

    Parameters
    ----------
    wanted
        The goal, a variable in each cell that it leaves open.
    goal
        The same as a state, ``?`` in those cells.
    order
        Cells of the goal in the order in which they are filled, without the blank's cell and open ones.
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
        """Number of cells of the order that are right before the first wrong one, given that ``known`` are."""
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
            remedy="another algorithm",
        )


@record
class Manhattan:
    """Manhattan distance of two cells of a grid."""

    columns: int

    def __call__(self, one: int, other: int) -> int:
        """Number of rows plus columns between two cells."""
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


class _Other(str):
    """A symbol that is equal only to itself, even if another symbol has its name."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    __hash__ = object.__hash__


OTHER = _Other("other")
"""The symbol that stands for all that do not matter."""


def blank_alone_matters(placements: Placements) -> bool:
    """Whether primitive moves ask for no symbol but the blank."""
    conditions_of_moves = [placements.schemas[n].arc.conditions for n in placements.primitives]
    return all(
        not equal and all(symbol == placements.domain.blank for _, symbol in constants)
        for constants, equal in conditions_of_moves
    )


def abstract_state(placements: Placements, state: State, filled: int) -> State:
    """The abstract state: all that does not matter for filling the cell of rank ``filled`` made alike.

    What matters are the symbols of the cells up to that rank and the blank; where symbols repeat, the blank and what is in
    any cell from which moves can bring it to one of these cells. Where moves ask for other symbols, everything matters.
    """
    if not blank_alone_matters(placements):
        return state
    goal = placements.goal
    if goal.permutation:
        kept = {goal.goal[cell] for cell in goal.order[: filled + 1]} | {placements.domain.blank}
        return tuple(symbol if symbol in kept else OTHER for symbol in state)
    carried: UnionFind[int] = UnionFind()
    for anchor in range(len(state)) if placements.anchored else (-1,):
        for move in placements.moves(anchor):
            for cell, source, _ in move.writes:
                carried.join(cell, source)
    matters = {carried.root(cell) for cell in goal.order[: filled + 1]}
    blank = placements.domain.blank
    return tuple(
        symbol if symbol == blank or carried.root(cell) in matters else OTHER
        for cell, symbol in enumerate(state)
    )


@record
class Placed:
    """A schema at a place, with all that a climber asks about it.

    Parameters
    ----------
    number
        Number of the schema in the climber's order.
    place, cells
        Place of the schema, and its cells.
    lowest
        The lowest rank of the cells that it changes.
    focus, blank
        The cells in which the next symbol and the blank are after it; -1 for a symbol that it does not move.
    tests, equal
        Its other conditions: symbols of cells, and pairs of cells that hold the same.
    writes
        Cells that change, each with the cell its symbol comes from, or with -1 and a symbol.
    """

    number: int
    place: int
    cells: tuple[int, ...]
    lowest: int
    focus: int
    blank: int
    tests: tuple[tuple[int, Symbol], ...]
    equal: tuple[tuple[int, int], ...]
    writes: tuple[tuple[int, int, Symbol], ...]

    def matches(self, state: Sequence[Symbol]) -> bool:
        """Whether the schema applies to a state."""
        return all(state[cell] == symbol for cell, symbol in self.tests) and all(
            state[one] == state[other] for one, other in self.equal
        )

    def written(self, state: Sequence[Symbol], cell: int) -> Symbol | None:
        """The symbol that it writes into a cell; None where it leaves the cell as it is."""
        made = ((source, symbol) for to, source, symbol in self.writes if to == cell)
        source, symbol = next(made, (-1, None))
        return symbol if source < 0 else state[source]

    def apply(self, state: list[Symbol]) -> None:
        """Apply the schema to a list of cells in place."""
        new = [state[source] if source >= 0 else symbol for _, source, symbol in self.writes]
        for (cell, _, _), symbol in zip(self.writes, new, strict=True):
            state[cell] = symbol


_Window: TypeAlias = tuple[
    tuple[tuple[int, Symbol], ...],
    tuple[tuple[int, int], ...],
    tuple[tuple[int, int, Symbol], ...],
]


class Placements:
    """The moves of a domain and the schemas of a library, made ready for boards of one shape and one goal.

    Parameters
    ----------
    domain, shape
        The boards.
    macros
        Learned schemas, which join the primitive ones; those that do not hold on the shape are left out. All are tried
        in order of cost.
    goal, order
        As for `ordered_goal`; or an ordered goal with an order and a distance of one's own.
    """

    def __init__(
        self,
        domain: Domain,
        shape: Shape,
        macros: Iterable[Schema] = (),
        goal: Pattern | OrderedGoal | None = None,
        *,
        order: Order = GIVEN,
    ) -> None:
        self.domain, self.shape = domain, shape
        self.goal = (
            goal
            if isinstance(goal, OrderedGoal)
            else ordered_goal(domain, shape, goal, order=order)
        )
        check_windows(domain, shape)
        primitives = domain.schemas(shape)
        every = [*primitives, *(schema for schema in macros if domain.holds(schema, shape))]
        self.schemas = tuple(sorted(every, key=lambda schema: (schema.cost, schema.length)))
        self.primitives = tuple(
            number for number, schema in enumerate(self.schemas) if not schema.arc.is_macro
        )
        self._reach = max((max(schema.window) for schema in self.schemas), default=1)
        self.anchored = self.goal.goal.count(domain.blank) == 1 and all(
            schema.arc.before.count(domain.blank) == 1 for schema in self.schemas
        )
        self._forget()

    def _forget(self) -> None:
        """Begin without placed schemas, which know the order of the goal's cells."""
        self._windows: dict[int, _Window] = {}
        self._known: dict[tuple[int, int], tuple[Placed, ...]] = {}
        self._laid: dict[int, tuple[tuple[Placed, Mapping[int, int]], ...]] = {}
        self._moves: dict[int, tuple[Placed, ...]] = {}

    def ending_with(self, cells: Sequence[int]) -> Placements:
        """The placed schemas for a goal whose last cells stand in another order."""
        found, filled = copy(self), self.goal.order[: len(self.goal.order) - len(cells)]
        found.goal = replace(self.goal, order=(*filled, *cells))
        found._forget()
        return found

    def blank_of(self, state: Sequence[Symbol]) -> int:
        """The blank's cell where every schema moves the blank; -1 elsewhere."""
        return state.index(self.domain.blank) if self.anchored else -1

    def near(self, blank: int, focus: int) -> tuple[Placed, ...]:
        """Every placed schema that could lead to a better state, given the blank's cell and the next symbol's.

        Parameters
        ----------
        blank
            Ignored unless every schema moves the blank.
        focus
            The cell of the next symbol, or the cell to be filled where symbols repeat.
        """
        if not self.anchored:
            key = (-1, focus)
        elif self.goal.distance(blank, focus) >= 2 * self._reach:
            key = (blank, -1)
        else:
            key = (blank, focus)
        found = self._known.get(key)
        if found is None:
            laid = self._laid.get(key[0])
            if laid is None:
                laid = self._laid[key[0]] = tuple(self._lying(range(len(self.schemas)), key[0]))
            found = self._known[key] = tuple(
                replace(placed, focus=ends[key[1]]) if key[1] in ends else placed
                for placed, ends in laid
                if self.anchored or any(cell == focus for cell, _, _ in placed.writes)
            )
        return found

    def successors(self, state: State) -> Iterator[tuple[Placed, State]]:
        """Every primitive move that applies to a state, with what it leads to."""
        for move in self.moves(self.blank_of(state)):
            if move.matches(state):
                cells = list(state)
                move.apply(cells)
                yield move, tuple(cells)

    def moves(self, blank: int) -> tuple[Placed, ...]:
        """The placed primitive schemas; where every schema moves the blank, those that move it from a cell."""
        found = self._moves.get(blank)
        if found is None:
            lying = self._lying(self.primitives, blank)
            found = self._moves[blank] = tuple(placed for placed, _ in lying)
        return found

    def _lying(
        self, numbers: Iterable[int], blank: int
    ) -> Iterator[tuple[Placed, Mapping[int, int]]]:
        """Schemas wherever they lie on the blank, each with the cell to which it takes what is in a cell."""
        geometry, shape = self.domain.geometry, self.shape
        for number in numbers:
            schema = self.schemas[number]
            places: Iterable[int | None]
            if self.anchored:
                anchor = schema.arc.before.index(self.domain.blank or 0)
                places = [geometry.place_with(schema.window, anchor, blank, shape)]
            else:
                places = geometry.places(schema.window, shape)
            for place in places:
                cells = None if place is None else geometry.cells(schema.window, place, shape)
                if place is not None and cells is not None:
                    ends = {cells[start]: cells[end] for start, end in schema.journeys.items()}
                    yield self._placed(number, place, cells, ends.get(blank, blank)), ends

    def _placed(self, number: int, place: int, cells: tuple[int, ...], blank: int) -> Placed:
        window = self._windows.get(number)
        if window is None:
            window = self._windows[number] = self._in_window(self.schemas[number])
        tests, equal, writes = window
        rank = self.goal.rank
        return Placed(
            number,
            place,
            cells,
            min([rank[cells[cell]] for cell, _, _ in writes], default=len(rank)),
            -1,
            blank,
            tuple([(cells[cell], symbol) for cell, symbol in tests]),
            tuple([(cells[one], cells[other]) for one, other in equal]),
            tuple(
                [
                    (cells[cell], cells[source] if source >= 0 else -1, symbol)
                    for cell, source, symbol in writes
                ]
            ),
        )

    def _in_window(self, schema: Schema) -> _Window:
        """Tests, equal cells and writes of a schema, as in `Placed`, by cells of its window."""
        arc = schema.arc
        tests, equal = arc.conditions
        source = {term: cell for cell, term in reversed(list(enumerate(arc.before)))}
        writes: list[tuple[int, int, Symbol]] = []
        for cell in arc.changed:
            term = arc.after[cell]
            if isinstance(term, Var) or term in source:
                writes.append((cell, source[term], 0))
            else:
                writes.append((cell, -1, term))
        if self.anchored:
            tests = tuple(one for one in tests if one[1] != self.domain.blank)
        return tests, equal, tuple(writes)


def reach_subgoal(
    placements: Placements, state: State, limits: Limits
) -> tuple[Result, tuple[tuple[Schema, int], ...]]:
    """Search for the fewest primitive moves that fill the next cell and leave those before it as they are.

    Parameters
    ----------
    placements
        With moves that test no cell but the blank's, so that all symbols whose turn has not come are alike; the blank,
        if there is one, comes first in the order.
    state
        Start of the search; not the goal.
    limits
        Limits on the search.

    Returns
    -------
    Result of the search, and its solution as primitive schemas at their places.
    """
    goal, domain, shape = placements.goal, placements.domain, placements.shape
    filled = goal.placed(state)
    theory = replace(domain.theory(shape), symbols=None, domain=None)
    problem = Problem(
        theory,
        abstract_state(placements, state, filled),
        abstract_state(placements, goal.goal, filled),
    )
    result = search_with("auto", problem, ALGORITHMS["bidirectional"], limits=limits)
    if result.limit == "interrupt":
        raise KeyboardInterrupt
    arcs = (arc for arc in result.operators if isinstance(arc, Arc))
    return result, tuple(schema_of(arc, shape, domain.geometry) for arc in arcs)
