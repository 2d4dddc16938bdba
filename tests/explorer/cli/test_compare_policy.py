"""``arcwise compare`` with a policy: what it says, and what a run of it gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from arcwise.experiments import load_run
from arcwise.planning.pddl.grounding import reachable


@pytest.fixture
def gripper(macro_file) -> Path:
    return macro_file("gripper:2", "--learner", "policy")


@pytest.fixture
def blocks(macro_file, examples) -> Path:
    files = examples / "pddl" / "blocks.pddl", examples / "pddl" / "blocks-1.pddl"
    return macro_file(*files, "--learner", "policy")


@pytest.mark.slow
def test_it_says_what_searched_and_that_a_policy_was_followed(call, gripper):
    words = ("compare", "gripper:3", "--random", 1, "--count", 6, "--macros", gripper)
    done = call(*words, "--algorithms", "greedy,climb", "--beyond", 0)
    assert done.code == 0
    told = " ".join(done.out.split())
    assert "a policy of 3 rules of" in told
    assert "greedy with misplaced before, climb after" in told
    assert "facts a problem with its rules" in told
    assert "does not solve" not in told
    data = call(*words, "--algorithms", "greedy", "--beyond", 0, "--json").data
    assert data["policy"]
    after = [one["after"] for one in data["problems"][0]["searches"]]
    assert all(one["algorithm"] == "climb" and one["evaluated"] > 0 for one in after)


@pytest.mark.slow
def test_it_names_the_problems_that_the_policy_does_not_solve_and_says_why(
    call, blocks, examples, tmp_path
):
    file, folder = tmp_path / "policy.pl", examples / "pddl"
    files = folder / "blocks.pddl", folder / "blocks-1.pddl"
    kept, _, _ = blocks.read_text().partition("macro(m6,")
    file.write_text(kept)
    done = call("compare", *files, "--macros", file, "--algorithms", "greedy")
    assert done.code == 0
    told = " ".join(done.out.split())
    assert "the rules of the policy alone do not solve " in told
    assert "blocks-1.pddl: 0 steps by the rules of the policy, " in told
    assert "there is no rule for (on" in told


def test_a_search_without_a_limit_ends_and_the_limit_is_told(call, monkeypatch):
    monkeypatch.setattr("arcwise.experiments.configuration.DEFAULT_WORK", 30)
    asked = ("compare", "8-puzzle", "--random", 1, "--count", 2, "--macros", "none")
    searched = (*asked, "--algorithms", "breadth-first")
    done = call(*searched)
    assert done.code == 0
    assert "at most 30 operator applications each" in " ".join(done.out.split())
    told = " ".join(done.err.split())
    assert "4 searches reached 30 operator applications, the limit where none is given" in told
    assert "the limit where none is given" not in call(*searched, "--limit-work", 20).err


@pytest.fixture
def large(tmp_path, monkeypatch) -> Path:
    """A problem of eight blocks, which is too large to ground."""
    monkeypatch.setattr(reachable, "MOST_WORK", 150)
    file, names = tmp_path / "large.pddl", "abcdefgh"
    table = "".join(f"(on-table {one}) (clear {one})" for one in names)
    file.write_text(
        f"(define (problem large) (:domain blocks) (:objects {' '.join(names)} - block)"
        f"(:init (hand-empty) {table}) (:goal (and (on a b) (on b c) (on c d))))"
    )
    return file


@pytest.mark.slow
def test_a_problem_too_large_to_ground_is_followed_and_not_searched(call, blocks, examples, large):
    domain = examples / "pddl" / "blocks.pddl"
    alone = call("compare", domain, large, "--macros", blocks, "--algorithms", "greedy", "--json")
    searches = alone.data["problems"][0]["searches"]
    assert [(one["before"]["status"], one["after"]["status"]) for one in searches] == [
        ("incomplete", "solved")
    ]
    other = call("compare", domain, large, "--macros", "none", "--algorithms", "greedy")
    assert other.code == 34
    assert "too large to ground" in other.err


@pytest.mark.long
@pytest.mark.slow
def test_a_run_with_a_problem_too_large_to_ground_is_reported_and_resumed(
    call, blocks, examples, large, tmp_path
):
    folder, run = examples / "pddl", tmp_path / "run"
    domain, small = folder / "blocks.pddl", folder / "blocks-1.pddl"
    words = ("compare", domain, small, large, "--macros", blocks, "--algorithms", "greedy")
    done = call(*words, "--run", run)
    assert done.code == 0
    told = " ".join(done.out.split())
    assert f"too large to ground, and so followed but not searched: {large.name}" in told
    assert "2 of 2 problems solved, 1 before" in told
    assert call("report", run, "-o", tmp_path / "report.html").code == 0
    again = call(*words, "--run", run, "--resume")
    assert again.code == 0
    assert [bool(one.start) for one in load_run(run).problems.values()] == [True, False]


@pytest.mark.long
@pytest.mark.slow
def test_the_report_of_such_a_run_says_so(call, gripper, tmp_path):
    run, page = tmp_path / "run", tmp_path / "report.html"
    words = ("compare", "gripper:2", "--random", 1, "--count", 3, "--macros", gripper)
    assert call(*words, "--algorithms", "greedy", "--beyond", 0, "--run", run).code == 0
    assert call("report", run, "-o", page).code == 0
    text = page.read_text()
    assert f"the policy of 3 rules of {gripper.name} is followed in place of the search" in text
    assert "the rules of a policy are followed together" in text
