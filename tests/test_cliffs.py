"""Counts of the cliff suite: what searches and proofs must not do more of than they did when they were beside their peers."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
try:
    ROWS = import_module("cliffs").ROWS
finally:
    sys.path.pop(0)

EVERYWHERE = [
    pytest.param(row, id=f"{number}: {row.name}")
    for number, rows in ROWS.items()
    for row in rows
    if row.everywhere
]


@pytest.mark.long
@pytest.mark.parametrize("row", EVERYWHERE)
def test_counts_stay_where_they_are(row, tmp_path: Path) -> None:
    made = row.make(tmp_path)
    assert made is not None
    counts = made[0]()
    assert set(row.most) <= set(counts)
    assert {
        name: count for name, count in counts.items() if count > row.most.get(name, count)
    } == {}
