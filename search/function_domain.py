"""A domain whose moves a Python function makes: it is searched and compared, and nothing is learned on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..rules.domain import TheoryDomain
from ..rules.errors import InputError
from ..rules.geometry import Shape
from ..rules.states.permutation_group import Solvability
from ..rules.states.random_states import MAX_ASKED, Draw, between
from ..rules.term import Pattern, State, ground, match
from ..rules.theory import Theory
from .operator import Operator
from .problem import FunctionProblem


class NoArcs(NamedTuple):
    """Answer to the question for arcs: none, and why."""

    reason: str
    theory: Theory | None = None


@dataclass(frozen=True)
class FunctionMoves:
    """The moves of a problem that is given by functions, of states that are tuples.

    Parameters
    ----------
    given
        The problem. A state of it that is no tuple is a tuple of one here.
    """

    given: FunctionProblem
    source = name = "functions"

    def unfold(self) -> NoArcs:
        """None of its moves as arcs: a function does not tell the conditions of its moves."""
        return NoArcs("its moves are made by a Python function")

    def successors(self, state: State) -> Iterator[tuple[Operator, State]]:
        """List the (move, successor) pairs of a state."""
        for move, successor in self.given.successors(self._own(state)):
            yield move, as_tuple(successor)

    def problem(self, start: State, goal: Pattern) -> FunctionProblem:
        """The problem of getting from a start to a goal by these moves."""
        return FunctionProblem(
            start,
            lambda state: match(goal, state) is not None,
            lambda state: ((move.name, move.cost, after) for move, after in self.successors(state)),
        )

    def _own(self, state: State) -> Any:
        return state if isinstance(self.given.start, tuple) else state[0]


@dataclass(frozen=True)
class FunctionDomain(TheoryDomain):
    """The domain of a problem that is given by functions.

    Parameters
    ----------
    alone, own_goals, functor, predicate
        As for `TheoryDomain`; the theory is a board without arcs.
    program
        The function that makes its moves.
    """

    sized_as = "functions"

    program: FunctionMoves | None = field(default=None)

    @classmethod
    def of(cls, problem: FunctionProblem) -> FunctionDomain:
        """The domain of a problem.

        Raises
        ------
        InputError
            States that are no symbols, nor tuples of these.
        """
        start = as_tuple(problem.start)
        if not start or not all(isinstance(symbol, int | str) for symbol in start):
            raise InputError(
                "states of a domain are numbers, strings, or tuples of these",
                found=f"{problem.start!r:.60}",
                remedy="problem.solve(), which takes states of any kind",
            )
        return cls(Theory("functions", (), (1, len(start))), program=FunctionMoves(problem))

    def start(self, shape: Shape) -> State:
        """The start of the problem."""
        assert self.program is not None
        return as_tuple(self.program.given.start)

    def starts(self, shape: Shape, goal: Pattern) -> Draw:
        """Draw uniformly from the states that the goal or the start leads to and that lead to the goal.

        A function does not tell what comes before a state: where moves cannot be undone, only the start leads to others.
        """
        assert self.program is not None
        starts = dict.fromkeys((ground(goal) or self.start(shape), self.start(shape)))
        return between(self.program, starts, (goal,), MAX_ASKED)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        """None: only a search can tell."""
        return None


def as_tuple(state: Any) -> State:
    """A state as a tuple of symbols."""
    return state if isinstance(state, tuple) else (state,)
