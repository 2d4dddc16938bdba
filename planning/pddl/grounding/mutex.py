"""Groups of facts of which never more than one is true, found by guessing and proved by induction over the actions.

A guess says which predicates belong together and which of their arguments they share: ``at(?p, *)`` and ``in(?p, *)``,
one group for every ``?p``. A group holds if one of its facts is true at first and every action that adds some of them
needs and deletes as many. Where an action adds one too many, the guess is widened by what that action needs and
deletes. The guesses are Helmert's (AIJ 2009, section 5); the proofs are on ground actions.

Facts of which never more than one is true, for problems of every size: groups over parameters.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, permutations, product
from typing import TypeAlias

from ..action_domain import Action, ActionDomain, Atom, Typed, common_type
from ..strips import Facts, GroundAction, equalities_hold

InvariantPart: TypeAlias = tuple[str, tuple[int, ...]]
"""A predicate, and for each of its arguments which shared parameter it is, or -1 where any object counts."""

Guess: TypeAlias = tuple[InvariantPart, ...]

MOST_CHECKS = 2_000_000
"""Greatest number of looks at actions; later guesses are left out, which only makes states less compact."""

MOST_GUESSES = 400
MOST_ARGUMENTS = 5
"""Arguments of a predicate above which only guesses are made that share all but two of them, or more."""

MOST_MATCHES = 100
"""Greatest number of ways to find the shared arguments among those of another predicate."""

LONGEST = 4
"""Greatest number of predicates in a guess."""


@dataclass(frozen=True)
class MutexGroup:
    """Facts of which exactly one is true at first and never more than one is later.

    Parameters
    ----------
    atoms
        The facts, each with a short name that tells it from the others: its text without the shared arguments.
    shared
        The arguments that all of them share.
    guess
        Predicates of the group, each with its shared arguments.
    """

    atoms: Mapping[Atom, str] = field(hash=False)
    shared: tuple[str, ...]
    guess: Guess

    def excludes(self, atom: Atom, positions: Collection[int]) -> bool:
        """Whether ``atom`` rules out all atoms that differ from it in these arguments only, counted from 1."""
        return any(
            predicate == atom[0]
            and all(pattern[position - 1] < 0 for position in positions)
            and all(
                n < 0 or self.shared[n] == value for n, value in zip(pattern, atom[1:], strict=True)
            )
            for predicate, pattern in self.guess
        )


@dataclass(frozen=True)
class Invariants:
    """Invariants proved by `find_invariants`."""

    groups: tuple[MutexGroup, ...]
    never: frozenset[Atom]
    """Facts that never become true: of their group none is true at first."""


def find_invariants(init: Facts, actions: Sequence[GroundAction]) -> Invariants:
    """All groups that the guesses lead to, in a fixed order."""
    return _Finder(init, actions).run()


def balanced_guesses(actions: Sequence[GroundAction]) -> tuple[Guess, ...]:
    """Guesses whose groups never get a second true fact by any action, whatever is true at first."""
    return _Finder(frozenset(), actions).balanced()


class _Finder:
    def __init__(self, init: Facts, actions: Sequence[GroundAction]) -> None:
        self.init = init
        self.actions: list[GroundAction] = []
        self.others: dict[int, range] = {}
        for action in actions:
            one = len(self.actions)
            self.actions += _separate(action)
            if action.effects:
                units = range(one, len(self.actions))
                self.others.update((number, units) for number in units)
        self.gained = [action.add - action.positive for action in self.actions]
        self.given_up = [action.positive & action.delete for action in self.actions]
        self.adders: dict[Atom, list[int]] = {}
        for number, gained in enumerate(self.gained):
            for atom in gained:
                self.adders.setdefault(atom, []).append(number)
        changing = {*self.adders, *(atom for action in self.actions for atom in action.delete)}
        self.by_predicate: dict[str, list[Atom]] = {}
        for atom in sorted(changing):
            self.by_predicate.setdefault(atom[0], []).append(atom)
        self.checks = 0

    def run(self) -> Invariants:
        groups: dict[frozenset[Atom], MutexGroup] = {}
        never: set[Atom] = set()
        self.explore(lambda guess: self.judge(guess, groups, never))
        return Invariants(tuple(groups.values()), frozenset(never))

    def balanced(self) -> tuple[Guess, ...]:
        found: list[Guess] = []

        def judge(guess: Guess) -> Iterable[Guess]:
            wider: dict[Guess, None] = {}
            faulty = False
            for shared, group in self.instances(guess).items():
                fault = self.fault(group)
                if fault is not None:
                    faulty = True
                    if len(guess) < LONGEST:
                        wider.update(dict.fromkeys(self.widened(guess, shared, group, fault)))
            if not faulty:
                found.append(guess)
            return wider

        self.explore(judge)
        return tuple(found)

    def explore(self, judge: Callable[[Guess], Iterable[Guess]]) -> None:
        """Judge the first guesses, and all wider guesses made of them."""
        queue = deque(self.first_guesses())
        seen = {_canonical(guess) for guess in queue}
        while queue and self.checks < MOST_CHECKS:
            for wider in judge(queue.popleft()):
                key = _canonical(wider)
                if key not in seen and len(seen) < MOST_GUESSES:
                    seen.add(key)
                    queue.append(wider)

    def first_guesses(self) -> Iterator[Guess]:
        for predicate, atoms in self.by_predicate.items():
            size = len(atoms[0]) - 1
            least = 0 if size <= MOST_ARGUMENTS else size - 2
            for count in range(size, least - 1, -1):
                for shared in combinations(range(size), count):
                    pattern = [-1] * size
                    for number, position in enumerate(shared):
                        pattern[position] = number
                    yield ((predicate, tuple(pattern)),)

    def judge(
        self, guess: Guess, groups: dict[frozenset[Atom], MutexGroup], never: set[Atom]
    ) -> list[Guess]:
        """Keep the groups of a guess that hold, and widen the guess where one does not."""
        wider: dict[Guess, None] = {}
        for shared, group in self.instances(guess).items():
            weight = len(group & self.init)
            if weight > 1:
                continue
            fault = self.fault(group)
            if fault is not None:
                if len(guess) < LONGEST:
                    wider.update(dict.fromkeys(self.widened(guess, shared, group, fault)))
            elif weight == 0:
                never |= group
            elif len(group) > 1 and (key := frozenset(group)) not in groups:
                groups[key] = MutexGroup(_named(guess, shared, group), shared, guess)
        return list(wider)

    def instances(self, guess: Guess) -> dict[tuple[str, ...], set[Atom]]:
        size = _parameters(guess)
        found: dict[tuple[str, ...], set[Atom]] = {}
        for predicate, pattern in guess:
            where = [(number, p) for p, number in enumerate(pattern, start=1) if number >= 0]
            positions = [position for _, position in sorted(where)]
            assert len(positions) == size
            for atom in self.by_predicate[predicate]:
                found.setdefault(tuple([atom[p] for p in positions]), set()).add(atom)
            self.checks += len(self.by_predicate[predicate])
        return found

    def fault(self, group: set[Atom]) -> int | None:
        """An action that could make two facts of a group true, or None."""
        looked: set[int] = set()
        for atom in sorted(group):
            for number in self.adders.get(atom, ()):
                if number in looked:
                    continue
                looked.add(number)
                self.checks += 1
                added = len(self.gained[number] & group)
                possible = len(self.actions[number].positive & group) < 2
                if possible and added > len(self.given_up[number] & group):
                    return number
                if possible and number in self.others and self.interferes(group, number):
                    return number
        return None

    def interferes(self, group: set[Atom], number: int) -> bool:
        """Whether another effect of the action adds a fact of the same group, or the same fact again."""
        given_up = self.given_up[number] & group
        for other in self.others[number]:
            self.checks += 1
            action = self.actions[other]
            asked = action.positive & group
            if other == number or (asked and asked.isdisjoint(given_up)) or len(asked) > 1:
                continue  # the two cannot take place together
            gained = self.gained[other] & group
            if not action.add.isdisjoint(given_up) or not gained <= self.gained[number]:
                return True
        return False

    def widened(
        self, guess: Guess, shared: tuple[str, ...], group: set[Atom], fault: int
    ) -> Iterator[Guess]:
        """The guess with one more predicate: something that the faulty action needs and deletes."""
        for atom in sorted(self.given_up[fault] - group):
            arguments = atom[1:]
            places = [[p for p, own in enumerate(arguments) if own == value] for value in shared]
            for positions in islice(product(*places), MOST_MATCHES):
                if len(set(positions)) == len(positions):
                    pattern = [-1] * len(arguments)
                    for number, position in enumerate(positions):
                        pattern[position] = number
                    part = (atom[0], tuple(pattern))
                    if part not in guess:
                        yield (*guess, part)


def _separate(action: GroundAction) -> Iterator[GroundAction]:
    """The action as if it had no conditional effects, and as if it had each of them alone."""
    if not action.effects:
        yield action
        return
    yield action._replace(effects=())
    for one in action.effects:
        add = action.add | one.add
        yield action._replace(
            positive=action.positive | one.positive,
            negative=action.negative | one.negative,
            add=add,
            delete=(action.delete | one.delete) - add,
            effects=(),
        )


def _parameters(guess: Guess) -> int:
    return 1 + max((number for _, pattern in guess for number in pattern), default=-1)


def _named(guess: Guess, shared: tuple[str, ...], group: set[Atom]) -> dict[Atom, str]:
    """Each fact without the arguments that the group shares: ``at(_,bern)``."""
    names: dict[Atom, str] = {}
    for predicate, pattern in guess:
        for atom in sorted(group - names.keys()):
            pairs = list(zip(pattern, atom[1:], strict=False))
            if atom[0] == predicate and all(n < 0 or shared[n] == value for n, value in pairs):
                shown = ",".join("_" if number >= 0 else value for number, value in pairs)
                names[atom] = f"{predicate}({shown})" if pairs else predicate
    if len(set(names.values())) < len(names):  # p(?a, ?b) and p(?b, ?a) would look alike
        return {atom: f"{atom[0]}({','.join(atom[1:])})" for atom in names}
    return names


def _canonical(guess: Guess) -> Guess:
    """Canonical form of a guess, equal for guesses that differ only in the order of parts and the numbers of parameters."""
    size = _parameters(guess)
    renumberings = permutations(range(size)) if size <= 3 else [tuple(range(size))]
    return min(
        tuple(
            sorted(
                (predicate, tuple(order[number] if number >= 0 else -1 for number in pattern))
                for predicate, pattern in guess
            )
        )
        for order in renumberings
    )


MOST_INSTANCES = 20_000
"""Ways to make parameters the same, of all actions together; beyond that no groups are looked for."""


@dataclass(frozen=True)
class LiftedInvariant:
    """Invariant: for each choice of the shared objects, at most one of these facts is true.

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
        """Number of shared arguments."""
        return 1 + max(number for _, pattern in self.parts for number in (-1, *pattern))

    @property
    def trivial(self) -> bool:
        """Whether a group is a single fact."""
        return len(self.parts) == 1 and -1 not in self.parts[0][1]

    def groups_of(self, atom: Atom) -> Iterator[tuple[str, ...]]:
        """Yield the arguments that identify each mutex group of an atom."""
        for predicate, pattern in self.parts:
            if predicate == atom[0] and len(pattern) == len(atom) - 1:
                pairs = zip(pattern, atom[1:], strict=True)
                yield tuple(term for number, term in sorted(pairs) if number >= 0)

    def holds(self, facts: Facts) -> bool:
        """Whether the invariant holds in a state."""
        seen: dict[tuple[str, ...], Atom] = {}
        return all(
            seen.setdefault(group, atom) == atom for atom in facts for group in self.groups_of(atom)
        )

    @property
    def atoms(self) -> tuple[str, ...]:
        """Parts of the invariant as ``(at ?1 *)``, in which shared arguments are numbers."""
        return tuple(
            f"({' '.join([predicate, *(f'?{n + 1}' if n >= 0 else '*' for n in pattern)])})"
            for predicate, pattern in self.parts
        )

    def __str__(self) -> str:
        return f"one at most of {', '.join(self.atoms)}"


def lifted_invariants(domain: ActionDomain) -> tuple[LiftedInvariant, ...]:
    """The groups that no action of a domain spoils, those that share most first.

    A group of all facts of some predicates is left out if a group for each object alone holds too, and if no action makes one
    of its facts true. So is a group by which an action could never be applied: no step would spoil it, but it would be false
    in every problem in which that action is of use.

    Parameters
    ----------
    domain
        Actions that are all conjunctions of literals; of others none is found.
    """
    instances = [one for action in domain.actions for one in equality_cases(domain, action)]
    if not domain.plain or len(instances) > MOST_INSTANCES:
        return ()
    gained = {atom[0] for one in instances for atom in one.add - one.positive}
    found = [LiftedInvariant(one) for one in balanced_guesses(instances)]
    finer = [one.predicates for one in found if one.shared]
    kept = [
        one
        for one in found
        if not one.trivial
        and (one.shared or _says_more(one, finer))
        and gained & one.predicates
        and all(applicable(domain, action, one) for action in domain.actions)
    ]
    return tuple(sorted(kept, key=lambda one: -one.shared))


def _says_more(whole: LiftedInvariant, finer: Collection[Collection[str]]) -> bool:
    """Whether a group of all facts of some predicates says more than groups for each object, which are of the predicates ``finer``."""
    if () in (pattern for _, pattern in whole.parts):
        return True
    return len(whole.parts) == 1 and whole.predicates not in finer


def applicable(domain: ActionDomain, action: Action, invariant: LiftedInvariant) -> bool:
    """Whether an invariant leaves states in which an action applies, with objects as different as they can be."""
    ground = list(equality_cases(domain, action))
    most = max((len(set(one.arguments)) for one in ground), default=0)
    widest = (one for one in ground if len(set(one.arguments)) == most)
    return not ground or any(invariant.holds(one.positive) for one in widest)


def spoiled(
    domain: ActionDomain, action: Action, invariants: Iterable[LiftedInvariant]
) -> list[LiftedInvariant]:
    """The invariants that an action, such as a macro, does not keep."""
    ground = list(equality_cases(domain, action))
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


def equality_cases(domain: ActionDomain, action: Action) -> Iterator[GroundAction]:
    """The action once for each way in which parameters are equal to each other or to a constant."""
    for count, binding in enumerate(equality_bindings(domain, action.parameters)):
        if count > MOST_INSTANCES:
            return
        ground = instance_of(action, binding)
        if ground is not None:
            yield ground


def equality_bindings(
    domain: ActionDomain, parameters: Sequence[Typed]
) -> Iterator[dict[str, str]]:
    """Each way in which parameters are equal to each other or to a constant: an object for each, as their types allow."""
    names = [parameter.name for parameter in parameters]
    kinds = {one.name: one.type for one in (*parameters, *domain.constants)}
    constants = [one.name for one in domain.constants]
    for chosen in _choices(domain, names, constants, kinds):
        yield dict(zip(names, chosen, strict=True))


def instance_of(action: Action, binding: Mapping[str, str]) -> GroundAction | None:
    """An action with objects for its parameters; None where its conditions deny each other then."""
    found = GroundAction.of(action, binding)
    if not equalities_hold(action, binding) or found.positive & found.negative:
        return None
    return found._replace(delete=found.delete - found.add)


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
        new = f"?{len(own)}"  # no constant is called so
        stack.append(((*chosen, new), {**own, new: kind}))


def exclusive(
    one: Atom, other: Atom, invariants: Iterable[LiftedInvariant]
) -> LiftedInvariant | None:
    """The invariant by which two different atoms over parameters are never true at once; None if there is none."""
    for invariant in invariants:
        there = set(invariant.groups_of(other))
        if any(group in there for group in invariant.groups_of(one)):
            return invariant
    return None
