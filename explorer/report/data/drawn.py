"""The states of a run as their domain draws them, in little space: what every symbol of a cell looks like, and where.

Of most drawings each cell's part depends on the symbol in it alone; what is otherwise in a state is told with the state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ....experiments.store import Run
from ....rules.geometry import Shape
from ....rules.term import Pattern, State
from ....rules.text.drawing import Drawing, Piece
from ....rules.text.state_text import board_drawing
from ....rules.theory import Theory
from ...html.layout import Layout, Spot, laid_out
from .board import RunBoard, shape_of

MOST_DRAWN = 20_000
"""Different states that are drawn, which takes some seconds; no boards, of which no more than the symbols is asked."""

Part = tuple[int, ...]
"""What is drawn of a cell: the numbers of a place and a look, of the next place and look, and so on."""

STANDING = -1
"""In the place of a cell: what is no cell, such as walls."""


def state_text(state: Pattern) -> str:
    """The symbols with spaces between them; spaces within a symbol do not break."""
    return " ".join("\u00a0".join(str(symbol).split()) or "\u00a0" for symbol in state)


class Numbers:
    """Different things, numbered as they come."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def of(self, thing: Any) -> int:
        """The number of a thing."""
        return self._numbers.setdefault(thing, len(self._numbers))

    def things(self) -> list[Any]:
        """All of them in order."""
        return list(self._numbers)


@dataclass
class Album:
    """The states of boards of one kind.

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
    _states: dict[str, State] = field(default_factory=dict)
    _places: Numbers = field(default_factory=Numbers)
    _looks: Numbers = field(default_factory=Numbers)
    _symbols: list[dict[str, None]] = field(default_factory=list)
    _sample: State = ()

    @property
    def begun(self) -> bool:
        """Whether it holds any state."""
        return bool(self._sample)

    @property
    def is_board(self) -> bool:
        """Whether states are just their cells, row by row."""
        return self.drawing(self._sample).is_board

    def drawing(self, state: Pattern) -> Drawing:
        """A state as it is drawn."""
        if self.meanings:
            words = zip(self.meanings, state_text(state).split(" "), strict=True)
            told = [known.get(symbol, symbol) for known, symbol in words]
            rows = [(Piece(text, cell),) for cell, text in enumerate(told)]
            return Drawing(tuple(rows), is_board=True)
        if self.theory is None or len(state) != self.theory.size:
            return board_drawing(state, self.shape)
        return self.theory.drawing(state)

    def add(self, states: Iterable[State], room: int) -> int | None:
        """Take states in; how many of them have to be drawn one by one, or None if there is no room for so many."""
        states = tuple(states)
        if not self._sample:
            self._sample = states[0]
            self._symbols = [{} for _ in states[0]]
        if self.is_board:
            for cell, known in enumerate(self._symbols):
                known.update(dict.fromkeys(state_text((state[cell],)) for state in states))
            return 0
        new = {text: state for state in states if (text := state_text(state)) not in self._states}
        if len(new) > room:
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
        for cell, symbols in enumerate(self._symbols):
            known = self.meanings[cell] if self.meanings else {}
            usual.append(
                {
                    symbol: (
                        places[cell],
                        self._looks.of(
                            ("" if symbol == blank else known.get(symbol, symbol), "", 1)
                        ),
                    )
                    for symbol in symbols
                }
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
    """What is written, the colour of its own, whether it is a cell; of unusual bars also what they are drawn with."""
    look = (spot.label, spot.piece.tint or "", int(spot.piece.cell is not None))
    return (*look, spot.piece.sign) if spot.is_signed else look


def _shortened(usual: list[dict[str, Part]]) -> dict[str, Any]:
    """The same, where a symbol looks alike in all cells, as the place of each cell and the look of each symbol."""
    looks: dict[str, int] = {}
    for parts in usual:
        for symbol, (_, look) in parts.items():
            if looks.setdefault(symbol, look) != look:
                return {"usual": usual}
    return {"cells": [next(iter(parts.values()))[0] for parts in usual], "symbols": looks}


def _standing(layouts: Iterable[Layout]) -> list[Spot]:
    """All that stands somewhere in any state, one thing at a place."""
    found: dict[tuple[int, int], Spot] = {}
    for layout in layouts:
        for spot in layout.spots:
            if spot.piece.cell is None:
                found.setdefault((spot.x, spot.y), spot)
    return list(found.values())


def _stands_in(standing: Sequence[Spot], layout: Layout) -> bool:
    """Whether a state shows just that, but for what is behind its cells."""
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
    """What is written in the cells of a drawing, in reading order."""
    spots = laid_out(drawing).spots
    written = (one.label for one in spots if one.piece.cell is not None and not one.piece.tint)
    return [label for label in written if any(sign.isalnum() for sign in label)]


class Albums:
    """The states that a page shows, by the boards that they are of."""

    def __init__(self, blank: str | None) -> None:
        self._blank = blank
        self._albums: dict[object, Album] = {}
        self._of_problem: dict[int, int] = {}
        self._room = MOST_DRAWN

    def begin(
        self,
        problem: int,
        theory: Theory | None,
        shape: Shape,
        meanings: Sequence[Mapping[str, str]],
    ) -> None:
        """Say what the states of a problem are."""
        if meanings:
            key: object = problem
        else:
            key = (theory.name, theory.shape) if theory is not None else shape
        self._albums.setdefault(key, Album(theory, shape, meanings))
        self._of_problem[problem] = list(self._albums).index(key)

    def _album(self, problem: int) -> Album:
        return list(self._albums.values())[self._of_problem[problem]]

    def drawing(self, problem: int, state: Pattern) -> Drawing:
        """A state of a problem, or its goal, as it is drawn."""
        return self._album(problem).drawing(state)

    def add(self, problem: int, states: Iterable[State]) -> bool:
        """Take states of a problem in; False if they are too many."""
        drawn = self._album(problem).add(states, self._room)
        if drawn is None:
            return False
        self._room -= drawn
        return True

    def data(self) -> dict[str, Any]:
        """``albums``, and for each problem the number of its own."""
        albums = [
            album.data(self._blank) if album.begun else None for album in self._albums.values()
        ]
        return {"albums": albums, "album_of": self._of_problem if len(albums) > 1 else {}}


def albums_of(run: Run, board: RunBoard) -> Albums:
    """Albums for all boards of a run, without states yet."""
    albums = Albums(board.blank)
    for problem in run.problems:
        theory, meanings = board.theories.get(problem.id), board.labels.get(problem.id, ())
        albums.begin(problem.id, theory, shape_of(problem, board), meanings)
    return albums
