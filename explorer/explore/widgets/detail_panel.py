"""Details of the chosen arc: its effects, or the conditions that do not hold."""

from __future__ import annotations

from collections.abc import Collection

from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.widgets import Static

from ....rules.term import State
from ...text.boards import beside
from ...text.untrusted import widget_text
from ..session.rulebook import Match, Missing
from ..session.session import Session
from ..text.board_boxes import smallest_box
from ..text.canvas import BoardCanvas, Marks
from ..text.words import (
    changes,
    changes_text,
    estimates_change,
    misses_text,
    move_title,
    text_width,
)

NEAREST_MISSES = 20
"""Places of one arc whose reasons are shown here; Enter shows them all."""


class DetailPanel(ScrollableContainer):
    """Tells about one arc."""

    def __init__(self, session: Session) -> None:
        super().__init__(id="detail", classes="box")
        self._session = session

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static(id="words")

    def show(self, choice: Match | Missing | None) -> None:
        """Tell about an arc, or that there is none."""
        if isinstance(choice, Match):
            self.border_title, text = "what it does", self._what_it_does(choice)
        elif isinstance(choice, Missing):
            self.border_title, text = "why it does not match", self._why_not(choice)
        else:
            self.border_title = ""
            text = "" if self._session.here.problem else "No arc matches: b steps back."
        self.query_one("#words", Static).update(widget_text(text))
        self.scroll_home(animate=False)

    def _what_it_does(self, match: Match) -> str:
        session = self._session
        state, after = session.walk.state, match.successor
        cells = changes(state, after)
        estimates = estimates_change(session.estimates(state), session.estimates(after))
        drawn = self._drawn(after, cells)
        joined, width = beside([drawn, estimates], "  "), self.content_size.width - 1
        if text_width(joined) <= width:
            text = joined
        elif text_width(drawn) <= width:
            text = f"{estimates}\n{drawn}"
        else:
            text = f"{changes_text(state, after, cells)}\n{estimates}"
        return f"{move_title(match.move)}\n{text}"

    def _drawn(self, after: State, cells: Collection[int]) -> str:
        """The state after, as its domain draws it if that is no board of cells."""
        theory = self._session.domain.theory
        drawing = theory.drawing(after)
        if not drawing.is_board:
            return drawing.text
        board = BoardCanvas(theory, after, smallest_box(theory, after))
        return board.text(Marks(changed=cells)).plain

    def _why_not(self, missing: Missing) -> str:
        misses = self._session.misses(missing.name)
        text = misses_text(misses[:NEAREST_MISSES], alone=len(misses) == 1)
        more = len(misses) - NEAREST_MISSES
        rest = f"\nEnter shows all {len(misses):,} places" if more > 0 else ""
        return f"{missing.name}\n{text}{rest}"
