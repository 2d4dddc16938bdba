"""Text from anywhere in a widget or on a page."""

from __future__ import annotations

from html import escape

from rich.text import Text

from ...rules.errors import visible


def widget_text(text: str, style: str = "", *, no_wrap: bool | None = None) -> Text:
    """Text for a widget, with what would control the terminal shown as what it is; never markup."""
    return Text(visible(text), style, no_wrap=no_wrap)


def in_html(text: str, *, quote: bool = True) -> str:
    """Text for a page, with what cannot be seen shown as what it is; never markup."""
    return escape(visible(text), quote=quote)
