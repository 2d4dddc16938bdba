"""Arcs on wide boards are arcs like others, and hold only the cells that they look at."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from arcwise.rules import InputError, Var, fingerprint
from arcwise.rules.arc import WIDE, compile_arc, replace_arc
from arcwise.rules.sparse_arc import Axiom, Axioms, ConditionalEffect, SparseArc
from arcwise.rules.theory import ArcIndex
from hypothesis import given
from hypothesis import strategies as st

SIZE = WIDE + 3
BLANK = tuple(Var(f"X{cell}") for cell in range(SIZE))
CELLS = st.dictionaries(st.integers(0, SIZE - 1), st.sampled_from("abc"), max_size=4)


@given(CELLS, CELLS, st.integers(0))
def test_it_is_the_arc_of_its_patterns(asked, made, seed):
    sparse = SparseArc("go", BLANK, asked, made, 2)
    dense = replace_arc(sparse)
    assert type(dense) is not SparseArc
    assert sparse == dense
    assert dense == sparse
    assert hash(sparse) == hash(dense)
    assert sparse.canonical == dense.canonical
    for name in ("before", "after", "size", "changed", "conditions", "effects", "length", "name"):
        assert getattr(sparse, name) == getattr(dense, name), name
    assert dict.fromkeys(sparse.symbols) == dict.fromkeys(dense.symbols)
    assert pickle.loads(pickle.dumps(sparse)) == sparse
    rng = Random(seed)
    state = tuple(asked.get(cell, rng.choice("abc")) for cell in range(SIZE))
    after = tuple(made.get(cell, symbol) for cell, symbol in enumerate(state))
    for arc in (sparse, dense):
        assert compile_arc(arc)(state) == after
        assert [found for _, found in ArcIndex((arc,)).successors(state)] == [after]
    for cell, symbol in asked.items():
        other = (*state[:cell], symbol + "?", *state[cell + 1 :])
        assert sparse.apply(other) is dense.apply(other) is None


def test_another_arc_is_another():
    arc = SparseArc("go", BLANK, {1: "a"}, {1: "b"})
    assert arc != SparseArc("go", BLANK, {1: "a"}, {1: "c"})
    assert arc != SparseArc("run", BLANK, {1: "a"}, {1: "b"})
    assert arc != "go"


def test_names_and_costs_are_checked():
    with pytest.raises(InputError, match="bad cost"):
        SparseArc("go", BLANK, {}, {0: "a"}, -1)
    with pytest.raises(InputError, match="control characters"):
        SparseArc("go\n", BLANK, {}, {0: "a"})


EFFECTS = st.lists(
    st.builds(
        lambda asked, made: ConditionalEffect(tuple(asked.items()), tuple(made.items())),
        CELLS,
        st.dictionaries(st.integers(0, SIZE - 1), st.sampled_from("abc"), min_size=1, max_size=3),
    ),
    max_size=4,
).map(tuple)


@given(CELLS, CELLS, EFFECTS, st.integers(0))
def test_conditional_effects_look_at_the_state_before_and_the_later_one_counts(
    asked, made, conditional, seed
):
    arc = SparseArc("go", BLANK, asked, made, 2, conditional=conditional)
    rng = Random(seed)
    state = tuple(asked.get(cell, rng.choice("abc")) for cell in range(SIZE))
    after = dict(enumerate(state)) | made
    for one in conditional:
        if all(state[cell] == symbol for cell, symbol in one.asked):
            after |= dict(one.made)
    expected = tuple(after.values())
    assert arc.apply(state) == expected
    assert [found for _, found in ArcIndex((arc,)).successors(state)] == [expected]
    assert {cell for cell in range(SIZE) if state[cell] != expected[cell]} <= {*arc.changed}
    case = arc.case(state)
    assert case.plain
    assert case.apply(state) == expected
    other = tuple(rng.choice("abc") if rng.random() < 0.3 else symbol for symbol in state)
    if case.apply(other) is not None:
        assert case.apply(other) == arc.apply(other)
    copy = pickle.loads(pickle.dumps(arc))
    assert copy == arc
    assert fingerprint(copy) == fingerprint(arc)
    assert hash(copy) == hash(arc)


def test_an_arc_with_conditional_effects_has_no_pattern_of_what_it_leads_to():
    arc = SparseArc(
        "go", BLANK, {}, {0: "b"}, conditional=(ConditionalEffect(((1, "a"),), ((2, "c"),)),)
    )
    assert arc != SparseArc("go", BLANK, {}, {0: "b"})
    assert fingerprint(arc) != fingerprint(SparseArc("go", BLANK, {}, {0: "b"}))
    assert arc.inverse() is None
    for name in ("after", "effects", "canonical"):
        with pytest.raises(InputError, match="because of conditional effects"):
            getattr(arc, name)


def test_derived_cells_are_what_the_axioms_of_the_strata_make_of_the_others():
    one, both = Axiom(((0, "a"),), 1, "yes"), Axiom(((1, "yes"), (2, "a")), 3, "yes")
    back = Axiom(((3, "yes"),), 1, "yes")
    neither = Axiom(((1, "no"),), 4, "yes")
    axioms = Axioms(((1, "no"), (3, "no"), (4, "no")), ((back, both, one), (neither,)))
    state = ["a", "no", "a", "no", "no"]
    assert axioms.settle([*state]) == ("a", "yes", "a", "yes", "no")
    assert axioms.settle(["b", *state[1:]]) == ("b", "no", "a", "no", "yes")
    blank = BLANK[:5]
    arc = SparseArc("go", blank, {}, {0: "b"}, axioms=axioms)
    assert arc.apply(("a", "yes", "a", "yes", "no")) == ("b", "no", "a", "no", "yes")
    assert arc.changed == (0, 1, 3, 4)
    assert not arc.plain
