"""Pages of documentation as tests read them: blocks that are run, what they print, links.

A block is run by its language: ``console`` holds commands of arcwise, ``python`` a program; a ``text`` block is what they
print. A block with a title is a file of that name. All blocks of a page are run in one folder, in order, and its programs share
their names, as a reader who follows the page has it. What comments before blocks say stands in `building.blocks`.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from arcwise.explorer.cli import run
from building.blocks import Block, blocks_of, execute, html_of

ROOT = Path(__file__).parent.parent
PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))

SHOWN = {"sh", "toml"}
"""Languages of blocks that are for reading only: commands of the system, settings."""


def name_of(page: Path) -> str:
    """A page as it is named in a message."""
    return page.relative_to(ROOT).as_posix() if page.is_relative_to(ROOT) else page.name


@cache
def blocks(page: Path) -> tuple[Block, ...]:
    """All blocks of a page, in order."""
    return tuple(blocks_of(page.read_text(encoding="utf-8")))


def _cells(line: str) -> list[str]:
    return re.split(r"\s{2,}", line.strip())


def _is_within(wanted: list[str], cells: list[str]) -> bool:
    rest = iter(cells)
    return all(cell in rest for cell in wanted)


def missing(shown: str, printed: str) -> str | None:
    """The first line that a page shows and nothing printed, if any.

    A line may leave out columns of a table, and its end where it says ``...``.
    """
    if shown in printed:
        return None
    lines = printed.splitlines()
    rows = [_cells(line) for line in lines]
    for line in shown.splitlines():
        if line.endswith("..."):
            found = any(one.startswith(line.removesuffix("...")) for one in lines)
        else:
            found = set(line) <= set("─ ") or any(_is_within(_cells(line), row) for row in rows)
        if not found:
            return line
    return None


def run_page(page: Path, folder: Path) -> None:
    """Follow a page in a folder, and hold what it shows against what is printed."""
    if not (folder / "examples").exists():
        (folder / "examples").symlink_to(ROOT / "examples")
    module = sys.modules["page"] = ModuleType("page")  # as a notebook has one for its classes
    names: dict[str, Any] = vars(module)
    printed = ""
    program = None
    for block in blocks(page):
        place = f"{name_of(page)}:{block.line}"
        output = io.StringIO()
        with (
            contextlib.chdir(folder),
            contextlib.redirect_stdout(output),
            contextlib.redirect_stderr(output),
        ):
            if block.title:
                Path(block.title).write_text(block.text, encoding="utf-8")
            elif block.language == "python":
                drawn = execute(block, place, names)
                assert ("draw" in block.marks) == (drawn is not None), f"{place}: nothing to draw"
                assert drawn is None or "<svg" in html_of(drawn)
            elif block.language == "console":
                _run_commands(block, place, output)
        if block.language == "text" and not block.title:
            if program is not None:
                assert block.text == program, f"{place} shows another output"
            line = missing(block.text, printed)
            assert line is None, f"{place}: nothing printed {line!r} among\n{printed[-4000:]}"
        program = output.getvalue() if block.language == "python" else None
        printed += output.getvalue()


def _run_commands(block: Block, place: str, output: io.StringIO) -> None:
    lines = block.text.replace("\\\n", " ").splitlines()
    for line in lines:
        dollar, command, *words = shlex.split(line)
        assert (dollar, command) == ("$", "arcwise"), f"{place}: {line}"
        code = run(words)
        expected = block.exit_code if line == lines[-1] else 0
        said = output.getvalue()[-1000:]
        assert code == expected, f"{place}: {line} ended with {code}: {said}"


def _prose(page: Path) -> str:
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    found = re.findall(r"^#+ (.+)$", _prose(page), flags=re.M)
    return {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in found}


def broken_links(page: Path) -> list[str]:
    """Links of a page to files and headings that are not there."""
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", _prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in headings(file)):
            broken.append(target)
    return broken
