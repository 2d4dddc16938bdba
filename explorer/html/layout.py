"""Where the pieces of a drawing are put in a picture, for the SVG of notebooks and for the report's page alike.

States and patterns as their domain draws them, in little space: what every symbol of a cell looks like, and where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal

from ...rules.geometry import Shape
from ...rules.term import Pattern, Term, Var
from ...rules.text.drawing import Drawing, Piece
from ...rules.text.state_text import ANYTHING, board_drawing, open_name
from ...rules.theory import Theory

PLAIN = "="
"""The sign that most bars are drawn with."""

Kind = Literal["cells", "signs", "bars"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece of a drawing in its place.

    Parameters
    ----------
    x, y
        The column and the row that it begins in, from the upper left corner.
    width
        The columns that it takes.
    label
        What is written there: its text without spaces, of bars without what they are drawn with.
    piece
        The piece.
    """

    x: int
    y: int
    width: int
    label: str
    piece: Piece

    @property
    def is_signed(self) -> bool:
        """Whether a piece is a bar drawn with a sign of its own, as a pancake with the burnt side up."""
        return self.piece.sign not in ("", PLAIN) and self.piece.tint is None

    @property
    def is_said(self) -> bool:
        """Whether its label is written: a colour says what it is, but not which number."""
        return bool(self.label) and (not self.piece.tint or any(map(str.isdigit, self.label)))


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing as a picture.

    Parameters
    ----------
    kind
        What a column and a row are: of ``cells``, the pieces themselves; of ``signs`` the characters, each a square;
        of ``bars`` the characters too, which are narrow.
    columns, rows
        How many there are.
    spots
        The pieces that say something or are a cell, row by row.
    """

    kind: Kind
    columns: int
    rows: int
    spots: tuple[Spot, ...]


def laid_out(drawing: Drawing) -> Layout:
    """The pieces of a drawing in their places.

    Pieces of one width with a space between each two are put into columns; all others stand where their text does.
    """
    columns, rows = drawing.size
    grid = drawing.grid
    if grid is not None:
        widest = max(map(len, grid), default=0)
        lines = [[(place, 1, piece) for place, piece in enumerate(row)] for row in grid]
        return Layout("cells", widest, rows, tuple(_spots(lines, bars=False)))
    pieces = [piece for row in drawing.rows for piece in row if piece.cell is not None]
    kind: Kind = "bars" if any(piece.sign for piece in pieces) else "signs"
    lines = [list(_where(row)) for row in drawing.rows]
    return Layout(kind, columns, rows, tuple(_spots(lines, bars=kind == "bars")))


def _where(row: tuple[Piece, ...]) -> Iterator[tuple[int, int, Piece]]:
    begin = 0
    for piece in row:
        text = piece.text
        if piece.cell is None:  # a peg is where its sign is
            yield begin + len(text) - len(text.lstrip()), len(text.strip()), piece
        else:
            yield begin, len(text), piece
        begin += len(piece.text)


def _spots(lines: list[list[tuple[int, int, Piece]]], *, bars: bool) -> Iterator[Spot]:
    for y, line in enumerate(lines):
        for x, width, piece in line:
            text = piece.text.strip()
            if piece.cell is not None or text:
                yield Spot(
                    x, y, width, text.strip(piece.sign) if bars and piece.sign else text, piece
                )


Part = tuple[int, ...]
"""Drawing of a cell: the numbers of a place and a look, of the next place and look, and so on."""

NO_CELL, CELL, OPEN = 0, 1, 2
"""Kinds of shapes: a fixed part of the board, a cell, a cell that a pattern leaves open."""

STANDING = -1
"""Number of what is no cell, such as a wall."""


def state_text(state: Pattern) -> str:
    """The symbols with spaces between them; spaces within a symbol do not break. Variables begin with ``?``."""
    return " ".join(map(_told, state))


@lru_cache(maxsize=10_000, typed=True)
def _told(term: Term) -> str:
    text = str(term)
    if isinstance(term, Var):
        text = term.name if term.name[0] == ANYTHING else ANYTHING + term.name
    return "\u00a0".join(text.split()) or "\u00a0"


class Numbers:
    """Numbers different things in the order in which they are added."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def of(self, thing: Any) -> int:
        """The number of a thing."""
        return self._numbers.setdefault(thing, len(self._numbers))

    def things(self) -> list[Any]:
        """All things, by number."""
        return list(self._numbers)


@dataclass
class Album:
    """States or patterns of boards of one kind, as a page draws them.

    Parameters
    ----------
    theory
        Whose domain draws them; None if that is not known.
    shape
        Rows and columns of a board whose cells are just shown.
    meanings
        What the symbols of each cell mean, if they do not say it.
    """

    theory: Theory | None
    shape: Shape
    meanings: Sequence[Mapping[str, str]] = ()
    _states: dict[str, Pattern] = field(default_factory=dict)
    _places: Numbers = field(default_factory=Numbers)
    _looks: Numbers = field(default_factory=Numbers)
    _symbols: list[dict[Term, None]] = field(default_factory=list)
    _sample: Pattern = ()

    @property
    def begun(self) -> bool:
        """Whether it holds any state."""
        return bool(self._sample)

    @cached_property
    def is_board(self) -> bool:
        """Whether states are just their cells, row by row; known from the first one that was added."""
        return self.drawing(self._sample).is_board

    def drawing(self, state: Pattern) -> Drawing:
        """A state as it is drawn."""
        if self.meanings:
            words = zip(self.meanings, state_text(state).split(" "), strict=True)
            texts = [known.get(symbol, symbol) for known, symbol in words]
            rows = [(Piece(text, cell),) for cell, text in enumerate(texts)]
            return Drawing(tuple(rows), is_board=True)
        if self.theory is None or len(state) != self.theory.size:
            return board_drawing(state, self.shape)
        return self.theory.drawing(state)

    def add(self, states: Iterable[Pattern], room: int | None = None) -> int | None:
        """Add states; return how many of them are drawn one by one, or None if there is no room."""
        states = tuple(states)
        if not self._sample:
            self._sample = states[0]
            self._symbols = [{} for _ in states[0]]
        if self.is_board:
            for known, symbols in zip(self._symbols, zip(*states, strict=True), strict=False):
                known.update(dict.fromkeys(symbols))
            return 0
        new = {text: state for state in states if (text := state_text(state)) not in self._states}
        if room is not None and len(new) > room:
            return None
        self._states.update(new)
        return len(new)

    def data(self, blank: str | None) -> dict[str, Any]:
        """Everything as the page's script reads it."""
        if self.is_board:
            return self._board(blank)
        layouts = {text: laid_out(self.drawing(state)) for text, state in self._states.items()}
        parts = {text: self._parts(layout) for text, layout in layouts.items()}
        cells = len(self._sample)
        usual: list[dict[str, Part]] = []
        for cell in range(cells):
            seen: dict[str, Counter[Part]] = {}
            for text, found in parts.items():
                symbol = text.split(" ")[cell]
                seen.setdefault(symbol, Counter())[found.get(cell, ())] += 1
            usual.append({symbol: counts.most_common(1)[0][0] for symbol, counts in seen.items()})
        standing = _standing(layouts.values())
        ground = self._numbered(standing)
        own: dict[str, dict[int, Part]] = {}
        for text, found in parts.items():
            symbols = text.split(" ")
            other = {
                cell: found.get(cell, ())
                for cell in range(cells)
                if found.get(cell, ()) != usual[cell][symbols[cell]]
            }
            if not _stands_in(standing, layouts[text]):
                other[STANDING] = found.get(STANDING, ())
            if other:
                own[text] = other
        kinds = {layout.kind for layout in layouts.values()}  # a jug may be empty, or hold a bar
        return {
            "kind": "bars" if "bars" in kinds else min(kinds),
            "columns": max(one.columns for one in layouts.values()),
            "rows": max(one.rows for one in layouts.values()),
            "standing": ground,
            "usual": usual,
            "own": own,
            **self._tables(),
        }

    def _board(self, blank: str | None) -> dict[str, Any]:
        layout = laid_out(self.drawing(self._sample))
        places = {spot.piece.cell: self._place(spot) for spot in layout.spots}
        usual: list[dict[str, Part]] = []
        for cell, held in enumerate(self._symbols):
            symbols = {state_text((one,)): one for one in held}
            known = self.meanings[cell] if self.meanings else {}
            looks = {
                text: (open_name(term), "", OPEN)
                if isinstance(term, Var)
                else ("" if text == blank else known.get(text, text), "", CELL)
                for text, term in symbols.items()
            }
            usual.append(
                {text: (places[cell], self._looks.of(look)) for text, look in looks.items()}
            )
        return {
            "kind": layout.kind,
            "columns": layout.columns,
            "rows": layout.rows,
            "standing": [],
            **_shortened(usual),
            "own": {},
            **self._tables(),
        }

    def _tables(self) -> dict[str, Any]:
        return {"places": self._places.things(), "looks": self._looks.things()}

    def _place(self, spot: Spot) -> int:
        return self._places.of((spot.x, spot.y, spot.width))

    def _parts(self, layout: Layout) -> dict[int, Part]:
        spots: dict[int, list[Spot]] = {}
        for spot in layout.spots:
            cell = STANDING if spot.piece.cell is None else spot.piece.cell
            spots.setdefault(cell, []).append(spot)
        return {cell: self._numbered(found) for cell, found in spots.items()}

    def _numbered(self, spots: Iterable[Spot]) -> Part:
        looks = ((self._place(spot), self._looks.of(_look(spot))) for spot in spots)
        return tuple(number for pair in looks for number in pair)


def _look(spot: Spot) -> tuple[str | int, ...]:
    """Look of a piece: text, colour, kind; for unusual bars also their character."""
    kind = NO_CELL if spot.piece.cell is None else OPEN if spot.piece.is_open else CELL
    look = (spot.label, spot.piece.tint or "", kind)
    return (*look, spot.piece.sign) if spot.is_signed else look


def _shortened(usual: list[dict[str, Part]]) -> dict[str, Any]:
    """Short form for symbols that look alike in all cells: the place of each cell and the look of each symbol."""
    looks: dict[str, int] = {}
    for parts in usual:
        for symbol, (_, look) in parts.items():
            if looks.setdefault(symbol, look) != look:
                return {"usual": usual}
    return {"cells": [next(iter(parts.values()))[0] for parts in usual], "symbols": looks}


def _standing(layouts: Iterable[Layout]) -> list[Spot]:
    """Everything that stands in the background of any state, one thing at a place."""
    found: dict[tuple[int, int], Spot] = {}
    for layout in layouts:
        for spot in layout.spots:
            if spot.piece.cell is None:
                found.setdefault((spot.x, spot.y), spot)
    return list(found.values())


def _stands_in(standing: Sequence[Spot], layout: Layout) -> bool:
    """Whether a state shows exactly the background, except behind its cells."""
    there = {(spot.x, spot.y): spot for spot in layout.spots if spot.piece.cell is None}
    covered = {
        (x, spot.y)
        for spot in layout.spots
        if spot.piece.cell is not None
        for x in range(spot.x, spot.x + spot.width)
    }
    known = {(spot.x, spot.y): spot for spot in standing}
    return all(known.get(place) == spot for place, spot in there.items()) and all(
        place in there or set(_across(spot)) <= covered for place, spot in known.items()
    )


def _across(spot: Spot) -> Iterable[tuple[int, int]]:
    return ((x, spot.y) for x in range(spot.x, spot.x + spot.width))


def labels_of(drawing: Drawing) -> list[str]:
    """Texts in the cells of a drawing, in reading order."""
    spots = laid_out(drawing).spots
    written = (one.label for one in spots if one.piece.cell is not None and not one.piece.tint)
    return [label for label in written if any(sign.isalnum() for sign in label)]
