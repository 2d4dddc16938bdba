"""PROLOG-EBG of Kedar-Cabelli and McCarty (1987), run by plain SWI-Prolog: an independent second opinion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...rules.arc import Arc
from ...rules.errors import ArcwiseError, InputError
from ...rules.prolog.theory_file import write_theory
from ...rules.swi.swipl import ask_swipl, prolog_state
from ...rules.term import Pattern, State, Term, Var, canonical
from ...rules.theory import Theory
from ...search.problem import Problem

LIBRARY = Path(__file__).with_name("prolog_ebg.pl")


def prolog_ebg(theory: Theory, start: State, goal: Pattern, *, timeout: float | None = None) -> Arc:
    """The macro-operator that Prolog learns from one training example.

    A shortest path in arcs is found breadth-first, arcs in their order; the proof that it reaches the goal is
    generalized by resolving with the same clauses.

    Parameters
    ----------
    theory
        The domain theory.
    start, goal
        The training example; the goal may be a pattern.
    timeout
        Seconds; None for no limit.

    Returns
    -------
    An arc without a name, variables A, B, C... by first occurrence, whose steps are the primitive arcs used.

    Raises
    ------
    InputError
        A goal that cannot be reached, or that the start fulfils already.
    SwiplError
        SWI-Prolog is not installed, or ran out of memory.
    TimeoutError
        No answer in time.
    """
    Problem(theory, start, goal)  # refuses states that are not the theory's
    question = (
        f"learn_macro(theory:{prolog_state(theory.functor, start)}, "
        f"{prolog_state(theory.functor, goal)}, Macro), "
        "Macro = macro(arc(S, T, Cost), Clauses, Conditions), "
        "length(Conditions, Left), Clauses = [_|_], "
        "( compound(S) -> (is_list(S) -> Before = S ; S =.. [_|Before]) ; Before = [S] ), "
        "( compound(T) -> (is_list(T) -> After = T ; T =.. [_|After]) ; After = [T] ), "
        "Answer = [Before, After, Cost, Clauses, Left]"
    )
    answer = ask_swipl(write_theory(theory), question, LIBRARY, timeout=timeout)
    if answer is None:
        raise InputError(
            "nothing to learn",
            expected="a goal that can be reached from the start, by one arc or more",
            found=f"{theory.format(start)} -> {theory.format(goal)}",
        )
    before, after, cost, clauses, conditions = answer
    if conditions:
        raise ArcwiseError("the explanation leaves conditions that no pattern can express")
    was, becomes = canonical(tuple(map(_term, before)), tuple(map(_term, after)))
    steps = tuple(step for number in clauses for step in theory.arcs[number - 1].primitives)
    return Arc("", was, becomes, cost, steps)


def _term(cell: Any) -> Term:
    return Var(cell["var"]) if isinstance(cell, dict) else cell
