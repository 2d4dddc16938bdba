"""Macro-operators in a search: arcs in front of the others, a climber, or a policy that is followed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ..rules.arc import Arc, replace_arc
from ..rules.checked import checked
from ..rules.domain import Domain, TheoryDomain
from ..rules.domains.domain_table import domain_of
from ..rules.errors import InputError
from ..rules.geometry import Shape
from ..rules.later import Later
from ..rules.record import record
from ..rules.states.traps import Traps
from ..rules.term import Pattern, State
from ..rules.theory import Theory
from .part_first import PartFirst
from .problem import (
    Problem,
    SearchProblem,
    Solvable,
    Successors,
    made_of_arcs,
)

if TYPE_CHECKING:
    from .climbing.climber import Climber


_swi_problem = Later("logic.prover.swi_problem", "SwiProblem")


@runtime_checkable
class Macros(Protocol):
    """Macro-operators as `solve` takes them; a `MacroLibrary` is one."""

    @property
    def policy(self) -> Any:
        """The policy that the macros are the rules of, a `LiftedPolicy`; None for macros of searches and climbs."""

    def part_of(self, domain: Domain) -> Domain:
        """The part of a planning problem that entangled actions leave; the domain itself if there are none."""

    def arcs(self, theory: Theory, goal: Pattern | None = None) -> Sequence[Arc]:
        """The macros as arcs of a theory; those of a macro table are made for one goal."""

    def traps_in(self, problem: Problem | LiftedProblem) -> Traps:
        """Patterns that no state on a path to the goal of a problem fits; only for traps are its arcs made."""

    def climber(
        self,
        shape: Shape,
        domain: Domain | None = None,
        goal: Pattern | None = None,
        *,
        select: str = "first",
    ) -> Climber:
        """The climber that uses the macros on boards of a shape, with their order of subgoals and their table."""


@runtime_checkable
class Rules(Protocol):
    """Rules of a program, such as macro-operators with conditions; a `RuleLibrary` is one."""

    @property
    def learned_program(self) -> Any:
        """The program with the rules."""


@checked
@record
class LiftedProblem(Solvable):
    """A problem as its domain describes it, of which no arc is made before it is asked for: policies need none.

    Parameters
    ----------
    domain, shape
        The boards, or a `PlanningDomain` with its problem.
    start, goal
        As for `Problem`; empty ones are those of the problem of a `PlanningDomain`.
    cost
        The cost of a move of a board.
    engine
        ``python``, or ``swi`` if SWI-Prolog applies the arcs.
    """

    domain: Domain
    shape: Shape
    start: State = ()
    goal: Pattern = ()
    cost: float = 1
    engine: str = "python"

    @classmethod
    def of(cls, problem: Problem) -> LiftedProblem:
        """A problem made of arcs, as its domain describes it.

        Raises
        ------
        InputError
            Several goals, or macros among the arcs.
        """
        theory = problem.theory
        if len(problem.wanted) > 1:
            raise InputError("climbing needs one goal", found=f"{len(problem.wanted)} goals")
        if theory.macros:
            raise InputError(
                "the problem has macros of its own",
                found=f"{len(theory.macros)} in {theory.name}",
                remedy="a problem of theory.without_macros()",
            )
        cost = min((arc.cost for arc in theory.arcs), default=1)
        return cls(domain_with_moves(theory), theory.shape, problem.start, problem.goal, cost)

    @cached_property
    def grounded(self) -> Problem:
        """The problem, made of arcs."""
        theory = self.domain.theory(self.shape)
        start = self.start or self.domain.start(theory.shape)
        if start is None:
            raise InputError("no start", expected=f"a state of {theory.name}")
        goal = self.goal or self.domain.goal(theory.shape)
        if self.engine != "swi":
            return Problem(theory, start, goal)
        problem: Problem = _swi_problem.found.of(theory, start, goal)
        return problem

    def part_by(self, macros: Macros) -> LiftedProblem | None:
        """The part that entangled actions among macros leave of the domain's own problem; None if there is none."""
        part = macros.part_of(self.domain)
        if part is self.domain:
            return None
        own = (self.domain.start(self.shape), self.domain.goal(self.shape)) if self.start else None
        if own not in (None, (self.start, self.goal)):
            return None
        return LiftedProblem(part, self.shape, engine=self.engine)

    @property
    def board(self) -> Problem:
        """The problem on its board, without arcs: what its solvability is seen from."""
        board = self.domain.board(self.shape)
        start = self.start or self.domain.start(self.shape) or ()
        return Problem(board, start, self.goal or self.domain.goal(self.shape))

    def successors(self, state: State) -> Successors:
        """The successors by the arcs."""
        return self.grounded.successors(state)

    def is_goal(self, state: State) -> bool:
        """Whether a state is wanted."""
        return self.grounded.is_goal(state)


KEPT = 8
"""Number of boards whose placed macros are kept for the next problem, those that were used last."""


@record
class ManyParts:
    """Many parts as a key of a cache: told apart by what they are, which is quick for the same objects, and hashed by their number."""

    parts: tuple[Any, ...]

    def __hash__(self) -> int:
        return len(self.parts)


@record
class SameObject:
    """An object as a key of a cache, told apart by identity: equal theories may be of different domains."""

    one: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameObject) and self.one is other.one

    def __hash__(self) -> int:
        return id(self.one)


@lru_cache(maxsize=8)
def domain_with_moves(theory: Theory) -> Domain:
    """The domain of a theory if it makes the theory's moves in their order; else a domain of this theory alone."""
    domain, moves = domain_of(theory), theory.without_macros()
    return domain if domain.theory(theory.shape).arcs == moves.arcs else TheoryDomain(moves)


@checked
def with_unit_macro_costs(theory: Theory) -> Theory:
    """The theory with every macro as cheap as its cheapest primitive arc.

    Search then prefers macros, and solutions may be suboptimal; `Result.cost` is the true cost all the same.
    """
    cheapest = min((arc.cost for arc in theory.primitives), default=1)
    arcs = tuple(replace_arc(a, cost=cheapest) if a.is_macro else a for a in theory.arcs)
    return replace(theory, arcs=arcs)


MACRO_COSTS = ("true", "unit")
"""Costs that a macro can have in a search."""


def check_macro_cost(macro_cost: str) -> None:
    """Raise InputError for a cost of macros by a name that is not in `MACRO_COSTS`."""
    if macro_cost not in MACRO_COSTS:
        raise InputError(
            "bad cost of macros", expected=" or ".join(MACRO_COSTS), found=f"{macro_cost!r:.60}"
        )


@checked
def theory_with(
    theory: Theory, macros: Macros, goal: Pattern | None = None, macro_cost: str = "true"
) -> Theory:
    """The theory with macros in front of its arcs.

    Parameters
    ----------
    theory, macros
        The arcs, and what goes in front of them.
    goal
        The goal of the search, for which the entries of a macro table are placed; the domain's own if None.
    macro_cost
        ``true`` for the cost of a macro's moves, ``unit`` for that of the cheapest move.

    Raises
    ------
    InputError
        Macros of another domain or board, or with too many places on this one, or a bad cost of macros.
    """
    check_macro_cost(macro_cost)
    return _theory_with_arcs(
        SameObject(theory), ManyParts(tuple(macros.arcs(theory, goal))), macro_cost
    )


@lru_cache(maxsize=KEPT)
def _theory_with_arcs(theory: SameObject, arcs: ManyParts, macro_cost: str) -> Theory:
    joined = theory.one.with_macros(arcs.parts)
    return with_unit_macro_costs(joined) if macro_cost == "unit" else joined


@checked
def with_macros(
    problem: SearchProblem,
    macros: Macros | None,
    macro_cost: str = "true",
    *,
    cheapest: bool = True,
) -> SearchProblem:
    """The problem made of arcs, with macros in front of them: as a search takes it.

    Parameters
    ----------
    problem
        A problem; one that is not made of arcs takes no macros.
    macros, macro_cost
        As for `theory_with`; without macros only a `LiftedProblem` changes, which is made of arcs.
    cheapest
        Whether a cheapest solution is wanted, which only the whole problem has. Else the part that entangled actions
        leave of a planning problem is searched first.

    Raises
    ------
    InputError
        Macros for a problem that is not made of arcs; as for `theory_with`.
    """
    check_macro_cost(macro_cost)
    if not isinstance(problem, LiftedProblem):
        return problem if macros is None else _joined(problem, macros, macro_cost)
    whole = problem
    if macros is None:
        return whole.grounded
    part = None if cheapest else whole.part_by(macros)
    if part is None:
        return _joined(whole.grounded, macros, macro_cost)
    return PartFirst(
        _joined(part.grounded, macros, macro_cost),
        lambda: _joined(whole.grounded, macros, macro_cost),
    )


def _joined(found: SearchProblem, macros: Macros, macro_cost: str) -> Problem:
    problem = made_of_arcs(found, "macros")
    goal = problem.wanted[0]
    theory = theory_with(problem.theory, macros, goal, macro_cost)
    return replace(problem.with_theory(theory), library=macros)
