"""What the page holds of states is what their domain draws."""

from __future__ import annotations

from random import Random
from typing import Any

import arcwise as aw
import pytest
from arcwise.explorer.html.layout import laid_out, state_text
from arcwise.explorer.report import paths as drawn
from arcwise.explorer.report.paths import Albums
from arcwise.rules import State, Theory

DOMAINS = [
    *("sliding-tile:3x3", "cube:2", "cube:3", "pancake:6", "burnt-pancake:4", "hanoi:3x5"),
    *("blocks:5", "lights-out:3x3", "gripper:4", "gripper:12", "missionaries:3x2"),
    *("water-jugs:5x3=4", "water-jugs:30x20=10", "top-spin:8x4", "keys:3x4", "sokoban:1"),
    pytest.param("hanoi:4x8", marks=pytest.mark.slow),
]


def walk(theory: Theory, state: State, moves: int) -> list[State]:
    """States on a walk at random."""
    rng, states = Random(1), [state]
    for _ in range(moves):
        after = [successor for _, successor in theory.index.successors(states[-1])]
        states.append(rng.choice(after or [state]))
    return states


def shapes(album: dict[str, Any], state: State) -> set[tuple[Any, ...]]:
    """What the page's script makes of a state: cell, place, look; cell -1 is none."""
    symbols = state_text(state).split(" ")
    own = album["own"].get(state_text(state), {})
    parts = {-1: own.get(-1, album["standing"])}
    for cell, symbol in enumerate(symbols):
        known = (
            album["usual"][cell][symbol]
            if "usual" in album
            else (album["cells"][cell], album["symbols"][symbol])
        )
        parts[cell] = own.get(cell, known)
    return {
        (cell, album["places"][place], *album["looks"][look][:3])
        for cell, part in parts.items()
        for place, look in zip(part[::2], part[1::2], strict=True)
    }


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", DOMAINS)
def test_a_page_draws_every_state_as_its_domain_does(name: str) -> None:
    theory = aw.open_source(name).theory
    domain = theory.domain
    assert domain is not None
    states = walk(theory, domain.draw(theory.shape, Random(3)), 60)
    blank = None if theory.blank is None else str(theory.blank)
    albums = Albums(blank)
    albums.begin(1, theory, theory.shape, ())
    assert albums.add(1, states[:40]) and albums.add(1, states[30:])
    (album,) = albums.data()["albums"]
    for state in states:
        layout = laid_out(theory.drawing(state))
        assert layout.kind == album["kind"] or (layout.kind, album["kind"]) == ("signs", "bars")
        assert (layout.columns, layout.rows) <= (album["columns"], album["rows"])
        found = shapes(album, state)
        expected = set()
        for spot in layout.spots:
            cell, tint = spot.piece.cell, spot.piece.tint or ""
            label = "" if layout.kind == "cells" and spot.label == "_" else spot.label
            place = (spot.x, spot.y, spot.width)
            expected.add((-1 if cell is None else cell, place, label, tint, int(cell is not None)))
        covered = {(x, y) for c, (x, y, _), *_ in expected if c >= 0}
        behind = {one for one in found - expected if one[0] == -1}
        assert found - behind == expected
        spans = [(x, y, width) for cell, (x, y, width), *_ in expected if cell >= 0]
        for _, (left, top, _), *_ in behind:
            assert any(y == top and x <= left < x + width for x, y, width in spans), covered


def test_states_beyond_what_a_page_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "MOST_DRAWN", 5)
    theory = aw.open_source("hanoi:3x3").theory
    albums = Albums(None)
    albums.begin(1, theory, theory.shape, ())
    states = list(dict.fromkeys(walk(theory, (1, 1, 1), 20)))
    assert albums.add(1, states[:4]) and albums.add(1, states[:4])
    assert not albums.add(1, states[3:6])
    assert albums.add(1, states[4:5])


def test_cells_are_shown_in_words_where_their_symbols_mean_something() -> None:
    albums = Albums(None)
    albums.begin(7, None, (2, 1), [{"0": "on a b", "1": "holds a"}, {"0": "free"}])
    assert albums.add(7, [(0, 0), (1, 0)])
    (album,) = albums.data()["albums"]
    assert {look[0] for look in album["looks"]} == {"on a b", "holds a", "free"}
    assert [look for _, _, look, *_ in sorted(shapes(album, (1, 0)))] == ["holds a", "free"]
