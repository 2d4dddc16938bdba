"""Number in plans: where steps of one action follow each other, each from where the one before led, they are one repeated action.

So a macro is learned for any number of them (Shavlik 1990). A plan is read with its runs as single steps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from ...ebl.learner import Choice, Records
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...rules.errors import ArcwiseError
from ...search.algorithms import ALGORITHMS
from ...search.limits import Limits
from ...search.macros import theory_with
from ...search.problem import Problem
from ...search.solve import solve
from ..pddl.action_domain import ActionDomain, Atom
from ..pddl.plan import Execution
from ..pddl.planning import PlanningDomain
from ..pddl.repeated import REPEATED, Repeated, is_repeated, repetition_of
from ..pddl.strips import Facts, GroundAction


def repetition(domain: ActionDomain, name: str) -> Repeated | None:
    """How the action of a name may be repeated; None if it may not."""
    return repetition_of(domain, name + REPEATED)


@lru_cache(maxsize=8)
def runs_of(domain: ActionDomain, actions: tuple[GroundAction, ...]) -> tuple[range, ...]:
    """The steps of a plan in their order, those of a run together; a run ends before the step that would lead back to its start."""
    runs: list[range] = []
    for number, action in enumerate(actions):
        found = repetition(domain, action.name)
        last = actions[number - 1]
        if (
            number
            and found is not None
            and last.name == action.name
            and found.follows(last.arguments, action.arguments)
            and found.place(action.arguments, found.last)
            != found.place(actions[runs[-1].start].arguments, found.first)
        ):
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
    return tuple(runs)


def repeated_in(domain: ActionDomain, actions: tuple[GroundAction, ...]) -> frozenset[str]:
    """The names of the actions that a plan repeats."""
    runs = runs_of(domain, actions)
    return frozenset(actions[run.start].name for run in runs if len(run) > 1)


MOST_CHOICES = 2
"""Greatest number of actions in a piece of which each may repeat or not by itself."""


def choices(domain: ActionDomain, steps: Sequence[GroundAction]) -> Iterator[frozenset[str]]:
    """Each set of the actions in a piece that may be looked at as repeated; of runs as single steps the actions always are."""
    runs = {step.name.removesuffix(REPEATED) for step in steps if is_repeated(step.name)}
    others = sorted(
        {
            step.name
            for step in steps
            if not is_repeated(step.name) and repetition(domain, step.name)
        }
        - runs
    )
    few = len(others) <= MOST_CHOICES
    for count in range(len(others) + 1) if few else (0, len(others)):
        for some in combinations(others, count):
            yield frozenset((*runs, *some))


@lru_cache(maxsize=8)
def with_runs(domain: ActionDomain, done: Execution) -> Execution:
    """A plan whose runs are single steps."""
    actions = (
        _whole(domain, [done.actions[number] for number in run])
        for run in runs_of(domain, done.actions)
    )
    return Execution(tuple(actions), done.start)


def _whole(domain: ActionDomain, run: Sequence[GroundAction]) -> GroundAction:
    """The repeated action of a run, which asks for its way at last; a single step as it is."""
    found = repetition(domain, run[0].name)
    if len(run) == 1 or found is None:
        return run[0]
    return _repeated_action(found, run)


def _repeated_action(found: Repeated, run: Sequence[GroundAction]) -> GroundAction:
    name, *arguments = found.call(run[0].arguments, run[-1].arguments)
    names = (one.name for one in found.whole.parameters)
    binding = dict(zip(names, arguments, strict=True))
    made = GroundAction.of(found.whole, binding, sum(step.cost for step in run))
    asked = frozenset(atom for atom in made.positive if not is_repeated(atom[0]))
    return made._replace(name=name, positive=asked, negative=frozenset())


def piece_with_runs(
    domain: ActionDomain, steps: Sequence[GroundAction], repeated: Collection[str]
) -> tuple[tuple[GroundAction, ...], Facts]:
    """A piece of a plan with its runs as single steps, and the ways that these need.

    Parameters
    ----------
    steps
        The piece.
    repeated
        Names of the actions of which a step is one of any number, alone too.

    Raises
    ------
    ArcwiseError
        A run of another action; steps that repeat and nothing else.
    """
    whole, ways = list[GroundAction](), set[Atom]()
    for run in runs_of(domain, tuple(steps)):
        found = repetition(domain, steps[run.start].name)
        if found is None or found.step.name not in repeated:
            if len(run) > 1:
                raise ArcwiseError("steps that repeat")
            whole.append(steps[run.start])
            continue
        whole.append(_repeated_action(found, steps[run.start : run.stop]))
        ways.add((whole[-1].name, *whole[-1].arguments))
    if len(whole) < 2:
        raise ArcwiseError("steps that repeat, and no step that needs where they lead")
    return tuple(whole), frozenset(ways)


WORK = Limits(work=1_000_000)
"""Limits on each search by which macros for any number of steps are tried."""


def less_work(records: Records, plain: Choice, found: Choice, tried_with: object) -> Choice:
    """Of two choices of macros that with which the training problems take fewer operator applications, if as many are solved.

    Parameters
    ----------
    records
        The training problems.
    plain, found
        The choice of macros of as many steps as the plans have, and that for any number.
    tried_with
        The algorithm of the trial, which counts if it takes a macro for any number as one step; else ``lazy-greedy`` does.
    """
    row = ALGORITHMS.named(tried_with) if isinstance(tried_with, str) else None
    by = row if row and ALGORITHMS[row].loop in ("best-first", "lazy") else "lazy-greedy"
    domains = [record.problem.domain for record in records]
    each = [one for one in domains if isinstance(one, PlanningDomain)]
    before, after = (
        tuple(map(sum, zip(*(_work(domain, choice.macros, by) for domain in each), strict=True)))
        for choice in (plain, found)
    )
    kept = after < before
    said = (
        f"macros for any number of steps are {'' if kept else 'not '}kept: the training problems take "
        f"{after[1]:,} operator applications with them, {before[1]:,} with those of their plans' numbers ({by})"
    )
    return replace(found if kept else plain, number=said)


@lru_cache(maxsize=64)
def _work(domain: PlanningDomain, macros: tuple[Macro, ...], algorithm: str) -> tuple[int, int]:
    """Whether a search of a training problem fails, and its operator applications."""
    known = domain.grounding
    library = MacroLibrary(PlanningDomain(domain.actions), macros)
    theory = theory_with(domain.theory(known.theory.shape), library)
    result = solve(Problem(theory, known.start, known.goal), algorithm, limits=WORK)
    return int(not result.solved), result.statistics.operator_applications
