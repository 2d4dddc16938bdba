"""Picture of the ledger: savings and costs of each macro."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....experiments.store import LedgerRow
from ....rules.text.sentences import counted
from ...html.markup import Markup, el
from ...html.tables import HtmlTable, Picture, svg
from ...text.numbers import rounded
from .axes import Scale, across, short
from .charts import WIDTH, legend

MOST_BARS = 24
"""Macros of a picture: those that save most and those that cost most."""

KEY = legend(("pays", "saves work"), ("does-not-pay", "costs work"))

ROW, LEFT = 20, 62


def utility_pictures(ledger: Iterable[LedgerRow]) -> list[Picture]:
    """For each algorithm the operator applications that a search without the macro makes more, per problem."""
    measured: dict[str, list[LedgerRow]] = {}
    for row in ledger:
        if row.saved_applications is not None:
            measured.setdefault(row.configuration, []).append(row)
    return [
        _picture(name, sorted(rows, key=lambda row: -_saved(row)))
        for name, rows in measured.items()
    ]


def _picture(configuration: str, rows: Sequence[LedgerRow]) -> Picture:
    half = MOST_BARS // 2
    shown = rows if len(rows) <= MOST_BARS else [*rows[:half], *rows[-half:]]
    values = [_saved(row) for row in shown]
    low, high = min(0.0, *values), max(0.0, *values)
    room = 0.04 * (high - low) or 1.0
    scale = Scale(low - (room if low else 0), high + room, LEFT, WIDTH - 14)
    bottom = 10 + ROW * len(shown)
    parts: list[Markup] = [
        across(scale, 4, bottom, "operator applications saved, per problem", short)
    ]
    for place, (row, value) in enumerate(zip(shown, values, strict=True)):
        begin, end = sorted((scale(0), scale(value)))
        y = 8 + ROW * place
        parts += [
            el("text", row.macro[:9], x=LEFT - 6, y=y + 11, text_anchor="end"),
            el(
                "rect",
                x=begin,
                y=y,
                width=max(end - begin, 0.8),
                height=13,
                rx=2,
                class_="pays" if value >= 0 else "does-not-pay",
            ),
        ]
    parts.append(el("line", x1=scale(0), x2=scale(0), y1=4, y2=bottom, class_="base"))
    best, worst = rows[0], rows[-1]
    saves = sum(_saved(row) > 0 for row in rows)
    says = (
        f"Searched without one macro each: {saves:,} of {counted(len(rows), 'macro')} "
        f"{'saves' if saves == 1 else 'save'} work; {best.macro} saves most, {rounded(_saved(best))} per problem"
    )
    if len(rows) > 1:
        says += f", {worst.macro} {'costs most' if _saved(worst) < 0 else 'saves least'}, {rounded(abs(_saved(worst)))}"
    if len(shown) < len(rows):
        says += f". Drawn are the {half} at either end"
    table = HtmlTable(
        f"{configuration}: what each macro saves, per problem",
        ["macro", "operator applications saved", "moves saved", "solutions with it"],
        [
            [
                row.macro,
                rounded(row.saved_applications),
                rounded(row.saved_moves),
                "-" if row.solutions is None else f"{row.solutions:,}",
            ]
            for row in rows
        ],
    )
    drawing = svg(WIDTH, bottom + 38, f"{configuration}: {says}.", parts)
    return Picture(f"What each macro is worth: {configuration}", f"{says}.", drawing, table, KEY)


def _saved(row: LedgerRow) -> float:
    return row.saved_applications or 0.0
