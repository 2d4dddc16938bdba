"""Pieces of plans that may become macros: steps that follow each other, and those that bring a goal about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...rules.pddl.action_domain import PlanningTask
from ...rules.pddl.plan import Execution, execute, read_plan
from ...rules.pddl.planning import PlanningDomain
from ...rules.pddl.strips import GroundAction

LONGEST_WHOLE = 8
"""Plans of up to so many steps are looked at as a whole too, and so many steps may bring a goal about."""

CUTS = 3
"""How many goals before it the steps that bring a goal about may go back, at most."""


@dataclass(frozen=True, slots=True)
class PlanPiece:
    """Steps of a plan that follow each other, or the steps of it that bring a goal about.

    Parameters
    ----------
    domain
        What knows the problem.
    plan
        The whole plan.
    steps
        Which of its steps, counted from 0.
    """

    domain: PlanningDomain
    plan: tuple[str, ...]
    steps: tuple[int, ...]

    @property
    def words(self) -> str:
        """Steps of the piece, in words."""
        first, last = self.steps[0] + 1, self.steps[-1] + 1
        if len(self.steps) == last - first + 1:
            return f"steps {first} to {last}"
        return f"steps {', '.join(str(step + 1) for step in self.steps)}"


def short_pieces(size: int, longest: int) -> Iterator[tuple[int, ...]]:
    """All short runs of the steps of a plan, and the whole of it where it is not long."""
    lengths = [*range(2, min(longest, size) + 1)]
    if longest < size <= LONGEST_WHOLE:
        lengths.append(size)
    for length in lengths:
        for first in range(size - length + 1):
            yield tuple(range(first, first + length))


def pieces_for_goals(task: PlanningTask, done: Execution) -> Iterator[tuple[int, ...]]:
    """For every goal that a plan reaches for good, the steps that bring it about.

    They are cut off where the goal before it was reached, or one of the goals before that: what is done for several goals
    at once may have been done before the first of them.
    """
    actions, states = done.actions, done.states
    goals = frozenset(task.goal)
    reached: list[int] = []
    for number, action in enumerate(actions):
        new = action.add & goals - states[number]
        lasting = [goal for goal in new if all(goal in state for state in states[number + 1 :])]
        if not lasting:
            continue
        for cut in (-1, *reached)[-1 : -1 - CUTS : -1]:
            steps = _brings_about(actions, cut + 1, number)
            if 1 < len(steps) <= LONGEST_WHOLE:
                yield steps
        reached.append(number)


def _brings_about(actions: Sequence[GroundAction], first: int, last: int) -> tuple[int, ...]:
    """The steps from one on that make what the last step needs, or what one of them needs."""
    steps = [last]
    true, false = set(actions[last].positive), set(actions[last].negative)
    for number in range(last - 1, first - 1, -1):
        action = actions[number]
        if action.add.isdisjoint(true) and action.delete.isdisjoint(false):
            continue
        steps.append(number)
        true = (true - action.add) | action.positive
        false = (false - action.delete) | action.negative
    return tuple(reversed(steps))


@lru_cache(maxsize=4)
def carried_out(task: PlanningTask, plan: tuple[str, ...]) -> Execution:
    """The states and the actions of a training plan, one after the other."""
    return execute(task, read_plan("\n".join(plan), "<the training plan>"), whole=False)
