"""A learner from another package: one file and one registration, and every command knows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arcwise.ebl import LEARNERS, Course, load_macros, train
from arcwise.experiments import BoardSource, Configuration, Keeping, learn
from arcwise.experiments.designs.training import training_by_practice
from arcwise.rules import InputError, read_built_in

CORNERS = """
from arcwise.ebl import LEARNERS, Learner, Outcome, TrainingPath, TrainingProblem
from arcwise.ebl.learner import changed_paths
from dataclasses import replace


def experience(library, course, records):
    goal = library.domain.goal_state(course.shape)
    return [TrainingProblem(course.shape, goal, goal, "around the corner")]


def attention(library, problem):
    moves = {schema.name: schema for schema in library.domain.schemas(problem.shape)}
    steps = [(moves["right"], 0), (moves["down"], 1), (moves["left"], 3)]
    yield TrainingPath((0, 1, 2, 3, 4, 5), steps)
    return Outcome(True, 3, 3)


def ends(library, problem, **how):
    def last(path):
        start = path.start
        for schema, _ in path.steps[:-3]:
            start = schema.arc.apply(start)
        return TrainingPath(start, path.steps[-3:])

    return changed_paths(LEARNERS["examples"].attention(library, problem, **how), last)


CORNERS = Learner("one walk around a corner", experience, attention)
ENDS = replace(LEARNERS["examples"], summary="the ends of solutions", attention=ends)
LAST = replace(LEARNERS["each-path"], summary="as each-path")
WIDE = replace(LAST, counts=("problems", "alternatives"))
"""


@pytest.fixture
def corners(plugin: Callable[..., None]) -> None:
    plugin(
        "corners",
        CORNERS,
        {
            "arcwise.learners": "corners = corners:CORNERS\nends = corners:ENDS\nlast = corners:LAST\nwide = corners:WIDE"
        },
    )


@pytest.mark.usefixtures("corners")
@pytest.mark.slow
def test_it_is_learned_by_and_compared(call: Any, tmp_path: Path) -> None:
    assert "corners" in LEARNERS
    path = tmp_path / "m.pl"
    board = "sliding-tile:2x3"
    done = call("learn", board, "--learner", "corners", "-o", path)
    assert done.code == 0
    (macro,) = load_macros(path)
    assert [move.name for move, _ in macro.steps] == ["right", "down", "left"]
    assert (macro.origin, macro.window) == ("around the corner", (2, 2))
    done = call(
        *("compare", "sliding-tile:3x3", "--random", "1", "--count", "2", "--beyond", "0"),
        *("--algorithms", "a-star", "--macros", path, "--json"),
    )
    assert done.code == 0 and done.data["macros"] == 1


@pytest.mark.usefixtures("corners")
@pytest.mark.parametrize("keeping", [Keeping(), pytest.param(None, marks=pytest.mark.slow)])
def test_one_of_examples_has_an_attention_of_its_own(
    examples: Path, tmp_path: Path, keeping: Keeping | None
) -> None:
    kept = keeping or Keeping(tmp_path / "run")
    found = learn("sliding-tile:2x3", examples / "five_puzzle.json", "ends", keeping=kept)
    assert [macro.length for macro in found.library] == [3]
    assert found.rows[0].moves == 4


@pytest.mark.usefixtures("corners")
def test_it_has_the_options_that_it_goes_by(call: Any) -> None:
    board = "sliding-tile:2x2"
    done = call("learn", board, "--learner", "last", "--problems", "2", "--json")
    assert done.code == 0 and done.data["problems"] == 2
    done = call("learn", board, "--learner", "corners", "--problems", "2")
    assert done.code == 33
    assert "--problems is for --learner each-path and policy" in done.err


@pytest.mark.parametrize("found", [[], iter([])])
def test_an_attention_is_a_generator_that_returns_an_outcome(found: Any) -> None:
    def returns(library: object, problem: object) -> Any:
        yield from ()
        return found

    row = replace(LEARNERS["each-path"], attention=lambda library, problem: found)
    board = "sliding-tile:2x2"
    for attention in (row.attention, returns):
        domain, shape = read_built_in(board)
        course = Course(shape, (shape,), problems=1)
        with pytest.raises(InputError, match=r"no attention of a learner\n.*returns an Outcome"):
            list(train(replace(row, attention=attention), row.library(domain), course))


@pytest.mark.usefixtures("corners")
def test_a_run_keeps_the_counts_that_it_goes_by() -> None:
    asked = BoardSource.opened("sliding-tile:2x2"), "wide", Configuration(), {"alternatives": 3}
    assert training_by_practice(*asked).facts["alternatives"] == 3


def test_it_is_unknown_where_it_is_not_installed(call: Any) -> None:
    with pytest.raises(InputError, match="unknown learner"):
        LEARNERS.find("corners")
    assert call("learn", "sliding-tile:2x3", "--learner", "corners").code != 0


def test_one_that_is_called_like_an_algorithm_is_refused(
    call: Any, plugin: Callable[..., None]
) -> None:
    plugin("corners", CORNERS, {"arcwise.learners": "astar = corners:CORNERS"})
    done = call("learn", "sliding-tile:2x3", "--learner", "astar")
    assert done.code == 33
    assert "learner astar is called like algorithm a-star" in done.err
