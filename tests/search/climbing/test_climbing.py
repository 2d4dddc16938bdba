"""Climbing with whichever engine can serve: the same outcome as in Python, escapes and limits included."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from arcwise.ebl import MacroLibrary
from arcwise.rules import InputError, open_source
from arcwise.search import NO_LIMITS, SELECTIONS, Climber, Limits, Status, climb
from arcwise.search.climbing import climb as climbing
from hypothesis import given
from hypothesis import strategies as st

from ...drawing import at_most
from ...ebl.learners.lessons import learn_escapes

GRIDS = ["sliding-tile:2x2", "sliding-tile:2x3", "sliding-tile:3x3", "sliding-tile:3x4",
         "sliding-tile:1x5"]  # fmt: skip
OTHERS = ["pancake:6", "topspin:7x3", "topspin:8x4", "hanoi:3x4", "lights-out:3x3", "cube:2"]
SOME = Limits(nodes=200)

seeds = st.integers(0, 2**32 - 1)
few_examples = at_most(3)


@cache
def prepared(board, macros=None, order="given", select="first"):
    """A climber with so many of the macros learned on small boards; None for all of them."""
    domain, shape = open_source(board).sized
    library = MacroLibrary(domain)
    if macros != 0:
        for _ in learn_escapes(library, domain.practice(shape)[:2], quiescence=3, limits=SOME):
            pass
    chosen = library.schemas[:macros]
    return Climber(domain, shape, chosen, order=order, select=select)


def drawn(climber, seed):
    return climber.placements.domain.draw(climber.placements.shape, Random(seed))


def plain(outcome):
    """A climb without what differs from run to run, its steps as a plain tuple."""
    return replace(
        outcome,
        engine="",
        statistics=untimed(outcome.statistics),
        climb=replace(
            outcome.climb,
            plan=replace(outcome.climb.plan, steps=tuple(outcome.climb.plan.steps)),
            escapes=tuple(
                replace(e, statistics=untimed(e.statistics)) for e in outcome.climb.escapes
            ),
        ),
    )


def untimed(statistics):
    return replace(statistics, elapsed=0.0, peak_memory=0)


def both(climber, start, **arguments):
    """The outcome, which is the same with every engine."""
    python = climb(climber, start, engine="python", **arguments)
    auto = climb(climber, start, **arguments)
    assert python.engine == "python"
    assert plain(auto) == plain(python)
    return auto


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("board", [*GRIDS, *OTHERS])
@few_examples
@given(
    seeds,
    st.sampled_from([0, 2, None]),
    st.sampled_from(["given", "blank-first"]),
    st.sampled_from(SELECTIONS),
)
def test_every_engine_climbs_to_the_same_outcome(board, seed, macros, order, select):
    climber = prepared(board, macros, order, select)
    start = drawn(climber, seed)
    for escape in (None, SOME):
        outcome = both(climber, start, escape=escape)
        assert outcome.climb.plan.start == start
        end = outcome.climb.plan.replay()
        assert outcome.solved == (end == climber.goal.goal)
        assert outcome.climb.stuck == (None if outcome.solved else end)
        assert outcome.engine == ("native" if board in GRIDS else "python")
    direct = climbing.climb(climber, start, escape=SOME, engine="python")
    assert plain(direct) == plain(outcome)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("board", ["sliding-tile:3x3", "sliding-tile:3x4"])
def test_pieces_and_escapes_are_joined_in_order(board):
    climber = prepared(board, 0)
    for seed in range(2):
        outcome = climb(climber, drawn(climber, seed), escape=NO_LIMITS)
        assert outcome.engine == "native"
        assert outcome.status is Status.SOLVED
        assert outcome.climb.plan.replay() == climber.goal.goal
        assert len(outcome.climb.escapes) > 1
        steps, at = list(outcome.climb.plan.steps), 0
        for way in outcome.climb.escapes:  # each lies in the plan, after those before it
            length = len(way.steps)
            while steps[at : at + length] != list(way.steps):
                at += 1
                assert at < len(steps)
            at += length
        did = outcome.statistics
        climbed = len(steps) - sum(len(way.steps) for way in outcome.climb.escapes)
        searched = sum(way.statistics.expanded for way in outcome.climb.escapes)
        assert did.expanded == climbed + len(outcome.climb.escapes) + searched
        assert did.generated == climbed + sum(way.generated for way in outcome.climb.escapes)
        assert sum(use.applied for use in outcome.climb.uses) == climbed


@pytest.mark.parametrize("board", ["sliding-tile:3x3", "topspin:8x4"])
def test_an_escape_that_is_cut_short_ends_the_climb(board):
    climber = prepared(board, 0)
    ended = 0
    for seed in range(10):
        outcome = both(climber, drawn(climber, seed), escape=Limits(nodes=1))
        assert outcome.climb.plan.replay() == (outcome.climb.stuck or climber.goal.goal)
        if outcome.status is Status.STOPPED:
            ended += 1
            assert outcome.limit == "nodes"
            assert outcome.climb.escapes[-1].steps is None
            assert outcome.climb.escapes[-1].start == outcome.climb.stuck
    assert ended > 3


def test_a_board_that_cannot_be_solved_is_given_up_by_every_engine():
    climber = prepared("sliding-tile:2x3", 0)
    outcome = both(climber, (2, 1, 3, 4, 5, 0), escape=NO_LIMITS)
    assert (outcome.status, outcome.limit) == (Status.INCOMPLETE, None)
    assert outcome.climb.escapes[-1].steps is None


@pytest.mark.parametrize(
    "board",
    [
        *(
            pytest.param(board, marks=pytest.mark.slow)
            for board in ("sliding-tile:3x3", "sliding-tile:3x4")
        ),
        "pancake:6",
    ],
)
def test_without_escapes_a_limit_on_nodes_stops_both_engines_at_the_same_step(board):
    climber = prepared(board)
    start = drawn(climber, 6)
    whole = climb(climber, start)
    for nodes in range(1, len(whole.climb.plan.steps) + 2):
        outcome = both(climber, start, limits=Limits(nodes=nodes))
        assert outcome.statistics.expanded <= nodes
        assert (outcome.limit == "nodes") == (outcome.status is Status.STOPPED)
        assert list(outcome.climb.plan.steps) == list(whole.climb.plan.steps)[:nodes]


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_a_limit_on_time_stops_a_climb_and_its_escapes(engine):
    climber = prepared("sliding-tile:3x4", 0)
    outcome = climb(
        climber, drawn(climber, 1), escape=NO_LIMITS, limits=Limits(time=1e-7), engine=engine
    )
    assert (outcome.status, outcome.limit) == (Status.STOPPED, "time")
    assert not outcome.solved
    outcome.climb.plan.replay()


def test_ctrl_c_keeps_the_steps_that_were_made():
    climber = prepared("pancake:6")

    def report(count):
        raise KeyboardInterrupt

    outcome = climb(climber, drawn(climber, 3), report=report)
    assert (outcome.status, outcome.limit) == (Status.STOPPED, "interrupt")
    outcome.climb.plan.replay()


def test_ctrl_c_during_a_way_out_ends_the_climb(monkeypatch):
    climber = prepared("pancake:6", 0)
    starts = [
        s for s in (drawn(climber, seed) for seed in range(9)) if climb(climber, s).climb.stuck
    ]

    def interrupted(*arguments, **traps):
        raise KeyboardInterrupt

    monkeypatch.setattr(climbing, "find_escape", interrupted)
    for start in starts:
        outcome = climb(climber, start, escape=NO_LIMITS)
        assert (outcome.status, outcome.limit) == (Status.STOPPED, "interrupt")
    assert starts


@pytest.mark.slow
@pytest.mark.parametrize("board", OTHERS)
def test_the_kernel_says_where_it_cannot_serve(board):
    climber = prepared(board)
    with pytest.raises(InputError, match="climbs"):
        climb(climber, drawn(climber, 1), engine="native")


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["python", "native", "auto"])
def test_another_board_is_refused_and_a_solved_one_needs_nothing(engine):
    climber = prepared("sliding-tile:2x3")
    for start in [(1, 2, 3, 0), (1, 1, 2, 3, 4, 0), (1, 2, 3, 4, 5, 6)]:
        with pytest.raises(InputError, match="not states of one board"):
            climb(climber, start, engine=engine)
    outcome = climb(climber, climber.goal.goal, escape=NO_LIMITS, engine=engine)
    assert (outcome.status, list(outcome.climb.plan.steps)) == (Status.SOLVED, [])
    assert (outcome.climb.escapes, outcome.climb.stuck, outcome.limit) == ((), None, None)
