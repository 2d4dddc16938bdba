"""Sections on a run of a logic program: conditions side by side, and proofs beside generalized proofs."""

from __future__ import annotations

from collections.abc import Sequence

from ..experiments.designs.utility.rules import utilities_of_run
from ..experiments.result_set import ResultSet
from ..experiments.row import Row
from ..explorer.html.parts import LONGEST
from ..explorer.report.sections.content import Content
from ..explorer.views.utility import RULES, rule_rows, rules_sentence
from ..rules.errors import InputError
from ..rules.text.words import counted
from ..rules.view import Beside, Heading, Lines, Part, Sentence, Table
from .learning.rule_library import RuleLibrary
from .program.clause_text import clause_text, term_text
from .runs import goals_of_run, program_of_run, rules_of_run
from .views import rule_parts

MOST_GOALS = 200
"""Goals that are listed one by one."""

MOST_TREES = 12
"""Rules of a learner whose proofs are drawn."""


def goals(content: Content) -> list[Part]:
    """The inferences of every goal, a table for each strategy."""
    run, parts = content.run, list[Part]()
    program = program_of_run(run)
    operators = program.operators
    read = zip(run.problems, goals_of_run(run, program), strict=True)
    words = {one.id: term_text(goal, operators) for one, goal in read}
    names, rows = ResultSet(run).named, run.searches
    for how in run.methods:
        known = {(row.condition, row.problem): row for row in rows if row.configuration == how}
        asked = dict.fromkeys(number for _, number in known)
        lines = [
            [words[number], *(_outcome(known.get((name, number))) for name in names)]
            for number in [*asked][:MOST_GOALS]
        ]
        title = f"inferences of each goal, {how}"
        parts.append(Beside([Table(["goal", *names], lines, title)], "goals"))
    return parts


def utilities(content: Content) -> list[Part]:
    """Utility of each rule of a run of ``arcwise utility``, where all searches are made."""
    run = content.run
    if run.settings.get("command") != "utility":
        return []
    try:
        libraries = rules_of_run(run, program_of_run(run))
    except InputError as error:
        return [Sentence(f"The rules cannot be learned again: {error}", look="note")]
    parts: list[Part] = []
    for found in (one for library in libraries for one in utilities_of_run(run, library)):
        title = f"rules judged by {counted(len(found.judged), 'goal')}"
        parts += [Sentence(rules_sentence(found)), Table(RULES, rule_rows(found), title)]
    return parts


def _outcome(row: Row | None) -> str:
    """Inferences of a search, and how it ended unless with a proof."""
    if row is None:
        return "-"
    work = f"{row.work:,}"
    if row.stopped:
        return f"{work}, stopped"
    return work if row.solved else f"{work}, no"


def rules(content: Content) -> list[Part]:
    """The rules that were learned, with their proofs."""
    run = content.run
    program = program_of_run(run)
    try:
        libraries: Sequence[RuleLibrary] = rules_of_run(run, program)
    except InputError as error:
        return [Sentence(f"The rules cannot be learned again: {error}", look="note")]
    parts: list[Part] = []
    for condition in run.conditions:
        rows = [row for row in run.searches if row.condition == condition.name]
        facts = [row.learned for row in rows if row.learned]
        if facts:
            parts.append(Heading(f"{condition.name}: {counted(len(facts), 'fact')}, in order", 3))
            parts.append(Lines("\n".join(facts)))
    for library in libraries:
        parts.append(Heading(f"{library.learner}: {counted(len(library), 'rule')}", 3))
        drawn = [one for one in library if one.is_of_proof][:MOST_TREES]
        parts += [part for one in drawn for part in rule_parts(one, library, LONGEST)]
        rest = [one for one in library if one not in drawn]
        texts = [clause_text(one.clause, program.operators) for one in rest]
        if texts:
            parts.append(Lines("\n".join(texts)))
    return parts
