"""The section on macro tables: which entries there are, and of each column the words and what they leave alone."""

from __future__ import annotations

from ....rules.text.sentences import counted
from ....search.tables.macro_table import Entry
from ...html.markup import Child, Markup, el, join
from ...html.tables import HtmlTable
from ...text.cells import cells_listed
from ...text.whole_table import TableColumn, WholeTable
from ..data.proof import macro_files
from .content import Content

MOST_COLUMNS = 60
"""Columns of a table that is shown as a whole, and columns that are shown one by one."""

LONG = 40
"""Moves of a word that are written out."""


def macro_tables(content: Content) -> Markup | None:
    """The macro tables of a run; None where it has none."""
    blocks = [
        el("div", el("h3", file.name), _table(table), class_="file")
        for file in macro_files(content.run)
        if file.library is not None and (table := WholeTable.of(file.library)) is not None
    ]
    return join(blocks) if blocks else None


def _table(table: WholeTable) -> Markup:
    parts: list[Child] = [
        el("p", table.summary()),
        el(
            "p",
            "A column is a cell, in the order in which cells are filled. A macro of it brings the symbol of that cell home from "
            "the cell of its row, and leaves the cells of all columns before as they were.",
            class_="remark",
        ),
    ]
    columns = table.columns[:MOST_COLUMNS]
    parts.append(_whole(table, columns).markup())
    parts += [_column(table, column) for column in columns]
    left = len(table.columns) - len(columns)
    if left:
        note = f"{counted(left, 'more column')} not shown. arcwise explain FILE lists them all."
        parts.append(el("p", note, class_="note"))
    return join(parts)


def _whole(table: WholeTable, columns: tuple[TableColumn, ...]) -> HtmlTable:
    places = sorted({place for column in columns for place in column.entries})
    return HtmlTable(
        f"Moves of the shortest macro of each entry of the macro table of {table.board}",
        ["from cell", *(f"to {column.cell + 1}" for column in columns)],
        [[str(place + 1), *(_moves(column, place) for column in columns)] for place in places],
    )


def _moves(column: TableColumn, place: int) -> str:
    found = column.entries.get(place)
    if found is None:
        return ""
    return str(len(found[0].word)) if found else "missing"


def _column(table: WholeTable, column: TableColumn) -> Markup:
    macros = sum(map(len, column.entries.values()))
    filled = f"after {cells_listed(column.before)}" if column.before else "the first"
    rows = HtmlTable(
        f"Entries of cell {column.cell + 1}",
        ["from cell", "shortest macro", "word", "leaves alone besides", "moves", "others"],
        [_row(table, column, place) for place in column.entries],
        left=4,
    )
    missing = f"{len(column.missing)} missing"
    return el(
        "details",
        el(
            "summary",
            el("strong", f"Cell {column.cell + 1}"),
            el("span", filled),
            el("span", counted(len(column.entries), "entry", "entries"), class_="tag"),
            el("span", counted(macros, "macro"), class_="tag"),
            el("span", missing, class_="tag") if column.missing else None,
        ),
        el("div", rows.markup(), class_="body"),
        class_="card",
    )


def _row(table: WholeTable, column: TableColumn, place: int) -> list[str]:
    found = column.entries[place]
    if not found:
        return [str(place + 1), "missing", "-", "-", "-", "-"]
    first, others = found[0], found[1:]
    lengths = sorted({len(one.word) for one in others})
    ends = f"{lengths[0]} to {lengths[-1]}" if len(lengths) > 1 else "".join(map(str, lengths))
    besides = set(table.leaves(first)).difference(column.before)
    return [
        str(place + 1),
        table.names[first.number],
        _word(table, first),
        cells_listed(besides),
        str(len(first.word)),
        f"{len(others)}, {ends} moves" if others else "-",
    ]


def _word(table: WholeTable, entry: Entry) -> str:
    names = table.words[entry.number]
    more = f" and {len(names) - LONG} more" if len(names) > LONG else ""
    return " ".join(names[:LONG]) + more
