"""Which predicate of a Prolog file says how states lead to others, and what in a file only Prolog can follow."""

from __future__ import annotations

from collections.abc import Iterable

from .reader import Clause
from .term import Compound, PrologTerm

STEPS = ("arc/3", "arc/2", "s/3", "s/2")
"""The predicates that say how states lead to others; the first of them that a file defines counts."""

STEPS_EXPECTED = "clauses of arc(Before, After, Cost), arc(Before, After), s(Before, After, Cost) or s(Before, After)"

MODULE = "arcwise"
"""The module in which a macro library has its facts about the board."""

HARMLESS = frozenset(
    (
        "discontiguous",
        "dynamic",
        "encoding",
        "initialization",
        "license",
        "module",
        "multifile",
        "op",
    )
) | {"set_prolog_flag", "style_check", "table"}
"""Directives that leave the facts of a file as they are."""

LOADING = frozenset({"ensure_loaded", "use_module"})
"""Directives that do so for libraries, but not for other files."""

EXPANSIONS = frozenset({"term_expansion/2", "term_expansion/4", "goal_expansion/2"})
"""Predicates whose clauses say what other clauses mean."""


def prolog_directive(clauses: Iterable[Clause]) -> Clause | None:
    """The first clause that may change what moves there are in a way that only Prolog can follow, or None.

    Such are ``:- include(File)``, ``:- if(Condition)``, a goal that may assert, and clauses of term_expansion.
    """
    for clause in clauses:
        head, body = head_and_body(clause.term)
        if indicator(head) in EXPANSIONS:
            return clause
        if not isinstance(head, Compound) or head.functor not in (":-", "?-") or body is not None:
            continue
        goal = head.args[0]
        name = goal.functor if isinstance(goal, Compound) else goal
        loaded = goal.args[0] if isinstance(goal, Compound) and name in LOADING else None
        if name in HARMLESS or (isinstance(loaded, Compound) and loaded.functor == "library"):
            continue
        return clause
    return None


def defined_steps(clauses: Iterable[Clause]) -> list[str]:
    """Predicates among arc/3, arc/2, s/3 and s/2 that have clauses; the first of them is used."""
    defined = {indicator(head_and_body(clause.term)[0]) for clause in clauses}
    return [step for step in STEPS if step in defined]


def indicator(term: PrologTerm) -> str:
    """``name/arity`` of a compound term, nothing for another."""
    return f"{term.functor}/{len(term.args)}" if isinstance(term, Compound) else ""


def head_and_body(term: PrologTerm) -> tuple[PrologTerm, PrologTerm | None]:
    """A clause's head, without the module of macro libraries, and its body; None for a fact."""
    body: PrologTerm | None = None
    if isinstance(term, Compound) and term.functor == ":-" and len(term.args) == 2:
        term, body = term.args
    if isinstance(term, Compound) and term.functor == ":" and term.args[0] == MODULE:
        term = term.args[1]
    return term, body
