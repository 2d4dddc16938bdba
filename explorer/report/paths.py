"""Solutions and states of a run, as data for the scripts of its page.

In this file:

- Thousands of solutions in little space: moves as numbers of a table, their numbers as letters.
- A recorded solution with its macros unrolled: every state between the primitive moves.
- How the states of a run look, and the arcs between them.
- The states of a run, its goals and the windows of its macros as their domain draws them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...rules.domains.domain_table import domain_of
from ...rules.errors import ArcwiseError
from ...rules.geometry import Shape
from ...rules.read_domain import file_in
from ...rules.term import Pattern, State, ground
from ...rules.text.drawing import Drawing
from ...rules.theory import Theory
from ..html.layout import Album, laid_out, state_text

if TYPE_CHECKING:
    from ...experiments.problem_set import Instance
    from ...experiments.store import Run
from ...experiments.store.rows import SolutionMoves, solution_moves

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

MOST_LETTERS = 2_000_000
"""Greatest number of letters for all solutions of a page; the shortest solutions come first."""

MOST_CELLS = 30_000_000
"""Cells that are looked at to unroll macros, which takes half a minute or so."""


MOST_STEPS = 200_000
"""Steps whose moves are remembered, some 40 MB."""


class MoveTable:
    """The different moves of a run: each a name, the cells that change, and their new symbols."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._names: dict[str, int] = {}
        self._steps: dict[tuple[str, State, State], int] = {}  # solutions have many in common

    def number(self, name: str, before: State, after: State) -> int:
        """The number of the move from one state to the next.

        A move that only carries symbols to other cells is the same wherever it does so; one that makes new symbols is
        known by what it writes.
        """
        step = name, before, after
        found = self._steps.get(step)
        if found is None:
            found = self._numbered(name, before, after)
            if len(self._steps) < MOST_STEPS:
                self._steps[step] = found
        return found

    def _numbered(self, name: str, before: State, after: State) -> int:
        cells = [
            cell for cell, (old, new) in enumerate(zip(before, after, strict=True)) if old != new
        ]
        where = {before[cell]: cell for cell in cells}
        carried = len(where) == len(cells) and set(where) == {after[cell] for cell in cells}
        symbols = [where[after[cell]] if carried else str(after[cell]) for cell in cells]
        key = (self.name(name), carried, tuple(cells), tuple(symbols))
        return self._numbers.setdefault(key, len(self._numbers))

    def name(self, name: str) -> int:
        """The number of a name."""
        return self._names.setdefault(name, len(self._names))

    def data(self) -> dict[str, Any]:
        """The table: for each move its name's number, its cells, and where their symbols come from or what they are."""
        moves = [
            [name, list(cells), list(symbols)] if symbols else [name, []]
            for name, _, cells, symbols in self._numbers
        ]
        return {"names": list(self._names), "moves": moves}

    def __len__(self) -> int:
        return len(self._numbers)


@dataclass(frozen=True)
class Paths:
    """The solutions of a run, as the page holds them.

    Parameters
    ----------
    data
        ``names`` and ``moves``, the tables; ``width``, how many letters a move takes; ``paths``, for each search its
        moves, or 0 without one; ``macros``, for each search begin, length and name of its macros, or 0; ``whole``, the
        places of searches whose macros are not unrolled.
    left_out
        Number of solutions that are too long for the page.
    """

    data: dict[str, Any]
    left_out: int


def gather(
    run: Run,
    theories: Mapping[int, Theory],
    draw: Callable[[int, Sequence[State]], bool] = lambda problem, states: True,
) -> Paths:
    """Collect the solutions of all searches, the shortest first, until the page is full.

    Parameters
    ----------
    run
        Its searches are gathered.
    theories
        By the number of a problem, its theory.
    draw
        Takes the states of a problem, and returns whether the page has room for their drawings.
    """
    table = MoveTable()
    numbers: dict[int, list[int]] = {}
    macros: dict[int, list[int]] = {}
    folded: set[int] = set()
    moves, cells, left_out = 0, MOST_CELLS, 0
    kept = [place for place, row in enumerate(run.searches) if row.solved and row.path]
    kept.sort(key=lambda place: len(run.searches[place].primitive_moves))
    for place in kept:  # a learner's searches keep no path
        row = run.searches[place]
        moves += len(row.primitive_moves)
        if moves > MOST_LETTERS:
            left_out += 1
            continue
        work = len(row.primitive_moves) * len(row.path[0])
        theory = theories.get(row.problem)
        fits = theory is not None and theory.size == len(row.path[0]) and work <= cells
        path = solution_moves(row, theory if fits else None)
        if row.steps != row.moves:
            cells -= work
        if not draw(row.problem, path.states):
            left_out += 1
            continue
        if not path.whole:
            folded.add(place)
        numbers[place] = _moves(table, path)
        if path.macros:
            macros[place] = [
                number
                for begin, count, name in path.macros
                for number in (begin, count, table.name(name))
            ]
    width = 1
    while len(LETTERS) ** width < len(table):
        width += 1
    left = MOST_LETTERS
    letters: list[str | int] = [0] * len(run.searches)
    for place, path_moves in numbers.items():
        left -= len(path_moves) * width
        if left < 0:
            left_out += 1
            folded.discard(place)
            macros.pop(place, None)
            continue
        letters[place] = _letters(path_moves, width)
    data = {
        **table.data(),
        "width": width,
        "paths": letters,
        "macros": [macros.get(place, 0) for place in range(len(run.searches))],
        "whole": sorted(folded),
    }
    return Paths(data, left_out)


def _moves(table: MoveTable, path: SolutionMoves) -> list[int]:
    steps = zip(path.moves, path.states, path.states[1:], strict=False)
    return [table.number(*step) for step in steps]


def _letters(numbers: Sequence[int], width: int) -> str:
    base = len(LETTERS)
    digits = [base**place for place in reversed(range(width))]
    return "".join(LETTERS[number // digit % base] for number in numbers for digit in digits)


@dataclass(frozen=True)
class RunBoard:
    """Drawing of the states of a run, and the arcs between them if they are known.

    Parameters
    ----------
    name
        The theory's.
    columns
        Cells in a row.
    blank
        The symbol drawn empty, as text; None if all are drawn.
    theories
        By the number of a problem, its theory without macros; empty where none is known.
    fault
        Why there is none.
    labels
        By the number of a problem, what the symbols of each of its cells mean; for problems whose symbols do not say it.
    """

    name: str
    columns: int
    blank: str | None
    theories: Mapping[int, Theory]
    fault: str = ""
    labels: Mapping[int, Sequence[Mapping[str, str]]] = field(default_factory=dict)


def board_of(run: Run) -> RunBoard:
    """The board of a run. A theory that is a program is not run for a report; only lists of arcs are read."""
    from ...experiments.store.rows import domain_of_run
    from ...rules.prolog.theory_file import ProgramArcError

    settings = run.settings
    size = max((len(problem.start) for problem in run.problems), default=1)
    name = str(settings.get("theory_name") or settings.get("theory") or "unknown theory")
    argument = str(settings.get("theory") or "")
    if argument and file_in(argument) is None:
        name = argument  # of a domain in every size the name of one size says less
    theories: dict[int, Theory] = {}
    labels: dict[int, Sequence[Mapping[str, str]]] = {}
    fault = ""
    try:
        for problem in (one for one in run.problems if one.grounded and "shape" in settings):
            theory = domain_of_run(settings, problem).theory
            if theory.size != len(problem.start):
                fault = f"{theory.name} is not the theory of these states"
                continue
            theories[problem.id] = theory
            if cells := domain_of(theory).meanings(theory.shape):
                labels[problem.id] = cells
    except ProgramArcError:
        fault = f"{argument} is a program, and a report runs none"
    except ArcwiseError as error:
        fault = str(error).splitlines()[0]
    if not theories or fault:
        shape = settings.get("shape") or (1, size)
        return RunBoard(name, max(1, int(shape[1])), _text(settings.get("blank")), {}, fault)
    theory = next(iter(theories.values()))
    return RunBoard(name, theory.shape[1], _text(theory.blank), theories, labels=labels)


def shape_of(problem: Instance, board: RunBoard) -> Shape:
    """Rows and columns of a problem's board; in a run of several sizes they stand in the problem's place."""
    size = max(1, len(problem.start))
    if problem.id in board.labels:
        return size, 1
    named = re.search(r"(\d+)x(\d+)", problem.place)
    if named and int(named[1]) * int(named[2]) == size:
        return int(named[1]), int(named[2])
    if size % board.columns == 0:
        return size // board.columns, board.columns
    return 1, size


def _text(symbol: object) -> str | None:
    return None if symbol is None else str(symbol)


MOST_DRAWN = 20_000
"""Different states that are drawn, which takes some seconds; no boards, of which no more than the symbols is asked."""


def played(path: SolutionMoves) -> dict[str, Any]:
    """A path of its own as `playable` in player.js reads it: its start, its moves and its macros."""
    table = MoveTable()
    steps = zip(path.moves, path.states, path.states[1:], strict=False)
    numbers = [table.number(*step) for step in steps]
    known = table.data()
    moves = [[known["names"][name], *rest] for name, *rest in known["moves"]]
    return {
        "start": state_text(path.states[0]),
        "moves": [moves[number] for number in numbers],
        "macros": path.macros,
        "whole": path.whole,
    }


class Albums:
    """The states that a page shows, grouped by their boards."""

    def __init__(self, blank: str | None) -> None:
        self._blank = blank
        self._albums: dict[object, Album] = {}
        self._goals: dict[int, int] = {}
        self._of_problem: dict[int, int] = {}
        self._room = MOST_DRAWN

    def begin(
        self,
        problem: int,
        theory: Theory | None,
        shape: Shape,
        meanings: Sequence[Mapping[str, str]],
    ) -> None:
        """Set the board of a problem's states."""
        if meanings:
            key: object = problem
        else:
            key = (theory.name, theory.shape) if theory is not None else shape
        self._of_problem[problem] = self._begun(key, theory, shape, meanings)

    def _begun(
        self,
        key: object,
        theory: Theory | None,
        shape: Shape,
        meanings: Sequence[Mapping[str, str]] = (),
    ) -> int:
        """The number of the album of a kind, which is begun where there is none yet."""
        self._albums.setdefault(key, Album(theory, shape, meanings))
        return list(self._albums).index(key)

    def _album(self, problem: int) -> Album:
        return list(self._albums.values())[self._of_problem[problem]]

    def drawing(self, problem: int, state: Pattern) -> Drawing:
        """A state of a problem, or its goal, as it is drawn."""
        return self._album(problem).drawing(state)

    def add(self, problem: int, states: Iterable[State]) -> bool:
        """Add states of a problem; False if they are too many."""
        drawn = self._album(problem).add(states, self._room)
        if drawn is None:
            return False
        self._room -= drawn
        return True

    def add_goal(self, problem: int, goal: Pattern) -> None:
        """Add the goal of a problem: a state to the states, a pattern to the patterns."""
        album = self._album(problem)
        if album.meanings:
            return
        state = ground(goal)
        if state is not None:
            self.add(problem, (state,))
        else:
            self._goals[problem] = self._pattern(album.theory, album.shape, goal)

    def window(self, theory: Theory, pattern: Pattern) -> int:
        """The number of the album that a window's state or pattern is taken into."""
        return self._pattern(theory, theory.shape, pattern)

    def _pattern(self, theory: Theory | None, shape: Shape, pattern: Pattern) -> int:
        drawing = Album(theory, shape).drawing(pattern)
        name = "" if theory is None else theory.name
        kind = "board" if drawing.is_board else laid_out(drawing).kind
        number = self._begun((name, shape, kind), theory, shape)
        list(self._albums.values())[number].add((pattern,))
        return number

    def data(self) -> dict[str, Any]:
        """``albums``: for each problem the number of its album, and of its goal's album if that differs."""
        albums = [
            album.data(self._blank) if album.begun else None for album in self._albums.values()
        ]
        several = len(set(self._of_problem.values())) > 1
        return {
            "albums": albums,
            "album_of": self._of_problem if several else {},
            "goal_album_of": self._goals,
        }


def albums_of(run: Run, board: RunBoard) -> Albums:
    """Albums for all boards of a run, without states yet."""
    albums = Albums(board.blank)
    for problem in run.problems:
        theory, meanings = board.theories.get(problem.id), board.labels.get(problem.id, ())
        albums.begin(problem.id, theory, shape_of(problem, board), meanings)
        if problem.start:
            albums.add_goal(problem.id, problem.goal)
    return albums
