"""Programs on the pages are typed as a user's own would be: ``mypy --strict`` finds nothing in them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .pages import PAGES, ROOT, blocks

SETTINGS = """[mypy]
strict = true
mypy_path = {packages}
[mypy-networkx.*,unified_planning.*]
ignore_missing_imports = true
"""


def programs(page: Path) -> str:
    """The Python of a page as one program, without what only draws pictures for it."""
    return "\n\n".join(
        f"# line {block.line}\n{block.text}"
        for block in blocks(page)
        if block.language == "python" and not block.title and "draw" not in block.marks
    )


@pytest.mark.slow
def test_programs_on_the_pages_are_typed(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    packages = ROOT / "build" / "mypy"
    if not packages.exists():
        pytest.skip("make types makes the packages visible to mypy")
    settings = tmp_path / "mypy.ini"
    settings.write_text(SETTINGS.format(packages=packages))
    files = []
    for page in PAGES:
        if text := programs(page):
            files.append(tmp_path / f"{page.stem.lower()}_page.py")
            files[-1].write_text(text, encoding="utf-8")
    out, err, _ = api.run(
        [
            "--config-file",
            str(settings),
            "--cache-dir",
            str(ROOT / "build" / "mypy-pages"),
            f"--python-executable={sys.executable}",
            *map(str, files),
        ]
    )
    wrong = [line for line in out.splitlines() if "_page.py:" in line and ": error: " in line]
    assert files and not err
    assert not wrong, "\n".join(wrong)
