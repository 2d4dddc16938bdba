"""The section on each algorithm before and after learning: means, every problem, expansions, lengths."""

from __future__ import annotations

from ..data.duels import PAIRS, Duel
from ..html.markup import Child, Markup, el
from ..pictures.charts import bars, cumulative, lengths
from ..pictures.scatter import scatters
from .content import Content


def before_after(content: Content) -> list[Child]:
    """The problems asked for lie open, the random pairs beyond are to be opened."""
    articles = [(duel, _duel(number, duel)) for number, duel in enumerate(content.duels)]
    beyond = [article for duel, article in articles if duel.group == PAIRS]
    parts: list[Child] = [article for duel, article in articles if duel.group != PAIRS]
    if beyond:
        parts.append(
            el("details", el("summary", "The same for the random pairs"), beyond, class_="numbers")
        )
    return parts


def _duel(number: int, duel: Duel) -> Markup:
    pictures = scatters(duel)
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
    title = duel.label + (f": {duel.group}" if duel.group else "")
    return el(
        "article",
        el("h3", title),
        el(
            "div",
            bars(duel).markup() if any(p.both_solved for p in duel.comparison.pairs) else None,
            el("div", choice, [picture.markup() for picture in pictures], class_="scatters"),
            el("div", cumulative(duel).markup(), lengths(duel).markup(), class_="stack"),
            class_="figures three",
        ),
        el("div", class_="pairs needs-script"),
        class_="duel",
        data_duel=number,
    )
