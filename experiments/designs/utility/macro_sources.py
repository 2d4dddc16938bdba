"""Conditions that are learned: macros from good, random and duplicated examples, and controls to compare them with.

Only a control tells whether macros help because they were learned, or as any shortcuts would. The controls are no macros at
all, random macros of the same lengths, and Korf's macro table, which knows when each macro is of use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from ....ebl.files.macro_file import library_text
from ....ebl.generalize import placed_steps
from ....ebl.learn import study, train
from ....ebl.learner import Course, TrainingPath, TrainingProblem, TrainingRecord
from ....ebl.learners.examples import known_paths, solve_whole
from ....ebl.learners.learner_table import LEARNERS
from ....ebl.learners.macro_table import MACRO_TABLE
from ....ebl.library import MacroLibrary
from ....ebl.macro import Macro
from ....rules.arc import Arc
from ....rules.checked import checked
from ....rules.domain import Domain
from ....rules.errors import InputError
from ....rules.states.random_states import Draw
from ....rules.states.state_space import layers
from ....rules.term import State
from ....rules.theory import Theory
from ....search.orders import BLANK_FIRST
from ....search.problem import Problem
from ....search.result import Result
from ....search.solve import solve
from ...condition import Condition

SHORTEST, LONGEST = 3, 8
"""Moves of an example, both included."""

MOST_STATES = 2_500
"""States around a random state that are looked at for one that is so far away."""


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


Samples: TypeAlias = Callable[[Theory, Draw, str], Iterator[Sample]]
"""From a board's primitive arcs, what draws a random state and a seed to endless samples."""


def good_samples(theory: Theory, draw: Draw, seed: str) -> Iterator[Sample]:
    """Endless pairs of states that are 3 to 8 moves apart by the shortest path, which the learner has to find."""
    for number in count(1):
        rng = Random(f"{seed}:good:{number}")
        start = draw(rng)
        around = _around(theory, start)
        farthest = min(LONGEST, len(around) - 1)
        distance = rng.randint(min(SHORTEST, farthest), farthest)
        goal = rng.choice(around[distance])
        yield Sample(start, goal, None, f"pair {number}, {distance} moves apart", number)


def random_samples(theory: Theory, draw: Draw, seed: str) -> Iterator[Sample]:
    """Endless random walks of 3 to 8 moves, detours and moves back among them."""
    for number in count(1):
        rng = Random(f"{seed}:random:{number}")
        start, length = draw(rng), rng.randint(SHORTEST, LONGEST)
        yield random_walk(theory, start, length, rng, f"random walk {number}", move_back=True)


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


REPEATS = 5
"""How often each of the duplicated examples comes."""

DRAWS = 20
"""How many examples for each macro are drawn before a board is taken to have no more rules to learn."""


LEARNER = LEARNERS["examples"]
"""Learns from every sample."""

SEARCH = "breadth-first"
"""The algorithm that finds the path of a sample without one."""


def search_here(theory: Theory, samples: Sequence[Sample]) -> dict[int, Result]:
    """Search for the paths of samples in this process; the results by the samples' numbers."""
    distinct = {one.number: Problem(theory, one.start, one.goal) for one in samples}
    return {number: solve(problem, SEARCH) for number, problem in distinct.items()}


@dataclass(frozen=True)
class Ground:
    """Board and goal from which examples are drawn.

    Parameters
    ----------
    theory
        Its primitive arcs make the examples.
    draw
        A random state.
    domain
        Of what macros are learned: the board's domain for macros on windows, the board alone for macros of that.
    search
        Searches for the paths of samples; see `search_here`.
    """

    theory: Theory
    draw: Draw
    domain: Domain
    search: Callable[[Theory, Sequence[Sample]], Mapping[int, Result]] = search_here

    def library(self) -> MacroLibrary:
        """An empty library of what is learned here."""
        return MacroLibrary(self.domain, shape=self.theory.shape)

    def teach(
        self, library: MacroLibrary, sample: Sample, found: Result | None = None
    ) -> TrainingRecord:
        """Learn from a sample: from the path that it has, or from the one that a search found."""
        shape = self.theory.shape
        problem = TrainingProblem(shape, sample.start, sample.goal, sample.origin)
        if found is not None:
            paths = solve_whole(library, problem, search=lambda asked, limits: found)
        else:
            steps = placed_steps(library.domain, shape, sample.arcs or ())
            paths = known_paths(library, problem, paths=[TrainingPath(sample.start, steps)])
        return study(LEARNER, library, problem, paths=paths)


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
        False to keep what the library refuses because it is there already.
    """

    name: str
    summary: str
    samples: Samples
    repeats: int = 0
    refuse: bool = True

    def learn(self, ground: Ground, size: int, seed: str) -> LearnedMacros:
        """Learn ``size`` macros, or as many as there are samples for; with repeated samples, learn from ``size`` samples.

        Drawing samples is not counted as learning.
        """
        found = self.samples(ground.theory, ground.draw, seed)
        if self.repeats:
            waiting = islice(cycle(list(islice(found, -(-size // self.repeats)))), size)
        else:
            waiting = islice(found, DRAWS * size)
        library = ground.library()
        records: list[TrainingRecord] = []
        seconds = 0.0
        while batch := list(islice(waiting, size - len(library) if self.refuse else size)):
            paths = ground.search(ground.theory, [one for one in batch if one.arcs is None])
            for sample in batch:
                result = paths.get(sample.number)
                began = perf_counter()
                records.append(ground.teach(library, sample, result))
                seconds += perf_counter() - began
                seconds += result.statistics.elapsed if result is not None else 0.0
        if self.refuse:
            return LearnedMacros.of(self.name, size, library, records, seconds)
        # A duplicate is the macro that is there, name and all, so that it can be written down.
        known = {macro.canonical: macro for macro in library}
        rules = [one.macro.canonical for record in records for one in record.admissions]
        macros = [known[rule] for rule in rules if rule in known]
        return LearnedMacros.of(self.name, size, library, records, seconds, macros)


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


def random_macros(
    ground: Ground, lengths: Iterable[int], seed: str, size: int | None = None
) -> LearnedMacros:
    """Macros of given lengths from random walks that never go straight back: a control for what was learned.

    Parameters
    ----------
    ground
        Where walks begin.
    lengths
        One for each macro; a length for which no new rule is found in twenty walks is left out.
    seed
        For the walks.
    size
        How many were asked for; None for as many as there are lengths.
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
            records.append(ground.teach(library, sample))
            if records[-1].learned:
                break
    asked = len(wanted) if size is None else size
    return LearnedMacros.of("random-macros", asked, library, records, perf_counter() - began)


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
        A domain whose moves test no cell but the blank's, and its board.
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
    library
        The macros, each once; None where there are none.
    examples
        How many examples were looked at.
    refused
        How many of them the library did not take.
    applications, seconds
        Primitive moves made and time spent in learning: searching for the examples' paths, generalizing, admitting.
    """

    name: str
    size: int = 0
    macros: tuple[Macro, ...] = ()
    library: MacroLibrary | None = field(default=None, compare=False)
    examples: int = 0
    refused: int = 0
    applications: int = 0
    seconds: float = 0.0

    @classmethod
    def of(
        cls,
        name: str,
        size: int,
        library: MacroLibrary,
        records: Sequence[TrainingRecord],
        seconds: float,
        macros: Iterable[Macro] | None = None,
    ) -> LearnedMacros:
        """Macros that a library learned from recorded examples; all of them if None are named."""
        return cls(
            name,
            size,
            tuple(library if macros is None else macros),
            library,
            len(records),
            sum(not record.learned for record in records),
            sum(record.outcome.applications for record in records),
            seconds,
        )

    def condition(self, name: str, label: str, seed: int) -> Condition:
        """The condition that a run keeps: macros as a file, everything else as facts.

        Parameters
        ----------
        name
            Of the condition and the seed.
        label
            What it is called in tables.
        seed
            Of its problems.
        """
        names = [macro.name for macro in self.macros]
        facts: dict[str, Any] = {
            "label": label,
            "kind": self.name,
            "macros": len(names),
            "size": self.size,
            "seed": seed,
            "examples": self.examples,
            "refused": self.refused,
            "learning": {"applications": self.applications, "seconds": self.seconds},
        }
        if len(set(names)) < len(names):
            facts["chosen"] = names  # some come more than once, which a file cannot say
        # Only a macro table is the same for every seed.
        shared = self.library is not None and self.library.table
        return with_macros(name, self.library, facts, label if shared else name)


def with_macros(
    name: str, library: MacroLibrary | None, facts: Mapping[str, Any], words: str
) -> Condition:
    """The condition with the macros of a library, in a file named after words; without a file if there are no macros."""
    if not library:
        return Condition(name, facts=facts)
    file = re.sub(r"[^\w.]+", "-", words).strip("-") + ".pl"
    return Condition(name, file, library_text(library), facts)


NOTHING = LearnedMacros("none")
"""Primitive arcs only."""
