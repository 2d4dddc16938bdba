"""The page: one HTML file with everything in it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import metadata, resources
from typing import Any

from ...experiments.store import Run
from .data.duels import PAIRS, Board, Duel, algorithms, board_of, duels, measured
from .data.graph import MOST_NODES
from .data.paths import Paths, gather
from .html.markup import Child, Markup, el, join
from .html.words import counted
from .pictures.charts import bars, cumulative, lengths
from .pictures.conditions import arms_section
from .pictures.graph_picture import Graphs, graphs
from .pictures.scatter import ids, scatters
from .sections.again import again, glossary
from .sections.answer import answer, outcomes
from .sections.lessons import lesson_section
from .sections.lines import lines_markup, problem_lines, search_lines, state_text
from .sections.macros import macro_section

SCRIPTS = (
    *("page.js", "tables.js", "boards.js", "points.js"),
    *("walk.js", "side.js", "viewer.js"),
)

MOST_GRAPHS = 3


@dataclass(frozen=True)
class Section:
    """A part of the page.

    Parameters
    ----------
    name
        What its address ends with.
    title
        Its heading, and its line in the table of contents.
    body
        What is in it.
    """

    name: str
    title: str
    body: Child


def report_page(run: Run, *, most_graphs: int = MOST_GRAPHS, most_nodes: int = MOST_NODES) -> str:
    """A run as an HTML page that needs nothing else.

    Parameters
    ----------
    run
        What `read_run` gives.
    most_graphs
        How many problems to draw the state space of.
    most_nodes
        How many states to draw of each.
    """
    found = duels(run)
    board = board_of(run)
    drawn = graphs(run, found, board.theory, most_graphs, most_nodes)
    paths = gather(run, board.theory)
    sections = _sections(run, found, board, drawn, paths, most_nodes)
    what = run.settings.get("command") or "run"
    title = f"arcwise {what}: {board.name}"
    contents = el("ul", [el("li", el("a", one.title, href=f"#{one.name}")) for one in sections])
    body = join(
        [el("section", el("h2", one.title), one.body, id=one.name, tabindex=-1) for one in sections]
    )
    css = _text("page.css")
    script = "\n".join(_text(name) for name in SCRIPTS)
    script = f'"use strict";\n(() => {{\n{script}\n}})();\n'
    policy = (
        f"default-src 'none'; style-src '{_hash(css)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {
        "policy": policy,
        "title": join(title),
        "css": css,
        "contents": contents,
        "body": body,
        "data": _json(_data(run, found, board, drawn, paths)),
        "script": script,
    }
    return re.sub(r"\[\[(\w+)\]\]", lambda found: parts[found[1]], _text("page.html"))


def _sections(
    run: Run,
    found: Sequence[Duel],
    board: Board,
    drawn: Graphs,
    paths: Paths,
    most_nodes: int,
) -> list[Section]:
    sections = [Section("answer", "What came out", answer(run, found, board))]
    if found:
        sections.append(Section("algorithms", "Before and after", _duels(found)))
    elif len(measured(run).arms) > 1 and run.searches:
        sections.append(Section("arms", "What more macros do", arms_section(measured(run))))
    if any(path != 0 for path in paths.data["paths"]) or paths.left_out:
        sections.append(Section("solutions", "Solutions", _solutions(paths, board)))
    if run.lessons:
        sections.append(Section("lessons", "Lessons", lesson_section(run)))
    if (macros := macro_section(run)) is not None:
        sections.append(Section("macros", "Macros", macros))
    if drawn.pictures:
        sections.append(Section("space", "Near the solutions", _space(found, drawn, most_nodes)))
    if run.searches:
        sections.append(Section("searches", "All searches", _searches(run, board)))
    sections.append(Section("again", "Run it again", again(run, metadata.version("arcwise"))))
    sections.append(Section("words", "What the words mean", glossary()))
    return sections


def _duels(found: Sequence[Duel]) -> list[Child]:
    """What was asked for lies open, the random pairs beyond are to be opened."""
    articles = [(duel, _duel(number, duel)) for number, duel in enumerate(found)]
    beyond = [article for duel, article in articles if duel.group == PAIRS]
    parts: list[Child] = [article for duel, article in articles if duel.group != PAIRS]
    if beyond:
        parts.append(
            el("details", el("summary", "The same for the random pairs"), beyond, class_="numbers")
        )
    return parts


def _duel(number: int, duel: Duel) -> Markup:
    pictures = scatters(duel)
    choice = el(
        "p",
        el(
            "label",
            "Measure ",
            el(
                "select",
                [
                    el("option", picture.title.split(": ")[1], value=picture.name)
                    for picture in pictures
                ],
                class_="measure",
            ),
        ),
        class_="choose needs-script",
    )
    title = duel.algorithm + (f": {duel.group}" if duel.group else "")
    return el(
        "article",
        el("h3", title),
        el(
            "div",
            bars(duel).markup() if any(p.both_solved for p in duel.comparison.pairs) else None,
            el("div", choice, [picture.markup() for picture in pictures], class_="scatters"),
            el("div", cumulative(duel).markup(), lengths(duel).markup(), class_="stack"),
            class_="figures three",
        ),
        el("div", class_="pairs needs-script"),
        class_="duel",
        data_duel=number,
    )


def _solutions(paths: Paths, board: Board) -> list[Child]:
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


def _space(found: Sequence[Duel], drawn: Graphs, most: int) -> list[Child]:
    total = len({(d.algorithm, n) for d in found for n in d.problems})
    shown = len(drawn.pictures)
    return [
        el(
            "p",
            f"Shown {'is' if shown == 1 else 'are'} {shown} of {total:,} pairs of searches, those where learning saved most "
            f"and cost most first. A picture holds both solutions and states around them, {most:,} in all at most: as many "
            "as a person can tell apart. The goal is at the right, and every column is a move farther from it. ",
            el("code", "arcwise report --problem-graphs"),
            " draws more problems, ",
            el("code", "--graph-nodes"),
            " more states.",
        ),
        el("div", [picture.markup() for picture in drawn.pictures], class_="column"),
    ]


def _searches(run: Run, board: Board) -> list[Child]:
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


def _data(
    run: Run, found: Sequence[Duel], board: Board, drawn: Graphs, paths: Paths
) -> dict[str, Any]:
    goals = dict.fromkeys(state_text(problem.goal) for problem in run.problems)
    order = dict.fromkeys(symbol for goal in goals for symbol in goal.split(" "))
    return {
        "columns": board.columns,
        "blank": board.blank,
        "symbols": list(order),
        "arms": [arm.name for arm in run.arms],
        "algorithms": algorithms(run),
        "solutions": paths.data,
        "duels": [
            {"algorithm": d.algorithm, "points": ids(d), "problems": d.problems} for d in found
        ],
        "graphs": drawn.states,
    }


def _json(value: Any) -> str:
    """JSON that cannot end the element that it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _text(name: str) -> str:
    return resources.files(__package__).joinpath("assets", name).read_text(encoding="utf-8")
