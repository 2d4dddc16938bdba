"""``arcwise report`` at the command line."""

from __future__ import annotations

import os
import re
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments.statistics import comparison

from .small_runs import Filled


@pytest.mark.long
def test_the_page_shows_what_compare_prints(
    call: Any, tmp_path: Path, examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    five = examples / "five_puzzle.json"
    assert call("learn", "sliding-tile:2x3", five, "-o", "macros.pl").code == 0
    asked = ("compare", "sliding-tile:2x3", "--random", "3", "--count", "8", "--beyond", "6")
    how = ("--algorithms", "greedy", "--details")
    done = call(*asked, "--macros", "macros.pl", *how, "--run", "run")
    assert done.code == 0
    made = call("report", "run")
    assert made.code == 0
    *lines, size = made.out.splitlines()
    said = " ".join(lines)
    assert "(sliding-tile:2x3, 1 macro of macros.pl, " in said
    assert size.startswith("report.html (0.")
    assert (tmp_path / "report.html").as_uri() in made.err
    page = unescape(Path("report.html").read_text(encoding="utf-8"))
    assert f'<p class="headline">{said.partition(" (")[0]}' in page
    words = " ".join(re.sub("<[^>]*>", "\n", page).split())
    verdicts = re.findall(
        r"^(?:Pays|Does not pay|Too few problems to tell|No difference): (.*)\.$", done.out, re.M
    )
    assert (
        len(verdicts) == 5
    )  # two sets of problems, each with the best against the best; all pairs
    for evidence in verdicts:
        assert evidence in words
    rows = re.findall(r"^ ([a-z ()]+?) {2,}([\d,.]+) +([\d,.]+) +([\d.]+)", done.out, re.M)
    assert len(rows) >= 2 * 8 + 5
    for cells in rows:
        assert f'<th scope="row">{cells[0]}</th>' in page
        for cell in cells[1:]:
            assert f">{cell}</td>" in page


@pytest.mark.slow
def test_an_older_page_is_replaced(call: Any, filled: Filled, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("older")
    assert call("report", filled.run.path, "-o", page).code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.slow
def test_each_property_of_a_run_is_estimated_once(
    call: Any, filled: Filled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    estimated: Counter[tuple[object, str]] = Counter()
    contrast = comparison.contrast_pairs

    def counted(pairs: Any, name: str, *others: Any) -> Any:
        estimated[pairs, name] += 1
        return contrast(pairs, name, *others)

    monkeypatch.setattr(comparison, "contrast_pairs", counted)
    assert call("report", filled.run.path, "-o", tmp_path / "page.html").code == 0
    assert estimated
    assert set(estimated.values()) == {1}


@pytest.mark.slow
def test_caps_can_be_set(call: Any, filled: Filled, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    call("report", filled.run.path, "-o", page, "--problem-graphs", "2", "--graph-nodes", "12")
    text = page.read_text(encoding="utf-8")
    assert "Shown are 2 of 30 pairs of searches" in text
    assert "12 in all at most" in text
    call("report", filled.run.path, "-o", page, "--problem-graphs", "0")
    assert 'id="space"' not in page.read_text(encoding="utf-8")


def test_what_is_no_run_is_refused(call: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    for path in (tmp_path, tmp_path / "absent", __file__):
        done = call("report", path, "-o", page)
        assert done.code == 33
        assert done.err.startswith("arcwise: ")
    assert not page.exists()


@pytest.mark.parametrize("kept", [0, 100, 5000])
def test_a_truncated_run_is_refused(call: Any, filled: Filled, tmp_path: Path, kept: int) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    whole = (filled.run.path / "run.sqlite").read_bytes()
    (folder / "run.sqlite").write_bytes(whole[:kept])
    done = call("report", folder, "-o", tmp_path / "page.html")
    assert done.code == 33
    assert not (tmp_path / "page.html").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_place_that_cannot_be_written_to_is_refused_first(
    call: Any, filled: Filled, tmp_path: Path
) -> None:
    tmp_path.chmod(0o500)
    done = call("report", filled.run.path, "-o", tmp_path / "page.html")
    tmp_path.chmod(0o700)
    assert done.code == 33


def test_a_missing_folder_for_the_page_is_refused(
    call: Any, filled: Filled, tmp_path: Path
) -> None:
    done = call("report", filled.run.path, "-o", tmp_path / "absent" / "page.html")
    assert done.code == 33
    assert "no such folder" in done.err


@pytest.mark.long
@pytest.mark.slow
def test_a_pddl_run_has_a_whole_page(
    call: Any, tmp_path: Path, examples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = (examples / "pddl" / "gripper.pddl", examples / "pddl" / "gripper-1.pddl")
    assert call("learn", *files, "-o", "more.pddl").code == 0
    asked = ("--macros", "more.pl", "--algorithms", "greedy", "--run", "run")
    assert call("compare", *files, *asked, "--jobs", "1").code == 0
    assert call("report", "run").code == 0
    page = unescape(Path("report.html").read_text(encoding="utf-8"))
    for section in ("verdicts", "algorithms", "solutions", "macros", "space", "searches"):
        assert f'<section id="{section}"' in page
    assert "cannot be unrolled" not in page
    assert '"labels":{"1":[{' in page and "holds left blue" in page
    assert "greedy with misplaced" in page
    assert "Steps (the file says: " in page


@pytest.mark.slow
@pytest.mark.parametrize("found", [True, False])
def test_the_page_is_opened_if_asked_for(
    call: Any, filled: Filled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: bool
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda page: opened.append(page) or found)
    page = tmp_path / "page.html"
    done = call("report", filled.run.path, "-o", page, "--open")
    assert done.code == 0
    assert opened == [page.as_uri()]
    assert ("no browser was found" in done.err) is not found
    assert (page.as_uri() in done.err) is not found


@pytest.mark.slow
def test_macros_with_conditions_are_named_as_what_they_are(
    call: Any, tmp_path: Path, examples: Path
) -> None:
    jugs, rules, run = str(examples / "moves" / "jugs.pl"), tmp_path / "m.pl", tmp_path / "run"
    assert call("learn", jugs, "0/0", "4/2", "-o", rules).code == 0
    asked = ("--macros", rules, "--algorithms", "a-star", "--beyond", 0, "--run", run)
    assert call("compare", jugs, "0/0", "4/2", *asked).code == 0
    assert call("report", run, "-o", tmp_path / "report.html").code == 0
    page = unescape((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert "jugs.pl is a program, and a report runs none" in page
    assert "Macro-operators with conditions are not drawn" in page
    assert "not a macro file" not in page and "only Prolog can run" not in page
    assert "macro-operators with conditions are judged by arcwise utility" in page
