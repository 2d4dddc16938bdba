"""Records of a run: the tables of its database, and rows, goals and the rest, read and written as plain values.

In this file:

- The database of a run: its tables, and how to open it.
- Rows as results again: every path is replayed on the way, and what a row says of it is what the arcs make.
- Records of a run besides problems, conditions and searches.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import isclose
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeAlias

from ...rules.arc import Arc
from ...rules.domains.domain_table import DOMAINS, FILES
from ...rules.errors import ArcwiseError, FullDiskError, InputError, Place
from ...rules.read_domain import file_in, is_prolog, problem_in, with_problem
from ...rules.term import State, match
from ...rules.text.text_file import holding
from ...rules.text.words import counted
from ...rules.theory import Theory
from ...search.native.walk import walker_of
from ...search.result import Result, Statistics, Status
from ..board import BoardSource, board_of, name_of_arcs, noted
from ..row import COLUMNS, Row

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
VERSION = 9

SEARCH_KEY = "condition TEXT, configuration TEXT, problem INTEGER"

TABLES = f"""
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE problem (id INTEGER PRIMARY KEY, start TEXT, goal TEXT, place TEXT, problem_set TEXT, seed INTEGER,
    file TEXT, text TEXT);
CREATE TABLE condition (id INTEGER PRIMARY KEY, name TEXT UNIQUE, file TEXT, text TEXT, facts TEXT);
CREATE TABLE search ({SEARCH_KEY}, {", ".join(f"{column.name} {column.sql}" for column in COLUMNS)},
    PRIMARY KEY (condition, configuration, problem));
CREATE TABLE training_record (number INTEGER PRIMARY KEY, problem INTEGER, macro TEXT, accepted INTEGER, reason TEXT);
CREATE TABLE ledger (condition TEXT, configuration TEXT, macro TEXT, problems, tried, matched, applied, solutions, match_seconds,
    saved_applications, saved_moves, PRIMARY KEY (condition, configuration, macro));
CREATE TABLE claim ({SEARCH_KEY}, owner TEXT, PRIMARY KEY (condition, configuration, problem));
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""
"""Numbers keep their kind: a cost of 18 stays whole."""


def connect(path: Path | None) -> sqlite3.Connection:
    """Connect to a database file, which is made if it does not exist; None for one that goes with the connection.

    It is in memory until it takes more than two megabytes.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    if path is None:
        connection = sqlite3.connect("", isolation_level=None)
        connection.execute("PRAGMA journal_mode = MEMORY")
        return connection
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


FULL_DISK = frozenset(
    ("SQLITE_FULL", *(f"SQLITE_IOERR_{what}" for what in ("WRITE", "FSYNC", "SHMSIZE", "SHMMAP")))
)
"""Names of the database's errors where a disk does not take what is written, or the map that readers of it share."""


@contextmanager
def faults_explained(path: Path) -> Iterator[None]:
    """Turn errors of the database into one clear message."""
    try:
        yield
    except sqlite3.OperationalError as error:
        kind = FullDiskError if getattr(error, "sqlite_errorname", "") in FULL_DISK else InputError
        raise kind(
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
    """Write all rows of a block or none; other connections wait until it ends."""
    with faults_explained(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            if connection.in_transaction:  # a full disk has ended it already
                connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")


if TYPE_CHECKING:
    from ..problem_set import Instance

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
        raise _unlike(
            row, f"{counted(len(row.arcs), 'arc')} between {counted(len(row.path), 'state')}"
        )
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
        raise _unlike(row, f"{counted(len(unrolled), 'move')} too many")
    return tuple(found)


def _unlike(row: Row, found: str) -> InputError:
    return InputError(
        f"the row of {row.configuration}, {row.condition}, problem {row.problem} does not replay",
        expected="a path that the arcs of its theory make",
        found=found,
    )


MOST_CELLS = 100_000_000
"""Cells that are looked at to replay the solutions of a run, which takes ten seconds or so."""

SLOWER = 10
"""How many times as long as in the kernel it takes to replay a solution in Python."""


def check_solutions(
    settings: Mapping[str, Any], problems: Iterable[Instance], rows: Iterable[Row]
) -> None:
    """Compare what rows say of their solutions with what the arcs of the run's theory make.

    A path begins at its problem's start and ends in its goal. Moves and cost are replayed wherever the theory is a list of
    arcs that can be made from the run alone; a program is not run for it. Of more than `MOST_CELLS` only names and costs of
    the moves are compared.

    Raises
    ------
    ValueError
        A row that says something else.
    """
    known = {problem.id: problem for problem in problems}
    cells = MOST_CELLS
    for row in rows:
        if not row.solved or not row.path:  # a learner's searches keep no path
            continue
        problem = known[row.problem]
        theory = theory_of(settings, problem)
        if theory is not None and theory.size != len(row.path[0]):
            theory = None
        try:
            cells -= _check_solution(row, problem, theory, cells)
        except ValueError as error:
            search = f"search {row.condition!r}, {row.configuration!r}, {row.problem}"
            raise ValueError(f"{search}: {error}") from None


def _check_solution(row: Row, problem: Instance, theory: Theory | None, cells: int) -> int:
    """Check a solution, and replay it if that takes no more than `cells`, even in Python; the number of cells spent.

    A cell counts `SLOWER` times if Python replays it.
    """
    if row.path[0] != problem.start:
        raise ValueError("a path that does not begin at the problem's start")
    if match(problem.goal, row.path[-1]) is None:
        raise ValueError("a path that does not end in the problem's goal")
    if theory is None:
        return 0
    work = len(row.primitive_moves) * theory.size
    replay = SLOWER * work <= cells
    found = walked(row, theory) if replay else None
    if found is None:
        least, most = _costs_by_name(row, theory)
        work *= SLOWER if replay else 0
        found = followed(row, theory) if replay else None
        if replay and found is None:
            raise ValueError("moves that do not make its path")
    if found is not None:
        least, most = found[2]
    cost = row.cost
    if cost is None or not (least <= cost <= most or isclose(cost, least) or isclose(cost, most)):
        raise ValueError(f"a cost of {cost}, where its moves cost {least:g}")
    return work


def _costs_by_name(row: Row, theory: Theory) -> tuple[float, float]:
    """Least and greatest cost of moves with these names."""
    costs = _costs(theory)
    used = Counter(row.primitive_moves)
    if strange := [name for name in used if name not in costs]:
        raise ValueError(f"{strange[0]!r} is no move of {theory.name}")
    least, most = (sum(costs[name][end] * used[name] for name in used) for end in (0, 1))
    return least, most


@lru_cache(maxsize=8)
def _costs(theory: Theory) -> Mapping[str, tuple[float, float]]:
    costs: dict[str, list[float]] = {}
    for arc in theory.primitives:
        costs.setdefault(arc.name, []).append(arc.cost)
    return {name: (min(found), max(found)) for name, found in costs.items()}


def theory_of(settings: Mapping[str, Any], problem: Instance) -> Theory | None:
    """The primitive arcs of a problem; None where the run alone does not tell them."""
    if not problem.grounded:
        return None
    try:
        return domain_of_run(settings, problem).theory
    except ArcwiseError:
        return None


def domain_of_run(settings: Mapping[str, Any], problem: Instance) -> BoardSource:
    """The domain of a run's problem, made from the run alone; arcs of a program are read, never run.

    Raises
    ------
    ArcwiseError
        A domain that cannot be made, or a program that is no list of arcs.
    """
    argument, text = str(settings.get("theory") or ""), settings.get("theory_text")
    if not text:
        argument = str(settings.get("theory_name") or argument)
    problem_text = problem.text or settings.get("problem_text")
    order, cost = settings.get("order") or "ULRD", settings.get("arc_cost") or 1
    return _made(argument, text, problem.file, problem_text, order, cost)


@lru_cache(maxsize=128)
def _made(
    argument: str,
    text: str | None,
    problem_file: str | None,
    problem_text: str | None,
    order: str,
    cost: float,
) -> BoardSource:
    texts = {}
    if text is not None and _is_of_class(argument):
        argument = name_of_arcs(argument)
    file, name = file_in(argument), problem_in(argument)[1]
    if file is not None and text is not None:
        texts[file] = text
    if problem_text is not None:
        name = problem_file or name or "problem"
        texts[name] = problem_text
        argument, _ = with_problem(argument, (name,))
    if is_prolog(argument):  # not by `board_of`, which would run a program
        from ...rules.prolog.theory_file import read_theory

        arcs = read_theory(texts.get(argument, ""), argument).without_macros()
        return board_of(arcs)
    with holding(texts, others=False):
        return noted(board_of(argument, order=order, arc_cost=cost))


def _is_of_class(argument: str) -> bool:
    """Whether an argument names a class of domain that this process does not have: a run has its arcs."""
    return not argument.lower().endswith(FILES) and DOMAINS.named(argument) is None


Replay: TypeAlias = tuple[tuple[State, ...], list[int], tuple[float, float]]
"""The states between the moves of a solution, after how many moves each operator ends, and what the moves cost at least and
at most."""

PathPoint: TypeAlias = tuple[int, int, State]
"""Numbers of moves and of operators that were made, and the state."""


def replayed(row: Row, theory: Theory) -> Replay | None:
    """A solution move by move; None if its moves do not make its path.

    Parameters
    ----------
    row
        A solved search with its path.
    theory
        The primitive arcs.
    """
    return walked(row, theory) or followed(row, theory)


def walked(row: Row, theory: Theory) -> Replay | None:
    """A solution replayed in the kernel; None where it cannot, or where moves of one name lead to several states."""
    walker = walker_of(theory)
    found = None if walker is None else walker.walk(row.path[0], row.primitive_moves)
    if found is None:
        return None
    states, cost = found
    if row.arcs == row.primitive_moves:  # no macros
        return (states, [*range(1, len(states))], (cost, cost)) if states == row.path else None
    ends = [0]
    for arc, state in zip(row.arcs, row.path[1:], strict=True):
        last = len(states) if arc not in theory.named else ends[-1] + 2
        try:
            ends.append(states.index(state, ends[-1] + 1, last))
        except ValueError:
            return None
    return (states, ends[1:], (cost, cost)) if ends[-1] == len(states) - 1 else None


@lru_cache(maxsize=4096)
def followed(row: Row, theory: Theory) -> Replay | None:
    """A solution replayed in Python; see `replayed`.

    Arcs of one name may lead from a state to several others, and where a macro ends is known by the next state of
    the path only: the reading in which it ends there is followed first, others where that one fails.
    """
    path, arcs, moves = row.path, row.arcs, row.primitive_moves
    named = theory.named
    if arcs == moves and named.keys() >= {*moves}:  # no macros: one reading
        steps = zip(moves, path[:-1], path[1:], strict=True)
        costs = [
            [arc.cost for _, arc, apply in named[move].candidates(state) if apply(state) == reached]
            for move, state, reached in steps
        ]
        if not all(costs):
            return None
        return path, [*range(1, len(path))], (sum(map(min, costs)), sum(map(max, costs)))
    start: PathPoint = (0, 0, path[0])
    reached: dict[PathPoint, tuple[PathPoint, float, float]] = {}  # from where, at what costs
    waiting = [start]
    while waiting:
        spot = waiting.pop()
        place, over, state = spot
        if place == len(moves) or over == len(arcs) or moves[place] not in named:
            if (place, over) == (len(moves), len(arcs)):
                return _reading(spot, reached)
            continue
        goes_on = arcs[over] not in named
        for arc, successor in named[moves[place]].successors(state):
            numbers = (over, over + 1) if successor == path[over + 1] else (over,)
            for number in numbers[not goes_on :]:
                there = (place + 1, number, successor)
                if there not in reached:
                    reached[there] = spot, arc.cost, arc.cost
                    waiting.append(there)
                elif reached[there][0] == spot:
                    _, least, most = reached[there]
                    reached[there] = spot, min(least, arc.cost), max(most, arc.cost)
    return None


def _reading(
    spot: PathPoint, reached: Mapping[PathPoint, tuple[PathPoint, float, float]]
) -> Replay:
    """The way that led to a spot, as `replayed` returns it."""
    trail, least, most = [spot], 0.0, 0.0
    while spot in reached:
        spot, low, high = reached[spot]
        trail.append(spot)
        least, most = least + low, most + high
    trail.reverse()
    ends = [there[0] for one, there in itertools.pairwise(trail) if there[1] > one[1]]
    return tuple(state for _, _, state in trail), ends, (least, most)


@dataclass(frozen=True, slots=True)
class TrainingRow:
    """Record of a training example and its macro."""

    number: int
    problem: int | None
    macro: str | None
    accepted: bool
    reason: str


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """Uses of one macro in the searches of one condition and configuration; None where they were not counted or measured.

    Parameters
    ----------
    condition, configuration, macro
        The names.
    problems
        How many were searched.
    tried, matched, applied
        How often its conditions were looked at, how often they held, and how often it is a step of a solution.
    solutions
        In how many solutions it is a step.
    match_seconds
        What trying it took.
    saved_applications
        Operator applications without it less those with it, on average over the problems solved one way or the other:
        what it saves less what it costs.
    saved_moves
        The same in moves of a solution, over the problems solved both times; below zero where it makes solutions longer.
    """

    condition: str
    configuration: str
    macro: str
    problems: int
    tried: int | None
    matched: int | None
    applied: int | None
    solutions: int | None
    match_seconds: float | None
    saved_applications: float | None
    saved_moves: float | None


@dataclass(frozen=True)
class SolutionMoves:
    """A solution move by move.

    Parameters
    ----------
    states
        From start to goal.
    moves
        The names of the moves between them.
    macros
        For each macro of the solution: after how many moves it begins, how many it makes, and its name.
    whole
        Whether every macro could be unrolled; if not, a macro is one of the moves.
    """

    states: tuple[State, ...]
    moves: tuple[str, ...]
    macros: tuple[tuple[int, int, str], ...]
    whole: bool = True


def _named(
    moves: tuple[str, ...], states: tuple[State, ...], theory: Theory | None
) -> tuple[str, ...]:
    """The names of moves as each is between its two states."""
    if theory is None or not any("(" in name for name in {*moves}):
        return moves

    def named(name: str, before: State, after: State) -> str:
        if "(" not in name:
            return name
        found = theory.index.successors(before)
        names = (arc.named(before) for arc, to in found if arc.name == name and to == after)
        return next(names, name)

    return tuple(map(named, moves, states, states[1:]))


def solution_moves(row: Row, theory: Theory | None) -> SolutionMoves:
    """Replay a solution through primitive arcs.

    Parameters
    ----------
    row
        A solved search.
    theory
        Its primitive arcs; without them, or where the arcs do not lead along the path any more, macros stay whole.
    """
    path, arcs, moves = row.path, row.arcs, row.primitive_moves
    if len(arcs) == len(moves):
        named = _named(moves, path, theory)
        macros = tuple(
            (place, 1, arc)
            for place, (arc, move) in enumerate(zip(arcs, moves, strict=True))
            if arc != move
        )
        return SolutionMoves(path, named, macros)
    found = None if theory is None else replayed(row, theory)
    if found is None:
        names = set(moves)
        whole = tuple((place, 1, arc) for place, arc in enumerate(arcs) if arc not in names)
        return SolutionMoves(path, arcs, whole, whole=False)
    states, ends, _ = found
    named = _named(moves, states, theory)
    begins = [0, *ends[:-1]]
    return SolutionMoves(
        states,
        named,
        tuple(
            (begin, end - begin, arc)
            for begin, end, arc in zip(begins, ends, arcs, strict=True)
            if end - begin > 1 or arc != moves[begin]
        ),
    )
