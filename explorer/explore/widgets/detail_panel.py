"""What the chosen arc does, or everything that it asks for in vain."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.widgets import Static

from ...text.boards import beside
from ...text.untrusted import widget_text
from ..session.rulebook import Match, Missing
from ..session.session import Session
from ..text.board_boxes import draw_board, smallest_box
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
        session, theory = self._session, self._session.domain.theory
        state, after = session.walk.state, match.successor
        cells = changes(state, after)
        estimates = estimates_change(session.estimates(state), session.estimates(after))
        drawn = draw_board(theory, after, smallest_box(theory, after), cells).plain
        joined, width = beside([drawn, estimates]), self.content_size.width
        if text_width(joined) <= width:
            text = joined
        elif text_width(drawn) <= width:
            text = f"{estimates}\n{drawn}"
        else:
            text = f"{changes_text(state, after, cells)}\n{estimates}"
        return f"{move_title(match.move)}\n{text}"

    def _why_not(self, missing: Missing) -> str:
        misses = self._session.misses(missing.name)
        text = misses_text(misses[:NEAREST_MISSES], alone=len(misses) == 1)
        more = len(misses) - NEAREST_MISSES
        rest = f"\nEnter shows all {len(misses):,} places" if more > 0 else ""
        return f"{missing.name}\n{text}{rest}"
