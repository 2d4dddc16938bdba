"""Make the pictures of the pages: a small comparison, its report, and a watched search, as Chromium shows them.

usage: python docs/screenshots.py    (needs Playwright and Chromium; writes PNG files beside this one)
"""

from __future__ import annotations

import json
import os
import shlex
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from shutil import which
from typing import Any

from arcwise.explorer.cli.command_line import run
from arcwise.rules import random_problems, sliding_tile
from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
WIDTH, HEIGHT = 1160, 700

COMMANDS = (
    "learn sliding-tile:3x3 walks.json -o learned.pl",
    "utility sliding-tile:3x3 --macros learned.pl --algorithms greedy --forget --problems 30 --seed 2 -o macros.pl",
    "compare sliding-tile:3x3 --random 5 --count 60 --macros macros.pl --beyond 0 "
    "--algorithms greedy,weighted-a-star,a-star,breadth-first --run run",
    "report run -o report.html",
    "learn sliding-tile:2x3 --learner escapes -o escapes.pl",
    'watch sliding-tile:2x3 "4 5 3 0 1 2" --macros escapes.pl -o watch.html',
)
"""Learn from short walks, keep what pays for greedy search, compare; watch one search before and after learning."""


@dataclass(frozen=True)
class Shot:
    """One picture.

    Parameters
    ----------
    name
        Of the file.
    theme
        ``light`` or ``dark``.
    prepare
        What a reader would do first, as a script.
    show
        What to scroll to.
    page
        On which page.
    """

    name: str
    theme: str
    show: str
    prepare: str = ""
    page: str = "report"


SHOTS = (
    Shot("report-overview", "light", "header"),
    Shot("report-algorithm", "dark", "#algorithms h2"),
    Shot(
        "report-solutions",
        "light",
        "#solutions h2",
        """
        const inMacro = () => document.querySelector(".side.after .chips .group button:nth-of-type(3)");
        const range = document.querySelector(".side.after input[type=range]");
        document.querySelector("#viewer input[type=checkbox]").click();
        for (range.value = 0; !inMacro() && range.value < range.max; range.value++)
            range.dispatchEvent(new Event("input"));
        inMacro().click();
        document.querySelectorAll(".side.before .chips button")[7].click();
        """,
    ),
    Shot(
        "report-macro",
        "light",
        "details.card",
        """
        const card = document.querySelector("details.card");
        card.open = true;
        setTimeout(() => card.querySelector("[aria-label='One step on']").click());
        """,
    ),
    Shot("report-space", "dark", "#space h2"),
    Shot(
        "watch",
        "light",
        "header",
        """
        const range = document.querySelector("#step");
        range.value = 12;
        range.dispatchEvent(new Event("input"));
        """,
        "watch",
    ),
)


def write_walks(file: Path, count: int = 30) -> None:
    """Training examples: the two ends of short random walks."""
    puzzle, rng = sliding_tile(3, 3), Random(1)
    training = []
    for start in random_problems(puzzle, (1, 2, 3, 4, 5, 6, 7, 8, 0), count, 1):
        goal = start
        while goal == start:
            for _ in range(rng.randint(4, 8)):
                goal = rng.choice(puzzle.successors(goal))[1]
        training.append({"start": puzzle.format(start), "goal": puzzle.format(goal)})
    file.write_text(json.dumps({"training": training}, indent=1), encoding="utf-8")


def make_pages(folder: Path) -> None:
    """The report of a comparison, and a watched search."""
    os.chdir(folder)
    write_walks(folder / "walks.json")
    for line in COMMANDS:
        if code := run(shlex.split(line)):
            raise SystemExit(code)


def take(browser: Any, folder: Path, shot: Shot) -> Path:
    """One picture of a page."""
    page = browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT},
        color_scheme=shot.theme,
        reduced_motion="reduce",
    )
    page.goto((folder / f"{shot.page}.html").as_uri())
    page.evaluate(f"() => {{ {shot.prepare} }}")
    page.locator(shot.show).first.evaluate(
        "one => { one.style.scrollMargin = 0; one.scrollIntoView({ block: 'start' }); }"
    )
    page.wait_for_timeout(200)  # the contents mark where one is
    target = HERE / f"{shot.name}.png"
    page.screenshot(path=target)
    page.close()
    return target


def main() -> None:
    """Make all of them."""
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        make_pages(Path(place))
        browser = playwright.chromium.launch(
            executable_path=which("chromium") or which("google-chrome"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        for shot in SHOTS:
            file = take(browser, Path(place), shot)
            print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")
        browser.close()
        os.chdir(HERE)


if __name__ == "__main__":
    main()
