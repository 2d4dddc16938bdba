"""The sliding-tile theories: their arcs, written out once by hand, and how they are recognised."""

from dataclasses import replace

import pytest
from arcwise.rules import Arc, InputError, Var, canonical, sliding_tile
from arcwise.rules.arc import replace_arc
from arcwise.rules.domains.sliding_tiles import is_sliding_tile, parse_size
from arcwise.rules.term import rename_apart
from hypothesis import given
from hypothesis import strategies as st

THE_24_ARCS = """
right: 0 A B C D E F G H -> A 0 B C D E F G H
down:  0 A B C D E F G H -> C A B 0 D E F G H
left:  A 0 B C D E F G H -> 0 A B C D E F G H
right: A 0 B C D E F G H -> A B 0 C D E F G H
down:  A 0 B C D E F G H -> A D B C 0 E F G H
left:  A B 0 C D E F G H -> A 0 B C D E F G H
down:  A B 0 C D E F G H -> A B E C D 0 F G H
up:    A B C 0 D E F G H -> 0 B C A D E F G H
right: A B C 0 D E F G H -> A B C D 0 E F G H
down:  A B C 0 D E F G H -> A B C F D E 0 G H
up:    A B C D 0 E F G H -> A 0 C D B E F G H
left:  A B C D 0 E F G H -> A B C 0 D E F G H
right: A B C D 0 E F G H -> A B C D E 0 F G H
down:  A B C D 0 E F G H -> A B C D G E F 0 H
up:    A B C D E 0 F G H -> A B 0 D E C F G H
left:  A B C D E 0 F G H -> A B C D 0 E F G H
down:  A B C D E 0 F G H -> A B C D E H F G 0
up:    A B C D E F 0 G H -> A B C 0 E F D G H
right: A B C D E F 0 G H -> A B C D E F G 0 H
up:    A B C D E F G 0 H -> A B C D 0 F G E H
left:  A B C D E F G 0 H -> A B C D E F 0 G H
right: A B C D E F G 0 H -> A B C D E F G H 0
up:    A B C D E F G H 0 -> A B C D E 0 G H F
left:  A B C D E F G H 0 -> A B C D E F G 0 H
"""

SIZES = [(1, 1), (1, 2), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (5, 3)]


def arc_of_line(line):
    name, rule = line.split(":")
    before, after = (
        tuple(0 if word == "0" else Var(word) for word in side.split()) for side in rule.split("->")
    )
    return name, canonical(before, after)


def test_the_24_arcs_of_the_8_puzzle_are_those_of_the_seed_paper_in_its_order():
    expected = [arc_of_line(line) for line in THE_24_ARCS.strip().splitlines()]
    theory = sliding_tile(3, 3, cost=2)
    assert len(expected) == 24
    assert [(arc.name, arc.canonical) for arc in theory.arcs] == expected
    assert {arc.cost for arc in theory.arcs} == {2}


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_a_board_has_two_arcs_for_every_pair_of_neighbouring_cells(rows, columns):
    theory = sliding_tile(rows, columns)
    assert len(theory.arcs) == 2 * (rows * (columns - 1) + columns * (rows - 1))
    assert len({arc.canonical for arc in theory.arcs}) == len(theory.arcs)
    assert not theory.macros


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_every_arc_has_its_inverse_in_the_same_theory(rows, columns):
    opposite = {"up": "down", "down": "up", "left": "right", "right": "left"}
    arcs = {arc.canonical: arc for arc in sliding_tile(rows, columns).arcs}
    for arc in arcs.values():
        assert arcs[arc.inverse().canonical].name == opposite[arc.name]


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_successors_are_the_boards_with_the_blank_and_a_neighbour_exchanged(rows, columns, data):
    state = tuple(data.draw(st.permutations(range(rows * columns))))
    row, column = divmod(state.index(0), columns)
    expected = []
    for name, r, c in (
        ("up", row - 1, column),
        ("left", row, column - 1),
        ("right", row, column + 1),
        ("down", row + 1, column),
    ):
        if r in range(rows) and c in range(columns):
            tile = state[r * columns + c]
            expected.append((name, tuple({0: tile, tile: 0}.get(s, s) for s in state)))
    found = sliding_tile(rows, columns).successors(state)
    assert [(arc.name, successor) for arc, successor in found] == expected


def test_the_order_of_moves_is_the_one_asked_for_in_either_case():
    state = (1, 2, 3, 4, 0, 5, 6, 7, 8)
    for order in ("DRUL", "drul"):
        names = [arc.name for arc, _ in sliding_tile(3, 3, order=order).successors(state)]
        assert names == ["down", "right", "up", "left"]


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0), (-1, -4), (33, 32), (1, 1025)])
def test_a_board_without_cells_or_with_too_many_is_refused(rows, columns):
    with pytest.raises(InputError, match=r"bad board size|too large for a theory") as caught:
        sliding_tile(rows, columns)
    assert caught.value.found in (f"{rows}x{columns}", f"{rows * columns:,}")


@pytest.mark.parametrize("order", ["", "ULR", "ULRDU", "ULRX", "UULR"])
def test_an_order_that_is_not_the_four_letters_once_each_is_refused(order):
    with pytest.raises(InputError, match="bad move order"):
        sliding_tile(3, 3, order=order)


def test_sizes_are_read_as_rows_by_columns():
    assert parse_size("3x4") == (3, 4)
    assert parse_size(" 10X2 ") == (10, 2)


@pytest.mark.parametrize("text", ["", "3", "3x", "x3", "3*3", "3x3x3", "-1x3", "3.0x3", "²x3"])
def test_other_sizes_are_refused_with_what_was_found(text):
    with pytest.raises(InputError, match="bad board size") as caught:
        parse_size(text)
    assert caught.value.found == repr(text)


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_the_built_in_theories_are_recognised_whatever_their_order_and_cost(rows, columns):
    assert is_sliding_tile(sliding_tile(rows, columns, order="DRUL", cost=2))


@given(st.randoms(use_true_random=False))
def test_a_theory_is_recognised_under_any_order_and_any_names(random):
    arcs = []
    for number, arc in enumerate(sliding_tile(3, 3).arcs):
        before, after = rename_apart((arc.before, arc.after), f"_{random.randrange(9)}")
        arcs.append(Arc(f"move{number}", before, after, random.randrange(5)))
    random.shuffle(arcs)
    theory = replace(
        sliding_tile(3, 3), name="8-puzzle", arcs=tuple(arcs), symbols=None, domain=None
    )
    assert is_sliding_tile(theory)


def test_macros_do_not_hide_a_sliding_tile_theory():
    theory = sliding_tile(2, 2)
    there = theory.arcs[0]
    macro = Arc("nothing", there.before, there.before, 2, (there, there.inverse()))
    assert is_sliding_tile(theory.with_macros([macro]))


def test_a_theory_with_an_arc_missing_doubled_or_added_is_not_recognised():
    theory = sliding_tile(3, 3)
    for number, arc in enumerate(theory.arcs):
        without = theory.arcs[:number] + theory.arcs[number + 1 :]
        assert not is_sliding_tile(replace(theory, arcs=without))
        assert not is_sliding_tile(replace(theory, arcs=(*without, theory.arcs[number - 1])))
        assert not is_sliding_tile(replace(theory, arcs=(*theory.arcs, arc)))


def test_a_theory_with_one_arc_changed_is_not_recognised():
    theory = sliding_tile(2, 3)
    arc = theory.arcs[0]
    before, after = list(arc.before), list(arc.after)
    changes = [
        {"after": tuple(before)},
        {"after": (*after[:-2], after[-1], after[-2])},
        {"after": (*after[:-1], after[-2])},
        {"after": (*after[:-1], 0)},
        {"before": (*before[:-1], 5), "after": (*after[:-1], 5)},
        {"before": (*before[:-1], before[-2]), "after": (*after[:-1], after[-2])},
        {"before": (9, *before[1:]), "after": (after[0], 9, *after[2:])},
    ]
    for change in changes:
        changed = (replace_arc(arc, **change), *theory.arcs[1:])
        assert not is_sliding_tile(replace(theory, arcs=changed)), change


def test_a_theory_of_another_shape_or_without_blank_0_is_not_recognised():
    theory = sliding_tile(2, 3)
    assert not is_sliding_tile(replace(theory, shape=(3, 2)))
    assert not is_sliding_tile(replace(theory, shape=(1, 6)))
    assert not is_sliding_tile(replace(theory, blank=None))
    assert not is_sliding_tile(replace(theory, blank=1))
