"""A search stepped through in ``arcwise explore``: forward, back, both searches at once, and a walk to a node."""

from __future__ import annotations

import pytest
from arcwise.explorer.explore.app import ExploreApp, WalkScreen
from arcwise.explorer.explore.screens import SearchScreen, StepPane, TextScreen, WatchScreen
from arcwise.explorer.explore.session import way_to
from arcwise.explorer.explore.walk import Progress
from arcwise.rules import InputError
from textual.pilot import Pilot
from textual.widgets import Static

from .driving import Made, drive, press, text, until


def panes(app: ExploreApp) -> list[str]:
    """What the searches show."""
    shown = [pane.query(Static) for pane in app.screen.query(StepPane)]
    return [str(words.first().content) if words else "" for words in shown] or [""]


@pytest.mark.long
def test_a_search_is_stepped_through_with_its_open_list_in_order(session: Made) -> None:
    made = session()

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "s", "v")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await until(pilot, lambda: panes(app)[0].startswith("step 1 of"))
        assert "open, in order; 2 nodes wait:" in panes(app)[0]
        await press(pilot, "right")
        [second] = panes(app)
        assert second.startswith("step 2 of") and "makes " in second and "drops " in second
        waiting = [line.split()[0] for line in second.split("state\n")[1].splitlines()]
        assert waiting == sorted(waiting, key=float)
        await press(pilot, "end")
        assert "is the goal" in panes(app)[0]
        await press(pilot, "right")  # there is no further step
        assert "is the goal" in panes(app)[0]
        await press(pilot, "left", "pageup", "home", "f")
        assert panes(app)[0].startswith("step 1 of")
        assert "there is no path to follow" in text(app, "#message")
        await press(pilot, "h")
        assert isinstance(app.screen, TextScreen) and "local minim" in text(app, "#words")
        await press(pilot, "escape", "pagedown", "f")
        assert isinstance(app.screen, WalkScreen)
        assert "of step 11 of a-star" in text(app, "#message")
        await press(pilot, "F")
        assert made.walk.at == len(made.walk.steps) > 0

    drive(made, scenario)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("size", [(160, 50), (80, 24)])
def test_the_tree_stands_where_there_is_room_and_else_on_a_page_of_its_own(
    session: Made, size: tuple[int, int]
) -> None:
    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "u", "r", "d", "r", "L", "escape", "B", "s", "v")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await until(pilot, lambda: all(pane.startswith("step 1 of") for pane in panes(app)))
        await press(pilot, "pagedown")
        large = app.size.width > 80
        assert all(("tree, " in pane) == large for pane in panes(app))
        if large:
            assert all("<- step 11" in pane and "open, in order" in pane for pane in panes(app))
        await press(pilot, "d")
        assert isinstance(app.screen, TextScreen) and "<- step 11" in text(app, "#words")

    drive(session(), scenario, size=size)


@pytest.mark.long
@pytest.mark.slow
def test_before_and_after_learning_step_together(session: Made) -> None:
    made = session()

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "u", "r", "d", "r", "L", "escape", "B", "s", "v")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await until(pilot, lambda: all(pane.startswith("step 1 of") for pane in panes(app)))
        titles = [str(pane.border_title) for pane in app.screen.query(StepPane)]
        assert titles == ["before learning", "after learning"]
        before, after = panes(app)
        assert "m1" in after and "m1" not in before
        await press(pilot, "right")
        assert all(pane.startswith("step 2 of") for pane in panes(app))
        await press(pilot, "end")
        assert all("is the goal" in pane for pane in panes(app))
        await press(pilot, "tab", "f")
        assert "after learning" not in text(app, "#message") and made.walk.ahead

    drive(made, scenario)


@pytest.mark.long
@pytest.mark.slow
def test_what_cannot_be_watched_says_why(session: Made) -> None:
    made = session()

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        names = [name for name, _ in made.algorithms]
        await press(pilot, "s", "home", *["down"] * names.index("climb"), "v")
        await until(
            pilot, lambda: "no search of its own that can be watched" in text(app, "#progress")
        )
        assert isinstance(app.screen, SearchScreen)

    drive(made, scenario)


def test_the_way_to_a_step_leads_to_the_node_that_it_takes_up(session: Made) -> None:
    made = session()
    [watched] = made.watcher("greedy", "manhattan", True)(Progress()).values()
    for place in (0, 5, len(watched.steps) - 1):
        found = way_to(watched, place)
        made.walk.lay(found.steps)
        made.walk.forward(len(found.steps))
        assert made.walk.state == watched.nodes[watched.steps[place].taken].state
        made.walk.back(made.walk.at)
    with pytest.raises(InputError, match="can be watched"):
        made.watcher("climb", None, False)(Progress())
