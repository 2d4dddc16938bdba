"""Theories: their order of arcs, what belongs to them, and what they refuse."""

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, sliding_tile

A, B, C = (Var(name) for name in "ABC")
THEORY = sliding_tile(2, 3)
STEPS = tuple(arc for arc in THEORY.primitives if arc.name == "right")[:2]
MACRO = Arc("twice-right", (0, A, B, *map(Var, "DEF")), (A, B, 0, *map(Var, "DEF")), 2, STEPS)
LETTERS = Theory("letters", (), (1, 3), symbols=("a", "b", "c"))


def refusal(theory, state):
    with pytest.raises(InputError) as caught:
        theory.check(state)
    return str(caught.value)


def test_a_state_with_every_symbol_once_belongs_to_its_theory():
    assert THEORY.check((5, 4, 3, 2, 1, 0)) == (5, 4, 3, 2, 1, 0)


def test_a_state_of_the_wrong_length_is_refused_with_both_numbers():
    assert refusal(THEORY, (1, 2, 3)) == (
        "wrong number of cells\n  expected: 6 symbols for a 2x3 board\n  found:    3 in 1 2 3"
    )


def test_a_state_with_missing_foreign_and_repeated_symbols_is_refused_with_all_three():
    assert refusal(THEORY, (1, 2, 2, 3, 9, 0)) == (
        "not a state of this board\n"
        "  expected: each of 0 to 5 exactly once on a 2x3 board\n"
        "  found:    1 2 2 3 9 0 (no 4, 5; foreign 9; more than one 2)"
    )


def test_the_expected_symbols_of_a_domain_of_words_are_listed():
    assert refusal(LETTERS, ("a", "b", "b")) == (
        "not a state of this board\n"
        "  expected: each of a b c exactly once on a 1x3 board\n"
        "  found:    a b b (no c; more than one b)"
    )


def test_numbers_and_words_in_one_wrong_state_are_listed_without_trouble():
    assert "foreign 1, z" in refusal(LETTERS, ("z", "b", 1))


def test_any_symbols_may_stand_on_a_board_that_declares_none():
    free = Theory("free", (), (1, 2))
    assert free.check((7, 7)) == (7, 7)
    assert "wrong number of cells" in refusal(free, (7,))


def test_a_read_state_is_checked():
    assert THEORY.parse("4 5 3 / _ 1 2") == (4, 5, 3, 0, 1, 2)
    with pytest.raises(InputError, match="more than one 5"):
        THEORY.parse("4 5 3 / _ 1 5")


def test_an_arc_that_does_not_fit_the_board_is_refused():
    with pytest.raises(InputError) as caught:
        Theory("small", (Arc("up", (A, B), (B, A)),), (1, 3))
    assert str(caught.value) == (
        "arc up does not fit the board of theory small\n  expected: 3 cells (1x3)\n  found:    2"
    )


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (-1, -3)])
def test_a_board_without_cells_is_refused(shape):
    with pytest.raises(InputError, match="theory empty has no cells") as caught:
        Theory("empty", (), shape)
    assert caught.value.found == f"{shape[0]}x{shape[1]}"


def test_macros_go_before_the_primitive_arcs_which_stay_in_order():
    learned = THEORY.with_macros([MACRO])
    assert learned.arcs == (MACRO, *THEORY.arcs)
    assert learned.macros == (MACRO,)
    assert learned.primitives == THEORY.arcs
    assert learned.without_macros() == THEORY
    assert THEORY.without_macros() is THEORY  # and its index is not made again


def test_a_macro_is_tried_before_every_primitive_arc():
    arcs = [arc.name for arc, _ in THEORY.with_macros([MACRO]).successors((0, 1, 2, 3, 4, 5))]
    assert arcs == ["twice-right", "right", "down"]


def test_equal_theories_have_equal_hashes_and_different_arcs_make_them_unequal():
    again = Theory(THEORY.name, tuple(THEORY.arcs), (2, 3), 0, tuple(range(6)))
    assert again == THEORY and hash(again) == hash(THEORY)
    swapped = Theory(THEORY.name, THEORY.arcs[::-1], (2, 3), 0, tuple(range(6)))
    assert swapped != THEORY


def test_a_theory_shows_states_on_one_line_and_as_a_board():
    assert THEORY.format((4, 5, 3, 0, 1, 2)) == "4 5 3 0 1 2"
    assert THEORY.draw((4, 5, 3, 0, 1, 2)) == "4 5 3\n_ 1 2"
