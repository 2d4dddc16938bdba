from __future__ import annotations

import pytest
from arcwise.experiments.designs.figures import Figure, Reproduced, figures


@pytest.mark.slow
@pytest.mark.parametrize("figure", figures(), ids=lambda figure: f"{figure.text} {figure.what}")
def test_figure_of_the_source_texts_comes_out(figure: Figure) -> None:
    assert figure.measure() == figure.expected


def test_a_row_that_does_not_come_out_says_so() -> None:
    figure = Figure("M", "nothing", {"expanded": 1}, lambda: {"expanded": 2})
    assert not Reproduced(figure, figure.measure()).equal
