"""Tables on a terminal or a pipe, drawn by rich; few commands need them."""

from __future__ import annotations

import sys
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.table import Table

from ...rules.errors import on_one_line, visible
from .console import console


def print_table(table: Table) -> None:
    """Print a table to stdout."""
    console(sys.stdout).print(table)


class _PlainTable(Table):
    """A table whose cells show what would control the terminal."""

    def add_row(self, *cells: RenderableType | None, **style: Any) -> None:
        """Add a row."""
        super().add_row(
            *(on_one_line(cell) if isinstance(cell, str) else cell for cell in cells), **style
        )


def plain_table(*columns: str, title: str | None = None, left: int = 1) -> Table:
    """A table whose first ``left`` columns are aligned left and the others right."""
    table = _PlainTable(
        title=title and visible(title), box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False
    )
    for number, column in enumerate(columns):
        table.add_column(on_one_line(column), justify="left" if number < left else "right")
    return table
