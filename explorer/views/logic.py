"""Views of logic programs: what was learned from each example, and what each rule saves."""

from __future__ import annotations

from typing import Any

from ...experiments.designs.utility.rules import RulesUtility
from ...logic.learning.learners import criterion_in_words
from ...logic.learning.rule_library import RuleLibrary
from ...logic.program.clause_text import term_text
from ...logic.views import example_text, explained_data, rule_text
from ...rules.errors import on_one_line
from ...rules.text.words import counted
from ...rules.view import Heading, Part, Sentence, Table, View


def rules_view(found: RuleLibrary) -> View:
    """Outcome of each example, and the rules."""
    program, criterion = found.program, criterion_in_words(found)
    parts: list[Part] = [Heading(f"{on_one_line(program.name)}, {found.learner}; {criterion}\n")]
    rows = []
    for record in found.records:
        example = example_text(record.example, found)
        said = (
            record.outcome
            if record.outcome == record.reason
            else f"{record.outcome}: {record.reason}"
        )
        if record.rule is not None and record.outcome == "new":
            said = f"learned {record.rule.name}: {rule_text(record.rule, program)}"
        rows.append((example, f"{record.inferences:,}", said))
        parts.append(Heading(f"{example}: {said}"))
    counts = counted(len(found), "rule")
    summary = f"learned {counts} from {counted(len(found.records), 'example')}"
    parts[:0] = [Sentence(summary), Heading()]
    data = {
        "program": program.name,
        "learner": found.learner,
        "rules": [
            {
                "name": rule.name,
                "rule": rule_text(rule, program),
                "example": term_text(rule.example, program.operators),
                "steps": list(rule.steps),
                "explanation": explained_data(rule.explanation, program)
                if rule.explanation
                else None,
            }
            for rule in found
        ],
        "records": [
            {"example": example, "outcome": record.outcome, "reason": record.reason}
            for record, (example, _, _) in zip(found.records, rows, strict=True)
        ],
    }
    return View(parts, data)


RULES = ["rule", "used", "without it", "with it", "saved", "", "clause"]
"""Columns of the rules whose utility is measured."""


def rule_rows(found: RulesUtility) -> list[tuple[str, ...]]:
    """Each rule with the goals that use it, the work without and with it, and whether it is kept."""
    return [
        (
            one["name"],
            f"{one['used']:,}",
            f"{one['without']:,}",
            f"{one['with']:,}",
            f"{one['saved']:+,}",
            "kept" if one["kept"] else "forgotten",
            one["rule"],
        )
        for one in _rule_records(found)
    ]


def _rule_records(found: RulesUtility) -> list[dict[str, Any]]:
    program, records = found.library.program, []
    texts = {rule.name: rule_text(rule, program) for rule in found.library}
    for one in found.judgements:
        assert one.without is not None and one.with_it is not None
        records.append(
            {
                "name": one.name,
                "rule": texts[one.name],
                "used": found.used[one.name],
                "without": one.without.amount,
                "with": one.with_it.amount,
                "saved": one.without.amount - one.with_it.amount,
                "unanswered_without": one.without.unsolved,
                "unanswered_with": one.with_it.unsolved,
                "kept": not one.dropped,
            }
        )
    return records


def rules_sentence(found: RulesUtility) -> str:
    """The verdict on forgetting: how many rules are kept, and the work on the problems that measure."""
    kind, many = ("goal", "goals") if found.run.on_goals else ("problem", "problems")
    none, every, kept = found.totals
    same, number = len(found.run.problems) == len(found.judged), none.problems
    goals = f"{number} {'' if same else 'other '}{kind if number == 1 else many}"
    return (
        f"{len(found.left)} of {counted(len(found.judgements), 'rule')} {'is' if len(found.judgements) == 1 else 'are'} kept; "
        f"{'the same ' if same else ''}{goals} {'takes' if number == 1 else 'take'} {none.work:,} {found.unit} without "
        f"rules, {every.work:,} with all, {kept.work:,} with those that are kept."
    )


def rules_utility_view(found: RulesUtility) -> View:
    """The verdict on forgetting, and what each rule saves."""
    program, records = found.library.program, _rule_records(found)
    kind, sentence = "goal" if found.run.on_goals else "problem", rules_sentence(found)
    parts: list[Part] = [
        Heading(f"{on_one_line(program.name)}: rules judged by {counted(len(found.judged), kind)}"),
        Sentence(sentence),
        Table(RULES, rule_rows(found), words=True),
    ]
    measured = {
        one.condition: {
            "unanswered": one.problems - one.answered,
            found.unit.replace(" ", "_"): one.work,
        }
        for one in found.totals
    }
    data = {
        "program": program.name,
        "judged": len(found.judged),
        "measured": measured,
        "rules": records,
        "sentence": sentence,
    }
    return View(parts, data, records)
