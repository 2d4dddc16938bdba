from __future__ import annotations

from arcwise.ebl.regression import cell_reasons
from arcwise.explorer.text.reasons import cell_words
from arcwise.rules.arc import Arc
from arcwise.rules.domains.sliding_tiles import sliding_tile
from arcwise.rules.term import Var

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
