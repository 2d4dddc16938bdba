from __future__ import annotations

from dataclasses import replace

import pytest
from arcwise.experiments import AVERAGES
from arcwise.experiments.designs.figures import MeasuredAverage, measure_average


@pytest.mark.slow
def test_means_of_the_text_are_found_again_on_a_smaller_sample() -> None:
    for average in (AVERAGES[0], AVERAGES[2]):
        assert measure_average(replace(average, boards=60)).agrees


@pytest.mark.slow
def test_a_mean_that_is_ten_times_too_low_is_found_out() -> None:
    (misplaced,) = (average for average in AVERAGES if average.heuristic == "misplaced")
    wrong = replace(misplaced, reference=1455, boards=20)
    assert not measure_average(wrong).agrees
    assert not MeasuredAverage(wrong, 15987, 1000).agrees
