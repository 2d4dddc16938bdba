"""A classic: a figure of a paper with what the paper claims, the commands that a person would type, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
from ..designs.figures import NOT, REPRODUCED, Figure, Measured
from ..experiment import Experiment
from ..problem_set import ProblemSet
from ..row import Row

SAME_SHAPE = "same shape"
"""The verdict where figures differ, or none could be read, but all that is claimed holds."""


@dataclass(frozen=True)
class PaperClaim:
    """A claim of a paper in words, with the test whether it holds.

    Parameters
    ----------
    words
        The claim.
    holds
        Whether measured figures agree with it.
    """

    words: str
    holds: Callable[[Measured], bool]


@dataclass(frozen=True, kw_only=True)
class Classic(Figure):
    """A result of a paper; `text` is its authors and year, `what` what is claimed, in a sentence.

    Parameters
    ----------
    name
        What it is called at the command line.
    paper
        Title and place.
    claims
        What is compared besides figures, or in their place where none could be read.
    commands
        Commands of arcwise that measure the same, as a person types them.
    assumed
        What the paper leaves open, or was not read, and what was taken instead.
    """

    name: str
    paper: str
    claims: tuple[PaperClaim, ...] = ()
    commands: tuple[str, ...] = ()
    assumed: str = ""

    def verdict(self, measured: Measured) -> str:
        """Reproduced, if all figures are equal and all claims hold; same shape, if all claims hold; else not."""
        held = all(claim.holds(measured) for claim in self.claims)
        if held and self.expected and super().verdict(measured) == REPRODUCED:
            return REPRODUCED
        return SAME_SHAPE if held and self.claims else NOT

    def reason(self, measured: Measured) -> str:
        """Why the verdict is what it is: which figures differ, and which claims hold."""
        other = [name for name, value in self.expected.items() if measured.get(name) != value]
        differ = "all of them" if len(other) == len(self.expected) else ", ".join(other)
        said = [f"other figures: {differ}"] if other else []
        if not self.expected:
            said.append("no figure of the paper was at hand; its claims are compared")
        said.extend(
            f"{'holds' if claim.holds(measured) else 'DOES NOT HOLD'}: {claim.words}"
            for claim in self.claims
        )
        return "; ".join(said) or "all figures are equal"


def rows_of(
    board: str | BoardSource,
    libraries: Mapping[str, Library[Any] | None],
    problems: int,
    *,
    seed: int,
    configuration: Configuration,
) -> dict[str, tuple[Row, ...]]:
    """Search the same random problems with several libraries, or none; the rows by the libraries' names.

    Parameters
    ----------
    board
        The board.
    libraries
        By what they are called; None is no macros.
    problems, seed
        Number of random solvable problems with the domain's own goal, and the seed that draws them.
    configuration
        How they are searched.
    """
    source = BoardSource.opened(board) if isinstance(board, str) else board
    conditions = tuple(
        Condition.without_macros(name)
        if library is None
        else Condition(name, f"{name}.pl", library_text(library), {"macros": len(library)})
        for name, library in libraries.items()
    )
    drawn = ProblemSet.random(source, source.goal(None), problems, seed)
    experiment = Experiment(source, (drawn,), conditions, (configuration,), timing=False)
    rows = experiment.run().all_rows
    return {name: tuple(row for row in rows if row.condition == name) for name in libraries}


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
    found = climb(climber, start, escape=escape)
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    assert found.climb is not None
    return found.looked_at, len(found.climb.escapes)


def mean(rows: tuple[Row, ...], name: str) -> float:
    """Mean of a property over rows, rounded to a tenth; what was not solved counts as far as it went."""
    return round(fmean(getattr(row, name) or 0 for row in rows), 1)


def number(measured: Measured, name: str) -> float:
    """A measured figure as a number."""
    return float(measured[name])
