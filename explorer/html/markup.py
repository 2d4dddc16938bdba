"""HTML and SVG as nested calls: text is escaped, markup is not.

In this file:

- Elements, whose children may be parts of a view.
- One HTML file with everything in it: a browser may load and run nothing else.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib import resources
from typing import Any, TypeAlias

from ...rules.errors import visible
from ...rules.later import Later
from ...rules.view import Part

_part = Later("explorer.html.parts", "part_markup")


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Child: TypeAlias = "str | int | Part | Iterable[Child] | None"
Attribute: TypeAlias = str | float | bool | None

VOID = frozenset({"input", "meta", "br", "hr", "line", "rect", "circle", "path", "use"})
"""Elements that have no content."""


def el(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """An element.

    Parameters
    ----------
    name
        Its name.
    children
        Texts, which are escaped, elements, parts of a view, pictures, and sequences of these; None is nothing.
    attributes
        ``class_`` is ``class``, other underscores are hyphens; False and None leave an attribute out, and True is an
        attribute without a value.
    """
    head = name + "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Markup(f"<{head}>" if name in ("input", "meta", "br", "hr") else f"<{head}/>")
    return Markup(f"<{head}>{join(children)}</{name}>")


def join(children: Child) -> Markup:
    """Children one after the other."""
    if children is None:
        return Markup("")
    if isinstance(children, Markup):
        return children
    if isinstance(children, str | int):
        return Markup(in_html(str(children), quote=False))
    if isinstance(children, Part):
        markup: Markup = _part(children)
        return markup
    return Markup("".join(map(join, children)))


def in_html(text: str, *, quote: bool = True) -> str:
    """Text for a page, with what cannot be seen shown as what it is; never markup."""
    return escape(visible(text), quote=quote)


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    if name == "viewbox":
        name = "viewBox"
    if value is True:
        return f" {name}"
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return f' {name}="{in_html(text)}"'


def folded(title: str, *children: Child) -> Markup:
    """Parts that are shown when they are asked for, below a line that names them."""
    return el("details", el("summary", title), *children, class_="numbers")


def svg(
    width: float, height: float, label: str, *children: Child, class_: str = "", **more: Attribute
) -> Markup:
    """A drawing, as large as its place, with a text for those who do not see it."""
    return el(
        "svg",
        children,
        viewbox=f"0 0 {width:g} {height:g}",
        role="img",
        aria_label=label,
        class_=f"drawing {class_}".strip(),
        **more,
    )


def sized_svg(
    width: int,
    height: int,
    label: str,
    *children: Child,
    font: str = "sans-serif",
    size: float = 14,
) -> Markup:
    """A drawing with a width and a height in pixels, and a text for those who do not see it."""
    return el(
        "svg",
        children,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        aria_label=label,
        width=width,
        height=height,
        viewbox=f"0 0 {width} {height}",
        font_family=font,
        font_size=size,
    )


def middle_text(
    text: str, x: float, y: float, *, ink: str = "currentColor", **style: Attribute
) -> Markup:
    """Text of a drawing whose middle is at ``x`` and whose line is at ``y``, in pixels."""
    return el("text", text, x=x, y=y, fill=ink, text_anchor="middle", **style)


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
        """These assets followed by others."""
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


def quiz_assets() -> Assets:
    """How pages ask questions; with `drawing_assets`."""
    return _assets("quiz.css", "quiz.js")


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
    return list(map(_shown, value)) if isinstance(value, Sequence) else value


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
