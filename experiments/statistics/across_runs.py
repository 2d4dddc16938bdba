"""Several runs beside each other: who solved what, how soon, and how the same problems went in two of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from ...rules.text.words import counted
from ..row import Row, method_of
from ..store.run import Run
from .comparison import Comparison
from .estimate import Pair

Same: TypeAlias = tuple[object, ...]
"""Identity of a problem across runs: the theory, the start and the goal, and a number where a run has it more than once."""


MADE_WITH = (
    *(("machine", name) for name in ("platform", "processor", "cores", "memory")),
    *(("versions", name) for name in ("arcwise", "python")),
    *(("options", name) for name in ("engine", "limits", "macro_cost", "seed")),
)
"""Settings of a run besides its problems and algorithms that searches depend on."""


@dataclass(frozen=True)
class Series:
    """All searches of a run with one configuration under one condition.

    Parameters
    ----------
    run
        The run's name.
    condition, configuration
        Theirs.
    rows
        The searches by problem.
    """

    run: str
    condition: str
    configuration: str
    rows: Mapping[Same, Row]

    @property
    def method(self) -> str:
        """Algorithm and heuristic, as `method_of` gives them."""
        return method_of(self.configuration, self.rows.values())

    @property
    def solved(self) -> list[Row]:
        """The searches that found an answer, the quickest first."""
        found = [row for row in self.rows.values() if row.answered]
        return sorted(found, key=lambda row: row.elapsed or 0)

    def __repr__(self) -> str:
        return f"Series({self.run!r}, {self.condition!r}, {self.configuration!r}, {counted(len(self.rows), 'search', 'searches')})"


@dataclass(frozen=True)
class Pairwise:
    """One configuration under one condition in two runs, on the problems that both have.

    Parameters
    ----------
    first, second
        The searches in each.
    comparison
        The same, the first as before and the second as after.
    """

    first: Series
    second: Series
    comparison: Comparison

    @property
    def condition(self) -> str:
        """The condition; both names, joined by a comma, if the runs differ."""
        names = dict.fromkeys((self.first.condition, self.second.condition))
        return ", ".join(names)

    def less_equal_more(self, name: str) -> tuple[int, int, int]:
        """Of the problems solved in both how many took less of a property in the first, equally much, and less in the other."""
        both = [pair for pair in self.comparison.pairs if pair.both_solved]
        values = [found for pair in both if (found := pair.values(name)) is not None]
        less = sum(one < other for one, other in values)
        more = sum(one > other for one, other in values)
        return less, len(values) - less - more, more


@dataclass(frozen=True)
class AcrossRuns:
    """Runs side by side.

    Parameters
    ----------
    runs
        By name, in the order in which they are shown.
    """

    runs: Mapping[str, Run]

    @cached_property
    def series(self) -> tuple[Series, ...]:
        """The searches of all runs, without those that judged single macros or were interrupted."""
        return tuple(one for name, run in self.runs.items() for one in _series(name, run))

    @cached_property
    def pairwise(self) -> tuple[Pairwise, ...]:
        """Pairs of runs with common problems, compared under equal configurations and conditions.

        Where runs have one condition each, its name does not matter.
        """
        found = []
        for (first, one), (second, other) in combinations(self.runs.items(), 2):
            single = len(one.measured.conditions) == len(other.measured.conditions) == 1
            for mine in self._of(first):
                for theirs in self._of(second):
                    if mine.configuration != theirs.configuration:
                        continue
                    if mine.condition == theirs.condition or single:
                        found.append(_pairwise(mine, theirs))
        return tuple(one for one in found if one.comparison.pairs)

    @cached_property
    def differences(self) -> dict[str, list[str]]:
        """Other differences of the runs: machine, versions, engine, limits, each with its value run by run."""
        found = {}
        for group, name in MADE_WITH:
            values = [(run.settings.get(group) or {}).get(name) for run in self.runs.values()]
            texts = ["not known" if value is None else str(value) for value in values]
            if len({*texts}) > 1:
                found[name] = texts
        return found

    @property
    def one_machine(self) -> bool:
        """Whether times can be set against each other, as far as is known."""
        return not {"processor", "cores", "platform", "engine"} & {*self.differences}

    def _of(self, run: str) -> list[Series]:
        return [one for one in self.series if one.run == run]

    def __repr__(self) -> str:
        return f"AcrossRuns({list(self.runs)})"


def names_of(runs: Sequence[Run]) -> dict[str, Run]:
    """Runs by their folders' names; where two are called alike, by as much of the path as tells them apart."""
    parts = [run.path.resolve().parts for run in runs]
    taken = 1
    while taken < max(map(len, parts)) and len({path[-taken:] for path in parts}) < len(parts):
        taken += 1
    names = ["/".join(path[-taken:]) for path in parts]
    return {
        name if names.count(name) == 1 else f"{name} ({place})": run
        for place, (name, run) in enumerate(zip(names, runs, strict=True), 1)
    }


def _series(name: str, run: Run) -> list[Series]:
    problems = _problems(run)
    found: dict[tuple[str, str], dict[Same, Row]] = {}
    for row in run.measured.searches:
        if row.stopped_by != "interrupt":
            found.setdefault((row.condition, row.configuration), {})[problems[row.problem]] = row
    return [Series(name, *key, rows) for key, rows in found.items()]


def _problems(run: Run) -> dict[int, Same]:
    """Identity of each problem, whatever its number in the run; a run may have one more than once."""
    settings = run.settings
    rules = (settings.get("order"), settings.get("arc_cost"))
    seen: Counter[Same] = Counter()
    found: dict[int, Same] = {}
    for problem in run.problems:
        theory = settings.get("theory_text") or settings.get("theory_name")
        text = problem.text or settings.get("problem_text")
        same = (theory, text, *rules, problem.start, problem.goal)
        found[problem.id] = (*same, seen[same])
        seen[same] += 1
    return found


def _pairwise(one: Series, other: Series) -> Pairwise:
    pairs = tuple(
        Pair(row, other.rows[problem]) for problem, row in one.rows.items() if problem in other.rows
    )
    return Pairwise(one, other, Comparison(one.configuration, pairs, one.condition))
