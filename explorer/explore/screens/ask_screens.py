"""Short questions: where to save, and whether to leave what is not saved."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from ....rules.text.sentences import counted
from ...text.untrusted import widget_text


class PathScreen(ModalScreen[str | None]):
    """Asks for a file to write to; None when there is to be none.

    Parameters
    ----------
    suggestion
        What stands in the field at first.
    ours
        Files that may be replaced without asking again.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel")]

    def __init__(self, suggestion: str, ours: Collection[str]) -> None:
        super().__init__()
        self._suggestion = suggestion
        self._ours = ours
        self._asked = ""

    def compose(self) -> ComposeResult:
        """The question."""
        with Vertical(classes="dialog"):
            yield Static("Save the macros to", markup=False)
            yield Input(self._suggestion, id="file")
            yield Static("Enter saves, Esc does not", markup=False, id="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer, unless another file would be lost that was not asked about yet."""
        path = event.value.strip()
        if not path:
            return
        if Path(path).exists() and path not in self._ours and path != self._asked:
            self._asked = path
            hint = f"{path} is there already: Enter again replaces it, Esc does not"
            self.query_one("#hint", Static).update(widget_text(hint))
            return
        self.dismiss(path)

    def action_cancel(self) -> None:
        """Save nothing."""
        self.dismiss(None)


class QuitScreen(ModalScreen[str]):
    """Asks what to do with macros that are not saved: ``save``, ``quit`` or ``stay``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "answer('save')"),
        Binding("q", "answer('quit')"),
        Binding("escape", "answer('stay')"),
    ]

    def __init__(self, unsaved: int) -> None:
        super().__init__()
        self._unsaved = unsaved

    def compose(self) -> ComposeResult:
        """The question."""
        verb = "is" if self._unsaved == 1 else "are"
        with Vertical(classes="dialog"):
            yield Static(
                f"{counted(self._unsaved, 'macro')} {verb} not saved.\n\n"
                "w    save, then quit\nq    quit without saving\nEsc  stay",
                markup=False,
            )

    def action_answer(self, answer: str) -> None:
        """Take the answer."""
        self.dismiss(answer)
