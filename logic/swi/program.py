"""Lists of arcs that SWI-Prolog applies."""

from __future__ import annotations

from dataclasses import replace

from ...rules.arc import Arc
from ...rules.checked import checked
from ...rules.prolog.theory_file import state_of_term, write_theory
from ...rules.prolog.writer import SINGLE, functor_of, pattern_text
from ...rules.term import State
from ...rules.theory import Theory
from .interpreter import INTERPRETER
from .loading import load_text
from .process import DEFAULT_LIMITS


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
