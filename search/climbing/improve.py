"""Plan improvement: pieces of a plan are replaced by shortest ones between the same two states.

A piece is a stretch of moves seen through the smallest window of cells that it touches; what is elsewhere on the board does
not matter to it, so that a shortest path in the window is one on the board. As anytime plan neighbourhood search (Nakhost and
Mueller, ICAPS 2010) it can be stopped whenever one likes: the plan is valid after every replacement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeAlias

from ...rules.arc import Arc
from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.geometry import RING, Shape
from ...rules.schema import Schema, schema_of
from ...rules.term import State, Symbol
from ..algorithms import ALGORITHMS
from ..engines import search_with
from ..heuristics.table import default_heuristic
from ..limits import NO_LIMITS, Limits
from ..problem import Problem
from .plan import Plan, apply_in_place

Move: TypeAlias = tuple[Schema, int]

LENGTHS = (10, 16, 24, 32, 40, 50)
"""Moves of a piece, one pass over the plan after the other."""

MOST_CELLS = 20
"""Cells of a window that moves, beyond which searches take long."""

EFFORT = Limits(nodes=20_000)
"""What the search for one piece may take."""


@dataclass(frozen=True)
class Improvement:
    """What improving a plan came to.

    Parameters
    ----------
    plan
        The plan as it is now, in primitive moves.
    before
        Its moves at first.
    searches, replaced
        Pieces that were searched, and those for which something shorter was found.
    elapsed
        Seconds.
    limit
        ``time`` or ``interrupt`` where it was stopped; None where nothing more was found.
    """

    plan: Plan
    before: int
    searches: int
    replaced: int
    elapsed: float
    limit: str | None = None

    def summary(self) -> str:
        """One line for people."""
        after = self.plan.moves
        share = 100 * (1 - after / self.before) if self.before else 0.0
        return (
            f"improved: {self.before:,} to {after:,} moves ({share:.1f} % fewer), {self.replaced:,} pieces of "
            f"{self.searches:,} replaced, {self.elapsed:.1f} s"
            + (f", ended by {self.limit}" if self.limit else "")
        )

    def __repr__(self) -> str:
        return f"Improvement({self.summary()!r})"

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "before": self.before,
            "after": self.plan.moves,
            "searches": self.searches,
            "replaced": self.replaced,
            "elapsed": self.elapsed,
            "limit": self.limit,
        }


@checked
def improve(
    plan: Plan, limits: Limits = NO_LIMITS, *, report: Callable[[int], None] | None = None
) -> Improvement:
    """Shorten a plan piece by piece until nothing is found or the time is up.

    Parameters
    ----------
    plan
        Any valid plan.
    limits
        Of which the time counts.
    report
        Called now and then with the number of pieces searched.

    Returns
    -------
    The better plan, already replayed: it leads from the same start to the same end.
    """
    work = _Work(plan, limits)
    end = plan.replay()
    limit: str | None = None
    try:
        for length in LENGTHS:
            while work.pass_over(length, report):
                pass
            if work.out_of_time():
                limit = "time"
                break
    except KeyboardInterrupt:
        limit = "interrupt"
    better = Plan(plan.domain, plan.shape, plan.start, tuple(work.moves))
    if better.replay() != end:
        raise AssertionError("the improved plan does not lead where the plan led")
    return Improvement(better, work.before, work.searches, work.replaced, work.elapsed, limit)


class _Work:
    """One plan under improvement; `moves` is valid between any two lines."""

    def __init__(self, plan: Plan, limits: Limits) -> None:
        self.domain, self.shape, self.start = plan.domain, plan.shape, plan.start
        self.moves: list[Move] = list(plan.primitives())
        self.before = len(self.moves)
        self.searches = self.replaced = 0
        self._began = perf_counter()
        self._deadline = self._began + limits.time if limits.time else float("inf")
        self._known: dict[tuple[Shape, State, State], tuple[Move, ...] | None] = {}

    @property
    def elapsed(self) -> float:
        return perf_counter() - self._began

    def out_of_time(self) -> bool:
        return perf_counter() >= self._deadline

    def pass_over(self, length: int, report: Callable[[int], None] | None) -> bool:
        """Look at overlapping pieces from the start to the end; whether the plan got at least one in 200 shorter."""
        state: list[Symbol] = list(self.start)
        at, were = 0, len(self.moves)
        while at < len(self.moves) and not self.out_of_time():
            piece = self._piece(self.moves[at : at + length])
            better = self._shorter(state, piece)
            if better is not None:
                self.replaced += 1
                self.moves[at : at + len(piece)] = better
            half = max(1, len(piece if better is None else better) // 2)
            for schema, place in self.moves[at : at + half]:
                apply_in_place(self.domain, self.shape, schema, place, state)
            at += half
            if report is not None and self.searches % 64 == 0:
                report(self.searches)
        return len(self.moves) < were * 0.995 and not self.out_of_time()

    def _piece(self, moves: Sequence[Move]) -> Sequence[Move]:
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

    def _shorter(self, state: list[Symbol], piece: Sequence[Move]) -> list[Move] | None:
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
        cells = geometry.cells(window, corner, self.shape)
        assert cells is not None
        after = list(state)
        for schema, place in piece:
            apply_in_place(self.domain, self.shape, schema, place, after)
        start, goal = _renamed(
            self.domain, [state[cell] for cell in cells], [after[cell] for cell in cells]
        )
        key = (window, start, goal)
        if key not in self._known:
            self.searches += 1
            effort = EFFORT
            if self._deadline < float("inf"):
                effort = Limits(max(1e-3, self._deadline - perf_counter()), EFFORT.nodes)
            self._known[key] = _shortest(self.domain, window, start, goal, effort)
        found = self._known[key]
        if found is None or len(found) >= len(piece):
            return None
        return [(schema, cells[place]) for schema, place in found]


def _renamed(domain: Domain, start: list[Symbol], goal: list[Symbol]) -> tuple[State, State]:
    """Two views of a window with its symbols numbered by where they stand first, so that equal pieces are met again."""
    if not domain.permutation:
        return tuple(start), tuple(goal)
    names: dict[Symbol, Symbol] = {}
    for symbol in start:
        names[symbol] = symbol if symbol == domain.blank else len(names) + 1
    order = {name: number for number, name in enumerate(n for n in names.values() if n != 0)}
    renamed = {
        symbol: name if name == domain.blank else order[name] + 1 for symbol, name in names.items()
    }
    return tuple(renamed[s] for s in start), tuple(renamed[s] for s in goal)


def _shortest(
    domain: Domain, window: Shape, start: State, goal: State, effort: Limits
) -> tuple[Move, ...] | None:
    """A shortest path in a window, or None where the search for it takes too long."""
    if start == goal:
        return ()
    theory = domain.theory(window)
    problem = Problem(theory, start, goal)
    if domain.blank is None:
        result = search_with("auto", problem, ALGORITHMS["bidirectional"], limits=effort)
    else:
        h = default_heuristic(theory, goal, start)
        result = search_with("auto", problem, ALGORITHMS["a-star"], h, limits=effort)
    if result.limit == "interrupt":
        raise KeyboardInterrupt
    if not result.solved:
        return None
    arcs = (arc for arc in result.operators if isinstance(arc, Arc))
    return tuple(schema_of(arc, window, domain.geometry) for arc in arcs)
