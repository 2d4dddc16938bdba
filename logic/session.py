"""Goals of a logic program, proved and learned from: the session, without a screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ..experiments.configuration import Configuration
from ..experiments.designs.reading_back import check_rule_file
from ..explorer.explore.walk import Progress
from ..rules.errors import InputError, Place
from ..rules.later import Later
from ..rules.text.plain import text_of
from ..rules.text.words import counted
from ..search.limits import Limits
from .learning.learners import learn_rules
from .learning.rule_library import RuleLibrary, RuleRecord
from .program.clause_text import term_text
from .program.program import Goal, LogicProgram
from .prover.prove import ProofResult, prove
from .source import ProgramSource
from .views import answer_parts


@dataclass(frozen=True)
class Proved:
    """The first proof of a goal without rules, and with them if there are any."""

    bare: ProofResult
    ruled: ProofResult | None


@dataclass(frozen=True)
class Learned:
    """The outcome of learning from a goal: its record, the rules after it, and the proofs of the goal."""

    record: RuleRecord
    rules: RuleLibrary
    proved: Proved


class ProofSession:
    """Goals of a logic program, and the rules that are learned from them.

    Parameters
    ----------
    program
        The domain theory.
    goals
        The goals, each with where it comes from.
    rules
        Rules known before; None if there are none.
    limits
        Limits of each proof.
    """

    kind: ClassVar = "rule"
    """Name of a thing that is learned."""
    screen: ClassVar = Later("logic.screen", "ProofScreen")
    """The screen that shows it."""
    learning: ClassVar = "l learns one from a proof"

    def __init__(
        self,
        program: LogicProgram,
        goals: Mapping[Goal, str],
        rules: RuleLibrary | None,
        limits: Limits,
    ) -> None:
        self.program = program
        self.goals = dict(goals)
        self.macros = rules or RuleLibrary(program)
        self.limits = limits
        self.unsaved = 0
        """Rules learned since the last time that they were saved."""
        self.proved: dict[Goal, Proved] = {}

    def prover(self, goal: Goal) -> Callable[[Progress], Proved]:
        """A function that proves a goal, to be run as a `Job`."""
        return lambda progress: self._proved(goal, self.macros, progress)

    def _proved(self, goal: Goal, rules: RuleLibrary, progress: Progress) -> Proved:
        def first(program: LogicProgram) -> ProofResult:
            return prove(program, goal, limits=self.limits, proofs=True, report=progress)

        known = self.proved.get(goal)
        bare = known.bare if known is not None and known.bare.solved else first(self.program)
        return Proved(bare, first(rules.learned_program) if len(rules) else None)

    def learner(self, goal: Goal) -> Callable[[Progress], Learned]:
        """A function that learns from a goal after the examples of the rules so far, to be run as a `Job`."""

        def work(progress: Progress) -> Learned:
            rules = self.macros
            found = learn_rules(
                self.program,
                [*(rule.example for rule in rules), goal],
                rules.learner,
                operational=rules.operational,
                algorithm=rules.algorithm,
                limits=self.limits,
                proving=progress,
            )
            return Learned(found.records[-1], found, self._proved(goal, found, progress))

        return work

    def keep(self, goal: Goal, learned: Learned) -> None:
        """Prove with the rules that were learned from now on; what was proved with fewer is forgotten."""
        if learned.record.outcome == "new":
            self.macros = learned.rules
            self.unsaved += 1
            self.proved = {one: Proved(known.bare, None) for one, known in self.proved.items()}
        self.proved[goal] = learned.proved

    def save(self, path: str) -> None:
        """Write the rules to a file.

        Raises
        ------
        InputError
            A place that cannot be written to, or no Prolog file.
        """
        check_rule_file(path)
        self.macros.save(path)
        self.unsaved = 0

    @property
    def title(self) -> str:
        """The program, and the number of rules."""
        many = len(self.macros)
        unsaved = f" ({self.unsaved} not saved)" if self.unsaved else ""
        rules = [f"{counted(many, 'rule')}{unsaved}"] if many else []
        return "  ".join(["arcwise explore", self.program.name, *rules])

    def rows(self) -> list[str]:
        """The goals in columns: the goal, the work of its proofs, and where it comes from."""
        columns = [
            [_cut(term_text(goal, self.program.operators)) for goal in self.goals],
            [self._work(self.proved.get(goal)) for goal in self.goals],
        ]
        widths = [max(map(len, column)) for column in columns]
        return [
            "  ".join(
                [text.ljust(width) for text, width in zip(row, widths, strict=True) if width]
                + [source]
            )
            for *row, source in zip(*columns, self.goals.values(), strict=True)
        ]

    def _work(self, proved: Proved | None) -> str:
        if proved is None:
            return ""
        bare, ruled = proved.bare, proved.ruled
        outcome = bare.summary().partition(":")[0]
        if ruled is None:
            return f"{outcome}, {counted(bare.inferences, 'inference')}"
        return f"{outcome}, {bare.inferences:,} -> {ruled.inferences:,} inferences"

    def text_of(self, goal: Goal) -> str:
        """How a goal was proved, without rules and with them: outcome, first answer and its tree."""
        proved = self.proved.get(goal)
        if proved is None:
            return f"{term_text(goal, self.program.operators)}\n\nEnter proves this goal."
        parts = [self._tree("without rules", proved.bare)]
        if proved.ruled is not None:
            rules = counted(len(self.macros), "rule")
            parts.insert(0, self._tree(f"with {rules}", proved.ruled))
        elif len(self.macros):
            parts.append(f"Enter proves it with {counted(len(self.macros), 'rule')}.")
        return "\n\n".join(parts)

    def _tree(self, name: str, result: ProofResult) -> str:
        lines = [f"{name}: {result.summary()}", *([result.note] if result.note else [])]
        return "\n".join([*lines, text_of(answer_parts(result, self.program)).rstrip()]).rstrip()


LONGEST = 38
"""Characters of a goal in the list."""


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def session_of_goals(
    named: str,
    words: Sequence[str],
    *,
    macros: str | None,
    seed: int | None,
    configuration: Configuration,
    **rest: Any,
) -> ProofSession:
    """The goals that are asked, else the examples and problems of the program; see `Source.session`."""
    if configuration.engine != "auto":
        raise InputError("--engine does not go with goals that are explored", remedy="leave it out")
    source = ProgramSource.opened(named)
    program = source.program
    goals = dict.fromkeys(source.goals(words, training=True), "given") if words else {}
    if not words:
        for origin, stated in (("example", program.examples), ("problem", program.problems)):
            for one in stated:
                known = goals.setdefault(one.goal, origin)
                goals[one.goal] = known if origin in known else f"{known}, {origin}"
    if not goals:
        raise InputError(
            "no goal to prove",
            place=Place(named),
            expected="facts example(Goal) or problem(Goal), or goals behind the program",
            found="none",
        )
    rules = None if macros is None or macros == "none" else RuleLibrary.load(macros, program)
    return ProofSession(program, goals, rules, configuration.limits)
