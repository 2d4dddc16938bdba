"""The command that prints all figures, and the benchmarks whose lines it prints, on the smallest problems."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from math import inf
from pathlib import Path
from types import ModuleType

import pytest
from arcwise.search import Result, Statistics, Status

Load = Callable[[str], ModuleType]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Load:
    """A module of the benchmarks; what is learned for several is learned on boards up to 3x3."""
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[1] / "benchmarks"), *sys.path])
    monkeypatch.setattr(import_module("transfer"), "SIZES", ((2, 3), (3, 2), (3, 3)))
    return import_module


def with_sections(
    load: Load, monkeypatch: pytest.MonkeyPatch, lines: Callable[[bool], Iterator[object]]
) -> ModuleType:
    figures = load("figures")
    section = figures.Section("two figures", "made_up")
    made_up = ModuleType("made_up")
    made_up.__dict__["lines"] = lines
    monkeypatch.setitem(sys.modules, "made_up", made_up)
    monkeypatch.setattr(figures, "SECTIONS", {"one": section, "other": section})
    return figures


def test_every_section_has_a_function_that_measures_it(load: Load) -> None:
    figures = load("figures")
    for section in figures.SECTIONS.values():
        assert callable(getattr(load(section.module), section.function))


def test_what_is_missed_is_said_and_counted(
    load: Load, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = load("tables")

    def lines(quick: bool) -> Iterator[object]:
        yield tables.at_most("few", 3, 5, beside="7")
        yield tables.at_most("many", 6, 5)
        yield tables.not_run("absent", "no data")

    figures = with_sections(load, monkeypatch, lines)
    assert figures.main(["--only", "one"]) == 0
    printed = capsys.readouterr().out
    assert "1 of 2 figures are what they must reach" in printed
    assert "NO" in printed and "not run: no data" in printed
    assert figures.main(["--markdown"]) == 0
    printed = capsys.readouterr().out
    assert "| few | 3 | <= 5 | yes | 7 |" in printed
    assert "2 of 4 figures" in printed


def test_ctrl_c_keeps_what_is_done(
    load: Load, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = load("tables")

    def lines(quick: bool) -> Iterator[object]:
        yield tables.at_most("before", 1, 2)
        raise KeyboardInterrupt

    figures = with_sections(load, monkeypatch, lines)
    assert figures.main(["--quick"]) == 130
    printed = capsys.readouterr().out
    assert "before" in printed and "interrupted" in printed
    assert printed.count("two figures") == 1


def test_nothing_of_nothing_is_not_reached(load: Load) -> None:
    tables = load("tables")
    assert tables.every("none", 0, 0).reached is False
    assert tables.every("all", 3, 3).reached is True
    assert tables.every("some", 2, 3).reached is False


def points_of(load: Load, *rows: tuple[str, tuple[float, ...], float]) -> list[object]:
    quality = load("quality")
    return [quality.Point(4, name, 1, moves, time, time) for name, moves, time in rows]


def test_plans_are_compared_with_the_best_that_took_no_longer(load: Load) -> None:
    quality = load("quality")
    short, long = (50.0, 51.0, 49.0, 50.0), (70.0, 70.0, 71.0, 72.0)
    rows = [("a", short, 2.0), ("b", long, 0.5)]

    def verdict(moves: tuple[float, ...], time: float) -> str:
        one, *others = points_of(load, (quality.MACROS, moves, time), *rows)
        found: str = quality.compared(one, others, "seconds")
        return found

    assert verdict(long, 3.0) == quality.LONGER
    assert verdict(short, 3.0) == quality.ALIKE
    assert verdict(short, 1.0) == quality.SHORTER
    assert verdict(long, 0.1) == quality.ALONE


def test_what_leaves_a_problem_unsolved_is_no_rival(load: Load) -> None:
    quality = load("quality")
    one, other = points_of(load, (quality.MACROS, (50.0, 60.0), 1.0), ("a", (10.0, inf), 0.5))
    assert quality.compared(one, [other], "seconds") == quality.ALONE
    assert other.solved == 1 and other.length == 10  # type: ignore[attr-defined]


def test_the_sentences_and_the_picture_are_made_from_the_rows(load: Load) -> None:
    quality = load("quality")
    shorter, longer = (50.0, 51.0, 49.0), (70.0, 70.0, 71.0)
    for ours, theirs, word in ((shorter, longer, "shorter 1"), (longer, shorter, "longer 1")):
        rows = points_of(load, (quality.MACROS, ours, 2.0), ("weighted A*, Manhattan", theirs, 1.0))
        assert all(f"15-puzzle: {word} (of 1)" in one for one in quality.sentences(rows))
        drawn = quality.picture(rows)
        assert drawn.startswith("<svg") and drawn.count("<circle") >= 2 + 4
        assert word in drawn


@pytest.mark.long
def test_points_are_of_plans_that_were_found(load: Load) -> None:
    quality = load("quality")
    starts = load("transfer").boards(3, 0, 2)
    for method in (quality.MACROS, "beam, Manhattan"):
        found = quality.point(3, method, 0.0 if method == quality.MACROS else 10, starts)
        assert found.solved == 2 and found.length is not None
        assert 0 < found.length < 500 and found.states > 0 and found.seconds > 0


@pytest.mark.long
@pytest.mark.parametrize("section", ["orders", pytest.param("closure", marks=pytest.mark.slow)])
def test_quick_sections_reach_what_they_must(load: Load, section: str) -> None:
    figures = load("figures")
    lines = list(figures.SECTIONS[section].lines(True))
    assert lines and all(line.reached for line in lines)


@pytest.mark.long
@pytest.mark.parametrize(
    "section",
    ["tables", "headline", "sizes", "short", "quality", "domains", "planning", "policies"],
)
def test_all_other_sections_run(load: Load, section: str) -> None:
    figures = load("figures")
    lines = list(figures.SECTIONS[section].lines(True))
    assert lines and all(line.measured for line in lines)


@pytest.mark.parametrize(
    ("module", "collections"), [("learning_track", "policies"), ("pddl_learning", "planning")]
)
def test_absent_data_is_said(
    load: Load, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: str, collections: str
) -> None:
    monkeypatch.setattr(load(module), "DATA", tmp_path / "nothing")
    (line,) = load("figures").SECTIONS[collections].lines(True)
    assert line.measured.startswith("not run: ") and line.reached is None


def test_a_search_that_the_user_ended_ends_the_figures(load: Load) -> None:
    finished = load("timing").finished
    kept = Result(Status.STOPPED, ((),), (), Statistics(), "nodes")
    assert finished(kept) is kept
    with pytest.raises(KeyboardInterrupt):
        finished(replace(kept, limit="interrupt"))
