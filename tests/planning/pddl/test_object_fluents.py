"""Object fluents mean what the same problem without them does: written both ways, and carried out by the definition of PDDL."""

from __future__ import annotations

from pathlib import Path

import pytest
from arcwise.planning import find_planner
from arcwise.planning.fast_downward import run_within
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
from arcwise.rules import InputError
from arcwise.search import Problem, enumerate_layers, solve

TYPES = """(:types city place vehicle package - object truck plane - vehicle airport - place)"""
LOGISTICS = f"""(define (domain logistics)
  (:requirements :typing :equality :object-fluents) {TYPES}
  (:functions (at ?v - vehicle) - place (city-of ?p - place) - city
    (of ?p - package) - (either place vehicle))
  (:action drive :parameters (?t - truck ?to - place)
    :precondition (and (= (city-of (at ?t)) (city-of ?to)) (not (= ?to (at ?t))))
    :effect (assign (at ?t) ?to))
  (:action fly :parameters (?a - plane ?to - airport) :effect (assign (at ?a) ?to))
  (:action load :parameters (?p - package ?v - vehicle)
    :precondition (= (of ?p) (at ?v)) :effect (assign (of ?p) ?v))
  (:action unload :parameters (?p - package ?v - vehicle)
    :precondition (= (of ?p) ?v) :effect (assign (of ?p) (at ?v))))
"""
TWO = """(define (problem two) (:domain logistics)
  (:objects c d - city a b - airport x y - place t u - truck f - plane p q - package)
  (:init (= (city-of a) c) (= (city-of x) c) (= (city-of b) d) (= (city-of y) d)
    (= (at t) a) (= (at u) b) (= (at f) b) (= (of p) x) (= (of q) y))
  (:goal (and (= (of p) y) (= (of q) a))))
"""
PLAIN = f"""(define (domain logistics) (:requirements :typing) {TYPES}
  (:predicates (at ?v - vehicle ?p - place) (city-of ?p - place ?c - city)
    (on ?p - package ?x - place) (in ?p - package ?v - vehicle))
  (:action drive :parameters (?t - truck ?from ?to - place ?c - city)
    :precondition (and (at ?t ?from) (city-of ?from ?c) (city-of ?to ?c))
    :effect (and (not (at ?t ?from)) (at ?t ?to)))
  (:action fly :parameters (?a - plane ?from - place ?to - airport)
    :precondition (at ?a ?from) :effect (and (not (at ?a ?from)) (at ?a ?to)))
  (:action load :parameters (?p - package ?v - vehicle ?x - place)
    :precondition (and (on ?p ?x) (at ?v ?x)) :effect (and (not (on ?p ?x)) (in ?p ?v)))
  (:action unload :parameters (?p - package ?v - vehicle ?x - place)
    :precondition (and (in ?p ?v) (at ?v ?x)) :effect (and (not (in ?p ?v)) (on ?p ?x))))
"""
PLAIN_TWO = """(define (problem two) (:domain logistics)
  (:objects c d - city a b - airport x y - place t u - truck f - plane p q - package)
  (:init (city-of a c) (city-of x c) (city-of b d) (city-of y d)
    (at t a) (at u b) (at f b) (on p x) (on q y))
  (:goal (and (on p y) (on q a))))
"""

BLOCKS = """(define (domain blocks) (:requirements :object-fluents)
  (:types block hand)
  (:constants table - object)
  (:functions (below ?b - block) - object (held ?h - hand) - block)
  (:predicates (clear ?b - block))
  (:action pick :parameters (?b - block ?h - hand)
    :precondition (and (clear ?b) (= (held ?h) undefined) (not (= (below ?b) undefined)))
    :effect (and (assign (held ?h) ?b) (assign (below ?b) undefined)
      (when (not (= (below ?b) table)) (clear (below ?b)))))
  (:action stack :parameters (?b ?c - block ?h - hand)
    :precondition (and (= (held ?h) ?b) (= (below ?b) undefined) (clear ?c) (not (= ?b ?c)))
    :effect (and (assign (below ?b) ?c) (not (clear ?c)) (assign (held ?h) undefined)))
  (:action drop :parameters (?b - block ?h - hand)
    :precondition (and (= (held ?h) ?b) (= (below ?b) undefined))
    :effect (and (assign (below ?b) table) (assign (held ?h) undefined))))
"""
THREE = """(define (problem three) (:domain blocks) (:objects a b c - block h - hand)
  (:init (= (below a) b) (= (below b) c) (= (below c) table) (clear a))
  (:goal (and (= (below c) b) (= (below b) a) (= (held h) undefined))))
"""
PLAIN_BLOCKS = """(define (domain blocks) (:predicates (on ?a ?b) (down ?a) (clear ?a) (held ?a) (free))
  (:action pick :parameters (?a ?b) :precondition (and (clear ?a) (on ?a ?b) (free))
    :effect (and (held ?a) (clear ?b) (not (on ?a ?b)) (not (free))))
  (:action lift :parameters (?a) :precondition (and (clear ?a) (down ?a) (free))
    :effect (and (held ?a) (not (down ?a)) (not (free))))
  (:action stack :parameters (?a ?b) :precondition (and (held ?a) (clear ?b) (not (= ?a ?b)))
    :effect (and (on ?a ?b) (not (clear ?b)) (not (held ?a)) (free)))
  (:action drop :parameters (?a) :precondition (held ?a)
    :effect (and (down ?a) (not (held ?a)) (free))))
"""
PLAIN_THREE = """(define (problem three) (:domain blocks) (:objects a b c)
  (:init (on a b) (on b c) (down c) (clear a) (free)) (:goal (and (on c b) (on b a) (free))))
"""

WHENS = BLOCKS.replace(
    """(assign (below ?b) undefined)
      (when (not (= (below ?b) table)) (clear (below ?b)))""",
    """(forall (?c - block) (when (= (below ?b) ?c) (clear ?c)))
      (forall (?c - object) (when (= (below ?b) ?c) (assign (below ?b) undefined)))""",
)


def task_of(domain: str, problem: str) -> PlanningTask:
    return read_task(read_action_domain(domain), problem)


def facts(task: PlanningTask) -> tuple[int, int]:
    """Moves of an optimal plan, and how many states can be reached."""
    grounding = ground_task(task)
    found = solve(Problem(grounding.theory, grounding.start, grounding.goal), "breadth-first")
    steps = read_plan("\n".join(found.move_names))
    assert execute(task, steps).cost == found.moves
    return found.moves, enumerate_layers(grounding.theory, grounding.start).states


@pytest.mark.parametrize(
    ("domain", "problem", "plain_domain", "plain_problem"),
    [
        (LOGISTICS, TWO, PLAIN, PLAIN_TWO),
        (BLOCKS, THREE, PLAIN_BLOCKS, PLAIN_THREE),
        (WHENS, THREE, PLAIN_BLOCKS, PLAIN_THREE),
    ],
)
def test_a_problem_written_both_ways_is_the_same(
    domain: str, problem: str, plain_domain: str, plain_problem: str
) -> None:
    task = task_of(domain, problem)
    written = task_of(domain_text(task.domain), task_text(task))
    plain = task_of(plain_domain, plain_problem)
    assert facts(task) == facts(written) == facts(plain)
    assert not written.domain.object_fluents


@pytest.mark.slow
@pytest.mark.skipif(find_planner() is None, reason="Fast Downward is not installed")
@pytest.mark.parametrize(("domain", "problem"), [(LOGISTICS, TWO), (BLOCKS, THREE)])
def test_an_outside_planner_reads_what_is_written(
    tmp_path: Path, domain: str, problem: str
) -> None:
    task = task_of(domain, problem)
    (tmp_path / "d.pddl").write_text(domain_text(task.domain))
    (tmp_path / "p.pddl").write_text(task_text(task))
    plan = tmp_path / "plan"
    command = ["python3", str((find_planner() or tmp_path) / "fast-downward.py"), "--plan-file"]
    command += [str(plan), "--sas-file", str(tmp_path / "sas")]
    command += [str(tmp_path / "d.pddl"), str(tmp_path / "p.pddl")]
    run_within([*command, "--search", "astar(blind())"], "", 60)
    assert len(execute(task, read_plan(plan.read_text())).actions) == facts(task)[0]


def test_the_values_of_an_object_fluent_are_one_cell() -> None:
    logistics, blocks = (ground_task(task_of(*one)) for one in ((LOGISTICS, TWO), (BLOCKS, THREE)))
    assert sorted(len(cell.values) for cell in logistics.cells) == [2, 2, 2, 7, 7]
    assert sorted(len(cell.values) for cell in blocks.cells) == [1, 1, 1, 4, 4, 4, 4]
    for name in "abc":
        values = {("below", name, "table"), *(("below", name, b) for b in "abc" if b != name)}
        assert any(values <= {*cell.values} for cell in blocks.cells)


def test_plans_name_what_the_file_names_and_the_state_says_the_rest() -> None:
    task = task_of(LOGISTICS, TWO)
    steps = read_plan("(drive u y) (load q u) (drive u b)")
    done = execute(task, steps, whole=False)
    assert [action.text for action in done.actions] == [step.text for step in steps]
    assert [action.arguments[2] for action in done.actions if action.name == "drive"] == ["b", "y"]
    with pytest.raises(InputError, match="drive takes 2 arguments, not 1"):
        execute(task, read_plan("(drive u)"))
    with pytest.raises(InputError, match=r"step 1 \(load q u\) cannot be taken"):
        execute(task, read_plan("(load q u)"))


def test_values_of_a_condition_are_not_read_twice() -> None:
    load = read_action_domain(LOGISTICS).by_name["load"]
    assert [one.name for one in load.parameters] == ["?p", "?v", "?at-v"]
    assert load.values == (("at", "?v", "?at-v"),)
    assert (load.positive[0], load.delete) == (("of", "?p", "?at-v"), (("of", "?p", "?at-v"),))


FLIP = """(define (domain flip) (:types thing) (:functions (f ?x) - thing (n ?x))
  (:action a :parameters (?x ?y - thing) :precondition () :effect (assign (f ?x) ?y)))"""
ONE = """(define (problem one) (:domain flip) (:objects a b - thing)
  (:init (= (f a) b) (= (f b) b)) (:goal (= (f a) a)))"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "(assign (f ?x) ?y)",
            "(and (assign (f ?x) ?y) (assign (f ?x) ?x))",
            "f is assigned twice",
        ),
        ("(assign (f ?x) ?y)", "(forall (?z) (assign (f ?z) ?y))", "of quantified objects"),
        ("(assign (f ?x) ?y)", "(assign (f ?x) undefined)", "domain says may be undefined"),
        ("(assign (f ?x) ?y)", "(assign (n ?x) 3)", "numeric fluents"),
        ("(assign (f ?x) ?y)", "(assign (f ?x))", "not an assign"),
        ("(assign (f ?x) ?y)", "(assign (f ?x) 3)", "unknown parameter or object"),
        ("(?x ?y - thing)", "(?x ?y)", r"\?y may not be a value of f"),
        (":precondition ()", ":precondition (f ?x ?y)", "unknown predicate"),
        (":precondition ()", ":precondition (= (n ?x) ?y)", "numeric conditions"),
    ],
)
def test_what_object_fluents_cannot_be_is_refused_by_name(old: str, new: str, said: str) -> None:
    read_action_domain(FLIP)
    with pytest.raises(InputError, match=said):
        read_action_domain(FLIP.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(= (f a) b)", "", r"\(f a\) has no value at first"),
        ("(= (f a) b)", "(= (f a) b) (= (f a) a)", "this function has two values"),
        ("(= (f a) b)", "(= (f a) 3)", "unknown parameter or object"),
    ],
)
def test_what_a_problem_cannot_say_of_them_is_refused_by_name(
    old: str, new: str, said: str
) -> None:
    assert facts(task_of(FLIP, ONE))[0] == 1
    with pytest.raises(InputError, match=said):
        task_of(FLIP, ONE.replace(old, new, 1))
