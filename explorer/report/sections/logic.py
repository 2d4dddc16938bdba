"""Sections on a run of a logic program: conditions side by side, and proofs beside generalized proofs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....experiments.designs.compare_logic import (
    LEARNED,
    LogicComparison,
    logic_comparisons,
    program_of_run,
    rules_of_run,
)
from ....experiments.designs.utility.rules import utilities_of_run
from ....experiments.row import Row
from ....experiments.store import Run
from ....logic.learning.learners import LOGIC_LEARNERS
from ....logic.learning.rule_library import RuleLibrary
from ....logic.program.clause_text import clause_text, term_text
from ....logic.program.program import LogicProgram
from ....logic.views import rule_parts
from ....rules.errors import InputError
from ....rules.text.words import counted
from ....rules.view import Table
from ...html.markup import Child, Markup, el, judged
from ...html.parts import LONGEST
from ...views.logic import (
    CONDITIONS,
    RULES,
    condition_rows,
    logic_sentences,
    rule_rows,
    rules_sentence,
)
from .content import command

MOST_GOALS = 200
"""Goals that are listed one by one."""

MOST_TREES = 12
"""Rules of a learner whose proofs are drawn."""


@dataclass(frozen=True)
class LogicContent:
    """Content of the page of a run of ``arcwise compare PROGRAM``: the run, its program, and what it found."""

    run: Run
    program: LogicProgram
    found: tuple[LogicComparison, ...]

    @classmethod
    def of(cls, run: Run) -> LogicContent:
        """The content of a run.

        Raises
        ------
        InputError
            A run whose program cannot be read.
        """
        program = program_of_run(run)
        return cls(run, program, tuple(logic_comparisons(run, program)))


def verdicts(content: LogicContent) -> list[Child]:
    """Whether learning pays, by each algorithm."""
    said = logic_sentences(content.found)
    parts: list[Child] = [
        _verdicts(content.run, one, text) for one, text in zip(content.found, said, strict=True)
    ]
    if content.run.settings.get("command") == "utility":
        parts.append(_utility(content))
    return parts


def goals(content: LogicContent) -> list[Child]:
    """The inferences of every goal."""
    return [_goals(one) for one in content.found]


def rules(content: LogicContent) -> list[Child]:
    """The rules that were learned, with their proofs."""
    return _rules(content.run, content.program)


def again(content: LogicContent) -> Child:
    """The command of the run."""
    return el("pre", command(content.run))


def _verdicts(run: Run, found: LogicComparison, sentence: str) -> list[Child]:
    parts: list[Child] = [el("p", sentence, class_="headline")]
    if not found.finished:
        left = counted(run.missing, "search", "searches")
        parts.append(el("p", f"{left} of this run are missing.", class_="note"))
    items = [judged(one.label, name, one.evidence) for (name, _), one in found.verdicts.items()]
    parts.append(el("ul", items, class_="verdicts"))
    title = f"{counted(len(found.problems), 'goal')}, {found.algorithm}"
    parts.append(Table(CONDITIONS, condition_rows(found), title))
    return parts


def _utility(content: LogicContent) -> list[Child]:
    """Utility of each rule, where all searches are made."""
    try:
        libraries = rules_of_run(content.run, content.program)
    except InputError as error:
        return [el("p", f"The rules cannot be learned again: {error}", class_="note")]
    parts: list[Child] = []
    for found in (one for library in libraries for one in utilities_of_run(content.run, library)):
        title = f"rules judged by {counted(len(found.judged), 'goal')}"
        parts += [el("p", rules_sentence(found)), Table(RULES, rule_rows(found), title)]
    return parts


def _goals(found: LogicComparison) -> Markup:
    operators = found.program.operators
    names = [one.name for one in found.conditions]
    rows = {(row.condition, row.problem): row for one in found.conditions for row in one.rows}
    lines = []
    for number, goal in enumerate(found.problems[:MOST_GOALS], start=1):
        cells = [_outcome(rows.get((name, number))) for name in names]
        lines.append([term_text(goal, operators), *cells])
    title = f"inferences of each goal, {found.algorithm}"
    return el("div", Table(["goal", *names], lines, title), class_="goals")


def _outcome(row: Row | None) -> str:
    """Inferences of a search, and how it ended unless with a proof."""
    if row is None:
        return "-"
    work = f"{row.operator_applications or 0:,}"
    if row.stopped:
        return f"{work}, stopped"
    return work if row.solved else f"{work}, no"


def _rules(run: Run, program: LogicProgram) -> list[Child]:
    try:
        libraries: Sequence[RuleLibrary] = rules_of_run(run, program)
    except InputError as error:
        return [el("p", f"The rules cannot be learned again: {error}", class_="note")]
    parts: list[Child] = []
    for condition in run.conditions:
        rows = [row for row in run.searches if row.condition == condition.name]
        facts = [row.note.removeprefix(LEARNED) for row in rows if row.note.startswith(LEARNED)]
        if facts:
            parts.append(el("h3", f"{condition.name}: {counted(len(facts), 'fact')}, in order"))
            parts.append(el("pre", "\n".join(facts)))
    for library in libraries:
        parts.append(el("h3", f"{library.learner}: {counted(len(library), 'rule')}"))
        drawn = [one for one in library if one.explanation is not None][:MOST_TREES]
        learner = LOGIC_LEARNERS.get(library.learner)
        if (
            learner is None or not learner.generalizes or learner.replaces
        ):  # its clauses are no generalized proofs
            drawn = []
        parts += [el("div", rule_parts(one, library, LONGEST)) for one in drawn]
        rest = [one for one in library if one not in drawn]
        texts = [clause_text(one.clause, program.operators) for one in rest]
        if texts:
            parts.append(el("pre", "\n".join(texts)))
    return parts
