"""Lifted explanation-based generalization: from steps of a plan to a macro action with parameters.

The steps' actions are taken as the domain defines them, with parameters of their own. Two parameters become one only
where the explanation needs it: a condition of one step is what an earlier step brought about, or a step asks for equal
objects. All other conditions are regressed to the start. Parameters that stay apart may still be given the same object
somewhere else; where that would spoil a step or change what the whole does, the macro asks for different objects.
So it is valid in every state of every problem of the domain (Mitchell, Keller and Kedar-Cabelli 1986; Fikes, Hart and
Nilsson 1972 on plans as macro operators).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from ...rules.errors import ArcwiseError
from ...rules.pddl.action_domain import (
    OBJECT,
    Action,
    Atom,
    PlanningTask,
    Typed,
    as_term,
    common_type,
    is_parameter,
)
from ...rules.pddl.action_schema import ActionSchema
from ...rules.pddl.grounding.mutex import MutexGroup
from ...rules.pddl.strips import Facts, GroundAction, substituted
from ...rules.term import Term, Var, unify, walk
from ..explanation import LiftedExplanation
from ..macro import Macro
from ..reasons import FALSE, TRUE, Effect, Link, Needed, OnlyOne, Reason, Threat, Why, renamed
from ..regression import Regression, action_step, regress
from .composition import action_conditions, check_plain, compose_actions, equalities, step_action
from .distinct import Distinct


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
        What to call the macro.
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
            action = task.domain.by_name[step.name]
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
            try:
                found = regress(map(action_step, steps), apart=self.keep_apart)
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
        explanation = LiftedExplanation(self.why_joined(names), reasons, objects, tuple(self.links))
        return Macro(ActionSchema(action, lifted), None, origin, explanation)

    def why_joined(self, names: Mapping[str, str]) -> dict[str, tuple[Why, ...]]:
        """For every term that others were joined to, why."""
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
        """Make two terms one: a constant stays, else the one that came first, of the narrower type."""
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
        effect = Effect(source + 1, self.calls[source][0], made, value)
        self.join_atoms(needed, made, Link((need, effect)))

    def join_atoms(self, one: Atom, other: Atom, why: Why) -> None:
        for left, right in zip(one[1:], other[1:], strict=True):
            self.join(left, right, why)

    def join_exclusive(self, found: Regression[Atom]) -> bool:
        """Join what two conditions say that never hold together unless they are one; whether there was any."""
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
        """See to it that two atoms stay two: by what is asked for already, or by asking for more."""
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
