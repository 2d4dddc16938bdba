"""`arcwise check` and `arcwise export` of a policy: the problems that are named with it, as files or boards."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from arcwise.planning.pddl.grounding import reachable


@pytest.fixture
def towers(macro_file, tmp_path) -> Path:
    """A policy learned on boards."""
    file = macro_file("hanoi:3x2", "--learner", "policy")
    return Path(shutil.copy(file, tmp_path / "hanoi.pl"))


@pytest.mark.slow
def test_a_policy_of_boards_is_followed_from_every_state_of_boards(call, towers):
    done = call("check", towers, "hanoi:3x1", "hanoi:3x2", "--json")
    assert [one["states"] for one in done.data["problems"]] == [3, 3**2]


@pytest.mark.slow
def test_failures_on_a_board_become_files(call, towers, tmp_path):
    kept, _, _ = towers.read_text().partition("macro(m2,")
    towers.write_text(kept)
    done = call("check", towers, "hanoi:3x2", "--failures", tmp_path / "failures", "--json")
    assert done.code == 12
    assert done.data["failures"]
    assert all(":" not in Path(one).name and Path(one).is_file() for one in done.data["failures"])


def test_a_policy_of_boards_is_exported_with_a_board(call, towers, tmp_path):
    made = tmp_path / "axioms.pddl"
    assert call("export", towers, "hanoi:3x2", "-o", made).code == 0
    # the rules for what is clear call themselves, and arcwise reads no such axioms
    text = (tmp_path / "axioms-hanoi-3x2.pddl").read_text()
    assert "(problem hanoi-3x2)" in text
    wanted = [("disk1", "disk2"), ("disk2", "peg3")]
    assert all(f"(on {' '.join(one)})" in text for one in wanted)
    assert all(f"(goal-on {' '.join(one)})" in text for one in wanted)


def test_a_board_of_another_domain_is_refused(call, towers):
    done = call("check", towers, "blocks:3")
    assert done.code == 33
    assert "another domain" in done.err


def test_a_problem_too_large_to_ground_is_not_looked_at_and_the_others_are(
    call, towers, monkeypatch
):
    monkeypatch.setattr(reachable, "MOST_WORK", 60)
    done = call("check", towers, "hanoi:3x6", "hanoi:3x1", "--json")
    assert done.code == 12
    assert list(done.data["not_looked_at"]) == ["hanoi:3x6"]
    assert "too large to ground" in done.data["not_looked_at"]["hanoi:3x6"]
    assert [one["problem"] for one in done.data["problems"]] == ["hanoi:3x1"]


def test_a_policy_is_followed_on_a_board_whatever_would_search(call, towers):
    searched, climbed = (
        call("solve", "hanoi:3x3", "--macros", towers, "--algorithm", name, "--json").data
        for name in ("a*", "climb")
    )
    for one in (searched, climbed):
        del one["elapsed"], one["preparation"]
    assert searched == climbed


def test_no_file_is_written_where_nothing_was_learned(call, examples, tmp_path):
    problem = tmp_path / "done.pddl"
    problem.write_text(
        "(define (problem done) (:domain blocks) (:objects a - block)"
        " (:init (clear a) (on-table a) (hand-empty)) (:goal (and (clear a))))"
    )
    for learner in ("policy", "plans"):
        file = tmp_path / f"{learner}.pl"
        done = call(
            *("learn", examples / "pddl" / "blocks.pddl", problem),
            *("--learner", learner, "-o", file),
        )
        assert done.code == 12
        assert f"nothing was learned: {file} is not written" in done.err
        assert not file.exists()
