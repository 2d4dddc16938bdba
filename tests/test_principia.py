"""Principia Mathematica: learning by explanation proves more than rote learning, and that more than none, in less work."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.long
def test_explanation_proves_more_theorems_in_fewer_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(ROOT / "benchmarks"), *sys.path])
    import principia

    if not principia.THEOREMS.exists():
        pytest.skip("the theorems are not there")
    none, rote, ebl = principia.outcomes(principia.THEOREMS, [3_000])
    assert ebl.proved >= 1.5 * none.proved
    assert ebl.proved >= 1.2 * rote.proved
    assert ebl.steps < rote.steps < none.steps
