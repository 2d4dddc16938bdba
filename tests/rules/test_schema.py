"""Schemas on windows: put on a board and taken off again, and macros unrolled to their moves."""

from functools import cache
from random import Random

import pytest
from arcwise.ebl import schematize
from arcwise.rules import (
    GRID,
    RING,
    Arc,
    ArcwiseError,
    InputError,
    Schema,
    Var,
    open_source,
    schema_of,
)
from arcwise.rules.geometry import PREFIX, WHOLE
from arcwise.rules.schema import restricted, touched, unrolled
from arcwise.search import Plan
from hypothesis import assume, given
from hypothesis import strategies as st

from ..drawing import used

A, B, C, D = (Var(name) for name in "ABCD")
SWAP = Arc("swap", (A, B), (B, A))
SPELLINGS = [
    "sliding-tile:1x4", "sliding-tile:4x1", "sliding-tile:2x2", "sliding-tile:3x4",
    "pancake:2", "pancake:6", "topspin:3x2", "topspin:4x3", "topspin:6x5", "topspin:7x3",
    "topspin:8x4", "hanoi:3x4", "hanoi:4x3", "hanoi:5x1", "lights-out:1x1", "lights-out:2x3",
    "lights-out:3x3", "cube:2",
]  # fmt: skip
AMBIGUOUS = ("topspin:4x3", "topspin:6x5")
"""Odd turnstiles of all but one cell of the ring, which do the same at opposite places."""

WALKED = [
    "sliding-tile:1x5", "sliding-tile:2x5", "pancake:2", "pancake:6", "topspin:7x3", "topspin:8x5",
    "topspin:7x6", "hanoi:4x3", "lights-out:3x3", "cube:2",
]  # fmt: skip
GROWN = [
    ("sliding-tile:3x3", "sliding-tile:4x5"),
    ("sliding-tile:2x3", "sliding-tile:3x3"),
    ("pancake:5", "pancake:8"),
    ("topspin:8x4", "topspin:11x4"),
    ("topspin:7x3", "topspin:7x3"),
    ("topspin:5x3", "topspin:9x3"),
    ("hanoi:3x3", "hanoi:3x5"),
    ("hanoi:4x2", "hanoi:4x4"),
]
CHANGED = [
    ("topspin:7x3", "topspin:7x4"),
    ("topspin:4x3", "topspin:6x3"),
    ("hanoi:3x3", "hanoi:4x4"),
    ("hanoi:4x3", "hanoi:3x3"),
    ("lights-out:2x2", "lights-out:3x3"),
    ("lights-out:1x3", "lights-out:1x3"),
    ("sliding-tile:3x3", "sliding-tile:2x5"),
    ("pancake:6", "pancake:4"),
    ("pancake:3", "topspin:5x3"),
    ("topspin:6x3", "pancake:8"),
]
"""Boards on which a macro may not hold."""

seeds = st.integers(0, 2**32 - 1)


@cache
def lying(spelling):
    """All primitive schemas of a board, each with its place and the cells there."""
    domain, shape = open_source(spelling).sized
    return [
        (schema, place, domain.geometry.cells(schema.window, place, shape))
        for schema in domain.schemas(shape)
        for place in domain.geometry.places(schema.window, shape)
    ]


def walk(spelling, start, length, rng):
    """Random moves from a state: the schemas with their places, and where they end."""
    steps, state = [], start
    for _ in range(length):
        moves = [
            (schema, place, after)
            for schema, place, cells in lying(spelling)
            if (after := used(schema, cells, state)) is not None
        ]
        schema, place, state = rng.choice(moves)
        steps.append((schema, place))
    return steps, state


def learned(spelling, seed, longest=8):
    """A macro schema from a random walk on a board, with its place, and the walk's ends."""
    rng = Random(seed)
    domain, shape = open_source(spelling).sized
    start = domain.draw(shape, rng)
    steps, end = walk(spelling, start, rng.randint(1, longest), rng)
    macro = schematize(domain, shape, start, steps, "macro", "a walk").operator
    cells = [
        cell
        for schema, place in steps
        for cell in domain.geometry.cells(schema.window, place, shape)
    ]
    window, place = domain.geometry.window(cells, shape)
    assert macro.window == window
    return macro, place, steps, start, end


def fitting(domain, shape, arc, state):
    """A state changed so that it has the constants that an arc requires."""
    cells = list(state)
    for cell, term in enumerate(arc.before):
        if not isinstance(term, Var):
            if domain.permutes(shape):
                cells[cells.index(term)] = cells[cell]
            cells[cell] = term
    return tuple(cells)


def around(places, ring, turnstile):
    """The macro of a few turns on a ring."""
    domain, shape = open_source(f"topspin:{ring}x{turnstile}").sized
    (turn,) = domain.schemas(shape)
    return schematize(
        domain, shape, domain.goal(shape), [(turn, place) for place in places], "m"
    ).operator


def turned(places, ring):
    """The ring after turns of three at some places."""
    state = list(range(1, ring + 1))
    for place in places:
        one, other = place, (place + 2) % ring
        state[one], state[other] = state[other], state[one]
    return tuple(state)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_schema_of_a_placed_schema_is_that_schema_again(spelling):
    domain, shape = open_source(spelling).sized
    size = shape[0] * shape[1]
    for schema, _, cells in lying(spelling):
        arc = schema.placed(cells, size)
        found, place = schema_of(arc, shape, domain.geometry)
        assert found.canonical == schema.canonical
        assert (found.name, found.cost, found.length) == (schema.name, schema.cost, 1)
        there = domain.geometry.cells(found.window, place, shape)
        assert found.placed(there, size) == arc


@pytest.mark.parametrize("spelling", [name for name in SPELLINGS if name not in AMBIGUOUS])
def test_the_place_of_a_placed_schema_is_where_it_was_put(spelling):
    domain, shape = open_source(spelling).sized
    for schema, place, cells in lying(spelling):
        arc = schema.placed(cells, shape[0] * shape[1])
        assert schema_of(arc, shape, domain.geometry)[1] == place


def test_opposite_turns_of_all_but_one_cell_of_a_ring_are_one_arc_with_one_place():
    domain, shape = open_source("topspin:4x3").sized
    arcs = [schema.placed(cells, 4) for schema, _, cells in lying("topspin:4x3")]
    assert arcs[0] == arcs[2]
    assert arcs[1] == arcs[3]
    assert [schema_of(arc, shape, domain.geometry)[1] for arc in arcs] == [0, 1, 0, 1]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_placed_arc_does_what_the_schema_does_to_the_windows_cells(spelling):
    domain, shape = open_source(spelling).sized
    size, rng = shape[0] * shape[1], Random(7)
    applied = 0
    for schema, _, cells in lying(spelling):
        arc = schema.placed(cells, size)
        drawn = domain.draw(shape, rng)
        for state in (drawn, fitting(domain, shape, arc, drawn)):
            assert arc.apply(state) == used(schema, cells, state)
            applied += arc.apply(state) is not None
    assert applied >= len(lying(spelling))


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_primitive_schema_unrolls_to_itself(spelling):
    domain, shape = open_source(spelling).sized
    for schema, place, _ in lying(spelling):
        assert list(unrolled(schema, place, shape, domain.geometry)) == [(schema, place)]


@pytest.mark.slow
@pytest.mark.parametrize("spelling", WALKED)
@given(seeds)
def test_an_unrolled_macro_ends_where_the_placed_macro_leads(spelling, seed):
    domain, shape = open_source(spelling).sized
    macro, place, steps, start, end = learned(spelling, seed)
    cells = domain.geometry.cells(macro.window, place, shape)
    assert macro.placed(cells, shape[0] * shape[1]).apply(start) == end
    plan = Plan(domain, shape, start, ((macro, place),))
    assert plan.replay() == end
    assert (plan.moves, plan.cost) == (len(steps), sum(schema.cost for schema, _ in steps))


@pytest.mark.slow
@pytest.mark.parametrize("spelling", WALKED)
@given(seeds)
def test_an_unrolled_macro_is_the_walk_that_it_was_learned_from(spelling, seed):
    domain, shape = open_source(spelling).sized
    macro, place, steps, _, _ = learned(spelling, seed)
    found = list(unrolled(macro, place, shape, domain.geometry))
    size = shape[0] * shape[1]
    assert [schema.canonical for schema, _ in found] == [schema.canonical for schema, _ in steps]
    for (one, here), (other, there) in zip(found, steps, strict=True):
        assert (one.name, one.cost) == (other.name, other.cost)
        assert one.placed(domain.geometry.cells(one.window, here, shape), size) == other.placed(
            domain.geometry.cells(other.window, there, shape), size
        )


@pytest.mark.slow
@pytest.mark.parametrize("spelling", WALKED)
@given(seeds)
def test_a_placed_macro_applies_exactly_where_its_unrolled_moves_do(spelling, seed):
    domain, shape = open_source(spelling).sized
    macro = learned(spelling, seed, longest=5)[0]
    rng = Random(seed)
    for place in domain.geometry.places(macro.window, shape):
        arc = macro.placed(domain.geometry.cells(macro.window, place, shape), shape[0] * shape[1])
        drawn = domain.draw(shape, rng)
        fits = fitting(domain, shape, arc, drawn)
        assert Plan(domain, shape, fits, ((macro, place),)).replay() == arc.apply(fits)
        if arc.apply(drawn) is None:
            with pytest.raises(ArcwiseError, match="does not apply at cell"):
                Plan(domain, shape, drawn, ((macro, place),)).replay()


@pytest.mark.slow
@pytest.mark.parametrize(("small", "large"), GROWN)
@given(seeds)
def test_a_macro_learned_on_a_small_board_holds_wherever_it_fits_on_a_larger_one(
    small, large, seed
):
    domain, shape = open_source(large).sized
    macro = learned(small, seed)[0]
    assume(domain.holds(macro, shape))
    rng = Random(seed)
    for place in domain.geometry.places(macro.window, shape):
        arc = macro.placed(domain.geometry.cells(macro.window, place, shape), shape[0] * shape[1])
        start = fitting(domain, shape, arc, domain.draw(shape, rng))
        end = arc.apply(start)
        assert end is not None
        assert Plan(domain, shape, start, ((macro, place),)).replay() == end


@pytest.mark.slow
@pytest.mark.parametrize(("small", "large"), [*GROWN, *CHANGED])
@given(seeds)
def test_a_macro_holds_exactly_where_its_steps_are_moves_wherever_it_is_placed(small, large, seed):
    domain, shape = open_source(large).sized
    size, arcs = shape[0] * shape[1], domain.theory(shape).arcs
    moves = {arc.canonical for arc in arcs}
    macro = learned(small, seed)[0]
    places = list(domain.geometry.places(macro.window, shape))
    steps = {
        step.canonical
        for place in places
        for step in macro.placed(domain.geometry.cells(macro.window, place, shape), size).steps
    }
    fits = bool(places) and steps <= moves
    assert domain.holds(macro, shape) == fits or (fits and small in AMBIGUOUS)


@pytest.mark.slow
@pytest.mark.parametrize("spelling", WALKED)
@given(seeds)
def test_a_macro_and_every_move_hold_on_the_board_where_they_were_learned(spelling, seed):
    domain, shape = open_source(spelling).sized
    assert domain.holds(learned(spelling, seed)[0], shape)
    assert all(domain.holds(schema, shape) for schema, _, _ in lying(spelling))


def test_a_macro_learned_all_around_a_ring_does_not_hold_on_a_larger_ring():
    macro = around([0, 3], 5, 3)
    assert macro.window == (1, 5)
    (domain, small), (_, large) = open_source("topspin:5x3").sized, open_source("topspin:9x3").sized
    assert domain.holds(macro, small)
    assert not domain.holds(macro, large)


def test_a_macro_that_covers_the_ring_without_going_around_holds_on_a_larger_ring():
    macro = around([0, 2], 5, 3)
    assert macro.window == (1, 5)
    domain, large = open_source("topspin:9x3").sized
    assert domain.holds(macro, large)
    plan = Plan(domain, large, domain.goal(large), ((macro, 7),))
    assert plan.replay() == turned((7, 0), 9)


def test_a_macro_does_not_hold_where_its_window_or_its_moves_are_none_of_the_board():
    macro = around([0, 1], 7, 3)
    for spelling in ("topspin:3x2", "topspin:7x4", "topspin:7x2", "pancake:7"):
        domain, shape = open_source(spelling).sized
        assert not domain.holds(macro, shape)
    tiles, shape = open_source("sliding-tile:2x3").sized
    down, right = (next(s for s in tiles.schemas(shape) if s.name == n) for n in ("down", "right"))
    corner = schematize(
        tiles, shape, (0, 1, 2, 3, 4, 5), [(right, 0), (down, 1)], "corner"
    ).operator
    assert corner.window == (2, 2)
    assert tiles.holds(corner, (2, 2))
    assert not tiles.holds(corner, (1, 9))
    assert not tiles.holds(corner, (9, 1))
    assert not tiles.holds(Schema(Arc("jump", (0, A, B), (B, A, 0)), (1, 3)), (3, 3))


def test_an_odd_turnstile_inside_a_window_is_not_seen_at_the_opposite_place():
    domain, shape = open_source("topspin:7x3").sized
    macro = around([0, 1], 7, 3)
    assert macro.window == (1, 4)
    found = [place for _, place in unrolled(macro, 5, shape, domain.geometry)]
    assert found == [5, 6]
    plan = Plan(domain, shape, domain.goal(shape), ((macro, 5),))
    assert plan.replay() == turned((5, 6), 7)


@pytest.mark.slow
@pytest.mark.parametrize("spelling", WALKED)
@given(seeds)
def test_a_placed_macro_keeps_its_steps_as_arcs_of_the_board(spelling, seed):
    domain, shape = open_source(spelling).sized
    macro, place, steps, start, end = learned(spelling, seed)
    size = shape[0] * shape[1]
    arc = macro.placed(domain.geometry.cells(macro.window, place, shape), size)
    state = start
    for step in arc.steps:
        state = step.apply(state)
    assert state == end
    assert {step.canonical for step in arc.steps} <= {
        step.canonical for step in domain.theory(shape).arcs
    }
    assert [step.name for step in arc.steps] == [schema.name for schema, _ in steps]
    assert (arc.name, arc.length, arc.cost) == ("macro", macro.length, macro.cost)


@pytest.mark.slow
@pytest.mark.parametrize("spelling", ["sliding-tile:3x4", "pancake:6", "topspin:8x4", "cube:2"])
@given(seeds)
def test_journeys_tell_where_the_symbols_of_a_permutation_go(spelling, seed):
    domain, shape = open_source(spelling).sized
    macro, place, _, whole, _ = learned(spelling, seed)
    cells = range(len(macro.arc.before))
    start = tuple(whole[cell] for cell in domain.geometry.cells(macro.window, place, shape))
    end = macro.arc.apply(start)
    went = {cell: end.index(start[cell]) for cell in cells}
    assert macro.journeys == {cell: there for cell, there in went.items() if there != cell}


def test_journeys_leave_out_symbols_that_end_nowhere_or_in_two_cells():
    copied = Schema(Arc("copy", (A, B, C), (C, A, A)), (1, 3))
    assert copied.journeys == {2: 0}
    assert Schema(Arc("paint", (1, A), (2, A)), (1, 2)).journeys == {}
    assert Schema(Arc("carry", (0, A), (A, 0)), (1, 2)).journeys == {0: 1, 1: 0}


def test_schemas_are_the_same_exactly_for_the_same_rule_on_the_same_window():
    schema = Schema(Arc("one", (A, 0, B), (0, A, B)), (1, 3))
    assert schema.canonical == Schema(Arc("other", (D, 0, A), (0, D, A), 9), (1, 3)).canonical
    assert schema.canonical != Schema(schema.arc, (3, 1)).canonical
    assert schema.canonical != Schema(Arc("one", (A, 0, B), (0, B, A)), (1, 3)).canonical


def test_a_placed_schema_leaves_all_other_cells_as_they_are():
    arc = Schema(Arc("left", (A, 0), (0, A), 3), (1, 2)).placed((3, 4), 6)
    assert arc.before == (A, B, C, D, 0, Var("E"))
    assert arc.after == (A, B, C, 0, D, Var("E"))
    assert (arc.name, arc.cost, arc.is_macro) == ("left", 3, False)


def test_a_placed_schema_is_the_arc_that_its_constructor_would_make():
    """Placing builds arcs without the checks of the constructor, as there are hundreds of thousands."""
    placed = Schema(SWAP, (1, 2)).placed((2, 0), 3)
    assert placed == Arc("swap", (A, B, C), (C, B, A))
    assert (placed.length, placed.steps, placed.inverse()) == (
        1,
        (),
        Arc("swap", (C, B, A), (A, B, C)),
    )


def test_a_placed_schema_follows_the_order_of_the_cells():
    turn = Schema(Arc("turn", (A, B, C), (B, C, A)), (1, 3))
    assert turn.placed((4, 0, 1), 5).apply((1, 2, 3, 4, 5)) == (2, 5, 3, 4, 1)


def test_a_repeated_variable_of_a_schema_asks_for_equal_cells_of_the_board():
    schema = Schema(Arc("pair", (A, A, B), (A, A, 0)), (1, 3))
    arc = schema.placed((3, 1, 0), 4)
    assert arc.apply((5, 7, 6, 7)) == (0, 7, 6, 7)
    assert arc.apply((5, 7, 6, 8)) is None
    assert schema_of(arc, (1, 4), PREFIX)[0].arc.apply((5, 7, 6, 8)) is None


@pytest.mark.parametrize(
    ("before", "after", "cells"),
    [
        ((A, B, C), (A, B, C), ()),
        ((A, B, C), (B, A, C), (0, 1)),
        ((A, B, C), (A, B, 0), (2,)),
        ((A, 1, C), (A, 1, C), (1,)),
        ((A, B, A), (A, B, A), (0, 2)),
        ((0, B, C), (C, B, 0), (0, 2)),
        ((A, B, C), (A, A, C), (0, 1)),
        ((A, B, C), (C, B, C), (0, 2)),
    ],
)
def test_an_arc_touches_the_cells_that_it_asks_about_or_changes(before, after, cells):
    assert touched(Arc("arc", before, after)) == cells


def test_the_schema_of_a_copy_has_the_cell_that_it_is_copied_from():
    arc = Arc("copy", (A, B, C, D), (A, B, C, B))
    schema, place = schema_of(arc, (1, 4), GRID)
    assert (schema.window, place) == ((1, 3), 1)
    assert (
        schema.placed((1, 2, 3), 4).apply((1, 2, 3, 4)) == arc.apply((1, 2, 3, 4)) == (1, 2, 3, 2)
    )


def test_the_schema_of_an_arc_is_on_the_smallest_window_of_the_geometry():
    arc = Arc("swap", (A, B, C, D), (D, B, C, A))
    assert schema_of(arc, (2, 2), GRID)[0].window == (2, 2)
    assert schema_of(arc, (1, 4), RING) == (Schema(Arc("swap", (A, B), (B, A)), (1, 2)), 3)
    assert schema_of(arc, (1, 4), PREFIX) == (Schema(arc, (1, 4)), 0)
    assert schema_of(Arc("swap", (A, B, C, D), (A, D, C, B)), (2, 2), GRID) == (
        Schema(Arc("swap", (A, B), (B, A)), (2, 1)),
        1,
    )
    assert schema_of(SWAP, (1, 2), WHOLE) == (Schema(SWAP, (1, 2)), 0)


def test_an_arc_seen_through_a_window_has_the_windows_cells_in_its_order():
    arc = Arc("turn", (A, 0, B, C), (A, C, B, 0), 2)
    assert restricted(arc, (3, 1)) == Arc("turn", (A, 0), (0, A), 2)


def test_an_arc_that_does_nothing_has_no_schema():
    with pytest.raises(InputError, match="arc rest has no conditions and no effects"):
        schema_of(Arc("rest", (A, B), (A, B)), (1, 2), GRID)


def test_a_schema_refuses_an_arc_that_does_not_fit_its_window():
    with pytest.raises(InputError, match="schema swap does not fit its window") as caught:
        Schema(SWAP, (2, 2))
    assert (caught.value.expected, caught.value.found) == ("4 cells", "2")
