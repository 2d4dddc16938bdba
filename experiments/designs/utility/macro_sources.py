"""Conditions that are learned: macros from good, random and duplicated examples, and controls to hold against them.

Whether learned macros help because of what was learned, or as any shortcuts would, only a control tells: none at all,
random macros of the same lengths, and the macro table of Korf, which knows when each macro is of use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from random import Random
from time import perf_counter
from typing import TypeAlias

from ....ebl.generalize import placed_steps
from ....ebl.learner import (
    Attention,
    Course,
    Learner,
    TrainingPath,
    TrainingProblem,
    TrainingRecord,
)
from ....ebl.learners.each_path import known_paths, solve_whole
from ....ebl.learners.macro_table import MACRO_TABLE
from ....ebl.learners.table import LEARNERS
from ....ebl.library import MacroLibrary
from ....ebl.train import study, train
from ....rules.checked import checked
from ....rules.domain import Domain
from ....rules.states.random_states import Draw
from ....rules.theory import Theory
from ....search.orders.order import BLANK_FIRST
from ....search.solve import solve
from .learned_macros import LearnedMacros
from .samples import Sample, Samples, good_samples, random_samples, random_walk

REPEATS = 5
"""How often each of the duplicated examples comes."""

DRAWS = 20
"""How many examples for each macro are drawn before a board is taken to have no more rules to learn."""


LEARNER = LEARNERS["examples"]
"""Learns from every sample."""

BREADTH_FIRST = partial(
    solve_whole, search=lambda problem, limits: solve(problem, "breadth-first", limits=limits)
)
"""Attention to the shortest path of a sample without one."""


@dataclass(frozen=True)
class Worked:
    """Training problems that were worked on.

    Parameters
    ----------
    attention
        Hands over what was found of each.
    elapsed
        The seconds that one took, besides those of its attention.
    """

    attention: Attention
    elapsed: Callable[[TrainingProblem], float] = lambda problem: 0.0


Work: TypeAlias = Callable[[Learner, Mapping[int, TrainingProblem]], Worked]
"""Works on numbered problems of a learner, all at once."""


def when_asked(learner: Learner, problems: Mapping[int, TrainingProblem]) -> Worked:
    """Work on each problem in this process, when attention is paid to it."""
    return Worked(BREADTH_FIRST if learner is LEARNER else learner.attention)


@dataclass(frozen=True)
class Ground:
    """Board, goal and seed from which examples are drawn.

    Parameters
    ----------
    theory
        Its primitive arcs make the examples.
    draw
        A random state.
    domain
        Of what macros are learned: the board's domain for macros on windows, the board alone for macros of that.
    work
        Who works on training problems.
    """

    theory: Theory
    draw: Draw
    domain: Domain
    work: Work = when_asked

    def library(self) -> MacroLibrary:
        """An empty library of what is learned here."""
        return MacroLibrary(self.domain, shape=self.theory.shape)


@dataclass(frozen=True, slots=True)
class MacroSource:
    """A kind of examples, and how macros are learned from them.

    Parameters
    ----------
    name, summary
        What it is called, and what it is in words.
    samples
        Endless samples of a board.
    repeats
        How often each sample comes; 0 for once, and as many samples as it takes to have enough macros.
    refuse
        As for `learn_from_samples`.
    """

    name: str
    summary: str
    samples: Samples
    repeats: int = 0
    refuse: bool = True

    def learn(self, ground: Ground, size: int, seed: str) -> LearnedMacros:
        """Learn `count` macros; with repeated samples, learn from `count` samples."""
        found = self.samples(ground.theory, ground.draw, seed)
        if self.repeats:
            samples = islice(cycle(list(islice(found, -(-size // self.repeats)))), size)
        else:
            samples = islice(found, DRAWS * size)
        return learn_from_samples(self.name, ground, samples, size, refuse=self.refuse)


_SOURCES = (
    MacroSource(
        "good", "shortest paths of 3 to 8 moves, until there are enough macros", good_samples
    ),
    MacroSource(
        "random",
        "random walks of 3 to 8 moves with their detours, until there are enough macros",
        random_samples,
    ),
    MacroSource(
        "duplicated",
        "so many examples, a fifth of them different; the library refuses the rest",
        good_samples,
        REPEATS,
    ),
    MacroSource(
        "kept-duplicates", "the same, with nothing refused", good_samples, REPEATS, refuse=False
    ),
)

EXAMPLES: Mapping[str, MacroSource] = {source.name: source for source in _SOURCES}
"""Every kind of examples by name."""


def learn_from_samples(
    name: str, ground: Ground, samples: Iterable[Sample], size: int, *, refuse: bool = True
) -> LearnedMacros:
    """Learn from samples until there are enough macros, or no more samples.

    Parameters
    ----------
    name, ground, size
        As for `LearnedMacros`.
    samples
        Drawn when they are asked for; drawing is not counted as learning.
    refuse
        False to keep what the library refuses because it is there already.
    """
    library = ground.library()
    records: list[TrainingRecord] = []
    seconds = 0.0
    waiting = iter(samples)
    while batch := list(islice(waiting, size - len(library) if refuse else size)):
        wanted = {one.number: one.problem(ground.theory.shape) for one in batch if one.arcs is None}
        worked = ground.work(LEARNER, wanted)
        for sample in batch:
            began = perf_counter()
            record = _teach(ground, library, sample, worked.attention)
            seconds += perf_counter() - began + worked.elapsed(record.problem)
            records.append(record)
    if refuse:
        return LearnedMacros.of(name, size, library, records, seconds)
    # A duplicate is the macro that is there, name and all, so that it can be written down.
    known = {macro.canonical: macro for macro in library}
    rules = [one.macro.canonical for record in records for one in record.admissions]
    macros = [known[rule] for rule in rules if rule in known]
    return LearnedMacros.of(name, size, library, records, seconds, macros)


def _teach(
    ground: Ground, library: MacroLibrary, sample: Sample, attention: Attention = BREADTH_FIRST
) -> TrainingRecord:
    """Learn from a sample: from the path that it has, or from the one that breadth-first search finds."""
    shape = ground.theory.shape
    problem = sample.problem(shape)
    if sample.arcs is None:
        return study(LEARNER, library, problem, attention=attention)
    path = TrainingPath(sample.start, placed_steps(library.domain, shape, sample.arcs))
    return study(LEARNER, library, problem, attention=partial(known_paths, paths=[path]))


def random_macros(ground: Ground, lengths: Iterable[int], seed: str) -> LearnedMacros:
    """Macros of given lengths from random walks that never go straight back: a control for what was learned.

    Parameters
    ----------
    ground
        Where walks begin.
    lengths
        One for each macro; a length for which no new rule is found in twenty walks is left out.
    seed
        For the walks.
    """
    wanted = list(lengths)
    library = ground.library()
    records: list[TrainingRecord] = []
    began = perf_counter()
    for number, length in enumerate(wanted, start=1):
        rng = Random(f"{seed}:macro:{number}")
        origin = f"random walk {number}"
        for _ in range(DRAWS):
            start = ground.draw(rng)
            sample = random_walk(ground.theory, start, length, rng, origin, move_back=False)
            records.append(_teach(ground, library, sample))
            if records[-1].learned:
                break
    return LearnedMacros.of("random-macros", len(wanted), library, records, perf_counter() - began)


@checked
def macro_table(
    domain: Domain,
    theory: Theory,
    report: Callable[[], None] | None = None,
) -> LearnedMacros:
    """Korf's macro table of a board, for the domain's own goal.

    Parameters
    ----------
    domain, theory
        A domain whose moves ask for nothing but the blank, and its board.
    report
        Called after every entry.

    Raises
    ------
    InputError
        A domain that has no macro table.
    """
    library = MacroLibrary(domain, shape=theory.shape, order=BLANK_FIRST, table=True)
    # What is compared is Korf's: one macro for an entry.
    course = Course(theory.shape, (theory.shape,), alternatives=1)
    began = perf_counter()
    records = []
    for record in train(MACRO_TABLE, library, course):
        records.append(record)
        if report is not None:
            report()
    return LearnedMacros.of("macro-table", len(library), library, records, perf_counter() - began)
