"""The keys on the last line: as many as it has room for, none cut in two."""

from __future__ import annotations

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.events import Resize
from textual.widgets import Footer
from textual.widgets._footer import FooterKey


class KeyLine(Footer):
    """The keys of a screen in the order in which it names them; those that do not fit are on the page of help."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)
        self._room = 0

    def compose(self) -> ComposeResult:
        """The keys that fit."""
        used = -1
        for key in super().compose():
            if isinstance(key, FooterKey):
                used += cell_len(key.key_display) + cell_len(key.description) + 2
            if used <= self.app.size.width:
                yield key

    def on_resize(self, event: Resize) -> None:
        """More keys, or fewer."""
        if self._room not in (0, event.size.width):
            self.call_after_refresh(self.recompose)
        self._room = event.size.width
