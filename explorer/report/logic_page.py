"""The page of a run whose problems are goals of a logic program: conditions side by side, and proofs beside generalized proofs."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from ...ebl.logic.rule_library import RuleLibrary
from ...experiments.designs.compare_logic import (
    LEARNED,
    LogicComparison,
    logic_comparisons,
    program_of_run,
    rules_of_run,
)
from ...experiments.row import Row
from ...experiments.store import Run
from ...rules.errors import InputError, on_one_line
from ...rules.logic.clause_text import clause_text, term_text
from ...rules.logic.program import LogicProgram
from ...rules.text.state_text import counted
from ..html.markup import Child, HtmlTable, Markup, el, join
from ..html.one_page import Assets, base_assets, fill_page, refreshing
from ..html.proofs import learned_html
from ..views.logic import CONDITIONS, condition_rows, logic_sentence
from . import assets
from .headline import missing
from .sections.reproducing import command

SCRIPTS = ("page.js", "tables.js", "downloads.js")

MOST_GOALS = 200
"""Goals that are listed one by one."""

MOST_TREES = 12
"""Rules of a learner whose proofs are drawn."""


def logic_page(run: Run, *, refresh: int = 0) -> str:
    """A run of ``arcwise compare PROGRAM`` as an HTML page that needs nothing else.

    Parameters
    ----------
    run
        What `read_run` gives.
    refresh
        After so many seconds the browser loads the page again; 0 for never.

    Raises
    ------
    InputError
        A run whose program cannot be read.
    """
    program = program_of_run(run)
    found = logic_comparisons(run, program)
    sections: list[tuple[str, str, Child]] = [
        ("verdicts", "Does learning pay?", [_verdicts(run, one) for one in found]),
        ("goals", "Every goal", [_goals(one) for one in found]),
        ("rules", "What was learned, and why", _rules(run, program)),
        ("again", "Run it again", el("pre", command(run))),
    ]
    body = join(
        [
            el("section", el("h2", title), part, id=name, tabindex=-1)
            for name, title, part in sections
        ]
    )
    contents = el("ul", [el("li", el("a", title, href=f"#{name}")) for name, title, _ in sections])
    script = "\n".join(_text(name) for name in SCRIPTS)
    name = on_one_line(str(run.settings.get("theory_name") or "logic program"))
    parts = {"contents": contents, "body": body, "refresh": refreshing(refresh)}
    return fill_page(
        _text("page.html"),
        f"arcwise compare: {name}",
        base_assets().before(Assets(_text("page.css"), script)),
        {"comparisons": []},
        parts,
    )


def _verdicts(run: Run, found: LogicComparison) -> list[Child]:
    parts: list[Child] = [el("p", logic_sentence(found), class_="headline")]
    if not found.finished:
        left = counted(missing(run), "search", "searches")
        parts.append(el("p", f"{left} of this run are missing.", class_="note"))
    items = []
    for one in found.comparisons:
        verdict = found.verdict(one)
        items.append(
            el(
                "li",
                el("span", verdict.word, class_=f"badge {verdict.word.replace(' ', '-')}"),
                el("strong", one.group),
                el("span", verdict.evidence, class_="evidence"),
            )
        )
    parts.append(el("ul", items, class_="verdicts"))
    title = f"{counted(len(found.problems), 'goal')}, {found.algorithm}"
    parts.append(HtmlTable(title, CONDITIONS, condition_rows(found)).markup())
    return parts


def _goals(found: LogicComparison) -> Markup:
    operators = found.program.operators
    names = [one.name for one in found.conditions]
    rows = {(row.condition, row.problem): row for one in found.conditions for row in one.rows}
    lines = []
    for number, goal in enumerate(found.problems[:MOST_GOALS], start=1):
        cells = [_outcome(rows.get((name, number))) for name in names]
        lines.append([term_text(goal, operators), *cells])
    title = f"inferences of each goal, {found.algorithm}"
    return HtmlTable(title, ["goal", *names], lines).markup()


def _outcome(row: Row | None) -> str:
    """Inferences of a search, and how it ended unless with a proof."""
    if row is None:
        return "-"
    work = f"{row.operator_applications or 0:,}"
    if row.stopped:
        return f"{work}, stopped"
    return work if row.solved else f"{work}, no"


def _rules(run: Run, program: LogicProgram) -> list[Child]:
    try:
        libraries: Sequence[RuleLibrary] = rules_of_run(run, program)
    except InputError as error:
        return [el("p", f"The rules cannot be learned again: {error}", class_="note")]
    parts: list[Child] = []
    for condition in run.conditions:
        rows = [row for row in run.searches if row.condition == condition.name]
        facts = [row.note.removeprefix(LEARNED) for row in rows if row.note.startswith(LEARNED)]
        if facts:
            parts.append(el("h3", f"{condition.name}: {counted(len(facts), 'fact')}, in order"))
            parts.append(el("pre", "\n".join(facts)))
    for library in libraries:
        parts.append(el("h3", f"{library.learner}: {counted(len(library), 'rule')}"))
        drawn = [one for one in library if one.explanation is not None][:MOST_TREES]
        if library.learner in ("examples", "lemmas"):
            parts += [learned_html(one, program) for one in drawn]
        rest = [
            one
            for one in library
            if one not in drawn or library.learner not in ("examples", "lemmas")
        ]
        texts = [clause_text(one.clause, program.operators) for one in rest]
        if texts:
            parts.append(el("pre", "\n".join(texts)))
    return parts


def _text(name: str) -> str:
    return resources.files(assets).joinpath(name).read_text(encoding="utf-8")
