"""All states of a small problem, and the goals that are like its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from ...rules.errors import Place, TooLargeError
from ...rules.pddl.action_domain import Atom, PlanningTask
from ...rules.pddl.grounding.reachable import MOST_ACTIONS, reachable_actions
from ...rules.pddl.strips import Facts, GroundAction, in_state, instantiate, is_goal
from ..operator import Move
from ..policy.world import World


class Steps:
    """A problem as search sees it: its states are facts, and what an action does is found out in each.

    That is for actions with conditional effects, which grounding would take apart into too many cases.

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
        """Whether all that the problem wants is so."""
        return is_goal(self._task, facts)


def _listed(task: PlanningTask) -> Sequence[GroundAction]:
    """Every action that can be taken in some state, and some that never can."""
    if task.domain.plain:
        return reachable_actions(task)
    fixed = {one.name for one in task.domain.predicates} - task.domain.fluents
    world, found = World(task), list[GroundAction]()
    for action in task.domain.actions:
        for full in world.matches(action, {}, fixed):
            ground = instantiate(task, action, [full[one.name] for one in action.parameters])
            found += [] if ground is None else [ground]
            if len(found) > MOST_ACTIONS:
                raise TooLargeError(
                    f"problem {task.name} is too large",
                    place=Place(task.source),
                    expected=f"{MOST_ACTIONS:,} actions with objects at most",
                    found="more",
                )
    return found


class Space:
    """All states that can be reached from a start, and from where each can be reached in one step.

    Parameters
    ----------
    task
        The problem.
    most
        States that are gone through at most.
    work
        Tests of an action in a state at most.
    actions
        The actions, where they are known.

    Attributes
    ----------
    states
        The start first; where there are more than that, those that were come to.
    whole
        Whether these are all.

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
    ) -> None:
        self._task, self._steps = task, Steps(task, actions)
        if work is not None:
            most = min(most, work // max(1, len(self._steps.actions)))
        self.states = [task.init]
        self._numbers: dict[Facts, int] = {task.init: 0}
        self._before: list[list[int]] = [[]]
        self.whole = self._gone_through(most)

    def _gone_through(self, most: int) -> bool:
        """Whether the number of states is within a bound."""
        waiting = deque([0])
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

    def solvable(self, goal: tuple[Atom, ...]) -> Iterator[int]:
        """The states from which a goal can be reached, nearest first."""
        wanted = set(goal)
        waiting = deque(n for n, facts in enumerate(self.states) if wanted <= facts)
        seen = set(waiting)
        while waiting:
            number = waiting.popleft()
            yield number
            for before in self._before[number]:
                if before not in seen:
                    seen.add(before)
                    waiting.append(before)
