"""What a run measured, as the comparison and the verdict of ``arcwise compare`` take it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ....experiments.comparison import Change, Comparison, Pair
from ....experiments.domain import family_theory
from ....experiments.store import Run, RunProblem, SearchRow
from ....rules.domains.table import read_family
from ....rules.errors import ArcwiseError
from ....rules.geometry import Shape
from ....rules.prolog.theory_file import read_theory
from ....rules.theory import Theory
from ....search.result import Result, Statistics, Status

BEFORE, AFTER = "before", "after"
"""The two arms of a comparison."""

GIVEN, PAIRS = "the problems given", "random pairs"
"""The two sets of problems of a comparison: those asked for, and the random pairs of start and goal beyond."""


@dataclass(frozen=True)
class Recorded(Result):
    """A search as a run keeps it: lengths and cost are those that were written down."""

    written_steps: int = 0
    written_moves: int = 0
    written_cost: float = 0

    @property
    def steps(self) -> int:
        """As written down."""
        return self.written_steps

    @property
    def moves(self) -> int:
        """As written down."""
        return self.written_moves

    @property
    def cost(self) -> float:
        """As written down."""
        return self.written_cost


def recorded(row: SearchRow) -> Recorded:
    """A row of a run as a result; without its path."""
    return Recorded(
        Status(row.status) if row.status in list(Status) else Status.STOPPED,
        (),
        (),
        Statistics(
            row.expanded or 0,
            row.generated or 0,
            row.inserted or 0,
            row.evaluated or 0,
            row.reopened or 0,
            row.operator_applications or 0,
            row.peak_open or 0,
            row.peak_memory or 0,
            row.elapsed or 0.0,
        ),
        limit=row.stopped_by,
        algorithm=row.algorithm,
        heuristic=row.heuristic,
        engine=row.engine or "",
        optimal=row.optimal,
        note=row.note,
        written_steps=row.steps or 0,
        written_moves=row.moves or 0,
        written_cost=row.cost or 0,
    )


@dataclass(frozen=True)
class Remembering(Comparison):
    """A comparison that computes each change once: the resamples of thousands of problems take a while."""

    def change(self, measure: str) -> Change | None:
        """As in `Comparison`."""
        known: dict[str, Change | None] = self.__dict__.setdefault("_changes", {})
        if measure not in known:
            known[measure] = super().change(measure)
        return known[measure]


@dataclass(frozen=True)
class Duel:
    """One algorithm before and after learning, on one set of problems.

    Parameters
    ----------
    group
        Which problems, in words; empty where the run has one set only.
    comparison
        What ``arcwise compare`` computes of them.
    problems
        The number of the problem of each of its pairs.
    """

    group: str
    comparison: Comparison
    problems: tuple[int, ...]

    @property
    def algorithm(self) -> str:
        """Its name."""
        return self.comparison.algorithm


def duels(run: Run) -> list[Duel]:
    """The algorithms of a run before and after learning, those problems first that were asked for.

    A problem counts where it was searched both times; a search that the user interrupted is none.
    """
    if not {BEFORE, AFTER} <= {arm.name for arm in run.arms}:
        return []
    rows = {(row.arm, row.algorithm, row.problem): row for row in finished(run)}
    beyond = min(int(run.settings.get("random_pairs") or 0), len(run.problems))
    asked = len(run.problems) - beyond
    groups = {GIVEN: run.problems[:asked], PAIRS: run.problems[asked:]}
    found = []
    for group, problems in groups.items():
        for algorithm in algorithms(run):
            numbers, pairs = [], []
            for problem in problems:
                before = rows.get((BEFORE, algorithm, problem.id))
                after = rows.get((AFTER, algorithm, problem.id))
                if before is not None and after is not None:
                    numbers.append(problem.id)
                    pairs.append(
                        Pair(problem.start, problem.goal, recorded(before), recorded(after))
                    )
            if pairs:
                name = group if all(groups.values()) else ""
                found.append(Duel(name, Remembering(algorithm, tuple(pairs)), tuple(numbers)))
    return found


def finished(run: Run) -> Iterator[SearchRow]:
    """The searches that the user did not interrupt."""
    return (row for row in run.searches if row.stopped_by != "interrupt")


def algorithms(run: Run) -> list[str]:
    """The algorithms that searched, in the order in which they were asked for."""
    seen = dict.fromkeys(row.algorithm for row in run.searches)
    asked = [name for name in run.settings.get("algorithms") or [] if name in seen]
    return list(dict.fromkeys([*asked, *seen]))


def measured(run: Run) -> Run:
    """A run without the searches by which ``arcwise utility`` judged single macros: they are no part of what it compares."""
    arms = tuple(arm for arm in run.arms if not arm.facts.get("judging"))
    names = {arm.name for arm in arms}
    practice = {problem.id for problem in run.problems if problem.place.endswith(", practice")}
    searches = tuple(
        row for row in run.searches if row.arm in names and row.problem not in practice
    )
    return replace(run, arms=arms, searches=searches)


def missing(run: Run) -> int:
    """How many searches are to come if the run is resumed; 0 where it does not say how many there are in all."""
    return max(0, int(run.settings.get("searches") or 0) - sum(1 for _ in finished(run)))


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


def shape_of(problem: RunProblem, board: Board) -> Shape:
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
