"""Results as rows, and back: every path is replayed on the way."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from ...rules.arc import Arc
from ...rules.errors import InputError
from ...rules.term import State
from ...rules.theory import Theory
from ...search.result import Result, Statistics, Status
from .picture import SearchRow
from .tables import SEARCH_COLUMNS

COUNTERS = tuple(Statistics.__dataclass_fields__)


def now() -> str:
    """The time in ISO form."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def worker_name(pid: int) -> str:
    """This machine and a process."""
    return f"{platform.node() or 'localhost'} {pid}"


def row_of(result: Result, started: str, worker: str) -> dict[str, Any]:
    """A value for every column of a search, and what else it told as ``told``, for which a row has no room."""
    values = result.to_dict()
    values["stopped_by"] = values["limit"]
    values["optimal"] = int(values["optimal"])
    row = {column: values.get(column) for column in SEARCH_COLUMNS}
    return row | {"started": started, "worker": worker, "told": values.get("told")}


def row_without_result(
    stopped_by: str, note: str, started: str, worker: str, elapsed: float | None = None
) -> dict[str, Any]:
    """The row of a search that died and told nothing.

    Parameters
    ----------
    stopped_by
        ``time``, ``memory``, ``signal`` or ``error``.
    note
        What is known about it.
    started, worker
        When and where.
    elapsed
        Seconds, if they were measured.
    """
    known = {
        "status": Status.STOPPED.value,
        "stopped_by": stopped_by,
        "optimal": 0,
        "elapsed": elapsed,
        "note": note,
        "path": [],
        "arcs": [],
        "primitive_moves": [],
        "started": started,
        "worker": worker,
    }
    return dict.fromkeys(SEARCH_COLUMNS) | known


def result_of(row: SearchRow, start: State, theory: Theory) -> Result:
    """The result that a row was made from; counters that it lacks are 0.

    Parameters
    ----------
    row
        A search.
    start
        Where it began.
    theory
        Its arm's, with macros.

    Raises
    ------
    InputError
        A path that the theory's arcs do not make.
    """
    counters: Mapping[str, Any] = {name: getattr(row, name) or 0 for name in COUNTERS}
    path = row.path if row.solved else (start,)
    return Result(
        Status(row.status),
        path,
        _operators(row, theory) if row.solved else (),
        Statistics(**counters),
        limit=row.stopped_by,
        algorithm=row.algorithm,
        heuristic=row.heuristic,
        engine=row.engine or "none",
        optimal=row.optimal,
        note=row.note,
    )


def _operators(row: SearchRow, theory: Theory) -> tuple[Arc, ...]:
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


def _unlike(row: SearchRow, found: str) -> InputError:
    return InputError(
        f"the row of {row.algorithm}, {row.arm}, problem {row.problem} does not replay",
        expected="a path that the arcs of its theory make",
        found=found,
    )
