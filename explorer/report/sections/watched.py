"""The section with searches that are stepped through: before and after learning, on a problem where they are short."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any

from ....ebl.library import MacroLibrary
from ....experiments.configuration import Configuration
from ....experiments.result_set import AFTER
from ....experiments.row import Row
from ....experiments.statistics.comparison import Comparison
from ....experiments.statistics.estimate import Pair
from ....rules.errors import ArcwiseError
from ....search.algorithms import ALGORITHMS
from ....search.limits import Budget, LimitReached, Limits
from ....search.loops.watcher import WATCHED
from ....search.problem import Problem
from ....search.watching import WatchedSearch, watch
from ...html.markup import Child, Markup, el
from ...watching.page import watch_page
from ..proof import macro_files
from .content import Content

MOST_SEARCHES, MOST_EXPANSIONS = 4, 60
"""Algorithms that are shown, and expansions of a search: as many as a person steps through."""

EFFORT = Limits(time=5, nodes=2 * MOST_EXPANSIONS)
"""On searching once more what is shown: the time of all, the nodes of each."""


def watched(content: Content) -> list[Child]:
    """A frame for each of the first algorithms that can be watched and whose searches of a problem were short both times."""
    found: list[Markup] = []
    with suppress(LimitReached), Budget(Limits(time=EFFORT.time)):
        for comparison in content.comparisons:
            frame = _frame(content, comparison) if len(found) < MOST_SEARCHES else None
            found += [] if frame is None else [frame]
    if not found:
        return []
    says = (
        "The searches before and after learning, in step: what is taken up, what it makes, what is dropped and why, what waits "
        "in open and in which order. They were searched once more for this page, with the counts of the run."
    )
    return [el("p", says, class_="remark"), *found]


def _frame(content: Content, comparison: Comparison) -> Markup | None:
    pair = _pair(comparison)
    algorithm = ALGORITHMS.get(comparison.configuration.partition(" with ")[0])
    if pair is None or algorithm is None or algorithm.loop not in WATCHED:
        return None
    try:
        records = _records(content, pair)
    except (ArcwiseError, TypeError, ValueError):
        return None  # a run of another version, or of somebody who has what is not here
    if not records:
        return None
    counts = " and ".join(f"{one.result.statistics.expanded:,}" for one in records.values())
    title = f"{comparison.method}, problem {pair.before.problem}: {counts} expansions"
    page = watch_page(title, records)
    return el(
        "details",
        el("summary", title),
        el("iframe", srcdoc=page, loading="lazy", title=title, class_="watched"),
        class_="numbers",
    )


def _pair(comparison: Comparison) -> Pair | None:
    """The problem with the longest searches that are short enough."""
    short = [
        pair
        for pair in comparison.pairs
        if pair.both_solved
        and 0 < max(pair.before.expanded or 0, pair.after.expanded or 0) <= MOST_EXPANSIONS
    ]
    return max(
        short, key=lambda p: max(p.before.expanded or 0, p.after.expanded or 0), default=None
    )


def _records(content: Content, pair: Pair) -> dict[str, WatchedSearch]:
    """The two searches once more; nothing where they are no longer what the run says."""
    theory = content.board.theories.get(pair.before.problem)
    library = next(
        (one.library for one in macro_files(content.run) if AFTER in one.conditions), None
    )
    if theory is None or library is None or library.policy is not None:
        return {}
    problem = next(one for one in content.run.problems if one.id == pair.before.problem)
    sides = {
        "before learning": (pair.before, None),
        "after learning": (pair.after, library),
    }
    options = content.run.settings.get("options") or {}
    records = {
        name: _search(row, Problem(theory, problem.start, problem.goal), macros, options)
        for name, (row, macros) in sides.items()
    }
    same = all(
        records[name].result.statistics.expanded == row.expanded for name, (row, _) in sides.items()
    )
    return records if same else {}


def _search(
    row: Row, problem: Problem, macros: MacroLibrary | None, options: Mapping[str, Any]
) -> WatchedSearch:
    known = {one.name for one in fields(Configuration)} - {"limits", "engine"}
    chosen = {name: value for name, value in options.items() if name in known}
    asked = Configuration(**chosen).using(row.algorithm, row.heuristic)
    return watch(
        problem,
        asked.specification,
        macros=macros,
        heuristic=asked.heuristic,
        limits=Limits(nodes=EFFORT.nodes),
    )
