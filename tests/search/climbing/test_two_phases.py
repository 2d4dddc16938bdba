"""Plans by way of a subgroup: replayed, never longer, and as short as can be where the search comes to its end."""

import sys
from random import Random

import pytest
from arcwise.rules import distances, open_source
from arcwise.search import Limits, Plan, improve
from arcwise.search.climbing.board_permutations import TwoPhasePlan, shorter_in_two_phases

from ..walks import walked

BOARDS = [
    "pancake:5",
    "burnt-pancake:3",
    "topspin:6x4",
    "lights-out:3x3",
    "lights-out:4x4",
    "cube:2",
]

ONE_WAY = """
DOMAIN hex 6
  1 2 3 4 5 6
6
hex hex hex hex hex hex
A B C D E F => B C A D E F LABEL turn
A B C D E F => A B D E F C LABEL round
GOAL 1 2 3 4 5 6
"""


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", range(4))
def test_a_plan_in_two_phases_leads_where_the_plan_led_and_is_shorter(board, seed):
    plan = walked(board, seed, 60)
    goal = plan.replay()
    found = shorter_in_two_phases(plan, goal, Limits(time=30))
    assert found.limit is None
    assert found.plan is not None
    assert (found.plan.start, found.plan.replay()) == (plan.start, goal)
    assert found.plan.moves < plan.moves


@pytest.mark.parametrize("board", ["pancake:5", "topspin:6x4", "lights-out:3x3"])
def test_a_small_board_is_solved_in_as_few_moves_as_can_be(board):
    domain, shape = open_source(board).sized
    for seed in range(6):
        plan = walked(board, seed, 40)
        goal = plan.replay()
        found = shorter_in_two_phases(plan, goal, Limits(time=30))
        assert found.plan.moves == distances(domain.theory(shape), plan.start)[goal]


@pytest.mark.long
def test_a_cube_of_54_stickers_is_solved_in_moves_that_a_table_alone_never_has():
    plan = walked("cube:3", 1, 100)
    found = shorter_in_two_phases(plan, plan.replay(), Limits(nodes=6_000_000))
    assert found.plan.replay() == plan.replay()
    assert found.plan.moves <= 34


def test_improving_begins_with_two_phases():
    plan = walked("cube:2", 1, 40)
    found = improve(plan, Limits(nodes=10_000_000))
    assert found.two_phases
    assert found.plan.replay() == plan.replay()
    assert found.plan.moves <= 14


def test_tables_for_two_phases_may_take_nearly_all_the_time(monkeypatch):
    asked = []

    def too_slow(plan, goal, limits, report, *, tables):
        asked.append((limits.time, tables.time))
        return TwoPhasePlan(None, 0, "time")

    monkeypatch.setattr(sys.modules[improve.__module__], "shorter_in_two_phases", too_slow)
    improve(walked("cube:2", 1, 40), Limits(time=0.6))
    (search, tables), (again, _) = asked[:2]
    assert search <= 0.2 and tables > 2 * search
    assert again > search / 2


def test_turns_of_one_way_are_made_as_often_as_it_takes_to_undo_them(tmp_path):
    (tmp_path / "turns.psvn").write_text(ONE_WAY)
    domain, shape = open_source(str(tmp_path / "turns.psvn")).sized
    turn, round_ = domain.schemas(shape)
    goal = domain.goal_state(shape)
    for seed in range(4):
        steps = tuple((Random(f"{seed}:{n}").choice((turn, round_)), 0) for n in range(40))
        plan = Plan(domain, shape, goal, steps)
        end = plan.replay()
        found = shorter_in_two_phases(plan, end, Limits(time=30))
        assert found.plan.replay() == end
        assert found.plan.moves == distances(domain.theory(shape), goal)[end]


@pytest.mark.parametrize("board", ["sliding-tile:3x3", "hanoi:3x3"])
def test_moves_that_form_no_group_have_no_two_phases(board):
    plan = walked(board, 1, 20)
    assert shorter_in_two_phases(plan, plan.replay(), Limits(time=5)).plan is None


def test_a_limit_on_time_ends_the_search_with_the_best_plan_until_then():
    plan = walked("cube:3", 2, 60)
    found = shorter_in_two_phases(plan, plan.replay(), Limits(time=1e-3))
    assert found.limit == "time"
