"""Open lists: the order in which nodes come out, what is forgotten, and what an empty list then proves."""

import pytest
from arcwise.search.algorithms import TIES
from arcwise.search.loops.duplicates import Node
from arcwise.search.loops.open_list import (
    DirectedBeam,
    Fifo,
    LevelBeam,
    Lifo,
    LowerH,
    Priority,
    SteepestDescent,
    UniquePriority,
)
from hypothesis import given
from hypothesis import strategies as st


def node(state, f, parent=None):
    made = Node(state, parent, None, 0, 0, 0)
    made.f = f
    return made


def nodes(*fs):
    return [node(place, f) for place, f in enumerate(fs)]


def drain(open_list):
    taken = []
    while open_list:
        taken.append(open_list.pop().state)
    return taken


def fill(open_list, *families):
    for domain in families:
        open_list.extend([node(state, f) for state, f in domain])
    return open_list


DOMAINS = ([("a", 2), ("b", 1)], [("c", 1), ("d", 2)])


@pytest.mark.parametrize(
    ("open_list", "order"),
    [
        (Fifo(), "abcd"),
        (Lifo(), "cdab"),
        (Priority("oldest"), "bcad"),
        (Priority("newest"), "cbda"),
        (UniquePriority(Priority("oldest"), keeps_old=True), "bcad"),
        (UniquePriority(Priority("newest")), "cbda"),
        (DirectedBeam(9), "cdba"),
        (LevelBeam(9), "bcad"),
    ],
)
def test_order_in_which_nodes_come_out(open_list, order):
    fill(open_list, *DOMAINS)
    assert len(open_list) == 4
    assert "".join(drain(open_list)) == order
    assert open_list.complete


@pytest.mark.slow
@pytest.mark.parametrize("ties", TIES)
@given(st.lists(st.lists(st.integers(0, 5), max_size=5), max_size=12))
def test_priority_never_takes_a_node_before_one_of_lower_f(ties, families):
    open_list = Priority(ties, seed=1)
    for domain in families:
        open_list.extend(nodes(*domain))
    taken = [open_list.pop().f for _ in range(len(open_list))]
    assert taken == sorted(f for domain in families for f in domain)


@given(st.lists(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4), max_size=8))
def test_lower_h_comes_first_of_equal_f_and_then_the_newest_siblings_in_order(families):
    open_list, expected = LowerH(), []
    for number, family in enumerate(families):
        siblings = []
        for place, (g, h) in enumerate(family):
            made = Node((number, place), None, None, g, h, 0)
            made.f = g + h
            siblings.append(made)
            expected.append((made.f, h, -number, place))
        open_list.extend(siblings)
    taken = drain(open_list)
    assert taken == [(-number, place) for _, _, number, place in sorted(expected)]


def test_random_ties_depend_on_the_seed_only():
    families = [[(number, 0)] for number in range(20)]
    orders = [drain(fill(Priority("random", seed), *families)) for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[2]) == list(range(20))


def test_unique_priority_keeps_the_copy_of_lower_f():
    for copies in ([("x", 3)], [("x", 1)]), ([("x", 1)], [("x", 3)]):
        open_list = fill(UniquePriority(Priority("newest")), *copies)
        assert len(open_list) == 1
        assert open_list.pop().f == 1
        assert not open_list


@pytest.mark.parametrize(("ties", "kept"), [("newest", "late"), ("oldest", "early")])
def test_unique_priority_keeps_the_copy_that_would_be_taken_first(ties, kept):
    early, late = node("x", 1, node("early", 0)), node("x", 1, node("late", 0))
    open_list = UniquePriority(Priority(ties), keeps_old=ties == "oldest")
    open_list.extend([early])
    open_list.extend([late])
    assert open_list.pop().parent.state == kept
    assert not open_list


def test_unique_priority_lets_a_state_in_again_once_it_was_taken():
    open_list = fill(UniquePriority(Priority("newest")), [("x", 1)])
    open_list.pop()
    fill(open_list, [("x", 2)])
    assert drain(open_list) == ["x"]


def test_level_beam_keeps_the_best_of_a_level_and_says_that_it_dropped_some():
    open_list = LevelBeam(2)
    open_list.extend(nodes(3, 1, 2))
    assert open_list.pop().f == 1
    assert not open_list.complete
    open_list.extend(nodes(0))
    assert open_list.pop().f == 2
    assert open_list.pop().f == 0
    assert not open_list


def test_directed_beam_cuts_the_tail():
    open_list = DirectedBeam(2)
    open_list.extend(nodes(5, 4))
    assert open_list.complete
    open_list.extend(nodes(9))
    assert not open_list.complete
    assert [open_list.pop().f for _ in range(len(open_list))] == [9, 4]


def test_steepest_descent_follows_only_an_improvement():
    root = node("root", 5)
    open_list = SteepestDescent()
    open_list.extend([root])
    assert open_list.pop() is root
    open_list.extend([node("only", 4, root)])
    assert open_list.complete
    best = open_list.pop()
    open_list.extend([node("same", 4, best)])
    assert not open_list
    assert not open_list.complete


def test_steepest_descent_takes_the_first_of_equal_siblings_and_forgets_the_rest():
    root = node("root", 5)
    open_list = SteepestDescent()
    open_list.extend([node("a", 4, root), node("b", 3, root), node("c", 3, root)])
    assert drain(open_list) == ["b"]
    assert not open_list.complete
