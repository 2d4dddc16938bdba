"""How often verdicts on simulated comparisons are false: where learning changes nothing, and where it changes something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from arcwise.experiments import Row
from arcwise.experiments.statistics.estimate import Pair
from arcwise.experiments.statistics.verdict import (
    DOES_NOT_PAY,
    LEVEL,
    NO_DIFFERENCE,
    PAYS,
    PairsFinding,
    Verdict,
    judge,
)
from torture.attack import Attack, Case

from ..oracles.experiments import Search, Setting, beyond_chance, compared, random_setting
from ..statement import FALSE, hold

COMPARISONS = 300
"""Of each setting."""


@dataclass(frozen=True)
class Asked:
    """A setting, and the seed of its comparisons."""

    setting: Setting
    seed: int


def attack(case: Case) -> None:
    """Judge many comparisons of a random setting."""
    hold(case, Asked(random_setting(case.rng), case.rng.randrange(10**6)), false_of, fewer, str)


def fewer(asked: Asked) -> Iterator[Asked]:
    """Plainer settings."""
    plain = {"seeds": 1, "between": 0.0, "algorithms": 1, "limit": "", "hard": 1.0, "problems": 10}
    for name, value in plain.items():
        if getattr(asked.setting, name) != value:
            yield replace(asked, setting=replace(asked.setting, **{name: value}))


def row_of(condition: str, problem: int, search: Search) -> Row:
    """A simulated search as the row of an experiment."""
    return Row(
        condition,
        "a-star",
        problem,
        status="solved" if search.solved else "stopped",
        stopped_by=search.stopped_by,
        algorithm="a-star",
        engine="native",
        expanded=search.nodes,
        generated=search.work,
        inserted=search.nodes,
        evaluated=search.nodes,
        reopened=0,
        operator_applications=search.work,
        peak_open=search.nodes,
        peak_memory=search.nodes * 50,
        steps=20 if search.solved else None,
        moves=20 if search.solved else None,
        cost=20 if search.solved else None,
        elapsed=search.seconds,
        repetitions=1,
    )


def verdicts(setting: Setting, rng: Random) -> list[Verdict]:
    """The verdict on each algorithm of one comparison."""
    each = []
    for _ in range(setting.algorithms):
        searches = compared(setting, rng)
        pairs = [
            Pair(row_of("before", n, before), row_of("after", n, after))
            for n, (before, after, _) in enumerate(searches)
        ]
        seeds = {n: seed for n, (*_, seed) in enumerate(searches)} if setting.seeds > 1 else None
        each.append((pairs, seeds, PairsFinding.of(pairs, seeds).chance))
    return [
        judge(
            pairs,
            {},
            seeds=seeds,
            others=[chance for other, (_, _, chance) in enumerate(each) if other != number],
        )
        for number, (pairs, seeds, _) in enumerate(each)
    ]


def false_of(asked: Asked, case: Case) -> Iterator[tuple[str, str]]:
    """Whether more verdicts than are allowed are false."""
    setting, rng = asked.setting, Random(asked.seed)
    false = {1: {PAYS, DOES_NOT_PAY}}.get(setting.ratio) or {
        NO_DIFFERENCE,
        DOES_NOT_PAY if setting.ratio < 1 else PAYS,
    }
    case.count("settings")
    found: Counter[str] = Counter()
    wrong = 0
    for _ in range(COMPARISONS):
        said = [verdict.word for verdict in verdicts(setting, rng)]
        found.update(said)
        wrong += bool(false.intersection(said))
    case.count("comparisons", COMPARISONS)
    case.count("false verdicts", wrong)
    if beyond_chance(COMPARISONS, wrong, LEVEL):
        yield "verdicts", f"{wrong} of {COMPARISONS} false: {dict(found)}"


VERDICTS = Attack(
    name="verdicts",
    share=1,
    counted=("settings", "comparisons", "false verdicts"),
    wrong=(FALSE,),
    attack=attack,
    asked=("comparisons", 3_000),
)
