"""Stepping through searches that were watched: what is taken up, made and dropped, and what waits in which order."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from ....rules.text.sentences import counted
from ....search.watching.record import WatchedSearch
from ...text.untrusted import widget_text
from ...watching.text import heat_map, landscape_text, open_table, taken_text
from ..session.finding import Finding
from ..session.watched import Watched, way_to
from ..widgets.key_line import KeyLine
from .text_screen import TextScreen

LEAP = 10
"""Steps that Page Up and Page Down go."""

LEAST_WAITING = 12
"""Waiting nodes that are listed where the terminal has no room for more; they are scrolled to."""


class StepPane(ScrollableContainer):
    """One search at one of its steps."""

    def __init__(self, name: str, watched: WatchedSearch) -> None:
        super().__init__(classes="box")
        self.watched = watched
        self.border_title = name

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static()

    def show(self, place: int) -> None:
        """Show a step; a search that is shorter stays at its last."""
        self.query_one(Static).update(widget_text(self._words(place), no_wrap=True))
        self.scroll_home(animate=False)

    def _words(self, place: int) -> str:
        if not self.watched.steps:
            return self.watched.result.summary()
        place, width = self.at(place), max(20, self.content_size.width - 1)
        text = taken_text(self.watched, place, width)
        room = self.content_size.height - len(text.splitlines()) - 3
        return f"{text}\n\n{open_table(self.watched, place, max(LEAST_WAITING, room), width)}"

    def at(self, place: int) -> int:
        """The step of this search that is shown at a step of all."""
        return min(place, len(self.watched.steps) - 1)


class WatchScreen(Screen[Finding | None]):
    """Steps through searches side by side; its answer is the path to a node, or None.

    Parameters
    ----------
    title
        What was searched.
    searches
        The records.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n", "step(1)", "Next", key_display="→", priority=True),
        Binding("left,p", "step(-1)", "Back", key_display="←", priority=True),
        Binding("home", "first", "First", key_display="Home", priority=True),
        Binding("end", "last", "Last", key_display="End", priority=True),
        Binding("f", "follow", "Walk there"),
        Binding("h", "heat", "Expansions by g and h"),
        Binding("escape,q", "close", "Close", key_display="Esc"),
        Binding("pagedown", f"step({LEAP})", "Ten steps on", show=False, priority=True),
        Binding("pageup", f"step({-LEAP})", "Ten steps back", show=False, priority=True),
        Binding("tab", "app.focus_next", "The other search", show=False),
    ]

    def __init__(self, title: str, searches: Watched) -> None:
        super().__init__()
        self._heading = title
        self._searches = searches
        self._at = 0

    def compose(self) -> ComposeResult:
        """The searches, side by side."""
        yield Static(widget_text(self._heading), id="title")
        with Horizontal(id="body"):
            for name, watched in self._searches.items():
                yield StepPane(name, watched)
        yield Static(id="message")
        yield KeyLine()

    def on_mount(self) -> None:
        """Say how the searches ended."""
        self.query(StepPane).first().focus()
        self._tell("; ".join(self._end(name, one) for name, one in self._searches.items()))

    def _end(self, name: str, watched: WatchedSearch) -> str:
        result = watched.result
        called = f"{name}: " if len(self._searches) > 1 else ""
        rest = f", {len(watched.steps):,} steps recorded" if watched.unrecorded else ""
        expanded = counted(result.statistics.expanded, "expansion")
        return f"{called}{result.status.value} after {expanded}{rest}"

    def _tell(self, text: str) -> None:
        self.query_one("#message", Static).update(widget_text(text))

    def on_resize(self, event: Resize) -> None:
        """Break lines anew."""
        self.call_after_refresh(self._show)

    @property
    def _last(self) -> int:
        return max(max(len(one.steps) for one in self._searches.values()) - 1, 0)

    def _show(self) -> None:
        for pane in self.query(StepPane):
            pane.show(self._at)

    def _go(self, place: int) -> None:
        self._at = min(max(place, 0), self._last)
        self._show()

    def action_step(self, steps: int) -> None:
        """So many steps on, or back."""
        self._go(self._at + steps)

    def action_first(self) -> None:
        """The first step."""
        self._go(0)

    def action_last(self) -> None:
        """The last step that is recorded."""
        self._go(self._last)

    @property
    def _pane(self) -> StepPane:
        """The search that is chosen."""
        focused = self.focused
        return focused if isinstance(focused, StepPane) else self.query(StepPane).first()

    def action_heat(self) -> None:
        """Where the work of the chosen search went."""
        watched = self._pane.watched
        parts = [f"expansions by g and h:\n\n{heat_map(watched.heat)}"]
        if watched.algorithm.informed:
            parts.append(landscape_text(watched.landscape()))
        self.app.push_screen(TextScreen(f"{self._heading}: g and h", "\n\n".join(parts)))

    def action_follow(self) -> None:
        """Leave with the path to the node that the chosen search takes up here."""
        pane = self._pane
        found = way_to(pane.watched, pane.at(self._at)) if pane.watched.steps else None
        if found is None or not found.steps:
            self._tell("this is where the walk stands: there is no path to follow")
            return
        self.dismiss(found)

    def action_close(self) -> None:
        """Back to the searches."""
        self.dismiss(None)
