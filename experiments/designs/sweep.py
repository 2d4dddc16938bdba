"""The sweep of the source text's question: what too many, or bad, examples do to search."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

from ...ebl.learners.macro_table import check_table
from ...rules.errors import InputError
from ...rules.term import Pattern, State, ground
from ...search.climbing.parberry import parberry
from ..configuration import Configuration
from ..domain import Domain
from ..execute.perform import CLIMB, PARBERRY
from ..problem_set import ProblemSet, drawing
from ..row import Row
from .forgetting import forget
from .harness import Entry, Harness
from .learned import EXAMPLES, NOTHING, Ground, Learned, macro_table, random_macros
from .leave_one_out import accounts

RANDOM_MACROS = "random-macros"
MACRO_TABLE = "macro-table"

CONTROLS: Mapping[str, str] = {
    RANDOM_MACROS: "as many macros of the same lengths as those of the good examples, from random walks",
    MACRO_TABLE: "Korf's table: a macro for every cell and every place of its symbol",
    PARBERRY: "for sliding tiles, Parberry's greedy algorithm: no search, no macros",
}
"""What stands beside the learned macros, besides none at all."""

LABELS: Mapping[str, str] = {
    "none": "no macros",
    "good": "good examples",
    "random": "random examples",
    "duplicated": "duplicated examples",
    "kept-duplicates": "duplicates kept",
    "forgotten": "after forgetting",
    RANDOM_MACROS: "random macros",
    MACRO_TABLE: "macro table",
    "library": "the file's",
}
"""What the arms are called in tables."""


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
    options: Configuration
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
    arm: Learned
    seed: int
    number: int
    start: State
    result: Row
    before: Row | None


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
    table: Learned | None = None


PRACTICE = "practice"
"""The problems by which forgetting judges."""

Tick = Callable[..., None]
"""Called with steps done and what they were."""


def run_sweep(sweep: Sweep, findings: Findings, tick: Tick, harness: Harness) -> None:
    """Run a sweep, seed after seed.

    Parameters
    ----------
    sweep
        What to do.
    findings
        Where what is found goes, so that an interruption loses nothing.
    tick
        Called after every search.
    harness
        Who learns and searches.

    Raises
    ------
    KeyboardInterrupt
        The user's.
    InputError
        A board on which no examples can be drawn.
    """
    harness.watch(tick)
    for seed in sweep.seeds:
        _Measuring(sweep, seed, findings, tick, harness).run()


def group_of(sweep: Sweep, seed: int, what: str = "") -> ProblemSet:
    """The random problems of a seed; with ``what`` others, such as those for practice."""
    words, name = (
        (f"{seed}:{what}", f"seed {seed}, {what}") if what else (str(seed), f"seed {seed}")
    )
    return ProblemSet.drawn(sweep.domain, sweep.goal, sweep.problems, words, name, seed)


@dataclass
class _Measuring:
    """The part of a sweep that is for one seed."""

    sweep: Sweep
    seed: int
    findings: Findings
    tick: Tick
    harness: Harness
    goods: dict[tuple[int, bool], Entry] = field(default_factory=dict)

    def run(self) -> None:
        sweep = self.sweep
        group = group_of(sweep, self.seed)
        plain = self._entry("none", 0, sweep.algorithms, lambda: NOTHING)
        if PARBERRY in sweep.controls and has_parberry(sweep, self.findings):
            self._search([replace(plain, algorithms=(PARBERRY,))], group, {})
        for windows in (False, True):
            names = tuple(name for name in sweep.algorithms if (name == CLIMB) is windows)
            if names:
                before: dict[tuple[str, int], Row] = {}
                first = replace(plain, algorithms=names)
                self._search(chain([first], self._learned(names)), group, before)
                if sweep.forgetting and sweep.sizes:
                    self._search(self._forgotten(plain, names), group, before)

    def _search(
        self, entries: Iterable[Entry], group: ProblemSet, before: dict[tuple[str, int], Row]
    ) -> None:
        """Search the problems with every arm; ``before`` gets the results of the first, which has no macros."""
        for entry in self.harness.ahead(entries, group):
            for name in entry.algorithms:
                rows = self.harness.rows(name, entry, group)
                for number, (problem, row) in enumerate(zip(group, rows, strict=True), start=1):
                    if row is None:
                        continue
                    known = before.setdefault((name, number), row)
                    trial = Trial(
                        *(name, entry.learned, self.seed, number, problem.start, row),
                        None if name == PARBERRY else known,
                    )
                    self.findings.trials.append(trial)
        self.harness.check()

    def _entry(
        self,
        kind: str,
        size: int,
        names: tuple[str, ...],
        learn: Callable[[], Learned],
        of: str = "",
    ) -> Entry:
        """What was learned, as the harness keeps it; ``of`` tells apart what is of the same kind."""
        label = LABELS[kind] + of
        name = f"{label}:{size}:seed{self.seed}" if size else f"{label}:seed{self.seed}"
        return Entry(name, self.harness.keep(name, label, self.seed, learn), names)

    def _ground(self, names: tuple[str, ...]) -> tuple[Ground, str]:
        """Where to learn for these algorithms, and how that is called."""
        domain = self.sweep.domain
        draw = drawing(domain, self.sweep.goal)
        if CLIMB in names:
            return Ground(domain.theory, draw, domain.family), " on windows"
        return Ground(domain.theory, draw), ""

    def _learned(self, names: tuple[str, ...]) -> Iterator[Entry]:
        """The arms with macros of their own."""
        sweep, seed = self.sweep, str(self.seed)
        ground, where = self._ground(names)
        for size in sweep.sizes:
            good = self._good(size, names)
            for kind in sweep.kinds:
                learn = partial(EXAMPLES[kind].learn, ground, size, seed)
                yield good if kind == "good" else self._entry(kind, size, names, learn, where)
            if RANDOM_MACROS in sweep.controls:
                lengths = [macro.length for macro in good.learned.schemas or good.learned.arcs]
                learn = partial(_random, ground, lengths, size, seed)
                yield self._entry(RANDOM_MACROS, size, names, learn, where)
        if MACRO_TABLE in sweep.controls and has_table(sweep, self.findings):
            yield self._entry(MACRO_TABLE, 0, names, self._table)

    def _good(self, size: int, names: tuple[str, ...]) -> Entry:
        """The arm of good examples, learned once: others are measured by it."""
        key = size, CLIMB in names
        if key not in self.goods:
            ground, where = self._ground(names)
            learn = partial(EXAMPLES["good"].learn, ground, size, str(self.seed))
            self.goods[key] = self._entry("good", size, names, learn, where)
        return self.goods[key]

    def _table(self) -> Learned:
        family, findings = self.sweep.domain.family, self.findings
        assert family is not None
        if findings.table is None:
            theory = self.sweep.domain.theory
            report = partial(self.tick, 0, "filling the macro table")
            findings.table = macro_table(family, theory, report)
        return findings.table

    def _forgotten(self, plain: Entry, names: tuple[str, ...]) -> Iterator[Entry]:
        """For every algorithm, what forgetting leaves of the largest library of good examples."""
        size = max(self.sweep.sizes)
        largest = self._good(size, names)
        if largest.learned.macros:
            for name in names:
                learn = partial(self._forget, name, largest, plain)
                yield self._entry("forgotten", size, (name,), learn, f" for {name}")

    def _forget(self, name: str, entry: Entry, plain: Entry) -> Learned:
        """What forgetting leaves of an arm, judged by other problems than those of the sweep."""
        report = partial(self.tick, 0, f"{name}, forgetting")
        group = group_of(self.sweep, self.seed, PRACTICE)
        subsets = self.harness.subsets(name, entry, plain.name, group, counting=False)
        kept = []
        for account in accounts(subsets, counted=False):
            kept.append(account)
            report()
        dropped = set()
        for judgement in forget(subsets, kept, report=report):
            if judgement.dropped:
                dropped.add(judgement.name)
            report()
        return forgotten(entry.learned, dropped, subsets.spent)


def _random(ground: Ground, lengths: list[int], size: int, seed: str) -> Learned:
    return replace(random_macros(ground, lengths, seed), size=size)


def has_parberry(sweep: Sweep, findings: Findings) -> bool:
    """Whether Parberry's algorithm solves this board; why not, the findings say."""
    family, goal = sweep.domain.family, ground(sweep.goal)
    if family is None or goal is None:
        findings.left_out[PARBERRY] = "only for sliding tiles and a goal that is a single state"
        return False
    try:
        parberry(family, sweep.domain.theory.shape, goal, goal)
    except InputError as error:
        findings.left_out[PARBERRY] = f"{error.problem}: {error.expected}"
        return False
    return True


def has_table(sweep: Sweep, findings: Findings) -> bool:
    """Whether this board has a macro table; why not, the findings say."""
    family, shape = sweep.domain.family, sweep.domain.theory.shape
    if family is None or sweep.goal != family.goal(shape):
        findings.left_out[MACRO_TABLE] = "only for built-in domains and their own goals"
        return False
    try:
        check_table(family, shape)
    except InputError as error:
        findings.left_out[MACRO_TABLE] = error.problem
        return False
    return True


def forgotten(arm: Learned, dropped: Collection[str], spent: int) -> Learned:
    """An arm less some macros; ``spent`` operator applications were needed to know which, besides learning."""
    return replace(
        arm,
        name="forgotten",
        arcs=tuple(arc for arc in arm.arcs if arc.name not in dropped),
        schemas=tuple(schema for schema in arm.schemas if schema.name not in dropped),
        learned=tuple(macro for macro in arm.learned if macro.name not in dropped),
        applications=arm.applications + spent,
    )
