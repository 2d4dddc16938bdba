"""Trees of a view as drawings, and as outlines where a drawing would be too wide for its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...rules.prolog.writer import shortened
from ...rules.text.words import counted
from ...rules.view import Tree
from .markup import Markup, el, middle_text, sized_svg

LETTER, HEIGHT, APART, BETWEEN = 7.0, 24, 14, 46
"""The width of a letter, the height of a box, the space beside it, and from level to level, in pixels."""

LONGEST = 44
"""Letters of a label; a longer one is cut."""

WIDEST = 640
"""Pixels that a drawing may be wide."""

DEEPEST = 60
"""Levels of an outline; nodes below them stand on the last one, as browsers limit how deep elements may stand in each other."""

MOST_NODES = 300
"""Nodes of a tree that are drawn, the least deep ones; the others are counted."""


@dataclass(frozen=True)
class _Box:
    """A box of a drawing: the depth of its node, its label, whether its frame is bold, and what is shown where the pointer rests."""

    depth: int
    label: str
    bold: bool = False
    title: str = ""


def tree_forms(tree: Tree) -> list[tuple[Markup | None, Markup]]:
    """Each column of a tree as a drawing, None of one that is too wide, and as an outline whose branches can be folded.

    Where the pointer rests on a node stands its note.
    """
    boxes: list[list[_Box]] = [[] for _ in tree.columns]
    for depth, place, more in _topmost(tree.depths):
        if place is None:
            for column in boxes:
                column.append(_Box(depth, f"… {counted(more, f'more {tree.word}')}"))
            continue
        node = tree.nodes[place]
        for column, label in zip(boxes, node.labels, strict=True):
            column.append(_Box(depth, label, node.bold, node.note))
    first, *others = tree.columns
    names = [first, *(f"{other} {first}" for other in others)]
    return [
        (_drawn(column, f"{name} of {column[0].label}" if column else name), _outlined(column))
        for name, column in zip(names, boxes, strict=True)
    ]


def _outlined(boxes: Sequence[_Box]) -> Markup:
    """A tree as a list of lists, each of which can be folded."""
    _, children = _related([min(box.depth, DEEPEST) for box in boxes])
    made: list[Markup] = [Markup("")] * len(boxes)
    inner: set[int] = set()
    for place in reversed(range(len(boxes))):
        box, below = boxes[place], children[place]
        kind = "strong" if box.bold else "span"
        label = el(kind, shortened(box.label, LONGEST), title=box.title or None)
        inner.update(below)
        if below:
            under = el("ul", [made[child] for child in below])
            label = el("details", el("summary", label), under, open=True)
        made[place] = el("li", label)
    roots = [one for place, one in enumerate(made) if place not in inner]
    return el("ul", roots, class_="outline")


def _drawn(boxes: Sequence[_Box], words: str) -> Markup | None:
    """A tree as SVG, its boxes parents first; ``words`` say what it is to those who do not see it. None where it is too wide."""
    labels = [shortened(box.label, LONGEST) for box in boxes]
    widths = [max(len(label), 3) * LETTER + 10 for label in labels]
    parents, children = _related([box.depth for box in boxes])
    middles, right = _middles(widths, parents, children)
    if right > WIDEST:
        return None
    parts = []
    for place, (box, label) in enumerate(zip(boxes, labels, strict=True)):
        middle, top = middles[place], box.depth * BETWEEN + 1
        parent = parents[place]
        if parent is not None:
            line = {"x1": middles[parent], "y1": boxes[parent].depth * BETWEEN + HEIGHT + 1}
            line |= {"x2": middle, "y2": top}
            parts.append(el("line", **line, stroke="currentColor", stroke_opacity=0.5))
        title = box.title or (box.label if label != box.label else "")
        frame = el(
            "rect",
            x=middle - widths[place] / 2,
            y=top,
            width=widths[place],
            height=HEIGHT,
            rx=4,
            fill="currentColor",
            fill_opacity=0.05,
            stroke="currentColor",
            stroke_width=2 if box.bold else None,
            stroke_opacity=None if box.bold else 0.4,
        )
        named = el("title", title) if title else None
        parts.append(el("g", named, frame, middle_text(label, middle, top + 16)))
    down = max((box.depth for box in boxes), default=0) * BETWEEN + HEIGHT + 4
    across = round(max(right, 10)) + 1
    return sized_svg(across, down, words, parts, font="monospace", size=11.5)


def _middles(
    own: Sequence[float], parents: Sequence[int | None], children: Sequence[Sequence[int]]
) -> tuple[list[float], float]:
    """Where the middle of each box stands, above the middle of those below it; and how far to the right the last one reaches."""
    widths, lefts = [*own], [0.0] * len(own)

    def below(place: int) -> float:
        return sum(widths[child] + APART for child in children[place]) - APART

    for place in reversed(range(len(own))):
        widths[place] = max(own[place], below(place))
    right = 1.0
    for place, parent in enumerate(parents):
        if parent is None:
            lefts[place], right = right, right + widths[place] + APART
        at = lefts[place] + max(0.0, (widths[place] - below(place)) / 2)
        for child in children[place]:
            lefts[child] = at
            at += widths[child] + APART
    middles = [left + width / 2 for left, width in zip(lefts, widths, strict=True)]
    return middles, right - APART


def _related(depths: Sequence[int]) -> tuple[list[int | None], list[list[int]]]:
    """The parent of each node, and its children, by their numbers, of nodes with these depths."""
    parents: list[int | None] = []
    children: list[list[int]] = [[] for _ in depths]
    line: list[int] = []
    for place, depth in enumerate(depths):
        while line and depths[line[-1]] >= depth:
            line.pop()
        parents.append(line[-1] if line else None)
        if line:
            children[line[-1]].append(place)
        line.append(place)
    return parents, children


def _topmost(depths: Sequence[int]) -> Iterator[tuple[int, int | None, int]]:
    """The nodes that are drawn, parents first: the depth, the number of the node, and how many nodes below it are left out.

    Behind the children of a node that lacks some stands one without a number, with the nodes that are left out.
    """
    parents, children = _related(depths)
    drawn = _least_deep(parents, children)
    out: Counter[int | None] = Counter()
    above: dict[int, int | None] = {}
    for place, parent in enumerate(parents):
        if place not in drawn:
            above[place] = parent if parent is None or parent in drawn else above[parent]
            out[above[place]] += 1
    line: list[int] = []

    for place in sorted(drawn):
        while line and depths[line[-1]] >= depths[place]:
            last = line.pop()
            if out[last]:
                yield depths[last] + 1, None, out[last]
        yield depths[place], place, 0
        line.append(place)
    for last in reversed(line):
        if out[last]:
            yield depths[last] + 1, None, out[last]
    if out[None]:
        yield 0, None, out[None]


def _least_deep(parents: Sequence[int | None], children: Sequence[Sequence[int]]) -> set[int]:
    """As many nodes as are drawn, level by level."""
    level = [place for place, parent in enumerate(parents) if parent is None]
    drawn: set[int] = set()
    while level and len(drawn) < MOST_NODES:
        drawn.update(level[: MOST_NODES - len(drawn)])
        level = [below for place in level for below in children[place]]
    return drawn
