"""Forced moves: beside all moves of all states, each looked up in the dead ends that an enumeration finds."""

from dataclasses import replace

import pytest
from arcwise.rules.states.traps import NO_TRAPS, Trap, Traps
from arcwise.search import watch
from arcwise.search.forced import forced_move

from ..ebl.test_traps import alive, built_in, every_trap


@pytest.mark.parametrize("name", ["sokoban:2", "sokoban:3"])
def test_a_forced_move_is_the_only_one_that_leads_to_no_pattern(name):
    problem = built_in(name)
    traps = every_trap(problem)
    states, good = alive(problem)
    found = 0
    for state in states:
        forced = forced_move(problem, state, traps)
        safe = [one for one in problem.successors(state) if not traps.within(one[1])]
        if traps.within(state) or len(safe) != 1 or len(problem.successors(state)) == 1:
            assert forced is None
            continue
        found += 1
        assert [(forced.operator, forced.successor)] == safe
        assert len(forced.others) + 1 == len(problem.successors(state))
        if state in good:  # a plan has to begin with it
            assert forced.successor in good
    assert found


def test_without_traps_nothing_is_forced():
    problem = built_in("sokoban:2")
    assert forced_move(problem, problem.start, NO_TRAPS) is None


def test_a_watched_search_tells_forced_moves_and_why_successors_are_dropped():
    problem = built_in("sokoban:3")
    _, *others = (after for _, after in problem.successors(problem.start))
    traps = Traps([Trap(tuple(enumerate(state)), "t1") for state in others])

    watched = watch(replace(problem, traps=traps), "breadth-first")
    assert watched.forced(0).operator.name == problem.successors(problem.start)[0][0].name
    assert {one.why for one in watched.dropped(0)} == {"it fits trap t1"}
