"""TopSpin: on a ring, any so many neighbours may be turned around."""

from __future__ import annotations

from functools import lru_cache

from ..errors import InputError
from ..family import Family, scrambled_by
from ..geometry import RING, Shape
from ..term import State
from ..traits import Traits
from .built_in import BuiltIn, pair
from .pancakes import reversal


@lru_cache(maxsize=16)
def top_spin(turnstile: int) -> Family:
    """TopSpin: any ``turnstile`` neighbours on a ring of n may be reversed (Chen and Skiena 1996).

    The ring itself is not turned: all n places of the turnstile are moves.
    """
    family = Family(
        "topspin",
        lambda shape: f"topspin:{shape[1]}x{turnstile}",
        RING,
        lambda shape: (reversal("turn", turnstile),),
        lambda shape: tuple(range(1, shape[1] + 1)),
        lambda shape, rng: scrambled_by(family, shape, 20 * shape[1], rng),
        lambda shape: tuple((1, size) for size in range(turnstile + 2, shape[1] + 1)) or (shape,),
        traits=Traits(_ring),
    )
    return family


def _ring(shape: Shape, state: State) -> str:
    """The first half on a line, the rest below it the other way around."""
    half = (len(state) + 1) // 2
    width = max(len(str(symbol)) for symbol in state)
    lines = (state[:half], state[half:][::-1])
    return "\n".join(" ".join(str(symbol).rjust(width) for symbol in line) for line in lines)


def _read(text: str, order: str, cost: float) -> tuple[Family, Shape]:
    spelling = "topspin:RINGxTURNSTILE, such as topspin:8x4, the ring larger"
    size, turnstile = pair(text, spelling)
    if not 2 <= turnstile < size:
        raise InputError("bad size", expected=spelling, found=repr(text))
    return top_spin(turnstile), (1, size)


TOP_SPIN = BuiltIn(
    "topspin",
    "RINGxTURNSTILE",
    typical="8x4",
    small="6x4",
    summary="turn tokens around on a ring",
    cells="the tokens around the ring; the picture has the second half below, going back",
    states="N!/2 if a turn is even, such as of 4 or 5, else N!; fewer if it is odd on an even ring "
    "or leaves one token out; 8x4: 20,160",
    source="Chen and Skiena, Sorting with fixed-length reversals, 1996",
    read=_read,
)
