"""Variables of a proof, which are bound and unbound again as the search goes on, and unification of terms with them.

Clauses are renamed apart by new variables. A trail remembers which of them were bound, so that a search that goes back unbinds
them. Unification has the occurs check: there are no infinite terms. Nothing recurses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Any, TypeAlias

from ...rules.term import Compound, PrologTerm, Terms, Var

ProofTerm: TypeAlias = Any
"""A term with `Fresh` variables in it."""

Trail: TypeAlias = list["Fresh"]

_AGES = count()


class Fresh:
    """A variable of a proof.

    Attributes
    ----------
    value
        The term that it is bound to; None while it is bound to none.
    age
        Number of variables made before: the standard order of unbound ones.
    """

    __slots__ = ("age", "value")

    def __init__(self) -> None:
        self.value: ProofTerm = None
        self.age = next(_AGES)


class Names(dict[Fresh, Var]):
    """Names of unbound variables; one without a name gets ``_1``, ``_2`` and so on.

    Parameters
    ----------
    given
        Variables whose names no other gets.
    """

    __slots__ = ("_given", "_skipped")

    def __init__(self, given: Iterable[Var] = ()) -> None:
        self._given = frozenset(given)
        self._skipped = 0

    def __missing__(self, one: Fresh) -> Var:
        while (made := Var(f"_{len(self) + self._skipped + 1}")) in self._given:
            self._skipped += 1
        self[one] = made
        return made


def walked(term: ProofTerm) -> ProofTerm:
    """Follow a variable to its term, or to the last unbound variable."""
    while type(term) is Fresh:
        value = term.value
        if value is None:
            return term
        term = value
    return term


def undo(trail: Trail, mark: int) -> None:
    """Unbind the variables that were bound since the trail had a length."""
    while len(trail) > mark:
        trail.pop().value = None


def occurs_in(variable: Fresh, term: ProofTerm) -> bool:
    """Whether a variable occurs in a term."""
    pending = [term]
    while pending:
        one = pending.pop()
        while type(one) is Fresh:
            if one is variable:
                return True
            one = one.value
        if type(one) is Compound:
            pending += one.args
    return False


def unify(one: ProofTerm, other: ProofTerm, trail: Trail) -> bool:
    """Make two terms equal by binding variables, or return False; then some may be bound, and the trail has them.

    The younger of two variables is bound to the older one.
    """
    pending: list[tuple[ProofTerm, ProofTerm]] = []
    while True:
        while type(one) is Fresh and one.value is not None:
            one = one.value
        while type(other) is Fresh and other.value is not None:
            other = other.value
        if one is not other:
            if type(other) is Fresh and (type(one) is not Fresh or one.age < other.age):
                one, other = other, one
            kind = type(one)
            if kind is Fresh:
                if type(other) is Compound and occurs_in(one, other):
                    return False
                one.value = other
                trail.append(one)
            elif kind is not type(other):
                return False
            elif kind is Compound:
                args, others = one.args, other.args
                if one.functor != other.functor or len(args) != len(others):
                    return False
                pending += zip(args[:0:-1], others[:0:-1], strict=True)
                if args:
                    one, other = args[0], others[0]
                    continue
            elif one != other:
                return False
        if not pending:
            return True
        one, other = pending.pop()


def bound_terms(
    terms: tuple[ProofTerm, ...],
    names: Mapping[Fresh, Var] | None = None,
    made: dict[int, Compound] | None = None,
) -> Terms:
    """Terms with what their variables are bound to, and with a `Var` for each that is not.

    Parameters
    ----------
    names
        The `Var` of each unbound variable; new `Names` if there are none.
    made
        Instances of compound terms by their ids, which are added to: terms that share parts are made once.
    """
    return rebuilt(terms, (Names() if names is None else names).__getitem__, made=made)


def renamed(terms: tuple[ProofTerm, ...], known: dict[Fresh, Fresh]) -> tuple[ProofTerm, ...]:
    """Copy of terms with what their variables are bound to, and with a new variable for each that is not."""
    return rebuilt(terms, lambda one: known.get(one) or known.setdefault(one, Fresh()))


def with_fresh(term: PrologTerm, known: dict[Var, Fresh]) -> ProofTerm:
    """A term with a proof's variable in the place of each `Var`."""
    return rebuilt((term,), lambda one: known.get(one) or known.setdefault(one, Fresh()), Var)[0]


def rebuilt(
    terms: tuple[ProofTerm, ...],
    replace: Callable[[Any], ProofTerm],
    kind: type = Fresh,
    made: dict[int, Compound] | None = None,
) -> tuple[Any, ...]:
    """Terms with bound variables replaced by their terms, and unbound ones of a kind by a function of them.

    Compound terms in which nothing changes stay the same objects.
    """
    pending: list[tuple[Compound | None, Iterator[ProofTerm], list[ProofTerm], bool]] = []
    whole: Compound | None = None
    rest, done, changed = iter(terms), list[ProofTerm](), False
    while True:
        for term in rest:
            if type(term) is Fresh and term.value is not None:
                changed, term = True, walked(term)
            if type(term) is kind:
                changed, term = True, replace(term)
            elif type(term) is Compound:
                known = None if made is None else made.get(id(term))
                if known is None:
                    pending.append((whole, rest, done, changed))
                    whole, rest, done, changed = term, iter(term.args), [], False
                    break
                changed = changed or known is not term
                term = known
            done.append(term)
        else:
            if whole is None:
                return tuple(done)
            new = Compound(whole.functor, tuple(done)) if changed else whole
            if made is not None:
                made[id(whole)] = new
            inner = changed
            whole, rest, done, changed = pending.pop()
            changed = changed or inner
            done.append(new)


def unbound_variables(term: ProofTerm) -> list[Fresh]:
    """The unbound variables of a term, each once, in order of first occurrence."""
    found: dict[Fresh, None] = {}
    pending = [term]
    while pending:
        one = walked(pending.pop())
        if type(one) is Fresh:
            found[one] = None
        elif type(one) is Compound:
            pending += one.args[::-1]
    return list(found)
