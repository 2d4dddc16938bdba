"""What compiles away means what PDDL says: held against states worked out from the definitions, and an outside planner."""

from __future__ import annotations

import re
from collections import deque
from itertools import product
from pathlib import Path

import pytest
from arcwise.planning import find_planner
from arcwise.planning.fast_downward import run_within
from arcwise.planning.pddl import (
    PlanningTask,
    domain_text,
    execute,
    ground_task,
    in_state,
    instantiate,
    is_goal,
    read_action_domain,
    read_plan,
    read_task,
    task_text,
)
from arcwise.planning.pddl.formula import formula_text
from arcwise.planning.pddl.strips import Facts
from arcwise.rules import InputError
from arcwise.search import Problem, Status, solve

BRIEFCASE = """(define (domain briefcase)
  (:requirements :adl)
  (:types place thing)
  (:constants home - place)
  (:predicates (at ?t - thing ?p - place) (case-at ?p - place) (in ?t - thing) (open) (road ?a ?b - place))
  (:action go :parameters (?from ?to - place)
    :precondition (and (case-at ?from) (or (road ?from ?to) (road ?to ?from)) (not (open)))
    :effect (and (case-at ?to) (not (case-at ?from))
      (forall (?t - thing) (when (in ?t) (and (at ?t ?to) (not (at ?t ?from)))))))
  (:action toggle :parameters ()
    :effect (and (when (open) (not (open))) (when (not (open)) (open))))
  (:action put :parameters (?t - thing)
    :precondition (and (open) (exists (?p - place) (and (case-at ?p) (at ?t ?p))))
    :effect (in ?t))
  (:action empty :parameters ()
    :precondition (and (open) (imply (forall (?t - thing) (in ?t)) (case-at home)))
    :effect (forall (?t - thing) (not (in ?t)))))
"""
HOME = """(define (problem home) (:domain briefcase)
  (:objects a b - thing work shop - place)
  (:init (at a home) (at b shop) (case-at work) (road home work) (road shop home))
  (:goal (and (forall (?t - thing) (at ?t work)) (not (exists (?t - thing) (in ?t))))))
"""

TOWER = """(define (domain tower)
  (:requirements :adl :derived-predicates)
  (:predicates (on ?a ?b) (table ?a) (clear ?a) (covered ?a))
  (:derived (covered ?a) (exists (?b) (on ?b ?a)))
  (:derived (clear ?a) (not (covered ?a)))
  (:action move :parameters (?a ?b)
    :precondition (and (clear ?a) (clear ?b) (not (= ?a ?b)))
    :effect (and (on ?a ?b) (not (table ?a)) (forall (?c) (when (on ?a ?c) (not (on ?a ?c))))))
  (:action drop :parameters (?a)
    :precondition (and (clear ?a) (not (table ?a)))
    :effect (and (table ?a) (forall (?c) (when (on ?a ?c) (not (on ?a ?c)))))))
"""
THREE = """(define (problem three) (:domain tower) (:objects a b c)
  (:init (on a b) (on b c) (table c)) (:goal (and (on c b) (on b a))))
"""


def task_of(domain: str, problem: str) -> PlanningTask:
    return read_task(read_action_domain(domain), problem)


def distance(task: PlanningTask) -> int | None:
    """Steps to the goal, by trying every action with all objects in every state as PDDL defines them."""
    calls = [
        (action, ground)
        for action in task.domain.actions
        for objects in product(*(task.objects_of(one.type) for one in action.parameters))
        if (ground := instantiate(task, action, objects)) is not None
    ]
    far: dict[Facts, int] = {task.init: 0}
    queue = deque([task.init])
    while queue:
        facts = queue.popleft()
        if is_goal(task, facts):
            return far[facts]
        for action, ground in calls:
            if ground.positive <= facts and ground.negative.isdisjoint(facts):
                done = in_state(task, action, ground, facts)
                if done is not None and (after := done.result(facts)) not in far:
                    far[after] = far[facts] + 1
                    queue.append(after)
    return None


@pytest.mark.parametrize(("domain", "problem"), [(BRIEFCASE, HOME), (TOWER, THREE)])
def test_the_theory_has_the_distances_of_the_definitions(domain: str, problem: str) -> None:
    task = task_of(domain, problem)
    grounding = ground_task(task)
    found = solve(Problem(grounding.theory, grounding.start, grounding.goal), "breadth-first")
    assert found.moves == distance(task) > 0
    steps = read_plan("\n".join(found.move_names))
    assert execute(task, steps).cost == found.moves


@pytest.mark.parametrize(("domain", "problem"), [(BRIEFCASE, HOME), (TOWER, THREE)])
def test_a_domain_that_is_written_means_the_same(domain: str, problem: str) -> None:
    task = task_of(domain, problem)
    assert distance(task_of(domain_text(task.domain), task_text(task))) == distance(task)


def test_quantifiers_do_not_hide_the_arguments_of_a_derived_predicate() -> None:
    action = read_action_domain(TOWER.replace("(?a ?b)\n", "(?b ?a)\n")).by_name["drop"]
    assert formula_text(action.condition) == "(forall (?b - object) (not (on ?b ?a)))"
    moved = read_action_domain(
        TOWER.replace("?a)\n    :prec", "?b)\n    :prec")
        .replace("(and (clear ?a) (not (table ?a)))", "(clear ?b)")
        .replace(
            "(and (table ?a) (forall (?c) (when (on ?a ?c) (not (on ?a ?c)))))))", "(table ?b)))"
        )
    )
    text = formula_text(moved.by_name["drop"].condition)
    assert text == "(forall (?b-inner - object) (not (on ?b-inner ?b)))"


@pytest.mark.slow
@pytest.mark.skipif(find_planner() is None, reason="Fast Downward is not installed")
@pytest.mark.parametrize(("domain", "problem"), [(BRIEFCASE, HOME), (TOWER, THREE)])
def test_an_outside_planner_reads_the_same_problem(
    tmp_path: Path, domain: str, problem: str
) -> None:
    (tmp_path / "d.pddl").write_text(domain)
    (tmp_path / "p.pddl").write_text(problem)
    plan = tmp_path / "plan"
    command = ["python3", str((find_planner() or tmp_path) / "fast-downward.py"), "--plan-file"]
    command += [str(plan), "--sas-file", str(tmp_path / "sas")]
    command += [str(tmp_path / "d.pddl"), str(tmp_path / "p.pddl")]
    run_within([*command, "--search", "astar(blind())"], "", 60)
    task = task_of(domain, problem)
    assert len(execute(task, read_plan(plan.read_text())).actions) == distance(task)


def test_a_step_that_a_formula_forbids_is_named() -> None:
    task = task_of(BRIEFCASE, HOME)
    with pytest.raises(InputError, match=r"step 1 \(go work shop\) cannot be taken"):
        execute(task, read_plan("(go work shop)"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(exists (?b) (on ?b ?a))", "(not (clear ?a))", "clear depends on its own negation"),
        ("(table ?a) (forall", "(clear ?a) (forall", "derived predicate cannot be an effect"),
        ("(not (table ?a)) (forall", "(or (table ?a)) (forall", "or cannot be an effect"),
        ("(when (on ?a ?c) (not", "(when (on ?a ?c) (increase (total-cost) 1) (not", "not a when"),
        ("(forall (?c)", "(forall ?c", "not a list of parameters"),
    ],
)
def test_what_does_not_compile_away_is_refused_by_name(old: str, new: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_action_domain(TOWER.replace(old, new, 1))


def found_for(task: PlanningTask) -> int | None:
    grounding = ground_task(task)
    return solve(Problem(grounding.theory, grounding.start, grounding.goal), "breadth-first").moves


@pytest.mark.parametrize(
    "goal",
    [
        "(or (on c b) (on b a))",
        "(exists (?a) (and (on ?a b) (on b ?a)))",
        "(imply (table a) (or (on a b) (forall (?x) (not (table ?x)))))",
        "(and (table a) (not (and (table b) (not (on c a)))))",
        "(forall (?x) (or (exists (?y) (on ?x ?y)) (exists (?y) (on ?y ?x))))",
        "(or (on a a) (table a))",
    ],
)
def test_a_goal_with_alternatives_is_reached_as_soon_as_one_of_them(goal: str) -> None:
    task = task_of(TOWER, THREE.replace("(and (on c b) (on b a))", goal))
    assert task.condition is not None
    assert found_for(task) == distance(task)
    assert distance(task_of(domain_text(task.domain), task_text(task))) == distance(task)


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        ("(or (= a b) (= b c))", "no alternative of the goal can hold"),
        ("(and (table a) (not (table a)))", r"asks for \(table a\) and for its negation"),
    ],
)
def test_a_goal_that_can_never_hold_is_unsolvable_and_said_why(goal: str, why: str) -> None:
    grounding = ground_task(task_of(TOWER, THREE.replace("(and (on c b) (on b a))", goal)))
    assert re.search(why, grounding.never)
    problem = Problem(grounding.theory, grounding.start, grounding.goal)
    assert solve(problem, "breadth-first").status is Status.UNSOLVABLE


def test_many_conditional_effects_stay_conditional() -> None:
    blocks = " ".join(f"x{number}" for number in range(12))
    domain = """(define (domain wide) (:predicates (p ?a) (q ?a))
      (:action flip :parameters () :effect (forall (?a)
        (and (when (p ?a) (q ?a)) (when (q ?a) (not (p ?a)))))))"""
    problem = (
        f"(define (problem w) (:domain wide) (:objects {blocks}) (:init (p x1)) (:goal (q x1)))"
    )
    task = task_of(domain, problem)
    (arc,) = ground_task(task).theory.arcs
    assert not arc.plain
    assert found_for(task) == distance(task) == 1


WIDE = """(define (domain wide) (:predicates (p ?a) (q ?a) (r ?a) (done))
  (:action swap :parameters (?b) :precondition (forall (?a) (or (p ?a) (q ?a) (r ?a)))
    :effect (and (not (p ?b)) (q ?b) (when (q ?b) (r ?b))))
  (:action drop :parameters (?b) :precondition (r ?b) :effect (and (not (p ?b)) (not (q ?b))))
  (:action end :parameters () :effect
    (when (and (not (q x0)) (forall (?a) (or (p ?a) (and (r ?a) (not (p ?a)))))) (done))))"""


def wide(init: str) -> PlanningTask:
    objects = " ".join(f"x{number}" for number in range(8))
    return task_of(
        WIDE.replace("(:predicates", "(:constants x0) (:predicates").replace(
            " x0)) (f", " x0)) (f"
        ),
        f"(define (problem w) (:domain wide) (:objects {objects.removeprefix('x0 ')})"
        f" (:init {init}) (:goal (done)))",
    )


@pytest.mark.slow
def test_disjunctions_that_depend_on_too_much_are_axioms() -> None:
    """Each precondition has 6,561 cases, and the condition of the effect 256."""
    task = wide(" ".join(f"(p x{number})" for number in range(1, 8)) + " (q x0)")
    grounding = ground_task(task)
    assert grounding.axioms is not None
    assert found_for(task) == distance(task) == 3
    never = wide(" ".join(f"(p x{number})" for number in range(1, 8)))
    grounding = ground_task(never)
    problem = Problem(grounding.theory, grounding.start, grounding.goal)
    assert solve(problem, "breadth-first").status is Status.UNSOLVABLE
