"""The list of arcs: those that match above, the others with their first reason below."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets.option_list import Option

from ....rules.text.sentences import counted
from ...text.untrusted import widget_text
from ..session.rulebook import Match, Missing
from ..session.session import Session
from ..text.words import match_rows, missing_row
from .choice_list import ChoiceList


class ArcsList(ChoiceList):
    """The arcs at the walk's state; Enter applies one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Apply", key_display="Enter")
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(id="arcs", classes="box")
        self._session = session
        self._rows: list[Match | Missing | None] = []

    def show(self) -> None:
        """List the arcs anew, with the next step of the path chosen, or else the first arc."""
        here, size = self._session.here, self._session.rulebook.size
        self.clear_options()
        self._rows = [*here.matches]
        options = [Option(widget_text(row)) for row in match_rows(here.matches)]
        if here.missing:
            others = sum(missing.places for missing in here.missing)
            self._rows += [None, *here.missing]
            options.append(
                Option(widget_text(f"--- {counted(others, 'other')}: why not"), disabled=True)
            )
            options += [
                Option(widget_text(missing_row(missing), "dim")) for missing in here.missing
            ]
        self.add_options(options)
        self.border_title = f"{len(here.matches):,}{f' of {size:,}' if size else ''} match here"
        self.highlighted = self._next_step() if options else None

    def _next_step(self) -> int:
        ahead = self._session.walk.ahead
        for number, row in enumerate(self._rows):
            if not ahead or not isinstance(row, Match):
                break
            if row.move.name == ahead[0].move.name and row.successor == ahead[0].state:
                return number
        return 0 if self._session.here.matches else len(self._rows) and 1

    @property
    def choice(self) -> Match | Missing | None:
        """What is chosen."""
        chosen = self.highlighted
        return self._rows[chosen] if chosen is not None and chosen < len(self._rows) else None

    def choose_missing(self, name: str) -> bool:
        """Choose the arcs of a name that do not match; False where there are none."""
        for number, row in enumerate(self._rows):
            if isinstance(row, Missing) and row.name == name:
                self.highlighted = number
                return True
        return False
