"""A policy is tried on larger problems made of those that it was learned from."""

from pathlib import Path

import pytest
from arcwise.experiments import learn
from arcwise.planning.pddl import load_action_domain, load_task
from arcwise.planning.policy.larger import tried_on_larger

SNACKS = """(define (domain snacks) (:requirements :strips :typing) (:types child bread)
  (:predicates (left ?b - bread) (free ?b - bread) (any ?c - child) (strict ?c - child) (served ?c - child))
  (:action serve :parameters (?c - child ?b - bread) :precondition (and (any ?c) (left ?b))
    :effect (and (served ?c) (not (left ?b))))
  (:action serve-strict :parameters (?c - child ?b - bread) :precondition (and (strict ?c) (left ?b) (free ?b))
    :effect (and (served ?c) (not (left ?b)))))"""


def problem(folder: Path, name: str, kinds: str) -> str:
    """Children, each with bread of its own: a for any, s for one who needs bread that is free of gluten."""
    init = []
    for n, kind in enumerate(kinds):
        init += [f"(left b{n})", f"(any c{n})" if kind == "a" else f"(strict c{n}) (free b{n})"]
    objects = " ".join(f"c{n}" for n in range(len(kinds))) + " - child "
    objects += " ".join(f"b{n}" for n in range(len(kinds))) + " - bread"
    goal = " ".join(f"(served c{n})" for n in range(len(kinds)))
    path = folder / f"{name}.pddl"
    path.write_text(
        f"(define (problem {name}) (:domain snacks) (:objects {objects}) (:init {' '.join(init)}) (:goal (and {goal})))"
    )
    return str(path)


@pytest.fixture
def snacks(tmp_path: Path) -> str:
    """The file of the domain."""
    path = tmp_path / "snacks.pddl"
    path.write_text(SNACKS)
    return str(path)


def test_a_policy_of_unmixed_problems_is_told_what_it_does_on_mixed_ones(
    snacks: str, tmp_path: Path
) -> None:
    files = [problem(tmp_path, f"p{n}", kinds) for n, kinds in enumerate(["a", "s", "aa", "ss"])]
    found = learn(snacks, files, "policy")
    ((said, good),) = found.beyond
    assert said in found.view().data["beyond"]
    domain = load_action_domain(snacks)
    tasks = [load_task(domain, one) for one in files]
    tried = tried_on_larger(found.library.policy, tasks)
    assert tried is not None and min(tried.objects) > tried.before == 4
    assert tried.failures and not good and said.startswith("warning: ")
    assert f"{len(tried.objects) - len(tried.failures)} of {len(tried.objects)}" in said


def test_what_is_said_of_a_joined_problem_holds_when_it_is_written_and_solved(
    snacks: str, tmp_path: Path
) -> None:
    """Of problems of one kind the joined ones are of that kind, and a written one of that size is solved too."""
    files = [problem(tmp_path, f"p{n}", kinds) for n, kinds in enumerate(["s", "ss", "sss"])]
    found = learn(snacks, files, "policy")
    ((_, good),) = found.beyond
    assert good
    larger = problem(tmp_path, "larger", "s" * 6)
    again = learn(snacks, [larger], "policy", macros=found.library)
    assert again.records[-1].outcome.solved and len(again.library) == len(found.library)
