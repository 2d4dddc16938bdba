"""One constructor of domains: names, files, theories, classes and functions go into every design as they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.experiments import ProblemSet
from arcwise.rules import Domain, InputError, Schema, write_psvn
from arcwise.rules.source import SourceTexts, open_source

PDDL = Path(__file__).parent.parent.parent / "examples" / "pddl"
X = [aw.Var(f"X{number}") for number in range(4)]
SWAPS = aw.Theory(
    "neighbours",
    tuple(
        aw.Arc(f"swap{one}", tuple(X), (*X[:one], X[one + 1], X[one], *X[one + 2 :]))
        for one in range(3)
    ),
    (1, 4),
)
GOAL = (1, 2, 3, 4)
PROBLEMS = [((4, 3, 2, 1), GOAL), ((4, 1, 2, 3), GOAL)]
COUNTING = aw.FunctionProblem(
    5,
    lambda number: number == 17,
    lambda number: [("double", 1, 2 * number), ("less one", 1, number - 1)] if number < 99 else [],
)


class Coins(Domain):
    """A class that no package names."""

    name = "mycoins"
    typical = small = "3"

    def schemas(self, shape: tuple[int, int]) -> tuple[Schema, ...]:
        cells = tuple(aw.Var(f"X{cell}") for cell in range(shape[1]))
        return tuple(
            Schema(
                aw.Arc(
                    f"flip{cell}-{side}",
                    (*cells[:cell], side, *cells[cell + 1 :]),
                    (*cells[:cell], 1 - side, *cells[cell + 1 :]),
                ),
                shape,
            )
            for cell in range(shape[1])
            for side in (0, 1)
        )

    def goal(self, shape: tuple[int, int]) -> tuple[int, ...]:
        return (0,) * shape[1]


def test_a_name_a_file_and_two_pddl_files_name_domains(tmp_path: Path) -> None:
    assert aw.open_source("8-puzzle").shape == (3, 3)
    place = tmp_path / "swaps.psvn"
    place.write_text(write_psvn(SWAPS, [GOAL]), encoding="utf-8")
    assert aw.open_source(place).goal(None) == GOAL
    both = aw.open_source(PDDL / "blocks.pddl", part=PDDL / "blocks-1.pddl")
    assert both.start is not None and both.theory.arcs
    with pytest.raises(InputError, match="only a PDDL domain has problems"):
        aw.open_source("8-puzzle", part="blocks-1.pddl")


def test_a_theory_of_a_known_domain_is_that_domain() -> None:
    tiles = aw.open_source(aw.sliding_tile(2, 3, order="DRLU", cost=2))
    assert (tiles.argument, tiles.order, tiles.arc_cost) == ("sliding-tile:2x3", "DRLU", 2)
    assert not tiles.in_memory
    assert aw.open_source(tiles) is tiles


def test_a_theory_with_macros_is_refused() -> None:
    macro = aw.Arc("both", SWAPS.arcs[0].before, SWAPS.arcs[0].after, steps=SWAPS.arcs[:1] * 3)
    with pytest.raises(InputError, match="macros of its own"):
        aw.open_source(SWAPS.with_macros([macro]))


def test_a_class_has_a_size() -> None:
    coins = aw.open_source(Coins(), part="4")
    assert (coins.shape, coins.argument, coins.goal(None)) == ((1, 4), "mycoins:4", (0, 0, 0, 0))
    assert aw.open_source(Coins()).shape == (1, 3)
    assert aw.solve(Coins(), "1 1 0").moves == 2


def test_a_state_may_be_a_list_rows_or_an_array() -> None:
    numpy = pytest.importorskip("numpy")
    rows = [[4, 5, 3], [0, 1, 2]]
    moves = aw.solve("5-puzzle", "4 5 3 0 1 2").moves
    for start in (rows, rows[0] + rows[1], tuple(map(tuple, rows)), numpy.array(rows)):
        assert aw.solve("5-puzzle", start, [1, 2, 3, 4, 5, 0]).moves == moves
    assert aw.solve(aw.sliding_tile(2, 3), rows, (1, 2, 3, 4, 5, 0)).moves == moves
    with pytest.raises(InputError, match="cells"):
        aw.solve("5-puzzle", [[4, 5, 3], [0, 1]])
    blank = aw.solve("5-puzzle", [[4, 5, 3], [None, 1, 2]], [1, 2, 3, 4, 5, "x"])
    assert (blank.moves, blank.states[0]) == (moves, (4, 5, 3, 0, 1, 2))
    for one in (rows, numpy.array(rows), tuple(rows[0] + rows[1])):
        assert len(aw.learn("5-puzzle", one).library) == 1
    both = numpy.array([rows[0] + rows[1], [4, 5, 3, 1, 0, 2]])
    assert len(aw.compare("5-puzzle", both, algorithms="a-star").rows) == 4


@pytest.mark.parametrize("jobs", [None, pytest.param(1, marks=pytest.mark.long)])
def test_a_theory_in_memory_goes_into_every_design(jobs: int | None) -> None:
    keeping = aw.Keeping(jobs=jobs)
    library = aw.learn(SWAPS, PROBLEMS, keeping=keeping).library
    assert len(library) == 2
    compared = aw.compare(SWAPS, PROBLEMS, library, "a-star", keeping=keeping)
    assert len(compared.rows) == 6 and all(row.solved for row in compared.rows)
    surveyed = aw.survey(SWAPS, "1 2 3 4", "a-star", ["misplaced"], count=3, keeping=keeping)
    assert surveyed.solved == {"a-star with misplaced": 3}


@pytest.mark.slow
@pytest.mark.parametrize("learner", [aw.Escapes(), aw.EachPath(problems=2)])
def test_a_theory_with_a_goal_is_practised_on(learner: Any) -> None:
    known = aw.TheoryDomain(SWAPS, own_goals=(GOAL,))
    assert learner.fit(known, keeping=aw.Keeping(jobs=1)) == learner.fit(known)


def test_texts_are_states_and_goals() -> None:
    pairs = [("4 5 3 0 1 2", "5 1 3 4 2 0")]
    assert [macro.length for macro in aw.learn("5-puzzle", pairs).library] == [4]


@pytest.mark.parametrize("design", [aw.learn, aw.compare])
def test_no_problem_is_refused_as_an_empty_file_is(design: Callable[..., Any]) -> None:
    with pytest.raises(InputError, match="no problem"):
        design("8-puzzle", [])


def test_an_algorithm_in_the_place_of_a_goal_is_recognized() -> None:
    assert aw.solve("8-puzzle", "2 3 5 0 1 4 6 7 8", "greedy").algorithm == "greedy"
    assert aw.open_source("8-puzzle").goal() == (1, 2, 3, 4, 5, 6, 7, 8, 0)


def test_functions_are_searched_and_compared() -> None:
    found = aw.compare(COUNTING, [(5, 17)], None, ["a-star", "breadth-first"])
    assert {row.moves for row in found.rows} == {4}
    assert found.rows[0].path == ((5,), (10,), (9,), (18,), (17,))
    turns = aw.FunctionProblem(
        (1, 2, 3), lambda state: False, lambda s: [("a", 1, (s[1], s[0], s[2])), ("b", 1, s[::-1])]
    )
    for goal in ("3 2 1", "3 ? ?"):
        assert aw.survey(turns, goal, "a-star", ["zero"], count=2).solved == {"a-star with zero": 2}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda: aw.learn(COUNTING, [(5, 17)]), "learn needs a theory that is a list of arcs"),
        (lambda: aw.Escapes().fit(COUNTING), "practice needs a theory that is a list of arcs"),
        (lambda: aw.utility(COUNTING, (17,)), "utility needs a theory that is a list of arcs"),
        pytest.param(
            lambda: aw.compare(COUNTING, [(5, 17)], None, "a-star", keeping=aw.Keeping(jobs=2)),
            "searched with in this process only",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_learning_from_functions_is_refused_in_words(asked: Callable[[], Any], words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        asked()
    assert "function" in str(caught.value)


def test_a_source_is_known_here_and_opened_again_elsewhere() -> None:
    here = open_source(SWAPS).texts
    there = SourceTexts.from_json(here.to_json())
    assert there.known is None and there.open().theory == here.open().theory == SWAPS
    assert here.key == there.key


def test_moves_of_a_program_are_called_by_the_values_of_their_steps(tmp_path):
    monkey = Path(__file__).parents[1] / "programs" / "monkey.pl"
    plan = ["walk(atdoor,atwindow)", "push(atwindow,middle)", "climb", "grasp"]
    assert aw.solve(monkey).move_names == aw.solve(monkey).to_dict()["arcs"] == plan
    pairs = [("state(atdoor,onfloor,atwindow,hasnot)", "state(_,_,_,has)")]
    (macro,) = aw.learn(monkey, pairs, output=tmp_path / "m.pl").library
    assert macro.step_names == ["walk(A,atwindow)", *plan[1:]]
    assert macro.explanation.names == plan
    assert aw.solve(monkey, macros=tmp_path / "m.pl").move_names == plan


def test_starts_of_functions_that_cannot_be_undone_are_drawn_behind_the_start():
    down = aw.FunctionProblem(
        12,
        lambda left: left == 0,
        lambda left: [(f"take {n}", 1, left - n) for n in (1, 2) if left >= n],
    )
    drawn = {one.start for one in ProblemSet.random(aw.open_source(down), (0,), 50)}
    assert drawn == {(left,) for left in range(1, 13)}
