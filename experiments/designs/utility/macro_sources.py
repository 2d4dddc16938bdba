"""Conditions that are learned: macros from good, random and duplicated examples, and controls to hold against them.

Whether learned macros help because of what was learned, or as any shortcuts would, only a control tells: none at all,
random macros of the same lengths, and the macro table of Korf, which knows when each macro is of use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
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
from ....ebl.macro import Macro
from ....ebl.train import study, train
from ....rules.arc import Arc
from ....rules.domain import Domain
from ....rules.errors import InputError
from ....rules.geometry import Shape
from ....rules.states.state_space import layers
from ....rules.term import State
from ....rules.theory import Theory
from ....search.solve import solve

SHORTEST, LONGEST = 3, 8
"""Moves of an example, both included."""

MOST_STATES = 2_500
"""States around a random state that are looked at for one that is so far away."""

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
    """Where examples are drawn.

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
    draw: Callable[[Random], State]
    domain: Domain
    work: Work = when_asked

    def library(self) -> MacroLibrary:
        """An empty library of what is learned here."""
        return MacroLibrary(self.domain, shape=self.theory.shape)


@dataclass(frozen=True, slots=True)
class Sample:
    """One training example.

    Parameters
    ----------
    start, goal
        Its two states.
    arcs
        The path that comes with it; None where the learner has to search for one.
    origin
        What it is, in words.
    number
        Of the samples of one kind and seed, from 1.
    """

    start: State
    goal: State
    arcs: tuple[Arc, ...] | None
    origin: str
    number: int = 0

    def problem(self, shape: Shape) -> TrainingProblem:
        """What is to be learned from."""
        return TrainingProblem(shape, self.start, self.goal, self.origin)


@dataclass(frozen=True)
class LearnedMacros:
    """Macros to search with, and what learning them took.

    Parameters
    ----------
    name
        A name in `EXAMPLES`, or of a control.
    size
        How many macros were asked for; of duplicated examples, how many examples.
    macros
        What was learned; a macro for every copy.
    domain
        Of what they are macros; None where there are none.
    examples
        How many examples were looked at.
    refused
        How many of them the library did not take.
    applications, seconds
        Primitive moves made and time spent in learning: searching for the examples' paths, generalizing, admitting.
    blank_first
        Whether they are those of a macro table.
    """

    name: str
    size: int = 0
    macros: tuple[Macro, ...] = ()
    domain: Domain | None = None
    examples: int = 0
    refused: int = 0
    applications: int = 0
    seconds: float = 0.0
    blank_first: bool = False


NOTHING = LearnedMacros("none")
"""Primitive arcs only."""


def good_samples(ground: Ground, seed: str) -> Iterator[Sample]:
    """Endless pairs of states that are 3 to 8 moves apart by the shortest path, which the learner has to find."""
    for number in _numbers():
        rng = Random(f"{seed}:good:{number}")
        start = ground.draw(rng)
        around = _around(ground.theory, start)
        farthest = min(LONGEST, len(around) - 1)
        distance = rng.randint(min(SHORTEST, farthest), farthest)
        goal = rng.choice(around[distance])
        yield Sample(start, goal, None, f"pair {number}, {distance} moves apart", number)


def random_samples(ground: Ground, seed: str) -> Iterator[Sample]:
    """Endless random walks of 3 to 8 moves, detours and moves back among them."""
    for number in _numbers():
        rng = Random(f"{seed}:random:{number}")
        start, length = ground.draw(rng), rng.randint(SHORTEST, LONGEST)
        yield random_walk(
            ground.theory, start, length, rng, f"random walk {number}", move_back=True
        )


def random_walk(
    theory: Theory, start: State, length: int, rng: Random, origin: str, *, move_back: bool
) -> Sample:
    """A random walk, shorter where no arc leads on.

    Parameters
    ----------
    move_back
        Whether a move may lead straight back to the state before; otherwise it does only where nothing else is left.
    theory, start, length, rng, origin
        The arcs, the walk's start and moves, where its choices come from, and its name.
    """
    state, before, arcs = start, start, []
    for _ in range(length):
        pairs = theory.successors(state)
        if not move_back:
            pairs = [pair for pair in pairs if pair[1] not in (before, state)] or pairs
        if not pairs:
            break
        before, (arc, state) = state, rng.choice(pairs)
        arcs.append(arc)
    return Sample(start, state, tuple(arcs), origin)


def _numbers() -> Iterator[int]:
    number = 0
    while True:
        number += 1
        yield number


def _around(theory: Theory, start: State) -> list[list[State]]:
    found: list[list[State]] = []
    with suppress(InputError):  # too many states: the layers that were complete before
        found.extend(islice(layers(theory, start, max_states=MOST_STATES), LONGEST + 1))
    if len(found) < 2:
        raise InputError(
            f"no examples can be drawn on {theory.name}",
            expected=f"a state with at least one and at most {MOST_STATES:,} states around it",
            found=theory.format(start),
        )
    return found


Learn: TypeAlias = Callable[[Ground, int, str], LearnedMacros]
"""From where to draw, a size and a seed to what was learned."""


def _until_full(name: str, samples: Callable[[Ground, str], Iterator[Sample]]) -> Learn:
    def learn(ground: Ground, size: int, seed: str) -> LearnedMacros:
        return learn_from_samples(name, ground, islice(samples(ground, seed), DRAWS * size), size)

    return learn


def _duplicated(ground: Ground, size: int, seed: str) -> LearnedMacros:
    return learn_from_samples("duplicated", ground, _repeated(ground, size, seed), size)


def _kept(ground: Ground, size: int, seed: str) -> LearnedMacros:
    return learn_from_samples(
        "kept-duplicates", ground, _repeated(ground, size, seed), size, refuse=False
    )


def _repeated(ground: Ground, size: int, seed: str) -> Iterator[Sample]:
    few = list(islice(good_samples(ground, seed), -(-size // REPEATS)))
    return islice(cycle(few), size)


@dataclass(frozen=True, slots=True)
class MacroSource:
    """A kind of examples: what it is in words, and how to learn from it."""

    summary: str
    learn: Learn


EXAMPLES: Mapping[str, MacroSource] = {
    "good": MacroSource(
        "shortest paths of 3 to 8 moves, until there are enough macros",
        _until_full("good", good_samples),
    ),
    "random": MacroSource(
        "random walks of 3 to 8 moves with their detours, until there are enough macros",
        _until_full("random", random_samples),
    ),
    "duplicated": MacroSource(
        "so many examples, a fifth of them different; the library refuses the rest", _duplicated
    ),
    "kept-duplicates": MacroSource("the same, with nothing refused", _kept),
}
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
    rules: list[object] = []
    examples = applications = accepted = 0
    seconds = 0.0
    waiting = iter(samples)
    while batch := list(islice(waiting, size - len(library) if refuse else size)):
        wanted = {one.number: one.problem(ground.theory.shape) for one in batch if one.arcs is None}
        worked = ground.work(LEARNER, wanted)
        for sample in batch:
            began = perf_counter()
            record = _teach(ground, library, sample, worked.attention)
            seconds += perf_counter() - began + worked.elapsed(record.problem)
            examples += 1
            applications += record.outcome.applications
            accepted += record.learned
            rules += [one.macro.canonical for one in record.admissions if one.macro in library]
    # A duplicate is the macro that is there, name and all, so that it can be written down.
    known = {macro.canonical: macro for macro in library}
    return LearnedMacros(
        name,
        size,
        tuple(library) if refuse else tuple(known[rule] for rule in rules),
        library.domain,
        examples,
        examples - accepted,
        applications,
        seconds,
    )


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
    examples = applications = 0
    began = perf_counter()
    for number, length in enumerate(wanted, start=1):
        rng = Random(f"{seed}:macro:{number}")
        origin = f"random walk {number}"
        for _ in range(DRAWS):
            start = ground.draw(rng)
            sample = random_walk(ground.theory, start, length, rng, origin, move_back=False)
            record = _teach(ground, library, sample)
            examples += 1
            applications += record.outcome.applications
            if record.learned:
                break
    return LearnedMacros(
        "random-macros",
        len(wanted),
        tuple(library),
        library.domain,
        examples,
        examples - len(library),
        applications,
        perf_counter() - began,
    )


def macro_table(
    domain: Domain,
    theory: Theory,
    report: Callable[[], None] | None = None,
    work: Work = when_asked,
) -> LearnedMacros:
    """Korf's macro table of a board, for the domain's own goal.

    Parameters
    ----------
    domain, theory
        A domain whose moves ask for nothing but the blank, and its board.
    report
        Called after every entry.
    work
        Who searches for the entries.

    Raises
    ------
    InputError
        A domain that has no macro table.
    """
    library = MacroLibrary(domain, shape=theory.shape, blank_first=True)
    course = Course(theory.shape, (theory.shape,))
    problems = dict(enumerate(MACRO_TABLE.experience(library, course, ()), start=1))
    worked = work(MACRO_TABLE, problems)
    began = perf_counter() - sum(map(worked.elapsed, problems.values()))
    entries = refused = applications = 0
    for record in train(MACRO_TABLE, library, course, worked.attention):
        entries += 1
        refused += not record.learned
        applications += record.outcome.applications
        if report is not None:
            report()
    return LearnedMacros(
        "macro-table",
        len(library),
        tuple(library),
        domain,
        entries,
        refused,
        applications,
        perf_counter() - began,
        blank_first=True,
    )
