"""Content of a run at one moment, as plain records."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ...rules.errors import InputError, Place
from ..condition import Condition
from ..problem_set import Instance
from ..row import COLUMNS, Row
from .place import find_database, no_run
from .records import LedgerRow, TrainingRow
from .rows import check_solutions
from .tables import DATABASE, Watch, check_format, connect, faults_explained, is_new
from .validation import (
    check_schema,
    condition_of,
    instance_of,
    ledger_row_of,
    row_of,
    setting_of,
    training_row_of,
)


@dataclass(frozen=True)
class Run:
    """Everything that a run holds, in a fixed order.

    Parameters
    ----------
    path
        The folder.
    settings
        What was asked for, and where it ran.
    problems, conditions, searches, training_records, ledger
        The rows. Searches come problem by problem, then in the order of the configurations and the conditions.
    """

    path: Path
    settings: dict[str, Any]
    problems: tuple[Instance, ...]
    conditions: tuple[Condition, ...]
    searches: tuple[Row, ...]
    training_records: tuple[TrainingRow, ...] = ()
    ledger: tuple[LedgerRow, ...] = ()

    def __repr__(self) -> str:
        return (
            f"Run({str(self.path)!r}, searches={len(self.searches)}, problems={len(self.problems)})"
        )


def read_run(path: str | Path) -> Run:
    """The run of a folder as it stands now; it may be read while it is being written.

    Raises
    ------
    InputError
        A folder that holds no run, or a damaged one.
    """
    folder = Path(path)
    with _readable(find_database(folder)) as database, faults_explained(folder / DATABASE):
        connection = connect(database)
        try:
            with Watch(connection, database):
                if is_new(connection, database):
                    raise no_run(folder)
                check_format(connection, folder / DATABASE)
                check_schema(connection, folder / DATABASE)
            run = read_connection(connection, folder)
        finally:
            connection.close()
    try:
        check_solutions(run.settings, run.problems, run.searches)
    except ValueError as error:
        raise InputError(f"a damaged run: {error}", place=Place(str(folder / DATABASE))) from None
    return run


def read_connection(connection: sqlite3.Connection, folder: Path) -> Run:
    """The run of an open database, all tables as they are at one moment.

    Raises
    ------
    InputError
        A damaged run.
    """
    connection.execute("BEGIN")
    try:
        with Watch(connection, folder / DATABASE):
            return _read(connection, folder)
    except ValueError as error:
        raise InputError(f"a damaged run: {error}", place=Place(str(folder / DATABASE))) from None
    finally:
        connection.execute("ROLLBACK")


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

    settings = dict(setting_of(*row) for row in rows("SELECT key, value FROM setting"))
    problems = tuple(
        instance_of(*row)
        for row in rows(
            "SELECT id, start, goal, place, problem_set, seed, file, text FROM problem ORDER BY id"
        )
    )
    conditions = tuple(
        condition_of(*row, folder=folder)
        for row in rows("SELECT name, file, text, facts FROM condition ORDER BY id")
    )
    columns = ", ".join(column.name for column in COLUMNS)
    searches = [
        row_of(row)
        for row in rows(f"SELECT condition, configuration, problem, {columns} FROM search")
    ]
    asked = {name: place for place, name in enumerate(settings.get("configurations", []))}
    order = {condition.name: place for place, condition in enumerate(conditions)}
    known = {problem.id: len(problem.start) for problem in problems}
    for row in searches:
        if row.condition not in order or row.problem not in known:
            raise ValueError(
                f"a search of condition {row.condition!r}, problem {row.problem}, of which the run knows nothing"
            )
        if row.path and len(row.path[0]) != known[row.problem]:
            raise ValueError(f"a path of other states than those of problem {row.problem}")
    searches.sort(
        key=lambda row: (
            row.problem,
            asked.get(row.configuration, len(asked)),
            row.configuration,
            order[row.condition],
        )
    )
    training_records = tuple(
        training_row_of(*row)
        for row in rows(
            "SELECT number, problem, macro, accepted, reason FROM training_record ORDER BY number"
        )
    )
    ledger = tuple(
        ledger_row_of(*row)
        for row in rows(
            f"SELECT {', '.join(one.name for one in fields(LedgerRow))} FROM ledger ORDER BY rowid"
        )
    )
    return Run(folder, settings, problems, conditions, tuple(searches), training_records, ledger)
