"""A macro table as a whole: a column for each cell of the order, and in it from where macros bring its symbol home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from ..rules.errors import InputError
from ..search.climbing.macro_table import BoardTable, Entry, table_goal
from ..search.orders import order_of
from .library import MacroLibrary
from .macro import Macro


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
        """Number of moves of the shortest macro of each entry."""
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
        Name of the board, and its number of cells.
    columns
        Columns of the cells whose symbol can be elsewhere when their turn comes.
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
            goal = table_goal(domain, shape, library.order)
            order = order_of(domain, shape, goal, library.order)
            table = BoardTable(domain, shape, goal, schemas, order)
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
        """The macros that bring the symbol of a cell home from a place, shortest first; None where it never comes from there."""
        column = next((one for one in self.columns if one.cell == cell), None)
        return None if column is None else column.entries.get(place)

    @property
    def starts(self) -> int:
        """Number of states that the table is for: each is one choice of a place for every column."""
        return prod(len(column.entries) + 1 for column in self.columns)

    @property
    def mean(self) -> float | None:
        """Exact mean of the moves of its solutions over all starts; None where an entry is missing.

        A solution is the shortest macro of each column, as a whole. In all starts together each column is at each of its places equally often
        (Sims 1970), at home with no moves.
        """
        if self.missing:
            return None
        return sum(sum(column.shortest) / (len(column.entries) + 1) for column in self.columns)

    @property
    def most(self) -> int | None:
        """Moves of its solution from the worst of all starts; None where an entry is missing."""
        if self.missing:
            return None
        return sum(max(column.shortest, default=0) for column in self.columns)

    @property
    def missing(self) -> int:
        """Number of missing entries that some state needs."""
        return sum(len(column.missing) for column in self.columns)


def table_entries(macro: Macro, library: MacroLibrary) -> tuple[tuple[int, ...], tuple[Entry, ...]]:
    """The order of a table's cells, and the entries that a macro is at its places on the board of the table.

    Both tuples are empty if the library is not a macro table, or its board is not known.
    """
    domain, shape = library.domain, library.shape
    if not library.table or shape is None:
        return (), ()
    try:
        goal = table_goal(domain, shape, library.order)
        order = order_of(domain, shape, goal, library.order)
        return order, BoardTable(domain, shape, goal, [macro.schema], order).entries
    except InputError:
        return (), ()
