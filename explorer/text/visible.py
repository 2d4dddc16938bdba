"""Text from anywhere on a terminal: characters that would control it are shown as what they are."""

from __future__ import annotations

import re

_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""Text whose control characters, but for line ends and tabs, are written as in Python: ESC as ``\x1b``.

    Besides those of ASCII and Latin-1 these are the marks that change the direction of writing.
    """
    return _CONTROLS.sub(lambda found: found.group().encode("unicode_escape").decode(), text)


def visible_json(text: str) -> str:
    r"""JSON with the same characters escaped as JSON has it: ``\u009b``; the values stay what they are."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def on_one_line(text: str) -> str:
    """The same, line ends and tabs included."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")
