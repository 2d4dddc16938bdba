"""What the playground runs on: Pyodide from npm, the wheel of arcwise without its kernel, and the wheels that it needs.

What is fetched is kept in build/playground, so that it is fetched once; where it cannot be had, the page says why.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from html import escape
from importlib.metadata import version
from pathlib import Path

from arcwise.explorer.playground import form

ROOT = Path(__file__).resolve().parents[2]

KEPT = ROOT / "build" / "playground"

PLACE = "playground/python"
"""Where it is in the site."""

PYODIDE = "pyodide@314.0.7"

PYODIDE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"

PYODIDE_FILES = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("pyodide-lock.json", "python_stdlib.zip"),
)

NEEDED = ("rich",)
"""What arcwise imports as the playground uses it; networkx, click and Textual are not asked for."""

PURE = {"wheel.cmake": "false", "wheel.py-api": "py3"}
"""The settings by which the wheel is built where no compiler is."""

MOST_SECONDS = 300


class Missing(Exception):  # noqa: N818 - no fault: the site is made without it
    """What cannot be had here, in words."""


def runtime() -> dict[str, Path] | str:
    """The files by their names in the site, all in one folder there; in words why not, where they cannot be had."""
    try:
        KEPT.mkdir(parents=True, exist_ok=True)
        pyodide = _kept("pyodide", _fetch_pyodide)
        wheels = [*_kept("wheels", _fetch_wheels).iterdir(), _own_wheel()]
    except Missing as missing:
        return str(missing)
    return {path.name: path for path in (*pyodide.iterdir(), *sorted(wheels))}


def page_with_form(markdown: str, found: dict[str, Path] | str) -> str:
    """The page with its form, and with what the form offers; with the reason where nothing can be run."""
    template = (ROOT / "docs" / "playground" / "form.html").read_text(encoding="utf-8")
    without = isinstance(found, str)
    data = {
        **form(),
        "python": PLACE,
        "wheels": [] if without else [name for name in found if name.endswith(".whl")],
        "missing": found if without else None,
    }
    text = json.dumps(data).replace("<", "\\u003c")
    said = f"This site was built without Python for the browser: {found}." if without else ""
    html = template.replace("[[data]]", text).replace("[[missing]]", escape(said))
    return markdown.replace("<!-- the form -->", html)


def _kept(name: str, fetch: Callable[[Path], None]) -> Path:
    """A folder that is made once, whole or not at all."""
    folder = KEPT / name
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=KEPT) as scratch:
            made = Path(scratch) / name
            made.mkdir()
            fetch(made)
            made.rename(folder)
    return folder


def _fetch_pyodide(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise Missing("npm, which brings Pyodide, is not installed")
    with tempfile.TemporaryDirectory() as scratch:
        _run(f"npm pack {PYODIDE}", [npm, "pack", PYODIDE, "--fetch-retries=1"], Path(scratch))
        packed = next(Path(scratch).glob("*.tgz"))
        if hashlib.sha256(packed.read_bytes()).hexdigest() != PYODIDE_SHA256:
            raise Missing(f"npm brought another {PYODIDE} than this one is made for")
        with tarfile.open(packed) as archive:
            for name in PYODIDE_FILES:
                member = archive.extractfile(f"package/{name}")
                assert member is not None
                (folder / name).write_bytes(member.read())


def _fetch_wheels(folder: Path) -> None:
    wanted = [f"{name}=={version(name)}" for name in NEEDED]
    pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check"]
    only = ["--no-deps", "--only-binary=:all:"]
    _run(f"pip download {' '.join(wanted)}", [*pip, *only, *wanted], folder)


def _own_wheel() -> Path:
    """The wheel of arcwise as it is now, of Python alone."""
    folder = KEPT / "arcwise"
    shutil.rmtree(folder, ignore_errors=True)
    program = f"from scikit_build_core import build; build.build_wheel({str(folder)!r}, {PURE!r})"
    _run("building the wheel", [sys.executable, "-c", program], ROOT)
    return next(folder.glob("*-py3-none-any.whl"))


def _run(what: str, command: list[str], folder: Path) -> None:
    """Run a command in a folder; where it fails, what it said last is what is missing."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise Missing(f"{what} took more than {MOST_SECONDS} seconds") from None
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise Missing(f"{what} failed: {said[-1].strip()}")
