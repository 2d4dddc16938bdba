"""A task whose actions are made only where it was seen to be worth it: outer entanglements as static conditions.

An action is entangled by the start with a condition that was true at the start wherever plans took it, and by the goal with
an effect that was a goal wherever they did (Chrpa, McCluskey and Osborne 2012). Every plan of such a task is a plan of the task itself; that it
has one is not certain.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..action_domain import Atom, PlanningTask
from ..action_schema import ActionSchema

START, GOAL = "at the start: ", "to be reached: "
"""Before the name of a predicate: what was true at first, and what is to be true in the end. PDDL's names have no blanks."""


def entangled_task(task: PlanningTask, operators: Iterable[ActionSchema]) -> PlanningTask:
    """The task whose entangled actions ask for conditions at the start and among the goals that do not change.

    Parameters
    ----------
    task
        A task.
    operators
        Of which those count that are `ActionSchema.entangled`, over the parameters of their actions.
    """
    asked: dict[str, dict[Atom, None]] = {}
    for one in operators:
        if one.entangled:
            said = asked.setdefault(one.moves[0][0], {})
            said |= {(START + name, *terms): None for name, *terms in one.initial}
            said |= {(GOAL + name, *terms): None for name, *terms in one.goals}
    if not asked:
        return task
    actions = tuple(
        replace(action, positive=(*action.positive, *asked.get(action.name, ())))
        for action in task.domain.actions
    )
    told = {atom[0] for said in asked.values() for atom in said}
    static = {
        (kind + name, *terms)
        for kind, atoms in ((START, task.init), (GOAL, task.goal))
        for name, *terms in atoms
        if kind + name in told
    }
    domain = replace(task.domain, actions=actions)
    return replace(task, domain=domain, init=task.init | static)
