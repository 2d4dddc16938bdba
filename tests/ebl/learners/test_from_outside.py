"""A learner from another package: one file and one registration, and every command knows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arcwise.ebl import LEARNERS, Course, EachPath, learner_of, load_macros, train
from arcwise.experiments import BoardSource, Configuration, Keeping, learn
from arcwise.experiments.designs.training import training_by_practice
from arcwise.rules import InputError, open_source

CORNERS = """
from arcwise.ebl import EachPath, Examples, Outcome, Practice, TrainingPath, TrainingProblem
from arcwise.ebl.learner import changed_paths


class Corners(Practice):
    "One walk around a corner."

    def experience(self, library, course, records):
        goal = library.domain.goal_state(course.shape)
        return [TrainingProblem(course.shape, goal, goal, "around the corner")]

    def attend(self, library, problem):
        moves = {schema.name: schema for schema in library.domain.schemas(problem.shape)}
        steps = [(moves["right"], 0), (moves["down"], 1), (moves["left"], 3)]
        yield TrainingPath((0, 1, 2, 3, 4, 5), steps)
        return Outcome(True, 3, 3)


class Ends(Examples):
    "The ends of solutions."

    last: int = 3

    def attend(self, library, problem, **how):
        def end(path):
            start = path.start
            for schema, _ in path.steps[:-self.last]:
                start = schema.arc.apply(start)
            return TrainingPath(start, path.steps[-self.last:])

        return changed_paths(super().attend(library, problem, **how), end)


class Last(EachPath):
    "As each-path."

    wide: int = 4


class AStar(Corners):
    "One with the name of an algorithm."

    name = "astar"


CORNERS = Corners()
"""


@pytest.fixture
def corners(plugin: Callable[..., None]) -> None:
    plugin(
        "corners",
        CORNERS,
        {
            "arcwise.learners": "corners = corners:CORNERS\nends = corners:Ends\nlast = corners:Last\nother = corners:Ends"
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
def test_it_has_the_options_of_its_fields(call: Any) -> None:
    board = "sliding-tile:2x2"
    done = call("learn", board, "--learner", "last", "--problems", "2", "--wide", "3", "--json")
    assert done.code == 0 and done.data["problems"] == 2
    done = call("learn", board, "--learner", "corners", "--problems", "2")
    assert done.code == 33
    assert "--problems is for --learner each-path, maclearn, morris and policy" in done.err
    assert "--wide INTEGER" in call("learn", "--learner", "last", "--help").out
    with pytest.raises(InputError, match="learner other calls itself ends"):
        LEARNERS.find("other")


@pytest.mark.parametrize("found", [[], iter([])])
def test_an_attention_is_a_generator_that_returns_an_outcome(found: Any) -> None:
    def returns(library: object, problem: object) -> Any:
        yield from ()
        return found

    domain, shape = open_source("sliding-tile:2x2").sized
    learner, course = EachPath(problems=1), Course(shape, (shape,))
    for attention in (lambda library, problem: found, returns):
        with pytest.raises(InputError, match=r"no attention of a learner\n.*returns an Outcome"):
            list(train(learner, learner.library(domain), course, attention))


@pytest.mark.usefixtures("corners")
def test_a_run_keeps_the_options_of_the_learner() -> None:
    training = training_by_practice(
        BoardSource.opened("sliding-tile:2x2"), learner_of("last", wide=7), Configuration()
    )
    assert (training.facts["wide"], training.facts["problems"]) == (7, 10)


def test_it_is_unknown_where_it_is_not_installed(call: Any) -> None:
    with pytest.raises(InputError, match="unknown learner"):
        LEARNERS.find("corners")
    assert call("learn", "sliding-tile:2x3", "--learner", "corners").code != 0


def test_one_that_is_called_like_an_algorithm_is_refused(
    call: Any, plugin: Callable[..., None]
) -> None:
    plugin("corners", CORNERS, {"arcwise.learners": "astar = corners:AStar"})
    done = call("learn", "sliding-tile:2x3", "--learner", "astar")
    assert done.code == 33
    assert "learner astar is called like algorithm a-star" in done.err
