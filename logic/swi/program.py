"""Lists of arcs that SWI-Prolog applies, and questions about them that a library of Prolog predicates answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from ...rules.arc import Arc
from ...rules.checked import checked
from ...rules.prolog.theory_file import state_of_term, write_theory
from ...rules.prolog.writer import SINGLE, functor_of, pattern_text, write_atom
from ...rules.term import Pattern, State, Term, Var
from ...rules.theory import Theory
from .interpreter import INTERPRETER, inferences
from .loading import load_text
from .process import DEFAULT_LIMITS, QuestionLimits


@checked
class SwiTheory:
    """A theory whose arcs SWI-Prolog applies: the successors are what Prolog finds, the arcs the theory's own.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    """

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        # In place of its cost each arc has its number, which says in an answer which arc it was.
        numbered = tuple(
            Arc(arc.name, arc.before, arc.after, number) for number, arc in enumerate(theory.arcs)
        )
        text = write_theory(replace(theory, arcs=numbered))
        self._functor = functor_of(theory)
        self._origin, _ = load_text(text, theory.name, DEFAULT_LIMITS, ours=True)

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Every (arc, successor) pair of a state, in the order of the arcs.

        Raises
        ------
        InputError
            A state of another size, more answers than the limits allow.
        """
        arcs = self.theory.arcs
        goal = f"arc({pattern_text(self.theory.check(state), self._functor)},After,Number)"
        return [
            (arcs[one.args[0]], state_of_term(one.args[1], single=self._functor == SINGLE))
            for one in self._origin.answers(goal, "Number-After")
        ]

    def close(self) -> None:
        """Forget the theory in Prolog."""
        INTERPRETER.unload(self._origin.module)


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
        Limits on the answer.

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
    INTERPRETER.load(module, module, write_theory(theory), _LOADING, ours=True, read=list)
    try:
        bounds = f"{inferences(limits)},{write_atom(str(library))}"
        found = INTERPRETER.ask(f"first_answer({module},{bounds},{goal})", limits, module, list)
    finally:
        INTERPRETER.unload(module)
    return found[0] if found else None


def pattern_of_reply(cells: Iterable[Any]) -> Pattern:
    """The cells of a pattern as bridge.pl gives them."""
    return tuple(map(_cell, cells))


def _cell(cell: Any) -> Term:
    match cell:
        case {"var": str(name)}:
            return Var(name)
        case int() | str() if not isinstance(cell, bool):
            return cell
    raise ValueError
