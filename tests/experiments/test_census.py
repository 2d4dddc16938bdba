from __future__ import annotations

from statistics import fmean

import pytest
from arcwise.experiments.census import all_pairs
from arcwise.experiments.designs.figures import MARKOV_5, markov_library
from arcwise.rules.domains.sliding_tiles import sliding_tile
from arcwise.rules.states.state_space import distances
from arcwise.search.problem import Problem
from arcwise.search.solve import solve


@pytest.mark.slow
def test_over_all_pairs_of_2x3_the_macro_saves_no_expansion() -> None:
    census = all_pairs(
        MARKOV_5.theory.with_macros(markov_library().arcs(MARKOV_5.theory)), MARKOV_5.start
    )
    assert census is not None
    assert census.complete
    assert (census.pairs, census.states) == (129240, 360)
    assert (census.before.expanded, census.after.expanded) == (180, 180)
    assert round(100 * census.longer) == 27
    assert census.verdict.word == "does not pay"


def test_means_are_those_of_searches_one_by_one() -> None:
    theory = sliding_tile(2, 2)
    states = list(distances(theory, (1, 2, 3, 0)))
    results = [
        solve(Problem(theory, start, goal), "breadth-first")
        for start in states
        for goal in states
        if start != goal
    ]
    census = all_pairs(theory, (1, 2, 3, 0))
    assert census is not None
    assert census.pairs == len(results)
    assert census.before == census.after
    assert census.before.generated == fmean(r.statistics.generated for r in results)
    assert census.before.moves == fmean(r.moves for r in results)


@pytest.mark.slow
def test_spaces_too_large_to_enumerate_give_none() -> None:
    assert all_pairs(sliding_tile(4, 4), (*range(1, 16), 0)) is None


def test_a_board_with_one_state_gives_none() -> None:
    assert all_pairs(sliding_tile(1, 1), (0,)) is None
