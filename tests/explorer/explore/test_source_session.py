"""A walk through a problem of a source of one's own, whose rules are learned on the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.explorer.explore.app import ExploreApp
from arcwise.explorer.explore.source_session import SourceSession
from arcwise.explorer.explore.walk import Progress
from arcwise.rules import ArcwiseError
from arcwise.rules.source import open_source
from textual.pilot import Pilot

from .driving import drive, press, text


@pytest.fixture
def made(examples: Path, plugin: Callable[..., None], tmp_path: Path) -> SourceSession:
    """A walk from aabb to bbaa."""
    source = (examples / "package/string_rewriting.py").read_text(encoding="utf-8")
    plugin(
        "string_rewriting", source, {"arcwise.sources": "rewriting = string_rewriting:Rewriting"}
    )
    file = tmp_path / "swap.rw"
    file.write_text("swap: ab -> ba\n")
    opened: Any = open_source(str(file))
    return SourceSession(
        opened.question("aabb", "bbaa"), opened.library(), aw.Configuration("breadth-first")
    )


def test_a_path_teaches_a_rule_that_the_next_search_uses(made: SourceSession) -> None:
    with pytest.raises(ArcwiseError, match="no path to learn from"):
        made.learn()
    for _ in range(2):
        made.take(made.here.matches[0].move)
    learned = made.learn()
    assert str(learned.macro) == "m1: aab -> baa = swap swap" and learned.admission.accepted
    made.jump(-2)
    assert [match.move.name for match in made.here.matches] == ["m1", "swap"]
    found = made.searcher("breadth-first", None, True)(Progress())
    assert len(found.steps) == 2 and "1 rule" in found.label
    bare = made.searcher("breadth-first", None, False)(Progress())
    assert len(bare.steps) == 4
    sides = made.watcher("breadth-first", None, True)(Progress())
    assert [*sides] == ["before learning", "after learning"]
    assert made.undo() is not None


def test_another_start_has_a_goal_of_its_own(made: SourceSession) -> None:
    made.new_start()
    assert made.seed == 1 and sorted(made.goal[0]) == sorted(made.walk.state[0])
    made.follow(made.searcher("breadth-first", None, False)(Progress()))
    made.jump(len(made.walk.ahead))
    assert made.at_goal


def test_the_app_shows_and_saves_it(made: SourceSession, tmp_path: Path) -> None:
    async def scenario(pilot: Pilot[int], app: ExploreApp) -> None:
        await press(pilot, "enter", "enter", "L")
        assert text(app, "#title").startswith("learned m1")
        await press(pilot, "escape", "w", "q")

    file = tmp_path / "rules.rw"
    drive(made, scenario, output=str(file))
    assert file.read_text().startswith("m1: ")
