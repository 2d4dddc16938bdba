"""A run folder may come from anybody: whatever is read from it is what it should be, or the run is refused.

The tables are those of `tables`, word for word, so that no view, trigger or generated column computes anything; every value
has the kind of its column; files are plain ones of the folder itself.
"""

from __future__ import annotations

import json
import sqlite3
import stat
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from ...rules.errors import InputError, Place, is_plain, refuse_more
from ...rules.term import State, Symbol, goal_of
from ...rules.text.words import counted
from ...search.result import Status
from ..condition import Condition
from ..problem_set import Instance
from ..row import ATTRIBUTES, COLUMNS, Key, Row
from .rows import (
    LARGEST_DATABASE,
    LARGEST_VALUE,
    TABLES,
    LedgerRow,
    TrainingRow,
    faults_explained,
)

Check: TypeAlias = Callable[[Any], bool]

MOST_CELLS = 1_000_000


def text(value: Any) -> bool:
    return isinstance(value, str)


def name(value: Any) -> bool:
    """Whether a name is visible on one line, as names must be that are printed."""
    return isinstance(value, str) and is_plain(value)


def names(value: Any) -> bool:
    """Whether a value is a list of names. Each name is looked at once, however often it stands there."""
    if not isinstance(value, list) or len(value) > MOST_CELLS:
        return False
    return {str}.issuperset(map(type, value)) and all(map(is_plain, set(value)))


def count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 2**53


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 1e100


def whole(value: Any) -> bool:
    return type(value) is int and -(2**63) < value < 2**63


def positive(value: Any) -> bool:
    return is_number(value) and value > 0


def flag(value: Any) -> bool:
    return value in (0, 1)


def symbol(value: Any) -> bool:
    return whole(value) or name(value)


def term(value: Any) -> bool:
    return symbol(value) or (
        isinstance(value, dict) and value.keys() == {"var"} and name(value["var"])
    )


def anything(value: Any) -> bool:
    return True


def maybe(kind: Check) -> Check:
    """Accept None, or a value of the kind."""
    return lambda value: value is None or kind(value)


def either(*kinds: Check) -> Check:
    """Accept a value of one of several kinds."""
    return lambda value: any(kind(value) for kind in kinds)


def list_of(kind: Check, least: int = 0, most: int = MOST_CELLS) -> Check:
    """Accept a list of values of one kind, perhaps of a given length."""
    return lambda value: (
        isinstance(value, list) and least <= len(value) <= most and all(map(kind, value))
    )


def states(value: Any) -> bool:
    """Whether a value is a path: lists of symbols. Each symbol is looked at once, however many cells hold it."""
    if not isinstance(value, list) or not {list}.issuperset(map(type, value)):
        return False
    if max(len(value), *map(len, value), 0) > MOST_CELLS:
        return False
    cells = list(chain.from_iterable(value))
    kinds = set(map(type, cells))
    if kinds == {int}:
        return bool(min(cells) > -(2**63) and max(cells) < 2**63)
    once = kinds <= {str, int}  # True and 1.0 would be taken for 1
    return all(map(symbol, set(cells) if once else cells))


def mapped(kind: Check = anything, **known: Check) -> Check:
    """A mapping of texts; some names have kinds of their own where they are there."""
    return lambda value: (
        isinstance(value, dict)
        and all(name(key) and known.get(key, kind)(one) for key, one in value.items())
    )


def exactly(**known: Check) -> Check:
    """A mapping of just these names."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() == known.keys()
        and all(kind(value[key]) for key, kind in known.items())
    )


def shape(value: Any) -> bool:
    sides = list_of(count, 2, 2)(value)
    return sides and min(value) >= 1 and value[0] * value[1] <= MOST_CELLS


LONGEST_NAME = 255
"""Bytes of the name of a file."""


def plain_name(value: Any) -> bool:
    """The name of a file in the folder itself, which a file system takes."""
    if not name(value) or value in ("", ".", "..") or value != Path(value).name:
        return False
    return len(value.encode("utf-8", "replace")) <= LONGEST_NAME and "\0" not in value


def ledger_facts(value: Any) -> bool:
    """Whether a value is the facts of a ledger."""
    known = mapped(problems=count, nodes=maybe(count), configuration=name, left_out=maybe(name))
    return known(value) and (
        not value.get("problems") or ("configuration" in value and count(value.get("nodes")))
    )


MEANS = exactly(
    expanded=positive,
    generated=positive,
    operator_applications=positive,
    steps=positive,
    moves=positive,
)

CENSUS = exactly(
    pairs=count,
    starts=count,
    states=count,
    before=MEANS,
    after=MEANS,
    longer=is_number,
    complete=flag,
)

SETTINGS: Mapping[str, Check] = {
    "command": name,
    "argv": list_of(text),
    "started": name,
    "versions": mapped(name),
    "machine": mapped(either(name, is_number)),
    "unit": name,
    "theory": maybe(text),
    "theory_name": maybe(name),
    "theory_text": maybe(text),
    "problem_text": maybe(text),
    "order": maybe(name),
    "arc_cost": maybe(is_number),
    "shape": maybe(shape),
    "blank": maybe(symbol),
    "goal": maybe(list_of(term)),
    "seed": maybe(whole),
    "seeds": maybe(either(count, list_of(whole))),
    "algorithm": maybe(name),
    "configurations": list_of(name),
    "contrasts": list_of(list_of(name, 2, 2)),
    "asked": name,
    "references": maybe(list_of(name)),
    "measured": maybe(list_of(positive)),
    "searches": maybe(count),
    "options": mapped(limits=mapped(maybe(is_number))),
    "ledger": maybe(mapped(ledger_facts)),
    "all_pairs": maybe(mapped(maybe(CENSUS))),
}
"""Types of the settings that anything reads; others are only shown."""

FACTS: Mapping[str, Check] = {
    "macros": count,
    "arcs": count,
    "traps": count,
    "part": list_of(count, 2, 2),
    "path": text,
    "label": name,
    "kind": name,
    "of": name,
    "size": maybe(count),
    "seed": maybe(whole),
    "examples": maybe(is_number),
    "refused": maybe(is_number),
    "learning": mapped(maybe(is_number)),
    "judging": flag,
    "growing": flag,
    "chosen": list_of(name),
}
"""Types of the facts about a condition."""

COLUMN_KINDS: Mapping[str, Check] = {
    "text": name,
    "count": count,
    "number": is_number,
    "flag": flag,
    "json": text,
}

JSON_KINDS: Mapping[str, Check] = {
    "macro_counts_json": mapped(list_of(maybe(is_number))),
    "training_paths_json": list_of(mapped()),
}

NEVER_EMPTY = {"status", "algorithm", "optimal", "note", "started", "worker"}


def check_schema(connection: sqlite3.Connection, place: Path) -> None:
    """Refuse a database with other tables than those of a run.

    Raises
    ------
    InputError
        One that lacks, is made otherwise, or is more.
    """
    wanted = {_words(one) for one in TABLES.split(";") if one.strip().startswith("CREATE")}
    with faults_explained(place):
        rows = connection.execute("SELECT sql, name FROM sqlite_master").fetchall()
    found = {
        _words(sql)
        for sql, name in rows
        if sql is not None or not str(name).startswith("sqlite_autoindex_")
    }
    if found != wanted:
        strange = sorted(found ^ wanted)[0][:80]
        raise InputError(
            "not a run of arcwise: its tables are others", place=Place(str(place)), found=strange
        )


def _words(sql: Any) -> str:
    return " ".join(str(sql).split())


def value_of(stored: Any, kind: Check, where: str) -> Any:
    """Value of a JSON column.

    Raises
    ------
    ValueError
        No JSON, or not of the kind.
    """
    try:
        value = DECODER.decode(stored)
    except (ValueError, TypeError, RecursionError):
        raise ValueError(f"{where} is no JSON: {_short(stored)}") from None
    return _of_kind(value, kind, where)


def _no_constant(name: str) -> Any:
    raise ValueError(name)


DECODER = json.JSONDecoder(parse_constant=_no_constant)


def _of_kind(value: Any, kind: Check, where: str) -> Any:
    if not kind(value):
        raise ValueError(f"{where} cannot be {_short(value)}")
    return value


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def check_plain(database: Path) -> None:
    """Refuse a database, or a file that SQLite keeps beside it, that is a link, a pipe or a device.

    Raises
    ------
    InputError
        Such a file.
    """
    for ending in ("", "-wal", "-shm", "-journal"):
        place = database.with_name(database.name + ending)
        try:
            found = place.lstat()  # one look: another process may remove it at any moment
        except OSError:
            continue
        if not stat.S_ISREG(found.st_mode):
            raise InputError(
                "not a run of arcwise", place=Place(str(place)), expected="a plain file"
            )
        whole = "this run is too large"
        refuse_more(found.st_size, LARGEST_DATABASE, whole, "bytes", place=Place(str(place)))


def training_row_of(
    number_: Any, problem: Any, macro: Any, accepted: Any, reason: Any
) -> TrainingRow:
    """Check and make the row of a training example."""
    where = f"training record {_short(number_)}"
    kinds: tuple[tuple[Any, Check], ...] = (
        *((number_, whole), (problem, maybe(whole)), (macro, maybe(name))),
        *((accepted, flag), (reason, maybe(name))),
    )
    for value, kind in kinds:
        _of_kind(value, kind, where)
    return TrainingRow(number_, problem, macro, bool(accepted), reason or "")


def ledger_row_of(
    condition: Any, configuration: Any, macro: Any, problems: Any, *others: Any
) -> LedgerRow:
    """Check and make the ledger row of a macro."""
    where = f"ledger of {_short(macro)}"
    for value in (condition, configuration, macro):
        _of_kind(value, name, where)
    _of_kind(problems, count, where)
    for value in others:
        _of_kind(value, maybe(is_number), where)
    return LedgerRow(condition, configuration, macro, problems, *others)


def setting_of(key: Any, stored: Any) -> tuple[str, Any]:
    """A setting and its value."""
    _of_kind(key, name, "the name of a setting")
    return key, value_of(stored, SETTINGS.get(key, anything), f"setting {key}")


def instance_of(
    number_: Any, start: Any, goal: Any, place: Any, kind: Any, seed: Any, file: Any, held: Any
) -> Instance:
    """Check and make the problem of a row."""
    where = f"problem {_short(number_)}"
    _of_kind(number_, count, where)
    for value in (place, kind):
        _of_kind(value, name, where)
    _of_kind(file, maybe(plain_name), f"{where}: its file")
    _of_kind(held, maybe(text), where)
    least = int(held is None)  # a PDDL problem that was not grounded has neither cells nor a goal
    cells = value_of(start, list_of(symbol, least), f"{where}: start")
    wanted = value_of(goal, list_of(term, least), f"{where}: goal")
    if len(wanted) != len(cells):
        raise ValueError(
            f"{where}: a goal of {counted(len(wanted), 'cell')} and a start of {len(cells)}"
        )
    given = _of_kind(seed, maybe(whole), f"{where}: seed")
    return Instance(tuple(cells), goal_of(wanted), place, kind, given, file, held, id=number_)


def condition_of(called: Any, file: Any, macros: Any, facts: Any, *, folder: Path) -> Condition:
    """A condition; its macro file, if its text is not in the database, is a plain file of the folder."""
    where = f"condition {_short(called)}"
    _of_kind(called, name, where)
    _of_kind(file, maybe(plain_name), f"{where}: its file")
    _of_kind(macros, maybe(text), f"{where}: its macros")
    known = value_of(facts or "{}", mapped(**FACTS), f"{where}: its facts")
    if file is not None and macros is None:
        check_file(folder / file)
    return Condition(called, file, macros, known, folder)


def check_file(place: Path) -> None:
    """Refuse a file that is too large, and everything that is no plain file: links, pipes, devices.

    Raises
    ------
    ValueError
        Such a file.
    """
    try:
        found = place.lstat()
    except OSError as error:
        raise ValueError(f"{place.name} cannot be read: {error.strerror}") from None
    if not stat.S_ISREG(found.st_mode):
        raise ValueError(f"{place.name} is no plain file")
    if found.st_size > LARGEST_VALUE:
        raise ValueError(f"{place.name} is larger than {LARGEST_VALUE:,} bytes")


def row_of(values: tuple[Any, ...]) -> Row:
    """Check and make the row of a search."""
    try:
        for (column, kind), value in zip(ROW_KINDS, values, strict=True):
            if not kind(value):
                raise ValueError(f"{column} cannot be {_short(value)}")
        return _row_of(values)
    except ValueError as error:
        search = ", ".join(map(_short, values[: len(ROW_KEY)]))
        raise ValueError(f"search {search}: {error}") from None


def rows_of(found: Sequence[tuple[Any, ...]]) -> list[Row]:
    """Check and make the rows of searches, column by column: equal values of a column are looked at once."""
    kinds = (kind for _, kind in ROW_KINDS)
    if not all(map(_are, kinds, zip(*found, strict=True))):
        return [row_of(values) for values in found]  # which tells what is none
    rows = []
    for values in found:
        try:
            rows.append(_row_of(values))
        except ValueError:
            rows.append(row_of(values))  # which tells of which search
    return rows


def _are(kind: Check, values: Sequence[Any]) -> bool:
    """Whether all values of a column are of a kind."""
    once = len({*map(type, values)} - {type(None)}) <= 1  # True and 1.0 would be taken for 1
    return all(map(kind, {*values} if once else values))


ROW_KEY: tuple[tuple[str, Check], ...] = (
    *(("condition", name), ("configuration", name), ("problem", count)),
)

ROW_KINDS = (
    *ROW_KEY,
    *(
        (one.name, kind if one.name in NEVER_EMPTY else maybe(kind))
        for one in COLUMNS
        for kind in (COLUMN_KINDS[one.kind],)
    ),
)
"""Name and type of every value of a row."""


def _row_of(values: tuple[Any, ...]) -> Row:
    row = Row.from_values(values)
    for column, kind in JSON_KINDS.items():
        if (text := getattr(row, column)) is not None:
            value_of(text, kind, column)
    moves = arcs = _names_of(row.primitive_moves_json, "primitive_moves_json")
    if row.arcs_json != row.primitive_moves_json:
        arcs = _names_of(row.arcs_json, "arcs_json")
    row.keep(_path_of(row.path_json), arcs, moves)  # which would read them again
    if row.status not in STATUSES:
        raise ValueError(f"status cannot be {_short(row.status)}")
    if len(set(map(len, row.path))) > 1:
        raise ValueError("a path of states of several sizes")
    if row.solved and row.path and len(row.arcs) != len(row.path) - 1:
        raise ValueError(
            f"{counted(len(row.arcs), 'arc')} between {counted(len(row.path), 'state')}"
        )
    if row.solved and (row.path or row.arcs):
        said, made = (row.steps, row.moves), (len(row.arcs), len(row.primitive_moves))
        if said != made:
            raise ValueError(f"{_counted(*said)}, where its path has {_counted(*made)}")
    elif not row.solved and (row.cost, row.steps, row.moves) != (None, None, None):
        raise ValueError("a cost or length of what was not solved")
    if row.optimal and not row.solved:
        raise ValueError("an optimal solution of what was not solved")
    return row


STATUSES = {one.value for one in Status}


def row_of_json(values: Any, key: Key) -> Row:
    """Check and make the row that another process tells of the search with a key.

    Raises
    ------
    ValueError
        Other columns, a value of another kind, the row of another search.
    """
    if not isinstance(values, dict) or values.keys() != set(ATTRIBUTES):
        raise ValueError("not the columns of a row")
    row = row_of(tuple([values[name] for name in ATTRIBUTES]))
    if row.key != key:
        raise ValueError("the row of another search")
    return row


class _Known(dict[str, Any]):
    """By its text in JSON what was read and checked already; solutions of one run have many names and states in common.

    Parameters
    ----------
    read
        Reads a text; it raises ValueError where that means something else.
    most
        Number of characters that are kept, and of those of one text.
    """

    def __init__(self, read: Callable[[str], Any], most: int) -> None:
        super().__init__()
        self._read, self._most, self._room = read, most, most

    def __missing__(self, text: str) -> Any:
        found = self._read(text)
        if len(text) <= self._most:
            if len(text) > self._room:
                self.clear()
                self._room = self._most
            self._room -= len(text)
            self[text] = found
        return found


SYMBOLS = _Known(lambda text: value_of(text, symbol, "a symbol"), 1 << 19)
NAMES = _Known(lambda text: value_of(text, name, "a name"), 1 << 20)
STATES = _Known(lambda text: tuple(map(SYMBOLS.__getitem__, text.split(", "))), 1 << 19)
"""States as JSON writes them between brackets."""


def _path_of(stored: str | None) -> tuple[State, ...]:
    """The states of a solution.

    Where every part between separators is a whole value, the text means just these values, and each is looked at once.

    Raises
    ------
    ValueError
        No JSON, or no states.
    """
    if stored is None:
        return ()
    if stored[:2] == "[[" and stored[-2:] == "]]":
        try:
            found = tuple(map(STATES.__getitem__, stored[2:-2].split("], [")))
        except ValueError:
            pass
        else:
            if max(len(found), *map(len, found)) <= MOST_CELLS:
                return found
    path: list[list[Symbol]] = value_of(stored, states, "path_json")
    return tuple(map(tuple, path))


def _names_of(stored: str | None, column: str) -> tuple[str, ...]:
    """The names in a list; see `_path_of`."""
    if stored is None:
        return ()
    try:
        found = tuple(map(NAMES.__getitem__, stored[1:-1].split(", ")))
    except ValueError:
        found = ()
    if stored[:1] == "[" and stored[-1:] == "]" and 0 < len(found) <= MOST_CELLS:
        return found
    return tuple(value_of(stored, names, column))


def _counted(steps: int | None, moves: int | None) -> str:
    return f"{steps} steps, {moves} moves"
