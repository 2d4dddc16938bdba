"""Actions said to be worth having only where something is so at the start or among the goals, as in all plans seen.

A plan unstacks a block from where it stood at the start, and stacks it where it is to be in the end. An action that was only
ever used so is worth its other instances nowhere, perhaps: outer entanglements (Chrpa, McCluskey and Osborne 2012). What
plans have in common proves nothing, so only a trial may keep them, and a search goes on without them where it must.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import cast

from ...rules.errors import ArcwiseError
from ...rules.pddl.action_domain import Action, Atom, PlanningTask
from ...rules.pddl.action_schema import ActionSchema
from ...rules.pddl.grounding.ground_task import Grounding
from ...rules.pddl.strips import GroundAction, substituted
from ..explanation import LiftedExplanation
from ..learner import Records
from ..macro import Macro
from .composition import compose_actions
from .plan_pieces import PlanPiece, carried_out

FEWEST = 3
"""Uses of an action in the training plans before anything is said of all of them."""

MOST = 12
"""Entangled actions at most, those that leave out most."""


@dataclass
class _Uses:
    """The uses of an action: what all of them have in common at the start and among the goals, and where one stands."""

    origin: str
    objects: tuple[str, ...]
    count: int = 0
    initial: set[Atom] = field(default_factory=set)
    goals: set[Atom] = field(default_factory=set)


def entangled_actions(records: Records, taken: Collection[str]) -> list[tuple[Macro, int]]:
    """The actions that plans use under one condition only, a macro for each condition, with how many uses say so.

    Parameters
    ----------
    records
        What pieces of the plans were made into.
    taken
        Names that no macro may have.
    """
    plans = [(record, cast(PlanPiece, record.paths[0])) for record in records if record.paths]
    uses: dict[str, _Uses] = {}
    for record, piece in plans:
        task = piece.domain.grounding.task
        origin = record.admissions[0].macro.origin
        for done in carried_out(task, piece.plan).actions:
            action = task.domain.by_name[done.name]
            if not action.plain:
                continue
            initial, goals = _true_for(task, action, done)
            found = uses.setdefault(
                done.name, _Uses(origin, done.arguments, 0, {*initial}, {*goals})
            )
            found.count += 1
            found.initial &= initial
            found.goals &= goals
    candidates = []
    groundings = [piece.domain.grounding for _, piece in plans]
    for name, found in uses.items():
        if found.count < FEWEST:
            continue
        seen: list[set[tuple[int, int]]] = []
        for operator in _operators(groundings[0].task.domain.by_name[name], found):
            out, share = _left_out(groundings, operator)
            if not out or out in seen:
                continue
            seen.append(out)
            candidates.append((share, found, operator))
    candidates.sort(key=lambda one: -one[0])
    names = {*taken}
    chosen = []
    for _, found, operator in candidates[:MOST]:
        name = _name(operator, names)
        names.add(name)
        domain = groundings[0].task.domain
        try:
            action, reasons = compose_actions(
                domain, name, operator.action.parameters, operator.moves, operator.action.unequal
            )
        except ArcwiseError:
            continue
        made = ActionSchema(action, operator.moves, operator.initial, operator.goals)
        lifted = LiftedExplanation({}, reasons, found.objects)
        chosen.append((Macro(made, None, found.origin, lifted), found.count))
    return chosen


def _true_for(
    task: PlanningTask, action: Action, done: GroundAction
) -> tuple[set[Atom], set[Atom]]:
    """Changing conditions of an action that were true at the start, and effects that are goals, where it was used."""
    names = (parameter.name for parameter in action.parameters)
    binding = dict(zip(names, done.arguments, strict=True))
    goals, fluents = {*task.goal}, task.domain.fluents
    return (
        {
            atom
            for atom in action.positive
            if len(atom) > 1 and atom[0] in fluents and substituted(atom, binding) in task.init
        },
        {atom for atom in action.add if len(atom) > 1 and substituted(atom, binding) in goals},
    )


def _operators(action: Action, found: _Uses) -> Iterator[ActionSchema]:
    call = (action.name, *(parameter.name for parameter in action.parameters))
    for atom in action.add:
        if atom in found.goals:
            yield ActionSchema(action, (call,), goals=(atom,))
    for atom in action.positive:
        if atom in found.initial:
            yield ActionSchema(action, (call,), initial=(atom,))


def _left_out(
    groundings: list[Grounding], operator: ActionSchema
) -> tuple[set[tuple[int, int]], float]:
    """Which ground actions of the training problems are left out, and the largest share that these are of one problem's."""
    out, share = set[tuple[int, int]](), 0.0
    names = [parameter.name for parameter in operator.action.parameters]
    for place, grounding in enumerate(groundings):
        task = grounding.task
        goals, before = {*task.goal}, len(out)
        for number, action in enumerate(grounding.actions):
            if action.name != operator.name:
                continue
            binding = dict(zip(names, action.arguments, strict=True))
            if any(substituted(atom, binding) not in task.init for atom in operator.initial) or any(
                substituted(atom, binding) not in goals for atom in operator.goals
            ):
                out.add((place, number))
        share = max(share, (len(out) - before) / max(1, len(grounding.actions)))
    return out, share


def _name(operator: ActionSchema, taken: Collection[str]) -> str:
    kind, atoms = ("goal", operator.goals) if operator.goals else ("start", operator.initial)
    start = f"{operator.name}-{kind}-{atoms[0][0]}"
    name, number = start, 1
    while name in taken:
        number += 1
        name = f"{start}-{number}"
    return name
