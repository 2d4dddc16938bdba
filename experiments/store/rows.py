"""Rows as results again: every path is replayed on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...rules.arc import Arc
from ...rules.errors import InputError
from ...rules.term import State
from ...rules.theory import Theory
from ...search.result import Result, Statistics, Status
from ..row import Row

COUNTERS = tuple(Statistics.__dataclass_fields__)


def result_of(row: Row, start: State, theory: Theory) -> Result:
    """The result that a row was made from; counters that it lacks are 0.

    Parameters
    ----------
    row
        A search.
    start
        Where it began.
    theory
        Its condition's, with macros.

    Raises
    ------
    InputError
        A path that the theory's arcs do not make.
    """
    counters: Mapping[str, Any] = {name: getattr(row, name) or 0 for name in COUNTERS}
    return Result(
        Status(row.status),
        row.path if row.solved else (start,),
        _operators(row, theory) if row.solved else (),
        Statistics(**counters),
        limit=row.stopped_by,
        algorithm=row.algorithm,
        heuristic=row.heuristic,
        engine=row.engine,
        optimal=row.optimal,
        note=row.note,
    )


def _operators(row: Row, theory: Theory) -> tuple[Arc, ...]:
    """The arcs of a solution, found again by name and by what they lead to."""
    found: list[Arc] = []
    unrolled = list(row.primitive_moves)
    if len(row.path) != len(row.arcs) + 1:
        raise _unlike(row, f"{len(row.arcs)} arcs between {len(row.path)} states")
    for name, state, successor in zip(row.arcs, row.path[:-1], row.path[1:], strict=True):
        for arc, reached in theory.successors(state):
            moves = [move.name for move in arc.primitives]
            if (arc.name, reached, moves) == (name, successor, unrolled[: len(moves)]):
                found.append(arc)
                del unrolled[: len(moves)]
                break
        else:
            raise _unlike(row, f"arc {name} does not lead from {theory.format(state)} any further")
    if unrolled:
        raise _unlike(row, f"{len(unrolled)} moves too many")
    return tuple(found)


def _unlike(row: Row, found: str) -> InputError:
    return InputError(
        f"the row of {row.configuration}, {row.condition}, problem {row.problem} does not replay",
        expected="a path that the arcs of its theory make",
        found=found,
    )
