"""The sweep of the source text's question: what too many, or bad, examples do to search."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from statistics import fmean
from typing import Any

from ..ebl.arms import EXAMPLES, NOTHING, Arm, Ground, macro_table, random_macros
from ..ebl.escapes import EFFORT
from ..ebl.utility import (
    ArcArena,
    Arena,
    ClimbArena,
    accounts,
    climb_result,
    forget,
    pays_after,
    uninterrupted,
)
from ..rules.errors import InputError
from ..rules.term import Pattern, State, ground, match
from ..search.climb import Climb, Climber
from ..search.climbing import climb
from ..search.parberry import parberry
from ..search.problem import Problem
from ..search.result import Result
from ..search.solve import with_unit_macro_costs
from .domain import Domain
from .intervals import Estimate, mean_of, ratio_of
from .options import SearchOptions

CLIMB = "climb"
PARBERRY = "parberry"
RANDOM_MACROS = "random-macros"
MACRO_TABLE = "macro-table"

CONTROLS: Mapping[str, str] = {
    RANDOM_MACROS: "as many macros of the same lengths as those of the good examples, from random walks",
    MACRO_TABLE: "Korf's table: a macro for every cell and every place of its symbol",
    PARBERRY: "for sliding tiles, Parberry's greedy algorithm: no search, no macros",
}
"""What stands beside the learned macros, besides none at all."""

POOL = 1000
"""States drawn once from all states, where drawing means to enumerate them."""

MEASURES = ("expanded", "generated", "operator_applications", "elapsed")
"""The counters of a search that are averaged, besides its moves."""


@dataclass(frozen=True)
class Sweep:
    """What is to be compared.

    Parameters
    ----------
    domain, goal
        The board and the goal of all problems.
    algorithms
        Names of algorithms, ``climb`` among them.
    kinds, counts
        Names in `EXAMPLES`, and how many macros or examples of each.
    controls
        Names in `CONTROLS`.
    problems, seeds
        How many random problems for every seed.
    options
        How to search.
    forgetting
        Whether to try what forgetting leaves of the largest library of good examples.
    """

    domain: Domain
    goal: Pattern
    algorithms: tuple[str, ...]
    kinds: tuple[str, ...]
    counts: tuple[int, ...]
    controls: tuple[str, ...]
    problems: int
    seeds: tuple[int, ...]
    options: SearchOptions
    forgetting: bool = False

    @property
    def sizes(self) -> tuple[int, ...]:
        """The counts above 0."""
        return tuple(count for count in self.counts if count)

    @property
    def searches(self) -> int:
        """How many searches are measured, if every control can be had."""
        arms = 1 + len(self.sizes) * (len(self.kinds) + (RANDOM_MACROS in self.controls))
        arms += (MACRO_TABLE in self.controls) + (self.forgetting and bool(self.sizes))
        each = arms * len(self.algorithms) + (PARBERRY in self.controls)
        return each * self.problems * len(self.seeds)


@dataclass(frozen=True, slots=True)
class Trial:
    """One search of the sweep.

    Parameters
    ----------
    algorithm, arm
        What searched, with which macros.
    seed, number, start
        The problem: the seed's, from 1.
    result
        What came of it.
    before
        The same problem without macros; None for `PARBERRY`.
    """

    algorithm: str
    arm: Arm
    seed: int
    number: int
    start: State
    result: Result
    before: Result | None


@dataclass
class Findings:
    """What a sweep has found so far.

    Parameters
    ----------
    trials
        Every search.
    left_out
        Controls that cannot be had here, with the reason.
    table
        The macro table, which is the same for every seed.
    """

    trials: list[Trial] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    table: Arm | None = None


Tick = Callable[..., None]
"""Called with steps done and what they were."""


def run_sweep(sweep: Sweep, findings: Findings, tick: Tick) -> None:
    """Run a sweep, seed after seed.

    Parameters
    ----------
    sweep
        What to do.
    findings
        Where what is found goes, so that an interruption loses nothing.
    tick
        Called after every search.

    Raises
    ------
    KeyboardInterrupt
        The user's.
    InputError
        A board on which no examples can be drawn.
    """
    for seed in sweep.seeds:
        starts = draw_starts(sweep.domain, sweep.goal, sweep.problems, str(seed))
        if PARBERRY in sweep.controls:
            _try_parberry(sweep, seed, starts, findings, tick)
        for windows in (False, True):
            names = [name for name in sweep.algorithms if (name == CLIMB) is windows]
            before: dict[tuple[str, int], Result] = {}
            for arm, using in _arms(sweep, seed, names, findings, tick) if names else ():
                for name in using:
                    search = searcher(sweep, name, arm)
                    for number, start in enumerate(starts, start=1):
                        result = search(start)
                        known = before.setdefault((name, number), result)
                        findings.trials.append(Trial(name, arm, seed, number, start, result, known))
                        tick(1, f"{name}, {arm.name} {arm.size}")


def draw_starts(domain: Domain, goal: Pattern, count: int, seed: str) -> list[State]:
    """Random problems of a board, each with a random generator of its own."""
    draw = drawing(domain, goal)
    starts = []
    for number in range(count):
        rng = Random(f"{seed}:{number}")
        start = draw(rng)
        for _ in range(10):
            if match(goal, start) is None:
                break
            start = draw(rng)
        starts.append(start)
    return starts


@lru_cache(maxsize=8)
def drawing(domain: Domain, goal: Pattern) -> Callable[[Random], State]:
    """A function that draws a random state which can reach the goal."""
    family, shape = domain.family, domain.theory.shape
    if family is not None and goal == family.goal(shape):
        return lambda rng: family.draw(shape, rng)
    pool = domain.starts(goal, POOL, 0)
    return lambda rng: rng.choice(pool)


def _try_parberry(
    sweep: Sweep, seed: int, starts: list[State], findings: Findings, tick: Tick
) -> None:
    family, shape = sweep.domain.family, sweep.domain.theory.shape
    if PARBERRY in findings.left_out:
        return
    goal = ground(sweep.goal)
    if family is None or goal is None:
        findings.left_out[PARBERRY] = "only for sliding tiles and a goal that is a single state"
        return
    try:
        parberry(family, shape, goal, goal)
    except InputError as error:
        findings.left_out[PARBERRY] = f"{error.problem}: {error.expected}"
        return
    for number, start in enumerate(starts, start=1):
        result = climb_result(parberry(family, shape, start, goal))
        findings.trials.append(Trial(PARBERRY, NOTHING, seed, number, start, result, None))
        tick(1, PARBERRY)


def _arms(
    sweep: Sweep, seed: int, names: list[str], findings: Findings, tick: Tick
) -> Iterator[tuple[Arm, list[str]]]:
    """The arms of one seed, each with the algorithms that it is for; none at all comes first."""
    windows = CLIMB in names
    domain = sweep.domain
    family = domain.family
    ground = Ground(domain.theory, drawing(domain, sweep.goal), family if windows else None)
    yield NOTHING, names
    largest = NOTHING
    for size in sweep.sizes:
        good = EXAMPLES["good"].learn(ground, size, str(seed))
        largest = max(largest, good, key=lambda arm: arm.size)
        for kind in sweep.kinds:
            arm = good if kind == "good" else EXAMPLES[kind].learn(ground, size, str(seed))
            yield arm, names
        if RANDOM_MACROS in sweep.controls:
            lengths = [macro.length for macro in good.schemas or good.arcs]
            yield replace(random_macros(ground, lengths, str(seed)), size=size), names
    if MACRO_TABLE in sweep.controls:
        table = _table(sweep, findings, tick)
        if table is not None:
            yield table, names
    if sweep.forgetting and largest.macros:
        for name in names:
            yield _forget(sweep, name, largest, seed, tick), [name]


def _table(sweep: Sweep, findings: Findings, tick: Tick) -> Arm | None:
    family, theory = sweep.domain.family, sweep.domain.theory
    if findings.table is None and MACRO_TABLE not in findings.left_out:
        if family is None or sweep.goal != family.goal(theory.shape):
            findings.left_out[MACRO_TABLE] = "only for built-in domains and their own goals"
            return None
        try:
            findings.table = macro_table(family, theory, lambda: tick(0, "filling the macro table"))
        except InputError as error:
            findings.left_out[MACRO_TABLE] = error.problem
    return findings.table


def _forget(sweep: Sweep, name: str, arm: Arm, seed: int, tick: Tick) -> Arm:
    """What forgetting leaves of an arm, judged by other problems than those of the sweep."""
    detail = f"{name}, forgetting"
    starts = draw_starts(sweep.domain, sweep.goal, sweep.problems, f"{seed}:practice")
    arena = arena_of(sweep.domain, sweep.goal, name, arm, sweep.options)
    kept = []
    for account in accounts(arena, starts, counted=False):
        kept.append(account)
        tick(0, detail)
    dropped = set()
    for judgement in forget(arena, kept, report=lambda: tick(0, detail)):
        if judgement.dropped:
            dropped.add(judgement.name)
        tick(0, detail)
    return forgotten(arm, dropped, arena.spent)


def forgotten(arm: Arm, dropped: Collection[str], spent: int) -> Arm:
    """An arm less some macros; ``spent`` operator applications were needed to know which, besides learning."""
    return replace(
        arm,
        name="forgotten",
        arcs=tuple(arc for arc in arm.arcs if arc.name not in dropped),
        schemas=tuple(schema for schema in arm.schemas if schema.name not in dropped),
        applications=arm.applications + spent,
    )


def arena_of(
    domain: Domain, goal: Pattern, algorithm: str, arm: Arm, options: SearchOptions
) -> Arena:
    """Where single macros of an arm are judged."""
    if algorithm == CLIMB:
        family = domain.family
        assert family is not None
        return ClimbArena(
            family,
            domain.theory.shape,
            goal,
            arm.schemas,
            lambda climber, start: climbed(climber, start, options),
            blank_first=arm.blank_first,
        )
    theory = domain.theory.with_macros(arm.arcs)
    if options.macro_cost == "unit":
        theory = with_unit_macro_costs(theory)
    in_python = replace(options, engine="python", batched=False, threads=1)

    def search(problem: Problem) -> Result:
        return options.search(
            domain.problem(problem.start, problem.goal, problem.theory), algorithm
        )

    return ArcArena(
        theory,
        goal,
        theory.macros,
        search,
        lambda problem: in_python.search(problem, algorithm),
    )


def climbed(climber: Climber, start: State, options: SearchOptions) -> Climb:
    """Climb, and search for a way out of local minima."""
    return climb(climber, start, escape=EFFORT, limits=options.limits, engine=options.engine)


def searcher(sweep: Sweep, algorithm: str, arm: Arm) -> Callable[[State], Result]:
    """A function that searches from a state, with what can be prepared ready, so that no search is timed with it.

    It raises KeyboardInterrupt where the user interrupts it.
    """
    domain, goal, options = sweep.domain, sweep.goal, sweep.options
    if algorithm == CLIMB:
        family = domain.family
        assert family is not None
        climber = Climber(
            family,
            domain.theory.shape,
            arm.schemas,
            goal,
            blank_first=arm.blank_first,
            select="best",
        )
        return lambda start: uninterrupted(climb_result(climbed(climber, start, options)))
    theory = domain.theory.with_macros(arm.arcs)
    if options.macro_cost == "unit":
        theory = with_unit_macro_costs(theory)
    some_state = ground(goal) or drawing(domain, goal)(Random(0))
    options.with_nodes(1).search(domain.problem(some_state, goal, theory), algorithm)
    return lambda start: uninterrupted(
        options.search(domain.problem(start, goal, theory), algorithm)
    )


Row = dict[str, Any]


def rows(findings: Findings) -> list[Row]:
    """One row for each algorithm and arm: means over seeds and problems, with intervals, as plain values.

    Work and time are averaged over all problems, moves over those solved. Gains, and ratios (geometric means of what a
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


def _flat(name: str, found: Estimate | None) -> Row:
    if found is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: found.mean, f"{name}_low": found.low, f"{name}_high": found.high}


def _counter(result: Result, measure: str) -> float:
    value: float = getattr(result.statistics, measure)
    return value


def _gain(trial: Trial, measure: str) -> float | None:
    if trial.before is None or not (trial.before.solved or trial.result.solved):
        return None
    return _counter(trial.before, measure) - _counter(trial.result, measure)


def _ratio(trial: Trial, measure: str) -> float | None:
    before, after = trial.before, trial.result
    if before is None or not (before.solved or after.solved):
        return None
    if measure == "moves":
        both = before.solved and after.solved and before.moves
        return after.moves / before.moves if both else None
    was = _counter(before, measure)
    return _counter(after, measure) / was if was else None


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
            "status": trial.result.status.value,
            "steps": trial.result.steps if trial.result.solved else None,
            "moves": trial.result.moves if trial.result.solved else None,
            **{measure: _counter(trial.result, measure) for measure in MEASURES},
            "engine": trial.result.engine,
        }
        for trial in findings.trials
    ]
