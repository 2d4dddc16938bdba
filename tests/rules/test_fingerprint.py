"""What values are told apart by their serialization, and which are the same."""

from fractions import Fraction
from itertools import combinations

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, fingerprint, serialized
from hypothesis import given
from hypothesis import strategies as st

X, Y = Var("X"), Var("Y")


def arc(before, after, cost=1, name="arc"):
    return Arc(name, before, after, cost)


APART = [
    None, "", "A", Var("A"), 1, "1", -1, 0.1, 0.10000000000000002, Fraction(1, 10), "0.1", (), ("A",),
    (Var("A"),), ("A", "B"), ("AB",), (("A",), "B"), ("A", ("B",)), (X, X), (X, Y), b"A", {"A": 1}, {"A": "1"},
    frozenset({"A"}), float("inf"), "l0:", ("s1:A",),
    arc((X, Y), (Y, X)), arc((X, "Y"), ("Y", X)), arc((X, Y), (Y, X), 2), arc((X, X), (X, X)), arc((X, 1), (1, X)),
    arc((X, "1"), ("1", X)), arc((X, Y), (X, X)), arc((X, Y), (Y, Y)),
    Theory("t", (), (1, 2)), Theory("t", (), (2, 1)), Theory("t", (), (1, 2), 0), Theory("t", (), (1, 2), "0"),
    Theory("t", (), (1, 2), None, ("a", "b")), Theory("t", (), (1, 2), None, None, (("a",), ("b",))),
]  # fmt: skip


def test_values_that_differ_have_different_bytes():
    for one, other in combinations(APART, 2):
        assert serialized(one) != serialized(other), (one, other)
        assert fingerprint(one) != fingerprint(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (("a", 1), ["a", 1]),
        ((X, Y, X), (Var("A"), Var("B"), Var("A"))),
        (arc((X, Y), (Y, X)), arc((Y, X), (X, Y), 1.0, "other")),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (Theory("t", (arc((X, Y), (Y, X)),), (1, 2)), Theory("u", (arc((Y, X), (X, Y)),), (1, 2))),
    ],
)
def test_values_that_mean_the_same_have_the_same_bytes(one, other):
    assert serialized(one) == serialized(other)


VALUES = st.recursive(
    st.none() | st.integers() | st.text("aA1:ils", max_size=3),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


@given(VALUES, VALUES)
def test_bytes_are_the_same_exactly_where_values_are_equal(one, other):
    assert (serialized(one) == serialized(other)) == (one == other)


def test_what_has_no_serialization_is_refused():
    with pytest.raises(InputError, match="cannot be serialized"):
        serialized(object())
