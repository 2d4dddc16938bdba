"""Tables of stages as people are shown them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.view import Heading, Sentence, Table, View
from ..algorithms import ALGORITHMS, CHOICE, LOWER_H, Algorithm, Weights
from .conditions import CONDITIONS
from .stage import Stage
from .tables import stages_of

SHOWN = 2
"""Rounds of beams that a table shows; all later ones are like the last."""


@checked
def stages_view(algorithm: str | Algorithm) -> View:
    """A table of stages as a view: a row for each search, and what the words of its conditions mean.

    Parameters
    ----------
    algorithm
        ``auto``, ``fast``, the file of another table, or what `table_of` made.

    Raises
    ------
    InputError
        An algorithm that has no stages.
    """
    row = ALGORITHMS.find(algorithm) if isinstance(algorithm, str) else algorithm
    if row.loop != CHOICE:
        raise InputError(
            "this algorithm has no stages", expected="auto, fast or a table", found=row.name
        )
    all_of_them = list(stages_of(row))
    last = max((one.together for one in all_of_them), default=0)
    shown = [one for one in all_of_them if one.together <= SHOWN]
    words = [word for one in shown for word in one.conditions]
    used = [one for one in CONDITIONS if one in words or f"not {one}" in words]
    columns = ("search", "h", "expansions", "of the rest", "of the time", "until", "when")
    rows = [(*map(_shown, _cells(one)), ", ".join(one.conditions)) for one in shown]
    more = [Sentence(f"Rounds 3 to {last} are like round 2, each with beams ten times as wide.")]
    return View(
        [
            Table(columns, rows, left=2, words=True),
            *(more if last > SHOWN else []),
            Heading(),
            Table(
                ("condition", "meaning"), [(one, CONDITIONS[one][0]) for one in used], words=True
            ),
        ],
        {"algorithm": row.name, "stages": [_values(one) for one in all_of_them]},
    )


def _cells(stage: Stage) -> Iterator[Any]:
    row, name = stage.row, stage.row.name
    if row.open_list == "level-beam":
        name += (
            f" of {row.beam_width:,}"
            if stage.narrowest is None
            else f" of {row.beam_width:,} or fewer"
        )
    elif isinstance(row.f, Weights) and row.f.h > 1:
        name += f", {row.f.h:g} h"
    elif row.arc_order:
        name += f", order {row.arc_order}"
    elif row.takes("ties") and row.ties not in ("oldest", LOWER_H) and row.loop == "best-first":
        name += f", {row.ties} first"
    if stage.look:
        name += " (first look)"
    yield f"{name} (round {stage.together})" if stage.together else name
    yield stage.heuristic if row.informed else "none"
    yield from (stage.nodes, None if stage.share == 1 else stage.share, stage.time, stage.until)


def _shown(value: Any) -> str:
    if value is None:
        return "all"
    if callable(value):
        return str(value.__name__.replace("_", " "))
    if isinstance(value, float):
        return str(Fraction(value).limit_denominator(20))
    return f"{value:,}" if isinstance(value, int) else str(value)


def _values(stage: Stage) -> dict[str, Any]:
    names = ("search", "heuristic", "nodes", "share", "time", "until")
    found = dict(zip(names, map(_plain, _cells(stage)), strict=True))
    return {**found, "when": list(stage.conditions), "why": stage.why, "look": stage.look}


def _plain(value: Any) -> Any:
    return _shown(value) if callable(value) else value
