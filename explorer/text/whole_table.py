"""A macro table as a whole: a column for each cell of the order, and in it from where macros bring its symbol home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from textwrap import fill
from typing import Any

from ...ebl.library import MacroLibrary
from ...rules.errors import InputError
from ...rules.text.state_text import counted
from ...search.climbing.macro_table import Entry, MacroTable
from ...search.orders import order_of


@dataclass(frozen=True)
class TableColumn:
    """One cell of the order.

    Parameters
    ----------
    cell
        The cell, from 0.
    before
        The cells whose turn comes before.
    entries
        For every place from which its symbol is brought home the entries, the shortest first; none where one is missing.
    """

    cell: int
    before: tuple[int, ...]
    entries: Mapping[int, Sequence[Entry]]

    @property
    def shortest(self) -> list[int]:
        """How many moves the shortest macro of each entry makes."""
        return [len(found[0].word) for found in self.entries.values() if found]

    @property
    def missing(self) -> list[int]:
        """The places from which nothing brings its symbol home."""
        return [place for place, found in self.entries.items() if not found]


@dataclass(frozen=True)
class WholeTable:
    """A library that is a macro table, on the board that it was learned on.

    Parameters
    ----------
    board, cells
        What the board is called, and how many cells it has.
    columns
        Those whose symbol can be elsewhere when their turn comes.
    names, words
        For every entry by its number what the macro, or the single move, is called, and the names of its moves.
    """

    board: str
    cells: int
    columns: tuple[TableColumn, ...]
    names: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, library: MacroLibrary) -> WholeTable | None:
        """The table that a library is; None where it is none, or its board is not known or has none."""
        domain, shape = library.domain, library.shape
        if not library.table or shape is None:
            return None
        schemas = (*domain.schemas(shape), *library.schemas)
        try:
            goal = domain.goal_state(shape)
            order = order_of(domain, shape, goal, library.order)
            table = MacroTable(domain, shape, goal, schemas, order)
        except InputError:
            return None
        missing: dict[int, list[int]] = {}
        for column, place, _ in table.missing():
            missing.setdefault(column, []).append(place)
        columns = []
        for number, cell in enumerate(order):
            found: dict[int, Sequence[Entry]] = dict.fromkeys(missing.get(number, ()), ())
            found |= {
                place: entries
                for (column, place), entries in table.by_place.items()
                if column == number
            }
            if found:
                columns.append(TableColumn(cell, order[:number], dict(sorted(found.items()))))
        return cls(
            domain.spell(shape),
            len(goal),
            tuple(columns),
            tuple(schema.name for schema in schemas),
            tuple(schema.step_names or (schema.name,) for schema in schemas),
        )

    def entry(self, cell: int, place: int) -> Sequence[Entry] | None:
        """The macros that bring the symbol of a cell home from a place, the shortest first; None where it never has to come from there."""
        column = next((one for one in self.columns if one.cell == cell), None)
        return None if column is None else column.entries.get(place)

    def leaves(self, entry: Entry) -> list[int]:
        """The cells that a macro leaves alone, those whose turn comes before included."""
        return [place for place, goes in enumerate(entry.goes) if goes == place]

    @property
    def missing(self) -> int:
        """How many entries some state needs that are not there."""
        return sum(len(column.missing) for column in self.columns)

    def summary(self) -> str:
        """How large it is, and whether it is complete."""
        lengths = [moves for column in self.columns for moves in column.shortest]
        there = (
            f"{counted(len(lengths), 'entry', 'entries')} in {counted(len(self.columns), 'column')}"
        )
        state = (
            "every entry that some state needs is there"
            if not self.missing
            else f"{counted(self.missing, 'entry', 'entries')} that some states need {'is' if self.missing == 1 else 'are'} missing"
        )
        long = (
            f", the shortest macro of each {min(lengths)} to {max(lengths)} moves long and {fmean(lengths):.1f} on average"
            if lengths
            else ""
        )
        return f"The macro table of {self.board}: {there}{long}; {state}."

    def text(self, width: int = 80) -> str:
        """The table in a few lines for each column, for a terminal."""
        head = fill(
            f"{self.summary()} A line says to which cell, in the order of their turns, and from which cells a symbol comes; "
            "behind each is how many moves the shortest macro makes that brings it.",
            width,
        )
        digits = len(str(self.cells))
        lines = []
        for column in self.columns:
            lead = f"  to {column.cell + 1:>{digits}}  "
            said = [_place(place, found) for place, found in column.entries.items()]
            body = f"from {', '.join(said)}"
            lines.append(
                fill(
                    body,
                    max(width, 40),
                    initial_indent=lead,
                    subsequent_indent=" " * (len(lead) + 5),
                )
            )
        return "\n".join([head, "", *(line.replace("\u00a0", " ") for line in lines)])

    @property
    def data(self) -> dict[str, Any]:
        """The table as plain values for JSON; cells are numbered from 1."""
        columns = [
            {
                "cell": column.cell + 1,
                "entries": [
                    {"from": place + 1, "macros": [self.names[one.number] for one in found]}
                    for place, found in column.entries.items()
                ],
            }
            for column in self.columns
        ]
        return {"board": self.board, "missing": self.missing, "columns": columns}

    def entry_text(self, cell: int, place: int) -> str:
        """The macros of an entry by their names, in a line each."""
        found = self.entry(cell, place) or ()
        if not found:
            return f"No macro brings the symbol of cell {cell + 1} home from cell {place + 1}: the entry is missing."
        several = "macro brings" if len(found) == 1 else "macros bring"
        lines = [
            f"{len(found)} {several} the symbol of cell {cell + 1} home from cell {place + 1}:"
        ]
        width = max((len(self.names[one.number]) for one in found), default=0)
        lines += [
            f"  {self.names[one.number]:{width}}  {counted(len(one.word), 'move')}: {' '.join(self.words[one.number])}"
            for one in found
        ]
        return "\n".join(lines)


def _place(place: int, found: Sequence[Entry]) -> str:
    if not found:
        return f"{place + 1}\u00a0(missing)"
    return f"{place + 1}\u00a0({len(found[0].word)})"
