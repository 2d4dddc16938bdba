from __future__ import annotations

import random
from pathlib import Path

import pytest
from arcwise.ebl import load_macros
from arcwise.experiments import Configuration
from arcwise.explorer.explore.app import ExploreApp, WalkScreen
from arcwise.explorer.explore.screens import Findings, SearchScreen, TextScreen
from arcwise.explorer.explore.widgets import ArcsList
from arcwise.search import Limits
from textual.pilot import Pilot
from textual.widgets import Input

from .driving import Made, drive, press, rows, settle, text, until


@pytest.mark.long
def test_the_board_and_what_matches_and_why_the_rest_does_not(session: Made) -> None:
    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        assert rows(app)[:4] == [
            "1 up",
            "2 right",
            "--- 12 others: why not",
            "- right (3): cell 1 must be 0, is 4",
        ]
        assert app.screen.query_one(ArcsList).border_title == "2 of 14 match here"
        assert "[4]" in text(app, "#drawing") and "[_]" in text(app, "#drawing")
        assert "1 2 3" in text(app, "#beside")
        assert "misplaced 4  manhattan 6" in text(app, "#estimates")
        assert "manhattan 6 -> 5" in text(app, "#words")
        await press(pilot, "down", "down")
        await settle(pilot)
        assert "cells 1, 2: cell 1 must be 0, is 4" in text(app, "#words")
        assert "!4!" in text(app, "#drawing")
        await press(pilot, "enter")
        assert isinstance(app.screen, TextScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, WalkScreen)

    drive(session(), scenario)


@pytest.mark.long
def test_stepping_with_every_key(session: Made) -> None:
    made = session()

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "enter", "r", "2", "down", "enter")
        steps = [step.move.name for step in made.walk.steps]
        assert steps[:2] == ["up", "right"] and len(steps) == 4
        await press(pilot, "b", "backspace")
        assert made.walk.at == 2
        await press(pilot, "B")
        assert made.walk.at == 0
        await press(pilot, "f")
        assert made.walk.at == 1
        await press(pilot, "F", "f")
        assert made.walk.at == 4 and "nothing lies ahead" in text(app, "#message")
        await press(pilot, "B", "b", "l")
        assert "left does not match here" in text(app, "#message")
        assert "why it does not match" in str(app.screen.query_one("#detail").border_title)
        await press(pilot, "9")
        assert "no match number 9" in text(app, "#message")

    drive(made, scenario)


@pytest.mark.long
@pytest.mark.slow
def test_learning_shows_the_reasons_and_saving_keeps_the_macro(
    session: Made, tmp_path: Path
) -> None:
    made, file = session(), tmp_path / "m.pl"

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "L")
        assert "no path to learn from" in text(app, "#message")
        await press(pilot, "u", "L")
        assert text(app, "#title") == "refused: is the single move up"
        await press(pilot, "escape", "w")
        assert "no macros to save" in text(app, "#message")
        await press(pilot, "r", "d", "r", "L")
        assert isinstance(app.screen, TextScreen)
        assert text(app, "#title") == "learned m1: new"
        assert "cell 4: constant 0 - step 1 (up) needs 0 in cell 4" in text(app, "#words")
        await press(pilot, "escape", "L")
        assert text(app, "#title") == "refused: same rule as m1, which costs 4"
        await press(pilot, "escape", "B")
        assert rows(app)[0] == "1 m1  4 moves"
        await press(pilot, "home", "e")
        assert text(app, "#title") == "m1 explained"
        await press(pilot, "escape", "w", "q")

    assert drive(made, scenario, output=str(file)) == 0
    assert [macro.name for macro in load_macros(file)] == ["m1"]


@pytest.mark.long
@pytest.mark.slow
def test_quitting_asks_once_about_macros_that_are_not_saved(session: Made, tmp_path: Path) -> None:
    file = tmp_path / "m.pl"

    async def learn(pilot: Pilot[int]) -> None:
        await press(pilot, "u", "r", "L", "escape")

    async def stay(pilot: Pilot[int], app: ExploreApp) -> None:
        await learn(pilot)
        await press(pilot, "q", "escape")
        assert isinstance(app.screen, WalkScreen)
        await press(pilot, "q", "q")

    async def save(pilot: Pilot[int], app: ExploreApp) -> None:
        await learn(pilot)
        await press(pilot, "q", "w")
        app.screen.query_one(Input).value = str(file)
        await press(pilot, "enter")

    async def interrupt(pilot: Pilot[int], app: ExploreApp) -> None:
        await learn(pilot)
        await press(pilot, "ctrl+c", "ctrl+c")

    assert drive(session(), stay) == 0 and not file.exists()
    assert drive(session(), interrupt) == 130
    assert drive(session(), save) == 0 and len(load_macros(file)) == 1


@pytest.mark.long
def test_ctrl_c_quits_with_130(session: Made) -> None:
    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "s", "ctrl+c")

    assert drive(session(), scenario) == 130


@pytest.mark.long
@pytest.mark.slow
def test_another_file_is_replaced_only_when_asked_twice(session: Made, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("precious")

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "u", "r", "L", "escape", "w")
        app.screen.query_one(Input).value = str(tmp_path / "none" / "m.pl")
        await press(pilot, "enter")
        assert "not saved" in text(app, "#message")
        await press(pilot, "w")
        app.screen.query_one(Input).value = str(file)
        await press(pilot, "enter")
        assert "Enter again replaces it" in text(app, "#hint")
        assert file.read_text() == "precious"
        await press(pilot, "escape", "w")
        app.screen.query_one(Input).value = str(file)
        await press(pilot, "enter", "enter")
        assert len(load_macros(file)) == 1
        await press(pilot, "f", "d", "L", "escape", "w")
        assert len(load_macros(file)) == 2  # the file is known now
        await press(pilot, "q")

    assert drive(session(), scenario) == 0


@pytest.mark.long
@pytest.mark.slow
def test_searching_from_here_comparing_and_following(session: Made) -> None:
    made = session()

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "u", "r", "d", "r", "L", "escape", "B", "s")
        screen = app.screen
        assert isinstance(screen, SearchScreen)
        assert "with 1 macro, heuristic manhattan" in text(app, "#what")
        for count, keys in enumerate((("home", "enter"), ("x", "enter"), ("h", "enter")), start=1):
            await press(pilot, *keys)
            await until(pilot, lambda count=count: len(made.findings) == count)
            await until(pilot, lambda: screen.query_one(Findings).option_count == 1 + count)  # noqa: B023
        assert "without macros, heuristic misplaced" in text(app, "#what")
        assert [finding.expanded for finding in made.findings] == [186, 332, 332]
        await press(pilot, "tab", "down", "down", "enter")
        assert isinstance(app.screen, WalkScreen)
        assert "12 steps of breadth-first, 1 macro ahead" in text(app, "#message")
        await press(pilot, "F")
        assert text(app, "#message") == "this is the goal"
        assert app.screen.query_one("#here").border_title == "the goal"
        await press(pilot, "s", "escape", "q", "q")

    assert drive(made, scenario) == 0


@pytest.mark.long
def test_a_search_tells_how_far_it_is_and_ends_when_asked(session: Made) -> None:
    start = " ".join(map(str, [3, 1, 2, *range(4, 25), 0]))
    made = session(
        "sliding-tile:5x5", start, options=Configuration(limits=Limits(600, None, 2**30))
    )

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "s", "home", "enter")
        await until(
            pilot,
            lambda: "expanded" in text(app, "#progress") and "0 exp" not in text(app, "#progress"),
        )
        await press(pilot, "up", "enter")  # one search at a time
        await press(pilot, "escape")
        await until(pilot, lambda: len(made.findings) == 1)
        assert made.findings[0].outcome == "called off" and made.findings[0].expanded > 0
        assert isinstance(app.screen, SearchScreen)
        await press(pilot, "f")
        assert "no path to follow (called off)" in text(app, "#progress")
        await press(pilot, "home", "enter", "ctrl+c")  # leaving ends the next one too

    assert drive(made, scenario) == 130


@pytest.mark.long
def test_what_cannot_be_searched_says_why(session: Made) -> None:
    made = session(options=Configuration(duplicates="closed", limits=Limits(nodes=10**6)))

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "s", "f")
        assert "nothing to follow yet" in text(app, "#progress")
        await press(pilot, "x")
        assert "there are no macros yet" in text(app, "#progress")
        names = [name for name, _ in made.algorithms]
        await press(pilot, "home", *["down"] * names.index("ida-star"), "enter")
        await until(pilot, lambda: "cannot run with duplicates" in text(app, "#progress"))

    drive(made, scenario)


@pytest.mark.long
@pytest.mark.slow
def test_other_pages(session: Made) -> None:
    made = session()

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        for key, title in (
            ("question_mark", "arcwise explore: keys"),
            ("o", "the goal"),
            ("e", "up explained"),
        ):
            await press(pilot, key)
            assert text(app, "#title") == title
            await press(pilot, "escape")
        await press(pilot, "g")
        assert made.seed == 1 and "random start 1" in text(app, "#title")
        await press(pilot, "u", "r", "m", "d", "l", "m")
        assert "(mark)" in text(app, "#path")

    drive(made, scenario)


SIZES = {
    (35, 10): {"-small", "-narrow", "-short"},
    (60, 24): {"-narrow"},
    (90, 15): {"-short"},
    (200, 60): set(),
    (80, 24): set(),
}


@pytest.mark.long
def test_what_does_not_fit_is_left_out(session: Made) -> None:
    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        for size, classes in SIZES.items():
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert classes == app.screen.classes & {"-small", "-narrow", "-short"}
            shown = {
                part: app.screen.query_one(part).display for part in ("#small", "#body", "#path")
            }
            assert shown["#small"] == ("-small" in classes) != shown["#body"]
            assert shown["#path"] == (not classes)
        assert isinstance(app.screen.focused, ArcsList)
        await press(pilot, "enter")
        assert len(app.session.walk.steps) == 1

    drive(session(), scenario)


@pytest.mark.long
def test_the_chosen_line_is_shown_without_colours(
    session: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "down")
        arcs = app.screen.query_one(ArcsList)
        reverse = [
            any(
                segment.style is not None and segment.style.reverse
                for segment in arcs.render_line(y)
            )
            for y in range(4)
        ]
        assert reverse == [False, True, False, False]

    drive(session(), scenario)


@pytest.mark.long
def test_large_boards_scroll_to_what_changes(session: Made) -> None:
    cells = [*range(1, 145)]
    start = " ".join(map(str, [*cells[:142], 0, 143]))
    made = session("sliding-tile:12x12", start)

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await settle(pilot)
        await until(pilot, lambda: app.screen.query_one("#board").scroll_offset.x > 0)
        assert app.screen.query_one("#here").border_title == "here; o shows the goal"
        assert "cell 131" in text(app, "#words") and "-> 0" in text(app, "#words")

    drive(made, scenario)


KEYS = [
    *"udlrbfBFsLegwoxhm123456789",
    *("enter", "escape", "down", "up", "home", "end", "tab", "pagedown", "backspace", "space"),
    "question_mark",
]


@pytest.mark.long
@pytest.mark.parametrize("theory", ["sliding-tile:2x2", "hanoi:3x2", "stuck.pl"])
def test_no_sequence_of_keys_breaks_it(session: Made, tmp_path: Path, theory: str) -> None:
    rng = random.Random(theory)
    (tmp_path / "stuck.pl").write_text("arc([0,A],[1,A],1).\n")
    start = {"sliding-tile:2x2": "3 2 1 0", "hanoi:3x2": "1 1"}
    made = session(
        str(tmp_path / theory) if theory.endswith(".pl") else theory,
        start.get(theory, "0 5"),
        "1 6" if theory.endswith(".pl") else None,
        options=Configuration(limits=Limits(nodes=2000)),
    )

    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        for _ in range(15):
            await press(pilot, rng.choice(KEYS))
        assert app.is_running

    drive(made, scenario, output=str(tmp_path / "m.pl"))


@pytest.mark.long
def test_keys_behind_the_one_that_quits_do_nothing(session: Made) -> None:
    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        for key in ("q", "t"):
            app.simulate_key(key)
        await until(pilot, lambda: not app.is_running)
        await settle(pilot)

    assert drive(session(), scenario) == 0
