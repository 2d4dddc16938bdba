"""One search as a row. Its columns are defined here, once: for the store, the exports, the tables and the report."""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from ..rules.errors import on_one_line
from ..rules.record import record
from ..rules.term import State
from ..search.result import FALLBACK, NOT_READY, THREADS, Result, Status, method_name

Key: TypeAlias = tuple[str, str, int]
"""The name of a search: condition, configuration, problem."""

SQL = {"text": "TEXT", "count": "INTEGER", "number": "NUMERIC", "flag": "INTEGER", "json": "TEXT"}
PARQUET = {"text": "string", "count": "int64", "number": "float64", "flag": "bool_"}

USED, LEARNED = "used ", "learned "
"""How the note of a proof begins that tells the names of the rules in it, or the clause that was learned from it."""

WITHOUT = " without macros"
"""How the name of a configuration ends that only searches without macros, as a reference."""

SOLVED, STOPPED = Status.SOLVED.value, Status.STOPPED.value
UNSOLVABLE = Status.UNSOLVABLE.value
"""Plain texts, which are compared a million times in a large run."""

Taken: TypeAlias = Callable[[Result], Any]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a row.

    Parameters
    ----------
    name
        That of the attribute of `Row`.
    kind
        ``text``, ``count``, ``number``, ``flag`` or ``json`` (plain values as JSON text).
    words
        What people call it.
    taken
        How it is got from a `Result`; None where whoever made the search adds it.
    compared
        Whether it is a property in which searches are compared.
    """

    name: str
    kind: str
    words: str
    taken: Taken | None = None
    compared: bool = False

    @property
    def sql(self) -> str:
        """Its type in the store."""
        return SQL[self.kind]

    @property
    def parquet(self) -> str:
        """Its type in a Parquet file, by pyarrow's name; JSON is not exported as it is."""
        return PARQUET[self.kind]


def _column(kind: str, words: str, taken: Taken | None = None, *, compared: bool = False) -> Any:
    default = {"text": "", "flag": False}.get(kind)
    return field(
        default=default,
        metadata={"kind": kind, "words": words, "taken": taken, "compared": compared},
    )


def _optional(words: str, taken: Taken | None = None) -> Any:
    return field(
        default=None, metadata={"kind": "text", "words": words, "taken": taken, "compared": False}
    )


def _counter(name: str, words: str, *, compared: bool = False) -> Any:
    kind = "number" if name in ("elapsed", "preparation") else "count"
    return _column(kind, words, lambda result: getattr(result.statistics, name), compared=compared)


def _of_solution(kind: str, name: str) -> Any:
    return _column(kind, name, lambda result: getattr(result, name), compared=True)


def _json(words: str, taken: Taken | None = None) -> Any:
    return _column("json", words, taken)


def _states(result: Result) -> str:
    path = [
        list(state) if isinstance(state, tuple | list) else [state]  # a state that is one symbol
        for state in result.recorded_path or ()
    ]
    return json.dumps(path)


@record
class Row:
    """One search: what was searched how, and with what result.

    The work of a proof is counted in ``inferences``, that of all else in ``operator_applications``. Counters are those of `Statistics`; they are None where a search died before it could report them. ``status`` is one
    of `Status`, and ``stopped_by`` says what stopped a search: ``time``, ``nodes`` or ``memory`` (its limits),
    ``signal`` (its process was killed) or ``error`` (``note`` says which). Lengths and cost are None without a solution.
    """

    condition: str
    configuration: str
    problem: int
    status: str = _column("text", "how it ended", lambda result: result.status.value)
    stopped_by: str | None = _optional("what stopped it", lambda result: result.limit)
    algorithm: str = _column("text", "algorithm", lambda result: result.algorithm)
    engine: str | None = _optional("engine", lambda result: result.engine)
    heuristic: str | None = _optional("heuristic", lambda result: result.heuristic)
    optimal: bool = _column("flag", "surely optimal", lambda result: result.optimal)
    expanded: int | None = _counter("expanded", "expanded", compared=True)
    generated: int | None = _counter("generated", "generated", compared=True)
    inserted: int | None = _counter("inserted", "inserted into open")
    evaluated: int | None = _counter("evaluated", "evaluated")
    reopened: int | None = _counter("reopened", "reopened")
    trapped: int | None = _counter("trapped", "dead ends left out")
    operator_applications: int | None = _counter(
        "operator_applications", "operator applications", compared=True
    )
    inferences: int | None = _column("count", "inferences", compared=True)
    peak_open: int | None = _counter("peak_open", "peak open", compared=True)
    peak_memory: int | None = _counter("peak_memory", "peak memory (bytes)")
    steps: int | None = _of_solution("count", "steps")
    moves: int | None = _of_solution("count", "moves")
    cost: float | None = _of_solution("number", "cost")
    elapsed: float | None = _counter("elapsed", "time (s)", compared=True)
    preparation: float | None = _counter("preparation", "making the heuristic (s)")
    repetitions: int | None = _column("count", "searches that were timed together")
    elapsed_spread: float | None = _column("number", "spread of their times (share)")
    note: str = _column("text", "note", lambda result: result.note)
    path_json: str | None = _json("states of the solution", _states)
    arcs_json: str | None = _json(
        "operators of the solution", lambda result: json.dumps([o.name for o in result.operators])
    )
    primitive_moves_json: str | None = _json(
        "moves of the solution", lambda result: json.dumps([m.name for m in result.primitives])
    )
    macro_counts_json: str | None = _json(
        "tried, matched and seconds of every macro, and how often a climb applied it"
    )
    training_paths_json: str | None = _json("paths to learn from that practice found")
    started: str = _column("text", "begun at")
    worker: str = _column("text", "machine and process")

    @classmethod
    def of(cls, key: Key, result: Result, **others: Any) -> Row:
        """The row of a result.

        Parameters
        ----------
        key
            What names the search.
        result
            Its result.
        others
            Columns that a result does not have, or has otherwise.
        """
        taken = {
            column.name: column.taken(result) for column in COLUMNS if column.taken is not None
        }
        return cls(*key, **{**taken, **others})

    @classmethod
    def without_result(
        cls,
        key: Key,
        stopped_by: str,
        note: str,
        started: str,
        worker: str,
        **others: Any,
    ) -> Row:
        """The row of a search that died, or that never began.

        Parameters
        ----------
        key
            What names the search.
        stopped_by
            ``time``, ``memory``, ``signal`` or ``error``.
        note
            What is known about it.
        started, worker
            When and where.
        others
            Other columns that are known.
        """
        return cls(
            *key,
            status=Status.STOPPED.value,
            stopped_by=stopped_by,
            note=on_one_line(note),
            started=started,
            worker=worker,
            **others,
        )

    @classmethod
    def from_values(cls, values: tuple[Any, ...]) -> Row:
        """The row of the values of its key and of `COLUMNS`, as the store has them."""
        # A frozen class sets its fields one by one, which takes as long as all else here, and four times the memory.
        row = object.__new__(cls)
        vars(row)[STORED] = *values[:OPTIMAL], bool(values[OPTIMAL]), *values[OPTIMAL + 1 :]
        return row

    @classmethod
    def packed(cls, rows: Sequence[Row], known: dict[str, str]) -> list[Row]:
        """Rows that keep their values in columns together, and of their solutions only the texts, compressed.

        Parameters
        ----------
        rows
            Some hundred; their solutions are read again when they are asked for.
        known
            Texts that rows have in common; it is filled here.
        """
        block, found = _Block(rows, known), []
        for place in range(len(rows)):
            one = object.__new__(cls)
            vars(one)[PACKED] = block, place
            found.append(one)
        return found

    @property
    def untimed(self) -> Row:
        """A copy of which no time is known."""
        row = object.__new__(type(self))
        vars(row).update(vars(self), elapsed=None)
        return row

    @property
    def key(self) -> Key:
        """Key of the search."""
        return self.condition, self.configuration, self.problem

    @property
    def values(self) -> tuple[Any, ...]:
        """The key and a value for every one of `COLUMNS`; whole numbers of more than 64 bits are no longer exact."""
        found = (getattr(self, name) for name in ATTRIBUTES)
        return tuple(float(v) if isinstance(v, int) and abs(v) >= 2**63 else v for v in found)

    @property
    def solved(self) -> bool:
        """Whether a path was found."""
        return self.status == SOLVED

    @property
    def answered(self) -> bool:
        """Whether the question has an answer: a path, a proof, or of a goal also that it has none."""
        return self.solved or (self.inferences is not None and self.status == UNSOLVABLE)

    @property
    def work(self) -> int:
        """Inferences, or operator applications, in which a macro counts its moves; 0 where neither is known."""
        return self.inferences or self.operator_applications or 0

    @property
    def stopped(self) -> bool:
        """Whether a limit, the user or an error ended the search without an answer."""
        return self.status == STOPPED

    @property
    def interrupted(self) -> bool:
        """Whether the user stopped the search."""
        return self.stopped_by == "interrupt"

    @property
    def died(self) -> bool:
        """Whether the search ended before it could report its work."""
        return self.status == STOPPED and self.expanded is None and self.inferences is None

    @property
    def used(self) -> Sequence[str]:
        """Names of the operators of a path, or of the rules of a proof where its note tells them."""
        return self.note.removeprefix(USED).split(", ") if self.note.startswith(USED) else self.arcs

    @property
    def learned(self) -> str:
        """The clause that was learned from the proof, as its note tells it; empty where nothing was."""
        return self.note.removeprefix(LEARNED) if self.note.startswith(LEARNED) else ""

    @property
    def never_ready(self) -> bool:
        """Whether a limit was reached before the search began."""
        return self.note == NOT_READY

    @property
    def method(self) -> str:
        """Algorithm, with its heuristic if it has one."""
        return method_name(self.algorithm, self.heuristic)

    def keep(self, path: tuple[State, ...], arcs: tuple[str, ...], moves: tuple[str, ...]) -> None:
        """Keep what was read of `path_json`, `arcs_json` and `primitive_moves_json`, which is long, for `path` and the others."""
        vars(self).update(path=path, arcs=arcs, primitive_moves=moves)

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

    @property
    def macro_counts(self) -> dict[str, list[Any]] | None:
        """For every macro how often it was tried, how often it matched, and the seconds; None if not counted."""
        return None if self.macro_counts_json is None else json.loads(self.macro_counts_json)

    @property
    def training_paths(self) -> list[dict[str, Any]]:
        """The paths to learn from that practice found, as plain values; none of a search."""
        found: list[dict[str, Any]] = json.loads(self.training_paths_json or "[]")
        return found

    def to_json(self) -> dict[str, Any]:
        """The attributes, for another process."""
        return {name: getattr(self, name) for name in ATTRIBUTES}

    def to_dict(self) -> dict[str, Any]:
        """Everything that is known, for people and other programs: path and moves as lists."""
        values = {column.name: getattr(self, column.name) for column in PLAIN}
        return {
            "condition": self.condition,
            "configuration": self.configuration,
            "problem": self.problem,
            **values,
            "path": [list(state) for state in self.path],
            "arcs": list(self.arcs),
            "primitive_moves": list(self.primitive_moves),
        }


def method_of(configuration: str, rows: Iterable[Row]) -> str:
    """Algorithm and heuristic of rows, with the configuration if that chose another algorithm."""
    rows = list(rows)
    known = [row for row in rows if not row.died] or rows
    known = [row for row in known if row.engine] or known
    pairs = dict.fromkeys((row.algorithm, row.heuristic) for row in known if row.algorithm)
    methods = {method_name(*pair): pair[0] for pair in pairs}
    words = " or ".join(methods)
    own = configuration.removesuffix(WITHOUT)
    bare = configuration.removeprefix(own)
    asked, _, heuristic = own.partition(" with ")
    if not words or asked in methods.values():
        return f"{words or own}{bare}"
    return f"{asked if heuristic in words else own}{bare}: {words}"


def engine_of(rows: Iterable[Row]) -> str:
    """Who searched, in words, why Python where it had to, and on how many threads where several were asked for."""
    rows = list(rows)
    names = dict.fromkeys(row.engine for row in rows if row.engine)
    parts = (part for row in rows for part in row.note.split("; "))
    reasons = dict.fromkeys(part for part in parts if part.startswith((FALLBACK, THREADS)))
    return "; ".join([f"engine {' or '.join(names)}", *reasons] if names else [])


COLUMNS = tuple(Column(one.name, **one.metadata) for one in fields(Row) if "kind" in one.metadata)
"""Every column of a row besides its key, in order."""

PLAIN = tuple(column for column in COLUMNS if column.kind != "json")
"""Columns that are single values."""

PROPERTIES = {column.name: column.words for column in COLUMNS if column.compared}
"""Properties that are compared, by name, with the words for each."""

ATTRIBUTES = tuple(one.name for one in fields(Row))
"""The attributes of a row, in order."""

STORED, PACKED = "stored", "packed"
"""Attribute of a row that was read, which has its values; of a packed one the block that has them, with its place there."""

OPTIMAL = ATTRIBUTES.index("optimal")

TEXTS = (*(column.name for column in COLUMNS if column.kind == "json"), "started")
"""Columns that are long, or other in each row, and seldom asked for."""


class _Block:
    """The values of several rows: columns, and their texts compressed together.

    Parameters
    ----------
    rows, known
        As for `Row.packed`.
    """

    def __init__(self, rows: Sequence[Row], known: dict[str, str]) -> None:
        self.columns = [
            () if name in TEXTS else _column_of([getattr(row, name) for row in rows], known)
            for name in ATTRIBUTES
        ]
        texts = [[getattr(row, name) for name in TEXTS] for row in rows]
        self._texts = zlib.compress(json.dumps(texts).encode(), 6)

    @lru_cache(maxsize=2)  # noqa: B019  # few blocks, and soon others
    def unpacked(self) -> list[list[str | None]]:
        """The texts as they were given."""
        texts: list[list[str | None]] = json.loads(zlib.decompress(self._texts))
        return texts


def _column_of(values: list[Any], known: dict[str, str]) -> Sequence[Any]:
    """Values in little memory; `known` has texts as for `Row.packed`."""
    kinds = set(map(type, values))
    if kinds == {float}:
        return array("d", values)
    if kinds == {int} and max(map(abs, values)) < 2**63:
        return array("q", values)
    return tuple(known.setdefault(one, one) if type(one) is str else one for one in values)


class _Stored:
    """A column of a row that was read; any other row has its values in its own dictionary, which comes first.

    Parameters
    ----------
    name
        The attribute.
    """

    def __init__(self, name: str) -> None:
        self._name, self._place = name, ATTRIBUTES.index(name)

    def __get__(self, row: Row | None, owner: type[Row]) -> Any:
        if row is None:
            return self
        values = row.__dict__
        if PACKED in values:
            block, place = values[PACKED]
            return block.columns[self._place][place]
        try:
            return values[STORED][self._place]
        except KeyError:
            raise AttributeError(self._name) from None


class _StoredText(_Stored):
    """A column of text of a row that was read, which is compressed in a packed one."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._among = TEXTS.index(name)

    def __get__(self, row: Row | None, owner: type[Row]) -> Any:
        if row is None or PACKED not in row.__dict__:
            return super().__get__(row, owner)
        block, place = row.__dict__[PACKED]
        return block.unpacked()[place][self._among]


for _name in ATTRIBUTES:
    setattr(Row, _name, _StoredText(_name) if _name in TEXTS else _Stored(_name))
