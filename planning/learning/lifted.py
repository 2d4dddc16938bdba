"""Lifted explanation-based generalization: from steps of a plan to a macro action with parameters.

The steps' actions are taken as the domain defines them, with parameters of their own. Two parameters become one only
where the explanation needs it: a condition of one step is what an earlier step brought about, or a step asks for equal
objects. All other conditions are regressed to the start. Parameters that stay apart may still be given the same object
somewhere else; where that would spoil a step or change what the whole does, the macro asks for different objects.
So it is valid in every state of every problem of the domain (Mitchell, Keller and Kedar-Cabelli 1986; Fikes, Hart and
Nilsson 1972 on plans as macro operators).

In this file:

- Actions composed of the steps of a macro over parameters: what these need at first and what they do in all.
- Which parameters are different objects, because of their types or because it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from ...ebl.explanation import (
    FALSE,
    TRUE,
    AtomReason,
    LiftedExplanation,
    Link,
    Needed,
    OnlyOne,
    Reason,
    StepEffect,
    Threat,
    Why,
    renamed,
)
from ...ebl.macro import Macro
from ...ebl.regression import Regression, RegressionStep, Threatened, regress
from ...rules.errors import ArcwiseError, InputError
from ...rules.term import Term, Var, unify, walk
from ...rules.text.words import counted
from ..pddl.action_domain import (
    OBJECT,
    Action,
    ActionDomain,
    Atom,
    PlanningTask,
    Typed,
    as_term,
    atom_text,
    common_type,
    is_a,
    is_parameter,
    once,
    substituted,
)
from ..pddl.action_schema import ActionSchema
from ..pddl.grounding.mutex import MutexGroup
from ..pddl.repeated import action_of, is_repeated, repetitions_in
from ..pddl.strips import Facts, GroundAction


def generalize_steps(
    task: PlanningTask,
    facts: Facts,
    steps: Sequence[GroundAction],
    name: str,
    groups: Sequence[MutexGroup] = (),
    origin: str = "",
    static: Iterable[Atom] = (),
) -> Macro:
    """The macro that steps taken from a state justify.

    Parameters
    ----------
    task
        The problem that they are steps of.
    facts
        The state in which the first is taken.
    steps
        Two or more, each of which can be taken where its turn comes.
    name
        Name of the macro.
    groups
        Mutex groups of the task. Where two steps need the same fact of a group, of which no two are ever true at once,
        they will need the same one everywhere, and the parameters become one; this only narrows the macro.
    origin
        Where the plan came from.
    static
        Facts that nothing can change. Where two steps need the same one, and no two differ in the arguments in question
        only, these parameters become one too, as those of mutex groups do.

    Raises
    ------
    ArcwiseError
        A cost that one action cannot say.
    """
    return _Generalizer(task, facts, steps, groups, static).macro(name, origin)


class _CoincidenceError(Exception):
    """Two terms stand for the same object in the example, and only then it is known what the steps do."""

    def __init__(self, pairs: list[tuple[str, str]], threat: Threat[Atom]) -> None:
        super().__init__(threat)
        self.pairs = pairs
        self.threat = threat


class _Generalizer:
    def __init__(
        self,
        task: PlanningTask,
        facts: Facts,
        steps: Sequence[GroundAction],
        groups: Sequence[MutexGroup],
        static: Iterable[Atom],
    ) -> None:
        self.task = task
        self.facts = facts
        self.groups = groups
        self.static: dict[str, set[Atom]] = {}
        for fact in static:
            self.static.setdefault(fact[0], set()).add(fact)
        self.object: dict[str, str] = {c.name: c.name for c in task.domain.constants}
        self.type: dict[str, str] = {c.name: c.type for c in task.domain.constants}
        self.bindings: dict[Var, Term] = {}
        self.joins: list[tuple[str, Why]] = []
        self.links: list[tuple[int, int]] = []
        self.calls: list[Atom] = []
        for number, step in enumerate(steps):
            terms = []
            action = action_of(task.domain, step.name)
            assert action is not None
            check_plain(action)
            for parameter, value in zip(action.parameters, step.arguments, strict=True):
                term = f"{parameter.name}:{number}"
                self.object[term] = value
                self.type[term] = parameter.type
                terms.append(term)
            self.calls.append((step.name, *terms))
        self.order = {term: place for place, term in enumerate(self.object)}

    def macro(self, name: str, origin: str) -> Macro:
        for number, step in enumerate(self.resolved(), start=1):
            for one, other, why in equalities(number, step):
                self.join(one, other, why)
        self.link()
        while True:
            steps = self.resolved()
            self.distinct = Distinct(self.task.domain.types, self.type)
            for step in steps:
                for one, other in step.unequal:
                    if not self.distinct.by_type(one, other):
                        self.distinct.ask(one, other)
            found = Threatened(apart=self.keep_apart)
            try:
                regress(map(action_step, steps), found)
            except _CoincidenceError as error:
                for one, other in error.pairs:
                    self.join(one, other, error.threat)
                continue
            if not self.join_exclusive(found):
                break
        names = self.names()
        calls = tuple((call[0], *map(self.root, call[1:])) for call in self.calls)
        lifted = tuple(substituted(call, names) for call in calls)
        action, reasons = compose_actions(
            self.task.domain,
            name,
            [Typed(short, self.type[term]) for term, short in names.items()],
            lifted,
            [(names.get(a, a), names.get(b, b)) for a, b in self.distinct.asked],
        )
        objects = tuple(self.object[term] for term in names)
        explanation = LiftedExplanation(
            self.why_joined(names),
            reasons,
            objects,
            tuple(self.links),
            repetitions_in(self.task.domain, lifted),
        )
        return Macro(ActionSchema(action, lifted), None, origin, explanation)

    def why_joined(self, names: Mapping[str, str]) -> dict[str, tuple[Why, ...]]:
        """Reasons of the joins, by the term that others were joined to."""
        final = {term: names.get(root, root) for term in self.object if (root := self.root(term))}
        why: dict[str, tuple[Why, ...]] = {}
        for term, reason in self.joins:
            known = why.get(final[term], ())
            why[final[term]] = tuple(dict.fromkeys((*known, renamed(reason, final))))
        return why

    def root(self, term: str) -> str:
        found = walk(as_term(term), self.bindings)
        return found.name if isinstance(found, Var) else str(found)

    def join(self, one: str, other: str, why: Why) -> None:
        """Make two terms one: a constant if one is a constant, else the earlier parameter, with the narrower type."""
        left, right = self.root(one), self.root(other)
        if left == right:
            return
        if not is_parameter(right) or (is_parameter(left) and self.order[right] < self.order[left]):
            left, right = right, left
        kind = common_type(self.task.domain.types, self.type[left], self.type[right])
        if is_parameter(left):
            self.type[left] = kind or OBJECT
        unifier = unify((as_term(right),), (as_term(left),), self.bindings)
        if unifier is None:
            raise ArcwiseError(f"{left} and {right} are different objects")
        self.bindings = unifier
        self.joins.append((left, why))

    def resolved(self) -> list[Action]:
        """The steps with every term replaced by the one that it was joined to."""
        return [
            step_action(self.task.domain, (call[0], *map(self.root, call[1:])))
            for call in self.calls
        ]

    def ground(self, atom: Atom) -> Atom:
        return substituted(atom, self.object)

    def link(self) -> None:
        """Join every condition with the effect of the step that brings it about in the example."""
        steps = [step_action(self.task.domain, call) for call in self.calls]
        adds = [{self.ground(atom): atom for atom in reversed(step.add)} for step in steps]
        deletes = [{self.ground(atom): atom for atom in reversed(step.delete)} for step in steps]
        for number, step in enumerate(steps):
            for atom in step.positive:
                fact = self.ground(atom)
                if fact in self.facts and not any(fact in gone for gone in deletes[:number]):
                    continue
                source = max(other for other in range(number) if fact in adds[other])
                self.join_source(number, atom, source, adds[source][fact], TRUE)
            for atom in step.negative:
                fact = self.ground(atom)
                if fact not in self.facts and not any(fact in come for come in adds[:number]):
                    continue
                source = max(
                    other
                    for other in range(number)
                    if fact in deletes[other] and fact not in adds[other]
                )
                self.join_source(number, atom, source, deletes[source][fact], FALSE)

    def join_source(self, step: int, needed: Atom, source: int, made: Atom, value: str) -> None:
        """Join what a step needs with what an earlier one makes."""
        self.links.append((source, step))
        need = Reason(step + 1, self.calls[step][0], Needed(needed, value))
        effect = StepEffect(source + 1, self.calls[source][0], made, value)
        self.join_atoms(needed, made, Link((need, effect)))

    def join_atoms(self, one: Atom, other: Atom, why: Why) -> None:
        for left, right in zip(one[1:], other[1:], strict=True):
            self.join(left, right, why)

    def join_exclusive(self, found: Regression[Atom]) -> bool:
        """Join two conditions that never hold together unless they are one; whether any were joined."""
        count = len(self.joins)
        for one, other in combinations(action_conditions(found, TRUE), 2):
            fact = self.ground(one)
            if one[0] != other[0] or fact != self.ground(other):
                continue
            positions = [n for n in range(1, len(one)) if self.root(one[n]) != self.root(other[n])]
            if positions and (
                any(group.excludes(fact, positions) for group in self.groups)
                or self.settles(fact, positions)
            ):
                needs = (*found.why(one), *found.why(other))
                self.join_atoms(one, other, OnlyOne(needs))
        return len(self.joins) > count

    def settles(self, fact: Atom, positions: Sequence[int]) -> bool:
        """Whether no two facts that never change differ in these arguments only, as far as the problem shows it.

        That is a guess about the domain; it narrows the macro and no more.
        """
        facts = self.static.get(fact[0], ())
        others = {tuple(t for n, t in enumerate(atom) if n not in positions) for atom in facts}
        return fact in facts and len(facts) == len(others)

    def keep_apart(self, threat: Threat[Atom]) -> None:
        """Keep two atoms different: by a precondition that is there, or by a new one."""
        one, other = (use.variable for use in threat.uses)
        if one == other:
            raise ArcwiseError("these steps cannot follow each other")
        if self.distinct.apart(one, other):
            return
        pairs = [pair for pair in zip(one[1:], other[1:], strict=True) if pair[0] != pair[1]]
        for left, right in pairs:
            if self.object[left] != self.object[right]:
                self.distinct.ask(left, right, threat)
                return
        raise _CoincidenceError(pairs, threat)

    def names(self) -> dict[str, str]:
        """A name for every term that stays a parameter: its own, numbered where that is taken."""
        names: dict[str, str] = {}
        for call in self.calls:
            for term in map(self.root, call[1:]):
                if not is_parameter(term) or term in names:
                    continue
                plain = term.partition(":")[0]
                taken = set(names.values())
                tries = (plain, *(f"{plain}-{number}" for number in range(2, len(taken) + 3)))
                names[term] = next(name for name in tries if name not in taken)
        return names


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
    action = action_of(domain, step[0])
    if action is None:
        raise ArcwiseError(f"no action is called {step[0]}")
    if action.name not in domain.cases:
        check_plain(action)
    if len(action.parameters) != len(step) - 1:
        raise ArcwiseError(
            f"{step[0]} takes {counted(len(action.parameters), 'argument')}: {atom_text(step)}"
        )
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


def action_step(action: Action) -> RegressionStep[Atom]:
    """An action as a step: the state variables are the atoms, and what is deleted and added is added."""
    return RegressionStep(
        action.name,
        (
            *(Needed(atom, constant=TRUE) for atom in action.positive),
            *(Needed(atom, constant=FALSE) for atom in action.negative),
        ),
        makes=(
            *((atom, FALSE) for atom in action.delete if atom not in action.add),
            *((atom, TRUE) for atom in action.add),
        ),
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


def _added(found: Regression[Atom]) -> dict[Atom, list[StepEffect[Atom]]]:
    """Atoms that are true after the last step because a step adds them."""
    last = {made.variable: made for made in found.makes}
    return {
        made.variable: [made]
        for made in found.makes
        if made.value == TRUE and last[made.variable] is made
    }


def _deleted(found: Regression[Atom]) -> dict[Atom, list[StepEffect[Atom]]]:
    """Atoms that are false after the last step because steps delete them."""
    deleted: dict[Atom, list[StepEffect[Atom]]] = {}
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

    found = Threatened(apart=apart)
    regress(map(action_step, actions), found)
    positive, negative = action_conditions(found, TRUE), action_conditions(found, FALSE)
    delete = {atom: why for atom, why in _deleted(found).items() if atom not in negative}
    add = {  # what is needed and surely never deleted need not be added
        atom: why
        for atom, why in _added(found).items()
        if atom not in positive or not all(distinct.apart(atom, gone) for gone in delete)
    }
    different: dict[Atom, list[Why]] = {("=", *pair): why for pair, why in distinct.asked.items()}
    reasons = (
        *(AtomReason("condition", atom, TRUE, once(why)) for atom, why in positive.items()),
        *(AtomReason("condition", atom, FALSE, once(why)) for atom, why in negative.items()),
        *(AtomReason("condition", atom, FALSE, once(why)) for atom, why in different.items()),
        *(AtomReason("effect", atom, TRUE, once(why)) for atom, why in add.items()),
        *(AtomReason("effect", atom, FALSE, once(why)) for atom, why in delete.items()),
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


def _check_equalities(number: int, step: Action, distinct: Distinct) -> None:
    """Make a step's equal terms one and keep its unequal terms apart; note the step as the reason."""
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
        A sum of a function and something else: the fragment has no arithmetic. That of a repeated action is not known.
    """
    if any(is_repeated(step.name) for step in steps):
        return None
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


class Distinct:
    """Terms that are different objects, because of their types or because a condition asks for it.

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
        self.asked: dict[tuple[str, str], list[Why]] = {}

    def ask(self, one: str, other: str, *why: Why) -> None:
        """Ask for different objects."""
        self.asked.setdefault((min(one, other), max(one, other)), []).extend(why)

    def by_type(self, one: str, other: str) -> bool:
        """Whether no object can be both."""
        if not is_parameter(one) and not is_parameter(other):
            return one != other
        left, right = self.type_of[one], self.type_of[other]
        if not is_parameter(one):
            return not is_a(self.types, left, right)
        if not is_parameter(other):
            return not is_a(self.types, right, left)
        return common_type(self.types, left, right) is None

    def apart(self, one: Atom, other: Atom, *why: Why) -> bool:
        """Whether two atoms certainly differ; if a precondition is the reason, it is noted."""
        if one[0] != other[0]:
            return True
        pairs = [(min(a, b), max(a, b)) for a, b in zip(one[1:], other[1:], strict=True) if a != b]
        if any(self.by_type(*pair) for pair in pairs):
            return True
        for pair in pairs:
            if pair in self.asked:
                self.asked[pair].extend(why)
                return True
        return False
