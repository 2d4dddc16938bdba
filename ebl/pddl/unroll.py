"""Plans with macros made into plans without, and carried out to prove them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...rules.errors import InputError
from ...rules.pddl.action_domain import PlanningTask
from ...rules.pddl.plan import Execution, PlanStep, execute
from ..macro import Macro


@dataclass(frozen=True)
class Unrolled:
    """A plan without macros.

    Parameters
    ----------
    steps
        Its steps; each has the place of the line it came from.
    execution
        The actions, one by one.
    lines, macros
        How many lines the plan had, and how many of them were macros.
    """

    steps: tuple[PlanStep, ...]
    execution: Execution
    lines: int
    macros: int


def unroll(task: PlanningTask, plan: Sequence[PlanStep], macros: Sequence[Macro]) -> Unrolled:
    """Replace every macro by its steps and carry the whole out in the domain without macros.

    Raises
    ------
    InputError
        A macro with the wrong number of arguments; a step that cannot be taken; a goal that is missed. With the line.
    """
    known = {macro.name: macro for macro in macros}
    plain = tuple(action for action in task.domain.actions if action.name not in known)
    bare = replace(task, domain=replace(task.domain, actions=plain))
    steps: list[PlanStep] = []
    used = 0
    for step in plan:
        macro = known.get(step.name)
        if macro is None:
            steps.append(step)
            continue
        if len(step.arguments) != len(macro.action.parameters):
            raise InputError(
                f"{step.text}: wrong number of arguments",
                place=step.place,
                expected=str(len(macro.action.parameters)),
                found=str(len(step.arguments)),
            )
        used += 1
        steps += (
            PlanStep(name, tuple(objects), step.place)
            for name, *objects in macro.unrolled(step.arguments)
        )
    return Unrolled(tuple(steps), execute(bare, steps), len(plan), used)
