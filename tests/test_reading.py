"""docs/reading.md leads along files and parts that exist, as long as it says, in an afternoon's length."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from .pages import ROOT

PAGE = ROOT / "docs" / "reading.md"
ROW = re.compile(r"^\| ([\d,]+) \| (.+?) \| (.+?) \|$", re.MULTILINE)
STOPS = [(int(lines.replace(",", "")), where) for lines, where, _ in ROW.findall(PAGE.read_text())]


@cache
def parts(path: str) -> dict[str, int]:
    """The lines of each name that a file defines, with its decorators."""
    found: dict[str, int] = {}
    outer = ast.parse((ROOT / path).read_text("utf-8")).body
    inner = [
        (one.name, method) for one in outer if isinstance(one, ast.ClassDef) for method in one.body
    ]
    for prefix, one in [*(("", one) for one in outer), *inner]:
        names = [getattr(one, "name", None)]
        if isinstance(one, ast.Assign):
            names = [target.id for target in one.targets if isinstance(target, ast.Name)]
        above = min([one.lineno, *(mark.lineno for mark in getattr(one, "decorator_list", ()))])
        length = (one.end_lineno or 0) - above + 1
        found |= {f"{prefix}.{name}".lstrip("."): length for name in names if name}
    return found


def lines_of(where: str) -> int:
    """The lines of a stop: files with a colon and names after it, or whole files, with semicolons between."""
    total = 0
    for part in where.split("; "):
        path, *names = re.findall(r"`([^`]+)`", part)
        known = parts(path)
        assert not set(names) - set(known), f"{path} has no {set(names) - set(known)}"
        whole = len((ROOT / path).read_text("utf-8").splitlines())
        total += sum(known[name] for name in names) if names else whole
    return total


@pytest.mark.parametrize(("said", "where"), STOPS, ids=[where.split(":")[0] for _, where in STOPS])
def test_a_stop_is_there_and_as_long_as_the_page_says(said: int, where: str) -> None:
    assert abs(lines_of(where) - said) <= max(20, said // 5), f"{lines_of(where)} lines: {where}"


def test_the_whole_path_takes_an_afternoon() -> None:
    assert 5200 <= sum(lines_of(where) for _, where in STOPS) <= 6000
