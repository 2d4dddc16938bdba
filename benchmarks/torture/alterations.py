"""What is altered in run folders: cells, rows, settings, tables, bytes and files."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from arcwise.experiments.store.rows import DATABASE

from .damage import damaged

ODD: tuple[Any, ...] = (
    *(None, "", "x", -1, 0, 1, 3, 2**62, 10**400, 1.5, 9e999, True, [], {}, [[]], [1], {"a": 1}),
    *("\x1b]0;x\x07", "a\nb", "../x", "/dev/zero", "=1+1", "<b>", "9" * 5000, [[[[[]]]]], {"": {}}),
    *({"limits nodes": 1}, {"var": "A"}, [["1"]], "\ud800", "x" * 100_000, {"limits": []}),
)


def alter(rng: Random, folder: Path, outside: Path) -> str:
    """One to three of them; what was done, in words."""
    done = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        try:
            done.append(rng.choice(ALTERATIONS)(rng, folder, outside))
        except (sqlite3.Error, OSError, OverflowError, ValueError) as error:
            done.append(f"({type(error).__name__})")
    return "; ".join(done)


def _odd(rng: Random, outside: Path) -> Any:
    secret = outside / rng.choice(("secret.pl", "secret.txt", "secret.psvn", "secret.pddl"))
    named = (str(secret), f"sokoban:{secret}", f"{secret}#{secret}", f"../../outside/{secret.name}")
    return rng.choice((*ODD, *named, *named))


def _cell(rng: Random, folder: Path, outside: Path) -> str:
    """One cell of one table: another value, or another value somewhere in its JSON."""
    with _open(folder) as connection:
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        table = rng.choice([*tables, "setting", "condition", "problem"])
        rows = [row for (row,) in connection.execute(f"SELECT rowid FROM {table}")]
        column = rng.choice([one[1] for one in connection.execute(f"PRAGMA table_info({table})")])
        row = rng.choice(rows or [1])
        (value,) = connection.execute(
            f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)
        ).fetchone() or (None,)
        new = _other(rng, value, outside)
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (new, row))
    return f"{table}.{column} {str(value)[:60]!r} -> {str(new)[:80]!r}"


def _other(rng: Random, value: Any, outside: Path) -> Any:
    if isinstance(value, str) and rng.random() < 0.8:
        try:
            return json.dumps(_within(rng, json.loads(value), outside))
        except ValueError:
            pass
    new = _odd(rng, outside)
    return (
        new
        if isinstance(new, str | int | float | None) and new not in (10**400,)
        else json.dumps(new)
    )


def _within(rng: Random, value: Any, outside: Path) -> Any:
    """JSON with one thing in it altered."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        match rng.randrange(8):
            case 0:
                return {name: one for name, one in value.items() if name != key}
            case 1:
                return {**value, rng.choice(("x", "", "limits nodes", "text")): _odd(rng, outside)}
        return {**value, key: _within(rng, value[key], outside)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        match rng.randrange(8):
            case 0:
                return value[:place]
            case 1:
                return [*value, *value]
        return [*value[:place], _within(rng, value[place], outside), *value[place + 1 :]]
    return _odd(rng, outside)


def _row(rng: Random, folder: Path, outside: Path) -> str:
    """A row that is not there any more, or is there under another number."""
    with _open(folder) as connection:
        table = rng.choice(
            ("setting", "problem", "condition", "search", "training_record", "ledger")
        )
        if rng.random() < 0.5:
            connection.execute(
                f"DELETE FROM {table} WHERE rowid = (SELECT rowid FROM {table} ORDER BY random() LIMIT 1)"
            )
            return f"a row less in {table}"
        connection.execute(f"UPDATE {table} SET rowid = rowid + ?", (rng.choice((1, -1, 10**12)),))
    return f"other numbers in {table}"


def _setting(rng: Random, folder: Path, outside: Path) -> str:
    """A setting that names a file outside, or one that is new."""
    key = rng.choice(
        (
            "theory",
            "theory_text",
            "problem_text",
            "theory_name",
            "shape",
            "options",
            "command",
            "all_pairs",
            "seeds",
            "ledger",
            "x",
        )
    )
    value = _odd(rng, outside)
    with _open(folder) as connection:
        connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, json.dumps(value)))
        if rng.random() < 0.5:
            connection.execute("DELETE FROM setting WHERE key IN ('theory_text', 'problem_text')")
    return f"setting {key} = {str(value)[:80]!r}"


def _schema(rng: Random, folder: Path, outside: Path) -> str:
    statement = rng.choice(
        (
            "CREATE VIEW more AS SELECT 1",
            "DROP TABLE claim",
            "CREATE TRIGGER more AFTER INSERT ON search BEGIN DELETE FROM setting; END",
            "CREATE INDEX more ON search (problem)",
            "PRAGMA user_version = 99",
            "PRAGMA application_id = 1",
            "PRAGMA encoding = 'UTF-16'",
        )
    )
    with _open(folder) as connection:
        connection.execute(statement)
    return statement


def _bytes(rng: Random, folder: Path, outside: Path) -> str:
    """A few bytes of the database, or its end."""
    file = folder / DATABASE
    if not file.is_file() or file.is_symlink():  # an attacker cannot write through our link
        raise OSError("no database")
    data = bytearray(file.read_bytes())
    if rng.random() < 0.2:
        data = data[: rng.randrange(len(data))]
    else:
        for _ in range(rng.choice((1, 1, 5, 100))):
            data[rng.randrange(len(data))] = rng.randrange(256)
    file.write_bytes(data)
    return "bytes of the database"


def _file(rng: Random, folder: Path, outside: Path) -> str:
    """A file of the folder that is another, or no file."""
    names = [file.name for file in folder.iterdir()]
    name = rng.choice(
        [*names, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", f"{DATABASE}-journal"]
    )
    place = folder / name
    text = place.read_bytes() if place.is_file() else b""
    if place.is_dir() and not place.is_symlink():
        place.rmdir()
    place.unlink(missing_ok=True)
    match rng.randrange(6):
        case 0:
            place.symlink_to(outside / rng.choice(("secret.pl", "secret.sqlite")))
            return f"{name} is a link to a secret"
        case 1:
            place.symlink_to(rng.choice(("/dev/zero", "/etc/hostname", name)))
            return f"{name} is a link"
        case 2:
            os.mkfifo(place)
            return f"{name} is a pipe"
        case 3:
            place.mkdir()
            return f"{name} is a folder"
        case 4:
            place.write_bytes(rng.randbytes(5000))
            return f"{name} is noise"
    place.write_bytes(damaged(rng, (text.decode("utf-8", "replace"),)))
    return f"{name} is damaged"


def _no_text(rng: Random, folder: Path, outside: Path) -> str:
    """Conditions whose macros are in a file only."""
    name = rng.choice(
        ("macros.pl", str(outside / "secret.pl"), "../../outside/secret.pl", "link.pl")
    )
    (folder / "link.pl").symlink_to(outside / "secret.pl")
    with _open(folder) as connection:
        connection.execute(
            "UPDATE condition SET text = NULL, file = ? WHERE id = (SELECT max(id) FROM condition)",
            (name,),
        )
    return f"macros in {name}"


class _open:  # noqa: N801 - used as a function
    """The database of a run, committed and closed at the end."""

    def __init__(self, folder: Path) -> None:
        if not (folder / DATABASE).is_file() or not all(
            file.is_file() and not file.is_symlink() for file in folder.glob(f"{DATABASE}*")
        ):
            raise OSError("no database")
        self.connection = sqlite3.connect(folder / DATABASE, timeout=1)

    def __enter__(self) -> sqlite3.Connection:
        return self.connection

    def __exit__(self, *error: object) -> None:
        if error[0] is None:
            self.connection.commit()
        self.connection.close()


ALTERATIONS: tuple[Callable[[Random, Path, Path], str], ...] = (
    *(_cell, _cell, _cell, _cell, _setting, _setting, _row, _schema, _bytes, _file, _no_text),
)
