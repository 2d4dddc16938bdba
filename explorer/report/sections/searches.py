"""Sections of the searches of a run: as lines, as boards that are played, as graphs.

In this file:

- The section with every search: how they ended, and each as a line.
- Every search as a line of text: what a reader without a script sees is what the page's script reads.
- The section that plays solutions on boards; its script takes them from the page's data.
- The section with graphs of the states around solutions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ....experiments.row import Row
from ....experiments.store import Run
from ....rules.text.words import counted
from ....search.result import Status
from ...html.layout import state_text
from ...html.markup import Child, HtmlTable, Markup, el
from ..headline import configuration_labels
from ..paths import RunBoard, shape_of
from .content import Content


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
        el("div", [picture.markup() for picture in drawn.pictures], class_="column"),
    ]
