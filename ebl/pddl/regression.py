"""Goal regression through lifted steps: what they need at first and what they do in all, whatever their objects are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ...rules.errors import ArcwiseError
from ...rules.pddl.domain import (
    Action,
    Atom,
    Domain,
    Typed,
    atom_text,
    is_a,
    is_parameter,
    narrower,
)
from ...rules.pddl.strips import substituted
from ...rules.term import Term, Var
from ..regression import Needed, Step
from ..regression import regress as follow

Apart: TypeAlias = Callable[[Atom, Atom, str], None]
"""Sees to it that two atoms never become one, whatever objects the parameters stand for; takes the reason too."""

Reasons: TypeAlias = dict[str, tuple[str, ...]]

TRUE, FALSE = "true", "false"
"""What an atom is, as the value of a state variable."""


class Distinct:
    """Which terms are different objects, because of their types or because it is asked for.

    Parameters
    ----------
    types
        The domain's types.
    type_of
        The type of every parameter and constant.
    """

    def __init__(self, types: Mapping[str, str], type_of: Mapping[str, str]) -> None:
        self.types = types
        self.type_of = type_of
        self.asked: dict[tuple[str, str], list[str]] = {}

    def ask(self, one: str, other: str, why: str) -> None:
        """Ask for different objects."""
        self.asked.setdefault((min(one, other), max(one, other)), []).append(why)

    def by_type(self, one: str, other: str) -> bool:
        """Whether no object can be both."""
        if not is_parameter(one) and not is_parameter(other):
            return one != other
        left, right = self.type_of[one], self.type_of[other]
        if not is_parameter(one):
            return not is_a(self.types, left, right)
        if not is_parameter(other):
            return not is_a(self.types, right, left)
        return narrower(self.types, left, right) is None

    def apart(self, one: Atom, other: Atom, why: str = "") -> bool:
        """Whether two atoms are surely not the same; the reason is noted where that rests on what was asked for."""
        if one[0] != other[0]:
            return True
        pairs = [(min(a, b), max(a, b)) for a, b in zip(one[1:], other[1:], strict=True) if a != b]
        if any(self.by_type(*pair) for pair in pairs):
            return True
        for pair in pairs:
            if pair in self.asked:
                if why:
                    self.asked[pair].append(why)
                return True
        return False


@dataclass
class Regression:
    """What steps need and do together; each condition and effect with the reasons for it."""

    positive: dict[Atom, list[str]] = field(default_factory=dict)
    negative: dict[Atom, list[str]] = field(default_factory=dict)
    add: dict[Atom, list[str]] = field(default_factory=dict)
    delete: dict[Atom, list[str]] = field(default_factory=dict)


def variable(term: str) -> Term:
    """An argument of an atom as a term: a parameter is a variable, an object a constant."""
    return Var(term) if is_parameter(term) else term


def step_action(domain: Domain, step: Atom) -> Action:
    """The action of a step with the step's arguments in place of its parameters.

    Raises
    ------
    ArcwiseError
        An action that the domain does not have, or that takes another number of arguments.
    """
    action = domain.by_name.get(step[0])
    if action is None:
        raise ArcwiseError(f"no action is called {step[0]}")
    if len(action.parameters) != len(step) - 1:
        raise ArcwiseError(f"{step[0]} takes {len(action.parameters)} arguments: {atom_text(step)}")
    names = (parameter.name for parameter in action.parameters)
    binding = dict(zip(names, step[1:], strict=True))

    def atoms(found: Sequence[Atom]) -> tuple[Atom, ...]:
        return tuple(dict.fromkeys(substituted(atom, binding) for atom in found))

    def pairs(found: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        return tuple((binding.get(one, one), binding.get(other, other)) for one, other in found)

    cost = substituted(action.cost, binding) if isinstance(action.cost, tuple) else action.cost
    return Action(
        action.name,
        tuple(
            Typed(term, parameter.type)
            for term, parameter in zip(step[1:], action.parameters, strict=True)
        ),
        atoms(action.positive),
        atoms(action.negative),
        pairs(action.equal),
        pairs(action.unequal),
        atoms(action.add),
        atoms(action.delete),
        cost,
    )


def regress(steps: Sequence[Action], apart: Apart) -> Regression:
    """What a sequence of actions needs at first, and what it does in all.

    A condition that an earlier step brings about is not needed at first, and what a later step undoes is not done.
    Where two different atoms might be one for some choice of objects and that would matter, ``apart`` is called: for
    every step between the source of a condition and its use that would spoil it, and for every deletion that
    would hit what an earlier step added.

    Parameters
    ----------
    steps
        Actions whose parameters have been replaced by the terms of the whole; equal terms are equal objects.
    apart
        May raise to give up.
    """
    _keep_sources(steps, apart)
    followed = follow(map(_step, steps))
    found = Regression()
    for atom in followed.start:
        reasons = [step_label(why.step - 1, steps[why.step - 1]) for why in followed.why(atom)]
        if reasons and followed.before(atom) == TRUE:
            found.positive[atom] = [f"{label} needs it" for label in reasons]
        elif reasons:
            found.negative[atom] = [f"{label} needs it to be false" for label in reasons]
    last = {atom: number for number, step in enumerate(steps) for atom in step.add}
    for number, step in enumerate(steps):
        for atom in step.add:
            if followed.end[atom] == TRUE and last[atom] == number:
                _keep_effect(steps, number, atom, apart)
                found.add[atom] = [f"{step_label(number, step)} adds it"]
    for number, step in enumerate(steps):
        for atom in step.delete:
            if followed.end[atom] == FALSE and atom not in found.negative:
                found.delete.setdefault(atom, []).append(f"{step_label(number, step)} deletes it")
    return found


def _step(action: Action) -> Step[Atom]:
    """An action as a step of regression: the state variables are atoms, and what is deleted and added is added."""
    return Step(
        action.name,
        (
            *(Needed(atom, constant=TRUE) for atom in action.positive),
            *(Needed(atom, constant=FALSE) for atom in action.negative),
        ),
        makes=dict.fromkeys(action.delete, FALSE) | dict.fromkeys(action.add, TRUE),
    )


def _keep_sources(steps: Sequence[Action], apart: Apart) -> None:
    """See to it that no step spoils a condition between where it is brought about and where it is needed."""
    for number, step in enumerate(steps):
        label = step_label(number, step)
        for atom in step.positive:
            source = _last(number, lambda n, atom=atom: atom in steps[n].add)  # type: ignore[misc]
            for other in range(source + 1, number):
                for gone in steps[other].delete:
                    apart(
                        gone,
                        atom,
                        f"{step_label(other, steps[other])} deletes {atom_text(gone)}, and {label} "
                        f"needs {atom_text(atom)}",
                    )
        for atom in step.negative:
            source = _last(
                number,
                lambda n, atom=atom: (  # type: ignore[misc]
                    atom in steps[n].delete and atom not in steps[n].add
                ),
            )
            for other in range(max(source, 0), number):
                for come in steps[other].add:
                    apart(
                        come,
                        atom,
                        f"{step_label(other, steps[other])} adds {atom_text(come)}, and {label} "
                        f"needs {atom_text(atom)} to be false",
                    )


def _keep_effect(steps: Sequence[Action], number: int, atom: Atom, apart: Apart) -> None:
    """See to it that no later step deletes what a step adds."""
    for place, other in enumerate(steps[number + 1 :], start=number + 1):
        for gone in other.delete:
            apart(
                gone,
                atom,
                f"{step_label(number, steps[number])} adds {atom_text(atom)}, and "
                f"{step_label(place, other)} deletes {atom_text(gone)}",
            )


def _last(before: int, is_so: Callable[[int], bool]) -> int:
    return next((number for number in range(before - 1, -1, -1) if is_so(number)), -1)


def step_label(number: int, step: Action) -> str:
    return f"step {number + 1} ({step.name})"


def compose(
    domain: Domain,
    name: str,
    parameters: Sequence[Typed],
    steps: Sequence[Atom],
    unequal: Sequence[tuple[str, str]],
) -> tuple[Action, Reasons]:
    """The action that does what steps do, and the reasons for its conditions and effects by their text.

    Parameters
    ----------
    parameters
        Those of the whole; the steps' arguments are among them or constants.
    unequal
        Parameters that are asked to be different objects.

    Raises
    ------
    ArcwiseError
        Steps that cannot follow each other, or do so only if more parameters are different; a cost that one action
        cannot say.
    """
    type_of = {thing.name: thing.type for thing in (*domain.constants, *parameters)}
    actions = [step_action(domain, step) for step in steps]
    _check_types(domain, actions, type_of)
    distinct = Distinct(domain.types, type_of)
    for pair in unequal:
        distinct.asked[min(pair), max(pair)] = []
    for number, step in enumerate(actions):
        for one, other in step.unequal:
            if one == other or ((min(one, other), max(one, other)) not in distinct.asked):
                if one == other or not distinct.by_type(one, other):
                    raise ArcwiseError(
                        f"{step_label(number, step)} needs {one} and {other} to differ"
                    )
                continue
            distinct.ask(one, other, f"{step_label(number, step)} asks for it")
        for one, other in step.equal:
            if one != other:
                raise ArcwiseError(f"{step_label(number, step)} needs {one} and {other} to be one")

    def require_apart(one: Atom, other: Atom, why: str) -> None:
        if not distinct.apart(one, other, why):
            raise ArcwiseError(f"these could be the same, and must not: {why}")

    found = regress(actions, require_apart)
    add = {  # what is needed and surely never deleted need not be added
        atom: reasons
        for atom, reasons in found.add.items()
        if atom not in found.positive
        or not all(distinct.apart(atom, gone) for gone in found.delete)
    }
    why: dict[str, Sequence[str]] = {}
    for atom, reasons in found.positive.items():
        why[f"needs {atom_text(atom)}"] = reasons
    for atom, reasons in found.negative.items():
        why[f"needs (not {atom_text(atom)})"] = reasons
    for (one, other), reasons in distinct.asked.items():
        why[f"needs (not (= {one} {other}))"] = reasons
    for verb, atoms in (("adds", add), ("deletes", found.delete)):
        for atom, reasons in atoms.items():
            why[f"{verb} {atom_text(atom)}"] = reasons
    action = Action(
        name,
        tuple(parameters),
        tuple(found.positive),
        tuple(found.negative),
        unequal=tuple(distinct.asked),
        add=tuple(add),
        delete=tuple(found.delete),
        cost=total_cost(actions),
    )
    return action, {text: tuple(dict.fromkeys(reasons)) for text, reasons in why.items()}


def _check_types(domain: Domain, actions: Sequence[Action], type_of: Mapping[str, str]) -> None:
    for number, step in enumerate(actions):
        for term in step.parameters:
            own = type_of.get(term.name)
            if own is None or not is_a(domain.types, own, term.type):
                raise ArcwiseError(
                    f"{step_label(number, step)} takes a {term.type}, and {term.name} is "
                    + ("unknown" if own is None else f"a {own}")
                )


def total_cost(steps: Sequence[Action]) -> float | Atom | None:
    """What the steps cost together, as one action can say it.

    Raises
    ------
    ArcwiseError
        A sum of a function and something else: the fragment has no arithmetic.
    """
    costs = [step.cost for step in steps if step.cost]
    functions = [cost for cost in costs if isinstance(cost, tuple)]
    if not functions:
        numbers = [step.cost for step in steps if isinstance(step.cost, int | float)]
        return sum(numbers) if numbers else None
    if len(costs) > 1:
        raise ArcwiseError(
            f"its cost is a sum with {atom_text(functions[0])} in it, which :action-costs cannot say"
        )
    return functions[0]
