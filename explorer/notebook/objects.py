"""States, rules, macros, results and comparisons as HTML, and the notebook extension that draws them.

In this file:

- Boards as pictures: inline SVG for notebooks and pages, in the colours of the text around it.
- Views as HTML, from the same parts that a terminal shows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import singledispatch
from html import escape
from typing import Any

from ...ebl.explanation import Explanation
from ...ebl.library import MacroLibrary
from ...ebl.logic import GeneralProof, LearnedRule, RuleLibrary
from ...ebl.macro import Macro
from ...experiments.designs.compare_logic import LogicComparison, is_logic_run, logic_comparisons
from ...experiments.designs.figures import Reproduced
from ...experiments.designs.learn import Learning
from ...experiments.designs.survey import Survey
from ...experiments.designs.utility.rules import RulesUtility
from ...experiments.designs.utility.utility import MacroUtility, Utility
from ...experiments.examination import Examination
from ...experiments.result_set import ResultSet
from ...experiments.row import PROPERTIES
from ...experiments.sized_domain import SizedDomain
from ...experiments.statistics.comparison import Comparison
from ...experiments.statistics.estimate import Estimate
from ...experiments.statistics.summary import Summary
from ...experiments.statistics.verdict import Verdict
from ...rules.arc import Arc
from ...rules.domain import Domain
from ...rules.logic import HornClause, read_program
from ...rules.pddl.action_schema import ActionSchema
from ...rules.pddl.planning import PlanningDomain
from ...rules.pddl.write import domain_text
from ...rules.schema import Schema
from ...rules.term import Pattern, Symbol, Var
from ...rules.text.drawing import BRIGHT, SHADES
from ...rules.text.state_text import draw_state
from ...rules.text.words import counted
from ...rules.theory import Board, Theory
from ...search.climbing.completeness import Completeness, EveryGoal, EverySize
from ...search.logic import Proof, ProofResult
from ...search.plan import Improvement
from ...search.policy.small_problems import SmallProblem
from ...search.problem import Problem
from ...search.result import Result
from ...search.state_space import Enumeration
from ...search.watching import WatchedSearch
from ..html.layout import Spot, laid_out
from ..html.markup import Markup
from ..html.proofs import clause_svg, explained_html, learned_html, proof_svg
from ..html.watched import watch_page
from ..text.boards import in_html
from ..text.macros import explain_action
from ..text.numbers import ESTIMATED, comparison_rows, estimate_texts
from ..views.comparison import comparison_view
from ..views.domain import enumeration_view, examination_view
from ..views.learning import learning_view
from ..views.logic import logic_comparison_view, rules_utility_view
from ..views.survey import reproduced_view, survey_view
from ..views.utility import macro_utility_view, tables, utility_view
from ..views.view import Heading, Lines, Part, Sentence, Table, View

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
    return f"<pre>{in_html(repr(drawn))}</pre>"


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
    head = f"<p>{in_html(theory.name)}: {counted(len(theory.arcs), 'arc')}</p>"
    return head + beside_html(drawn) + _more(len(theory.arcs) - len(drawn), "arcs")


@to_html.register
def _(domain: Domain) -> str:
    words = f"{domain.name}: {domain.summary}" if domain.summary else domain.name
    return f"<p>{in_html(words)}</p>{'' if domain.alone is None else to_html(domain.alone)}"


@to_html.register
def _(domain: PlanningDomain) -> str:
    return f"<p>{in_html(domain.name)}</p><pre>{in_html(domain_text(domain.actions))}</pre>"


@to_html.register
def _(domain: SizedDomain) -> str:
    return to_html(domain.theory)


@to_html.register
def _(watched: WatchedSearch) -> str:
    page = watch_page(watched.result.method, {watched.result.method: watched})
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" title="A search, step by step" '
        'style="width: 100%; height: 46rem; border: 0"></iframe>'
    )


@to_html.register
def _(problem: Problem) -> str:
    theory = problem.theory
    drawn = _boards((problem.start, problem.goal), ("start", "goal"), theory)
    return f"<p>{in_html(theory.name)}: {counted(len(theory.arcs), 'arc')}</p>{drawn}"


@to_html.register
def _(result: Result) -> str:
    statistics = asdict(result.statistics)
    numbers = [
        (name, f"{value:,}" if isinstance(value, int) else f"{value:.3g}")
        for name, value in statistics.items()
        if name != "elapsed"
    ]
    words = [result.summary(), *([result.note] if result.solved and result.note else [])]
    head = "".join(f"<p>{in_html(one)}</p>" for one in words)
    return head + _path(result) + table_html(("counter", "value"), numbers)


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
    return f"<p>and {count:,} more {what}</p>" if count else ""


@to_html.register
def _(explanation: Explanation) -> str:
    names = ["start", *explanation.names]
    return _boards(explanation.states, names, explanation.theory)


def _macro_on_boards(macro: Macro) -> str:
    theory = macro.explanation.theory if macro.explanation else None
    if macro.explanation is None or theory is None:
        return to_html(macro.schema)
    rule = drawn_rule_html(theory, macro.arc.before, macro.arc.after)
    learned = f" ({in_html(macro.learned_from)})" if macro.learned_from else ""
    return (
        f"{captioned_html(rule, macro.label)}<p>Learned from this path{learned}:</p>"
        f"{to_html(macro.explanation)}"
    )


def _macro_over_parameters(macro: Macro) -> str:
    return f"<pre>{in_html(explain_action(macro))}</pre>"


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
    return f"<p>{in_html(repr(library))}</p>{''.join(map(to_html, library))}"


@to_html.register
def _(comparison: Comparison) -> str:
    table = table_html(("", *ESTIMATED), comparison_rows(comparison), comparison.method)
    return f"{table}<p>{in_html(str(comparison.verdict))}</p>"


@to_html.register
def _(estimate: Estimate) -> str:
    return table_html(("", *ESTIMATED), [[PROPERTIES[estimate.name], *estimate_texts(estimate)]])


@to_html.register
def _(verdict: Verdict) -> str:
    return f"<p>{in_html(str(verdict))}</p>"


@to_html.register
def _(found: ResultSet) -> str:
    if is_logic_run(found.run):
        views = map(logic_comparison_view, logic_comparisons(found.run))
        return "".join(map(view_html, views))
    if found.run.settings.get("command") == "compare":
        return view_html(comparison_view(found))
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
    LogicComparison: logic_comparison_view,
}
"""Types that are shown as a terminal shows them."""

SUMMED = (Completeness, EveryGoal, EverySize, SmallProblem, Improvement)
"""Types of findings that are shown in a sentence."""

for summed in SUMMED:
    to_html.register(summed, lambda found: f"<p>{in_html(found.summary())}</p>")

for kind, view_of in VIEWS.items():
    to_html.register(kind, lambda found, view_of=view_of: view_html(view_of(found)))


@to_html.register
def _(found: Learning) -> str:
    macros = [*found.library][:MOST_MACROS]
    return (
        view_html(learning_view(found))
        + "".join(map(to_html, macros))
        + _more(len(found.library) - len(macros), "macros")
    )


PLAIN = read_program("", "a term")
"""A program without operators of its own, for terms whose program is not known."""


@to_html.register
def _(clause: HornClause) -> str:
    return clause_svg(clause, PLAIN)


@to_html.register
def _(proof: Proof) -> str:
    return proof_svg([proof], PLAIN)


@to_html.register
def _(result: ProofResult) -> str:
    drawn = [
        captioned_html(proof_svg(answer.proof, PLAIN), str(answer))
        if answer.proof
        else f"<p>{in_html(str(answer))}</p>"
        for answer in result.answers
    ]
    return f"<p>{in_html(result.summary())}</p>{''.join(drawn)}"


@to_html.register
def _(found: GeneralProof) -> str:
    return explained_html(found, PLAIN, drawn_beside)


@to_html.register
def _(rule: LearnedRule) -> str:
    return learned_html(rule, PLAIN, drawn_beside)


@to_html.register
def _(library: RuleLibrary) -> str:
    return "".join(learned_html(rule, library.program, drawn_beside) for rule in library)


def drawn_beside(pictures: Iterable[Markup]) -> Markup:
    """Pictures next to each other, as markup of a page's parts."""
    return Markup(beside_html(pictures))


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
        parts.append(
            f'<rect x="{left}" y="{top}" width="{width}" height="{CELL}" fill="currentColor" '
            f'fill-opacity="{0 if empty else 0.07}" stroke="currentColor" stroke-opacity="0.6"/>'
        )
        if not empty:
            style = ' font-style="italic"' if isinstance(term, Var) else ' font-weight="600"'
            parts.append(
                f'<text x="{left + width / 2:g}" y="{top + CELL / 2 + 5:g}" fill="currentColor" '
                f'text-anchor="middle"{style}>{in_html(str(term))}</text>'
            )
    across, down = columns * width + 2, rows * CELL + 2
    words = in_html(draw_state(pattern, shape, blank).replace("\n", " / "), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{words}" '
        f'width="{across}" height="{down}" viewBox="0 0 {across} {down}" '
        f'font-family="sans-serif" font-size="14">{"".join(parts)}</svg>'
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
    parts = [part for spot in layout.spots for part in _spot_svg(spot, sign, line)]
    across, down = layout.columns * sign + 2, layout.rows * line + 2
    words = in_html(drawing.text.replace("\n", " / "), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{words}" '
        f'width="{across}" height="{down}" viewBox="0 0 {across} {down}" '
        f'font-family="sans-serif" font-size="13">{"".join(parts)}</svg>'
    )


def _spot_svg(spot: Spot, sign: int, line: int) -> Iterator[str]:
    left, top, width = spot.x * sign + 1, spot.y * line + 1, spot.width * sign
    tint = spot.piece.tint
    if spot.piece.cell is not None:
        shade = SHADES[tint] if tint else "currentColor"
        opacity = "" if tint else ' fill-opacity="0.12"'
        dashes = ' stroke-dasharray="4 2"' if spot.is_signed else ""
        yield (
            f'<rect x="{left}" y="{top}" width="{width}" height="{line}" rx="2" fill="{shade}"'
            f'{opacity} stroke="currentColor" stroke-opacity="0.6"{dashes}/>'
        )
    if spot.is_said:
        style = ' font-style="italic"' if spot.piece.is_open else ""
        ink = "currentColor" if not tint else "#000" if tint in BRIGHT else "#fff"
        yield (
            f'<text x="{left + width / 2:g}" y="{top + line / 2 + 5:g}" fill="{ink}" '
            f'text-anchor="middle"{style}>{in_html(spot.label)}</text>'
        )


def rule_html(
    before: Pattern, after: Pattern, shape: tuple[int, int], blank: Symbol | None = None
) -> str:
    """A rule as two boards with an arrow between them."""
    return beside_html([board_svg(before, shape, blank), "&rarr;", board_svg(after, shape, blank)])


def drawn_rule_html(theory: Theory, before: Pattern, after: Pattern) -> str:
    """A rule as the theory's domain draws its two sides."""
    return beside_html([state_svg(theory, before), "&rarr;", state_svg(theory, after)])


def captioned_html(picture: str, caption: str) -> str:
    """A picture with words under it."""
    return (
        '<figure style="display:inline-block;margin:4px;text-align:center">'
        f"{picture}<figcaption>{in_html(caption)}</figcaption></figure>"
    )


def beside_html(pictures: Iterable[str]) -> str:
    """Pictures next to each other, going on in the next line where a line is full."""
    return (
        '<div style="display:flex;flex-wrap:wrap;align-items:center;gap:10px">'
        f"{''.join(pictures)}</div>"
    )


def table_html(
    heading: Sequence[str],
    rows: Iterable[Iterable[str]],
    caption: str = "",
    left: Collection[int] = (0,),
) -> str:
    """A table of plain texts; the columns of these numbers are aligned left and the others right."""

    def line(cells: Iterable[str], tag: str) -> str:
        return "".join(
            f'<{tag} style="text-align:{"left" if number in left else "right"}">'
            f"{in_html(cell).replace(chr(10), '<br>')}</{tag}>"
            for number, cell in enumerate(cells)
        )

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    title = f"<caption>{in_html(caption)}</caption>" if caption else ""
    return (
        f"<table>{title}<thead><tr>{line(heading, 'th')}</tr></thead><tbody>{body}</tbody></table>"
    )


def view_html(view: View) -> str:
    """All that is for people."""
    return "".join(map(_part, view.parts))


def _part(part: Part) -> str:
    match part:
        case Table():
            columns = range(len(part.columns))
            left = {*columns[: part.left], *(columns[-1:] if part.words else ())}
            cells = [list(map(str, row)) for row in part.rows]
            return table_html(part.columns, cells, part.title or "", left)
        case Sentence():
            return f"<p>{in_html(part.text)}</p>"
        case Lines():
            return f"<pre>{in_html(part.text.rstrip())}</pre>"
        case Heading():
            text = part.text.strip().removeprefix("== ")
            return f"<p>{in_html(text)}</p>" if text else ""


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
