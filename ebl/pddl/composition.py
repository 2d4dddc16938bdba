"""Actions composed of the steps of a macro over parameters: what these need at first and what they do in all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...rules.errors import ArcwiseError, InputError
from ...rules.pddl.action_domain import Action, ActionDomain, Atom, Typed, atom_text, is_a
from ...rules.pddl.strips import substituted
from ..reasons import FALSE, TRUE, AtomReason, Effect, Needed, Reason, Threat, Why
from ..regression import Regression, action_step, regress
from .distinct import Distinct


def check_plain(action: Action) -> None:
    """Refuse an action that no macro can be made of.

    Raises
    ------
    InputError
        One with disjunctions, quantifiers, derived predicates or conditional effects.
    """
    if not action.plain:
        raise InputError(
            f"macros are not learned of action {action.name}",
            place=action.place,
            expected="conjunctions of literals",
            found="a disjunction, a quantifier, a derived predicate or a conditional effect",
        )


def step_action(domain: ActionDomain, step: Atom) -> Action:
    """The action of a step, or the case of one, with the step's arguments in place of its parameters.

    Raises
    ------
    ArcwiseError
        An action that the domain does not have, or that takes another number of arguments.
    """
    action = domain.cases.get(step[0]) or domain.by_name.get(step[0])
    if action is None:
        raise ArcwiseError(f"no action is called {step[0]}")
    if action.name not in domain.cases:
        check_plain(action)
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


def equalities(number: int, step: Action) -> Iterator[tuple[str, str, Reason[Atom]]]:
    """The pairs of terms that a step asks to be the same object, each with the reason that this is."""
    for one, other in step.equal:
        yield one, other, Reason(number, step.name, Needed(("=", one, other), TRUE))


def action_conditions(found: Regression[Atom], value: str) -> dict[Atom, list[Reason[Atom]]]:
    """Atoms that must be true, or false, before the first step, with the steps that need them."""
    return {
        atom: why
        for atom in found.start
        if (why := found.why(atom)) and found.before(atom) == value
    }


def _added(found: Regression[Atom]) -> dict[Atom, list[Effect[Atom]]]:
    """Atoms that are true after the last step because a step adds them."""
    last = {made.variable: made for made in found.makes}
    return {
        made.variable: [made]
        for made in found.makes
        if made.value == TRUE and last[made.variable] is made
    }


def _deleted(found: Regression[Atom]) -> dict[Atom, list[Effect[Atom]]]:
    """Atoms that are false after the last step because steps delete them."""
    deleted: dict[Atom, list[Effect[Atom]]] = {}
    for made in found.makes:
        if made.value == FALSE and found.end[made.variable] == FALSE:
            deleted.setdefault(made.variable, []).append(made)
    return deleted


def compose_actions(
    domain: ActionDomain,
    name: str,
    parameters: Sequence[Typed],
    steps: Sequence[Atom],
    unequal: Sequence[tuple[str, str]],
) -> tuple[Action, tuple[AtomReason, ...]]:
    """The action that does what steps do, and the reasons for its conditions and effects.

    A condition that an earlier step brings about is not needed at first, and what a later step undoes is not done.

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
        distinct.ask(*pair)
    for number, step in enumerate(actions, start=1):
        _check_equalities(number, step, distinct)

    def apart(threat: Threat[Atom]) -> None:
        one, other = threat.uses
        if not distinct.apart(one.variable, other.variable, threat):
            raise ArcwiseError(
                f"these could be the same, and must not: {atom_text(one.variable)} in step {one.step} "
                f"({one.name}) and {atom_text(other.variable)} in step {other.step} ({other.name})"
            )

    found = regress(map(action_step, actions), apart=apart)
    positive, negative = action_conditions(found, TRUE), action_conditions(found, FALSE)
    delete = {atom: why for atom, why in _deleted(found).items() if atom not in negative}
    add = {  # what is needed and surely never deleted need not be added
        atom: why
        for atom, why in _added(found).items()
        if atom not in positive or not all(distinct.apart(atom, gone) for gone in delete)
    }
    different: dict[Atom, list[Why]] = {("=", *pair): why for pair, why in distinct.asked.items()}
    reasons = (
        *(AtomReason("condition", atom, TRUE, _once(why)) for atom, why in positive.items()),
        *(AtomReason("condition", atom, FALSE, _once(why)) for atom, why in negative.items()),
        *(AtomReason("condition", atom, FALSE, _once(why)) for atom, why in different.items()),
        *(AtomReason("effect", atom, TRUE, _once(why)) for atom, why in add.items()),
        *(AtomReason("effect", atom, FALSE, _once(why)) for atom, why in delete.items()),
    )
    action = Action(
        name,
        tuple(parameters),
        tuple(positive),
        tuple(negative),
        unequal=tuple(distinct.asked),
        add=tuple(add),
        delete=tuple(delete),
        cost=total_cost(actions),
    )
    return action, reasons


def _once(why: Sequence[Why]) -> tuple[Why, ...]:
    return tuple(dict.fromkeys(why))


def _check_equalities(number: int, step: Action, distinct: Distinct) -> None:
    """See to it that a step's equal terms are one and its unequal ones two, and note the step for those asked for."""
    label = f"step {number} ({step.name})"
    for one, other in step.unequal:
        if (min(one, other), max(one, other)) in distinct.asked and one != other:
            distinct.ask(one, other, Reason(number, step.name, Needed(("=", one, other), FALSE)))
        elif one == other or not distinct.by_type(one, other):
            raise ArcwiseError(f"{label} needs {one} and {other} to differ")
    for one, other in step.equal:
        if one != other:
            raise ArcwiseError(f"{label} needs {one} and {other} to be one")


def _check_types(
    domain: ActionDomain, actions: Sequence[Action], type_of: Mapping[str, str]
) -> None:
    for number, step in enumerate(actions, start=1):
        for term in step.parameters:
            own = type_of.get(term.name)
            if own is None or not is_a(domain.types, own, term.type):
                raise ArcwiseError(
                    f"step {number} ({step.name}) takes a {term.type}, and {term.name} is "
                    + ("unknown" if own is None else f"a {own}")
                )


def total_cost(steps: Sequence[Action]) -> float | Atom | None:
    """Total cost of the steps, as one action can state it.

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
