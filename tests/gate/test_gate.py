"""The command line answers every question of the table as it did; ``make.py`` asks anew where an answer is to change."""

from __future__ import annotations

from pathlib import Path

import pytest

from .gate import ask, difference, read_table

SECTIONS = read_table()
LONG = ("learn boards",)
"""Sections that take more than ten seconds."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "section",
    [pytest.param(one, marks=pytest.mark.long if one in LONG else ()) for one in SECTIONS],
)
def test_every_answer_is_as_in_the_table(section: str, tmp_path: Path) -> None:
    rows = SECTIONS[section]
    changed = [
        difference(old, new)
        for old, new in zip(rows, ask(rows, tmp_path), strict=True)
        if old.answer != new.answer
    ]
    assert not changed, "\n".join(changed) + f"\npython tests/gate/make.py --only {section!r}"
