"""The conditions of a design: no macros, those of a library, some of them, or those of several libraries by name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, count
from pathlib import Path
from typing import Any, TypeAlias

from ...ebl.rule import Library
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.source import EVERYWHERE, ROOT
from ...rules.text.text_file import named as plainly_named
from ...rules.text.words import counted
from ..condition import Condition
from ..result_set import AFTER

Compared: TypeAlias = str | Path | Library[Any] | Condition
"""Macros or rules that searches are made with and without."""

Conditions: TypeAlias = Mapping[str, Compared | None]
"""Several of them by the names of their conditions; None is no macros."""

NONE, EVERY = "none", "all"
"""Conditions without macros beside named ones, and with all rules of a library."""

LONGEST = 60
"""Characters of a condition's name that the name of its file has."""


def without(name: str = NONE) -> Condition:
    """The condition without macros."""
    return Condition.without_macros(name)


def growing(name: str) -> Condition:
    """The condition whose library grows: each problem is searched with what was learned from those before."""
    return Condition(name, facts={"macros": 0, "growing": True})


def with_(macros: Compared | None, name: str, file: str = "macros.pl") -> Condition:
    """The condition with the macros of a library or a file; without any where they are None.

    Parameters
    ----------
    macros
        A library, the path of its file, or a condition, which gets the name.
    name
        Name of the condition.
    file
        Name of the file in which a run keeps a library.
    """
    if macros is None:
        return without(name)
    if isinstance(macros, Condition):
        return replace(macros, name=name)
    if isinstance(macros, str | Path):
        kept = Condition.with_library(macros, name)
        return replace(
            kept, file=f"{Path(plainly_named(macros)).stem}.pl", facts={"path": str(macros)}
        )
    facts = {"macros": len(macros)}
    return Condition(name, file, macros.text(beside(macros.name, file)), facts)


def beside(name: str, file: str) -> Path:
    """Place of a file beside the file that something is named by."""
    return Path(name).resolve().with_name(file)


def named(macros: Conditions) -> tuple[Condition, ...]:
    """Conditions by their names, each with a file of its own in the run folder.

    Raises
    ------
    InputError
        Fewer than two, a name that is none, or something else than macros.
    """
    if len(macros) < 2:
        raise InputError(
            "nothing to compare with",
            expected="two conditions or more, such as {'none': None, 'macros': library}",
            found=counted(len(macros), "condition"),
        )
    files: set[str] = set()
    found = []
    for name, one in macros.items():
        if not isinstance(name, str) or not name.strip():
            raise InputError("a condition needs a name", expected="a text", found=repr(name))
        if not isinstance(one, str | Path | Library | Condition | None):
            raise InputError(
                f"no macros for condition {name!r}",
                expected="a macro file, a library, a Condition or None",
                found=repr(one)[:90],
            )
        condition = with_(one, name)
        if condition.file is not None:
            file = _free(name, files, Path(condition.file).suffix or ".pl")
            files.add(file.lower())
            condition = replace(condition, file=file, text=condition.macro_text)
        found.append(condition)
    return tuple(found)


@checked
def by_kind(library: Library[Any]) -> dict[str, Library[Any] | None]:
    """Conditions without rules, with the rules of each kind of a library alone, and with all.

    Raises
    ------
    InputError
        Rules of one kind, or none.
    """
    kinds = library.kinds
    if len(kinds) < 2:
        raise InputError(
            "rules of one kind are all there is to compare",
            expected="a file with macros and traps",
            found=library.counted(library),
            remedy="arcwise learn DOMAIN --learner traps --macros FILE -o FILE",
        )
    each = {kind: library.only({one.name for one in rules}) for kind, rules in kinds.items()}
    return {NONE: None, **each, EVERY: library}


@checked
def by_use(library: Library[Any]) -> dict[str, Condition | None]:
    """Conditions without rules, with those of a library for every goal, and at the root of a proof alone (Mooney 1989)."""
    return {NONE: None, **{use: in_use(with_(library, use), use) for use in (EVERYWHERE, ROOT)}}


def in_use(condition: Condition, use: str) -> Condition:
    """The condition with rules of a program used at some goals alone."""
    return (
        condition
        if use == EVERYWHERE
        else replace(condition, facts={**condition.facts, "use": use})
    )


def of_files(files: Sequence[str]) -> str | dict[str, str | None] | None:
    """The only macro file, or several by the names of their conditions, beside no macros.

    Raises
    ------
    InputError
        Two files with the same name but for folder and ending.
    """
    if len(files) < 2:
        return files[0] if files else None
    found: dict[str, str | None] = {NONE: None}
    for file in files:
        name = Path(plainly_named(file)).stem
        if name in found:
            raise InputError(
                f"two conditions would be called {name}",
                expected="--macros files of different names, none of them called none",
                found=f"{found[name] or 'no macros'}, {file}",
                remedy="copy one file to another name",
            )
        found[name] = file
    return found


def _free(name: str, taken: Iterable[str], ending: str) -> str:
    """Name of a file for a condition, with an ending, that no other has."""
    plain = re.sub(r"[^\w.+-]+", "_", name).strip(".")[:LONGEST] or "macros"
    names = (f"{plain}{f'-{number}' if number > 1 else ''}{ending}" for number in count(1))
    return next(file for file in names if file.lower() not in taken)


def every_pair(conditions: Sequence[Condition]) -> list[list[str]]:
    """Names of the conditions of each comparison: every two of them."""
    return [[one.name, other.name] for one, other in combinations(conditions, 2)]


def each_with_first(conditions: Sequence[Condition]) -> list[list[str]]:
    """Names of the conditions of each comparison: the first, and each of the others that differs from it."""
    first, *others = conditions
    return [[first.name, one.name] for one in others if one.facts.get("macros") or not one.file]


def some_of(whole: Condition, names: Sequence[str], chosen: Collection[str]) -> Condition:
    """The condition with some macros of a library, which judges the others: it is named after the fewer of both.

    Parameters
    ----------
    whole
        The condition with all of them.
    names, chosen
        All macros in order, and those that are there.
    """
    kept = tuple(name for name in names if name in chosen)
    dropped = [name for name in names if name not in chosen]
    fewer, those = ("with", kept) if len(kept) < len(dropped) else ("without", dropped)
    words = f"{fewer} {', '.join(those)}"
    facts = {"label": words, "seed": whole.facts.get("seed"), "judging": True}
    alone = whole.name in (AFTER, EVERY)
    return whole.only(kept, words if alone else f"{whole.name}, {words}", **facts)
