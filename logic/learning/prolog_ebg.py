"""PROLOG-EBG of Kedar-Cabelli and McCarty (1987), in plain Prolog: an independent second opinion."""

from __future__ import annotations

from pathlib import Path

from ...rules.arc import Arc
from ...rules.checked import checked
from ...rules.errors import ArcwiseError, InputError
from ...rules.prolog.writer import functor_of, pattern_text
from ...rules.term import Pattern, State, canonical
from ...rules.theory import Theory
from ...search.problem import Problem
from ..swi.process import QuestionLimits
from ..swi.program import UNBOUNDED, first_answer, pattern_of_reply

LIBRARY = Path(__file__).with_name("prolog_ebg.pl")


@checked
def prolog_ebg(
    theory: Theory, start: State, goal: Pattern, *, limits: QuestionLimits = UNBOUNDED
) -> Arc:
    """The macro-operator that Prolog learns from one training example.

    A shortest path in arcs is found breadth-first, arcs in their order; the proof that it reaches the goal is
    generalized by resolving with the same clauses.

    Parameters
    ----------
    theory
        The domain theory.
    start, goal
        The training example; the goal may be a pattern.
    limits
        Limits on finding and generalizing the path.

    Returns
    -------
    An arc without a name, variables A, B, C... by first occurrence, whose steps are the primitive arcs used.

    Raises
    ------
    InputError
        A goal that cannot be reached, or that the start fulfils already.
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    SwiError
        Prolog ran out of memory, or reached a limit.
    """
    Problem(theory, start, goal)  # refuses states that are not the theory's
    states = ", ".join(pattern_text(state, functor_of(theory)) for state in (start, goal))
    answer = first_answer(theory, LIBRARY, f"macro_summary({states})", limits=limits)
    if answer is None:
        raise InputError(
            "nothing to learn",
            expected="a goal that can be reached from the start, by one arc or more",
            found=f"{theory.format(start)} -> {theory.format(goal)}",
        )
    before, after, cost, clauses, conditions = answer
    if conditions:
        raise ArcwiseError("the explanation leaves conditions that no pattern can express")
    was, becomes = canonical(pattern_of_reply(before), pattern_of_reply(after))
    steps = tuple(step for number in clauses for step in theory.arcs[number - 1].primitives)
    return Arc("", was, becomes, cost, steps)
