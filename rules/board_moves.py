"""The moves of a domain on boards of every size: where they lie, and what macros of them stand for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from .arc import Arc, replace_arc
from .errors import InputError, refuse_more
from .geometry import WHOLE, Geometry, Shape, Symmetry
from .schema import Schema, on_whole_board, schema_of
from .term import Symbol, canonical
from .theory import Theory

MAX_CELLS = 1024
"""A theory spells every arc out cell by cell, so its size grows with the square of the board."""

MOST_ARCS = 50_000
"""Greatest number of placed macros that a search spells out as arcs."""


class BoardMoves(ABC):
    """Moves on windows, and how these lie on boards.

    Attributes
    ----------
    name
        Beginning of an argument that names the domain, such as ``sliding-tile``.
    geometry
        How windows lie on its boards.
    blank
        The symbol that no heuristic counts, or None.
    """

    name: str
    geometry: Geometry = WHOLE
    blank: Symbol | None = None

    @abstractmethod
    def board(self, shape: Shape) -> Theory:
        """A board of any size without its arcs: what its states are and how they look."""

    def spell(self, shape: Shape) -> str:
        """The name of the theory of one size, such as ``sliding-tile:3x3``."""
        rows, columns = shape
        return f"{self.name}:{columns}" if rows == 1 else f"{self.name}:{rows}x{columns}"

    def schemas(self, shape: Shape) -> tuple[Schema, ...]:
        """The primitive moves on boards of one size.

        Raises
        ------
        InputError
            A class that has neither these nor a theory.
        """
        if type(self).theory is BoardMoves.theory:
            raise InputError(
                f"{self.name} has no arcs",
                expected="a class of domain with the method schemas, or theory",
                found=type(self).__name__,
            )
        return tuple(Schema(arc, shape) for arc in self.theory(shape).primitives)

    def rearranges(self, shape: Shape) -> bool:
        """Whether every move leaves the symbols that it finds, in other cells."""
        arcs = [schema.arc for schema in self.schemas(shape)]
        return all(arc.plain and Counter(arc.before) == Counter(arc.after) for arc in arcs)

    def theory(self, shape: Shape) -> Theory:
        """All schemas at all places, as arcs of a board of that shape, ordered by place."""
        return _theory(self, shape)

    def window(self, window: Shape) -> Theory:
        """A window of its boards without any arcs, for drawing."""
        return Theory(f"a window of {window[0]}x{window[1]} cells", (), window, self.blank)

    def holds(self, schema: Schema, shape: Shape) -> bool:
        """Whether every step of a schema is a move of the domain on boards of that shape.

        A macro learned on a whole ring, for one, does not hold on a larger ring.
        """
        if schema.window[0] > shape[0] or schema.window[1] > shape[1]:
            return False
        within = self.geometry.inside(schema.window, shape)
        known = _moves(self, shape)
        return all(
            primitive.canonical in known
            and within.cells(primitive.window, inner, schema.window) is not None
            for primitive, inner in schema.moves or ((schema, 0),)
        )

    def move_like(self, operator: Any) -> str | None:
        """Name of the move with the same effect as a macro's operator, of any length; None if there is none."""
        schema: Schema = operator
        if schema.length == 1:
            return schema.moves[0][0].name
        if schema.wraps:
            return None
        rows, columns = schema.window
        known = _moves(self, schema.window)
        # Most macros change more cells than any move.
        if len(schema.arc.changed) not in {len(move.arc.changed) for move in known.values()}:
            return None
        geometry = self.geometry.inside(schema.window, (rows, columns + 1))
        effect, _ = schema_of(replace_arc(schema.arc, steps=()), schema.window, geometry)
        move = known.get(effect.canonical)
        return None if move is None else move.name

    def own_move(self, schema: Schema, shape: Shape) -> Schema | None:
        """The move with the same effect as a schema; among several, the one with the schema's name and cost."""
        known = _moves(self, shape)
        keys = (schema.canonical, schema.name, schema.cost), (schema.canonical, schema.name)
        found = (known.get(key) for key in (*keys, schema.canonical))
        return next((move for move in found if move is not None), None)

    def image(self, schema: Schema, symmetry: Symmetry) -> tuple[tuple[Schema, int], ...] | None:
        """The moves that the steps of a learned schema become under a symmetry, each with its place in the window's image.

        Returns
        -------
        None where one of them becomes no move.
        """
        window, geometry = symmetry.shape(schema.window), self.geometry
        found = []
        for move, place in schema.moves:
            cells = geometry.cells(move.window, place, schema.window)
            patterns = (symmetry.moved(side, move.window) for side in move.arc.canonical)
            before, after = canonical(*patterns)
            arc = replace_arc(move.arc, before=before, after=after)
            own = self.own_move(Schema(arc, symmetry.shape(move.window)), window)
            if own is None or cells is None:
                return None
            lie = [symmetry.cell(cell, schema.window) for cell in cells]
            wanted = symmetry.moved(lie, move.window)
            places = geometry.places(own.window, window)
            at = next(
                (at for at in places if geometry.cells(own.window, at, window) == wanted), None
            )
            if at is None:
                return None
            found.append((own, at))
        return tuple(found)

    def schemas_of(self, operators: Sequence[Any], domain: BoardMoves) -> tuple[Schema, ...]:
        """Learned operators as schemas for climbing, on boards of this domain or of another."""
        if self.geometry is domain.geometry:
            return tuple(operators)
        return tuple(on_whole_board(one.arc, one.window, domain.geometry) for one in operators)

    def fitting(self, operators: Sequence[Schema], shape: Shape) -> list[Schema]:
        """Select the learned operators that hold on boards of a shape.

        Raises
        ------
        InputError
            More than `MOST_ARCS` placements.
        """
        found = [schema for schema in operators if self.holds(schema, shape)]
        count = sum(len(list(self.geometry.places(schema.window, shape))) for schema in found)
        refuse_more(
            count,
            MOST_ARCS,
            f"{len(found)} macros have too many placements on {self.spell(shape)}",
            remedy="--algorithm climb, which places them as needed",
        )
        return found

    def instances(self, operators: Sequence[Any], theory: Theory) -> tuple[Arc, ...]:
        """All instances of learned operators on a board, as arcs with steps.

        Raises
        ------
        InputError
            More placements than `fitting` takes.
        """
        shape = theory.shape
        return tuple(
            schema.on_board(cells, theory.size)
            for schema in self.fitting(operators, shape)
            for place in self.geometry.places(schema.window, shape)
            if (cells := self.geometry.cells(schema.window, place, shape)) is not None
        )


@lru_cache(maxsize=64)
def _moves(moves: BoardMoves, shape: Shape) -> Mapping[object, Schema]:
    """Index the moves on boards of a shape by effect, by effect and name, and by effect, name and cost."""
    known: dict[object, Schema] = {}
    for schema in moves.schemas(shape):
        for key in (
            schema.canonical,
            (schema.canonical, schema.name),
            (schema.canonical, schema.name, schema.cost),
        ):
            known[key] = schema
    return known


@lru_cache(maxsize=64)
def _theory(moves: BoardMoves, shape: Shape) -> Theory:
    check_cells(moves, shape)
    check_windows(moves, shape)
    size = shape[0] * shape[1]
    placed: list[tuple[int, int, Arc]] = []
    for number, schema in enumerate(moves.schemas(shape)):
        for cells in placements(moves, schema, shape):
            blank = schema.arc.before.index(moves.blank) if moves.blank in schema.arc.before else 0
            placed.append((cells[blank], number, schema.placed(cells, size)))
    placed.sort(key=lambda entry: entry[:2])
    return replace(moves.board(shape), arcs=tuple(arc for _, _, arc in placed))


def placements(moves: BoardMoves, schema: Schema, shape: Shape) -> Iterator[tuple[int, ...]]:
    """The cells that the window of a schema covers, at each place where it lies on a board.

    Raises
    ------
    InputError
        A geometry whose place covers no cells, cells beyond the board, or one twice.
    """
    size, area = shape[0] * shape[1], schema.window[0] * schema.window[1]
    for place in moves.geometry.places(schema.window, shape):
        cells = moves.geometry.cells(schema.window, place, shape)
        if (
            cells is None
            or not len(cells) == len({*cells}) == area
            or not (min(cells) >= 0 and max(cells) < size)
        ):
            raise InputError(
                f"the geometry of {moves.spell(shape)} puts a window of {_by(schema.window)} where it does not fit",
                expected=f"{area} different cells from 0 to {size - 1} for each of its places",
                found=f"place {place}, cells {cells}",
            )
        yield cells


@lru_cache(maxsize=64)
def check_windows(moves: BoardMoves, shape: Shape) -> None:
    """Refuse schemas whose windows lie nowhere on a board: without them it would have no moves, or too few.

    Where the geometry takes windows of several sizes, those of one size may be too large for a small board.

    Raises
    ------
    InputError
        Without a geometry a window that is not the board; with one, no window that lies anywhere.
    """
    schemas, whole = moves.schemas(shape), moves.geometry is WHOLE
    fit = [next(placements(moves, one, shape), None) is not None for one in schemas]
    if all(fit) or (any(fit) and not whole) or shape == (1, 1):
        return
    odd = schemas[fit.index(False)]
    raise InputError(
        f"the window of schema {odd.name} lies nowhere on {moves.spell(shape)}",
        expected=f"a window of the whole board, {_by(shape)}"
        if whole
        else f"a window that geometry {moves.geometry.name} puts on a board of {_by(shape)}",
        found=f"a window of {_by(odd.window)}"
        + (", and no geometry, which tells where smaller windows lie" if whole else ""),
        remedy="geometry = GRID in the class, of arcwise.rules: windows lie anywhere on rows and columns; RING: around a ring"
        if whole
        else "schemas(shape) that fit that size",
    )


def _by(shape: Shape) -> str:
    return f"{shape[0]}x{shape[1]}"


def check_cells(moves: BoardMoves, shape: Shape) -> None:
    """Raise InputError for a board that is too large for a theory."""
    refuse_more(
        shape[0] * shape[1],
        MAX_CELLS,
        f"{moves.spell(shape)} is too large for a theory that spells its arcs out",
        "cells",
        remedy="--algorithm climb, which needs none",
    )
