"""Answers of the playground: boards, what is learned, searches without macros and with them, their steps, a comparison.

Choices of the playground, as plain data that the page has before Python is loaded.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from ...experiments.board import BoardSource
from ...experiments.statistics.verdict import TOO_FEW
from ...experiments.store.rows import SolutionMoves, solution_moves
from ...rules.domains.domain_table import DOMAINS
from ...rules.errors import ArcwiseError, InputError, visible
from ...rules.later import Later
from ...rules.term import Pattern, State, ground
from ...rules.text.drawing import BRIGHT, SHADES
from ...rules.text.words import counted
from ...rules.theory import Theory
from ...rules.trust import TRUST
from ...search.algorithms import ALGORITHMS
from ...search.heuristics.heuristic_table import HEURISTICS
from ...search.loops.expansion import WATCHED
from ...search.result import Result
from ..html.layout import labels_of, state_text
from ..html.markup import el, in_html, join
from ..report.paths import Albums, played
from .request import (
    ARCS,
    NUMBERS,
    PROGRAM,
    PROVING,
    SHELF,
    Report,
    Request,
    expansions,
    progress_to,
)

if TYPE_CHECKING:
    from ...ebl.library import MacroLibrary
    from ...ebl.macro import Macro
    from ...experiments.designs.learn import Learning
    from ...search.watching import WatchedSearch

STEPPED = 20_000
"""Expansions of a search that is stepped through: the page replays its open list."""


def board(question: Request, report: Report) -> dict[str, Any]:
    """Both problems on a board to move on; an empty start is a random one from which the goal can be reached."""
    start, goal = question.begin, question.goals[0]
    return {
        "words": "" if question.start.strip() else f"a random start, seed {question.seed}",
        "board": board_data(question.sized, start, goal, question.training),
    }


def solve(question: Request, report: Report) -> dict[str, Any]:
    """The test problem searched without macros and with those of the shelf, and both solutions."""
    drawn = Drawn(question.sized)
    theory = question.sized.theory
    problem, options = question.posed.problem, question.configuration
    before = options.search(problem, expansions(report))
    question.posed.check_read(before)
    sides = [search_data(BEFORE, before, theory, drawn)]
    words = f"without macros: {before.summary()}"
    if question.chosen is not None:
        after = options.search(problem, expansions(report), macros=question.chosen)
        sides.append(search_data(AFTER, after, theory, drawn))
        words = _in_states(before, after)
    return {
        "words": words,
        "sides": sides,
        "solved": before.solved,
        **drawn.data(question.goals[0]),
    }


BEFORE, AFTER = "without macros", "with macros"
"""Names of the two searches of a problem."""


def _in_states(before: Result, after: Result) -> str:
    """Sentence on two searches of one problem: states of both solutions, and expansions."""
    work = f"{before.statistics.expanded:,} expanded without macros, {after.statistics.expanded:,} with"
    if not (before.solved and after.solved):
        more = "; Search has the limits" if before.limit or after.limit else ""
        return f"{BEFORE}: {_end(before)}; {AFTER}: {_end(after)}; {work}{more}"
    if len(before.states) == len(after.states):
        return f"{len(before.states)} states without macros and with; {work}"
    return f"{len(before.states)} states become {len(after.states)}; {work}"


def _end(result: Result) -> str:
    """How a search ended, in short."""
    if result.solved:
        return counted(len(result.states), "state")
    return f"{result.status.value} by {result.limit}" if result.limit else result.status.value


def step(question: Request, report: Report) -> dict[str, Any]:
    """A page that steps through the search of the test problem, without macros and with those of the shelf."""
    from ..html.watched import watch_page

    first = _watched(question, None, report)
    question.posed.check_read(first.result)
    searches, words = {BEFORE: first}, first.result.summary()
    if question.chosen is not None and len(question.goals) == 1:
        after = _watched(question, question.chosen, report)
        searches[AFTER] = after
        words = _in_states(first.result, after.result)
    report("writing the page of steps")
    title = f"{first.result.method} on {question.sized.theory.name}"
    return {"words": words, "page": watch_page(title, searches)}


def _watched(question: Request, macros: MacroLibrary | None, report: Report) -> WatchedSearch:
    options = question.configuration
    options = options.with_nodes(min(options.limits.nodes or STEPPED, STEPPED))
    return options.watch(question.posed.problem, expansions(report), macros)


def learn_from_training(question: Request, report: Report) -> dict[str, Any]:
    """The shelf with the macro of the training problem's path; each macro as a picture with its reasons."""
    from ..notebook.objects import to_html

    known = () if question.library is None else tuple(one.name for one in question.library)
    found = _learn(question, report)
    new = [macro for macro in found.library if macro.name not in known]
    words = ", ".join(f"learned {one.name} of {counted(len(one.steps), 'step')}" for one in new)
    if not new:
        words = "nothing new was learned"
    return {
        "words": words,
        "html": to_html(found.view()),
        "new": [one.name for one in new],
        **shelf(question, found.library),
    }


def show_shelf(question: Request, report: Report) -> dict[str, Any]:
    """The macros on the shelf, as a link brings them."""
    library = question.library
    if library is None:
        return {"words": "the shelf is empty", "macros": [], "shelf": ""}
    return {"words": library.counted(library), **shelf(question, library)}


def shelf(question: Request, library: MacroLibrary) -> dict[str, Any]:
    """The macros of a library as pictures, and the file that holds them."""
    from ...ebl.files.macro_file import library_text

    drawn = Drawn(question.sized)
    return {
        "macros": list(shelf_data(library, question.off.split(), drawn)),
        "shelf": library_text(library) if len(library) else "",
        "file": in_html(library_text(library)),
        **drawn.data(question.goals[0]),
    }


def compare_on_random(question: Request, report: Report) -> dict[str, Any]:
    """Compare random problems without macros and with those of the shelf."""
    from ...experiments.designs.compare import compare
    from ...experiments.problem_set import ProblemSet
    from ..notebook.objects import to_html
    from ..views.pictures import bars, work_picture

    library = question.chosen
    if library is None:
        raise InputError(
            "no macro on the shelf is switched on, so that there is nothing to compare",
            remedy="learn from the training problem first",
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
    (comparison,) = found.comparisons
    verdict = comparison.verdict
    most = NUMBERS["problems"][1]
    more = verdict.word == TOO_FEW and question.problems < most
    return {
        "words": verdict.headline,
        "verdict": verdict.label,
        "reasons": list(verdict.reasons),
        "advice": f"Ask for more random problems under Search, up to {most}." if more else "",
        "work": join(replace(work_picture(found.comparisons), table=None)),
        "picture": join(replace(bars(comparison), table=None)),
        "html": to_html(found),
        "rows": len(found.rows),
    }


def _learn(question: Request, report: Report) -> Learning:
    from ...experiments.designs.learn import Learning, learn

    found = learn(
        question.sized,
        [question.pair],
        macros=SHELF if question.shelf.strip() else None,
        configuration=question.configuration,
        progress=progress_to(report),
    )
    assert isinstance(found, Learning)  # the page's arcs are facts
    return found


SMALLER = "a smaller problem, or arcwise itself"
"""Remedies where a browser has too little for a question."""

WITH_SWI = "or arcwise on your computer: with --trust SWI-Prolog runs the program"
"""Remedy in the place of an option that the page does not have."""

Action = Callable[[Request, Report], dict[str, Any]]

ACTIONS: Mapping[str, Action] = {
    "board": board,
    "learn": learn_from_training,
    "shelf": show_shelf,
    "solve": solve,
    "step": step,
    "compare": compare_on_random,
}
"""Actions of the playground by name."""

PROGRAM_ACTIONS: Mapping[str, Action] = {
    "learn": Later("logic.playground", "learn_rule"),
    "shelf": Later("logic.playground", "show_rules"),
    "solve": Later("logic.playground", "prove_goal"),
    "compare": Later("logic.playground", "compare_rules"),
}
"""Actions of the playground with a logic program by name."""


def answer(request: str, report: Report = lambda words: None) -> str:
    """The answer to a question, both as JSON.

    Parameters
    ----------
    request
        An object with ``action``, a name in `ACTIONS`, and ``question``, the values of a `Request`.
    report
        Called now and then with words on how far it is.

    Returns
    -------
    An object with ``words``, a sentence, ``warnings`` of arcs of one's own, and the two problems as they were read. ``html`` is what is drawn already,
    ``page`` a whole page, ``board``, ``macros`` and ``sides`` are drawn by the page, with ``albums``. Where a question is
    refused, with ``error``: what is wrong in ``problem``, and ``place``, ``expected``, ``found`` and ``remedy``, as far as
    they are known.
    """
    try:
        action, question = _asked(request)
        with question.files():
            found = {**question.states, **action(question, report)}
            if question.domain == ARCS:
                found["warnings"] = list(question.sized.odd_arcs)
    except ArcwiseError as error:
        found = {"error": _error(error)}
    except RecursionError:
        found = {"error": {"problem": "this nests deeper than Python goes", "remedy": SMALLER}}
    except (MemoryError, OverflowError):
        found = {"error": {"problem": "this needs more memory than there is", "remedy": SMALLER}}
    return json.dumps(found)


def _asked(request: str) -> tuple[Action, Request]:
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
    question = Request.of(values)
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
    found = {name: visible(str(part)) for name in parts if (part := getattr(error, name))}
    if "remedy" in found:
        found["remedy"] = found["remedy"].replace(TRUST, WITH_SWI)
    return found


KERNEL_ONLY = ("patterns",)
"""Heuristics whose tables the kernel makes."""

FIRST = {
    "training_start": "4 5 3 0 1 2",
    "training_goal": "5 1 3 4 2 0",
    "start": "4 5 3 0 1 2",
    "goal": "1 2 3 4 5 0",
}
"""The two pairs of the course (Markov, Russell and Neller 2005)."""


def form() -> dict[str, Any]:
    """Domains with a size each, algorithms, heuristics, limits, and a first question."""
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
        "arcs": ARCS,
        "program": PROGRAM,
        "algorithms": {
            name: row.summary for name, row in ALGORITHMS.items() if row.loop in WATCHED
        },
        "proving": PROVING,
        "blind": [name for name, row in ALGORITHMS.items() if not row.takes("heuristic")],
        "heuristics": [name for name in HEURISTICS if name not in KERNEL_ONLY],
        "numbers": {
            name: {"usual": usual, "most": most} for name, (usual, most) in NUMBERS.items()
        },
        "actions": list(ACTIONS),
        "program_actions": list(PROGRAM_ACTIONS),
        "usual": asdict(Request()),
        "first": {**asdict(Request()), **FIRST},
        "tints": SHADES,
        "bright": sorted(BRIGHT),
    }


MOST_ARCS = 1_000
"""Arcs that the page applies by itself."""

MOST_STATES = 400
"""States that are drawn ahead around a start, so that the page shows a move at once."""

WIDTH = 40
"""Columns of the boards in explanations, which a phone has too."""

ONLY = 0
"""The number of the one problem whose states an answer draws."""


class Drawn:
    """The states of one answer, as `drawing.js` draws them.

    Parameters
    ----------
    sized
        The domain.
    """

    def __init__(self, sized: BoardSource) -> None:
        self._theory = sized.theory
        self._albums = Albums(None if self._theory.blank is None else str(self._theory.blank))
        meanings = sized.domain.meanings(self._theory.shape)
        self._albums.begin(ONLY, self._theory, self._theory.shape, meanings)

    def add(self, states: Iterable[State]) -> None:
        """Take states in."""
        self._albums.add(ONLY, states)

    def state(self, pattern: Pattern) -> dict[str, Any]:
        """A state or pattern as the page names it, with the number of its album."""
        state = ground(pattern)
        if state is not None:
            self.add([state])
            return {"cells": state_text(state), "album": ONLY}
        album = self._albums.window(self._theory, pattern)
        return {"cells": state_text(pattern), "album": album}

    def played(self, path: SolutionMoves) -> dict[str, Any]:
        """A path as the page plays it, as the report does."""
        self.add(path.states)
        return played(path)

    def window(self, board: Theory, pattern: Pattern) -> dict[str, Any]:
        """One side of a macro's rule."""
        return {"cells": state_text(pattern), "album": self._albums.window(board, pattern)}

    def data(self, goal: Pattern) -> dict[str, Any]:
        """The albums; symbols are coloured in the order of a goal."""
        symbols = labels_of(self._theory.drawing(goal))
        return {"albums": self._albums.data()["albums"], "symbols": list(dict.fromkeys(symbols))}


def board_data(
    sized: BoardSource, start: State, goal: Pattern, others: Sequence[Pattern] = ()
) -> dict[str, Any]:
    """A board to move on: the states around a start, and the arcs between them.

    Parameters
    ----------
    sized
        The domain.
    start, goal
        The states that are shown first.
    others
        States and goals that are shown beside them.
    """
    drawn = Drawn(sized)
    theory = sized.theory
    begun = (start, *filter(None, map(ground, (goal, *others))))
    # A board of symbols looks alike in every state: nothing has to be drawn ahead.
    states, whole = (begun, True) if theory.drawing(start).is_board else _around(theory, begun)
    drawn.add(states)
    shown = [drawn.state(pattern) for pattern in (start, goal, *others)]
    arcs = theory.arcs if len(theory.arcs) <= MOST_ARCS else ()
    data = drawn.data(goal)
    whole = whole or not any(album["own"] for album in data["albums"] if album)
    return {
        **data,
        "shown": shown,
        "known": None if whole else [state_text(state) for state in states],
        "arcs": [[arc.name, state_text(arc.before), state_text(arc.after)] for arc in arcs],
    }


def _around(theory: Theory, starts: Iterable[State]) -> tuple[Sequence[State], bool]:
    """The states nearest to some, and whether no other can be reached."""
    seen = dict.fromkeys(starts)
    waiting = deque(seen)
    while waiting:
        state = waiting.popleft()
        for _, successor in theory.successors(state):
            if successor in seen:
                continue
            if len(seen) == MOST_STATES:
                return list(seen), False
            seen[successor] = None
            waiting.append(successor)
    return list(seen), True


def solution_data(result: Result, theory: Theory, drawn: Drawn) -> dict[str, Any] | None:
    """The solution of a search move by move; None without one."""
    from ...experiments.row import Row

    if not result.solved:
        return None
    return drawn.played(solution_moves(Row.of(("", "", ONLY), result), theory))


def search_data(name: str, result: Result, theory: Theory, drawn: Drawn) -> dict[str, Any]:
    """A search with its figures and its solution."""
    statistics = result.statistics
    return {
        "name": name,
        "words": result.summary(),
        "solved": result.solved,
        "states": len(result.states) if result.solved else None,
        "moves": result.moves,
        "expanded": statistics.expanded,
        "generated": statistics.generated,
        "solution": solution_data(result, theory, drawn),
    }


def shelf_data(library: MacroLibrary, off: Iterable[str], drawn: Drawn) -> Iterator[dict[str, Any]]:
    """The macros of a library as pictures, each with its explanation."""
    from ...ebl.views import macro_text

    dropped = set(off)
    for macro in library:
        text = macro_text(macro, library)
        common = {
            "name": macro.name,
            "html": el("pre", text.explained(WIDTH), tabindex=0),
            "on": macro.name not in dropped,
        }
        if macro.leaves_out:  # a trap is no rule with two sides
            yield {**common, "text": str(macro)}
            continue
        board = library.board(macro)
        yield {
            **common,
            "before": drawn.window(board, macro.arc.before),
            "after": drawn.window(board, macro.arc.after),
            "text": f"{macro.name}: {', '.join(text.steps)}",
            **_training(macro, drawn),
        }


def _training(macro: Macro, drawn: Drawn) -> dict[str, Any]:
    """The path that a macro was learned from, with the macro over it, and a question on its cells, as far as the macro knows it."""
    from ...ebl.explanation import Explanation
    from ..html.watched import cell_question

    explanation = macro.explanation
    if not isinstance(explanation, Explanation) or explanation.theory is None:
        return {"solution": None}
    names = tuple(explanation.names)
    whole = ((0, len(names), macro.name),)
    path = SolutionMoves(explanation.states, names, whole)
    asked = cell_question(macro.name, macro.arc, explanation.states[0])
    return {"solution": drawn.played(path), "quiz": asked}
