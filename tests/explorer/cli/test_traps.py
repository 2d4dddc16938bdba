"""Traps at the command line: learned, explained, used by searches, and refused where they do not fit."""

import pytest


@pytest.fixture
def traps(call, tmp_path):
    file = tmp_path / "traps.pl"
    assert call("learn", "sokoban:3", "--learner", "traps", "-o", file).code == 0
    return file


def test_traps_are_explained_row_by_row(call, traps):
    shown = call("explain", traps, "t2").out
    assert "t2: a trap of 2 facts, $ and $" in shown
    assert "learned from sokoban:3, its own start" in shown
    assert "leads to $ in row 2 column 4 and $ in row 2 column 5" in shown
    data = call("explain", traps, "--json").data["macros"]
    assert [one["kinds"] for one in data] == [["$"], ["$", "$"], ["$", "$", "@"]]
    assert data[0]["table"][0]["facts"] == ["$ in row 2 column 2"]


def test_traps_are_shown_and_reported(call, traps, tmp_path):
    assert call("show", traps).out.startswith("sokoban: 3 traps\n")
    run, page = tmp_path / "run", tmp_path / "page.html"
    assert call("learn", "sokoban:2", "--learner", "traps", "--run", run).code == 0
    assert call("report", run, "-o", page).code == 0
    assert "leads to $ in row" in page.read_text()


@pytest.mark.parametrize("algorithm", ["a-star", "breadth-first"])
def test_a_search_with_traps_has_the_same_cost_and_expands_less(call, traps, algorithm):
    plain, with_traps = (
        call("solve", "sokoban:3", "--algorithm", algorithm, *more, "--json").data
        for more in ((), ("--macros", traps))
    )
    assert plain["cost"] == with_traps["cost"]
    assert with_traps["expanded"] < plain["expanded"]


def test_a_start_in_a_trap_is_certified(call, traps, tmp_path):
    lost = ". . . $ . . @ . . . $ . . ."
    certificate = tmp_path / "lost.json"
    found = call("solve", "sokoban:3", lost, "--macros", traps, "--certificate", certificate)
    assert "the start fits trap t3" in " ".join(found.out.split())
    assert "unsolvable" in call("verify", certificate).out


def test_what_does_not_fit_is_refused(call, traps, tmp_path):
    assert call("solve", "8-puzzle", "--random", 1, "--macros", traps).code == 33
    assert call("learn", "sokoban:3", "--learner", "escapes", "--macros", traps).code == 33
    assert "no start of its own" in call("learn", "blocks:3", "--learner", "traps").err
    damaged = tmp_path / "damaged.pl"
    for old, new in (("trap(t1,['$'])", "trap(t1,[])"), ("trap_saving(t1,", "trap_saving(t9,")):
        damaged.write_text(traps.read_text().replace(old, new, 1))
        assert call("explain", damaged).code == 33
