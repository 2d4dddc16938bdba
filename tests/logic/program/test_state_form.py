"""Forms of states: terms that nest are flattened and written again as they were."""

from __future__ import annotations

import pytest
from arcwise.logic.program.state_form import StateForm, read_term
from arcwise.rules import InputError
from arcwise.rules.prolog.operators import OperatorTable
from hypothesis import given
from hypothesis import strategies as st

OPERATORS = OperatorTable.default()


def term(text: str):
    return read_term(text, OPERATORS)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("state(3,left)", (3, "left")),
        ("pos(1,2/3)", (1, 2, 3)),
        ("[[1,2],[3,0]]", (1, 2, 3, 0)),
        ("a", ("a",)),
        ("(2-3)-[w,e]", (2, 3, "w", "e")),
        ("s([],x)", ("[]", "x")),
        ("f(-1)", (-1,)),
    ],
)
def test_a_state_is_flattened_and_written_again(text: str, cells: tuple) -> None:
    form = StateForm.of(term(text))
    assert form is not None and form.state(term(text)) == cells
    assert term(form.text(cells)) == term(text) and form.term_of(cells) == term(text)


def test_open_cells_of_a_goal_are_variables() -> None:
    form = StateForm.of(term("pos(1,2/3)"))
    assert form is not None
    pattern = form.pattern(term("pos(X,X/_)"))
    assert [str(one) for one in pattern or ()] == ["X", "X", "?3"]
    assert [str(one) for one in form.pattern(term("pos(1,_)")) or ()] == ["1", "?2", "?3"]
    assert form.text(form.pattern(term("pos(1,_)")) or ()) == "pos(1,_/_)"


def test_a_question_mark_is_open_at_any_depth_unless_it_is_quoted() -> None:
    form = StateForm.of(term("pos(1,2/3)"))
    assert form is not None
    assert form.read("pos(1,?/?)") == form.read("pos(1,?)") == form.read("pos(1,_)")
    assert form.read("pos('?',2/3)") == ("?", 2, 3)
    with pytest.raises(InputError, match="no fixed form"):
        StateForm.any(OPERATORS).read("pos(1,?)")


def test_a_term_of_another_form_is_no_state() -> None:
    form = StateForm.of(term("pos(1,2/3)"))
    assert form is not None
    for other in ("pos(1,2)", "pos(1,2-3)", "place(1,2/3)", "pos(1,2/3,4)", "pos(1,f(2)/3)"):
        assert form.state(term(other)) is None
    with pytest.raises(InputError, match="states are not written so"):
        form.read("pos(1,2-3)")
    assert form.read("1 2 3") is None


def test_states_alike_in_nothing_are_one_cell() -> None:
    form = StateForm.any(OPERATORS)
    for text in ("[[a],[b,c],[]]", "[[],[b],[c,a]]", "a"):
        state = form.state(term(text))
        assert state is not None and len(state) == 1
        assert form.term_of(state) == term(text) and form.text(state) == text


def test_a_text_that_is_no_term_is_no_state_of_any_form() -> None:
    with pytest.raises(InputError, match="states are not written so"):
        StateForm.any(OPERATORS).read("1 2 0")


LEAVES = st.one_of(st.integers(-9, 9), st.sampled_from(["a", "b", "Big Box", "[]"]))


@pytest.mark.slow
@given(st.recursive(LEAVES, lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=8))
def test_any_nesting_of_lists_is_read_back(value) -> None:
    from arcwise.logic.program import make_list

    def built(one):
        return make_list([built(each) for each in one]) if isinstance(one, list) else one

    form = StateForm.of(built(value))
    assert form is not None
    state = form.state(built(value))
    assert state is not None and form.term_of(state) == built(value)
    assert term(form.text(state)) == built(value)
