"""A plan: schemas at places, one after the other; its states are made again when asked for. And a plan that was shortened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar, overload

from ..rules.arc import Arc
from ..rules.cost import total_cost
from ..rules.domain import Domain
from ..rules.errors import ArcwiseError
from ..rules.geometry import Shape
from ..rules.later import Later
from ..rules.record import record
from ..rules.schema import Schema, unrolled
from ..rules.term import State, Symbol, Var
from ..rules.text.words import counted
from ..rules.view import Viewed


@record
class Plan:
    """A plan: steps from a start.

    Parameters
    ----------
    domain, shape
        The board.
    start
        The first state.
    steps
        Pairs of a schema and its place.
    """

    domain: Domain
    shape: Shape
    start: State
    steps: tuple[tuple[Schema, int], ...]

    @property
    def moves(self) -> int:
        """The number of primitive moves."""
        return sum(schema.length for schema, _ in self.steps)

    @property
    def cost(self) -> float:
        """The sum of the steps' costs."""
        return total_cost([schema.cost for schema, _ in self.steps])

    @property
    def states(self) -> Sequence[State]:
        """The start and the state after each step, made whenever they are asked for."""
        return PlanStates(self)

    @property
    def arcs(self) -> Sequence[Arc]:
        """The arcs of the steps, each on its window."""
        return PlanArcs(self)

    def primitives(self) -> Iterator[tuple[Schema, int]]:
        """The primitive moves with their places."""
        known: dict[tuple[int, int], tuple[tuple[Schema, int], ...]] = {}
        for schema, place in self.steps:
            moves = known.get((id(schema), place))
            if moves is None:
                moves = tuple(unrolled(schema, place, self.shape, self.domain.geometry))
                known[id(schema), place] = moves
            yield from moves

    def replay(self) -> State:
        """The state after the last primitive move.

        Every move is checked against the primitive schemas of the domain, one cell after the other.

        Raises
        ------
        ArcwiseError
            A move that is none of the domain's, does not fit the board or does not apply.
        """
        allowed = {schema.canonical for schema in self.domain.schemas(self.shape)}
        cells = list(self.start)
        checked: dict[int, bool] = {}
        applied = Applied(self.domain, self.shape)
        for number, (schema, place) in enumerate(self.primitives(), start=1):
            if id(schema) not in checked and not checked.setdefault(
                id(schema), schema.canonical in allowed
            ):
                raise ArcwiseError(f"move {number}: {schema.name} is no move of {self.domain.name}")
            if not applied(schema, place, cells):
                raise ArcwiseError(
                    f"move {number}: {schema.name} does not apply at cell {place + 1}"
                )
        return tuple(cells)


Member = TypeVar("Member", State, Arc)


@record
class _OfPlan(Sequence[Member]):
    """A sequence computed from a plan on demand, because the states of large boards would not fit into memory."""

    plan: Plan

    @overload
    def __getitem__(self, index: int) -> Member: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Member, ...]: ...
    def __getitem__(self, index: int | slice) -> Member | tuple[Member, ...]:
        if isinstance(index, slice):
            begin, end, step = index.indices(len(self))
            if step > 0:
                return tuple(islice(self, begin, end, step))
            return tuple(self)[index]
        place = range(len(self))[index]
        return next(islice(self, place, None))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _OfPlan | tuple):
            return NotImplemented
        if type(other) is type(self) and other.plan == self.plan:  # without making any state
            return True
        return len(self) == len(other) and all(map(_same, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self):,} of a plan>"


def _same(one: Any, other: Any) -> bool:
    return bool(one == other)


@record
class Improvement(Viewed):
    """Result of improving a plan.

    Parameters
    ----------
    plan
        The plan as it is now, in primitive moves; as it was where it was stopped before anything was done.
    before
        Number of moves of the plan at first.
    searches, replaced
        Pieces that were searched, and those for which something shorter was found, in all plans.
    width
        Width of the widest beam that was tried; 0 for none.
    expanded
        States expanded in windows, beams and two phases, and in looking ahead there.
    elapsed
        Seconds.
    limit
        ``time`` or ``interrupt`` where it was stopped; None where nothing more was found.
    two_phases
        Whether a shorter plan came by way of a subgroup.
    """

    _view = Later("explorer.views.domain", "sentence_view")

    plan: Plan
    before: int
    searches: int
    replaced: int
    width: int
    expanded: int
    elapsed: float
    limit: str | None = None
    two_phases: bool = False

    def summary(self) -> str:
        """One line for people."""
        after = self.plan.moves
        did = f"nothing shorter found than {counted(self.before, 'move')}"
        if after < self.before:
            share = 100 * (1 - after / self.before)
            did = f"improved: {self.before:,} to {counted(after, 'move')} ({share:.1f} % fewer)"
        beams = f", beams up to {self.width:,} wide" if self.width else ""
        did += ", in two phases by way of a subgroup" if self.two_phases else ""
        pieces = f", {self.replaced:,} of {counted(self.searches, 'piece')} of the plan replaced"
        return f"{did}{pieces if self.replaced else ''}{beams}, {self.elapsed:.1f} s" + (
            f", ended by {self.limit}" if self.limit else ""
        )

    def __repr__(self) -> str:
        return f"Improvement({self.summary()!r})"

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values."""
        return {
            "before": self.before,
            "after": self.plan.moves,
            "searches": self.searches,
            "replaced": self.replaced,
            "width": self.width,
            "expanded": self.expanded,
            "elapsed": self.elapsed,
            "limit": self.limit,
            "two_phases": self.two_phases,
        }


class PlanStates(_OfPlan[State]):
    """The states of a plan from its start to where it leads."""

    def __len__(self) -> int:
        return len(self.plan.steps) + 1

    def __iter__(self) -> Iterator[State]:
        plan, cells = self.plan, list(self.plan.start)
        applied = Applied(plan.domain, plan.shape)
        yield plan.start
        for schema, place in plan.steps:
            applied(schema, place, cells)
            yield tuple(cells)


class PlanArcs(_OfPlan[Arc]):
    """The arcs of a plan's schemas, each on its window."""

    def __len__(self) -> int:
        return len(self.plan.steps)

    def __iter__(self) -> Iterator[Arc]:
        return (schema.arc for schema, _ in self.plan.steps)


def apply_in_place(
    domain: Domain, shape: Shape, schema: Schema, place: int, state: list[Symbol]
) -> bool:
    """Use a schema's arc at a place, changing the state; False, and no change, where it does not apply."""
    change = _change(domain, shape, schema, place)
    return change is not None and change(state)


class Applied:
    """Uses schemas at places of a board; what each does there is worked out once.

    Parameters
    ----------
    domain, shape
        The board.
    """

    def __init__(self, domain: Domain, shape: Shape) -> None:
        self._domain, self._shape = domain, shape
        self._known: dict[tuple[int, int], tuple[Schema, _Change | None]] = {}

    def __call__(self, schema: Schema, place: int, state: list[Symbol]) -> bool:
        """Apply the change to a board in place."""
        key = id(schema), place
        if key not in self._known:  # kept with the schema, so that no other gets its number
            self._known[key] = schema, _change(self._domain, self._shape, schema, place)
        change = self._known[key][1]
        return change is not None and change(state)


@record
class _Change:
    """Effect of a placed schema: required symbols, cells that must be equal, and writes with their sources."""

    tests: tuple[tuple[int, Symbol], ...]
    equal: tuple[tuple[int, int], ...]
    cells: tuple[int, ...]
    sources: tuple[int, ...]
    constants: tuple[tuple[int, Symbol], ...]

    def __call__(self, state: list[Symbol]) -> bool:
        for cell, symbol in self.tests:
            if state[cell] != symbol:
                return False
        for one, other in self.equal:
            if state[one] != state[other]:
                return False
        moved = [state[source] for source in self.sources]
        for cell, symbol in zip(self.cells, moved, strict=True):
            state[cell] = symbol
        for cell, symbol in self.constants:
            state[cell] = symbol
        return True


def _change(domain: Domain, shape: Shape, schema: Schema, place: int) -> _Change | None:
    cells = domain.geometry.cells(schema.window, place, shape)
    if cells is None:
        return None
    where: dict[Var, int] = {}
    tests, equal = [], []
    for cell, term in zip(cells, schema.arc.before, strict=True):
        if not isinstance(term, Var):
            tests.append((cell, term))
        elif where.setdefault(term, cell) != cell:
            equal.append((where[term], cell))
    ends = list(zip(cells, schema.arc.after, strict=True))
    moved = [
        (cell, where[term]) for cell, term in ends if isinstance(term, Var) and where[term] != cell
    ]
    constants = [(cell, term) for cell, term in ends if not isinstance(term, Var)]
    return _Change(
        tuple(tests),
        tuple(equal),
        tuple(cell for cell, _ in moved),
        tuple(source for _, source in moved),
        tuple(constants),
    )


def plan_text(steps: Iterable[str], cost: float | None = None) -> str:
    """A plan file: a step a line, and the cost as a comment."""
    lines = list(steps)
    if cost is not None:
        lines.append(f"; cost = {cost:g}")
    return "".join(f"{line}\n" for line in lines)
