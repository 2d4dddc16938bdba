"""One regression for steps on cells and steps on atoms, and the threats that it meets."""

from __future__ import annotations

import pytest
from arcwise.ebl import FALSE, TRUE, Regression, RegressionStep, regress
from arcwise.ebl.explanation import Needed, Reason, StepEffect, Threat
from arcwise.ebl.regression import Threatened, composed
from arcwise.rules import Arc, ArcwiseError, Var
from hypothesis import given
from hypothesis import strategies as st

from .worlds import unified

X, Y = ("clear", "?x"), ("clear", "?y")


def step(name, needs=(), makes=()):
    return RegressionStep(name, tuple(Needed(one, value) for one, value in needs), makes=makes)


def regressed(*steps):
    found = Regression()
    regress(steps, found)
    return found


def threats(*steps):
    found: list[Threat] = []
    regress(steps, Threatened(apart=found.append))
    return [threat.uses for threat in found]


def test_a_value_is_followed_back_to_where_it_was_at_first():
    swap = RegressionStep("swap", (Needed("one", constant=1),), {"one": "two", "two": "one"})
    found = regressed(swap, RegressionStep("look", (Needed("one", constant=2),)))
    assert (found.before("one"), found.before("two")) == (1, 2)
    assert (found.after("one"), found.after("two")) == (2, 1)
    assert found.why("two") == [Reason(2, "look", Needed("one", constant=2))]


def test_what_a_step_makes_needs_not_be_there_at_first():
    found = regressed(step("add", makes=((X, TRUE),)), step("use", [(X, TRUE)]))
    assert isinstance(found.before(X), Var)
    assert found.why(X) == []
    assert found.makes == [StepEffect(1, "add", X, TRUE)]


def test_of_what_one_step_makes_twice_the_later_counts():
    assert regressed(step("both", makes=((X, FALSE), (X, TRUE)))).after(X) == TRUE


def test_steps_that_cannot_follow_each_other_are_refused():
    with pytest.raises(ArcwiseError, match=r"step 2: use cannot follow"):
        regressed(step("delete", makes=((X, FALSE),)), step("use", [(X, TRUE)]))


def test_a_deletion_between_a_source_and_its_use_is_a_threat():
    use = Reason(3, "use", Needed(X, TRUE))
    add, delete = step("add", makes=((X, TRUE),)), step("delete", makes=((Y, FALSE),))
    assert (StepEffect(2, "delete", Y, FALSE), use) in threats(
        add, delete, step("use", [(X, TRUE)])
    )
    before = threats(delete, add, step("use", [(X, TRUE)]))
    assert not any(isinstance(use, Reason) for uses in before for use in uses)


def test_an_addition_is_a_threat_to_what_must_be_false_even_in_the_step_that_deletes():
    move = step("move", makes=((X, FALSE), (Y, TRUE)))
    found = threats(move, step("use", [(X, FALSE)]))
    assert found == [(StepEffect(1, "move", Y, TRUE), Reason(2, "use", Needed(X, FALSE)))]


def test_a_later_deletion_is_a_threat_to_an_effect_and_an_earlier_one_is_none():
    add, delete = step("add", makes=((X, TRUE),)), step("delete", makes=((Y, FALSE),))
    assert threats(add, delete) == [
        (StepEffect(1, "add", X, TRUE), StepEffect(2, "delete", Y, FALSE))
    ]
    assert threats(delete, add) == []


def test_without_somebody_to_ask_nothing_is_a_threat():
    add, delete = step("add", makes=((X, TRUE),)), step("delete", makes=((Y, FALSE),))
    assert regressed(add, delete).after(X) == TRUE


TERMS = st.sampled_from([0, 1, *map(Var, "ABC")])
PATTERNS = st.tuples(TERMS, TERMS, TERMS)


@st.composite
def small_arcs(draw):
    before = draw(PATTERNS)
    known = st.sampled_from([0, 1, *(term for term in before if isinstance(term, Var))])
    return Arc("arc", before, draw(st.tuples(known, known, known)))


@pytest.mark.long
@given(st.lists(small_arcs(), min_size=1, max_size=5))
def test_what_arcs_make_together_is_what_unification_says(arcs):
    try:
        wanted = unified(arcs)
    except AssertionError:
        with pytest.raises(ArcwiseError, match="cannot follow"):
            composed(arcs)
        return
    assert composed(arcs) == wanted


def test_arcs_over_other_cells_do_not_follow():
    one, two = Arc("one", (Var("A"),), (1,)), Arc("two", (Var("A"), 0), (0, Var("A")))
    with pytest.raises(ArcwiseError, match="step 2: two cannot follow"):
        composed([one, two])
