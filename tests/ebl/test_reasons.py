from __future__ import annotations

import pytest
from arcwise.ebl import FALSE, TRUE, cell_reasons
from arcwise.ebl.explanation import AtomReason, Link, Needed, OnlyOne, Reason, StepEffect, Threat
from arcwise.ebl.views import cell_words
from arcwise.planning.views import atom_title, why_words
from arcwise.rules import Arc, Var, sliding_tile

A, B = Var("A"), Var("B")


def test_every_step_that_needs_the_blank_is_named_with_its_cell() -> None:
    puzzle = sliding_tile(2, 2)
    by_name = {(arc.name, arc.before.index(0)): arc for arc in puzzle.arcs}
    found = cell_reasons([by_name["up", 2], by_name["right", 0]])
    assert found[2].term == 0
    assert cell_words(found[2]) == "step 1 (up) needs 0 in cell 3; step 2 (right) needs 0 in cell 1"
    assert found[2].ends == (1,)


def test_a_variable_says_where_it_ends() -> None:
    found = cell_reasons([Arc("swap", (A, B, Var("C")), (B, A, Var("C")))])
    assert cell_words(found[0]) == "no step asks what it is; it ends in cell 2"
    assert cell_words(found[2]) == "no step asks what it is, and it stays"


def test_a_symbol_that_is_lost_is_said_to_be_gone() -> None:
    assert "gone" in cell_words(cell_reasons([Arc("copy", (A, B), (A, A))])[1])


def test_equal_cells_name_each_other() -> None:
    found = cell_reasons([Arc("pair", (A, A), (A, A))])
    assert cell_words(found[0]) == "step 1 (pair) needs equal symbols in cells 1 and 2"
    assert found[0].term == found[1].term


IN, OUT = ("in", "?x"), ("in", "?y")


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (Reason(2, "go", Needed(IN, TRUE)), "step 2 (go) needs it"),
        (Reason(2, "go", Needed(IN, FALSE)), "step 2 (go) needs it to be false"),
        (Reason(2, "go", Needed(("=", "?x", "?y"), TRUE)), "step 2 (go) asks for equal objects"),
        (Reason(2, "go", Needed(("=", "?x", "?y"), FALSE)), "step 2 (go) asks for it"),
        (StepEffect(1, "come", IN, TRUE), "step 1 (come) adds it"),
        (StepEffect(1, "come", IN, FALSE), "step 1 (come) deletes it"),
        (
            Link((Reason(2, "go", Needed(IN, TRUE)), StepEffect(1, "come", IN, TRUE))),
            "step 2 (go) needs (in ?x), which step 1 (come) adds",
        ),
        (
            Link((Reason(2, "go", Needed(IN, FALSE)), StepEffect(1, "come", IN, FALSE))),
            "step 2 (go) needs (in ?x) to be false, and step 1 (come) deletes it",
        ),
        (
            Threat((StepEffect(1, "come", IN, FALSE), Reason(2, "go", Needed(OUT, TRUE)))),
            "step 1 (come) deletes (in ?x), and step 2 (go) needs (in ?y)",
        ),
        (
            Threat((StepEffect(1, "come", IN, TRUE), StepEffect(2, "go", OUT, FALSE))),
            "step 1 (come) adds (in ?x), and step 2 (go) deletes (in ?y)",
        ),
        (
            OnlyOne((Reason(1, "come", Needed(IN, TRUE)), Reason(2, "go", Needed(IN, TRUE)))),
            "step 1 (come) and step 2 (go) need (in ?x), and only one such fact is ever true",
        ),
    ],
)
def test_a_reason_over_parameters_is_a_sentence(why, words) -> None:
    assert why_words(why) == words


def test_conditions_and_effects_have_titles() -> None:
    assert atom_title(AtomReason("condition", IN, TRUE, ())) == "needs (in ?x)"
    assert atom_title(AtomReason("condition", IN, FALSE, ())) == "needs (not (in ?x))"
    assert atom_title(AtomReason("effect", IN, TRUE, ())) == "adds (in ?x)"
    assert atom_title(AtomReason("effect", IN, FALSE, ())) == "deletes (in ?x)"
