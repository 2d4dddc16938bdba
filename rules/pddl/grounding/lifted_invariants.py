"""Facts of which never more than one is true, for problems of every size: groups over parameters.

Whether an action can make two facts of a group true depends only on which of its parameters are the same object. So what
holds for one choice of objects for every way to make parameters the same holds for all choices, and the finder of groups of
ground facts (Helmert, AIJ 2009, section 5) proves them for all sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..action_domain import Action, ActionDomain, Atom, common_type
from ..strips import Facts, GroundAction, substituted
from .mutex import Guess, balanced_guesses

MOST_INSTANCES = 20_000
"""Ways to make parameters the same, of all actions together; beyond that no groups are looked for."""


@dataclass(frozen=True)
class LiftedInvariant:
    """For all objects that are shared, one at most of these facts is true.

    Parameters
    ----------
    parts
        Predicates, and which of their arguments are the shared ones.
    """

    parts: Guess

    @property
    def predicates(self) -> frozenset[str]:
        """Predicates of the invariant."""
        return frozenset(predicate for predicate, _ in self.parts)

    @property
    def shared(self) -> int:
        """How many arguments are shared."""
        return 1 + max(number for _, pattern in self.parts for number in (-1, *pattern))

    @property
    def trivial(self) -> bool:
        """Whether a group is a single fact."""
        return len(self.parts) == 1 and -1 not in self.parts[0][1]

    def groups_of(self, atom: Atom) -> Iterator[tuple[str, ...]]:
        """The shared arguments of the groups that an atom is in."""
        for predicate, pattern in self.parts:
            if predicate == atom[0] and len(pattern) == len(atom) - 1:
                pairs = zip(pattern, atom[1:], strict=True)
                yield tuple(term for number, term in sorted(pairs) if number >= 0)

    def holds(self, facts: Facts) -> bool:
        """Whether it does in a state."""
        seen: dict[tuple[str, ...], Atom] = {}
        return all(
            seen.setdefault(group, atom) == atom for atom in facts for group in self.groups_of(atom)
        )

    @property
    def atoms(self) -> tuple[str, ...]:
        """Its parts as ``(at ?1 *)``, where a number is what is shared."""
        return tuple(
            f"({' '.join([predicate, *(f'?{n + 1}' if n >= 0 else '*' for n in pattern)])})"
            for predicate, pattern in self.parts
        )

    def __str__(self) -> str:
        return f"one at most of {', '.join(self.atoms)}"


def lifted_invariants(domain: ActionDomain) -> tuple[LiftedInvariant, ...]:
    """The groups that no action of a domain spoils, those that share most first.

    A group of all facts of some predicates is left out where the same holds for each object alone, which then is what
    problems are like, and where no action makes one of its facts true. So is a group by which an action could never be
    applied: it would be kept for want of steps, and be false wherever the domain is of use.

    Parameters
    ----------
    domain
        Actions that are all conjunctions of literals; of others none is found.
    """
    instances = [one for action in domain.actions for one in patterns(domain, action)]
    if not domain.plain or len(instances) > MOST_INSTANCES:
        return ()
    gained = {atom[0] for one in instances for atom in one.add - one.positive}
    found = [LiftedInvariant(one) for one in balanced_guesses(instances)]
    useful = [
        one
        for one in found
        if not one.trivial
        and gained & one.predicates
        and all(applicable(domain, action, one) for action in domain.actions)
    ]
    finer = [one.predicates for one in found if one.shared]
    kept = [
        one
        for one in useful
        if one.shared
        or () in (pattern for _, pattern in one.parts)
        or (len(one.parts) == 1 and one.predicates not in finer)
    ]
    return tuple(sorted(kept, key=lambda one: -one.shared))


def applicable(domain: ActionDomain, action: Action, invariant: LiftedInvariant) -> bool:
    """Whether an invariant leaves states in which an action applies, with objects as different as they can be."""
    ground = list(patterns(domain, action))
    most = max((len(set(one.arguments)) for one in ground), default=0)
    widest = (one for one in ground if len(set(one.arguments)) == most)
    return not ground or any(invariant.holds(one.positive) for one in widest)


def spoiled(
    domain: ActionDomain, action: Action, invariants: Iterable[LiftedInvariant]
) -> list[LiftedInvariant]:
    """The invariants that an action, such as a macro, does not keep."""
    ground = list(patterns(domain, action))
    return [one for one in invariants if any(_spoils(case, one) for case in ground)]


def _spoils(action: GroundAction, invariant: LiftedInvariant) -> bool:
    groups = {group for atom in action.add for group in invariant.groups_of(atom)}
    for group in groups:
        gained, given_up, needed = (
            sum(group in invariant.groups_of(atom) for atom in atoms)
            for atoms in (
                action.add - action.positive,
                action.positive & action.delete,
                action.positive,
            )
        )
        if needed < 2 and gained > given_up:
            return True
    return False


def patterns(domain: ActionDomain, action: Action) -> Iterator[GroundAction]:
    """An action with objects for its parameters: once for every way in which some are the same object, or a constant."""
    names = [parameter.name for parameter in action.parameters]
    kinds = {one.name: one.type for one in (*action.parameters, *domain.constants)}
    constants = [one.name for one in domain.constants]
    for count, chosen in enumerate(_choices(domain, names, constants, kinds)):
        if count > MOST_INSTANCES:
            return
        binding = dict(zip(names, chosen, strict=True))
        ground = _instance(action, binding)
        if ground is not None:
            yield ground


def _instance(action: Action, binding: dict[str, str]) -> GroundAction | None:
    def same(pair: tuple[str, str]) -> bool:
        return binding.get(pair[0], pair[0]) == binding.get(pair[1], pair[1])

    def ground(atoms: Iterable[Atom]) -> Facts:
        return frozenset(substituted(atom, binding) for atom in atoms)

    positive, negative = ground(action.positive), ground(action.negative)
    if not all(map(same, action.equal)) or any(map(same, action.unequal)) or positive & negative:
        return None
    add = ground(action.add)
    delete = ground(action.delete) - add
    return GroundAction(action.name, tuple(binding.values()), positive, negative, add, delete, 1)


def _choices(
    domain: ActionDomain, names: Sequence[str], constants: Sequence[str], kinds: dict[str, str]
) -> Iterator[tuple[str, ...]]:
    """Objects for parameters: an earlier one's, a constant, or a new one, as far as types allow."""
    stack: list[tuple[tuple[str, ...], dict[str, str]]] = [((), {})]
    while stack:
        chosen, own = stack.pop()
        if len(chosen) == len(names):
            yield chosen
            continue
        kind = kinds[names[len(chosen)]]
        for one in (*own, *(c for c in constants if c not in own)):
            joined = common_type(domain.types, own.get(one) or kinds[one], kind)
            if joined is not None:
                stack.append(((*chosen, one), {**own, one: joined}))
        new = f"o{len(own)}"
        stack.append(((*chosen, new), {**own, new: kind}))


def exclusive(
    one: Atom, other: Atom, invariants: Iterable[LiftedInvariant]
) -> LiftedInvariant | None:
    """The invariant by which two atoms over parameters, if they are not the same, are never true at once; None if none."""
    for invariant in invariants:
        there = set(invariant.groups_of(other))
        if any(group in there for group in invariant.groups_of(one)):
            return invariant
    return None
