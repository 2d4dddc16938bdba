"""Turning a program into plain arcs, where that keeps its meaning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

from ..arc import Arc
from ..domains.domain_table import written_as
from ..errors import InputError, check_name
from ..prolog.writer import pattern_text
from ..term import Pattern, Term, Var, canonical
from ..theory import Theory
from .interpreter import INTERPRETER, inferences
from .loading import LoadedProgram
from .process import SwiError

MOST_TERMS = 2_000_000
"""Cells of all arcs together at most: they come in one answer."""


@dataclass(frozen=True, slots=True)
class Unfolding:
    """Result of an attempt to unfold a program into plain arcs.

    Parameters
    ----------
    theory
        The arcs in the order in which Prolog finds them, or None.
    reason
        Why there is no theory, in words; empty where there is one.
    """

    theory: Theory | None
    reason: str = ""


def unfold(program: LoadedProgram, functor: str, size: int | None) -> Unfolding:
    """The arcs of a program, found by asking it once with a variable in every cell; see `SwiProgram.unfold`."""
    predicate, origin = program.predicate, program.origin
    if len({form for form in program.forms if form[1] >= 0}) > 1:
        return Unfolding(None, f"the heads of {predicate} show states of several forms")
    if size is None:
        return Unfolding(
            None, "the size of a state is not known; a fact shape(Rows, Columns) gives it"
        )
    general = pattern_text(tuple(Var(f"X{cell}") for cell in range(size)), functor)
    most = min(origin.limits.answers, MOST_TERMS // (2 * size))
    bounds = f"{inferences(origin.limits)},{most}"
    request = f"unfold({origin.module},{predicate},{general},{bounds})"
    try:
        kind, answer = INTERPRETER.ask(request, origin.limits, origin.module, _answer_of)
    except SwiError as failure:
        if failure.kind == "answers":
            return Unfolding(None, f"{predicate} says more than {most:,} arcs of {size:,} cells")
        error = origin.error(failure, f"{predicate} fails on the most general state")
        return Unfolding(None, error.problem)
    if kind == "impure":
        return Unfolding(
            None, f"{predicate} uses {answer}, which may answer differently when cells are unknown"
        )
    if not answer:
        return Unfolding(None, f"{predicate} has no answer for the most general state")
    names = program.names if kind == "facts" else {}
    try:
        arcs = tuple(
            _arc(names.get(number, "arc"), *row) for number, row in enumerate(answer, start=1)
        )
        theory = Theory(
            program.name,
            arcs,
            program.shape or (1, size),
            program.blank,
            program.symbols,
        )
    except InputError as error:
        return Unfolding(None, error.problem)
    return Unfolding(written_as(theory, functor, predicate))


def _answer_of(reply: Any) -> tuple[str, Any]:
    """A reply as its kind and what is impure, or the cells before and after and the costs of arcs; else ValueError."""
    match reply:
        case ["impure", str(culprit)]:
            return "impure", culprit
        case ["facts" | "rules" as kind, [*rows]]:
            return kind, [
                (pattern_of_reply(before), pattern_of_reply(after), _label(cost))
                for before, after, cost in rows
            ]
    raise ValueError


def _label(label: Any) -> float | str:
    if not is_label(label):
        raise ValueError
    found: float | str = label
    return found


def is_label(label: Any) -> bool:
    """Whether it is a cost, or a name."""
    return type(label) is str or (type(label) in (int, float) and -inf < label < inf)


def named_arc(name: str, before: Pattern, after: Pattern, label: float | str) -> Arc:
    """An arc with its cost, or with the name that it has in place of one; then it costs 1.

    Raises
    ------
    InputError
        A cost below 0, a name that `check_name` refuses.
    """
    if not isinstance(label, str):
        return Arc(name, before, after, label)
    check_name(label)
    return Arc(label, before, after)


def _arc(name: str, before: Pattern, after: Pattern, label: float | str) -> Arc:
    for cell in (*before, *after):
        if isinstance(cell, str):
            check_name(cell)
    was, becomes = canonical(before, after)
    return named_arc(name, was, becomes, label)


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
