"""Boards as pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import arcwise as aw
import pytest
from arcwise.explorer.html.boards import state_svg
from arcwise.explorer.notebook import board_svg, captioned_html, rule_html, table_html
from arcwise.rules import Var, sliding_tile
from arcwise.rules.text.drawing import SHADES
from hypothesis import given
from hypothesis import strategies as st

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def test_every_symbol_but_the_blank_stands_in_a_cell_of_its_own() -> None:
    svg = board_svg((4, 5, 3, 0, 1, 2), (2, 3), 0)
    assert texts(svg) == ["4", "5", "3", "1", "2"]
    cells = {(r.get("x"), r.get("y")) for r in ET.fromstring(svg).iter(f"{SVG}rect")}
    assert len(cells) == 6


def test_variables_are_slanted_and_constants_are_not() -> None:
    root = ET.fromstring(board_svg((Var("A"), 7), (1, 2)))
    styles = {text.text: text.get("font-style") for text in root.iter(f"{SVG}text")}
    assert styles == {"A": "italic", "7": None}


def test_a_picture_says_in_words_what_it_shows() -> None:
    svg = ET.fromstring(board_svg((1, 2, 3, 0), (2, 2), 0))
    assert svg.get("aria-label") == "1 2 / 3 _" and svg.get("role") == "img"


@pytest.mark.long
@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=6))
def test_no_symbol_breaks_out_of_its_picture(symbols: list[str]) -> None:
    printable = ["".join(c for c in symbol if c.isprintable()) or "x" for symbol in symbols]
    svg = board_svg(tuple(printable), (1, len(printable)))
    assert texts(svg) == printable


def test_captions_and_tables_are_escaped() -> None:
    assert "<b>" not in captioned_html("", "<b>") + table_html(["<b>"], [["<b>"]], "<b>")


def test_a_rule_is_two_boards() -> None:
    arc = sliding_tile(2, 3).arcs[0]
    assert rule_html(arc.before, arc.after, (2, 3)).count("<svg") == 2


@pytest.mark.parametrize(
    "name", ["cube:2", "hanoi:3x4", "pancake:5", "burnt-pancake:3", "blocks:4"]
)
def test_a_domain_with_a_drawing_of_its_own_is_drawn_so(name: str) -> None:
    domain = aw.open_source(name)
    theory, goal = domain.theory, domain.goal(None)
    drawing = theory.drawing(goal)
    svg = ET.fromstring(state_svg(theory, goal))
    shown = [piece for row in drawing.rows for piece in row if piece.cell is not None]
    assert len(svg.findall(f"{SVG}rect")) == len(shown) > 0
    assert svg.get("aria-label") == drawing.text.replace("\n", " / ")
    tints = {SHADES[piece.tint] for piece in shown if piece.tint}
    assert tints <= {rect.get("fill") for rect in svg.findall(f"{SVG}rect")}
    open_goal = (Var("A"), *goal[1:])
    svg = ET.fromstring(state_svg(theory, open_goal))
    assert svg.get("aria-label") == theory.draw(open_goal).replace("\n", " / ")
    slanted = [text.text for text in svg.findall(f"{SVG}text") if text.get("font-style")]
    pieces = [piece for row in theory.drawing(open_goal).rows for piece in row if piece.is_open]
    assert len(slanted) == len(pieces) > 0
