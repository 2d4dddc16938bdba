"""Windows of a plan: both engines look at the same pieces and find the same, and nothing is longer than it was."""

from itertools import pairwise
from math import inf
from random import Random

import pytest
from arcwise.rules import SlidingTiles, distances, open_source
from arcwise.search import NO_LIMITS, NotNativeError, _kernel, windows
from arcwise.search.native.compiled import kernel_limits
from arcwise.search.windows import Depth, shorter_by_windows, slides_of
from hypothesis import given
from hypothesis import strategies as st

from .walks import walk, walked

seeds = st.integers(0, 2**32 - 1)
shapes = st.sampled_from([(1, 2), (1, 5), (2, 2), (2, 3), (3, 3), (2, 11), (5, 4), (7, 6)])
WHOLE = Depth((200,), 10_000_000)


def both(plan, depth):
    """What both engines make of a plan, which is the same."""
    python, native = (
        shorter_by_windows(plan, depth, inf, engine) for engine in ("python", "native")
    )
    assert native == python
    assert native.limit is None
    assert native.plan.moves <= plan.moves
    assert native.searches == 0 or native.expanded <= python.expanded
    assert native.replaced == 0 or native.plan.moves < plan.moves
    assert native.plan.replay() == plan.replay()
    return native


def long_plan(size):
    """A random walk on a board of ``size`` rows and columns, about as long as a plan made tile by tile."""
    return walk(SlidingTiles(), (size, size), Random(size), 2 * size**3)


@given(shapes, seeds, st.integers(0, 60), st.sampled_from([1, 7, 60, 1000]))
def test_both_engines_find_the_same_shorter_plan(shape, seed, moves, effort):
    plan = walk(SlidingTiles(), shape, Random(seed), moves)
    both(plan, Depth((4, 9, 16), effort))


@pytest.mark.slow
@pytest.mark.parametrize("order", ["ULRD", "DRUL", "LURD"])
def test_both_engines_try_moves_in_the_order_of_the_domain(order):
    domain = SlidingTiles(order)
    found = [both(walk(domain, (4, 4), Random(seed), 40), Depth((30,), 2000)) for seed in range(4)]
    assert sum(one.replaced for one in found) > 0


@pytest.mark.slow
def test_a_window_over_the_whole_board_leaves_a_shortest_plan(eight_distances):
    domain, shape = open_source("sliding-tile:3x3").sized
    for seed in range(6):
        plan = walked("sliding-tile:3x3", seed, 150, to_goal=True)
        assert plan.replay() == domain.goal(shape)
        better = shorter_by_windows(plan, WHOLE, inf, "native").plan
        assert better.replay() == domain.goal(shape)
        assert better.moves == eight_distances[plan.start]


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (1, 4)])
def test_no_plan_on_a_small_board_is_shorter_than_what_both_engines_leave(shape):
    domain = SlidingTiles()
    for seed in range(5):
        plan = walk(domain, shape, Random(seed), 90)
        better = both(plan, WHOLE).plan
        assert better.moves == distances(domain.theory(shape), plan.start)[plan.replay()]


@pytest.mark.parametrize("engine", ["python", "native"])
def test_what_the_next_move_undoes_goes_in_no_time(engine):
    plan = walk(SlidingTiles(), (5, 5), Random(1), 200)
    steps = []
    for schema, place in plan.steps:
        if steps and {schema.name, steps[-1][0].name} in ({"up", "down"}, {"left", "right"}):
            steps.pop()
        else:
            steps.append((schema, place))
    assert len(steps) < plan.moves
    found = shorter_by_windows(plan, Depth((), 1), 1e-9, engine)
    assert found.plan.steps == tuple(steps)
    assert found.plan.replay() == plan.replay()


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.slow
def test_time_that_is_up_leaves_a_plan_that_is_no_longer(engine):
    plan = walk(SlidingTiles(), (9, 9), Random(1), 5000)
    found = shorter_by_windows(plan, Depth((30,), 20_000), 1e-9, engine)
    assert found.limit == "time"
    assert found.plan.moves <= plan.moves
    assert found.plan.replay() == plan.replay()


@pytest.mark.long
@pytest.mark.parametrize("engine", ["python", "native"])
def test_ctrl_c_half_way_keeps_what_was_found(engine):
    plan = long_plan(8)
    seen = []

    def report(moves):
        seen.append(moves)
        raise KeyboardInterrupt

    found = shorter_by_windows(plan, windows.QUICK, inf, engine, report)
    assert len(seen) == 1
    assert found.limit == "interrupt"
    assert found.plan.moves <= seen[0] < plan.moves
    assert found.plan.replay() == plan.replay()


def test_the_moves_that_are_reported_only_become_fewer():
    plan, seen = long_plan(8), []
    found = shorter_by_windows(plan, windows.QUICK, inf, "native", seen.append)
    assert seen
    assert all(one >= other for one, other in pairwise(seen))
    assert found.plan.moves <= seen[-1]


def test_what_is_no_sliding_blank_is_left_to_python():
    plan = walked("pancake:5", 1, 20)
    with pytest.raises(NotNativeError, match="a blank that slides"):
        shorter_by_windows(plan, windows.QUICK, inf, "native")
    assert shorter_by_windows(plan, windows.QUICK, inf, "auto").plan.moves <= 20


@pytest.mark.parametrize("spelling", ["pancake:5", "topspin:6x4", "hanoi:3x3", "lights-out:3x3"])
def test_moves_of_other_domains_are_no_slides(spelling):
    assert slides_of(*open_source(spelling).sized) is None


@given(st.sampled_from([(1, 6), (3, 3), (4, 5)]), seeds, st.integers(0, 40))
def test_slides_are_read_as_they_were_written(shape, seed, moves):
    plan = walk(SlidingTiles(), shape, Random(seed), moves)
    slides = slides_of(plan.domain, shape)
    assert slides is not None
    assert slides.read(slides.written(plan.steps), plan.start.index(0)) == plan.steps


RIGHT_AND_LEFT = [0, 1, 0, -1]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((1, 3, RIGHT_AND_LEFT, 1, b"\0\0", [10], 20, 9), "off the board"),
        ((1, 3, RIGHT_AND_LEFT, 1, b"\2", [10], 20, 9), "no way"),
        ((1, 3, RIGHT_AND_LEFT, 3, b"", [10], 20, 9), "not on the board"),
        ((1, 3, [0, 2], 0, b"\0", [10], 20, 9), "to the next cell"),
        ((1, 3, RIGHT_AND_LEFT, 1, b"", [10], 1, 9), "window of a bad size"),
        ((1, 3, RIGHT_AND_LEFT, 1, b"", [10], 65, 9), "window of a bad size"),
        ((0, 3, RIGHT_AND_LEFT, 1, b"", [10], 20, 9), "board of a bad size"),
        ((60_000, 60_000, RIGHT_AND_LEFT, 1, b"", [10], 20, 9), "board of a bad size"),
    ],
)
def test_the_kernel_refuses_what_is_no_plan(arguments, reason):
    with pytest.raises(ValueError, match=reason):
        _kernel.shorten(*arguments, kernel_limits(NO_LIMITS))


def test_no_search_of_a_window_expands_more_than_it_may():
    plan = long_plan(4)
    found = shorter_by_windows(plan, Depth((20,), 7), inf, "native")
    assert 0 < found.expanded <= 7 * found.searches
