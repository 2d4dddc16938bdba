"""Policies on the command line: learn, explain and solve."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import arcwise as aw
import pytest
from arcwise.ebl import load_macros
from arcwise.planning import check_small, follow
from arcwise.planning.pddl import execute, load_action_domain, load_task, read_plan, task_text
from arcwise.planning.pddl.grounding import ground_task
from arcwise.rules import match, open_source
from arcwise.search import Limits

FEW = Limits(nodes=500)
NAMES = [f"b{number}" for number in range(40)]


@pytest.fixture
def folder(examples: Path) -> Path:
    return examples / "pddl"


@pytest.fixture
def policy(macro_file, folder, tmp_path) -> Path:
    """Learned from the problems beside the domain."""
    problems = sorted(folder.glob("blocks-*.pddl"))
    file = macro_file(folder / "blocks.pddl", *problems, "--learner", "policy")
    return Path(shutil.copy(file, tmp_path / "policy.pl"))


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


@pytest.mark.slow
def test_a_policy_solves_a_larger_problem_and_nothing_is_grounded(
    call, folder, policy, large, tmp_path, monkeypatch
):
    def refuse(*_: object) -> None:
        raise AssertionError("this must not be grounded")

    monkeypatch.setattr(ground_task, "Reachability", refuse)
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


@pytest.mark.slow
def test_a_failure_says_which_goal_and_what_was_missing(call, folder, policy, large):
    text = policy.read_text()
    lines = [line for line in text.splitlines() if "holding" not in line.partition("[")[0]]
    policy.write_text("\n".join(line for line in lines if not line.startswith("macro_goal")))
    options = ("--macros", policy, "--algorithm", "climb")
    assert call("solve", folder / "blocks.pddl", large, *options).code != 0


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_policy_goes_on_from_what_was_learned_before(call, folder, policy):
    problems = sorted(folder.glob("blocks-*.pddl"))
    more = ("--learner", "policy", "--macros", policy, "--json")
    data = call("learn", folder / "blocks.pddl", *problems, *more).data
    assert all(not record["accepted"] for record in data["training_records"])


@pytest.mark.parametrize(
    "option", ["--learn", "--boards", "--beam-width=10", "--select=first", "--no-escape"]
)
def test_what_a_policy_has_no_use_for_is_refused(call, folder, policy, large, option):
    options = ("--macros", policy, "--algorithm", "climb", option)
    done = call("solve", folder / "blocks.pddl", large, *options)
    assert done.code == 33
    assert "does not go with a policy" in done.err
    assert (
        call("solve", folder / "blocks.pddl", large, *options[:2], option, "--json").err == done.err
    )


@pytest.mark.slow
def test_the_plan_of_a_policy_is_shortened_where_its_moves_can_be_undone(call, tmp_path):
    call("learn", "blocks:3", "--learner", "policy", "-o", tmp_path / "policy.pl")
    words = ("solve", "blocks:4", "--random", "2", "--macros", tmp_path / "policy.pl", "--json")
    long, short = call(*words).data, call(*words, "--improve", "1").data
    assert short["moves"] <= long["moves"]
    found = aw.solve("blocks:4", tuple(long["start"]), macros=tmp_path / "policy.pl")
    assert found.improve(1).moves == short["moves"]
    assert "shorter" in short["note"] and "policy were followed" in short["note"]


@pytest.mark.parametrize(
    ("words", "name", "message"),
    [
        (("solve", "--algorithm", "climb"), "gripper", "for another domain"),
        (("explore",), "blocks", "a policy is followed"),
        (("learn",), "blocks", "do not mix"),
    ],
)
def test_a_policy_is_refused_where_it_has_no_use(call, folder, policy, words, name, message):
    files = folder / f"{name}.pddl", folder / f"{name}-1.pddl"
    done = call(words[0], *files, "--macros", policy, *words[1:])
    assert done.code == 33
    assert message in done.err


@pytest.mark.parametrize("how", [(), ("--fast",), ("--algorithm", "greedy")])
def test_a_policy_is_followed_whatever_would_search_and_nothing_is_grounded(
    call, folder, policy, large, monkeypatch, how
):
    def refuse(*_: object) -> None:
        raise AssertionError("this must not be grounded")

    monkeypatch.setattr(ground_task, "Reachability", refuse)
    done = call("solve", folder / "blocks.pddl", large, "--macros", policy, *how)
    assert done.code == 0
    assert ("greedy is not used" in done.err) == ("greedy" in how)
    assert "the rules of the policy were followed; nothing was searched" in done.out


def test_a_policy_is_not_written_as_a_domain_and_nothing_is_learned_before(
    call, folder, tmp_path, monkeypatch
):
    def refuse(*_: object) -> None:
        raise AssertionError("nothing is to be learned")

    monkeypatch.setattr("arcwise.experiments.designs.learn.TrainingLoop.run", refuse)
    files = folder / "blocks.pddl", folder / "blocks-1.pddl"
    done = call("learn", *files, "--learner", "policy", "-o", tmp_path / "policy.pddl")
    assert done.code == 33
    assert str(tmp_path / "policy.pl") in done.err.replace("\n", "")
    assert not list(tmp_path.glob("policy.*"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("small", "large", "moves"),
    [
        ("gripper:2", "gripper:20", 79),
        pytest.param("keys:2x3", "keys:9x9", 25, marks=pytest.mark.slow),
        pytest.param("blocks:3", None, 0, marks=pytest.mark.long),
    ],
)
def test_a_policy_of_small_boards_solves_large_ones(call, macro_file, small, large, moves):
    file = macro_file(small, "--learner", "policy")
    own = large is not None and large.startswith(("gripper", "hanoi"))
    asked = (large,) if own else (large or "blocks:20", "--random", 3)
    done = call("solve", *asked, "--macros", file, "--algorithm", "climb", "--json")
    assert done.code == 0
    assert done.data["moves"] <= (moves or 4 * 20)
    domain, shape = open_source(asked[0]).sized
    state = tuple(done.data["start"])
    for name in done.data["primitive_moves"]:
        state = next(to for arc, to in domain.theory(shape).successors(state) if arc.name == name)
    assert match(domain.goal(shape), state) is not None


@pytest.mark.long
@pytest.mark.slow
def test_a_policy_of_keys_is_complete_on_small_maps_and_not_without_a_rule(call, tmp_path):
    file = tmp_path / "keys.pl"
    assert call("learn", "keys:3x4", "--learner", "policy", "-o", file).code == 0
    domain, shape = open_source("keys:3x3").sized
    library, rng = load_macros(file, domain), Random(1)
    opening = next(one for one in library if one.calls[0][0] == "unlock")
    without = library.without([opening.name])
    incomplete = 0
    for _ in range(12):
        task = domain.task_of(shape, domain.draw(shape, rng), domain.goal(shape))
        assert check_small(library.policy, task).complete
        incomplete += not check_small(without.policy, task).complete
    assert incomplete
    done = call("solve", "keys:12x12", "--random", 4, "--macros", file, "--algorithm", "climb")
    assert done.code == 0


@pytest.mark.long
def test_a_policy_of_pancakes_has_one_rule_and_needs_the_order_of_goals(call, tmp_path):
    file = tmp_path / "pancake.pl"
    done = call("learn", "pancake:3", "--learner", "policy", "-o", file)
    assert done.code == 0
    assert "do (flip ?k)" in done.out
    domain, shape = open_source("pancake:4").sized
    policy = load_macros(file, domain).policy
    assert len(policy.rules) == 1
    starts = itertools.permutations((1, 2, 3, 4))
    tasks = [domain.task_of(shape, start, domain.goal(shape)) for start in starts]
    for orders in (policy.precedences, frozenset()):
        found = [follow(replace(policy, precedences=orders), one, FEW).solved for one in tasks]
        assert all(found) == bool(orders)
    task = tasks[-1]
    program = tmp_path / "alone.py"
    assert call("export", file, "pancake:4", "-o", program).code == 0
    problem = tmp_path / "problem.pddl"
    problem.write_text(task_text(replace(task, name="one")))
    done = subprocess.run([sys.executable, program, problem], capture_output=True, text=True)
    execute(task, read_plan(done.stdout))
    done = call("export", file, "-o", tmp_path / "alone.py")
    assert done.code == 33
    assert "does more than the file of the policy says" in " ".join(done.err.split())


def test_macros_over_parameters_are_refused_where_nothing_is_told_by_relations(call, policy):
    done = call("solve", "topspin:6x4", "--random", 1, "--macros", policy, "--algorithm", "climb")
    assert done.code == 33
    assert "every turn moves others that are in place" in " ".join(done.err.split())


@pytest.fixture
def small(tmp_path) -> Path:
    """Two blocks that change places."""
    file = tmp_path / "small.pddl"
    file.write_text(
        "(define (problem small) (:domain blocks) (:objects a b - block)"
        "(:init (hand-empty) (on-table b) (on a b) (clear a)) (:goal (on b a)))"
    )
    return file


def test_check_says_of_each_rule_what_is_proved_and_from_which_start_all_of_them_are_complete(
    call, folder, policy, small
):
    done = call("check", policy, folder / "blocks.pddl", small)
    assert done.code == 0, done.out
    assert "proved: comes to an end: goals left, level" in done.out
    assert "not proved: keeps what it has brought about" in done.out
    said = "small (block 2): complete from this start (all 5 states that it leads to, 2 goals, 10 solvable pairs"
    assert said in " ".join(done.out.split())
    data = call("check", policy, folder / "blocks.pddl", small, "--json").data
    assert data["complete"]
    assert data["problems"][0]["states"] == 5
    assert {one["claim"] for proofs in data["rules"].values() for one in proofs} == {
        "keeps the invariants",
        "keeps what it has brought about",
        "undoes no goal that was reached",
        "comes to an end",
    }


def test_check_of_a_policy_alone_proves_its_rules(call, policy):
    done = call("check", policy)
    assert done.code == 12
    assert "rules proved for problems of every size, for goals (on block block)" in done.out
    assert "whether some rule always applies was not tried" in done.out
    assert call("check", policy, "--json").data["complete"] is None


@pytest.mark.slow
def test_check_fails_without_a_rule_and_learning_from_the_failures_brings_it_back(
    call, folder, policy, small, tmp_path
):
    """A state where no rule applies is the next training example."""
    kept, _, rest = policy.read_text().partition("macro(m6,")
    assert "stack" in rest.splitlines()[1]
    weaker = tmp_path / "weaker.pl"
    weaker.write_text(kept)
    failures = tmp_path / "failures"
    options = ("--failures", failures)
    done = call("check", weaker, folder / "blocks.pddl", small, *options)
    assert done.code == 12
    assert "small (block 2): incomplete, " in done.out
    assert "there is no rule for (on" in done.out
    examples = sorted(failures.glob("*.pddl"))
    assert examples
    better = tmp_path / "better.pl"
    words = ("learn", folder / "blocks.pddl", *examples, "--learner", "policy")
    assert call(*words, "--macros", weaker, "-o", better).code == 0
    assert call("check", better, folder / "blocks.pddl", small).code == 0


@pytest.mark.parametrize("option", [("--every-goal",), ("--goal", "1 2"), ("--every-size",)])
def test_what_is_for_boards_is_refused_of_a_policy(call, policy, option):
    done = call("check", policy, *option)
    assert done.code == 33
    assert "do not go with a policy" in done.err


@pytest.mark.slow
def test_explain_says_of_a_policy_how_its_rules_call_each_other_and_what_is_proved(call, policy):
    told = call("explain", policy).out
    assert "level 0:" in told
    assert "(on ?x1 ?x2) before (on ?x3 ?x1)" in told
    assert "proved: comes to an end: goals left, level" in told
    alone = call("explain", policy, "m1").out
    assert "level 0: it calls" in alone or "level 1" in alone
    data = call("explain", policy, "m1", "--json").data["macros"][0]
    assert all(one["why"] for one in data["proof"])


@pytest.fixture
def unsolvable(tmp_path) -> Path:
    """Two blocks, each to be on the other."""
    file = tmp_path / "unsolvable.pddl"
    file.write_text(
        "(define (problem unsolvable) (:domain blocks) (:objects a b - block)"
        "(:init (hand-empty) (on-table a) (on-table b) (clear a) (clear b))"
        "(:goal (and (on a b) (on b a))))"
    )
    return file


@pytest.mark.long
def test_learn_warns_of_training_problems_that_the_policy_does_not_solve(call, folder, unsolvable):
    words, how = ("learn", folder / "blocks.pddl"), ("--learner", "policy")
    none = call(*words, unsolvable, *how)
    assert none.code == 0
    data = call(*words, unsolvable, *how, "--json").data
    assert [Path(one["place"]).name for one in data["unsolved"]] == ["unsolvable.pddl"]
    assert "cannot be reached" in data["unsolved"][0]["reason"]
    assert none.out.splitlines()[0].endswith("; 0 of 1 training problem solved")
    warning = "warning: the policy solves none of its training problems: unsolvable.pddl"
    assert warning in " ".join(none.out.split())
    some = call(*words, unsolvable, folder / "blocks-1.pddl", *how)
    assert "; 1 of 2 training problems solved" in some.out.splitlines()[0]
    assert (
        "warning: the policy does not solve 1 of its 2 training problems: unsolvable.pddl"
        in " ".join(some.out.split())
    )
    assert "warning" not in call(*words, folder / "blocks-1.pddl", *how).out


@pytest.mark.slow
def test_a_circle_of_rules_is_explained_by_the_condition_that_none_of_them_sees_to(
    call, folder, tmp_path
):
    file, problem = tmp_path / "policy.pl", tmp_path / "bottom.pddl"
    call(
        "learn", folder / "blocks.pddl", folder / "blocks-1.pddl", "--learner", "policy", "-o", file
    )
    text = file.read_text()
    assert text.count("[achieve(clear('?above')),") == 2
    file.write_text(text.replace("[achieve(clear('?above')),", "[", 1))
    problem.write_text(
        "(define (problem bottom) (:domain blocks) (:objects a b c d - block)"
        "(:init (hand-empty) (on-table a) (on b a) (on c b) (on d c) (clear d))"
        "(:goal (holding a)))"
    )
    options = ("--macros", file, "--algorithm", "climb")
    done = call("solve", folder / "blocks.pddl", problem, *options)
    assert done.code == 0
    said = " ".join(done.out.split())
    assert "by search; where the rules first ended: " in said
    assert "(clear a) cannot be made true: m1 does so only where (clear b) holds already" in said
