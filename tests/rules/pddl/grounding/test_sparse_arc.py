"""Arcs on wide boards are arcs like others, and hold only the cells that they look at."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from arcwise.rules import InputError, Var
from arcwise.rules.arc import WIDE, compile_arc, replace_arc
from arcwise.rules.arc_index import ArcIndex
from arcwise.rules.pddl.grounding.ground_task import SparseArc
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
