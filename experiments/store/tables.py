"""The database of a run folder: its tables, and how to open it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

from ...rules.errors import InputError, Place

DATABASE = "run.sqlite"

PATIENCE = 60
"""Seconds to wait for another process that is writing."""

APPLICATION = 0x41524357  # "ARCW", which the command file(1) shows
VERSION = 1

SEARCH_COLUMNS = (
    *("status", "stopped_by", "engine", "heuristic", "optimal", "steps", "moves", "cost"),
    *("expanded", "generated", "inserted", "evaluated", "reopened", "operator_applications"),
    *("peak_open", "peak_memory", "elapsed", "note", "path", "arcs", "primitive_moves"),
    *("started", "worker"),
)
"""The columns of a search besides its key."""

TABLES = f"""
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE problem (id INTEGER PRIMARY KEY, start TEXT, goal TEXT, place TEXT);
CREATE TABLE arm (id INTEGER PRIMARY KEY, name TEXT UNIQUE, macros TEXT, facts TEXT);
CREATE TABLE search (arm INTEGER, algorithm TEXT, problem INTEGER, {", ".join(SEARCH_COLUMNS)},
    PRIMARY KEY (arm, algorithm, problem));
CREATE TABLE lesson (number INTEGER PRIMARY KEY, problem INTEGER, macro TEXT, accepted INTEGER, reason TEXT);
CREATE TABLE ledger (algorithm TEXT, macro TEXT, problems, tried, matched, applied, saved_applications,
    saved_moves, PRIMARY KEY (algorithm, macro));
CREATE TABLE claim (arm INTEGER, algorithm TEXT, problem INTEGER, owner TEXT,
    PRIMARY KEY (arm, algorithm, problem));
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""
"""Columns without a type keep numbers as they are: 18 stays whole."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection; a file that does not exist is made, empty.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    with explained(path):
        return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)


def make_ready(connection: sqlite3.Connection, path: Path) -> None:
    """Let several processes read and write at once."""
    with explained(path):
        for _ in range(PATIENCE * 100):  # SQLite does not itself wait for others here
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                break
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
                sleep(0.01)
        # A transaction survives the death of the process; only a power cut takes the last ones.
        connection.execute("PRAGMA synchronous = NORMAL")


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse the database of another program or of a later version.

    Raises
    ------
    InputError
        Such a database.
    """
    with explained(path):
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise InputError(
            "not a run of arcwise", place=Place(str(path)), expected="what --run DIR has written"
        )
    if version != VERSION:
        raise InputError(
            "this run was written by another version of arcwise",
            place=Place(str(path)),
            expected=f"format {VERSION}",
            found=f"format {version}",
        )


def is_new(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether there is nothing in a database yet."""
    with explained(path):
        return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of the database into one clear message."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise InputError(
            f"the run cannot be written or read: {error}",
            place=Place(str(path)),
            remedy="another folder, if this one is read-only or its disk is full",
        ) from None
    except sqlite3.DatabaseError as error:
        raise InputError(
            f"not a run of arcwise, or a damaged one: {error}",
            place=Place(str(path)),
            expected="what --run DIR has written",
        ) from None


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Connection]:
    """All or nothing; others wait until it is over."""
    with explained(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            if connection.in_transaction:  # a full disk has ended it already
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
