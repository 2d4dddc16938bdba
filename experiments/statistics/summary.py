"""Conditions of several seeds: what searching with each kind and number of macros took, and what that changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from math import ceil
from statistics import fmean
from typing import Any

from ...rules.checked import checked
from ...rules.later import Later
from ...rules.view import Viewed
from ..condition import Condition
from ..row import Row, engine_of, method_of
from ..store.run import Run
from .comparison import Comparison, with_references
from .estimate import Mean, Pair, mean_of
from .verdict import PENALTY

OF_SOLUTIONS = ("moves", "steps", "cost")
"""Properties that are averaged over the problems that every condition solved; all others over all searches, by PAR10."""

COSTS = {"operator_applications": "applications", "elapsed": "seconds"}
"""Costs of learning, by the property of a search that pays for each."""


@dataclass(frozen=True)
class Summary(Viewed):
    """The searches of one configuration with one kind and number of macros, a condition for each seed.

    Parameters
    ----------
    configuration
        Its name.
    conditions, rows
        Each seed's condition and searches.
    pairs
        Each seed's searches with the same without macros; empty where these are themselves those without.
    unsolved
        Numbers of the problems that some condition of this configuration did not solve.
    judged
        The pairs as one comparison that knows what else was tried; None before that is known.
    """

    _view = Later("explorer.views.utility", "summary_view")

    configuration: str
    conditions: tuple[Condition, ...]
    rows: tuple[tuple[Row, ...], ...]
    pairs: tuple[tuple[Pair, ...], ...]
    unsolved: frozenset[int] = field(default=frozenset(), repr=False)
    judged: Comparison | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        return f"Summary({self.title!r}, configuration={self.configuration!r}, searches={self.searches})"

    @property
    def name(self) -> str:
        """The conditions' name without the seed."""
        return _without_seed(self.conditions[0])

    @property
    def label(self) -> str:
        """The kind in words."""
        return _label(self.conditions[0])

    @property
    def kind(self) -> str:
        """The kind by name; empty where it has none."""
        return str(self.conditions[0].facts.get("kind") or "")

    @property
    def size(self) -> int:
        """Number of macros or examples that were asked for."""
        return int(self.conditions[0].facts.get("size") or 0)

    @property
    def title(self) -> str:
        """The kind in words, with the requested number if fewer macros were learned."""
        return self.label if self.size in (0, self.macros) else f"{self.label}, of {self.size}"

    @property
    def algorithm(self) -> str:
        """Algorithm and heuristic, as `method_of` gives them."""
        return method_of(self.configuration, chain.from_iterable(self.rows))

    @property
    def engine(self) -> str:
        """Who searched, as `engine_of` says it."""
        return engine_of(chain.from_iterable(self.rows))

    @property
    def macros(self) -> float:
        """Mean number of macros."""
        return fmean(map(macros_of, self.conditions))

    @property
    def searches(self) -> int:
        """Number of searches."""
        return sum(map(len, self.rows))

    @property
    def solved(self) -> int:
        """Number of searches that found a path."""
        return sum(row.answered for rows in self.rows for row in rows)

    def fact(self, name: str) -> float | None:
        """Mean of a fact over all conditions."""
        return _mean(condition.facts.get(name) for condition in self.conditions)

    def learning(self, name: str = "applications") -> float | None:
        """Mean cost of learning in operator ``applications`` or ``seconds``; None if not known."""
        return _mean(
            (condition.facts.get("learning") or {}).get(name) for condition in self.conditions
        )

    def mean(self, name: str) -> Mean | None:
        """The mean of a property over the same problems for all conditions.

        Of lengths and cost over the problems that every condition solved; of everything else over all, where a stopped search
        counts `PENALTY` times what it took (PAR10).
        """
        return mean_of([self._values(rows, name) for rows in self.rows])

    def _values(self, rows: Iterable[Row], name: str) -> list[float]:
        found = [
            _penalized(row, getattr(row, name))
            for row in rows
            if not row.died
            and (name not in OF_SOLUTIONS or (row.solved and row.problem not in self.unsolved))
        ]
        return [value for value in found if value is not None]

    @cached_property
    def comparison(self) -> Comparison:
        """With macros against without, over the problems that were solved with macros or without."""
        if self.judged is not None:
            return self.judged
        seeds = {
            pair.before.problem: seed for seed, pairs in enumerate(self.pairs) for pair in pairs
        }
        together = tuple(pair for pairs in self.pairs for pair in pairs)
        return Comparison(self.configuration, together, self.title, seeds, over="either")

    def ratio(self, name: str) -> Mean | None:
        """Ratio of the property with macros to without; None where there is none."""
        found = self.comparison.estimates.get(name)
        return (
            None
            if found is None or found.ratio is None
            else Mean(found.ratio, found.low, found.high)
        )

    def gain(self, name: str) -> Mean | None:
        """Mean saving per problem, over the problems solved with macros or without; stopped searches as in `mean`."""
        return mean_of(
            [
                [
                    (_penalized(pair.before, values[0]) or 0)
                    - (_penalized(pair.after, values[1]) or 0)
                    for pair in pairs
                    if pair.either_solved and (values := pair.values(name)) is not None
                ]
                for pairs in self.pairs
            ]
        )

    def pays_after(self, name: str) -> int | None:
        """After how many problems learning is paid for; None for never, or where it is not known."""
        cost, gain = self.learning(COSTS[name]), self.gain(name)
        return None if cost is None or gain is None else pays_after(cost, gain.mean)


def pays_after(cost: float, gain: float | None) -> int | None:
    """The number of problems after which a cost is paid by a gain per problem; None for never, or without a gain."""
    return ceil(cost / gain) if gain is not None and gain > 0 else None


@checked
def summaries(run: Run, chosen: Callable[[str], bool] = lambda problem_set: True) -> list[Summary]:
    """The conditions of a run by configuration, kind and number of macros, those without macros first.

    Conditions that judge single macros are left out, and searches for practice or that the user interrupted.

    Parameters
    ----------
    run
        The run.
    chosen
        Whether the problems of a set, by its name, count.
    """
    run = run.measured
    wanted = {problem.id for problem in run.problems if chosen(problem.problem_set)} - run.repeats
    conditions = list(run.conditions)
    plain = {_seed(one): one.name for one in reversed(conditions) if not macros_of(one)}
    labels = list(dict.fromkeys(map(_label, conditions)))
    rows: dict[tuple[str, str], list[Row]] = {}
    for row in run.searches:
        if row.problem in wanted and not row.interrupted:
            rows.setdefault((row.configuration, row.condition), []).append(row)
    asked = [*run.settings.get("configurations", []), *(name for name, _ in rows)]
    found = []
    for configuration in dict.fromkeys(asked):
        mine = _of_configuration(configuration, conditions, rows, plain)
        found += sorted(
            mine, key=lambda one: (bool(one.pairs), labels.index(one.label), one.macros)
        )
    bare: dict[str, list[Row]] = {}
    for (configuration, name), some in rows.items():
        if name in plain.values():
            bare.setdefault(configuration, []).extend(some)
    tried = [one for one in found if one.pairs]
    judged = iter(with_references([one.comparison for one in tried], bare))
    return [replace(one, judged=next(judged)) if one.pairs else one for one in found]


def _of_configuration(
    configuration: str,
    conditions: list[Condition],
    rows: dict[tuple[str, str], list[Row]],
    plain: dict[object, str],
) -> list[Summary]:
    """The summaries of one configuration, which know the problems that some condition did not solve."""
    kinds: dict[str, list[Condition]] = {}
    for condition in conditions:
        if (configuration, condition.name) in rows:
            kinds.setdefault(_without_seed(condition), []).append(condition)
    mine = [_summary(configuration, some, rows, plain) for some in kinds.values()]
    searched = (row for one in mine for some in one.rows for row in some)
    unsolved = frozenset(row.problem for row in searched if not row.answered)
    return [replace(one, unsolved=unsolved) for one in mine]


def _summary(
    configuration: str,
    conditions: list[Condition],
    rows: dict[tuple[str, str], list[Row]],
    plain: dict[object, str],
) -> Summary:
    mine, pairs = [], []
    for condition in conditions:
        searched = tuple(rows[configuration, condition.name])
        mine.append(searched)
        without = plain.get(_seed(condition), condition.name)
        if without == condition.name:
            continue
        before = {row.problem: row for row in rows.get((configuration, without), [])}
        pairs.append(
            tuple(Pair(before[row.problem], row) for row in searched if row.problem in before)
        )
    return Summary(configuration, tuple(conditions), tuple(mine), tuple(pairs))


def macros_of(condition: Condition) -> float:
    """Number of macros of a condition; 1 where only that it has some is known."""
    count = condition.facts.get("macros", 0 if condition.file is None else 1)
    return float(count) if isinstance(count, int | float) else 0.0


def _seed(condition: Condition) -> object:
    return condition.facts.get("seed")


def _without_seed(condition: Condition) -> str:
    return re.sub(r":seed-?\d+$", "", condition.name)


def _label(condition: Condition) -> str:
    return str(condition.facts.get("label") or _without_seed(condition))


def _penalized(row: Row, value: float | None) -> float | None:
    """A property of a search, `PENALTY` times as much if a limit stopped it."""
    return None if value is None else value * (PENALTY if row.stopped else 1)


def _mean(values: Iterable[Any]) -> float | None:
    known = [float(value) for value in values if isinstance(value, int | float)]
    return fmean(known) if known else None
