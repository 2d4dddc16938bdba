"""Plans as text, and their validation."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from ...rules.cost import total_cost
from ...rules.errors import InputError, Place
from ...rules.text.words import counted
from .action_domain import Action, Atom, Every, PlanningTask, atom_text, substituted
from .expression import Word, read_expressions
from .formula import formula_text, holds
from .strips import Facts, GroundAction, closed, in_state, instantiate, is_goal, misfit

_TIME = re.compile(r"[0-9.]+:")


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One line of a plan; its place does not count in comparisons."""

    name: str
    arguments: tuple[str, ...]
    place: Place

    @property
    def text(self) -> str:
        """The step as text: ``(move a b)``."""
        return atom_text((self.name, *self.arguments))


@dataclass(frozen=True)
class Execution:
    """A plan that was carried out.

    Parameters
    ----------
    actions
        Steps of the plan.
    start
        Atoms true before the first step.
    """

    actions: tuple[GroundAction, ...]
    start: Facts

    @cached_property
    def states(self) -> tuple[Facts, ...]:
        """Facts before the first and after every step; large for a long plan in a large problem."""
        return tuple(accumulate(self.actions, _after, initial=self.start))

    @property
    def cost(self) -> float:
        """Total cost of the steps."""
        return total_cost([action.cost for action in self.actions])


def _after(facts: Facts, action: GroundAction) -> Facts:
    return action.result(facts)


def read_plan(text: str, source: str = "<text>") -> list[PlanStep]:
    """Read a plan: actions in parentheses, one after the other. Comments, times and durations are passed over.

    Raises
    ------
    InputError
        Anything else.
    """
    steps = []
    for node in read_expressions(text, source):
        if isinstance(node, Word):
            if _TIME.fullmatch(node.text) or re.fullmatch(r"\[[0-9.]+\]", node.text):
                continue
        elif node.items and all(isinstance(item, Word) for item in node.items):
            name, *arguments = map(str, node.items)
            steps.append(PlanStep(name, tuple(arguments), node.place))
            continue
        raise InputError(
            "not a step of a plan",
            place=node.place,
            expected="(ACTION OBJECT ...)",
            found=str(node),
        )
    return steps


def execute(task: PlanningTask, steps: Sequence[PlanStep], whole: bool = True) -> Execution:
    """Carry a plan out step by step, as the domain defines its actions.

    Parameters
    ----------
    whole
        Whether the goal must be reached.

    Raises
    ------
    InputError
        A step that is no action of the domain or cannot be taken where its turn comes, or a goal missed; with the
        place of the step.
    """
    facts = set(task.init)
    actions: list[GroundAction] = []
    for number, step in enumerate(steps, start=1):
        ground = ground_step(task, step, facts)
        lacking = [
            *(ground.positive - facts),
            *(("not", atom_text(a)) for a in ground.negative & facts),
        ]
        if lacking:
            raise InputError(
                f"step {number} {step.text} cannot be taken",
                place=step.place,
                expected=", ".join(sorted(map(atom_text, lacking))),
                found="it does not hold after the steps before",
            )
        action = task.domain.by_name[step.name]
        done = in_state(task, action, ground, facts)
        if done is None:
            raise InputError(
                f"step {number} {step.text} cannot be taken",
                place=step.place,
                expected=formula_text(action.condition or Every(()))
                + (", and one value for each object fluent" if task.domain.object_fluents else ""),
                found="it does not hold after the steps before",
            )
        facts -= done.delete
        facts |= done.add
        actions.append(done)
    if whole and not is_goal(task, facts):
        missing = [*(atom for atom in task.goal if atom not in closed(task, facts))]
        missing += [("not", atom_text(atom)) for atom in task.negative_goal if atom in facts]
        known = closed(task, facts)
        if task.condition is not None and not holds(task, task.condition, {}, known):
            missing.append((formula_text(task.condition)[1:-1],))
        raise InputError(
            "the plan does not reach the goal",
            place=steps[-1].place if steps else Place(task.source),
            expected=", ".join(map(atom_text, missing)),
            found=f"a state without it, after {counted(len(steps), 'step')}"
            if steps
            else "a plan without steps",
        )
    return Execution(tuple(actions), task.init)


def ground_step(task: PlanningTask, step: PlanStep, facts: Set[Atom]) -> GroundAction:
    """The action that a step of a plan names where ``facts`` are.

    Raises
    ------
    InputError
        No such action, wrong objects, equalities that do not hold, or an object fluent without a value.
    """
    action = task.domain.by_name.get(step.name)
    if action is None:
        raise InputError(
            f"no action is called {step.name}",
            place=step.place,
            expected=f"one of {', '.join(task.domain.by_name)}",
        )
    arguments = _with_values(task, action, step, facts)
    problem = misfit(task, action, arguments)
    if problem is not None:
        raise InputError(f"{step.text} is no action: {problem}", place=step.place)
    ground = instantiate(task, action, arguments)
    if ground is None:
        raise InputError(
            f"{step.text} is no action: {action.name} asks for other objects, equal or different",
            place=step.place,
        )
    return ground


def _with_values(
    task: PlanningTask, action: Action, step: PlanStep, facts: Set[Atom]
) -> tuple[str, ...]:
    """The arguments of a step with the values of object fluents that its action reads."""
    arguments, values = step.arguments, action.values
    if len(arguments) != len(action.parameters) - len(values):
        return arguments
    for atom, parameter in zip(values, action.parameters[len(arguments) :], strict=True):
        names = (one.name for one in action.parameters)
        call = substituted(atom[:-1], dict(zip(names, arguments, strict=False)))
        found = [name for name in task.objects_of(parameter.type) if (*call, name) in facts]
        if not found:
            raise InputError(
                f"{step.text} cannot be taken",
                place=step.place,
                expected=f"{atom_text(call)} with a value of type {parameter.type}",
                found="it does not hold after the steps before",
            )
        arguments = (*arguments, found[0])
    return arguments
