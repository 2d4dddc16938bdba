"""The section with every search: how they ended, and each as a line."""

from __future__ import annotations

from collections import Counter

from ....experiments.store import Run
from ....rules.text.sentences import counted
from ....search.result import Status
from ...html.markup import Child, el
from ...html.tables import HtmlTable
from ..data.comparisons import configuration_labels
from .content import Content
from .lines import lines_markup, problem_lines, search_lines


def searches(content: Content) -> list[Child]:
    """All of them, as a table and as text."""
    run, board = content.run, content.board
    if not run.searches:
        return []
    return [
        outcomes(run).markup(),
        el("div", class_="all needs-script"),
        lines_markup(
            "search-lines",
            f"All {counted(len(run.searches), 'search', 'searches')} as text, tabs between columns",
            search_lines(run),
        ),
        lines_markup(
            "problem-lines",
            f"All {counted(len(run.problems), 'problem')} as text, tabs between columns",
            problem_lines(run, board),
        ),
    ]


def outcomes(run: Run) -> HtmlTable:
    """How the searches of each algorithm under each condition ended."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in run.searches:
        end = row.status if not row.stopped_by else f"stopped by {row.stopped_by}"
        counts.setdefault((row.configuration, row.condition), Counter())[end] += 1
    names = configuration_labels(run)
    seen = {end for counter in counts.values() for end in counter}
    ends: list[str] = [end.value for end in Status if end.value in seen]
    ends += sorted(seen - set(ends))
    return HtmlTable(
        "How the searches ended",
        ["algorithm", "condition", *ends],
        [
            [names[configuration], condition, *(f"{counter[end]:,}" for end in ends)]
            for (configuration, condition), counter in counts.items()
        ],
        left=2,
    )
