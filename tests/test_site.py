"""The documentation site, built as `make site` builds it and looked at in Chromium; skipped where mkdocs is not installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

import fetched
import pytest
from building import playground as playground_files

from .axe import violations
from .contrast import too_faint
from .firefox import Firefox

ROOT = Path(__file__).parent.parent
PACKAGES = ("rules", "search", "ebl", "logic", "planning", "experiments", "explorer")
LOOKED_AT = (
    *(
        "index",
        "tutorial",
        "concepts",
        "logic",
        "course_project",
        "course_notebook",
        "gallery",
        "results",
        "instructors",
    ),
    *("commands/solve", "reference/ebl", "playground", "playground/index"),
)

WINDOWS = (("light", 1280), ("dark", 390))
VIEWS = [
    *((page, *WINDOWS[number % 2]) for number, page in enumerate(LOOKED_AT)),
    ("index", *WINDOWS[1]),
    ("playground/index", *WINDOWS[0]),
]
"""Each page in one window, by turns; the first page and the playground in both."""

pytestmark = pytest.mark.long


@pytest.fixture(scope="session")
def site(once: Callable[..., Path]) -> Path:
    """The folder of the site."""
    pytest.importorskip("mkdocs", reason="mkdocs is not installed (`make site` installs it)")
    pytest.importorskip("material", reason="mkdocs-material is not installed")

    def build(folder: Path) -> None:
        packages = ROOT / "build" / "mypy" / "arcwise"
        packages.mkdir(parents=True, exist_ok=True)
        for name in ("package/arcwise/__init__.py", *PACKAGES):
            if not (packages / Path(name).name).exists():
                (packages / Path(name).name).symlink_to(f"../../../{name}")
        without_collecting = "import gc; gc.disable(); from mkdocs.__main__ import cli; cli()"
        done = subprocess.run(  # a third of the time goes into looking for garbage
            [
                sys.executable,
                "-c",
                without_collecting,
                "build",
                "--quiet",
                "--site-dir",
                str(folder),
            ],
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


SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
"""Keeps the playground from loading Python before something is asked."""


@pytest.mark.parametrize(("page", "theme", "width"), VIEWS)
def test_a_page_fits_its_screen_and_loads_nothing_from_elsewhere(
    browser: Any, address: str, page: str, theme: str, width: int
) -> None:
    complaints: list[str] = []
    context = browser.new_context(reduced_motion="reduce", color_scheme=theme)
    context.add_init_script(SAVES_DATA)
    tab = context.new_page()
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on(
        "request",
        lambda asked: None if asked.url.startswith(address) else complaints.append(asked.url),
    )
    tab.set_viewport_size({"width": width, "height": 800})
    tab.goto(f"{address}/{page}.html")
    wide = tab.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, f"{page} is {wide} wide at {width}"
    assert too_faint(tab) == []
    if folder := os.environ.get("ARCWISE_SCREENSHOTS"):
        name = f"{page.replace('/', '-')}-{width}-{theme}.png"
        tab.screenshot(path=Path(folder) / name, full_page=True)
    context.close()
    assert not complaints


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
    for package in ("rules", "search", "ebl", "logic", "planning", "experiments"):
        page = (site / "reference" / f"{package}.html").read_text(encoding="utf-8")
        for name in import_module(f"arcwise.{package}").__all__:
            assert re.search(rf'id="arcwise\.[\w.]+\.{name}"', page), name


def test_a_page_draws_what_its_programs_end_with(site: Path) -> None:
    drawn = {}
    for page, pictures in (("concepts", 6), ("logic", 1), ("gallery", 5)):
        drawn[page] = (site / f"{page}.html").read_text(encoding="utf-8")
        assert drawn[page].count('class="drawn"') == pictures, page
        assert "<!-- draw" not in drawn[page]
    assert "before: without" not in drawn["concepts"]
    assert "proof of kill(john,john)" in drawn["logic"]
    assert "proof of proved(not p or p)" in drawn["gallery"]
    assert "from general to operational:</p><pre>  1  cup(A)" in unescape(drawn["gallery"])
    assert "Manhattan" in (site / "course_notebook.html").read_text(encoding="utf-8")


AT_REST = "document.getElementById('work').ariaBusy === 'false' && !waiting.length"
"""Condition of the playground's page: it works on no question."""

KEPT = """async () => {
    const files = /FILES = (.*);/.exec(await (await fetch("offline.js")).text())[1];
    const kept = await Promise.all(JSON.parse(files).map((name) => caches.match(name)));
    return kept.length > 20 && kept.every(Boolean);
}"""
"""Condition of the playground's page: the browser has kept every file that it needs without a network."""

AT_FIRST = """() => {
    document.activeElement.blur();
    history.replaceState(null, "", location.pathname);
    field("settings").open = false;
    choose("training");
    enter(data.first.domain, { ...data.usual, ...data.first }, data.lessons[0].board);
}"""
"""Has the playground's page ask what it asks at first."""

SIZES = "(one) => [one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight]"


def skip_without_pyodide(site: Path) -> None:
    html = (site / "playground" / "index.html").read_text(encoding="utf-8")
    data = html.split('id="data">')[1].split("</script>")[0]
    if missing := json.loads(data)["missing"]:
        pytest.skip(f"the site is built without Pyodide: {missing}")


class Playground:
    """The page of the playground in a browser, and what it complains of."""

    def __init__(self, browser: Any, site: Path, address: str) -> None:
        skip_without_pyodide(site)
        self.complaints: list[str] = []
        self.context = browser.new_context()
        self.context.on("console", lambda message: self.complaints.append(message.text))
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.tab = self.context.new_page()
        self.context.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((address, "blob:", "data:", "about:"))
                else self.complaints.append(asked.url)
            ),
        )
        self.tab.goto(f"{address}/playground/index.html")

    def look(self, width: int, height: int, theme: str) -> None:
        """Have a window of another size and theme."""
        self.tab.set_viewport_size({"width": width, "height": height})
        self.tab.emulate_media(color_scheme=theme)

    def begin_again(self) -> None:
        """Have what a page shows at first, without Python's being loaded again."""
        self.look(1280, 800, "light")
        self.said()
        self.tab.evaluate(AT_FIRST)

    def ask(self, action: str) -> str:
        """Press a button, and what is said of the answer."""
        self.tab.click(f'[data-do="{action}"]')
        return self.said()

    def lesson(self, name: str) -> str:
        """Press the button of an example, and what is said of its last answer."""
        self.tab.click(f'.lessons button:text-is("{name}")')
        return self.said()

    def said(self) -> str:
        """What is said when the playground is no longer at work."""
        self.tab.wait_for_function(AT_REST)
        text: str = self.tab.inner_text("output")
        return text

    def figures(self) -> list[str]:
        """The large figures of both sides."""
        found: list[str] = self.tab.locator(".figure b").all_inner_texts()
        return found

    def fits(self) -> None:
        """Wait until the page scrolls in no direction: boards are drawn anew after a window's size has changed."""
        self.tab.wait_for_function(f"""() => {{
            const [wide, room, high, space] = ({SIZES})(document.documentElement);
            return wide <= room && high <= space;
        }}""")

    def shows(self, selector: str) -> None:
        """Assert that an element is in the window whole, without scrolling."""
        box = self.tab.locator(selector).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= self.tab.viewport_size["height"]

    def close(self) -> None:
        self.context.close()
        assert not self.complaints


@pytest.fixture(scope="module")
def page(browser: Any, site: Path, address: str) -> Iterator[Playground]:
    """A page for all tests: to load Python and arcwise takes longer than what they ask."""
    opened = Playground(browser, site, address)
    yield opened
    opened.close()


@pytest.fixture
def playground(page: Playground) -> Iterator[Playground]:
    page.begin_again()
    yield page
    assert not page.complaints


def test_the_course_s_experiment_is_done_in_the_playground(playground: Playground) -> None:
    tab = playground.tab
    wide, narrow = (1280, 800, "light"), (390, 844, "dark")
    assert tab.locator("#start-board .tile").count() == 6
    for window in (narrow, wide):
        playground.look(*window)
        playground.fits()
    assert playground.ask("learn") == "learned m1 of 4 steps"
    assert tab.locator("#shelf .macro .tile").count() == 12
    assert "Why is each cell what it is?" in tab.inner_text("#answer")
    playground.look(*narrow)
    playground.fits()
    playground.look(*wide)
    assert playground.ask("solve").startswith("19 states become 13")
    assert playground.figures() == ["19", "13"]
    assert tab.locator(".side.after .bracket").count() == 2
    assert tab.locator(".side.after .dot:not(.inside)").count() == 13
    for window in (narrow, wide):
        playground.look(*window)
        playground.fits()
        assert too_faint(tab) == [] and violations(tab) == []
    tab.click(".both button")
    tab.wait_for_function(
        "[...document.querySelectorAll('.now')].every(one => one.textContent.startsWith('Move 2 of 18'))"
    )
    tab.uncheck("#shelf input")
    playground.ask("solve")
    assert playground.figures() == ["19"]
    tab.check("#shelf input")
    playground.ask("step")
    frame = tab.frame_locator("iframe")
    frame.locator('[data-go="next"]').click()
    assert "Step 2 of 333" in frame.locator("header").inner_text()
    for window in (wide, narrow):
        playground.look(*window)
        tab.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        assert violations(tab) == []


def test_a_quiz_on_the_cells_of_a_macro_is_answered_with_keys(playground: Playground) -> None:
    tab = playground.tab
    playground.ask("learn")
    tab.click("#shelf .macro button")
    tab.click('button:text-is("Quiz: which cells are variables?")')
    assert not tab.locator("#shelf").is_visible()
    for key in "12356":
        tab.keyboard.press(key)
    tab.click(".quiz .check")
    assert tab.inner_text(".quiz .says").startswith("Right.")
    assert tab.locator("#shelf").is_visible() and violations(tab) == []
    assert "step 4 (right) needs 0 in cell 5" in tab.inner_text(".quiz .says")


def test_what_first_questions_need_comes_compiled_and_no_kernel_of_this_machine(site: Path) -> None:
    skip_without_pyodide(site)
    (wheel,) = (site / "playground" / "python").glob("arcwise-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"arcwise/ebl/generalize.pyc", "arcwise/explorer/html/growing.pyc"} <= names
    assert "arcwise/planning/strips.py" in names or "arcwise/planning/__init__.py" in names
    assert not [name for name in names if name.endswith((".so", ".pyd")) or f"{name}c" in names]


@pytest.mark.parametrize("query", ["", "?embed=cup"])
def test_axe_finds_nothing_wrong_on_the_playground_before_python_comes(
    browser: Any, address: str, query: str
) -> None:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(SAVES_DATA)
    tab = context.new_page()
    tab.goto(f"{address}/playground/index.html{query}")
    assert violations(tab) == []
    context.close()


@pytest.mark.parametrize(("width", "height"), [(500, 844)])
def test_the_course_s_experiment_is_done_in_firefox_too(
    firefox: Firefox, site: Path, address: str, width: int, height: int
) -> None:
    skip_without_pyodide(site)
    firefox.resize(width, height)
    firefox.open(f"{address}/playground/index.html")

    def ask(action: str) -> str:
        firefox.run(f"document.querySelector('[data-do={action}]').click()")
        firefox.wait(AT_REST)
        said: str = firefox.run("return document.querySelector('output').innerText")
        return said

    def sizes() -> list[int]:
        found: list[int] = firefox.run(f"return ({SIZES})(document.documentElement)")
        return found

    assert ask("learn") == "learned m1 of 4 steps"
    assert sizes() == [width, width, height, height]
    assert ask("solve").startswith("19 states become 13")
    figures = "return [...document.querySelectorAll('.figure b')].map((one) => one.innerText)"
    assert firefox.run(figures) == ["19", "13"]
    assert sizes() == [width, width, height, height]
    if folder := os.environ.get("ARCWISE_SCREENSHOTS"):
        firefox.picture(Path(folder) / f"playground-firefox-{width}.png")
    assert firefox.faults(address) == []


def test_pieces_of_the_board_are_clicked_dragged_and_moved_with_keys(
    playground: Playground,
) -> None:
    tab = playground.tab
    tab.click('#start-board .tile:text-is("4")')
    assert tab.input_value("#start") == "0 5 3 4 1 2"
    tab.locator("#start-board .tile.blank").hover()
    tab.drag_and_drop('#start-board .tile:text-is("5")', "#start-board .tile.blank")
    assert tab.input_value("#start") == "5 0 3 4 1 2"
    tab.press("#start-board", "ArrowLeft")
    assert tab.input_value("#start") == "0 5 3 4 1 2"
    tab.click('.moves button:text-is("down")')
    assert tab.input_value("#start") == "4 5 3 0 1 2"
    for domain in ("pancake", "hanoi", "blocks", "cube"):
        tab.select_option("#domain", domain)
        before = tab.input_value("#start")
        tab.locator(".moves button").first.click()
        assert tab.input_value("#start") != before


def test_a_move_while_arcwise_works_is_kept_and_a_lesson_does_not_start_python_again(
    playground: Playground,
) -> None:
    tab = playground.tab
    tab.check('[name="pair"][value="test"]')
    tab.evaluate(
        "() => { worker ??= start(); window.held = []; worker.postMessage = (one) => held.push(one); }"
    )
    tab.click('[data-do="solve"]')
    tab.click('#start-board .tile:text-is("4")')
    assert tab.get_attribute("#work", "aria-busy") == "true"
    tab.evaluate(
        "() => { delete worker.postMessage; held.forEach((one) => worker.postMessage(one)); }"
    )
    assert playground.said().startswith("without macros: breadth-first: solved: 18 moves")
    assert tab.input_value("#start") == "0 5 3 4 1 2"
    tab.evaluate("window.first = worker")
    tab.click('[data-do="solve"]')
    assert playground.lesson("Cup").startswith("learned cup(A)")
    assert tab.evaluate("window.first === worker")


def test_work_is_kept_in_the_browser_undone_and_found_again_at_its_size(
    playground: Playground,
) -> None:
    tab = playground.tab
    playground.ask("learn")
    for size, macros in (("3x3", 0), ("2x3", 1)):
        tab.fill("#size", size)
        tab.press("#size", "Enter")
        playground.said()
        assert tab.locator("#shelf .macro").count() == macros
    for size, macros in (("3x3", 0), ("2x3", 1), ("2x3", 0)):
        tab.click("#undo")
        playground.said()
        assert tab.input_value("#size") == size
        assert tab.locator("#shelf .macro").count() == macros
    tab.click('#start-board .tile:text-is("4")')
    later = playground.context.new_page()
    later.add_init_script(SAVES_DATA)
    later.goto(tab.url)
    assert later.input_value("#start") == "0 5 3 4 1 2"
    later.click("#undo")
    kept = playground.context.storage_state()["origins"][0]["localStorage"]
    assert later.input_value("#start") == "4 5 3 0 1 2"
    later.goto(f"{tab.url}?embed=cup")
    assert not later.is_visible(".lessons") and not later.is_visible("#share")
    assert later.input_value("#test-goal") == "cup(obj1)"
    later.close()
    assert playground.context.storage_state()["origins"][0]["localStorage"] == kept


def test_what_the_shelf_is_worth_is_said_by_the_verdict(playground: Playground) -> None:
    assert playground.lesson("A loss").startswith("Does not pay")
    worth = playground.tab.text_content(".worth ul")
    assert "primitive operator applications" in worth
    assert not re.search(
        r"(less|more|as much) time\b", worth
    )  # the clock of a browser cannot see such searches
    playground.look(390, 844, "dark")
    playground.fits()
    playground.shows(".worth svg >> nth=0")


def test_a_logic_program_is_proved_and_its_proof_stands_beside_its_generalization(
    playground: Playground,
) -> None:
    assert playground.lesson("Cup").startswith("learned cup(A) :- small(A)")
    trees = playground.tab.locator("#answer figure svg")
    boxes = [trees.nth(place).bounding_box() for place in range(2)]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]
    assert "Pays: 35 of 62 problems solved, 19 before" in playground.lesson("Principia")
    playground.look(390, 844, "light")
    playground.fits()
    playground.shows("#answer p >> nth=0")
    playground.look(1280, 800, "light")
    assert playground.ask("learn").startswith("learned ")
    assert playground.ask("solve") == "65 inferences without rules, 1 with"
    assert playground.tab.locator(".editor .variable").count() > 50


def test_a_shared_link_brings_both_problems_and_the_shelf_to_a_page_without_a_network(
    playground: Playground,
) -> None:
    tab = playground.tab
    playground.ask("learn")
    said = playground.ask("solve")
    tab.click("#share")
    link = tab.evaluate("location.href")
    assert "#domain=sliding-tile" in link
    tab.wait_for_function(KEPT)
    other = playground.context.new_page()
    other.set_viewport_size({"width": 390, "height": 844})
    playground.context.set_offline(True)
    try:
        other.goto(link)
        other.wait_for_function(AT_REST)
        assert other.inner_text("output") == said
        assert other.locator("#shelf .macro").count() == 1
        assert other.evaluate("asked.training_goal") == "5 1 3 4 2 0"
        assert other.is_checked('[name="pair"][value="test"]')
    finally:
        playground.context.set_offline(False)
        other.close()


def test_the_playground_says_what_is_wrong_and_where(playground: Playground) -> None:
    tab = playground.tab
    tab.fill("#start", "1 2")
    tab.press("#start", "Enter")
    assert playground.said() == "This could not be done."
    shown = tab.inner_text("#answer")
    assert "wrong number of cells" in shown
    assert "6 symbols for a 2x3 board" in shown
    tab.evaluate("location.hash = '#domain=pancake:5&nodes=999999999'")
    tab.wait_for_function("document.getElementById('size').value === '5'")
    tab.click('[data-do="solve"]')
    assert tab.evaluate("document.activeElement.id") == "nodes"


def test_what_takes_long_is_cancelled_and_the_next_question_is_answered(
    playground: Playground,
) -> None:
    tab = playground.tab
    playground.ask("solve")
    tab.fill("#size", "4x4")
    tab.press("#size", "Enter")
    playground.said()
    tab.click("#settings summary")
    tab.fill("#nodes", "200000")
    tab.fill("#seconds", "60")
    tab.click('[data-do="solve"]')
    tab.wait_for_function("document.querySelector('output').textContent.includes('expanded')")
    tab.click("#cancel")
    assert "Cancelled" in tab.inner_text("output")
    assert "19 states" in playground.lesson("5-puzzle")


def test_opened_as_a_file_the_playground_says_that_it_needs_a_server(
    browser: Any, site: Path
) -> None:
    context = browser.new_context()
    tab = context.new_page()
    tab.goto((site / "playground" / "index.html").as_uri())
    said = tab.inner_text("#missing")
    assert "http.server" in said or "without Python" in said
    assert tab.locator("button[data-do]:disabled").count() == 4
    assert tab.locator("#start-board .tile").count() == 6
    context.close()


def test_the_search_works_in_a_page_that_is_opened_from_its_folder(
    browser: Any, site: Path
) -> None:
    tab = browser.new_page(viewport={"width": 1280, "height": 800})
    if not (site / "search" / "iframe-worker.js").exists():
        tab.goto((site / "index.html").as_uri())
        assert "http.server" in tab.inner_text("article")
        return
    tab.goto((site / "commands" / "solve.html").as_uri())
    tab.fill(".md-search__input", "utility")
    tab.wait_for_selector(".md-search-result__item")
    assert "utility" in tab.locator(".md-search-result__link").first.get_attribute("href")
    tab.close()


def test_where_pyodide_cannot_be_had_the_page_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetched, "KEPT", tmp_path / "kept")
    monkeypatch.setenv("PATH", "")
    missing = playground_files.runtime()
    assert missing == "npm, which brings pyodide, is not installed"
    page = playground_files.page_files(missing)["index.html"]
    assert f"This site was built without Python for the browser: {missing}." in page
    assert "19 states become 13" in page.split("<noscript>")[1].split("</noscript>")[0]
    assert json.loads(page.split('id="data">')[1].split("</script>")[0])["wheels"] == []
