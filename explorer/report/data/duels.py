"""What a run measured, as the comparison and the verdict of ``arcwise compare`` take it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ....experiments.comparison import Change, Comparison, Pair
from ....experiments.store import Run, SearchRow
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
