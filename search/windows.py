"""Windows: pieces of a plan are replaced by shortest ones between the same two states.

A piece is a stretch of moves seen through the smallest window of cells that it touches. The rest of the board does not matter
to it, so that a shortest path in the window is one on the board. The plan is valid after every replacement, as in anytime plan
neighbourhood search (Nakhost and Mueller, ICAPS 2010).

The kernel holds plans of a blank that slides over a grid as one byte a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import inf
from time import perf_counter
from typing import TypeAlias

from ..rules.arc import replace_arc
from ..rules.domain import Domain
from ..rules.geometry import GRID, RING, Shape
from ..rules.schema import Schema, schema_of
from ..rules.term import State, Symbol, Var
from ..rules.theory import Theory
from . import _kernel
from .algorithms import ALGORITHMS
from .engines import search_with
from .heuristics.heuristic_table import default_heuristic
from .limits import Limits
from .native.compiled import kernel_limits
from .native.not_native import NotNativeError, not_native
from .operator import Operator
from .plan import Applied, Plan
from .problem import Problem

MOST_CELLS = 20
"""Greatest number of cells of a window; searches in larger ones take long."""

DEPTH_FIRST = ALGORITHMS["ida-star"].adjusted(duplicates="none", move_back=False)
"""Algorithm that searches for a shorter way if a blank moves: the kernel's."""


@dataclass(frozen=True)
class Depth:
    """Effort of the search in a window.

    Parameters
    ----------
    lengths
        Moves of a piece, one pass over the plan after the other.
    effort
        Expansions that the search for one piece may take.
    """

    lengths: tuple[int, ...]
    effort: int


QUICK = Depth((10, 16, 24, 32, 40, 50), 20_000)
"""Effort with the most moves saved in its time."""

DEEPER = Depth((50, 60, 70), 1_000_000)
"""Effort for the few savings that are left then; only for the kernel."""


@dataclass(frozen=True)
class Shorter:
    """A plan after its windows were looked through.

    Parameters
    ----------
    plan
        The plan in primitive moves.
    searches, replaced
        Pieces that were searched, and those for which something shorter was found.
    limit
        ``time``, ``memory`` or ``interrupt`` where it was stopped.
    expanded
        States that these searches expanded; more by the Python engine, which ends with the last way as long as the piece.
    """

    plan: Plan
    searches: int
    replaced: int
    limit: str | None
    expanded: int = field(compare=False)


def shorter_by_windows(
    plan: Plan, depth: Depth, time: float, engine: str, report: Callable[[int], None] | None = None
) -> Shorter:
    """Replace pieces of a plan until nothing shorter is found or the time is up.

    If a blank slides, moves that the next one undoes are removed first, however little time there is.

    Parameters
    ----------
    plan
        Any valid plan.
    depth
        Effort of the search.
    time
        Seconds, which may be infinite.
    engine
        ``python``, ``native``, or ``auto``: the kernel's own passes where a blank slides over a grid.
    report
        Called now and then, and after every pass over the plan, with the moves that it has.

    Raises
    ------
    NotNativeError
        Work that only the kernel may do, and cannot.
    """
    slides = slides_of(plan.domain, plan.shape)
    blank = 0 if slides is None else plan.start.index(plan.domain.blank or 0)
    moves = b"" if slides is None else slides.cancelled(slides.written(plan.primitives()))
    if slides is not None and engine != "python":
        try:
            return _in_kernel(plan, slides, moves, blank, depth, time, report)
        except NotNativeError:
            if engine == "native":
                raise
    if engine == "native":
        raise not_native("the kernel shortens plans of a blank that slides", plan.domain.name)
    deadline = perf_counter() + time
    if slides is not None:
        plan = replace(plan, steps=slides.read(moves, blank))
    work = Windows(plan, engine, depth)
    limit = work.shorten(deadline, report)
    return Shorter(work.plan, work.searches, work.replaced, limit, work.expanded)


def _in_kernel(
    plan: Plan,
    slides: Slides,
    moves: bytes,
    blank: int,
    depth: Depth,
    time: float,
    report: Callable[[int], None] | None,
) -> Shorter:
    found = _kernel.shorten(
        *plan.shape,
        [step for way in slides.ways for step in way],
        blank,
        moves,
        list(depth.lengths),
        MOST_CELLS,
        depth.effort,
        kernel_limits(Limits(None if time == inf else max(1e-6, time))),
        report,
    )
    steps = slides.read(found.moves, blank)
    shorter = replace(plan, steps=steps)
    return Shorter(shorter, found.searches, found.replaced, found.limit, found.expanded)


class Windows:
    """One plan under improvement; `moves` is valid between any two lines.

    Parameters
    ----------
    plan
        Any valid plan.
    engine
        Who searches.
    depth
        Effort of the search in each window.
    """

    def __init__(self, plan: Plan, engine: str, depth: Depth) -> None:
        self.domain, self.shape, self.start = plan.domain, plan.shape, plan.start
        self.moves: list[WindowMove] = list(plan.primitives())
        self.searches = self.replaced = self.expanded = 0
        self._engine, self._depth = engine, depth
        self._applied = Applied(plan.domain, plan.shape)
        # For none of these pieces fewer moves were found.
        self._known: dict[tuple[Shape, State, State], int] = {}

    @property
    def plan(self) -> Plan:
        """The plan as it is now, in primitive moves."""
        return Plan(self.domain, self.shape, self.start, tuple(self.moves))

    def shorten(self, deadline: float, report: Callable[[int], None] | None) -> str | None:
        """Make passes until nothing is found; the limit that ended them, if one did.

        Parameters
        ----------
        deadline
            The end of time, by `perf_counter`.
        report
            Called now and then, and after every pass over the plan, with the moves that it has.
        """
        try:
            for length in self._depth.lengths:
                while self._pass_over(length, deadline, report):
                    pass
        except KeyboardInterrupt:
            return "interrupt"
        except TimeoutError:
            return "time"
        return None

    def _pass_over(
        self, length: int, deadline: float, report: Callable[[int], None] | None
    ) -> bool:
        """Look at overlapping pieces from the start to the end; whether the plan got at least one in 200 shorter."""
        state: list[Symbol] = list(self.start)
        at, were, seen = 0, len(self.moves), self.searches
        while at < len(self.moves):
            if perf_counter() >= deadline:
                raise TimeoutError
            piece = self._piece(self.moves[at : at + length])
            better = self._shorter(state, piece, deadline)
            if better is not None:
                self.replaced += 1
                self.moves[at : at + len(piece)] = better
            half = max(1, len(piece if better is None else better) // 2)
            for schema, place in self.moves[at : at + half]:
                self._applied(schema, place, state)
            at += half
            if report is not None and self.searches >= seen + 64:
                seen = self.searches
                report(len(self.moves))
        if report is not None:
            report(len(self.moves))
        return len(self.moves) < were * 0.995

    def _piece(self, moves: Sequence[WindowMove]) -> Sequence[WindowMove]:
        """The longest beginning of some moves that fits into a window small enough."""
        if self.domain.blank is None:
            return moves
        geometry = self.domain.geometry
        covered: set[int] = set()
        for number, (schema, place) in enumerate(moves):
            more = covered.union(geometry.cells(schema.window, place, self.shape) or ())
            (rows, columns), _ = geometry.window(more, self.shape)
            if rows * columns > MOST_CELLS and number > 0:
                return moves[:number]
            covered = more
        return moves

    def _shorter(
        self, state: list[Symbol], piece: Sequence[WindowMove], deadline: float
    ) -> list[WindowMove] | None:
        if len(piece) < 2:
            return None
        geometry = self.domain.geometry
        window, corner = self.shape, 0
        if geometry is not RING:
            covered = {
                cell
                for schema, place in piece
                for cell in geometry.cells(schema.window, place, self.shape) or ()
            }
            window, corner = geometry.window(covered, self.shape)
            own = _of_window(self.domain, window)[0].symbols
            if own is not None and not _names_no_symbol(self.domain, window):
                window, corner = self.shape, 0  # a smaller board has other symbols
        cells = geometry.cells(window, corner, self.shape)
        assert cells is not None
        after = list(state)
        for schema, place in piece:
            self._applied(schema, place, after)
        start, goal = _renamed(
            self.domain, window, [state[cell] for cell in cells], [after[cell] for cell in cells]
        )
        key = (window, start, goal)
        if len(piece) <= self._known.get(key, 0):
            return None
        self.searches += 1
        left = None if deadline == inf else max(1e-3, deadline - perf_counter())
        found, expanded = _shortest(
            self.domain, window, start, goal, Limits(left, self._depth.effort), self._engine
        )
        self.expanded += expanded
        if found is None or len(found) >= len(piece):
            self._known[key] = len(piece)
            return None
        self._known[key] = len(found)
        return [(schema, cells[place]) for schema, place in found]


@lru_cache(maxsize=64)
def _names_no_symbol(domain: Domain, window: Shape) -> bool:
    """Whether moves are independent of the names of symbols except the blank: they name no other, and lose or make none."""
    arcs = [schema.arc for schema in domain.schemas(window)]
    named = {one for arc in arcs for one in (*arc.before, *arc.after) if not isinstance(one, Var)}
    return named <= {domain.blank} and domain.rearranges(window)


def _renamed(
    domain: Domain, window: Shape, start: list[Symbol], goal: list[Symbol]
) -> tuple[State, State]:
    """Two views of a window with its symbols renamed by where they stand first, so that equal pieces are met again."""
    theory = _of_window(domain, window)[0]
    if theory.values or len(set(start)) < len(start) or not _names_no_symbol(domain, window):
        return tuple(start), tuple(goal)
    own = theory.symbols or range(1, len(start) + 1)
    names = (symbol for symbol in own if symbol != domain.blank)
    renamed = {one: one if one == domain.blank else next(names) for one in start}
    return tuple(renamed[s] for s in start), tuple(renamed[s] for s in goal)


def _shortest(
    domain: Domain, window: Shape, start: State, goal: State, effort: Limits, engine: str
) -> tuple[tuple[WindowMove, ...] | None, int]:
    """A path of fewest moves in a window, or None where the search for it takes too long; states expanded."""
    if start == goal:
        return (), 0
    theory, moves = _of_window(domain, window)
    problem = Problem(theory, start, goal)
    if domain.blank is None:
        result = search_with(engine, problem, ALGORITHMS["bidirectional"], limits=effort)
    else:
        h = default_heuristic(theory, goal, start)
        result = search_with(engine, problem, DEPTH_FIRST, h, limits=effort)
    if result.limit == "interrupt":
        raise KeyboardInterrupt
    path = tuple(moves[arc] for arc in result.operators) if result.solved else None
    return path, result.statistics.expanded


@lru_cache(maxsize=64)
def _of_window(domain: Domain, window: Shape) -> tuple[Theory, dict[Operator, WindowMove]]:
    """The domain on a window, every move at one cost, and for each of its arcs the schema at its place."""
    theory = domain.theory(window)
    arcs = [
        (replace_arc(arc, cost=1), schema_of(arc, window, domain.geometry)) for arc in theory.arcs
    ]
    return replace(theory, arcs=tuple(arc for arc, _ in arcs)), dict(arcs)


WindowMove: TypeAlias = tuple[Schema, int]


@dataclass(frozen=True)
class Slides:
    """The moves of a blank, each by one cell and whatever tile is there.

    Parameters
    ----------
    schemas
        In the order in which they are tried.
    ways
        Rows and columns by which each moves the blank.
    columns
        Number of columns of the board.
    """

    schemas: tuple[Schema, ...]
    ways: tuple[tuple[int, int], ...]
    columns: int

    def written(self, moves: Iterable[WindowMove]) -> bytes:
        """The moves as numbers of ways."""
        numbers = {schema.canonical: number for number, schema in enumerate(self.schemas)}
        known: dict[int, int] = {}
        written = bytearray()
        for schema, _ in moves:
            number = known.get(id(schema))
            if number is None:
                number = known[id(schema)] = numbers[schema.canonical]
            written.append(number)
        return bytes(written)

    def cancelled(self, moves: bytes) -> bytes:
        """Remove moves that the next one undoes, as occur where macros meet."""
        undone = {number: self._inverse(way) for number, way in enumerate(self.ways)}
        left = bytearray()
        for number in moves:
            if left and left[-1] == undone[number]:
                left.pop()
            else:
                left.append(number)
        return bytes(left)

    def _inverse(self, way: tuple[int, int]) -> int:
        back = -way[0], -way[1]
        return self.ways.index(back) if back in self.ways else -1

    def read(self, moves: bytes, blank: int) -> tuple[WindowMove, ...]:
        """Moves as placed schemas, beginning at the blank."""
        steps = [
            (schema, down * self.columns + right)
            for schema, (down, right) in zip(self.schemas, self.ways, strict=True)
        ]
        read: list[WindowMove] = []
        for number in moves:
            schema, step = steps[number]
            read.append((schema, blank if step > 0 else blank + step))
            blank += step
        return tuple(read)


@lru_cache(maxsize=64)
def slides_of(domain: Domain, shape: Shape) -> Slides | None:
    """The moves of a domain, if all of them slide a blank over a grid."""
    if domain.blank is None or domain.geometry is not GRID or not domain.permutes(shape):
        return None
    schemas = domain.schemas(shape)
    ways = [_way(schema, domain.blank) for schema in schemas]
    if not schemas or len(set(ways)) < len(ways) or None in ways:
        return None
    return Slides(tuple(schemas), tuple(way for way in ways if way is not None), shape[1])


def _way(schema: Schema, blank: Symbol) -> tuple[int, int] | None:
    before, after = schema.arc.before, schema.arc.after
    if len(before) != 2 or after != before[::-1] or before.count(blank) != 1:
        return None
    anchor = before.index(blank)
    if not isinstance(before[1 - anchor], Var):
        return None
    step = 1 - 2 * anchor
    return (step, 0) if schema.window == (2, 1) else (0, step)
