"""Cells that traps keep from being filled wait for the others."""

from dataclasses import replace

import pytest
from arcwise.rules import Arc, Theory, Var
from arcwise.rules.states.traps import Trap, Traps
from arcwise.search import ALGORITHMS, Problem, Status, solve
from arcwise.search.orders import Turns


def doors(pairs):
    """Pairs of doors: the left one can be opened while the right one is shut, and none is ever shut again."""
    size, arcs = 2 * pairs, []
    left = tuple(Var(f"x{cell}") for cell in range(size))
    for one in range(pairs):
        before, after = (left[: 2 * one], left[2 * one + 2 :])
        door = left[2 * one]
        arcs.append(Arc(f"right{one}", (*before, door, "s", *after), (*before, door, "o", *after)))
        arcs.append(Arc(f"left{one}", (*before, "s", "s", *after), (*before, "o", "s", *after)))
    traps = Traps([Trap(((2 * one, "s"), (2 * one + 1, "o")), "t1") for one in range(pairs)])
    return Problem(
        Theory("doors", tuple(arcs), (1, size)), ("s",) * size, ("o",) * size, traps=traps
    )


@pytest.mark.parametrize("pairs", [1, 4, 20])
def test_a_cell_waits_that_would_close_another_off(pairs):
    problem = doors(pairs)
    found = solve(problem, "climb")
    assert (found.status, found.cost) == (Status.SOLVED, 2 * pairs)
    assert found.climb.escapes == ()
    assert found.statistics.trapped > 0
    state = problem.start
    for operator in found.operators:
        state = operator.apply(state)
        assert problem.traps.within(state) is None
    assert state == problem.goal


def test_without_traps_the_climb_is_stuck():
    row = ALGORITHMS["climb"].adjusted(escape=False)
    problem = doors(2)
    assert solve(problem, row).solved
    assert solve(replace(problem, traps=Traps(())), row).status is Status.INCOMPLETE


def test_a_goal_waits_once_until_another_is_reached():
    turns = Turns()
    assert turns.may_wait("abc") and turns.later("abc") == ["b", "c", "a"]
    assert turns.later("bca") == ["c", "a", "b"]
    assert not turns.may_wait("abc") and not turns.may_wait("x")
    turns.begin(1)
    assert turns.may_wait("abc")
