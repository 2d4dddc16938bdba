"""A policy whose rules end somewhere, and the search that goes on from there."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, permutations, product

import arcwise as aw
import pytest
from arcwise.planning import LiftedPolicy
from arcwise.planning.pddl import PlanningDomain, execute, read_action_domain, read_plan, read_task
from arcwise.planning.policy.policy_then_search import follow_then_search
from arcwise.rules import TooLargeError
from arcwise.search import ALGORITHMS, LiftedProblem, Limits, Result, Statistics, Status, solve

from .hand_made import BLOCKS, CLEAR, EMPTY, RULES, STACK, policy, rule, tower


def quickly(problem, limits, row="fast"):
    """Search as `solve` does where rules end."""
    return solve(problem, row, limits=limits)


def blocks(names, goal):
    """A tower, and the problem of building another."""
    task = tower(names, goal)
    domain = PlanningDomain(BLOCKS, task)
    return task, LiftedProblem(domain, domain.theory((1, 1)).shape)


WITHOUT = {
    "clearing": policy([one for one in RULES if one is not CLEAR]),
    "stacking": policy([one for one in RULES if one is not STACK]),
    "all": policy([]),
}


@pytest.mark.parametrize("lacks", WITHOUT)
def test_what_no_rule_reaches_is_searched_for_and_the_plan_is_one(lacks):
    for names in map("".join, permutations("abc")):
        task, problem = blocks(names, "(on a b) (on b c)")
        result = follow_then_search(WITHOUT[lacks], problem, Limits(), None, quickly)
        assert result.solved
        execute(task, read_plan("\n".join(result.move_names)))
        if lacks == "all" and result.moves:
            said = f"0 steps by the rules of the policy, {result.moves} by novelty search, 0 by search; "
            assert result.note.startswith(f"{said}where the rules first ended: ")


def test_steps_by_rules_and_by_search_are_told_apart():
    _, problem = blocks("cab", "(on a b) (on b c)")
    result = follow_then_search(WITHOUT["stacking"], problem, Limits(), None, quickly)
    parts = result.note.partition(";")[0].replace(",", "").split()
    rules, novel, searched = (int(word) for word in parts if word.isdigit())
    assert rules + novel + searched == result.moves
    assert novel > 0
    assert result.statistics.expanded > novel


def test_a_goal_is_searched_for_by_novelty_first_and_else_by_any_search(monkeypatch):
    _, problem = blocks("cabd", "(on a b) (on b c)")
    asked = []

    def search(problem, limits, row=None):
        asked.append(row.name if row else "fast")
        return solve(problem, row or "fast", limits=limits)

    assert follow_then_search(policy([]), problem, Limits(), None, search).solved
    assert set(asked) <= {"iw-1", "iw-2"}
    monkeypatch.setattr("arcwise.planning.policy.policy_then_search.NOVELTY", ("iw-1",))
    asked.clear()
    found = follow_then_search(policy([]), problem, Limits(), None, search)
    assert found.solved
    assert asked[:2] == ["iw-1", "fast"]
    assert re.match(
        r"0 steps by the rules of the policy, (\d+ by novelty search, )?\d+ by search; ", found.note
    )


@pytest.mark.slow
def test_the_whole_problem_is_searched_where_a_goal_takes_too_long(monkeypatch):
    monkeypatch.setattr("arcwise.planning.policy.policy_then_search.ONE_GOAL", 1)
    task, problem = blocks("cabdef", "(on a b) (on b c) (on d e) (on e f)")
    result = follow_then_search(policy([]), problem, Limits(), None, quickly)
    assert result.solved
    assert result.note.startswith("the whole problem was searched, as ")
    execute(task, read_plan("\n".join(result.move_names)))


def test_a_policy_that_is_whole_is_followed_alone():
    _, problem = blocks("cab", "(on a b) (on b c)")

    def never(problem, limits):
        raise AssertionError("nothing is to be searched")

    result = follow_then_search(policy(), problem, Limits(), None, never)
    assert (result.solved, "nothing was searched" in result.note) == (True, True)


@pytest.mark.slow
def test_limits_are_for_rules_and_searches_together():
    _, problem = blocks("cabdef", "(on a b) (on b c) (on d e) (on e f)")
    result = follow_then_search(policy([]), problem, Limits(nodes=3), None, quickly)
    assert (result.status, result.limit) == (Status.STOPPED, "nodes")
    assert result.statistics.expanded <= 3


RUMOURS = read_action_domain("""
(define (domain rumours) (:requirements :strips :equality)
  (:predicates (knows ?p) (reads ?p) (older ?p ?q))
  (:action tell :parameters (?p ?q) :precondition (and (knows ?p) (not (= ?p ?q))) :effect (knows ?q))
  (:action read :parameters (?p) :precondition (reads ?p) :effect (knows ?p)))
""")
TELL = LiftedPolicy.of(
    RUMOURS, [rule("tell", ("knows", "?q"), ("knows", "?p"), domain=RUMOURS)], ()
)
"""A rule that, while nobody knows anything, asks everybody who could have told it to whom."""


def rumours(goal):
    people = "abcdefghi"
    ages = " ".join(
        f"(older {p} {q})" for p, q in pairwise(people)
    )  # so that nobody is like another
    task = read_task(
        RUMOURS,
        f"(define (problem r) (:domain rumours) (:objects {' '.join(people)})"
        f"(:init (reads a) {ages}) (:goal (and {goal})))",
    )
    domain = PlanningDomain(RUMOURS, task)
    return LiftedProblem(domain, domain.theory((1, 1)).shape)


@pytest.mark.parametrize(
    ("limits", "most_choices"),
    [(Limits(nodes=800), 200), (Limits(work=100, nodes=1000), 250), (Limits(), 10_000)],
)
def test_rules_that_try_choices_in_vain_leave_the_search_its_turn(limits, most_choices):
    found = follow_then_search(TELL, rumours("(knows b) (knows c)"), limits, None, quickly)
    assert found.solved
    assert re.match(r"1 step by the rules .*, 2 by novelty search, 0 by search; ", found.note)
    assert "choices were tried in vain" in found.note
    assert found.statistics.expanded <= most_choices + 100


@pytest.mark.parametrize("first", [TELL, LiftedPolicy.of(RUMOURS, (), ())])
def test_half_of_the_limits_is_left_for_the_whole_problem(first):
    asked = []

    def search(problem, limits, row=None):
        asked.append(limits.nodes)
        spent = Statistics(expanded=limits.nodes)
        return Result(Status.STOPPED, (), (), spent, "nodes", ALGORITHMS["fast"])

    found = follow_then_search(
        first, rumours("(knows b) (knows c)"), Limits(nodes=800), None, search
    )
    assert (found.status, found.limit) == (Status.STOPPED, "nodes")
    assert len(asked) == 4
    assert asked[-1] >= 400 > sum(asked[:-1])


def test_rules_have_all_of_the_limits_where_nothing_can_be_searched(monkeypatch):
    def refuse(self):
        raise TooLargeError("too many ground actions")

    monkeypatch.setattr(LiftedProblem, "grounded", property(refuse))
    found = follow_then_search(
        TELL, rumours("(knows b) (knows c)"), Limits(nodes=800), None, quickly
    )
    assert (found.limit, found.statistics.expanded) == ("nodes", 800)


def test_a_goal_that_rules_reach_may_take_all_of_a_limit():
    _, problem = blocks("abcdefgh", "(clear h)")
    clearing = policy([CLEAR, EMPTY])
    choices = follow_then_search(clearing, problem, Limits(), None, quickly).statistics.expanded
    found = follow_then_search(clearing, problem, Limits(nodes=choices), None, quickly)
    assert (found.solved, found.statistics.expanded) == (True, choices)


def test_a_goal_is_not_reached_by_a_way_into_a_dead_end():
    actions = read_action_domain("""
    (define (domain cliff) (:requirements :strips) (:predicates (down) (up) (roped) (whole) (back))
      (:action jump :parameters () :precondition (up) :effect (and (down) (not (up)) (not (whole))))
      (:action rope :parameters () :precondition (up) :effect (roped))
      (:action climb :parameters () :precondition (roped) :effect (and (down) (not (up))))
      (:action return :parameters () :precondition (and (down) (whole)) :effect (back)))
    """)
    task = read_task(
        actions,
        "(define (problem c) (:domain cliff) (:init (up) (whole)) (:goal (and (down) (back))))",
    )
    domain, asked = PlanningDomain(actions, task), []

    def search(problem, limits, row=None):
        asked.append(row.name if row else "fast")
        return solve(problem, row or "fast", limits=limits)

    problem = LiftedProblem(domain, domain.theory((1, 1)).shape)
    empty = LiftedPolicy.of(actions, (), ())
    assert follow_then_search(empty, problem, Limits(), None, search).solved
    assert asked == ["iw-1", "iw-2", "fast", "fast"]  # the last one searches the whole problem


def test_a_goal_that_is_proved_to_be_out_of_reach_is_not_searched_for():
    _, problem = blocks("abc", "(on a b) (on b a)")
    result = follow_then_search(policy([]), problem, Limits(), None, quickly)
    assert (result.status, result.statistics.expanded) == (Status.UNSOLVABLE, 0)


def test_a_problem_too_large_for_arcs_says_what_the_rules_lack(monkeypatch):
    _, problem = blocks("abc", "(on b a)")

    def refuse(self):
        raise TooLargeError("too many ground actions")

    monkeypatch.setattr(LiftedProblem, "grounded", property(refuse))
    result = follow_then_search(policy([]), problem, Limits(), None, quickly)
    assert result.status is Status.INCOMPLETE
    assert "there is no rule for (on b a)" in result.note
    assert "nothing was searched: too many ground actions" in result.note


@pytest.mark.long
@pytest.mark.slow
def test_on_a_board_the_search_goes_on_from_where_the_rules_end():
    board, goal = aw.open_source("hanoi:3x3"), (3, 3, 3)
    whole = aw.Policy().fit("hanoi:3x2").policy
    theory, notes = board.theory, set()
    for left_out in whole.rules:
        rules = tuple(one for one in whole.rules if one != left_out)
        for start in product((1, 2, 3), repeat=3):
            problem = LiftedProblem(board.domain, board.shape, start, goal)
            weak = replace(whole, rules=rules)
            result = follow_then_search(weak, problem, Limits(), None, quickly)
            assert (result.solved, result.path[0], result.path[-1]) == (True, start, goal)
            for before, name, after in zip(
                result.path, result.move_names, result.path[1:], strict=False
            ):
                assert (name, after) in [(arc.name, to) for arc, to in theory.successors(before)]
            notes.add(re.sub(r"[1-9]\d*", "n", result.note))
    both = "n step by the rules of the policy, n by search; where the rules first ended: "
    assert any(one.startswith(both) for one in notes)
