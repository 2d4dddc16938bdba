"""What mkdocs does not know of by itself: pages from outside of docs/, pages that are made, pictures that arcwise draws.

- README.md, CONTRIBUTING.md and the like are pages too, and so is every file of the project that a page links to.
- Each command has a page, made from its help; each package has one, made from docstrings; the notebook is a page.
- What a Python block that is marked ``draw`` ends with is shown as a picture.
- The playground is a page of its own, with Python for the browser where that can be had.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from arcwise.explorer.html.markup import asset
from blocks import blocks_of, execute, html_of
from commands import command_pages
from fetched import Missing, from_npm, kept
from mkdocs.structure.files import File, Files
from notebook import notebook_page
from playground import PLACE, page_files, runtime
from reference import package_page

ROOT = Path(__file__).resolve().parents[2]

PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "examples/course_project.ipynb": "course_notebook.md",
}
"""Files of the project, and the pages that they are in the site."""

PACKAGES = ("rules", "search", "ebl", "logic", "planning", "experiments")

LANGUAGES = {
    ".pl": "prolog",
    ".py": "python",
    ".json": "json",
    ".pddl": "lisp",
    ".sh": "sh",
    ".yaml": "yaml",
    ".yml": "yaml",
}
"""Of files that are shown, by suffix; others are plain text."""

_LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")

_ONLY_SITE = re.compile(r"^<!-- [^>]* -->\n(?=```)", flags=re.M)


SEARCH_SHIM = "search/iframe-worker.js"
"""The script by which the search works in pages that are opened from a folder, where browsers start no worker."""

SHIM = "iframe-worker@1.0.4"

SHIM_SHA256 = "e8c5d12d87829c503afba01d67772ea9f4aba5b7ae57a0c98e1917711030efbb"


SERVED = "`python3 -m http.server -d build/site`, then http://localhost:8000"


def on_config(config: Any) -> Any:
    """Commands have their pages in the contents; where the search's script cannot be had, the site is made without it."""
    config["extra"]["polyfills"] = [SEARCH_SHIM]
    if isinstance(_search_shim(), str):
        config["extra"]["polyfills"] = []
        config["plugins"]["material/offline"].config["enabled"] = False
    for part in config["nav"]:
        if "Commands" in part:
            part["Commands"] += [{name: f"commands/{name}.md"} for name in command_pages()]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are made, and those that others link to."""

    def add(uri: str, content: str) -> None:
        files.append(File.generated(config, uri, content=content))

    for source, uri in PAGES.items():
        path = ROOT / source
        text = path.read_text(encoding="utf-8")
        add(uri, notebook_page(text) if path.suffix == ".ipynb" else _moved(text, Path(source)))
    for name, text in command_pages().items():
        add(f"commands/{name}.md", text)
    for name in PACKAGES:
        add(f"reference/{name}.md", package_page(f"arcwise.{name}"))
    add("report.css", _report_style())
    if isinstance(shim := _search_shim(), Path):
        files.append(File.generated(config, SEARCH_SHIM, abs_src_path=str(shim)))
    found = runtime()
    for name, text in page_files(found).items():
        add(f"playground/{name}", text)
    if isinstance(found, dict):
        for name, path in found.items():
            uri = f"{PLACE}/{name}"
            files.append(File.generated(config, uri, abs_src_path=str(path)))
    for source in sorted(_linked()):
        path = ROOT / source
        language = LANGUAGES.get(path.suffix, "text")
        fence = f"````{language}\n{path.read_text(encoding='utf-8')}````"
        add(_page_of(source), f"---\nsearch:\n  exclude: true\n---\n# {source}\n\n{fence}\n")
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Links that leave docs/ lead to pages of the site; what is to be drawn is drawn."""
    source = page.file.src_uri
    if source == "index.md" and isinstance(missing := _search_shim(), str):
        markdown += f"\n\nSearching these pages needs them served ({missing}): {SERVED}.\n"
    if source in PAGES.values():
        return _ONLY_SITE.sub("", markdown)
    return _ONLY_SITE.sub("", _drawn(_moved(markdown, Path("docs") / source), source))


@cache
def _search_shim() -> Path | str:
    """The script of the search; in words why not, where it cannot be had."""
    try:
        folder = kept(
            "iframe-worker", lambda made: from_npm(SHIM, SHIM_SHA256, ("shim/index.js",), made)
        )
    except Missing as missing:
        return str(missing)
    return folder / "index.js"


def _report_style() -> str:
    """The style of the report for its pictures, in the colours of the site."""
    page = (ROOT / "explorer/report/assets/page.css").read_text(encoding="utf-8")
    style = asset("colours.css") + asset("charts.css") + page
    own = style.replace(":root {", "& {", 1).replace("color-scheme: light dark;", "", 1)
    return f".report {{\n{own}\n}}\n\n.report {{\n  --raised: var(--md-default-bg-color);\n}}\n"


def _moved(text: str, page: Path) -> str:
    """A page of the project with its links as they are in the site."""
    here = Path(PAGES.get(page.as_posix(), os.path.relpath(page, "docs"))).parent

    def link(match: re.Match[str]) -> str:
        target = _target(page, match[1])
        if not (ROOT / target).is_file():
            return match[0]
        return f"]({os.path.relpath(_page_of(target), here)}{match[2] or ''})"

    # A folder is no page: its name stays.
    text = re.sub(r"\[([^\]]+)\]\(([^)#\s:]+/)\)", lambda match: f"`{match[1].strip('`')}`", text)
    return _LINK.sub(link, text)


def _target(page: Path, link: str) -> str:
    return os.path.normpath(page.parent / link)


def _page_of(target: str) -> str:
    """Where a file of the project is in the site."""
    if target in PAGES:
        return PAGES[target]
    if target.startswith("docs/"):
        return target.removeprefix("docs/")
    return f"files/{target.lstrip('.')}.md"  # files that begin with a dot are left out of sites


def _linked() -> set[str]:
    """Files outside of docs/ that pages link to and that are no pages."""
    found = set()
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        page = path.relative_to(ROOT)
        for link, _ in _LINK.findall(path.read_text(encoding="utf-8")):
            target = _target(page, link)
            if (ROOT / target).is_file() and _page_of(target).startswith("files/"):
                found.add(target)
    return found


def _drawn(text: str, source: str) -> str:
    """The page with the pictures of what its marked programs end with; the programs are folded up below."""
    found = list(blocks_of(text))
    if not any("draw" in block.marks for block in found):
        return text
    names: dict[str, Any] = {"__name__": "page"}
    parts, end = [], 0
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("examples").symlink_to(ROOT / "examples")
        for block in found:
            if block.language != "python":
                continue
            with contextlib.redirect_stdout(io.StringIO()):
                drawn = execute(block, f"{source}:{block.line}", names)
            if drawn is None:
                continue
            code = "".join(
                f"    {line}\n" for line in ("```python", *block.text.splitlines(), "```")
            )
            parts += [
                text[end : block.span[0]],
                f"{html_of(drawn)}\n\n",
                f'??? quote "the program that drew this"\n\n{code}',
            ]
            end = block.span[1]
    return "".join([*parts, text[end:]])
