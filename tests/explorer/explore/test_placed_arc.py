from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from arcwise.explorer.explore.walk import PlacedArc, Unmet, everywhere
from arcwise.rules import Arc, State, Var, open_source
from hypothesis import given
from hypothesis import strategies as st

A, B = Var("A"), Var("B")
SYMBOLS = st.integers(0, 2)
DOMAINS = (
    "sliding-tile:3x4",
    "pancake:5",
    "topspin:6x3",
    "topspin:5x4",
    "hanoi:3x3",
    "lights-out:2x3",
    "cube:2",
)


@st.composite
def arcs_and_states(draw: st.DrawFn) -> tuple[Arc, State]:
    size = draw(st.integers(1, 6))
    terms = st.one_of(SYMBOLS, st.sampled_from([Var(name) for name in "ABC"]))
    before = tuple(draw(st.lists(terms, min_size=size, max_size=size)))
    known = [term for term in before if isinstance(term, Var)]
    made = st.one_of(SYMBOLS, st.sampled_from(known)) if known else SYMBOLS
    after = tuple(draw(st.lists(made, min_size=size, max_size=size)))
    state = tuple(draw(st.lists(SYMBOLS, min_size=size, max_size=size)))
    return Arc("arc", before, after), state


def holds(unmet: Unmet, state: State) -> bool:
    """Whether a state meets a precondition after all, judged by its own words."""
    words = str(unmet).replace(",", "").replace(":", "").split()
    if words[0] == "cell":
        assert words[4 + 1] == "is"
        assert str(state[int(words[1]) - 1]) == words[6]
        return str(state[int(words[1]) - 1]) == words[4]
    one, other = state[int(words[1]) - 1], state[int(words[3]) - 1]
    assert [str(one), str(other)] == [words[-3], words[-1]]
    return one == other


@pytest.mark.long
@given(arcs_and_states())
def test_an_arc_has_unmet_preconditions_exactly_where_it_does_not_apply(
    pair: tuple[Arc, State],
) -> None:
    arc, state = pair
    placed = PlacedArc.on_board(arc)
    unmet = placed.unmet(state)
    assert (not unmet) == (arc.apply(state) is not None)
    assert placed.apply(state) == arc.apply(state)
    assert not any(holds(precondition, state) for precondition in unmet)


@pytest.mark.long
@given(arcs_and_states())
def test_a_state_that_is_mended_as_the_preconditions_say_matches(pair: tuple[Arc, State]) -> None:
    arc, state = pair
    placed = PlacedArc.on_board(arc)
    cells = list(state)
    for precondition in placed.unmet(state):
        if precondition.other is None:
            assert precondition.wanted is not None
            cells[precondition.cell] = precondition.wanted
        else:
            cells[precondition.other] = cells[precondition.cell]
    assert arc.apply(tuple(cells)) is not None


def test_preconditions_are_put_in_words_with_cells_counted_from_1() -> None:
    placed = PlacedArc.on_board(Arc("arc", (A, A, 0), (A, A, 0)))
    assert [str(precondition) for precondition in placed.unmet((7, 1, 3))] == [
        "cell 3 must be 0, is 3",
        "cells 1 and 2 must be equal: 7 and 1",
    ]


@pytest.mark.parametrize("argument", DOMAINS)
def test_a_schema_at_a_place_is_the_arc_of_the_board_there(argument: str) -> None:
    domain, shape = open_source(argument).sized
    rng = Random(argument)
    states = [domain.draw(shape, rng) for _ in range(20)]
    placed = [
        move for schema in domain.schemas(shape) for move in everywhere(schema, domain, shape)
    ]
    assert Counter(move.arc.canonical for move in placed) == Counter(
        arc.canonical for arc in domain.theory(shape).arcs
    )
    for move in placed:
        for state in states:
            assert move.apply(state) == move.arc.apply(state)
            assert (move.apply(state) is None) == bool(move.unmet(state))


@pytest.mark.parametrize(
    ("arc", "where"),
    [
        (Arc("one", (A, 0), (A, 1)), "cell 2"),
        (Arc("two", (A, 0), (0, A)), "cells 1, 2"),
        (Arc("many", (A, B, 0, 1, 2), (B, A, 1, 2, 0)), "5 cells from 1 to 5"),
    ],
)
def test_places_are_described_by_the_cells_that_an_arc_touches(arc: Arc, where: str) -> None:
    assert PlacedArc.on_board(arc).where() == where
