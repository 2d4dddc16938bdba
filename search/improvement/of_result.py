"""Improving the solution of a result, whatever search found it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ...rules.arc import Arc
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.schema import schema_of
from ...rules.term import State
from ...rules.theory import Theory
from ..climbing.plan import Plan, PlanStates
from ..climbing.result import Climb
from ..limits import Limits
from ..macros import domain_with_moves
from ..result import Result
from .improve import improve


@checked
def improved(result: Result, seconds: float = 1, *, engine: str = "auto") -> Result:
    """The result with a shorter solution, where one is found.

    Parameters
    ----------
    result
        A solved one, of a problem that is made of arcs.
    seconds
        The time to spend; less where nothing more is found.
    engine
        As for `improve`.

    Returns
    -------
    A result with a plan that costs less, replayed, and a remark; the result itself if it is known to be optimal.

    Raises
    ------
    InputError
        A result without a solution, one of a problem without arcs, or an engine that cannot serve.
    """
    found = result.solution()
    if result.optimal or not found.moves:
        return result
    limits = Limits(time=seconds)
    if isinstance(result, Climb):
        better = improve(result.plan, limits, climber=result.climber, engine=engine)
        if better.plan.moves < found.moves:
            result = replace(result, plan=better.plan, arcs=(), entries=0)
        return result.noted(better.summary())
    theory, arcs = result.theory, [one for one in found.primitives if isinstance(one, Arc)]
    if theory is None or len(arcs) < found.moves:
        raise InputError(
            "only a solution that is made of arcs is improved",
            found=f"{type(found.primitives[0]).__name__} {found.primitives[0].name}",
        )
    domain = domain_with_moves(theory)
    steps = tuple(schema_of(arc, theory.shape, domain.geometry) for arc in arcs)
    better = improve(Plan(domain, theory.shape, result.start, steps), limits, engine=engine)
    states = tuple(PlanStates(better.plan))
    operators = tuple(_cheapest(theory, *pair) for pair in pairwise(states))
    if sum(arc.cost for arc in operators) >= found.cost:
        return result.noted(better.summary())
    return replace(result, states=states, operators=operators).noted(better.summary())


def _cheapest(theory: Theory, state: State, successor: State) -> Arc:
    """The cheapest primitive arc from a state to another."""
    arcs = (
        arc
        for arc, reached in theory.successors(state)
        if reached == successor and not arc.is_macro
    )
    return min(arcs, key=lambda arc: arc.cost)
