"""Actions that may be taken any number of times, each where the one before led, as one action: ``drive+`` for one drive or more.

What generalizes a number is the invariant of the repetition. Each step asks for a fact that the one before made, such as ``(at v a)``,
and makes the same fact with another object. All else that a step asks for, it leaves alone: so what the steps need of each other
is that one fact, and of the state, that there is a way. The atom ``(drive+ v a b)`` says that there is one where the step is
taken, whatever the steps before it have changed.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

from ...rules.record import record
from .action_domain import Action, ActionDomain, Atom, is_parameter, substituted

REPEATED = "+"
"""Sign behind the name of an action that is repeated; no name in PDDL has it."""


def is_repeated(name: str) -> bool:
    """Whether a name is that of a repeated action, or of the way that it takes."""
    return name.endswith(REPEATED)


def parameters_in(atom: Sequence[str]) -> set[str]:
    """The parameters that an atom, a call or a pair of terms has."""
    return {term for term in atom if is_parameter(term)}


@record
class Repeated:
    """An action that may be repeated, and one action for all numbers of it.

    Parameters
    ----------
    step
        One step.
    whole
        One step or more, over those parameters of a step that all steps share, the first object and the last one.
    first, last
        Parameters of the object that a step leaves, and of the one that it comes to.
    kept
        What each step asks for and leaves alone.
    """

    step: Action
    whole: Action
    first: str
    last: str
    kept: tuple[Atom, ...]

    def shared(self, arguments: Sequence[str]) -> tuple[str, ...]:
        """The arguments of a step that all steps share."""
        return tuple(
            value
            for parameter, value in zip(self.step.parameters, arguments, strict=True)
            if parameter.name in self._shared
        )

    @property
    def _shared(self) -> set[str]:
        return {one.name for one in self.whole.parameters} - {self.first, self.last}

    @cached_property
    def shared_places(self) -> tuple[tuple[int, int], ...]:
        """For each parameter that all steps share its position in a step, and in the whole."""
        return self._places(self._shared)

    @cached_property
    def end_places(self) -> tuple[tuple[int, int], ...]:
        """For each parameter that all steps share, and for the last object, its position in a step and in the whole."""
        return self._places({*self._shared, self.last})

    def _places(self, names: Container[str]) -> tuple[tuple[int, int], ...]:
        inside = [one.name for one in self.whole.parameters]
        return tuple(
            (number, inside.index(one.name))
            for number, one in enumerate(self.step.parameters)
            if one.name in names
        )

    @property
    def end(self) -> Atom:
        """The fact that the whole makes of the last object."""
        return next(atom for atom in self.whole.add if self.last in atom)

    @property
    def passed(self) -> tuple[Atom, ...]:
        """The conditions of each step that the one before makes."""
        return tuple(
            one for one in self.step.positive if one in self.step.delete and self.first in one
        )

    def place(self, arguments: Sequence[str], parameter: str) -> str:
        """The object of a parameter of a step."""
        return dict(zip((one.name for one in self.step.parameters), arguments, strict=True))[
            parameter
        ]

    def follows(self, before: Sequence[str], after: Sequence[str]) -> bool:
        """Whether a step begins where another one ends."""
        return self.shared(before) == self.shared(after) and self.place(
            before, self.last
        ) == self.place(after, self.first)

    def call(self, before: Sequence[str], after: Sequence[str]) -> Atom:
        """The whole from the arguments of the first step to those of the last one."""
        names = (one.name for one in self.step.parameters)
        binding = dict(zip(names, before, strict=True)) | {self.last: self.place(after, self.last)}
        return (self.whole.name, *(binding[one.name] for one in self.whole.parameters))


@lru_cache(maxsize=512)
def repeated(action: Action) -> Repeated | None:
    """How an action may be repeated; None for one that may not.

    It is a plain action with one condition that it deletes, and adds with another object in one place. It may also give that
    other object's condition for the same one of the first object, as a walker gives a clear place for a clear place. It has no
    other effects, and asks for nothing else that these effects change.
    """
    if not action.plain or action.equal or action.values or is_repeated(action.name):
        return None
    for gone in action.delete:
        for come in action.add:
            places = _exchanged(gone, come) if gone in action.positive else None
            if places is not None and (found := _repeated(action, gone, come, *places)) is not None:
                return found
    return None


def _repeated(action: Action, gone: Atom, come: Atom, first: str, last: str) -> Repeated | None:
    """How an action may be repeated from what it deletes to what it adds; None if it may not."""
    given = [atom for atom in action.delete if atom != gone]
    others = parameters_in(gone) - {first}
    if last in others or not all(_is_given(action, atom, others, first, last) for atom in given):
        return None
    if {substituted(atom, {last: first}) for atom in given} != set(action.add) - {come}:
        return None
    kept = tuple(one for one in action.positive if one != gone and one not in given)
    changed = {atom[0] for atom in (*action.add, *action.delete)}
    if not changed.isdisjoint(atom[0] for atom in (*kept, *action.negative)):
        return None
    whole = _whole(action, gone, others, first, last, kept)
    return Repeated(action, whole, first, last, kept)


def _is_given(action: Action, atom: Atom, others: set[str], first: str, last: str) -> bool:
    """Whether what an action deletes is a condition on the object that it comes to."""
    named = parameters_in(atom)
    return (
        atom in action.positive
        and last in named
        and first not in named
        and named <= others | {last}
    )


def _exchanged(gone: Atom, come: Atom) -> tuple[str, str] | None:
    """The parameters in the one place in which two atoms of a predicate differ."""
    place = changed_place(gone, come)
    if place is None:
        return None
    pair = gone[place], come[place]
    return pair if all(map(is_parameter, pair)) and gone.count(pair[0]) == 1 else None


def changed_place(one: Atom, other: Atom) -> int | None:
    """The argument, from 1, in which alone two atoms of a predicate differ; None where it is not one."""
    if one[0] != other[0] or len(one) != len(other):
        return None
    places = [place for place in range(1, len(one)) if one[place] != other[place]]
    return places[0] if len(places) == 1 else None


def _whole(
    action: Action, gone: Atom, others: set[str], first: str, last: str, kept: tuple[Atom, ...]
) -> Action:
    inside = {*others, first, last}
    parameters = tuple(one for one in action.parameters if one.name in inside)
    name = action.name + REPEATED
    asked = tuple(atom for atom in action.positive if atom not in kept)
    always = tuple(atom for atom in kept if others.issuperset(parameters_in(atom)))
    return replace(
        action,
        name=name,
        parameters=parameters,
        positive=(*asked, *always, (name, *(one.name for one in parameters))),
        negative=(),
        unequal=(),
        cost=None,
    )


def repetition_of(domain: ActionDomain, name: str) -> Repeated | None:
    """How a step of a macro repeats; None for one that does not."""
    step = domain.by_name.get(name.removesuffix(REPEATED))
    return repeated(step) if step is not None and is_repeated(name) else None


def repetitions_in(domain: ActionDomain, calls: Sequence[Atom]) -> tuple[tuple[int, Repeated], ...]:
    """The steps of a macro that repeat, counted from 0, each with how its action repeats."""
    each = ((number, repetition_of(domain, call[0])) for number, call in enumerate(calls))
    return tuple((number, found) for number, found in each if found is not None)


def action_of(domain: ActionDomain, name: str) -> Action | None:
    """The action of a domain, the case of one, or the repeated action that a name is of; None where there is none."""
    if not is_repeated(name):
        return domain.cases.get(name) or domain.by_name.get(name)
    found = repetition_of(domain, name)
    return None if found is None else found.whole
