"""A page of text."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from ...text.untrusted import widget_text
from ..text.words import wrapped
from ..widgets.key_line import KeyLine

MARGIN = 5
"""Columns that the frame and the bar beside the text take."""


class TextScreen(Screen[None]):
    """Shows a text until it is closed; longer ones scroll.

    Parameters
    ----------
    title, text
        What to show; sentences are broken where the terminal's lines end, boards are not.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "close", "Close", key_display="Esc"),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._heading = title
        self._text = text

    def compose(self) -> ComposeResult:
        """The title and the text."""
        yield Static(widget_text(self._heading), id="title")
        with ScrollableContainer(id="pages", classes="box"):
            yield Static(id="words")
        yield KeyLine()

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one("#pages").focus()

    def on_resize(self, event: Resize) -> None:
        """Break the sentences anew."""
        text = wrapped(self._text, event.size.width - MARGIN)
        self.query_one("#words", Static).update(widget_text(text, no_wrap=True))

    def action_close(self) -> None:
        """Back to where it was opened."""
        self.dismiss()
