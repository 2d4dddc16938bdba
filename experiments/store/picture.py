"""What stands in a run folder at one moment, as plain records."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ...rules.errors import InputError, Place
from ...rules.term import Pattern, State
from .goals import goal_of
from .place import find_database, no_run
from .tables import DATABASE, SEARCH_COLUMNS, check, connect, explained, is_new


@dataclass(frozen=True, slots=True)
class RunProblem:
    """A problem of a run; ``place`` says where it stands, such as ``examples.json:5:5`` or ``random pair 3``."""

    id: int
    start: State
    goal: Pattern
    place: str


@dataclass(frozen=True, slots=True)
class RunArm:
    """One side of what is compared: which macros it searched with, if any, and facts about them."""

    id: int
    name: str
    macros: Path | None
    facts: dict[str, Any]


@dataclass(frozen=True)
class SearchRow:
    """One search.

    Counters are those of `Statistics`; they are None where a search died before it could tell them. ``status`` is
    one of `Status`, and ``stopped_by`` says what stopped a search: ``time``, ``nodes`` or ``memory`` (its limits),
    ``signal`` (its process was killed) or ``error`` (``note`` says which). Lengths and cost are None without a solution.
    """

    arm: str
    algorithm: str
    problem: int
    status: str
    stopped_by: str | None
    engine: str | None
    heuristic: str | None
    optimal: bool
    steps: int | None
    moves: int | None
    cost: float | None
    expanded: int | None
    generated: int | None
    inserted: int | None
    evaluated: int | None
    reopened: int | None
    operator_applications: int | None
    peak_open: int | None
    peak_memory: int | None
    elapsed: float | None
    note: str
    path_json: str | None
    arcs_json: str | None
    primitive_moves_json: str | None
    started: str
    worker: str

    @property
    def solved(self) -> bool:
        """Whether a path was found."""
        return self.status == "solved"

    @cached_property
    def path(self) -> tuple[State, ...]:
        """The states from start to goal; empty without a solution."""
        return tuple(tuple(state) for state in json.loads(self.path_json or "[]"))

    @cached_property
    def arcs(self) -> tuple[str, ...]:
        """The names of the operators of the solution, a macro as one."""
        return tuple(json.loads(self.arcs_json or "[]"))

    @cached_property
    def primitive_moves(self) -> tuple[str, ...]:
        """The names of the moves of the solution, macros unrolled."""
        return tuple(json.loads(self.primitive_moves_json or "[]"))


@dataclass(frozen=True, slots=True)
class LessonRow:
    """What a training example taught."""

    number: int
    problem: int | None
    macro: str | None
    accepted: bool
    reason: str


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """What one macro did in the searches of one algorithm; what it saves is per problem, None where not measured."""

    algorithm: str
    macro: str
    problems: int
    tried: int | None
    matched: int | None
    applied: int | None
    saved_applications: float | None
    saved_moves: float | None


@dataclass(frozen=True)
class Run:
    """Everything that a run folder holds, in a fixed order.

    Parameters
    ----------
    path
        The folder.
    settings
        What was asked for, and where it ran.
    problems, arms, searches, lessons, ledger
        The rows. Searches come problem by problem, then in the order of the algorithms and the arms.
    """

    path: Path
    settings: dict[str, Any]
    problems: tuple[RunProblem, ...]
    arms: tuple[RunArm, ...]
    searches: tuple[SearchRow, ...]
    lessons: tuple[LessonRow, ...]
    ledger: tuple[LedgerRow, ...]


def read_run(path: str | Path) -> Run:
    """The run of a folder as it stands now; it may be read while it is being written.

    Raises
    ------
    InputError
        A folder that holds no run, or a damaged one.
    """
    folder = Path(path)
    with _readable(find_database(folder)) as database, explained(folder / DATABASE):
        connection = connect(database)
        try:
            if is_new(connection, database):
                raise no_run(folder)
            check(connection, folder / DATABASE)
            connection.execute("BEGIN")  # all tables as they are at one moment
            return _read(connection, folder)
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(
                f"a damaged run: {error}", place=Place(str(folder / DATABASE))
            ) from None
        finally:
            connection.close()


@contextmanager
def _readable(database: Path) -> Iterator[Path]:
    """The database itself, or a copy where SQLite could not make the files that it needs even for reading."""
    if os.access(database.parent, os.W_OK) and os.access(database, os.W_OK):
        yield database
        return
    with tempfile.TemporaryDirectory(prefix="arcwise-") as folder:
        try:
            for file in (database, database.with_name(f"{DATABASE}-wal")):
                if file.exists():
                    copy = Path(folder) / file.name
                    shutil.copyfile(file, copy)
        except OSError as error:
            raise InputError(
                f"cannot be read: {error.strerror}", place=Place(str(database))
            ) from None
        yield Path(folder) / DATABASE


def _read(connection: sqlite3.Connection, folder: Path) -> Run:
    def rows(query: str) -> list[Any]:
        return connection.execute(query).fetchall()

    settings = {key: json.loads(value) for key, value in rows("SELECT key, value FROM setting")}
    problems = tuple(
        RunProblem(number, tuple(json.loads(start)), goal_of(json.loads(goal)), place or "")
        for number, start, goal, place in rows(
            "SELECT id, start, goal, place FROM problem ORDER BY id"
        )
    )
    arms = tuple(
        RunArm(number, name, folder / macros if macros else None, json.loads(facts or "{}"))
        for number, name, macros, facts in rows(
            "SELECT id, name, macros, facts FROM arm ORDER BY id"
        )
    )
    order = {name: place for place, name in enumerate(settings.get("algorithms", []))}
    names = {arm.id: arm.name for arm in arms}
    columns = ", ".join(SEARCH_COLUMNS)
    found = rows(f"SELECT arm, algorithm, problem, {columns} FROM search")
    found.sort(key=lambda row: (row[2], order.get(row[1], len(order)), row[1], row[0]))
    optimal = 2 + SEARCH_COLUMNS.index("optimal")
    searches = []
    for arm, *values in found:
        values[optimal] = bool(values[optimal])
        searches.append(SearchRow(names[arm], *values))
    lessons = tuple(
        LessonRow(number, problem, macro, bool(accepted), reason or "")
        for number, problem, macro, accepted, reason in rows(
            "SELECT number, problem, macro, accepted, reason FROM lesson ORDER BY number"
        )
    )
    ledger = tuple(
        LedgerRow(*row)
        for row in rows(
            "SELECT algorithm, macro, problems, tried, matched, applied, saved_applications, saved_moves "
            "FROM ledger ORDER BY rowid"
        )
    )
    return Run(folder, settings, problems, arms, tuple(searches), lessons, ledger)
