from __future__ import annotations

import re

import pytest
from arcwise.experiments import Figure, figures
from arcwise.experiments.designs.figures import Reproduced

LONG = re.compile("all 129,240|the same with the macro|visited set|3x3: states|depth-first tree")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    "figure",
    [
        pytest.param(
            figure,
            id=f"{figure.text} {figure.what}",
            marks=[pytest.mark.slow] if LONG.search(figure.what) else [],
        )
        for figure in figures()
    ],
)
def test_figure_of_the_source_texts_comes_out(figure: Figure) -> None:
    assert figure.measure() == figure.expected


def test_a_row_that_does_not_come_out_says_so() -> None:
    figure = Figure("M", "nothing", {"expanded": 1}, {}, lambda: {"expanded": 2})
    assert not Reproduced(figure, figure.measure()).equal


def test_only_what_a_text_prints_is_published_and_says_where() -> None:
    """The figures of the four texts, as their transcripts, appendix and sections print them."""
    printed: dict[str, set[object]] = {
        "K": {"incomplete", 182, 5527, 5478, 48, 6, 39, 16, 19, 515, 128, 122, 14},
        "M": {393, 10, 19, 13, "A B C 0 D E -> B D C A E 0"},
        "R": {20},
        "S": set(),
    }
    rows = figures()
    assert {row.text for row in rows} == set(printed)
    for text, values in printed.items():
        found = {value for row in rows if row.text == text for value in row.published.values()}
        assert found == values
    for row in rows:
        assert bool(row.where) == bool(row.published)
        assert not row.published.keys() & row.reference.keys()
