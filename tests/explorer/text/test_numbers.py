"""What was measured, in words."""

import pytest
from arcwise.explorer.text.numbers import limits_text, ratio, span
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


def test_no_ratio_is_printed_as_nothing() -> None:
    assert [ratio(one) for one in (None, 0.0, 2.0, 0.05, 0.0454, 0.01, 1 / 1900)] == [
        "-",
        "0.00",
        "2.00",
        "0.05",
        "0.045",
        "0.01",
        "0.00053",
    ]
    assert span((0.0021, 1.5)) == "0.0021 to 1.50"
