"""A state that knows its theory, so that it can draw itself in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .term import State, Symbol

if TYPE_CHECKING:
    from .theory import Theory


class Board(tuple[Symbol, ...]):
    """A state like any other, equal to the plain tuple of its symbols, that draws itself.

    `Theory.parse` and `Theory.board` make them; search works with plain tuples.
    """

    theory: Theory

    def __new__(cls, state: State, theory: Theory) -> Board:
        board = super().__new__(cls, state)
        board.theory = theory
        return board

    def __reduce__(self) -> tuple[type[Board], tuple[State, Theory]]:
        return Board, (tuple(self), self.theory)
