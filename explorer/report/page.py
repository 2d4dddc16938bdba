"""The pages, each one HTML file with everything in it: of a run, and of several beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import islice
from typing import Any

from ...experiments.statistics.across_runs import AcrossRuns, names_of
from ...experiments.statistics.comparison import Comparison
from ...experiments.store import Run
from ...rules.later import Later
from ...rules.text.drawing import BRIGHT, SHADES
from ...rules.text.text_file import holding
from ...rules.text.words import listed
from ...rules.view import Part
from ..html.layout import labels_of
from ..html.markup import Assets, base_assets, el, fill_page, join, player_assets, refreshing
from ..html.watched import watch_assets
from ..views.pictures import ids
from .graph_picture import MOST_NODES
from .headline import texts_of
from .sections import several
from .sections.content import Content, glossary, reproducing
from .sections.macros import macro_tables, macros, training_records
from .sections.searches import searches, solutions, state_space, watched
from .sections.several import Several
from .sections.verdicts import before_after, conditions, glance, verdicts


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Parameters
    ----------
    name
        Ending of its address.
    title
        Its heading, and its line in the table of contents.
    body
        Makes the parts that are in it from the content of its page; none, if it has no place there.
    unit
        Unit of the work of the runs that it is for; empty for all.
    """

    name: str
    title: str
    body: Callable[[Any], Iterable[Part]]
    unit: str = ""


INFERENCES = "inferences"
"""Unit of the work of proofs."""

WATCHED = "watched"
"""The section with searches that are stepped through, each a page in a frame."""

RUN = (
    Section("glance", "What is the result?", glance),
    Section("solutions", "Are solutions longer?", solutions),
    Section("verdicts", "What do the comparisons say?", verdicts),
    Section("utility", "What is each rule worth?", Later("logic.report", "utilities"), INFERENCES),
    Section("algorithms", "What changed?", before_after),
    Section("conditions", "How do the conditions compare?", conditions),
    Section("goals", "What did every goal take?", Later("logic.report", "goals"), INFERENCES),
    Section("rules", "What was learned, and why?", Later("logic.report", "rules"), INFERENCES),
    Section(WATCHED, "How do the searches run?", watched),
    Section("training-records", "What did training take?", training_records),
    Section("macros", "Why do the macros hold?", macros),
    Section("macro-table", "What is in the macro table?", macro_tables),
    Section("space", "Where do the solutions lie?", state_space),
    Section("searches", "What did each search take?", searches),
    Section("again", "How is it run again?", reproducing),
    Section("words", "What do the words mean?", glossary),
)
"""Sections of the page of a run, whose content is a `Content`."""

SEVERAL = (
    Section("verdicts", "What does each run say?", several.headlines),
    Section("learning", "What changed by learning?", several.learning),
    Section("coverage", "How many problems were solved?", several.coverage),
    Section("same", "How do the runs compare, problem by problem?", several.same),
    Section("again", "How is it run again?", several.again),
    Section("words", "What do the words mean?", glossary),
)
"""Sections of the page of several runs, whose content is a `Several`."""

SCRIPTS = (
    *("page.js", "tables.js", "boards.js", "points.js"),
    *("solutions.js", "side.js", "viewer.js", "downloads.js"),
)

FEW_SCRIPTS = ("page.js", "tables.js", "downloads.js")
"""Scripts of pages without boards."""

MOST_GRAPHS = 3

MOST_GOALS = 100
"""Goals by which symbols are coloured in order."""


def report_page(
    run: Run,
    *,
    most_graphs: int = MOST_GRAPHS,
    most_nodes: int = MOST_NODES,
    refresh: int = 0,
    found: Sequence[Comparison] | None = None,
) -> str:
    """A run as an HTML page that needs nothing else. No files are read but those of the run's folder.

    Parameters
    ----------
    run
        The run, as `read_run` returns it.
    most_graphs
        Number of problems whose state space is drawn.
    most_nodes
        Greatest number of states to draw of each.
    refresh
        Seconds after which the browser loads the page again; 0 for never.
    found
        Its `run_comparisons`, if they were made already.
    """
    with holding(texts_of(run), others=False):
        content = Content.of(run, most_graphs, most_nodes, found)
        title = f"arcwise {run.settings.get('command') or 'run'}: {content.board.name}"
        sections = [one for one in RUN if one.unit in ("", run.unit)]
        return _filled(sections, content, title, SCRIPTS, refresh, player_assets(), _data)


def several_page(
    runs: Sequence[Run], links: Mapping[str, str] | None = None, *, refresh: int = 0
) -> str:
    """Runs side by side, as an HTML page that needs nothing else.

    Parameters
    ----------
    runs
        Two or more, as `read_run` gives them.
    links
        By the run's name as `names_of` gives it the address of its own page, if it has one.
    refresh
        Seconds after which the browser loads the page again; 0 for never.
    """
    across = AcrossRuns(names_of(runs))
    title = f"arcwise report: {listed(list(across.runs))}"
    return _filled(
        SEVERAL, Several(across, links or {}), title, FEW_SCRIPTS, refresh, base_assets()
    )


def _filled(
    sections: Sequence[Section],
    content: object,
    title: str,
    scripts: Sequence[str],
    refresh: int,
    before: Assets,
    data: Callable[[Any], dict[str, Any]] | None = None,
) -> str:
    """A page of the sections that have something to show of a content."""
    bodies = [(one, join(one.body(content))) for one in sections]
    shown = [(one, body) for one, body in bodies if body]
    contents = el("ul", [el("li", el("a", one.title, href=f"#{one.name}")) for one, _ in shown])
    body = join(
        [el("section", el("h2", one.title), body, id=one.name, tabindex=-1) for one, body in shown]
    )
    parts = {"contents": contents, "body": body, "refresh": refreshing(refresh)}
    own = Assets(_text("page.css"), "\n".join(map(_text, scripts)))
    assets = before.before(own)
    framed = [watch_assets()] if any(one.name == WATCHED for one, _ in shown) else []
    plain = {"comparisons": []} if data is None else data(content)  # with what the sections draw
    return fill_page(_text("page.html"), title, assets, plain, parts, framed)


def _data(content: Content) -> dict[str, Any]:
    run, board, albums = content.shown, content.board, content.albums
    goals = {problem.goal: problem.id for problem in run.problems}
    drawn = [albums.drawing(number, goal) for goal, number in islice(goals.items(), MOST_GOALS)]
    order = dict.fromkeys(label for drawing in drawn for label in labels_of(drawing))
    return {
        "blank": board.blank,
        "symbols": list(order),
        "tints": SHADES,
        "bright": sorted(BRIGHT),
        **albums.data(),
        "conditions": [one.name for one in run.measured.conditions],
        "algorithms": list(run.methods),
        "names": run.methods,
        "solutions": content.paths.data,
        "comparisons": [
            {
                "algorithm": d.configuration,
                "name": d.method,
                "points": ids(d),
                "problems": d.problems,
            }
            for d in content.points
        ],
        "graphs": content.graphs.states,
        "labels": board.labels,
    }


def _text(name: str) -> str:
    return resources.files(__package__).joinpath("assets", name).read_text(encoding="utf-8")
