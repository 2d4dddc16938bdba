"""A run folder: what was asked for, and one row for every search as soon as it is done.

A process that is killed at any moment loses at most the searches that it had in hand; several may write at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, TypeAlias

from ...rules.errors import InputError, Place
from ...rules.term import Pattern, State
from ...rules.text_file import check_writable, write_text
from .goals import goal_values
from .owner import is_gone, new_owner
from .picture import LedgerRow, LessonRow, read_run
from .place import find_database, make_folder, no_run, run_exists
from .tables import (
    DATABASE,
    SEARCH_COLUMNS,
    TABLES,
    check,
    connect,
    explained,
    is_new,
    make_ready,
    transaction,
)

__all__ = ["Key", "NewArm", "NewProblem", "RunFolder", "read_run"]

Key: TypeAlias = tuple[int, str, int]
"""What names a search: arm, algorithm, problem."""


@dataclass(frozen=True, slots=True)
class NewProblem:
    """A problem to be entered; see `RunProblem`."""

    start: State
    goal: Pattern
    place: str = ""


@dataclass(frozen=True, slots=True)
class NewArm:
    """An arm to be entered.

    Parameters
    ----------
    name
        Such as ``before`` or ``after``.
    file, text
        The macro file's name in the run folder, and what is in it; None for an arm without macros.
    facts
        What else is known about it, as JSON has it.
    """

    name: str
    file: str | None = None
    text: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


class RunFolder:
    """A run that is being written; use it from one thread.

    `create` and `open` make it. It is a context manager that closes itself.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._database = path / DATABASE
        self._owner = new_owner()
        self._connection = connect(self._database)
        try:
            if not is_new(self._connection, self._database):
                check(self._connection, self._database)
            make_ready(self._connection, self._database)
        except BaseException:
            self._connection.close()
            raise

    @classmethod
    def create(
        cls,
        path: str | Path,
        settings: Mapping[str, Any],
        problems: Iterable[NewProblem] = (),
        arms: Sequence[NewArm] = (),
    ) -> RunFolder:
        """Begin a run; all of this is written down at once.

        Parameters
        ----------
        path
            A folder that does not exist yet or is empty; its parents are made too.
        settings
            Values that JSON can hold.
        problems, arms
            Those known from the start; they are numbered from 1.

        Raises
        ------
        InputError
            A folder that holds something, or cannot be written to.
        """
        place = Path(path)
        make_folder(place)
        folder = cls(place)
        try:
            for arm in arms:
                folder._keep_file(arm)
            with transaction(folder._connection, folder._database) as connection:
                if not is_new(connection, folder._database):
                    raise run_exists(place)
                for statement in TABLES.split(";"):
                    connection.execute(statement)
                for key, value in settings.items():
                    folder._set(key, value)
                folder._add_problems(problems)
                for arm in arms:
                    folder._add_arm(arm)
        except BaseException:
            folder.close()
            raise
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
        folder = cls(Path(path))
        try:
            if is_new(folder._connection, database):
                raise no_run(folder.path)
        except BaseException:
            folder.close()
            raise
        return folder

    def settings(self) -> dict[str, Any]:
        """What was asked for."""
        with explained(self._database):
            rows = self._connection.execute("SELECT key, value FROM setting").fetchall()
        return {key: json.loads(value) for key, value in rows}

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

    def add_problems(self, problems: Iterable[NewProblem]) -> list[int]:
        """Enter problems; their numbers."""
        with transaction(self._connection, self._database):
            return self._add_problems(problems)

    def ensure_problem(self, number: int, problem: NewProblem) -> None:
        """Enter a problem under a number, unless there is one.

        Raises
        ------
        InputError
            Another problem under this number.
        """
        states = json.dumps(problem.start), json.dumps(goal_values(problem.goal))
        with transaction(self._connection, self._database) as connection:
            connection.execute(
                "INSERT OR IGNORE INTO problem VALUES (?, ?, ?, ?)",
                (number, *states, problem.place),
            )
            query = "SELECT start, goal FROM problem WHERE id = ?"
            if connection.execute(query, (number,)).fetchone() != states:
                raise InputError(
                    "this run was made otherwise, so that it cannot be resumed",
                    place=Place(str(self.path)),
                    expected=f"its problem {number}",
                    found="another problem",
                    remedy="--run with another folder",
                )

    def add_arm(self, arm: NewArm) -> int:
        """Enter an arm and keep its macro file in the folder; the arm's number."""
        self._keep_file(arm)
        with transaction(self._connection, self._database):
            return self._add_arm(arm)

    def ensure_arm(self, arm: NewArm) -> int:
        """The number of the arm of this name, which is entered if there is none."""
        number = self._arm(arm.name)
        if number is not None:
            return number
        self._keep_file(arm)
        with transaction(self._connection, self._database):
            number = self._arm(arm.name)  # another process may have been quicker
            return self._add_arm(arm) if number is None else number

    def _arm(self, name: str) -> int | None:
        with explained(self._database):
            query = "SELECT id FROM arm WHERE name = ?"
            found = self._connection.execute(query, (name,)).fetchone()
        return found[0] if found else None

    def done(self) -> set[Key]:
        """The searches that have a row."""
        with explained(self._database):
            return set(self._connection.execute("SELECT arm, algorithm, problem FROM search"))

    def claim(self, key: Key) -> bool:
        """Reserve a search for this writer; False where it is done or another living process has reserved it."""
        with transaction(self._connection, self._database) as connection:
            where = "WHERE arm = ? AND algorithm = ? AND problem = ?"
            if connection.execute(f"SELECT 1 FROM search {where}", key).fetchone():
                return False
            held = connection.execute(f"SELECT owner FROM claim {where}", key).fetchone()
            if held and held[0] != self._owner and not is_gone(held[0]):
                return False
            connection.execute(
                "INSERT OR REPLACE INTO claim VALUES (?, ?, ?, ?)", (*key, self._owner)
            )
        return True

    def record(self, key: Key, row: Mapping[str, Any]) -> bool:
        """Write down a search; False where that was done before, which keeps the older row.

        Parameters
        ----------
        key
            Which search.
        row
            A value for every one of `SEARCH_COLUMNS`; lists are kept as JSON.
        """
        values = [
            json.dumps(value) if isinstance(value, list) else value
            for value in (row[column] for column in SEARCH_COLUMNS)
        ]
        marks = ", ".join("?" * (3 + len(values)))
        with transaction(self._connection, self._database) as connection:
            written = connection.execute(
                f"INSERT OR IGNORE INTO search VALUES ({marks})", (*key, *values)
            )
            connection.execute(
                "DELETE FROM claim WHERE arm = ? AND algorithm = ? AND problem = ?", key
            )
            return written.rowcount == 1

    def add_lesson(self, lesson: LessonRow) -> None:
        """Write down what a training example taught; one with the same number is replaced."""
        values = (
            *(lesson.number, lesson.problem, lesson.macro),
            *(int(lesson.accepted), lesson.reason),
        )
        with transaction(self._connection, self._database) as connection:
            connection.execute("INSERT OR REPLACE INTO lesson VALUES (?, ?, ?, ?, ?)", values)

    def add_ledger(self, rows: Sequence[LedgerRow]) -> None:
        """Write down what macros did, all at once; rows of the same algorithm and macro are replaced."""
        with transaction(self._connection, self._database) as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO ledger VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        *(row.algorithm, row.macro, row.problems, row.tried, row.matched),
                        *(row.applied, row.saved_applications, row.saved_moves),
                    )
                    for row in rows
                ],
            )

    def release(self) -> None:
        """Give up what this writer has reserved and not done."""
        with transaction(self._connection, self._database) as connection:
            connection.execute("DELETE FROM claim WHERE owner = ?", (self._owner,))

    def close(self) -> None:
        """End writing."""
        self._connection.close()

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _set(self, key: str, value: Any) -> None:
        text = json.dumps(value, ensure_ascii=False)
        self._connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, text))

    def _add_problems(self, problems: Iterable[NewProblem]) -> list[int]:
        return [
            self._insert(
                "INSERT INTO problem (start, goal, place) VALUES (?, ?, ?)",
                (json.dumps(problem.start), json.dumps(goal_values(problem.goal)), problem.place),
            )
            for problem in problems
        ]

    def _add_arm(self, arm: NewArm) -> int:
        return self._insert(
            "INSERT INTO arm (name, macros, facts) VALUES (?, ?, ?)",
            (arm.name, arm.file, json.dumps(dict(arm.facts), ensure_ascii=False)),
        )

    def _insert(self, statement: str, values: tuple[Any, ...]) -> int:
        number = self._connection.execute(statement, values).lastrowid
        assert number is not None
        return number

    def _keep_file(self, arm: NewArm) -> None:
        if arm.file is not None and arm.text is not None:
            write_text(self.path / arm.file, arm.text)
