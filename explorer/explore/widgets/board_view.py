"""A board on the screen: as large as the screen allows, else scrolled to what matters."""

from __future__ import annotations

from collections.abc import Collection

from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Static

from ....rules.term import Pattern, State
from ....rules.theory import Theory
from ..text.canvas import BoardCanvas, Canvas, Marks, best_canvas, fits, goal_styles


class BoardView(ScrollableContainer):
    """Shows one state; its cells can be marked, and clicked on."""

    class Clicked(Message):
        """A cell was clicked on."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, theory: Theory, state: State, goal: Pattern, *, id: str) -> None:
        super().__init__(id=id)
        self._theory = theory
        self._state = state
        self._goal = goal
        self._changed: Collection[int] = ()
        self._wrong: Collection[int] = ()
        self._canvas: Canvas = best_canvas(theory, state, (0, 0))

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

    def on_click(self, event: Click) -> None:
        """Say which cell that is."""
        drawn = self.query_one("#drawing", Static).region
        cell = self._canvas.cell_at(event.screen_x - drawn.x, event.screen_y - drawn.y)
        if cell is not None:
            self.post_message(self.Clicked(cell))

    def _draw(self) -> None:
        theory, state = self._theory, self._state
        space = (self.container_size.width, self.container_size.height)
        self._canvas = canvas = best_canvas(theory, state, space)
        marks = Marks(self._changed, self._wrong, goal_styles(theory, state, self._goal))
        self.query_one("#drawing", Static).update(canvas.text(marks))
        self.can_focus = not fits(canvas, space)
        if self.can_focus and isinstance(canvas, BoardCanvas):
            blank = [cell for cell, symbol in enumerate(state) if symbol == theory.blank]
            cells = [*self._wrong, *self._changed] or blank
            if cells:
                regions = [Region(*canvas.box.region(cell, theory.shape)) for cell in cells]
                self.call_after_refresh(
                    self.scroll_to_region, Region.from_union(regions), animate=False, center=True
                )
