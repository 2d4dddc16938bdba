"""Whether one action can stand in for another: the same effects wherever the other applies, at no higher cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ...rules.pddl.action_domain import Action, ActionDomain, Atom, as_term, is_a, is_parameter
from ...rules.term import Term, Var, unify, variables

MOST_TRIES = 20_000
"""Ways to match atoms that are tried."""


def stands_in(domain: ActionDomain, general: Action, special: Action) -> bool:
    """Whether ``general``, with the right arguments, does what ``special`` does wherever that applies.

    Costs are not compared. Where there are very many ways to match the two, the answer may be a wrong no.
    """
    type_of = {thing.name: thing.type for thing in (*domain.constants, *special.parameters)}
    kinds = {parameter.name: parameter.type for parameter in general.parameters}
    required = [(atom, special.add) for atom in general.add]
    required += [(atom, special.delete) for atom in general.delete]
    required += [(atom, special.positive) for atom in general.positive]
    required += [(atom, special.negative) for atom in general.negative]

    def fits(name: str, term: str) -> bool:
        return is_a(domain.types, type_of[term], kinds[name])

    for binding in _bindings(required, {}, fits, iter(range(MOST_TRIES))):
        full = {term.name: str(value) for term, value in binding.items()}
        for name in kinds:
            full.setdefault(name, next((t for t in type_of if fits(name, t)), ""))
        if all(full.values()) and _same(general, special, full):
            return True
    return False


def _same(general: Action, special: Action, binding: Mapping[str, str]) -> bool:
    def bound(atoms: Sequence[Atom]) -> set[Atom]:
        return {(atom[0], *(binding.get(term, term) for term in atom[1:])) for atom in atoms}

    if bound(general.add) != set(special.add) or bound(general.delete) != set(special.delete):
        return False
    asked = {frozenset(pair) for pair in special.unequal}
    for one, other in general.unequal:
        left, right = binding.get(one, one), binding.get(other, other)
        constants = not is_parameter(left) and not is_parameter(right)
        if left == right or not (constants or frozenset((left, right)) in asked):
            return False
    return all(binding.get(a, a) == binding.get(b, b) for a, b in general.equal)


def _bindings(
    required: Sequence[tuple[Atom, Sequence[Atom]]],
    binding: Mapping[Var, Term],
    fits: Callable[[str, str], bool],
    tries: Iterator[int],
) -> Iterator[Mapping[Var, Term]]:
    """The ways to make every required atom one of those that may stand for it, as many as there are tries for."""
    if not required:
        yield binding
        return
    (atom, candidates), rest = required[0], required[1:]
    pattern = tuple(map(as_term, atom[1:]))
    for candidate in candidates:
        if candidate[0] != atom[0]:
            continue
        if next(tries, None) is None:
            return
        extended = unify(pattern, candidate[1:], binding)
        if extended is None:
            continue
        if all(fits(term.name, str(extended[term])) for term in variables(pattern)):
            yield from _bindings(rest, extended, fits, tries)
