"""Practice as a task: another process, or a later one, finds the paths that practice here would find."""

import pytest
from arcwise.ebl import LEARNERS, Course, Outcome, TrainingProblem, train
from arcwise.ebl.learn import study
from arcwise.ebl.learners.examples import known_paths
from arcwise.experiments import BoardSource, Configuration, Row
from arcwise.experiments.execute.perform import outcome_of, practise, training_paths
from arcwise.rules import ArcwiseError, open_source
from arcwise.search import Limits

BOARDS = ("sliding-tile:2x3", "pancake:5", "topspin:7x3", "hanoi:3x2", "lights-out:2x2")
PRACTISING = [name for name, learner in LEARNERS.items() if not learner.from_examples]


def practised(name, board, problem):
    """The row of a problem."""
    configuration = Configuration(name, limits=problem.limits, learner=LEARNERS[name])
    result, others = practise(BoardSource.opened(board), configuration, problem.start, problem.goal)
    return Row.from_values(Row.of((name, name, 1), result, **others).values)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", ["each-path", "focused"])
def test_rows_teach_what_practice_here_teaches(name, board):
    domain, shape = open_source(board).sized
    learner = LEARNERS[name]
    course = Course(shape, domain.practice(shape), seed=1)

    def attention(library, problem):
        row = practised(name, domain.spell(problem.shape), problem)
        yield from training_paths(row, library, problem.shape)
        return outcome_of(row)

    mine, other = learner.library(domain), learner.library(domain)
    here, there = list(train(learner, mine, course)), list(train(learner, other, course, attention))
    assert [one.admissions for one in there] == [one.admissions for one in here]
    assert [one.outcome for one in there] == [one.outcome for one in here]
    assert list(mine) == list(other)
    assert len(mine) > 0


@pytest.mark.parametrize("name", PRACTISING)
def test_the_limits_of_a_course_are_those_of_its_problems(name):
    domain, shape = open_source("sliding-tile:3x3").sized
    learner, seen = LEARNERS[name], []

    def attention(library, problem):
        seen.append(problem.limits)
        yield from ()
        return Outcome(False)

    course = Course(shape, (shape,), limits=Limits(time=3, memory=99))
    for record in train(learner, learner.library(domain), course, attention):
        if record.number == 2:
            break
    assert {(limits.time, limits.memory) for limits in seen} == {(3, 99)}
    without_own = {"focused", "macro-table"}
    assert {bool(limits.nodes) for limits in seen} == {name not in without_own}


@pytest.mark.parametrize(
    "path",
    [
        '{"start": [1, 2, 3, 0, 4, 5], "steps": [[0, 0], [0, 0]]}',
        '{"start": [1, 2, 3, 0, 4, 5], "steps": [[0, 99]]}',
        '{"start": [1, 2, 3, 0, 4, 5], "steps": [[99, 0]]}',
        '{"start": [1, 2, 3, 0, 4, 5], "steps": []}',
        '{"start": [1, 2, 3, 0], "steps": [[0, 0]]}',
        '{"start": 1, "steps": [[0, 0]]}',
        '{"start": [1, 2, 3, 0, 4, 5], "steps": [["up", 0]]}',
        '{"start": [1, 2, 3, 0, 4, 5]}',
        '"up"',
    ],
)
def test_paths_that_are_none_of_the_board_are_refused(path):
    domain, shape = open_source("sliding-tile:2x3").sized
    library = LEARNERS["escapes"].library(domain)
    row = Row("escapes", "escapes", 1, training_paths_json=f"[{path}]")
    with pytest.raises(ArcwiseError):
        problem = TrainingProblem(shape, domain.goal(shape), domain.goal(shape))
        paths = known_paths(training_paths(row, library, shape))
        study(LEARNERS["examples"], library, problem, paths=paths)
    assert len(library) == 0
