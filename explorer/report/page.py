"""The page: one HTML file with everything in it."""

from __future__ import annotations

from importlib import resources
from itertools import islice
from typing import Any

from ...experiments.store import Run
from ...rules.text.drawing import BRIGHT, SHADES
from ...rules.text.text_file import holding
from ..html.layout import labels_of
from ..html.markup import el, join
from ..html.one_page import Assets, fill_page, player_assets, refreshing
from ..watching.page import watch_assets
from .charts import ids
from .graph_picture import MOST_NODES
from .headline import algorithms, configuration_labels, texts_of
from .sections.content import Content
from .sections.table import SECTIONS, WATCHED

SCRIPTS = (
    *("page.js", "tables.js", "boards.js", "points.js"),
    *("solutions.js", "side.js", "viewer.js", "downloads.js"),
)

MOST_GRAPHS = 3

MOST_GOALS = 100
"""Goals by which symbols are coloured in order."""


def report_page(
    run: Run, *, most_graphs: int = MOST_GRAPHS, most_nodes: int = MOST_NODES, refresh: int = 0
) -> str:
    """A run as an HTML page that needs nothing else. No files are read but those of the run's folder.

    Parameters
    ----------
    run
        What `read_run` gives.
    most_graphs
        How many problems to draw the state space of.
    most_nodes
        How many states to draw of each.
    refresh
        After so many seconds the browser loads the page again; 0 for never.
    """
    with holding(texts_of(run), others=False):
        return _page(run, most_graphs, most_nodes, refresh)


def _page(run: Run, most_graphs: int, most_nodes: int, refresh: int) -> str:
    content = Content.of(run, most_graphs, most_nodes)
    bodies = [(one, join(one.body(content))) for one in SECTIONS]
    shown = [(one, body) for one, body in bodies if body]
    what = run.settings.get("command") or "run"
    title = f"arcwise {what}: {content.board.name}"
    contents = el("ul", [el("li", el("a", one.title, href=f"#{one.name}")) for one, _ in shown])
    body = join(
        [el("section", el("h2", one.title), body, id=one.name, tabindex=-1) for one, body in shown]
    )
    parts = {"contents": contents, "body": body, "refresh": refreshing(refresh)}
    script = "\n".join(_text(name) for name in SCRIPTS)
    assets = player_assets().before(Assets(_text("page.css"), script))
    framed = [watch_assets()] if any(one.name == WATCHED for one, _ in shown) else []
    return fill_page(_text("page.html"), title, assets, _data(content), parts, framed)


def _data(content: Content) -> dict[str, Any]:
    run, board, albums = content.run, content.board, content.albums
    goals = {problem.goal: problem.id for problem in run.problems}
    drawn = [albums.drawing(number, goal) for goal, number in islice(goals.items(), MOST_GOALS)]
    order = dict.fromkeys(label for drawing in drawn for label in labels_of(drawing))
    return {
        "blank": board.blank,
        "symbols": list(order),
        "tints": SHADES,
        "bright": sorted(BRIGHT),
        **albums.data(),
        "conditions": [one.name for one in content.measured.conditions],
        "algorithms": algorithms(run),
        "names": configuration_labels(run),
        "solutions": content.paths.data,
        "comparisons": [
            {
                "algorithm": d.configuration,
                "name": d.method,
                "points": ids(d),
                "problems": d.problems,
            }
            for d in content.comparisons
        ],
        "graphs": content.graphs.states,
        "labels": board.labels,
    }


def _text(name: str) -> str:
    return resources.files(__package__).joinpath("assets", name).read_text(encoding="utf-8")
