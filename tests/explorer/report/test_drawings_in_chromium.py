"""States on the report's page, in a browser: as their domain draws them, in both themes, gliding from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import arcwise as aw
import pytest
from arcwise.experiments.store import read_run
from arcwise.explorer.html.layout import OPEN, Spot, laid_out
from arcwise.explorer.html.watched import watch_page
from arcwise.explorer.report import report_page
from arcwise.explorer.report.paths import Albums
from arcwise.rules import State, Theory, Var
from arcwise.search import ALGORITHMS, Problem, watch

from ...contrast import too_faint
from .small_runs import fill

pytestmark = pytest.mark.slow

NAMES = [
    *("sliding-tile:2x3", "cube:2", "pancake:5", "burnt-pancake:3", "hanoi:3x3", "blocks:4"),
    *("lights-out:2x2", "gripper:2", "missionaries:3x2", "water-jugs:5x3=4"),
]

SHAPES = """() => [...document.querySelectorAll('.side:first-child .stage .tile')].map((tile) => {
  const place = (name) => Number(tile.style.getPropertyValue(name));
  return [place('--x'), place('--y'), tile.textContent];
})"""


def written(
    folder: Path, theory: Theory, start: State, goal: State
) -> tuple[Path, Sequence[State]]:
    """The page of a run with one problem, and the states of its solution."""
    both = {"before": theory, "after": theory}
    results = fill(folder / "run", [(start, goal)], both, ["breadth-first"])
    file = folder / "page.html"
    file.write_text(report_page(read_run(folder / "run")), encoding="utf-8")
    return file, next(iter(results.values())).path


def drawn(theory: Theory) -> State:
    """A random start; of a cube one that breadth-first search solves soon."""
    rng, domain = Random(2), theory.domain
    assert domain is not None
    if domain.spell(theory.shape) != "cube:2":
        return domain.draw(theory.shape, rng)
    state = domain.goal(theory.shape)
    for _ in range(5):
        state = rng.choice(theory.successors(state))[1]
    return state


def said(spot: Spot) -> str:
    """What is written into a shape."""
    unsaid = ("|", "~", "#") if spot.piece.cell is None else ("_",)
    return "" if spot.piece.tint or spot.label in unsaid else spot.label


def moved(page: Any) -> Any:
    """The text of the shapes that stay in the page while another state is shown, and have another place."""
    return page.evaluate(
        """() => new Promise((found) => {
          const tiles = [...document.querySelectorAll('.side:first-child .stage .tile')];
          const place = (tile) => tile.style.getPropertyValue('--x');
          const places = tiles.map(place);
          document.querySelector('.side [aria-label="One step on"]').click();
          const others = tiles.filter((tile, n) => tile.isConnected && place(tile) !== places[n]);
          found(others.map((tile) => tile.textContent));
        })"""
    )


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "theme", "width"),
    [(name, *(("light", 1280), ("dark", 390))[number % 2]) for number, name in enumerate(NAMES)],
)
def test_the_page_shows_every_state_of_a_solution_as_its_domain_does(
    browser: Any, tmp_path: Path, name: str, theme: str, width: int
) -> None:
    theory = aw.open_source(name).theory
    domain = theory.domain
    assert domain is not None
    start, goal = drawn(theory), domain.goal(theory.shape)
    file, path = written(tmp_path, theory, start, goal)
    complaints: list[str] = []
    viewport = {"width": width, "height": 900}
    context = browser.new_context(viewport=viewport, color_scheme=theme, offline=True)
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    step = page.locator(".side").first.get_by_role("button", name="One step on")
    for place, state in enumerate(path):
        if place:
            step.click()
        found = [tuple(shape) for shape in page.evaluate(SHAPES)]
        spots = laid_out(theory.drawing(state)).spots
        expected = [(spot.x, spot.y, said(spot)) for spot in spots]
        behind = [one for one in found if one not in expected]
        assert set(expected) <= set(found) and all(text == "" for _, _, text in behind)
    page.evaluate(
        "document.querySelectorAll('.tile').forEach((one) => one.removeAttribute('aria-hidden'))"
    )
    assert too_faint(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert complaints == []
    context.close()


@pytest.mark.long
def test_what_turns_over_stays_the_same_shape(browser: Any, tmp_path: Path) -> None:
    theory = aw.open_source("burnt-pancake:3").theory
    file, _ = written(tmp_path, theory, (-2, 2, -1, 1, 3, -3), (1, -1, 2, -2, 3, -3))
    page = browser.new_page()
    page.goto(file.as_uri())
    kept = page.evaluate(
        """() => {
          const tiles = [...document.querySelectorAll('.side:first-child .stage .tile')];
          const signed = tiles.filter((tile) => tile.classList.contains('signed')).length;
          document.querySelector('.side [aria-label="One step on"]').click();
          const turned = tiles.filter((tile) => tile.classList.contains('signed')).length;
          return [signed, turned, tiles.every((tile) => tile.isConnected)];
        }"""
    )
    assert kept == [2, 0, True]
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("name", ["cube:2", "hanoi:3x3", "pancake:5", "burnt-pancake:3"])
def test_goals_and_windows_of_macros_are_drawn_by_the_domain(
    browser: Any, tmp_path: Path, name: str
) -> None:
    theory = aw.open_source(name).theory
    domain = theory.domain
    assert domain is not None
    albums = Albums(None)
    for schema in domain.schemas(theory.shape)[:3]:
        window = domain.window(schema.window)
        for pattern in (schema.arc.before, schema.arc.after):
            number = albums.window(window, pattern)
            album = albums.data()["albums"][number]
            spots = laid_out(window.drawing(pattern)).spots
            labels = {look[0] for look in album["looks"]}
            assert {spot.label for spot in spots} <= labels
            kinds = {look[2] for look in album["looks"]}
            assert (OPEN in kinds) == any(isinstance(term, Var) for term in pattern)
    start, goal = drawn(theory), domain.goal(theory.shape)
    file, _ = written(tmp_path, theory, start, goal)
    page = browser.new_page()
    page.goto(file.as_uri())
    found = page.evaluate(
        "[...document.querySelectorAll('.goal .tile')].map((tile) => tile.textContent)"
    )
    spots = laid_out(theory.drawing(goal)).spots
    assert sorted(filter(None, found)) == sorted(filter(None, map(said, spots)))
    page.close()


@pytest.mark.long
def test_a_watched_search_shows_what_the_domain_draws(browser: Any, tmp_path: Path) -> None:
    theory = aw.open_source("hanoi:3x3").theory
    watched = watch(Problem(theory, (1, 1, 1), (3, 3, 3)), ALGORITHMS["breadth-first"])
    file = tmp_path / "watch.html"
    file.write_text(watch_page("hanoi", {"once": watched}), encoding="utf-8")
    complaints: list[str] = []
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    for step in watched.steps[:10]:
        found = {
            tuple(shape)
            for shape in page.evaluate(SHAPES.replace(".side:first-child .stage", "article"))
        }
        spots = laid_out(theory.drawing(watched.nodes[step.taken].state)).spots
        expected = {(spot.x, spot.y, said(spot)) for spot in spots}
        assert expected <= found and all(text == "" for _, _, text in found - expected)
        page.keyboard.press("ArrowRight")
    assert complaints == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


@pytest.mark.long
def test_a_disk_glides_from_peg_to_peg(browser: Any, tmp_path: Path) -> None:
    theory = aw.open_source("hanoi:3x3").theory
    file, _ = written(tmp_path, theory, (1, 1, 1), (3, 3, 3))
    page = browser.new_page(reduced_motion="reduce")
    page.goto(file.as_uri())
    assert [moved(page) for _ in range(7)] == [[disk] for disk in "1213121"]
    page.close()
