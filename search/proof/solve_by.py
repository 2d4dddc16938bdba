"""A policy in the place of a search: what following it comes to as a `Result`, every plan carried out before it is one.

Where it fails, it is tried to prove that there is no plan at all, so that what a policy lacks is told from what nothing can reach.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TypeAlias

from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.pddl.action_domain import PlanningTask, atom_text
from ...rules.pddl.plan import execute, read_plan
from ...rules.pddl.strips import GroundAction
from ...rules.term import State
from ..algorithms import CLIMB
from ..limits import ENDINGS, NO_LIMITS, Limits, limit_of
from ..macros import LiftedProblem
from ..operator import Move
from ..policy.follow import Followed, follow
from ..policy.rule import Policy
from ..result import Result, Statistics, Status
from .unreachable import why_unreachable

FOLLOWED = "the rules of the policy were followed; nothing was searched"
"""The note of a solution."""

Told: TypeAlias = tuple[tuple[State, ...], tuple[Move, ...]]
"""The states of a plan, none where they have no cells, and its moves."""

Tell: TypeAlias = Callable[[Sequence[GroundAction]], Told]


def as_actions(actions: Sequence[GroundAction]) -> Told:
    """A plan of actions as its moves."""
    return (), tuple(Move(action.text, action.cost) for action in actions)


def as_board_moves(domain: Domain, shape: Shape, start: State, cost: float) -> Tell:
    """Make a function that turns actions into moves of a board with their states."""

    def told(actions: Sequence[GroundAction]) -> Told:
        path, moves = [start], []
        for action in actions:
            name, after = domain.played(shape, path[-1], (action.name, *action.arguments))
            path.append(after)
            moves.append(Move(name, cost))
        return tuple(path), tuple(moves)

    return told


def follow_policy(
    policy: Policy,
    problem: LiftedProblem,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
) -> Result:
    """Follow a policy in a problem of its domain, as `solve_by_policy` does in one described by relations.

    The steps of a board are its moves, with the states that they lead through; those of a PDDL problem its actions.
    """
    domain, shape, start = problem.domain, problem.shape, problem.start
    task = domain.task_of(shape, start, problem.goal)
    tell = as_actions if domain.lifted else as_board_moves(domain, shape, start, problem.cost)
    return solve_by_policy(policy, task, limits, report, tell)


def solve_by_policy(
    policy: Policy,
    task: PlanningTask,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
    tell: Tell = as_actions,
) -> Result:
    """Follow a policy; a plan is carried out as the domain defines its actions before it is one.

    A goal that is proved to be out of reach is UNSOLVABLE, with the reason as a note; any other that is not reached INCOMPLETE.

    Of the counts ``expanded`` are the choices tried, ``generated`` and ``operator_applications`` the steps made, those
    taken back too, and ``evaluated`` the facts that were compared with what rules ask for.

    Parameters
    ----------
    policy, task, limits, report
        As for `follow`.
    tell
        What the steps are as states and moves.

    Raises
    ------
    InputError
        A goal that something be false.
    """
    if task.negative_goal:
        raise InputError(
            "a policy makes goals true",
            found=f"(not {atom_text(task.negative_goal[0])})",
            remedy="another algorithm",
        )
    began = perf_counter()
    try:
        found = follow(policy, task, limits, report)
    except (KeyboardInterrupt, MemoryError) as error:
        spent = Statistics(elapsed=perf_counter() - began)
        return Result(Status.STOPPED, (), (), spent, limit_of(error), CLIMB)
    return _result(found, task, perf_counter() - began, tell)


def _result(found: Followed, task: PlanningTask, elapsed: float, tell: Tell) -> Result:
    spent = Statistics(
        expanded=found.tries,
        generated=found.made,
        evaluated=found.compared,
        operator_applications=found.made,
        elapsed=elapsed,
    )
    if found.solved:
        text = "\n".join(map(atom_text, found.plan))
        path, moves = tell(execute(task, read_plan(text, "<the plan that was found>")).actions)
        return Result(Status.SOLVED, path, moves, spent, None, CLIMB, note=FOLLOWED)
    unreachable = None if found.limit == "interrupt" else _unreachable(task)
    if unreachable is not None:
        why = f"the goal cannot be reached: {unreachable}"
        return Result(Status.UNSOLVABLE, (), (), spent, None, CLIMB, note=why)
    if found.limit is not None:
        return Result(Status.STOPPED, (), (), spent, found.limit, CLIMB)
    assert found.goal is not None
    done = f"{len(found.reached):,} of {len(task.goal):,} goals reached"
    why = f"{atom_text(found.goal)} is not: {found.reason}; {done}"
    return Result(Status.INCOMPLETE, (), (), spent, None, CLIMB, note=why)


def _unreachable(task: PlanningTask) -> str | None:
    """Why the goal cannot be reached, where that is seen before the user or a limit ends it."""
    try:
        return why_unreachable(task)
    except ENDINGS:
        return None
