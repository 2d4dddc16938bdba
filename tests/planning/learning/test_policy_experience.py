"""Learning from the states of small training problems from which the policy fails."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

import pytest
from arcwise.ebl import Course, MacroLibrary, TrainingProblem, TrainingRecord, train
from arcwise.planning import check_small, follow
from arcwise.planning.learning import policy as policy_learner
from arcwise.planning.learning import policy_experience
from arcwise.planning.learning.policy import Policy
from arcwise.planning.learning.policy_experience import step_rules
from arcwise.planning.pddl import PlanningDomain, PlanningTask
from arcwise.planning.policy import small_problems
from arcwise.rules import open_source
from arcwise.search import Limits


def board(name: str) -> PlanningTask:
    domain, shape = open_source(name).sized
    return domain.task_of(shape, domain.start(shape), domain.goal(shape))


def example(task: PlanningTask) -> TrainingProblem:
    return TrainingProblem((1, 1), (), (), task.name, domain=PlanningDomain(task.domain, task))


def learned(
    *tasks: PlanningTask, tried: tuple[PlanningTask, ...] = ()
) -> tuple[MacroLibrary, list[TrainingRecord]]:
    library = MacroLibrary(PlanningDomain(tasks[0].domain))
    course = Course(
        (1, 1),
        ((1, 1),),
        examples=tuple(map(example, tasks)),
        tried=tuple(map(example, tried)),
    )
    return library, list(train(Policy(), library, course))


def of_states(records: list[TrainingRecord]) -> list[TrainingRecord]:
    return [one for one in records if one.problem.objection is not None]


@pytest.fixture(autouse=True)
def quick(monkeypatch) -> None:
    """Few pairs, where these are fewer than there are a problem's own goal alone is checked; no rules for single steps."""
    monkeypatch.setattr(policy_experience, "MOST_PAIRS", 300)
    monkeypatch.setattr(small_problems, "MOST_PAIRS", 500)
    monkeypatch.setattr(policy_experience, "step_rules", lambda *_: None)


def failures(library: MacroLibrary, task: PlanningTask) -> int:
    assert library.policy is not None
    return check_small(library.policy, task).failed


@pytest.mark.long
@pytest.mark.slow
def test_full_hands_taught_by_a_state_make_a_policy_complete_and_then_no_state_teaches(
    monkeypatch, caplog
):
    caplog.set_level(logging.INFO)
    task = board("gripper:3")
    library, records = learned(task)
    assert of_states(records)
    assert all(one.outcome.solved for one in of_states(records))
    assert not failures(library, task)
    monkeypatch.setattr(policy_experience, "MOST_PAIRS", 0)
    before, records = learned(task)
    assert not of_states(records)
    assert failures(before, task)
    monkeypatch.undo()
    course = Course((1, 1), ((1, 1),), examples=(example(task),))
    assert not of_states(list(train(Policy(), library, course)))
    assert "none fails now" in caplog.text
    assert "taught something" in caplog.text  # the first time


@pytest.mark.long
@pytest.mark.slow
def test_states_of_a_problem_that_is_only_tried_are_learned_from_too():
    library, records = learned(board("hanoi:4x2"), tried=(board("hanoi:4x3"),))
    assert any(one.problem.origin.startswith("hanoi:4x3, state") for one in of_states(records))
    assert not failures(library, board("hanoi:4x3"))


@pytest.mark.slow
def test_what_a_state_teaches_is_refused_where_something_is_lost_by_it(monkeypatch):
    monkeypatch.setattr(
        policy_experience._Trial, "_objection", lambda *_: "something is not solved any more"
    )
    task = board("gripper:3")
    library, records = learned(task)
    monkeypatch.setattr(policy_experience, "MOST_PAIRS", 0)
    assert library == learned(task)[0]
    assert of_states(records)
    for one in of_states(records):
        assert not one.outcome.solved
        assert one.outcome.passed_over == ("something is not solved any more",)
        assert not one.admissions


@pytest.mark.slow
def test_trying_ends_after_so_many_states_that_teach_nothing(monkeypatch):
    monkeypatch.setattr(policy_experience._Trial, "_objection", lambda *_: "no")
    monkeypatch.setattr(policy_experience, "MOST_IN_VAIN", 3)
    _, records = learned(board("gripper:3"))
    assert len(of_states(records)) == 3


def test_problems_with_many_states_are_not_gone_through(monkeypatch):
    monkeypatch.setattr(policy_experience, "MOST_STATES", 5)
    assert policy_experience.space_of(example(board("gripper:3"))) is None
    _, records = learned(board("gripper:3"))
    assert not of_states(records)


def test_nothing_is_learned_of_an_example_without_a_plan(monkeypatch):
    monkeypatch.setattr(policy_experience, "step_rules", step_rules)
    task = board("gripper:3")
    library, records = learned(replace(task, init=frozenset()))
    assert not library
    assert not any(record.admissions for record in records)


@pytest.mark.long
@pytest.mark.slow
def test_a_goal_that_something_be_false_is_not_tried():
    task = board("gripper:2")
    negative = replace(task, negative_goal=(task.goal[0],), goal=())
    _, records = learned(task, negative)
    assert all("False" not in one.problem.origin for one in of_states(records))


def test_the_user_ends_trying_and_keeps_what_was_learned(monkeypatch):
    task = board("gripper:3")
    library = MacroLibrary(PlanningDomain(task.domain))

    def stop(tried: int) -> None:
        raise KeyboardInterrupt

    course = Course((1, 1), ((1, 1),), examples=(example(task),), report=stop)
    with pytest.raises(KeyboardInterrupt):
        list(train(Policy(), library, course))
    assert len(library)


def test_a_plan_of_the_whole_problem_teaches_where_plans_for_goals_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ordinary = policy_learner._Practice._learn

    def only_with_rules(practice: Any, *failure: Any) -> Any:
        if not len(practice._library):
            return "nothing new"
        return (yield from ordinary(practice, *failure))

    monkeypatch.setattr(policy_learner._Practice, "_learn", only_with_rules)
    task = board("gripper:2")
    library, records = learned(task)
    assert not records[0].outcome.solved
    assert records[-1].problem.searched and records[-1].outcome.solved
    assert library.policy is not None
    assert follow(library.policy, task, Limits()).solved
