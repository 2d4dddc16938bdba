"""Built-in predicates: tests and computations on terms, none of which can touch anything outside of the proof.

A predicate that has one answer at most is a function of its arguments and the trail that returns whether it holds. One with
several answers returns terms for its arguments, an answer at a time, which are then unified with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from itertools import count, pairwise, repeat
from typing import TypeAlias, cast

from ...rules.term import EMPTY_LIST, Compound, PrologString, make_list
from ..program.program import Indicator
from .arithmetic import (
    NOT_BOUND,
    TermError,
    items_of,
    known_items,
    misfit,
    shown,
    value,
    wrong_count,
    wrong_type,
)
from .texts import SEVERAL_TEXTS, TESTS
from .variables import (
    Fresh,
    ProofTerm,
    Trail,
    renamed,
    unbound_variables,
    undo,
    unify,
    walked,
)

Args: TypeAlias = tuple[ProofTerm, ...]
Deterministic: TypeAlias = Callable[[Args, Trail], bool]
NondeterministicPredicate: TypeAlias = Callable[[Args], Iterator[Args]]


_RANKS = {int: 1, float: 1, PrologString: 2, str: 3, Compound: 4}


def compare_terms(one: ProofTerm, other: ProofTerm) -> int:
    """-1, 0 or 1 by the standard order of terms: variables, numbers, strings, atoms, compound terms."""
    pending = [(one, other)]
    while pending:
        one, other = pending.pop()
        one, other = walked(one), walked(other)
        if one is other:
            continue
        rank, rank_of_other = _RANKS.get(type(one), 0), _RANKS.get(type(other), 0)
        if rank != rank_of_other:
            return -1 if rank < rank_of_other else 1
        if rank == 4:
            key = len(one.args), one.functor
            key_of_other = len(other.args), other.functor
            if key != key_of_other:
                return -1 if key < key_of_other else 1
            pending += list(zip(one.args, other.args, strict=True))[::-1]
            continue
        if rank == 0:
            return -1 if one.age < other.age else 1
        if rank == 2:
            one, other = one.text, other.text
        if one != other:
            return -1 if one < other else 1
        if type(one) is not type(other):
            return -1 if type(one) is float else 1
    return 0


def _ordered(by: Callable[[int], bool]) -> Deterministic:
    return lambda args, trail: by(compare_terms(args[0], args[1]))


def _computed(by: Callable[[float, float], bool]) -> Deterministic:
    return lambda args, trail: by(value(args[0]), value(args[1]))


def _tested(test: Callable[[ProofTerm], bool]) -> Deterministic:
    return lambda args, trail: test(walked(args[0]))


def _not_unifiable(args: Args, trail: Trail) -> bool:
    mark = len(trail)
    same = unify(args[0], args[1], trail)
    undo(trail, mark)
    return not same


def _is(args: Args, trail: Trail) -> bool:
    return unify(args[0], value(args[1]), trail)


def _compare(args: Args, trail: Trail) -> bool:
    order = walked(args[0])
    if type(order) is not Fresh and order not in ("<", "=", ">"):
        wrong = Compound("domain_error", ("order", order))
        raise TermError(
            "compare/3 needs an order",
            wrong if type(order) is str else wrong_type("atom", order),
            expected="<, = or >",
            found=shown(order),
        )
    return unify(order, "<=>"[compare_terms(args[1], args[2]) + 1], trail)


def _functor(args: Args, trail: Trail) -> bool:
    term, name, arity = (walked(one) for one in args)
    if type(term) is Compound:
        return unify(name, term.functor, trail) and unify(arity, len(term.args), trail)
    if type(term) is not Fresh:
        return unify(name, term, trail) and unify(arity, 0, trail)
    if type(arity) is not int or type(name) is Fresh:
        raise TermError(
            "functor/3 needs a term, or a name and an arity",
            NOT_BOUND if type(name) is Fresh else wrong_type("integer", arity),
            expected="one of both bound",
            found=shown(Compound("functor", args)),
        )
    if arity == 0 and type(name) is not Compound:
        return unify(term, name, trail)
    if type(name) is not str:
        raise misfit(
            "functor/3 needs an atom for a name",
            "atomic" if type(name) is Compound else "atom",
            name,
        )
    if arity < 0:
        wrong = Compound("domain_error", ("not_less_than_zero", arity))
        raise TermError("functor/3 needs an arity of 0 or more", wrong, found=str(arity))
    return unify(term, Compound(name, _fresh(arity)), trail)


def _fresh(count: int) -> tuple[ProofTerm, ...]:
    return tuple(Fresh() for _ in range(count))


def _univ(args: Args, trail: Trail) -> bool:
    term = walked(args[0])
    if type(term) is not Fresh:
        _list_so_far(args[1], "=../2")
        own = (term.functor, *term.args) if type(term) is Compound else (term,)
        return unify(args[1], make_list(own), trail)
    items = known_items(args[1], "=../2")
    if not items:
        wrong = Compound("domain_error", ("non_empty_list", EMPTY_LIST))
        raise TermError("=../2 needs a list with a name", wrong, found=shown(args[1]))
    name, rest = walked(items[0]), items[1:]
    if not rest and type(name) not in (Compound, Fresh):
        return unify(term, name, trail)
    if type(name) is not str:
        wrong = wrong_type("atom" if rest else "atomic", name)
        raise TermError("=../2 needs an atom for a name", wrong, found=shown(args[1]))
    return unify(term, Compound(name, tuple(rest)), trail)


def _list_so_far(term: ProofTerm, predicate: str) -> tuple[list[ProofTerm], ProofTerm]:
    """The elements of a list and its end, ``[]`` or a variable.

    Raises
    ------
    TermError
        Anything else.
    """
    items, tail = items_of(term)
    if tail != EMPTY_LIST and type(tail) is not Fresh:
        raise misfit(f"{predicate} needs a list", "list", term, expected="a list")
    return items, tail


def _arg(args: Args) -> Iterator[Args]:
    place, term = walked(args[0]), walked(args[1])
    if type(term) is not Compound:
        raise TermError(
            "arg/3 needs a compound term", wrong_type("compound", term), found=shown(args[1])
        )
    if type(place) is int:
        if place < 0:
            raise TermError("arg/3 needs a place", wrong_count(place), found=shown(place))
        if 1 <= place <= len(term.args):
            yield place, term, term.args[place - 1]
    elif type(place) is not Fresh:
        raise misfit("arg/3 needs a whole number", "integer", place, expected="a whole number")
    else:
        for number, one in enumerate(term.args, start=1):
            yield number, term, cast(ProofTerm, one)


def _copy_term(args: Args, trail: Trail) -> bool:
    return unify(args[1], renamed((args[0],), {})[0], trail)


def _term_variables(args: Args, trail: Trail) -> bool:
    return unify(args[1], make_list(unbound_variables(args[0])), trail)  # type: ignore[arg-type]


def _numbervars(args: Args, trail: Trail) -> bool:
    number = _whole(args[1], "numbervars/3")
    for one in unbound_variables(args[0]):
        unify(one, Compound("$VAR", (number,)), trail)
        number += 1
    return unify(args[2], number, trail)


def _check_count(term: ProofTerm, name: str) -> None:
    """Raise TermError for what is neither a whole number of 0 or more nor a variable."""
    if type(term) is not Fresh and (type(term) is not int or term < 0):
        raise TermError(
            f"{name} needs a whole number",
            wrong_count(term),
            expected="a whole number of 0 or more",
            found=shown(term),
        )


def _length(args: Args) -> Iterator[Args]:
    items, tail = _list_so_far(args[0], "length/2")
    size = walked(args[1])
    _check_count(size, "length/2")
    if tail == EMPTY_LIST:
        yield args[0], len(items)
        return
    if type(size) is int:
        if size >= len(items):
            yield _longer(items, size - len(items)), size
        return
    if size is tail:  # no list is its own length
        return
    for more in count():
        yield _longer(items, more), len(items) + more


MOST_NEW = 10_000_000
"""New variables that one list may have: more take gigabytes, and nothing looks at limits while they are made."""


def _longer(items: list[ProofTerm], more: int) -> ProofTerm:
    if more > MOST_NEW:
        raise MemoryError
    return make_list([*items, *_fresh(more)])


def _whole(term: ProofTerm, predicate: str) -> int:
    term = walked(term)
    if type(term) is int:
        return term
    raise misfit(f"{predicate} needs a whole number", "integer", term, expected="a whole number")


def _between(args: Args) -> Iterator[Args]:
    low, high, number = _whole(args[0], "between/3"), walked(args[1]), walked(args[2])
    if type(number) is not Fresh:
        _whole(number, "between/3")
    if high in ("inf", "infinite"):
        if type(number) is int:
            if number >= low:
                yield args
            return
        for found in count(low):
            yield low, high, found
    high = _whole(high, "between/3")
    if type(number) is int:
        if low <= number <= high:
            yield args
        return
    for found in range(low, high + 1):
        yield low, high, found


def _succ(args: Args, trail: Trail) -> bool:
    low, high = walked(args[0]), walked(args[1])
    for one in (low, high):
        _check_count(one, "succ/2")
    if type(low) is Fresh:
        above = _whole(high, "succ/2")
        return above > 0 and unify(low, above - 1, trail)
    return unify(high, _whole(low, "succ/2") + 1, trail)


def _plus(args: Args, trail: Trail) -> bool:
    one, other, whole = (walked(term) for term in args)
    if type(whole) is Fresh:
        return unify(whole, _whole(one, "plus/3") + _whole(other, "plus/3"), trail)
    if type(other) is Fresh:
        return unify(other, _whole(whole, "plus/3") - _whole(one, "plus/3"), trail)
    return unify(one, _whole(whole, "plus/3") - _whole(other, "plus/3"), trail)


_KEY = cmp_to_key(compare_terms)


def _sorted(
    items: list[ProofTerm],
    place: int = 0,
    *,
    descending: bool = False,
    distinct: bool = False,
) -> ProofTerm:
    """A list in the order of the terms, or of their arguments at a place from 1; ``distinct`` keeps the first of equal keys."""

    def key(one: ProofTerm) -> ProofTerm:
        term = walked(one)
        if place == 0:
            return term
        if type(term) is not Compound or len(term.args) < place:
            raise misfit("sort/4 needs terms with such an argument", "compound", term)
        return term.args[place - 1]

    found = sorted(items, key=lambda one: _KEY(key(one)), reverse=descending)
    if distinct:
        kept = found[:1]
        kept += [one for last, one in pairwise(found) if compare_terms(key(last), key(one)) != 0]
        found = kept
    return make_list(found)


def _msort(args: Args, trail: Trail) -> bool:
    return unify(args[1], _sorted(known_items(args[0], "msort/2")), trail)


def _sort(args: Args, trail: Trail) -> bool:
    return unify(args[1], _sorted(known_items(args[0], "sort/2"), distinct=True), trail)


def _sort_by(args: Args, trail: Trail) -> bool:
    place, order = _whole(args[0], "sort/4"), walked(args[1])
    items = known_items(args[2], "sort/4")
    if order not in ("@<", "@=<", "@>", "@>="):
        wrong = NOT_BOUND if type(order) is Fresh else Compound("domain_error", ("order", order))
        raise TermError(
            "sort/4 needs an order", wrong, expected="@<, @=<, @> or @>=", found=shown(order)
        )
    descending, distinct = order in ("@>", "@>="), order in ("@<", "@>")
    return unify(args[3], _sorted(items, place, descending=descending, distinct=distinct), trail)


def _keysort(args: Args, trail: Trail) -> bool:
    pairs: list[ProofTerm] = [walked(one) for one in known_items(args[0], "keysort/2")]
    for pair in pairs:
        if type(pair) is not Compound or pair.functor != "-" or len(pair.args) != 2:
            raise misfit("keysort/2 needs pairs", "pair", pair, expected="Key-Value")
    return unify(args[1], _sorted(pairs, 1), trail)


def _is_atom(term: ProofTerm) -> bool:
    return type(term) is str and term != EMPTY_LIST


def _is_callable(term: ProofTerm) -> bool:
    return type(term) is Compound or _is_atom(term)


DETERMINISTIC: dict[Indicator, Deterministic] = {
    ("=", 2): lambda args, trail: unify(args[0], args[1], trail),
    ("unify_with_occurs_check", 2): lambda args, trail: unify(args[0], args[1], trail),
    ("\\=", 2): _not_unifiable,
    ("==", 2): _ordered(lambda order: order == 0),
    ("\\==", 2): _ordered(lambda order: order != 0),
    ("@<", 2): _ordered(lambda order: order < 0),
    ("@>", 2): _ordered(lambda order: order > 0),
    ("@=<", 2): _ordered(lambda order: order <= 0),
    ("@>=", 2): _ordered(lambda order: order >= 0),
    ("compare", 3): _compare,
    ("var", 1): _tested(lambda term: type(term) is Fresh),
    ("nonvar", 1): _tested(lambda term: type(term) is not Fresh),
    ("atom", 1): _tested(_is_atom),
    ("number", 1): _tested(lambda term: type(term) in (int, float)),
    ("integer", 1): _tested(lambda term: type(term) is int),
    ("float", 1): _tested(lambda term: type(term) is float),
    ("atomic", 1): _tested(lambda term: type(term) not in (Fresh, Compound)),
    ("compound", 1): _tested(lambda term: type(term) is Compound),
    ("callable", 1): _tested(_is_callable),
    ("is_list", 1): _tested(lambda term: bool(items_of(term)[1] == EMPTY_LIST)),
    ("string", 1): _tested(lambda term: type(term) is PrologString),
    ("ground", 1): _tested(lambda term: not unbound_variables(term)),
    ("is", 2): _is,
    ("=:=", 2): _computed(lambda one, other: one == other),
    ("=\\=", 2): _computed(lambda one, other: one != other),
    ("<", 2): _computed(lambda one, other: one < other),
    (">", 2): _computed(lambda one, other: one > other),
    ("=<", 2): _computed(lambda one, other: one <= other),
    (">=", 2): _computed(lambda one, other: one >= other),
    ("succ", 2): _succ,
    ("plus", 3): _plus,
    ("functor", 3): _functor,
    ("=..", 2): _univ,
    ("copy_term", 2): _copy_term,
    ("term_variables", 2): _term_variables,
    ("numbervars", 3): _numbervars,
    ("msort", 2): _msort,
    ("sort", 2): _sort,
    ("sort", 4): _sort_by,
    ("keysort", 2): _keysort,
    **TESTS,
}

SEVERAL: dict[Indicator, NondeterministicPredicate] = {
    ("arg", 3): _arg,
    ("between", 3): _between,
    ("length", 2): _length,
    ("repeat", 0): lambda args: repeat(()),
    **SEVERAL_TEXTS,
}
