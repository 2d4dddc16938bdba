"""One HTML file with everything in it: a browser may load and run nothing else."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from typing import Any

from ...rules.errors import visible
from .markup import el, join


@dataclass(frozen=True)
class Assets:
    """Styles and scripts that a page's content security policy allows.

    Parameters
    ----------
    css, code
        The style, and the script without what makes it strict and closed.
    """

    css: str
    code: str

    def before(self, others: Assets) -> Assets:
        """These, and after them others."""
        return Assets(f"{self.css}\n{others.css}", f"{self.code}\n{others.code}")

    @property
    def script(self) -> str:
        """The script as it stands on the page."""
        return f'"use strict";\n(() => {{\n{self.code}\n}})();\n'


def base_assets() -> Assets:
    """The colours of every page and its charts, and what its scripts find and make elements with."""
    return Assets(asset("colours.css") + asset("charts.css"), asset("elements.js"))


def drawing_assets() -> Assets:
    """How pages draw the states of albums; the script comes before a page's own, which has ``data``."""
    return base_assets().before(_assets("drawing.css", "drawing.js"))


def player_assets() -> Assets:
    """How pages play a solution on a board, with the arcs of its macros over a track; with `drawing_assets`."""
    return drawing_assets().before(_assets("player.css", "player.js"))


def _assets(css: str, code: str) -> Assets:
    return Assets(asset(css), asset(code))


def asset(name: str) -> str:
    """Text of a style or script that pages share."""
    folder = resources.files(__package__) / "assets"
    return (folder / name).read_text(encoding="utf-8")


def fill_page(
    template: str,
    title: str,
    assets: Assets,
    data: Any,
    parts: Mapping[str, str] | None = None,
    framed: Sequence[Assets] = (),
) -> str:
    """A template with its parts in their places, which are words in double brackets.

    Parameters
    ----------
    template
        HTML with the places policy, title, css, data and script, and those of ``parts``.
    title
        Plain text.
    assets
        The page's style and script.
    data
        Plain values, as JSON for the script.
    parts
        Markup by the name of its place.
    framed
        Those of pages that stand in frames on this one.
    """
    every = (assets, *framed)
    styles = " ".join(f"'{_hash(one.css)}'" for one in every)
    scripts = " ".join(f"'{_hash(one.script)}'" for one in every)
    policy = (
        f"default-src 'none'; style-src {styles}; script-src {scripts}; "
        "base-uri 'none'; form-action 'none'"
    )
    places = {
        **(parts or {}),
        "policy": policy,
        "title": join(title),
        "css": assets.css,
        "data": _json(data),
        "script": assets.script,
    }
    return re.sub(r"\[\[(\w+)\]\]", lambda found: places[found[1]], template)


def refreshing(seconds: int) -> str:
    """Header that makes a browser reload the page after some seconds; empty for 0."""
    return el("meta", http_equiv="refresh", content=seconds) if seconds else ""


def _json(value: Any) -> str:
    """JSON that cannot end the element that it stands in."""
    text = json.dumps(_shown(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


def _shown(value: Any) -> Any:
    """Copy of a value with its texts as a page shows them."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {_shown(name): _shown(one) for name, one in value.items()}
    return list(map(_shown, value)) if isinstance(value, list | tuple) else value


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
