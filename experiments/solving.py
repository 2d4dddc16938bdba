"""One problem solved, however it is named: what the shell, Python, a notebook and the playground call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from inspect import signature
from pathlib import Path
from typing import Any, cast

from ..rules.checked import checked, near
from ..rules.domains.domain_table import domain_of
from ..rules.errors import InputError
from ..rules.source import source_class
from ..rules.text.state_text import is_state_text
from ..rules.theory import Theory
from ..search.algorithms import ALGORITHMS, CLIMB, Algorithm
from ..search.macros import Macros, Rules
from ..search.problem import DomainProblem, Problem, theory_of
from ..search.result import Result
from ..search.solve import row_of
from ..search.solve import solve as search
from ..search.stages.stage import Stage
from .board import (
    Named,
    as_state,
)
from .board_question import ADJUSTABLE, adjusted, pose, start_on


def _for_problem(problem: Any, macros: Any) -> Any:
    """The macros for a problem that was made, where their library was read without its domain."""
    if not hasattr(macros, "for_domain"):
        return macros
    lifted = getattr(problem, "shape", None)
    if lifted is not None:
        return macros.for_domain(problem.domain, lifted)
    theory = theory_of(problem)
    return macros if theory is None else macros.for_domain(domain_of(theory), theory.shape)


@checked
def problem_of(domain: Named, *states: Any) -> DomainProblem:
    """The problem that a domain, a start and a goal name.

    Parameters
    ----------
    domain, states
        As for `pose`, also as lists or rows of symbols; a `Theory` may have macros.

    Raises
    ------
    InputError
        As for `pose`.
    """
    states = tuple(map(as_state, states))
    if isinstance(domain, Theory):
        return _of_theory(domain, states)
    posed: Any = pose(domain, *states).problem
    found: DomainProblem = posed
    return found


def _of_theory(theory: Theory, states: tuple[Any, ...]) -> Problem:
    domain = domain_of(theory)
    start = start_on(theory, states[0] if states else None, domain.start(theory.shape))
    target = states[1] if len(states) > 1 else domain.goal(theory.shape)
    if isinstance(target, str):
        return Problem(theory, start, theory.parse_goal(target, start))
    return Problem(theory, start, theory.goal_of_cells(tuple(target)))


@checked
def read_pddl(domain: str | Path, problem: str | Path) -> DomainProblem:
    """The problem of a PDDL domain file and a PDDL problem file.

    Raises
    ------
    InputError
        A bad file.
    """
    return problem_of(domain, str(problem))


def _names_algorithm(word: Any) -> bool:
    """Whether the last word of a call is an algorithm, and no state."""
    if isinstance(word, str):
        # Digits name none; to ask other packages for theirs takes longer than a short search.
        digits = word.translate(dict.fromkeys(map(ord, " ,[]"))).isdigit()
        return not digits and "(" not in word and ALGORITHMS.named(word) is not None
    return isinstance(word, Algorithm) or (
        isinstance(word, list | tuple)
        and len(word) > 0
        and all(isinstance(one, Stage) for one in word)
    )


def _check_options(options: Iterable[str]) -> None:
    taken = ("start", "goal", "moves", "cost", *list(signature(search).parameters)[1:], *ADJUSTABLE)
    if unknown := next((one for one in options if one not in taken), None):
        words = f"got an unexpected keyword argument {unknown!r}{near(unknown, taken)}"
        raise TypeError(f"solve: {words}; it takes {', '.join(taken)}")


def _named_states(start: Any, goal: Any) -> list[str]:
    return [
        f"{name}={one!r}" for name, one in (("start", start), ("goal", goal)) if one is not None
    ]


def _in_order(words: tuple[Any, ...], start: Any, goal: Any) -> tuple[Any, ...]:
    """The states of a call in their order, of which some have names."""
    if len(words) != (start is None):
        raise InputError(
            "each state once, a start before a goal",
            expected="DOMAIN, START, GOAL or DOMAIN, start=START, goal=GOAL",
            found=", ".join([*map(repr, words), *_named_states(start, goal)])[:90],
        )
    return (*words, *(one for one in (start, goal) if one is not None))


@checked
def solve(
    problem: Any,
    *words: Any,
    start: Any = None,
    goal: Any = None,
    macros: str | Path | Macros | Rules | None = None,
    macro_cost: str = "true",
    algorithm: str | Algorithm | Sequence[Stage] = "auto",
    moves: str | None = None,
    cost: str | None = None,
    **options: Any,
) -> Result:
    """Solve a problem, or one that is named by its domain and states.

    ``solve("8-puzzle", "2 3 5 0 1 4 6 7 8")`` names one, ``solve(problem, "a-star")`` takes one that was made.

    Parameters
    ----------
    problem, words
        A problem, or a domain with a start and a goal as for `pose`, also as lists or rows of symbols; or a logic program with a
        goal; then perhaps an algorithm.
    start, goal
        The states by name, in place of words.
    macros
        Macro-operators, with conditions or without, or their file.
    moves, cost
        Of a Prolog file, the goal that is asked for successors, such as ``"road(S,T,C)"``, and the variable in it that is the cost,
        ``"C"``.
    macro_cost, algorithm, options
        As for `arcwise.search.solve`, also a list of `Stage`, and the choices of `Algorithm.adjusted`, such as ``weight=3``.

    Returns
    -------
    The result of the search; of a goal of a program a `ProofResult`, which `arcwise.prove` is typed to return.

    Raises
    ------
    InputError
        What cannot be read, choices that the algorithm does not have, and what the search refuses.
    """
    _check_options(options)
    if isinstance(problem, type):
        problem = problem()
    if words and _names_algorithm(words[-1]):
        if algorithm not in ("auto", words[-1]):
            raise InputError("two algorithms", expected="one", found=f"{words[-1]} and {algorithm}")
        words, algorithm = words[:-1], words[-1]
    if start is not None or goal is not None:
        words = _in_order(words, start, goal)
    if isinstance(problem, Theory):
        problem, words = _of_theory(problem, tuple(map(as_state, words))), ()
    if hasattr(problem, "is_goal"):
        if len(words) > 1:
            raise InputError(
                "a problem has its states",
                expected="an algorithm at most",
                found=f"{words[1]!r:.60}",
            )
        if moves is not None or cost is not None:
            raise InputError(
                "a goal of moves is for a Prolog file", expected="FILE.pl", found=f"{problem!r:.60}"
            )
        row = adjusted(words[0] if words else algorithm, options)
        fitted = _for_problem(problem, macros)
        return search(cast(Any, problem), row, macros=fitted, macro_cost=macro_cost, **options)
    climbs = row_of(algorithm).loop == CLIMB
    if cost is not None:
        from ..rules.prolog.steps import with_cost

        moves = with_cost(moves, cost)
    kind = source_class(problem, words, moves)
    question = kind.ask(problem, _states_in(words), macros=macros, climbs=climbs, moves=moves)
    found: Result = question.search_by(algorithm, macro_cost=macro_cost, **options)
    return found


def _states_in(words: tuple[Any, ...]) -> tuple[Any, ...]:
    """The states among the words of a call; a start and a goal may be in a tuple."""
    if len(words) == 1 and isinstance(words[0], tuple) and all(map(is_state_text, words[0])):
        words = words[0]
    return tuple(map(as_state, words))
