"""The documentation site, built as `make docs` builds it and looked at in Chromium; skipped where mkdocs is not installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from building import playground as playground_files

from .contrast import too_faint

ROOT = Path(__file__).parent.parent
PACKAGES = ("rules", "search", "ebl", "experiments", "explorer")
LOOKED_AT = (
    *("index", "tutorial", "concepts", "course_project", "course_notebook", "gallery", "results"),
    *("commands/solve", "reference/ebl", "playground"),
)

pytestmark = pytest.mark.long


@pytest.fixture(scope="session")
def site(once: Callable[..., Path]) -> Path:
    """The folder of the site."""
    pytest.importorskip("mkdocs", reason="mkdocs is not installed (`make docs` installs it)")
    pytest.importorskip("material", reason="mkdocs-material is not installed")

    def build(folder: Path) -> None:
        packages = ROOT / "build" / "mypy" / "arcwise"
        packages.mkdir(parents=True, exist_ok=True)
        for name in ("package/arcwise/__init__.py", *PACKAGES):
            if not (packages / Path(name).name).exists():
                (packages / Path(name).name).symlink_to(f"../../../{name}")
        done = subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)],
            cwd=ROOT,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert not done.stderr

    return once("site", build)


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *words: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.long
@pytest.mark.parametrize("page", LOOKED_AT)
def test_a_page_fits_its_screen_and_loads_nothing_from_elsewhere(
    browser: Any, address: str, page: str
) -> None:
    complaints: list[str] = []
    for theme in ("light", "dark"):
        context = browser.new_context(reduced_motion="reduce", color_scheme=theme)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on(
            "request",
            lambda asked: None if asked.url.startswith(address) else complaints.append(asked.url),
        )
        for width in (1280, 390):
            tab.set_viewport_size({"width": width, "height": 800})
            tab.goto(f"{address}/{page}.html")  # anew: nothing is then on its way to another place
            wide = tab.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{page} is {wide} wide at {width}"
            assert too_faint(tab) == [], f"{theme}, {width} wide"
            if folder := os.environ.get("ARCWISE_SCREENSHOTS"):
                name = f"{page.replace('/', '-')}-{width}-{theme}.png"
                tab.screenshot(path=Path(folder) / name, full_page=True)
        context.close()
    assert not complaints


@pytest.mark.long
def test_the_first_page_is_reached_with_the_tab_key(browser: Any, address: str) -> None:
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    tab.goto(f"{address}/index.html")
    seen = []
    for _ in range(40):
        tab.keyboard.press("Tab")
        seen.append(
            tab.evaluate(
                "document.activeElement.innerText || document.activeElement.ariaLabel || document.activeElement.placeholder || ''"
            ).strip()
        )
    assert seen[0] == "Skip to content"
    assert {"Learn", "Use", "Commands", "Search"} <= {*seen}
    tab.keyboard.press("/")
    tab.keyboard.type("macro table")
    tab.locator(".md-search-result__item").first.wait_for()
    tab.close()


def test_everything_that_a_package_offers_is_in_the_reference(site: Path) -> None:
    for package in ("rules", "search", "ebl", "experiments"):
        page = (site / "reference" / f"{package}.html").read_text(encoding="utf-8")
        for name in import_module(f"arcwise.{package}").__all__:
            assert re.search(rf'id="arcwise\.[\w.]+\.{name}"', page), name


def test_a_page_draws_what_its_programs_end_with(site: Path) -> None:
    concepts = (site / "concepts.html").read_text(encoding="utf-8")
    assert concepts.count('class="drawn"') == 6
    assert "<!-- draw" not in concepts and "before: without" not in concepts
    assert "Manhattan" in (site / "course_notebook.html").read_text(encoding="utf-8")


class Playground:
    """The page of the playground in a browser, and what it complains of."""

    def __init__(self, browser: Any, site: Path, address: str, width: int = 1280) -> None:
        html = (site / "playground.html").read_text(encoding="utf-8")
        data = html.split('id="playground-data">')[1].split("</script>")[0]
        self.missing = json.loads(data)["missing"]
        if self.missing:
            pytest.skip(f"the site is built without Pyodide: {self.missing}")
        self.complaints: list[str] = []
        self.context = browser.new_context(viewport={"width": width, "height": 800})
        self.tab = self.context.new_page()
        self.tab.on("console", lambda message: self.complaints.append(message.text))
        self.tab.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.context.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((address, "blob:", "data:", "about:"))
                else self.complaints.append(asked.url)
            ),
        )
        self.tab.goto(f"{address}/playground.html")

    def ask(self, action: str) -> str:
        """Press a button, and what is said of the answer."""
        self.tab.click(f'[data-do="{action}"]')
        return self.said()

    def said(self) -> str:
        """What is said when the playground is no longer at work."""
        self.tab.wait_for_function(
            "document.querySelector('.playground-answer').ariaBusy === 'false' && "
            "!document.querySelector('.playground-answer').hidden",
            timeout=120_000,
        )
        text: str = self.tab.inner_text(".playground-status output")
        return text

    def close(self) -> None:
        self.context.close()
        assert not self.complaints


@pytest.fixture
def playground(browser: Any, site: Path, address: str) -> Iterator[Playground]:
    opened = Playground(browser, site, address)
    yield opened
    opened.close()


@pytest.mark.long
def test_the_playground_solves_steps_learns_and_compares_in_the_browser(
    playground: Playground,
) -> None:
    tab = playground.tab
    assert "solved: 4 moves" in playground.ask("solve")
    assert tab.locator(".playground-answer figure").count() == 5
    assert "expanded before learning" in playground.ask("step")
    frame = tab.frame_locator(".playground-answer iframe")
    frame.locator('[data-go="next"]').click()
    assert "Step 2 of 5" in frame.locator("header").inner_text()
    assert playground.ask("learn") == "learned m1 of 4 steps"
    assert "Why each cell is what it is" in tab.inner_text(".playground-answer")
    verdict = playground.ask("compare")
    assert verdict.startswith("does not pay")
    assert "times the time" not in verdict  # the clock of a browser cannot see such searches


@pytest.mark.long
def test_a_shared_link_opened_elsewhere_gives_the_same_answer(
    playground: Playground, browser: Any, site: Path, address: str
) -> None:
    tab = playground.tab
    tab.select_option("#playground-domain", "arcs.pl")
    assert "3 2 1" in tab.input_value("#playground-start")
    said = playground.ask("learn")
    tab.click('[data-part="share"]')
    link = tab.evaluate("location.href")
    assert "#domain=arcs.pl&arcs=" in link
    other = Playground(browser, site, address, width=390)
    other.tab.goto("about:blank")
    other.tab.goto(link)
    assert other.said() == said
    assert other.tab.input_value("#playground-arcs") == tab.input_value("#playground-arcs")
    assert other.tab.evaluate("document.documentElement.scrollWidth") <= 390
    other.close()


@pytest.mark.long
def test_the_playground_says_what_is_wrong_and_where(playground: Playground) -> None:
    playground.tab.fill("#playground-start", "1 2")
    playground.tab.press("#playground-start", "Enter")
    assert playground.said() == "This could not be done."
    shown = playground.tab.inner_text(".playground-answer")
    assert "wrong number of cells" in shown
    assert "6 symbols for a 2x3 board" in shown
    playground.tab.evaluate("location.hash = '#domain=pancake:5&nodes=999999999'")
    playground.tab.wait_for_function("document.getElementById('playground-size').value === '5'")
    playground.tab.press("#playground-start", "Enter")
    assert playground.tab.evaluate("document.activeElement.id") == "playground-nodes"


@pytest.mark.long
def test_what_takes_long_is_cancelled_and_the_next_question_is_answered(
    playground: Playground,
) -> None:
    tab = playground.tab
    playground.ask("solve")
    values = {"size": "4x4", "start": "", "goal": "", "heuristic": "zero"}
    tab.click(".playground-limits summary")
    tab.fill("#playground-nodes", "200000")
    tab.fill("#playground-seconds", "60")
    tab.select_option("#playground-heuristic", values.pop("heuristic"))
    for name, value in values.items():
        tab.fill(f"#playground-{name}", value)
    tab.click('[data-do="solve"]')
    tab.wait_for_function(
        "document.querySelector('.playground-status').textContent.includes('expanded')",
        timeout=120_000,
    )
    tab.click('[data-part="cancel"]')
    assert "Cancelled" in tab.inner_text(".playground-status")
    tab.fill("#playground-size", "2x3")
    assert "solved" in playground.ask("solve")


@pytest.mark.long
def test_opened_as_a_file_the_playground_says_that_it_needs_a_server(
    browser: Any, site: Path
) -> None:
    context = browser.new_context()
    tab = context.new_page()
    tab.goto((site / "playground.html").as_uri())
    said = tab.inner_text('[data-part="missing"]')
    assert "http.server" in said or "without Python" in said
    assert tab.locator("button[data-do]:disabled").count() == 5
    context.close()


@pytest.mark.long
def test_where_pyodide_cannot_be_had_the_page_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playground_files, "KEPT", tmp_path / "kept")
    monkeypatch.setenv("PATH", "")
    missing = playground_files.runtime()
    assert missing == "npm, which brings Pyodide, is not installed"
    page = playground_files.page_with_form("<!-- the form -->", missing)
    assert f"This site was built without Python for the browser: {missing}." in page
    assert json.loads(page.split('"playground-data">')[1].split("</script>")[0])["wheels"] == []
