"""Where the pieces of a drawing stand in a picture."""

from __future__ import annotations

from random import Random

import arcwise as aw
import pytest
from arcwise.explorer.html.layout import laid_out
from arcwise.rules.text.drawing import Drawing, Piece


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(("sliding-tile:3x3", "cells"), ("blocks:4", "cells"), ("lights-out:3x3", "cells")),
        *(("cube:2", "signs"), ("gripper:4", "signs"), ("missionaries:3x2", "signs")),
        *(("hanoi:3x4", "bars"), ("pancake:5", "bars"), ("burnt-pancake:3", "bars")),
    ],
)
def test_what_a_column_is_comes_from_the_pieces(name: str, kind: str) -> None:
    theory = aw.open_source(name).theory
    assert theory.domain is not None
    start = theory.domain.draw(theory.shape, Random(1))
    layout = laid_out(theory.drawing(start))
    assert layout.kind == kind
    places = [(spot.x + step, spot.y) for spot in layout.spots for step in range(spot.width)]
    assert len(set(places)) == len(places)
    assert all(x < layout.columns and y < layout.rows for x, y in places)


def test_bars_say_their_size_and_unusual_ones_that_they_are() -> None:
    drawing = Drawing(((Piece("==2==", 0),), (Piece("#1#", 1),)))
    plain, burnt = laid_out(drawing).spots
    assert (plain.label, plain.is_signed) == ("2", False)
    assert (burnt.label, burnt.is_signed) == ("1", True)


def test_symbols_of_boards_are_left_as_they_are() -> None:
    drawing = Drawing(((Piece("=a=", 0), Piece(" "), Piece(" bb", 1)),), is_board=True)
    assert [spot.label for spot in laid_out(drawing).spots] == ["=a=", "bb"]
