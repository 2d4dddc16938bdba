"""How the states of a run look, and the arcs between them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ....experiments.execute.recipe import Recipe
from ....experiments.problem_set import Instance
from ....experiments.store import Run
from ....rules.errors import ArcwiseError
from ....rules.geometry import Shape
from ....rules.pddl.domain import atom_text
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
    theories
        By the number of a problem, its theory without macros; empty where none is known.
    fault
        Why there is none.
    labels
        By the number of a problem, what the symbols of each of its cells mean; for problems whose symbols do not say it.
    """

    name: str
    columns: int
    blank: str | None
    theories: Mapping[int, Theory]
    fault: str = ""
    labels: Mapping[int, Sequence[Mapping[str, str]]] = field(default_factory=dict)


def board_of(run: Run) -> Board:
    """The board of a run. A theory that is a program is not run for a report; only lists of arcs are read."""
    settings = run.settings
    size = max((len(problem.start) for problem in run.problems), default=1)
    name = str(settings.get("theory_name") or settings.get("theory") or "unknown theory")
    if not str(settings.get("theory") or ".pl").lower().endswith(".pl"):
        name = settings["theory"]  # of a family in every size the name of one size says less
    if any(problem.text is not None for problem in run.problems):
        return _board_of_facts(run, name)
    theory, fault = _theory(run, size)
    if theory is not None:
        theories = {problem.id: theory for problem in run.problems}
        return Board(name, theory.shape[1], _text(theory.blank), theories)
    shape = settings.get("shape") or (1, size)
    return Board(name, int(shape[1]), _text(settings.get("blank")), {}, fault)


def _board_of_facts(run: Run, name: str) -> Board:
    """PDDL problems: each has a theory of its own, whose cells tell facts."""
    recipe = Recipe(str(run.settings.get("theory")), run.settings.get("theory_text"))
    theories, labels = {}, {}
    try:
        for problem in run.problems:
            made = recipe.for_problem(problem).make()
            assert made.grounding is not None
            theories[problem.id] = made.theory
            labels[problem.id] = [
                {
                    **{symbol: atom_text(atom) for atom, symbol in cell.values.items()},
                    cell.otherwise: "-",
                }
                for cell in made.grounding.cells
            ]
    except ArcwiseError as error:
        return Board(name, 1, None, {}, str(error).splitlines()[0])
    return Board(name, 1, None, theories, labels=labels)


def shape_of(problem: Instance, board: Board) -> Shape:
    """Rows and columns of a problem's board; boards of several sizes say theirs in the problem's place."""
    size = len(problem.start)
    if problem.id in board.labels:
        return size, 1
    named = re.search(r"(\d+)x(\d+)", problem.place)
    if named and int(named[1]) * int(named[2]) == size:
        return int(named[1]), int(named[2])
    if size % board.columns == 0:
        return size // board.columns, board.columns
    return 1, size


def _text(symbol: object) -> str | None:
    return None if symbol is None else str(symbol)


def _theory(run: Run, size: int) -> tuple[Theory | None, str]:
    settings = run.settings
    argument, text = str(settings.get("theory") or ""), settings.get("theory_text")
    recipe = Recipe(
        argument if text else str(settings.get("theory_name") or argument),
        text,
        settings.get("order") or "ULRD",
        settings.get("arc_cost") or 1,
    )
    try:
        if argument.lower().endswith(".pl"):  # not by the recipe, which would run a program
            theory = read_theory(text or "", argument)
        else:
            theory = recipe.make().theory
    except ArcwiseError as error:
        return None, str(error).splitlines()[0]
    if run.problems and theory.size != size:
        return None, f"{theory.name} is not the theory of these states"
    return theory.without_macros(), ""
