"""What a learner is: the filters of Markovitch and Scott (Machine Learning 10, 1993), each a function.

*Experience* is which problems are practised, *attention* which of their paths are looked at, *acquisition* what is made of
a path, and *retention* whether the library keeps it. *Utilization* is when a macro is tried: wherever it leads to a better
state (`Climber`), or in the order of a macro table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...rules.domain import Domain
from ...rules.geometry import Shape
from ...search.limits import NO_LIMITS, Limits
from ..library import MacroLibrary
from .practice import (
    Acquisition,
    Attention,
    Exercise,
    Practice,
    Practise,
    Retention,
    generalized,
    kept,
    study,
)

QUIESCENCE = 5
"""How many problems in a row must teach nothing."""

PROBLEMS = 10
"""How many problems of each size are solved where there is no quiescence to wait for."""


@dataclass(frozen=True, slots=True)
class Course:
    """What a learner is asked to do.

    Parameters
    ----------
    shape
        The size of the boards that the macros are for.
    shapes
        The sizes to practise on, from small to large.
    seed
        For what is random.
    quiescence
        For learners that end when nothing new comes.
    problems
        For learners that do not: problems of each size.
    limits
        On each problem, in place of the learner's own; nodes are those of each search in it.
    """

    shape: Shape
    shapes: tuple[Shape, ...]
    seed: int = 0
    quiescence: int = QUIESCENCE
    problems: int = PROBLEMS
    limits: Limits = NO_LIMITS

    def effort(self, usual: Limits) -> Limits:
        """The limits on a problem of a learner that has limits of its own."""
        return replace(self.limits, nodes=self.limits.nodes or usual.nodes)


Experience: TypeAlias = Callable[[MacroLibrary, Course, Practise], Iterator[Practice]]
"""What is practised, one problem after the other; each may depend on what those before it taught."""


@dataclass(frozen=True, slots=True)
class Learner:
    """One row of the table of learners.

    Parameters
    ----------
    summary
        Experience and attention in a few words.
    experience
        What is practised.
    attention
        Which paths of a problem are looked at.
    acquisition
        What is made of a path.
    retention
        Whether the library keeps it.
    blank_first
        Whether its macros are for the order of a macro table.
    builds_on
        Whether what was learned before takes part in practice.
    """

    summary: str
    experience: Experience
    attention: Attention
    acquisition: Acquisition = generalized
    retention: Retention = kept
    blank_first: bool = False
    builds_on: bool = False

    def library(self, domain: Domain) -> MacroLibrary:
        """An empty library for it."""
        return MacroLibrary(domain, blank_first=self.blank_first)

    def practise(self, library: MacroLibrary, exercise: Exercise) -> Practice:
        """Practise one problem here; what that teaches goes into the library."""
        return study(self.attention, library, exercise, self.acquisition, self.retention)

    def teach(
        self, library: MacroLibrary, course: Course, practise: Practise | None = None
    ) -> Iterator[Practice]:
        """Learn into a library.

        Parameters
        ----------
        library, course
            Where to learn what.
        practise
            Who practises: this process if None, or another that does the same.

        Yields
        ------
        A record for each problem, as soon as it is done.
        """
        return self.experience(library, course, practise or self.practise)
