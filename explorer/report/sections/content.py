"""Parts that all sections share: the content, gathered once, and the end of the page, which tells how to run it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import metadata
from math import ceil
from typing import Any

from ....experiments.problem_set import Instance
from ....experiments.statistics.comparison import Comparison
from ....experiments.store import Run
from ....rules.view import Lines, PageOnly, Part, Sentence, Table
from ...html.markup import el
from ...html.parts import MEANINGS
from ..graph_picture import Graphs, graphs
from ..headline import run_comparisons
from ..paths import Albums, Paths, RunBoard, albums_of, board_of, gather


@dataclass(frozen=True)
class Content:
    """A run and what was found in it.

    Parameters
    ----------
    run
        The run.
    shown
        The run with the problems that are shown one by one, and their searches: all, or an even sample of a large run's.
    judged
        Its `run_comparisons`: before and after learning, or all pairs of named conditions.
    comparisons
        Those before and after learning, which are also drawn; empty where the run has other conditions.
    points
        The comparisons of the problems that are shown one by one.
    board
        How its states look.
    albums
        The drawings of the states that are shown.
    paths
        Its solutions.
    graphs
        Pictures of state spaces.
    most_nodes
        Greatest number of states in each drawing.
    """

    run: Run
    shown: Run
    judged: tuple[Comparison, ...]
    comparisons: tuple[Comparison, ...]
    points: tuple[Comparison, ...]
    board: RunBoard
    albums: Albums
    paths: Paths
    graphs: Graphs
    most_nodes: int

    @cached_property
    def problems(self) -> dict[int, Instance]:
        """The problems of the run by number."""
        return {one.id: one for one in self.run.problems}

    @classmethod
    def of(
        cls, run: Run, most_graphs: int, most_nodes: int, known: Sequence[Comparison] | None = None
    ) -> Content:
        """The content of a run; arguments as for `report_page`."""
        judged = tuple(run_comparisons(run) if known is None else known)
        found = tuple(one for one in judged if one.conditions is None)
        board, shown = board_of(run), sample_of(run)
        points = tuple(_of_sample(one, shown) for one in found) if shown is not run else found
        albums = albums_of(shown, board)
        drawn = graphs(shown, points, board.theories, most_graphs, most_nodes, albums.add)
        paths = gather(shown, board.theories, albums.add)
        return cls(run, shown, judged, found, points, board, albums, paths, drawn, most_nodes)


MOST_SHOWN = 15_000
"""Searches that a page shows one by one, about 3 MB of it."""


def sample_of(run: Run) -> Run:
    """A run with as many of its problems, evenly spaced, as a page shows one by one; the run itself if that is all."""
    if len(run.searches) <= MOST_SHOWN:
        return run
    problems = run.problems[:: ceil(len(run.searches) / MOST_SHOWN)]
    kept = {one.id for one in problems}
    searches = tuple(row for row in run.searches if row.problem in kept)
    return replace(run, problems=problems, searches=searches)


def _of_sample(comparison: Comparison, shown: Run) -> Comparison:
    """A comparison with the pairs of a sample only."""
    kept = {one.id for one in shown.problems}
    pairs = tuple(pair for pair in comparison.pairs if pair.before.problem in kept)
    return replace(comparison, pairs=pairs)


ASKED = (
    *("started", "theory", "goal", "seed", "seeds", "configurations", "algorithm", "learner"),
    *("with_macros", "quiescence", "problems", "counts", "examples", "controls", "forget"),
    *("macros", "random_pairs", "order", "arc_cost"),
)
"""Settings that say what was asked for."""


def command(run: Run) -> str:
    """The command line that made a run; empty where it is not known."""
    argv = [str(word) for word in run.settings.get("argv") or []]
    if not argv:
        return ""
    if argv[0].rsplit("/", 1)[-1] != "arcwise":
        argv.insert(0, "arcwise")
    return shlex.join(argv)


def reproducing(content: Content) -> list[Part]:
    """Command that repeats the run, with the seed, the versions and the machine."""
    run = content.run
    line, version = command(run), metadata.version("arcwise")
    facts = list(dict.fromkeys(_facts(run.settings)))  # an option may be told of twice
    return [
        Lines(line) if line else Sentence("The command line is not known."),
        Sentence(f"This page: arcwise {version}, `arcwise report {run.path}`."),
        Table(["what", "value"], facts, "Seed, options, versions and machine", left=2),
    ]


def _facts(settings: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key in ASKED:
        if text := _text(settings.get(key)):
            yield key.replace("_", " "), text
    for group in ("options", "versions", "machine"):
        for key, value in (settings.get(group) or {}).items():
            if key == "memory" and isinstance(value, int | float):
                value = f"{value / 2**30:.1f} GiB"
            if text := _text(value):
                yield key.replace("_", " "), text


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(one)}" for key, one in value.items() if one is not None)
    return str(value)


def glossary(_: object) -> list[Part]:
    """Glossary of the page."""
    return [
        PageOnly(el("dl", [[el("dt", word), el("dd", said)] for word, said in MEANINGS.items()]))
    ]
