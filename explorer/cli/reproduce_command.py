"""``arcwise reproduce``: every figure of the source texts, measured."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click
from rich.text import Text

from ...experiments.designs.averages import AVERAGES, MeasuredAverage, measure_average
from ...experiments.designs.figures import Measured, Reproduced, figures, reproduce
from .console import progress_over
from .present import Heading, Part, Table, View, present


@click.command("reproduce")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--averages", is_flag=True, help="S's means over random boards too (a minute).")
def reproduce_command(as_json: bool, averages: bool) -> int:
    """Measure every figure of the five source texts and say whether it comes out.

    K is Kantz 2005, M Markov, Russell and Neller 2005, R the Ruby text of 2013, S Shum, Gu and Yuk 2020. Exit code 1
    when a figure does not come out.
    """
    with progress_over(len(figures()), "measuring") as tick:
        rows = []
        for row in reproduce():
            rows.append(row)
            tick(1, row.figure.what)
    means = _averages() if averages else []
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
    present(View(parts, data), as_json=as_json)
    return 1 if unequal else 0


def _averages() -> list[MeasuredAverage]:
    with progress_over(len(AVERAGES), "random boards") as tick:
        means = []
        for average in AVERAGES:
            means.append(measure_average(average))
            tick(1, average.heuristic)
    return means


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


def _words(values: Measured) -> str:
    return "\n".join(f"{name} {_number(value)}" for name, value in values.items())


def _number(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:,}"
