"""Plan improvement: never longer, to the same end, and as short as can be where a board is small enough."""

from functools import cache
from importlib import import_module
from random import Random

import pytest
from arcwise.ebl import MacroLibrary
from arcwise.rules import ArcwiseError, SlidingTiles, distances, open_source
from arcwise.search import NO_LIMITS, Climber, Limits, Plan, improve
from arcwise.search.climbing import climb as climbing
from hypothesis import given
from hypothesis import strategies as st

from ..drawing import at_most
from ..ebl.learners.lessons import learn_escapes
from .walks import walk, walked

EVERY = [
    "sliding-tile:1x6", "sliding-tile:2x3", "sliding-tile:3x3", "sliding-tile:5x4", "pancake:6",
    "topspin:7x3", "topspin:9x4", "hanoi:3x4", "hanoi:4x3", "lights-out:2x3", "lights-out:4x4",
    "cube:2",
]  # fmt: skip
SMALL = ["sliding-tile:2x2", "sliding-tile:2x3", "sliding-tile:3x2", "sliding-tile:1x6",
         "pancake:5", "topspin:5x2", "topspin:6x4", "hanoi:3x3", "hanoi:4x2", "lights-out:2x2",
         "lights-out:3x3"]  # fmt: skip

seeds = st.integers(0, 2**32 - 1)
few_examples = at_most(6)


@cache
def far_from(spelling, start):
    domain, shape = open_source(spelling).sized
    return distances(domain.theory(shape), start)


def climbed(spelling, seed):
    """A plan with macros."""
    domain, shape = open_source(spelling).sized
    library = MacroLibrary(domain)
    for _ in learn_escapes(library, [(2, 3), (3, 3)], quiescence=4):
        pass
    ended = climbing.climb(
        Climber(domain, shape, library.schemas),
        domain.draw(shape, Random(seed)),
        escape=NO_LIMITS,
        engine="python",
    )
    assert any(schema.arc.is_macro for schema, _ in ended.climb.plan.steps)
    return ended.climb.plan


def checked(plan, improvement):
    """What must hold of every improvement; the plan that it made."""
    better = improvement.plan
    assert (better.domain, better.shape, better.start) == (plan.domain, plan.shape, plan.start)
    assert better.replay() == plan.replay()
    assert better.moves == len(better.steps) <= plan.moves == improvement.before
    assert all(not schema.arc.is_macro for schema, _ in better.steps)
    return better


@pytest.mark.slow
@pytest.mark.parametrize("spelling", EVERY)
@few_examples
@given(seeds, st.integers(0, 30))
def test_an_improved_plan_is_never_longer_and_leads_to_the_same_end(spelling, seed, moves):
    plan = walked(spelling, seed, moves)
    improvement = improve(plan)
    checked(plan, improvement)
    assert improvement.limit is None
    if improvement.replaced:
        assert improvement.plan.moves < plan.moves


@pytest.mark.slow
@pytest.mark.parametrize("spelling", SMALL)
@few_examples
@given(seeds, st.integers(0, 90))
def test_where_one_search_sees_the_whole_board_nothing_shorter_is_left(spelling, seed, moves):
    plan = walked(spelling, seed, moves)
    better = checked(plan, improve(plan))
    assert better.moves == far_from(spelling, plan.start)[plan.replay()]


@pytest.mark.slow
def test_on_a_larger_board_no_plan_is_shorter_than_the_distance(eight_sample, eight_distances):
    domain, shape = open_source("sliding-tile:3x3").sized
    climber = Climber(domain, shape)
    for start in eight_sample(6, 18, 31):
        plan = climbing.climb(climber, start, escape=NO_LIMITS, engine="python").climb.plan
        better = checked(plan, improve(plan))
        assert eight_distances[start] <= better.moves <= plan.moves


@pytest.mark.slow
@pytest.mark.parametrize("spelling", EVERY)
def test_a_walk_there_and_back_is_no_walk(spelling):
    domain, shape = open_source(spelling).sized
    there = walked(spelling, 7, 12)
    known = {schema.canonical: schema for schema in domain.schemas(shape)}
    back = []
    for schema, place in reversed(there.steps):
        undone = type(schema)(schema.arc.inverse(), schema.window)
        back.append((known[undone.canonical], place))
    plan = Plan(domain, shape, there.start, (*there.steps, *back))
    assert plan.replay() == plan.start
    improvement = improve(plan)
    assert checked(plan, improvement).steps == ()
    twice = Plan(domain, shape, there.start, (*plan.steps, *plan.steps, *there.steps))
    assert checked(twice, improve(twice)).moves <= there.moves


@pytest.mark.long
def test_a_loop_in_the_middle_is_cut_out():
    domain, shape = open_source("sliding-tile:4x4").sized
    climber = Climber(domain, shape)
    start = domain.draw(shape, Random(2))
    short = improve(
        climbing.climb(climber, start, escape=NO_LIMITS, engine="python").climb.plan
    ).plan
    up, left, right, down = domain.schemas(shape)
    state = Plan(domain, shape, start, short.steps[:9]).replay()
    row, column = divmod(state.index(0), 4)
    corner = min(row, 2) * 4 + min(column, 2)
    circle = {  # twelve moves around four cells, from each of them
        (0, 0): [(right, 0), (down, 1), (left, 4), (up, 0)],
        (0, 1): [(down, 1), (left, 4), (up, 0), (right, 0)],
        (1, 1): [(left, 4), (up, 0), (right, 0), (down, 1)],
        (1, 0): [(up, 0), (right, 0), (down, 1), (left, 4)],
    }[row - corner // 4, column - corner % 4]
    loop = tuple((schema, corner + place) for schema, place in circle * 3)
    plan = Plan(domain, shape, start, (*short.steps[:9], *loop, *short.steps[9:]))
    assert plan.replay() == short.replay()
    assert checked(plan, improve(plan)).moves <= short.moves


@pytest.mark.long
@pytest.mark.parametrize("spelling", ["sliding-tile:4x5"])
def test_macros_are_unrolled_and_plans_of_climbing_get_shorter(spelling):
    plan = climbed(spelling, 3)
    domain, shape = plan.domain, plan.shape
    improvement = improve(plan, Limits(time=20))
    assert improvement.limit is None
    better = checked(plan, improvement)
    assert better.moves < 0.9 * plan.moves
    assert better.replay() == domain.goal(shape)
    assert improvement.searches > 0
    assert improvement.replaced > 0


def test_a_plan_that_is_as_short_as_can_be_stays():
    plan = improve(walked("sliding-tile:2x3", 1, 80)).plan
    again = improve(plan)
    assert again.plan == plan
    assert (again.replaced, again.before) == (0, plan.moves)
    assert again.searches > 0


@pytest.mark.parametrize("moves", [0, 1])
def test_there_is_nothing_to_do_about_no_move_or_one(moves):
    plan = walked("pancake:5", 2, moves)
    improvement = improve(plan)
    assert improvement.plan == plan
    assert (improvement.searches, improvement.replaced, improvement.limit) == (0, 0, None)
    found = f"nothing shorter found than {moves} move{'' if moves == 1 else 's'}, "
    assert improvement.summary().startswith(found)
    assert "replaced" not in improvement.summary()


@pytest.mark.parametrize("cost", [0, 0.5, 3])
def test_what_a_move_costs_makes_no_difference(cost):
    domain = SlidingTiles("DRUL", cost)
    plan = walk(domain, (2, 3), Random(5), 60)
    better = checked(plan, improve(plan))
    if cost:
        assert better.moves == far_from("sliding-tile:2x3", plan.start)[plan.replay()]
    assert better.cost == cost * better.moves


@pytest.mark.long
@pytest.mark.parametrize("time", [1e-9, 0.05])
def test_the_time_that_is_given_is_kept_and_the_plan_valid(time):
    plan = climbed("sliding-tile:8x8", 1)
    improvement = improve(plan, Limits(time=time), engine="python")
    better = checked(plan, improvement)
    assert improvement.limit == "time"
    assert improvement.summary().endswith(", ended by time")
    if time < 1e-6:
        assert improvement.searches == 0
        assert better.moves < plan.moves  # what the next move undoes


@pytest.mark.slow
@pytest.mark.parametrize("calls", [1, 2, 4])
@pytest.mark.parametrize("spelling", ["sliding-tile:5x4", "pancake:6", "lights-out:4x4"])
def test_ctrl_c_leaves_a_valid_plan(spelling, calls):
    plan, seen = walked(spelling, 11, 200), []

    def report(moves):
        seen.append(moves)
        if len(seen) == calls:
            raise KeyboardInterrupt

    improvement = improve(plan, report=report, engine="python")
    assert checked(plan, improvement).moves <= seen[-1] <= plan.moves
    if len(seen) == calls:
        assert improvement.limit == "interrupt"
        assert improvement.summary().endswith(", ended by interrupt")
    assert len(seen) <= calls


def test_ctrl_c_in_the_middle_of_a_search_leaves_a_valid_plan(monkeypatch):
    module = import_module("arcwise.search.windows")
    real, left = module.search_with, [9]

    def search_with(*arguments, **more):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return real(*arguments, **more)

    monkeypatch.setattr(module, "search_with", search_with)
    plan = walked("sliding-tile:5x4", 3, 120)
    improvement = improve(plan, engine="python")
    assert improvement.limit == "interrupt"
    assert checked(plan, improvement).moves < plan.moves


@pytest.mark.slow
def test_moves_that_name_their_symbols_are_shortened_on_the_whole_board():
    plan = walked("inverse-tile:3x4", 3, 24)
    assert checked(plan, improve(plan)).moves < plan.moves


def test_a_plan_that_does_not_hold_is_refused():
    domain, shape = open_source("sliding-tile:2x3").sized
    _, left, right, _ = domain.schemas(shape)
    with pytest.raises(ArcwiseError, match="does not apply"):
        improve(Plan(domain, shape, (0, 1, 2, 3, 4, 5), ((right, 0), (right, 0), (left, 1))))


def test_what_came_of_it_is_reported():
    plan = walked("sliding-tile:2x3", 4, 100)
    improvement = improve(plan)
    after = improvement.plan.moves
    assert improvement.to_dict() == {
        "before": 100,
        "after": after,
        "searches": improvement.searches,
        "replaced": improvement.replaced,
        "width": 0,
        "expanded": improvement.expanded,
        "elapsed": improvement.elapsed,
        "limit": None,
        "two_phases": False,
    }
    assert improvement.expanded > improvement.searches > 0
    assert improvement.summary().startswith(
        f"improved: 100 to {after} moves ({100 - after:.1f} % fewer), {improvement.replaced} of "
    )
