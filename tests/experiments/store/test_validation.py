"""Runs from strangers: each cell of each table made into something else, other tables, files that are none."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest
from arcwise.experiments import Condition, Instance, Keeping, Row
from arcwise.experiments.row import COLUMNS
from arcwise.experiments.store import LedgerRow, RunFolder, TrainingRow, read_run
from arcwise.experiments.store.rows import Watch
from arcwise.experiments.store.validation import (
    _Known,
    _names_of,
    _path_of,
    names,
    plain_name,
    row_of,
    rows_of,
    states,
    value_of,
)
from arcwise.rules import InputError, State, sliding_tile
from arcwise.search import Problem, solve
from hypothesis import given
from hypothesis import strategies as st

START, GOAL = (1, 2, 3, 0, 4, 5), (1, 2, 3, 4, 5, 0)
SETTINGS = {
    "command": "compare",
    "argv": ["arcwise", "compare"],
    "theory": "sliding-tile:2x3",
    "theory_name": "sliding-tile:2x3",
    "shape": [2, 3],
    "blank": 0,
    "configurations": ["a-star"],
    "searches": 2,
    "options": {"limits": {"time": None}},
    "versions": {"arcwise": "0"},
    "ledger": {"after": {"problems": 1, "nodes": 5, "configuration": "a-star"}},
}
ODD = (
    *(None, "", "x", -1, 0, 3, 2**62, 1.5, 9e999, b"\x00\xff", "[]", "{}", "null", "[[1]]"),
    *('"x"', "[1,2]", "9" * 5000, "[1e999]", "[" * 100_000, "/etc/hostname", "../x", '{"a":1}'),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("made") / "run"
    result = solve(Problem(sliding_tile(2, 3), START, GOAL), "a-star")
    conditions = [Condition("before"), Condition("after", "m.pl", "% none\n", {"macros": 0})]
    problems = [Instance(START, GOAL, "x.json:1:1")]
    with RunFolder.create(place, SETTINGS, problems, conditions) as folder:
        for condition in ("before", "after"):
            key = (condition, "a-star", 1)
            folder.record(Row.of(key, result, started="2026-01-01T00:00:00+00:00", worker="here"))
        folder.add_training_row(TrainingRow(1, 1, "m1", True, "new"))
        folder.add_ledger([LedgerRow("after", "a-star", "m1", 1, 5, 4, 3, 1, 0.5, -2.5, None)])
    return place


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "run"))


def altered(place: Path, statement: str, *values: Any) -> None:
    connection = sqlite3.connect(place / "run.sqlite")
    with connection:
        connection.execute(statement, values)
    connection.close()


def cells(place: Path) -> Iterator[tuple[str, int, str]]:
    """Each cell by its table, row and column."""
    connection = sqlite3.connect(place / "run.sqlite")
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        rows = connection.execute(f"SELECT rowid FROM {table}").fetchall()
        for column in connection.execute(f"PRAGMA table_info({table})").fetchall():
            yield from ((table, row, column[1]) for (row,) in rows)
    connection.close()


@pytest.mark.long
def test_a_cell_that_was_altered_is_refused_or_has_the_kind_of_its_column(
    made: Path, copy: Path
) -> None:
    refused, each = 0, 2
    for table, row, column in cells(made):
        for value in Random(f"{table} {row} {column}").sample(ODD, each):
            shutil.copyfile(made / "run.sqlite", copy / "run.sqlite")
            try:
                altered(copy, f"UPDATE {table} SET {column} = ? WHERE rowid = ?", value, row)
            except sqlite3.Error:
                continue
            try:
                read_run(copy)
            except InputError as error:
                refused += "damaged" in str(error)
    assert refused > 33 * each


@pytest.mark.long
def test_an_altered_run_makes_a_page_and_a_table_or_one_message(
    made: Path, copy: Path, call: Any
) -> None:
    every = [(cell, value) for cell in cells(made) for value in ODD]
    for (table, row, column), value in Random(1).sample(every, 30):
        shutil.copyfile(made / "run.sqlite", copy / "run.sqlite")
        try:
            altered(copy, f"UPDATE {table} SET {column} = ? WHERE rowid = ?", value, row)
        except sqlite3.Error:
            continue
        page = call("report", copy, "-o", copy / "page.html")
        table_ = call("export", copy, "-o", copy / "rows.csv")
        assert {page.code, table_.code} <= {0, 33}, (table, row, column, value)
        assert "hostname" not in (copy / "page.html").read_text() if page.code == 0 else True


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW more AS SELECT 1",
        "CREATE TABLE more (x)",
        "CREATE TRIGGER more AFTER INSERT ON setting BEGIN DELETE FROM search; END",
        "ALTER TABLE setting ADD COLUMN more AS (zeroblob(1000000000))",
        "DROP TABLE claim",
    ],
)
def test_other_tables_than_ours_are_refused(copy: Path, statement: str) -> None:
    altered(copy, statement)
    for read in (read_run, RunFolder.open):
        with pytest.raises(InputError, match="its tables are others"):
            read(copy)


@pytest.mark.parametrize("word", [b"setting", b"expanded"])
def test_names_that_are_no_unicode_are_refused(copy: Path, word: bytes) -> None:
    database = copy / "run.sqlite"
    database.write_bytes(database.read_bytes().replace(word, b"\xff" + word[1:]))
    for read in (read_run, RunFolder.open):
        with pytest.raises(InputError):
            read(copy)


def test_a_view_without_end_in_place_of_a_table_is_never_asked(copy: Path) -> None:
    altered(copy, "DROP TABLE setting")
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x, x FROM n"
    altered(copy, f"CREATE VIEW setting (key, value) AS {endless}")
    with pytest.raises(InputError, match="its tables are others"):
        read_run(copy)


def test_links_and_pipes_are_refused(copy: Path, tmp_path: Path) -> None:
    database = copy / "run.sqlite"
    database.rename(tmp_path / "elsewhere.sqlite")
    database.symlink_to(tmp_path / "elsewhere.sqlite")
    with pytest.raises(InputError, match="not a run of arcwise"):
        read_run(copy)
    database.unlink()
    os.mkfifo(database)
    with pytest.raises(InputError, match="not a run of arcwise"):
        read_run(copy)
    database.unlink()
    (tmp_path / "elsewhere.sqlite").rename(database)
    os.mkfifo(copy / "run.sqlite-wal")
    with pytest.raises(InputError, match="not a run of arcwise"):
        read_run(copy)


def test_macro_files_are_plain_files_of_the_folder(copy: Path) -> None:
    altered(copy, "UPDATE condition SET text = NULL")
    assert read_run(copy).conditions[1].macro_text == "% none\n"
    (copy / "m.pl").unlink()
    with pytest.raises(InputError, match=r"m\.pl cannot be read"):
        read_run(copy)
    (copy / "m.pl").symlink_to("/dev/zero")
    with pytest.raises(InputError, match=r"m\.pl is no plain file"):
        read_run(copy)
    for name in ("/etc/hostname", "../m.pl", "..", ""):
        altered(copy, "UPDATE condition SET file = ? WHERE name = 'after'", name)
        with pytest.raises(InputError, match="its file cannot be"):
            read_run(copy)


@pytest.mark.long
def test_a_report_opens_nothing_outside_the_folder(
    copy: Path, tmp_path: Path, in_process: Any
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    for name in ("secret.pl", "secret.txt"):
        (outside / name).write_text("% a secret\n", encoding="utf-8")
    (copy / "link.pl").symlink_to(outside / "secret.pl")
    (copy / "m.pl").unlink()
    (copy / "m.pl").symlink_to(outside / "secret.pl")
    program = """
import os, sys
from arcwise.explorer.cli.command_line import run
run(["domains", "sokoban"])
outside = sys.argv[1]
def look(event, arguments):
    path = arguments[0] if arguments else None
    if event == "open" and isinstance(path, str) and os.path.realpath(path).startswith(outside):
        print("opened", path)
sys.addaudithook(look)
for place in sys.argv[2:]:
    print("ended", run(["report", place, "-o", place + "/page.html"]))
"""
    places = []
    for theory in (f"sokoban:{outside / 'secret.txt'}", str(outside / "secret.pl"), "pancake:3"):
        for key in ("theory_name", "theory"):
            altered(copy, "UPDATE setting SET value = json_quote(?) WHERE key = ?", theory, key)
        places.append(tmp_path / f"run-{len(places)}")
        shutil.copytree(copy, places[-1], symlinks=True)
    done = in_process(program, str(outside), *map(str, places))
    assert done.stdout.count("ended 0") == len(places), done.stderr
    assert "opened" not in done.stdout
    for place in places:
        assert "a secret" not in (place / "page.html").read_text(encoding="utf-8")


def test_what_is_no_unicode_is_refused(copy: Path) -> None:
    altered(copy, "UPDATE setting SET value = CAST(X'ffc8' AS TEXT) WHERE key = 'theory'")
    with pytest.raises(InputError, match="decode"):
        read_run(copy)


def test_reading_that_does_not_end_is_broken_off(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Watch, "EVERY", 1)
    monkeypatch.setattr("arcwise.experiments.store.rows.WORK_FOR_A_BYTE", 0)
    for read in (read_run, RunFolder.open):
        with pytest.raises(InputError, match="does not come to an end"):
            read(copy)


def test_an_interrupt_while_a_run_is_read_is_one(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt() -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr(Watch, "EVERY", 1)
    times = iter([0.0])
    monkeypatch.setattr(
        "arcwise.experiments.store.rows.monotonic", lambda: next(times, None) or interrupt()
    )
    with pytest.raises(KeyboardInterrupt):
        read_run(copy)


def test_settings_that_only_look_alike_are_others(copy: Path) -> None:
    keeping = Keeping(copy, resume=True)
    keeping.begin(SETTINGS).close()
    for options in ('{"limits time": null}', '{"limits": {"time": [null]}}', '{"limits": {}}'):
        altered(copy, "UPDATE setting SET value = ? WHERE key = 'options'", options)
        with pytest.raises(InputError):
            keeping.begin(SETTINGS)


@pytest.mark.parametrize(
    "facts",
    ['{"macros": "x"}', '{"macros": [1]}', '{"learning": 3}', '{"chosen": 3}', '{"size": {}}'],
)
def test_facts_of_a_condition_are_of_their_kinds(copy: Path, facts: str) -> None:
    altered(copy, "UPDATE condition SET facts = ? WHERE name = 'after'", facts)
    with pytest.raises(InputError, match="a damaged run"):
        read_run(copy)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE search SET path_json = '[[1, 2], [1]]', arcs_json = '[\"a\"]'",
        "UPDATE search SET path_json = '[[1], [2]]', arcs_json = '[\"a\"]'",
        "UPDATE search SET path_json = replace(path_json, '[1,', '[true,')",
        "UPDATE search SET path_json = replace(path_json, '[1,', '[1.0,')",
        "UPDATE search SET path_json = json_set(path_json, '$[1][0]', json('true'))",
        "UPDATE search SET path_json = json_set(path_json, '$[1][0]', 1.0)",
        'UPDATE setting SET value = \'{"after": {"problems": 2, "nodes": 20000}}\' WHERE key = \'ledger\'',
        "UPDATE problem SET goal = '[1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0]'",
        "UPDATE problem SET goal = '[1, 2, 3, 4, 0, 5]'",
        "UPDATE problem SET start = '[1, 2, 3, 4, 5, 0]'",
        "UPDATE search SET cost = 1",
        "UPDATE search SET cost = 0",
        "UPDATE search SET cost = NULL",
        "UPDATE search SET steps = steps - 1",
        "UPDATE search SET moves = moves + 1",
        "UPDATE search SET status = 'unsolvable'",
        "UPDATE search SET primitive_moves_json = replace(primitive_moves_json, 'right', 'sideways')",
        "UPDATE search SET primitive_moves_json = replace(primitive_moves_json, 'right', 'up')",
        """UPDATE search SET cost = 1, steps = 1, moves = 1, arcs_json = '["right"]', primitive_moves_json = '["right"]',
            path_json = json_array(json(path_json) -> 0, json(path_json) -> '$[#-1]')""",
    ],
)
def test_what_does_not_fit_together_is_refused(copy: Path, statement: str) -> None:
    altered(copy, statement)
    with pytest.raises(InputError, match="a damaged run"):
        read_run(copy)


@pytest.mark.parametrize("name", ["1" * 256, "\u00e4" * 128, "a\0b", "a/b", "..", ""])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    assert not plain_name(name)
    assert plain_name("1" * 255) and plain_name("macros.pl")


@pytest.mark.slow
@pytest.mark.parametrize("hostile", ["x\nFORGED", "\x1b[2J", "\u202egnp", "\u2028FORGED", "\x85x"])
def test_no_name_that_cannot_be_seen_is_read_from_a_run(copy: Path, hostile: str) -> None:
    whole, accepted = (copy / "run.sqlite").read_bytes(), set()
    connection = sqlite3.connect(copy / "run.sqlite")
    slots = [
        (table, column, row, value)
        for table in ("setting", "problem", "condition", "search", "training_record", "ledger")
        for _, column, *_ in connection.execute(f"PRAGMA table_info({table})").fetchall()
        for row, value in connection.execute(f"SELECT rowid, {column} FROM {table}").fetchall()
        if isinstance(value, str)
    ]
    connection.close()
    for table, column, row, value in slots:
        for changed in _with_name(value, hostile):
            (copy / "run.sqlite").write_bytes(whole)
            altered(copy, f"UPDATE {table} SET {column} = ? WHERE rowid = ?", changed, row)
            try:
                read_run(copy)
            except InputError as error:
                assert hostile not in str(error)
            else:
                accepted.add((table, column))
    assert len(slots) > 40
    assert accepted == {("setting", "value"), ("condition", "text")}


def _with_name(value: str, hostile: str) -> Iterator[str]:
    """A text with a name put in its place, or in the place of each string of its JSON."""
    try:
        held = json.loads(value)
    except ValueError:
        yield hostile
        return
    if isinstance(held, str):
        yield json.dumps(hostile)
    elif isinstance(held, list):
        yield from (json.dumps([*held[:n], hostile, *held[n + 1 :]]) for n in range(len(held)))
    elif isinstance(held, dict):
        yield json.dumps({**held, hostile: 1})


BAD_VALUES = {
    "text": ("", 7, "a\x1b[2J", b"x"),
    "count": (-1, 1.0, "1", 2**60),
    "number": (1e200, "1", b"1"),
    "flag": (2, None, "yes"),
    "json": (7, "[", '["a\u202e"]', "[[1], [2.0]]", '[1, "]', "{"),
}


def test_rows_read_together_are_refused_as_one_by_one(copy: Path) -> None:
    """Whatever a column holds: the same search is told, in the same words, and what is no fault alone is none here."""
    connection = sqlite3.connect(copy / "run.sqlite")
    whole = ["condition", "configuration", "problem", *(one.name for one in COLUMNS)]
    found = connection.execute(f"SELECT {', '.join(whole)} FROM search").fetchall()
    connection.close()
    assert rows_of(found) == [row_of(values) for values in found]
    refused = 0
    for column in COLUMNS:
        for value in BAD_VALUES[column.kind]:
            changed = list(found[-1])
            changed[whole.index(column.name)] = value
            alone = told_of(row_of, tuple(changed))
            together = told_of(rows_of, [*found, tuple(changed)])
            refused += isinstance(alone, str)
            assert together == (alone if isinstance(alone, str) else [*map(row_of, found), alone])
    assert refused > 2 * len(COLUMNS)


def told_of(read: Callable[..., Any], *given: Any) -> Any:
    try:
        return read(*given)
    except ValueError as error:
        return str(error)


PARTS = st.sampled_from(
    [
        "1",
        "-1",
        '"a"',
        '"a, b"',
        '"a], [b"',
        '"a\\u202e"',
        '"\\""',
        "1.0",
        "true",
        "null",
        "01",
        "",
        " 2 ",
        "[1]",
        "{}",
        '"',
        "[",
        "]",
        ",",
    ]
)


@given(st.lists(st.lists(PARTS, max_size=3), max_size=3), st.booleans())
def test_paths_and_names_are_read_as_json(parts: list[list[str]], whole: bool) -> None:
    """Against the plain decoder and the plain checks, whatever stands between the separators."""
    text = "[" + ", ".join("[" + ", ".join(one) + "]" for one in parts) + "]" * whole
    assert told_of(_path_of, text) == told_of(_plain_path, text)
    text = "[" + ", ".join(chain.from_iterable(parts)) + "]" * whole
    assert told_of(_names_of, text, "a") == told_of(lambda: tuple(value_of(text, names, "a")))


def _plain_path(text: str) -> tuple[State, ...]:
    return tuple(map(tuple, value_of(text, states, "path_json")))


def test_few_characters_of_what_was_read_are_kept() -> None:
    """However many texts are read, and however large each is."""
    known = _Known(tuple, 1000)
    for number in range(40):
        assert known[f"{number:100}"] == tuple(f"{number:100}")
    assert sum(map(len, known)) <= 1000
    assert known["x" * 1001] == ("x",) * 1001
    assert max(map(len, known)) == 100
