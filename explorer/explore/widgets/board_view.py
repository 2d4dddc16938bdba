"""A board on the screen: as large as the screen allows, else scrolled to what matters."""

from __future__ import annotations

from collections.abc import Collection

from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.events import Resize
from textual.geometry import Region
from textual.widgets import Static

from ....rules.term import State
from ....rules.theory import Theory
from ..text.board_boxes import best_box, draw_board


class BoardView(ScrollableContainer):
    """Shows one state; its cells can be marked."""

    def __init__(self, theory: Theory, state: State, *, id: str) -> None:
        super().__init__(id=id)
        self._theory = theory
        self._state = state
        self._changed: Collection[int] = ()
        self._wrong: Collection[int] = ()

    def compose(self) -> ComposeResult:
        """The drawing."""
        yield Static(id="drawing")

    def show(
        self, state: State, changed: Collection[int] = (), wrong: Collection[int] = ()
    ) -> None:
        """Show a state with cells that change and cells that are not as they must be."""
        self._state, self._changed, self._wrong = state, changed, wrong
        self._draw()

    def on_resize(self, event: Resize) -> None:
        """Draw larger or smaller."""
        self._draw()

    def _draw(self) -> None:
        theory, state = self._theory, self._state
        space = (self.container_size.width, self.container_size.height)
        box = best_box(theory, state, space)
        drawing = draw_board(theory, state, box, self._changed, self._wrong)
        self.query_one("#drawing", Static).update(drawing)
        self.can_focus = not box.fits(theory.shape, space)
        if self.can_focus:
            blank = [cell for cell, symbol in enumerate(state) if symbol == theory.blank]
            cells = [*self._wrong, *self._changed] or blank
            if cells:
                regions = [Region(*box.region(cell, theory.shape)) for cell in cells]
                self.call_after_refresh(
                    self.scroll_to_region, Region.from_union(regions), animate=False, center=True
                )
