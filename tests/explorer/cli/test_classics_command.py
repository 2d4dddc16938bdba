"""``arcwise classics``: a table of verdicts, one result as a whole, a page, and JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_results_are_listed_without_measuring(call: Any) -> None:
    done = call("classics", "--list")
    assert done.code == 0 and "korf-8-puzzle" in done.out and "Shavlik 1990" in done.out
    rows = call("classics", "--list", "--json").data["rows"]
    assert all("measured" not in row for row in rows)


def test_one_result_is_shown_as_a_whole_and_written_as_a_page(call: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = call("classics", "korf-8-puzzle", "--report", page)
    text = " ".join(done.out.split())
    assert "mean moves 39.78" in text and "1 result: 1 reproduced" in text
    assert "Assumed: The blank's home is the centre" in text
    assert "arcwise learn 8-puzzle --learner macro-table" in text
    written = page.read_text(encoding="utf-8")
    assert written.startswith("<!doctype html>")
    assert "39.78" in written and "Macro-operators: a weak method for learning" in written


def test_json_holds_what_the_table_does(call: Any) -> None:
    (row,) = call("classics", "shavlik-towers", "--quick", "--json").data["rows"]
    assert row["verdict"] == "same shape" and row["published"] == {}
    assert row["measured"]["heights"] == row["measured"]["heights proved with number"] == 6


def test_an_unknown_result_is_refused(call: Any) -> None:
    done = call("classics", "nosuch")
    assert done.code == 33 and "no such classic" in done.err and "korf-8-puzzle" in done.err


def test_what_would_be_written_over_another_file_is_refused(call: Any, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.write_text("mine")
    for words in (("classics", "static", "--report", notes), ("course", "autograder", notes)):
        done = call(*words)
        assert done.code == 33 and "a name that ends in" in done.err
    done = call("classics", "--list", "--markdown")
    assert done.code == 33 and "--markdown" in done.err
    assert notes.read_text() == "mine"
