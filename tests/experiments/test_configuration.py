"""Choices of a search: an algorithm takes its own, and what none of the algorithms takes is refused."""

import arcwise as aw
import pytest
from arcwise.experiments import Configuration
from arcwise.experiments.configuration import configurations
from arcwise.rules import InputError

START = "2 3 5 0 1 4 6 7 8"


def test_algorithms_share_a_configuration_of_which_each_takes_its_own():
    base = Configuration(beam_width=7, weight=3)
    star, beam, weighted = configurations(base, ["a-star", "beam", "weighted-a-star"])
    assert star.specification.f.h == 1
    assert beam.specification.beam_width == 7
    assert weighted.specification.f.h == 3


def test_a_choice_that_none_of_the_algorithms_has_is_refused():
    with pytest.raises(InputError, match="weight has no effect on a-star, beam"):
        configurations(Configuration(weight=3), ["a-star", "beam"])
    with pytest.raises(InputError, match="heuristic has no effect on breadth-first"):
        configurations(Configuration(heuristic="manhattan"), ["breadth-first"])
    with pytest.raises(
        InputError, match=r"expected: algorithm weighted-a-star\n +found: +weight 3"
    ):
        aw.solve("8-puzzle", START, weight=3)
    with pytest.raises(InputError, match=r"found: +heuristic sum$"):
        aw.solve("8-puzzle", START, "bfs", heuristic=sum)


def test_solve_takes_choices_by_name_and_refuses_those_without_an_effect():
    found = aw.solve("8-puzzle", START, algorithm="weighted-a-star", weight=5)
    assert found.solved and not found.optimal
    for choices in ({"weight": 2}, {"algorithm": "breadth-first", "heuristic": "manhattan"}):
        with pytest.raises(InputError, match="no effect on"):
            aw.solve("8-puzzle", START, **choices)


def test_a_watched_search_is_the_search_with_the_same_cost_of_macros() -> None:
    library = aw.learn("5-puzzle", [("4 5 3 0 1 2", "5 1 3 4 2 0")]).library
    problem = aw.problem_of("5-puzzle", "4 5 3 0 1 2", "1 2 3 4 5 0")
    counts = []
    for cost in ("true", "unit"):
        options = Configuration("a-star", macro_cost=cost, engine="python")
        searched = options.search(problem, macros=library).statistics.expanded
        assert options.watch(problem, macros=library).result.statistics.expanded == searched
        counts.append(searched)
    assert counts[0] != counts[1]
