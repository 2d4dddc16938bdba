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
    figure = Figure("M", "nothing", {"expanded": 1}, lambda: {"expanded": 2})
    assert not Reproduced(figure, figure.measure()).equal
