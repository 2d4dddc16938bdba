"""The searches of meta_interpreter.pl, run by plain SWI-Prolog: the textbook's programs beside arcwise's own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...rules.errors import InputError
from ...rules.prolog.theory_file import write_theory
from ...rules.swi.swipl import ask_swipl, prolog_state
from ...rules.term import Pattern, State, Var
from ...rules.theory import Theory
from ..problem import Problem
from ..result import Status

LIBRARY = Path(__file__).with_name("meta_interpreter.pl")

PROLOG_ALGORITHMS = {
    "breadth-first": "breadth_first",
    "depth-first": "depth_first",
    "greedy": "best_first",
}
"""The algorithms that Prolog has, and what they are called there."""

PROLOG_HEURISTICS = ("misplaced", "manhattan")
PROLOG_DUPLICATES = ("path", "closed")


@dataclass(frozen=True, slots=True)
class PrologRun:
    """What a search in Prolog found out; the counters mean what they mean in `Statistics`.

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


def run_in_prolog(
    theory: Theory,
    start: State,
    goal: Pattern,
    algorithm: str = "breadth-first",
    duplicates: str = "closed",
    heuristic: str | None = None,
    *,
    timeout: float | None = None,
) -> PrologRun:
    """Search in a ``swipl`` process of its own.

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
        ``misplaced`` or ``manhattan``, for ``greedy`` alone; Manhattan distance unless told otherwise.
    timeout
        Seconds; None for no limit.

    Raises
    ------
    InputError
        An unknown name, a heuristic for a blind search, a goal pattern for an informed one.
    SwiplError
        SWI-Prolog is not installed, or ran out of memory.
    """
    _check_name(algorithm, tuple(PROLOG_ALGORITHMS), "algorithm")
    _check_name(duplicates, PROLOG_DUPLICATES, "duplicate rule")
    Problem(theory, start, goal)  # refuses states that are not the theory's
    informed = algorithm == "greedy"
    arguments = [
        f"theory:{prolog_state(theory.functor, start)}",
        prolog_state(theory.functor, goal),
        duplicates,
    ]
    if informed:
        if any(isinstance(term, Var) for term in goal):
            raise InputError(
                "Prolog's heuristics need a goal without variables", found=theory.format(goal)
            )
        arguments.append(_heuristic(heuristic or "manhattan", theory))
    elif heuristic is not None:
        raise InputError(
            f"{algorithm} looks at no heuristic", expected="none", found=heuristic, remedy="greedy"
        )
    call = f"{PROLOG_ALGORITHMS[algorithm]}({', '.join(arguments)}, Outcome, Counts)"
    cells = "findall(C, (member(S, P), (is_list(S) -> C = S ; atomic(S) -> C = [S] ; S =.. [_|C])), Path)"
    question = (
        f"{call}, Counts = counts(E, G, I), "
        f"( Outcome = solved(P) -> {cells} ; Path = [] ), Answer = [E, G, I, Path]"
    )
    try:
        answer = ask_swipl(write_theory(theory), question, LIBRARY, timeout=timeout)
    except TimeoutError:
        return PrologRun(Status.STOPPED, 0, 0, 0, (start,))
    expanded, generated, inserted, path = answer
    status = Status.SOLVED if path else Status.UNSOLVABLE
    states = tuple(map(tuple, path)) or (start,)
    return PrologRun(status, expanded, generated, inserted, states)


def _heuristic(name: str, theory: Theory) -> str:
    _check_name(name, PROLOG_HEURISTICS, "heuristic in Prolog")
    blank = "_" if theory.blank is None else prolog_state("[]", (theory.blank,))[1:-1]
    return (
        f"misplaced({blank})" if name == "misplaced" else f"manhattan({blank}, {theory.shape[1]})"
    )


def _check_name(name: str, known: tuple[str, ...], what: str) -> None:
    if name not in known:
        raise InputError(f"no such {what}", expected=" or ".join(known), found=name)
