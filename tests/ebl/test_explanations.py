from __future__ import annotations

from arcwise.ebl.views import explanation_data
from arcwise.experiments import markov_library


def test_an_explanation_has_path_reasons_rule_and_prolog() -> None:
    (macro,) = markov_library()
    text = macro.explain()
    assert "start   up      right   down    right" in text
    assert "cell 4: constant 0 - step 1 (up) needs 0 in cell 4; step 2 (right)" in text
    assert "cell 1: variable A - no step asks what it is; it ends in cell 4" in text
    assert "A B C  ->  B D C\n_ D E      A E _" in text
    assert "arc(board(A,B,C,0,D,E), board(B,D,C,A,E,0), 4)." in text


def test_the_same_as_data_names_the_steps_that_needed_each_constant() -> None:
    (macro,) = markov_library()
    data = explanation_data(macro)
    assert [cell["needed_by_steps"] for cell in data["cells"]] == [[], [], [], [1, 2, 3, 4], [], []]
    assert data["training_path"][0] == [4, 5, 3, 0, 1, 2]
