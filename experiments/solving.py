"""One problem solved, however it is named: the door of Python, as ``arcwise solve`` is that of the shell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..rules.checked import checked
from ..rules.domain import Domain
from ..rules.domains.table import domain_of
from ..rules.errors import InputError
from ..rules.read_domain import with_problem
from ..rules.term import Pattern, State
from ..rules.theory import Theory
from ..search.algorithms import Algorithm
from ..search.macros import LiftedProblem, Macros
from ..search.problem import Problem, SearchProblem
from ..search.result import Result
from ..search.solve import solve as search
from .sized_domain import Named, SizedDomain, parse_start
from .sized_domain import domain as make_domain


@checked
def problem_of(domain: Named, *states: str | State | Pattern) -> SearchProblem:
    """The problem that a domain, a start and a goal name.

    Parameters
    ----------
    domain
        As for `domain`; with the files of a PDDL domain and of a problem of it.
    states
        A start and perhaps a goal, as texts or states; the domain's own where they are left out.

    Raises
    ------
    InputError
        A bad name, file or state, or no start where the domain has none.
    """
    if isinstance(domain, Theory):
        return _of_theory(domain, states)
    if isinstance(domain, str | Path):
        texts = tuple(one for one in states if isinstance(one, str))
        argument, left = with_problem(str(domain), texts)
        if len(left) < len(texts):
            states = states[len(texts) - len(left) :]
        domain = argument
    board = make_domain(domain)
    if len(states) > 2:
        raise InputError("too many states", expected="a start and a goal", found=str(len(states)))
    start = _start(board.theory, states[0] if states else None, board.start)
    target = states[1] if len(states) > 1 else None
    if target is not None and not isinstance(target, str):
        goals: tuple[Pattern, ...] = (tuple(target),)
    else:
        goals = board.goal_patterns(target, start)
    if len(goals) > 1 or board.engine == "swi":
        return board.problem_to_any(start, goals)
    return LiftedProblem(board.domain, board.shape, start, goals[0], board.arc_cost)


def _of_theory(theory: Theory, states: tuple[Any, ...]) -> Problem:
    domain = domain_of(theory)
    start = _start(theory, states[0] if states else None, domain.start(theory.shape))
    target = states[1] if len(states) > 1 else domain.goal(theory.shape)
    return Problem(
        theory, start, theory.parse_goal(target, start) if isinstance(target, str) else target
    )


def _start(theory: Theory, said: str | Pattern | None, own: State | None) -> State:
    if said is None and own is None:
        raise InputError("no start", expected=f"a state of {theory.name}")
    if isinstance(said, str):
        return parse_start(theory, said)
    start = said if said is not None else own
    assert start is not None
    return theory.check(tuple(start))  # type: ignore[arg-type]  # refuses variables


@checked
def read_pddl(domain: str | Path, problem: str | Path) -> SearchProblem:
    """The problem of a PDDL domain file and a PDDL problem file.

    Raises
    ------
    InputError
        A bad file.
    """
    return problem_of(domain, str(problem))


def solve(
    problem: Named | SearchProblem,
    *words: Any,
    macros: str | Path | Macros | None = None,
    algorithm: str | Algorithm = "auto",
    **options: Any,
) -> Result:
    """Solve a problem, or one that is named by its domain and states.

    ``solve("8-puzzle", "2 3 5 0 1 4 6 7 8")`` names one, ``solve(problem, "a-star")`` takes one that was made.

    Parameters
    ----------
    problem, words
        A problem and perhaps an algorithm; or a domain, a start and a goal, as for `problem_of`.
    macros
        Macro-operators, or their file.
    algorithm, options
        As for `arcwise.search.solve`.

    Raises
    ------
    InputError
        What cannot be read, and what the search refuses.
    """
    if isinstance(problem, str | Path | SizedDomain | Theory | Domain):
        problem = problem_of(problem, *words)
    elif len(words) > 1:
        raise InputError(
            "a problem has its states", expected="an algorithm at most", found=f"{words[1]!r:.60}"
        )
    elif words:
        algorithm = words[0]
    return search(problem, algorithm, macros=macros, **options)
