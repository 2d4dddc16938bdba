"""Practice as plain data: another process, or a later one, learns from it the same."""

import json

import pytest
from arcwise.ebl.learners.learner import Course
from arcwise.ebl.learners.practice import Exercise, Practice
from arcwise.ebl.learners.table import LEARNERS
from arcwise.rules.domains.table import read_built_in
from arcwise.rules.errors import ArcwiseError
from arcwise.search.limits import Limits

BOARDS = ("sliding-tile:2x3", "pancake:5", "topspin:7x3", "hanoi:3x2", "lights-out:2x2")


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", ["each-path", "escapes", "focused"])
def test_plain_values_teach_what_the_practice_taught(name, board):
    family, shape = read_built_in(board)
    learner = LEARNERS[name]
    mine, other = learner.library(family), learner.library(family)
    course = Course(shape, family.practice(shape), seed=1, quiescence=2, problems=3)

    def practise(library, exercise):
        practice = learner.practise(library, exercise)
        plain = json.loads(json.dumps(practice.to_json(family)))
        assert Practice.from_json(plain, exercise, other) == practice
        return practice

    assert list(learner.teach(mine, course, practise))
    assert list(mine) == list(other)
    assert len(mine) > 0


def test_the_limits_of_a_course_are_those_of_its_problems():
    family, shape = read_built_in("sliding-tile:3x3")
    for name, learner in LEARNERS.items():
        seen = []

        def practise(library, exercise, seen=seen):
            seen.append(exercise.limits)
            return Practice(exercise.number, exercise.shape, exercise.start, False, 0, 0, ())

        course = Course(shape, (shape,), problems=1, quiescence=1, limits=Limits(time=3, memory=99))
        for practice in learner.teach(learner.library(family), course, practise):
            if practice.number == 2:
                break
        assert {(limits.time, limits.memory) for limits in seen} == {(3, 99)}, name
        assert all(limits.nodes for limits in seen) == (name != "focused")


def test_moves_that_do_not_fit_are_refused():
    family, shape = read_built_in("sliding-tile:2x3")
    library = LEARNERS["escapes"].library(family)
    exercise = Exercise(1, shape, (1, 2, 3, 4, 5, 0))
    schema = {"window": [2, 2], "start": [1, 2, 3, 0], "moves": [[0, 0], [0, 0]]}
    values = {"solved": True, "moves": 1, "applications": 1, "limit": None, "macros": [schema]}
    with pytest.raises(ArcwiseError):
        Practice.from_json(values, exercise, library)
    assert len(library) == 0
