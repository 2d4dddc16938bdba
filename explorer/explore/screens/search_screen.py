"""Searching from where one is: choose an algorithm, watch it, compare what was found, follow a path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ....rules.text.sentences import counted
from ...text.numbers import limits_text
from ...text.untrusted import widget_text
from ..session.finding import Finding
from ..session.job import Job, Progress
from ..session.session import Session
from ..session.watched import Watched
from ..text.words import finding_rows
from ..widgets.choice_list import ChoiceList
from ..widgets.key_line import KeyLine
from .watch_screen import WatchScreen

TICK = 0.1
"""Seconds between two looks at a search that runs."""

PATIENCE = 5
"""Seconds that leaving waits for a search to end."""


class Algorithms(ChoiceList):
    """The algorithms; Enter runs one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Run", key_display="Enter")]


class Findings(ChoiceList):
    """The searches made from here below their headings; Enter follows the path of one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Follow", key_display="Enter")
    ]


class SearchScreen(Screen[Finding | None]):
    """Searches from the walk's state; its answer is the path to follow, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "watch", "Step through"),
        Binding("f", "follow", "Follow"),
        Binding("h", "heuristic", "Heuristic"),
        Binding("x", "macros", "Macros on/off"),
        Binding("tab", "app.focus_next", "Table", key_display="Tab"),
        Binding("escape", "stop", "Stop/Close", key_display="Esc"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._names = [name for name, _ in session.algorithms]
        self._heuristics = session.heuristics
        asked = session.options.heuristic
        self._heuristic = self._heuristics.index(asked) if asked in self._heuristics else 0
        self._with_macros = len(session.macros) > 0
        self._job: Job[Finding | Watched] | None = None
        self._chosen = ""

    def compose(self) -> ComposeResult:
        """The choice, the search that runs, and the table of searches."""
        yield Static(id="what")
        widest = max(map(len, self._names))
        options = [
            Option(widget_text(f"{name.ljust(widest)}  {what}"))
            for name, what in self._session.algorithms
        ]
        algorithms = Algorithms(*options, id="algorithms", classes="box")
        algorithms.border_title = "algorithms"
        yield algorithms
        yield Static(id="progress")
        findings = Findings(id="findings", classes="box")
        findings.border_title = "searches from here"
        yield findings
        yield KeyLine()

    def on_mount(self) -> None:
        """Show what was found from here before."""
        self._list_findings()
        algorithms = self.query_one(Algorithms)
        algorithms.highlighted = self._names.index("a-star")
        algorithms.focus()
        self._tell_what()
        self._tell(
            "Enter runs the algorithm, v steps through it; f follows the search chosen below"
        )
        self.set_interval(TICK, self._look)

    def on_unmount(self) -> None:
        """Leave no search behind."""
        if self._job is not None:
            self._job.call_off(wait=PATIENCE)

    def _tell_what(self) -> None:
        macros = len(self._session.macros)
        part = f"with {counted(macros, 'macro')}" if self._with_macros else "without macros"
        heuristic = self._heuristics[self._heuristic]
        limits = limits_text(self._session.options.limits)
        self.query_one("#what", Static).update(
            widget_text(f"Search from here {part}, heuristic {heuristic}; {limits}")
        )

    def _tell(self, text: str) -> None:
        self.query_one("#progress", Static).update(widget_text(" ".join(text.split())))

    def _list_findings(self) -> None:
        """List the searches made from here, the last one first and chosen."""
        headings, *rows = finding_rows(self._session.findings)
        findings = self.query_one(Findings)
        findings.clear_options()
        findings.add_option(Option(widget_text(headings), disabled=True))
        findings.add_options([Option(widget_text(row)) for row in rows])
        findings.highlighted = 1 if rows else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Run an algorithm, or follow the path of a search."""
        if isinstance(event.option_list, Findings):
            self.action_follow()
            return
        self._run(self._session.searcher)

    def action_watch(self) -> None:
        """Run the chosen algorithm, and step through what it did."""
        self._run(self._session.watcher)

    def _run(self, maker: Callable[[str, str, bool], Callable[[Progress], Any]]) -> None:
        chosen = self.query_one(Algorithms).highlighted
        if self._job is not None or chosen is None:
            return  # one at a time
        self._chosen = self._names[chosen]
        heuristic = self._heuristics[self._heuristic]
        self._job = Job(maker(self._chosen, heuristic, self._with_macros))
        self._look()

    def _look(self) -> None:
        job = self._job
        if job is None:
            return
        if job.running:
            progress = job.progress
            ending = "stopping" if progress.called_off else "Esc stops it"
            doing = progress.doing if progress.doing not in ("", "searching") else ""
            self._tell(
                f"{self._chosen}: {doing or f'{progress.count:,} expanded'}, "
                f"{job.elapsed:.1f} s; {ending}"
            )
            return
        self._job = None
        finding = job.outcome
        if finding is None:
            self._tell(f"{self._chosen}: {job.trouble}")
            return
        if not isinstance(finding, Finding):
            self._tell("")
            heading = f"{self._chosen} on {self._session.domain.theory.name}, step by step"
            self.app.push_screen(WatchScreen(heading, finding), self._walk_there)
            return
        self._session.findings.append(finding)
        self._list_findings()
        note = f" ({finding.note})" if finding.note else ""
        follow = "; f follows it" if finding.steps else ""
        self._tell(
            f"{finding.outcome}{note}, {finding.applications:,} operator applications{follow}"
        )

    def action_heuristic(self) -> None:
        """The next heuristic."""
        self._heuristic = (self._heuristic + 1) % len(self._heuristics)
        self._tell_what()

    def action_macros(self) -> None:
        """Have macros take part or not."""
        if not len(self._session.macros):
            self._tell("there are no macros yet: L learns one from a path")
            return
        self._with_macros = not self._with_macros
        self._tell_what()

    def action_follow(self) -> None:
        """Leave with the path of the search chosen in the table."""
        chosen = self.query_one(Findings).highlighted
        if chosen is None:
            self._tell("nothing to follow yet: Enter runs an algorithm")
            return
        finding = self._session.findings[-chosen]
        if not finding.steps:
            self._tell(f"{finding.label}: no path to follow ({finding.outcome})")
            return
        self.dismiss(finding)

    def _walk_there(self, finding: Finding | None) -> None:
        """Leave with the path to a node of the search that was stepped through."""
        if finding is not None:
            self.dismiss(finding)

    def action_stop(self) -> None:
        """Call the search off; without one, leave."""
        if self._job is None:
            self.dismiss(None)
            return
        self._job.progress.call_off()
        self._look()
