"""The section on training records: what each training example taught, or why it taught nothing."""

from __future__ import annotations

from ....rules.text.sentences import counted
from ...html.markup import Markup, el, join
from ...html.tables import HtmlTable
from .content import Content


def training_records(content: Content) -> Markup | None:
    """All training records of a run."""
    run = content.run
    if not run.training_records:
        return None
    places = {problem.id: problem.place for problem in run.problems}
    accepted = sum(record.accepted for record in run.training_records)
    refused = len(run.training_records) - accepted
    table = HtmlTable(
        "Training records in order",
        ["record", "example", "macro", "outcome", "reason"],
        [
            [
                str(record.number),
                places.get(record.problem or 0) or f"problem {record.problem}",
                record.macro or "-",
                "learned" if record.accepted else "refused",
                record.reason,
            ]
            for record in run.training_records
        ],
        left=5,
    )
    said = f"{counted(len(run.training_records), 'training record')}: {accepted:,} taught a macro, {refused:,} did not."
    return join([el("p", said), table.markup()])
