"""Pieces of the benchmark of strength, on the smallest problems."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def scale(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[1] / "benchmarks"), *sys.path])
    import scale

    rate = scale.rate
    monkeypatch.setattr(
        scale, "rate", lambda problem, nodes, **how: rate(problem, nodes=min(nodes, 200), **how)
    )
    return scale


@pytest.mark.slow
def test_rates_by_expansions_name_what_ran(scale: ModuleType) -> None:
    rows = scale.by_expansions((2,))
    assert [row[0] for row in rows] == [
        f"{name}, A*, 10^2 expansions"
        for name in ("sliding-tile:4x4", "pancake:14", "topspin:12x4", "inverse-tile:4x4")
    ]
    for _, alternative, ours, ran in rows:
        assert alternative.startswith("Python engine: ")
        assert "bytes a node" in ours
        assert ran.startswith("a-star with ") and ran.endswith(", engine native")


@pytest.mark.slow
def test_without_memory_nothing_is_run(scale: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "available_bytes", lambda: 10_000)
    few, *more = [row[2] for row in scale.by_expansions((1, 4, 5))][:3]
    assert "bytes a node" in few and more == ["not run: too little memory"] * 2
    (row,) = scale.spaces(("sliding-tile:2x7",))
    assert row[2] == "not run: too little memory"


def test_memory_of_which_nothing_is_known_is_enough(
    scale: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scale, "available_bytes", lambda: None)
    assert not scale.lacking(1e30)


@pytest.mark.slow
def test_what_is_too_short_for_the_clock_took_as_much_as_it_can_tell(
    scale: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    import timing

    monkeypatch.setattr(timing, "process_time", lambda: 7.0)
    seconds, found = timing.timed(lambda: 3)
    assert found == 3 and 0 < seconds < 0.1
    assert "bytes a node" in scale.by_expansions((1,))[0][2]


def test_spaces_are_counted(scale: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "plain_distances", lambda *shape: {(): 0})
    (row,) = scale.spaces(("sliding-tile:2x3",))
    assert row[2].startswith("360 states, ")


@pytest.mark.long
@pytest.mark.slow
def test_the_row_of_compared_engines_is_made_of_the_line_that_torture_prints(
    scale: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    import strength
    from torture.attacks.engines import ENGINES
    from torture.runner import Tally

    def tortured(command: list[str], **how: object) -> subprocess.CompletedProcess[str]:
        assert "engines" in command
        line = Tally(ENGINES, Counter(dict.fromkeys(ENGINES.counted, 7))).line()
        return subprocess.CompletedProcess(command, 0, f"seed 1\n{line}\n", "")

    monkeypatch.setattr(strength.subprocess, "run", tortured)
    (row,) = strength.fuzzing(0.001)
    assert re.match(r"7 problems?, .*: 0 different, ", row[2]), row[2]
