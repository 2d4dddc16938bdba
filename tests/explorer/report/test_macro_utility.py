"""The picture of what each macro is worth."""

from __future__ import annotations

import re

from arcwise.experiments.store import LedgerRow
from arcwise.explorer.html.pictures import picture_svg
from arcwise.explorer.views.pictures import MOST_BARS, utility_pictures


def rows(*saved: float | None, configuration: str = "greedy") -> list[LedgerRow]:
    return [
        LedgerRow("after", configuration, f"m{place}", 5, 9, 4, 2, 2, 0.001, value, 1.0)
        for place, value in enumerate(saved, start=1)
    ]


def test_bars_lie_on_the_side_of_their_sign_and_are_as_long_as_their_number() -> None:
    (picture,) = utility_pictures(rows(10.0, -5.0, None))
    drawn = re.findall(
        r'<rect x="([\d.]+)".*?width="([\d.]+)".*?class="([\w-]+)"', picture_svg(picture)
    )
    (good_at, good, first), (bad_at, bad, second) = drawn
    assert (first, second) == ("pays", "does-not-pay")
    assert abs(float(good) - 2 * float(bad)) < 0.01
    assert abs(float(bad_at) + float(bad) - float(good_at)) < 0.01
    assert (
        "1 of 2 macros saves work; m1 saves most, 10 per problem, m2 costs most, 5." in picture.says
    )
    assert picture.table is not None and len(picture.table.rows) == 2


def test_of_many_both_ends_are_drawn_and_all_stand_in_the_table() -> None:
    (picture,) = utility_pictures(rows(*map(float, range(100))))
    assert picture_svg(picture).count("<rect") == MOST_BARS
    assert picture.table is not None and len(picture.table.rows) == 100
    assert f"Drawn are the {MOST_BARS // 2} at either end." in picture.says


def test_each_algorithm_has_its_own_and_nothing_measured_has_none() -> None:
    both = rows(1.0) + rows(2.0, configuration="a-star")
    assert [one.title.rpartition(": ")[2] for one in utility_pictures(both)] == ["greedy", "a-star"]
    assert utility_pictures(rows(None)) == []


def test_where_no_macro_saves_work_none_is_called_the_best() -> None:
    (picture,) = utility_pictures(rows(0.0, 0.0))
    assert "each: none of 2 macros saves work, and none costs any." in picture.says
    (picture,) = utility_pictures(rows(-1.0, -4.0))
    assert "none of 2 macros saves work; m2 costs most, 4 per problem." in picture.says
