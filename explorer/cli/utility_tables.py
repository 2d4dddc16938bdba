"""The tables of ``arcwise utility``, for people and as comma-separated values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...experiments.designs.sweep import LABELS, Sweep
from ...experiments.execute.perform import PARBERRY
from .console import out, plain_table
from .sweep_table import Row

BETWEEN = 3
"""Blanks between two columns of a table."""


def heading(sweep: Sweep) -> str:
    """What was measured, in three lines."""
    limit = sweep.options.limits.nodes
    if len(sweep.seeds) == 1:
        many = f"{counted(sweep.problems, 'random problem')}, seed {sweep.seeds[0]}"
    else:
        many = f"{counted(sweep.problems, 'random problem')} for each of {len(sweep.seeds)} seeds"
    if limit:
        many += f", at most {limit:,} expansions each"
    return (
        f"{sweep.domain.theory.name}: {many}\n"
        "means with 95 % intervals over problems and seeds; applications, learning and gain in operator applications;\n"
        "ratio of work: with macros over without; pays after: so many problems\n"
    )


def counted(number: int, what: str) -> str:
    """A number of things."""
    return f"{number:,} {what}{'s' if number != 1 else ''}"


Cell = Callable[[Row], str]

COLUMNS: Sequence[tuple[str, Cell]] = (
    ("refused", lambda row: _short(row["refused"])),
    ("solved", lambda row: f"{row['solved']}/{row['problems']}"),
    ("expanded", lambda row: _spread(row, "expanded")),
    ("generated", lambda row: _spread(row, "generated")),
    ("applications", lambda row: _spread(row, "operator_applications")),
    ("moves", lambda row: _spread(row, "moves", 1)),
    ("time (ms)", lambda row: _spread(row, "elapsed", 2, 1000)),
    ("ratio of work", lambda row: _interval(row, "operator_applications_ratio")),
    ("learning", lambda row: _learning(row)),
    ("gain a problem", lambda row: _gain(row)),
    ("pays after", lambda row: pays_text(row)),
)


def print_rows(found: Sequence[Row]) -> None:
    """Print a table for each algorithm, in as many parts as the width of the terminal asks for."""
    for algorithm in dict.fromkeys(row["algorithm"] for row in found):
        group = [row for row in found if row["algorithm"] == algorithm]
        columns = [(words, [cell(row) for row in group]) for words, cell in COLUMNS]
        fixed = [("", [_label(row) for row in group])]
        if algorithm == PARBERRY:
            columns = columns[1:7]
        else:
            fixed.append(("macros", [_short(row["macros"]) for row in group]))
        title: str | None = _title(algorithm)
        for part in _parts(columns, out().width - _width(fixed)):
            table = plain_table(*(words for words, _ in (*fixed, *part)), title=title)
            title = None
            for cells in zip(*(cells for _, cells in (*fixed, *part)), strict=True):
                table.add_row(*cells)
            out().print(table)


Column = tuple[str, list[str]]


def _width(columns: Sequence[Column]) -> int:
    return sum(max(map(len, (words, *cells))) + BETWEEN for words, cells in columns)


def _parts(columns: Sequence[Column], width: int) -> list[list[Column]]:
    parts: list[list[Column]] = [[]]
    for column in columns:
        if parts[-1] and _width([*parts[-1], column]) > width:
            parts.append([])
        parts[-1].append(column)
    return parts


def _title(algorithm: str) -> str:
    return "Parberry's greedy algorithm" if algorithm == PARBERRY else algorithm


def _label(row: Row) -> str:
    if row["algorithm"] == PARBERRY:
        return "no search"
    words = LABELS[row["arm"]]
    if row["arm"] in ("duplicated", "kept-duplicates"):
        return f"{words}: {row['size']}"
    return f"{words}, of {row['size']}" if row["arm"] == "forgotten" else words


def _short(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"


def _spread(row: Row, name: str, digits: int = 0, factor: float = 1) -> str:
    """A mean, and half the width of its interval in per cent of it."""
    mean, low, high = (row[name + end] for end in ("", "_low", "_high"))
    if mean is None:
        return "-"
    text = f"{mean * factor:,.{digits}f}"
    if low is None or not mean:
        return text
    return f"{text} ±{50 * (high - low) / abs(mean):.0f}%"


def _learning(row: Row) -> str:
    cost = row["learning_applications"]
    return "-" if cost is None else f"{cost:,.0f}"


def _gain(row: Row) -> str:
    """A mean, and half the width of its interval, since it may be near 0."""
    mean, low, high = (row["gain_applications" + end] for end in ("", "_low", "_high"))
    if mean is None:
        return "-"
    return f"{mean:+,.0f}" if low is None else f"{mean:+,.0f} ±{(high - low) / 2:,.0f}"


def _interval(row: Row, name: str) -> str:
    mean, low, high = (row[name + end] for end in ("", "_low", "_high"))
    if mean is None:
        return "-"
    return f"{mean:.2f}" if low is None else f"{mean:.2f} ({low:.2f}-{high:.2f})"


def pays_text(row: Row) -> str:
    """After how many problems learning is paid for: a number, ``never``, or ``unclear`` where chance decides."""
    gain, low, high = (row["gain_applications" + end] for end in ("", "_low", "_high"))
    if gain is None or row["learning_applications"] is None:
        return "-"
    if low is not None and low <= 0 < high:
        return "unclear"
    after = row["pays_after_applications"]
    return "never" if after is None else f"{after:,}"
