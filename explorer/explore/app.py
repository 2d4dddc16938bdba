"""The app: the main screen of a walk with the board and the arcs, saving, leaving, and the command palette."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, NamedTuple

from rich.console import RenderableType
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static

from ...ebl.macro import Macro
from ...rules.errors import ArcwiseError, InputError, sentence_of
from ...rules.text.words import counted
from ...rules.theory import Theory
from .finding import SearchFinding
from .screens import MARGIN, PathScreen, QuitScreen, SearchScreen, TextScreen
from .session import Session
from .text import HELP, arc_text, changes, misses_text, path_head, path_words, title, widget_text
from .walk import Match, Missing
from .widgets import ArcsList, BoardView, DetailPanel, FilterLine, HerePanel, KeyLine

SMALLEST = (40, 12)
"""Columns and lines below which nothing useful fits."""

NARROW, SHORT = 70, 20
"""With fewer columns the list stands under the board; with fewer lines the path is left out."""

KEYED_ARCS = {"u": "up", "d": "down", "l": "left", "r": "right"}


class WalkScreen(Screen[None]):
    """Shows a session and steps through it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b,backspace", "back", "Back"),
        Binding("f", "forward", "Forward"),
        Binding("z,ctrl+z", "undo", "Undo"),
        Binding("s", "search", "Search"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "app.leave(0)", "Quit"),
        Binding("L", "learn", "Learn"),
        Binding("slash", "filter", "Filter", key_display="/"),
        Binding("w", "app.save", "Save"),
        Binding("e", "explain", "Explain"),
        Binding("g", "new_start", "New"),
        Binding("o", "goal", "Goal"),
        Binding("B", "to_start", "To the start", show=False),
        Binding("F", "to_end", "To the end", show=False),
        Binding("m", "mark", "Mark", show=False),
        Binding("escape", "list_all", show=False),
        *(Binding(str(digit), f"apply({digit})", show=False) for digit in range(1, 10)),
        *(Binding(key, f"named('{name}')", show=False) for key, name in KEYED_ARCS.items()),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        """Board, goal and path on the left; arcs and what the chosen one does on the right."""
        yield Static(id="title")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield HerePanel(self._session)
                path = Static(id="path", classes="box")
                path.border_title = "path"
                yield path
            with Vertical(id="right"):
                yield FilterLine()
                yield ArcsList(self._session)
                yield DetailPanel(self._session)
        yield Static(id="message")
        yield Static(id="small")
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the start."""
        self.query_one(ArcsList).focus()
        note = self._session.unsolvable
        self.tell(f"the goal cannot be reached: {note}" if note else "? shows the keys")
        self.show()

    def on_resize(self, event: Resize) -> None:
        """Hide the parts that do not fit; on a very small screen show a message instead."""
        width, height = event.size
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "-small")
        self.set_class(width < NARROW, "-narrow")
        self.set_class(height < SHORT, "-short")
        self.query_one("#small", Static).update(
            f"This terminal has {width} columns and {height} lines; "
            f"arcwise explore needs {SMALLEST[0]} and {SMALLEST[1]}, better 80 and 24."
        )
        self.call_after_refresh(self._rearrange)

    def _rearrange(self) -> None:
        if self.focused is None:  # what is hidden loses the focus
            self.query_one(ArcsList).focus()
        self.query_one(HerePanel).place_goal()
        self._show_path()
        self._show_choice()

    def tell(self, text: str) -> None:
        """Show a text on the line above the keys."""
        self.query_one("#message", Static).update(widget_text(" ".join(text.split())))

    def show(self) -> None:
        """Redraw all parts of the screen."""
        self.query_one("#title", Static).update(widget_text(title(self._session)))
        self.query_one(HerePanel).show()
        self._show_path()
        self.query_one(ArcsList).show()
        self._show_choice()
        if self._session.here.problem:
            self.tell(self._session.here.problem)

    def _show_path(self) -> None:
        path, walk = self.query_one("#path", Static), self._session.walk
        width, lines = path.content_size
        words = path_words(walk, max(20, width), max(1, lines - 2))
        path.update(widget_text(f"{path_head(walk)}\n{words}"))

    def _show_choice(self) -> None:
        choice, here = self.query_one(ArcsList).choice, self.query_one(HerePanel)
        if isinstance(choice, Match):
            here.mark(changed=changes(self._session.walk.state, choice.successor))
        elif isinstance(choice, Missing):
            here.mark(wrong={cell for unmet in choice.nearest.unmet for cell in unmet.cells})
        else:
            here.mark()
        self.query_one(DetailPanel).show(choice)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show what the chosen arc does, or why it cannot."""
        self._show_choice()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Apply the chosen arc, or show everything that it lacks."""
        choice = self.query_one(ArcsList).choice
        if isinstance(choice, Match):
            self._take(choice)
        elif isinstance(choice, Missing):
            misses = self._session.misses(choice.name)
            text = misses_text(misses, alone=len(misses) == 1)
            self.app.push_screen(TextScreen(f"{choice.name}: why it does not match here", text))

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """Apply the one arc that changes the cell; of several say which they are."""
        moves = self._session.moves_of(event.cell)
        if len(moves) == 1:
            self._take(moves[0])
            return
        names = ", ".join(dict.fromkeys(match.move.name for match in moves))
        of_several = f"{counted(len(moves), 'arc')} change cell {event.cell + 1}: {names}"
        self.tell(of_several if moves else f"no arc here changes cell {event.cell + 1}")

    def _take(self, match: Match) -> None:
        self._session.take(match.move)
        self._moved(f"{match.move.name} applied")

    def _moved(self, text: str) -> None:
        self.tell("this is the goal" if self._session.at_goal else text)
        self.show()

    def action_apply(self, number: int) -> None:
        """Apply a match by its number."""
        matches = self.query_one(ArcsList).matches
        if number <= len(matches):
            self._take(matches[number - 1])
        else:
            self.tell(f"there is no match number {number} here")

    def action_named(self, name: str) -> None:
        """Apply the primitive arc of a name, or say why it does not match."""
        for match in self._session.here.matches:
            if match.move.name == name and not match.move.is_macro:
                self._take(match)
                return
        missing = self.query_one(ArcsList).choose_missing(name)
        self.tell(f"{name} does not match here" if missing else f"no arc is called {name}")

    def action_filter(self) -> None:
        """List only arcs whose names have in them what is typed."""
        line = self.query_one(FilterLine)
        line.display = True
        line.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Narrow the list down."""
        arcs = self.query_one(ArcsList)
        if arcs.filter != event.value:
            arcs.filter = event.value
            arcs.show()
            self._show_choice()

    def on_filter_line_done(self) -> None:
        """Go on in the list."""
        line = self.query_one(FilterLine)
        self.query_one(ArcsList).focus()
        line.display = bool(line.value)

    def action_list_all(self) -> None:
        """List all arcs again."""
        self.query_one(FilterLine).action_clear()

    def action_undo(self) -> None:
        """Take back what was done last: a move, a jump, a new start, a learned macro."""
        undone = self._session.undo()
        if undone is None:
            self.tell("there is nothing to undo")
        else:
            self._moved(f"undone: {undone}")

    def action_back(self) -> None:
        """One step back; what lies ahead is kept."""
        self._jump(-1, "a step back", "this is the start")

    def action_forward(self) -> None:
        """Redo one step."""
        self._jump(1, "a step forward", "nothing lies ahead: apply an arc, or search")

    def action_to_start(self) -> None:
        """Back to the start."""
        self._jump(-max(1, self._session.walk.at), "back at the start", "this is the start")

    def action_to_end(self) -> None:
        """Go forward to the end of the path."""
        ahead = len(self._session.walk.ahead)
        self._jump(max(1, ahead), "at the end of the path", "this is the end of the path")

    def _jump(self, steps: int, done: str, otherwise: str) -> None:
        if self._session.jump(steps):
            self._moved(done)
        else:
            self.tell(otherwise)

    def action_mark(self) -> None:
        """Learn only from the steps made after here."""
        self._session.set_mark()
        self._moved("marked: L learns from what comes after here")

    def action_new_start(self) -> None:
        """Another random start."""
        try:
            self._session.new_start()
        except ArcwiseError as error:
            self.tell(sentence_of(error))
            return
        self._moved(f"random start {self._session.seed}")

    def action_search(self) -> None:
        """Search from here."""
        self.app.push_screen(SearchScreen(self._session), self._follow)

    def _follow(self, finding: SearchFinding | None) -> None:
        if finding is not None:
            self._session.follow(finding)
            self.tell(f"{counted(len(finding.steps), 'step')} of {finding.label} ahead: f, or F")
            self.show()

    def action_learn(self) -> None:
        """Learn from the path behind."""
        try:
            outcome = self._session.learn()
        except ArcwiseError as error:
            self.tell(sentence_of(error))
            return
        name, reason = outcome.macro.name, outcome.admission.reason
        if outcome.admission.accepted:
            verdict = f"learned {name}: {reason}"
            self.tell(f"{verdict}; it is tried before the arcs now, w saves it")
        else:
            verdict = f"refused: {reason}"
            self.tell(verdict)
        self.show()
        text = self._explanation(outcome.macro, outcome.board)
        self.app.push_screen(TextScreen(verdict, text))

    def action_explain(self) -> None:
        """Explain the chosen arc or macro."""
        choice = self.query_one(ArcsList).choice
        if choice is None:
            self.tell("choose an arc or macro first")
            return
        move = choice.move if isinstance(choice, Match) else choice.nearest.move
        learned = self._session.explained(move)
        if learned is not None:
            text = self._explanation(*learned)
        else:
            text = arc_text(move.arc, self._session.domain.theory)
        self.app.push_screen(TextScreen(f"{move.name} explained", text))

    def _explanation(self, macro: Macro, board: Theory) -> str:
        return self._session.explanation(macro, board, self.app.size.width - MARGIN)

    def action_goal(self) -> None:
        """The goal on a page of its own."""
        theory = self._session.domain.theory
        self.app.push_screen(TextScreen("the goal", theory.draw(self._session.goal)))

    def action_help(self) -> None:
        """The keys."""
        self.app.push_screen(TextScreen("arcwise explore: keys", HELP))


OURS = f"{__name__.partition('.')[0]}."
"""Package whose actions the palette offers; those that textual adds to every screen are left out."""


class ScreenCommand(NamedTuple):
    """A command of the palette: its name with its key, its effect, and its action."""

    name: str
    help: str
    run: Callable[[], Any]


class ScreenCommands(Provider):
    """The bindings of a screen that have a name; so keys, help and palette have one source."""

    def _commands(self) -> Iterator[ScreenCommand]:
        known = set()
        for node, binding, enabled, _ in self.screen.active_bindings.values():
            name = binding.action.split("(")[0].rpartition(".")[2]
            owner = self.app if binding.action.startswith("app.") else node
            action = getattr(owner, f"action_{name}", None)
            ours = action is not None and action.__module__.startswith(OURS)
            if not (binding.description and enabled and ours) or binding.action in known:
                continue
            known.add(binding.action)
            does = (action.__doc__ or "").partition("\n")[0]
            run = partial(self.app.run_action, binding.action, node)
            name = f"{binding.description} ({self.app.get_key_display(binding)})"
            yield ScreenCommand(name, does, run)

    async def discover(self) -> Hits:
        """All commands."""
        for command in self._commands():
            yield DiscoveryHit(command.name, command.run, help=command.help)

    async def search(self, query: str) -> Hits:
        """Commands whose name or description contains the typed text."""
        matcher = self.matcher(query)
        for command in self._commands():
            score = matcher.match(f"{command.name} {command.help}")
            if score > 0:
                name = matcher.highlight(command.name)
                yield Hit(score, name, command.run, text=command.name, help=command.help)


INTERRUPTED = 130
TERMINATED = 143


class ExploreApp(App[int]):
    """Walks through a problem, or proves goals; its result is the exit code.

    Parameters
    ----------
    session
        What to show: a `Session`, or another with the same attributes and a ``screen`` that shows it.
    output
        The file to save macros to without asking, or None.
    suggestion
        File name that is suggested if no file is known.
    """

    CSS_PATH = "explore.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {ScreenCommands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", f"leave({INTERRUPTED})", show=False, priority=True),
        Binding("ctrl+q", "leave(0)", show=False, priority=True),
        Binding("t", "change_theme", "Theme"),
        Binding("ctrl+p", "command_palette", "Commands", priority=True),
    ]

    def __init__(self, session: Any, output: str | None, suggestion: str) -> None:
        self._leaving = False
        super().__init__(ansi_color=True)
        self.session = session
        self._output = output
        self._suggestion = suggestion
        self._ours = {path for path in (output, suggestion) if path}
        self._main = session.screen(session)

    def on_mount(self) -> None:
        """Show the main screen; leave the terminal in order when the system ends it."""
        self.theme = "ansi-dark"  # the terminal's own colours
        self.ansi_color = None  # from now on each theme says whether it is made of those
        loop = asyncio.get_running_loop()
        with suppress(ValueError, NotImplementedError, RuntimeError):  # not in the main thread
            loop.add_signal_handler(signal.SIGTERM, self.exit, TERMINATED)
        self.push_screen(self._main)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key acts: none does that is typed behind the one that quits, as screens have gone by then."""
        return not self._leaving and super().check_action(action, parameters)

    def exit(
        self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End with an exit code."""
        self._leaving = True
        super().exit(result, return_code, message)

    def action_change_theme(self) -> None:
        """Other colours, until one leaves."""
        super().action_change_theme()

    def action_save(self) -> None:
        """Save what was learned to a file."""
        if not len(self.session.macros):
            self._main.tell(f"no {self.session.kind}s to save yet: {self.session.learning}")
        elif self._output is not None:
            self._save(self._output)
        else:
            self._ask_and_save(None)

    def _ask_and_save(self, then: int | None) -> None:
        def answer(path: str | None) -> None:
            if path is not None and self._save(path) and then is not None:
                self.exit(then)

        suggestion = self._output or self._suggestion
        self.push_screen(PathScreen(suggestion, self._ours, self.session.kind), answer)

    def _save(self, path: str) -> bool:
        try:
            self.session.save(path)
        except InputError as error:
            self._main.tell(f"not saved: {sentence_of(error)}")
            return False
        self._output = path
        self._ours.add(path)
        self._main.tell(f"{counted(len(self.session.macros), self.session.kind)} saved in {path}")
        self._main.show()
        return True

    def action_leave(self, code: int) -> None:
        """Quit; where something learned is not saved, ask once."""
        if not self.session.unsaved or isinstance(self.screen, QuitScreen):
            self.exit(code)
            return

        def answer(decision: str | None) -> None:
            if decision == "quit":
                self.exit(code)
            elif decision == "save":
                if self._output is None:
                    self._ask_and_save(code)
                elif self._save(self._output):
                    self.exit(code)

        self.push_screen(QuitScreen(counted(self.session.unsaved, self.session.kind)), answer)
