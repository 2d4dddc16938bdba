"""Content of the sections, gathered once."""

from __future__ import annotations

from dataclasses import dataclass

from ....experiments.statistics.comparison import Comparison
from ....experiments.store import Run
from ..graph_picture import Graphs, graphs
from ..headline import run_comparisons, without_judging
from ..paths import Albums, Paths, RunBoard, albums_of, board_of, gather


@dataclass(frozen=True)
class Content:
    """A run and what was found in it.

    Parameters
    ----------
    run
        The run.
    measured
        The run without the searches by which single macros were judged.
    comparisons
        Its algorithms before and after learning; empty where it has other conditions.
    board
        How its states look.
    albums
        The drawings of the states that are shown.
    paths
        Its solutions.
    graphs
        Pictures of state spaces.
    most_nodes
        How many states each of them holds at most.
    """

    run: Run
    measured: Run
    comparisons: tuple[Comparison, ...]
    board: RunBoard
    albums: Albums
    paths: Paths
    graphs: Graphs
    most_nodes: int

    @classmethod
    def of(cls, run: Run, most_graphs: int, most_nodes: int) -> Content:
        """The content of a run; arguments as for `report_page`."""
        found, board = tuple(run_comparisons(run)), board_of(run)
        albums = albums_of(run, board)
        drawn = graphs(run, found, board.theories, most_graphs, most_nodes, albums.add)
        paths = gather(run, board.theories, albums.add)
        return cls(run, without_judging(run), found, board, albums, paths, drawn, most_nodes)
