"""States on the report's page, in a browser: as their domain draws them, in both themes, gliding from one to the next."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from arcwise.experiments.sized_domain import load_domain
from arcwise.experiments.store import read_run
from arcwise.explorer.html.layout import Spot, laid_out
from arcwise.explorer.report import report_page

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


@pytest.mark.parametrize("name", NAMES)
def test_the_page_shows_every_state_of_a_solution_as_its_domain_does(
    browser: Any, tmp_path: Path, name: str
) -> None:
    theory = load_domain(name).theory
    domain = theory.domain
    assert domain is not None
    start, goal = domain.draw(theory.shape, Random(2)), domain.goal(theory.shape)
    results = fill(
        tmp_path / "run", [(start, goal)], {"before": theory, "after": theory}, ["breadth-first"]
    )
    path = next(iter(results.values())).path
    file = tmp_path / "page.html"
    file.write_text(report_page(read_run(tmp_path / "run")), encoding="utf-8")
    complaints: list[str] = []
    for theme, width in (("light", 1280), ("dark", 390)):
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


def test_a_disk_glides_from_peg_to_peg(browser: Any, tmp_path: Path) -> None:
    theory = load_domain("hanoi:3x3").theory
    both = {"before": theory, "after": theory}
    fill(tmp_path / "run", [((1, 1, 1), (3, 3, 3))], both, ["breadth-first"])
    file = tmp_path / "page.html"
    file.write_text(report_page(read_run(tmp_path / "run")), encoding="utf-8")
    page = browser.new_page(reduced_motion="reduce")
    page.goto(file.as_uri())
    assert [moved(page) for _ in range(7)] == [[disk] for disk in "1213121"]
    page.close()
