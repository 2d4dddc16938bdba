"""TopSpin: any k adjacent tokens on a ring can be reversed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..domain import Domain
from ..errors import InputError
from ..geometry import RING, Shape
from ..schema import Schema
from ..states.random_states import walked
from ..term import Pattern, State, ground
from ..text.drawing import Drawing, Piece, spaced
from ..text.words import pair
from .pancakes import reversal


@dataclass(frozen=True)
class TopSpin(Domain):
    """Any ``turnstile`` neighbours on a ring of n may be reversed (Chen and Skiena 1996).

    The ring itself is not turned: all n places of the turnstile are moves.
    """

    turnstile: int = 4

    name = "topspin"
    sizes = "RINGxTURNSTILE"
    typical = "8x4"
    small = "6x4"
    summary = "turn tokens around on a ring"
    reversible = True
    cells = "the tokens around the ring; the picture has the second half below, going back"
    states = (
        "N!/2 if a turn is even, such as of 4 or 5, else N!; fewer if it is odd on an even ring "
        "or leaves one token out; 8x4: 20,160"
    )
    source = "Chen and Skiena, Sorting with fixed-length reversals, 1996"
    no_relations = "where few tokens are left, every turn moves others that are in place, and rules keep what was reached while they reach more"
    geometry = RING

    @classmethod
    def read(cls, size: str, order: str = "ULRD", cost: float = 1) -> tuple[TopSpin, Shape]:
        spelling = f"{cls.spelling()}, such as topspin:8x4, the ring larger"
        ring, turnstile = pair(size, spelling)
        if not 2 <= turnstile < ring:
            raise InputError("bad size", expected=spelling, found=repr(size))
        return cls(turnstile), (1, ring)

    def spell(self, shape: Shape) -> str:
        return f"{self.name}:{shape[1]}x{self.turnstile}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        return (reversal("turn", self.turnstile),)

    def goal(self, shape: Shape) -> State:
        return tuple(range(1, shape[1] + 1))

    def draw(self, shape: Shape, rng: Random) -> State:
        return walked(self.theory(shape), self.goal_state(shape), 20 * shape[1], rng)

    def practice(self, shape: Shape) -> tuple[Shape, ...]:
        return tuple((1, size) for size in range(self.turnstile + 2, shape[1] + 1)) or (shape,)

    def sketch(self, shape: Shape, pattern: Pattern) -> Drawing:
        """The first half on a line, the rest below it the other way around; a part of the ring as a line."""
        state = ground(pattern)
        if state is None or set(state) != set(self.goal(shape)):
            return super().sketch(shape, pattern)
        half = (len(state) + 1) // 2
        width = max(len(str(symbol)) for symbol in state)
        tokens = [Piece(str(symbol).rjust(width), cell) for cell, symbol in enumerate(state)]
        return spaced((tokens[:half], tokens[half:][::-1]))
