"""Answers of the playground: a search, its steps, the macro learned from it, and a comparison with the macro.

Choices of the playground's form, as plain data that the site has before Python is loaded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

from ...ebl.files.macro_file import library_text
from ...ebl.library import MacroLibrary
from ...experiments.designs.compare import compare
from ...experiments.designs.learn import Learning, learn
from ...experiments.problem_set import ProblemSet
from ...experiments.progress import Tick
from ...rules.domains.table import DOMAINS
from ...rules.errors import ArcwiseError, InputError, visible
from ...rules.text.state_text import counted
from ...search.algorithms import ALGORITHMS
from ...search.heuristics.table import HEURISTICS
from ...search.loops.watcher import WATCHED
from ...search.watching import WatchedSearch, watch
from ..notebook.objects import to_html, view_html
from ..text.boards import in_html
from ..text.macros import macro_text
from ..views.comparison import comparison_view
from ..views.learning import learning_view
from ..watching.page import watch_page
from .programs import PROGRAM_ACTIONS
from .question import ARCS, MOST_CELLS, NUMBERS, PROGRAM, Question, written

Report = Callable[[str], Any]
"""Is told now and then how far an answer is."""

STEPPED = 20_000
"""Expansions of a search that is stepped through: the page replays its open list."""

WIDTH = 40
"""Columns of the boards in explanations, which a phone has too."""


def draw(question: Question, report: Report) -> dict[str, Any]:
    """A random start from which the goal can be reached."""
    start = question.sized.starts(question.goals[0], 1, question.seed)[0]
    words = f"a random start, seed {question.seed}"
    return {
        "words": words,
        "html": to_html(question.sized.problem(start, question.goals[0])),
        "start": written(start),
    }


def solve(question: Question, report: Report) -> dict[str, Any]:
    """One search, and its path as boards."""
    result = question.configuration.search(question.posed.problem, expansions(report))
    words = result.summary()
    html = to_html(result).removeprefix(f"<p>{in_html(words)}</p>")
    return {"words": words, "html": html, "solved": result.solved}


def step(question: Question, report: Report) -> dict[str, Any]:
    """A page that steps through the search; if a macro is learned, without it and with it."""
    first = _watched(question, None, report)
    searches, words = {question.algorithm: first}, first.result.summary()
    if (first.result.steps or 0) > 1 and len(question.goals) == 1:
        library = _learn(question, report).library
        if len(library):
            after = _watched(question, library, report)
            searches = {"before learning": first, "after learning": after}
            before, now = (one.result.statistics.expanded for one in (first, after))
            words = f"{before:,} expanded before learning, {now:,} after"
    report("writing the page of steps")
    title = f"{first.result.method} on {question.sized.theory.name}"
    return {"words": words, "html": "", "page": watch_page(title, searches)}


def _watched(question: Question, macros: MacroLibrary | None, report: Report) -> WatchedSearch:
    options = question.configuration
    return watch(
        question.posed.problem,
        options.specification,
        macros=macros,
        heuristic=options.heuristic,
        limits=replace(options.limits, nodes=min(options.limits.nodes or STEPPED, STEPPED)),
        report=expansions(report),
    )


def learn_and_explain(question: Question, report: Report) -> dict[str, Any]:
    """The macro of the solved path, the reason for each of its conditions, and the file that would hold it."""
    found = _learn(question, report)
    macros = list(found.library)
    if not macros:
        return {"words": "nothing was learned", "html": view_html(learning_view(found))}
    parts = [view_html(learning_view(found))]
    for macro in macros:
        explained = macro_text(macro, found.library).explained(WIDTH)
        parts += [to_html(macro), _folded("Why it is what it is", explained, opened=True)]
    parts.append(_folded("The macro file", library_text(found.library)))
    names = ", ".join(f"{one.name} of {counted(len(one.steps), 'step')}" for one in macros)
    return {"words": f"learned {names}", "html": "".join(parts), "macros": len(macros)}


def compare_with_macro(question: Question, report: Report) -> dict[str, Any]:
    """Random problems without the macro and with it, and the verdict."""
    library = _learn(question, report).library
    if not len(library):
        raise InputError(
            "nothing was learned from this problem, so that there is nothing to compare",
            remedy="a start at least two moves from the goal, or larger limits",
        )
    problems = ProblemSet.random(
        question.sized, question.goals[0], question.problems, question.seed
    )
    found = compare(
        question.sized,
        problems,
        library,
        [question.algorithm],
        configuration=question.configuration,
        progress=progress_to(report),
    )
    words = "; ".join(str(one.verdict) for one in found.comparisons)
    return {"words": words, "html": view_html(comparison_view(found)), "rows": len(found.rows)}


def _learn(question: Question, report: Report) -> Learning:
    return learn(
        question.sized,
        [question.pair],
        configuration=question.configuration,
        progress=progress_to(report),
    )


Action = Callable[[Question, Report], dict[str, Any]]

ACTIONS: Mapping[str, Action] = {
    "draw": draw,
    "solve": solve,
    "step": step,
    "learn": learn_and_explain,
    "compare": compare_with_macro,
}
"""What the playground does, by name."""


def answer(request: str, report: Report = lambda words: None) -> str:
    """The answer to a question, both as JSON.

    Parameters
    ----------
    request
        An object with ``action``, a name in `ACTIONS`, and ``question``, the values of a `Question`.
    report
        Called now and then with words on how far it is.

    Returns
    -------
    An object with ``words``, a sentence, ``html``, what is drawn, and ``start`` and ``goal`` as they were read; of steps
    also ``page``, a whole page. Where it is refused, with ``error``: what is wrong in ``problem``, and ``place``,
    ``expected``, ``found`` and ``remedy``, as far as they are known.
    """
    try:
        action, question = _asked(request)
        with question.files():
            found = {**question.states, **action(question, report)}
    except ArcwiseError as error:
        found = {"error": _error(error)}
    return json.dumps(found)


def _asked(request: str) -> tuple[Action, Question]:
    """The action of a request, and its question."""
    expected = "a JSON object with a text action and an object question"
    try:
        asked = json.loads(request)
    except (ValueError, RecursionError):
        raise InputError("not a request", expected=expected, found=f"{request[:40]!r}") from None
    name = asked.get("action") if isinstance(asked, dict) else None
    values = asked.get("question") if isinstance(asked, dict) else None
    if not isinstance(name, str) or not isinstance(values, dict):
        raise InputError("not a request", expected=expected, found=f"{request[:40]!r}")
    if name not in ACTIONS:
        raise InputError("unknown action", expected=", ".join(ACTIONS), found=name[:40])
    question = Question.of(values)
    if question.domain != PROGRAM:
        return ACTIONS[name], question
    if name not in PROGRAM_ACTIONS:
        raise InputError(
            "this is not done with a logic program",
            expected=", ".join(PROGRAM_ACTIONS),
            found=name,
        )
    return PROGRAM_ACTIONS[name], question


def _error(error: ArcwiseError) -> dict[str, str]:
    if not isinstance(error, InputError):
        return {"problem": visible(str(error))}
    parts = ("problem", "place", "expected", "found", "remedy")
    return {name: visible(str(part)) for name in parts if (part := getattr(error, name))}


def _folded(title: str, text: str, *, opened: bool = False) -> str:
    mark = " open" if opened else ""
    return (
        f"<details{mark}><summary>{in_html(title)}</summary>"
        f'<pre tabindex="0">{in_html(text)}</pre></details>'
    )


def expansions(report: Report) -> Callable[[int], None]:
    """A report function that gives the number of expansions in words."""
    return lambda expanded: report(f"{expanded:,} expanded")


def progress_to(report: Report) -> Any:
    """Progress in words: what is being done, and how much of it is."""

    @contextmanager
    def progress(total: int | None, doing: str) -> Iterator[Tick]:
        done = 0

        def tick(steps: int = 1, detail: str = "") -> None:
            nonlocal done
            done += steps
            report(f"{doing}: {done:,}" + (f" of {total:,}" if total else ""))

        report(doing)
        yield tick

    return progress


KERNEL_ONLY = ("patterns",)
"""Heuristics whose tables the kernel makes."""

EXAMPLE = """\
% Three cells: swap the first two, or turn all of them.
arc([A, B, C], [B, A, C], 1).
arc([A, B, C], [B, C, A], 1).
arc_name(1, swap).
arc_name(2, turn).
"""
"""Arcs that stand in the form at first, with a start and a goal."""

EXAMPLE_PROGRAM = """\
% Who killed whom (DeJong and Mooney 1986).
kill(A,B) :- hate(A,B), possess(A,C), weapon(C).
hate(A,A) :- depressed(A).
possess(A,C) :- buy(A,C).
weapon(Z) :- gun(Z).

depressed(john).
buy(john,gun1).
gun(gun1).
problem(kill(john,john)).
problem(kill(mary,john)).
"""
"""Logic program that stands in the form where one is chosen, with a goal."""

EXAMPLE_GOAL = "kill(john,X)"

EXAMPLE_STATES = {"start": "3 2 1", "goal": "1 2 3"}

FIRST = {"start": "4 5 3 0 1 2", "goal": "5 1 3 4 2 0"}
"""The pair of the first example of the tutorial."""


def form() -> dict[str, Any]:
    """Domains with a size, a start and a goal each; algorithms, heuristics, limits, and a first question."""
    return {
        "domains": [
            {
                "name": name,
                "sizes": domain.sizes,
                "size": domain.small_size(),
                "summary": domain.summary,
            }
            for name, domain in DOMAINS.items()
        ],
        "arcs": {"name": ARCS, "text": EXAMPLE, **EXAMPLE_STATES},
        "program": {
            "name": PROGRAM,
            "text": EXAMPLE_PROGRAM,
            "start": "",
            "goal": EXAMPLE_GOAL,
            "actions": list(PROGRAM_ACTIONS),
        },
        "algorithms": {
            name: row.summary for name, row in ALGORITHMS.items() if row.loop in WATCHED
        },
        "heuristics": [name for name in HEURISTICS if name not in KERNEL_ONLY],
        "numbers": {
            name: {"usual": usual, "most": most} for name, (usual, most) in NUMBERS.items()
        },
        "cells": MOST_CELLS,
        "actions": list(ACTIONS),
        "usual": asdict(Question()),
        "first": {**asdict(Question()), **FIRST},
    }
