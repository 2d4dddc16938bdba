"""Claims about a policy, and their proofs.

In this file:

- Which rules of a policy are carried out for a condition, and what is known of their parameters then.
- Proofs that a relation stays acyclic if it is acyclic at first.
- Parameters of a rule that stand for different objects, by its conditions and the invariants.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain, combinations

from ..pddl.action_domain import (
    CASE,
    ActionDomain,
    Atom,
    Universal,
    atom_text,
    common_type,
    is_case,
    is_parameter,
    substituted,
)
from ..pddl.grounding.mutex import LiftedInvariant, exclusive
from .rule import LiftedPolicy, PolicyRule


class Claim(Enum):
    """A claim about a rule."""

    INVARIANTS = "keeps the invariants"
    CONDITIONS = "keeps what it has brought about"
    GOALS = "undoes no goal that was reached"
    RANK = "comes to an end"


@dataclass(frozen=True)
class RuleProof:
    """Outcome of one claim about one rule.

    Parameters
    ----------
    claim
        The claim about the rule.
    proved
        Whether the claim was proved.
    why
        Reason for the claim, or against it, with atoms and parameters.
    rests_on
        The invariants that were needed; they hold where they hold at first.
    """

    claim: Claim
    proved: bool
    why: str
    rests_on: tuple[LiftedInvariant, ...] = ()


@dataclass(frozen=True)
class Relation:
    """A predicate and two of its arguments, along which rules call themselves: from ``below`` to ``above``."""

    predicate: str
    below: int
    above: int

    def circle(self, facts: Collection[Atom]) -> tuple[Atom, ...]:
        """Facts that go round in a circle along it; none where there is no circle."""
        import networkx as nx

        own = {
            (one[self.below], one[self.above]): one
            for one in sorted(facts)  # whatever the order of a set, the same circle
            if one[0] == self.predicate
        }
        try:
            return tuple(own[pair] for pair in nx.find_cycle(nx.DiGraph(list(own))))
        except nx.NetworkXNoCycle:
            return ()

    def __str__(self) -> str:
        return f"({self.predicate} ...) from argument {self.below} to {self.above}"


@dataclass(frozen=True)
class ProvedRule:
    """A rule with all that is proved of it.

    Parameters
    ----------
    rule
        The rule.
    proofs
        One for each claim.
    level
        Number of rules below it in the order of calls.
    relation
        Relation along which the rule calls itself, if it does.
    """

    rule: PolicyRule
    proofs: tuple[RuleProof, ...]
    level: int
    relation: Relation | None = None

    @property
    def proved(self) -> bool:
        """Whether every claim is proved."""
        return all(one.proved for one in self.proofs)


@dataclass(frozen=True)
class ProvedPolicy:
    """Proofs about a policy for problems of every size.

    Parameters
    ----------
    policy
        The rules.
    rules
        Each with its proofs.
    invariants
        All that the domain's actions keep.
    goals
        The goals that were asked about, over types: predicate and types of its arguments.
    """

    policy: LiftedPolicy
    rules: tuple[ProvedRule, ...]
    invariants: tuple[LiftedInvariant, ...]
    goals: tuple[Atom, ...]

    @property
    def proved(self) -> bool:
        """Whether every claim of every rule is proved."""
        return all(one.proved for one in self.rules)

    @property
    def relations(self) -> tuple[Relation, ...]:
        """Relations along which rules call themselves; each must be acyclic at first."""
        return tuple(dict.fromkeys(one.relation for one in self.rules if one.relation))

    @property
    def rests_on(self) -> tuple[LiftedInvariant, ...]:
        """The invariants that proofs need."""
        used = (one for rule in self.rules for proof in rule.proofs for one in proof.rests_on)
        return tuple(dict.fromkeys(used))


ANY, AFTER = "*", ">"
"""Signs for any object of a type, ``*block``, and for one after another along a relation, ``*block>?x``."""


@dataclass(frozen=True)
class Call:
    """A rule that is carried out, at any depth, for an atom of another rule.

    Parameters
    ----------
    rule
        The rule.
    known
        Parameters that stand for parameters of the other rule; all others may be any object.
    path
        The rules from there to this one, by name.
    after
        Parameters that stand for things after one of the other rule's, along a relation without circles.
    """

    rule: PolicyRule
    known: tuple[tuple[str, str], ...]
    path: tuple[str, ...]
    after: tuple[tuple[str, str], ...] = ()

    def said(self, atom: Atom) -> Atom:
        """An atom of the rule over the other rule's parameters where these are known; its own are marked with its name."""
        names = dict(self.known)
        terms = (
            names.get(term, self.marked(term) if is_parameter(term) else term) for term in atom[1:]
        )
        return (atom[0], *terms)

    def marked(self, parameter: str) -> str:
        """A parameter that is this rule's own."""
        return f"{parameter}@{self.rule.name}"


class Kinds:
    """The types of terms: the parameters of a rule, those of others, and constants.

    Parameters
    ----------
    domain
        The domain, with its types and constants.
    own
        The types of the parameters that stand for themselves.
    """

    def __init__(self, domain: ActionDomain, own: Mapping[str, str]) -> None:
        self._domain, self._own = domain, own
        self._constants = {one.name: one.type for one in domain.constants}
        self._others: dict[str, str] = {}
        self._after: dict[str, str] = {}
        self._links: dict[str, str] = {}

    def enter(self, call: Call) -> None:
        """Know the parameters of a rule that is called."""
        self._others |= {call.marked(one): kind for one, kind in call.rule.types.items()}
        self._after |= {call.marked(one): term for one, term in call.after}

    def link(self, below: str, above: str) -> None:
        """Know that one thing comes right after another, along a relation without circles."""
        self._links[above] = below

    def of(self, term: str) -> str:
        """The type of a term."""
        if term.startswith(ANY):
            return term[1:]
        return self._own.get(term) or self._others.get(term) or self._constants.get(term, "object")

    def _is_after(self, one: str, other: str) -> bool:
        """Whether one thing surely comes after another."""
        reached = self._after.get(one)
        while reached is not None and reached != other:
            reached = self._links.get(reached)
        return reached is not None

    def may_be_one(self, one: str, other: str) -> bool:
        """Whether two terms may stand for the same object by their types."""
        if one == other:
            return True
        if not is_parameter(one) and not is_parameter(other) and ANY not in (one[0], other[0]):
            return False
        if self._is_after(one, other) or self._is_after(other, one):
            return False
        return common_type(self._domain.types, self.of(one), self.of(other)) is not None

    def may_be_same(self, one: Atom, other: Atom) -> bool:
        """Whether two atoms may be the same."""
        return one[0] == other[0] and all(map(self.may_be_one, one[1:], other[1:]))


def called(rule: PolicyRule) -> tuple[Atom, ...]:
    """Conditions that other rules must achieve, in order; for a walking rule also the obstacles."""
    if rule.moved is not None:
        return (*(one.atom for one in rule.prior), *rule.along, rule.moved)
    return tuple(one.atom for one in rule.purpose.conditions if one.achieve)


def changed_besides(domain: ActionDomain, rule: PolicyRule) -> frozenset[str]:
    """Predicates that conditional effects of a rule's steps may change for objects outside the rule.

    If the action behind a step is not known, these are all predicates that change. Conditions for all objects end with what
    they need.
    """
    deleted = {atom[0] for atom in rule.action.delete}
    found = {name for name, one in domain.universals.items() if one.needed[0] in deleted}
    for name in filter(is_case, rule.operator.step_names):
        action = domain.by_name.get(name.partition(CASE)[0])
        found.update(domain.fluents if action is None else ())
        for effect in () if action is None else action.effects:
            found.update(atom[0] for atom in (*effect.add, *effect.delete))
    return frozenset(found)


def disturbed(domain: ActionDomain, rule: PolicyRule) -> str | None:
    """Of a rule that walks: what a step may change and the next one asks for; None where there is nothing.

    That the next place must not be reached yet is no such thing: no shortest way comes to a place twice.
    """
    action, more = rule.action, changed_besides(domain, rule)
    changed = {*more, *(atom[0] for atom in (*action.add, *action.delete))}
    added = {*more, *(atom[0] for atom in action.add)}
    asked = (atom_text(one) for one in action.positive if one != rule.moved and one[0] in changed)
    denied = (
        f"(not {atom_text(one)})" for one in action.negative if one != rule.goal and one[0] in added
    )
    return next(chain(asked, denied), None)


def directly(policy: LiftedPolicy, root: PolicyRule, atom: Atom) -> Iterator[Call]:
    """The rules that may be carried out for a condition itself."""
    return (one for one in calls(policy, root, [atom], {}) if len(one.path) == DIRECT)


DIRECT = 2
"""Rules on the path of a call for a condition itself."""

Links = Mapping[str, tuple[str, str]]
"""Pair of parameters along which a rule calls itself on a relation without circles, by the rule's name."""


def calls(
    policy: LiftedPolicy, root: PolicyRule, atoms: Iterable[Atom], links: Links
) -> Iterator[Call]:
    """All rules that may be carried out, at any depth, so that atoms of a rule come true.

    A call knows which of its parameters equal parameters of the rule. That knowledge is passed on from condition to condition
    and lost at other parameters, except for objects after one of them along a relation. So there are few different calls,
    whatever their depth.

    Parameters
    ----------
    policy, root
        The rules, and the one whose atoms these are.
    atoms
        Over its parameters.
    links
        Links of rules that call themselves.
    """
    kinds = Kinds(policy.domain, root.types)
    waiting: list[tuple[Atom, tuple[str, ...]]] = [(atom, (root.name,)) for atom in atoms]
    seen = set()
    while waiting:
        atom, path = waiting.pop(0)
        if atom[0] in policy.domain.universals:
            waiting.append((_needed(policy.domain.universals[atom[0]], atom), path))
            continue
        for rule in (one for one in policy.rules if not one.purpose.again):
            begins = atom == root.moved if len(path) == 1 else _begins(policy, path[-1], atom)
            if rule.moved is not None and begins:
                continue
            for call in _bound(kinds, rule, atom, path):
                name = rule.name, call.known, call.after
                if name not in seen:
                    seen.add(name)
                    yield call
                    waiting += [(_passed_on(call, one, links), call.path) for one in called(rule)]


def _needed(found: Universal, atom: Atom) -> Atom:
    """Atom that a condition for all objects needs, over any objects of its own parameters."""
    names = {one.name: f"{ANY}{one.type}" for one in found.parameters}
    own = (one.name for one in found.signature.parameters)
    return substituted(found.needed, {**names, **dict(zip(own, atom[1:], strict=True))})


def _begins(policy: LiftedPolicy, name: str, atom: Atom) -> bool:
    """Whether an atom is the place where a walk begins, which rules that do not walk achieve."""
    walking = next(one for one in policy.rules if one.name == name)
    others = {one[0] for one in called(walking)[:-1]}
    return walking.moved is not None and walking.moved[0] == atom[0] and atom[0] not in others


def _bound(kinds: Kinds, rule: PolicyRule, atom: Atom, path: tuple[str, ...]) -> Iterator[Call]:
    """Bindings of a rule's parameters when it is called for an atom; one for each step of a walking rule."""
    if rule.goal[0] != atom[0]:
        return
    known, after = dict[str, str](), dict[str, str]()
    for term, value in zip(rule.goal[1:], atom[1:], strict=True):
        kind = f"{ANY}{rule.types[term]}" if is_parameter(term) else term
        plain, _, above = value.partition(AFTER)
        if not kinds.may_be_one(kind, plain):
            return
        if is_parameter(term) and above:
            after[term] = above
        elif is_parameter(term) and not value.startswith(ANY):
            known[term] = value
    path = (*path, rule.name)
    yield Call(rule, tuple(sorted(known.items())), path, tuple(sorted(after.items())))
    if rule.moved is not None and rule.goal[rule.place] in known:
        del known[rule.goal[rule.place]]
        yield Call(rule, tuple(sorted(known.items())), path, tuple(sorted(after.items())))


def _passed_on(call: Call, atom: Atom, links: Links) -> Atom:
    """A condition of a rule that is called, with what is known of its terms."""
    known, rule = dict(call.known), call.rule
    said = {name: f"{ANY}{kind}" for name, kind in rule.types.items()} | known
    below, above = links.get(rule.name, ("", ""))
    under = known.get(below) or dict(call.after).get(below)
    if under is not None and under.startswith("?") and above not in known:
        said[above] = f"{said[above]}{AFTER}{under}"
    return substituted(atom, said)


def closing(
    domain: ActionDomain, invariants: Sequence[LiftedInvariant], relation: Relation
) -> tuple[str | None, Collection[LiftedInvariant]]:
    """Action that may close a circle, if there was none before; all others add only an end of the relation.

    Parameters
    ----------
    domain, invariants
        The actions, and what is never true at once.
    relation
        The relation.

    Returns
    -------
    The fault, None where it is proved that there is none; and the invariants that the proof rests on.
    """
    used: dict[LiftedInvariant, None] = {}
    for action in domain.cases.values():
        added = [atom for atom in action.add if atom[0] == relation.predicate]
        if not added:
            continue
        if len(added) > 1:
            return f"{action.name} adds two", used
        atom = added[0]
        kinds = Kinds(domain, {one.name: one.type for one in action.parameters})
        situation = Situation(kinds, invariants, action.positive, action.negative, action.unequal)
        if not situation.apart(atom[relation.below], atom[relation.above]):
            return f"{action.name} may add {atom_text(atom)} of one thing", used
        used.update(situation.used)
        free = _free(invariants, action.positive, atom, relation)
        if free is None:
            return f"{action.name} adds {atom_text(atom)} between what may have others", used
        used[free] = None
    if not domain.plain and relation.predicate in domain.fluents:
        return f"effects may change {relation.predicate} of several things at once", used
    return None, used


def _free(
    invariants: Sequence[LiftedInvariant], true: Sequence[Atom], atom: Atom, relation: Relation
) -> LiftedInvariant | None:
    """The invariant by which what an action adds is at an end of a relation: nothing leads on, or nothing leads there."""
    upper, lower = atom[relation.above], atom[relation.below]
    size = len(atom)
    for place, term in ((relation.below, upper), (relation.above, lower)):
        terms = [f"{ANY}{n}" for n in range(size)]
        terms[0], terms[place] = atom[0], term
        for one in true:
            if one[0] != atom[0]:
                found = exclusive(one, tuple(terms), invariants)
                if found is not None:
                    return found
    return None


class Situation:
    """Atoms that are true at once, and what follows from it.

    Parameters
    ----------
    kinds
        The types of terms.
    invariants
        Invariants; those that were needed are noted.
    true, false
        Atoms over parameters.
    unequal
        Parameters that are asked to be different.
    """

    def __init__(
        self,
        kinds: Kinds,
        invariants: Sequence[LiftedInvariant],
        true: Sequence[Atom],
        false: Sequence[Atom] = (),
        unequal: Sequence[tuple[str, str]] = (),
    ) -> None:
        self._kinds, self._invariants = kinds, invariants
        self.true, self.false, self.unequal = tuple(true), tuple(false), tuple(unequal)
        self.used: dict[LiftedInvariant, None] = {}

    def possible(self, same: Sequence[tuple[str, str]] = ()) -> bool:
        """Whether the situation is possible, with some terms equal; True if nothing is known against it."""
        one_for: dict[str, str] = {}

        def root(term: str) -> str:
            while term in one_for:
                term = one_for[term]
            return term

        for one, other in same:
            left, right = root(one), root(other)
            if left == right:
                continue
            if not self._kinds.may_be_one(left, right):
                return False
            if right.startswith("?"):
                left, right = right, left
            one_for[left] = right
        terms = {term for atom in (*self.true, *self.false) for term in atom[1:]}
        names = {term: root(term) for term in (*terms, *(t for pair in self.unequal for t in pair))}
        if any(names[one] == names[other] for one, other in self.unequal):
            return False
        true = list(dict.fromkeys(substituted(atom, names) for atom in self.true))
        if any(substituted(atom, names) in true for atom in self.false):
            return False
        for first, second in combinations(true, 2):
            found = exclusive(first, second, self._invariants)
            if found is not None and not self._kinds.may_be_same(first, second):
                self.used[found] = None
                return False
        return True

    def apart(self, one: str, other: str) -> bool:
        """Whether two terms are known to be different objects."""
        return one != other and not self.possible([(one, other)])
