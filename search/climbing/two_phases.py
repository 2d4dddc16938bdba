"""Plans in two phases by way of a subgroup, for boards whose moves rearrange cells (Thistlethwaite 1981; Kociemba 1992).

The kernel finds the subgroup: powers of some moves, from which both ways together are expected to be the shortest. All moves
lead into it, those that stay in it lead home. Longer first phases are tried as long as a shorter plan may come of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter
from weakref import WeakKeyDictionary

from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.term import State
from .. import _kernel
from ..limits import Limits
from ..native.compiled import kernel_limits
from ..plan import Plan
from ..result import Status
from .board_permutations import BoardPermutations

MOST_POINTS = 255
"""Cells of a board; the kernel has one number more, for what is set aside."""

_KNOWN: WeakKeyDictionary[BoardPermutations, _kernel.TwoPhases | None] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class TwoPhasePlan:
    """Result of a search in two phases.

    Parameters
    ----------
    plan
        The shortest plan found; None if none is shorter.
    expanded
        States expanded, and entries of tables of costs that were made.
    limit
        The limit that ended the search, if one did.
    """

    plan: Plan | None
    expanded: int
    limit: str | None


def shorter_in_two_phases(
    plan: Plan, goal: State, limits: Limits, report: Callable[[int], None] | None = None
) -> TwoPhasePlan:
    """Look for a shorter plan by way of a subgroup.

    Parameters
    ----------
    plan
        Any valid plan.
    goal
        The state that it leads to.
    limits
        On the search, and on making its tables: about a second once for the moves of ``cube:3``.
    report
        Called now and then with the number of expansions.
    """
    began = perf_counter()
    moves = _permutations(plan.domain, plan.shape, goal)
    if moves is None:
        return TwoPhasePlan(None, 0, None)
    made = 0
    if moves not in _KNOWN:
        costs = [1] * len(moves.steps) + [times - 1 for _, times in moves.powers]
        found = _kernel.two_phases(moves.kernel, costs, kernel_limits(limits), report)
        made = found.counters.expanded
        if found.limit is not None:
            return TwoPhasePlan(None, made, found.limit)
        _KNOWN[moves] = found.phases
    phases = _KNOWN[moves]
    left = limits.rest(perf_counter() - began, made, 0)
    if phases is None or left is None:
        return TwoPhasePlan(None, made, None if phases is None else "time")
    where = array("H", moves.arrangement(plan.start)).tobytes()
    way = phases.solve(where, plan.moves, kernel_limits(left), report)
    shorter = None
    if way.status == Status.SOLVED and len(way.word) < plan.moves:
        steps = tuple([moves.steps[move] for move in moves.spelled(way.word)])
        shorter = replace(plan, steps=steps)
    return TwoPhasePlan(shorter, made + way.counters.expanded, way.limit)


@lru_cache(maxsize=8)
def _permutations(domain: Domain, shape: Shape, goal: State) -> BoardPermutations | None:
    """The moves of a board that has no blank and is not too large; None of another."""
    if domain.blank is not None or len(goal) > MOST_POINTS:
        return None
    try:
        moves = BoardPermutations.of(domain, shape, goal)
    except InputError:
        return None
    return moves if moves.home < 0 else None
