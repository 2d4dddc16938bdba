"""Goals in words, as a program gives them: ``say(light(X), "X is light").``, after the templates of s(CASP)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ...rules.term import Compound, PrologString, PrologTerm, match
from .clause_text import term_text
from .program import Goal, LogicProgram, arguments, indicator

SAY = ("say", 2)
"""Predicate of facts that give a goal and its words; names of variables in the text stand for what they are bound to."""

NAMES = re.compile(r"\b[A-Z_]\w*")


def phrases_of(program: LogicProgram) -> Callable[[Goal], str] | None:
    """A function that says a goal in words, or as it is written where there are none; None for a program without words."""
    known: dict[tuple[str, int], list[tuple[Goal, str]]] = {}
    for clause in program.clauses.get(SAY, ()):
        goal, text = arguments(clause.head)
        if not clause.body and isinstance(text, PrologString) and isinstance(goal, Compound | str):
            known.setdefault(indicator(goal), []).append((goal, text.text))
    if not known:
        return None

    def term(one: PrologTerm) -> str:
        return term_text(one, program.operators)

    def said(goal: Goal) -> str:
        for pattern, text in known.get(indicator(goal), ()):
            found = match(arguments(pattern), arguments(goal))
            if found is not None:
                return _filled(text, {one.name: term(value) for one, value in found.items()})
        return term(goal)

    return said


def _filled(text: str, bound: Mapping[str, str]) -> str:
    """A text with the values of variables in place of their names."""
    return NAMES.sub(lambda name: bound.get(name[0], name[0]), text)
