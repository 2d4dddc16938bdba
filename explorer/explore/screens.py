"""Screens that ``arcwise explore`` opens above the walk.

In this file:

- Short questions: where to save, and whether to leave what is not saved.
- A page of text.
- Searching from where one is: choose an algorithm, watch it, compare what was found, follow a path.
- Stepping through searches that were watched: what is taken up, made and dropped, and what waits in which order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.events import Resize
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ...rules.text.boards import beside
from ...rules.text.plain import part_text
from ...rules.text.words import counted
from ...search.watching import WatchedSearch
from ..html.watched import (
    LEAST_TREE,
    heat_picture,
    heuristic_sentences,
    open_table,
    taken_text,
    tree_text,
)
from ..text.numbers import limits_text
from .finding import SearchFinding
from .session import Session, Watched, way_to
from .text import finding_rows, widget_text, wrapped
from .walk import Job, Progress
from .widgets import ChoiceList, KeyLine


class PathScreen(ModalScreen[str | None]):
    """Asks for a file to write to; None when there is to be none.

    Parameters
    ----------
    suggestion
        First content of the field.
    ours
        Files that may be replaced without asking again.
    kind
        Kind of object that is saved: ``macro`` or ``rule``.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Cancel")]

    def __init__(self, suggestion: str, ours: Collection[str], kind: str) -> None:
        super().__init__()
        self._kind = kind
        self._suggestion = suggestion
        self._ours = ours
        self._asked = ""

    def compose(self) -> ComposeResult:
        """The question."""
        with Vertical(classes="dialog"):
            yield Static(f"Save the {self._kind}s to", markup=False)
            yield Input(self._suggestion, id="file")
            yield Static("Enter saves, Esc does not", markup=False, id="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer, unless another file would be lost that was not asked about yet."""
        path = event.value.strip()
        if not path:
            return
        if Path(path).exists() and path not in self._ours and path != self._asked:
            self._asked = path
            hint = f"{path} is there already: Enter again replaces it, Esc does not"
            self.query_one("#hint", Static).update(widget_text(hint))
            return
        self.dismiss(path)

    def action_cancel(self) -> None:
        """Save nothing."""
        self.dismiss(None)


class QuitScreen(ModalScreen[str]):
    """Asks what to do with macros or rules that are not saved: ``save``, ``quit`` or ``stay``.

    Parameters
    ----------
    unsaved
        Their number, in words.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "answer('save')"),
        Binding("q", "answer('quit')"),
        Binding("escape", "answer('stay')"),
    ]

    def __init__(self, unsaved: str) -> None:
        super().__init__()
        self._unsaved = unsaved

    def compose(self) -> ComposeResult:
        """The question."""
        verb = "is" if self._unsaved.startswith("1 ") else "are"
        with Vertical(classes="dialog"):
            yield Static(
                f"{self._unsaved} {verb} not saved.\n\n"
                "w    save, then quit\nq    quit without saving\nEsc  stay",
                markup=False,
            )

    def action_answer(self, answer: str) -> None:
        """Take the answer."""
        self.dismiss(answer)


MARGIN = 5
"""Columns that the frame and the bar beside the text take."""


class TextScreen(Screen[None]):
    """Shows a text until it is closed; longer ones scroll.

    Parameters
    ----------
    title, text
        What to show; sentences are broken where the terminal's lines end, boards are not.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "close", "Close", key_display="Esc"),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._heading = title
        self._text = text

    def compose(self) -> ComposeResult:
        """The title and the text."""
        yield Static(widget_text(self._heading), id="title")
        with ScrollableContainer(id="pages", classes="box"):
            yield Static(id="words")
        yield KeyLine()

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one("#pages").focus()

    def on_resize(self, event: Resize) -> None:
        """Break the sentences anew."""
        text = wrapped(self._text, event.size.width - MARGIN)
        self.query_one("#words", Static).update(widget_text(text, no_wrap=True))

    def action_close(self) -> None:
        """Back to where it was opened."""
        self.dismiss()


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


class SearchScreen(Screen[SearchFinding | None]):
    """Searches from the walk's state; its answer is the path to follow, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "watch", "Step"),
        Binding("f", "follow", "Follow"),
        Binding("h", "heuristic", "Heuristic"),
        Binding("x", "macros", "Macros on/off"),
        Binding("tab", "app.focus_next", "List", key_display="Tab"),
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
        self._job: Job[SearchFinding | Watched] | None = None
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
        self._tell("Enter runs the algorithm, v steps through it, f follows a path found")
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
        """Run the chosen algorithm, and step through its search."""
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
        if not isinstance(finding, SearchFinding):
            self._tell("")
            heading = f"{self._chosen} on {self._session.domain.theory.name}, step by step"
            self.app.push_screen(WatchScreen(heading, finding), self._walk_there)
            return
        self._session.findings.append(finding)
        self._list_findings()
        note = f" ({finding.note})" if finding.note else ""
        follow = "; f follows it" if finding.steps else ""
        self._tell(
            f"{finding.outcome}{note}, {counted(finding.applications, 'operator application')}{follow}"
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

    def _walk_there(self, finding: SearchFinding | None) -> None:
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


LEAP = 10
"""Steps that Page Up and Page Down go."""

LEAST_WAITING = 12
"""Waiting nodes that are listed where the terminal has no room for more; they are scrolled to."""


MOST_DRAWN = 2_000
"""Lines of a tree on a page of its own."""

WIDE, TALL = 100, 30
"""Columns from which the tree stands beside the open list, and lines from which it stands below."""

BETWEEN = "   "


def _padded(text: str, width: int) -> str:
    """The text, with a first line of some width, so that what stands beside it never moves."""
    first, _, rest = text.partition("\n")
    return f"{first.ljust(width)}\n{rest}"


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
        """The step, the open list, and where there is room the tree: beside them, or below."""
        if not self.watched.steps:
            return self.watched.result.summary()
        place = self.at(place)
        width, height = max(20, self.content_size.width - 1), self.content_size.height
        if width >= WIDE:
            column = width * 3 // 5
            tree = tree_text(self.watched, place, height, width - column - len(BETWEEN))
            left = self._step_and_open(place, column, height)
            return beside([_padded(left, column), tree], BETWEEN)
        if height < TALL:
            return self._step_and_open(place, width, height)
        above = self._step_and_open(place, width, height // 2)
        room = height - len(above.splitlines()) - 1
        if room < LEAST_TREE:
            return above
        return f"{above}\n\n{tree_text(self.watched, place, room, width)}"

    def _step_and_open(self, place: int, width: int, height: int) -> str:
        text = taken_text(self.watched, place, width)
        room = height - len(text.splitlines()) - 3
        return f"{text}\n\n{open_table(self.watched, place, max(LEAST_WAITING, room), width)}"

    def at(self, place: int) -> int:
        """The step of this search that is shown at a step of all."""
        return min(place, len(self.watched.steps) - 1)


class WatchScreen(Screen[SearchFinding | None]):
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
        Binding("f", "follow", "Follow"),
        Binding("d", "tree", "Tree"),
        Binding("h", "heat", "Work by g and h"),
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
        rest = f", {counted(len(watched.steps), 'step')} recorded" if watched.unrecorded else ""
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
        """Go a number of steps on, or back."""
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

    def action_tree(self) -> None:
        """The whole tree of the chosen search as it stands here."""
        pane = self._pane
        if pane.watched.steps:
            width = self.app.size.width - MARGIN
            text = tree_text(pane.watched, pane.at(self._at), MOST_DRAWN, width)
            self.app.push_screen(TextScreen(f"{self._heading}: tree", text))

    def action_heat(self) -> None:
        """Show the expansions of the chosen search by g and h."""
        watched = self._pane.watched
        parts = [part_text(heat_picture(watched))]
        parts.extend(heuristic_sentences(watched))
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
