"""The section on each algorithm before and after learning: means, every problem, expansions, lengths."""

from __future__ import annotations

from ....experiments.statistics.comparison import Comparison
from ...html.markup import Child, Markup, el
from ..data.comparisons import PAIRS
from ..pictures.charts import bars, cumulative, lengths
from ..pictures.scatter import scatters
from .content import Content


def before_after(content: Content) -> list[Child]:
    """The problems asked for lie open, the random pairs beyond are to be opened."""
    articles = [
        (comparison, _article(number, comparison))
        for number, comparison in enumerate(content.comparisons)
    ]
    beyond = [article for comparison, article in articles if comparison.group == PAIRS]
    parts: list[Child] = [article for comparison, article in articles if comparison.group != PAIRS]
    if beyond:
        parts.append(
            el("details", el("summary", "The same for the random pairs"), beyond, class_="numbers")
        )
    return parts


def _article(number: int, comparison: Comparison) -> Markup:
    pictures = scatters(comparison)
    choice = el(
        "p",
        el(
            "label",
            "Measure ",
            el(
                "select",
                [
                    el("option", picture.title.split(": ")[1], value=picture.name)
                    for picture in pictures
                ],
                class_="measure",
            ),
        ),
        class_="choose needs-script",
    )
    title = comparison.method + (f": {comparison.group}" if comparison.group else "")
    return el(
        "article",
        el("h3", title),
        el(
            "div",
            bars(comparison).markup() if any(p.both_solved for p in comparison.pairs) else None,
            el("div", choice, [picture.markup() for picture in pictures], class_="scatters"),
            el(
                "div", cumulative(comparison).markup(), lengths(comparison).markup(), class_="stack"
            ),
            class_="figures three",
        ),
        el("div", class_="pairs needs-script"),
        class_="comparison",
        data_comparison=number,
    )
