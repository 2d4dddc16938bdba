"""Sections of the searches of a run: as lines, as boards that are played, as graphs.

In this file:

- The section with every search: how they ended, and each as a line.
- Every search as a line of text: what a reader without a script sees is what the page's script reads.
- The section that plays solutions on boards; its script takes them from the page's data.
- The section with graphs of the states around solutions.
- The section with searches that are stepped through: before and after learning, on a problem where they are short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any

from ....ebl.library import MacroLibrary
from ....experiments.configuration import Configuration
from ....experiments.result_set import AFTER
from ....experiments.row import Row
from ....experiments.statistics.comparison import Comparison
from ....experiments.statistics.estimate import Pair
from ....experiments.store import Run
from ....rules.errors import ArcwiseError
from ....rules.text.words import counted
from ....search.algorithms import ALGORITHMS
from ....search.limits import Budget, LimitReached, Limits
from ....search.loops.expansion import WATCHED
from ....search.problem import Problem
from ....search.result import Status
from ....search.watching import WatchedSearch
from ...html.layout import state_text
from ...html.markup import Child, Markup, el
from ...views.view import Table
from ...watching.data import watch_page
from ..headline import configuration_labels
from ..paths import RunBoard, shape_of
from ..proof import macro_files
from .content import Content


def searches(content: Content) -> list[Child]:
    """All of them, as a table and as text."""
    run, board = content.run, content.board
    if not run.searches:
        return []
    return [
        outcomes(run),
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


def outcomes(run: Run) -> Table:
    """How the searches of each algorithm under each condition ended."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in run.searches:
        end = row.status if not row.stopped_by else f"stopped by {row.stopped_by}"
        counts.setdefault((row.configuration, row.condition), Counter())[end] += 1
    names = configuration_labels(run)
    seen = {end for counter in counts.values() for end in counter}
    ends: list[str] = [end.value for end in Status if end.value in seen]
    ends += sorted(seen - set(ends))
    return Table(
        ["algorithm", "condition", *ends],
        [
            [names[configuration], condition, *(f"{counter[end]:,}" for end in ends)]
            for (configuration, condition), counter in counts.items()
        ],
        "How the searches ended",
        left=2,
    )


COLUMNS = (
    *("problem", "algorithm", "condition", "status", "stopped by", "steps", "moves", "cost"),
    *("expanded", "generated", "inserted", "evaluated", "reopened", "operator applications"),
    *("peak open", "peak memory (bytes)", "time (µs)", "optimal", "engine", "heuristic", "note"),
)


def search_lines(run: Run) -> Iterator[str]:
    """A heading and a line for every search, with tabs between the columns."""
    yield "\t".join(COLUMNS)
    for row in run.searches:
        yield "\t".join(map(_cell, _values(row)))


def _values(row: Row) -> Iterable[object]:
    return (
        *(row.problem, row.configuration, row.condition, row.status, row.stopped_by),
        *(row.steps, row.moves, row.cost, row.expanded, row.generated, row.inserted),
        *(row.evaluated, row.reopened, row.operator_applications, row.peak_open, row.peak_memory),
        None if row.elapsed is None else round(row.elapsed * 1e6, 1),
        *("yes" if row.optimal else "no", row.engine, row.heuristic, row.note),
    )


def problem_lines(run: Run, board: RunBoard) -> Iterator[str]:
    """A heading and a line for every problem."""
    yield "problem\tstart\tgoal\tplace\tboard"
    for problem in run.problems:
        states = (state_text(problem.start), state_text(problem.goal))
        rows, columns = shape_of(problem, board)
        yield "\t".join((str(problem.id), *states, _cell(problem.place), f"{rows}x{columns}"))


def _cell(value: object) -> str:
    if isinstance(value, float) and value == int(value):
        value = int(value)
    return "" if value is None else " ".join(str(value).split())


def lines_markup(name: str, words: str, lines: Iterable[str]) -> Markup:
    """Lines as preformatted text, to be opened; the script takes them as its data and shows a table instead."""
    text = "\n".join(lines)
    return el(
        "details",
        el("summary", words),
        el("pre", text, id=name, class_="lines", tabindex=0, aria_label=words),
        class_="numbers plain",
    )


def solutions(content: Content) -> list[Child]:
    """The place of the boards, and what is not on the page."""
    paths, board = content.paths, content.board
    if not paths.left_out and not any(paths.data["paths"]):
        return []
    notes = []
    if paths.left_out:
        notes.append(
            f"{counted(paths.left_out, 'solution')} not on the page: the page holds the shortest ones, up to a limit on "
            "its size. Their figures are in the table of all searches."
        )
    if paths.data["whole"]:
        why = f" ({board.fault})" if board.fault else ""
        notes.append(
            f"The macros of {counted(len(paths.data['whole']), 'solution')} cannot be unrolled here{why}; "
            "each is one step."
        )
    return [
        el(
            "p",
            "The boards move with a script, which this browser does not run; the table of all searches has no need of it.",
            class_="note without-script",
        ),
        [el("p", note, class_="note") for note in notes],
        el("div", id="viewer", class_="needs-script"),
    ]


def state_space(content: Content) -> list[Child]:
    """Where a state space was drawn: how to read it, and the pictures."""
    drawn, found = content.graphs, content.comparisons
    if not drawn.pictures:
        return []
    total = len({(d.configuration, n) for d in found for n in d.problems})
    shown = len(drawn.pictures)
    return [
        el(
            "p",
            f"Shown {'is' if shown == 1 else 'are'} {shown} of {total:,} pairs of searches, those where learning saved most "
            f"and cost most first. A picture holds both solutions and states around them, {content.most_nodes:,} in all at most: as many "
            "as a person can tell apart. The goal is at the right, and every column is a move farther from it. ",
            el("code", "arcwise report --problem-graphs"),
            " draws more problems, ",
            el("code", "--graph-nodes"),
            " more states.",
        ),
        el("div", drawn.pictures, class_="column"),
    ]


MOST_SEARCHES, MOST_EXPANSIONS = 4, 60
"""Algorithms that are shown, and expansions of a search: as many as a person steps through."""

EFFORT = Limits(time=5, nodes=2 * MOST_EXPANSIONS)
"""On searching once more what is shown: the time of all, the nodes of each."""


def watched(content: Content) -> list[Child]:
    """A frame for each of the first algorithms that can be watched and whose searches of a problem were short both times.

    A note stands in the place of a frame if the search does not have the counts of the run.
    """
    found: list[Markup] = []
    with suppress(LimitReached), Budget(Limits(time=EFFORT.time)):
        for comparison in content.comparisons:
            frame = _frame(content, comparison) if len(found) < MOST_SEARCHES else None
            found += [] if frame is None else [frame]
    if not found:
        return []
    says = (
        "The searches before and after learning, in step: what is taken up, what it makes, what is dropped and why, what waits "
        "in open and in which order. They were searched once more for this page; a note tells where the counts of the run are others."
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
    if differing := _differing(pair, records):
        return el(
            "p",
            f"{comparison.method}, problem {pair.before.problem}: {'; '.join(differing)} when it was searched once more for this "
            "page. Its rows are not what this version of arcwise makes with the options of the run.",
            class_="note",
        )
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
    """Records of the two searches, made again; empty if the macros are a policy or not known."""
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
    return {
        name: _search(row, Problem(theory, problem.start, problem.goal), macros, options)
        for name, (row, macros) in sides.items()
    }


def _differing(pair: Pair, records: Mapping[str, WatchedSearch]) -> list[str]:
    """Counts of the run that searching once more does not give, in words."""
    found = []
    for row, (name, record) in zip((pair.before, pair.after), records.items(), strict=True):
        made = record.result.statistics.expanded
        if made != row.expanded:
            least = "" if record.result.solved else "at least "
            found.append(
                f"{name}, {counted(row.expanded or 0, 'expansion')} recorded, {least}{made:,} found"
            )
    return found


def _search(
    row: Row, problem: Problem, macros: MacroLibrary | None, options: Mapping[str, Any]
) -> WatchedSearch:
    known = {one.name for one in fields(Configuration)} - {"limits", "engine"}
    chosen = {name: value for name, value in options.items() if name in known}
    asked = Configuration(**chosen, limits=Limits(nodes=EFFORT.nodes))
    return asked.using(row.algorithm, row.heuristic).watch(problem, macros=macros)
