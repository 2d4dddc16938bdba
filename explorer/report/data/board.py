"""How the states of a run look, and the arcs between them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ....experiments.problem_set import Instance
from ....experiments.sized_domain import SizedDomain
from ....experiments.store import Run
from ....experiments.store.rows import arcs_of, domain_of_run
from ....rules.errors import ArcwiseError
from ....rules.geometry import Shape
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
        for problem in (one for one in run.problems if one.grounded):
            domain = domain_of_run(settings, problem)
            theory = arcs_of(domain)
            if theory.size != len(problem.start):
                fault = f"{theory.name} is not the theory of these states"
                continue
            theories[problem.id] = theory
            if isinstance(domain, SizedDomain) and (cells := domain.domain.meanings(theory.shape)):
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
