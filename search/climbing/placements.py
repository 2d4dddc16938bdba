"""Schemas on a board: where they lie, and what each does to the cells that an ordered goal asks about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...rules.domain import Domain
from ...rules.geometry import Shape
from ...rules.schema import Schema
from ...rules.term import Pattern, State, Symbol, Var
from ..orders.order import GIVEN, Order
from .ordered import OrderedGoal, ordered_goal


@dataclass(frozen=True, slots=True)
class Placed:
    """A schema at a place, with all that a climber asks about it.

    Parameters
    ----------
    number
        The schema's, in the climber's order.
    place, cells
        Where it lies.
    lowest
        The lowest rank of the cells that it changes.
    focus, blank
        The cells in which the next symbol and the blank are after it.
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
        """Whether it applies to a state."""
        return all(state[cell] == symbol for cell, symbol in self.tests) and all(
            state[one] == state[other] for one, other in self.equal
        )

    def apply(self, state: list[Symbol]) -> None:
        """Make the move."""
        new = [state[source] if source >= 0 else symbol for _, source, symbol in self.writes]
        for (cell, _, _), symbol in zip(self.writes, new, strict=True):
            state[cell] = symbol


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
        self._known: dict[tuple[int, int], tuple[Placed, ...]] = {}
        self._moves: dict[int, tuple[Placed, ...]] = {}

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
            found = tuple(
                placed
                for placed in self._lying(range(len(self.schemas)), *key)
                if self.anchored or any(cell == focus for cell, _, _ in placed.writes)
            )
            self._known[key] = found
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
            lying = self._lying(self.primitives, blank, -1)
            found = self._moves[blank] = tuple(lying)
        return found

    def _lying(self, numbers: Iterable[int], blank: int, focus: int) -> Iterable[Placed]:
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
                    yield self._placed(number, schema, place, cells, blank, focus)

    def _placed(
        self,
        number: int,
        schema: Schema,
        place: int,
        cells: tuple[int, ...],
        blank: int,
        focus: int,
    ) -> Placed:
        arc = schema.arc
        tests, equal = arc.conditions
        source = {term: cells[cell] for cell, term in reversed(list(enumerate(arc.before)))}
        writes: list[tuple[int, int, Symbol]] = []
        for cell in arc.changed:
            term = arc.after[cell]
            if isinstance(term, Var) or term in source:
                writes.append((cells[cell], source[term], 0))
            else:
                writes.append((cells[cell], -1, term))
        ends = {cells[start]: cells[end] for start, end in schema.journeys.items()}
        rank = self.goal.rank
        return Placed(
            number,
            place,
            cells,
            min((rank[cell] for cell, _, _ in writes), default=len(rank)),
            ends.get(focus, focus),
            ends.get(blank, blank),
            tuple(
                (cells[cell], symbol)
                for cell, symbol in tests
                if not (self.anchored and symbol == self.domain.blank)
            ),
            tuple((cells[one], cells[other]) for one, other in equal),
            tuple(writes),
        )
