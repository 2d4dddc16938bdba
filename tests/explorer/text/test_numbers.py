"""What was measured, in words."""

import pytest
from arcwise.explorer.text.numbers import limits_text
from arcwise.search import Limits


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        (Limits(10, None, 2 * 2**30), "at most 10 s and 2 GB"),
        (Limits(None, 5000, 500 * 2**20), "at most 5,000 expansions and 500 MB"),
        (Limits(), "no limits"),
    ],
)
def test_limits_are_reported(limits: Limits, text: str) -> None:
    assert limits_text(limits) == text
