"""Reading a PDDL problem file: a task or an error with its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..errors import InputError, Place
from ..text.text_file import read_text
from .action_domain import ActionDomain, Atom, Every, Formula, PlanningTask, Typed
from .expression import Group, Node, Word
from .formula import cases, plain_parts
from .read_action_domain import TOTAL_COST
from .read_formula import Scope
from .reading import (
    FRAGMENT,
    call_of,
    literals,
    name_of,
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
        What is not PDDL, contradicts the domain or is outside the fragment, with its place.
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
    if ":goal" not in (group.head for group in groups):
        raise InputError("no goal", place=Place(source), expected="(:goal ...)")
    return _with_goal(task, reader.goal)


def _with_goal(task: PlanningTask, goal: Formula) -> PlanningTask:
    """The task with a goal that is a conjunction of literals, or comes down to one.

    Raises
    ------
    InputError
        A goal with alternatives.
    """
    plain = plain_parts(goal)
    if plain is not None:
        true = tuple(dict.fromkeys(one.atom for one in plain if one.holds))
        false = tuple(dict.fromkeys(one.atom for one in plain if not one.holds))
        return replace(task, goal=true, negative_goal=false)
    found = cases(task, goal)
    if len(found) == 1:
        true, false = (tuple(sorted(atoms)) for atoms in found[0])
        return replace(task, goal=true, negative_goal=false)
    raise InputError(
        "goals with alternatives are outside the part of PDDL that arcwise reads",
        place=Place(task.source),
        expected="a goal that comes down to a conjunction",
        found=f"{len(found)} alternatives" if found else "what can never be so",
    )


@dataclass
class _TaskReader:
    """What has been read so far. The sections are taken in the order of `_SECTIONS`, wherever they stand."""

    domain: ActionDomain
    objects: list[Typed] = field(default_factory=list)
    init: set[Atom] = field(default_factory=set)
    values: dict[Atom, float] = field(default_factory=dict)
    goal: Formula = field(default_factory=lambda: Every(()))
    minimize: bool = False
    types_of: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.types_of = {thing.name: thing.type for thing in self.domain.constants}
        self.predicates = {one.name: one for one in self.domain.predicates}
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
        function = call_of(call, "function", self.functions, self.types_of, self.domain.types)
        if function in self.values:
            raise InputError("this function has two values", place=group.place, found=str(group))
        self.values[function] = number_of(right)

    def take_goal(self, group: Group) -> None:
        if len(group.items) != 2:
            raise InputError("not a goal", place=group.place, expected="(:goal FORMULA)")
        scope = Scope(self.predicates, self.domain.types, self.types_of, self.domain.definitions)
        self.goal = scope.formula(group.items[1])

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
            raise InputError(f"{TOTAL_COST} is not declared in the domain", place=group.place)
        self.minimize = True


def _bare(node: Node) -> str:
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
