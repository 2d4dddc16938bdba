"""How things stood before something was done, so that it can be undone."""

from __future__ import annotations

from dataclasses import dataclass

from ....ebl.macro import Macro
from ....rules.term import State
from .macros import WalkMacros
from .walk import Walk, WalkStep

MOST_REMEMBERED = 500
"""Changes that can be undone, the last ones."""


@dataclass(frozen=True)
class Moment:
    """A moment of a session.

    Parameters
    ----------
    doing
        What was done then, in words.
    start, steps, at, mark
        The walk.
    seed
        The number of its random start.
    macros, unsaved
        Those that there were, and how many of them were not saved.
    """

    doing: str
    start: State
    steps: tuple[WalkStep, ...]
    at: int
    mark: int
    seed: int | None
    macros: tuple[Macro, ...]
    unsaved: int

    @classmethod
    def of(
        cls, doing: str, walk: Walk, seed: int | None, macros: WalkMacros, unsaved: int
    ) -> Moment:
        """Record the current state of a walk as a moment."""
        steps, known = tuple(walk.steps), tuple(macros.library)
        return cls(doing, walk.start, steps, walk.at, walk.mark, seed, known, unsaved)

    def walk(self) -> Walk:
        """The walk as it was."""
        walk = Walk(self.start)
        walk.steps[:] = self.steps
        walk.at, walk.mark = self.at, self.mark
        return walk
