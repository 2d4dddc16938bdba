"""docs/safety.md: its numbers are those of the program."""

from __future__ import annotations

from pathlib import Path

from arcwise.logic.swi import process as limits
from arcwise.logic.swi.loading import DEEPEST, MOST_CELLS
from arcwise.search.limits import SLACK

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")


def test_the_numbers_of_the_page() -> None:
    asked = limits.DEFAULT_LIMITS
    assert asked.memory is not None
    assert (
        f"{asked.seconds:g} seconds, {asked.inferences:,} inferences and {asked.memory >> 30} GB"
        in PAGE
    )
    assert f"{SLACK >> 20} MB that Python itself needs" in PAGE
    assert f"{MOST_CELLS:,} cells of a state" in PAGE
    assert f"{DEEPEST:,} brackets within brackets" in PAGE
