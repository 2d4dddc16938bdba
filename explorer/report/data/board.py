"""How the states of a run look, and the arcs between them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ....experiments.execute.recipe import Recipe
from ....experiments.problem_set import Instance
from ....experiments.store import Run
from ....rules.errors import ArcwiseError
from ....rules.geometry import Shape
from ....rules.prolog.theory_file import read_theory
from ....rules.read_domain import is_prolog
from ....rules.theory import Theory


@dataclass(frozen=True)
class RunBoard:
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


def board_of(run: Run) -> RunBoard:
    """The board of a run. A theory that is a program is not run for a report; only lists of arcs are read."""
    settings = run.settings
    size = max((len(problem.start) for problem in run.problems), default=1)
    name = str(settings.get("theory_name") or settings.get("theory") or "unknown theory")
    argument = str(settings.get("theory") or "")
    if argument and not is_prolog(argument):
        name = argument  # of a domain in every size the name of one size says less
    theories: dict[int, Theory] = {}
    labels: dict[int, Sequence[Mapping[str, str]]] = {}
    fault = ""
    try:
        recipe = _recipe(run)
        for problem in (one for one in run.problems if one.grounded):
            theory, cells = _theory(recipe, problem)
            if theory.size != len(problem.start):
                fault = f"{theory.name} is not the theory of these states"
                continue
            theories[problem.id] = theory
            if cells:
                labels[problem.id] = cells
    except ArcwiseError as error:
        fault = str(error).splitlines()[0]
    if not theories or fault:
        shape = settings.get("shape") or (1, size)
        return RunBoard(name, int(shape[1]), _text(settings.get("blank")), {}, fault)
    theory = next(iter(theories.values()))
    return RunBoard(name, theory.shape[1], _text(theory.blank), theories, labels=labels)


def shape_of(problem: Instance, board: RunBoard) -> Shape:
    """Rows and columns of a problem's board; boards of several sizes say theirs in the problem's place."""
    size = max(1, len(problem.start))
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


def _recipe(run: Run) -> Recipe:
    settings = run.settings
    argument, text = str(settings.get("theory") or ""), settings.get("theory_text")
    return Recipe(
        argument if text else str(settings.get("theory_name") or argument),
        text,
        settings.get("order") or "ULRD",
        settings.get("arc_cost") or 1,
        problem_text=settings.get("problem_text"),
    )


@lru_cache(maxsize=1)
def _program_arcs(text: str, source: str) -> Theory:
    return read_theory(text, source).without_macros()


def _theory(recipe: Recipe, problem: Instance) -> tuple[Theory, tuple[Mapping[str, str], ...]]:
    """The theory of a problem, and what its cells tell if they hold facts."""
    if is_prolog(recipe.theory):  # not by the recipe, which would run a program
        return _program_arcs(recipe.theory_text or "", recipe.theory), ()
    made = recipe.for_problem(problem).make().domain
    return made.theory.without_macros(), made.domain.meanings(made.theory.shape)
