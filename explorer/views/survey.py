"""View of a survey: a table, and plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...experiments.configuration import Configuration
from ...experiments.designs.survey import Survey
from ...experiments.row import engine_of, method_of
from ...rules.text.state_text import goal_cells
from ..text.numbers import limits_of
from .view import Heading, Part, Table, View

DIGITS = {"expanded": 0, "generated": 0, "moves": 1, "cost": 1, "elapsed": 4}
"""Digits after the point of each mean."""


def survey_view(found: Survey) -> View:
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
