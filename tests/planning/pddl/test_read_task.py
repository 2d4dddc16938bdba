"""Reading problems: objects, facts, goals and metric, and mistakes where they stand."""

from fractions import Fraction

import pytest
from arcwise.planning.pddl import Typed, read_action_domain, read_task
from arcwise.rules import InputError
from arcwise.rules.cost import exact

DOMAIN = read_action_domain(
    "(define (domain d) (:types box room) (:constants hall - room)"
    "(:predicates (in ?b - box ?r - room) (lit) (at ?x ?y)) (:functions (total-cost) (far ?r - room)))"
)
HEAD = "(define (problem p)\n(:domain d)\n(:objects a b - box)\n"


def test_a_problem_is_read_with_all_its_parts():
    task = read_task(
        DOMAIN,
        HEAD + "(:init (in a hall) (not (lit)) (= (far hall) 2.5) (= (total-cost) 0) (at a b))"
        "(:goal (and (in b hall) (not (lit)))) (:metric minimize (total-cost)))",
    )
    assert task.objects == (Typed("a", "box"), Typed("b", "box"))
    assert task.objects_of("object") == ("hall", "a", "b")
    assert task.init == {("in", "a", "hall"), ("at", "a", "b")}
    assert task.values == {("far", "hall"): 2.5, ("total-cost",): 0}
    assert (task.goal, task.negative_goal) == ((("in", "b", "hall"),), (("lit",),))
    assert task.minimize


@pytest.mark.parametrize(
    ("text", "problem", "column"),
    [
        ("(:init (at 5 (lit))) (:goal (lit))", "timed initial literals", 8),
        ("(:init (lit) (not (lit))) (:goal (lit))", "this is both true and false", 19),
        ("(:init (in a c)) (:goal (lit))", "unknown parameter or object", 14),
        ("(:init (in hall a)) (:goal (lit))", "hall has the wrong type", 12),
        ("(:init (= (far hall) -1)) (:goal (lit))", "not a cost", 22),
        ("(:init (= (far hall) 1) (= (far hall) 2)) (:goal (lit))", "this function has two", 25),
        ("(:init (or (lit) (lit))) (:goal (lit))", "unknown predicate", 9),
        ("(:init) (:goal)", "not a goal", 9),
        ("(:init) (:goal (lit)) (:metric maximize (total-cost))", "this metric is outside", 23),
        ("(:init) (:goal (lit)) (:goal (lit))", ":goal stands here twice", 23),
        ("(:init) (:goal (lit)) (:constraints (lit))", "trajectory constraints", 23),
        ("(:init) (:goal (lit)) (:length)", "unknown section", 23),
    ],
)
def test_mistakes_are_found_where_they_stand(text, problem, column):
    with pytest.raises(InputError) as caught:
        read_task(DOMAIN, f"{HEAD}{text})", "p.pddl")
    assert caught.value.problem.startswith(problem), caught.value
    assert (caught.value.place.source, caught.value.place.line) == ("p.pddl", 4)
    assert caught.value.place.column == column


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(define (problem p) (:domain e) (:goal (lit)))", "this problem is of another domain"),
        ("(define (problem p) (:domain d) (:objects hall) (:goal (lit)))", "hall is a constant"),
        ("(define (problem p) (:domain d) (:init))", "no goal"),
        ("(define (domain d))", "not a PDDL problem"),
    ],
)
def test_problems_that_do_not_fit_their_domain_are_refused(text, problem):
    with pytest.raises(InputError) as caught:
        read_task(DOMAIN, text, "p.pddl")
    assert caught.value.problem.startswith(problem)
    assert caught.value.place.source == "p.pddl"


def test_costs_are_read_exactly_or_refused():
    costs = ("100000000000000001", "100000000000000002", "0.3")
    domain = "(define (domain d) (:predicates (lit)) (:functions (total-cost))"
    for number, cost in enumerate(costs):
        domain += f"(:action a{number} :effect (and (lit) (increase (total-cost) {cost})))"
    actions = read_action_domain(f"{domain})").actions
    assert [exact(action.cost) for action in actions] == [Fraction(cost) for cost in costs]
    with pytest.raises(InputError, match="not a cost"):
        read_action_domain(f"{domain.replace('0.3', '0.29999999999999999')})")
