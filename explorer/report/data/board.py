"""How the states of a run look, and the arcs between them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ....experiments.domain import family_theory
from ....experiments.problem_set import Instance
from ....experiments.store import Run
from ....rules.domains.table import read_family
from ....rules.errors import ArcwiseError
from ....rules.geometry import Shape
from ....rules.prolog.theory_file import read_theory
from ....rules.theory import Theory


@dataclass(frozen=True)
class Board:
    """How the states of a run look, and the arcs that lead from one to the other where they are known.

    Parameters
    ----------
    name
        The theory's.
    columns
        Cells in a row.
    blank
        The symbol drawn empty, as text; None if all are drawn.
    theory
        The theory without macros, or None.
    fault
        Why there is none.
    """

    name: str
    columns: int
    blank: str | None
    theory: Theory | None
    fault: str = ""


def board_of(run: Run) -> Board:
    """The board of a run. A theory that is a program is not run for a report; only lists of arcs are read."""
    settings = run.settings
    size = max((len(problem.start) for problem in run.problems), default=1)
    name = str(settings.get("theory_name") or settings.get("theory") or "unknown theory")
    if not str(settings.get("theory") or ".pl").lower().endswith(".pl"):
        name = settings["theory"]  # of a family in every size the name of one size says less
    theory, fault = _theory(run, size)
    if theory is not None:
        return Board(name, theory.shape[1], _text(theory.blank), theory)
    shape = settings.get("shape") or (1, size)
    return Board(name, int(shape[1]), _text(settings.get("blank")), None, fault)


def shape_of(problem: Instance, board: Board) -> Shape:
    """Rows and columns of a problem's board; boards of several sizes say theirs in the problem's place."""
    size = len(problem.start)
    told = re.search(r"(\d+)x(\d+)", problem.place)
    if told and int(told[1]) * int(told[2]) == size:
        return int(told[1]), int(told[2])
    if size % board.columns == 0:
        return size // board.columns, board.columns
    return 1, size


def _text(symbol: object) -> str | None:
    return None if symbol is None else str(symbol)


def _theory(run: Run, size: int) -> tuple[Theory | None, str]:
    settings = run.settings
    order, cost = settings.get("order") or "ULRD", settings.get("arc_cost") or 1
    argument = str(settings.get("theory") or "")
    try:
        if settings.get("theory_text"):
            theory = read_theory(settings["theory_text"], argument)
        else:
            named = str(settings.get("theory_name") or argument)
            built_in = read_family(named, order=order, cost=cost)
            if built_in is None:
                return None, f"there is no theory called {named!r}"
            theory = family_theory(*built_in, order, cost)
    except ArcwiseError as error:
        return None, str(error).splitlines()[0]
    if run.problems and theory.size != size:
        return None, f"{theory.name} is not the theory of these states"
    return theory.without_macros(), ""
