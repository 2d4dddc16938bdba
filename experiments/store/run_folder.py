"""A run while it is made: what was asked for, and one row for every search as soon as it is done.

It is kept in a folder, or in memory where nobody wants to keep it. A process that is killed at any moment loses at most the
searches that it had in hand; several may write to a folder at once.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path
from sys import intern
from time import monotonic
from typing import Any, Self

from ...ebl.files.macro_file import library_text, text_elsewhere
from ...ebl.library import MacroLibrary
from ...rules.errors import FullDiskError, InputError, Place
from ...rules.term import goal_values
from ...rules.text.text_file import check_writable, write_text
from ..condition import Condition
from ..problem_set import Instance
from ..row import COLUMNS, Key, Row
from .rows import (
    DATABASE,
    LedgerRow,
    TrainingRow,
    Watch,
    check_format,
    connect,
    faults_explained,
    is_new,
    make_ready,
    make_tables,
    transaction,
)
from .run import (
    Run,
    clear_unfinished,
    conditions_in,
    find_database,
    holds_run,
    identity,
    is_gone,
    make_folder,
    new_owner,
    no_run,
    read_connection,
    row_in,
    run_exists,
    unfinished,
)
from .validation import check_file, check_schema, plain_name, setting_of

fcntl: Any
try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None

IN_MEMORY = Path("(in memory)")

WHERE = "WHERE condition = ? AND configuration = ? AND problem = ?"


class RunFolder:
    """A run that is being written; use it from one thread.

    `create`, `open` and `in_memory` make it. It is a context manager that closes itself.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._database = path / DATABASE
        self._owner = new_owner()
        self._connection = connection
        self._identity = identity(self._database)

    @classmethod
    def create(
        cls,
        path: str | Path,
        settings: Mapping[str, Any],
        problems: Iterable[Instance] = (),
        conditions: Sequence[Condition] = (),
    ) -> RunFolder:
        """Begin a run; all of this is there at once, or nothing is.

        Parameters
        ----------
        path
            A folder that does not exist yet or is empty; its parents are made too.
        settings
            Values that JSON can hold.
        problems, conditions
            Those known from the start; problems are numbered from 1.

        Raises
        ------
        InputError
            A folder that holds something, or cannot be written to.
        """
        place = Path(path)
        make_folder(place)
        # Written aside and then given its name: of two processes one begins the run, and nobody sees half of it.
        clear_unfinished(place)
        aside = unfinished(place, new_owner())
        try:
            connection = connect(aside)
            try:
                cls(place, connection)._begin(settings, problems, conditions)
            finally:
                connection.close()
            _give_name(aside, place)
        finally:
            with suppress(OSError):
                aside.unlink(missing_ok=True)
        folder = cls.open(place)
        folder._keep_files(anew=True)
        return folder

    @classmethod
    def open(cls, path: str | Path) -> RunFolder:
        """Go on with a run.

        Raises
        ------
        InputError
            A folder that holds no run, or cannot be written to.
        """
        database = find_database(Path(path))
        check_writable(database)
        connection = connect(database)
        try:
            with Watch(connection, database):
                if is_new(connection, database):
                    raise no_run(Path(path))
                check_format(connection, database)
                check_schema(connection, database)
            make_ready(connection, database)
            folder = cls(Path(path), connection)
            folder._keep_files()
            clear_unfinished(folder.path)
        except BaseException:
            connection.close()
            raise
        return folder

    @classmethod
    def in_memory(
        cls,
        settings: Mapping[str, Any],
        problems: Iterable[Instance] = (),
        conditions: Sequence[Condition] = (),
    ) -> RunFolder:
        """Begin a run that ends with this process."""
        folder = cls(IN_MEMORY, connect(None))
        folder._begin(settings, problems, conditions)
        return folder

    def _begin(
        self,
        settings: Mapping[str, Any],
        problems: Iterable[Instance],
        conditions: Sequence[Condition],
    ) -> None:
        with transaction(self._connection, self._database) as connection:
            make_tables(connection)
            for key, value in settings.items():
                self._set(key, value)
            self._add_problems(problems)
            for condition in conditions:
                self._add_condition(condition)

    @property
    def lasts(self) -> bool:
        """Whether it is kept in a folder."""
        return self.path != IN_MEMORY

    def read(self) -> Run:
        """Everything that stands in it now."""
        with faults_explained(self._database):
            return read_connection(self._connection, self.path)

    def conditions(self) -> tuple[Condition, ...]:
        """Conditions of the run."""
        with faults_explained(self._database):
            return conditions_in(self._connection, self.path)

    def row(self, key: Key) -> Row | None:
        """The row of a search, if it has one."""
        with faults_explained(self._database):
            return row_in(self._connection, self.path, key)

    def settings(self) -> dict[str, Any]:
        """Settings of the run."""
        with faults_explained(self._database), Watch(self._connection, self._database):
            rows = self._connection.execute("SELECT key, value FROM setting").fetchall()
        return dict(setting_of(*row) for row in rows)

    def put(self, key: str, value: Any) -> None:
        """Enter or change one setting."""
        with transaction(self._connection, self._database):
            self._set(key, value)

    def extend(self, key: str, values: Iterable[Any]) -> list[Any]:
        """Add what a setting that is a list lacks; the whole list."""
        with transaction(self._connection, self._database) as connection:
            found = connection.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
            whole = list(dict.fromkeys([*(json.loads(found[0]) if found else []), *values]))
            self._set(key, whole)
        return whole

    def ensure_problem(self, number: int, problem: Instance) -> None:
        """Enter a problem under a number, unless there is one.

        Raises
        ------
        InputError
            Another problem under this number.
        """
        states = json.dumps(problem.start), json.dumps(goal_values(problem.goal))
        with transaction(self._connection, self._database) as connection:
            connection.execute(
                "INSERT OR IGNORE INTO problem VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (number, *states, *_others(problem)),
            )
            query = "SELECT start, goal FROM problem WHERE id = ?"
            if connection.execute(query, (number,)).fetchone() != states:
                raise InputError(
                    "this run was made with other settings and cannot be resumed",
                    place=Place(str(self.path)),
                    expected=f"its problem {number}",
                    found="another problem",
                    remedy="--run with another folder",
                )

    def forget_problems(self) -> None:
        """Forget all problems, and what became of them."""
        with transaction(self._connection, self._database) as connection:
            for table in ("problem", "search", "training_record", "claim"):
                connection.execute(f"DELETE FROM {table}")

    def ensure_condition(self, condition: Condition) -> None:
        """Enter a condition, unless there is one of this name; its macro file is kept in the folder."""
        with transaction(self._connection, self._database) as connection:
            query = "SELECT 1 FROM condition WHERE name = ?"
            if connection.execute(query, (condition.name,)).fetchone() is None:
                self._add_condition(condition)
        self._keep_files()

    def done(self) -> set[Key]:
        """The searches that have a row."""
        with faults_explained(self._database):
            query = "SELECT condition, configuration, problem FROM search"
            found = self._connection.execute(query)
            return {
                (intern(condition), intern(name), problem) for condition, name, problem in found
            }

    def _check_there(self) -> None:
        """Notice at once that the folder was removed or replaced; SQLite would go on writing into nothing."""
        if self._identity is not None and identity(self._database) != self._identity:
            raise InputError(
                "the folder of this run was removed while it was written",
                place=Place(str(self.path)),
                found="another file" if self._database.exists() else "none",
                remedy="another folder; what was done before is lost with it",
            )

    def claim(self, key: Key) -> bool:
        """Reserve a search for this writer; False where it is done or another living process has reserved it.

        Raises
        ------
        InputError
            The folder is not there any more.
        """
        self._check_there()
        with transaction(self._connection, self._database) as connection:
            if connection.execute(f"SELECT 1 FROM search {WHERE}", key).fetchone():
                return False
            held = connection.execute(f"SELECT owner FROM claim {WHERE}", key).fetchone()
            if held and held[0] != self._owner and not is_gone(held[0]):
                return False
            connection.execute(
                "INSERT OR REPLACE INTO claim VALUES (?, ?, ?, ?)", (*key, self._owner)
            )
        return True

    def record(self, row: Row) -> bool:
        """Write down a search; False where that was done before, which keeps the older row.

        Raises
        ------
        InputError
            The folder is not there any more, or cannot be written to.
        """
        self._check_there()
        marks = ", ".join("?" * (3 + len(COLUMNS)))
        with transaction(self._connection, self._database) as connection:
            written = connection.execute(
                f"INSERT OR IGNORE INTO search VALUES ({marks})", row.values
            )
            connection.execute(f"DELETE FROM claim {WHERE}", row.key)
            return written.rowcount == 1

    def add_training_row(self, record: TrainingRow) -> None:
        """Write down what a training example taught; one with the same number is replaced."""
        values = (
            *(record.number, record.problem, record.macro),
            *(int(record.accepted), record.reason),
        )
        with transaction(self._connection, self._database) as connection:
            connection.execute(
                "INSERT OR REPLACE INTO training_record VALUES (?, ?, ?, ?, ?)", values
            )

    def add_ledger(self, rows: Sequence[LedgerRow]) -> None:
        """Write down what macros did, all at once; rows of the same condition, configuration and macro are replaced."""
        with transaction(self._connection, self._database) as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [astuple(row) for row in rows],
            )

    def release(self) -> None:
        """Give up what this writer has reserved and not done."""
        with transaction(self._connection, self._database) as connection:
            connection.execute("DELETE FROM claim WHERE owner = ?", (self._owner,))

    def close(self) -> None:
        """End writing."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _set(self, key: str, value: Any) -> None:
        text = json.dumps(value)  # in ASCII: names of files need not be Unicode
        self._connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, text))

    def _add_problems(self, problems: Iterable[Instance]) -> None:
        for problem in problems:
            states = json.dumps(problem.start), json.dumps(goal_values(problem.goal))
            self._connection.execute(
                "INSERT INTO problem (start, goal, place, problem_set, seed, file, text) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*states, *map(_storable, _others(problem))),
            )

    def _add_condition(self, condition: Condition) -> None:
        self._connection.execute(
            "INSERT INTO condition (name, file, text, facts) VALUES (?, ?, ?, ?)",
            (
                *map(_storable, (condition.name, condition.file, condition.macro_text)),
                json.dumps(dict(condition.facts)),
            ),
        )

    def _keep_files(self, *, anew: bool = False) -> None:
        """Write the macro files that are not in the folder yet, for people and for Prolog; or all of them."""
        if not self.lasts:
            return
        with faults_explained(self._database), Watch(self._connection, self._database):
            query = "SELECT file, text FROM condition WHERE file IS NOT NULL"
            found = self._connection.execute(query).fetchall()
        for file, text in found:
            if not plain_name(file) or not isinstance(text, str):
                raise InputError(
                    f"a damaged run: a macro file cannot be called {file!r:.60}",
                    place=Place(str(self._database)),
                )
            place = self.path / file
            if anew or not (place.exists() or place.is_symlink()):
                write_text(place, self._named_from_here(text, place))

    def _named_from_here(self, text: str, place: Path) -> str:
        """A macro file; one of rules names its program, which stands elsewhere."""
        theory = self.settings().get("theory")
        return text_elsewhere(text, theory, place) if isinstance(theory, str) else text


def _storable(value: Any) -> Any:
    r"""Text as SQLite takes it: bytes of a file's name that are no Unicode are written as ``\udcff``."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    return value


def _others(problem: Instance) -> tuple[Any, ...]:
    return problem.place, problem.problem_set, problem.seed, problem.file, problem.text


def _give_name(aside: Path, place: Path) -> None:
    """Make a finished database the one of a folder, if that has none; of several processes one at a time."""
    handle = os.open(place, os.O_RDONLY)
    try:
        if fcntl is not None:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(handle, fcntl.LOCK_EX)
        if holds_run(place):
            raise run_exists(place)
        aside.replace(
            place / DATABASE
        )  # an empty one is left by a process that died before it wrote anything
    finally:
        os.close(handle)


LIBRARY = "macros.pl"
"""Name of the library's file in a run folder."""

PAUSE = 1.0
"""Seconds between two times of writing it: that takes a while if it is large."""


def first_macros(folder: RunFolder, text: str | None) -> str | None:
    """The macros that a run began with, which it keeps: the file that they were in may be where its own macros go.

    Parameters
    ----------
    folder
        The run.
    text
        What is in that file now; None where there are none to begin with.
    """
    if text is None:
        return None
    known: str | None = folder.settings().get("macros_at_first")
    if known is None:
        folder.put("macros_at_first", text)
    return known or text


class UnsavedError(FullDiskError):
    """Error for a library whose file could be opened but not written; it carries the text, so that nothing is lost."""

    text = ""


class LibraryFiles:
    """The files in which a library is kept while it grows.

    Parameters
    ----------
    places
        The files; None is none. They are not written before there is a macro.
    kept
        A file that is written even without one, as that of a run's folder; None is none.
    """

    def __init__(self, places: Iterable[str | Path | None], kept: str | Path | None = None) -> None:
        self._kept = kept
        self._places = [place for place in (*places, kept) if place is not None]
        self._last = float("-inf")
        self.written: list[str | Path] = []

    def save(self, library: MacroLibrary, *, last: bool = False) -> None:
        """Write all files, unless that was done a moment ago and more is to come.

        Parameters
        ----------
        library
            What to write.
        last
            Whether nothing more is to come.

        Raises
        ------
        UnsavedError
            A place that cannot be written to; it is not tried again.
        """
        if not self._places or not (last or monotonic() - self._last >= PAUSE):
            return
        text = library_text(library)
        for place in list(self._places):
            if not len(library) and place != self._kept and place not in self.written:
                continue
            try:
                if place == self._kept:
                    _check_own(Path(place))
                write_text(place, text)
            except InputError as error:
                self._places.remove(place)
                unsaved = UnsavedError(
                    error.problem, place=error.place, expected=error.expected, found=error.found
                )
                unsaved.text = text
                raise unsaved from None
            if place not in self.written:
                self.written.append(place)
        self._last = monotonic()


def _check_own(place: Path) -> None:
    """Refuse to write over what is no plain file in a run's folder: whoever writes to a pipe waits for a reader.

    Raises
    ------
    InputError
        A link, a pipe, a device or a folder.
    """
    if not (place.exists() or place.is_symlink()):
        return
    try:
        check_file(place)
    except ValueError as error:
        raise InputError(
            f"a damaged run: {error}", place=Place(str(place)), expected="a plain file"
        ) from None
