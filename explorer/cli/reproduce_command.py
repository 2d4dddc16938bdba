"""``arcwise reproduce``: every figure of the source texts, measured."""

from __future__ import annotations

import click

from ...experiments.designs.figures import (
    AVERAGES,
    MeasuredAverage,
    Reproduced,
    figures,
    measure_average,
    reproduce,
)
from ..views.survey import reproduced_view
from .budgeted import interrupted
from .console import progress_over
from .help import command
from .present import present


@command("reproduce", examples=["arcwise reproduce"])
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--averages", is_flag=True, help="Also measure S's means over random boards (a minute)."
)
def reproduce_command(as_json: bool, averages: bool) -> int:
    """Measure every figure of four source texts beside what they print, and beside independent counts.

    *published* is what the text itself prints, with the place; *reference* was counted by an independent program. K is Kantz 2005, M Markov, Russell and Neller 2005, R the Ruby text of 2013, S Shum, Gu and Yuk 2020. Exit code 1
    when a figure is not equal.
    """
    rows: list[Reproduced] = []
    means: list[MeasuredAverage] = []
    finished = True
    try:
        _measure(rows, means, with_averages=averages)
    except KeyboardInterrupt:
        finished = False
    view = reproduced_view(rows, means)
    present(view, as_json=as_json)
    if not finished:
        return interrupted(None, "what was measured until then stands above")
    return 1 if view.data["unequal"] else 0


def _measure(rows: list[Reproduced], means: list[MeasuredAverage], *, with_averages: bool) -> None:
    """Measure every figure, and report each when it is done."""
    with progress_over(len(figures()), "measuring") as tick:
        for row in reproduce():
            rows.append(row)
            tick(1, row.figure.what)
    if with_averages:
        with progress_over(len(AVERAGES), "random boards") as tick:
            for average in AVERAGES:
                means.append(measure_average(average))
                tick(1, average.heuristic)
