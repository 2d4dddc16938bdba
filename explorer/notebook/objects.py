"""States, rules, macros, results and comparisons as HTML, and the notebook extension that draws them.

In this file:

- Boards as pictures: inline SVG for notebooks and pages, in the colours of the text around it.
- Views as HTML, from the same parts that a terminal shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import singledispatch
from typing import Any

from ...ebl.explanation import Explanation
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...experiments.board import BoardSource
from ...experiments.designs.figures import Reproduced
from ...experiments.designs.learn import Learning
from ...experiments.designs.survey import Survey
from ...experiments.designs.utility.rules import RulesUtility
from ...experiments.designs.utility.utility import MacroUtility, Utility
from ...experiments.examination import Examination
from ...experiments.result_set import ResultSet
from ...experiments.row import PROPERTIES
from ...experiments.statistics.comparison import Comparison
from ...experiments.statistics.estimate import Estimate
from ...experiments.statistics.summary import Summary
from ...experiments.statistics.verdict import Verdict
from ...planning.pddl.action_schema import ActionSchema
from ...planning.pddl.planning import PlanningDomain
from ...planning.pddl.write import domain_text
from ...planning.policy.small_problems import SmallProblem
from ...rules.arc import Arc
from ...rules.domain import Domain
from ...rules.registry import Registry
from ...rules.schema import Schema
from ...rules.term import Pattern, Symbol, Var
from ...rules.text.drawing import BRIGHT, SHADES
from ...rules.text.state_text import draw_state
from ...rules.text.words import counted
from ...rules.theory import Board, Theory
from ...rules.view import Part, Table, Tree, View, Viewed
from ...search.climbing.completeness import Completeness, EveryGoal
from ...search.climbing.every_size import EverySize
from ...search.plan import Improvement
from ...search.problem import Problem
from ...search.result import Result
from ...search.state_space import Enumeration
from ...search.watching import WatchedSearch
from ..html.layout import Spot, laid_out
from ..html.markup import Attribute, Markup, el, join, middle_text, sized_svg
from ..html.parts import LONGEST, part_markup, table_markup, trees_markup
from ..html.watched import watch_page
from ..text.macros import explain_action
from ..text.numbers import ESTIMATED, comparison_rows, estimate_texts
from ..views.comparison import comparison_view, verdict_parts
from ..views.domain import enumeration_view, examination_view
from ..views.learning import learning_view
from ..views.logic import rules_utility_view
from ..views.survey import reproduced_view, survey_view
from ..views.utility import macro_utility_view, tables, utility_view

MOST_ARCS = 24
"""Arcs of a theory that are drawn."""

MOST_STATES = 60
"""States of a path that are drawn."""

MOST_MACROS = 12
"""Macros that are drawn of what was learned."""


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
        captioned_html(drawn_rule_html(theory, arc.before, arc.after), arc.label)
        for arc in theory.arcs[:MOST_ARCS]
    ]
    return _heading(theory) + beside_html(drawn) + _more(len(theory.arcs) - len(drawn), "arcs")


@to_html.register
def _(domain: Domain) -> str:
    words = f"{domain.name}: {domain.summary}" if domain.summary else domain.name
    return el("p", words) + ("" if domain.alone is None else to_html(domain.alone))


@to_html.register
def _(domain: PlanningDomain) -> str:
    return el("p", domain.name) + el("pre", domain_text(domain.actions))


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
    drawn = _boards((problem.start, problem.goal), ("start", "goal"), problem.theory)
    return _heading(problem.theory) + drawn


def _heading(theory: Theory) -> Markup:
    return el("p", f"{theory.name}: {counted(len(theory.arcs), 'arc')}")


@to_html.register
def _(result: Result) -> str:
    statistics = asdict(result.statistics)
    numbers = [
        (name, f"{value:,}" if isinstance(value, int) else f"{value:.3g}")
        for name, value in statistics.items()
        if name != "elapsed"
    ]
    words = [result.summary(), *([result.note] if result.solved and result.note else [])]
    table = table_html(("counter", "value"), numbers)
    return join([el("p", one) for one in words]) + _path(result) + table


def _path(result: Result) -> str:
    theory = result.theory
    if theory is None or not result.solved:
        return ""
    names = ["start", *result.names]
    shown = result.states[:MOST_STATES]
    drawn = _boards(shown, names, theory)
    return drawn + _more(len(result.states) - len(shown), "states")


def _boards(states: Iterable[Pattern], names: Iterable[str], theory: Theory | None) -> str:
    return beside_html(
        captioned_html(state_svg(theory, state), name)
        for state, name in zip(states, names, strict=False)
    )


def _more(count: int, what: str) -> str:
    return el("p", f"and {count:,} more {what}") if count else ""


@to_html.register
def _(explanation: Explanation) -> str:
    names = ["start", *explanation.names]
    return _boards(explanation.states, names, explanation.theory)


def _macro_on_boards(macro: Macro) -> str:
    theory = macro.explanation.theory if macro.explanation else None
    if macro.explanation is None or theory is None:
        return to_html(macro.schema)
    rule = drawn_rule_html(theory, macro.arc.before, macro.arc.after)
    learned = f" ({macro.learned_from})" if macro.learned_from else ""
    words = el("p", f"Learned from this path{learned}:")
    return captioned_html(rule, macro.label) + words + to_html(macro.explanation)


def _macro_over_parameters(macro: Macro) -> str:
    return el("pre", explain_action(macro))


MACROS: Mapping[type, Callable[[Macro], str]] = {
    Schema: _macro_on_boards,
    ActionSchema: _macro_over_parameters,
}
"""How a macro is drawn, by its operator."""


@to_html.register
def _(macro: Macro) -> str:
    return MACROS[type(macro.operator)](macro)


@to_html.register
def _(library: MacroLibrary) -> str:
    return el("p", repr(library)) + "".join(map(to_html, library))


@to_html.register
def _(comparison: Comparison) -> str:
    table = table_html(("", *ESTIMATED), comparison_rows(comparison), comparison.method)
    return table + to_html(comparison.verdict)


@to_html.register
def _(estimate: Estimate) -> str:
    return table_html(("", *ESTIMATED), [[PROPERTIES[estimate.name], *estimate_texts(estimate)]])


@to_html.register
def _(table: Registry) -> str:  # type: ignore[type-arg]
    return to_html(Table((table.kind, ""), table.summaries, left=2))


@to_html.register
def _(verdict: Verdict) -> str:
    return to_html(View(verdict_parts(verdict), {}))


@to_html.register
def _(found: ResultSet) -> str:
    if found.run.settings.get("command") == "compare":
        return to_html(comparison_view(found))
    return "".join(map(to_html, found.comparisons))


VIEWS: Mapping[type, Callable[[Any], View]] = {
    Survey: survey_view,
    Utility: utility_view,
    MacroUtility: macro_utility_view,
    RulesUtility: rules_utility_view,
    Examination: examination_view,
    Enumeration: enumeration_view,
    Summary: lambda summary: View([*tables([summary])], {}),
    Reproduced: lambda row: reproduced_view([row]),
}
"""Types that are shown as a terminal shows them."""

SUMMED = (Completeness, EveryGoal, EverySize, SmallProblem, Improvement)
"""Types of findings that are shown in a sentence."""

for summed in SUMMED:
    to_html.register(summed, lambda found: el("p", found.summary()))

for kind, view_of in VIEWS.items():
    to_html.register(kind, lambda found, view_of=view_of: to_html(view_of(found)))


@to_html.register
def _(found: Learning) -> str:
    macros = [*found.library][:MOST_MACROS]
    return (
        to_html(learning_view(found))
        + "".join(map(to_html, macros))
        + _more(len(found.library) - len(macros), "macros")
    )


@to_html.register
def _(viewed: Viewed) -> str:
    return to_html(viewed.view(LONGEST))


CELL = 30
"""The height of a cell in pixels; it is as wide, or wider where symbols are long."""

SIGN, LINE = 16, 20
"""The width and height of a character of a domain's own drawing."""

LETTER = 8
"""The width of a letter in pixels."""


def board_svg(pattern: Pattern, shape: tuple[int, int], blank: Symbol | None = None) -> str:
    """A state or pattern as a board: symbols upright, variables slanted, the blank empty.

    Parameters
    ----------
    pattern
        One term a cell, row by row.
    shape
        Rows and columns.
    blank
        The symbol that is left out.
    """
    rows, columns = shape
    longest = max((len(str(term)) for term in pattern), default=1)
    width = max(CELL, LETTER * longest + 10)
    parts = []
    for cell, term in enumerate(pattern):
        left, top = cell % columns * width + 1, cell // columns * CELL + 1
        empty = term == blank
        parts.append(_box(left, top, width, CELL, fill_opacity=0 if empty else 0.07))
        if not empty:
            slanted = isinstance(term, Var)
            style = {"font_style": "italic"} if slanted else {"font_weight": "600"}
            parts.append(middle_text(str(term), left + width / 2, top + CELL / 2 + 5, **style))
    words = draw_state(pattern, shape, blank).replace("\n", " / ")
    return sized_svg(columns * width + 2, rows * CELL + 2, words, parts)


def _box(left: float, top: float, width: float, height: float, **style: Attribute) -> Markup:
    """A frame in the colour of the text around the drawing, filled with it by default."""
    look = {"fill": "currentColor", **style}
    return el(
        "rect",
        x=left,
        y=top,
        width=width,
        height=height,
        stroke="currentColor",
        stroke_opacity=0.6,
        **look,
    )


def state_svg(theory: Theory | None, state: Pattern) -> str:
    """A state as its domain draws it if the drawing names cells; else, and for patterns, a board."""
    if theory is None:
        return board_svg(state, (1, len(state)))
    drawing = theory.drawing(state)
    if drawing.is_board or not drawing.shows_cells:
        return board_svg(state, theory.shape, theory.blank)
    layout = laid_out(drawing)
    sign, line = (CELL, CELL) if layout.kind == "cells" else (SIGN, LINE)
    parts = [_spot_svg(spot, sign, line) for spot in layout.spots]
    across, down = layout.columns * sign + 2, layout.rows * line + 2
    return sized_svg(across, down, drawing.text.replace("\n", " / "), parts, size=13)


def _spot_svg(spot: Spot, sign: int, line: int) -> Iterator[Markup]:
    left, top, width = spot.x * sign + 1, spot.y * line + 1, spot.width * sign
    tint = spot.piece.tint
    if spot.piece.cell is not None:
        shade: dict[str, Attribute] = {"fill": SHADES[tint]} if tint else {"fill_opacity": 0.12}
        dashes = "4 2" if spot.is_signed else None
        yield _box(left, top, width, line, rx=2, **shade, stroke_dasharray=dashes)
    if spot.is_said:
        style = "italic" if spot.piece.is_open else None
        ink = "currentColor" if not tint else "#000" if tint in BRIGHT else "#fff"
        x, y = left + width / 2, top + line / 2 + 5
        yield middle_text(spot.label, x, y, ink=ink, font_style=style)


def rule_html(
    before: Pattern, after: Pattern, shape: tuple[int, int], blank: Symbol | None = None
) -> str:
    """A rule as two boards with an arrow between them."""
    return beside_html([board_svg(before, shape, blank), "\u2192", board_svg(after, shape, blank)])


def drawn_rule_html(theory: Theory, before: Pattern, after: Pattern) -> str:
    """A rule as the theory's domain draws its two sides."""
    return beside_html([state_svg(theory, before), "\u2192", state_svg(theory, after)])


def captioned_html(picture: str, caption: str) -> Markup:
    """A picture, which is markup, with words under it."""
    style = "display:inline-block;margin:4px;text-align:center"
    return el("figure", Markup(picture), el("figcaption", caption), style=style)


def beside_html(pictures: Iterable[str]) -> Markup:
    """Pictures, which are markup, next to each other, going on in the next line where a line is full."""
    style = "display:flex;flex-wrap:wrap;align-items:center;gap:10px"
    return el("div", map(Markup, pictures), style=style)


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
    return join(map(_part, view.parts))


def _part(part: Part) -> Markup:
    """A part of a view, whose look does not rest on the style of a page."""
    match part:
        case Table():
            return Markup(to_html(part))
        case Tree():
            return beside_html(trees_markup(part))
        case _:
            return part_markup(part)


def register(ipython: Any = None) -> None:
    """Let IPython show as HTML what `to_html` draws.

    Parameters
    ----------
    ipython
        The shell; None for the one that runs. Outside IPython nothing happens.
    """
    if ipython is None:
        try:
            from IPython import get_ipython
        except ImportError:
            return
        ipython = get_ipython()
    if ipython is None:
        return
    formatter = ipython.display_formatter.formatters["text/html"]
    for kind in to_html.registry:
        if kind is not object:
            formatter.for_type(kind, to_html)


def load_ipython_extension(ipython: Any) -> None:
    """Entry point of ``%load_ext arcwise.explorer.notebook``."""
    register(ipython)
