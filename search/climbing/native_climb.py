"""Climbing in the kernel: the same steps and counts as `Climber.advance`, on boards of thousands of cells."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any, cast, overload
from weakref import WeakKeyDictionary

from ...rules.geometry import GRID
from ...rules.schema import Schema
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.text.words import counted
from .. import _kernel
from ..limits import NO_LIMITS, Limits
from ..native.compiled import kernel_limits, statistics_of
from ..native.not_native import CANNOT, TooLargeForKernelError, not_native
from ..plan import Plan
from ..result import Climb, Result, Statistics, Status, Use
from .climber import CARRY, DRIFT, UNIT, Climber, checked_start
from .ordered import Manhattan

MAX_CELLS = 65_536
"""The kernel numbers cells with 16 bits."""

MAX_SCHEMAS = 65_535
"""And schemas too."""

SchemaStep = tuple[Schema, int]


class KernelSteps(Sequence[SchemaStep]):
    """A plan's steps as the kernel found them: pairs of a schema and its place, made when they are asked for.

    Parameters
    ----------
    schemas
        All schemas.
    numbers, places
        For every step which of them, and where: numbers of 16 bits.
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
        Where the kernel cannot serve.
    InputError
        A start that does not hold the goal's symbols.
    """
    began = perf_counter()
    goal, placements = climber.goal, climber.placements
    try:
        task, cells = for_kernel(climber, start)
        found = _kernel.climb(task, cells, kernel_limits(limits), report)
    except MemoryError:  # before the climb itself, which tells what it did
        nothing = Climb(
            plan=Plan(placements.domain, placements.shape, tuple(start), ()),
            uses=tuple([Use() for _ in climber.schemas]),
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
        uses=tuple([Use(*counts) for counts in uses]),
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
        Where the kernel cannot serve.
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
    """Symbols as their cells in the goal, or beyond the board where the goal lacks them; variables -1, -2 and so on."""
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
