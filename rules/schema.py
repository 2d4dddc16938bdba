"""A schema: an arc over a small window, which holds wherever the window fits on a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from .arc import Arc, replace_arc
from .checked import checked, checked_when_it_fails
from .errors import InputError
from .geometry import WHOLE, Geometry, Shape
from .later import Later
from .record import record
from .term import Pattern, Term, Var, canonical, standard_variables


@checked_when_it_fails
@record
class Schema:
    """An arc on a window.

    Parameters
    ----------
    arc
        The rule, one term for each of the window's cells, row by row. A learned schema's arc is a macro, whose steps
        are arcs on the same window.
    window
        Rows and columns.
    moves
        For a learned schema its primitive schemas in order, each with its place in the window.

    Raises
    ------
    InputError
        Patterns that do not have one term per cell.
    """

    told = Later("ebl.views", "BoardMacroText")
    over = "cells"
    entangled = False

    arc: Arc
    window: Shape
    moves: tuple[tuple[Schema, int], ...] = ()

    def __post_init__(self) -> None:
        if len(self.arc.before) != self.window[0] * self.window[1]:
            raise InputError(
                f"schema {self.arc.name} does not fit its window",
                expected=f"{self.window[0] * self.window[1]} cells",
                found=str(len(self.arc.before)),
            )

    @property
    def name(self) -> str:
        """The arc's name."""
        return self.arc.name

    @property
    def cost(self) -> float:
        """Cost of one use."""
        return self.arc.cost

    @property
    def length(self) -> int:
        """Number of primitive moves of one use."""
        return self.arc.length

    @property
    def step_names(self) -> tuple[str, ...]:
        """The names of the primitive moves of a learned schema."""
        return tuple(move.name for move, _ in self.moves)

    @property
    def rule(self) -> Arc:
        """Rule on the window: its conditions and effects."""
        return self.arc

    @property
    def does_nothing(self) -> bool:
        """Whether the schema leaves every state as it is."""
        return self.arc.before == self.arc.after

    def renamed(self, name: str) -> Schema:
        """Copy of the schema under another name."""
        return replace(self, arc=replace(self.arc, name=name))

    @cached_property
    def wraps(self) -> bool:
        """Whether some move goes around the end of the window, which only a ring of that size allows."""
        return any(
            place % self.window[1] + move.window[1] > self.window[1] for move, place in self.moves
        )

    @cached_property
    def canonical(self) -> tuple[Shape, bool, Pattern, Pattern]:
        """Equal exactly for the same rule on the same window."""
        return (self.window, self.wraps, *self.arc.canonical)

    @cached_property
    def journeys(self) -> dict[int, int]:
        """For every window cell whose symbol moves to exactly one other cell: where it goes."""
        ends: dict[Term, list[int]] = {}
        for cell, term in enumerate(self.arc.after):
            ends.setdefault(term, []).append(cell)
        return {
            cell: ends[term][0]
            for cell, term in enumerate(self.arc.before)
            if len(ends.get(term, ())) == 1 and ends[term][0] != cell
        }

    def on_board(self, cells: tuple[int, ...], size: int) -> Arc:
        """As `placed`, but the schema's own arc where the window is the board, variables and all."""
        return self.arc if cells == tuple(range(size)) else self.placed(cells, size)

    def placed(self, cells: tuple[int, ...], size: int) -> Arc:
        """The arc on a board of ``size`` cells, where the window covers ``cells``; a macro keeps its steps."""
        names = standard_variables(size)

        whole = cells == tuple(range(size))

        def spread(arc: Arc, steps: tuple[Arc, ...] = ()) -> Arc:
            if whole:
                return arc.between(*arc.canonical, steps=steps)
            before: list[Term] = [*names]
            after: list[Term] = [*names]
            inner = {term: names[cell] for cell, term in zip(cells, arc.before, strict=True)}
            for cell, was, becomes in zip(cells, arc.before, arc.after, strict=True):
                before[cell] = inner[was] if isinstance(was, Var) else was
                after[cell] = inner[becomes] if isinstance(becomes, Var) else becomes
            one, other = canonical(tuple(before), tuple(after))
            return arc.between(one, other, steps)

        return spread(self.arc, tuple(spread(step) for step in self.arc.steps))


def touched(arc: Arc) -> tuple[int, ...]:
    """The cells that an arc looks at or changes: all others hold a variable of their own, before and after."""
    seen, made = Counter(arc.before), Counter(arc.after)
    return tuple(
        cell
        for cell, (before, after) in enumerate(zip(arc.before, arc.after, strict=True))
        if before != after or not isinstance(before, Var) or seen[before] > 1 or made[before] > 1
    )


@checked
def schema_of(arc: Arc, shape: Shape, geometry: Geometry) -> tuple[Schema, int]:
    """The schema that an arc of a board is an instance of, and its place.

    The window is the smallest that covers what the arc touches.

    Raises
    ------
    InputError
        An arc that touches no cell, where windows are smaller than the board.
    """
    cells = touched(arc)
    if not cells and geometry is not WHOLE:
        raise InputError(f"arc {arc.name} has no conditions and no effects, so it has no window")
    window, place = geometry.window(cells, shape)
    covered = geometry.cells(window, place, shape)
    assert covered is not None
    return Schema(restricted(arc, covered), window), place


def on_whole_board(macro: Arc, shape: Shape, geometry: Geometry) -> Schema:
    """A macro of one board as a schema whose window is the board, its steps those of smaller windows."""
    steps = (schema_of(step, shape, geometry) for step in macro.steps)
    return Schema(macro, shape, tuple(steps))


def restricted(arc: Arc, cells: tuple[int, ...]) -> Arc:
    """An arc as it looks through a window that covers all it touches."""
    before, after = canonical(
        tuple(arc.before[cell] for cell in cells), tuple(arc.after[cell] for cell in cells)
    )
    return replace_arc(arc, before=before, after=after, steps=())


def unrolled(
    schema: Schema, place: int, shape: Shape, geometry: Geometry
) -> Iterator[tuple[Schema, int]]:
    """The primitive schemas that a placed schema stands for, each with its place on the board, in order.

    Raises
    ------
    InputError
        A macro that does not fit the board there.
    """
    if not schema.moves:
        yield schema, place
        return
    cells = geometry.cells(schema.window, place, shape)
    if cells is None:
        raise InputError(f"schema {schema.name} does not fit the board at cell {place + 1}")
    for primitive, inner in schema.moves:
        yield primitive, cells[inner]
