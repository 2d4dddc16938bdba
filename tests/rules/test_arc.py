"""Arcs: what they say is matching and substitution, what they do is compiled."""

import math

import pytest
from arcwise.rules import Arc, InputError, Var, match, substitute
from arcwise.rules.arc import compile_arc, names_along, replace_arc
from arcwise.rules.term import variables
from hypothesis import assume, given
from hypothesis import strategies as st

from ..drawing import patterns

A, B, C = (Var(name) for name in "ABC")
SYMBOLS = (0, 1, "x")


@st.composite
def arcs_and_states(draw):
    size = draw(st.integers(0, 4))
    before = draw(patterns([A, B, C, *SYMBOLS], size))
    after = draw(patterns([*variables(before), *SYMBOLS, "new"], size))
    arc = Arc("move", before, after)
    matching = substitute(before, {var: draw(st.sampled_from(SYMBOLS)) for var in (A, B, C)})
    state = draw(st.one_of(st.just(matching), patterns(SYMBOLS, size)))
    return arc, state


@given(arcs_and_states())
def test_applying_an_arc_is_matching_before_and_substituting_into_after(case):
    arc, state = case
    bindings = match(arc.before, state)
    assert arc.apply(state) == (None if bindings is None else substitute(arc.after, bindings))


@given(arcs_and_states())
def test_a_compiled_arc_may_leave_out_constants_that_the_caller_has_tested(case):
    arc, state = case
    known = {cell for cell, symbol in arc.conditions[0] if state[cell] == symbol}
    for cells in [known, *({cell} for cell in known)]:
        assert compile_arc(arc, known=cells)(state) == arc.apply(state)


@given(arcs_and_states())
def test_the_conditions_of_a_pattern_hold_exactly_where_it_matches(case):
    arc, state = case
    constants, equal = arc.conditions
    hold = all(state[cell] == symbol for cell, symbol in constants) and all(
        state[one] == state[other] for one, other in equal
    )
    assert hold == (match(arc.before, state) is not None)


@pytest.mark.long
@pytest.mark.slow
@given(arcs_and_states())
def test_the_inverse_undoes_an_arc_and_is_missing_exactly_where_a_symbol_is_forgotten(case):
    arc, state = case
    inverse = arc.inverse()
    assert (inverse is None) == bool(set(variables(arc.before)) - set(variables(arc.after)))
    successor = arc.apply(state)
    assume(inverse is not None and successor is not None)
    assert inverse.apply(successor) == state
    assert inverse.inverse() == arc


def test_a_board_of_one_cell_can_be_rewritten():
    assert Arc("paint", (0,), ("red",)).apply((0,)) == ("red",)
    assert Arc("paint", (0,), ("red",)).apply((1,)) is None
    assert Arc("wait", (A,), (A,)).apply((5,)) == (5,)


def test_a_repeated_variable_requires_equal_cells():
    merge = Arc("merge", (A, A, B), (B, A, "pair"))
    assert merge.apply((1, 1, 2)) == (2, 1, "pair")
    assert merge.apply((1, 2, 2)) is None


def test_an_arc_refuses_patterns_of_different_lengths():
    with pytest.raises(InputError) as caught:
        Arc("up", (A, B), (A,))
    assert str(caught.value) == (
        "arc up: before and after differ in length\n"
        "  expected: 2 cells in after, as in before\n"
        "  found:    1"
    )


def test_an_arc_refuses_a_variable_that_only_after_has():
    with pytest.raises(
        InputError, match="a variable stands only on the right side of this arc"
    ) as error:
        Arc("up", (A, 0), (B, C))
    assert error.value.found == "B, C"


@pytest.mark.parametrize("cost", [-1, -0.5, math.nan, -math.inf])
def test_an_arc_refuses_a_cost_that_is_not_a_number_of_zero_or_more(cost):
    with pytest.raises(InputError, match="arc up: bad cost"):
        Arc("up", (A,), (A,), cost)


def test_an_arc_may_cost_nothing():
    assert Arc("free", (A,), (A,), 0).cost == 0


def test_a_primitive_arc_stands_for_itself_and_a_macro_for_its_steps():
    right = Arc("right", (0, A), (A, 0), 2)
    left = Arc("left", (A, 0), (0, A), 2)
    macro = Arc("macro", (0, A), (0, A), 4, (right, left))
    assert (right.is_macro, right.primitives, right.length) == (False, (right,), 1)
    assert (macro.is_macro, macro.primitives, macro.length) == (True, (right, left), 2)


def test_the_inverse_of_a_macro_undoes_its_steps_from_the_last_to_the_first():
    turn = Arc("turn", (A, B, C), (B, C, A))
    swap = Arc("swap", (A, B, C), (B, A, C))
    macro = Arc("macro", (A, B, C), (C, B, A), 2, (turn, swap))
    inverse = macro.inverse()
    assert inverse is not None
    assert [step.name for step in inverse.steps] == ["swap", "turn"]
    state = (1, 2, 3)
    for step in macro.steps:
        state = step.apply(state)
    assert state == macro.apply((1, 2, 3))
    for step in inverse.steps:
        state = step.apply(state)
    assert state == inverse.apply(macro.apply((1, 2, 3))) == (1, 2, 3)


def test_a_macro_has_no_inverse_where_one_of_its_steps_has_none():
    copy = Arc("copy", (A, B), (A, A))
    assert copy.inverse() is None
    assert Arc("macro", (A, A), (A, A), 1, (copy,)).inverse() is None


def test_arcs_are_the_same_rule_exactly_when_only_their_variables_names_differ():
    one = Arc("up", (A, 0, B), (0, A, B))
    other = Arc("north", (C, 0, A), (0, C, A), 7)
    assert one.canonical == other.canonical
    assert one.canonical != Arc("up", (A, 0, A), (0, A, A)).canonical
    assert one.canonical != Arc("up", (A, 0, B), (0, B, A)).canonical


def test_replacing_a_field_of_a_special_arc_gives_a_plain_arc():
    class Special(Arc):
        pass

    plain = replace_arc(Special("up", (A,), (A,), 3), name="down")
    assert type(plain) is Arc
    assert (plain.name, plain.before, plain.cost) == ("down", (A,), 3)


def test_an_arc_shows_its_patterns_and_cost_on_one_line():
    assert str(Arc("up", (A, 0), (0, A), 2)) == "up: A 0 -> 0 A, cost 2"


def test_a_variable_in_a_name_stands_for_what_the_state_holds():
    one, other = Var("X"), Var("Y")
    walk = Arc("walk(A,B,'A b',Zoo)", (one, other), (other, one))  # A and B as in the canonical arc
    assert walk.named(("hall", "My room")) == "walk(hall,'My room','A b',Zoo)"
    assert names_along([walk, walk], ("a", 1)) == ["walk(a,1,'A b',Zoo)", "walk(1,a,'A b',Zoo)"]
    assert names_along([walk], (A, "b")) == ["walk(A,b,'A b',Zoo)"]
    for fixed in ("up", "walk(a)", "A", "B(1)"):
        assert Arc(fixed, (one, 1), (one, 2)).named(("a", 1)) == fixed
