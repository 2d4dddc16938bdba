"""Number in plans: where steps of one action follow each other, each from where the one before led, they are one repeated action.

So a macro is learned for any number of them (Shavlik 1990). A plan is read with its runs as single steps; in a piece of it the run
comes first, and what comes behind asks for its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...rules.errors import ArcwiseError
from ..pddl.action_domain import ActionDomain, Atom
from ..pddl.plan import Execution
from ..pddl.repeated import Repeated, is_repeated, repeated
from ..pddl.strips import Facts, GroundAction, substituted


def repetition(domain: ActionDomain, name: str) -> Repeated | None:
    """How the action of a name is repeated; None if it is not."""
    return repeated(domain.by_name[name])


@lru_cache(maxsize=8)
def runs_of(domain: ActionDomain, actions: tuple[GroundAction, ...]) -> tuple[range, ...]:
    """The steps of a plan in their order, those of a run together."""
    runs: list[range] = []
    for number, action in enumerate(actions):
        found = repetition(domain, action.name)
        last = actions[number - 1]
        if (
            number
            and found is not None
            and last.name == action.name
            and found.follows(last.arguments, action.arguments)
        ):
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
    return tuple(runs)


def repeated_in(domain: ActionDomain, actions: tuple[GroundAction, ...]) -> frozenset[str]:
    """The names of the actions that a plan repeats."""
    runs = runs_of(domain, actions)
    return frozenset(actions[run.start].name for run in runs if len(run) > 1)


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

    def ground(atoms: Sequence[Atom]) -> Facts:
        return frozenset(substituted(atom, binding) for atom in atoms)

    whole = found.whole
    asked = ground([atom for atom in whole.positive if not is_repeated(atom[0])])
    return GroundAction(
        name,
        tuple(arguments),
        asked,
        frozenset(),
        ground(whole.add),
        ground(whole.delete),
        sum(step.cost for step in run),
    )


def piece_with_runs(
    domain: ActionDomain, steps: Sequence[GroundAction], number: bool
) -> tuple[tuple[GroundAction, ...], Facts]:
    """A piece of a plan with the run that it begins with as one step, and the way that this needs.

    Parameters
    ----------
    steps
        The piece.
    number
        Whether its first step is one of any number, alone too.

    Raises
    ------
    ArcwiseError
        A run behind other steps, or none behind a run.
    """
    runs = runs_of(domain, tuple(steps))
    if any(len(run) > 1 for run in runs[1:]):
        raise ArcwiseError("steps that repeat stand behind other steps")
    found = repetition(domain, steps[0].name)
    if found is None or not number:
        return tuple(steps), frozenset()
    if len(runs) == 1:
        raise ArcwiseError("steps that repeat, and no step that needs where they lead")
    whole = _repeated_action(found, steps[: runs[0].stop])
    way: Atom = (whole.name, *whole.arguments)
    return (whole, *steps[runs[0].stop :]), frozenset((way,))
