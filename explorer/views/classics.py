"""Views of the classics: published beside measured, with the verdict; and the page of the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from ...experiments.classics.classic import SAME_SHAPE, Classic
from ...experiments.designs.figures import NOT, REPRODUCED, Reproduced
from ...rules.text.words import counted, listed
from ...rules.view import Heading, Items, Part, Sentence, Table, View
from .survey import figure_words, plain_number

STYLES = {REPRODUCED: "green", SAME_SHAPE: "yellow", NOT: "bold red"}


def classics_view(rows: Sequence[Reproduced], *, whole: bool = False) -> View:
    """Measured classics as a table; whole with paper, commands and assumptions of each."""
    parts: list[Part] = [
        Table(
            ["", "paper", "published", "recomputed", "measured", "verdict"],
            [_cells(row) for row in rows],
            left=6,
        ),
        Heading(_counts(rows)),
        *(Sentence(one) for one in _doubts(rows)),
    ]
    if whole:
        parts += [part for row in rows for part in _whole(_classic(row), row)]
    data = {
        "rows": [classic_data(_classic(row), row) for row in rows],
        **{verdict.replace(" ", "_"): _many(rows, verdict) for verdict in STYLES},
    }
    return View(parts, data)


def listed_view(rows: Sequence[Classic]) -> View:
    """Classics by name, not measured."""
    table = Table(
        ["", "paper", "what is claimed"], [[row.name, row.text, row.what] for row in rows], left=3
    )
    return View([table], {"rows": [classic_data(row) for row in rows]})


def classic_data(classic: Classic, row: Reproduced | None = None) -> dict[str, Any]:
    """A classic as plain values, with what was measured."""
    data: dict[str, Any] = {
        "name": classic.name,
        "text": classic.text,
        "paper": classic.paper,
        "claim": classic.what,
        "where": classic.where,
        "published": classic.published,
        "recomputed": classic.reference,
        "remark": classic.remark,
        "assumed": classic.assumed,
        "commands": [f"arcwise {command}" for command in classic.commands],
    }
    if row is not None:
        data |= {
            "measured": row.measured,
            "verdict": row.verdict,
            "reason": classic.reason(row.measured),
            "read_otherwise": classic.other_reading(row.measured),
        }
    return data


def _classic(row: Reproduced) -> Classic:
    assert isinstance(row.figure, Classic)
    return row.figure


def _many(rows: Sequence[Reproduced], verdict: str) -> int:
    return sum(row.verdict == verdict for row in rows)


def _counts(rows: Sequence[Reproduced]) -> str:
    said = ", ".join(f"{_many(rows, verdict)} {verdict}" for verdict in STYLES)
    return f"{counted(len(rows), 'result')}: {said}"


def _printed(rows: Sequence[Reproduced]) -> str:
    """Whether what was reproduced stands in papers, or was recomputed."""
    equal = [row for row in rows if row.verdict == REPRODUCED]
    printed = sum(bool(row.figure.published) for row in equal)
    return f"Of those reproduced, {printed} equal figures read in the paper; the others equal recomputed ones."


def _doubts(rows: Sequence[Reproduced]) -> Iterator[str]:
    """Claims that do not hold, and the results whose shape another reading does not have."""
    for row in rows:
        if failed := _classic(row).fails(row.measured):
            yield f"{_classic(row).name} is *not*; of its claims these do not hold: {'; '.join(failed)}."
    open_ones = [_classic(row).name for row in rows if _classic(row).rests_on_reading(row.measured)]
    if open_ones:
        yield (
            f"The verdict rests on how the paper is read, or on what is counted, in {listed(open_ones)}: "
            "see *read otherwise* there."
        )


def _cells(row: Reproduced) -> list[str | Text]:
    classic = _classic(row)
    published = figure_words(classic.published)
    if not classic.expected:
        published = Text("claims only", style="dim")
    elif classic.where:
        published.append(f"\n{classic.where}", style="dim")
    return [
        *(classic.name, classic.text, published, figure_words(classic.reference)),
        *(figure_words(row.measured), Text(row.verdict, style=STYLES[row.verdict])),
    ]


def _whole(classic: Classic, row: Reproduced) -> Iterator[Part]:
    yield Heading(f"{classic.name}: {row.verdict}")
    yield Sentence(f"{classic.text}. {classic.paper}.")
    yield Sentence(f"Claim: {classic.what}.")
    yield Sentence(f"Verdict: {classic.reason(row.measured)}.")
    if other := classic.other_reading(row.measured):
        yield Sentence(f"Read otherwise: {other}.")
    if classic.remark:
        yield Sentence(f"Figures: {classic.remark}")
    if classic.assumed:
        yield Sentence(f"Assumed: {classic.assumed}")
    yield Items([f"arcwise {command}" for command in classic.commands])


def classics_page(rows: Sequence[Reproduced]) -> str:
    """The page of the documentation, as Markdown."""
    lines = [
        "# Classics",
        "",
        "Well-known results on learning in search, each published beside measured. This page is what `arcwise classics --markdown` prints;",
        "`arcwise classics NAME` measures one, `--list` names them, and `--quick` measures all on fewer problems in about two minutes.",
        "",
        "*Published* is what the paper prints and could be read; *recomputed* is what an independent program or a count gives. The verdict is",
        "*reproduced* if all these figures are equal. It is *same shape* if figures differ or none could be read, and every claim holds. It is",
        "*not* if a claim does not hold. *Read otherwise* has other measures, and other readings of what the paper leaves open; they are",
        "no part of the verdict.",
        "",
        f"{_counts(rows)}. {_printed(rows)}",
        *(line for one in _doubts(rows) for line in ("", one)),
        "",
        "| result | paper | verdict |",
        "|---|---|---|",
    ]
    for row in rows:
        classic = _classic(row)
        lines.append(f"| [{classic.name}](#{classic.name}) | {classic.text} | {row.verdict} |")
    for row in rows:
        lines += ["", *_section(_classic(row), row)]
    return "\n".join(lines) + "\n"


def _section(classic: Classic, row: Reproduced) -> Iterator[str]:
    yield f"## {classic.name}"
    yield ""
    yield f"{classic.text}. {classic.paper}."
    yield ""
    yield f"Claim: {classic.what}."
    yield ""
    yield "| figure | published | recomputed | measured |"
    yield "|---|---|---|---|"
    for name in dict.fromkeys((*classic.expected, *row.measured)):
        columns = (classic.published, classic.reference, row.measured)
        cells = [plain_number(one[name]) if name in one else "" for one in columns]
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""
    yield f"Verdict: *{row.verdict}*; {classic.reason(row.measured)}."
    if other := classic.other_reading(row.measured):
        yield ""
        yield f"Read otherwise: {other}."
    if classic.where or classic.remark:
        yield ""
        said = [f"Figures: {classic.where}." if classic.where else "", classic.remark]
        yield " ".join(filter(None, said))
    if classic.assumed:
        yield ""
        yield f"Assumed: {classic.assumed}"
    yield ""
    yield from (f"    arcwise {command}" for command in classic.commands)
