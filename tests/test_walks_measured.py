"""The table of walks and iterated macros: on small problems, it says what the searches do."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


def test_a_row_has_moves_alone_walks_folded_in_and_iterated_macros(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[1] / "benchmarks"), *sys.path])
    from walks import Bench, problems_of

    training = problems_of("delivery", Path())[:3]
    library = Bench("lazy-greedy", "ff", 20).learned(training)
    assert any(call[0] == "drive+" or call[0] == "ride+" for one in library for call in one.calls)
    alone, folded, macros = Bench("a-star", "h_max", 20).measured(training[-1], library)
    expanded = [int(one.partition(",")[0].replace(",", "")) for one in (alone, folded, macros)]
    assert expanded[1] < expanded[0]
    assert expanded[2] < expanded[0]
    moves = {one.split(", ")[1] for one in (alone, folded, macros)}
    assert len(moves) == 1  # each is optimal


def test_runs_of_several_kinds_are_measured_beside_one_repetition_and_a_policy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[1] / "benchmarks"), *sys.path])
    from random import Random

    from runs import WAYS, Runs, childsnack, policy, trucks

    small = trucks(3, Random(1))
    cells = [Runs(small, way).search(20) for way in WAYS]
    assert all("moves" in one for one in cells)
    expanded = [int(one.partition(",")[0].replace(",", "")) for one in cells]
    assert expanded[-1] < expanded[0]
    assert policy(small, trucks(2, Random(1))).startswith("0, ")
    assert Runs(childsnack(3, Random(1)), "for goals").search(20).split(", ")[1] == "6 moves"
