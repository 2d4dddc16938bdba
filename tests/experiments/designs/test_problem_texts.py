"""Problems of a comparison as texts."""

from __future__ import annotations

import pytest
from arcwise.experiments import compare
from arcwise.rules import InputError


def test_starts_alone_are_problems_with_the_goal_of_the_domain():
    starts = ["1 2 0 3 4 5", "1 0 2 3 4 5"]
    alone = compare("sliding-tile:2x3", starts, algorithms="a-star")
    paired = compare(
        "sliding-tile:2x3", [(one, "1 2 3 4 5 0") for one in starts], algorithms="a-star"
    )
    both = [{(row.path_json, row.condition) for row in run.rows} for run in (alone, paired)]
    assert both[0] == both[1]
    assert len(both[0]) == 4
    with pytest.raises(InputError, match=r"1 2 3\.csv"):
        compare("sliding-tile:2x3", "1 2 3.csv")
