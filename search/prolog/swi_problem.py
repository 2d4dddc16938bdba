"""Problems whose successors SWI-Prolog makes, asked at each step."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...rules.arc import Arc
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.prolog.writer import pattern_text
from ...rules.swi.program import SwiProgram, SwiTheory
from ...rules.term import Pattern, State, Symbol, Var, match
from ...rules.theory import Theory
from ..problem import Problem, Solvable


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

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Prolog's answers, as the theory's arcs."""
        return self.program.successors(state)

    def predecessors(self, state: State) -> list[tuple[Arc, State]]:
        """Not to be had from Prolog.

        Raises
        ------
        InputError
            Always.
        """
        raise InputError("engine swi cannot search backwards", remedy="--engine python")


@checked
@dataclass(frozen=True)
class ProgramProblem(Solvable):
    """A problem of a Prolog program that is not a list of arcs; only forward search knows its states.

    Parameters
    ----------
    program
        A program with arc/3.
    start, goal
        A state, and a state or a pattern.
    """

    program: SwiProgram
    start: State
    goal: Pattern
    engine = "swi"

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Prolog's answers, each as a ground arc."""
        return self.program.successors(state)

    def doubt(self, generated: int) -> str:
        """Reason why a search with this number of successors proves nothing; empty if it does."""
        if generated or self.program.changes:
            return self.program.changes
        spoken = self.program.speaks_of()
        asked = pattern_text(self.start, self.program.functor)
        return f"no step matches {asked}" + (f"; the clauses speak of {spoken}" if spoken else "")

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
        """Whether a state matches the goal."""
        if any(isinstance(term, Var) for term in self.goal):
            return match(self.goal, state) is not None
        return state == self.goal
