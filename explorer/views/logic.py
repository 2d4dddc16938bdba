"""Views of logic programs: what was learned from each example, and what each rule saves."""

from __future__ import annotations

from ...logic.learning.learners import criterion_in_words
from ...logic.learning.rule_library import RuleLibrary
from ...logic.program.clause_text import term_text
from ...logic.views import example_text, explained_data, rule_text
from ...rules.errors import on_one_line
from ...rules.text.words import counted
from ...rules.view import Heading, Part, Sentence, View


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
