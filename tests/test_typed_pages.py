"""Programs on the pages are typed as a user's own would be: ``mypy --strict`` finds nothing in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from .pages import PAGES, ROOT, blocks


def programs(page: Path) -> str:
    """The Python of a page as one program, without what only draws pictures for it."""
    return "\n\n".join(
        f"# line {block.line}\n{block.text}"
        for block in blocks(page)
        if block.language == "python" and not block.title and "draw" not in block.marks
    )


@pytest.mark.slow
def test_programs_on_the_pages_are_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api = pytest.importorskip("mypy.api")
    packages = ROOT / "build" / "mypy"
    if not packages.exists():
        pytest.skip("make types makes the packages visible to mypy")
    files = []
    for page in PAGES:
        if text := programs(page):
            files.append(tmp_path / f"{page.stem.lower()}_page.py")
            files[-1].write_text(text, encoding="utf-8")
    # With the settings of `make types` and what it keeps, as it has read the packages already.
    monkeypatch.chdir(ROOT)
    out, err, _ = api.run([*map(str, files)])
    wrong = [line for line in out.splitlines() if "_page.py:" in line and ": error: " in line]
    assert files and not err
    assert not wrong, "\n".join(wrong)
