"""Proofs about policies as people read them."""

from __future__ import annotations

from typing import Any

from ...rules.pddl.action_domain import atom_text
from ...rules.text.state_text import counted
from ...search.proof.claims import ProvedPolicy, ProvedRule
from ...search.proof.small import Failure, SmallProblem


def proof_lines(found: ProvedRule) -> list[str]:
    """Every claim of a rule: whether it is proved, and why, or what stands against it."""
    return [
        f"{'proved' if one.proved else 'not proved'}: {one.claim.value}: {one.why}"
        for one in found.proofs
    ]


def proof_data(found: ProvedRule) -> list[dict[str, Any]]:
    """The result for a small problem as plain values for JSON."""
    return [
        {
            "claim": one.claim.value,
            "proved": one.proved,
            "why": one.why,
            "rests_on": list(map(str, one.rests_on)),
        }
        for one in found.proofs
    ]


def rests_on_lines(found: ProvedPolicy) -> list[str]:
    """Conditions on the start of a problem for the proofs to hold."""
    lines = [str(one) for one in found.rests_on]
    return [*lines, *(f"no circle along {one.predicate}" for one in found.relations)]


def policy_proof_words(found: ProvedPolicy) -> str:
    """How much is proved, in one sentence."""
    proved = sum(one.proved for one in found.rules)
    goals = ", ".join(map(atom_text, found.goals))
    said = f"{proved} of {counted(len(found.rules), 'rule')} proved for problems of every size"
    return f"{said}, for goals {goals}" if goals else said


UNTRIED = "whether some rule always applies was not tried"
"""What is said of a policy that was followed on no problem."""


def failure_lines(found: Failure) -> list[str]:
    """A problem that is not solved, and why."""
    return [
        f"where {' '.join(map(atom_text, found.facts))}",
        f"for {' '.join(map(atom_text, found.task.goal))}",
        f"{atom_text(found.goal)} is not reached: {found.reason}",
    ]


def small_data(found: SmallProblem) -> dict[str, Any]:
    """The result for a small problem as plain values for JSON."""
    return {
        "problem": found.task.name,
        "size": found.size,
        "states": found.states,
        "goals": found.goals,
        "all_goals": found.all_goals,
        "solvable": found.solvable,
        "tried": found.tried,
        "failed": found.failed,
        "complete": found.complete,
        "failures": [
            {
                "facts": list(map(atom_text, one.facts)),
                "goal": list(map(atom_text, one.task.goal)),
                "not_reached": atom_text(one.goal),
                "reason": one.reason,
            }
            for one in found.failures
        ],
    }
