"""A plan explained by its causal links: which step makes true what a later one needs, and in which order.

A goal is explained by the step that makes it true, the step by its preconditions, and each of these by the step that makes it
true, and so on. Each link is an achievement: for a goal like this, take an action like that; achieve these conditions in this order,
and have those from the beginning (learning by observing means and ends: Nejati, Langley and Konik 2006, here for PDDL). As an
achievement goes one step deep, achievements call each other and themselves, and the number of objects does not matter (Letovsky 1990).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from ...rules.errors import ArcwiseError
from ..pddl.action_domain import (
    Action,
    ActionDomain,
    Atom,
    PlanningTask,
    atom_text,
    is_parameter,
    substituted,
)
from ..pddl.denials import holds_in, needed_for
from ..pddl.plan import Execution
from ..pddl.strips import Facts
from ..policy.rule import RuleCondition
from ..policy.world import World
from .lifted import check_plain


@dataclass(frozen=True)
class Achievement:
    """An achievement from one causal link of a plan.

    Parameters
    ----------
    action, objects
        The action that made something true, or that case of it which did, and the objects of its parameters.
    goal
        What it made true: an effect over its parameters.
    conditions
        Those that were not true from the beginning, in the order in which they came true. One is not to be achieved where it
        came true by a step that was made for something else.
    """

    action: str
    objects: tuple[str, ...]
    goal: Atom
    conditions: tuple[RuleCondition, ...]


def achievements_of(
    task: PlanningTask,
    done: Execution,
    goal: Atom,
    asked: Collection[tuple[str, Atom]] = (),
    domain: ActionDomain | None = None,
) -> list[Achievement]:
    """Achievements of a plan for one goal, the goal's own last; none if it was true all the time.

    Parameters
    ----------
    task, done
        The problem, and the plan carried out.
    goal
        The atom that became true.
    asked
        Actions with conditions of theirs that are to be achieved, though a step may have made them true that was made for
        something else: that step is explained by them as well.
    domain
        The domain of the policy, if its actions also ask for what is not so as atoms; else that of the problem.
    """
    return _Links(task, done, asked, domain or task.domain).achievements(goal)


def follows(domain: ActionDomain, atom: Atom, goal: Atom) -> bool:
    """Whether an atom can come true only where a goal over the same parameters is true already.

    To see to it on the way to the goal would be to go in a circle: it is true at once, or this is no way.
    """
    if atom[0] in domain.universals:
        return False
    return all(
        _asks(action, effect, atom, goal)
        for action in domain.cases.values()
        for effect in action.add
        if effect[0] == atom[0]
    )


def _asks(action: Action, effect: Atom, atom: Atom, goal: Atom) -> bool:
    """Whether an action asks for a goal where its effect is an atom; True too where it never is that."""
    names: dict[str, str] = {}
    for term, wanted in zip(effect[1:], atom[1:], strict=True):
        if not is_parameter(term):
            if term != wanted:
                return not is_parameter(wanted)
        elif names.setdefault(term, wanted) != wanted:
            return False
    names = {one.name: names.get(one.name, f"{one.name} of its own") for one in action.parameters}
    return goal in [substituted(one, names) for one in action.positive]


class _Links:
    def __init__(
        self,
        task: PlanningTask,
        done: Execution,
        asked: Collection[tuple[str, Atom]],
        domain: ActionDomain,
    ) -> None:
        self._task, self._done, self._asked, self._domain = task, done, asked, domain
        self._made_for: dict[int, list[Atom]] = {}
        self._achievements: list[Achievement] = []

    def achievements(self, goal: Atom) -> list[Achievement]:
        """All achievements. Explanations of long plans are deep, so an explicit stack replaces recursion."""
        if self._maker(goal, len(self._done.actions)) is None:
            return []
        stack = [self._explain(goal, len(self._done.actions))]
        while stack:
            cause = next(stack[-1], None)
            if cause is None:
                stack.pop()
            else:
                stack.append(self._explain(*cause))
        return self._achievements

    def _maker(self, atom: Atom, end: int) -> int | None:
        """The last step before one that makes an atom true; None where it was true from the beginning."""
        states = self._done.states
        return next(
            (
                n
                for n in reversed(range(end))
                if self._holds(atom, states[n + 1]) and not self._holds(atom, states[n])
            ),
            None,
        )

    def _holds(self, atom: Atom, facts: Facts) -> bool:
        return holds_in(self._task, self._domain, atom, facts)

    def _explain(self, goal: Atom, end: int) -> Iterator[tuple[Atom, int]]:
        """Explain the step that makes an atom true; yields what has to be explained first, one after the other."""
        step = self._maker(goal, end)
        assert step is not None
        self._made_for.setdefault(step, []).append(goal)
        if goal[0] in self._domain.universals:
            needed = dict.fromkeys(needed_for(self._task, self._domain, goal))
            makers = ((self._maker(one, end), one) for one in needed)
            for _, one in sorted((maker, one) for maker, one in makers if maker is not None):
                yield one, end
            return
        action, names, effect = self._case(step, goal)
        made = [
            (maker, -len(set(atom[1:]) & set(effect[1:])), number, atom)
            for number, atom in enumerate(action.positive)
            if (maker := self._maker(substituted(atom, names), step)) is not None
        ]
        made.sort()
        facts = {atom: substituted(atom, names) for *_, atom in made}
        at_first = {atom: self._holds(fact, self._done.start) for atom, fact in facts.items()}
        achieve = {}
        # What was true at first and is true again comes last: the steps that undid it had another reason.
        for maker, *_, atom in sorted(made, key=lambda one: at_first[one[-1]]):
            fact = facts[atom]
            asked = (action.name, atom) in self._asked
            if maker not in self._made_for or (asked and fact not in self._made_for[maker]):
                yield fact, step
            achieve[atom] = asked or at_first[atom] or self._made_for[maker][0] == fact
        conditions = tuple(RuleCondition(atom, achieve[atom]) for *_, atom in made)
        objects = tuple(names[one.name] for one in action.parameters)
        self._achievements.append(Achievement(action.name, objects, effect, conditions))

    def _case(self, step: int, goal: Atom) -> tuple[Action, Mapping[str, str], Atom]:
        """Case of an action that makes a goal true, with its objects and the effect.

        Raises
        ------
        InputError
            An action of which no case is known to do so.
        """
        ground = self._done.actions[step]
        action = self._domain.by_name[ground.name]
        own = dict(zip((one.name for one in action.parameters), ground.arguments, strict=True))
        for case in action.cases:
            for effect in (one for one in case.add if one[0] == goal[0]):
                names = self._bound(case, own, effect, goal, step)
                if names is not None:
                    return case, names, effect
        check_plain(action)
        raise ArcwiseError(f"no case of action {action.name} makes {atom_text(goal)} true")

    def _bound(
        self, case: Action, own: Mapping[str, str], effect: Atom, goal: Atom, step: int
    ) -> Mapping[str, str] | None:
        """The objects with which a case makes a goal true; None where it does not."""
        names = dict(own)
        for term, name in zip(effect[1:], goal[1:], strict=True):
            if names.get(term, term) != name and (not is_parameter(term) or term in names):
                return None
            if is_parameter(term):
                names[term] = name
        if len(names) == len(own) == len(case.parameters) and not case.alternative:
            return names
        world = World(replace(self._task, init=self._done.states[step]), self._domain)
        return next(world.matches(case, names), None)
