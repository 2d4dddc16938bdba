"""Names of the predicates that every logic program may call, and what stands in for those that arcwise refuses.

Nothing here can touch anything outside of a proof: no files, no output, no change to the program.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..prolog.reader import read_clauses
from .grammar import translated
from .program import HornClause, Indicator, conjuncts, indicator


def _table(text: str) -> frozenset[Indicator]:
    pairs = (word.rpartition("/") for word in text.split())
    return frozenset((name, int(arity)) for name, _, arity in pairs)


CONTROL = _table(
    r",/2 ;/2 ->/2 *->/2 \+/1 not/1 !/0 once/1 ignore/1 forall/2 findall/3"
    " catch/3 throw/1 true/0 otherwise/0 fail/0 false/0 call/1 call/2 call/3 call/4 call/5 call/6 call/7 call/8"
)
"""Control constructs."""

TESTS = _table(
    r"=/2 \=/2 ==/2 \==/2 @</2 @>/2 @=</2 @>=/2 compare/3 var/1 nonvar/1 atom/1 number/1 integer/1 float/1 atomic/1"
    " compound/1 callable/1 is_list/1 string/1 ground/1 unify_with_occurs_check/2"
)
"""Unification, comparison and type tests."""

ARITHMETIC = _table(r"is/2 =:=/2 =\=/2 </2 >/2 =</2 >=/2 between/3 succ/2 plus/3")
"""Predicates that compute."""

TERMS = _table(
    "functor/3 arg/3 =../2 copy_term/2 length/2 msort/2 sort/2 sort/4 keysort/2 atom_codes/2 atom_chars/2 char_code/2"
    " atom_length/2 atom_number/2 number_codes/2 atom_concat/3 term_variables/2"
)
"""Predicates on terms, lists and atoms."""

BUILT_IN = CONTROL | TESTS | ARITHMETIC | TERMS

MONOTONE = _table(
    "=/2 append/3 member/2 select/3 reverse/2 permutation/2 last/2 true/0 fail/0 false/0"
)
"""Predicates that hold of an instance whenever they hold of the goal, and the other way round: when they are called makes
no difference to what they say."""

OUTPUTS = {
    ("is", 2): (0,),
    ("between", 3): (2,),
    ("functor", 3): (),
    ("arg", 3): (2,),
    ("copy_term", 2): (1,),
    **dict.fromkeys((("findall", 3), ("bagof", 3), ("setof", 3), ("aggregate_all", 3)), (2,)),
    ("msort", 2): (1,),
    ("sort", 2): (1,),
    ("length", 2): (1,),
    ("compare", 3): (0,),
    ("sum_list", 2): (1,),
    ("atom_length", 2): (1,),
}
"""Arguments that are only unified with what the predicate computed from the others."""

INSTEAD = {
    "assert": "an argument that carries what changes; programs are fixed while they run",
    "asserta": "an argument that carries what changes; programs are fixed while they run",
    "assertz": "an argument that carries what changes; programs are fixed while they run",
    "retract": "an argument that carries what changes; programs are fixed while they run",
    "retractall": "an argument that carries what changes; programs are fixed while they run",
    "consult": "one file",
    "format": "leave it out: answers are printed",
    "halt": "leave it out",
    "nl": "leave it out: answers are printed",
    "nb_setval": "an argument that carries what changes",
    "b_setval": "an argument that carries what changes",
    "print": "leave it out: answers are printed",
    "random": "an argument with the number",
    "read": "an argument with the term",
    "see": "an argument with the term",
    "tell": "leave it out: answers are printed",
    "tab": "leave it out: answers are printed",
    "write": "leave it out: answers are printed",
    "writeln": "leave it out: answers are printed",
    "write_canonical": "leave it out: answers are printed",
    "dif": r"\=/2, once both arguments are known",
    "tab/1": "leave it out",
    "number_vars": "copy_term/2",
    "numbervars": "copy_term/2",
    "freeze": "the goal after what binds its variable",
}
"""Replacement for a predicate that is refused, by its name."""


@cache
def library() -> dict[Indicator, tuple[HornClause, ...]]:
    """Clauses of the list predicates, written in Prolog (library.pl)."""
    path = Path(__file__).with_name("library.pl")
    found: dict[Indicator, list[HornClause]] = {}
    for clause in read_clauses(path.read_text(encoding="utf-8"), "library.pl"):
        head, body = translated(clause.term)
        made = HornClause(head, conjuncts(body), clause.place)
        found.setdefault(indicator(head), []).append(made)
    return {predicate: tuple(clauses) for predicate, clauses in found.items()}


def is_known(predicate: Indicator) -> bool:
    """Whether every program may call a predicate."""
    return predicate in BUILT_IN or predicate in library()
