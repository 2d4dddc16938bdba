"""Certificates of policies: each state from which the goal can be reached, with the rules that lead on from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..rules.checked import checked
from ..rules.pddl.action_domain import Atom, PlanningTask, atom_text
from ..rules.pddl.action_schema import taken
from ..rules.pddl.strips import Facts, substituted
from ..verify import NotShownError, UnreadableError, check
from .certificate import (
    MOST_CLIMBED,
    MOST_TESTS,
    Certificate,
    NotCertifiedError,
    PlanningTheory,
    atoms_data,
    headed,
)
from .policy.follow import follow
from .policy.rule import Policy, Rule
from .policy.world import World
from .proof.small import EFFORT, Space, TaskSteps


@checked
def policy_certificate(
    policy: Policy, task: PlanningTask, texts: tuple[str, str], name: str = ""
) -> Certificate:
    """Certify that a policy reaches a problem's goal from each state that its start leads to, where it can be reached.

    Each state is listed with the rules that were used from there, their objects, and so their steps; states from which the goal
    cannot be reached are listed apart.

    Parameters
    ----------
    policy, task
        The rules, and the problem.
    texts
        Of its domain and of itself.
    name
        As for `certificate_of`.
    """
    writer, goal = PlanningTheory(task, texts), tuple(task.goal)
    most = MOST_TESTS // writer.tried
    try:
        data = headed(writer.theory, name)
        space = Space(task, min(most, MOST_CLIMBED))
        if not space.whole:
            raise NotCertifiedError(f"too large (more than {most:,} states)", "too large")
        solvable = list(space.solvable(goal))
        if 0 not in solvable:
            raise NotCertifiedError("the goal cannot be reached from the start")
        climb = []
        for number in solvable:
            facts = space.states[number]
            done = facts.issuperset(goal)
            climb.append([atoms_data(facts), [] if done else _used_rules(policy, task, facts)])
        lost = set(range(len(space.states))).difference(solvable)
        found = data | {
            "claim": "complete",
            "rules": {rule.name: _rule_data(rule) for rule in policy.rules},
            "climb": climb,
            "lost": [atoms_data(space.states[number]) for number in sorted(lost)],
        }
        check(found)
    except (UnreadableError, NotShownError) as error:
        return Certificate(None, f"not certified: the checker does not see it: {error}", "gave up")
    except NotCertifiedError as error:
        return Certificate(None, f"not certified: {error}", error.lacking)
    return Certificate(found)


def _rule_data(rule: Rule) -> list[Any]:
    """Parameters that a rule's steps name, its condition, and its steps, as a certificate writes them."""
    action, bound = rule.action, _named_by_steps(rule)
    parts: list[Any] = ["and", *map(list, rule.asked if rule.purpose.again else action.positive)]
    parts += (["not", list(atom)] for atom in action.negative)
    parts += (["=", *pair] for pair in action.equal)
    parts += (["not", ["=", *pair]] for pair in action.unequal)
    free = [
        word for one, kind in rule.types.items() if one not in bound for word in (one, "-", kind)
    ]
    asked = ["exists", free, parts] if free else parts
    return [bound, asked, [" ".join(taken(move)) for move in rule.operator.moves]]


def _named_by_steps(rule: Rule) -> list[str]:
    terms = {term for move in rule.operator.moves for term in taken(move)[1:]}
    return [one for one in rule.types if one in terms]


def _used_rules(policy: Policy, task: PlanningTask, facts: Facts) -> list[list[str]]:
    """The rules by which a policy reaches the goal, each with the objects of its parameters."""
    found = follow(policy, replace(task, init=facts), EFFORT)
    if not found.solved:
        raise NotCertifiedError("the policy does not reach the goal from every state")
    steps, used, plan = TaskSteps(task), list[list[str]](), list(found.plan)
    while plan:
        world = World(replace(task, init=facts))
        fitting = ((rule, _applied(rule, plan, world)) for rule in policy.rules)
        rule, objects = next((one for one in fitting if one[1] is not None), (None, None))
        if rule is None or objects is None:
            raise NotCertifiedError(f"no rule explains {atom_text(plan[0])}")
        used.append([rule.name, *objects])
        for _ in rule.operator.moves:
            call = atom_text(plan.pop(0))
            facts = next(after for move, after in steps.successors(facts) if move.name == call)
    return used


def _applied(rule: Rule, plan: Sequence[Atom], world: World) -> list[str] | None:
    """Objects of the parameters with which the steps of a rule begin a plan; None where they do not, or its condition does not hold."""
    bound: dict[str, str] = {}
    moves = list(map(taken, rule.operator.moves))
    if not moves or len(moves) > len(plan):
        return None
    for move, call in zip(moves, plan, strict=False):
        if (move[0], len(move)) != (call[0], len(call)):
            return None
        for term, thing in zip(move[1:], call[1:], strict=True):
            if (bound.setdefault(term, thing) if term in rule.types else term) != thing:
                return None
    action, asked = rule.action, rule.asked if rule.purpose.again else rule.action.positive
    for full in world.query(asked, bound, rule.types, action.unequal):
        if not any(substituted(atom, full) in world.true for atom in action.negative):
            return [bound[one] for one in _named_by_steps(rule)]
    return None
