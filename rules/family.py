"""A family: one domain in every size, given by schemas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TypeAlias

from .arc import Arc
from .errors import InputError
from .geometry import Geometry, Shape
from .schema import Schema
from .term import Pattern, State, Symbol, ground
from .theory import Theory
from .traits import NO_TRAITS, Traits, picture

Distance: TypeAlias = Callable[[int, int], float]
"""From one cell to another: how many moves a symbol needs at least."""


@dataclass(frozen=True)
class Family:
    """A domain in every size.

    Parameters
    ----------
    name
        What people call it, such as ``sliding-tile``.
    spell
        The name of the theory of one size, such as ``sliding-tile:3x3``.
    geometry
        How windows lie on its boards.
    schemas
        The primitive moves on boards of one size.
    goal
        The goal of a size that people expect: a state, or a pattern where some cells do not matter.
    draw
        A random state of a size, uniform or well mixed, that can reach the goal.
    practice
        The sizes, from small to large, on which to learn what is to be used on boards of a shape.
    blank
        The symbol that no heuristic counts, or None.
    permutation
        Whether every symbol of the goal occurs exactly once in every state.
    start
        The start of a size that people expect; None where they expect no special one.
    reversible
        Whether from whatever a move leads to, some moves lead back.
    inert
        Symbols that no move asks for or makes, such as walls.
    traits
        How states look, what is wrong with what is no state, and what can be reached.
    """

    name: str
    spell: Callable[[Shape], str]
    geometry: Geometry
    schemas: Callable[[Shape], tuple[Schema, ...]]
    goal: Callable[[Shape], Pattern]
    draw: Callable[[Shape, Random], State]
    practice: Callable[[Shape], tuple[Shape, ...]]
    blank: Symbol | None = None
    permutation: bool = True
    start: Callable[[Shape], State] | None = None
    reversible: bool = True
    inert: tuple[Symbol, ...] = ()
    traits: Traits = NO_TRAITS

    every_size = True
    """Macros on windows may lie on boards of every size; see `Theory`."""

    def window(self, window: Shape) -> Theory:
        """A window of its boards without any arcs, for drawing."""
        return Theory(f"a window of {window[0]}x{window[1]} cells", (), window, self.blank)

    def theory(self, shape: Shape) -> Theory:
        """All schemas at all places, as arcs of a board of that shape, ordered by place."""
        return _theory(self, shape)

    def picture(self, pattern: Pattern, shape: Shape) -> str:
        """A state as the domain draws it; a pattern as a board of cells."""
        return picture(self.traits, pattern, shape, self.blank)

    def goal_state(self, shape: Shape) -> State:
        """The goal of a size, if it is a single state.

        Raises
        ------
        InputError
            A goal that leaves cells open.
        """
        goal = ground(self.goal(shape))
        if goal is None:
            raise InputError(
                f"the goal of {self.spell(shape)} is not a single state",
                remedy="a goal of your own",
            )
        return goal

    def holds(self, schema: Schema, shape: Shape) -> bool:
        """Whether every step of a schema is a move of the family on boards of that shape.

        A macro learned on a whole ring, for one, does not hold on a larger ring.
        """
        if schema.window[0] > shape[0] or schema.window[1] > shape[1]:
            return False
        within = self.geometry.inside(schema.window, shape)
        known = _rules(self, shape)
        return all(
            primitive.canonical in known
            and within.cells(primitive.window, inner, schema.window) is not None
            for primitive, inner in schema.moves or ((schema, 0),)
        )

    def __hash__(self) -> int:
        return hash(self.name)


@lru_cache(maxsize=64)
def _rules(family: Family, shape: Shape) -> frozenset[object]:
    return frozenset(schema.canonical for schema in family.schemas(shape))


MAX_CELLS = 1024
"""A theory spells every arc out cell by cell, so its size grows with the square of the board."""


@lru_cache(maxsize=64)
def _theory(family: Family, shape: Shape) -> Theory:
    size = shape[0] * shape[1]
    if size > MAX_CELLS:
        raise InputError(
            f"{family.spell(shape)} is too large for a theory that spells its arcs out",
            expected=f"{MAX_CELLS} cells at most",
            found=str(size),
            remedy="--algorithm climb, which needs none",
        )
    placed: list[tuple[int, int, Arc]] = []
    for number, schema in enumerate(family.schemas(shape)):
        for place in family.geometry.places(schema.window, shape):
            cells = family.geometry.cells(schema.window, place, shape)
            assert cells is not None
            blank = (
                schema.arc.before.index(family.blank) if family.blank in schema.arc.before else 0
            )
            placed.append((cells[blank], number, schema.placed(cells, size)))
    placed.sort(key=lambda entry: entry[:2])
    symbols: tuple[Symbol, ...] | None = None
    if family.permutation:
        wanted = set(family.goal_state(shape))
        symbols = tuple(sorted(wanted, key=lambda symbol: (isinstance(symbol, str), symbol)))
    return Theory(
        family.spell(shape),
        tuple(arc for _, _, arc in placed),
        shape,
        family.blank,
        symbols,
        traits=family.traits,
    )


def scrambled_by(family: Family, shape: Shape, moves: int, rng: Random) -> State:
    """The goal after so many random moves or one more, for families whose moves can all be undone."""
    theory, state = family.theory(shape), family.goal_state(shape)
    for _ in range(moves + rng.randrange(2)):
        after = None
        while after is None:  # an arc that does not apply is as if it had not been drawn
            after = rng.choice(theory.arcs).apply(state)
        state = after
    return state
