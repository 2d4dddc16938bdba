"""Reading a PDDL problem file: a task or an error with its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from pathlib import Path

from ...rules.errors import InputError, Place
from ...rules.text.text_file import read_text
from .action_domain import ActionDomain, Atom, Every, Formula, PlanningTask, Typed, atom_text
from .axioms import LiteralGoal
from .expression import Expression, Group, Word, too_much
from .formula import Alternatives, plain_parts
from .read_action_domain import TOTAL_COST
from .read_formula import Scope
from .reading import (
    FRAGMENT,
    MOST_OBJECTS,
    call_of,
    literals,
    name_of,
    note_once,
    number_of,
    requirements,
    sections,
    typed_list,
)


def load_task(domain: ActionDomain, path: str | Path) -> PlanningTask:
    """Read a task from a file; see `read_task`."""
    return read_task(domain, read_text(path), str(path))


def read_task(domain: ActionDomain, text: str, source: str = "<text>") -> PlanningTask:
    """Read a problem of a domain.

    Raises
    ------
    InputError
        Text that is not PDDL, contradicts the domain or is outside the fragment, with its place.
    """
    name, groups = sections(text, source, "problem", tuple(_SECTIONS))
    reader = _TaskReader(domain)
    for group in groups:
        _SECTIONS[group.head](reader, group)
    task = PlanningTask(
        name,
        domain,
        tuple(reader.objects),
        frozenset(reader.init),
        reader.values,
        minimize=reader.minimize,
        source=source,
    )
    task = _with_undefined(task)
    if ":goal" not in (group.head for group in groups):
        raise InputError("no goal", place=Place(source), expected="(:goal ...)")
    return _with_goal(task, reader.goal)


def _with_undefined(task: PlanningTask) -> PlanningTask:
    """The task with what has no value at first.

    Raises
    ------
    InputError
        An object fluent without a value that actions need.
    """
    valued = {atom[:-1] for atom in task.init if atom[0] in task.domain.object_fluents}
    undefined: set[Atom] = set()
    for name, fluent in task.domain.object_fluents.items():
        if not (fluent.partial or fluent.total):
            continue
        objects = [task.objects_of(one.type) for one in fluent.signature.parameters]
        if prod(map(len, objects)) > MOST_OBJECTS:
            raise too_much(Place(task.source), f"{name} has too many", MOST_OBJECTS, "values")
        lacking = [
            call for call in ((name, *one) for one in product(*objects)) if call not in valued
        ]
        if lacking and fluent.total:
            raise InputError(
                f"{atom_text(lacking[0])} has no value at first, and actions need one",
                place=Place(task.source),
                expected=f"(= {atom_text(lacking[0])} OBJECT) in :init",
            )
        undefined.update((fluent.undefined, *call[1:]) for call in lacking)
    return replace(task, init=task.init | undefined)


def _with_goal(task: PlanningTask, goal: Formula) -> PlanningTask:
    """The task with its goal: literals, and what else is asked; a goal that comes down to a conjunction is one."""
    plain = plain_parts(goal)
    if plain is not None:
        true = tuple(dict.fromkeys(one.atom for one in plain if one.holds))
        false = tuple(dict.fromkeys(one.atom for one in plain if not one.holds))
        return replace(task, goal=true, negative_goal=false)
    alternatives = Alternatives(task)
    found = LiteralGoal(replace(task, condition=goal), alternatives)
    if alternatives.rules or found.never:
        return replace(task, condition=goal)
    return replace(task, goal=tuple(sorted(found.true)), negative_goal=tuple(sorted(found.false)))


@dataclass
class _TaskReader:
    """A task while it is read. Sections are taken in the order of `_SECTIONS`, wherever they stand."""

    domain: ActionDomain
    objects: list[Typed] = field(default_factory=list)
    init: set[Atom] = field(default_factory=set)
    values: dict[Atom, float] = field(default_factory=dict)
    goal: Formula = field(default_factory=lambda: Every(()))
    minimize: bool = False
    types_of: dict[str, str] = field(default_factory=dict)
    valued: set[Atom] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.types_of = {thing.name: thing.type for thing in self.domain.constants}
        self.fluents = self.domain.object_fluents
        read_as = {one.name for fluent in self.fluents.values() for one in fluent.predicates}
        self.predicates = {
            one.name: one for one in self.domain.predicates if one.name not in read_as
        }
        self.functions = {one.name: one for one in self.domain.functions}

    def take_domain(self, group: Group) -> None:
        if len(group.items) != 2 or name_of(group.items[1], "a domain") != self.domain.name:
            raise InputError(
                "this problem is of another domain",
                place=group.place,
                expected=f"(:domain {self.domain.name})",
                found=str(group),
            )

    def take_requirements(self, group: Group) -> None:
        requirements(group)

    def take_objects(self, group: Group) -> None:
        listed = typed_list(
            group.items[1:], lambda node: name_of(node, "an object"), self.domain.types
        )
        for thing, place in listed:
            if thing.name in self.types_of:
                raise InputError(f"{thing.name} is a constant of the domain already", place=place)
            self.types_of[thing.name] = thing.type
            self.objects.append(thing)

    def atom(self, group: Group) -> Atom:
        return call_of(group, "predicate", self.predicates, self.types_of, self.domain.types)

    def take_init(self, group: Group) -> None:
        false: dict[Atom, Group] = {}
        for node in group.items[1:]:
            if isinstance(node, Group) and node.head == "=":
                self.take_value(node)
                continue
            if isinstance(node, Group) and node.head == "at" and len(node.items) == 3:
                number, later = node.items[1:]
                if isinstance(later, Group) and isinstance(number, Word):
                    raise InputError(
                        "timed initial literals are outside the part of PDDL that arcwise reads",
                        place=node.place,
                        expected=FRAGMENT,
                    )
            for part, holds in literals(node, self.predicates):
                atom = self.atom(part)
                if holds and atom[0] in self.domain.definitions:
                    raise InputError(
                        f"{atom[0]} is derived, so that rules alone make it true", place=part.place
                    )
                if holds:
                    self.init.add(atom)
                else:
                    false[atom] = part
        for atom, part in false.items():
            if atom in self.init:
                raise InputError("this is both true and false at first", place=part.place)

    def take_value(self, group: Group) -> None:
        if len(group.items) != 3:
            raise InputError(
                "not a value",
                place=group.place,
                expected="(= (FUNCTION ...) NUMBER)",
                found=str(group),
            )
        left, right = group.items[1:]
        call = left if isinstance(left, Group) else left.alone
        if call.head in self.fluents:
            self.take_object(call, right)
            return
        if call.head and call.head not in self.functions:
            number_of(right)
            note_once(
                f"{group.place}: function {call.head} is not declared in the domain; its values are passed over"
            )
            return
        function = call_of(call, "function", self.functions, self.types_of, self.domain.types)
        if function in self.values:
            raise InputError("this function has two values", place=group.place, found=str(group))
        self.values[function] = number_of(right)

    def take_object(self, group: Group, value: Expression) -> None:
        call = self.scope.call(None, group)
        if call in self.valued:
            raise InputError("this function has two values", place=value.place, found=str(group))
        self.valued.add(call)
        if not self.scope.is_undefined(value):
            self.init.add(self.scope.valued(None, group, value))

    @property
    def scope(self) -> Scope:
        domain = self.domain
        return Scope(
            self.predicates,
            domain.types,
            self.types_of,
            domain.definitions,
            fluents=domain.object_fluents,
            recursive=frozenset(domain.strata),
        )

    def take_goal(self, group: Group) -> None:
        if len(group.items) != 2:
            raise InputError("not a goal", place=group.place, expected="(:goal FORMULA)")
        self.goal = self.scope.formula(group.items[1])

    def take_metric(self, group: Group) -> None:
        words = [_bare(node) for node in group.items[1:]]
        if words != ["minimize", TOTAL_COST]:
            raise InputError(
                "this metric is outside the part of PDDL that arcwise reads",
                place=group.place,
                expected=f"(:metric minimize ({TOTAL_COST}))",
                found=str(group),
            )
        if TOTAL_COST not in self.functions:
            note_once(
                f"{group.place}: {TOTAL_COST} is not declared in the domain, and read as if it were"
            )
        self.minimize = True


def _bare(node: Expression) -> str:
    if isinstance(node, Group) and len(node.items) == 1:
        return str(node.items[0])
    return str(node)


_SECTIONS: dict[str, Callable[[_TaskReader, Group], None]] = {
    ":domain": _TaskReader.take_domain,
    ":requirements": _TaskReader.take_requirements,
    ":objects": _TaskReader.take_objects,
    ":init": _TaskReader.take_init,
    ":goal": _TaskReader.take_goal,
    ":metric": _TaskReader.take_metric,
}
