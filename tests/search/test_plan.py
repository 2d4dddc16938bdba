"""Plans: what their steps stand for, where they lead, and what a replay refuses."""

from dataclasses import replace
from random import Random

import pytest
from arcwise.ebl import schematize
from arcwise.rules import Arc, ArcwiseError, Schema, Var, open_source
from arcwise.search import Climber, Limits, Plan, Result, climb
from arcwise.search.plan import apply_in_place
from arcwise.search.result import NO_STEP
from hypothesis import given
from hypothesis import strategies as st

from ..drawing import at_most

A, B, C = (Var(name) for name in "ABC")
SPELLINGS = [
    "sliding-tile:1x4", "sliding-tile:3x3", "sliding-tile:3x5", "pancake:6", "topspin:7x3",
    "topspin:8x4", "hanoi:3x4", "hanoi:4x3", "lights-out:2x3", "cube:2",
]  # fmt: skip
JUMP = Schema(Arc("jump", (0, A, B), (B, A, 0)), (1, 3))

seeds = st.integers(0, 2**32 - 1)
few_examples = at_most(15)


def named(spelling):
    """The primitive schemas of a board by name."""
    domain, shape = open_source(spelling).sized
    return {schema.name: schema for schema in domain.schemas(shape)}


def walked(spelling, seed, longest=12):
    """A random walk: its start, its schemas with their places, and the states after each, made by whole-board arcs."""
    rng = Random(seed)
    domain, shape = open_source(spelling).sized
    size = shape[0] * shape[1]
    placed = [
        (schema, place, schema.placed(domain.geometry.cells(schema.window, place, shape), size))
        for schema in domain.schemas(shape)
        for place in domain.geometry.places(schema.window, shape)
    ]
    state = domain.draw(shape, rng)
    states, steps = [state], []
    for _ in range(rng.randint(1, longest)):
        moves = [(s, p, after) for s, p, arc in placed if (after := arc.apply(state)) is not None]
        schema, place, state = rng.choice(moves)
        steps.append((schema, place))
        states.append(state)
    return steps, states


@pytest.mark.slow
@pytest.mark.parametrize("spelling", SPELLINGS)
@few_examples
@given(seeds)
def test_a_replay_ends_where_the_arcs_of_the_theory_lead(spelling, seed):
    domain, shape = open_source(spelling).sized
    steps, states = walked(spelling, seed)
    plan = Plan(domain, shape, states[0], tuple(steps))
    assert plan.replay() == states[-1]
    assert list(plan.primitives()) == steps
    assert plan.moves == len(steps)
    assert plan.cost == sum(schema.cost for schema, _ in steps)
    for made in range(len(steps)):
        assert Plan(domain, shape, states[0], tuple(steps[:made])).replay() == states[made]


@pytest.mark.slow
@pytest.mark.parametrize("spelling", SPELLINGS)
@few_examples
@given(seeds)
def test_macros_among_the_steps_stand_for_their_moves(spelling, seed):
    domain, shape = open_source(spelling).sized
    steps, states = walked(spelling, seed)
    rng, begin, mixed = Random(seed), 0, []
    while begin < len(steps):
        end = rng.randint(begin + 1, len(steps))
        part = steps[begin:end]
        macro = schematize(domain, shape, states[begin], part, "macro").operator
        covered = [
            cell
            for schema, place in part
            for cell in domain.geometry.cells(schema.window, place, shape)
        ]
        mixed.append(
            part[0] if end == begin + 1 else (macro, domain.geometry.window(covered, shape)[1])
        )
        begin = end
    plan = Plan(domain, shape, states[0], tuple(mixed))
    assert plan.replay() == states[-1]
    assert [schema.name for schema, _ in plan.primitives()] == [schema.name for schema, _ in steps]
    assert (plan.moves, plan.cost) == (len(steps), sum(schema.cost for schema, _ in steps))


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_plan_without_steps_stays_at_its_start(spelling):
    domain, shape = open_source(spelling).sized
    start = domain.draw(shape, Random(1))
    plan = Plan(domain, shape, start, ())
    assert (plan.replay(), plan.moves, plan.cost, list(plan.primitives())) == (start, 0, 0, [])


def test_a_macro_may_be_used_again_at_the_same_and_at_another_place():
    domain, shape = open_source("sliding-tile:2x4").sized
    move = named("sliding-tile:2x4")
    around = schematize(
        domain, shape, (0, 1, 2, 3, 4, 5, 6, 7),
        [(move["right"], 0), (move["down"], 1), (move["left"], 4), (move["up"], 0)], "around",
    ).operator  # fmt: skip
    steps = ((around, 0), (around, 0), (move["right"], 0), (around, 1), (around, 1), (around, 1))
    plan = Plan(domain, shape, (0, 1, 2, 3, 4, 5, 6, 7), steps)
    assert (plan.moves, plan.cost) == (21, 21)
    assert plan.replay() == (4, 0, 2, 3, 5, 1, 6, 7)


@pytest.mark.parametrize(
    ("steps", "number", "place"),
    [([("up", 0)], 1, 0), ([("right", 0), ("right", 0)], 2, 0), ([("down", 0), ("up", 1)], 2, 1)],
)
def test_a_replay_refuses_a_move_that_does_not_apply(steps, number, place):
    domain, shape = open_source("sliding-tile:2x3").sized
    move = named("sliding-tile:2x3")
    plan = Plan(domain, shape, (0, 1, 2, 3, 4, 5), tuple((move[name], at) for name, at in steps))
    name = steps[-1][0]
    with pytest.raises(
        ArcwiseError, match=f"^move {number}: {name} does not apply at cell {place + 1}$"
    ):
        plan.replay()


@pytest.mark.parametrize("place", [-1, 2, 5, 6, 7, 100])
def test_a_replay_refuses_a_place_off_the_board(place):
    domain, shape = open_source("sliding-tile:2x3").sized
    plan = Plan(domain, shape, (1, 2, 0, 3, 4, 5), ((named("sliding-tile:2x3")["right"], place),))
    with pytest.raises(ArcwiseError, match=f"move 1: right does not apply at cell {place + 1}$"):
        plan.replay()


@pytest.mark.parametrize(
    ("spelling", "place"), [("pancake:5", 1), ("topspin:6x3", 6), ("cube:2", 1), ("hanoi:3x2", -1)]
)
def test_a_replay_refuses_a_place_where_no_window_lies(spelling, place):
    domain, shape = open_source(spelling).sized
    schema = domain.schemas(shape)[0]
    with pytest.raises(ArcwiseError, match=r"move 1: .* does not apply"):
        Plan(domain, shape, (1,) * (shape[0] * shape[1]), ((schema, place),)).replay()


def test_a_replay_refuses_a_schema_that_is_no_move_of_the_family():
    domain, shape = open_source("sliding-tile:2x3").sized
    right = named("sliding-tile:2x3")["right"]
    start = (0, 1, 2, 3, 4, 5)
    for schema in (JUMP, Schema(Arc("right", (0, A, B), (A, 0, B)), (1, 3))):
        assert apply_in_place(domain, shape, schema, 0, list(start))
        with pytest.raises(
            ArcwiseError, match=f"^move 1: {schema.name} is no move of sliding-tile$"
        ):
            Plan(domain, shape, start, ((schema, 0),)).replay()
    with pytest.raises(ArcwiseError, match=r"^move 2: jump is no move"):
        Plan(domain, shape, start, ((right, 0), (JUMP, 0))).replay()


def test_a_replay_refuses_a_macro_made_of_other_moves():
    domain, shape = open_source("sliding-tile:2x3").sized
    macro = schematize(domain, shape, (0, 1, 2, 3, 4, 5), [(JUMP, 0)], "macro").operator
    with pytest.raises(ArcwiseError, match=r"^move 1: jump is no move of sliding-tile$"):
        Plan(domain, shape, (0, 1, 2, 3, 4, 5), ((macro, 0),)).replay()


@pytest.mark.parametrize(
    ("spelling", "other"),
    [("topspin:7x3", "topspin:7x4"), ("hanoi:3x2", "hanoi:4x2"), ("pancake:4", "pancake:5")],
)
def test_a_replay_refuses_the_moves_of_another_board(spelling, other):
    domain, shape = open_source(spelling).sized
    schema = open_source(other).domain.schemas(open_source(other).shape)[-1]
    with pytest.raises(ArcwiseError, match=f"is no move of {domain.name}"):
        Plan(domain, shape, domain.goal(shape), ((schema, 0),)).replay()


def test_a_replay_takes_a_move_by_its_rule_whatever_it_is_called():
    domain, shape = open_source("sliding-tile:1x3").sized
    schema = Schema(Arc("east", (0, C), (C, 0), 9), (1, 2))
    plan = Plan(domain, shape, (0, 1, 2), ((schema, 0), (schema, 1)))
    assert plan.replay() == (1, 2, 0)
    assert plan.cost == 18


@pytest.mark.slow
@pytest.mark.parametrize("spelling", SPELLINGS)
@few_examples
@given(seeds)
def test_a_schema_used_in_place_does_what_its_arc_does_to_the_board(spelling, seed):
    domain, shape = open_source(spelling).sized
    state = domain.draw(shape, Random(seed))
    for schema in domain.schemas(shape):
        for place in domain.geometry.places(schema.window, shape):
            cells = domain.geometry.cells(schema.window, place, shape)
            expected = schema.placed(cells, len(state)).apply(state)
            found = list(state)
            assert apply_in_place(domain, shape, schema, place, found) == (expected is not None)
            assert tuple(found) == (expected or state)


def test_a_repeated_variable_used_in_place_asks_for_equal_cells():
    domain, shape = open_source("hanoi:3x3").sized
    pair = Schema(Arc("pair", (A, A, B), (B, A, 7)), (1, 3))
    state = [1, 2, 3]
    assert not apply_in_place(domain, shape, pair, 0, state)
    assert state == [1, 2, 3]
    state = [2, 2, 3]
    assert apply_in_place(domain, shape, pair, 0, state)
    assert state == [3, 2, 7]


def test_a_climb_is_a_result_whose_path_is_made_from_its_plan():
    domain, shape = open_source("sliding-tile:3x3").sized
    start = domain.draw(shape, Random(1))
    found = climb(Climber(domain, shape), start, escape=Limits(nodes=10_000))
    assert isinstance(found, Result) and found.solved
    states, plan = tuple(found.path), found.climb.plan
    assert len(found.path) == len(states) == found.steps + 1 == len(plan.steps) + 1
    assert (states[0], states[-1]) == (start, plan.replay()) == (found.path[0], found.path[-1])
    assert found.path[1:3] == states[1:3] and found.path[::-2] == states[::-2]
    assert found.path == states and found.path == replace(found).path
    with pytest.raises(IndexError):
        found.path[len(states)]
    assert [arc.name for arc in found.operators] == [schema.name for schema, _ in plan.steps]
    assert (found.moves, found.cost) == (plan.moves, plan.cost)
    assert found.move_names == [schema.name for schema, _ in plan.primitives()]
    assert found.theory == domain.board(shape) != domain.theory(shape)


def test_a_climb_that_got_stuck_says_so_and_keeps_the_steps_it_made():
    domain, shape = open_source("sliding-tile:3x3").sized
    start = domain.draw(shape, Random(1))
    stuck = climb(Climber(domain, shape), start)
    assert (tuple(stuck.states), tuple(stuck.operators), stuck.note) == ((start,), (), NO_STEP)
    assert (stuck.path, stuck.moves, stuck.cost, stuck.move_names) == (None, None, None, [])
    record = stuck.to_dict()
    assert (record["moves"], record["arcs"]) == (None, [])
    assert len(record["moves_made"]) == stuck.climb.plan.moves > 0
