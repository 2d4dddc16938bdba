"""Clicks on the board of ``arcwise explore``."""

from __future__ import annotations

import pytest
from arcwise.explorer.explore.app import ExploreApp
from arcwise.explorer.explore.widgets import BoardView
from textual.pilot import Pilot
from textual.widgets import Static

from .driving import Made, drive, press, settle, text


async def click(pilot: Pilot[int], app: ExploreApp, cell: int) -> None:
    """Click on a cell of the board."""
    board = app.screen.query_one(BoardView)
    width, height = board._canvas.extent
    spots = ((x, y) for y in range(height) for x in range(width))
    at = next(spot for spot in spots if board._canvas.cell_at(spot[0] - 1, spot[1]) == cell)
    await pilot.click(board.query_one("#drawing", Static), offset=at)
    await settle(pilot)


@pytest.mark.long
@pytest.mark.parametrize("size", [(80, 24), pytest.param((160, 50), marks=pytest.mark.slow)])
def test_a_click_on_a_tile_moves_it_if_it_can_move(session: Made, size: tuple[int, int]) -> None:
    made = session()

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await settle(pilot)
        await click(pilot, app, 4)  # right of the blank, which is in cell 4 of 1 to 6
        assert [step.move.name for step in made.walk.steps] == ["right"]
        await click(pilot, app, 0)
        assert text(app, "#message") == "no arc here changes cell 1"
        await click(pilot, app, 4)  # the blank
        assert text(app, "#message") == "3 arcs change cell 5: up, left, right"
        assert made.walk.at == 1

    drive(made, scenario, size=size)


@pytest.mark.long
def test_a_click_on_a_disk_says_where_it_may_go(session: Made) -> None:
    made = session("hanoi:3x3", "2 1 1")

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await settle(pilot)
        await click(pilot, app, 0)
        assert text(app, "#message") == "2 arcs change cell 1: disk1-1, disk1-3"
        await click(pilot, app, 1)
        assert [step.move.name for step in made.walk.steps] == ["disk2-3"]
        await press(pilot, "z")
        assert text(app, "#message") == "undone: disk2-3"

    drive(made, scenario)
