"""Completeness to a size, and that it fails when a rule is taken out or a condition weakened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from arcwise.planning import LiftedPolicy, check_small
from arcwise.planning.pddl import ground_task, read_action_domain, read_task
from arcwise.planning.policy import small_problems
from arcwise.planning.policy.rule import RuleCondition
from arcwise.search import Problem, solve

from .hand_made import DROP, EMPTY, LIFT, RULES, STACK, TAKE, policy, rule, tower

TABLE = rule("put-down", ("on-table", "?block"), ("holding", "?block"))
GOAL = "(on c b) (on b a)"


@pytest.mark.slow
def test_every_state_of_three_blocks_is_gone_through_and_solved():
    found = check_small(policy(), tower("abc", GOAL))
    assert found.states == 22  # thirteen with the hand empty, nine with a block in it
    assert found.size == {"block": 3}
    assert found.goals == 12  # all towers but none at all
    assert found.tried == 22 * 12  # from everywhere to everywhere
    assert found.complete, found.failures


@pytest.mark.long
def test_a_rule_taken_out_leaves_states_that_are_named():
    for missing in (STACK, LIFT, TAKE):
        found = check_small(policy([one for one in RULES if one != missing]), tower("abc", GOAL))
        assert not found.complete
        assert found.failed >= len(found.failures) > 0
        for failure in found.failures:  # each can be solved, by search
            grounding = ground_task(failure.task)
            problem = Problem(grounding.theory, grounding.start, grounding.goal)
            assert solve(problem, "a-star").solved
    named = check_small(policy([one for one in RULES if one != STACK]), tower("ab", "(on b a)"))
    assert "there is no rule for (on " in named.failures[0].reason


@pytest.mark.slow
def test_a_condition_that_is_only_hoped_for_leaves_states_too():
    hoping = rule(
        "stack", STACK[1].goal, RuleCondition(("clear", "?below"), False), ("holding", "?above")
    )
    weak = [hoping if one == STACK else one for one in RULES]
    found = check_small(policy(weak), tower("abc", GOAL))
    assert not found.complete
    assert "does not hold for stack-for-on" in found.failures[0].reason


def test_states_from_which_the_goal_cannot_be_reached_do_not_count():
    one_way = tower("ab", "(on b a)")
    domain = replace(
        one_way.domain, actions=tuple(a for a in one_way.domain.actions if a.name != "unstack")
    )
    loose = replace(
        one_way,
        domain=domain,
        init=frozenset(
            {("hand-empty",), ("clear", "a"), ("clear", "b"), ("on-table", "a"), ("on-table", "b")}
        ),
    )
    rules = replace(policy((LIFT, STACK, DROP, EMPTY)), domain=domain)
    found = check_small(rules, loose)
    assert (found.states, found.goals) == (5, 2)
    assert found.tried == 2 * 4  # each tower from all states but the other tower
    assert found.complete, found.failures


@pytest.mark.slow
def test_large_problems_are_not_gone_through():
    found = check_small(policy(), tower("abcdefgh", "(on b a)"))
    assert (found.states, found.tried, found.complete) == (0, 0, False)


def test_of_too_many_pairs_its_own_goal_alone_is_tried(monkeypatch):
    monkeypatch.setattr(small_problems, "MOST_PAIRS", 9)
    found = check_small(policy(), tower("ab", "(on b a)"))
    assert found.complete
    assert (found.goals, found.all_goals) == (1, False)
    assert "its own goal alone" in found.summary()


PAINT = """(define (domain paint) (:types thing)
  (:predicates (painted ?x - thing) (full) (tap))
  (:action paint :parameters (?x - thing) :precondition (full)
    :effect (and (painted ?x) (not (full))))
  (:action fill :parameters () :precondition (tap) :effect (and (full) (not (tap)))))"""


def test_what_is_complete_from_one_start_is_not_called_so_for_others_of_its_size():
    domain = read_action_domain(PAINT)
    paint = rule("paint", ("painted", "?x"), ("full",), domain=domain)
    rules = LiftedPolicy.of(domain, (paint,), ())
    text = "(define (problem {0}) (:domain paint) (:objects a - thing) (:init ({0})) (:goal (painted a)))"
    for start, complete in (("full", True), ("tap", False)):
        found = check_small(rules, read_task(domain, text.format(start)))
        assert found.complete == complete
        said = found.summary()
        assert said.startswith(
            f"{start} (thing 1): {'complete from this start' if complete else 'incomplete'}"
        )
        assert "to size" not in said


@pytest.mark.long
def test_a_goal_of_its_own_that_is_a_part_of_others_is_tried_too():
    part = tower("abc", "(on-table a) (on c b)")  # says nothing of where b is
    whole = replace(part, goal=(*part.goal, ("on-table", "b")))
    assert (
        check_small(policy((*RULES, TABLE)), part).goals
        == 1 + check_small(policy((*RULES, TABLE)), whole).goals
    )


def test_a_goal_that_is_reached_from_no_state_is_told_from_those_like_it(monkeypatch):
    circle = tower("ab", "(on a b) (on b a)")
    found = check_small(policy(), circle)
    assert not found.solvable
    assert found.complete  # the goals like it
    assert "; its own goal is reached from no state" in found.summary()
    monkeypatch.setattr(small_problems, "MOST_PAIRS", 9)
    found = check_small(policy(), circle)
    assert (found.tried, found.complete) == (0, False)
    assert found.summary() == "ab (block 2): nothing to try: its own goal is reached from no state"


def test_reports_count_every_plan():
    seen: list[int] = []
    found = check_small(policy((*RULES, TABLE)), tower("ab", "(on b a)"), seen.append)
    assert sum(seen) == found.tried
