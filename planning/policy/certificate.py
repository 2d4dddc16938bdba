"""Certificates of policies: each state from which the goal can be reached, with the rules that lead on from there."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.text.text_file import read_text, with_examples
from ...rules.text.words import counted
from ...search.certificate import (
    MOST_CLIMBED,
    Certificate,
    NotCertifiedError,
    agreed,
    headed,
    not_certified,
)
from ..certificate import MOST_TESTS, PlanningTheory, atoms_data
from ..pddl.action_domain import ActionDomain, Atom, PlanningTask, atom_text, substituted
from ..pddl.action_schema import taken
from ..pddl.grounding.mutex import find_invariants
from ..pddl.grounding.reachable import reachable_actions
from ..pddl.strips import Facts, GroundAction
from ..pddl.write import domain_text, task_text
from .follow import follow
from .rule import LiftedPolicy, PolicyRule
from .small_problems import EFFORT, SmallProblem, Space, TaskSteps
from .world import World

MOST_STARTS = 1_000
"""Greatest number of starts from which a policy is certified."""

MOST_CERTIFIED = 2_000
"""Pairs of a state and a goal up to which every goal like a problem's own is certified."""


@checked
def policy_certificate(
    policy: LiftedPolicy,
    task: PlanningTask,
    texts: tuple[str, str],
    name: str = "",
    *,
    all_starts: bool = True,
) -> Certificate:
    """Certify that a policy reaches a problem's goal from each state that its start leads to, where it can be reached.

    The certificate also covers all starts with the problem's objects and fixed facts that satisfy its invariants, if these are few
    and the policy reaches the goal from all. Each state is listed with the rules that were used from there and their objects,
    which give the steps. States from which the goal cannot be reached are listed apart.

    Parameters
    ----------
    policy, task
        The rules, and the problem.
    texts
        Text of its domain and its own text.
    name
        As for `certificate_of`.
    all_starts
        Whether other starts are certified too, if that can be.
    """
    try:
        starts = _starts(task) if all_starts else _Starts()
        return _certified(policy, task, texts, name, starts)
    except NotCertifiedError as error:
        if not all_starts:
            return not_certified(error)
        why = f"certified from this start, not from all starts like it: {error}"
    found = policy_certificate(policy, task, texts, name, all_starts=False)
    return found if found.data is None else replace(found, note=why)


def small_certificates(policy: LiftedPolicy, found: SmallProblem) -> dict[str, Certificate]:
    """Certificates that a policy is complete from the start of a small problem, one for each goal that was tried."""
    task = replace(found.task, name=re.sub("[^a-zA-Z0-9_-]", "-", found.task.name))
    if not found.complete or not found.solvable:
        why = "the policy is incomplete" if not found.complete else "its own goal is not reached"
        return {task.name: Certificate(None, f"not certified: {why}")}
    board = not with_examples(Path(task.source)).is_file()
    domain = domain_text(task.domain) if board else read_text(task.domain.source)
    own = task_text(task) if board else read_text(task.source)
    certified = {task.name: policy_certificate(policy, task, (domain, own), found.summary())}
    goals = [one for one in Space(task, found.states).goals() if set(one) != set(task.goal)]
    if not found.all_goals or found.tried > MOST_CERTIFIED:
        why = f"not certified: {counted(len(goals), 'goal')} like its own (too large)"
        return certified | {f"{task.name}, the rest": Certificate(None, why, "too large")}
    data = certified[task.name].data or {"climb": (), "lost": ()}
    few = (len(data["climb"]) + len(data["lost"])) * (1 + len(goals)) <= MOST_CERTIFIED
    for number, goal in enumerate(goals, start=2):
        other = replace(task, name=f"{task.name}-{number}", goal=goal)
        texts = domain, task_text(other)
        one = policy_certificate(policy, other, texts, found.summary(), all_starts=few)
        note = one.note or ("" if few else "certified from this start (others: too large)")
        certified[other.name] = replace(one, note=note)
    return certified


@dataclass(frozen=True)
class _Starts:
    """All states with one atom of each of some groups, and else the facts of a problem's start.

    Parameters
    ----------
    groups
        Atoms of which never more than one is true.
    states
        The states.
    actions
        All actions that can be taken in any of them.
    """

    groups: tuple[tuple[Atom, ...], ...] = ()
    states: Collection[Facts] = ()
    actions: Sequence[GroundAction] | None = None


def _starts(task: PlanningTask) -> _Starts:
    """All states that have a problem's objects and fixed facts and satisfy its invariants."""
    domain = task.domain
    if not domain.plain:
        raise NotCertifiedError("actions that are more than conjunctions of literals")
    known = (one for one in domain.predicates if one.name in domain.fluents)
    every = {
        (one.name, *some)
        for one in known
        for some in product(*(task.objects_of(each.type) for each in one.parameters))
    }
    try:
        actions = reachable_actions(replace(task, init=task.init | every))
    except InputError as error:
        raise NotCertifiedError(f"too large ({error})", "too large") from None
    found = find_invariants(task.init, actions)
    groups = tuple(tuple(sorted(one.atoms)) for one in found.groups)
    changing = {atom for action in actions for atom in (*action.add, *action.delete)}
    for atom in sorted(changing.difference(found.never, *groups)):
        raise NotCertifiedError(f"{atom_text(atom)} is in no group of facts of which one is true")
    states = {task.init.difference(*groups)}
    for group in groups:
        states = {
            more
            for facts in states
            for atom in group
            if all(len((more := facts | {atom}).intersection(other)) < 2 for other in groups)
        }
        if len(states) > MOST_STARTS:
            raise NotCertifiedError(f"too large (more than {MOST_STARTS:,} starts)", "too large")
    return _Starts(groups, states, actions)


def _certified(
    policy: LiftedPolicy,
    task: PlanningTask,
    texts: tuple[str, str],
    name: str,
    starts: _Starts = _Starts(),
) -> Certificate:
    """Certify from a problem's own start, or also from other starts.

    Raises
    ------
    NotCertifiedError
        Too many states, a goal that cannot be reached from the problem's start, a state from which the policy does not reach it.
    """
    writer, goal = PlanningTheory(task, texts), tuple(task.goal)
    most = min(MOST_TESTS // writer.tried, MOST_CLIMBED)
    data = headed(writer.theory, name)
    space = Space(task, most, None, starts.actions, starts.states)
    if not space.whole:
        raise NotCertifiedError(f"too large (more than {most:,} states)", "too large")
    solvable = list(space.solvable(goal))
    if 0 not in solvable:
        raise NotCertifiedError("the goal cannot be reached from the start")
    climb = []
    for number in solvable:
        facts = space.states[number]
        done = space.reached(facts, goal)
        climb.append([atoms_data(facts), [] if done else _used_rules(policy, task, facts)])
    lost = set(range(len(space.states))).difference(solvable)
    found = data | {
        "claim": "complete",
        "rules": {rule.name: _rule_data(rule, policy.domain) for rule in policy.rules},
        "climb": climb,
        "lost": [atoms_data(space.states[number]) for number in sorted(lost)],
    }
    if starts.groups:
        found["groups"] = [atoms_data(group) for group in starts.groups]
    return agreed(found)


def _rule_data(rule: PolicyRule, domain: ActionDomain) -> list[Any]:
    """Parameters that a rule's steps name, its condition, and its steps, as a certificate writes them."""
    action, bound = rule.action, _named_by_steps(rule)
    asked_for = rule.asked if rule.purpose.again else action.positive
    parts: list[Any] = ["and", *(_condition_data(atom, domain) for atom in asked_for)]
    parts += (["not", list(atom)] for atom in action.negative)
    parts += (["=", *pair] for pair in action.equal)
    parts += (["not", ["=", *pair]] for pair in action.unequal)
    free = [
        word for one, kind in rule.types.items() if one not in bound for word in (one, "-", kind)
    ]
    asked = ["exists", free, parts] if free else parts
    return [bound, asked, [" ".join(taken(move)) for move in rule.operator.moves]]


def _condition_data(atom: Atom, domain: ActionDomain) -> list[Any]:
    """A condition by the predicates of the domain's file."""
    if atom[0] in domain.denials:
        return ["not", [domain.denials[atom[0]].name, *atom[1:]]]
    found = domain.universals.get(atom[0])
    if found is None:
        return list(atom)
    own = (one.name for one in found.signature.parameters)
    names = dict(zip(own, atom[1:], strict=True))
    given = (list(substituted(one.atom, names)) for one in found.given if one.holds)
    parts: list[Any] = [["not", one] for one in given]
    parts += (list(substituted(one.atom, names)) for one in found.given if not one.holds)
    parts.append(_condition_data(substituted(found.needed, names), domain))
    each = [word for one in found.parameters for word in (one.name, "-", one.type)]
    return ["forall", each, ["or", *parts]]


def _named_by_steps(rule: PolicyRule) -> list[str]:
    terms = {term for move in rule.operator.moves for term in taken(move)[1:]}
    return [one for one in rule.types if one in terms]


def _used_rules(policy: LiftedPolicy, task: PlanningTask, facts: Facts) -> list[list[str]]:
    """The rules by which a policy reaches the goal, each with the objects of its parameters."""
    found = follow(policy, replace(task, init=facts), EFFORT)
    if not found.solved:
        raise NotCertifiedError("the policy does not reach the goal from every state")
    steps, used, plan = TaskSteps(task), list[list[str]](), list(found.plan)
    while plan:
        world = World(replace(task, init=facts), policy.domain)
        fitting = ((rule, _applied(rule, plan, world)) for rule in policy.rules)
        rule, objects = next((one for one in fitting if one[1] is not None), (None, None))
        if rule is None or objects is None:
            raise NotCertifiedError(f"no rule explains {atom_text(plan[0])}")
        used.append([rule.name, *objects])
        for _ in rule.operator.moves:
            call = atom_text(plan.pop(0))
            facts = next(after for move, after in steps.successors(facts) if move.name == call)
    return used


def _applied(rule: PolicyRule, plan: Sequence[Atom], world: World) -> list[str] | None:
    """Objects of a rule's parameters whose steps begin a plan; None if they do not, or if its condition does not hold."""
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
