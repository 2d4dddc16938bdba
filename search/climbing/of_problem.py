"""Climbing on a problem: with macros that are given beside it, or with those among its arcs, which lie on the whole board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ...rules.arc import Arc
from ...rules.errors import InputError
from ...rules.schema import Schema, on_whole_board, schema_of
from ...rules.term import Pattern, State
from ...rules.theory import Theory
from ..algorithms import Algorithm
from ..any_goal import AnyGoalProblem
from ..limits import Limits
from ..macros import domain_with_moves
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
    algorithm: Algorithm,
    *,
    limits: Limits,
    engine: str,
    report: Callable[[int], None] | None = None,
) -> Climb:
    """Climb to the goal of a problem that is made of arcs; the solution is made of its arcs too.

    Parameters
    ----------
    problem
        Made of arcs; the macros among them are tried on the whole board.
    algorithm, limits, engine, report
        As for `climb_with`.

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
    ready = _prepared(problem.theory, problem.goal, algorithm.select)
    found = climb_with(
        ready.climber, problem.start, algorithm, limits=limits, engine=engine, report=report
    )
    return replace(found, arcs=tuple(ready.arc_of(*step) for step in found.plan.steps))


def climb_with(
    climber: Climber,
    start: State,
    algorithm: Algorithm,
    *,
    limits: Limits,
    engine: str,
    report: Callable[[int], None] | None = None,
) -> Climb:
    """Climb as an algorithm of the table says.

    Parameters
    ----------
    climber, start, limits, engine, report
        As for `climb`.
    algorithm
        Says whether to search for ways out of local minima, and the width of the look-ahead by a macro table.
    """
    found = climb(
        climber,
        start,
        escape=ESCAPE if algorithm.escape else None,
        limits=limits,
        engine=engine,
        width=algorithm.beam_width if algorithm.select == "best" else None,
        report=report,
    )
    return replace(found, algorithm=algorithm.name, climber=climber)


@lru_cache(maxsize=8)
def _prepared(theory: Theory, goal: Pattern, select: str) -> _Prepared:
    domain, moves, shape = domain_with_moves(theory), theory.without_macros(), theory.shape

    def placed(arc: Arc) -> tuple[Schema, int]:
        return schema_of(arc, shape, domain.geometry)

    macros = [on_whole_board(macro, shape, domain.geometry) for macro in theory.macros]
    arcs = {(schema.canonical, place): arc for arc in moves.arcs for schema, place in [placed(arc)]}
    return _Prepared(Climber(domain, shape, macros, goal, select=select), arcs)
