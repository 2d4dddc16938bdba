"""Facts of a theory that PSVN cannot express, kept in comments: ``# arcwise: shape(3,3). blank(0).``

They are the facts of a theory file, and functor(Name). Other programs pass over them as comments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..arc import replace_arc
from ..domain import Domain
from ..domains.table import written_as
from ..errors import InputError, Place
from ..prolog.reader import read_clauses
from ..prolog.term import Compound
from ..prolog.theory_file import board_terms, read_facts
from ..prolog.writer import functor_of, write_term
from ..theory import Theory
from .tokens import Words


def with_facts(theory: Theory, words: Words) -> Theory:
    """A theory read from PSVN, with what the facts in comments add.

    Raises
    ------
    InputError
        A comment that does not hold such facts, or facts that do not fit the theory.
    """
    if not words.facts:
        return theory
    functor = None
    clauses = list(read_clauses(words.facts, words.source))
    facts = read_facts(clauses, words.source)
    for clause in clauses:
        clause.check_names()
        term = clause.term
        if not isinstance(term, Compound):
            continue
        if term.functor == "functor" and len(term.args) == 1:
            if not isinstance(term.args[0], str):
                raise InputError("bad functor", place=clause.place, expected="functor(Name)")
            functor = term.args[0]
        elif term.functor == "arc_name" and term.args[0] not in range(1, len(theory.arcs) + 1):
            raise InputError(
                "there is no rule of this number",
                place=clause.place,
                expected=f"arc_name(Number, Name), the number 1 to {len(theory.arcs)}",
                found=write_term(term),
            )
    arcs = tuple(
        replace_arc(arc, name=facts.names[number]) if number in facts.names else arc
        for number, arc in enumerate(theory.arcs, start=1)
    )
    try:
        known = replace(
            theory,
            name=theory.name if facts.name is None else facts.name,
            arcs=arcs,
            shape=facts.shape or theory.shape,
            blank=facts.blank,
            symbols=facts.symbols,
        )
    except InputError as error:
        raise error.at(facts.place or Place(words.source)) from None
    return known if functor is None else written_as(known, functor)


def board_comments(theory: Theory, names: Mapping[int, str]) -> list[str]:
    """The comments that hold what PSVN has no words for.

    Parameters
    ----------
    theory
        The theory to write.
    names
        Names of arcs, by number from 1, that cannot be labels.
    """
    functor = functor_of(theory)
    facts = [
        *(fact for fact in board_terms(theory) if theory.shape[0] > 1 or fact.functor != "shape"),
        *([] if functor == Domain.functor else [Compound("functor", (functor,))]),
        *(Compound("arc_name", (number, name)) for number, name in names.items()),
    ]
    return [f"# arcwise: {write_term(fact)}." for fact in facts]
