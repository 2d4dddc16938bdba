"""One question about a theory, answered by a library of Prolog predicates."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from ..prolog.theory_file import write_theory
from ..prolog.writer import write_atom
from ..theory import Theory
from .interpreter import INTERPRETER, inferences
from .limits import QuestionLimits

UNBOUNDED = QuestionLimits(inferences=None, seconds=None)
"""The limits of a whole search: it ends by itself, or is interrupted."""

_LOADING = QuestionLimits(inferences=None)

_numbers = count(1)


def first_answer(
    theory: Theory, library: Path, goal: str, *, limits: QuestionLimits = UNBOUNDED
) -> Any:
    """The first answer to a goal that a library defines, asked in the module of a theory.

    Parameters
    ----------
    theory
        Its arcs are arc/3 there.
    library
        A Prolog file, a module.
    goal
        A goal as Prolog text, without its last argument, which is the answer: a term made of lists, numbers, atoms
        and variables.
    limits
        What the answer may cost.

    Returns
    -------
    The answer as lists, numbers and strings (a variable as ``{"var": name}``), or None where the goal fails.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    SwiError
        An error in Prolog, or a limit.
    """
    module = f"arcwise_theory_{next(_numbers)}"
    INTERPRETER.load(
        module, module, write_theory(theory), _LOADING, trust=True, ours=True, read=list
    )
    try:
        bounds = f"{inferences(limits)},{write_atom(str(library))}"
        found = INTERPRETER.ask(f"first_answer({module},{bounds},{goal})", limits, module, list)
    finally:
        INTERPRETER.unload(module)
    return found[0] if found else None
