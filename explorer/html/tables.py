"""Tables and pictures as they stand on the page: every picture has its numbers, and every table can be copied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .markup import Child, Markup, el
from .words import MEANINGS


@dataclass(frozen=True)
class HtmlTable:
    """A table.

    Parameters
    ----------
    caption
        What is in it.
    columns
        Their headings.
    rows
        The cells; the first of each row names it.
    left
        How many columns are words rather than numbers.
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1

    def markup(self) -> Markup:
        """The table in a frame that scrolls sideways where the page is narrow, with a button that copies it."""
        kind = ["" if place < self.left else "n" for place in range(len(self.columns))]
        head = el(
            "tr",
            [
                el("th", _term(name), scope="col", class_=kind[n] or None)
                for n, name in enumerate(self.columns)
            ],
        )
        body = [
            el(
                "tr",
                el("th", row[0], scope="row"),
                [el("td", cell, class_=kind[n] or None) for n, cell in enumerate(row[1:], 1)],
            )
            for row in self.rows
        ]
        table = el("table", el("caption", self.caption), el("thead", head), el("tbody", body))
        return el(
            "div",
            el("button", "Copy table", type="button", class_="copy needs-script"),
            el("div", table, class_="scroll", tabindex=0, role="region", aria_label=self.caption),
            class_="table",
        )


def _term(name: str) -> Child:
    """The name of a column, with what it means where that is in the list of words."""
    meaning = MEANINGS.get(name)
    return el("abbr", name, title=meaning) if meaning else name


@dataclass(frozen=True)
class Picture:
    """A picture with what it says in words and the numbers behind it.

    Parameters
    ----------
    title
        Its heading.
    says
        How to read it, in a sentence.
    drawing
        An SVG element.
    table
        Its numbers; None where they stand in another table, which ``says`` names.
    after
        What stands below the drawing.
    """

    title: str
    says: str
    drawing: Markup
    table: HtmlTable | None = None
    after: Child = None
    name: str | None = None
    hidden: bool = False

    def markup(self) -> Markup:
        """The figure."""
        return el(
            "figure",
            el("figcaption", el("strong", self.title), el("span", self.says)),
            self.drawing,
            self.after,
            None if self.table is None else numbers(self.table),
            data_name=self.name,
            hidden=self.hidden,
        )


def numbers(table: HtmlTable, words: str = "Numbers") -> Markup:
    """A table to be opened."""
    return el("details", el("summary", words), table.markup(), class_="numbers")


def svg(width: float, height: float, label: str, *children: Child, class_: str = "") -> Markup:
    """A drawing with a text for those who do not see it."""
    return el(
        "svg",
        children,
        viewbox=f"0 0 {width:g} {height:g}",
        role="img",
        aria_label=label,
        class_=f"drawing {class_}".strip(),
    )
