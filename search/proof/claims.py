"""Claims about a policy, and their proofs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from ...rules.pddl.action_domain import Atom
from ...rules.pddl.grounding.lifted_invariants import LiftedInvariant
from ..policy.rule import Policy, Rule


class Claim(Enum):
    """A claim about a rule."""

    INVARIANTS = "keeps the invariants"
    CONDITIONS = "keeps what it has brought about"
    GOALS = "undoes no goal that was reached"
    RANK = "comes to an end"


@dataclass(frozen=True)
class Proof:
    """Outcome of one claim about one rule.

    Parameters
    ----------
    claim
        What was to be proved.
    proved
        Whether it was.
    why
        Because of what, or what stands against it, with atoms and parameters.
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

        own = {(one[self.below], one[self.above]): one for one in facts if one[0] == self.predicate}
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
        How many rules are below it in the order of calls.
    relation
        What it calls itself along, where it does.
    """

    rule: Rule
    proofs: tuple[Proof, ...]
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

    policy: Policy
    rules: tuple[ProvedRule, ...]
    invariants: tuple[LiftedInvariant, ...]
    goals: tuple[Atom, ...]

    @property
    def proved(self) -> bool:
        """Whether every claim of every rule is."""
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
