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
from ....experiments.store.macro_files import macro_files
from ....rules.errors import ArcwiseError
from ....rules.text.words import counted
from ....rules.view import Beside, Fold, PageOnly, Part, Sentence, Table
from ....search.algorithms import ALGORITHMS
from ....search.limits import Budget, LimitReached, Limits
from ....search.loops.expansion import WATCHED
from ....search.problem import Problem
from ....search.result import Result, Status
from ....search.watching import WatchedSearch
from ...html.layout import state_text
from ...html.markup import Markup, el
from ...html.watched import watch_page
from ..paths import RunBoard, shape_of
from .content import Content


def searches(content: Content) -> list[Part]:
    """All searches, as a table and as text."""
    run, board = content.shown, content.board
    if not run.searches:
        return []
    every = "All" if run is content.run else "A sample of"
    as_text = "as text, tabs between columns"
    number = counted(len(run.searches), "search", "searches")
    problems = counted(len(run.problems), "problem")
    return [
        outcomes(content.run),
        recounted(content),
        PageOnly(el("div", class_="all needs-script")),
        PageOnly(lines_markup("search-lines", f"{every} {number} {as_text}", search_lines(run))),
        PageOnly(
            lines_markup(
                "problem-lines", f"{every} {problems} {as_text}", problem_lines(run, board)
            )
        ),
    ]


def outcomes(run: Run) -> Table:
    """How the searches of each algorithm under each condition ended."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in run.searches:
        end = row.status if not row.stopped_by else f"stopped by {row.stopped_by}"
        counts.setdefault((row.configuration, row.condition), Counter())[end] += 1
    names = run.methods
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
    *("expanded", "generated", "inserted", "evaluated", "reopened", "dead ends left out"),
    *(
        "operator applications",
        "peak open",
        "peak memory (bytes)",
        "time (µs)",
        "optimal",
        "engine",
        "heuristic",
        "note",
    ),
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
        *(row.evaluated, row.reopened, row.trapped, row.operator_applications),
        *(row.peak_open, row.peak_memory),
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


def solutions(content: Content) -> list[Part]:
    """Place of the boards, and a note on solutions that are left out."""
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
        Sentence(
            "The boards move with a script, which this browser does not run; the table of all searches has no need of it.",
            look="note without-script",
        ),
        *(Sentence(note, look="note") for note in notes),
        PageOnly(el("div", id="viewer", class_="needs-script")),
    ]


def state_space(content: Content) -> list[Part]:
    """Pictures of state spaces, and how to read them."""
    drawn, found = content.graphs, content.points
    if not drawn.pictures:
        return []
    total = len({(d.configuration, n) for d in found for n in d.problems})
    shown = len(drawn.pictures)
    says = (
        f"Shown {'is' if shown == 1 else 'are'} {shown} of {total:,} pairs of searches, those where learning saved most "
        f"and cost most first. A picture holds both solutions and states around them, {content.most_nodes:,} in all at most: as many "
        "as a person can tell apart. The goal is at the right, and every column is a move farther from it. "
        "`arcwise report --problem-graphs` draws more problems, `--graph-nodes` more states."
    )
    return [Sentence(says), Beside(list(map(PageOnly, drawn.pictures)), "column")]


BEFORE_LEARNING, AFTER_LEARNING = "before learning", "after learning"

MOST_SEARCHES, MOST_EXPANSIONS = 4, 60
"""Algorithms that are shown, and expansions of a search: as many as a person steps through."""

EFFORT = Limits(time=5, nodes=2 * MOST_EXPANSIONS)
"""Limits on repeating the searches that are shown: time for all, nodes for each."""

MOST_RECOUNTED = 100_000
"""Expansions of searches that are made once more to compare their counts."""

RECOUNTING = Limits(time=1, nodes=2 * MOST_RECOUNTED)
"""Limits on repeating searches: time for all, nodes for each."""

MOST_NAMED = 5
"""Searches with other counts that are named."""

COUNTED = {
    "expanded": "expansion",
    "generated": "successor",
    "operator_applications": "operator application",
}
"""Counts that are compared, each with its word."""


def watched(content: Content) -> list[Part]:
    """A frame for each of the first algorithms that can be watched and whose searches of a problem were short both times.

    A note stands in the place of a frame if the search does not have the counts of the run.
    """
    found: list[Part] = []
    with suppress(LimitReached), Budget(Limits(time=EFFORT.time)):
        for comparison in content.comparisons:
            frame = _frame(content, comparison) if len(found) < MOST_SEARCHES else None
            found += [] if frame is None else [frame]
    if not found:
        return []
    says = (
        "The searches before and after learning, in step. At each step: what is expanded, what it makes, what is dropped and why, "
        "and what waits in open, in its order. They were searched once more for this page; a note tells where the counts of the run are others."
    )
    return [Sentence(says, look="remark"), *found]


def recounted(content: Content) -> Sentence:
    """Number of searches that were repeated within a second, and those whose counts then differ."""
    made, wrong = 0, []
    with suppress(LimitReached), Budget(Limits(time=RECOUNTING.time)):
        library = _library(content)
        rows = [
            (row, name, comparison.method)
            for comparison in content.comparisons
            if _is_watched(comparison)
            for pair in comparison.pairs
            for name, row in ((BEFORE_LEARNING, pair.before), (AFTER_LEARNING, pair.after))
            if row.solved and 0 < (row.expanded or 0) <= MOST_RECOUNTED
        ]
        for row, name, method in sorted(rows, key=lambda one: one[0].expanded or 0):
            problem = _problem(content, row)
            if problem is None or library is None:
                continue
            macros = library if name == AFTER_LEARNING else None
            try:
                result = _asked(content, row, RECOUNTING).search(problem, macros=macros)
            except (ArcwiseError, TypeError, ValueError):
                continue
            made += 1
            if told := _differing(name, row, result):
                wrong.append(f"{method}, problem {row.problem}: {told}")
    whole = counted(len(content.run.searches), "search", "searches")
    if not made:
        says = f"None of {whole} was made once more for this page: counts are as the run's files have them."
        return Sentence(says, look="remark")
    named = "; ".join(wrong[:MOST_NAMED]) + "; ..." * (len(wrong) > MOST_NAMED)
    says = (
        f"{made:,} of {whole} {'was' if made == 1 else 'were'} made once more for this page, the shortest first, as far as a second reaches; "
        "counts of the others are as the run's files have them. "
    )
    if not wrong:
        return Sentence(f"{says}All came out the same.", look="remark")
    return Sentence(f"{says}{len(wrong):,} came out otherwise: {named}.", look="note")


def _is_watched(comparison: Comparison) -> bool:
    """Whether the searches of an algorithm can be recorded, and so have the same counts whenever they are made."""
    algorithm = ALGORITHMS.get(comparison.configuration.partition(" with ")[0])
    return algorithm is not None and algorithm.loop in WATCHED


def _frame(content: Content, comparison: Comparison) -> Part | None:
    pair = _pair(comparison)
    if pair is None or not _is_watched(comparison):
        return None
    try:
        records = _records(content, pair)
    except (ArcwiseError, TypeError, ValueError):
        return None  # a run of another version, or of somebody who has what is not here
    if not records:
        return None
    sides = zip((pair.before, pair.after), records.items(), strict=True)
    if differing := [
        told for row, (name, one) in sides if (told := _differing(name, row, one.result))
    ]:
        return Sentence(
            f"{comparison.method}, problem {pair.before.problem}: {'; '.join(differing)} when it was searched once more for this "
            "page. Its rows are not what this version of arcwise makes with the options of the run.",
            look="note",
        )
    counts = " and ".join(f"{one.result.statistics.expanded:,}" for one in records.values())
    title = f"{comparison.method}, problem {pair.before.problem}: {counts} expansions"
    page = watch_page(title, records)
    frame = el("iframe", srcdoc=page, loading="lazy", title=title, class_="watched")
    return Fold(title, [PageOnly(frame)])


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
    problem, library = _problem(content, pair.before), _library(content)
    if problem is None or library is None:
        return {}
    sides = {BEFORE_LEARNING: (pair.before, None), AFTER_LEARNING: (pair.after, library)}
    return {
        name: _asked(content, row, EFFORT).watch(problem, macros=macros)
        for name, (row, macros) in sides.items()
    }


def _problem(content: Content, row: Row) -> Problem | None:
    """Problem that a row is of; None if its board is not known."""
    theory, one = content.board.theories.get(row.problem), content.problems.get(row.problem)
    return None if theory is None or one is None else Problem(theory, one.start, one.goal)


def _library(content: Content) -> MacroLibrary | None:
    """The macros of the run; None if they are a policy or not known."""
    files = (one.library for one in macro_files(content.run) if AFTER in one.conditions)
    library = next(files, None)
    return None if library is None or library.policy is not None else library


def _asked(content: Content, row: Row, limits: Limits) -> Configuration:
    """How the search of a row was made, but for its limits."""
    options: Mapping[str, Any] = content.run.settings.get("options") or {}
    known = {one.name for one in fields(Configuration)} - {"limits", "engine"}
    chosen = {name: value for name, value in options.items() if name in known}
    asked = Configuration(**chosen, limits=Limits(nodes=limits.nodes))
    return asked.using(row.algorithm, row.heuristic)


def _differing(name: str, row: Row, made: Result) -> str:
    """How counts of a row are others than those of its search made once more, in words; empty if they are not."""
    for count, word in COUNTED.items():
        recorded, found = getattr(row, count), getattr(made.statistics, count)
        if recorded is not None and recorded != found:
            least = "" if made.solved else "at least "
            return f"{name}, {counted(recorded, word)} recorded, {least}{found:,} found"
    return ""
