"""Proofs about rules of a policy, for problems of every size.

Four claims are to be proved of every rule: it keeps the invariants; what it has achieved for itself is not undone before its
steps are made; it undoes no goal that was reached; and every call has a lower rank than its caller, so that it terminates.
The first claim is read off the steps. For the others, all rules that a rule may call, at any depth, are examined with what is
known of their parameters. An atom that one of them deletes is regressed to the situation in which it is deleted, and compared
with what must stay. An unproved claim may still hold; carrying out the rules checks each step anyway.

The rank is lexicographic (as in structural termination: Srivastava, Zilberstein, Immerman and Geffner 2011; Bonet and Geffner
2020). Its parts are the goals left and the level of a rule among rules that call each other. For rules that call themselves
the number of objects above along a relation without cycles comes next, and for rules that walk the distance.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ...rules.checked import checked
from ..pddl.action_domain import Atom, PlanningTask, atom_text, is_parameter, substituted
from ..pddl.grounding.mutex import (
    LiftedInvariant,
    applicable,
    exclusive,
    lifted_invariants,
    spoiled,
)
from ..pddl.strips import Facts
from .claims import (
    Call,
    Claim,
    Kinds,
    ProvedPolicy,
    ProvedRule,
    Relation,
    RuleProof,
    Situation,
    called,
    calls,
    changed_besides,
    closing,
    directly,
    disturbed,
)
from .rule import LiftedPolicy, PolicyRule, RuleCondition, precedence_of

if TYPE_CHECKING:
    import networkx as nx


@checked
def prove_policy(
    policy: LiftedPolicy, goals: Collection[Atom] | None = None, facts: Collection[Facts] = ()
) -> ProvedPolicy:
    """Prove what can be proved of the rules of a policy.

    Parameters
    ----------
    policy
        The rules.
    goals
        Predicates of goals with the types of their arguments. If None, those of rules that no other rule calls, and of goals
        that are ordered.
    facts
        Facts at the start of problems: invariants that do not hold there are not used. Neither are invariants by which a rule
        could never be applied, as its training plan applies it.
    """
    return _Prover(policy, goals, facts).all()


def goals_of(tasks: Iterable[PlanningTask]) -> tuple[Atom, ...]:
    """The goals of problems over types, as `prove_policy` takes them."""
    return tuple(
        dict.fromkeys(
            (atom[0], *(task.type_of[term] for term in atom[1:]))
            for task in tasks
            for atom in task.wanted
        )
    )


class _Prover:
    def __init__(
        self, policy: LiftedPolicy, goals: Collection[Atom] | None, facts: Collection[Facts]
    ) -> None:
        self._policy = policy
        found = lifted_invariants(policy.domain)
        self._invariants = tuple(
            one
            for one in found
            if all(one.holds(state) for state in facts)
            and all(applicable(policy.domain, rule.action, one) for rule in policy.rules)
        )
        ranks = Ranks(policy, self._invariants, facts)
        self._graph = ranks.graph
        self._ranks = {rule.name: ranks.of(rule) for rule in policy.rules}
        self._along = {name: one.link for name, one in self._ranks.items() if one.relation}
        self._relations = [one.relation for one in self._ranks.values() if one.relation]
        self._goals = tuple(dict.fromkeys(self._usual_goals() if goals is None else goals))

    def all(self) -> ProvedPolicy:
        """Prove the claims of every rule."""
        rules = tuple(map(self._rule, self._policy.rules))
        return ProvedPolicy(self._policy, rules, self._invariants, self._goals)

    def _usual_goals(self) -> Iterator[Atom]:
        rules = self._policy.rules
        ordered = {atom[0] for pair in self._policy.precedences for atom in pair[:2]}
        below = {two for one, two in self._graph.edges if one != two}
        top = [one for one in rules if one.name not in below or one.goal[0] in ordered]
        for rule in top or rules:
            yield (rule.goal[0], *(self._kind(rule, term) for term in rule.goal[1:]))

    def _kind(self, rule: PolicyRule, term: str) -> str:
        return Kinds(self._policy.domain, rule.types).of(term)

    def _calls(self, rule: PolicyRule, atoms: Collection[Atom]) -> Iterator[Call]:
        return calls(self._policy, rule, atoms, self._along)

    def _rule(self, rule: PolicyRule) -> ProvedRule:
        rank = self._ranks[rule.name]
        if rule.purpose.again:
            nothing = RuleProof(Claim.CONDITIONS, True, "there is nothing to keep")
            proofs = (self._kept(rule), nothing, self._single_step(rule), rank.proof)
            return ProvedRule(rule, proofs, rank.level)
        proofs = (self._kept(rule), self._conditions(rule), self._undone(rule), rank.proof)
        return ProvedRule(rule, proofs, rank.level, rank.relation)

    def _kept(self, rule: PolicyRule) -> RuleProof:
        lost = spoiled(self._policy.domain, rule.action, self._invariants)
        if lost:
            return RuleProof(Claim.INVARIANTS, False, f"it may make two of {lost[0]} true")
        if not self._invariants:
            return RuleProof(Claim.INVARIANTS, True, "none was found")
        why = "what it makes true in a group of which one at most is true, it takes from there"
        return RuleProof(Claim.INVARIANTS, True, why)

    def _own(self, rule: PolicyRule) -> Situation:
        """Situation in which the rule's steps are made."""
        action, kinds = rule.action, Kinds(self._policy.domain, rule.types)
        return Situation(kinds, self._invariants, action.positive, action.negative, action.unequal)

    def _conditions(self, rule: PolicyRule) -> RuleProof:
        """Proof that conditions that hold, or were achieved, stay true while later conditions are achieved."""
        before, walks = list(rule.at_once), rule.moved is not None
        if walks:
            before = [one for one in rule.at_once if one != rule.moved]
        own, used = self._own(rule), dict[LiftedInvariant, None]()
        fixed = len(before)
        for condition in _seen_to(rule) if walks else rule.purpose.conditions:
            kept = [before]
            if condition.atom in (rule.along if walks else ()):
                here = [] if rule.moved is None else [rule.moved]
                kept = [[*before, *here], [*before, *_of_other_steps(rule, (*before, *rule.along))]]
            for call in self._calls(rule, [condition.atom] if condition.achieve else []):
                for atoms in kept:
                    lost = self._spoiled(rule, own, atoms, call, used)
                    if lost is not None:
                        return RuleProof(Claim.CONDITIONS, False, lost)
            before.append(condition.atom)
        if walks:
            return self._walk(rule)
        if not rule.action.negative and (len(before) < 2 or len(before) == fixed):
            return RuleProof(Claim.CONDITIONS, True, "there is nothing to keep")
        return RuleProof(Claim.CONDITIONS, True, "no rule that it calls undoes it", tuple(used))

    def _spoiled(
        self,
        rule: PolicyRule,
        own: Situation,
        kept: Sequence[Atom],
        call: Call,
        used: dict[LiftedInvariant, None],
    ) -> str | None:
        """Atom that must stay true and that a called rule may delete, or that must stay false and that it may add."""
        denied = (*rule.action.negative, *_of_other_steps(rule, rule.action.negative))
        action = call.rule.action
        besides = changed_besides(self._policy.domain, call.rule)
        for atom in (*kept, *denied):
            if atom[0] in besides:
                route = " > ".join(call.path)
                return f"{call.rule.name} ({route}) may change {atom_text(atom)} besides what it is for"
        for atom in action.delete:
            if atom not in action.add:
                lost = self._same(rule, own, kept, kept, call, atom, used)
                if lost is not None:
                    return self._told(call, "delete", atom, lost)
        for atom in action.add:
            lost = self._same(rule, own, kept, denied, call, atom, used)
            if lost is not None:
                return self._told(call, "add", atom, lost)
        return None

    def _walk(self, rule: PolicyRule) -> RuleProof:
        lost = disturbed(self._policy.domain, rule)
        if lost is not None:
            return RuleProof(Claim.CONDITIONS, False, f"a step may change {lost}")
        return RuleProof(Claim.CONDITIONS, True, "no step changes what the next one asks for")

    def _same(
        self,
        rule: PolicyRule,
        own: Situation,
        kept: Sequence[Atom],
        watched: Sequence[Atom],
        call: Call,
        atom: Atom,
        used: dict[LiftedInvariant, None],
    ) -> Atom | None:
        """Watched atom that a called rule may change while the other atoms are true; None if there is none."""
        said = call.said(atom)
        kinds = Kinds(self._policy.domain, {**rule.types, **_other_places(rule)})
        kinds.enter(call)
        for relation in self._relations:
            for one in rule.at_once:
                if one[0] == relation.predicate:
                    kinds.link(one[relation.below], one[relation.above])
        action = call.rule.action
        for one in watched:
            if one[0] != said[0]:
                continue
            pairs = list(zip(one[1:], said[1:], strict=True))
            there = Situation(
                kinds,
                self._invariants,
                (*kept, *map(call.said, action.positive)),
                tuple(map(call.said, action.negative)),
                tuple(call.said(("", *pair))[1:] for pair in action.unequal),  # type: ignore[misc]
            )
            if own.possible([p for p in pairs if all(t in rule.types for t in p)]):
                if there.possible(pairs):
                    return one
                used.update(there.used)
            used.update(own.used)
        return None

    def _told(self, call: Call, changes: str, atom: Atom, lost: Atom) -> str:
        """Sentence on the rule that may delete or add an atom, and on the parameters that are equal then."""
        known = dict(call.known)
        same = [
            f"{own} is the same" if own == term else f"{own} is {term}"
            for own, term in zip(atom[1:], lost[1:], strict=True)
            if known.get(own) != term and is_parameter(own)
        ]
        where = f", where its {' and its '.join(same)}" if same else ""
        route = " > ".join(call.path)
        return f"{call.rule.name} ({route}) may {changes} {atom_text(lost)}{where}"

    def _undone(self, rule: PolicyRule) -> RuleProof:
        """Proof that no goal that was reached is deleted, whatever goal the rule is carried out for."""
        used: dict[LiftedInvariant, None] = {}
        reasons: dict[str, None] = {}
        besides = changed_besides(self._policy.domain, rule)
        for goal in self._goals:
            if goal[0] in besides:
                told = f"it may change {goal[0]} of other things too, besides what it is for"
                return RuleProof(Claim.GOALS, False, told)
        for root in self._policy.rules:
            if not any(self._is_goal(root, root.goal, one) for one in self._goals):
                continue
            for call in self._calls(root, [root.goal]):
                if call.rule is not rule:
                    continue
                for atom in rule.action.delete:
                    if atom in rule.action.add or not self._may_be_goal(rule, atom):
                        continue
                    why = self._no_goal(root, call, atom, used)
                    if why is None:
                        told = f"{atom_text(atom)} may be one, while {atom_text(root.goal)} is made true ({' > '.join(call.path[1:])})"
                        return RuleProof(Claim.GOALS, False, told)
                    reasons[why] = None
        why = "; ".join(reasons) or "it deletes nothing that is a goal"
        return RuleProof(Claim.GOALS, True, why, tuple(used))

    def _single_step(self, rule: PolicyRule) -> RuleProof:
        """Outcome for a rule for a single step, which is taken whatever was reached."""
        for atom in rule.action.delete:
            if atom not in rule.action.add and self._may_be_goal(rule, atom):
                return RuleProof(Claim.GOALS, False, f"its step deletes {atom_text(atom)}")
        return RuleProof(Claim.GOALS, True, "it deletes nothing that is a goal")

    def _is_goal(self, rule: PolicyRule, atom: Atom, goal: Atom) -> bool:
        kinds = Kinds(self._policy.domain, rule.types)
        typed = (goal[0], *(f"*{kind}" for kind in goal[1:]))
        return len(goal) == len(atom) and kinds.may_be_same(atom, typed)

    def _may_be_goal(self, rule: PolicyRule, atom: Atom) -> bool:
        return any(self._is_goal(rule, atom, goal) for goal in self._goals)

    def _no_goal(
        self, root: PolicyRule, call: Call, atom: Atom, used: dict[LiftedInvariant, None]
    ) -> str | None:
        """Why an atom that is deleted while a goal is made true is no goal that was reached; None where it may be one."""
        said = call.said(atom)
        found = exclusive(said, root.goal, self._invariants)
        if found is not None:
            used[found] = None
            return f"{atom_text(atom)} and the goal are never both true, so it is no goal"
        kinds = Kinds(self._policy.domain, root.types)
        kinds.enter(call)
        if self._later(kinds, root.goal, said):
            return f"goals like {atom_text(atom)} come after it"
        return None

    def _later(self, kinds: Kinds, goal: Atom, other: Atom) -> bool:
        """Whether a goal like another comes after a goal, whichever of their terms are the same."""
        terms = list(dict.fromkeys((*goal[1:], *other[1:])))
        waiting: list[dict[str, str]] = [{}]
        while waiting:
            names = waiting.pop()
            if len(names) == len(terms):
                one, two = (substituted(atom, names) for atom in (goal, other))
                if one != two and precedence_of(one, two) not in self._policy.precedences:
                    return False
                continue
            term = terms[len(names)]
            heads = [own for own, name in names.items() if own == name]
            fitting = (
                head
                for head in heads
                if all(kinds.may_be_one(o, term) for o, n in names.items() if n == head)
            )
            waiting += [{**names, term: head} for head in (*fitting, term)]
        return True


def _seen_to(rule: PolicyRule) -> Iterator[RuleCondition]:
    """Conditions that a walking rule achieves before it begins."""
    return map(RuleCondition, called(rule))


OTHER_STEP = "-of-other-step"
"""Marks the places of another step of a walk."""


def _other_places(rule: PolicyRule) -> dict[str, str]:
    """Parameters for the places of another step of a walk, with their types; empty if the rule does not walk."""
    if rule.moved is None:
        return {}
    places = filter(is_parameter, sorted(rule.of_places))
    return {f"{one}{OTHER_STEP}": rule.types[one] for one in places}


def _of_other_steps(rule: PolicyRule, atoms: Sequence[Atom]) -> Iterator[Atom]:
    """Atoms about the places of a step, restated for another step of the walk."""
    names = {one.removesuffix(OTHER_STEP): one for one in _other_places(rule)}
    for atom in dict.fromkeys(atoms):
        if not names.keys().isdisjoint(atom[1:]):
            yield substituted(atom, names)


MOST_NAMED = 3
"""Greatest number of facts of a circle that are named."""

NOTHING = "nothing was found that goes down"

SINGLE = "it is a single step, taken again and again: only trying shows that no state comes again"
"""Reason that stands in the place of a proof for rules for single steps."""


@dataclass(frozen=True)
class Rank:
    """Rank of a rule.

    Parameters
    ----------
    proof
        Proof that the rank decreases.
    level
        Number of rules below it in the order of calls.
    relation, link
        Relation along which the rule calls itself, if that is proved, and its two parameters on that relation.
    """

    proof: RuleProof
    level: int
    relation: Relation | None = None
    link: tuple[str, str] = ("", "")


class Ranks:
    """The ranks of the rules of a policy.

    Parameters
    ----------
    policy, invariants
        The rules, and what is never true at once.
    facts
        Facts at the start of problems: a relation with a circle there gives no rank.
    """

    def __init__(
        self,
        policy: LiftedPolicy,
        invariants: Sequence[LiftedInvariant],
        facts: Collection[Facts] = (),
    ) -> None:
        self._policy, self._invariants, self._facts = policy, invariants, facts

    @cached_property
    def graph(self) -> nx.DiGraph:
        """Graph of the calls between rules."""
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from(one.name for one in self._policy.rules)
        for rule in self._policy.rules:
            for atom in called(rule):
                found = directly(self._policy, rule, atom)
                graph.add_edges_from((rule.name, one.rule.name) for one in found)
        return graph

    @cached_property
    def _levels(self) -> Mapping[str, int]:
        """Number of rules below each rule in the order of calls; rules that call each other are level."""
        import networkx as nx

        low = nx.condensation(self.graph)
        depth: dict[int, int] = {}
        for node in reversed(list(nx.topological_sort(low))):
            depth[node] = max((1 + depth[one] for one in low.successors(node)), default=0)
        return {name: depth[node] for name, node in low.graph["mapping"].items()}

    def of(self, rule: PolicyRule) -> Rank:
        """Rank that decreases whenever the rule calls another one."""
        import networkx as nx

        level = self._levels[rule.name]
        if rule.purpose.again:
            return Rank(RuleProof(Claim.RANK, False, SINGLE), level)
        said = f"goals left, level {level}"
        own = nx.strongly_connected_components(self.graph)
        circle = sorted(next(part for part in own if rule.name in part))
        if len(circle) > 1:
            route = " > ".join((*circle, circle[0]))
            why = f"rules call each other in a circle, and {NOTHING}: {route}"
            return Rank(RuleProof(Claim.RANK, False, why), level)
        if self.graph.has_edge(rule.name, rule.name):
            return self._recursion(rule, said, level)
        if rule.moved is None:
            return Rank(RuleProof(Claim.RANK, True, f"{said}: it calls lower rules only"), level)
        lost = disturbed(self._policy.domain, rule)
        if lost is not None:
            why = f"a step may change {lost}, which the next one asks for"
            return Rank(RuleProof(Claim.RANK, False, why), level)
        why = f"{said}, distance to {rule.goal[rule.place]}: each step is one nearer"
        return Rank(RuleProof(Claim.RANK, True, why), level)

    def _recursion(self, rule: PolicyRule, said: str, level: int) -> Rank:
        """A rule that calls itself: for the next thing along a relation that never goes round in a circle.

        The rule calls itself before it makes steps, so that all waiting calls lie along the relation in one state.
        """

        def failed(why: str) -> Rank:
            return Rank(RuleProof(Claim.RANK, False, f"{call}{why}"), level)

        again = [
            (number, atom)
            for number, atom in enumerate(called(rule))
            if any(one.rule is rule for one in directly(self._policy, rule, atom))
        ]
        number, atom = again[0]
        call = f"it calls itself for {atom_text(atom)}"
        if atom[0] in self._policy.domain.universals:
            return failed(f", and {NOTHING}")
        if number or len(again) > 1:
            return failed(" after other steps")
        moved = [n for n in range(1, len(atom)) if atom[n] != rule.goal[n]]
        reasons = [NOTHING]
        if len(moved) == 1:
            here, there = rule.goal[moved[0]], atom[moved[0]]
            for link in rule.at_once:
                if here not in link[1:] or there not in link[1:]:
                    continue
                relation = Relation(link[0], link.index(here, 1), link.index(there, 1))
                fault, used = closing(self._policy.domain, self._invariants, relation)
                if circle := next(filter(None, map(relation.circle, self._facts)), ()):
                    fault = " ".join(map(atom_text, circle[:MOST_NAMED]))
                if fault is None:
                    along = f"things beyond {here} along {atom_text(link)}: one less for {there}"
                    why = f"{said}, {along}, and {link[0]} never goes round in a circle if it does not at first"
                    proof = RuleProof(Claim.RANK, True, why, tuple(used))
                    return Rank(proof, level, relation, (here, there))
                reasons = [f"{link[0]} may go round in a circle: {fault}"]
        return failed(f", and {reasons[0]}")
