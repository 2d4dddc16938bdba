"""A policy as axioms of a PDDL domain, so that planners make no step that the policy has no use for.

Each predicate that rules are for gets another, ``wanted-...``, derived from the goals of the problem and downwards from the
conditions of rules. An atom is wanted if it is a goal and no goal that comes before it is left. It is also wanted if it is a
condition of a rule for a wanted atom, does not hold, and the conditions before it do. An action may be taken only for a rule
whose goal is wanted. The planner searches the choice among wanted atoms: all that the policy does can be done, and every plan
is one of the domain. Chen, Hofmann, Klassen and McIlraith (AAAI 2026) prune optimal planners in this way with rules that
regress a whole plan each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from ..pddl.action_domain import (
    OBJECT,
    Action,
    Atom,
    Effect,
    PlanningTask,
    Signature,
    Universal,
    atom_text,
    is_case,
    substituted,
)
from ..pddl.action_schema import taken
from ..pddl.formula import formula_text
from ..pddl.write import domain_text
from ..policy.rule import LiftedPolicy, PolicyRule, Precedence

REQUIREMENTS = (":derived-predicates", ":negative-preconditions", ":disjunctive-preconditions")
MORE_REQUIREMENTS = (":existential-preconditions", ":universal-preconditions", ":equality")

Changing = TypeVar("Changing", Action, Effect)

WANTED, GOAL, MAY = "wanted", "goal", "may"
"""Prefixes of new predicates: atoms to be made true, goals of the problem, actions that have a use."""


def axioms_domain(policy: LiftedPolicy) -> str:
    """The domain, with axioms before its actions.

    Parameters
    ----------
    policy
        Of a domain that was read from its file.
    """
    return _Axioms(policy).text()


def axioms_task(policy: LiftedPolicy, task: PlanningTask) -> PlanningTask:
    """Text of a problem for that domain, with facts that name its goals."""
    wanted = (atom for atom in task.wanted if atom[0] in _predicates(policy))
    return replace(task, init=task.init | {(f"{GOAL}-{atom[0]}", *atom[1:]) for atom in wanted})


def left_out(policy: LiftedPolicy) -> list[str]:
    """Parts of a policy that axioms cannot express, a sentence for each rule: orders of its goals, and calls that wait
    for others.
    """
    found = []
    for rule in policy.rules:
        if rule.purpose.pause is not None:
            what = "that all its goals are brought as far before any is finished"
        elif rule.purpose.again:
            what = "that it is taken only where no rule before it applies"
        else:
            continue
        found.append(f"{rule.name}: {what} is left to the planner.")
    return found


def _predicates(policy: LiftedPolicy) -> list[str]:
    """Predicates of the rules' goals, and of goals that others wait for."""
    ordered = (atom[0] for pair in policy.precedences for atom in pair[:2])
    goals = (rule.goal[0] for rule in policy.rules)
    return list(dict.fromkeys((*goals, *policy.domain.universals, *ordered)))


class _Axioms:
    def __init__(self, policy: LiftedPolicy) -> None:
        self._policy, self._domain = policy, policy.domain
        self._signatures = {one.name: one for one in self._domain.predicates}
        self._predicates = _predicates(policy)

    def text(self) -> str:
        """Text of the domain file, with the axioms between predicates and actions."""
        domain, used = self._domain, self._used()
        new = [
            Signature(f"{kind}-{name}", self._signatures[name].parameters)
            for name in self._predicates
            for kind in (GOAL, WANTED)
        ]
        new += [Signature(f"{MAY}-{one.name}", one.parameters) for one in domain.actions]
        actions = [
            replace(self._stated(one), positive=(*one.positive, self._may(one.name)))
            for one in domain.actions
        ]
        requirements = dict.fromkeys(
            (*(domain.requirements or (":strips",)), *REQUIREMENTS, *MORE_REQUIREMENTS)
        )
        whole = replace(
            domain,
            requirements=tuple(requirements),
            predicates=(*domain.predicates, *new),
            actions=tuple(one for one in actions if one.name in used),
        )
        remarks = [
            "The domain with a policy of arcwise as axioms: problems have to say their goals as facts."
        ]
        remarks += left_out(self._policy)
        before, action, after = domain_text(whole, remarks).partition("\n\n  (:action ")
        return "\n".join((before, "", *self._derived(), "")) + action.removeprefix("\n") + after

    def _stated(self, found: Changing) -> Changing:
        """An action or an effect without what follows: axioms say which atoms are not true."""
        denials = self._domain.denials
        add, delete = (
            tuple(one for one in atoms if one[0] not in denials)
            for atoms in (found.add, found.delete)
        )
        if isinstance(found, Effect):
            return replace(found, add=add, delete=delete)
        return replace(
            found, add=add, delete=delete, effects=tuple(map(self._stated, found.effects))
        )

    def _used(self) -> set[str]:
        moves = (one for rule in self._policy.rules for one in rule.operator.moves)
        return {taken(one)[0] for one in moves}

    def _may(self, action: str) -> Atom:
        own = self._domain.by_name[action]
        return (f"{MAY}-{action}", *(one.name for one in own.parameters))

    def _derived(self) -> Iterator[str]:
        for name, denied in self._domain.denials.items():
            own = tuple(one.name for one in denied.parameters)
            said = _not((denied.name, *own))
            yield self._axiom((name, *own), self._typed(denied), [said])
        for universal in self._domain.universals.values():
            yield from self._of_all(universal)
        for name in self._predicates:
            yield self._of_goal(name)
        for rule in self._policy.rules:
            yield from self._of_rule(rule)

    def _of_all(self, found: Universal) -> Iterator[str]:
        """Axioms that a condition for all objects holds, and that what it needs is wanted if the condition is."""
        own, needed = found.signature, found.needed
        terms = tuple(one.name for one in own.parameters)
        given = [atom_text(one.atom) if one.holds else _not(one.atom) for one in found.given]
        yield self._axiom((own.name, *terms), self._typed(own), [formula_text(found.formula)])
        if needed[0] in self._predicates:
            types = {one.name: one.type for one in (*own.parameters, *found.parameters)}
            parts = [atom_text((f"{WANTED}-{own.name}", *terms)), *given, _not(needed)]
            yield self._axiom((f"{WANTED}-{needed[0]}", *needed[1:]), types, parts)

    def _of_goal(self, name: str) -> str:
        """Axiom that a goal is wanted while it does not hold and every goal before it does."""
        signature = self._signatures[name]
        own = (name, *(one.name for one in signature.parameters))
        parts = [atom_text((f"{GOAL}-{name}", *own[1:])), _not(own)]
        parts += [
            self._after(own, pair)
            for pair in sorted(self._policy.precedences)
            if pair[1][0] == name
        ]
        return self._axiom((f"{WANTED}-{name}", *own[1:]), self._typed(signature), parts)

    def _after(self, own: Atom, pair: Precedence) -> str:
        """Condition that no goal is open which an order puts first; parameters with different names are different
        objects.
        """
        first, second, *where = pair
        names = dict(zip(second[1:], own[1:], strict=True))
        others = {
            term: f"?other{number}" for number, term in enumerate(first[1:]) if term not in names
        }
        names |= others
        signature = self._signatures[first[0]]
        kinds = dict(zip(first[1:], (one.type for one in signature.parameters), strict=True))
        goal = substituted(first, names)
        terms = list(dict.fromkeys((*second[1:], *first[1:])))
        same = [
            f"(= {names[one]} {names[other]})"
            for number, one in enumerate(terms)
            for other in terms[number + 1 :]
        ]
        asked = [_not(substituted(one, names)) for one in where]
        left = [_not((f"{GOAL}-{goal[0]}", *goal[1:])), atom_text(goal), *same, *asked]
        said = f"(or {' '.join(left)})"
        if not others:
            return said
        listed = " ".join(f"{name} - {kinds[term]}" for term, name in others.items())
        return f"(forall ({listed}) {said})"

    def _of_rule(self, rule: PolicyRule) -> Iterator[str]:
        """Axioms of a rule: its conditions are wanted if its goal is, and its steps are enabled then."""
        wanted = atom_text((f"{WANTED}-{rule.goal[0]}", *rule.goal[1:]))
        unequal = [f"(not (= {one} {other}))" for one, other in rule.action.unequal]
        before = [wanted, *unequal, *self._at_once(rule)]
        for atom in () if rule.purpose.again else self._in_order(rule):
            yield from self._of_condition(rule, atom, before)
            before.append(atom_text(atom))
        for atom in self._on_the_way(rule):
            yield from self._of_condition(rule, atom, before)
        looked_at = rule.purpose.conditions if rule.purpose.again else ()
        for call in rule.operator.moves:
            name, *terms = taken(call)
            # where it does what is wanted under a condition, the action does not ask for that itself
            asked = [
                wanted,
                *unequal,
                *(atom_text(one.atom) for one in looked_at),
                *(map(atom_text, rule.action.positive) if is_case(call[0]) else ()),
            ]
            yield self._axiom((f"{MAY}-{name}", *terms), dict(rule.types), asked)

    def _of_condition(self, rule: PolicyRule, atom: Atom, before: Sequence[str]) -> Iterator[str]:
        """A condition that rules are for is wanted while it does not hold, and what comes before it does."""
        if atom[0] in self._predicates:
            head = (f"{WANTED}-{atom[0]}", *atom[1:])
            yield self._axiom(head, dict(rule.types), [*before, _not(atom)])

    def _at_once(self, rule: PolicyRule) -> list[str]:
        atoms = [atom for atom in rule.at_once if atom != rule.moved]
        return list(map(atom_text, atoms))

    def _in_order(self, rule: PolicyRule) -> Sequence[Atom]:
        """Conditions to achieve in order; for a walking rule those before the walk."""
        seen_to = rule.purpose.conditions if rule.moved is None else rule.prior
        return [one.atom for one in seen_to]

    def _on_the_way(self, rule: PolicyRule) -> Sequence[Atom]:
        """Conditions of a walking rule, achieved in any order: every place of the walk is wanted at once.

        Where it comes from is wanted too, so that walks lead to the place.
        """
        return () if rule.moved is None else (*rule.along, rule.moved)

    def _typed(self, signature: Signature) -> dict[str, str]:
        return {one.name: one.type for one in signature.parameters}

    def _axiom(self, head: Atom, types: dict[str, str], parts: Sequence[str]) -> str:
        """An axiom for an atom over parameters; where terms are constants or stand twice, over arguments that are equal to them."""
        own = {term: types[term] for term in head[1:] if term in types}
        same: list[str] = []
        if len(own) < len(head) - 1:
            names = [f"?argument{number}" for number in range(1, len(head))]
            own = dict(zip(names, self._argument_types(head), strict=True))
            same = [f"(= {name} {term})" for name, term in zip(names, head[1:], strict=True)]
        over = "".join(f" {name} - {kind}" for name, kind in own.items())
        inner = " ".join(f"{name} - {kind}" for name, kind in types.items() if name not in own)
        body = f"(and {' '.join((*same, *parts))})"
        if inner:
            body = f"(exists ({inner}) {body})"
        return f"  (:derived ({head[0]}{over})\n    {body})"

    def _argument_types(self, head: Atom) -> list[str]:
        kind, _, name = head[0].partition("-")
        own = self._domain.by_name[name] if kind == MAY else self._signatures[name]
        return [one.type or OBJECT for one in own.parameters]


def _not(atom: Atom) -> str:
    return f"(not {atom_text(atom)})"
