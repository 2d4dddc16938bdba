"""Problems whose successors a program makes, asked at each step."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Protocol, Self

from ...rules.arc import Arc
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.term import Pattern, State, Symbol, match, variables
from ...rules.theory import Theory
from ...search.heuristic import FunctionHeuristic, Heuristic
from ...search.problem import Problem, Solvable
from ..swi.program import SwiTheory

OWN_ESTIMATES = "h/2"
"""Name of the heuristic that a program brings."""


@checked
@dataclass(frozen=True)
class SwiProblem(Problem):
    """A problem of a theory whose arcs SWI-Prolog applies; everything else is as in `Problem`.

    Parameters
    ----------
    program
        The theory handed to Prolog.
    """

    program: SwiTheory = field(kw_only=True)
    engine = "swi"

    @classmethod
    def of(cls, theory: Theory, start: State, goal: Pattern) -> Self:
        """The problem of a theory, which is handed to Prolog."""
        return cls(theory, start, goal, program=_in_swi(theory))

    def with_theory(self, theory: Theory) -> Self:
        """Copy of the problem for a theory with other arcs, which is handed to Prolog too."""
        return replace(self, theory=theory, program=_in_swi(theory))

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Successors by Prolog's answers, as the theory's arcs."""
        return self.program.successors(state)

    def predecessors(self, state: State) -> list[tuple[Arc, State]]:
        """Predecessors, which Prolog cannot tell.

        Raises
        ------
        InputError
            Always.
        """
        raise InputError("engine swi cannot search backwards", remedy="--engine python")


@lru_cache(maxsize=8)
def _in_swi(theory: Theory) -> SwiTheory:
    return SwiTheory(theory)


class StepProgram(Protocol):
    """Protocol of a program that makes moves: a `MoveProgram`, or Python functions."""

    @property
    def name(self) -> str:
        """Name of the program, as people are shown it."""

    @property
    def engine(self) -> str:
        """Engine that makes the moves: ``swi`` or ``python``."""

    @property
    def changes(self) -> str:
        """Why its answers may be others another time; empty where they are the same."""

    @property
    def shape(self) -> tuple[int, int] | None:
        """Rows and columns of its board."""

    @property
    def blank(self) -> Symbol | None:
        """The symbol that stands for no tile."""

    @property
    def symbols(self) -> tuple[Symbol, ...] | None:
        """The symbols of a state where each occurs once."""

    @property
    def constants(self) -> frozenset[Symbol]:
        """The symbols in its clauses."""

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Every (arc, successor) pair of a state."""

    @property
    def has_estimates(self) -> bool:
        """Whether the program has h/2, an estimate of a state."""

    @property
    def vouched(self) -> bool:
        """Whether its author vouches that h/2 is admissible."""

    @property
    def one_cost(self) -> bool:
        """Whether all its steps are known to cost the same."""

    def estimate(self, state: State) -> float:
        """The program's own estimate of a state, h/2."""

    def is_goal(self, state: State) -> bool:
        """Whether the program's own goal/1 holds of a state."""

    def written(self, pattern: Pattern) -> str:
        """A state as it writes it."""

    def speaks_of(self) -> str:
        """How its clauses write states."""


def _form(state: str) -> tuple[str, int]:
    """The functor of a state as it is written, and how many arguments it has, as far as its text shows."""
    return state.partition("(")[0] if "(" in state else "", state.count(",")


@checked
@dataclass(frozen=True)
class ProgramProblem(Solvable):
    """A problem of a Prolog program that is not a list of arcs; only forward search knows its states.

    Parameters
    ----------
    program
        A program with arc/3, which SWI-Prolog or our own prover asks.
    start, goal
        A state, and a state or a pattern.
    goals
        All goals, any of which will do, where there are several.
    tested
        Whether the program's own goal/1 tells which states are goals; the pattern is then open.
    """

    program: StepProgram
    start: State
    goal: Pattern
    tested: bool = False
    goals: tuple[Pattern, ...] = ()

    @property
    def engine(self) -> str:
        """Who makes the successors."""
        return self.program.engine

    def written(self, state: State) -> str:
        """A state as the program writes it."""
        return self.program.written(state)

    @property
    def costs_add_up(self) -> bool:
        """Whether every macro costs what its moves cost."""
        return getattr(self.program, "macro_cost", "true") == "true"

    @property
    def one_cost(self) -> bool:
        """Whether all steps are known to cost the same."""
        return self.program.one_cost

    @property
    def estimates(self) -> Heuristic | None:
        """The estimates of the program, admissible where it vouches for them; None if it has none."""
        known = self.program
        if not known.has_estimates:
            return None
        return FunctionHeuristic(OWN_ESTIMATES, known.estimate, admissible=known.vouched)

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """The program's answers, each as a ground arc."""
        return self.program.successors(state)

    @property
    def teller(self) -> Any:
        """Who tells successors without making an arc of each; None if each has to be made."""
        return getattr(self.program, "teller", None)

    def doubt(self, generated: int) -> str:
        """Reason why a search with this number of successors proves nothing; empty if it does."""
        if generated or self.program.changes:
            return self.program.changes
        spoken = self.program.speaks_of()
        asked = self.program.written(self.start)
        if not spoken:
            return f"no step matches {asked}"
        alike = _form(spoken) == _form(asked)
        why = ", and their conditions fail or their arguments differ" if alike else ""
        return f"no step matches {asked}; the clauses speak of {spoken}{why}"

    @property
    def board(self) -> Theory:
        """The board of its states, without arcs."""
        known = self.program
        shape = known.shape or (1, len(self.start))
        return Theory(known.name, (), shape, known.blank, known.symbols)

    @property
    def unknown_symbols(self) -> list[Symbol]:
        """Names in the goal that neither the start nor any clause has, which may be slips; numbers may be computed."""
        known = self.program.constants.union(self.start)
        names = (term for term in dict.fromkeys(self.goal) if isinstance(term, str))
        return [name for name in names if name not in known]

    def is_goal(self, state: State) -> bool:
        """Whether a state matches the goal, or one of several."""
        if self.tested:
            return self.program.is_goal(state)
        states, patterns = self._goals
        return state in states or any(match(goal, state) is not None for goal in patterns)

    @cached_property
    def _goals(self) -> tuple[frozenset[Pattern], tuple[Pattern, ...]]:
        """The goals that are states, and the others."""
        goals = self.goals or (self.goal,)
        states = frozenset(one for one in goals if not variables(one))
        return states, tuple(one for one in goals if one not in states)
