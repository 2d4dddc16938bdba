"""Every search as a line of text: what a reader without a script sees is what the page's script reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....experiments.row import Row
from ....experiments.store import Run
from ...html.album import state_text
from ...html.markup import Markup, el
from ..data.board import RunBoard, shape_of

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
