"""``arcwise enumerate``: the same layers in memory and on disk, and how it ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

LAYERS = [1, 4, 12, 35, 48, 20]
"""Of five pancakes (sequence A092113 of the OEIS)."""


def test_layers_in_memory_and_on_disk(call: Any, tmp_path: Path) -> None:
    assert call("enumerate", "pancake:5", "--json").data["layers"] == LAYERS
    words = ("enumerate", "pancake:5", "--folder", str(tmp_path / "space"), "--threads", "2")
    assert call(*words, "--json").data["layers"] == LAYERS
    done = call(*words)
    assert done.code == 0
    assert "120 states, in 6 layers" in done.out


def test_what_a_limit_ends_is_said_and_gone_on_with(call: Any, tmp_path: Path) -> None:
    words = ("enumerate", "pancake:5", "--folder", str(tmp_path))
    ended = call(*words, "--limit-nodes", "20")
    assert ended.code == 12
    assert "limit on nodes" in ended.err and "goes on in" in ended.err
    assert call(*words, "--json").data["layers"] == LAYERS
    in_memory = call("enumerate", "pancake:5", "--limit-nodes", "20", "--json")
    assert in_memory.code == 12
    assert in_memory.data["layers"] == LAYERS[:3]


def test_bad_input_is_said(call: Any, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    for words, message in (
        (("pancake:5", "--folder", str(tmp_path)), "holds something else"),
        (("pancake:5", "--cluster", "tcp://127.0.0.1:1"), "--folder"),
        (("pancake:5", "1 2 3"), "wrong number of cells"),
        (("sliding-tile:2x3", "1 2 3 4 5 ?"), "no single state"),
    ):
        done = call("enumerate", *words)
        assert done.code == 33, words
        assert message in done.err
