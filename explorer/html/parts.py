"""The parts of a view as HTML, for pages, notebooks and the playground; and the glossary of a page."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...rules.text.words import counted
from ...rules.view import (
    Badge,
    Badges,
    Beside,
    Between,
    Boards,
    Fold,
    Heading,
    Items,
    Lines,
    PageOnly,
    Part,
    Picture,
    Sentence,
    Table,
    Tree,
    View,
)
from .boards import boards_markup
from .markup import (
    Assets,
    Attribute,
    Child,
    Markup,
    asset,
    base_assets,
    el,
    fill_page,
    folded,
    join,
)
from .pictures import picture_markup
from .trees import tree_forms

MEANINGS = {
    "solved": "Problems for which a path was found within the limits.",
    "expanded": "States whose successors were asked for.",
    "generated": "Successor states made by arcs and macros, before any duplicate is dropped.",
    "operator applications": "Moves made while searching; a macro counts as many as it is long. The verdict rests on it, "
    "because it is the work that a macro cannot hide.",
    "peak open": "The most states that waited at once.",
    "steps": "Arcs and macros of a solution, a macro counting as one.",
    "moves": "Moves of a solution with its macros unrolled.",
    "cost": "What the moves of a solution cost in all.",
    "time": "Seconds that the search took by the clock.",
    "ratio": "After divided by before, for every problem solved both times, then the geometric mean, in which halving and "
    "doubling cancel. Below 1 is less after learning.",
    "95% interval": "A t-interval of the mean; of a ratio, of the mean of its logarithms. Of intervals made like this for other "
    "problems of the same kind, 95 % contain the true value.",
    "quartiles": "The middle half of the problems' ratios lies between these two.",
    "pays, does not pay": "The operator applications' ratio surely lies below 0.98, or above 1.02, also if a tenfold one was "
    "missed among the problems; or more, or fewer, problems were solved.",
    "no difference": "The interval lies within 0.98 to 1.02, of fourteen problems or more.",
    "mixed": "Work says one thing, and the time, beyond its noise, or the problems solved say the other.",
    "too few": "The interval reaches over both sides of 1, or so few problems can miss a kind that tells the opposite.",
    "macro": "A macro-operator: a sequence of moves explained from one solved example and made as general as its explanation "
    "allows.",
    "tried": "How often the macro's conditions were looked at.",
    "matched": "How often they held, so that the macro made a successor.",
    "applied": "How often the macro is a step of a solution.",
    "saved": "How much more a search without this macro does per problem; below zero the macro adds work or moves.",
    "start, goal": "The two states of a problem, row by row.",
}
"""Meaning of each word on the page, in a sentence or two."""


LONGEST = 400
"""Letters of a term on a page; longer ones are cut."""

MOST_ITEMS = 100
"""Items of a list that are shown; the others are counted."""


def view_page(title: str, view: View) -> str:
    """A view as one page, which works offline; its data are in the page too.

    Parameters
    ----------
    title
        The heading of the page.
    view
        What it shows.
    """
    own = Assets(asset("view.css"), "")
    return fill_page(
        asset("view.html"),
        title,
        base_assets().before(own),
        view.data,
        {"main": join(part_markup(part) for part in view.parts)},
    )


def part_markup(part: Part) -> Markup:
    """A part of a view; a table stands in a frame that scrolls sideways where the page is narrow, with a button that copies it."""
    match part:
        case Table():
            return el(
                "div",
                el("button", "Copy table", type="button", class_="copy needs-script"),
                el(
                    "div",
                    table_markup(part),
                    class_="scroll",
                    tabindex=0,
                    role="group",
                    aria_label=part.title or "Table",
                ),
                class_="table",
            )
        case Sentence():
            return el("p", _coded(part.text), class_=part.look or None)
        case Lines():
            return el("pre", part.text.rstrip())
        case Heading():
            text = part.text.strip().removeprefix("== ")
            name = f"h{part.level}" if part.level else "p"
            return el(name, text) if text else Markup("")
        case Badges():
            return el("ul", map(_badge, part.items), class_="verdicts")
        case Fold():
            return folded(part.title, part.parts)
        case Beside():
            return el("div", part.parts, class_=part.look, data_comparison=part.number)
        case PageOnly():
            return Markup(part.markup)
        case Items():
            more = len(part.items) - MOST_ITEMS
            left = [f"… {counted(more, f'more {part.word}')}"] if more > 0 else []
            return el("ul", [el("li", one) for one in (*part.items[:MOST_ITEMS], *left)])
        case Between():
            return el("hr")
        case Tree():
            return el("div", trees_markup(part, both=True), class_="proofs")
        case Boards():
            return boards_markup(part)
        case Picture():
            return picture_markup(part)


def _coded(text: str) -> list[Child]:
    """The text of a sentence, in which code stands between backquotes."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return [text]
    return [el("code", one) if place % 2 else one for place, one in enumerate(pieces)]


def _badge(badge: Badge) -> Markup:
    """A verdict as an item of a list."""
    kind = badge.word.partition(" (")[0].replace(" ", "-")
    look = kind if badge.look is None else badge.look
    return el(
        "li",
        el("span", badge.word, class_=f"badge {look}".strip()),
        el("strong", badge.what),
        el("span", badge.evidence, class_="evidence"),
        el("span", badge.more, class_="coverage") if badge.more else None,
    )


def trees_markup(tree: Tree, *, both: bool = False) -> list[Markup]:
    """Each column of a tree, with what it shows below it where there are several.

    Parameters
    ----------
    tree
        The tree.
    both
        Whether the style of the page chooses between a drawing and an outline, by the width of its place; else drawings are
        shown wherever they are not too wide.
    """
    shown: list[Child] = []
    for drawn, outline in tree_forms(tree):
        if drawn is None or not both:
            shown.append(outline if drawn is None else drawn)
        else:
            shown.append([el("div", drawn, class_="drawn"), el("div", outline, class_="narrow")])
    if len(shown) == 1:
        return [join(shown)]
    captions = [*tree.columns]
    if tree.bold:
        captions[-1] += f"; {tree.word}s in bold are {tree.bold}"
    return [
        el("figure", picture, el("figcaption", caption))
        for picture, caption in zip(shown, captions, strict=True)
    ]


def table_markup(
    table: Table,
    words: Mapping[str, Attribute] = MappingProxyType({}),
    numbers: Mapping[str, Attribute] = MappingProxyType({"class_": "n"}),
) -> Markup:
    """A table alone; the first cell of each row names it.

    Parameters
    ----------
    table
        The table.
    words, numbers
        Attributes of the cells of columns that are aligned left, and of the others.
    """
    last = len(table.columns) - 1
    is_word = [place < table.left or (table.words and place == last) for place in range(last + 1)]
    kinds = [words if one else numbers for one in is_word]
    names = zip(table.columns, kinds, strict=True)
    head = el("tr", [_heading(_term(name), scope="col", **kind) for name, kind in names])
    body = [
        el(
            "tr",
            [
                el("td", _lines(cell), **kind, data_of=name if last > 1 else None)
                if place
                else _heading(_lines(cell), scope="row", **kind)
                for place, (cell, kind, name) in enumerate(
                    zip(row, kinds, table.columns, strict=True)
                )
            ],
        )
        for row in table.rows
    ]
    title = el("caption", table.title) if table.title else None
    return el("table", title, el("thead", head), el("tbody", body))


def _heading(text: Child, scope: str, **kind: Attribute) -> Markup:
    """A heading of a column or row; an empty one is no heading."""
    words = join(text)
    return el("th", words, scope=scope, **kind) if words else el("td", **kind)


def _lines(cell: object) -> list[Child]:
    """The lines of a cell, with line breaks between them."""
    first, *others = str(cell).split("\n")
    return [first, *([el("br"), line] for line in others)]


def _term(name: str) -> Child:
    """The name of a column, with its meaning if the glossary has it."""
    meaning = MEANINGS.get(name)
    return el("abbr", name, title=meaning) if meaning else name
