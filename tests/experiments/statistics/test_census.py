from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest
from arcwise.experiments import (
    MARKOV_5,
    BoardSource,
    Condition,
    Configuration,
    Experiment,
    ProblemSet,
    all_pairs,
    markov_library,
)
from arcwise.rules import distances, open_source, sliding_tile

from tests.works import works


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


@pytest.mark.slow
def test_means_are_those_of_searches_one_by_one() -> None:
    source, start = BoardSource.opened("sliding-tile:2x2"), (1, 2, 3, 0)
    theory = source.theory
    pairs = ProblemSet.all_pairs(theory, start)
    searches = (Condition.without_macros(),), (Configuration("breadth-first"),)
    rows = Experiment(source, (pairs,), *searches, timing=False).run().rows
    census = all_pairs(theory, start)
    assert census is not None
    assert census.pairs == len(rows) == 12 * 11
    assert census.before == census.after
    assert census.before.generated == fmean(row.generated or 0 for row in rows)
    assert census.before.moves == fmean(row.moves or 0 for row in rows)
    assert {row.repetitions for row in rows} == {None}


@pytest.mark.parametrize(
    "rules",
    [
        "arc([A,B,C],[B,A,C],1). arc([A,B,C],[A,C,B],1).",  # all symbols are alike
        "arc([a,B,C],[B,a,C],1). arc([A,B,C],[B,C,A],1).",  # a is not
        "arc([A,A,C],[C,A,A],1). arc([A,B,C],[B,C,A],1).",
    ],
)
def test_states_alike_but_for_names_are_searched_once_and_counted_each(
    rules: str, tmp_path: Path
) -> None:
    file = tmp_path / "moves.pl"
    file.write_text(rules)
    theory = open_source(file).theory
    for start in (("a", "b", "c"), ("a", "a", "b")):
        census = all_pairs(theory, start)
        every = [work for origin in distances(theory, start) for work in works(theory, origin)]
        assert census is not None and census.pairs == len(every)
        for name in ("expanded", "generated", "operator_applications", "steps", "moves"):
            assert getattr(census.before, name) == fmean(getattr(work, name) for work in every)


@pytest.mark.long
@pytest.mark.slow
def test_spaces_too_large_to_enumerate_give_none() -> None:
    assert all_pairs(sliding_tile(4, 4), (*range(1, 16), 0)) is None


def test_a_board_with_one_state_gives_none() -> None:
    assert all_pairs(sliding_tile(1, 1), (0,)) is None
