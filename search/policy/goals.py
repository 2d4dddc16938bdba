"""The order in which a policy reaches the goals of a problem."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from ...rules.pddl.action_domain import Atom
from ...rules.pddl.strips import substituted
from .rule import Precedence


def in_order(
    goals: Sequence[Atom], precedences: Iterable[Precedence], facts: Collection[Atom] = ()
) -> list[Atom]:
    """Goals so that those come first that must; else as they stand, and where orders contradict each other too.

    Parameters
    ----------
    goals
        In the order in which they stand.
    precedences
        Which come before which.
    facts
        What holds, of which orders ask what never changes.
    """
    after: dict[Atom, list[Atom]] = defaultdict(list)
    before: Counter[Atom] = Counter()
    for first, second in dict.fromkeys(_pairs(goals, precedences, facts)):
        after[first].append(second)
        before[second] += 1
    place = {goal: number for number, goal in enumerate(goals)}
    ready = [goal for goal in goals if not before[goal]]
    left, found = dict.fromkeys(goals), []
    while left:
        goal = ready.pop(0) if ready else min(left, key=lambda one: (before[one], place[one]))
        if goal not in left:
            continue
        del left[goal]
        found.append(goal)
        for one in after[goal]:
            before[one] -= 1
            if not before[one]:
                ready.append(one)
    return found


def _pairs(
    goals: Sequence[Atom], precedences: Iterable[Precedence], facts: Collection[Atom]
) -> Iterator[tuple[Atom, Atom]]:
    """The pairs of goals that orders speak of; goals that share an object are found by it."""
    by_name: dict[str, list[Atom]] = defaultdict(list)
    by_object: dict[tuple[str, int, str], list[Atom]] = defaultdict(list)
    for goal in goals:
        by_name[goal[0]].append(goal)
        for place in range(1, len(goal)):
            by_object[goal[0], place, goal[place]].append(goal)
    for first, second, *where in sorted(precedences):
        shared = [
            (second.index(term, 1), first.index(term, 1))
            for term in first[1:]
            if term in second[1:]
        ]
        for one in by_name[first[0]]:
            others = by_name[second[0]]
            if shared:
                there, here = shared[0]
                others = by_object[second[0], there, one[here]]
            for other in others:
                names = None if one == other else _alike((one, other), (first, second))
                if names is not None and all(substituted(atom, names) in facts for atom in where):
                    yield one, other


def _alike(found: tuple[Atom, Atom], order: tuple[Atom, Atom]) -> dict[str, str] | None:
    """Objects of an order's parameters, if the goals share objects exactly as the order says."""
    names: dict[str, str] = {}
    for goal, atom in zip(found, order, strict=True):
        if len(goal) != len(atom):
            return None
        for name, term in zip(goal[1:], atom[1:], strict=True):
            if names.setdefault(term, name) != name:
                return None
    return names if len(set(names.values())) == len(names) else None
