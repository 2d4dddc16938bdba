"""Macro actions on disk: an augmented PDDL domain for planners, and beside it what each macro stands for.

The domain has the macros as plain actions before its own. The JSON file maps every macro to its steps, and tells the
plan it was learned from and the reasons for its conditions and effects.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...rules.errors import ArcwiseError, InputError, Place
from ...rules.pddl.domain import OBJECT, Atom, Domain, Typed, atom_text, is_parameter
from ...rules.pddl.expression import Group, read_expressions
from ...rules.pddl.reading import NAME
from ...rules.pddl.write import domain_text
from ...rules.text_file import read_text, write_text
from ..pddl.macro_action import MacroAction
from ..pddl.regression import compose
from .json_places import json_entries

FORMAT = "arcwise macro actions"


def augmented(domain: Domain, macros: Sequence[MacroAction]) -> Domain:
    """The domain with macros before its actions, and with the requirements that their conditions call for."""
    needed = []
    if any(macro.action.unequal for macro in macros):
        needed += [":negative-preconditions", ":equality"]
    if any(macro.action.negative for macro in macros):
        needed.append(":negative-preconditions")
    old = domain.requirements or (":strips",)
    return replace(
        domain,
        requirements=tuple(dict.fromkeys((*old, *needed))),
        actions=(*(macro.action for macro in macros), *domain.actions),
    )


def macros_path(output: str | Path) -> Path:
    """The file beside an augmented domain: ``blocks.pddl`` has ``blocks.macros.json``."""
    return Path(output).with_suffix(".macros.json")


def save_actions(domain: Domain, macros: Sequence[MacroAction], output: str | Path) -> Path:
    """Write the augmented domain, and the file that maps its macros to their steps; the latter's path.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    beside = macros_path(output)
    remarks = [
        f"{domain.name} with {len(macros)} macro action{'s' if len(macros) != 1 else ''}, learned by arcwise.",
        f"What each stands for: {beside.name}. A plan without them: arcwise unroll.",
    ]
    write_text(beside, macros_text(domain, macros))
    write_text(output, domain_text(augmented(domain, macros), remarks))
    return beside


def macros_text(domain: Domain, macros: Sequence[MacroAction]) -> str:
    """Macros as the text of a JSON file."""
    return (
        json.dumps(
            {
                "format": FORMAT,
                "version": 1,
                "domain": domain.name,
                "macros": [_entry(macro) for macro in macros],
            },
            indent=2,
        )
        + "\n"
    )


def _entry(macro: MacroAction) -> dict[str, Any]:
    action = macro.action
    return {
        "name": action.name,
        "parameters": [[parameter.name, parameter.type] for parameter in action.parameters],
        "different": [list(pair) for pair in action.unequal],
        "steps": [atom_text(step) for step in macro.steps],
        "uses": macro.uses,
        "origin": macro.origin,
        "example": [atom_text(step) for step in macro.example],
        "why": {text: list(reasons) for text, reasons in macro.why.items()},
    }


@dataclass(frozen=True)
class MacroEntry:
    """What the file says about one macro."""

    name: str
    parameters: tuple[Typed, ...]
    different: tuple[tuple[str, str], ...]
    steps: tuple[Atom, ...]
    why: Mapping[str, tuple[str, ...]] = field(hash=False)
    origin: str
    example: tuple[Atom, ...]
    uses: int
    place: Place


def holds_actions(path: str | Path) -> bool:
    """Whether a file name is that of macro actions rather than of a macro library."""
    return Path(path).suffix.lower() == ".json"


def load_actions(path: str | Path, domain: Domain) -> list[MacroAction]:
    """Read macros back and compose each from its steps again, so that what is used is what the domain proves.

    Parameters
    ----------
    path
        A file that `save_actions` wrote.
    domain
        The domain, with the macros or without.

    Raises
    ------
    InputError
        A file that is no such file, macros of another domain, or one whose steps are not what it says; with its place.
    """
    name, entries = load_entries(path)
    if name != domain.name:
        raise InputError(
            "these macros are for another domain",
            place=Place(str(path)),
            expected=domain.name,
            found=name,
        )
    return [_composed(entry, domain) for entry in entries]


def _composed(entry: MacroEntry, domain: Domain) -> MacroAction:
    for parameter in entry.parameters:
        if parameter.type != OBJECT and parameter.type not in domain.types:
            raise InputError(f"{entry.name}: unknown type {parameter.type}", place=entry.place)
    try:
        action, _ = compose(domain, entry.name, entry.parameters, entry.steps, entry.different)
    except ArcwiseError as error:
        raise InputError(f"not a macro of {domain.name}: {error}", place=entry.place) from None
    own = domain.by_name.get(entry.name)
    if own is not None and own != action:
        raise InputError(
            f"{entry.name} is another action in the domain",
            place=entry.place,
            found=str(own.place or domain.source),
        )
    return MacroAction(action, entry.steps, entry.why, entry.origin, entry.example, uses=entry.uses)


def load_entries(path: str | Path) -> tuple[str, list[MacroEntry]]:
    """The domain that a file of macro actions is for, and what it says about each.

    Raises
    ------
    InputError
        A file that is no such file, with the place.
    """
    source = str(path)
    text = read_text(path)
    head = _head(text, source)
    if head.get("format") != FORMAT or not isinstance(head.get("macros"), list):
        raise InputError(
            "not a file of macro actions",
            place=Place(source),
            expected="a file that arcwise learn wrote for a PDDL domain",
        )
    entries: dict[str, MacroEntry] = {}
    for key, value, place in json_entries(text, source):
        if key != "macros":
            continue
        try:
            entry = _entry_of(value, place)
        except InputError as error:
            raise InputError(
                error.problem, place=place, expected=error.expected, found=error.found
            ) from None
        if entry.name in entries:
            raise InputError(f"{entry.name} stands here twice", place=place)
        entries[entry.name] = entry
    return str(head.get("domain")), list(entries.values())


def _head(text: str, source: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        place = Place(source, error.lineno, error.colno)
        raise InputError(f"bad JSON: {error.msg}", place=place) from None
    except (RecursionError, ValueError):
        raise InputError("bad JSON", place=Place(source)) from None
    return value if isinstance(value, dict) else {}


def _entry_of(value: Any, place: Place) -> MacroEntry:
    if not isinstance(value, dict):
        raise InputError("not a macro", expected="an object with a name and steps")
    name, uses, why = value.get("name"), value.get("uses"), value.get("why")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise InputError("a macro without a name", expected='"name": "..."')
    parameters = tuple(Typed(*pair) for pair in _pairs(value, "parameters"))
    for parameter in parameters:
        if not is_parameter(parameter.name) or not NAME.fullmatch(parameter.name[1:]):
            raise InputError(f"{name}: not a parameter", expected="?NAME", found=parameter.name)
    steps = tuple(_calls(value, "steps"))
    if not steps:
        raise InputError(f"{name} has no steps")
    return MacroEntry(
        name,
        parameters,
        tuple(_pairs(value, "different")),
        steps,
        {
            str(text): tuple(map(str, reasons))
            for text, reasons in (why.items() if isinstance(why, dict) else ())
            if isinstance(reasons, list)
        },
        str(value.get("origin", "")),
        tuple(_calls(value, "example")),
        uses if isinstance(uses, int) else 0,
        place,
    )


def _pairs(entry: dict[str, Any], key: str) -> list[tuple[str, str]]:
    value = entry.get(key, [])
    if not isinstance(value, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(word, str) for word in pair)
        for pair in value
    ):
        raise InputError(f'bad "{key}"', expected="a list of pairs of names")
    return [(first, second) for first, second in value]


def _calls(entry: dict[str, Any], key: str) -> list[Atom]:
    value = entry.get(key, [])
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise InputError(f'bad "{key}"', expected="a list of steps such as (move ?a ?b)")
    calls = []
    for text in value:
        nodes = read_expressions(text)
        if len(nodes) != 1 or not isinstance(nodes[0], Group) or not nodes[0].items:
            raise InputError(f'bad "{key}"', expected="(ACTION ARGUMENT ...)", found=text)
        calls.append(tuple(str(item) for item in nodes[0].items))
    return calls
