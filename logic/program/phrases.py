"""Goals in words, as a program gives them: ``say(light(X), "X is light").``, after the templates of s(CASP)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ...rules.term import Compound, PrologString, match
from ...rules.text.words import listed
from .clause_text import term_text
from .program import Goal, LogicProgram, arguments, indicator

SAY = ("say", 2)
"""Predicate of facts that give a goal and its words; names of variables in the text stand for what they are bound to."""

NAMES = re.compile(r"\b[A-Z_]\w*")


Phrases = Callable[[Goal], str]
"""Says a goal in words."""


def phrases_of(program: LogicProgram) -> Phrases | None:
    """Phrase for each goal: the program's, else the goal as written; None if the program has no phrases."""
    known = _known(program)
    return (
        _phrases(program, known, lambda goal: term_text(goal, program.operators)) if known else None
    )


def plain_phrases(program: LogicProgram) -> Phrases:
    """Phrase for each goal: the program's, else such as ``light holds for obj1``; a test is given as written."""

    def said(goal: Goal) -> str:
        name, of = indicator(goal)
        if not name[:1].isalpha() or not program.clauses.get((name, of)):
            return term_text(goal, program.operators)
        terms = [term_text(one, program.operators) for one in arguments(goal)]
        return f"{name} holds" + (f" for {listed(terms)}" if terms else "")

    return _phrases(program, _known(program), said)


Known = dict[tuple[str, int], list[tuple[Goal, str]]]


def _known(program: LogicProgram) -> Known:
    """The words that a program gives for goals of each predicate."""
    known: Known = {}
    for clause in program.clauses.get(SAY, ()):
        goal, text = arguments(clause.head)
        if not clause.body and isinstance(text, PrologString) and isinstance(goal, Compound | str):
            known.setdefault(indicator(goal), []).append((goal, text.text))
    return known


def _phrases(program: LogicProgram, known: Known, otherwise: Phrases) -> Phrases:
    """The words of a program, and others for goals that have none there."""

    def said(goal: Goal) -> str:
        for pattern, text in known.get(indicator(goal), ()):
            found = match(arguments(pattern), arguments(goal))
            if found is not None:
                values = {
                    one.name: term_text(value, program.operators) for one, value in found.items()
                }
                return _filled(text, values)
        return otherwise(goal)

    return said


def _filled(text: str, bound: Mapping[str, str]) -> str:
    """A text with the values of variables in place of their names."""
    return NAMES.sub(lambda name: bound.get(name[0], name[0]), text)
