"""A policy in the place of a search: what following it comes to as a `Result`, every plan carried out before it is one.

Where it fails, it is tried to prove that there is no plan at all, so that what a policy lacks is told from what nothing can reach.

Why a goal cannot be reached from a start: what can be proved of that without a search for a plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from time import perf_counter
from typing import TypeAlias

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import TooLargeError
from ...rules.geometry import Shape
from ...rules.pddl.action_domain import Action, Atom, PlanningTask, atom_text
from ...rules.pddl.axioms import check_plain_goal
from ...rules.pddl.grounding.mutex import LiftedInvariant, lifted_invariants
from ...rules.pddl.grounding.reachable import reachable_actions
from ...rules.pddl.plan import execute, read_plan
from ...rules.pddl.strips import GroundAction
from ...rules.term import State
from ...rules.text.state_text import counted
from ..algorithms import CLIMB
from ..limits import ENDINGS, NO_LIMITS, Limits, limit_of
from ..macros import LiftedProblem
from ..operator import Move
from ..policy.follow import Followed, follow
from ..policy.rule import Policy
from ..result import Result, Statistics, Status
from .claims import Relation, closing
from .small import Space

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


def teller(problem: LiftedProblem) -> Tell:
    """Make a function that tells the steps of a problem: moves of a board with their states, or actions of a PDDL problem."""
    domain = problem.domain
    return (
        as_actions
        if domain.lifted
        else as_board_moves(domain, problem.shape, problem.start, problem.cost)
    )


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
        A goal that is more than atoms to be made true.
    """
    return follow_in(policy, task, limits, report, tell)[0]


def follow_in(
    policy: Policy,
    task: PlanningTask,
    limits: Limits,
    report: Callable[[int], None] | None,
    tell: Tell,
) -> tuple[Result, Followed | None]:
    """Follow a policy as `solve_by_policy` does; with how far it was followed, None where the user or memory ended it."""
    check_plain_goal(task)
    began = perf_counter()
    try:
        found = follow(policy, task, limits, report)
    except (KeyboardInterrupt, MemoryError) as error:
        spent = Statistics(elapsed=perf_counter() - began)
        return Result(Status.STOPPED, (), (), spent, limit_of(error), CLIMB), None
    return _result(found, task, perf_counter() - began, tell), found


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


MOST_STATES = 20_000
"""States that are gone through at most."""

MOST_TESTS = 5_000_000
"""Tests of an action in a state that this may take."""

MOST_NAMED = 10
"""Goals in a circle that are named."""


@checked
def why_unreachable(task: PlanningTask) -> str | None:
    """Prove that no plan leads to a goal.

    Parameters
    ----------
    task
        The problem; of one whose actions are more than conjunctions of literals nothing is proved.

    Returns
    -------
    The reason in words; None where none was found, which says nothing.
    """
    if not task.domain.plain:
        return None
    lifted = next(_for_every_size(task), None)
    return lifted or _of_this_size(task)


def _for_every_size(task: PlanningTask) -> Iterator[str]:
    """Reasons that follow from the actions over parameters."""
    made = {atom[0] for action in task.domain.actions for atom in action.add}
    for goal in task.goal:
        if goal not in task.init and goal[0] not in made:
            yield f"no action makes {atom_text(goal)} true"
    yield from _used_up(task)
    invariants = [one for one in lifted_invariants(task.domain) if one.holds(task.init)]
    yield from _excluded(task.goal, invariants)
    yield from _round(task, invariants)


def _excluded(goals: Sequence[Atom], invariants: Sequence[LiftedInvariant]) -> Iterator[str]:
    """Two goals of a group of which one at most is true."""
    seen: dict[tuple[LiftedInvariant, tuple[str, ...]], Atom] = {}
    for goal in goals:
        for invariant in invariants:
            for group in invariant.groups_of(goal):
                other = seen.setdefault((invariant, group), goal)
                if other != goal:
                    both = f"{atom_text(other)} and {atom_text(goal)}"
                    yield f"{both} are never true at once: {invariant}"


def _round(task: PlanningTask, invariants: Sequence[LiftedInvariant]) -> Iterator[str]:
    """Goals in a circle along a relation that never goes round in one."""
    sizes = dict.fromkeys((goal[0], len(goal)) for goal in task.goal)
    for predicate, size in sizes:
        for places in combinations(range(1, size), 2):
            relation = Relation(predicate, *places)
            circle = relation.circle(task.goal)
            if not circle or relation.circle(task.init):
                continue
            if closing(task.domain, invariants, relation)[0] is None:
                said = " ".join(map(atom_text, circle[:MOST_NAMED]))
                more = " ..." if len(circle) > MOST_NAMED else ""
                yield f"goals go round in a circle, {said}{more}, and {predicate} never does"


def _used_up(task: PlanningTask) -> Iterator[str]:
    """More goals than there is of something that each of them uses up, and that nothing brings back."""
    wanted = Counter(goal[0] for goal in dict.fromkeys(task.goal) if goal not in task.init)
    there = Counter(atom[0] for atom in task.init)
    brought = {atom[0] for action in task.domain.actions for atom in action.add}
    for predicate, many in wanted.items():
        makers = [
            action
            for action in task.domain.actions
            if any(atom[0] == predicate for atom in action.add)
        ]
        used = [_uses(action, predicate) for action in makers]
        for one in sorted(set.intersection(*used) - brought if used else ()):
            if there[one] < many:
                each = "uses" if many == 1 else "each use"
                left = f"{'is' if there[one] == 1 else 'are'} {there[one]:,}"
                yield (
                    f"{counted(many, 'goal')} of {predicate} {each} up one of {one}, "
                    f"of which there {left} and never more"
                )


def _uses(action: Action, predicate: str) -> set[str]:
    """The predicates of which a fact is lost whenever an action makes one of another true; none if it may make several."""
    if sum(atom[0] == predicate for atom in action.add) > 1:
        return set()
    return {atom[0] for atom in action.positive if atom in action.delete}


def _of_this_size(task: PlanningTask) -> str | None:
    """Reason found by grounding, if the problem is small enough."""
    try:
        actions = reachable_actions(task)
        known = task.init.union(*(action.add for action in actions))
        for goal in task.goal:
            if goal not in known:
                return f"{atom_text(goal)} never comes true, even if nothing were ever undone"
        space = Space(task, MOST_STATES, MOST_TESTS, actions)
    except TooLargeError:
        return None
    wanted = frozenset(task.goal)
    if not space.whole or any(wanted <= facts for facts in space.states):
        return None
    many = counted(len(space.states), "state")
    return f"it is none of the {many} that the start leads to"
