"""Tasks as theories: the same moves, the same states, the same cheapest plans as by the book."""

from random import Random

import pytest
from arcwise.planning.pddl import (
    execute,
    ground_task,
    is_goal,
    load_action_domain,
    load_task,
    read_action_domain,
    read_plan,
    read_task,
)
from arcwise.planning.pddl.grounding import ground_task as grounding_module
from arcwise.rules import InputError, match, open_source
from arcwise.rules.domains.domain_table import domain_of
from arcwise.search import Problem, solve
from hypothesis import given
from hypothesis import strategies as st

from ....pddl_worlds import cheapest, random_task, reachable_states


@pytest.mark.long
@given(st.integers(0))
def test_arcs_do_in_every_reachable_state_what_their_actions_do(seed):
    check_moves(random_task(Random(seed)))


def check_moves(task):
    grounding = ground_task(task)
    arcs = {arc.name: arc for arc in grounding.theory.arcs}
    for facts, moves in reachable_states(task, arcs).items():
        state = grounding.encode(facts)
        assert (match(grounding.goal, state) is not None) == is_goal(task, facts)
        wanted = {action.text: grounding.encode(after) for action, after in moves}
        made = grounding.theory.successors(state)
        assert {arc.name: after for arc, after in made} == wanted
        assert len(made) == len(wanted)


@pytest.mark.long
@given(st.integers(0))
def test_cheapest_plans_cost_what_they_cost_by_the_book(seed):
    check_costs(random_task(Random(seed)))


def check_costs(task):
    grounding = ground_task(task)
    for engine in ("python", "native"):
        problem = Problem(grounding.theory, grounding.start, grounding.goal)
        result = solve(problem, "uniform-cost", engine=engine)
        if not result.solved:
            assert cheapest(task) is None
            continue
        assert result.cost == cheapest(task)
        steps = read_plan("\n".join(move.name for move in result.operators))
        assert execute(task, steps).cost == result.cost


WALK = "(:action go :parameters (?x ?y) :precondition (at ?x) :effect (and (at ?y) (not (at ?x))))"


@pytest.mark.parametrize(
    ("actions", "goal"),
    [
        # a fact is deleted by an action that does not tell what else the cell holds
        ("(:action gone :effect (and (lit) (not (at b))))", "(and (lit) (at b))"),
        # an action needs one place and deletes another
        (
            "(:action odd :precondition (at b) :effect (and (lit) (not (at c))))",
            "(and (lit) (at b))",
        ),
        # two facts of a group are wanted, and one that is and one that is not
        ("", "(and (at a) (at b))"),
        ("", "(and (at c) (not (at c)))"),
        ("", "(and (at c) (not (at a)))"),
        # something must not be true
        ("(:action on :precondition (not (at a)) :effect (lit))", "(and (lit) (at a))"),
        # what is never true, what is always true, what only goes
        ("(:action on :precondition (odd a) :effect (lit))", "(lit)"),
        ("(:action on :precondition (even a) :effect (lit))", "(and (lit) (even a))"),
        ("(:action on :precondition (even a) :effect (and (lit) (not (even a))))", "(even a)"),
        ("(:action on :precondition (lit) :effect (odd a))", "(odd a)"),
        # what is always true is deleted only where it is false
        ("(:action on :precondition (not (even a)) :effect (and (lit) (not (even a))))", "(lit)"),
    ],
)
def test_special_cases_are_grounded_as_the_book_has_them(actions, goal):
    domain = read_action_domain(
        f"(define (domain d) (:constants a b c) (:predicates (at ?x) (lit) (odd ?x) (even ?x))"
        f"{WALK} {actions})"
    )
    task = read_task(
        domain,
        f"(define (problem p) (:domain d) (:init (at a) (even a)) (:goal {goal}))",
    )
    check_moves(task)
    check_costs(task)


def test_of_actions_that_do_the_same_the_cheapest_stays():
    domain = read_action_domain(
        "(define (domain d) (:predicates (lit) (loud)) (:functions (total-cost))"
        "(:action dear :effect (and (lit) (loud) (increase (total-cost) 3)))"
        "(:action cheap :effect (and (lit) (increase (total-cost) 2))))"
    )
    text = "(define (problem p) (:domain d) (:init) (:goal (lit)) (:metric minimize (total-cost)))"
    assert [arc.name for arc in ground_task(read_task(domain, text)).theory.arcs] == ["(cheap)"]
    assert ground_task(read_task(domain, text)).reachable == 2


@pytest.mark.parametrize(
    ("name", "cells", "facts", "arcs"),
    [("blocks", 7, 16, 18), ("gripper", 7, 20, 34), ("delivery", 4, 13, 18)],
)
def test_facts_that_exclude_each_other_share_cells(examples, name, cells, facts, arcs):
    folder = examples / "pddl"
    task = load_task(load_action_domain(folder / f"{name}.pddl"), folder / f"{name}-1.pddl")
    grounding = ground_task(task)
    found = (len(grounding.cells), grounding.facts, len(grounding.theory.arcs))
    assert found == (cells, facts, arcs)


def test_a_task_that_is_too_large_to_spell_out_is_refused(examples, monkeypatch):
    folder = examples / "pddl"
    task = load_task(load_action_domain(folder / "gripper.pddl"), folder / "gripper-1.pddl")
    monkeypatch.setattr(grounding_module, "most_that_fit", lambda least, size: 100)
    with pytest.raises(InputError, match="in 34 arcs") as caught:
        ground_task(task)
    assert caught.value.place.source == str(folder / "gripper-1.pddl")


def test_a_grounded_theory_knows_its_domain_so_that_searches_are_chosen_for_planning(examples):
    domain, problem = (examples / "pddl" / f"{name}.pddl" for name in ("delivery", "delivery-1"))
    grounding = ground_task(load_task(load_action_domain(domain), problem))
    rules, shape = open_source(f"{domain}#{problem}").sized
    parts = (rules.theory(shape), rules.start(shape), rules.goal(shape))
    of_file = solve(Problem(*parts), "fast")
    own = solve(Problem(grounding.theory, grounding.start, grounding.goal), "fast")
    assert domain_of(grounding.theory).grounding.cells == grounding.cells
    assert (own.operators, own.statistics.expanded) == (
        of_file.operators,
        of_file.statistics.expanded,
    )
    assert own.algorithm == of_file.algorithm
