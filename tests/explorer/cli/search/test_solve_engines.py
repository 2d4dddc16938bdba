"""``arcwise solve`` with the kernel: engines, batches, pattern databases, Ctrl-C."""

import json

import pytest
from arcwise.explorer.cli import run
from arcwise.search.heuristics.patterns import ready

EIGHT = ("sliding-tile:3x3", "8 6 7 2 5 4 3 0 1")
KORF_1 = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"
FIRST_BLANK = " ".join(map(str, range(16)))


def solved(capsys, *arguments):
    assert run(["solve", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
def test_both_engines_say_who_they_are_and_count_alike(capsys):
    native, python = (
        solved(capsys, *EIGHT, "--algorithm", "a-star", "--engine", name)
        for name in ("native", "python")
    )
    assert (native["engine"], python["engine"]) == ("native", "python")
    for key in ("cost", "expanded", "generated", "inserted", "path", "arcs"):
        assert native[key] == python[key]


def test_batched_ida_star_says_that_its_counts_are_its_own(capsys):
    assert run(["solve", *EIGHT, "--algorithm", "batched-ida-star", "--threads", "2"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "batched-ida-star with manhattan: solved: 31 moves, cost 31 (optimal)" in out
    assert "counts are their own" in out


def test_pattern_databases_are_built_once_and_kept(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(ready, "_PATTERNS", {})  # none is remembered from a test before
    first, second = (
        solved(capsys, *EIGHT, "--algorithm", "ida-star", "--heuristic", "patterns:4-4")
        for _ in range(2)
    )
    assert (first["cost"], first["optimal"], first["heuristic"]) == (31, True, "patterns:4-4")
    assert first["expanded"] == second["expanded"]
    kept = sorted((tmp_path / "arcwise").iterdir())
    assert len(kept) == 2
    kept[0].write_bytes(b"cut off")
    ready._PATTERNS.clear()
    assert run(["solve", *EIGHT, "--algorithm", "ida-star", "--heuristic", "patterns:4-4"]) == 0
    assert "it is built anew" in " ".join(capsys.readouterr().err.split())
    assert len(kept[0].read_bytes()) > 4096


def test_databases_that_cannot_be_kept_are_built_in_memory(capsys, tmp_path, monkeypatch):
    (tmp_path / "arcwise").write_text("a file in place of the folder", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(ready, "_PATTERNS", {})
    assert run(["solve", *EIGHT, "--algorithm", "ida-star", "--heuristic", "patterns:4-4"]) == 0
    answer = capsys.readouterr()
    assert "31 moves" in answer.out and "it is not kept" in answer.err


@pytest.mark.long
@pytest.mark.parametrize("extra", [["ida-star"], ["batched-ida-star", "--threads", "2"]])
def test_control_c_ends_the_kernel_with_what_it_did(extra, interrupted):
    far = "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0"
    words = ["solve", "sliding-tile:4x4", far, FIRST_BLANK, "--algorithm", *extra]
    assert "stopped by interrupt" in " ".join(interrupted(*words).stdout.split())


@pytest.mark.long
def test_a_15_puzzle_board_is_solved_in_batches(capsys):
    data = solved(
        capsys, "sliding-tile:4x4", KORF_1, FIRST_BLANK, "--algorithm", "batched-ida-star"
    )
    assert (data["cost"], data["optimal"], data["engine"]) == (57, True, "native")
