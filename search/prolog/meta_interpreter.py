"""The searches of meta_interpreter.pl, in plain Prolog: the textbook's programs beside arcwise's own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.prolog.term import Compound
from ...rules.prolog.writer import functor_of, pattern_text, write_term
from ...rules.swi.errors import SwiError
from ...rules.swi.limits import QuestionLimits
from ...rules.swi.question import UNBOUNDED, first_answer
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
        What the search may cost.

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
