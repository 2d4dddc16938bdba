"""HTML and SVG as nested calls: text is escaped, markup is not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..text.untrusted import in_html


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Child: TypeAlias = "str | int | Iterable[Child] | None"
Attribute: TypeAlias = str | float | bool | None

VOID = frozenset({"input", "meta", "br", "line", "rect", "circle", "path"})
"""Elements of ours that hold nothing."""


def el(name: str, /, *children: Child, **attributes: Attribute) -> Markup:
    """An element.

    Parameters
    ----------
    name
        Its name.
    children
        Texts, which are escaped, elements, and sequences of both; None is nothing.
    attributes
        ``class_`` is ``class``, other underscores are hyphens; False and None leave an attribute out, and True is an
        attribute without a value.
    """
    head = name + "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Markup(f"<{head}>" if name in ("input", "meta", "br") else f"<{head}/>")
    return Markup(f"<{head}>{join(children)}</{name}>")


def join(children: Child) -> Markup:
    """Children one after the other."""
    if children is None:
        return Markup("")
    if isinstance(children, Markup):
        return children
    if isinstance(children, str | int):
        return Markup(in_html(str(children), quote=False))
    return Markup("".join(map(join, children)))


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
