"""The line on which the list of arcs is narrowed down while one types."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class FilterLine(Input):
    """Parts of names; Enter and the arrow down go on to the list, Esc lists everything again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,down", "done", "To the list", key_display="Enter", priority=True),
        Binding("escape", "clear", "List all", key_display="Esc"),
    ]

    class Done(Message):
        """The list is what it should be."""

    def __init__(self) -> None:
        super().__init__(placeholder="parts of names", id="filter", compact=True)
        self.display = False

    def action_done(self) -> None:
        """Go on to the list."""
        self.post_message(self.Done())

    def action_clear(self) -> None:
        """List everything again."""
        self.value = ""
        self.post_message(self.Done())
