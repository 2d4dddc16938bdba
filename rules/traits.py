"""What is known of a domain's states besides its arcs: how they look, what is wrong with one, what can be reached."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .geometry import Shape
from .state_text import draw_state
from .term import Pattern, State, Symbol, ground


@dataclass(frozen=True, slots=True)
class Solvability:
    """Whether a start can reach a goal, and why.

    Parameters
    ----------
    solvable
        Whether some sequence of moves leads from the start to the goal.
    reason
        The argument in plain words, with its numbers.
    twin
        For an unsolvable start, the same start with two tiles swapped that can reach the goal; None for a solvable
        start, and where no such swap exists.
    """

    solvable: bool
    reason: str
    twin: State | None = None


@dataclass(frozen=True, slots=True)
class Traits:
    """What a domain tells of its states; each part is optional.

    The parts are functions of modules, or `functools.partial` of such, so that a theory can be pickled.

    Parameters
    ----------
    picture
        A state of a shape as several lines of text.
    fault
        What is wrong with cells that are no state, in words; None for a state.
    solvable
        Whether a start can reach a goal, or None where that is not known in advance.
    """

    picture: Callable[[Shape, State], str] | None = None
    fault: Callable[[Shape, State], str | None] | None = None
    solvable: Callable[[Shape, State, Pattern], Solvability | None] | None = None


NO_TRAITS = Traits()


def picture(traits: Traits, pattern: Pattern, shape: Shape, blank: Symbol | None = None) -> str:
    """A state as its domain draws it; patterns, and what is no state, as a board of cells."""
    state = ground(pattern)
    if traits.picture is None or state is None or (traits.fault and traits.fault(shape, state)):
        return draw_state(pattern, shape, blank)
    return traits.picture(shape, state)
