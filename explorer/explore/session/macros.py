"""The macros of a walk: those of one board, or those on windows for boards of every size, and what it adds to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ....ebl.explanation import explain
from ....ebl.files.macro_file import save_macros
from ....ebl.generalize import generalize, schematize
from ....ebl.library import Admission, MacroLibrary
from ....ebl.macro import Macro
from ....experiments.domain import Domain
from ....experiments.macro_files import read_macros as read_library
from ....rules.errors import ArcwiseError
from ....rules.geometry import Shape
from ....rules.schema import Schema, schema_of, unrolled
from ....rules.term import Pattern, State
from ....rules.theory import Theory
from .placed_arc import PlacedArc, everywhere
from .walk import Step

ORIGIN = "arcwise explore"
"""Where macros that are learned from a walk say that they come from."""


@dataclass(frozen=True)
class Learned:
    """What a path taught.

    Parameters
    ----------
    macro
        The rule, whether it was admitted or not.
    board
        The board, or window of a board, that it is drawn on.
    admission
        What the library said.
    """

    macro: Macro
    board: Theory
    admission: Admission


class WalkMacros(Protocol):
    """The macros of a walk: those that it began with and those learned from it."""

    def learn(self, start: State, steps: Sequence[Step]) -> Learned:
        """Explain a path, generalize it and admit the macro, or refuse it.

        Raises
        ------
        ArcwiseError
            A library that such a macro cannot belong to.
        """

    def placed(self) -> list[PlacedArc]:
        """The macros at their places on the board, in order."""

    def explained(self, name: str) -> tuple[Macro, Theory] | None:
        """The macro of a name and the board that it is drawn on."""

    def save(self, path: str) -> None:
        """Write the library to a file.

        Raises
        ------
        InputError
            A place that cannot be written to.
        """

    def __len__(self) -> int: ...


class BoardMacros:
    """Learns macros of the whole board."""

    def __init__(self, library: MacroLibrary) -> None:
        self.library = library

    def learn(self, start: State, steps: Sequence[Step]) -> Learned:
        """Explain a path over the board's arcs, generalize it and admit the macro, or refuse it."""
        explanation = explain(start, [step.move.arc for step in steps], self.library.theory)
        macro = generalize(explanation, self.library.next_name(), ORIGIN)
        return Learned(macro, self.library.theory, self.library.add(macro))

    def placed(self) -> list[PlacedArc]:
        """The macros in order."""
        return [PlacedArc.on_board(macro.arc) for macro in self.library]

    def explained(self, name: str) -> tuple[Macro, Theory] | None:
        """The macro of a name and the board."""
        named = (macro for macro in self.library if macro.name == name)
        return next(((macro, self.library.theory) for macro in named), None)

    def save(self, path: str) -> None:
        """Write a macro file."""
        save_macros(self.library, path)

    def __len__(self) -> int:
        return len(self.library)


class WindowMacros:
    """Learns schemas: macros on the smallest window that a path touches, for boards of every size.

    Parameters
    ----------
    library
        The schemas.
    shape
        The board walked on.
    table
        The arcs of a macro table for this board's goal, to which nothing can be added; None for other libraries.
    """

    def __init__(
        self, library: MacroLibrary, shape: Shape, table: tuple[PlacedArc, ...] | None = None
    ) -> None:
        self.library = library
        self._shape = shape
        self._table = table

    def learn(self, start: State, steps: Sequence[Step]) -> Learned:
        """Explain a path on its window, generalize it and admit the schema, or refuse it."""
        if self._table is not None:
            raise ArcwiseError(
                "a macro table is complete as it is: nothing can be added to it\n"
                "  try:      arcwise explore without --macros, and a file of its own"
            )
        family, name = self.library.family, self.library.next_name()
        moves = [pair for step in steps for pair in self._schemas(step.move)]
        macro = schematize(family, self._shape, start, moves, name, ORIGIN)
        return Learned(macro, self.library.board(macro), self.library.add(macro))

    def _schemas(self, move: PlacedArc) -> list[tuple[Schema, int]]:
        """The primitive schemas that a move stands for, each with its place."""
        family, shape = self.library.family, self._shape
        if move.schema is not None:
            return list(unrolled(move.schema, move.place, shape, family.geometry))
        known = {schema.canonical for schema in family.schemas(shape)}
        found = [schema_of(arc, shape, family.geometry) for arc in move.arc.primitives]
        for schema, _ in found:
            if schema.canonical not in known:
                raise ArcwiseError(f"{schema.name} is no move of {family.name}")
        return found

    def placed(self) -> list[PlacedArc]:
        """Every schema that fits the board, at every place; of a macro table its entries."""
        if self._table is not None:
            return list(self._table)
        family, shape = self.library.family, self._shape
        return [
            placed
            for schema in self.library.schemas
            if family.holds(schema, shape)
            for placed in everywhere(schema, family, shape)
        ]

    def explained(self, name: str) -> tuple[Macro, Theory] | None:
        """The schema of a name as a macro, and its window."""
        named = (macro for macro in self.library if macro.name == name)
        return next(((macro, self.library.board(macro)) for macro in named), None)

    def save(self, path: str) -> None:
        """Write a file of schemas."""
        self.library.shape = self._shape
        save_macros(self.library, path)

    def __len__(self) -> int:
        return len(self.library)


def read_macros(domain: Domain, goal: Pattern, path: str | None) -> WalkMacros:
    """The macros of a file, to which a walk adds; without a file, none, and on this board only.

    Raises
    ------
    InputError
        A bad file, or one for another domain or board.
    """
    if path is None:
        return BoardMacros(MacroLibrary(domain.theory))
    library = read_library(path, domain)
    if not library.domain.every_size:
        return BoardMacros(library)
    table = None
    if library.blank_first:
        table = tuple(map(PlacedArc.on_board, library.arcs(domain.theory, goal)))
    return WindowMacros(library, domain.theory.shape, table)
