"""The algebra of terms against brute force over all ground assignments."""

from itertools import product

import pytest
from arcwise.rules import Var, canonical, match, substitute, unify
from arcwise.rules.term import (
    Compound,
    leaves,
    occurs,
    rename_apart,
    variable_name,
    variables,
    walk,
)
from hypothesis import assume, given
from hypothesis import strategies as st

A, B, C, D = (Var(name) for name in "ABCD")
X, Y, Z = (Var(name) for name in "XYZ")
SYMBOLS = (0, 1, "x")
TERMS = st.sampled_from([A, B, C, D, *SYMBOLS])
PATTERNS = st.lists(TERMS, max_size=5).map(tuple)
PAIRS = st.integers(0, 5).flatmap(
    lambda size: st.tuples(
        *(st.lists(TERMS, min_size=size, max_size=size).map(tuple) for _ in range(2))
    )
)
STATES = st.lists(st.sampled_from(SYMBOLS), max_size=5).map(tuple)
VARIABLES = st.sampled_from([A, B, C, D])

NESTED = st.recursive(
    st.sampled_from([X, Y, Z, "a", 0]),
    lambda inner: st.builds(
        Compound, st.sampled_from("fg"), st.lists(inner, min_size=1, max_size=2).map(tuple)
    ),
    max_leaves=6,
)


def ground_assignments(*patterns):
    names = variables(term for pattern in patterns for term in pattern)
    for symbols in product(SYMBOLS, repeat=len(names)):
        yield dict(zip(names, symbols, strict=True))


def renames(left, right):
    """Whether a one-to-one renaming of variables turns one pattern into the other, said independently."""
    if len(left) != len(right):
        return False
    pairs = set(zip(left, right, strict=True))
    if any(isinstance(a, Var) != isinstance(b, Var) for a, b in pairs):
        return False
    if any(a != b for a, b in pairs if not isinstance(a, Var)):
        return False
    return len({a for a, _ in pairs}) == len(pairs) == len({b for _, b in pairs})


def test_variables_come_once_each_in_order_of_first_occurrence():
    assert variables((B, 0, A, B, "x", A, C)) == (B, A, C)


def test_walk_follows_variables_to_the_last_one_or_a_constant():
    assert walk(A, {A: B, B: C, C: 7}) == 7
    assert walk(A, {A: B}) == B
    assert walk(0, {A: B}) == 0


def test_match_rejects_two_values_for_one_variable():
    assert match((A, A), (1, 2)) is None
    assert match((A, A), (2, 2)) == {A: 2}


def test_match_tells_a_number_from_the_word_that_looks_like_it():
    assert match((1,), ("1",)) is None


@given(PATTERNS, STATES)
def test_match_finds_the_bindings_exactly_when_some_assignment_makes_pattern_and_state_equal(
    pattern, state
):
    found = [
        bindings
        for bindings in ground_assignments(pattern)
        if tuple(bindings.get(term, term) for term in pattern) == state
    ]
    assert match(pattern, state) == (found[0] if found else None)


@given(PATTERNS, STATES)
def test_matching_is_unification_with_a_state(pattern, state):
    assert match(pattern, state) == unify(pattern, state)


def test_unify_rejects_two_values_for_one_variable():
    assert unify((A, A), (1, 2)) is None
    assert unify((A, B, A), (B, 1, 2)) is None


def test_unify_makes_two_variables_one():
    unifier = unify((A, B), (B, A))
    assert unifier in ({A: B}, {B: A})


@given(PAIRS)
def test_unify_makes_both_patterns_equal_and_leaves_nothing_to_substitute(pair):
    left, right = pair
    unifier = unify(left, right)
    assume(unifier is not None)
    once = substitute(left, unifier)
    assert once == substitute(right, unifier)
    assert substitute(once, unifier) == once


@given(PAIRS)
def test_unify_fails_exactly_where_no_ground_assignment_makes_the_patterns_equal(pair):
    left, right = pair
    possible = any(
        substitute(left, ground) == substitute(right, ground)
        for ground in ground_assignments(left, right)
    )
    assert (unify(left, right) is not None) == possible


@given(PAIRS)
def test_every_ground_unifier_is_an_instance_of_what_unify_finds(pair):
    left, right = pair
    unifier = unify(left, right)
    everything = left + right
    for ground in ground_assignments(left, right):
        if substitute(left, ground) == substitute(right, ground):
            assert unifier is not None
            general = substitute(everything, unifier)
            assert substitute(general, ground) == substitute(everything, ground)


@given(PAIRS)
def test_unify_gives_the_same_pattern_from_either_side_up_to_names(pair):
    left, right = pair
    forth, back = unify(left, right), unify(right, left)
    assert (forth is None) == (back is None)
    if forth is not None and back is not None:
        assert renames(substitute(left + right, forth), substitute(left + right, back))


@pytest.mark.long
@given(PAIRS, PAIRS)
def test_unifying_in_two_rounds_is_unifying_all_at_once(first, second):
    bound = unify(*first)
    at_once = unify(first[0] + second[0], first[1] + second[1])
    in_rounds = None if bound is None else unify(*second, bound)
    assert in_rounds == at_once


def test_unify_extends_what_is_bound_in_a_copy():
    bound = {A: 1}
    assert unify((A, B), (1, A), bound) == {A: 1, B: 1}
    assert bound == {A: 1}
    assert unify((A,), (2,), bound) is None


def test_patterns_of_different_lengths_neither_match_nor_unify():
    assert match((A,), (1, 2)) is None
    assert match((A, B), (1,)) is None
    assert unify((A,), (A, B)) is None
    assert match((), ()) == unify((), ()) == {}


@pytest.mark.slow
def test_a_chain_of_variables_longer_than_the_recursion_limit_is_no_trouble():
    chain = tuple(Var(f"V{number}") for number in range(1500))
    unifier = unify(chain[:-1], chain[1:])
    assert unifier is not None
    assert len(set(substitute(chain, unifier))) == 1


@given(PATTERNS, PATTERNS)
def test_patterns_renamed_apart_share_no_variable_with_the_old_ones(one, other):
    renamed = rename_apart((one, other), "'")
    assert renames(one + other, renamed[0] + renamed[1])
    assert not set(variables(one + other)) & set(variables(renamed[0] + renamed[1]))


@given(PAIRS, st.permutations([A, B, C, D]))
def test_canonical_forms_are_equal_exactly_for_renamings(pair, names):
    left, right = pair
    assert (canonical(left) == canonical(right)) == renames(left, right)
    renamed = substitute(left, dict(zip([A, B, C, D], map(_primed, names), strict=True)))
    assert canonical(renamed) == canonical(left)


def _primed(variable):
    return Var(variable.name + "'")


@given(PATTERNS, PATTERNS)
def test_canonical_names_variables_across_all_patterns_and_is_stable(one, other):
    first, second = canonical(one, other)
    assert renames(one + other, first + second)
    assert canonical(first, second) == (first, second)
    names = [variable.name for variable in variables(first + second)]
    assert names == list("ABCD"[: len(names)])


def test_variable_names_run_through_the_alphabet_and_never_repeat():
    assert [variable_name(index) for index in (0, 25, 26, 51, 52)] == ["A", "Z", "A1", "Z1", "A2"]
    assert len({variable_name(index) for index in range(2000)}) == 2000


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
    one, other = deep(20_000, X), deep(20_000, f("a"))
    found = unify((one,), (other,))
    assert found == {X: f("a")}
    assert substitute((one,), found)[0] == other
    assert match((one,), (other,)) == {X: f("a")}
    assert list(leaves(canonical((one,))[0])) == [Var("A")]
