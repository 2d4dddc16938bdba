"""The states of a run, its goals and the windows of its macros as their domain draws them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ....experiments.store import Run
from ....rules.geometry import Shape
from ....rules.term import Pattern, State, ground
from ....rules.text.drawing import Drawing
from ....rules.theory import Theory
from ...html.album import Album
from ...html.layout import laid_out
from .board import RunBoard, shape_of

MOST_DRAWN = 20_000
"""Different states that are drawn, which takes some seconds; no boards, of which no more than the symbols is asked."""


class Albums:
    """The states that a page shows, by the boards that they are of."""

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
        """Say what the states of a problem are."""
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
        """Take states of a problem in; False if they are too many."""
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
        """``albums``, for each problem the number of its own, and of that of its goal where that is another one."""
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
