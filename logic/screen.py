"""The screen of ``arcwise explore`` for a logic program: its goals, and the proof of the chosen one."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..explorer.explore.screens import MARGIN, PATIENCE, TICK, TextScreen
from ..explorer.explore.text import widget_text, wrapped
from ..explorer.explore.walk import Job, Progress
from ..explorer.explore.widgets import ChoiceList, KeyLine
from ..explorer.text.numbers import limits_text
from .learning.rule_library import RuleRecord
from .program.program import Goal
from .session import Learned, ProofSession, Proved
from .views import rule_text, rule_view

HELP = """\
The list holds the examples and problems that the program states, and the
goals of the command line. A proof is searched depth-first in clause order,
as Prolog does, and drawn as a tree: below each goal stand the goals of the
clause that resolved it.

  Up Down     choose a goal
  Enter       prove it, without the learned rules and with them
  l           learn a rule from its proof: the tree is generalized and cut
              at operational goals, and what is left stands before the
              clauses of the program
  Esc         stop the proof that runs
  Tab         from the list to the proof; the arrow keys scroll it
  w           save the rules to a file, which SWI-Prolog reads too
  t           other colours
  Ctrl-P      find a command by its name
  q           quit; Ctrl-C quits too

An inference is one goal that was called. A learned rule answers nothing
that the program does not; it takes fewer inferences where it applies.
"""


class Goals(ChoiceList):
    """The goals; Enter proves one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Prove", key_display="Enter")
    ]


class ProofScreen(Screen[None]):
    """Shows the goals of a session and the proof of the chosen one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l,L", "learn", "Learn", key_display="l"),
        Binding("tab", "app.focus_next", "Scroll", key_display="Tab"),
        Binding("escape", "stop", "Stop", key_display="Esc"),
        Binding("w", "app.save", "Save"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "app.leave(0)", "Quit"),
    ]

    def __init__(self, session: ProofSession) -> None:
        super().__init__()
        self._session = session
        self._goals = list(session.goals)
        self._job: Job[Proved | Learned] | None = None
        self._asked = self._goals[0]

    def compose(self) -> ComposeResult:
        """The goals above, the proof below."""
        yield Static(id="title")
        goals = Goals(id="goals", classes="box")
        goals.border_title = "goals"
        yield goals
        with ScrollableContainer(id="pages", classes="box") as proof:
            proof.border_title = "proof"
            yield Static(id="words")
        yield Static(id="message")
        yield KeyLine()

    def on_mount(self) -> None:
        """Choose the first goal."""
        self.query_one(Goals).focus()
        self.show()
        self.tell(f"Enter proves a goal, l learns from it; {limits_text(self._session.limits)}")
        self.set_interval(TICK, self._look)

    def on_unmount(self) -> None:
        """Leave no proof behind."""
        if self._job is not None:
            self._job.call_off(wait=PATIENCE)

    def on_resize(self, event: Resize) -> None:
        """Break the lines anew."""
        self._show_proof()

    def tell(self, text: str) -> None:
        """Show a text on the line above the keys."""
        self.query_one("#message", Static).update(widget_text(" ".join(text.split())))

    def show(self) -> None:
        """Redraw all parts of the screen."""
        self.query_one("#title", Static).update(widget_text(self._session.title))
        goals = self.query_one(Goals)
        chosen = goals.highlighted or 0
        goals.clear_options()
        goals.add_options([Option(widget_text(row)) for row in self._session.rows()])
        goals.highlighted = chosen
        self._show_proof()

    @property
    def _goal(self) -> Goal:
        return self._goals[self.query_one(Goals).highlighted or 0]

    def _show_proof(self) -> None:
        text = wrapped(self._session.text_of(self._goal), self.app.size.width - MARGIN)
        self.query_one("#words", Static).update(widget_text(text, no_wrap=True))
        self.query_one("#pages").scroll_home(animate=False)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show what is known of the goal."""
        self._show_proof()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Prove the goal."""
        self._run(self._session.prover)

    def action_learn(self) -> None:
        """Learn a rule from the proof of the chosen goal."""
        self._run(self._session.learner)

    def _run(self, maker: Callable[[Goal], Callable[[Progress], Proved | Learned]]) -> None:
        if self._job is None:  # one at a time
            self._asked = self._goal
            self._job = Job(maker(self._asked))
            self._look()

    def _look(self) -> None:
        job, session = self._job, self._session
        if job is None:
            return
        if job.running:
            ending = "stopping" if job.progress.called_off else "Esc stops it"
            self.tell(f"{job.progress.count:,} inferences, {job.elapsed:.1f} s; {ending}")
            return
        self._job = None
        found = job.outcome
        if found is None:
            self.tell(job.trouble)
        elif isinstance(found, Proved):
            session.proved[self._asked] = found
            self.tell("l learns a rule from this proof" if found.bare.solved else "")
        else:
            session.keep(self._asked, found)
            self._show_learned(found.record)
        self.show()

    def _show_learned(self, record: RuleRecord) -> None:
        if record.outcome != "new" or record.rule is None:
            self.tell(f"{record.outcome}: {record.reason}")
            return
        rule, program = record.rule, self._session.program
        self.tell(f"learned {rule.name}; w saves it")
        text = rule_view(rule, library=self._session.macros).text()
        self.app.push_screen(TextScreen(f"learned {rule.name}: {rule_text(rule, program)}", text))

    def action_stop(self) -> None:
        """Call off the proof that runs."""
        if self._job is not None:
            self._job.progress.call_off()
            self._look()

    def action_help(self) -> None:
        """The keys."""
        self.app.push_screen(TextScreen("arcwise explore: keys", HELP))
