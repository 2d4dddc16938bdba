"""The shape of the project: who may import whom."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("rules", "search", "ebl", "experiments", "explorer")
FILES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    folders = path.relative_to(ROOT).parts[:-1]
    level = ROOMS.index(folders[0])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == len(folders) + 1:
            room = (node.module or "").split(".")[0]
            assert ROOMS.index(room) < level, f"{path}:{node.lineno} imports {room}"
        if isinstance(node, ast.ImportFrom):
            assert node.level <= len(folders) + 1
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            assert not (node.module or "").startswith("arcwise")


def test_all_files_were_looked_at() -> None:
    assert len(FILES) > 40
