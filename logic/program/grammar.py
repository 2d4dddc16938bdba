"""Grammar rules ``head --> body`` as clauses, with two arguments more: the list before and the list behind."""

from __future__ import annotations

from itertools import count

from ...rules.errors import InputError, TooLargeError
from ...rules.prolog.writer import write_term
from ...rules.term import (
    Compound,
    PrologString,
    PrologTerm,
    Var,
    list_items,
    make_list,
    replaced,
    variables,
)
from .program import Goal, conjunction

SINGLE_SIDED = "=>"
"""Operator of rules whose head only matches; arcwise knows their predicate, but does not carry them out."""


def translated(term: PrologTerm) -> tuple[Goal, Goal]:
    """Head and body of a clause, a fact, a grammar rule or a rule with ``=>``.

    Raises
    ------
    InputError
        A term that is no clause, fact or grammar rule.
    """
    if isinstance(term, Compound) and len(term.args) == 2:
        if term.functor == ":-":
            return _head(term.args[0]), term.args[1]
        if term.functor == "-->":
            try:
                return _rule(*term.args)
            except RecursionError:
                raise TooLargeError("a grammar rule is nested too deeply") from None
        if term.functor == SINGLE_SIDED:
            head, body = term.args
            guarded = isinstance(head, Compound) and head.functor == ","
            return _head(head.args[0] if guarded else head), body  # type: ignore[union-attr]
    return _head(term), "true"


def is_grammar_body(term: PrologTerm) -> bool:
    """Whether a term is a grammar body that is more than a nonterminal."""
    match term:
        case Compound("[|]" | "," | ";" | "|" | "->", (_, _)) | Compound("{}" | "\\+", (_,)):
            return True
    return isinstance(term, PrologString) or term in ("!", "[]")


def parsed_goal(
    body: PrologTerm, before: PrologTerm, behind: PrologTerm, numbers: count[int]
) -> Goal:
    """The goal that parses a list by a grammar body; ``numbers`` tell its own variables apart.

    Raises
    ------
    InputError
        A term that is no grammar body.
    """
    start, end = Var("S0__"), Var("S__")
    goal, ends = _body(body, start, end, count()), {start: before, end: behind}
    own = dict.fromkeys([*variables((goal,)), start, end])
    for one in variables((body,)):
        own.pop(one, None)
    names = {one: Var(f"_S{next(numbers)}") for one in own}
    (goal,) = replaced((goal,), lambda one: names.get(one, one))
    first, last = (Compound("=", (names[one], ends[one])) for one in ends)
    return conjunction((first, goal, last))


def _head(term: PrologTerm) -> Goal:
    if isinstance(term, str | Compound):
        return term
    raise InputError(
        "a clause has no head", expected="an atom or a compound term", found=write_term(term)[:80]
    )


def _rule(head: PrologTerm, body: PrologTerm) -> tuple[Goal, Goal]:
    numbers = count()
    before, behind = Var("S0__"), Var("S__")
    pushed: PrologTerm | None = None
    if isinstance(head, Compound) and head.functor == "," and len(head.args) == 2:
        head, pushed = head.args
    if pushed is None:
        return _nonterminal(_head(head), before, behind), _body(body, before, behind, numbers)
    middle = Var("S1__")
    goals = _body(body, before, middle, numbers)
    after = _terminals(pushed, behind, middle)
    return _nonterminal(_head(head), before, behind), Compound(",", (goals, after))


def _nonterminal(term: PrologTerm, before: PrologTerm, behind: PrologTerm) -> Compound:
    name, args = (term.functor, term.args) if isinstance(term, Compound) else (str(term), ())
    return Compound(name, (*args, before, behind))


def _terminals(term: PrologTerm, before: PrologTerm, behind: PrologTerm) -> Goal:
    if isinstance(term, PrologString):
        items: list[PrologTerm] = [ord(character) for character in term.text]
    else:
        found = list_items(term)
        if found is None:
            raise InputError("terminals are no list", found=write_term(term)[:80])
        items = found
    return Compound("=", (before, make_list(items, behind)))


def _body(body: PrologTerm, before: Var, behind: Var, numbers: count[int]) -> Goal:
    """The goal of a grammar body; the right side of a sequence is taken in a loop, alternatives are few and nest."""
    goals: list[Goal] = []
    while isinstance(body, Compound) and body.functor == "," and len(body.args) == 2:
        middle = Var(f"S{next(numbers)}___")
        goals.append(_part(body.args[0], before, middle, numbers))
        body, before = body.args[1], middle
    goals.append(_part(body, before, behind, numbers))
    return conjunction(goals)


def _part(part: PrologTerm, before: Var, behind: Var, numbers: count[int]) -> Goal:
    same = Compound("=", (before, behind))
    match part:
        case Compound("," | ";" | "|" | "->", (first, second)):
            if part.functor == ",":
                return _body(part, before, behind, numbers)
            if part.functor == "->":
                middle = Var(f"S{next(numbers)}___")
                condition = _body(first, before, middle, numbers)
                return Compound("->", (condition, _body(second, middle, behind, numbers)))
            sides = [_body(side, before, behind, numbers) for side in (first, second)]
            return Compound(";", (sides[0], sides[1]))
        case Compound("{}", (goal,)):
            return Compound(",", (goal, same))
        case Compound("\\+", (goal,)):
            inside = _body(goal, before, Var(f"S{next(numbers)}___"), numbers)
            return Compound(",", (Compound("\\+", (inside,)), same))
        case Compound("call", (first, *more)):
            return Compound("call", (first, *more, before, behind))
        case Compound("[|]", _) | PrologString():
            return _terminals(part, before, behind)
        case "[]":
            return same
        case "!":
            return Compound(",", ("!", same))
        case Var():
            return Compound("phrase", (part, before, behind))
        case str() | Compound():
            return _nonterminal(part, before, behind)
    raise InputError("not a grammar body", found=write_term(part)[:80])
