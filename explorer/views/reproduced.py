"""Figures of the source texts, published and measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.text import Text

from ...experiments.designs.averages import MeasuredAverage
from ...experiments.designs.figures import Measured, Reproduced
from .view import Heading, Part, Table, View


def reproduced_view(rows: Sequence[Reproduced], means: Sequence[MeasuredAverage] = ()) -> View:
    """All rows, and how many are equal."""
    unequal = sum(not row.equal for row in rows) + sum(not mean.agrees for mean in means)
    data = {
        "rows": [_row_data(row) for row in rows],
        "averages": [_mean_data(mean) for mean in means],
        "unequal": unequal,
    }
    parts: list[Part] = [
        Table(
            ["", "problem and search", "published", "measured", "equal"],
            [_cells(row) for row in rows],
            left=5,
        ),
        Heading(f"{sum(row.equal for row in rows)} of {len(rows)} rows equal"),
        *(Heading(_sentence(mean)) for mean in means),
    ]
    return View(parts, data)


def _row_data(row: Reproduced) -> dict[str, Any]:
    return {
        "text": row.figure.text,
        "what": row.figure.what,
        "published": row.figure.expected,
        "measured": row.measured,
        "equal": row.equal,
        "remark": row.figure.remark,
    }


def _mean_data(mean: MeasuredAverage) -> dict[str, Any]:
    found = {"mean": mean.mean, "standard_error": mean.error, "agrees": mean.agrees}
    return {**asdict(mean.average), **found}


def _cells(row: Reproduced) -> list[str | Text]:
    what = Text(row.figure.what)
    if row.figure.remark:
        what.append(f"\n{row.figure.remark}", style="dim")
    equal = Text("yes", style="green") if row.equal else Text("NO", style="bold red")
    return [row.figure.text, what, _words(row.figure.expected), _words(row.measured), equal]


def _sentence(mean: MeasuredAverage) -> str:
    average = mean.average
    return (
        f"S: A* {average.heuristic}, mean expansions over random boards: published {average.published:,.0f}, "
        f"measured {mean.mean:,.0f} with standard error {mean.error:,.0f} on {average.boards}: "
        + ("agrees" if mean.agrees else "DOES NOT AGREE")
    )


def _words(values: Measured) -> Text:
    return Text("\n".join(f"{name} {_number(value)}" for name, value in values.items()))


def _number(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:,}"
