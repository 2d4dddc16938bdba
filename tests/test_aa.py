"""How often a verdict is false where nothing was changed: at most one in twenty, with whatever limit."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def aa(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The benchmark that compares a theory with itself."""
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[1] / "benchmarks"), *sys.path])
    return import_module("aa")


@pytest.mark.long
@pytest.mark.parametrize("limit", ["", "time", "nodes", "memory", "work"])
def test_verdicts_on_nothing_are_seldom_false_with_any_limit(aa: Any, limit: str) -> None:
    words = aa.simulated(aa.Model(limit=limit), 120)
    assert len(words) == 120
    assert aa.rate(words) <= aa.RATE


@pytest.mark.long
def test_what_takes_a_tenth_of_the_work_is_seen_to_pay_with_any_limit(aa: Any) -> None:
    for limit in ("", *aa.KINDS):
        words = aa.simulated(aa.Model(limit=limit, effect=0.1), 40)
        assert words.count("pays") >= 38
        assert "does not pay" not in words


@pytest.mark.slow
@pytest.mark.parametrize("tightness", [0.5, 1, 2, 8])
def test_macros_that_fill_a_limit_on_nodes_with_work_never_pay(aa: Any, tightness: float) -> None:
    model = aa.Model(limit="nodes", tightness=tightness, effect=33, length=40)
    words = aa.simulated(model, 40)
    assert "pays" not in words
    assert words.count("does not pay") >= 30
