"""Functions whose values are objects: where they are read, and which parameters stand for what is read.

``(at ?truck)`` becomes a predicate with one more argument. Where an action reads its value, a further parameter stands for
that; assigning deletes the old value and adds the new, so that never more than one is true.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ..errors import InputError, Place
from .action_domain import Atom, Every, Formula, Literal, ObjectFluent, Typed
from .expression import Group, Node

UNDEFINED = "undefined"
"""The word for no value."""


@dataclass
class Values:
    """Values of object fluents that an action reads.

    Parameters
    ----------
    text
        The action as it stands in its file, whose names are not taken again.
    found
        For every function with its arguments that is read, in that order, the parameter for its value.
    """

    text: str
    found: dict[Atom, Typed] = field(default_factory=dict)

    def of(self, call: Atom, kind: str) -> Typed:
        """The parameter for the value of a function with its arguments."""
        if call not in self.found:
            self.found[call] = Typed(fresh_name(call, self.text, self.found.values()), kind)
        return self.found[call]

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """Atoms that must hold for the parameters to be the values."""
        return tuple((*call, one.name) for call, one in self.found.items())

    def needed(self, positive: Iterable[Atom]) -> list[Atom]:
        """The functions, with their arguments, that must have a value for more than the action's conditions to hold."""
        asked = {term for atom in positive for term in atom[1:]}
        needed = []
        for call, one in reversed(self.found.items()):
            if one.name in asked:
                asked.update(call[1:])
            else:
                needed.append(call)
        return needed


def fresh_name(call: Atom, text: str, others: Collection[Typed]) -> str:
    """A name for the value of a function with its arguments: ``?at-truck``."""
    name = "?" + "-".join(part.lstrip("?") for part in call)
    while name in text or any(name == one.name for one in others):
        name += "-value"
    return name


def known_values(formula: Formula, fluents: Mapping[str, ObjectFluent]) -> dict[Atom, str | None]:
    """The values that a condition asks for, None for none."""
    undefined = {one.undefined: name for name, one in fluents.items() if one.partial}
    found: dict[Atom, str | None] = {}
    waiting = [formula]
    while waiting:
        match waiting.pop():
            case Every(parts, ()):
                waiting += reversed(parts)
            case Literal(atom, True) if atom[0] in fluents:
                found.setdefault(atom[:-1], atom[-1])
            case Literal(atom, True) if atom[0] in undefined:
                found.setdefault((undefined[atom[0]], *atom[1:]), None)
    return found


def said_undefined(nodes: Iterable[Node]) -> frozenset[str]:
    """The functions that are compared with `UNDEFINED`, or assigned it."""
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Group):
            continue
        waiting += node.items
        if node.head in ("=", "assign") and any(str(one) == UNDEFINED for one in node.items):
            found.update(one.head for one in node.items if isinstance(one, Group))
    return frozenset(found)


def apart(changed: Iterable[Atom], place: Place) -> list[tuple[str, str]]:
    """The terms that must differ for no function to be assigned twice by one action.

    Raises
    ------
    InputError
        A function that is assigned twice, or where more than one argument tells two apart.
    """
    calls = list(changed)
    pairs = []
    for number, one in enumerate(calls):
        for other in calls[:number]:
            if one[0] != other[0]:
                continue
            differing = [
                pair for pair in zip(other[1:], one[1:], strict=True) if len(set(pair)) > 1
            ]
            if len(differing) != 1:
                raise InputError(
                    f"{one[0]} is assigned twice, perhaps for the same objects, which arcwise does not read",
                    place=place,
                    expected="one argument that differs",
                    found=f"({' '.join(other)}) and ({' '.join(one)})",
                )
            pairs += differing
    return pairs
