"""The sweep of the source text's question: what too many, or bad, examples do to search.

Its conditions are macros learned from good, random and duplicated examples, and controls. Only a control tells whether macros
help because they were learned, or as any shortcuts would: no macros at all, random macros of the same lengths, and Korf's
macro table, which knows when each macro is of use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count, cycle, islice
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from ....ebl.files.macro_file import library_text
from ....ebl.generalize import placed_steps
from ....ebl.learn import study, train
from ....ebl.learner import Course, TrainingPath, TrainingProblem, TrainingRecord
from ....ebl.learners.examples import Examples, known_paths
from ....ebl.learners.macro_table import MacroTable, check_table
from ....ebl.library import MacroLibrary
from ....ebl.macro import Macro
from ....rules.arc import Arc
from ....rules.checked import checked
from ....rules.domain import Domain
from ....rules.errors import InputError, Place
from ....rules.states.random_states import Draw
from ....rules.states.state_space import layers
from ....rules.term import Pattern, State
from ....rules.theory import Theory
from ....search.algorithms import CLIMB
from ....search.orders import BLANK_FIRST
from ....search.problem import Problem
from ....search.result import Result
from ....search.solve import solve
from ...board import BoardSource
from ...condition import Condition
from ...configuration import Configuration
from ...experiment import Experiment
from ...keeping import Runner
from ...problem_set import FOUND, Instance, drawing
from ...store.rows import result_of
from ...store.run import PRACTICE
from .ledger import Subsets, accounts, forget

SHORTEST, LONGEST = 3, 8
"""Moves of an example, both included."""

MOST_STATES = 2_500
"""States around a random state that are searched for one at the wanted distance."""


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
"""Number of copies of each duplicated example."""

DRAWS = 20
"""Number of examples for each macro that are drawn before a board is taken to have no more rules to learn."""


SEARCH = "breadth-first"
"""The algorithm that finds the path of a sample without one."""


def search_here(theory: Theory, samples: Sequence[Sample]) -> dict[int, Result]:
    """Search for the paths of samples in this process; the results by the samples' numbers."""
    problems = {one.number: Problem(theory, one.start, one.goal) for one in samples}
    return {number: solve(problem, SEARCH) for number, problem in problems.items()}


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
            paths = Examples().attend(library, problem, search=lambda asked, limits: found)
        else:
            steps = placed_steps(library.domain, shape, sample.arcs or ())
            paths = known_paths([TrainingPath(sample.start, steps)])
        return study(Examples(), library, problem, paths=paths)


@dataclass(frozen=True, slots=True)
class MacroSource:
    """A kind of examples, and how macros are learned from them.

    Parameters
    ----------
    name
        What it is called.
    samples
        Endless samples of a board.
    repeats
        How often each sample comes; 0 for once, and as many samples as it takes to have enough macros.
    refuse
        False to keep what the library refuses because it is there already.
    """

    name: str
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
        return LearnedMacros(self.name, size, library, records, seconds, not self.refuse)


EXAMPLES: Mapping[str, MacroSource] = {
    source.name: source
    for source in (
        MacroSource("good", good_samples),
        MacroSource("random", random_samples),
        MacroSource("duplicated", good_samples, REPEATS),
        MacroSource("kept-duplicates", good_samples, REPEATS, refuse=False),
    )
}
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
    return LearnedMacros(RANDOM_MACROS, asked, library, records, perf_counter() - began)


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
    course = Course(theory.shape, (theory.shape,))
    began = perf_counter()
    records = []
    for record in train(MacroTable(alternatives=1), library, course):
        records.append(record)
        if report is not None:
            report()
    return LearnedMacros(MACRO_TABLE, len(library), library, records, perf_counter() - began)


@dataclass(frozen=True)
class LearnedMacros:
    """Macros to search with, and what learning them took.

    Parameters
    ----------
    name
        A name in `EXAMPLES`, or of a control.
    size
        How many macros were asked for; of duplicated examples, how many examples.
    library
        The macros, each once; None where there are none.
    records
        What each example taught.
    seconds
        Time spent in learning: searching for the examples' paths, generalizing, admitting.
    copies
        Whether a macro is searched with as often as it was learned.
    """

    name: str
    size: int = 0
    library: MacroLibrary | None = field(default=None, compare=False)
    records: Sequence[TrainingRecord] = ()
    seconds: float = 0.0
    copies: bool = False

    @property
    def macros(self) -> tuple[Macro, ...]:
        """The macros; a duplicate is the macro that is there, name and all, so that it can be written down."""
        known = {macro.canonical: macro for macro in self.library or ()}
        if not self.copies:
            return tuple(known.values())
        rules = (one.macro.canonical for record in self.records for one in record.admissions)
        return tuple(known[rule] for rule in rules if rule in known)

    @property
    def refused(self) -> int:
        """Number of examples that the library did not take."""
        return sum(not record.learned for record in self.records)

    @property
    def applications(self) -> int:
        """Primitive moves made in learning."""
        return sum(record.outcome.applications for record in self.records)

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
            "examples": len(self.records),
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


TRAINING = "training"
"""Name of the condition that searches training examples again, and of their problem set."""

EXAMPLES_AGAIN = Condition.without_macros(TRAINING, label=TRAINING, judging=True)
"""The condition that searches training examples again."""

RANDOM_MACROS = "random-macros"
MACRO_TABLE = "macro-table"

CONTROLS: Mapping[str, str] = {
    RANDOM_MACROS: "as many macros of the same lengths as those of the good examples, from random walks",
    MACRO_TABLE: "Korf's table: a macro for every cell and every place of its symbol",
}
"""Controls beside the learned macros, besides no macros at all."""

LABELS: Mapping[str, str] = {
    "none": "no macros",
    "good": "good examples",
    "random": "random examples",
    "duplicated": "duplicated examples",
    "kept-duplicates": "duplicates kept",
    "forgotten": "after forgetting",
    RANDOM_MACROS: "random macros",
    MACRO_TABLE: "macro table",
}
"""Names of the conditions in tables."""


@dataclass(frozen=True)
class Sweep:
    """The conditions of a sweep: for every seed no macros, macros of each kind and number, and controls.

    Parameters
    ----------
    experiment
        The board, the problems of all seeds and the configurations, ``climb`` among them; its conditions are found on
        the way.
    goal
        The goal of all problems.
    kinds, sizes
        Names in `EXAMPLES`, and how many macros or examples of each, 1 or more.
    controls
        Names in `CONTROLS`.
    seeds
        Of the problems and the examples.
    forgetting
        Whether to try what forgetting leaves of the largest library of good examples.
    """

    experiment: Experiment
    goal: Pattern
    kinds: tuple[str, ...]
    sizes: tuple[int, ...]
    controls: tuple[str, ...]
    seeds: tuple[int, ...]
    forgetting: bool = False

    @property
    def domain(self) -> BoardSource:
        """The board."""
        board: BoardSource = self.experiment.board
        return board

    def searches(self, configurations: int) -> int:
        """Number of searches for a number of configurations."""
        conditions = 1 + len(self.sizes) * (len(self.kinds) + (RANDOM_MACROS in self.controls))
        conditions += (MACRO_TABLE in self.controls) + (self.forgetting and bool(self.sizes))
        problems = sum(len(self.experiment.problems_of(group_name(seed))) for seed in self.seeds)
        return conditions * configurations * problems

    def run(self, runner: Runner) -> None:
        """Learn the conditions and make their searches, seed after seed.

        Raises
        ------
        KeyboardInterrupt
            The user's.
        InputError
            A board on which no examples can be drawn.
        """
        table: list[LearnedMacros] = []
        for seed in self.seeds:
            problems = self.experiment.problems_of(group_name(seed))
            for windows in (False, True):
                found = [
                    one
                    for one in self.experiment.configurations
                    if (one.algorithm == CLIMB) is windows
                ]
                if found:
                    macros = _Macros(self, seed, runner, table, windows=windows)
                    part = self.experiment.part(problems, macros.conditions(), found)
                    runner.make(part.tasks())
                    for one in found if self.forgetting and self.sizes else ():
                        part = self.experiment.part(problems, macros.forgotten(one), [one])
                        runner.make(part.tasks())


def against_table(board: BoardSource, goal: Pattern) -> str:
    """Reason why a macro table cannot be had for a goal on a board; empty where it can."""
    domain, shape = board.domain, board.theory.shape
    try:
        if goal != domain.goal(shape):
            return "only for the domain's own goal"
        check_table(domain, shape)
    except InputError as error:
        return error.problem
    return ""


def group_name(seed: int, more: str = "") -> str:
    """Name of the problem set of a seed; ``more`` names another set, for practice say."""
    return f"seed {seed}, {more}" if more else f"seed {seed}"


class _Macros:
    """The conditions of one seed for searches, or for climbs, whose macros are on windows.

    Parameters
    ----------
    sweep, seed
        Which conditions.
    runner
        Who searches and enters the conditions.
    table
        The macro table if it is filled already: it is the same for all seeds.
    windows
        Whether macros are on windows.
    """

    def __init__(
        self, sweep: Sweep, seed: int, runner: Runner, table: list[LearnedMacros], *, windows: bool
    ) -> None:
        self._sweep, self._seed, self._runner, self._filled = sweep, seed, runner, table
        board = sweep.domain
        shape, rules = board.theory.shape, board.domain
        domain = rules.on_boards(shape) if windows else rules.of_size(shape)
        self._ground = Ground(board.theory, drawing(board, sweep.goal), domain, self._search)
        self._where = " on windows" if windows else ""
        self._plain = self._condition("none", 0, lambda: NOTHING)

    def conditions(self) -> Iterator[Condition]:
        """No macros, learned macros of every kind and number, and the controls."""
        sweep, ground, seed = self._sweep, self._ground, str(self._seed)
        yield self._plain
        for size in sweep.sizes:
            good = self._good(size)
            for kind in sweep.kinds:
                learn = partial(EXAMPLES[kind].learn, ground, size, seed)
                yield good if kind == "good" else self._condition(kind, size, learn, self._where)
            if RANDOM_MACROS in sweep.controls:
                lengths = [macro.length for macro in self._library(good) or ()]
                learn = partial(random_macros, ground, lengths, seed, size)
                yield self._condition(RANDOM_MACROS, size, learn, self._where)
        if MACRO_TABLE in sweep.controls:
            yield self._condition(MACRO_TABLE, 0, self._table)

    def forgotten(self, configuration: Configuration) -> Iterator[Condition]:
        """The macros that forgetting leaves of the largest library of good examples; none if that is empty.

        They are judged on other problems than those of the sweep.
        """
        size = max(self._sweep.sizes)
        largest, runner = self._good(size), self._runner
        library = self._library(largest)
        if library is None:
            return
        words = f"{LABELS['forgotten']} for {configuration.algorithm}"
        name = f"{words}:{size}:seed{self._seed}"
        if name not in runner.conditions:
            whole = self._sweep.experiment
            problems = whole.problems_of(group_name(self._seed, PRACTICE))
            part = whole.part(problems, (self._plain, largest), (configuration,))
            subsets = Subsets(part, runner, beyond=True)
            kept = list(accounts(subsets, counted=False))
            report = partial(runner.tick, 0, f"{configuration.algorithm}, forgetting")
            dropped = {one.name for one in forget(subsets, kept, report=report) if one.dropped}
            runner.ensure(left_of(largest, library, dropped, subsets.spent, name))
        self._library(runner.conditions[name])
        yield runner.conditions[name]

    def _condition(
        self, kind: str, size: int, learn: Callable[[], LearnedMacros], of: str = ""
    ) -> Condition:
        """The condition, learned now or in an earlier process; ``of`` distinguishes conditions of one kind."""
        label, runner = LABELS[kind], self._runner
        name = f"{label}{of}{f':{size}' if size else ''}:seed{self._seed}"
        if name not in runner.conditions:
            return runner.ensure(learn().condition(name, label, self._seed))
        self._library(runner.conditions[name])
        return runner.conditions[name]

    def _good(self, size: int) -> Condition:
        """The condition of good examples, by which others are measured."""
        learn = partial(EXAMPLES["good"].learn, self._ground, size, str(self._seed))
        return self._condition("good", size, learn, self._where)

    def _library(self, condition: Condition) -> MacroLibrary | None:
        return library_of(self._sweep.experiment.board, condition)

    def _table(self) -> LearnedMacros:
        if not self._filled:
            domain = self._sweep.domain
            report = partial(self._runner.tick, 0, "filling the macro table")
            self._filled.append(macro_table(domain.domain, domain.theory, report))
        return self._filled[0]

    def _search(self, theory: Theory, samples: Sequence[Sample]) -> dict[int, Result]:
        """Search for the paths of samples as tasks, which are numbered behind the problems of all seeds."""
        whole, runner = self._sweep.experiment, self._runner
        before = self._sweep.seeds.index(self._seed) * DRAWS * max(self._sweep.sizes, default=0)
        before += len(whole.problems)
        condition = runner.ensure(EXAMPLES_AGAIN)
        tasks = {}
        for one in samples:
            problem = Instance(one.start, one.goal, one.origin, FOUND, id=before + one.number)
            runner.folder.ensure_problem(problem.id, problem)
            task = whole.task(condition, Configuration(SEARCH), problem)
            tasks[one.number] = replace(task, timing=False)
        rows = runner.rows(list(tasks.values()), tasks.values())
        found = zip(tasks, rows, strict=True)
        return {number: result_of(row, tasks[number].start, theory) for number, row in found}


def library_of(source: BoardSource, condition: Condition) -> MacroLibrary | None:
    """The macros of a condition, each once.

    Raises
    ------
    InputError
        A macro file that is damaged or gone.
    """
    library: MacroLibrary | None = source.with_rules(condition.rules()).macros.library
    known = {macro.name for macro in library or ()}
    found = sum(name in known for name in condition.chosen or known)
    if found != condition.facts.get("macros"):
        raise InputError(
            "these are not the macros that were learned",
            place=Place(str(condition.macros or condition.file or condition.name)),
            expected=f"{condition.facts.get('macros')} macros",
            found=str(found),
            remedy="--run with another folder",
        )
    return library


def left_of(
    whole: Condition, library: MacroLibrary, dropped: Collection[str], spent: int, name: str
) -> Condition:
    """The condition with the macros left after forgetting, which took ``spent`` operator applications besides learning."""
    took = whole.facts.get("learning") or {}
    known = {"size": len(library), "seed": None, "examples": 0, "refused": 0}
    left = library.without(dropped)
    facts = {
        "label": LABELS["forgotten"],
        "kind": "forgotten",
        "macros": len(left),
        **{name: whole.facts.get(name, value) for name, value in known.items()},
        "learning": {
            "applications": round(took.get("applications", 0)) + spent,
            "seconds": took.get("seconds") or 0.0,
        },
    }
    return with_macros(name, left, facts, name)
