"""The design of ``arcwise survey``: random problems without macros, with several algorithms and heuristics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from ...rules.domains.table import domain_of
from ...rules.errors import InputError
from ...rules.solvability import solvability
from ...rules.term import Pattern, State, ground
from ...rules.theory import Theory
from ...search.algorithms import ALGORITHMS
from ...search.heuristics.table import heuristic_maker, make_heuristic
from ..condition import Condition
from ..configuration import Configuration
from ..execute.recipe import Recipe
from ..experiment import Experiment
from ..problem_set import ProblemSet
from .compare import theory_facts

USUAL = ("misplaced", "manhattan", "linear-conflict")


def survey(
    recipe: Recipe,
    problems: ProblemSet,
    base: Configuration,
    algorithms: Iterable[str],
    heuristics: Iterable[str],
) -> Experiment:
    """Every algorithm on the same problems, the informed ones with every heuristic.

    Raises
    ------
    InputError
        An unknown heuristic.
    """
    return Experiment(
        recipe,
        (problems,),
        (Condition.without_macros(),),
        tuple(_configurations(base, algorithms, list(heuristics))),
        {"command": "survey", **theory_facts(recipe, problems)},
        base.seed,
    )


def _configurations(
    base: Configuration, algorithms: Iterable[str], heuristics: list[str]
) -> Iterator[Configuration]:
    for name in algorithms:
        if not ALGORITHMS[name].informed:
            yield base.using(name)
            continue
        for heuristic in heuristics:
            heuristic_maker(heuristic)
            yield base.using(name, heuristic)


def usual_heuristics(rules: Theory, goal: Pattern) -> list[str]:
    """Those of `USUAL` that have a meaning for a theory."""
    chosen = []
    for name in USUAL:
        with suppress(InputError):
            make_heuristic(name, rules, goal, ground(goal) or ())
            chosen.append(name)
    return chosen


def recognised(rules: Theory, starts: Iterable[State], goal: Pattern) -> int | None:
    """How many of the starts, two tiles swapped, are known to be unsolvable; None where that is not decided."""
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
