"""The documentation site, built as `make docs` builds it and looked at in Chromium; skipped where mkdocs is not installed."""

from __future__ import annotations

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

ROOT = Path(__file__).parent.parent
PACKAGES = ("rules", "search", "ebl", "experiments", "explorer")
LOOKED_AT = (
    *("index", "tutorial", "concepts", "course_project", "course_notebook", "gallery", "results"),
    *("commands/solve", "reference/ebl"),
)

pytestmark = pytest.mark.slow


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
            if folder := os.environ.get("ARCWISE_SCREENSHOTS"):
                name = f"{page.replace('/', '-')}-{width}-{theme}.png"
                tab.screenshot(path=Path(folder) / name, full_page=True)
        context.close()
    assert not complaints


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
