"""A run as it is read from its folder at one moment.

In this file:

- Content of a run at one moment, as plain records.
- The folder of a run: whether it holds one, and making one.
- Who writes to a run: the names of processes, and whether they are still there.
- A run in the forms that other programs read: CSV, Parquet, and the ``properties`` of Lab's reports.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import os
import platform
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from ...rules.errors import InputError, Place, cannot_be_written, visible
from ...rules.text.state_text import goal_cells
from ...rules.text.text_file import clear_parts
from ..condition import Condition
from ..problem_set import Instance, repeats
from ..row import COLUMNS, PLAIN, Key, Row, method_of
from .rows import (
    DATABASE,
    LedgerRow,
    TrainingRow,
    Watch,
    check_format,
    check_solutions,
    connect,
    faults_explained,
    is_new,
    is_ours,
)
from .validation import (
    check_plain,
    check_schema,
    condition_of,
    instance_of,
    ledger_row_of,
    row_of,
    rows_of,
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

    @cached_property
    def measured(self) -> Run:
        """The run without the searches by which ``arcwise utility`` judges single macros, and their problems for practice:
        they are no part of what it compares."""
        conditions = tuple(one for one in self.conditions if not one.facts.get("judging"))
        names = {condition.name for condition in conditions}
        practice = {one.id for one in self.problems if _practised(one)}
        searches = tuple(
            row for row in self.searches if row.condition in names and row.problem not in practice
        )
        return replace(self, conditions=conditions, searches=searches)

    @cached_property
    def repeats(self) -> frozenset[int]:
        """Numbers of the problems with the start and the goal of an earlier one of their set and seed: they count once."""
        return repeats(
            (one.id, (one.problem_set, one.seed, one.start, one.goal, one.text))
            for one in self.problems
        )

    @property
    def unit(self) -> str:
        """The unit that the work of its searches is counted in: operator applications, or inferences of proofs."""
        return str(self.settings.get("unit") or "operator applications")

    @property
    def on_goals(self) -> bool:
        """Whether its problems are goals to prove."""
        return self.unit == "inferences"

    @property
    def ended(self) -> list[Row]:
        """The searches that the user did not interrupt."""
        return [row for row in self.searches if row.stopped_by != "interrupt"]

    @property
    def missing(self) -> int:
        """Number of searches left if the run is resumed; 0 if it does not know its total."""
        return max(0, int(self.settings.get("searches") or 0) - len(self.ended))

    @cached_property
    def methods(self) -> dict[str, str]:
        """For each configuration that searched, in the order asked for, what searched as `method_of` says it."""
        rows: dict[str, list[Row]] = {}
        for row in self.searches:
            rows.setdefault(row.configuration, []).append(row)
        asked = [name for name in self.settings.get("configurations") or [] if name in rows]
        return {name: method_of(name, rows[name]) for name in dict.fromkeys([*asked, *rows])}

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
            run = read_connection(connection, folder, packed=False)
        finally:
            connection.close()
    try:
        check_solutions(run.settings, run.problems, run.searches)
    except ValueError as error:
        raise InputError(f"a damaged run: {error}", place=Place(str(folder / DATABASE))) from None
    return run


def read_connection(connection: sqlite3.Connection, folder: Path, *, packed: bool = True) -> Run:
    """The run of an open database, all tables as they are at one moment.

    Parameters
    ----------
    connection, folder
        The database, and the folder of the run.
    packed
        Whether the rows of a large run are to take little memory, so that their solutions are read again when they are asked for.

    Raises
    ------
    InputError
        A damaged run.
    """
    with _at_one_moment(connection, folder):
        return _read(connection, folder, packed=packed)


def conditions_in(connection: sqlite3.Connection, folder: Path) -> tuple[Condition, ...]:
    """The conditions of an open database; raises as `read_connection` does."""
    with _at_one_moment(connection, folder):
        return _conditions(connection, folder)


def row_in(connection: sqlite3.Connection, folder: Path, key: Key) -> Row | None:
    """The row of one search in an open database; raises as `read_connection` does."""
    where = "condition = ? AND configuration = ? AND problem = ?"
    with _at_one_moment(connection, folder):
        found = connection.execute(f"{_rows_query()} WHERE {where}", key).fetchone()
        return None if found is None else _checked(*found)


@contextmanager
def _at_one_moment(connection: sqlite3.Connection, folder: Path) -> Iterator[None]:
    """Read all tables as they are now, and tell what is damaged."""
    connection.execute("BEGIN")
    try:
        with Watch(connection, folder / DATABASE):
            yield
    except ValueError as error:
        raise InputError(f"a damaged run: {error}", place=Place(str(folder / DATABASE))) from None
    finally:
        connection.execute("ROLLBACK")


def _rows_query() -> str:
    columns = ", ".join(column.name for column in COLUMNS)
    return f"SELECT condition, configuration, problem, {columns} FROM search"


def _conditions(connection: sqlite3.Connection, folder: Path) -> tuple[Condition, ...]:
    query = "SELECT name, file, text, facts FROM condition ORDER BY id"
    found = connection.execute(query).fetchall()
    return tuple(condition_of(*row, folder=folder) for row in found)


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


REMEMBERED = 1024
"""Rows of searches that are remembered, because one command reads them several times while it makes others."""


@lru_cache(maxsize=REMEMBERED, typed=True)
def _checked(*values: Any) -> Row:
    return row_of(values)


BLOCK = 256
"""Rows of a large run that are read, checked and packed at once."""


def _searches(connection: sqlite3.Connection) -> Iterator[list[Row]]:
    """The rows of all searches, in no order, some at a time."""
    cursor = connection.execute(_rows_query())
    first = cursor.fetchmany(REMEMBERED)
    more = cursor.fetchmany(BLOCK)
    yield rows_of(first) if more else [_checked(*values) for values in first]
    while more:
        yield rows_of(more)
        more = cursor.fetchmany(BLOCK)


def _read(connection: sqlite3.Connection, folder: Path, *, packed: bool) -> Run:
    def rows(query: str) -> list[Any]:
        return connection.execute(query).fetchall()

    settings = dict(setting_of(*row) for row in rows("SELECT key, value FROM setting"))
    problems = tuple(
        instance_of(*row)
        for row in rows(
            "SELECT id, start, goal, place, problem_set, seed, file, text FROM problem ORDER BY id"
        )
    )
    conditions = _conditions(connection, folder)
    common: dict[str, str] = {}
    asked = {name: place for place, name in enumerate(settings.get("configurations", []))}
    order = {condition.name: place for place, condition in enumerate(conditions)}
    known = {problem.id: len(problem.start) for problem in problems}
    searches: list[Row] = []
    for some in _searches(connection):
        for row in some:
            if row.condition not in order or row.problem not in known:
                raise ValueError(
                    f"a search of condition {row.condition!r}, problem {row.problem}, of which the run knows nothing"
                )
            if row.path and len(row.path[0]) != known[row.problem]:
                raise ValueError(f"a path of other states than those of problem {row.problem}")
        large = len(searches) + len(some) >= REMEMBERED
        searches += Row.packed(some, common) if packed and large else some
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


def holds_run(place: Path) -> bool:
    """Whether something has been written into the database of a folder."""
    database = place / DATABASE
    return database.is_file() and database.stat().st_size > 0


def find_database(folder: Path) -> Path:
    """The database of a run folder.

    Raises
    ------
    InputError
        A path that is no folder, or one without it.
    """
    database = folder / DATABASE
    if folder.is_file():
        raise InputError("this is a file", place=Place(str(folder)), expected="the folder of a run")
    check_plain(database)
    if not database.is_file():
        raise no_run(folder)
    return database


def is_written(folder: Path) -> bool:
    """Whether a process writes the run, or was killed while it wrote: SQLite's journal stands beside it."""
    return (folder / f"{DATABASE}-wal").exists()


def no_run(folder: Path) -> InputError:
    """The error that says that a folder holds no run."""
    return InputError(
        "no run in this folder" if folder.is_dir() else "no such folder",
        place=Place(str(folder)),
        expected="a folder that --run DIR has written",
    )


def make_folder(place: Path) -> None:
    """Make the folder of a run that is to begin.

    Raises
    ------
    InputError
        A folder that holds something, be it another run, or cannot be made.
    """
    check_plain(place / DATABASE)
    if holds_run(place):
        raise run_exists(place) if is_ours(place / DATABASE) else _in_use(place, DATABASE)
    try:
        place.mkdir(parents=True, exist_ok=True)
        held: Iterator[Path] = (
            file for file in place.iterdir() if not file.name.startswith(DATABASE)
        )
        if not (place / DATABASE).exists() and (other := next(held, None)):
            raise _in_use(place, other.name)
    except OSError as error:
        raise cannot_be_written(error, Place(str(place)), "made") from None


def _in_use(place: Path, found: str) -> InputError:
    return InputError(
        "this folder holds something else",
        place=Place(str(place)),
        expected="a new or empty folder for a run",
        found=f"{found}, which arcwise has not written",
        remedy="another folder; nothing in this one was touched",
    )


def unfinished(place: Path, owner: str) -> Path:
    """Folder where an owner writes a run that is to begin, before the run is given its name."""
    return place / f"{DATABASE}-{owner.replace(' ', ',')}"


def clear_unfinished(place: Path) -> None:
    """Remove what processes left that died while they began a run or wrote a file of it."""
    clear_parts(place)
    for file in place.glob(f"{DATABASE}-*,*"):
        owner = file.name.removeprefix(f"{DATABASE}-").removesuffix("-journal").replace(",", " ")
        if is_gone(owner):
            with suppress(OSError):
                file.unlink()


def run_exists(place: Path) -> InputError:
    """The error that says that a folder holds a run already."""
    return InputError(
        "there is a run in this folder",
        place=Place(str(place)),
        expected="a new or empty folder",
        remedy="--resume to go on with it",
    )


def identity(file: Path) -> tuple[int, int] | None:
    """Identity of a file, by which files of one name differ; None if there is no file."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


_serial = itertools.count(1)


def new_owner() -> str:
    """A name that nobody else has: the machine, the process, when that began, and a number within it."""
    pid = os.getpid()
    return f"{_machine()} {pid} {beginning(pid)} {next(_serial)}"


def is_gone(owner: str) -> bool:
    """Whether the process of an owner has ended, as far as can be known from here.

    One on another machine counts as gone: SQLite's WAL mode works on one machine only, so the folder was moved since. If
    it is not, a search is made twice and counted once.
    """
    try:
        machine, pid, began, _ = owner.rsplit(" ", 3)
        return machine != _machine() or beginning(int(pid)) != began
    except ValueError:
        return True


def _machine() -> str:
    return platform.node() or "localhost"


def beginning(pid: int) -> str:
    """When a process began, in a form that no later process of the same number has; empty if there is none."""
    if Path("/proc/self/stat").exists():
        try:
            # The second field is the name in brackets, which may hold spaces; the 22nd is the start time.
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] in "ZX" else fields[19]
    try:
        shown = subprocess.run(
            ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
    except OSError:  # as in a browser, where there are no other processes
        return "-"
    return "-".join(shown.stdout.split())


ERRORS = {
    "solved": "success",
    "unsolvable": "search-unsolvable",
    "incomplete": "search-unsolved-incomplete",
    "memory": "search-out-of-memory",
    "time": "search-out-of-time",
    "nodes": "search-unsolved-incomplete",
    "work": "search-unsolved-incomplete",
}
"""Lab's words for the outcome of a search; all others are errors that want an explanation."""


FORMULA = re.compile(
    r"\s*[=@\uff1d\uff20\uff0b\uff0d]|[\t\r\n]|\s*[+-](?!\d[\d.]*(?: [+-]?\d[\d.]*)*$)"
)
"""How a cell begins that spreadsheets compute, some of them after blanks or with wide signs; a list of numbers is none."""


PRACTICE = "practice"
"""Problems by which macros are judged, and which are not compared."""


def _practised(problem: Instance) -> bool:
    return problem.problem_set.endswith(f", {PRACTICE}")


def export_table(run: Run) -> list[dict[str, Any]]:
    """One row for every search; states and names of arcs have blanks between their parts.

    ``censored`` marks searches that were stopped: they would have taken more than their row shows. ``ablation`` names what
    searches are for that are not compared, such as those that judge single macros; ``repeats`` marks problems that count
    with an earlier one.
    """
    problems = {problem.id: problem for problem in run.problems}
    apart = {
        one.name: str(one.facts.get("label") or one.name)
        for one in run.conditions
        if one.facts.get("judging")
    }
    rows = []
    for search in run.searches:
        problem = problems[search.problem]
        rows.append(
            {
                "theory": run.settings.get("theory_name", ""),
                "condition": search.condition,
                "configuration": search.configuration,
                "problem": search.problem,
                "problem_set": problem.problem_set,
                "place": problem.place,
                "start": _words(problem.start),
                "goal": _words(tuple(goal_cells(problem.goal))) or (problem.text or ""),
                **{column.name: getattr(search, column.name) for column in PLAIN},
                "arcs": _words(search.arcs),
                "primitive_moves": _words(search.primitive_moves),
                "censored": search.stopped,
                "ablation": apart.get(search.condition, PRACTICE if _practised(problem) else ""),
                "repeats": search.problem in run.repeats,
            }
        )
    return rows


def _words(parts: tuple[Any, ...]) -> str:
    return " ".join(map(str, parts))


def csv_of(run: Run) -> bytes:
    """The table as CSV with a heading; what is not known is empty."""
    return csv_text(export_table(run)).encode("utf-8", "backslashreplace")


def csv_text(records: Sequence[Mapping[str, Any]]) -> str:
    """Records as comma-separated values with a line of names; truth is 1 or 0, and what is not known is left empty."""
    if not records:
        return ""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _csv_value(value) for name, value in row.items()} for row in records)
    return text.getvalue()


def _csv_value(value: Any) -> Any:
    """A text that can be seen, with an apostrophe before what a spreadsheet would take for a formula; a number."""
    if isinstance(value, bool):
        return int(value)
    if not isinstance(value, str):
        return value
    return f"'{visible(value)}" if FORMULA.match(value) else visible(value)


def parquet_of(run: Run) -> bytes:
    """The table as a Parquet file.

    Raises
    ------
    InputError
        Without pyarrow.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            "Parquet files need pyarrow", remedy="pip install pyarrow, or a .csv file"
        ) from None
    rows = export_table(run)
    types = {"problem": "int64", "censored": "bool_", "repeats": "bool_"}
    types |= {column.name: column.parquet for column in PLAIN}
    schema = pyarrow.schema(
        [(name, getattr(pyarrow, types.get(name, "string"))()) for name in rows[0]]
    )
    sink = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), sink)
    return sink.getvalue()


def properties_of(run: Run) -> bytes:
    """The run as Lab's ``properties`` file: a JSON object with one entry for every search."""
    problems = {problem.id: problem for problem in run.problems}
    entries = {}
    for search in run.searches:
        entry = _properties(run, search, problems[search.problem])
        entries["-".join(entry["id"])] = entry
    text = json.dumps(entries, indent=2, separators=(",", ": "), sort_keys=True)
    return f"{text}\n".encode()


def _properties(run: Run, search: Row, problem: Instance) -> dict[str, Any]:
    """A search as Lab has it; like its parsers, counters only of searches that came to an end by themselves."""
    domain = re.sub(r"[^\w.-]+", "-", str(run.settings.get("theory_name", "domain")))
    names = [f"{search.configuration}-{search.condition}", domain, f"p{problem.id:04}"]
    outcome = search.stopped_by if search.status == "stopped" else search.status
    error = ERRORS.get(outcome or "", "search-critical-error")
    entry = {
        "id": names,
        "algorithm": names[0],
        "domain": names[1],
        "problem": names[2],
        "run_dir": str(run.path),
        "coverage": int(search.solved),
        "unsolvable": int(search.status == "unsolvable"),
        "error": error,
        "node": search.worker.split(" ")[0],
        "planner_wall_clock_time": search.elapsed,
        "raw_memory": None if search.peak_memory is None else search.peak_memory // 1024,
        "condition": search.condition,
        "search": search.algorithm,
        "place": problem.place,
        **_limits(run.settings),
    }
    if search.status != "stopped":
        entry |= {
            "expansions": search.expanded,
            "generated": search.generated,
            "evaluations": search.evaluated,
            "reopened": search.reopened,
            "trapped": search.trapped,
            "operator_applications": search.operator_applications,
            "search_time": search.elapsed,
            "total_time": (search.elapsed or 0) + (search.preparation or 0),
            "memory": entry["raw_memory"],
        }
    if search.solved:
        entry |= {
            "cost": search.cost,
            "plan_length": search.moves,
            "steps": search.steps,
            "optimal": int(search.optimal),
        }
    if error == "search-critical-error":
        entry["unexplained_errors"] = [search.note]
    return entry


def _limits(settings: Mapping[str, Any]) -> dict[str, Any]:
    limits = (settings.get("options") or {}).get("limits") or {}
    named = {
        "limit_search_time": limits.get("time"),
        "limit_search_memory": limits["memory"] / 2**20 if limits.get("memory") else None,
    }
    return {name: value for name, value in named.items() if value is not None}


FORMATS: Mapping[str, Callable[[Run], bytes]] = {
    "csv": csv_of,
    "parquet": parquet_of,
    "properties": properties_of,
}
"""Function that makes the file, by the name of the format."""
