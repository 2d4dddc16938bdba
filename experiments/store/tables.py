"""The database of a run: its tables, and how to open it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from ...rules.errors import InputError, Place
from ..row import COLUMNS

DATABASE = "run.sqlite"

PATIENCE = 60
"""Seconds to wait for another process that is writing."""

LARGEST_DATABASE = 1 << 30
LARGEST_VALUE = 100_000_000
"""Bytes."""

READ_SECONDS = 300.0
WORK_FOR_A_BYTE = 10
"""Instructions of SQLite's that reading a whole database takes at most, for each of its bytes; a row takes fewer."""

APPLICATION = 0x41524357  # "ARCW", which the command file(1) shows
VERSION = 5

SEARCH_KEY = "condition TEXT, configuration TEXT, problem INTEGER"

TABLES = f"""
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE problem (id INTEGER PRIMARY KEY, start TEXT, goal TEXT, place TEXT, problem_set TEXT, seed INTEGER,
    file TEXT, text TEXT);
CREATE TABLE condition (id INTEGER PRIMARY KEY, name TEXT UNIQUE, file TEXT, text TEXT, facts TEXT);
CREATE TABLE search ({SEARCH_KEY}, {", ".join(f"{column.name} {column.sql}" for column in COLUMNS)},
    PRIMARY KEY (condition, configuration, problem));
CREATE TABLE training_record (number INTEGER PRIMARY KEY, problem INTEGER, macro TEXT, accepted INTEGER, reason TEXT);
CREATE TABLE ledger (configuration TEXT, macro TEXT, problems, tried, matched, applied, solutions, match_seconds,
    saved_applications, saved_moves, PRIMARY KEY (configuration, macro));
CREATE TABLE claim ({SEARCH_KEY}, owner TEXT, PRIMARY KEY (condition, configuration, problem));
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""
"""Numbers keep their kind: a cost of 18 stays whole."""


def connect(path: Path | None) -> sqlite3.Connection:
    """Connect to a database file, which is made if it does not exist; None for one in memory.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    if path is None:
        return sqlite3.connect(":memory:", isolation_level=None)
    with faults_explained(path):
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
        connection.execute("PRAGMA trusted_schema = OFF")
        return connection


class Watch:
    """Sees to it that reading a database comes to an end, whatever is in it.

    Parameters
    ----------
    connection
        It may be read inside ``with``.
    path
        The database.

    Raises
    ------
    InputError
        At the end of ``with``: it took more time, or more work, than reading such a file can take.
    KeyboardInterrupt
        One that came while SQLite was at work.
    """

    EVERY = 100_000
    """Instructions of SQLite's between two looks."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        files = (path, path.with_name(f"{path.name}-wal"))
        size = sum(map(_size, files))
        self._left = 100 + WORK_FOR_A_BYTE * size // self.EVERY
        self._end = monotonic() + READ_SECONDS
        self._interrupted = False

    def _look(self) -> bool:
        """Whether to interrupt a query."""
        try:
            self._left -= 1
            return self._left < 0 or monotonic() > self._end
        except KeyboardInterrupt:
            self._interrupted = True
            return True

    def __enter__(self) -> None:
        self._connection.set_progress_handler(self._look, self.EVERY)

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._connection.set_progress_handler(None, 0)
        if self._interrupted:
            raise KeyboardInterrupt
        if error is not None and (self._left < 0 or monotonic() > self._end):
            raise InputError(
                "a damaged run: reading it does not come to an end", place=Place(str(self._path))
            ) from None


def make_tables(connection: sqlite3.Connection) -> None:
    """The tables of a new run."""
    for statement in TABLES.split(";"):
        connection.execute(statement)


def make_ready(connection: sqlite3.Connection, path: Path) -> None:
    """Let several processes read and write at once."""
    with faults_explained(path):
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


def check_format(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse the database of another program or of another version.

    Raises
    ------
    InputError
        Such a database.
    """
    with faults_explained(path):
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise InputError(
            "not a run of arcwise",
            place=Place(str(path)),
            expected="what --run DIR has written",
            found="a database of another program",
            remedy="another folder; nothing in this one was touched",
        )
    if version != VERSION:
        raise InputError(
            "this run was written by another version of arcwise",
            place=Place(str(path)),
            expected=f"format {VERSION}",
            found=f"format {version}",
        )


def is_ours(path: Path) -> bool:
    """Whether a file begins as the database of a run does."""
    with path.open("rb") as file:
        head = file.read(72)
    return head.startswith(b"SQLite format 3\0") and head[68:] == APPLICATION.to_bytes(4, "big")


def is_new(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether there is nothing in a database yet."""
    with faults_explained(path):
        return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def _size(file: Path) -> int:
    """The bytes of a file; 0 where it is gone, which may be at any moment."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


@contextmanager
def faults_explained(path: Path) -> Iterator[None]:
    """Turn errors of the database into one clear message."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise InputError(
            f"the run cannot be written or read: {error}",
            place=Place(str(path)),
            remedy="another folder, if this one is read-only or its disk is full",
        ) from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise InputError(
            f"not a run of arcwise, or a damaged one: {error}",
            place=Place(str(path)),
            expected="what --run DIR has written",
        ) from None


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Connection]:
    """All or nothing; others wait until it is over."""
    with faults_explained(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            if connection.in_transaction:  # a full disk has ended it already
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
