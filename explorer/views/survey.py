"""Views of a survey, and of the figures of the source texts: a table, and plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.text import Text

from ...experiments.configuration import Configuration
from ...experiments.designs.figures import Measured, MeasuredAverage, Reproduced
from ...experiments.designs.survey import Survey
from ...experiments.row import engine_of, method_of
from ...rules.text.state_text import goal_cells
from ...rules.view import Heading, Part, Table, View
from ..text.numbers import limits_of

DIGITS = {"expanded": 0, "generated": 0, "moves": 1, "cost": 1, "elapsed": 4}
"""Digits after the point of each mean."""


def survey_view(found: Survey, longest: int | None = None) -> View:
    """The complete view of a survey."""
    settings, count = found.run.settings, len(found.run.problems)
    records = [_record(found, one) for one in found.configurations]
    parts: list[Part] = [
        Heading(
            f"{settings['theory_name']}: {count} random solvable problems, seed {settings['seed']}, "
            f"{limits_of(found.run)}; means over the solved\n"
        ),
        _table(records),
    ]
    if found.unsolvable is not None:
        words = f"with two tiles swapped, {found.unsolvable} of {count} are known to be unsolvable, unsearched"
        parts.append(Heading(words))
    data = {
        "theory": settings["theory_name"],
        "goal": goal_cells(found.run.problems[0].goal),
        "count": count,
        "seed": settings["seed"],
        "limits": settings["options"]["limits"],
        "rows": records,
        "unsolvable_recognised": found.unsolvable,
        "finished": found.finished,
    }
    return View(parts, data, records)


def _record(found: Survey, one: Configuration) -> dict[str, Any]:
    means = found.means[one.name]
    rows = [row for row in found.rows if row.configuration == one.name]
    return {
        "configuration": one.name,
        "algorithm": method_of(one.name, rows),
        "engine": engine_of(rows),
        "problems": len(rows),
        "solved": found.solved[one.name],
        **{name: None if mean is None else mean.mean for name, mean in means.items()},
    }


def _table(records: Sequence[dict[str, Any]]) -> Table:
    return Table(
        ["", "engine", "solved", "expanded", "generated", "moves", "cost", "time (s)"],
        [
            [
                row["algorithm"],
                row["engine"].removeprefix("engine "),
                f"{row['solved']}/{row['problems']}",
                *(
                    "-" if row[name] is None else f"{row[name]:,.{digits}f}"
                    for name, digits in DIGITS.items()
                ),
            ]
            for row in records
        ],
        left=2,
    )


def figure_view(found: Reproduced, longest: int | None = None) -> View:
    """One figure, measured again."""
    return reproduced_view([found])


def reproduced_view(rows: Sequence[Reproduced], means: Sequence[MeasuredAverage] = ()) -> View:
    """All rows, and how many of the published figures and of the references are equal."""
    unequal = sum(not row.equal for row in rows) + sum(not mean.agrees for mean in means)
    kinds = {
        "published": [(row, row.figure.published) for row in rows],
        "reference": [(row, row.figure.reference) for row in rows],
    }
    counts = {
        kind: (sum(row.equal_of(some) for row, some in pairs), sum(len(some) for _, some in pairs))
        for kind, pairs in kinds.items()
    }
    data = {
        "rows": [_row_data(row) for row in rows],
        "averages": [_mean_data(mean) for mean in means],
        "published": dict(zip(("equal", "figures"), counts["published"], strict=True)),
        "reference": dict(zip(("equal", "figures"), counts["reference"], strict=True)),
        "unequal": unequal,
    }
    (printed, of_printed), (counted, of_counted) = counts.values()
    parts: list[Part] = [
        Table(
            ["", "problem and search", "published", "reference", "measured", "equal"],
            [_cells(row) for row in rows],
            left=6,
        ),
        Heading(f"{sum(row.equal for row in rows)} of {len(rows)} rows equal"),
        Heading(f"published, printed by the text itself: {printed} of {of_printed} figures equal"),
        Heading(
            f"reference, counted by an independent program: {counted} of {of_counted} figures equal"
        ),
        *(Heading(_sentence(mean)) for mean in means),
    ]
    return View(parts, data)


def _row_data(row: Reproduced) -> dict[str, Any]:
    return {
        "text": row.figure.text,
        "what": row.figure.what,
        "published": row.figure.published,
        "where": row.figure.where,
        "reference": row.figure.reference,
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
    figure = row.figure
    published = figure_words(figure.published)
    if figure.where:
        published.append(f"\n{figure.where}", style="dim")
    return [
        *(figure.text, what, published),
        *(figure_words(figure.reference), figure_words(row.measured), equal),
    ]


def _sentence(mean: MeasuredAverage) -> str:
    average = mean.average
    return (
        f"S: A* {average.heuristic}, mean expansions over random boards: reference {average.reference:,.0f}, "
        f"measured {mean.mean:,.0f} with standard error {mean.error:,.0f} on {average.boards}: "
        + ("agrees" if mean.agrees else "DOES NOT AGREE")
        + f"; the text's table has an average queue of {average.queue:,.0f}"
    )


def figure_words(values: Measured) -> Text:
    """Figures by name, a line each."""
    return Text("\n".join(f"{name} {plain_number(value)}" for name, value in values.items()))


def plain_number(value: float | str) -> str:
    """A figure as people read it."""
    return value if isinstance(value, str) else f"{value:,}"
