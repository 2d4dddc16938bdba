"""Algebra of terms on terms that nest."""

import pytest
from arcwise.rules import Var, canonical, match, substitute, unify
from arcwise.rules.term import Compound, leaves, occurs, variables
from hypothesis import given
from hypothesis import strategies as st

X, Y, Z = Var("X"), Var("Y"), Var("Z")
NESTED = st.recursive(
    st.sampled_from([X, Y, Z, "a", 0]),
    lambda inner: st.builds(
        Compound, st.sampled_from("fg"), st.lists(inner, min_size=1, max_size=2).map(tuple)
    ),
    max_leaves=6,
)


def f(*args):
    return Compound("f", args)


def deep(levels, end):
    term = end
    for _ in range(levels):
        term = f(term)
    return term


def test_unify_looks_into_compound_terms():
    assert unify((f(X, "b"),), (f("a", Y),)) == {X: "a", Y: "b"}
    assert unify((f(X),), (f(X, Y),)) is None
    assert unify((f("a"),), ("a",)) is None


def test_unify_makes_no_infinite_term():
    assert unify((X,), (f(X),)) is None
    assert unify((X, Y), (f(Y), f(X))) is None


def test_match_binds_variables_to_whole_terms():
    assert match((f(X, X),), (f(f("a"), f("a")),)) == {X: f("a")}
    assert match((f(X, X),), (f(f("a"), f("b")),)) is None
    assert match((f("a"),), (f(X),)) is None


def test_canonical_names_variables_in_order_of_occurrence_through_nested_terms():
    found = canonical((f(Z, f(Y)), Z), (Y, X))
    assert variables((*found[0], *found[1])) == (Var("A"), Var("B"), Var("C"))
    assert found == ((f(Var("A"), f(Var("B"))), Var("A")), (Var("B"), Var("C")))


@given(NESTED, NESTED)
def test_a_unifier_makes_both_sides_equal(left, right):
    found = unify((left,), (right,))
    if found is not None:
        assert substitute((left,), found) == substitute((right,), found)
        assert not any(occurs(one, found[one], found) for one in found)


@given(NESTED)
def test_a_term_matches_its_own_instances(term):
    state = substitute((term,), {X: "a", Y: f("b"), Z: 0})
    found = match((term,), state)
    assert found is not None
    assert substitute((term,), found) == state


@pytest.mark.slow
def test_no_nesting_is_too_deep():
    one, other = deep(100_000, X), deep(100_000, f("a"))
    found = unify((one,), (other,))
    assert found == {X: f("a")}
    assert substitute((one,), found)[0] == other
    assert match((one,), (other,)) == {X: f("a")}
    assert list(leaves(canonical((one,))[0])) == [Var("A")]
