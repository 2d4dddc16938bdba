"""The app around the screens: saving and leaving.

The command palette: every command of the screen below it, with its key.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, NamedTuple

from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider

from ...rules.errors import InputError, sentence_of
from ...rules.text.words import counted
from .screens import PathScreen, QuitScreen
from .session import Session
from .walk_screen import WalkScreen

OURS = __name__.rpartition(".")[0]
"""Where the actions are that are offered; those that textual adds to every screen are not."""


class ScreenCommand(NamedTuple):
    """One of them: its name with its key, what it does, and how it is called."""

    name: str
    help: str
    run: Callable[[], Any]


class ScreenCommands(Provider):
    """The bindings of a screen that have a name; so keys, help and palette have one source."""

    def _commands(self) -> Iterator[ScreenCommand]:
        known = set()
        for node, binding, enabled, _ in self.screen.active_bindings.values():
            name = binding.action.split("(")[0].rpartition(".")[2]
            owner = self.app if binding.action.startswith("app.") else node
            action = getattr(owner, f"action_{name}", None)
            ours = action is not None and action.__module__.startswith(OURS)
            if not (binding.description and enabled and ours) or binding.action in known:
                continue
            known.add(binding.action)
            does = (action.__doc__ or "").partition("\n")[0]
            run = partial(self.app.run_action, binding.action, node)
            name = f"{binding.description} ({self.app.get_key_display(binding)})"
            yield ScreenCommand(name, does, run)

    async def discover(self) -> Hits:
        """All commands."""
        for command in self._commands():
            yield DiscoveryHit(command.name, command.run, help=command.help)

    async def search(self, query: str) -> Hits:
        """Commands whose name or description contains the typed text."""
        matcher = self.matcher(query)
        for command in self._commands():
            score = matcher.match(f"{command.name} {command.help}")
            if score > 0:
                name = matcher.highlight(command.name)
                yield Hit(score, name, command.run, text=command.name, help=command.help)


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
