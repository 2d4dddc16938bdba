"""Dead ends of climbing: whose turn it is, and that each step which would help cannot be made for the reason given."""

import pytest
from arcwise.ebl import LEARNERS, Course, train
from arcwise.rules import open_source
from arcwise.search import check_completeness
from arcwise.search.climbing.turn import turn


def climber_of(board, learner, dropped):
    domain, shape = open_source(board).sized
    how = LEARNERS[learner]
    library = how.library(domain)
    list(
        train(
            how,
            library,
            Course(shape, domain.practice(shape) if learner == "escapes" else (shape,)),
        )
    )
    names = [macro.name for macro in library]
    return library.without(names[dropped:]).climber(shape)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "learner", "dropped"),
    [("sliding-tile:2x3", "escapes", 1), ("lights-out:2x2", "macro-table", 3), ("pancake:4", "macro-table", 2),
     ("hanoi:3x3", "escapes", 3), ("topspin:6x4", "escapes", 0)],
)  # fmt: skip
def test_nothing_that_would_help_can_be_made_in_a_dead_end_and_each_obstacle_is_real(
    board, learner, dropped
):
    climber = climber_of(board, learner, dropped)
    minima = check_completeness(climber).minima
    assert minima
    goal, placements = climber.goal, climber.placements
    for state in minima[:5]:
        found = turn(climber, state)
        assert found.step is None
        assert all(state[cell] == goal.goal[cell] for cell in found.filled)
        assert state[found.cell] == found.holds != found.wanted == goal.goal[found.cell]
        assert found.focus is None or state[found.focus] == found.wanted
        for one in found.obstacles:
            cells = placements.domain.geometry.cells(one.schema.window, one.place, placements.shape)
            after = one.schema.on_board(cells, len(state)).apply(state)
            if one.unmet:
                assert after is None
                assert all(state[cell] != symbol for cell, symbol in one.unmet)
            else:
                assert set(one.disturbs) <= set(found.filled)
                assert one.disturbs


@pytest.mark.slow
def test_where_a_step_can_be_made_it_is_the_one_that_climbing_makes():
    climber = climber_of("sliding-tile:2x3", "escapes", None)
    state = (4, 5, 3, 0, 1, 2)
    schema, place = turn(climber, state).step
    step = climber.step(state)
    assert (schema, place) == (climber.schemas[step.number], step.place)
    assert turn(climber, climber.goal.goal) is None
