"""What a run measured: the same comparisons as without one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from arcwise.experiments import PROPERTIES, Comparison, Condition, Instance
from arcwise.experiments.statistics.estimate import Pair
from arcwise.experiments.store import RunFolder, read_run
from arcwise.explorer.report import run_comparisons
from arcwise.explorer.report.headline import ASKED, PAIRS
from arcwise.explorer.report.paths import RunBoard, board_of, shape_of

from .small_runs import ALGORITHMS, DIED, FIVE, FIVE_GOAL, Filled, recorded, settings_for


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(("group", "numbers"), [(ASKED, range(1, 13)), (PAIRS, range(13, 16))])
def test_comparisons_of_a_run_are_those_of_its_results(
    filled: Filled, algorithm: str, group: str, numbers: range
) -> None:
    pairs = [
        Pair(
            *(
                recorded((name, algorithm, number), filled.results[name, algorithm, number])
                for name in ("before", "after")
            )
        )
        for number in numbers
        if ("after", algorithm, number) in filled.results
    ]
    found = [
        d for d in run_comparisons(filled.run) if d.configuration == algorithm and d.group == group
    ]
    assert len(found) == 1
    direct = Comparison(algorithm, tuple(pairs))
    for name in PROPERTIES:
        assert found[0].estimates.get(name) == direct.estimates.get(name)
    died = algorithm == "greedy" and group == ASKED
    assert len(found[0].pairs) == len(pairs) + died
    if not died:
        assert found[0].finding == direct.finding
        assert found[0].solved == direct.solved


@pytest.mark.slow
def test_a_search_that_died_counts_as_not_solved(filled: Filled) -> None:
    greedy = next(
        d for d in run_comparisons(filled.run) if d.configuration == "greedy" and d.group == ASKED
    )
    pair = greedy.pairs[greedy.problems.index(DIED)]
    assert pair.before.solved
    assert not pair.after.solved
    assert pair.after.stopped_by == "signal"
    assert pair.after.expanded is None


def test_a_problem_searched_one_way_only_is_left_out(filled: Filled) -> None:
    kept = tuple(
        row for row in filled.run.searches if (row.condition, row.algorithm) != ("after", "greedy")
    )
    found = run_comparisons(replace(filled.run, searches=kept))
    assert {comparison.configuration for comparison in found} == {"breadth-first"}


def test_missing_searches_are_counted(filled: Filled) -> None:
    assert filled.run.missing == 0
    assert replace(filled.run, searches=filled.run.searches[:-4]).missing == 4


def test_a_run_without_two_arms_has_no_comparison(filled: Filled) -> None:
    assert run_comparisons(replace(filled.run, conditions=filled.run.conditions[:1])) == []


def test_board_of_a_built_in_domain_knows_its_arcs(filled: Filled) -> None:
    board = board_of(filled.run)
    assert (board.columns, board.blank, board.fault) == (3, "0", "")
    assert len(board.theories) == 15
    assert board.theories[1].primitives == FIVE.primitives


def test_board_of_a_theory_file_is_read_from_the_run(tmp_path: Path) -> None:
    text = "shape(1,3).\narc([A,B,C],[B,A,C],1).\narc([A,B,C],[B,C,A],1).\n"
    settings = settings_for(FIVE, theory="gone.pl", theory_text=text, shape=[1, 3], blank=None)
    with RunFolder.create(tmp_path / "run", settings, [Instance((3, 2, 1), (1, 2, 3))]):
        pass
    board = board_of(read_run(tmp_path / "run"))
    assert (board.theories[1].shape, len(board.theories[1].arcs)) == ((1, 3), 2)


@pytest.mark.parametrize(
    "theory", ["a program.pl", "sliding-tile:4x4", "no such domain", "sliding-tile:0x0"]
)
def test_board_without_arcs_says_why(tmp_path: Path, theory: str) -> None:
    text = "arc(X, Y, 1) :- moved(X, Y)." if theory.endswith(".pl") else None
    settings = settings_for(FIVE, theory=theory, theory_name=theory, theory_text=text)
    problems = [Instance(FIVE_GOAL, FIVE_GOAL)]
    with RunFolder.create(tmp_path / "run", settings, problems, [Condition("before")]):
        pass
    board = board_of(read_run(tmp_path / "run"))
    assert not board.theories
    assert board.fault
    assert (board.columns, board.blank) == (3, "0")


@pytest.mark.parametrize(
    ("size", "place", "shape"),
    [
        (6, "sliding-tile:2x3, problem 1", (2, 3)),
        (9, "sliding-tile:3x3, problem 2", (3, 3)),
        (6, "examples2x2.json:1:1", (2, 3)),
        (9, "", (3, 3)),
        (5, "pancakes", (1, 5)),
    ],
)
def test_boards_of_several_sizes_have_their_own_shapes(
    size: int, place: str, shape: tuple[int, int]
) -> None:
    problem = Instance(tuple(range(size)), tuple(range(size)), place)
    assert shape_of(problem, RunBoard("sliding-tile", 3, "0", {})) == shape
