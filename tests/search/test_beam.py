"""Beams over the climb: every plan leads to the goal, by steps of the climber's schemas, and ends are told apart."""

from math import inf
from random import Random

import pytest
from arcwise.ebl import load_macros
from arcwise.rules import InputError, SlidingTiles, open_source
from arcwise.search import BLANK_FIRST, Climber, Limits, Plan, improve
from arcwise.search.climbing import climb as climbing
from arcwise.search.improve import Beams
from arcwise.search.orders import GIVEN

TILES = SlidingTiles()


@pytest.fixture(scope="module")
def library(macro_file):
    return load_macros(macro_file("sliding-tile:3x3", "--learner", "escapes"))


def climber_on(shape, library, goal=None, **more):
    return Climber(TILES, shape, library.schemas, goal, select="best", **more)


def plan_of(climber, start, width):
    """The plan of one beam, replayed, or None."""
    beams = Beams(climber, start)
    steps, limit = beams.next(width, inf, lambda: None)
    assert limit is None
    if steps is None:
        return None
    plan = Plan(climber.placements.domain, climber.placements.shape, start, tuple(steps))
    assert plan.replay() == climber.goal.goal
    assert {schema for schema, _ in plan.steps} <= set(climber.schemas)
    return plan


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 3), (3, 3), (3, 5), (6, 4), (8, 8)])
def test_every_beam_solves_what_the_climb_solves(shape, library):
    climber = climber_on(shape, library)
    for seed in range(3):
        start = TILES.draw(shape, Random(seed))
        assert climbing.climb(climber, start).solved
        assert all(plan_of(climber, start, width) is not None for width in (1, 5, 40))


@pytest.mark.long
@pytest.mark.slow
def test_a_beam_makes_shorter_plans_than_the_climb(library):
    climber = climber_on((7, 7), library)
    starts = [TILES.draw((7, 7), Random(seed)) for seed in range(5)]
    climbed = sum(climbing.climb(climber, start).climb.plan.moves for start in starts)
    beams = [sum(plan_of(climber, start, width).moves for start in starts) for width in (1, 100)]
    assert climbed > beams[0] > beams[1]


@pytest.mark.parametrize("blank", [0, 4, 11])
@pytest.mark.parametrize("order", [GIVEN, BLANK_FIRST])
def test_goals_with_the_blank_elsewhere_are_reached_or_given_up(blank, order, library):
    goal = (*range(1, blank + 1), 0, *range(blank + 1, 12))
    climber = climber_on((3, 4), library, goal, order=order)
    rng = Random(blank)
    found = [plan_of(climber, TILES.starts((3, 4), goal)(rng), 20) for _ in range(5)]
    if blank == 11 and order == GIVEN:
        assert None not in found


def test_without_macros_a_beam_may_end_in_minima_only():
    start = TILES.draw((5, 5), Random(1))
    assert plan_of(Climber(TILES, (5, 5), select="best"), start, 4) is None


def test_the_start_may_be_the_goal(library):
    assert plan_of(climber_on((3, 3), library), TILES.goal((3, 3)), 3).steps == ()


def test_each_beam_is_wider_until_none_serves(library):
    beams = Beams(climber_on((4, 4), library), TILES.draw((4, 4), Random(1)))
    assert beams.takes(4) == 0
    widths, expanded = [], []
    for wider in (1, 4, 2.5):
        beams.next(wider, inf, lambda: None)
        widths.append(beams.width)
        expanded.append(beams.expanded)
    assert widths == [1, 4, 10]
    assert 0 < expanded[0] < expanded[1] < expanded[2]
    assert beams.takes(1) > 0
    assert beams.takes(10**6) == inf


def test_domains_that_the_kernel_does_not_climb_have_no_beam():
    domain, shape = open_source("pancake:5").sized
    climber = Climber(domain, shape, select="best")
    assert Beams(climber, domain.draw(shape, Random(1))).takes(1) == inf
    assert Beams(None, domain.draw(shape, Random(1))).takes(1) == inf


def test_a_limit_and_ctrl_c_end_a_beam(library):
    beams = Beams(climber_on((12, 12), library), TILES.draw((12, 12), Random(1)))
    assert beams.next(50, 1e-6, lambda: None) == (None, "time")

    def stop():
        raise KeyboardInterrupt

    assert beams.next(2000, inf, stop) == (None, "interrupt")


@pytest.mark.long
@pytest.mark.slow
def test_improving_with_a_climber_is_better_than_without_and_never_longer(library):
    climber = climber_on((6, 6), library)
    plan = climbing.climb(climber, TILES.draw((6, 6), Random(2))).climb.plan
    seen = []
    alone, beams = improve(plan), improve(plan, Limits(time=3), climber=climber, report=seen.append)
    assert beams.plan.replay() == plan.replay() == climber.goal.goal
    assert beams.plan.moves < alone.plan.moves < plan.moves == beams.before
    assert beams.width > 1
    assert "beams up to" in beams.summary()
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] == beams.plan.moves


@pytest.mark.slow
@pytest.mark.parametrize(
    "calls",
    [
        2,
        pytest.param(1, marks=pytest.mark.slow),
        pytest.param(5, marks=pytest.mark.slow),
        pytest.param(12, marks=pytest.mark.slow),
    ],
)
def test_ctrl_c_at_any_time_keeps_the_best_plan_so_far(calls, library):
    climber = climber_on((8, 8), library)
    plan = climbing.climb(climber, TILES.draw((8, 8), Random(2))).climb.plan
    seen = []

    def report(moves):
        seen.append(moves)
        if len(seen) == calls:
            raise KeyboardInterrupt

    found = improve(plan, Limits(time=20), climber=climber, report=report)
    assert found.limit == "interrupt"
    assert found.plan.moves <= seen[-1] <= plan.moves
    assert found.plan.replay() == plan.replay()


def test_ctrl_c_among_the_first_beams_keeps_the_best_of_them(library, monkeypatch):
    climber = climber_on((9, 9), library)
    plan = climbing.climb(climber, TILES.draw((9, 9), Random(2))).climb.plan
    real, widths = Beams.next, []

    def stopped(beams, *arguments):
        if beams.width == 16:
            return None, "interrupt"
        widths.append(beams.width)
        return real(beams, *arguments)

    monkeypatch.setattr(Beams, "next", stopped)
    found = improve(plan, climber=climber)
    assert widths == [0, 1, 4]
    assert found.limit == "interrupt"
    assert found.searches == 0
    assert found.plan.moves < plan.moves
    assert found.plan.replay() == plan.replay()


def test_ctrl_c_before_anything_is_done_leaves_the_plan(library, monkeypatch):
    plan = climbing.climb(climber_on((5, 5), library), TILES.draw((5, 5), Random(2))).climb.plan

    def stopped(self):
        raise KeyboardInterrupt

    monkeypatch.setattr(Plan, "replay", stopped)
    found = improve(plan)
    assert (found.plan, found.limit) == (plan, "interrupt")


def test_a_plan_to_another_goal_is_refused(library):
    plan = climbing.climb(climber_on((3, 3), library), TILES.draw((3, 3), Random(2))).climb.plan
    other = climber_on((3, 3), library, (0, *range(1, 9)))
    with pytest.raises(InputError, match="does not lead to the goal"):
        improve(plan, climber=other)
