from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments import (
    MARKOV_5,
    Configuration,
    Keeping,
    Row,
    compare,
    markov_library,
)
from arcwise.experiments.store import Run, RunFolder, read_run
from arcwise.experiments.store.run import csv_text
from arcwise.search import Limits

from ..small_runs import make_tasks


@pytest.fixture
def run(folder_of: Callable[..., RunFolder]) -> Run:
    """Two solved searches, and one that was killed."""
    tasks = make_tasks("2x3", "a-star", 3)
    with folder_of(tasks) as folder:
        folder.put("theory_name", "sliding-tile:2x3")
        folder.record(tasks[1].without_result("signal", 'said "no", twice', "now", "me 1"))
        for task in (tasks[0], tasks[2]):
            folder.record(task.do())
    return read_run(folder.path)


def test_csv_holds_every_search_and_column(call: Any, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "out.csv"
    done = call("export", run.path, "-o", file)
    assert (done.code, done.out) == (0, "")
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [int(row["problem"]) for row in rows] == [1, 2, 3]
    for row, search, problem in zip(rows, run.searches, run.problems, strict=True):
        assert (row["theory"], row["condition"], row["algorithm"]) == (
            "sliding-tile:2x3",
            "before",
            "a-star",
        )
        assert row["start"] == " ".join(map(str, problem.start))
        for name in ("status", "stopped_by", "moves", "expanded", "elapsed", "note"):
            value = getattr(search, name)
            assert row[name] == ("" if value is None else str(value))
        assert row["primitive_moves"].split() == list(search.primitive_moves)
    assert call("export", run.path).out == file.read_text()


@pytest.mark.slow
def test_parquet_is_read_back_with_its_types(call: Any, run: Run, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "out.parquet"
    assert call("export", run.path, "-o", file).code == 0
    rows = parquet.read_table(file).to_pylist()
    assert [row["expanded"] for row in rows] == [search.expanded for search in run.searches]
    assert [row["elapsed"] for row in rows] == [search.elapsed for search in run.searches]
    assert [row["optimal"] for row in rows] == [True, False, True]
    assert [row["status"] for row in rows] == ["solved", "stopped", "solved"]
    assert rows[1]["expanded"] is None


def test_properties_are_those_that_lab_knows(call: Any, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "properties"
    assert call("export", run.path, "-o", file).code == 0
    entries = json.loads(file.read_text())
    assert len(entries) == 3
    for key, entry in entries.items():
        assert key == "-".join(entry["id"])
        assert entry["id"] == [entry["algorithm"], entry["domain"], entry["problem"]]
    solved, killed, _ = (entries[key] for key in sorted(entries))
    search = run.searches[0]
    assert (solved["algorithm"], solved["domain"]) == ("a-star-before", "sliding-tile-2x3")
    assert (solved["coverage"], solved["error"]) == (1, "success")
    assert solved["expansions"] == search.expanded
    assert (solved["cost"], solved["plan_length"]) == (search.cost, search.moves)
    assert solved["search_time"] == search.elapsed
    assert (killed["coverage"], killed["error"]) == (0, "search-critical-error")
    assert killed["unexplained_errors"] == ['said "no", twice']
    assert "expansions" not in killed and "cost" not in killed


@pytest.mark.parametrize(
    ("outcome", "error"),
    [
        ({"status": "unsolvable"}, "search-unsolvable"),
        ({"status": "incomplete"}, "search-unsolved-incomplete"),
        ({"status": "stopped", "stopped_by": "memory"}, "search-out-of-memory"),
        ({"status": "stopped", "stopped_by": "time"}, "search-out-of-time"),
        ({"status": "stopped", "stopped_by": "nodes"}, "search-unsolved-incomplete"),
        ({"status": "stopped", "stopped_by": "error"}, "search-critical-error"),
    ],
)
def test_every_outcome_has_labs_name(
    call: Any, folder_of: Callable[..., RunFolder], outcome: dict[str, str], error: str
) -> None:
    tasks = make_tasks("2x3", "a-star")
    with folder_of(tasks) as folder:
        row = Row.without_result(tasks[0].key, "error", "", "now", "me 1")
        folder.record(replace(row, **{"stopped_by": None, **outcome}))
    (entry,) = call("export", folder.path, "--format", "properties").data.values()
    assert entry["error"] == error


def test_without_pyarrow_the_message_says_what_to_install(
    call: Any, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = call("export", run.path, "-o", tmp_path / "out.parquet")
    assert done.code == 33
    assert "pip install pyarrow" in done.err
    assert not (tmp_path / "out.parquet").exists()


def test_what_cannot_be_exported_is_refused(call: Any, run: Run, tmp_path: Path) -> None:
    assert "no run in this folder" in call("export", tmp_path, "-o", tmp_path / "x.csv").err
    assert "what kind of file" in call("export", run.path, "-o", tmp_path / "x.xls").err
    assert "no such folder" in call("export", run.path, "-o", tmp_path / "no" / "x.csv").err


def test_a_run_without_searches_is_refused(
    call: Any, folder_of: Callable[..., RunFolder], tmp_path: Path
) -> None:
    folder_of([]).close()
    assert "no search in this run is done yet" in call("export", tmp_path / "run").err


COMPUTED = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How cells begin that spreadsheets compute."""


def test_cells_that_a_spreadsheet_would_compute_are_defused() -> None:
    hostile = ["=1+1", "+cmd|' /C calc'!A0", "-x", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", " =1+1"]
    hostile += [f"{sign}1+1" for sign in COMPUTED]
    harmless = ["-1 2", "-1", "+1.5 -2", "plain", "1 =2"]
    text = csv_text([{"x": text, "n": -1} for text in (*hostile, *harmless)])
    cells = [row["x"] for row in csv.DictReader(text.splitlines())]
    assert all(cell.startswith("'") for cell in cells[: len(hostile)])
    assert cells[len(hostile) :] == harmless
    assert all(row["n"] == "-1" for row in csv.DictReader(text.splitlines()))


def test_truth_is_1_or_0_in_every_table() -> None:
    assert csv_text([{"optimal": True, "ended": False, "n": None}]) == "optimal,ended,n\n1,0,\n"


@pytest.mark.slow
def test_names_in_a_domain_of_a_stranger_are_no_formulas(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names of the domain's file, of the problems' file, of arcs, and symbols of states; none with control characters."""
    monkeypatch.chdir(tmp_path)
    names = ["=cmd|calc", "+1+1", "-2+3+cmd|calc", "@SUM(1)"]
    arcs = [f"arc(['{a}',x],[x,'{a}'],1). arc([x,'{a}'],['{a}',x],1)." for a in names]
    named = [f"arc_name({2 * at + 1},'{name}')." for at, name in enumerate(names)]
    Path("=1+1.pl").write_text("\n".join([*arcs, *named]) + "\n")
    pairs = [{"start": [name, "x"], "goal": ["x", name]} for name in names]
    Path("@SUM(1).json").write_text(json.dumps(pairs))
    words = ("=1+1.pl", "@SUM(1).json", "--macros", "none", "--algorithms", "breadth-first")
    assert call("compare", *words, "--beyond", "0", "--run", "run").code == 0
    done = call("export", "run", "-o", "=run.csv")
    assert done.code == 0, done.err
    with Path("=run.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * len(names)
    assert {row["theory"] for row in rows} == {"'=1+1"}
    assert {row["arcs"] for row in rows} == {f"'{name}" for name in names}
    assert all(row["place"].startswith("'@") for row in rows)
    assert not any(cell.startswith(COMPUTED) for row in rows for cell in row.values())


def test_stopped_searches_and_those_that_are_not_compared_are_marked(tmp_path: Path) -> None:
    """An average of all rows would be of other searches than the verdict's."""
    problems = [(MARKOV_5.start, (1, 2, 3, 4, 5, 0)), ((1, 2, 3, 4, 0, 5), (1, 2, 3, 4, 5, 0))]
    tight = Configuration(limits=Limits(nodes=100))
    keeping = Keeping(tmp_path / "run")
    found = compare(
        "sliding-tile:2x3",
        problems,
        markov_library(),
        ["breadth-first"],
        configuration=tight,
        keeping=keeping,
    )
    columns = found.columns()
    assert columns["censored"] == [row.stopped for row in found.rows]
    assert True in columns["censored"] and False in columns["censored"]
    judging = {one.name for one in found.run.conditions if one.facts.get("judging")}
    apart = [row.condition in judging for row in found.rows]
    assert [bool(name) for name in columns["ablation"]] == apart
    compared = {
        key for key, name in zip(columns["condition"], columns["ablation"], strict=True) if not name
    }
    assert compared == {"before", "after"}
