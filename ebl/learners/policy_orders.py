"""Orders of goals that are found when the rules are there: those with which no goal undoes another that was reached.

While rules are learned, a goal that undoes another is first seen one pair of goals at a time. Two goals of one predicate may
undo each other then, and no order over their parameters alone tells which comes first. What never changes may tell it: of
disks, the larger one. So the pairs of goals that undid each other in all that was tried are explained together: each fact
about objects of both that does not hold the other way round is a reason. An order is kept where with it fewer goals undo others,
plans get no longer, and nothing is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from ...rules.pddl.action_domain import Atom, PlanningTask
from ...rules.pddl.strips import substituted
from ...search.policy.follow import Followed
from ...search.policy.rule import Policy, Precedence, precedence_of

MOST_TRIED = 6
"""Orders that are tried, those with most reasons first."""

MOST_COMPARED = 60
"""Problems in which goals undid others that orders are compared on."""

Follow = Callable[[Policy, PlanningTask], Followed]


def orders_of(task: PlanningTask, goal: Atom, undone: Atom) -> Iterator[Precedence]:
    """The orders that would have had a goal before another that it undid."""
    order = precedence_of(goal, undone)
    if order != precedence_of(undone, goal):
        yield order
    for fact in _shared(task, goal, undone):
        if not _mirrored(task, goal, undone, fact):
            yield precedence_of(goal, undone, fact)


def _shared(task: PlanningTask, goal: Atom, undone: Atom) -> Iterator[Atom]:
    """Static atoms over an object of one goal and an object of another."""
    pairs = {
        (one, other)
        for one, other in product(goal[1:], undone[1:])
        if one != other and one not in undone and other not in goal
    }
    both = {*pairs, *((other, one) for one, other in pairs)}
    names = {one.name for one in task.domain.predicates if len(one.parameters) == 2}
    for name in sorted(names - task.domain.fluents):
        for one, other in sorted(both):
            if (name, one, other) in task.init:
                yield name, one, other


def _mirrored(task: PlanningTask, goal: Atom, undone: Atom, fact: Atom) -> bool:
    """Whether a fact holds with the two goals in each other's place too."""
    if goal[0] != undone[0]:
        return False
    names = dict(zip((*goal[1:], *undone[1:]), (*undone[1:], *goal[1:]), strict=True))
    return substituted(fact, names) in task.init


def orders_found(
    policy: Policy,
    undoing: Sequence[PlanningTask],
    follow: Follow,
    lost: Callable[[Policy], str],
) -> Iterator[Precedence]:
    """The orders that are worth having, one after the other.

    Parameters
    ----------
    policy
        The rules, with the orders that are known.
    undoing
        Problems in which goals undid others.
    follow
        Follow a policy in a problem.
    lost
        What was solved and is not solved with another policy, if anything.
    """
    some = undoing[:: max(1, len(undoing) // MOST_COMPARED)][:MOST_COMPARED]
    now = [follow(policy, task) for task in some]
    reasons: Counter[Precedence] = Counter()
    for task, found in zip(some, now, strict=True):
        pairs = (*found.repaired, *_failed(found))
        reasons.update({order for pair in pairs for order in orders_of(task, *pair)})
    for order in sorted(reasons, key=lambda one: (-reasons[one], len(one), one))[:MOST_TRIED]:
        contrary = precedence_of(order[1], order[0], *order[2:])
        if not policy.precedences.isdisjoint((order, contrary)):
            continue
        more = replace(policy, precedences=policy.precedences | {order})
        then = [follow(more, task) for task in some]
        if _undoing(then) < _undoing(now) and _longer(then, now) <= 0 and not lost(more):
            policy, now = more, then
            yield order


def _failed(found: Followed) -> Iterator[tuple[Atom, Atom]]:
    if found.goal is not None:
        for one in found.undoing:
            yield found.goal, one


def _undoing(some: Iterable[Followed]) -> int:
    """In how many problems a goal undid others, or was not reached."""
    return sum(bool(one.repaired) or not one.solved for one in some)


def _longer(then: Iterable[Followed], now: Iterable[Followed]) -> int:
    """How many more steps there are where both solve a problem."""
    return sum(
        len(one.plan) - len(other.plan)
        for one, other in zip(then, now, strict=True)
        if one.solved and other.solved
    )
