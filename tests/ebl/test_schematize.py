"""From paths on boards to schemas: the window, the rule, and what it does wherever it is placed."""

from itertools import product
from random import Random

import pytest
from arcwise.ebl import schematize
from arcwise.rules import ArcwiseError, Var, open_source
from hypothesis import given
from hypothesis import strategies as st

from ..drawing import at_most, used

A, B, C, D, E = (Var(name) for name in "ABCDE")
BOARDS = [
    "sliding-tile:1x6", "sliding-tile:5x1", "sliding-tile:3x3", "sliding-tile:4x5",
    "pancake:2", "pancake:7", "topspin:5x2", "topspin:7x3", "topspin:9x4", "topspin:7x6",
    "topspin:8x5", "hanoi:3x5", "hanoi:4x3", "lights-out:1x1", "lights-out:2x3", "cube:2",
]  # fmt: skip

seeds = st.integers(0, 2**32 - 1)
few_examples = at_most(12)


def walked(spelling, seed, longest=7):
    """A random walk: where it begins, its schemas with their places, and all its states."""
    rng = Random(seed)
    domain, shape = open_source(spelling).sized
    states, steps = [domain.draw(shape, rng)], []
    for _ in range(rng.randint(1, longest)):
        moves = [
            (schema, place, after)
            for schema in domain.schemas(shape)
            for place in domain.geometry.places(schema.window, shape)
            if (after := used(schema, cells_of(domain, shape, schema, place), states[-1]))
            is not None
        ]
        schema, place, after = rng.choice(moves)
        steps.append((schema, place))
        states.append(after)
    return domain, shape, steps, states


def cells_of(domain, shape, schema, place):
    return domain.geometry.cells(schema.window, place, shape)


def covered(domain, shape, steps):
    """All cells that the windows of some steps cover."""
    return {cell for schema, place in steps for cell in cells_of(domain, shape, schema, place)}


def where_it_was_learned(domain, shape, macro, steps):
    """The cells under the macro's window where it was learned, in the window's order."""
    window, place = domain.geometry.window(covered(domain, shape, steps), shape)
    assert window == macro.window
    return domain.geometry.cells(window, place, shape)


@pytest.mark.slow
@pytest.mark.parametrize("spelling", BOARDS)
@few_examples
@given(seeds)
def test_the_window_is_the_smallest_that_covers_all_steps(spelling, seed):
    domain, shape, steps, states = walked(spelling, seed)
    macro = schematize(domain, shape, states[0], steps, "macro")
    cells = covered(domain, shape, steps)
    windows = [
        window
        for window in product(range(1, shape[0] + 1), range(1, shape[1] + 1))
        for place in domain.geometry.places(window, shape)
        if cells <= set(domain.geometry.cells(window, place, shape))
    ]
    assert macro.window in windows
    assert macro.window[0] * macro.window[1] == min(rows * columns for rows, columns in windows)


@pytest.mark.slow
@pytest.mark.parametrize("spelling", BOARDS)
@few_examples
@given(seeds)
def test_placed_where_it_was_learned_it_leads_where_the_path_leads(spelling, seed):
    domain, shape, steps, states = walked(spelling, seed)
    macro = schematize(domain, shape, states[0], steps, "macro")
    cells = where_it_was_learned(domain, shape, macro, steps)
    arc = macro.schema.placed(cells, shape[0] * shape[1])
    assert arc.apply(states[0]) == states[-1]
    state = states[0]
    for step, expected in zip(arc.steps, states[1:], strict=True):
        state = step.apply(state)
        assert state == expected


@pytest.mark.slow
@pytest.mark.parametrize("spelling", BOARDS)
@few_examples
@given(seeds)
def test_wherever_it_is_placed_it_leads_where_the_path_moved_there_leads(spelling, seed):
    domain, shape, steps, states = walked(spelling, seed)
    macro = schematize(domain, shape, states[0], steps, "macro")
    learned_at = where_it_was_learned(domain, shape, macro, steps)
    size, rng = shape[0] * shape[1], Random(seed)
    inside = [states[0][cell] for cell in learned_at]
    for place in domain.geometry.places(macro.window, shape):
        cells = domain.geometry.cells(macro.window, place, shape)
        goes = dict(zip(learned_at, cells, strict=True))
        rest = [symbol for cell, symbol in enumerate(states[0]) if cell not in goes]
        rng.shuffle(rest)
        others = iter(rest)
        lying = dict(zip(cells, inside, strict=True))
        start = state = tuple(
            lying[cell] if cell in lying else next(others) for cell in range(size)
        )
        for schema, at in steps:
            there = tuple(goes[cell] for cell in cells_of(domain, shape, schema, at))
            state = used(schema, there, state)
        assert macro.schema.placed(cells, size).apply(start) == state


@pytest.mark.slow
@pytest.mark.parametrize("spelling", BOARDS)
@few_examples
@given(seeds)
def test_it_applies_exactly_where_all_steps_do(spelling, seed):
    domain, shape, steps, states = walked(spelling, seed, longest=3)
    macro = schematize(domain, shape, states[0], steps, "macro")
    cells = where_it_was_learned(domain, shape, macro, steps)
    arc = macro.schema.placed(cells, shape[0] * shape[1])
    rng = Random(seed)
    for _ in range(10):
        start = state = domain.draw(shape, rng)
        for schema, at in steps:
            if state is not None:
                state = used(schema, cells_of(domain, shape, schema, at), state)
        assert arc.apply(start) == state


@pytest.mark.slow
@pytest.mark.parametrize("spelling", BOARDS)
@few_examples
@given(seeds)
def test_it_keeps_what_it_was_learned_from(spelling, seed):
    domain, shape, steps, states = walked(spelling, seed)
    macro = schematize(domain, shape, states[0], steps, "around", "a walk")
    cells = where_it_was_learned(domain, shape, macro, steps)
    assert (macro.name, macro.origin) == ("around", "a walk")
    assert (macro.length, macro.cost) == (len(steps), sum(schema.cost for schema, _ in steps))
    seen = [tuple(state[cell] for cell in cells) for state in states]
    assert list(macro.explanation.states) == seen
    assert [schema for schema, _ in macro.steps] == [schema for schema, _ in steps]
    assert [cells[inner] for _, inner in macro.steps] == [place for _, place in steps]
    assert [arc.name for arc in macro.arc.steps] == [schema.name for schema, _ in steps]


@pytest.mark.parametrize("spelling", BOARDS)
def test_a_path_of_one_step_is_that_step_again(spelling):
    domain, shape, steps, states = walked(spelling, 4, longest=1)
    macro = schematize(domain, shape, states[0], steps, "one")
    assert macro.canonical == steps[0][0].canonical
    assert (macro.length, macro.origin) == (1, "")


def named(spelling):
    domain, shape = open_source(spelling).sized
    return domain, shape, {schema.name: schema for schema in domain.schemas(shape)}


def test_the_training_example_of_the_source_text_gives_its_macro():
    domain, shape, move = named("sliding-tile:2x3")
    steps = [(move["up"], 0), (move["right"], 0), (move["down"], 1), (move["right"], 4)]
    macro = schematize(domain, shape, (4, 5, 3, 0, 1, 2), steps, "m1")
    assert macro.window == (2, 3)
    assert (macro.arc.before, macro.arc.after) == ((A, B, C, 0, D, E), (B, D, C, A, E, 0))


def test_the_same_path_gives_the_same_schema_on_every_board_and_at_every_place():
    seen = set()
    for spelling, place in (
        ("sliding-tile:2x2", 0),
        ("sliding-tile:4x5", 7),
        ("sliding-tile:9x3", 21),
    ):
        domain, shape, move = named(spelling)
        columns = shape[1]
        start = list(range(1, shape[0] * columns))
        start.insert(place, 0)
        steps = [
            (move["right"], place), (move["down"], place + 1), (move["left"], place + columns),
        ]  # fmt: skip
        macro = schematize(domain, shape, tuple(start), steps, "macro")
        assert macro.canonical[0] == (2, 2)
        seen.add(macro.canonical)
    assert len(seen) == 1


def test_a_macro_around_a_ring_has_a_window_over_its_seam():
    domain, shape, move = named("topspin:8x3")
    macro = schematize(
        domain, shape, domain.goal(shape), [(move["turn"], 6), (move["turn"], 7)], "m"
    )
    assert macro.window == (1, 4)
    assert (macro.arc.before, macro.arc.after) == ((A, B, C, D), (C, D, A, B))
    assert [place for _, place in macro.steps] == [0, 1]


def test_constants_stay_exactly_where_a_step_needs_them():
    domain, shape = open_source("hanoi:3x3").sized
    small, middle = (s for s in domain.schemas(shape) if (s.arc.before, s.arc.after) in (
        ((1,), (3,)), ((3, 1), (3, 2)),
    ))  # fmt: skip
    macro = schematize(domain, shape, (1, 1, 2), [(small, 0), (middle, 0)], "m")
    assert macro.window == (1, 2)
    assert (macro.arc.before, macro.arc.after) == ((1, 1), (3, 2))


def test_a_step_that_does_not_apply_is_refused():
    domain, shape, move = named("sliding-tile:2x3")
    with pytest.raises(ArcwiseError, match="step 2: arc down does not apply"):
        schematize(domain, shape, (0, 1, 2, 3, 4, 5), [(move["right"], 0), (move["down"], 0)], "m")


def test_learned_schemas_can_be_members_of_sets():
    domain, shape = open_source("sliding-tile:2x2").sized
    up, left, _, _ = domain.schemas(shape)
    twice = [schematize(domain, shape, (1, 2, 3, 0), [(up, 1), (left, 0)], "m1") for _ in range(2)]
    assert len(set(twice)) == 1
