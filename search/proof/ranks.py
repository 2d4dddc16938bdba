"""Proofs of termination: every call of a rule has a lower rank than its caller.

The rank that goes down is lexicographic: goals left, the level of a rule among those that call each other, and for rules that
call themselves the things beyond along a relation without circles, for those that walk the distance.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ...rules.pddl.action_domain import atom_text
from ...rules.pddl.grounding.lifted_invariants import LiftedInvariant
from ...rules.pddl.strips import Facts
from ..policy.rule import Policy, Rule
from .calls import called, directly, disturbed
from .circles import closing
from .claims import Claim, Proof, Relation

if TYPE_CHECKING:
    import networkx as nx

MOST_NAMED = 3
"""Facts of a circle that are named."""

NOTHING = "nothing was found that goes down"

SINGLE = "it is a single step, taken again and again: only trying shows that no state comes again"
"""Of rules for single steps."""


@dataclass(frozen=True)
class Rank:
    """Rank of a rule.

    Parameters
    ----------
    proof
        Whether it goes down.
    level
        How many rules are below it in the order of calls.
    relation, link
        What the rule calls itself along, where that is proved, and from which of its parameters to which.
    """

    proof: Proof
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
        What is true at first in problems: a relation that goes round in a circle there leads to no end.
    """

    def __init__(
        self,
        policy: Policy,
        invariants: Sequence[LiftedInvariant],
        facts: Collection[Facts] = (),
    ) -> None:
        self._policy, self._invariants, self._facts = policy, invariants, facts

    @cached_property
    def graph(self) -> nx.DiGraph:
        """Which rule may call which."""
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
        """How many rules are below each in the order of calls; those that call each other are level."""
        import networkx as nx

        low = nx.condensation(self.graph)
        depth: dict[int, int] = {}
        for node in reversed(list(nx.topological_sort(low))):
            depth[node] = max((1 + depth[one] for one in low.successors(node)), default=0)
        return {name: depth[node] for name, node in low.graph["mapping"].items()}

    def of(self, rule: Rule) -> Rank:
        """Rank that decreases whenever the rule calls another one."""
        import networkx as nx

        level = self._levels[rule.name]
        if rule.purpose.again:
            return Rank(Proof(Claim.RANK, False, SINGLE), level)
        said = f"goals left, level {level}"
        own = nx.strongly_connected_components(self.graph)
        circle = sorted(next(part for part in own if rule.name in part))
        if len(circle) > 1:
            route = " > ".join((*circle, circle[0]))
            why = f"rules call each other in a circle, and {NOTHING}: {route}"
            return Rank(Proof(Claim.RANK, False, why), level)
        if self.graph.has_edge(rule.name, rule.name):
            return self._recursion(rule, said, level)
        if rule.moved is None:
            return Rank(Proof(Claim.RANK, True, f"{said}: it calls lower rules only"), level)
        lost = disturbed(self._policy.domain, rule)
        if lost is not None:
            why = f"a step may change {lost}, which the next one asks for"
            return Rank(Proof(Claim.RANK, False, why), level)
        why = f"{said}, distance to {rule.goal[rule.place]}: each step is one nearer"
        return Rank(Proof(Claim.RANK, True, why), level)

    def _recursion(self, rule: Rule, said: str, level: int) -> Rank:
        """A rule that calls itself: for the next thing along a relation that never goes round in a circle.

        It does so before it makes steps, so that all that is waiting stands along the relation in one state.
        """

        def failed(why: str) -> Rank:
            return Rank(Proof(Claim.RANK, False, f"{call}{why}"), level)

        again = [
            (number, atom)
            for number, atom in enumerate(called(rule))
            if any(one.rule is rule for one in directly(self._policy, rule, atom))
        ]
        number, atom = again[0]
        call = f"it calls itself for {atom_text(atom)}"
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
                    proof = Proof(Claim.RANK, True, why, tuple(used))
                    return Rank(proof, level, relation, (here, there))
                reasons = [f"{link[0]} may go round in a circle: {fault}"]
        return failed(f", and {reasons[0]}")
