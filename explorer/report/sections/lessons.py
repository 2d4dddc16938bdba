"""The section on lessons: what each training example taught, or why it taught nothing."""

from __future__ import annotations

from ..html.markup import Markup, el, join
from ..html.tables import Table
from ..html.words import counted
from .content import Content


def lessons(content: Content) -> Markup | None:
    """All lessons of a run."""
    run = content.run
    if not run.lessons:
        return None
    places = {problem.id: problem.place for problem in run.problems}
    accepted = sum(lesson.accepted for lesson in run.lessons)
    refused = len(run.lessons) - accepted
    table = Table(
        "Lessons in order",
        ["lesson", "example", "macro", "outcome", "reason"],
        [
            [
                str(lesson.number),
                places.get(lesson.problem or 0) or f"problem {lesson.problem}",
                lesson.macro or "-",
                "learned" if lesson.accepted else "refused",
                lesson.reason,
            ]
            for lesson in run.lessons
        ],
        left=5,
    )
    said = (
        f"{counted(len(run.lessons), 'lesson')}: {accepted:,} taught a macro, {refused:,} did not."
    )
    return join([el("p", said), table.markup()])
