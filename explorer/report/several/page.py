"""The page of several runs; each run's own page stands beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from urllib.parse import quote

from ....experiments.statistics.across_runs import AcrossRuns, names_of
from ....experiments.store import Run
from ....rules.text.sentences import counted, listed
from ...html.markup import Child, Markup, el, join
from ...html.one_page import Assets, fill_page, refreshing
from ...html.tables import HtmlTable
from .. import assets
from ..data.headline import headline
from ..sections.reproducing import command, glossary
from .pictures import MOST_PAIRS, over_time, scatter_pictures
from .tables import coverage_table, pairwise_table, verdict_table

SCRIPTS = ("page.js", "tables.js", "downloads.js")


def several_page(
    runs: Sequence[Run], links: Mapping[str, str] | None = None, *, refresh: int = 0
) -> str:
    """Runs side by side, as an HTML page that needs nothing else.

    Parameters
    ----------
    runs
        Two or more, as `read_run` gives them.
    links
        By the run's name as `names_of` gives it the address of its own page, if it has one.
    refresh
        After so many seconds the browser loads the page again; 0 for never.
    """
    across = AcrossRuns(names_of(runs))
    sections = [
        ("verdicts", "In a sentence each", _headlines(across, links or {})),
        ("learning", "Before and after learning", _table(verdict_table(across))),
        ("coverage", "Coverage", _coverage(across)),
        ("same", "The same problems in two runs", _same(across)),
        ("again", "Run it again", _again(across)),
        ("words", "What the words mean", glossary(None)),
    ]
    shown = [section for section in sections if section[2]]
    title = f"arcwise report: {listed(list(across.runs))}"
    contents = el("ul", [el("li", el("a", words, href=f"#{name}")) for name, words, _ in shown])
    body = join(
        [
            el("section", el("h2", words), parts, id=name, tabindex=-1)
            for name, words, parts in shown
        ]
    )
    script = "\n".join(map(_text, SCRIPTS))
    return fill_page(
        _text("page.html"),
        title,
        Assets(_text("page.css"), script),
        {"comparisons": []},
        {"contents": contents, "body": body, "refresh": refreshing(refresh)},
    )


def _headlines(across: AcrossRuns, links: Mapping[str, str]) -> list[Markup]:
    return [
        el(
            "div",
            el("p", headline(run), class_="headline"),
            el(
                "p",
                el("strong", name),
                f": {counted(len(run.problems), 'problem')}, {counted(len(run.searches), 'search', 'searches')}. ",
                el("a", "Its own page", href=quote(links[name])) if name in links else None,
                class_="lede",
            ),
        )
        for name, run in across.runs.items()
    ]


def _table(table: HtmlTable) -> Child:
    return table.markup() if table.rows else None


def _coverage(across: AcrossRuns) -> Child:
    table = coverage_table(across)
    if not table.rows:
        return None
    pictures = [picture.markup() for picture in over_time(across)]
    return [table.markup(), el("div", pictures, class_="figures")]


def _same(across: AcrossRuns) -> list[Child]:
    if not across.pairwise:
        return [
            el(
                "p",
                "These runs have no problem in common that the same configuration searched under the same condition, so "
                "that nothing can be said of one against the other.",
                class_="remark",
            )
        ]
    parts: list[Child] = [
        el("p", _remark(across), class_="remark"),
        pairwise_table(across).markup(),
    ]
    if (more := len(across.pairwise) - MOST_PAIRS) > 0:
        parts.append(el("p", f"{more:,} more pairs have no picture.", class_="remark"))
    for one, pictures in zip(across.pairwise, scatter_pictures(across), strict=False):
        parts.append(el("h3", f"{one.comparison.method}, {one.condition}"))
        parts.append(el("div", [picture.markup() for picture in pictures], class_="figures"))
    return parts


def _remark(across: AcrossRuns) -> str:
    """Remark on differences between runs, besides the one compared."""
    said = "These runs were made one after the other, not in turns: their times say less than those within a run."
    if across.differences:
        parts = [f"{name} ({'; '.join(texts)})" for name, texts in across.differences.items()]
        said += f" They differ in {listed(parts)}."
    if not across.one_machine:
        said += " So times are not compared."
    return said


def _again(across: AcrossRuns) -> Markup:
    return join(
        [
            el("div", el("h3", name), el("pre", command(run) or "not known", class_="command"))
            for name, run in across.runs.items()
        ]
    )


def _text(name: str) -> str:
    return resources.files(assets).joinpath(name).read_text(encoding="utf-8")
