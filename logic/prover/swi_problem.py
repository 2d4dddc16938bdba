"""Problems whose successors SWI-Prolog makes, asked at each step.

The searches of meta_interpreter.pl, in plain Prolog: the textbook's programs beside arcwise's own.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Protocol, Self

from ...rules.arc import Arc
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.prolog.writer import functor_of, pattern_text, write_term
from ...rules.term import Compound, Pattern, State, Symbol, Var, match
from ...rules.theory import Theory
from ...search.heuristic import FunctionHeuristic, Heuristic
from ...search.problem import Problem, Solvable
from ...search.result import Status
from ..swi.process import QuestionLimits, SwiError
from ..swi.program import UNBOUNDED, SwiTheory, first_answer

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
        return any(match(goal, state) is not None for goal in self.goals or (self.goal,))


LIBRARY = Path(__file__).with_name("meta_interpreter.pl")

PROLOG_ALGORITHMS = {
    "breadth-first": "breadth_first",
    "depth-first": "depth_first",
    "greedy": "best_first",
}
"""Algorithms that Prolog has, with their names there."""

PROLOG_HEURISTICS = ("misplaced", "manhattan")
PROLOG_DUPLICATES = ("path", "closed")


@dataclass(frozen=True, slots=True)
class PrologRun:
    """Result of a search in Prolog; counters as in `Statistics`.

    Parameters
    ----------
    status
        SOLVED, UNSOLVABLE, or STOPPED where time was up, and then all counters are 0.
    path
        The states from start to goal; only the start without a solution.
    """

    status: Status
    expanded: int
    generated: int
    inserted: int
    path: tuple[State, ...]


@checked
def run_in_prolog(
    theory: Theory,
    start: State,
    goal: Pattern,
    algorithm: str = "breadth-first",
    duplicates: str = "closed",
    heuristic: str | None = None,
    *,
    limits: QuestionLimits = UNBOUNDED,
) -> PrologRun:
    """Search in SWI-Prolog.

    Parameters
    ----------
    theory
        The arcs, tried in their order.
    start, goal
        States; for blind search the goal may be a pattern.
    algorithm
        ``breadth-first``, ``depth-first`` or ``greedy``.
    duplicates
        ``path`` or ``closed``.
    heuristic
        ``misplaced`` or ``manhattan``, for ``greedy`` alone; None for Manhattan distance.
    limits
        Limits on the search.

    Raises
    ------
    InputError
        An unknown name, a heuristic for a blind search, a goal pattern for an informed one.
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    SwiError
        Prolog ran out of memory.
    """
    _check_name(algorithm, tuple(PROLOG_ALGORITHMS), "algorithm")
    _check_name(duplicates, PROLOG_DUPLICATES, "duplicate rule")
    Problem(theory, start, goal)  # refuses states that are not the theory's
    if algorithm != "greedy" and heuristic is not None:
        raise InputError(
            f"{algorithm} looks at no heuristic", expected="none", found=heuristic, remedy="greedy"
        )
    if algorithm == "greedy" and any(isinstance(term, Var) for term in goal):
        raise InputError(
            "Prolog's heuristics need a goal without variables", found=theory.format(goal)
        )
    arguments = (
        PROLOG_ALGORITHMS[algorithm],
        pattern_text(start, functor_of(theory)),
        pattern_text(goal, functor_of(theory)),
        duplicates,
        _heuristic(heuristic or "manhattan", theory) if algorithm == "greedy" else "none",
    )
    question = f"search_summary({', '.join(arguments)})"
    try:
        answer = first_answer(theory, LIBRARY, question, limits=limits)
    except SwiError as error:
        if error.kind not in ("time", "limit"):
            raise
        return PrologRun(Status.STOPPED, 0, 0, 0, (start,))
    expanded, generated, inserted, path = answer
    status = Status.SOLVED if path else Status.UNSOLVABLE
    states = tuple(map(tuple, path)) or (start,)
    return PrologRun(status, expanded, generated, inserted, states)


def _heuristic(name: str, theory: Theory) -> str:
    _check_name(name, PROLOG_HEURISTICS, "heuristic in Prolog")
    blank = Var("_Blank") if theory.blank is None else theory.blank  # a variable equals no tile
    arguments = (blank,) if name == "misplaced" else (blank, theory.shape[1])
    return write_term(Compound(name, arguments))


def _check_name(name: str, known: tuple[str, ...], what: str) -> None:
    if name not in known:
        raise InputError(f"no such {what}", expected=" or ".join(known), found=name)
