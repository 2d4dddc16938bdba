"""Which rules of a policy are carried out for a condition, and what is known of their parameters then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from ...rules.pddl.action_domain import (
    CASE,
    ActionDomain,
    Atom,
    atom_text,
    common_type,
    is_case,
    is_parameter,
)
from ...rules.pddl.strips import substituted
from ..policy.rule import Policy, Rule

ANY, AFTER = "*", ">"
"""What stands for any object of a type, ``*block``; and for one after another along a relation, ``*block>?x``."""


@dataclass(frozen=True)
class Call:
    """A rule that is carried out, at any depth, for an atom of another rule.

    Parameters
    ----------
    rule
        The rule.
    known
        Which of its parameters stand for which of the other rule's; all others may be anything.
    path
        The rules from there to this one, by name.
    after
        Parameters that stand for things after one of the other rule's, along a relation without circles.
    """

    rule: Rule
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
        Its types and constants.
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
        """Whether two terms may stand for the same object, as far as types say."""
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


def called(rule: Rule) -> tuple[Atom, ...]:
    """The conditions that rules are carried out for, in order: of a rule that walks also what is in its way."""
    if rule.moved is not None:
        return (*(one.atom for one in rule.prior), *rule.along, rule.moved)
    return tuple(one.atom for one in rule.purpose.conditions if one.achieve)


def changed_besides(domain: ActionDomain, rule: Rule) -> frozenset[str]:
    """The predicates that conditional effects of a rule's steps may change of other things than those of the rule.

    Where the action is not known of which a step is a case, these are all.
    """
    found: set[str] = set()
    for name in filter(is_case, rule.operator.step_names):
        action = domain.by_name.get(name.partition(CASE)[0])
        found.update(domain.fluents if action is None else ())
        for effect in () if action is None else action.effects:
            found.update(atom[0] for atom in (*effect.add, *effect.delete))
    return frozenset(found)


def disturbed(domain: ActionDomain, rule: Rule) -> str | None:
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


def directly(policy: Policy, root: Rule, atom: Atom) -> Iterator[Call]:
    """The rules that may be carried out for a condition itself."""
    return (one for one in calls(policy, root, [atom], {}) if len(one.path) == DIRECT)


DIRECT = 2
"""Rules on the path of a call for a condition itself."""

Links = Mapping[str, tuple[str, str]]
"""Of rules that call themselves along a relation without circles: from which parameter to which."""


def calls(policy: Policy, root: Rule, atoms: Iterable[Atom], links: Links) -> Iterator[Call]:
    """All rules that may be carried out, at any depth, so that atoms of a rule come true.

    Of parameters it is known where they are the same as one of the rule's: that is passed on from condition to condition, and
    lost where a parameter comes in between that is not, but for what comes after one of them along a relation. The calls are
    therefore few whatever the depth.

    Parameters
    ----------
    policy, root
        The rules, and the one whose atoms these are.
    atoms
        Over its parameters.
    links
        What is known of rules that call themselves.
    """
    kinds = Kinds(policy.domain, root.types)
    waiting: list[tuple[Atom, tuple[str, ...]]] = [(atom, (root.name,)) for atom in atoms]
    seen = set()
    while waiting:
        atom, path = waiting.pop(0)
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


def _begins(policy: Policy, name: str, atom: Atom) -> bool:
    """Whether an atom is where a rule begins to walk: to be anywhere at all is seen to by rules that do not walk."""
    walking = next(one for one in policy.rules if one.name == name)
    others = {one[0] for one in called(walking)[:-1]}
    return walking.moved is not None and walking.moved[0] == atom[0] and atom[0] not in others


def _bound(kinds: Kinds, rule: Rule, atom: Atom, path: tuple[str, ...]) -> Iterator[Call]:
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
