"""Runs of several arms, as ``arcwise utility`` makes them: their searches by kind and number of macros."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from ....experiments.condition import Condition
from ....experiments.estimate import Mean, mean_of, ratio_of
from ....experiments.row import Row
from ....experiments.store import Run
from .duels import finished


@dataclass(frozen=True)
class Group:
    """Arms of one kind and size, one for each seed.

    Parameters
    ----------
    label
        The kind.
    name
        The arms' name without the seed.
    macros
        How many macros they have, on average.
    learning
        Operator applications that learning them took, on average; None where not known.
    rows
        The searches of each seed.
    baseline
        For each of these the same search without macros, or None.
    """

    label: str
    name: str
    macros: float
    learning: float | None
    rows: tuple[tuple[Row, ...], ...]
    baseline: tuple[tuple[Row | None, ...], ...]

    def mean(self, measure: str) -> Mean | None:
        """The mean of a measure: lengths of those solved, everything else of all searches."""
        return mean_of([_values(rows, measure) for rows in self.rows])

    def ratio(self, measure: str) -> Mean | None:
        """With macros over without, over the problems that were solved with macros or without."""
        groups = []
        for rows, without in zip(self.rows, self.baseline, strict=True):
            ratios = []
            for row, before in zip(rows, without, strict=True):
                if before is None or not (row.solved or before.solved):
                    continue
                was, now = getattr(before, measure), getattr(row, measure)
                if was and now is not None:
                    ratios.append(now / was)
            groups.append(ratios)
        return ratio_of(groups) if self.macros else None


def _values(rows: Sequence[Row], measure: str) -> list[float]:
    found = [getattr(row, measure) for row in rows if row.solved or measure != "moves"]
    return [value for value in found if value is not None]


def groups(run: Run, algorithm: str) -> list[Group]:
    """The arms of a run by kind and number of macros, none first."""
    rows: dict[str, list[Row]] = {}
    for row in finished(run):
        if row.configuration == algorithm:
            rows.setdefault(row.condition, []).append(row)
    plain = {_seed(arm): arm.name for arm in reversed(run.conditions) if not _macros(arm)}
    without = {
        seed: {row.problem: row for row in rows.get(name, [])} for seed, name in plain.items()
    }
    kinds: dict[str, list[Condition]] = {}
    for arm in run.conditions:
        if arm.name in rows:
            kinds.setdefault(re.sub(r":seed-?\d+$", "", arm.name), []).append(arm)
    found = []
    for name, arms in kinds.items():
        costs = [cost for arm in arms if (cost := _learning(arm)) is not None]
        found.append(
            Group(
                str(arms[0].facts.get("label") or name),
                name,
                fmean(_macros(arm) for arm in arms),
                fmean(costs) if costs else None,
                tuple(tuple(rows[arm.name]) for arm in arms),
                tuple(
                    tuple(without.get(_seed(arm), {}).get(row.problem) for row in rows[arm.name])
                    for arm in arms
                ),
            )
        )
    labels = list(dict.fromkeys(group.label for group in found))
    return sorted(
        found, key=lambda group: (group.macros > 0, labels.index(group.label), group.macros)
    )


def _macros(arm: Condition) -> float:
    count = arm.facts.get("macros", 0 if arm.macros is None else 1)
    return float(count) if isinstance(count, int | float) else 0.0


def _seed(arm: Condition) -> object:
    return arm.facts.get("seed")


def _learning(arm: Condition) -> float | None:
    learning = arm.facts.get("learning")
    if isinstance(learning, dict):
        learning = learning.get("applications", learning.get("operator_applications"))
    return float(learning) if isinstance(learning, int | float) else None
