"""The board where one is, with the goal and what the heuristics say."""

from __future__ import annotations

from collections.abc import Collection

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from ...text.untrusted import widget_text
from ..session.session import Session
from ..text.canvas import PictureCanvas, best_canvas, fits
from ..text.words import estimates_text, text_width
from .board_view import BoardView

GAP = 2
"""Columns between board and goal."""


class HerePanel(Vertical):
    """Shows the walk's state."""

    def __init__(self, session: Session) -> None:
        super().__init__(id="here", classes="box")
        self._session = session

    def compose(self) -> ComposeResult:
        """Board and goal, and the estimates below."""
        with Horizontal(id="boards"):
            session = self._session
            yield BoardView(session.domain.theory, session.walk.state, session.goal, id="board")
            yield Static(id="beside")
        yield Static(id="estimates")

    def show(self) -> None:
        """Show the state anew, without marks."""
        session = self._session
        state = session.walk.state
        self.query_one("#estimates", Static).update(
            widget_text(estimates_text(session.estimates(state)))
        )
        self.place_goal()
        self.mark()

    def mark(self, changed: Collection[int] = (), wrong: Collection[int] = ()) -> None:
        """Mark cells that change and cells that are not as they must be."""
        self.query_one(BoardView).show(self._session.walk.state, changed, wrong)

    def place_goal(self) -> None:
        """Draw the goal beside the board or below it, whichever leaves the board more space.

        It is left out where it is large, or where the domain's own drawing has room only without it.
        """
        theory, state = self._session.domain.theory, self._session.walk.state
        drawn = f"goal\n{theory.draw(self._session.goal)}"
        boards = self.query_one("#boards")
        width, height = boards.content_size
        spaces = {
            "beside": (width - text_width(drawn) - GAP, height),
            "below": (width, height - len(drawn.splitlines())),
            "": (width, height),
        }
        drawings = {side: best_canvas(theory, state, space) for side, space in spaces.items()}
        fitting = {side: one for side, one in drawings.items() if fits(one, spaces[side])}

        def worth(side: str) -> tuple[bool, bool, int]:
            one = fitting[side]
            return isinstance(one, PictureCanvas), bool(side), one.extent[0]

        side = max(fitting, key=worth, default="")
        boards.set_class(side == "below", "-below")
        self.query_one(BoardView).styles.width = (
            fitting[side].extent[0] if side == "beside" else "1fr"
        )
        beside = self.query_one("#beside", Static)
        beside.display = bool(side)
        beside.update(widget_text(drawn))
        where = "the goal" if self._session.at_goal else "here"
        self.border_title = where if side else f"{where}; o shows the goal"
