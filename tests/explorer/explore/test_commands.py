"""What helps to find one's way in ``arcwise explore``: undo, a list that is narrowed down, the command palette, themes, keys."""

from __future__ import annotations

import pytest
from arcwise.explorer.explore.app import ExploreApp, WalkScreen
from arcwise.explorer.explore.screens import SearchScreen
from arcwise.explorer.explore.widgets import ArcsList, KeyLine
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import OptionList
from textual.widgets._footer import FooterKey

from .driving import Made, drive, press, rows, settle, text, until


@pytest.mark.long
@pytest.mark.slow
def test_the_list_is_narrowed_down_while_one_types(session: Made) -> None:
    made = session("blocks:4", "0 0 0 0 1 1 1 1")

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        everything = rows(app)
        await press(pilot, "slash", "o", "n", "t", "o", "-", "3")
        assert rows(app)[:2] == ["1 1-onto-3", "2 2-onto-3"]
        assert all("-onto-3" in row for row in rows(app) if not row.startswith("---"))
        await press(pilot, "enter", "2")  # the second of those that are listed
        assert [step.move.name for step in made.walk.steps] == ["2-onto-3"]
        assert app.screen.query_one("#filter").display
        await press(pilot, "z", "escape")
        assert rows(app) == everything and not app.screen.query_one("#filter").display
        await press(pilot, "slash", "q", "q")
        assert rows(app) == [] and not made.walk.steps
        await press(pilot, "escape")
        assert rows(app) == everything and isinstance(app.screen.focused, ArcsList)

    drive(made, scenario)


@pytest.mark.long
def test_a_key_for_an_arc_that_is_not_listed_lists_it(session: Made) -> None:
    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "slash", "u", "p", "enter", "l")
        assert "left does not match here" in text(app, "#message")
        assert "left" in text(app, "#words")

    drive(session(), scenario)


@pytest.mark.long
def test_undo_takes_back_moves_and_macros(session: Made) -> None:
    made = session()

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "z")
        assert text(app, "#message") == "there is nothing to undo"
        await press(pilot, "u", "r", "L", "escape")
        assert "1 macro" in text(app, "#title")
        await press(pilot, "z")
        assert text(app, "#message") == "undone: a learned macro"
        assert "macro" not in text(app, "#title")
        await press(pilot, "ctrl+z")
        assert text(app, "#message") == "undone: right" and made.walk.at == 1

    drive(made, scenario)


async def call(pilot: Pilot[int], app: ExploreApp, words: str) -> None:
    """Call a command by its name in the palette."""
    await press(pilot, "ctrl+p")
    assert isinstance(app.screen, CommandPalette)
    await press(pilot, *words)
    palette = app.screen
    commands = palette.query_one(OptionList)
    await until(pilot, lambda: commands.option_count and "fetching" not in str(commands.visible))
    await until(pilot, lambda: words in str(commands.get_option_at_index(0).prompt).casefold())
    await press(pilot, "enter")
    await until(pilot, lambda: app.screen is not palette)
    await press(pilot)


@pytest.mark.long
@pytest.mark.slow
def test_the_palette_has_the_commands_of_the_screen(session: Made) -> None:
    made = session()

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "u")
        await call(pilot, app, "undo")
        await until(pilot, lambda: made.walk.at == 0)
        await call(pilot, app, "search")
        await until(pilot, lambda: isinstance(app.screen, SearchScreen))
        await call(pilot, app, "close")
        await until(pilot, lambda: isinstance(app.screen, WalkScreen))

    drive(made, scenario)


@pytest.mark.long
@pytest.mark.slow
def test_a_theme_stays_and_all_screens_are_drawn_in_it(session: Made) -> None:
    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        assert app.theme == "ansi-dark"
        for theme in list(app.available_themes)[1::20]:
            app.theme = theme
            await press(pilot, "down", "s", "escape", "question_mark", "escape")
            assert app.theme == theme and isinstance(app.screen, WalkScreen)

    drive(session(), scenario)


@pytest.mark.long
@pytest.mark.slow
def test_the_line_of_keys_has_as_many_as_fit_and_none_cut(session: Made) -> None:
    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        shown = []
        line = app.screen.query_one(KeyLine)
        for width in (80, 40, 160):
            await pilot.resize_terminal(width, 24)
            await until(pilot, lambda width=width: line.size.width == width)
            await settle(pilot)
            keys = line.query(FooterKey)
            assert all(key.region.right <= width for key in keys)
            shown.append([key.description for key in keys])
        at_80, at_40, at_160 = shown
        assert {"Apply", "Undo", "Search", "Help", "Quit", "Learn", "Filter"} <= set(at_80)
        assert at_40 == at_80[: len(at_40)] and at_80 == at_160[: len(at_80)]
        assert at_160[-1] == "Commands"

    drive(session(), scenario)
