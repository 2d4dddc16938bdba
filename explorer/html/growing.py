"""Search trees that grow: each search as a drawing that shows the tree after every step, all at the same pace and scale.

A drawing moves by itself (SMIL) wherever SVG is shown; a page's script takes its animations away, and shows the step that is looked at.
At rest it is the whole tree, as what cannot move shows it. A row is a number of moves from the start, so that a macro
is one jump over rows.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...rules.text.words import counted
from ...search.loops.duplicates import Node
from ...search.problem import theory_of
from ...search.watching import WatchedSearch
from .boards import DrawnState, state_drawing
from .layout import Numbers
from .markup import Attribute, Markup, asset, el, sized_svg, svg

MOST_IN_TREE = 1_200
"""Nodes of the tree that are drawn, those first made."""

WIDE, HIGH, TALLEST = 600, 560, 1_000
"""Width of a drawing, height that its rows share, and height that they may have so that states can be read, in pixels."""

ROW, CLOSE = 64, 10
"""Height of a row at most and at least."""

EDGE, TOP = 8, 46
"""Space beside the tree, and above it, where its name and the bar of its steps are."""

BESIDE = 6
"""Space between the states of a row."""

SMALLEST, OF_ROW = 0.42, 0.8
"""Scale below which a state cannot be read, and its node is a dot; share of a row's height that a state may take."""

SLOWEST, WHOLE = 0.8, 40.0
"""Seconds of a step at most, and of all steps together."""


@dataclass(frozen=True)
class GrownSearch:
    """A search whose tree is drawn.

    Parameters
    ----------
    name
        What it is called, such as ``before learning``.
    watched
        Its record.
    shown
        The numbers of the steps that are shown.
    says
        Words on a node.
    """

    name: str
    watched: WatchedSearch
    shown: Sequence[int]
    says: Callable[[Node], str]


def pace_of(records: Sequence[GrownSearch]) -> float:
    """Seconds from a step to the next."""
    most = max((len(record.shown) for record in records), default=1)
    return round(min(SLOWEST, WHOLE / max(1, most)), 4)


def growing_trees(records: Sequence[GrownSearch]) -> list[Markup]:
    """The trees of some searches, in the same scale and at the same pace."""
    return _drawn(records)[0]


def _drawn(records: Sequence[GrownSearch]) -> tuple[list[Markup], int]:
    """The trees, and the height of each."""
    trees = [_Tree(record, f"t{number}-") for number, record in enumerate(records)]
    rows = max((len(tree.rows) for tree in trees), default=1)
    gap = max(CLOSE, min(ROW, HIGH / max(1, rows)))
    readable = max((tree.down for tree in trees), default=0) * SMALLEST / OF_ROW + 0.01
    if readable * rows <= TALLEST:
        gap = max(gap, readable)
    high = round(TOP + gap * rows)
    pace, most = pace_of(records), max((len(record.shown) for record in records), default=1)
    return [tree.drawn(gap, high, pace, max(1, most)) for tree in trees], high


def growing_picture(title: str, records: Sequence[GrownSearch]) -> Markup:
    """The trees beside each other, as a file that needs nothing else; white, as a projector wants it."""
    trees, high = _drawn(records)
    wide = WIDE * len(trees) + 40 * (len(trees) - 1)
    placed = [
        el(
            "g",
            el("svg", tree, width=WIDE, height=high),
            transform=f"translate({(WIDE + 40) * n},0)",
        )
        for n, tree in enumerate(trees)
    ]
    ground_ = el("rect", width=wide + 40, height=high + 60, fill="#fff")
    heading = el("text", title, x=20, y=30, font_size=20, font_weight="600", fill="#1d2127")
    style = el("style", Markup(_in_plain_colours(asset("growing.css"))))
    body = el("g", placed, transform="translate(20,44)", color="#1d2127")
    return sized_svg(wide + 40, high + 60, title, style, ground_, heading, body)


def _in_plain_colours(css: str) -> str:
    """A style with the light colours themselves: programs other than browsers know no variables."""
    light = dict(re.findall(r"(--\w+): light-dark\((#\w+),", asset("colours.css")))
    return re.sub(r"var\((--\w+)\)", lambda found: light[found[1]], css)


@dataclass(frozen=True)
class _Spot:
    """Where a node is: its middle, its half width and half height, and its state where that is drawn."""

    x: float
    y: float
    across: float
    down: float
    drawing: DrawnState | None


class _Tree:
    """A tree by rows, each node at its number of moves from the start."""

    def __init__(self, record: GrownSearch, prefix: str) -> None:
        self._record, watched = record, record.watched
        self._prefix, self._parts = prefix, Numbers()
        self._nodes = watched.nodes[:MOST_IN_TREE]
        self._parents = [
            None if node.parent is None else watched.numbers[id(node.parent)]
            for node in self._nodes
        ]
        moves: list[int] = []
        for node, parent in zip(self._nodes, self._parents, strict=True):
            step = 1 if node.operator is None else node.operator.length
            moves.append(0 if parent is None else moves[parent] + step)
        self.rows: list[list[int]] = [[] for _ in range(max(moves, default=-1) + 1)]
        for number, row in enumerate(moves):
            self.rows[row].append(number)
        self._path = set(on_path(watched))
        self._theory = theory_of(watched.problem)

    def drawn(self, gap: float, high: int, pace: float, most: int) -> Markup:
        """The drawing: a row is ``gap`` high, a step takes ``pace`` seconds, the longest search has ``most`` steps."""
        spots, times = self._spots(gap), _Times(self._record, pace)
        links = [
            self._link(number, parent, spots, times)
            for number, parent in enumerate(self._parents)
            if parent is not None
        ]
        nodes = [self._node(number, spots[number], times) for number in spots]
        watched = self._record.watched
        steps = len(self._record.shown)
        expanded = f"{watched.result.statistics.expanded:,} expanded"
        bar = (WIDE - 2 * EDGE) * steps / most
        grows = _smil(
            "animate", "width", to=round(bar, 1), begin="0s", dur=f"{pace * steps:.4g}s", from_=0
        )
        words = f"The search tree of {self._record.name}: {counted(len(watched.nodes), 'node')} by moves from the start"
        return svg(
            WIDE,
            high,
            words,
            el("text", f"{self._record.name}: {expanded}", x=EDGE, y=16, class_="caption"),
            el("rect", x=EDGE, y=24, width=WIDE - 2 * EDGE, height=8, class_="track"),
            _holding("rect", grows, x=EDGE, y=24, width=round(bar, 1), height=8, class_="steps"),
            el("defs", self._definitions()),
            links,
            nodes,
            class_="growing",
            data_pace=pace,
        )

    def _spots(self, gap: float) -> dict[int, _Spot]:
        """Where each node is: rows fill the width, in the order of the nodes above."""
        spots: dict[int, _Spot] = {}
        drawings = self._drawings(gap)
        for row, numbers in enumerate(self.rows):
            if not numbers:  # a macro jumps over it
                continue
            above = {n: spots[p].x for n in numbers if (p := self._parents[n]) is not None}
            numbers.sort(key=lambda n: (above.get(n, 0.0), n))
            found, scale = self._fitted(numbers, drawings, gap)
            states = sum(one.across * scale + BESIDE for one in found if one)
            dots = sum(one is None for one in found)
            dot = min(0.4 * gap, 9.0, (WIDE - 2 * EDGE - states) / max(1, dots))
            spare = (WIDE - 2 * EDGE - states - dot * dots) / len(numbers)
            x = float(EDGE)
            for number, drawing in zip(numbers, found, strict=True):
                own = dot if drawing is None else drawing.across * scale + BESIDE
                across = 0.42 * dot if drawing is None else drawing.across * scale / 2
                down = across if drawing is None else drawing.down * scale / 2
                spots[number] = _Spot(
                    x + (own + spare) / 2, TOP + (row + 0.5) * gap, across, down, drawing
                )
                x += own + spare
        return spots

    def _fitted(
        self, numbers: Sequence[int], drawings: Sequence[DrawnState] | None, gap: float
    ) -> tuple[list[DrawnState | None], float]:
        """The states that a row draws, and their scale; None for a node that is a dot."""
        none: list[DrawnState | None] = [None] * len(numbers)
        if drawings is None:
            return none, 0
        room = WIDE - 2 * EDGE - BESIDE * len(numbers)
        whole = [drawings[n] for n in numbers]
        high = min(1.0, *(OF_ROW * gap / one.down for one in whole))
        scale = min(high, room / max(1, sum(one.across for one in whole)))
        if scale >= SMALLEST:
            return [*whole], scale
        # Of a row too full the path alone, if it can be read.
        path = [one for n, one in zip(numbers, whole, strict=True) if n in self._path]
        scale = min([1.0, *(OF_ROW * gap / one.down for one in path)]) if path else 0
        if scale < SMALLEST or sum(one.across * scale for one in path) > room * 0.8:
            return none, 0
        return [drawings[n] if n in self._path else None for n in numbers], scale

    @property
    def down(self) -> int:
        """Height of a state at its usual scale; 0 where states are not drawn."""
        is_drawn = self._theory is not None and len(self._nodes) > 0
        return state_drawing(self._theory, self._nodes[0].state).down if is_drawn else 0

    def _drawings(self, gap: float) -> list[DrawnState] | None:
        """The states as they are drawn; None where rows are too low for any."""
        if not self.down or OF_ROW * gap / self.down < SMALLEST:
            return None
        return [state_drawing(self._theory, node.state) for node in self._nodes]

    def _link(self, number: int, parent: int, spots: Mapping[int, _Spot], times: _Times) -> Markup:
        above, below = spots[parent], spots[number]
        operator = self._nodes[number].operator
        jumps = operator is not None and operator.length > 1
        x1, y1, x2, y2 = above.x, above.y + above.down, below.x, below.y - below.down
        bend = f"Q{(x1 + x2) / 2 + 0.18 * (y2 - y1):.6g} {(y1 + y2) / 2:.6g} " if jumps else "L"
        kind = "link macro" if jumps else "link"
        looks = [(kind, times.made(number))]
        if number in self._path and parent in self._path:
            looks.append((f"{kind} path", times.end))
        path = f"M{x1:.6g} {y1:.6g}{bend}{x2:.6g} {y2:.6g}"
        return _holding(
            "path", times.hiding(looks) + times.changing(looks), d=path, class_=looks[-1][0]
        )

    def _node(self, number: int, spot: _Spot, times: _Times) -> Markup:
        looks = [(f"frame {look}", begin) for look, begin in times.looks(number)]
        if number in self._path:
            looks.append(("frame path", times.end))
        changes, look = (
            times.changing(looks),
            looks[-1][0],
        )  # of the frame itself: Firefox paints what is in it no more
        title = el("title", self._record.says(self._nodes[number]))
        left, top, wide, high = (
            spot.x - spot.across,
            spot.y - spot.down,
            2 * spot.across,
            2 * spot.down,
        )
        if spot.drawing is None:
            drawn = [_holding("circle", changes, cx=spot.x, cy=spot.y, r=spot.across, class_=look)]
        else:
            frame: dict[str, Attribute] = {"x": left - 1.5, "y": top - 1.5}
            frame |= {"width": wide + 3, "height": high + 3, "rx": 3}
            parts = [el("use", href=f"#{self._named(part)}") for part in spot.drawing.parts]
            drawn = [_holding("rect", changes, **frame, class_=look)]
            drawn.append(spot.drawing.scaled(left, top, wide, high, parts))
        return el("g", title, times.hiding(looks), drawn, class_="node", data_node=number)

    def _named(self, part: Markup) -> str:
        """The name of a part, which is drawn once: states differ in few cells."""
        return f"{self._prefix}{self._parts.of(part)}"

    def _definitions(self) -> Iterator[Markup]:
        for part in self._parts.things():
            yield el("g", part, id=self._named(part))


class _Times:
    """When nodes are made and taken up, as numbers of the steps that are shown; a step takes ``pace`` seconds."""

    def __init__(self, record: GrownSearch, pace: float) -> None:
        self._pace = pace
        self._made = [0]
        self._looks: dict[int, list[tuple[str, int]]] = {}
        shown, steps = record.shown, record.watched.steps
        self.end = max(0, len(shown) - 1)
        for number, step in enumerate(steps):
            place = bisect_left(shown, number)
            self._made += [place] * (step.last - len(self._made))
            found = self._looks.setdefault(step.taken, [])
            if shown[place] == number:
                found += [("now", place), ("done", place + 1)]
            elif not found:
                found.append(("done", place))

    def made(self, number: int) -> int:
        """The step that made a node."""
        return self._made[number]

    def looks(self, number: int) -> list[tuple[str, int]]:
        """Looks of a node in turn, each with the step that it begins with; none begins after the last step."""
        looks = [("waits", self.made(number)), *self._looks.get(number, ())]
        return [one for one in looks if one[1] <= self.end]

    def hiding(self, looks: Sequence[tuple[str, int]]) -> list[Markup]:
        """Animations that hide an element until its first look."""
        first = looks[0][1]
        return [_smil("set", "visibility", to="hidden", end=self._at(first))] if first else []

    def changing(self, looks: Sequence[tuple[str, int]]) -> list[Markup]:
        """Animations that give an element each of its looks but the last, which it has at rest."""
        return [
            _smil("set", "class", to=look, begin=self._at(begin), end=self._at(end))
            for (look, begin), (_, end) in pairwise(looks)
            if begin < end
        ]

    def _at(self, place: int) -> str:
        return f"{place * self._pace:.6g}s"


def on_path(watched: WatchedSearch) -> list[int]:
    """The nodes of the solution, where its end is recorded."""
    if not (watched.result.solved and watched.steps) or watched.unrecorded:
        return []
    node: Node | None = watched.nodes[watched.steps[-1].taken]
    path = []
    while node is not None:
        path.append(watched.numbers[id(node)])
        node = node.parent
    return path[::-1]


def _smil(name: str, what: str, **values: str | float) -> Markup:
    """An animation of an attribute."""
    return Markup(
        el(name, attributename=what, **values).replace("attributename", "attributeName", 1)
    )


def _holding(name: str, parts: Sequence[Markup] | Markup, **attributes: Attribute) -> Markup:
    """An element of a drawing that is empty elsewhere, with animations of it."""
    inner, empty = Markup("".join(parts)), el(name, **attributes)
    return Markup(f"{empty[:-2]}>{inner}</{name}>")
