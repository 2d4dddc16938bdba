"""The table of a sweep: means over seeds and problems with intervals, and every search as a row."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean
from typing import Any

from ...experiments.designs.learned import EXAMPLES
from ...experiments.designs.leave_one_out import pays_after
from ...experiments.designs.sweep import CONTROLS, Findings, Trial
from ...experiments.estimate import Mean, mean_of, ratio_of
from ...experiments.execute.perform import PARBERRY
from ...experiments.row import Row as SearchRow

MEASURES = ("expanded", "generated", "operator_applications", "elapsed")
"""The counters of a search that are averaged, besides its moves."""

Row = dict[str, Any]


def rows(findings: Findings) -> list[Row]:
    """One row for each algorithm and arm: means over seeds and problems, with intervals, as plain values.

    Work and time are averaged over all problems, moves over those solved; searches that died are left
    out of all but the number of problems. Gains, and ratios (geometric means of what a
    problem took with the macros over what it took without), are over the problems that were solved one way or the
    other: a search that a limit stopped counts there with what it did, and two such searches tell nothing.
    """
    groups: dict[tuple[str, str, int], list[Trial]] = {}
    for trial in findings.trials:
        key = (trial.algorithm, trial.arm.name, trial.arm.size)
        groups.setdefault(key, []).append(trial)
    algorithms = list(dict.fromkeys(name for name, _, _ in groups))
    arms = ["none", "library", *EXAMPLES, "forgotten", *CONTROLS]
    ordered = sorted(groups, key=lambda key: (algorithms.index(key[0]), arms.index(key[1]), key[2]))
    return [_row(key, groups[key]) for key in ordered]


def _row(key: tuple[str, str, int], trials: list[Trial]) -> Row:
    algorithm, name, size = key
    seeds = list(dict.fromkeys(trial.seed for trial in trials))
    arms = [next(trial.arm for trial in trials if trial.seed == seed) for seed in seeds]
    by_seed = [[trial for trial in trials if trial.seed == seed] for seed in seeds]

    def over(value: Callable[[Trial], float | None]) -> list[list[float]]:
        return [
            [found for trial in group if (found := value(trial)) is not None] for group in by_seed
        ]

    learning = {
        "macros": fmean(arm.macros for arm in arms),
        "examples": fmean(arm.examples for arm in arms),
        "refused": fmean(arm.refused for arm in arms),
        "learning_applications": fmean(arm.applications for arm in arms),
        "learning_seconds": fmean(arm.seconds for arm in arms),
    }
    row: Row = {
        "algorithm": algorithm,
        "arm": name,
        "size": size,
        **learning,
        "seeds": len(seeds),
        "problems": len(trials),
        "solved": sum(trial.result.solved for trial in trials),
    }
    for measure in MEASURES:
        row |= _flat(measure, mean_of(over(lambda t: _counter(t.result, measure))))  # noqa: B023
    row |= _flat("moves", mean_of(over(lambda t: t.result.moves if t.result.solved else None)))
    with_macros = name != "none" and algorithm != PARBERRY
    for measure in (*MEASURES, "moves"):
        ratio = ratio_of(over(lambda t: _ratio(t, measure))) if with_macros else None  # noqa: B023
        row |= _flat(f"{measure}_ratio", ratio)
    for measure, words, cost in (
        ("operator_applications", "applications", learning["learning_applications"]),
        ("elapsed", "seconds", learning["learning_seconds"]),
    ):
        gain = mean_of(over(lambda t: _gain(t, measure))) if with_macros else None  # noqa: B023
        row |= _flat(f"gain_{words}", gain)
        row[f"pays_after_{words}"] = None if gain is None else pays_after(cost, gain.mean)
    return row


def _flat(name: str, found: Mean | None) -> Row:
    if found is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: found.mean, f"{name}_low": found.low, f"{name}_high": found.high}


def died(row: SearchRow) -> bool:
    """Whether a search ended before it could tell what it did."""
    return row.expanded is None


def _counter(row: SearchRow, measure: str) -> float | None:
    return None if died(row) else getattr(row, measure)


def _gain(trial: Trial, measure: str) -> float | None:
    if trial.before is None or not (trial.before.solved or trial.result.solved):
        return None
    was, became = _counter(trial.before, measure), _counter(trial.result, measure)
    return None if was is None or became is None else was - became


def _ratio(trial: Trial, measure: str) -> float | None:
    before, after = trial.before, trial.result
    if before is None or not (before.solved or after.solved):
        return None
    if measure == "moves":
        if not (before.solved and after.solved and before.moves) or after.moves is None:
            return None
        return after.moves / before.moves
    was, became = _counter(before, measure), _counter(after, measure)
    return became / was if was and became is not None else None


def searches(findings: Findings) -> list[Row]:
    """One row for every search, for plots and statistics of one's own."""
    return [
        {
            "algorithm": trial.algorithm,
            "arm": trial.arm.name,
            "size": trial.arm.size,
            "macros": trial.arm.macros,
            "seed": trial.seed,
            "problem": trial.number,
            "start": " ".join(map(str, trial.start)),
            "status": trial.result.status,
            "steps": trial.result.steps if trial.result.solved else None,
            "moves": trial.result.moves if trial.result.solved else None,
            **{measure: _counter(trial.result, measure) for measure in MEASURES},
            "engine": trial.result.engine,
        }
        for trial in findings.trials
    ]
