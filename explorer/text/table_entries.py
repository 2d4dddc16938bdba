"""A macro as an entry of a macro table: the symbols that it brings home, their cells, and the cells that it leaves
unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...rules.errors import InputError
from ...rules.text.sentences import counted
from ...search.orders.order import order_of
from ...search.tables.macro_table import Entry, MacroTable
from .cells import cells_listed

DESCRIBED = 3
"""Entries of one macro that are described; at other places of a board it is others."""


def table_entries(macro: Macro, library: MacroLibrary) -> tuple[tuple[int, ...], tuple[Entry, ...]]:
    """The order of a table's cells, and the entries that a macro is at its places on the board of the table.

    None of both where the library is no table, or its board is not known.
    """
    domain, shape = library.domain, library.shape
    if not library.table or shape is None:
        return (), ()
    try:
        goal = domain.goal_state(shape)
        order = order_of(domain, shape, goal, library.order)
        return order, MacroTable(domain, shape, goal, [macro.schema], order).entries
    except InputError:
        return (), ()


def entry_words(macro: Macro, library: MacroLibrary) -> str:
    """The entries that a macro is, a sentence or two each; nothing where it is none."""
    order, entries = table_entries(macro, library)
    if library.shape is None:
        return ""
    name = library.domain.spell(library.shape)
    said = list(dict.fromkeys(_words(name, order, entry) for entry in entries))
    more = len(said) - DESCRIBED
    if more > 0:
        said[DESCRIBED:] = [
            f"At other places of the board it is {counted(more, 'other entry', 'other entries')}."
        ]
    return "\n".join(said)


def _words(name: str, order: tuple[int, ...], entry: Entry) -> str:
    cell, before = order[entry.column] + 1, order[: entry.column]
    filled = f"after {_listed(before)}" if before else "the first"
    same = [place for place, goes in enumerate(entry.goes) if goes == place]
    others = [place for place in same if place not in before]
    moved = len(entry.goes) - len(same)
    leaves = f"these, and besides them {_listed(others)}" if before and others else _listed(same)
    if before and not others:
        leaves = "these only"
    return (
        f"In the macro table of {name} it brings the symbol of cell {cell}, {filled} in the order, home from cell "
        f"{entry.place + 1}. It moves what is in {counted(moved, 'cell')} and leaves alone {leaves}."
    )


def _listed(cells: Sequence[int]) -> str:
    if not cells:
        return "no cell"
    return f"cell{'s' if len(cells) > 1 else ''} {cells_listed(cells)}"


def entry_data(macro: Macro, library: MacroLibrary) -> list[dict[str, Any]]:
    """Entries as plain values for JSON; cells are numbered from 1."""
    order, entries = table_entries(macro, library)
    return [
        {
            "cell": order[entry.column] + 1,
            "from": entry.place + 1,
            "after": [cell + 1 for cell in order[: entry.column]],
            "leaves": [place + 1 for place, goes in enumerate(entry.goes) if goes == place],
        }
        for entry in entries
    ]
