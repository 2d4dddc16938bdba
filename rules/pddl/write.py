"""Domains and tasks as PDDL text that any planner reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from .action_domain import (
    OBJECT,
    Action,
    ActionDomain,
    Atom,
    Effect,
    Every,
    PlanningTask,
    Signature,
    Typed,
    atom_text,
)
from .formula import formula_text
from .read_action import TOTAL_COST


def domain_text(domain: ActionDomain, remarks: Sequence[str] = ()) -> str:
    """A domain as a PDDL file.

    Parameters
    ----------
    domain
        What to write.
    remarks
        Lines of comment to put before it.
    """
    lines = [*(f"; {remark}" for remark in remarks), f"(define (domain {domain.name})"]
    if domain.requirements:
        lines.append(f"  (:requirements {' '.join(domain.requirements)})")
    if domain.types:
        kinds = (Typed(kind, parent) for kind, parent in domain.types.items())
        lines.append(f"  (:types {_typed(kinds)})")
    if domain.constants:
        lines.append(f"  (:constants {_typed(domain.constants)})")
    lines += _declared(":predicates", domain.predicates)
    if domain.functions:
        lines += _declared(":functions", domain.functions, " - number")
    for action in domain.actions:
        lines += ["", *_action_lines(action)]
    return "\n".join(lines) + ")\n"


def task_text(task: PlanningTask) -> str:
    """A task as a PDDL problem file."""
    values = (f"(= {atom_text(call)} {value})" for call, value in task.values.items())
    goal = [*map(atom_text, task.goal), *(f"(not {atom_text(a)})" for a in task.negative_goal)]
    lines = [
        f"(define (problem {task.name})",
        f"  (:domain {task.domain.name})",
        f"  (:objects {_typed(task.objects)})",
        "  (:init",
        *(f"    {fact}" for fact in (*map(atom_text, sorted(task.init)), *values)),
        "  )",
        f"  (:goal {_and(goal)})",
    ]
    if task.minimize:
        lines.append(f"  (:metric minimize ({TOTAL_COST}))")
    return "\n".join(lines) + ")\n"


def action_text(action: Action) -> str:
    """One action as it stands in a domain."""
    return "\n".join(line.removeprefix("  ") for line in _action_lines(action))


def _action_lines(action: Action) -> list[str]:
    conditions = [
        *map(atom_text, action.positive),
        *(f"(not {atom_text(atom)})" for atom in action.negative),
        *(f"(= {one} {other})" for one, other in action.equal),
        *(f"(not (= {one} {other}))" for one, other in action.unequal),
    ]
    if action.condition is not None:
        conditions.append(formula_text(action.condition))
    effects = [*_changes(action), *map(_effect, action.effects)]
    if action.cost is not None:
        effects.append(f"(increase ({TOTAL_COST}) {_cost(action.cost)})")
    return [
        f"  (:action {action.name}",
        f"    :parameters ({_typed(action.parameters)})",
        f"    :precondition {_and(conditions)}",
        f"    :effect {_and(effects)})",
    ]


def _changes(effect: Action | Effect) -> list[str]:
    added, deleted = map(atom_text, effect.add), map(atom_text, effect.delete)
    return [*added, *(f"(not {atom})" for atom in deleted)]


def _effect(effect: Effect) -> str:
    text = _and(_changes(effect))
    if effect.condition != Every(()):
        text = f"(when {formula_text(effect.condition)} {text})"
    return f"(forall ({_typed(effect.parameters)}) {text})" if effect.parameters else text


def _and(parts: Sequence[str]) -> str:
    return f"(and {' '.join(parts)})" if parts else "(and)"


def _cost(cost: float | Atom) -> str:
    return atom_text(cost) if isinstance(cost, tuple) else str(cost)


def _declared(section: str, signatures: Sequence[Signature], result: str = "") -> list[str]:
    lines = [f"  ({section}"]
    for one in signatures:
        parameters = _typed(one.parameters)
        lines.append(f"    ({one.name}{' ' if parameters else ''}{parameters}){result}")
    lines[-1] += ")"
    return lines


def _typed(things: Iterable[Typed]) -> str:
    """A typed list; things of the same type that follow each other share it, and untyped lists stay untyped."""
    listed = list(things)
    if all(thing.type == OBJECT for thing in listed):
        return " ".join(thing.name for thing in listed)
    words: list[str] = []
    for thing, following in zip(listed, [*listed[1:], None], strict=True):
        words.append(thing.name)
        if following is None or following.type != thing.type:
            words += ["-", thing.type]
    return " ".join(words)


def augmented(domain: ActionDomain, macros: Sequence[Action]) -> ActionDomain:
    """The domain with macros before its actions, for planners that know nothing of macros.

    It has the requirements that their conditions call for.
    """
    needed = []
    if any(macro.unequal for macro in macros):
        needed += [":negative-preconditions", ":equality"]
    if any(macro.negative for macro in macros):
        needed.append(":negative-preconditions")
    old = domain.requirements or (":strips",)
    return replace(
        domain,
        requirements=tuple(dict.fromkeys((*old, *needed))),
        actions=(*macros, *domain.actions),
    )
