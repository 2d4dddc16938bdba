"""The results of an experiment: rows, and what they say about the conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..rules.checked import checked, checked_when_it_fails
from ..rules.errors import InputError
from ..rules.later import Later
from ..rules.registry import find
from ..rules.text.words import counted
from ..rules.view import Viewed
from .condition import Condition
from .problem_set import Instance
from .row import PROPERTIES, WITHOUT, Row
from .statistics.comparison import Census, Comparison, comparisons
from .statistics.estimate import Estimate
from .statistics.verdict import Verdict, only_verdict, ratio_text
from .store.run import Run, export_table, read_run

BEFORE, AFTER = "before", "after"
"""The two conditions of a comparison."""


def columns_of(records: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Records as columns by name."""
    return {name: [record[name] for record in records] for name in records[0]} if records else {}


def frame_of(records: Sequence[Mapping[str, Any]]) -> Any:
    """Records as a pandas DataFrame where pandas is installed, else as columns by name."""
    try:
        import pandas
    except ImportError:
        return columns_of(records)
    return pandas.DataFrame(columns_of(records))


@dataclass(frozen=True)
class Total:
    """The sums of one condition with one configuration, over all problems together.

    Parameters
    ----------
    condition, configuration
        The names.
    macros
        Number of macros, or of rules.
    problems, answered
        Problems that were searched, and how many of them have an answer.
    work
        Operator applications or inferences, also of searches that were stopped.
    trapped
        Successors that traps left out.
    """

    condition: str
    configuration: str
    macros: int
    problems: int
    answered: int
    work: int
    trapped: int = 0

    @classmethod
    def of(cls, condition: Condition, configuration: str, rows: Sequence[Row]) -> Total:
        """The sums of the rows of a condition; what a row has learned counts among the macros."""
        macros = int(condition.facts.get("macros", 0)) + sum(row.learned != "" for row in rows)
        answered, work = sum(row.answered for row in rows), sum(row.work for row in rows)
        trapped = sum(row.trapped or 0 for row in rows)
        return cls(condition.name, configuration, macros, len(rows), answered, work, trapped)


@dataclass(frozen=True)
class ResultSet(Viewed):
    """The rows of an experiment.

    Parameters
    ----------
    run
        Everything that the run holds.
    finished
        Whether all searches were made.
    before, after
        The two conditions that are contrasted.
    censuses
        The result for all pairs of states, where they were counted, by the condition with macros.
    """

    _view = Later("explorer.views.comparison", "result_set_view")

    run: Run
    finished: bool = True
    before: str = BEFORE
    after: str = AFTER
    censuses: Mapping[str, Census] = field(default_factory=dict)

    @classmethod
    def of(cls, run: Run, *, finished: bool = True) -> ResultSet:
        """The result set of a run, whose first condition is before and whose second, if any, is after."""
        names = [condition.name for condition in run.conditions]
        known = run.settings.get("all_pairs") or {}
        found = {name: Census.from_dict(values) for name, values in known.items() if values}
        if {BEFORE, AFTER} <= set(names) or not names:
            return cls(run, finished, censuses=found)
        return cls(run, finished, names[0], names[min(1, len(names) - 1)], found)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Rows, one for every search that is compared: those that judge single macros stand in ``run.searches`` alone."""
        return self.run.measured.searches

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """All rows; an error if some are missing.

        Raises
        ------
        KeyboardInterrupt
            The user's, which left some out.
        """
        if not self.finished:
            raise KeyboardInterrupt
        return self.rows

    @cached_property
    def problems(self) -> dict[int, Instance]:
        """The problems by number."""
        return {problem.id: problem for problem in self.run.problems}

    @property
    def named(self) -> tuple[str, ...]:
        """Names of the conditions, if they have names of their own; else none."""
        pairs = self.run.settings.get("contrasts") or ()
        compared = {name for pair in pairs for name in pair}
        return tuple(one.name for one in self.run.conditions if one.name in compared)

    @property
    def contrasts(self) -> tuple[tuple[str, str], ...]:
        """Pairs of conditions that are compared: before and after, or those of named conditions."""
        pairs = self.run.settings.get("contrasts")
        if pairs:
            return tuple((before, after) for before, after in pairs)
        # one condition, such as those of a survey, is compared with nothing
        return () if self.before == self.after else ((self.before, self.after),)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """For each problem set, pair of conditions and configuration the problems searched under both; equal ones count once."""
        contrasts = self.contrasts
        compared = {name for pair in contrasts for name in pair}
        mine = [one for one in self.run.conditions if one.name in compared]
        without = [one.name for one in mine if one.bare]
        bare = without[0] if 0 < len(without) < len(mine) else None
        found: list[Comparison] = []
        counted_once = [row for row in self.rows if row.problem not in self.run.repeats]
        for name in dict.fromkeys(problem.problem_set for problem in self.run.problems):
            rows = [row for row in counted_once if self.problems[row.problem].problem_set == name]
            found += comparisons(rows, contrasts, name, bare=bare, named=bool(self.named))
        return tuple(found)

    def comparisons_of(self, problem_set: str) -> list[Comparison]:
        """The comparisons on one problem set."""
        return [one for one in self.comparisons if one.group == problem_set]

    @property
    def estimates(self) -> dict[tuple[str, ...], Estimate]:
        """By the key of `verdicts` and property, what changed."""
        return {
            (*_key(one), name): estimate
            for one in self.comparisons
            for name, estimate in one.estimates.items()
        }

    @property
    def verdicts(self) -> dict[tuple[str, ...], Verdict]:
        """By problem set (or kind of macros) and configuration, whether learning pays.

        Of named conditions by the condition before, the one after and the configuration; the name of a problem set besides
        the problems asked for comes first.

        Raises
        ------
        KeyError
            On access, a key that is none, with those that there are.
        """
        return Verdicts({_key(one): one.verdict for one in self.comparisons})

    @property
    def verdict(self) -> Verdict:
        """Whether learning pays, of the only algorithm and problem set that were compared, with the only library asked for.

        Raises
        ------
        InputError
            Several, or none, for which `verdicts` has one each.
        """
        asked = self.run.settings.get("asked")
        told = [one for one in self.comparisons if asked is None or asked in (one.conditions or ())]
        verdicts = {_key(one): one.verdict for one in told}
        return only_verdict(verdicts, "one algorithm and one set of problems")

    @property
    def seconds(self) -> dict[str, float]:
        """For each configuration the seconds of its searches, each counted once; preparations do not count."""
        found: dict[str, float] = {}
        for row in self.rows:
            found[row.configuration] = found.get(row.configuration, 0.0) + (row.elapsed or 0.0)
        return found

    @property
    def totals(self) -> list[Total]:
        """For each configuration and condition what became of the problems asked for, in the order of the conditions."""
        return [
            Total.of(
                condition, name, [row for row in self.rows if self._asked(row, condition, name)]
            )
            for name in self.run.methods
            if not name.endswith(WITHOUT)
            for condition in self.run.measured.conditions
        ]

    def _asked(self, row: Row, condition: Condition, configuration: str) -> bool:
        """Whether a row is that of a problem asked for, under a condition by a configuration."""
        mine = (row.condition, row.configuration) == (condition.name, configuration)
        return mine and not self.problems[row.problem].problem_set

    @property
    def different(self) -> list[tuple[Comparison, Instance]]:
        """Problems that are answered under both conditions of a comparison, but not alike."""
        return [
            (one, self.problems[pair.before.problem])
            for one in self.comparisons
            for pair in one.pairs
            if pair.both_solved and pair.before.status != pair.after.status
        ]

    def records(self) -> list[dict[str, Any]]:
        """The rows as plain values, as `table` has them."""
        return export_table(replace(self.run, searches=self.rows))

    def columns(self) -> dict[str, list[Any]]:
        """Columns by name."""
        return columns_of(self.records())

    def to_frame(self) -> Any:
        """The rows as a pandas DataFrame where pandas is installed, else `columns`.

        In a frame a column of numbers in which one is not known is of floats, and what is not known is NaN.
        """
        return frame_of(self.records())

    @checked_when_it_fails
    def plot(self, name: str = "operator_applications") -> Any:
        """A matplotlib figure of one property before and after, a point for every problem solved both times.

        Raises
        ------
        InputError
            A name that is no property; without matplotlib.
        """
        find(PROPERTIES, name, "property")
        try:
            from matplotlib.figure import Figure
        except ImportError:
            raise InputError(
                "drawing a plot needs matplotlib", remedy="pip install matplotlib"
            ) from None
        figure = Figure(layout="constrained")
        axes = figure.subplots()
        reached = [1.0]
        for one in self.comparisons:
            values = [
                found
                for pair in one.pairs
                if pair.both_solved and (found := pair.values(name)) is not None
            ]
            estimate = one.estimates.get(name)
            ratio = f", ratio {ratio_text(estimate.ratio)}" if estimate and estimate.ratio else ""
            words = f"{one.title}{f', {one.group}' if one.group else ''}{ratio}"
            before, after = ([pair[end] for pair in values] for end in (0, 1))
            axes.scatter(before, after, s=9, label=words)
            reached += [value for pair in values for value in pair if value > 0]
        axes.plot([min(reached), max(reached)], [min(reached), max(reached)], color="grey")
        ends = (BEFORE, AFTER) if self.named else (self.before, self.after)
        axes.set(
            xscale="log",
            yscale="log",
            xlabel=f"{name.replace('_', ' ')}, {ends[0]}",
            ylabel=f"{name.replace('_', ' ')}, {ends[1]}",
        )
        if self.comparisons:
            axes.legend()
        return figure

    def __str__(self) -> str:
        """The searches and problems, and the verdict on each configuration."""
        lines = [
            f"{one.title}{f', {one.group}' if one.group else ''}: {one.verdict}"
            for one in self.comparisons
        ]
        for name, census in self.censuses.items():
            what = f", {name}" if self.named else ""
            lines.append(f"all {census.pairs:,} pairs, breadth-first{what}: {census.verdict}")
        return "\n".join([repr(self), *lines])

    def __repr__(self) -> str:
        searches, problems = len(self.rows), len(self.run.problems)
        return f"{type(self).__name__}({counted(searches, 'search', 'searches')}, {counted(problems, 'problem')})"


class Verdicts(dict[tuple[str, ...], Verdict]):
    """Verdicts by their keys; another key is refused with those that there are."""

    def __missing__(self, key: object) -> Verdict:
        raise KeyError(f"no verdict {key!r}; there are {', '.join(map(repr, self)) or 'none'}")


def _key(one: Comparison) -> tuple[str, ...]:
    """Names by which the verdict of a comparison is found."""
    if one.conditions is None:
        return one.group, one.configuration
    return *([one.group] if one.group else []), *one.conditions, one.configuration


@checked
def load_run(folder: str | Path) -> ResultSet:
    """The results in a run folder, as ``compare``, ``survey``, ``learn`` and ``utility`` fill it with ``--run``.

    It may be read while the run goes on.

    Raises
    ------
    InputError
        A folder that holds no run, or a damaged one.
    """
    return ResultSet.of(read_run(folder))
