"""The design of ``arcwise survey``: random problems without macros, with several algorithms and heuristics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from ...rules.checked import checked
from ...rules.domains.domain_table import domain_of
from ...rules.errors import InputError
from ...rules.later import Later
from ...rules.solvability import solvability
from ...rules.term import Pattern, State, ground
from ...rules.theory import Theory
from ...search.algorithms import ALGORITHMS, Algorithm
from ...search.heuristics.heuristic_table import heuristic_maker, make_heuristic
from ..board import BoardSource, Named
from ..condition import Condition
from ..configuration import Configuration
from ..experiment import Experiment
from ..keeping import Keeping, Progress, no_progress
from ..problem_set import ProblemSet
from ..registering import algorithm_names
from ..result_set import ResultSet
from ..row import Row
from ..statistics.estimate import Mean, mean_of

SURVEYED_ALGORITHMS = ("breadth-first", "a-star")
USUAL = ("misplaced", "manhattan", "linear-conflict", "gaps")


MEANS = ("expanded", "generated", "moves", "cost", "elapsed")
"""Properties that are averaged."""


@dataclass(frozen=True, repr=False)
class Survey(ResultSet):
    """Algorithms and heuristics on the same problems.

    Parameters
    ----------
    configurations
        How was searched.
    unsolvable
        How many of the problems, two tiles swapped, are known to be unsolvable, unsearched; None where that is not
        decided.
    """

    _view = Later("explorer.views.survey", "survey_view")

    configurations: tuple[Configuration, ...] = ()
    unsolvable: int | None = None

    @property
    def solved(self) -> dict[str, int]:
        """By configuration, how many problems were solved."""
        return {name: len(rows) for name, rows in self._solved.items()}

    @property
    def means(self) -> dict[str, dict[str, Mean | None]]:
        """By configuration and property, the mean over the problems solved, so far as their rows say it."""
        means = {}
        for name, rows in self._solved.items():
            known = {one: [getattr(row, one) for row in rows] for one in MEANS}
            means[name] = {
                one: mean_of([[value for value in values if value is not None]])
                for one, values in known.items()
            }
        return means

    @cached_property
    def _solved(self) -> dict[str, list[Row]]:
        names = [one.name for one in self.configurations]
        return {
            name: [row for row in self.rows if row.configuration == name and row.solved]
            for name in names
        }


@checked
def survey(
    domain: Named,
    goal: str | Pattern | None = None,
    algorithms: str | Algorithm | Iterable[str | Algorithm] = SURVEYED_ALGORITHMS,
    heuristics: Iterable[str] | None = None,
    *,
    count: int = 100,
    seed: int | None = None,
    moves: int | None = None,
    distance: int | None = None,
    configuration: Configuration | None = None,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> Survey:
    """Search random problems without macros, with every algorithm, and with the informed ones by every heuristic.

    Parameters
    ----------
    goal
        As text or pattern; None for the domain's own.
    heuristics
        Names; None for that of the configuration, or else those of `USUAL` that have a meaning here.
    count, moves, distance
        How many problems, as `ProblemSet.random` makes them.
    seed
        Seed of the problems and of the searches; None for the configuration's.
    configuration
        All else about the searches; without a limit each makes at most `DEFAULT_WORK` operator applications.
    domain, algorithms, keeping, progress
        As for `compare`.

    Raises
    ------
    InputError
        Bad input, searches that are not possible, or a folder that cannot be used.
    """
    base = (configuration or Configuration()).bounded()
    if seed is not None:
        base = replace(base, seed=seed)
    names = algorithm_names(algorithms)
    made = BoardSource.opened(domain, engine=base.engine, enumerated=True)
    rules, target = made.theory, made.goal(goal)
    problems = ProblemSet.random(made, target, count, base.seed, moves=moves, distance=distance)
    usual = usual_heuristics(rules, target) if made.program is None else []
    asked = list(heuristics or ()) or ([base.heuristic] if base.heuristic else [])
    base.using(base.algorithm, asked[0] if asked else None).check_used(names)
    experiment = Experiment(
        made,
        (problems,),
        (Condition.without_macros(),),
        tuple(_configurations(base, names, asked or usual)),
        {"command": "survey", **made.facts(problems)},
        base.seed,
    )
    with progress(experiment.searches, "surveying") as tick:
        found = experiment.run(keeping, tick)
    return Survey(
        *(found.run, found.finished, found.before, found.after),
        configurations=experiment.configurations,
        unsolvable=recognised(rules, [problem.start for problem in problems], target),
    )


def _configurations(
    base: Configuration, algorithms: Iterable[str], heuristics: list[str]
) -> Iterator[Configuration]:
    for name in algorithms:
        if not ALGORITHMS.find(name).informed:
            yield base.using(name)
            continue
        for heuristic in heuristics:
            heuristic_maker(heuristic)
            yield base.using(name, heuristic)
        if not heuristics:
            yield base.using(name)


def usual_heuristics(rules: Theory, goal: Pattern) -> list[str]:
    """Heuristics of `USUAL` that are defined for a theory; gaps where each takes a move of its own, as of pancakes."""
    chosen = []
    least = min((arc.cost for arc in rules.arcs), default=0)
    for name in USUAL:
        with suppress(InputError):
            made = make_heuristic(name, rules, goal, ground(goal) or ())
            if getattr(made, "rate", least) >= least:
                chosen.append(name)
    return chosen


def recognised(rules: Theory, starts: Iterable[State], goal: Pattern) -> int | None:
    """Number of starts that are known to be unsolvable once two tiles are swapped; None where that is not decided."""
    if not domain_of(rules).slides:
        return None
    swapped = []
    for start in starts:
        cells = list(start)
        tiles = [cell for cell, symbol in enumerate(cells) if symbol != rules.blank]
        if len(tiles) < 2:
            return None
        one, other = tiles[:2]
        cells[one], cells[other] = cells[other], cells[one]
        swapped.append(tuple(cells))
    verdicts = [solvability(rules, start, goal) for start in swapped]
    if any(verdict is None for verdict in verdicts):
        return None
    return sum(verdict is not None and not verdict.solvable for verdict in verdicts)
