"""What the searches of one arm share, as plain data from which any process on any machine makes the theory."""

from __future__ import annotations

import hashlib
import json
import tempfile
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from ...ebl.files.macro_file import load_macros
from ...ebl.library import MacroLibrary
from ...rules.arc import Arc
from ...rules.errors import InputError
from ...rules.schema import Schema
from ...rules.term import Pattern
from ...rules.text_file import read_text, write_text
from ...rules.theory import Theory
from ...search.solve import with_unit_macro_costs
from ..domain import Domain, load_domain
from ..macro_files import macro_arcs
from ..store.goals import goal_of, goal_values

ARCWISE = version("arcwise")

ON_WINDOWS = ("climb", "counted climb", "practice")
"""Ways of doing tasks that take macros on windows as they are."""


@dataclass(frozen=True)
class Recipe:
    """How to make a domain and its theory, with or without macros.

    Parameters
    ----------
    theory
        The argument of the command line.
    theory_text
        Of a ``.pl`` or ``.psvn`` file, what is in it.
    order, arc_cost, engine
        As for `load_domain`.
    macros_name, macros_text
        A macro file's name and what is in it, or None.
    macro_cost
        ``true`` or ``unit``.
    chosen
        Which of the file's macros, by name, a name for every copy; None for all.
    way
        How its tasks are done: a name in `WAYS`.
    goal
        The goal for which a macro table is placed; only those need it.
    arcwise
        The version that it was written by.
    """

    theory: str
    theory_text: str | None = None
    order: str = "ULRD"
    arc_cost: float = 1
    engine: str = "auto"
    macros_name: str | None = None
    macros_text: str | None = None
    macro_cost: str = "true"
    chosen: tuple[str, ...] | None = None
    way: str = "search"
    goal: Pattern | None = None
    arcwise: str = ARCWISE

    @classmethod
    def of(cls, theory: str, macros: str | None = None, **others: Any) -> Recipe:
        """The recipe for a theory argument and a macro file; their texts are read."""
        is_file = Path(theory).suffix.lower() in (".pl", ".psvn")
        return cls(
            theory,
            read_text(theory) if is_file else None,
            macros_name=Path(macros).name if macros else None,
            macros_text=read_text(macros) if macros else None,
            **others,
        )

    @cached_property
    def key(self) -> str:
        """A name that only equal recipes share."""
        return hashlib.sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        if self.goal is not None:
            values["goal"] = goal_values(self.goal)
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
        }

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Recipe:
        """The recipe of plain values."""
        known: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        if known.get("goal") is not None:
            known["goal"] = goal_of(values["goal"])
        return cls(**known)

    @property
    def needs_prolog(self) -> bool:
        """Whether every step asks SWI-Prolog, whose state must not be shared between processes."""
        return self.engine == "swi"

    def make(self) -> Made:
        """The domain and the theory; made once in a process and remembered.

        Raises
        ------
        InputError
            Bad texts, or a recipe of another version of arcwise.
        """
        if self.arcwise != ARCWISE:
            raise InputError(
                "the processes that search have another version of arcwise",
                expected=self.arcwise,
                found=ARCWISE,
            )
        return _make(self)


@dataclass(frozen=True)
class Made:
    """What a recipe makes.

    Parameters
    ----------
    domain, theory
        The board, and its arcs with the macros before them.
    schemas
        For those who climb: the macros on windows, which they place themselves.
    blank_first
        Whether these are those of a macro table.
    """

    domain: Domain
    theory: Theory
    schemas: tuple[Schema, ...] = ()
    blank_first: bool = False


@lru_cache(maxsize=32)
def _make(recipe: Recipe) -> Made:
    if recipe.chosen is None:
        return _make_all(recipe)
    whole = _make(replace(recipe, chosen=None))
    macros = _chosen(whole.theory.macros, recipe.chosen)
    return replace(
        whole,
        theory=whole.theory.without_macros().with_macros(macros),
        schemas=_chosen(whole.schemas, recipe.chosen),
    )


def _make_all(recipe: Recipe) -> Made:
    with tempfile.TemporaryDirectory(prefix="arcwise-") as folder:
        domain = load_domain(
            _theory_argument(recipe, Path(folder)),
            order=recipe.order,
            arc_cost=recipe.arc_cost,
            engine=recipe.engine,
        )
        theory = domain.arcs_only("searching in other processes")
        library: MacroLibrary | None = None
        if recipe.macros_text is not None:
            file = Path(folder) / "macros" / (recipe.macros_name or "macros.pl")
            file.parent.mkdir()
            write_text(file, recipe.macros_text)
            if recipe.way in ON_WINDOWS:
                library = load_macros(file, family=domain.family)
            else:
                theory = theory.with_macros(macro_arcs(str(file), domain, recipe.goal))
    if recipe.macro_cost == "unit":
        theory = with_unit_macro_costs(theory)
    if library is None:
        return Made(domain, theory)
    return Made(domain, theory, library.schemas, library.blank_first)


Named = TypeVar("Named", Arc, Schema)


def _chosen(macros: tuple[Named, ...], names: tuple[str, ...]) -> tuple[Named, ...]:
    by_name: dict[str, list[Named]] = {}
    for macro in macros:
        by_name.setdefault(macro.name, []).append(macro)
    return tuple(macro for name in names for macro in by_name.get(name, ()))


def _theory_argument(recipe: Recipe, folder: Path) -> str:
    """The argument itself where it means the same here, else a copy of the file that it meant."""
    if recipe.theory_text is None:
        return recipe.theory
    original = Path(recipe.theory)
    if original.is_file() and read_text(original) == recipe.theory_text:
        return recipe.theory
    copy = folder / original.name
    write_text(copy, recipe.theory_text)
    return str(copy)
