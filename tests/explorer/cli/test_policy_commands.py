"""Policies on the command line: learn, explain and solve."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from arcwise.rules.pddl.grounding import ground_task
from arcwise.rules.pddl.plan import execute, read_plan
from arcwise.rules.pddl.read_action_domain import load_action_domain
from arcwise.rules.pddl.read_task import load_task

NAMES = [f"b{number}" for number in range(40)]


@pytest.fixture
def folder(examples: Path) -> Path:
    return examples / "pddl"


@pytest.fixture
def policy(call, folder, tmp_path) -> Path:
    """Learned from the problems beside the domain."""
    file = tmp_path / "policy.pl"
    problems = sorted(folder.glob("blocks-*.pddl"))
    done = call("learn", folder / "blocks.pddl", *problems, "--learner", "policy", "-o", file)
    assert done.code == 0
    return file


@pytest.fixture
def large(tmp_path) -> Path:
    """A tower of forty blocks that is to be turned over."""
    init = "".join(f"(on {a} {b})" for a, b in itertools.pairwise(NAMES))
    goal = "".join(f"(on {b} {a})" for a, b in itertools.pairwise(NAMES))
    file = tmp_path / "large.pddl"
    file.write_text(
        f"(define (problem large) (:domain blocks) (:objects {' '.join(NAMES)} - block)"
        f"(:init (hand-empty) (clear b0) (on-table b39) {init}) (:goal (and {goal})))"
    )
    return file


def test_a_policy_solves_a_larger_problem_and_nothing_is_grounded(
    call, folder, policy, large, tmp_path, monkeypatch
):
    def refuse(*_: object) -> None:
        raise AssertionError("this must not be grounded")

    monkeypatch.setattr(ground_task, "reachable_actions", refuse)
    plan = tmp_path / "plan"
    options = ("--macros", policy, "--algorithm", "climb", "--plan", plan)
    done = call("solve", folder / "blocks.pddl", large, *options)
    assert done.code == 0
    assert "climb: solved" in done.out
    task = load_task(load_action_domain(folder / "blocks.pddl"), large)
    assert len(execute(task, read_plan(plan.read_text())).actions) <= 4 * 40
    data = call("solve", folder / "blocks.pddl", large, *options, "--json").data
    assert data["plan"] == [step.text for step in read_plan(plan.read_text())]
    assert data["problem"] == "large"


def test_a_failure_says_which_goal_and_what_was_missing(call, folder, policy, large):
    text = policy.read_text()
    lines = [line for line in text.splitlines() if "holding" not in line.partition("[")[0]]
    policy.write_text("\n".join(line for line in lines if not line.startswith("macro_goal")))
    options = ("--macros", policy, "--algorithm", "climb")
    assert call("solve", folder / "blocks.pddl", large, *options).code != 0


def test_learn_shows_the_rules_and_explain_what_they_are_made_of(call, folder, policy, tmp_path):
    problems = sorted(folder.glob("blocks-*.pddl"))
    shown = call("learn", folder / "blocks.pddl", *problems, "--learner", "policy")
    assert "to make (on ?above ?below) true" in shown.out
    assert "training problem solved" in shown.out
    told = call("explain", policy)
    assert "do (stack ?above ?below)" in told.out
    data = call("explain", policy, "--json").data
    assert any(macro["goal"] == "(on ?above ?below)" for macro in data["macros"])
    assert all({"conditions", "pause"} <= set(macro) for macro in data["macros"])


def test_a_policy_goes_on_from_what_was_learned_before(call, folder, policy):
    problems = sorted(folder.glob("blocks-*.pddl"))
    more = ("--learner", "policy", "--macros", policy, "--json")
    data = call("learn", folder / "blocks.pddl", *problems, *more).data
    assert all(not record["accepted"] for record in data["training_records"])


@pytest.mark.parametrize("option", ["--learn", "--improve=1", "--boards"])
def test_what_a_policy_has_no_use_for_is_refused(call, folder, policy, large, option):
    options = ("--macros", policy, "--algorithm", "climb", option)
    done = call("solve", folder / "blocks.pddl", large, *options)
    assert done.code == 33
    assert "does not go with a policy" in done.err


def test_a_policy_of_another_domain_is_refused(call, folder, policy):
    files = folder / "gripper.pddl", folder / "gripper-1.pddl"
    done = call("solve", *files, "--macros", policy, "--algorithm", "climb")
    assert done.code == 33
    assert "for another domain" in done.err
