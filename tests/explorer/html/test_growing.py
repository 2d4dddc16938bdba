"""Trees that grow: what each shows after a step is what the record of the search says, without a script and with one."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from arcwise.explorer.cli import run
from arcwise.explorer.html.watched import shown_steps, watch_page, watch_picture
from arcwise.rules import sliding_tile
from arcwise.search import FunctionProblem, Problem, watch
from arcwise.search.watching import WatchedSearch

from ...firefox import Firefox

TILES = sliding_tile(2, 3)
START, GOAL = (4, 5, 3, 0, 1, 2), (5, 1, 3, 4, 2, 0)


def _at(node: ElementTree.Element, seconds: float) -> str:
    """How a node looks at a time; empty where it is hidden."""
    frame = next(one for one in node if one.get("class", "").startswith("frame"))
    look = frame.get("class", "")
    for one in (*node, *frame):
        begin, end = (float(one.get(what, "0s")[:-1]) for what in ("begin", "end"))
        if one.tag.endswith("set") and begin <= seconds < end:
            if one.get("attributeName") == "visibility":
                return ""
            look = one.get("to", "")
    return look.split()[-1]


def _parts(picture: str) -> tuple[list[ElementTree.Element], list[dict[int, ElementTree.Element]]]:
    """The drawings of trees in a picture, and the nodes of each by their numbers."""
    root = ElementTree.fromstring(picture)
    trees = [one for one in root.iter() if "growing" in one.get("class", "")]
    nodes = [
        {int(one.get("data-node", "")): one for one in tree.iter() if one.get("data-node")}
        for tree in trees
    ]
    return trees, nodes


@pytest.mark.parametrize("algorithm", ["breadth-first", "a-star", "iterative-deepening", "beam"])
def test_every_step_of_the_picture_is_that_of_the_record(algorithm: str) -> None:
    watched = watch(Problem(TILES, START, GOAL), algorithm)
    [tree], [nodes] = _parts(watch_picture("one", {"one": watched}))
    assert len(nodes) == len(watched.nodes)
    pace = float(tree.get("data-pace", ""))
    for place, step in enumerate(watched.steps):
        looks = {n: _at(node, (place + 0.5) * pace) for n, node in nodes.items()}
        assert {n for n, look in looks.items() if look} == set(range(max(1, step.last)))
        solved = place == len(watched.steps) - 1 and watched.result.solved
        now = [n for n, look in looks.items() if look == "now"]
        assert now == ([] if solved else [step.taken])
    assert sum(look == "path" for look in looks.values()) == watched.result.steps + 1
    assert {n: _at(node, 1e6) for n, node in nodes.items()} == looks  # at rest it is the last step


def _frame(node: ElementTree.Element) -> ElementTree.Element:
    return next(one for one in node if one.tag.endswith("rect"))


def _beside() -> dict[str, WatchedSearch]:
    before = watch(Problem(TILES, START, GOAL), "breadth-first")
    return {"before": before, "after": watch(Problem(TILES, START, GOAL), "greedy")}


def test_trees_beside_each_other_have_one_pace_and_one_scale() -> None:
    searches = _beside()
    trees, nodes = _parts(watch_picture("two", searches))
    assert len({(tree.get("viewBox"), tree.get("data-pace")) for tree in trees}) == 1
    first = [_frame(found[0]).attrib for found in nodes]
    assert first[0]["height"] == first[1]["height"]
    bars = [one for tree in trees for one in tree.iter() if one.get("class") == "steps"]
    steps = [len(shown_steps(len(one.steps))) for one in searches.values()]
    wide = [float(bar.get("width", "")) for bar in bars]
    assert wide[1] / wide[0] == pytest.approx(steps[1] / steps[0], rel=0.01)


def test_a_macro_is_one_jump_over_rows(tmp_path: Path) -> None:
    examples = tmp_path / "one.json"
    examples.write_text('[["4 5 3 0 1 2", "5 1 3 4 2 0"]]')
    macros, picture = tmp_path / "macros.pl", tmp_path / "tree.svg"
    assert run(["learn", "sliding-tile:2x3", str(examples), "-o", str(macros)]) == 0
    problem = ["sliding-tile:2x3", "4 5 3 0 1 2", "5 1 3 4 2 0", "--algorithm", "breadth-first"]
    assert run(["watch", *problem, "--macros", str(macros), "-o", str(picture)]) == 0
    trees, (before, after) = _parts(picture.read_text("utf-8"))
    tops = [
        sorted({float(_frame(node).get("y", "")) for node in found.values()})
        for found in (before, after)
    ]
    jumps = [one for one in trees[1].iter() if one.get("class", "").startswith("link macro")]
    assert len(jumps) == 1 and jumps[0].get("class") == "link macro path"
    assert len(after) == 4 and tops[1][-1] == tops[0][4]


def test_states_that_cannot_be_drawn_and_wide_rows_are_dots_and_the_picture_keeps_its_width() -> (
    None
):
    wide = FunctionProblem(
        0,
        lambda state: state > 300,
        lambda state: [(str(n), 1, state * 7 + n) for n in range(1, 8)],
    )
    for watched in (
        watch(wide, "breadth-first"),
        watch(
            Problem(sliding_tile(3, 3), (8, 6, 7, 2, 5, 4, 3, 0, 1), (1, 2, 3, 4, 5, 6, 7, 8, 0)),
            "greedy",
        ),
    ):
        _, [nodes] = _parts(watch_picture("wide", {"one": watched}))
        shapes = [one for node in nodes.values() for one in node if one.tag.endswith("circle")]
        assert shapes
        for shape in shapes:
            x, r = float(shape.get("cx", "")), float(shape.get("r", ""))
            assert r > 0.2 and r <= x <= 600 - r
    nothing = watch(Problem(TILES, START, (2, 1, 3, 4, 5, 0)), "breadth-first")
    assert not nothing.steps and watch_picture("nothing", {"one": nothing}).startswith("<svg")


def _boxes(page: Any) -> list[list[list[float]]]:
    """Boxes of the shown nodes of each tree: left, top, right, bottom."""
    found: list[list[list[float]]] = page.evaluate(
        """() => [...document.querySelectorAll("svg.growing")].map((tree) => [...tree.querySelectorAll(".node")]
          .filter((one) => getComputedStyle(one).visibility === "visible")
          .map((one) => one.querySelector(":scope > rect, :scope > circle").getBoundingClientRect())
          .map((box) => [box.left, box.top, box.right, box.bottom]))"""
    )
    return found


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
def test_no_node_lies_over_another_and_every_one_is_inside(
    browser: Any, tmp_path: Path, width: int
) -> None:
    file = tmp_path / "watch.html"
    searches = _beside()
    file.write_text(watch_page("two searches", searches), encoding="utf-8")
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(file.as_uri())
    page.keyboard.press("ArrowRight")
    taken = [
        f'svg:nth-of-type(1) [data-node="{one.steps[1].taken}"] .frame.now'
        for one in searches.values()
    ]
    assert [
        page.locator(f"article:nth-child({n}) {one}").count() for n, one in enumerate(taken, 1)
    ] == [1, 1]
    assert page.locator(".frame.now").count() == 2
    shown = [len(found) for found in _boxes(page)]
    page.keyboard.press("End")
    for before, found in zip(shown, _boxes(page), strict=True):
        assert len(found) > before
        for n, (left, top, right, bottom) in enumerate(found):
            assert left >= 0 and right <= width
            for left2, top2, right2, bottom2 in found[:n]:
                assert right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
    page.close()


@pytest.mark.long
@pytest.mark.slow
def test_the_tree_of_a_step_is_shown_in_firefox_too(firefox: Firefox, tmp_path: Path) -> None:
    searches = _beside()
    file = tmp_path / "watch.html"
    file.write_text(watch_page("two searches", searches), encoding="utf-8")
    firefox.open(file.as_uri())
    firefox.run("document.querySelector('[data-go=next]').click()")
    shown = firefox.run(
        """return [...document.querySelectorAll("svg.growing")].map((tree) => [...tree.querySelectorAll(".node")]
          .filter((one) => getComputedStyle(one).visibility === "visible").length)"""
    )
    assert shown == [one.steps[1].last for one in searches.values()]
