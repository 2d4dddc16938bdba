"""The next subgoal of an ordered goal, which is to fill its next cell: searched for from both ends."""

from __future__ import annotations

from dataclasses import replace

from ...rules.arc import Arc
from ...rules.schema import Schema, schema_of
from ...rules.term import State
from ..algorithms import ALGORITHMS
from ..engines import search_with
from ..limits import Limits
from ..problem import Problem
from ..result import Result
from .abstraction import abstract_state
from .placements import Placements


def reach_subgoal(
    placements: Placements, state: State, limits: Limits
) -> tuple[Result, tuple[tuple[Schema, int], ...]]:
    """Search for the fewest primitive moves that fill the next cell and leave those before it as they are.

    Parameters
    ----------
    placements
        With moves that ask for nothing but the blank, so that all symbols whose turn has not come are alike; the blank,
        if there is one, comes first in the order.
    state
        Where to begin; not the goal.
    limits
        On the search.

    Returns
    -------
    The search, and its solution as primitive schemas at their places.
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
