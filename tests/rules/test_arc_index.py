"""The index of arcs finds what a loop over all arcs finds, in the same order."""

import sys
from threading import Thread

import pytest
from arcwise.rules import Arc, Var, match, sliding_tile, substitute
from arcwise.rules import theory as arc_index
from arcwise.rules.term import variables
from arcwise.rules.theory import LEAF_SIZE, ArcIndex
from hypothesis import given
from hypothesis import strategies as st

from ..drawing import patterns

A, B, C = (Var(name) for name in "ABC")
SYMBOLS = (0, 1, "x")


@st.composite
def theories_and_states(draw):
    size = draw(st.integers(1, 4))
    arcs = []
    for number in range(draw(st.integers(0, 8))):
        before = draw(patterns([A, B, C, *SYMBOLS], size))
        after = draw(patterns([*variables(before), *SYMBOLS], size))
        arcs.append(Arc(f"arc{number}", before, after))
    return arcs, draw(st.lists(patterns(SYMBOLS, size), min_size=1, max_size=5))


def by_trying_every_arc(arcs, state):
    found = []
    for arc in arcs:
        bindings = match(arc.before, state)
        if bindings is not None:
            found.append((arc, substitute(arc.after, bindings)))
    return found


@pytest.mark.long
@given(theories_and_states())
def test_the_index_gives_the_successors_of_the_naive_loop_in_the_order_of_the_arcs(case):
    arcs, states = case
    index = ArcIndex(arcs)
    for state in states:
        assert index.successors(state) == by_trying_every_arc(arcs, state)


@given(st.permutations(range(9)), st.permutations("ULRD"))
def test_the_index_keeps_the_order_of_moves_of_a_sliding_tile_puzzle(state, order):
    theory = sliding_tile(3, 3, order="".join(order))
    assert theory.successors(tuple(state)) == by_trying_every_arc(theory.arcs, tuple(state))


def test_an_arc_without_constants_keeps_its_place_among_arcs_with_constants():
    arcs = [
        Arc("first", (0, A), (A, 0)),
        Arc("anywhere", (A, B), (B, A)),
        Arc("last", (A, 1), (1, A)),
    ]
    names = [arc.name for arc, _ in ArcIndex(arcs).successors((0, 1))]
    assert names == ["first", "anywhere", "last"]


def test_an_arc_listed_twice_is_found_twice():
    arc = Arc("again", (0,), (1,))
    assert ArcIndex([arc, arc]).successors((0,)) == [(arc, (1,)), (arc, (1,))]


def test_a_theory_without_arcs_has_no_successors():
    assert ArcIndex([]).successors((0, 1)) == []


@given(st.permutations(range(9)))
def test_the_candidates_are_the_arcs_that_match_and_few_others(state):
    theory = sliding_tile(3, 3)
    tried = [arc for _, arc, _ in theory.index.candidates(tuple(state))]
    assert tried == [arc for arc, _ in theory.successors(tuple(state))]
    pair = ArcIndex([Arc("both", (0, 1), (1, 0)), Arc("other", (1, 0), (0, 1))])
    assert [arc.name for _, arc, _ in pair.candidates((0, 2))] == ["both"]


def test_of_many_arcs_only_few_are_tried():
    arcs = [
        Arc(f"{one} {two} {three}", (one, two, three), (two, three, one))
        for one in range(8)
        for two in range(8)
        for three in range(8)
    ]
    index = ArcIndex(arcs)
    for state in [(0, 0, 0), (3, 1, 7), (7, 7, 2), (1, 2, 9)]:
        assert index.successors(state) == by_trying_every_arc(arcs, state)
        assert len(index.candidates(state)) <= LEAF_SIZE


@pytest.mark.slow
def test_threads_that_share_an_index_miss_no_arc_wherever_they_take_turns():
    """One thread stops before each of its lines in turn, while another asks the same."""
    arcs = [Arc(f"{one}", (0, one // 4, one), (1, 1, 1)) for one in range(LEAF_SIZE + 1)]
    arcs += [Arc("last", (0, A, B), (B, A, 0))]
    state = (0, 0, 2)
    expected = by_trying_every_arc(arcs, state)
    assert len(expected) == 2
    turn, lines = 0, 1
    while turn < lines:
        index, lines, others = ArcIndex(arcs), 0, []

        def take_turns(frame, event, _, index=index, others=others, turn=turn):
            nonlocal lines
            if frame.f_code.co_filename != arc_index.__file__:
                return None
            if event == "line":
                if lines == turn:
                    other = Thread(target=lambda: others.append(index.successors(state)))
                    other.start()
                    other.join()
                lines += 1
            return take_turns

        before = sys.gettrace()
        sys.settrace(take_turns)
        try:
            found = index.successors(state)
        finally:
            sys.settrace(before)
        assert [found, *others, index.successors(state)] == [expected] * 3
        turn += 1
    assert turn > 50
