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
        self.filter = ""
        """Words that the names of what is listed have in them."""

    def show(self) -> None:
        """List the arcs anew, with the next step of the path chosen, or else the first arc."""
        here, size = self._session.here, self._session.rulebook.size
        listed = [missing for missing in here.missing if self._is_listed(missing.name)]
        self.clear_options()
        self._rows = [*self.matches]
        options = [Option(widget_text(row)) for row in match_rows(self.matches)]
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
