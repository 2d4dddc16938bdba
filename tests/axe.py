"""Accessibility of pages in a browser, as axe-core looks at them: its rules for WCAG 2 (A, AA) and its best practices."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import pytest
from fetched import Missing, from_npm, kept

AXE = "axe-core@4.14.1"
AXE_SHA256 = "e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745"

LOOK = """async () => {
  const found = await axe.run(document, { iframes: false, resultTypes: ["violations"] });
  return found.violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(" ")}: ${node.html.slice(0, 120)} (${one.help})`));
}"""


@cache
def _script() -> str:
    try:
        folder = kept("axe-core", lambda made: from_npm(AXE, AXE_SHA256, ("axe.min.js",), made))
    except Missing as missing:
        return f"missing: {missing}"
    return (folder / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Any) -> list[str]:
    """What axe finds wrong on a page as it is shown now, and in its frames; the test is skipped where npm cannot bring axe.

    ``ARCWISE_REQUIRE_AXE=1`` says that it must.
    """
    script = _script()
    if script.startswith("missing: "):
        if os.environ.get("ARCWISE_REQUIRE_AXE") == "1":
            pytest.fail(script)
        pytest.skip(script.removeprefix("missing: "))
    found: list[str] = []
    for frame in page.frames:
        frame.evaluate(script)
        found += frame.evaluate(LOOK)
    return found
