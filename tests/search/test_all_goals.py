"""Breadth-first search to every goal at once, against as many real searches."""

import pytest
from arcwise.rules import sliding_tile
from arcwise.search import Problem, breadth_first_to_every_goal, solve

START = (4, 5, 3, 0, 1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("with_macros", [False, True], ids=["primitive", "macros"])
def test_counters_are_those_of_a_search_for_each_goal(with_macros, five_with_macros):
    theory = five_with_macros if with_macros else sliding_tile(2, 3)
    works = list(breadth_first_to_every_goal(theory, START))
    assert len({work.goal for work in works}) == len(works) == 359
    for work in works:
        result = solve(Problem(theory, START, work.goal), "breadth-first")
        did = result.statistics
        assert (work.expanded, work.generated) == (did.expanded, did.generated)
        assert work.operator_applications == did.operator_applications
        assert (work.steps, work.moves) == (result.steps, result.moves)
    assert [work.steps for work in works] == sorted(work.steps for work in works)
    assert any(work.steps < work.moves for work in works) == with_macros


def test_successors_that_are_known_change_nothing(five_with_macros):
    known = {}
    for start in (START, (1, 2, 3, 4, 5, 0), START):
        every = list(breadth_first_to_every_goal(five_with_macros, start))
        assert list(breadth_first_to_every_goal(five_with_macros, start, known=known)) == every
    assert len(known) == 360
