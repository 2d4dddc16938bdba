"""Breadth-first search to every goal at once, against as many real searches."""

import pytest
from arcwise.rules import Arc, Theory, Var, distances, sliding_tile
from arcwise.search import Problem, distance_table, solve
from arcwise.search.state_space import PACKED, every_goal
from hypothesis import given
from hypothesis import strategies as st

from tests.works import works

START = (4, 5, 3, 0, 1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("with_macros", [False, True], ids=["primitive", "macros"])
def test_counters_are_those_of_a_search_for_each_goal(with_macros, five_with_macros):
    theory = five_with_macros if with_macros else sliding_tile(2, 3)
    every = list(works(theory, START))
    assert len({work.goal for work in every}) == len(every) == 359
    for work in every:
        result = solve(Problem(theory, START, work.goal), "breadth-first")
        did = result.statistics
        assert (work.expanded, work.generated) == (did.expanded, did.generated)
        assert work.operator_applications == did.operator_applications
        assert (work.steps, work.moves) == (result.steps, result.moves)
    assert [work.steps for work in every] == sorted(work.steps for work in every)
    assert any(work.steps < work.moves for work in every) == with_macros


def summed(theory, start):
    """The work to every goal, column by column, of searches in Python."""
    every = list(works(theory, start))
    return {work.goal: work.moves for work in every}, tuple(
        map(sum, list(zip(*every, strict=True))[1:])
    )


@pytest.mark.parametrize("start", [START, (1, 2, 3, 4, 5, 0), (0, 5, 4, 3, 2, 1)])
def test_the_kernel_sums_the_same_work(start, five_with_macros):
    found = every_goal(five_with_macros, start)
    moves, before = summed(five_with_macros.without_macros(), start)
    longer, after = summed(five_with_macros, start)
    assert (found.goals, found.before, found.after) == (359, before, after)
    assert found.longer == sum(longer[goal] > moves[goal] for goal in moves)


A, B, C = (Var(name) for name in "ABC")


@given(
    st.lists(
        st.tuples(*[st.sampled_from([A, B, C, 0, 1, 2])] * 6).filter(
            lambda arc: {t for t in arc[3:] if isinstance(t, Var)} <= set(arc[:3])
        ),
        min_size=1,
        max_size=6,
    ),
    st.tuples(*[st.sampled_from([0, 1, 2, "a"])] * 3),
)
def test_the_kernel_sums_the_work_of_random_theories(cells, start):
    arcs = [Arc(f"arc{n}", one[:3], one[3:], 1) for n, one in enumerate(cells)]
    theory = Theory("random", tuple(arcs), (1, 3))
    found = every_goal(theory, start)
    moves, sums = summed(theory, start)
    sums = sums or (0,) * 5
    assert (found.goals, found.before, found.after) == (len(moves), sums, sums)
    assert found.longer == 0


def test_packed_states_are_numbered_as_they_are_found(five_with_macros):
    table = distance_table(five_with_macros, START, representation=PACKED)
    assert [table.nth(number) for number in range(len(table))] == list(
        distances(five_with_macros, START)
    )
