"""Completeness from a start: a policy is followed from every state that a small problem's start leads to, to every goal, and each plan is carried out.

All states of a small problem, and the goals that are like its own.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...rules.checked import checked
from ...rules.errors import Place, TooLargeError
from ...rules.later import Later
from ...rules.text.words import counted
from ...rules.view import Viewed
from ...search.limits import Limits
from ...search.operator import Move
from ..pddl.action_domain import OBJECT, Atom, PlanningTask, atom_text
from ..pddl.grounding.reachable import most_actions, reachable_actions
from ..pddl.plan import execute, read_plan
from ..pddl.strips import Facts, GroundAction, in_state, instantiate, is_goal
from .follow import follow
from .rule import LiftedPolicy
from .world import World

MOST_STATES = 20_000
"""Greatest number of states of a problem that are enumerated."""

MOST_PAIRS = 20_000
"""Greatest number of pairs of a state and a goal; if there are more, only the problem's own goal is tried."""

EFFORT = Limits(nodes=1_000_000)
"""Limits on following the policy once."""

MOST_SHOWN = 10
"""Greatest number of failures that are kept."""


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
        Reason for the failure.
    """

    task: PlanningTask = field(repr=False)
    goal: Atom
    reason: str

    @property
    def facts(self) -> list[Atom]:
        """Initial facts that may change, in order."""
        return sorted(atom for atom in self.task.init if atom[0] in self.task.domain.fluents)


@dataclass(frozen=True)
class SmallProblem(Viewed):
    """Result for one small problem.

    Parameters
    ----------
    task
        The problem.
    states
        Number of states reachable from its start; 0 if there are too many to enumerate.
    goals
        Goals that were tried: its own and all that are like it, or its own alone.
    all_goals
        Whether all goals like its own were tried.
    solvable
        Whether its own goal is reached from any state.
    tried
        Pairs of a state and a goal that can be reached from it.
    failed
        Number of these pairs that the policy does not solve.
    failures
        The first failures.
    """

    _view = Later("planning.views", "small_view")

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
        """Whether there were pairs, and all were solved."""
        return self.tried > 0 and not self.failed

    @property
    def size(self) -> dict[str, int]:
        """Number of objects of each type; the result says nothing about other problems of this size."""
        return dict(Counter(one.type for one in self.task.objects))

    def summary(self) -> str:
        """The result in a sentence, which says nothing about other starts."""
        name = self.task.name
        if self.size:
            name += f" ({self._size_words})"
        if not self.states:
            return f"{name}: not looked at: too many states"
        if not self.tried:
            return f"{name}: nothing to try: its own goal is reached from no state"
        goals = counted(self.goals, "goal") if self.all_goals else "its own goal alone"
        what = (
            f"all {self.states:,} states that it leads to, {goals}, "
            f"{counted(self.tried, 'solvable pair')}"
        )
        own = "" if self.solvable else "; its own goal is reached from no state"
        if not self.complete:
            return f"{name}: incomplete, {self.failed:,} not solved ({what}){own}"
        return f"{name}: complete from this start ({what}; every plan carried out){own}"

    @property
    def _size_words(self) -> str:
        """``car 3, location 2``; ``4 objects`` where they have no types."""
        if list(self.size) == [OBJECT]:
            return counted(self.size[OBJECT], "object")
        return ", ".join(f"{kind} {many}" for kind, many in self.size.items())


@checked
def check_small(
    policy: LiftedPolicy, task: PlanningTask, report: Callable[[int], None] | None = None
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
    solvable = any(space.reached(facts, own) for facts in space.states)
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


def _failure(policy: LiftedPolicy, task: PlanningTask) -> Failure | None:
    """Failure of a policy on a task; None if the plan that it finds is valid."""
    found = follow(policy, task, EFFORT)
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    if found.solved:
        execute(task, read_plan("\n".join(map(atom_text, found.plan)), "<policy>"))
        return None
    why = found.reason or f"stopped by the limit on {found.limit}"
    return Failure(task, found.goal or task.wanted[0], why)


class TaskSteps:
    """A problem as search sees it: its states are facts, and what an action does is found out in each.

    Conditional effects and axioms are taken as the domain defines them, without grounding them.

    Parameters
    ----------
    task
        The problem.
    actions
        The actions, where they are known.

    Raises
    ------
    TooLargeError
        More actions than can be listed.
    """

    def __init__(self, task: PlanningTask, actions: Sequence[GroundAction] | None = None) -> None:
        self._task, self.start = task, task.init
        self.actions = _listed(task) if actions is None else actions

    def successors(self, facts: Facts) -> Iterator[tuple[Move, Facts]]:
        """The actions that can be taken, and what is true after each."""
        for done in self.possible(facts):
            yield Move(done.text, done.cost), done.result(facts)

    def possible(self, facts: Facts) -> Iterator[GroundAction]:
        """The actions that can be taken, with all that each does then."""
        for action in self.actions:
            if action.positive <= facts and action.negative.isdisjoint(facts):
                own = self._task.domain.by_name[action.name]
                done = in_state(self._task, own, action, facts)
                if done is not None:
                    yield done

    def is_goal(self, facts: Facts) -> bool:
        """Whether a state satisfies the goal of the problem."""
        return is_goal(self._task, facts)


def _listed(task: PlanningTask) -> Sequence[GroundAction]:
    """Every action that can be taken in some state, and some that never can."""
    if task.domain.plain:
        return reachable_actions(task)
    fixed = {one.name for one in task.domain.predicates} - task.domain.fluents
    world, found, most = World(task), list[GroundAction](), most_actions()
    for action in task.domain.actions:
        for full in world.matches(action, {}, fixed):
            ground = instantiate(task, action, [full[one.name] for one in action.parameters])
            found += [] if ground is None else [ground]
            if len(found) > most:
                raise TooLargeError(
                    f"problem {task.name} is too large",
                    place=Place(task.source),
                    expected=f"{most:,} actions with objects at most",
                    found="more",
                )
    return found


class Space:
    """All states that can be reached from a start, or from several, and from where each can be reached in one step.

    Parameters
    ----------
    task
        The problem.
    most
        Greatest number of states that are enumerated.
    work
        Tests of an action in a state at most.
    actions
        The actions, where they are known.
    starts
        Further initial states.

    Attributes
    ----------
    states
        The start first; where there are more than that, those that were come to.
    whole
        Whether these are all states.

    Raises
    ------
    TooLargeError
        More actions than can be listed.
    """

    def __init__(
        self,
        task: PlanningTask,
        most: int,
        work: int | None = None,
        actions: Sequence[GroundAction] | None = None,
        starts: Iterable[Facts] = (),
    ) -> None:
        self._task, self._steps = task, TaskSteps(task, actions)
        if work is not None:
            most = min(most, work // max(1, len(self._steps.actions)))
        self.states = list(dict.fromkeys((task.init, *starts)))
        self._numbers = {facts: number for number, facts in enumerate(self.states)}
        self._before: list[list[int]] = [[] for _ in self.states]
        self.whole = self._gone_through(most)

    def _gone_through(self, most: int) -> bool:
        """Whether the number of states is within a bound."""
        waiting = deque(range(len(self.states)))
        while waiting:
            number = waiting.popleft()
            for _, after in self._steps.successors(self.states[number]):
                if after not in self._numbers:
                    if len(self.states) >= most:
                        return False
                    self._numbers[after] = len(self.states)
                    self.states.append(after)
                    self._before.append([])
                    waiting.append(self._numbers[after])
                self._before[self._numbers[after]].append(number)
        return True

    def actions_in(self, number: int) -> Iterator[GroundAction]:
        """The actions that can be taken in a state."""
        return self._steps.possible(self.states[number])

    def goals(self) -> dict[tuple[Atom, ...], None]:
        """All goals like the problem's own."""
        task = self._task
        kinds = {self._kind(atom) for atom in task.goal}
        found: dict[tuple[Atom, ...], None] = {}
        for facts in self.states:
            alike = (
                atom
                for atom in facts
                if atom[0] in task.domain.fluents and self._kind(atom) in kinds
            )
            found[tuple(sorted(alike))] = None
        found.pop((), None)
        return found

    def _kind(self, atom: Atom) -> tuple[str, ...]:
        return (atom[0], *(self._task.type_of[term] for term in atom[1:]))

    def reached(self, facts: Facts, goal: Iterable[Atom]) -> bool:
        """Whether a state has a goal, and nothing that the problem's own goal denies."""
        return facts.issuperset(goal) and facts.isdisjoint(self._task.negative_goal)

    def solvable(self, goal: tuple[Atom, ...]) -> Iterator[int]:
        """The states from which a goal can be reached, nearest first."""
        waiting = deque(n for n, facts in enumerate(self.states) if self.reached(facts, goal))
        seen = set(waiting)
        while waiting:
            number = waiting.popleft()
            yield number
            for before in self._before[number]:
                if before not in seen:
                    seen.add(before)
                    waiting.append(before)
