"""Derived predicates that depend on themselves: strata, what they make true, and plans that need them."""

from __future__ import annotations

from collections import deque

import pytest
from arcwise.planning.certificate import planning_certificate
from arcwise.planning.pddl import (
    PlanningTask,
    domain_text,
    execute,
    ground_task,
    read_action_domain,
    read_plan,
    read_task,
    task_text,
)
from arcwise.planning.pddl.axioms import check_plain_goal
from arcwise.planning.pddl.strips import closed
from arcwise.rules import InputError
from arcwise.search import Problem, Status, solve
from arcwise.verify import check

TOWERS = """(define (domain towers)
  (:requirements :adl :derived-predicates)
  (:predicates (on ?a ?b) (above ?a ?b) (buried ?a) (free ?a))
  (:derived (above ?a ?b) (or (on ?a ?b) (exists (?c) (and (on ?a ?c) (above ?c ?b)))))
  (:derived (buried ?a) (exists (?b) (and (above ?b ?a) (not (= ?a ?b)))))
  (:derived (free ?a) (not (buried ?a)))
  (:action put :parameters (?a ?b)
    :precondition (and (free ?a) (free ?b) (not (above ?a ?b)) (not (= ?a ?b)))
    :effect (and (on ?a ?b) (forall (?c) (when (on ?a ?c) (not (on ?a ?c))))))
  (:action lift :parameters (?a) :precondition (free ?a)
    :effect (forall (?c) (when (on ?a ?c) (not (on ?a ?c))))))"""
FOUR = """(define (problem four) (:domain towers) (:objects a b c d)
  (:init (on a b) (on b c) (on c d)) (:goal {}))"""


def task_of(domain: str, problem: str) -> PlanningTask:
    return read_task(read_action_domain(domain), problem)


def reaches(pairs: set[tuple[str, str]], start: str) -> set[str]:
    found, waiting = set(), deque([start])
    while waiting:
        one = waiting.popleft()
        new = {other for before, other in pairs if before == one} - found
        found |= new
        waiting += new
    return found


@pytest.mark.parametrize("pairs", ["ab bc cd", "ab ba", "", "ab ac bd cd da", "aa"])
def test_the_closure_is_what_a_walk_finds(pairs: str) -> None:
    task = task_of(TOWERS, FOUR.format("(above a d)"))
    steps = {(pair[0], pair[1]) for pair in pairs.split()}
    true = closed(task, frozenset(("on", *pair) for pair in steps))
    above = {(one, other) for name, one, *rest in true if name == "above" for other in rest}
    assert above == {(one, other) for one in "abcd" for other in reaches(steps, one)}
    assert ground_task(task).axioms is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("goal", "least"),
    [
        ("(above a d)", 0),
        ("(above d a)", None),
        ("(and (above a c) (not (above b c)) (above b d))", None),
        ("(not (above a d))", 1),
        ("(or (above b a) (not (above a d)))", 1),
        ("(and (above b a) (on c d))", None),
        ("(and (not (above b c)) (not (above a b)))", 2),
        ("(and (above d a) (above d b))", None),
    ],
)
def test_plans_are_cheapest_in_both_engines(goal: str, least: int | None) -> None:
    texts = TOWERS, FOUR.format(goal)
    task = task_of(*texts)
    grounding = ground_task(task)
    problem = Problem(grounding.theory, grounding.start, grounding.goal)
    blind = solve(problem, "breadth-first", engine="native")
    expected = blind.cost if blind.solved else None
    if least is not None:
        assert expected == least
    searches = [(heuristic, "native") for heuristic in ("zero", "misplaced", "h_max", "lm_cut")]
    for heuristic, engine in (*searches, ("misplaced", "python")):
        found = solve(problem, "a-star", heuristic=heuristic, engine=engine)
        assert (found.cost if found.solved else None) == expected, (heuristic, engine)
        assert found.status in (Status.SOLVED, Status.UNSOLVABLE)
        if found.solved:
            execute(task, read_plan("\n".join(found.move_names)))
    certificate = planning_certificate(task, texts, found.move_names, found)
    assert certificate.data is not None
    check(certificate.data)


def test_a_domain_with_axioms_that_is_written_means_the_same() -> None:
    task = task_of(TOWERS, FOUR.format("(or (above d a) (not (above a d)))"))
    again = task_of(domain_text(task.domain), task_text(task))
    assert again.domain.axioms == task.domain.axioms
    assert [arc.name for arc in ground_task(again).theory.arcs] == [
        arc.name for arc in ground_task(task).theory.arcs
    ]


def test_predicates_that_need_each_other_are_of_one_stratum() -> None:
    domain = read_action_domain("""(define (domain d) (:predicates (e ?x ?y) (odd ?x ?y))
      (:derived (odd ?x ?y) (or (e ?x ?y) (exists (?z) (and (e ?x ?z) (even ?z ?y)))))
      (:derived (even ?x ?y) (exists (?z) (and (e ?x ?z) (odd ?z ?y))))
      (:derived (apart ?x ?y) (and (not (odd ?x ?y))
        (or (= ?x ?y) (exists (?z) (and (e ?z ?y) (apart ?x ?z))))))
      (:action cut :parameters (?x ?y) :effect (not (e ?x ?y))))""")
    assert domain.strata == {"apart": 1, "even": 0, "odd": 0}
    task = read_task(
        domain,
        "(define (problem p) (:domain d) (:objects a b c)"
        "(:init (e a b) (e b c) (e c a)) (:goal (even a c)))",
    )
    true = closed(task, task.init)
    assert {("even", "a", "c"), ("odd", "a", "a"), ("odd", "a", "c")} <= true
    assert ("apart", "a", "a") not in true
    assert ("apart", "a", "a") in closed(task, task.init - {("e", "b", "c")})


@pytest.mark.parametrize(
    "rules",
    [
        "(:derived (p ?x) (not (p ?x)))",
        "(:derived (p ?x) (exists (?y) (not (q ?y)))) (:derived (q ?x) (p ?x))",
        "(:derived (p ?x) (imply (p ?x) (e ?x)))",
    ],
)
def test_what_depends_on_its_own_negation_is_refused_with_its_place(rules: str) -> None:
    text = f"(define (domain d) (:predicates (e ?x))\n {rules} (:action a :effect (e)))"
    with pytest.raises(InputError, match="depends on its own negation") as caught:
        read_action_domain(text.replace("(e)))", "()))"), "d.pddl")
    assert caught.value.place.line == 2


def test_other_derived_predicates_in_rules_keep_their_types_and_negations() -> None:
    domain = read_action_domain("""(define (domain d) (:types a b)
      (:predicates (e ?x ?y) (near ?x ?y) (lone ?x) (r ?x ?y))
      (:derived (near ?x - a ?y - object) (e ?x ?y))
      (:derived (lone ?x) (not (e ?x ?x)))
      (:derived (r ?x ?y) (and (lone ?x) (near ?x ?y)))
      (:derived (r ?x ?y) (exists (?z) (and (r ?x ?z) (near ?z ?y) (lone ?z))))
      (:action cut :parameters (?x ?y) :effect (not (e ?x ?y))))""")
    task = read_task(
        domain,
        """(define (problem p) (:domain d) (:objects i j k - a l - b)
        (:init (e i j) (e j k) (e k l) (e l i) (e k k)) (:goal (r i k)))""",
    )
    reached = {atom[1:] for atom in closed(task, task.init) if atom[0] == "r"}
    assert reached == {("i", "j"), ("i", "k"), ("j", "k")}
    grounding = ground_task(task)
    assert grounding.axioms is not None
    after = task.init - {("e", "k", "k")}
    state = dict(zip(grounding.cells, grounding.encode(after), strict=True))
    now = {atom[1:] for atom in closed(task, after) if atom[0] == "r"}
    assert now == {(one, other) for one in "ijk" for other in "ijkl" if one < other}
    for cell, symbol in state.items():
        for atom in cell.values:
            if atom[0] == "r":
                assert (symbol == "yes") == (atom[1:] in now)


def test_an_action_that_only_hurts_is_left_out_with_what_it_makes_true() -> None:
    domain = """(define (domain d) (:predicates (p ?x ?y) (r ?x ?y))
      (:derived (r ?x ?y) (or (p ?x ?y) (exists (?z) (and (p ?x ?z) (r ?z ?y)))))
      (:action link :parameters (?x ?y) :effect (p ?x ?y)))"""
    task = task_of(
        domain, "(define (problem p) (:domain d) (:objects a b) (:init) (:goal (not (r a b))))"
    )
    grounding = ground_task(task)
    found = solve(Problem(grounding.theory, grounding.start, grounding.goal), "a-star")
    assert (found.moves, found.optimal) == (0, True)


def test_what_is_derived_is_no_effect_and_not_said_at_first() -> None:
    with pytest.raises(InputError, match="a derived predicate cannot be an effect"):
        read_action_domain(TOWERS.replace(":effect (and (on ?a ?b)", ":effect (and (above ?a ?b)"))
    with pytest.raises(InputError, match="above is derived"):
        task_of(TOWERS, FOUR.format("(on a b)").replace("(:init", "(:init (above a b)"))


def test_policies_refuse_goals_that_are_more_than_atoms() -> None:
    for goal, found in (("(above a d)", "above"), ("(or (on a b) (on b a))", "with alternatives")):
        task = task_of(TOWERS, FOUR.format(goal))
        assert not task.plain_goal
        with pytest.raises(InputError, match=found):
            check_plain_goal(task)
