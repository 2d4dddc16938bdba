"""The app around the screens: saving and leaving."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import Provider

from ...rules.errors import InputError, sentence_of
from ...rules.text.sentences import counted
from .commands import ScreenCommands
from .screens.ask_screens import PathScreen, QuitScreen
from .screens.walk_screen import WalkScreen
from .session.session import Session

INTERRUPTED = 130
TERMINATED = 143


class ExploreApp(App[int]):
    """Walks through a problem; its result is the exit code.

    Parameters
    ----------
    session
        What to show.
    output
        The file to save macros to without asking, or None.
    suggestion
        What is suggested where no such file is known.
    """

    CSS_PATH = "explore.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {ScreenCommands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", f"leave({INTERRUPTED})", show=False, priority=True),
        Binding("ctrl+q", "leave(0)", show=False, priority=True),
        Binding("t", "change_theme", "Theme"),
        Binding("ctrl+p", "command_palette", "Commands", priority=True),
    ]

    def __init__(self, session: Session, output: str | None, suggestion: str) -> None:
        super().__init__(ansi_color=True)
        self.session = session
        self._output = output
        self._suggestion = suggestion
        self._ours = {path for path in (output, suggestion) if path}
        self._walk = WalkScreen(session)

    def on_mount(self) -> None:
        """Show the walk; leave the terminal in order when the system ends it."""
        self.theme = "ansi-dark"  # the terminal's own colours
        self.ansi_color = None  # from now on each theme says whether it is made of those
        loop = asyncio.get_running_loop()
        with suppress(ValueError, NotImplementedError, RuntimeError):  # not in the main thread
            loop.add_signal_handler(signal.SIGTERM, self.exit, TERMINATED)
        self.push_screen(self._walk)

    def action_change_theme(self) -> None:
        """Other colours, until one leaves."""
        super().action_change_theme()

    def action_save(self) -> None:
        """Save the macros to a file."""
        if not len(self.session.macros):
            self._walk.tell("no macros to save yet: L learns one from a path")
        elif self._output is not None:
            self._save(self._output)
        else:
            self._ask_and_save(None)

    def _ask_and_save(self, then: int | None) -> None:
        def answer(path: str | None) -> None:
            if path is not None and self._save(path) and then is not None:
                self.exit(then)

        self.push_screen(PathScreen(self._output or self._suggestion, self._ours), answer)

    def _save(self, path: str) -> bool:
        try:
            self.session.save(path)
        except InputError as error:
            self._walk.tell(f"not saved: {sentence_of(error)}")
            return False
        self._output = path
        self._ours.add(path)
        self._walk.tell(f"{counted(len(self.session.macros), 'macro')} saved in {path}")
        self._walk.show()
        return True

    def action_leave(self, code: int) -> None:
        """Quit; where macros are not saved, ask once."""
        if not self.session.unsaved or isinstance(self.screen, QuitScreen):
            self.exit(code)
            return

        def answer(decision: str | None) -> None:
            if decision == "quit":
                self.exit(code)
            elif decision == "save":
                if self._output is None:
                    self._ask_and_save(code)
                elif self._save(self._output):
                    self.exit(code)

        self.push_screen(QuitScreen(self.session.unsaved), answer)
