"""The command palette: every command of the screen below it, with its key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider

OURS = __name__.rpartition(".")[0]
"""Where the actions are that are offered; those that textual adds to every screen are not."""


class Command(NamedTuple):
    """One of them: its name with its key, what it does, and how it is called."""

    name: str
    help: str
    run: Callable[[], Any]


class ScreenCommands(Provider):
    """The bindings of a screen that have a name; so keys, help and palette have one source."""

    def _commands(self) -> Iterator[Command]:
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
            yield Command(name, does, run)

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
