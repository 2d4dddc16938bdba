"""The section on several conditions: what more and other macros do to searching."""

from __future__ import annotations

from ....experiments.statistics.summary import summaries
from ...html.markup import Markup, el
from ..data.comparisons import configuration_labels
from ..pictures.conditions import PICTURED, conditions_table, picture
from .content import Content


def conditions(content: Content) -> list[Markup]:
    """Pictures and a table for each algorithm, where the run is no comparison of before and after."""
    run = content.measured
    if content.comparisons or len(run.conditions) < 2 or not run.searches:
        return []
    parts = []
    every = summaries(run)
    for algorithm, label in configuration_labels(run).items():
        found = [one for one in every if one.configuration == algorithm]
        pictures = [
            drawn.markup()
            for measure in (PICTURED if any(group.macros for group in found) else ())
            if (drawn := picture(label, measure, found)) is not None
        ]
        parts.append(
            el(
                "div",
                el("h3", label),
                el("div", pictures, class_="figures"),
                conditions_table(label, found).markup(),
            )
        )
    return parts
