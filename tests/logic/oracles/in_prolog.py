"""Searches and PROLOG-EBG (Kedar-Cabelli and McCarty 1987) in plain Prolog: a second opinion that shares no code with arcwise.

The programs are meta_interpreter.pl and prolog_ebg.pl beside this file; SWI-Prolog runs them on the arcs of a theory.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from arcwise.logic.program import Compound
from arcwise.logic.swi import QuestionLimits, SwiError
from arcwise.logic.swi.interpreter import INTERPRETER, inferences
from arcwise.rules import Arc, Pattern, State, Term, Theory, Var, canonical
from arcwise.rules.prolog.theory_file import write_theory
from arcwise.rules.prolog.writer import functor_of, pattern_text, write_atom, write_term
from arcwise.search import Status

SEARCHES, EBG = (
    Path(__file__).with_name(f"{one}.pl") for one in ("meta_interpreter", "prolog_ebg")
)

ALGORITHMS = {
    "breadth-first": "breadth_first",
    "depth-first": "depth_first",
    "greedy": "best_first",
}

UNBOUNDED = QuestionLimits(inferences=None, seconds=None)

_numbers = count(1)


def first_answer(theory: Theory, library: Path, goal: str, limits: QuestionLimits) -> Any:
    """The first answer to a goal that a library defines, asked where the arcs of a theory are arc/3; None if it fails."""
    module = f"arcwise_theory_{next(_numbers)}"
    loading = QuestionLimits(inferences=None)
    INTERPRETER.load(module, module, write_theory(theory), loading, ours=True, read=list)
    try:
        bounds = f"{inferences(limits)},{write_atom(str(library))}"
        found = INTERPRETER.ask(f"first_answer({module},{bounds},{goal})", limits, module, list)
    finally:
        INTERPRETER.unload(module)
    return found[0] if found else None


@dataclass(frozen=True)
class PrologRun:
    """Result of a search in Prolog, with counters as in `Statistics`; STOPPED with none at a limit."""

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
    limits: QuestionLimits = UNBOUNDED,
) -> PrologRun:
    """Search by a program of the textbook, with ``misplaced`` or ``manhattan`` for a heuristic if it is ``greedy``."""
    texts = [pattern_text(one, functor_of(theory)) for one in (start, goal)]
    blank = Var("_Blank") if theory.blank is None else theory.blank
    guide = (blank,) if heuristic == "misplaced" else (blank, theory.shape[1])
    estimate = write_term(Compound(heuristic or "manhattan", guide))
    estimate = estimate if algorithm == "greedy" else "none"
    asked = f"{ALGORITHMS[algorithm]},{','.join(texts)},{duplicates},{estimate}"
    try:
        answer = first_answer(theory, SEARCHES, f"search_summary({asked})", limits)
    except SwiError as error:
        if error.kind not in ("time", "limit"):
            raise
        return PrologRun(Status.STOPPED, 0, 0, 0, (start,))
    *counted, path = answer
    status = Status.SOLVED if path else Status.UNSOLVABLE
    return PrologRun(status, *counted, tuple(map(tuple, path)) or (start,))


def prolog_ebg(theory: Theory, start: State, goal: Pattern) -> Arc | None:
    """The macro-operator that Prolog learns from a shortest path, its variables A, B, C; None where there is none."""
    states = ", ".join(pattern_text(state, functor_of(theory)) for state in (start, goal))
    answer = first_answer(theory, EBG, f"macro_summary({states})", UNBOUNDED)
    if answer is None:
        return None
    before, after, cost, clauses, conditions = answer
    assert not conditions, "the explanation leaves conditions that no pattern can express"
    was, becomes = canonical(_pattern(before), _pattern(after))
    steps = tuple(step for number in clauses for step in theory.arcs[number - 1].primitives)
    return Arc("", was, becomes, cost, steps)


def _pattern(cells: Iterable[Any]) -> Pattern:
    def cell(one: Any) -> Term:
        return Var(one["var"]) if isinstance(one, dict) else one

    return tuple(map(cell, cells))
