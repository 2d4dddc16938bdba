"""Pages that people with a screen reader, a keyboard or a magnifier use too: axe finds nothing wrong on any of them.

No table is wider than the page, and no label of a drawing stands over another one or over a line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.explorer.html.watched import watch_page
from arcwise.explorer.notebook import to_html
from arcwise.explorer.report import report_page
from arcwise.rules import sliding_tile
from arcwise.search import Problem, watch

from ..axe import violations
from ..boxes import misplaced
from .report.small_runs import five_puzzle

pytestmark = [pytest.mark.long, pytest.mark.slow]

WINDOWS = [(1280, "light"), (390, "dark")]

PROBLEM = Problem(sliding_tile(2, 3), (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0))


def _notebook() -> str:
    """Outputs of a notebook, one below the other, as JupyterLab puts them into a page."""
    learned = aw.learn("sliding-tile:2x3", [((4, 5, 3, 0, 1, 2), (5, 1, 3, 4, 2, 0))])
    problems = aw.open_source("sliding-tile:2x3").random_problems(6, seed=1)
    compared = aw.compare("sliding-tile:2x3", problems, learned.library, algorithms=["greedy"])
    shown = (learned, learned.library, compared, watch(PROBLEM, "greedy"))
    cells = "".join(f"<section>{to_html(one)}</section>" for one in shown)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Notebook</title>'
        '<meta name="color-scheme" content="light dark"></head>'
        f"<body><main><h1>Notebook</h1>{cells}</main></body></html>"
    )


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a page of each kind."""
    folder = tmp_path_factory.mktemp("pages")
    searches = {"before": watch(PROBLEM, "greedy"), "after": watch(PROBLEM, "a-star")}
    texts = {
        "report": report_page(five_puzzle(folder / "run").run),
        "watch": watch_page("two searches", searches),
        "notebook": _notebook(),
    }
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("width", "theme"), WINDOWS)
@pytest.mark.parametrize(
    ("name", "keys"),
    [("report", []), ("watch", ["ArrowRight"]), ("watch", ["q", "1"]), ("notebook", [])],
)
def test_axe_finds_nothing_wrong_and_no_label_stands_over_another(
    browser: Any, pages: Path, name: str, keys: list[str], width: int, theme: str
) -> None:
    page = browser.new_page(
        viewport={"width": width, "height": 800}, color_scheme=theme, reduced_motion="reduce"
    )
    page.goto((pages / f"{name}.html").as_uri())
    for key in keys:
        page.keyboard.press(key)
    for one in page.locator("details:not([open]) > summary").all():
        if one.is_visible():
            one.evaluate("one => { one.parentElement.open = true }")
    found = violations(page) + misplaced(page)
    page.close()
    assert not found, "\n".join(found)
