"""The order of goals."""

from __future__ import annotations

from itertools import permutations

import networkx as nx
import pytest
from arcwise.planning.policy.follow import in_order
from arcwise.planning.policy.rule import precedence_of
from hypothesis import given
from hypothesis import strategies as st

TOWER = [("on", "a", "b"), ("on", "b", "c"), ("on", "c", "d")]
FROM_BELOW = precedence_of(("on", "b", "c"), ("on", "a", "b"))


def test_goals_that_must_wait_come_later_whatever_their_order_was():
    for goals in permutations(TOWER):
        assert in_order(goals, [FROM_BELOW]) == TOWER[::-1]


def test_goals_without_an_order_stand_as_they_were():
    goals = [("on", "a", "b"), ("on", "c", "d"), ("clear", "a")]
    assert in_order(goals, []) == goals
    assert in_order(goals, [FROM_BELOW]) == goals


def test_orders_that_contradict_each_other_leave_no_goal_out():
    circle = [("on", "a", "b"), ("on", "b", "a")]
    assert sorted(in_order(circle, [FROM_BELOW])) == circle


LARGER = precedence_of(("on", "b", "q"), ("on", "a", "p"), ("smaller", "a", "b"))


def test_an_order_with_a_condition_holds_where_that_does():
    goals = [("on", "a", "p"), ("on", "b", "q"), ("on", "c", "r")]
    sizes = {("smaller", "a", "b"), ("smaller", "a", "c"), ("smaller", "b", "c")}
    assert in_order(goals, [LARGER], sizes) == goals[::-1]
    assert in_order(goals, [LARGER], {("smaller", "a", "c")}) == [goals[1], goals[2], goals[0]]
    assert in_order(goals, [LARGER]) == goals


def test_goals_without_objects_are_put_in_order_too():
    assert in_order([("a",), ("b",)], [(("b",), ("a",))]) == [("b",), ("a",)]


@pytest.mark.long
@given(st.lists(st.tuples(st.just("on"), *[st.sampled_from("abcde")] * 2), unique=True))
def test_every_goal_comes_after_those_that_an_order_puts_before_it(goals):
    goals = [goal for goal in goals if goal[1] < goal[2]]  # so that there is no circle
    found = in_order(goals, [FROM_BELOW])
    assert sorted(found) == sorted(goals)
    place = {goal: number for number, goal in enumerate(found)}
    for first, second in permutations(goals, 2):
        if precedence_of(first, second) == FROM_BELOW:
            assert place[first] < place[second]


@given(
    st.lists(st.tuples(st.just("at"), *[st.sampled_from("abcd")] * 2), unique=True),
    st.frozensets(st.tuples(st.just("beside"), *[st.sampled_from("abcd")] * 2)),
)
def test_goals_that_a_fact_links_are_put_in_order_too(goals, facts):
    far, near = ("at", "?x", "?here"), ("at", "?y", "?there")
    asked = ("beside", "?there", "?here")
    found = in_order(goals, [(far, near, asked)], facts)
    waits = {
        (first, second)
        for first, second in permutations(goals, 2)
        if ("beside", second[2], first[2]) in facts and len({*first[1:], *second[1:]}) == 4
    }
    assert sorted(found) == sorted(goals)
    if nx.is_directed_acyclic_graph(nx.DiGraph(waits)):
        place = {goal: number for number, goal in enumerate(found)}
        assert all(place[first] < place[second] for first, second in waits)
