"""Completeness from a start: a policy is followed from every state that a small problem's start leads to, to every goal, and each plan is carried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ...rules.checked import checked
from ...rules.pddl.action_domain import Atom, PlanningTask, atom_text
from ...rules.pddl.plan import execute, read_plan
from ..limits import Limits
from ..policy.follow import follow
from ..policy.rule import Policy
from .space import Space

MOST_STATES = 20_000
"""States of a problem that are gone through."""

MOST_PAIRS = 20_000
"""Pairs of a state and a goal; where there are more, only the problem's own goal is tried."""

EFFORT = Limits(nodes=1_000_000)
"""What following the policy once may take."""

MOST_SHOWN = 10
"""Failures that are kept."""


@dataclass(frozen=True)
class Failure:
    """A problem that can be solved, and that the policy does not solve.

    Parameters
    ----------
    task
        The problem.
    goal
        The goal that was not reached.
    reason
        Why not.
    """

    task: PlanningTask = field(repr=False)
    goal: Atom
    reason: str

    @property
    def facts(self) -> list[Atom]:
        """Initial facts that may change, in order."""
        return sorted(atom for atom in self.task.init if atom[0] in self.task.domain.fluents)


@dataclass(frozen=True)
class SmallProblem:
    """Result for one small problem.

    Parameters
    ----------
    task
        The problem.
    states
        Those that can be reached from its start; 0 where there are more than can be gone through.
    goals
        Goals that were tried: its own and all that are like it, or its own alone.
    all_goals
        Whether all that are like its own were.
    solvable
        Whether its own goal is reached from any state.
    tried
        Pairs of a state and a goal that can be reached from it.
    failed
        How many of these the policy does not solve.
    failures
        The first of them.
    """

    task: PlanningTask = field(repr=False)
    states: int
    goals: int
    all_goals: bool
    solvable: bool
    tried: int
    failed: int
    failures: tuple[Failure, ...] = field(repr=False)

    @property
    def complete(self) -> bool:
        """Whether all were solved, and there were any."""
        return self.tried > 0 and not self.failed

    @property
    def size(self) -> dict[str, int]:
        """How many objects it has of each type; of other problems of this size, with other starts, nothing is said."""
        return dict(Counter(one.type for one in self.task.objects))


@checked
def check_small(
    policy: Policy, task: PlanningTask, report: Callable[[int], None] | None = None
) -> SmallProblem:
    """Follow a policy from every state that a problem's start leads to, to its goal and all goals like it.

    A goal is like the problem's own if it is what one of the states says by the same predicates of things of the same types.

    Parameters
    ----------
    policy, task
        The rules, and the problem, whose states are gone through.
    report
        Called for every plan, with 1.
    """
    space = Space(task, MOST_STATES)
    if not space.whole:
        return SmallProblem(task, 0, 0, False, False, 0, 0, ())
    own = tuple(sorted(task.goal))
    solvable = any(facts.issuperset(own) for facts in space.states)
    goals = space.goals() | ({own: None} if solvable else {})
    every = 0 < len(space.states) * len(goals) <= MOST_PAIRS
    if not every:
        goals = {own: None}
    tried = failed = 0
    failures: list[Failure] = []
    for goal in goals:
        for number in space.solvable(goal):
            problem = replace(task, init=space.states[number], goal=goal)
            found = _failure(policy, problem)
            tried += 1
            if report is not None:
                report(1)
            if found is not None:
                failed += 1
                if len(failures) < MOST_SHOWN:
                    failures.append(found)
    states = len(space.states)
    return SmallProblem(task, states, len(goals), every, solvable, tried, failed, tuple(failures))


def _failure(policy: Policy, task: PlanningTask) -> Failure | None:
    """Failure of a policy on a task; None if the plan that it finds is valid."""
    found = follow(policy, task, EFFORT)
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    if found.solved:
        execute(task, read_plan("\n".join(map(atom_text, found.plan)), "<policy>"))
        return None
    why = found.reason or f"stopped by the limit on {found.limit}"
    return Failure(task, found.goal or task.goal[0], why)
