"""The parts of the screen of ``arcwise explore``.

In this file:

- The list of arcs: those that match above, the others with their first reason below.
- A board on the screen: as large as the screen allows, else scrolled to what matters.
- Lists whose chosen line can be seen without colours.
- Details of the chosen arc: its effects, or the conditions that do not hold.
- The line on which the list of arcs is narrowed down while one types.
- The board where one is, with the goal and what the heuristics say.
- The keys on the last line: as many as it has room for, none cut in two.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets._footer import FooterKey
from textual.widgets.option_list import Option

from ...rules.term import Pattern, State
from ...rules.text.boards import beside
from ...rules.text.words import counted
from ...rules.theory import Theory
from .session import Session
from .text import (
    BoardCanvas,
    Canvas,
    Marks,
    PictureCanvas,
    best_canvas,
    changes,
    changes_text,
    estimates_change,
    estimates_text,
    fits,
    goal_styles,
    match_rows,
    misses_text,
    missing_row,
    move_title,
    smallest_box,
    text_width,
    widget_text,
)
from .walk import Match, Missing


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


REVERSED = Style(reverse=True, dim=False)


class ChoiceList(OptionList):
    """An option list that shows the chosen line in reverse, whatever the theme and the terminal."""

    def render_line(self, y: int) -> Strip:
        """One line on the screen."""
        strip = super().render_line(y)
        line = self.scroll_offset.y + y
        if line < len(self._lines) and self._lines[line][0] == self.highlighted:
            return Strip(Segment.apply_style(strip, post_style=REVERSED))
        return strip


class ArcsList(ChoiceList):
    """The arcs at the walk's state; Enter applies one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Apply", key_display="Enter")
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(id="arcs", classes="box")
        self._session = session
        self._rows: list[Match | Missing | None] = []
        self.filter = ""
        """Words that the names of what is listed have in them."""

    def show(self) -> None:
        """List the arcs anew, with the next step of the path chosen, or else the first arc."""
        here, size = self._session.here, self._session.rulebook.size
        listed = [missing for missing in here.missing if self._is_listed(missing.name)]
        self.clear_options()
        self._rows = [*self.matches]
        options = [
            Option(widget_text(row)) for row in match_rows(self.matches, self._session.walk.state)
        ]
        if listed:
            others = sum(missing.places for missing in listed)
            self._rows += [None, *listed]
            options.append(
                Option(widget_text(f"--- {counted(others, 'other')}: why not"), disabled=True)
            )
            options += [Option(widget_text(missing_row(missing), "dim")) for missing in listed]
        self.add_options(options)
        self.border_title = f"{len(here.matches):,}{f' of {size:,}' if size else ''} match here"
        self.border_subtitle = f"only: {self.filter}" if self.filter else ""
        self.highlighted = self._next_step() if options else None

    @property
    def matches(self) -> list[Match]:
        """The arcs that apply and are listed."""
        return [match for match in self._session.here.matches if self._is_listed(match.move.name)]

    def _is_listed(self, name: str) -> bool:
        return all(word in name.casefold() for word in self.filter.casefold().split())

    def _next_step(self) -> int:
        ahead = self._session.walk.ahead
        for number, row in enumerate(self._rows):
            if not ahead or not isinstance(row, Match):
                break
            if row.move.name == ahead[0].move.name and row.successor == ahead[0].state:
                return number
        return 0 if self.matches else len(self._rows) and 1

    @property
    def choice(self) -> Match | Missing | None:
        """The chosen row."""
        chosen = self.highlighted
        return self._rows[chosen] if chosen is not None and chosen < len(self._rows) else None

    def choose_missing(self, name: str) -> bool:
        """Choose the arcs of a name that do not match, which are listed then; False where there are none."""
        known = any(missing.name == name for missing in self._session.here.missing)
        if known and not self._is_listed(name):
            self.filter = ""
            self.show()
        for number, row in enumerate(self._rows):
            if isinstance(row, Missing) and row.name == name:
                self.highlighted = number
                return True
        return False


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
        rest = f"\nEnter shows all {counted(len(misses), 'place')}" if more > 0 else ""
        return f"{missing.name}\n{text}{rest}"


class FilterLine(Input):
    """Parts of names; Enter and the arrow down go on to the list, Esc lists everything again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,down", "done", "To the list", key_display="Enter", priority=True),
        Binding("escape", "clear", "List all", key_display="Esc"),
    ]

    class Done(Message):
        """Message that the user has finished narrowing down the list."""

    def __init__(self) -> None:
        super().__init__(placeholder="parts of names", id="filter", compact=True)
        self.display = False

    def action_done(self) -> None:
        """Go on to the list."""
        self.post_message(self.Done())

    def action_clear(self) -> None:
        """List everything again."""
        self.value = ""
        self.post_message(self.Done())


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


class KeyLine(Footer):
    """The keys of a screen in the order in which it names them; those that do not fit are on the page of help."""

    def __init__(self) -> None:
        super().__init__(compact=True, show_command_palette=False)
        self._room = 0

    def compose(self) -> ComposeResult:
        """The keys that fit."""
        used = -1
        for key in super().compose():
            if isinstance(key, FooterKey):
                used += cell_len(key.key_display) + cell_len(key.description) + 2
            if used <= self.app.size.width:
                yield key

    def on_resize(self, event: Resize) -> None:
        """More keys, or fewer."""
        if self._room not in (0, event.size.width):
            self.call_after_refresh(self.recompose)
        self._room = event.size.width
