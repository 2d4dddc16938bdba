"""Climbing on a problem: its own arcs are placed schemas, its macros lie on the whole board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ...rules.arc import Arc
from ...rules.domain import TheoryDomain
from ...rules.domains.table import domain_of
from ...rules.errors import InputError
from ...rules.schema import Schema, on_whole_board, schema_of
from ...rules.term import Pattern
from ...rules.theory import Theory
from ..any_goal import AnyGoalProblem
from ..limits import Limits
from ..problem import Problem, SearchProblem
from .climb import ESCAPE, climb
from .climber import Climber
from .result import Climb


@dataclass(frozen=True)
class _Prepared:
    """A climber, and for every placed schema the arc of the theory that it stands for."""

    climber: Climber
    arcs: Mapping[tuple[Any, int], Arc]

    def arc_of(self, schema: Schema, place: int) -> Arc:
        return schema.arc if schema.arc.is_macro else self.arcs[schema.canonical, place]


def climb_problem(
    problem: SearchProblem,
    *,
    limits: Limits,
    engine: str,
    report: Callable[[int], None] | None = None,
) -> Climb:
    """Climb to the goal of a problem that is made of arcs; the solution is made of its arcs too.

    Raises
    ------
    InputError
        Another problem, several goals, or a goal that cannot be climbed to.
    """
    if not isinstance(problem, Problem):
        raise InputError(
            "climbing needs a theory made of arcs",
            found=type(problem).__name__,
            remedy="greedy, say",
        )
    if isinstance(problem, AnyGoalProblem):
        raise InputError("climbing needs one goal", found=f"{len(problem.goals)} goals")
    ready = _prepared(problem.theory, problem.goal)
    found = climb(
        ready.climber, problem.start, escape=ESCAPE, limits=limits, engine=engine, report=report
    )
    return replace(found, arcs=tuple(ready.arc_of(*step) for step in found.plan.steps))


@lru_cache(maxsize=8)
def _prepared(theory: Theory, goal: Pattern) -> _Prepared:
    domain, moves, shape = domain_of(theory), theory.without_macros(), theory.shape
    if domain.theory(shape).arcs != moves.arcs:
        domain = TheoryDomain(moves)

    def placed(arc: Arc) -> tuple[Schema, int]:
        return schema_of(arc, shape, domain.geometry)

    macros = [on_whole_board(macro, shape, domain.geometry) for macro in theory.macros]
    arcs = {(schema.canonical, place): arc for arc in moves.arcs for schema, place in [placed(arc)]}
    return _Prepared(Climber(domain, shape, macros, goal, select="best"), arcs)
