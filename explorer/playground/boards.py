"""Boards of the playground: how states look, the moves from each, and solutions that are played."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...experiments.sized_domain import SizedDomain
from ...rules.term import Pattern, State, ground
from ...rules.theory import Theory
from ...search.result import Result
from ..html.layout import labels_of, state_text
from ..report.paths import Albums, SolutionMoves, played, solution_moves
from ..text.boards import in_html

if TYPE_CHECKING:
    from ...ebl.library import MacroLibrary
    from ...ebl.macro import Macro

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

    def __init__(self, sized: SizedDomain) -> None:
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
    sized: SizedDomain, start: State, goal: Pattern, others: Sequence[Pattern] = ()
) -> dict[str, Any]:
    """A board to move on: the states around a start, and the arcs between them.

    Parameters
    ----------
    sized
        The domain.
    start, goal
        What is shown first.
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
    from ..text.macros import macro_text

    dropped = set(off)
    for macro in library:
        text, board = macro_text(macro, library), library.board(macro)
        yield {
            "name": macro.name,
            "before": drawn.window(board, macro.arc.before),
            "after": drawn.window(board, macro.arc.after),
            "text": f"{macro.name}: {', '.join(text.steps)}",
            "html": f'<pre tabindex="0">{in_html(text.explained(WIDTH))}</pre>',
            "on": macro.name not in dropped,
            "solution": _training_path(macro, drawn),
        }


def _training_path(macro: Macro, drawn: Drawn) -> dict[str, Any] | None:
    """The path that a macro was learned from, with the macro over it; None where the macro does not know it."""
    from ...ebl.explanation import Explanation

    explanation = macro.explanation
    if not isinstance(explanation, Explanation) or explanation.theory is None:
        return None
    names = tuple(explanation.names)
    whole = ((0, len(names), macro.name),)
    return drawn.played(SolutionMoves(explanation.states, names, whole))
