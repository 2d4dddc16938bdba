"""A policy tried on larger problems than those that it was learned from, which are made of these.

Two problems become one: objects of a type that has the same objects in all of them, such as rooms and grippers, are shared; of all
others each problem has its own. Facts and goals about shared objects alone are those of the first. A failure counts
where the joined problem can be solved, as the plans of the parts one after the other show, or a short search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from ...rules.errors import InputError
from ...rules.record import record
from ...rules.term import Typed
from ...search.limits import Limits
from ...search.problem import Problem
from ...search.solve import solve
from ..pddl.action_domain import Atom, PlanningTask, atom_text, substituted
from ..pddl.plan import execute, read_plan
from ..pddl.planning import PlanningDomain
from .follow import follow
from .rule import LiftedPolicy

EFFORT, COMPARED = Limits(nodes=200_000), 2_000_000
"""Choices that a policy may try in one problem, and facts that it may compare with rules: no clock decides what is said."""

SEARCH = Limits(nodes=2_000)
"""Limits on the search for a plan that shows that a problem can be solved."""

LARGEST, PARTS = 4, 6
"""Problems that are joined in pairs, the largest ones, and parts of one joined problem."""


@record
class LargerTried:
    """Trials of a policy on larger problems.

    Parameters
    ----------
    objects
        Of each problem tried the number of objects.
    before
        Greatest number of objects of a problem that was learned from.
    failures
        The reason for each problem that the policy does not solve.
    """

    objects: tuple[int, ...]
    before: int
    failures: tuple[str, ...]


def tried_on_larger(policy: LiftedPolicy, tasks: Sequence[PlanningTask]) -> LargerTried | None:
    """Try a policy on larger problems made of some; None where none can be made.

    Parameters
    ----------
    policy, tasks
        The rules, and the problems that they were learned from; those that the policy does not solve are left out.

    Raises
    ------
    KeyboardInterrupt
        The user's.
    """
    solved = [(task, plan) for task in tasks if (plan := _plan(policy, task)[0]) is not None]
    solved.sort(key=lambda one: len(one[0].objects))
    shared = _shared_types([task for task, _ in solved])
    before = max(len(task.objects) for task in tasks)
    objects: list[int] = []
    failures: list[str] = []
    for parts in _joined(solved):
        task = reduce(lambda one, other: _with(one, other, shared), _numbered(parts, shared))
        plans = [
            step
            for number, (_, plan) in enumerate(parts)
            for step in _own(plan, number, parts, shared)
        ]
        if len(task.objects) <= before:
            continue
        _, reason = _plan(policy, task)
        if reason and not (_holds(task, plans) or _found(task)):
            continue
        objects.append(len(task.objects))
        if reason:
            failures.append(f"{len(task.objects)} objects: {reason}")
    if not objects:
        return None
    return LargerTried(tuple(objects), before, tuple(failures))


Solved = tuple[PlanningTask, tuple[Atom, ...]]


def _joined(solved: Sequence[Solved]) -> Iterator[Sequence[Solved]]:
    """The parts of each problem that is made: pairs of the largest problems, several of the largest, and many together."""
    last = solved[-LARGEST:]
    for place, one in enumerate(last):
        for other in last[place:]:
            yield [one, other]
    for one in last[-1:]:
        yield [one] * (PARTS // 2)
    if len(solved) > 2:
        yield solved[-PARTS:]


def _shared_types(tasks: Sequence[PlanningTask]) -> frozenset[str]:
    """The types that have the same objects in all problems, of which there are several."""
    each = [
        {
            kind: frozenset(o.name for o in one.objects if o.type == kind)
            for kind in {o.type for o in one.objects}
        }
        for one in tasks
    ]
    kinds = {kind for one in each for kind in one}
    if len({len(one.objects) for one in tasks}) < 2:
        return frozenset()
    return frozenset(kind for kind in kinds if len({one.get(kind) for one in each}) == 1)


def _names(task: PlanningTask, number: int, shared: frozenset[str]) -> dict[str, str]:
    """New names of the objects of a part that are its own."""
    return {one.name: f"{one.name}-{number + 1}" for one in task.objects if one.type not in shared}


def _numbered(parts: Sequence[Solved], shared: frozenset[str]) -> Iterator[PlanningTask]:
    """The parts, each with its own objects under new names; facts and goals about shared objects alone in the first."""
    for number, (task, _) in enumerate(parts):
        names = _names(task, number, shared)

        def kept(
            atoms: Sequence[Atom], first: bool = number == 0, own: dict[str, str] = names
        ) -> list[Atom]:
            return [substituted(a, own) for a in atoms if first or any(one in own for one in a[1:])]

        yield replace(
            task,
            objects=tuple(Typed(names.get(one.name, one.name), one.type) for one in task.objects),
            init=frozenset(kept(sorted(task.init))),
            values={substituted(atom, names): value for atom, value in task.values.items()},
            goal=tuple(kept(task.goal)),
            negative_goal=tuple(kept(task.negative_goal)),
        )


def _with(one: PlanningTask, other: PlanningTask, shared: frozenset[str]) -> PlanningTask:
    """Two parts as one problem."""
    return replace(
        one,
        name=f"{one.name}-{other.name}",
        objects=(*one.objects, *(o for o in other.objects if o.type not in shared)),
        init=one.init | other.init,
        values={**other.values, **one.values},
        goal=(*one.goal, *other.goal),
        negative_goal=(*one.negative_goal, *other.negative_goal),
    )


def _own(
    plan: Sequence[Atom], number: int, parts: Sequence[Solved], shared: frozenset[str]
) -> list[Atom]:
    """The plan of a part, with the names that its objects have in the joined problem."""
    return [substituted(step, _names(parts[number][0], number, shared)) for step in plan]


def _holds(task: PlanningTask, plan: Sequence[Atom]) -> bool:
    """Whether a plan reaches the goal."""
    try:
        execute(task, read_plan("\n".join(map(atom_text, plan)), "<parts>"))
    except InputError:
        return False
    return True


def _found(task: PlanningTask) -> bool:
    """Whether a short search finds a plan."""
    try:
        domain = PlanningDomain(task.domain, task)
        theory = domain.theory((1, 1))
        start = domain.start(theory.shape)
        assert start is not None  # the problem's own
        problem = Problem(theory, start, domain.goal(theory.shape))
        return solve(problem, "lazy-greedy", limits=SEARCH).solved
    except InputError:  # too large to ground
        return False


def _plan(policy: LiftedPolicy, task: PlanningTask) -> tuple[tuple[Atom, ...] | None, str]:
    """The plan of a policy, or why it has none."""
    found = follow(policy, task, EFFORT, most_compared=COMPARED)
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    if found.solved:
        return found.plan, ""
    if found.limit is not None:
        return None, f"stopped by the limit on {found.limit}"
    goal = "" if found.goal is None else f"{atom_text(found.goal)}: "
    return None, f"{goal}{found.reason}"
