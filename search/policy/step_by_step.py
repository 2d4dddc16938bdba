"""Rules for single steps carried out: the first that applies, until the goals hold, none applies, or a state comes again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ...rules.pddl.action_domain import Atom
from ...rules.pddl.action_schema import taken
from ...rules.pddl.strips import substituted
from .achieve import Execution, Origin
from .rule import Rule
from .world import Binding, World, clashes


def step_by_step(here: Execution, goals: Sequence[Atom]) -> str:
    """Make the steps that rules for single steps say.

    Nothing is taken back: what should be done is a matter of the state alone, so that one that comes again would for ever.

    Parameters
    ----------
    here
        The policy, and the state, which is changed.
    goals
        In the order in which rules are tried for them.

    Returns
    -------
    Why it ended before the goals hold; "" where they do, or where there are no such rules.
    """
    rules, world = here.policy.steps, here.world
    place = {
        one.name: n for n, one in enumerate((*world.task.domain.constants, *world.task.objects))
    }
    seen: set[frozenset[Atom]] = set()
    while rules and (left := [one for one in goals if one not in world.true]):
        here.check_limits()
        state = frozenset(world.true)
        if state in seen:
            return "the rules for single steps lead back to a state where they were before"
        seen.add(state)
        found = first_step(rules, world, left, place)
        if found is None:
            return f"no rule for a single step applies, {len(seen) - 1:,} steps from the start"
        _make(here, *found)
    return ""


def _make(here: Execution, rule: Rule, goal: Atom, binding: Binding) -> None:
    step = taken(substituted(rule.operator.moves[0], binding))
    here.steps.append((step, Origin(goal, rule.name, 1), here.world.mark))
    here.world.change(*here.world.outcome(step))
    here.made += 1
    here.meter.applied += 1


def first_step(
    rules: Sequence[Rule], world: World, goals: Sequence[Atom], place: Mapping[str, int]
) -> tuple[Rule, Atom, Binding] | None:
    """The first rule that applies, the first goal of it, and the first objects as they stand in the problem."""
    for rule in rules:
        for goal in goals:
            binding = (
                world.bind(rule.goal, goal, {}, rule.types) if _may_be_for(rule, goal) else None
            )
            if binding is not None:
                names = tuple(rule.types)
                found = min(
                    _applicable(rule, world, binding),
                    key=lambda one: [place[one[name]] for name in names],
                    default=None,
                )
                if found is not None:
                    return rule, goal, found
    return None


def _may_be_for(rule: Rule, goal: Atom) -> bool:
    return (rule.goal[0], len(rule.goal)) == (goal[0], len(goal))


def _applicable(rule: Rule, world: World, binding: Binding) -> Iterator[Binding]:
    """All objects with which a rule may be used now."""
    denied, unequal = rule.action.negative, rule.action.unequal
    for found in world.query(rule.asked, binding, rule.types, unequal):
        left = [one for one in rule.types if one not in found]
        for objects in product(*(world.task.objects_of(rule.types[one]) for one in left)):
            full = {**found, **dict(zip(left, objects, strict=True))}
            if not clashes(unequal, full) and not any(
                substituted(atom, full) in world.true for atom in denied
            ):
                yield full
