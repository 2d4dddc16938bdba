"""States, rules, macros, results and comparisons as HTML, and the notebook extension that draws them.

In this file:

- Views as HTML, from the same parts that a terminal shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import cache, singledispatch
from typing import Any

from ...ebl.explanation import Explanation
from ...ebl.library import MacroLibrary
from ...experiments.board import BoardSource
from ...experiments.designs.learn import Learning
from ...rules.arc import Arc
from ...rules.domain import Domain
from ...rules.registry import Registry
from ...rules.schema import Schema
from ...rules.text.words import counted
from ...rules.theory import Board, Theory
from ...rules.view import Boards, Part, Picture, Sentence, Table, Tree, View, Viewed
from ...search.problem import Problem
from ...search.result import Result
from ...search.watching import WatchedSearch
from ..html.boards import beside_html, captioned_html, rule_html, state_svg
from ..html.markup import Markup, asset, el, folded, join
from ..html.parts import LONGEST, part_markup, table_markup, trees_markup
from ..html.pictures import picture_markup
from ..html.watched import watch_page

MOST_ARCS = 24
"""Arcs of a theory that are drawn."""

MOST_MACROS = 12
"""Macros that are drawn of what was learned."""


COUNTED = {
    "peak_memory": "peak memory (bytes)",
    "trapped": "dead ends left out",
    "preparation": "preparation (s)",
}
"""Names of counters whose own names do not say what is counted, or in what."""


@singledispatch
def to_html(drawn: object) -> str:
    """An object as HTML; another kind of object is drawn by ``to_html.register``.

    Parameters
    ----------
    drawn
        A state that knows its theory, an arc, a schema, a theory, a domain, a problem, a macro, a library, an
        explanation, a result, or what an experiment found; anything else is its ``repr``.
    """
    return el("pre", repr(drawn))


@to_html.register
def _(board: Board) -> str:
    return state_svg(board.theory, board)


@to_html.register
def _(arc: Arc) -> str:
    # An arc does not know how its cells lie on a board; theories and macros do.
    return captioned_html(rule_html(arc.before, arc.after, (1, len(arc.before))), arc.label)


@to_html.register
def _(schema: Schema) -> str:
    rule = rule_html(schema.arc.before, schema.arc.after, schema.window)
    return captioned_html(rule, schema.arc.label)


@to_html.register
def _(theory: Theory) -> str:
    drawn = [
        captioned_html(part_markup(Boards(theory, (arc.before, arc.after))), arc.label)
        for arc in theory.arcs[:MOST_ARCS]
    ]
    return _heading(theory) + beside_html(drawn) + _more(len(theory.arcs) - len(drawn), "arcs")


@to_html.register
def _(domain: Domain) -> str:
    words = f"{domain.name}: {domain.summary}" if domain.summary else domain.name
    return el("p", words) + ("" if domain.alone is None else to_html(domain.alone))


@to_html.register
def _(domain: BoardSource) -> str:
    return to_html(domain.theory)


@to_html.register
def _(watched: WatchedSearch) -> str:
    page = watch_page(watched.result.method, {watched.result.method: watched})
    return el(
        "iframe",
        srcdoc=page,
        sandbox="allow-scripts",
        title="A search, step by step",
        style="width: 100%; height: 46rem; border: 0",
    )


@to_html.register
def _(problem: Problem) -> str:
    drawn = Boards(problem.theory, (problem.start, problem.goal), ("start", "goal"))
    return _heading(problem.theory) + part_markup(drawn)


def _heading(theory: Theory) -> Markup:
    return el("p", f"{theory.name}: {counted(len(theory.arcs), 'arc')}")


@to_html.register
def _(result: Result) -> str:
    statistics = asdict(result.statistics)
    numbers = [
        (
            COUNTED.get(name, name.replace("_", " ")),
            f"{value:,}" if isinstance(value, int) else f"{value:.3g}",
        )
        for name, value in statistics.items()
        if name != "elapsed"
    ]
    words = [result.summary(), *([result.note] if result.solved and result.note else [])]
    path = [_path(result)] if result.theory is not None and result.solved else []
    table = Table(("counter", "value"), numbers)
    return to_html(View([*map(Sentence, words), *path, table], {}))


def _path(found: Result | Explanation) -> Boards:
    return Boards(found.theory, found.states, ("start", *found.names))


def _more(count: int, what: str) -> str:
    return el("p", f"and {count:,} more {what}") if count else ""


@to_html.register
def _(explanation: Explanation) -> str:
    return join(part_markup(_path(explanation)))


@to_html.register
def _(library: MacroLibrary) -> str:
    return el("p", repr(library)) + to_html(library.view(LONGEST))


@to_html.register
def _(table: Registry) -> str:  # type: ignore[type-arg]
    return to_html(Table((table.kind, ""), table.summaries, left=2))


@to_html.register
def _(found: Learning) -> str:
    macros = [*found.library][:MOST_MACROS]
    return (
        to_html(found.view())
        + "".join(map(to_html, macros))
        + _more(len(found.library) - len(macros), "macros")
    )


@to_html.register
def _(viewed: Viewed) -> str:
    return to_html(viewed.view(LONGEST))


def table_html(
    heading: Sequence[str], rows: Iterable[Iterable[str]], caption: str | None = None
) -> str:
    """A table of plain texts; the first column is aligned left and the others right."""
    return to_html(Table(heading, [list(row) for row in rows], caption))


@to_html.register
def _(table: Table) -> str:
    left, right = ({"style": f"text-align:{side}"} for side in ("left", "right"))
    return table_markup(table, left, right)


@to_html.register
def _(view: View) -> str:
    if not (view.brief and view.more):
        return join(map(_part, view.parts))
    title = f"{view.more[0].upper()}{view.more[1:]}"
    return join([*map(_part, view.brief), folded(title, *map(_part, view.parts))])


def _part(part: Part) -> Markup:
    """A part of a view, whose look does not rest on the style of a page."""
    match part:
        case Table():
            return Markup(to_html(part))
        case Tree():
            return beside_html(trees_markup(part))
        case Picture():
            return el("div", el("style", _chart_style()), picture_markup(part), class_="arcwise")
        case _:
            return part_markup(part)


@cache
def _chart_style() -> Markup:
    """The style of pictures, for them alone, with the text colour of the notebook."""
    colours, _, _ = asset("colours.css").partition(":root:is")
    own = (
        "--text: currentcolor; --quiet: currentcolor; --raised: transparent;"
        "--rule: color-mix(in srgb, currentcolor 25%, transparent); figure { margin: .5rem 0; } figcaption span { display: block; } .legend i { box-sizing: border-box; }"
    )
    nested = colours.replace(":root", "&").replace("color-scheme: light dark;", "")
    return Markup(f".arcwise {{ {nested} {own} {asset('charts.css')} }}")


def register(ipython: Any = None) -> None:
    """Let IPython show as HTML what `to_html` draws.

    Parameters
    ----------
    ipython
        The shell; None for the one that runs. Outside IPython, and while a grader hides what is shown, nothing happens.
    """
    if ipython is None:
        try:
            from IPython import get_ipython
        except ImportError:
            return
        ipython = get_ipython()
    if ipython is None:
        return
    formatter = ipython.display_formatter.formatters.get("text/html")
    if formatter is None:
        return
    for kind in to_html.registry:
        if kind is not object:
            formatter.for_type(kind, to_html)


def load_ipython_extension(ipython: Any) -> None:
    """Entry point of ``%load_ext arcwise.explorer.notebook``."""
    register(ipython)
