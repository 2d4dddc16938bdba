"""Why a goal cannot be reached from a start: what can be proved of that without a search for a plan.

First what follows from the actions over parameters, in problems of every size: nothing makes a goal true, goals exclude each
other, they go round in a circle, or they use up more than there is. Then what is seen where the problem can be grounded:
that a goal is never true even if nothing were ever undone, and for problems of few states that none of them is the goal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from ...rules.checked import checked
from ...rules.errors import TooLargeError
from ...rules.pddl.action_domain import Action, Atom, PlanningTask, atom_text
from ...rules.pddl.grounding.lifted_invariants import LiftedInvariant, lifted_invariants
from ...rules.pddl.grounding.reachable import reachable_actions
from ...rules.text.sentences import counted
from .circles import closing
from .claims import Relation
from .space import Space

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
