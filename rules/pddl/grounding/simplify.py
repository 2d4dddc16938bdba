"""Leaving out what cannot matter: actions that can never be taken, facts that never change, and what no goal needs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from ..action_domain import Atom
from ..strips import Facts, GroundAction


def simplified(
    actions: Sequence[GroundAction], init: Facts, keep: frozenset[Atom]
) -> list[GroundAction]:
    """The actions that can be taken if nothing were ever deleted, without what is settled once and for all.

    Conditions that always hold are left out, and effects that change nothing: adding what the action needs or
    what is always true, deleting what it needs to be false or what is never true.

    Parameters
    ----------
    keep
        Facts that goals name: these stay even where they never change.
    """
    # Without what changes nothing: a fact that is deleted only where it is false already is always true.
    actions = [
        action
        if action.add.isdisjoint(action.positive) and action.delete.isdisjoint(action.negative)
        else action._replace(
            add=action.add - action.positive, delete=action.delete - action.negative
        )
        for action in actions
    ]
    while True:
        reached = _reached(actions, init)
        touched = frozenset(atom for action in actions for atom in action.delete)
        always = init - touched
        possible = [
            action
            for action in actions
            if action.positive <= reached
            and action.negative.isdisjoint(always)
            and action.negative.isdisjoint(action.positive)
        ]
        if len(possible) == len(actions):
            break
        actions = possible
    settled = always - keep
    plain = [
        action._replace(
            positive=action.positive - settled,
            negative=action.negative & reached,
            add=action.add - always,
            delete=action.delete & reached,
        )
        for action in actions
    ]
    return [action for action in plain if action.add or action.delete]


def _reached(actions: Sequence[GroundAction], init: Facts) -> frozenset[Atom]:
    lacking = [len(action.positive - init) for action in actions]
    needed_by: dict[Atom, list[int]] = {}
    for number, action in enumerate(actions):
        for atom in action.positive - init:
            needed_by.setdefault(atom, []).append(number)
    reached = set(init)
    ready = deque(number for number, count in enumerate(lacking) if count == 0)
    while ready:
        for atom in actions[ready.popleft()].add - reached:
            reached.add(atom)
            for number in needed_by.get(atom, ()):
                lacking[number] -= 1
                if lacking[number] == 0:
                    ready.append(number)
    return frozenset(reached)


def relevant(
    actions: Sequence[GroundAction],
    goal: Iterable[Atom],
    negative_goal: Iterable[Atom],
) -> list[GroundAction]:
    """The actions that can help to reach a goal, with only those effects that can.

    A fact matters if the goal names it or an action that matters has it as a condition; an action matters if it
    makes such a fact what it should be. Of actions that are then the same, the cheapest stays.
    """
    makers: dict[Atom, list[int]] = {}
    breakers: dict[Atom, list[int]] = {}
    for number, action in enumerate(actions):
        for atom in action.add:
            makers.setdefault(atom, []).append(number)
        for atom in action.delete:
            breakers.setdefault(atom, []).append(number)
    true, false = set(goal), set(negative_goal)
    waiting = deque([(makers, atom) for atom in true])
    waiting.extend((breakers, atom) for atom in false)
    needed: set[int] = set()
    while waiting:
        changing, atom = waiting.popleft()
        for number in changing.get(atom, ()):
            if number in needed:
                continue
            needed.add(number)
            action = actions[number]
            waiting.extend([(makers, atom) for atom in action.positive - true])
            waiting.extend([(breakers, atom) for atom in action.negative - false])
            true |= action.positive
            false |= action.negative
    facts = frozenset(true | false)
    kept: dict[tuple[Facts, Facts, Facts, Facts], GroundAction] = {}
    for number in sorted(needed):
        action = actions[number]
        if not (action.add <= facts and action.delete <= facts):
            action = action._replace(add=action.add & facts, delete=action.delete & facts)
        key = (action.positive, action.negative, action.add, action.delete)
        if key not in kept or action.cost < kept[key].cost:
            kept[key] = action
    return list(kept.values())
