"""Macro-assisted hill climbing: always to a better state by the ordered heuristic, without search.

A schema is used only where it is known beforehand to lead to a better state. Its effect on the next symbol and on the blank,
and that it leaves the filled cells alone, are regressed to conditions on its place. The kernel takes the same steps, with the
same counts as `Climber.advance`, on boards of thousands of cells.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from math import exp, sqrt
from time import perf_counter
from typing import Any, TypeAlias, cast, overload
from weakref import WeakKeyDictionary

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import GRID, Shape
from ...rules.schema import Schema
from ...rules.states.traps import NO_TRAPS, CountedTraps, Traps
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.text.words import counted
from .. import _kernel
from ..algorithms import SELECTIONS
from ..limits import ENDINGS, NO_LIMITS, Limits, Meter, limit_of
from ..native.compiled import kernel_limits, statistics_of
from ..native.not_native import CANNOT, TooLargeForKernelError, not_native
from ..orders import GIVEN, Order, Turns
from ..plan import Plan
from ..result import Climb, Result, SchemaUse, Statistics, Status
from .macro_table import BoardTable
from .ordered import Manhattan, OrderedGoal, Placed, Placements

SchemaStep: TypeAlias = tuple[Schema, int]
"""A schema and the place where it is used."""

Leading: TypeAlias = tuple[tuple[int, tuple[float, Placed]], ...]
"""Placed schemas, each with its number among those of its place, and the improvement that it promises."""

MOST_INDEXED = 100_000
"""Greatest number of places of blank, symbol and goal that an index is kept for."""

UNIT = 64
"""Weight of a move, as below: whole numbers, so that all sums of them are exact, in the kernel too."""

CARRY, DRIFT, SOON, LINES = 4, 1, 4, 2
"""Estimated cost of a unit of distance: of the next symbol; of one that is due last; the factor for one that is due next; and
the lines of the board over which that factor falls off (measured on boards of 10x10, 20x20)."""


def drift_weights(cells: int) -> tuple[int, ...]:
    """Estimated cost of a unit of distance of a symbol in 64ths of a move, by the number of cells before its own."""
    reach = LINES * sqrt(cells)
    return tuple(
        round(UNIT * DRIFT * (1 + SOON * exp(-ahead / reach))) for ahead in range(cells + 1)
    )


@checked
class Climber:
    """Climbs on boards of one shape towards one goal.

    Parameters
    ----------
    domain, shape
        The boards.
    macros
        Learned schemas, which join the primitive ones. All are tried in order of cost.
    goal, order
        As for `ordered_goal`; or an ordered goal with an order and a distance of one's own.
    select
        ``first``: the cheapest step that leads to a better state, which tries fewest; ``best``: the one after which the
        least seems left to do, for the symbols whose turn has not come too, of those that are looked at: by what they promise,
        until the next promises less than what was found is worth. A promise counts the other symbols at `DRIFT`, not at what
        those due soon are worth, so that a better step may be passed over (a true bound looks at four times as many).
    """

    def __init__(
        self,
        domain: Domain,
        shape: Shape,
        macros: Iterable[Schema] = (),
        goal: Pattern | OrderedGoal | None = None,
        *,
        order: Order = GIVEN,
        select: str = "first",
    ) -> None:
        self.placements = Placements(domain, shape, macros, goal, order=order)
        self._of_table = order != GIVEN
        self.goal = self.placements.goal
        self.schemas = self.placements.schemas
        self._home = {symbol: cell for cell, symbol in enumerate(self.goal.goal)}
        self._drift = drift_weights(len(self.goal.goal))
        self._index: dict[tuple[int, int, int], Leading] = {}
        if select not in SELECTIONS:
            raise InputError(
                "no such selection", expected=" or ".join(SELECTIONS), found=repr(select)
            )
        self._best = select == "best" and self.goal.permutation
        self.traps = CountedTraps(NO_TRAPS)

    def without(self, traps: Traps) -> Climber:
        """The climber that makes no step to a state which fits a pattern."""
        if not traps:
            return self
        found = copy(self)
        found.traps = CountedTraps(self.traps + traps)
        return found

    def later(self, part: Result, turns: Turns) -> Climber | None:
        """The climber that fills another cell first where a climb is stuck; None if traps have no part in that, or all have waited."""
        if part.climb is None or part.climb.stuck is None or not part.statistics.trapped:
            return None
        placed = self.goal.placed(part.climb.stuck)
        cells = self.goal.order[placed:]
        turns.begin(placed)
        if not turns.may_wait(cells):
            return None
        found = copy(self)
        found.placements = self.placements.ending_with(turns.later(cells))
        found.goal, found._index = found.placements.goal, {}
        return found

    def _is_safe(self, candidate: Placed, state: Sequence[Symbol]) -> bool:
        """Whether a step leads to no trap."""
        if not self.traps:
            return True
        after = list(state)
        candidate.apply(after)
        return self.traps.within(tuple(after), [cell for cell, _, _ in candidate.writes]) is None

    def _choose(
        self,
        state: Sequence[Symbol],
        where: Mapping[Symbol, int],
        placed: int,
        uses: list[SchemaUse],
    ) -> Placed | None:
        if not self.goal.permutation:
            return next(self._filling(state, placed, uses), None)
        focus, blank = self._focus_and_blank(where, placed)
        leading = self._leading(blank, focus, self.goal.order[placed])
        approach = 0 if self.goal.blank is None else self.goal.distance(blank, focus)
        chosen: tuple[float, int, Placed] | None = None
        for number, (promise, candidate) in leading:
            if chosen is not None and (promise + approach, number) > chosen[:2]:
                break
            use = uses[candidate.number]
            use.tried += 1
            if candidate.lowest < placed or not candidate.matches(state):
                continue
            if not self._is_safe(candidate, state):
                continue
            use.matched += 1
            if not self._best:
                return candidate
            score = self._score(candidate, state, placed)
            if chosen is None or (score, number) < chosen[:2]:
                chosen = score, number, candidate
        return None if chosen is None else chosen[2]

    def _focus_and_blank(self, where: Mapping[Symbol, int], placed: int) -> tuple[int, int]:
        """The cells of the next symbol, and of the blank where every schema moves it."""
        goal, placements = self.goal, self.placements
        blank = placements.domain.blank
        moves = placements.anchored and blank is not None
        return where[goal.goal[goal.order[placed]]], where[
            blank
        ] if moves and blank is not None else -1

    def _leading(self, blank: int, focus: int, target: int) -> Leading:
        """The index: all that leads to a better state where something is filled and matches, in the order to look at it.

        That is by cost, or where the best is wanted by what it promises: by what it is sure to cost and to bring, and by
        what it might bring of the other symbols that it moves, all of them nearer.
        """
        found = self._index.get((blank, focus, target))
        if found is None:
            found = tuple(enumerate(self.progressing(blank, focus, target)))
            if self._best:
                found = tuple(sorted(found, key=lambda entry: (entry[1][0], entry[0])))
            if len(self._index) >= MOST_INDEXED:
                self._index.clear()
            self._index[blank, focus, target] = found
        return found

    def progressing(self, blank: int, focus: int, target: int) -> Iterator[tuple[float, Placed]]:
        """Every placed schema that brings the next symbol nearer to its cell, or the blank nearer to it; with its promise."""
        goal, distance = self.goal, self.goal.distance
        far = distance(focus, target)
        approached = goal.blank is not None
        approach = distance(blank, focus) if approached else 0
        for candidate in self.placements.near(blank, focus):
            before = self.schemas[candidate.number].arc.before
            if len(set(before)) < len(before):
                continue  # no two cells hold the same symbol
            moved = candidate.focus if candidate.focus >= 0 else focus
            left = distance(moved, target)
            nearer = distance(candidate.blank, moved) - approach if approached else 0
            if left < far or (left == far and nearer < 0):
                others = sum(
                    distance(source, cell)
                    for cell, source, _ in candidate.writes
                    if source not in (focus, blank)
                )
                brings = CARRY * (left - far) + nearer - DRIFT * others
                yield self.schemas[candidate.number].cost + brings, candidate

    @cached_property
    def table(self) -> BoardTable | None:
        """The macro table that the schemas form; None if they form none, or the board has none."""
        if not self._of_table:
            return None
        try:
            return BoardTable(
                self.placements.domain,
                self.placements.shape,
                self.goal.goal,
                self.schemas,
                self.goal.order,
            )
        except InputError:
            return None

    def step(self, state: Sequence[Symbol]) -> Placed | None:
        """The step that climbing makes from a state, or None in a local minimum or at the goal."""
        placed = self.goal.placed(state)
        if placed == len(self.goal.order):
            return None
        where = {symbol: cell for cell, symbol in enumerate(state)}
        return self._choose(state, where, placed, [SchemaUse() for _ in self.schemas])

    def after_step(self, state: State) -> State | None:
        """The state that the step leads to that climbing makes from a state; None where it makes none."""
        found = self.step(state)
        if found is None:
            return None
        cells = list(state)
        self._make(found, cells, {symbol: cell for cell, symbol in enumerate(cells)})
        return tuple(cells)

    def leads_on(self, filled: int, focus: int, blank: int) -> bool:
        """Whether some schema leads to a better state, where schemas test no cell but the blank's.

        Parameters
        ----------
        filled
            Number of cells of the order that are right.
        focus, blank
            The cells of the next symbol and of the blank; -1 without one.
        """
        target = self.goal.order[filled]
        return any(
            candidate.lowest >= filled and candidate.matches(())
            for _, candidate in self.progressing(blank, focus, target)
        )

    def advance(
        self,
        start: State,
        *,
        limits: Limits = NO_LIMITS,
        report: Callable[[int], None] | None = None,
    ) -> Result:
        """Climb from a state to the goal, or to a local minimum; see `climb` for what leads out of one.

        Parameters
        ----------
        start
            A state of the board.
        limits
            A node is a state stood in.
        report
            Called now and then with the number of states stood in.

        Raises
        ------
        InputError
            A start that does not hold the goal's symbols.
        """
        goal = self.goal
        state = checked_start(goal, start)
        meter = Meter(limits, report)
        where = {symbol: cell for cell, symbol in enumerate(state)} if goal.permutation else {}
        uses = [SchemaUse() for _ in self.schemas]
        steps: list[SchemaStep] = []
        placed, moves, trapped = 0, 0, self.traps.left_out
        status, limit, stuck = Status.SOLVED, None, None
        try:
            while (placed := goal.placed(state, placed)) < len(goal.order):
                limit = meter.exceeded()
                if limit is not None:
                    status = Status.STOPPED
                    break
                found = self._choose(state, where, placed, uses)
                if found is None:
                    status, stuck = Status.INCOMPLETE, tuple(state)
                    break
                uses[found.number].applied += 1
                self._make(found, state, where)
                steps.append((self.schemas[found.number], found.place))
                moves += self.schemas[found.number].length
                meter.applied = moves
        except ENDINGS as error:
            status, limit = Status.STOPPED, limit_of(error)
        meter.measure_memory()
        statistics = Statistics(
            expanded=meter.expanded,
            generated=len(steps),
            evaluated=len(steps) + 1,
            operator_applications=moves,
            peak_memory=meter.peak_memory,
            elapsed=meter.elapsed,
            trapped=self.traps.left_out - trapped,
        )
        plan = Plan(self.placements.domain, self.placements.shape, tuple(start), tuple(steps))
        climb = Climb(plan=plan, uses=tuple(uses), schemas=self.schemas, stuck=stuck)
        return Result.of_climb(status, statistics, climb, limit)

    def _filling(
        self, state: Sequence[Symbol], placed: int, uses: list[SchemaUse]
    ) -> Iterator[Placed]:
        """Every placed schema that fills the next cell, in order of cost, if symbols repeat."""
        goal = self.goal
        target = goal.order[placed]
        wanted = goal.goal[target]
        for candidate in self.placements.near(self.placements.blank_of(state), target):
            use = uses[candidate.number]
            use.tried += 1
            if candidate.lowest < placed or not candidate.matches(state):
                continue
            if candidate.written(state, target) == wanted and self._is_safe(candidate, state):
                use.matched += 1
                yield candidate

    def _score(self, candidate: Placed, state: Sequence[Symbol], placed: int) -> float:
        """Cost of a step plus the estimated cost of the remaining work."""
        goal, distance, rank = self.goal, self.goal.distance, self.goal.rank
        target = goal.order[placed]
        wanted = goal.goal[target]
        left: float = 0
        for cell, source, _ in candidate.writes:
            symbol = state[source]
            if symbol == wanted:
                left += UNIT * CARRY * (distance(cell, target) - distance(source, target))
            elif symbol != self.placements.domain.blank:
                home = self._home[symbol]
                weight = self._drift[rank[home] - placed]
                left += weight * (distance(cell, home) - distance(source, home))
        if goal.blank is not None:
            moved = candidate.focus if candidate.focus >= 0 else state.index(wanted)
            left += UNIT * distance(candidate.blank, moved)
        return self.schemas[candidate.number].cost + left / UNIT

    def _make(self, step: Placed, state: list[Symbol], where: dict[Symbol, int]) -> None:
        step.apply(state)
        if self.goal.permutation:
            for cell, _, _ in step.writes:
                where[state[cell]] = cell


def checked_start(goal: OrderedGoal, start: State) -> list[Symbol]:
    """The start as a list of cells, if it holds the same symbols as the goal where each symbol occurs once.

    Raises
    ------
    InputError
        Another number of cells or, where each symbol occurs once, other symbols.
    """
    if len(start) != len(goal.goal) or (goal.permutation and set(start) != set(goal.goal)):
        raise InputError(
            "start and goal are not states of one board",
            expected=f"{len(goal.goal)} cells with the goal's symbols",
            found=f"{counted(len(start), 'cell')}",
        )
    return list(start)


MAX_CELLS = 65_536
"""Greatest number of cells, which the kernel numbers with 16 bits."""

MAX_SCHEMAS = 65_535
"""Greatest number of schemas, which the kernel also numbers with 16 bits."""


class KernelSteps(Sequence[SchemaStep]):
    """A plan's steps as the kernel found them: pairs of a schema and its place, made when they are asked for.

    Parameters
    ----------
    schemas
        All schemas.
    numbers, places
        For every step the number of its schema, and its place, with 16 bits each.
    """

    __slots__ = ("_numbers", "_places", "_schemas")

    def __init__(self, schemas: tuple[Schema, ...], numbers: bytes, places: bytes) -> None:
        self._schemas = schemas
        self._numbers = memoryview(numbers).cast("H")
        self._places = memoryview(places).cast("H")

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> SchemaStep: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[SchemaStep, ...]: ...
    def __getitem__(self, index: int | slice) -> SchemaStep | tuple[SchemaStep, ...]:
        if isinstance(index, slice):
            return tuple(self._pairs(self._numbers[index], self._places[index]))
        return self._schemas[self._numbers[index]], self._places[index]

    def __iter__(self) -> Iterator[SchemaStep]:
        return self._pairs(self._numbers, self._places)

    def _pairs(self, numbers: Iterable[int], places: Iterable[int]) -> Iterator[SchemaStep]:
        return zip(map(self._schemas.__getitem__, numbers), places, strict=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KernelSteps | tuple):
            return NotImplemented
        return len(self) == len(other) and all(
            one == another for one, another in zip(self, other, strict=True)
        )

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return KernelSteps, (self._schemas, bytes(self._numbers), bytes(self._places))

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'step')}>"


def climb_in_kernel(
    climber: Climber,
    start: State,
    *,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
) -> Result:
    """Advance as `Climber.advance` does, in the kernel.

    Parameters
    ----------
    climber
        One for a domain of permutations on a grid whose schemas all move the blank, as sliding tiles are; 65,536
        cells at most.
    start
        A state of the board.
    limits, report
        As for `Climber.advance`; a limit on memory counts the bytes that the kernel itself holds, as does
        ``peak_memory``.

    Returns
    -------
    The same as the Python engine's, with `KernelSteps` as its plan's steps.

    Raises
    ------
    NotNativeError
        A search that the kernel cannot do.
    InputError
        A start that does not hold the goal's symbols.
    """
    if climber.traps:
        raise not_native("climbs leave traps out in Python")
    began = perf_counter()
    goal, placements = climber.goal, climber.placements
    try:
        task, cells = for_kernel(climber, start)
        found = _kernel.climb(task, cells, kernel_limits(limits), report)
    except MemoryError:  # before the climb itself, which tells what it did
        nothing = Climb(
            plan=Plan(placements.domain, placements.shape, tuple(start), ()),
            uses=tuple([SchemaUse() for _ in climber.schemas]),
            schemas=climber.schemas,
        )
        did = Statistics(elapsed=perf_counter() - began)
        return Result.of_climb(Status.STOPPED, did, nothing, "memory", engine="native")
    steps = KernelSteps(climber.schemas, found.schemas, found.places)
    status = Status(found.status)
    stuck = None
    if status is Status.INCOMPLETE:
        stuck = tuple([goal.goal[cell] for cell in memoryview(found.state).cast("H")])
    uses = zip(found.tried, found.matched, found.applied, strict=True)
    climb = Climb(
        plan=Plan(placements.domain, placements.shape, tuple(start), cast(Any, steps)),
        uses=tuple([SchemaUse(*counts) for counts in uses]),
        schemas=climber.schemas,
        stuck=stuck,
    )
    did = statistics_of(found.counters, perf_counter() - began)
    return Result.of_climb(status, did, climb, found.limit, engine="native")


def for_kernel(climber: Climber, start: State) -> tuple[_kernel.ClimbTask, bytes]:
    """A climber and a start as the kernel has them.

    Raises
    ------
    NotNativeError
        A search that the kernel cannot do.
    InputError
        A start that does not hold the goal's symbols.
    """
    task = _TASKS.get(climber)
    if task is None:
        task = _TASKS[climber] = _task(climber)
    cells = array("H", [climber._home[symbol] for symbol in checked_start(climber.goal, start)])
    return task, cells.tobytes()


_TASKS: WeakKeyDictionary[Climber, _kernel.ClimbTask] = WeakKeyDictionary()


def _task(climber: Climber) -> _kernel.ClimbTask:
    """A climber as the kernel's task; the number of a symbol is the cell in which the goal has it."""
    goal, placements = climber.goal, climber.placements
    domain, (rows, columns) = placements.domain, placements.shape
    home = climber._home
    if domain.geometry is not GRID:
        raise not_native("the kernel climbs on grids", domain.geometry.name)
    if not goal.permutation or len(home) < len(goal.goal):
        raise not_native("the kernel climbs where every symbol occurs once", domain.name)
    if domain.blank not in home or not placements.anchored:
        raise not_native("the kernel climbs where every schema moves the blank", domain.name)
    if goal.distance != Manhattan(columns):
        raise not_native("the kernel climbs by Manhattan distance", domain.name)
    for what, most, found in (
        ("cells", MAX_CELLS, len(goal.goal)),
        ("schemas", MAX_SCHEMAS, len(climber.schemas)),
    ):
        if found > most:
            raise TooLargeForKernelError(
                f"{CANNOT}the kernel climbs with {most:,} {what} at most", found=f"{found:,}"
            )
    schemas = []
    for schema in climber.schemas:
        arc = schema.arc
        if Counter(arc.before) != Counter(arc.after):
            raise not_native("the kernel climbs with schemas that rearrange symbols", schema.name)
        numbers: dict[object, int] = {}
        before = _numbers(arc.before, home, numbers)
        after = _numbers(arc.after, home, numbers)
        schemas.append(
            _kernel.WindowSchema(*schema.window, before, after, float(schema.cost), schema.length)
        )
    return _kernel.ClimbTask(
        rows,
        columns,
        home[domain.blank],
        list(goal.order),
        goal.blank is not None,
        climber._best,
        UNIT * CARRY,
        UNIT * DRIFT,
        list(climber._drift),
        schemas,
    )


def _numbers(pattern: Pattern, home: Mapping[Symbol, int], known: dict[object, int]) -> list[int]:
    """Terms as numbers: a symbol's cell in the goal, or beyond the board if the goal lacks it; variables -1, -2 and so on."""
    numbers = []
    for term in pattern:
        if isinstance(term, Var):
            number = known.setdefault(term, -1 - len(known))
        else:
            number = home.get(term, -1)
            if number < 0:
                number = known.setdefault(term, len(home) + len(known))
        numbers.append(number)
    return numbers
