"""Searches and climbs of random problems with several libraries, for the classics on boards."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from ...ebl.files.macro_file import library_text
from ...ebl.rule import Library
from ...rules.domain import Domain
from ...rules.domains.domain_table import read_built_in
from ...rules.geometry import Shape
from ...rules.term import State
from ...search.climbing.climb import climb
from ...search.climbing.climber import Climber
from ...search.limits import NO_LIMITS, Limits
from ..board import BoardSource
from ..condition import Condition
from ..configuration import Configuration
from ..designs.figures import Measured
from ..experiment import Experiment
from ..problem_set import ProblemSet
from .whole import whole, whole_search


def searched(
    board: str,
    libraries: Mapping[str, Library[Any] | None],
    configuration: Configuration,
    problems: int,
    seed: int,
    **figures: str,
) -> Measured:
    """Search the same random problems with several libraries, or none.

    Parameters
    ----------
    board
        A built-in board.
    libraries
        By what they are called; None is no macros.
    configuration
        How they are searched.
    problems, seed
        Number of random solvable problems with the domain's own goal, and the seed that draws them.
    **figures
        The property of a search that each is; `solved` is counted, of all others the mean is taken, to a tenth. What was
        not solved counts as far as it went.

    Returns
    -------
    figures
        By name and library: ``work, all``.
    """
    source = BoardSource.opened(board)
    conditions = tuple(
        Condition.without_macros(name)
        if library is None
        else Condition(name, f"{name}.pl", library_text(library), {"macros": len(library)})
        for name, library in libraries.items()
    )
    drawn = ProblemSet.random(source, source.goal(None), problems, seed)
    experiment = Experiment(source, (drawn,), conditions, (configuration,), timing=False)
    rows = whole(experiment.run()).all_rows
    found: Measured = {}
    for name in libraries:
        for figure, of in figures.items():
            values = [getattr(row, of) or 0 for row in rows if row.condition == name]
            found[f"{figure}, {name}"] = sum(values) if of == "solved" else round(fmean(values), 1)
    return found


def built_in(name: str) -> tuple[Domain, Shape]:
    """A built-in domain, and the size of its boards."""
    found = read_built_in(name)
    assert found is not None
    return found


def climbed(climber: Climber, start: State, escape: Limits = NO_LIMITS) -> tuple[int, int]:
    """Operators looked at in climbing, and local minima met.

    Raises
    ------
    KeyboardInterrupt
        The user's.
    """
    found = whole_search(climb(climber, start, escape=escape))
    assert found.climb is not None
    return found.looked_at, len(found.climb.escapes)
