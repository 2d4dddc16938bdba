"""The pictures show what was measured."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from arcwise.experiments import Comparison, mean_of
from arcwise.explorer.html.pictures import (
    WIDTH,
    Scale,
    across,
    linear_scale,
    log_scale,
    picture_svg,
)
from arcwise.explorer.report import run_comparisons
from arcwise.explorer.report.headline import ASKED
from arcwise.explorer.text.numbers import duration, number, short
from arcwise.explorer.views.pictures import (
    KINDS,
    SHOWN,
    bars,
    cumulative,
    estimates,
    ids,
    lengths,
    ratio_picture,
    scatters,
)
from arcwise.rules.text.words import listed
from arcwise.rules.view import Axis, Dots, Picture

from .small_runs import NEVER, ONLY_AFTER, ONLY_BEFORE, Filled


@pytest.fixture
def comparison(filled: Filled) -> Comparison:
    return next(
        d for d in run_comparisons(filled.run) if (d.configuration, d.group) == ("greedy", ASKED)
    )


def test_bars_are_means_with_intervals_of_the_problems_solved_both_times(
    comparison: Comparison,
) -> None:
    both = [pair for pair in comparison.pairs if pair.both_solved]
    found = estimates(comparison, "expanded")
    assert found is not None
    for estimate, condition in zip(found, ("before", "after"), strict=True):
        values = [float(getattr(pair, condition).expanded) for pair in both]
        assert estimate == mean_of([values])
    change = comparison.estimates.get("expanded")
    assert change is not None
    assert [one.mean for one in found] == [change.before, change.after]
    picture = bars(comparison)
    rows = {row[0]: row for row in picture.table.rows} if picture.table else {}
    assert rows["expanded"][1] == number(change.before)
    assert rows["expanded"][5] == f"{change.ratio:.2f}"
    assert f"{len(both)} problems solved both times" in picture.says


def test_times_of_two_engines_are_in_no_picture(comparison: Comparison) -> None:
    apart = tuple(
        replace(
            pair,
            before=replace(pair.before, engine="python"),
            after=replace(pair.after, engine="native"),
        )
        for pair in comparison.pairs
    )
    for searched, names in ((comparison, SHOWN), (replace(comparison, pairs=apart), SHOWN[:-1])):
        assert tuple(picture.name for picture in scatters(searched)) == names
        timed = len(names) == len(SHOWN)
        table = bars(searched).table
        assert table is not None
        assert any(line[0] == "time (s)" for line in table.rows) is timed
        (line,) = ratio_picture([searched], "elapsed").table.rows
        assert (line[1] == "-") is not timed


def test_every_solved_problem_is_a_point_of_its_kind(comparison: Comparison) -> None:
    kinds = ids(comparison)
    assert kinds["only-before"].count(ONLY_BEFORE) == 1
    assert kinds["only-after"] == [ONLY_AFTER]
    assert NEVER not in [number for numbers in kinds.values() for number in numbers]
    for picture in scatters(comparison):
        paths = dict(
            re.findall(r'd="([^"]*)" class="dots [^"]*" data-kind="([^"]+)"', picture_svg(picture))
        )
        drawn = {kind: path.count("h0") for path, kind in paths.items()}
        assert drawn == {kind: len(numbers) for kind, numbers in kinds.items()}
    assert set(kinds) == set(KINDS)
    assert [picture.hidden for picture in scatters(comparison)] == [False] + [True] * (
        len(SHOWN) - 1
    )


def test_points_below_the_line_are_the_problems_that_took_less(comparison: Comparison) -> None:
    picture = scatters(comparison)[0]
    both = [pair for pair in comparison.pairs if pair.both_solved]
    drawing = picture_svg(picture)
    path = re.search(r'd="([^"]*)" class="dots solved-both', drawing)
    assert path is not None
    spots = [(float(x), float(y)) for x, y in re.findall(r"M(\S+) (\S+?)h0", path[1])]
    for (x, y), pair in zip(spots, both, strict=True):
        before = pair.before.operator_applications
        after = pair.after.operator_applications
        below = y > _line(drawing, x)
        if before and after and before != after:
            assert below == (after < before)


def _line(drawing: str, x: float) -> float:
    """Where the line of no change is at x."""
    found = re.search(r'd="M(\S+) (\S+?)L(\S+) (\S+?)" class="unity"', drawing)
    assert found is not None
    x0, y0, x1, y1 = map(float, found.groups())
    return y0 + (x - x0) / (x1 - x0) * (y1 - y0)


def test_cumulative_numbers_end_with_all_that_were_solved(comparison: Comparison) -> None:
    table = cumulative(comparison).table
    assert table is not None
    before, after = comparison.solved
    assert [int(cell) for cell in table.rows[-1][1:]] == [before, after]
    for one, other in pairwise(table.rows):
        assert all(int(a) <= int(b) for a, b in zip(one[1:], other[1:], strict=True))
    for row in table.rows:
        limit = int(row[0].replace(",", ""))
        counted = sum(
            pair.before.solved and pair.before.expanded <= limit for pair in comparison.pairs
        )
        assert int(row[1]) == counted


def test_lengths_count_every_solution_once(comparison: Comparison) -> None:
    table = lengths(comparison).table
    assert table is not None
    sums = [sum(int(row[place]) for row in table.rows) for place in (1, 2)]
    assert sums == list(comparison.solved)


def test_ratio_picture_has_the_ratio_of_the_verdict(filled: Filled) -> None:
    found = run_comparisons(filled.run)
    picture = ratio_picture(found, "operator_applications")
    assert picture.table is not None
    for comparison, row in zip(found, picture.table.rows, strict=True):
        change = comparison.estimates.get("operator_applications")
        assert change is not None and change.ratio is not None
        assert row[3] == f"{change.ratio:.2f}"
        interval = "-" if change.interval is None else "{:.2f} to {:.2f}".format(*change.interval)
        assert row[4] == interval


def test_scales_keep_order_and_give_zero_its_own_place() -> None:
    scale = log_scale([0, 1, 10, 1000], 0, 100)
    places = [scale(value) for value in (0, 1, 10, 1000)]
    assert places == sorted(places)
    assert scale(0) < scale.begin
    assert log_scale([5, 5], 0, 100)(5) == pytest.approx(50, abs=1)
    assert linear_scale(0, 0, 10)(0) == 0
    assert Scale(1, 1000, 0, 3, log=True)(10) == pytest.approx(1)
    assert Scale(1, 1000, 0, 3, log=True)(5000) == pytest.approx(3)


@pytest.mark.parametrize("high", [0.003, 1, 7, 90, 12345, 1e7])
def test_ticks_lie_on_the_axis_and_are_few(high: float) -> None:
    for scale in (linear_scale(high, 0, 100), log_scale([high / 900, high], 0, 100)):
        ticks = scale.ticks()
        assert 2 <= len(ticks) <= 8
        assert ticks == sorted(ticks)
        assert all(-0.01 <= scale(tick) <= 100.01 for tick in ticks)


def test_labels_at_both_ends_of_an_axis_stay_in_the_picture() -> None:
    scale = Scale(0.05, 1, 12, WIDTH - 3, log=True)
    axis = ElementTree.fromstring(str(across(scale, 0, 9, "", "{:.3f}x".format)))
    first, *_, last, _title = (float(one.attrib["x"]) for one in axis.iter("text"))
    assert (first, last) == (21, WIDTH - 21)  # half of six letters that are seven wide


def test_numbers_in_words() -> None:
    assert [short(value) for value in (0.02, 7, 1500, 2_000_000)] == ["0.02", "7", "1.5k", "2M"]
    assert [duration(value) for value in (2.5, 0.0123, 0.00004)] == [
        "2.5 s",
        "12.3 ms",
        "40 \u00b5s",
    ]
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_shapes_say_what_colours_say_and_lines_cross_no_words() -> None:
    marks = [
        Dots([(row, 1.2)], f"dot {look}")
        for row, look in enumerate(("pays", "does-not-pay", "too-few"))
    ]
    rows = ("one", "a longer name", "three")
    texts = ("20% more",) * 3
    picture = Picture("title", "", marks, Axis("ratio", log=True), Axis(""), rows=rows, texts=texts)
    drawing = ElementTree.fromstring(picture_svg(picture))
    shapes = {one.get("class"): one.tag for one in drawing.iter() if "dot" in one.get("class", "")}
    assert shapes == {"dot pays": "circle", "dot does-not-pay": "path", "dot too-few": "circle"}
    titles = [float(one.get("y", "")) for one in drawing.iter() if one.get("class") == "row-title"]
    lines = [one for one in drawing.iter() if one.get("class") in ("grid", "unity")]
    assert lines and not [
        line
        for line in lines
        for y in titles
        if float(line.get("y1", "")) < y and y - 9 < float(line.get("y2", ""))
    ]
