"""The sweep of the source text's question: what too many, or bad, examples do to search."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain

from ....ebl.learners.macro_table import check_table
from ....ebl.library import MacroLibrary
from ....rules.errors import InputError
from ....rules.term import Pattern
from ....search.algorithms import CLIMB
from ...condition import Condition
from ...configuration import Configuration
from ...execute.recipe import Recipe
from ...problem_set import ProblemSet, drawing
from ...progress import Tick
from ...sized_domain import SizedDomain
from .forgetting import forget
from .harness import Harness, Trained
from .leave_one_out import accounts
from .macro_sources import (
    DRAWS,
    EXAMPLES,
    NOTHING,
    Ground,
    LearnedMacros,
    macro_table,
    random_macros,
)

RANDOM_MACROS = "random-macros"
MACRO_TABLE = "macro-table"

CONTROLS: Mapping[str, str] = {
    RANDOM_MACROS: "as many macros of the same lengths as those of the good examples, from random walks",
    MACRO_TABLE: "Korf's table: a macro for every cell and every place of its symbol",
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
}
"""What the conditions are called in tables."""


@dataclass(frozen=True)
class Sweep:
    """Conditions and searches to compare.

    Parameters
    ----------
    recipe, goal
        How to make the board, and the goal of all problems.
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

    recipe: Recipe
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
    def domain(self) -> SizedDomain:
        """The board."""
        return self.recipe.make().domain

    @property
    def sizes(self) -> tuple[int, ...]:
        """The counts above 0."""
        return tuple(count for count in self.counts if count)

    @cached_property
    def left_out(self) -> Mapping[str, str]:
        """Controls that cannot be had here, with the reason."""
        why = self._against_table() if MACRO_TABLE in self.controls else ""
        return {MACRO_TABLE: why} if why else {}

    def has(self, control: str) -> bool:
        """Whether a control is asked for and can be had."""
        return control in self.controls and control not in self.left_out

    def searches(self, configurations: int) -> int:
        """Number of searches for a number of configurations."""
        conditions = 1 + len(self.sizes) * (len(self.kinds) + self.has(RANDOM_MACROS))
        conditions += self.has(MACRO_TABLE) + (self.forgetting and bool(self.sizes))
        return conditions * configurations * self.problems * len(self.seeds)

    def _against_table(self) -> str:
        domain, shape = self.domain.domain, self.domain.theory.shape
        try:
            if self.goal != domain.goal(shape):
                return "only for the domain's own goal"
            check_table(domain, shape)
        except InputError as error:
            return error.problem
        return ""


PRACTICE = "practice"
"""The problems by which forgetting judges."""


def run_sweep(sweep: Sweep, harness: Harness, tick: Tick) -> None:
    """Make the searches of a sweep, seed after seed.

    Parameters
    ----------
    sweep
        What to do.
    harness
        Who learns and searches.
    tick
        Called after every search.

    Raises
    ------
    KeyboardInterrupt
        The user's.
    InputError
        A board on which no examples can be drawn.
    """
    harness.watch(tick)
    table: list[LearnedMacros] = []
    for seed in sweep.seeds:
        _Seed(sweep, seed, harness, tick, table).run()


def group_of(sweep: Sweep, seed: int, what: str = "") -> ProblemSet:
    """Random problems of a seed; ``what`` names another group, for practice say."""
    words, name = (
        (f"{seed}:{what}", f"seed {seed}, {what}") if what else (str(seed), f"seed {seed}")
    )
    return ProblemSet.drawn(sweep.domain, sweep.goal, sweep.problems, words, name, seed)


@dataclass
class _Seed:
    """The part of a sweep that is for one seed; the macro table is the same for all."""

    sweep: Sweep
    seed: int
    harness: Harness
    tick: Tick
    table: list[LearnedMacros]
    goods: dict[tuple[int, bool], Trained] = field(default_factory=dict)

    def run(self) -> None:
        sweep, group = self.sweep, group_of(self.sweep, self.seed)
        plain = self._entry("none", 0, sweep.algorithms, lambda: NOTHING)
        for windows in (False, True):
            names = tuple(name for name in sweep.algorithms if (name == CLIMB) is windows)
            if names:
                first = replace(plain, algorithms=names)
                self.harness.search(chain([first], self._learned(names)), group)
                if sweep.forgetting and sweep.sizes:
                    self.harness.search(self._forgotten(plain, names), group)

    def _entry(
        self,
        kind: str,
        size: int,
        names: tuple[str, ...],
        learn: Callable[[], LearnedMacros],
        of: str = "",
    ) -> Trained:
        """Learned macros as the harness keeps them; ``of`` distinguishes entries of one kind."""
        name = f"{LABELS[kind]}{of}{f':{size}' if size else ''}:seed{self.seed}"
        return Trained(self.harness.keep(name, LABELS[kind], self.seed, learn), names)

    def _ground(self, names: tuple[str, ...]) -> tuple[Ground, str]:
        """Where to learn for these algorithms, and how that is called."""
        theory, domain = self.sweep.domain.theory, self.sweep.domain.domain
        draw = drawing(self.sweep.domain, self.sweep.goal)
        seed = self.sweep.seeds.index(self.seed)
        work = partial(self.harness.work, name="breadth-first", before=self._before(seed))
        if CLIMB in names:
            return Ground(theory, draw, domain.on_boards(theory.shape), work), " on windows"
        return Ground(theory, draw, domain.of_size(theory.shape), work), ""

    def _before(self, seeds: int) -> int:
        """Number of problems before the training problems, which follow those of all seeds."""
        return len(self.harness.experiment.problems) + seeds * DRAWS * max(
            self.sweep.counts, default=0
        )

    def _learned(self, names: tuple[str, ...]) -> Iterator[Trained]:
        """The conditions with macros of their own."""
        sweep, seed = self.sweep, str(self.seed)
        ground, where = self._ground(names)
        for size in sweep.sizes:
            good = self._good(size, names)
            for kind in sweep.kinds:
                learn = partial(EXAMPLES[kind].learn, ground, size, seed)
                yield good if kind == "good" else self._entry(kind, size, names, learn, where)
            if RANDOM_MACROS in sweep.controls:
                lengths = [macro.length for macro in self.harness.library(good.condition) or ()]
                learn = partial(_random, ground, lengths, size, seed)
                yield self._entry(RANDOM_MACROS, size, names, learn, where)
        if sweep.has(MACRO_TABLE):
            yield self._entry(MACRO_TABLE, 0, names, self._table)

    def _good(self, size: int, names: tuple[str, ...]) -> Trained:
        """The condition of good examples, learned once: others are measured by it."""
        key = size, CLIMB in names
        if key not in self.goods:
            ground, where = self._ground(names)
            learn = partial(EXAMPLES["good"].learn, ground, size, str(self.seed))
            self.goods[key] = self._entry("good", size, names, learn, where)
        return self.goods[key]

    def _table(self) -> LearnedMacros:
        domain = self.sweep.domain
        if not self.table:
            report = partial(self.tick, 0, "filling the macro table")
            self.table.append(macro_table(domain.domain, domain.theory, report))
        return self.table[0]

    def _forgotten(self, plain: Trained, names: tuple[str, ...]) -> Iterator[Trained]:
        """For every algorithm, what forgetting leaves of the largest library of good examples."""
        size = max(self.sweep.sizes)
        largest = self._good(size, names)
        library = self.harness.library(largest.condition)
        if library is not None:
            for name in names:
                learn = partial(self._forget, name, largest, library, plain)
                yield self._entry("forgotten", size, (name,), learn, f" for {name}")

    def _forget(
        self, name: str, entry: Trained, library: MacroLibrary, plain: Trained
    ) -> LearnedMacros:
        """Macros of a condition after forgetting, judged on other problems than those of the sweep."""
        report = partial(self.tick, 0, f"{name}, forgetting")
        group = group_of(self.sweep, self.seed, PRACTICE)
        subsets = self.harness.subsets(name, entry, plain.condition.name, group, counting=False)
        kept = []
        for account in accounts(subsets, counted=False):
            kept.append(account)
            report()
        dropped = set()
        for judgement in forget(subsets, kept, report=report):
            if judgement.dropped:
                dropped.add(judgement.name)
            report()
        return forgotten(entry.condition, library, dropped, subsets.spent)


def _random(ground: Ground, lengths: list[int], size: int, seed: str) -> LearnedMacros:
    return replace(random_macros(ground, lengths, seed), size=size)


def forgotten(
    whole: Condition, library: MacroLibrary, dropped: Collection[str], spent: int
) -> LearnedMacros:
    """Macros left after forgetting; ``spent`` operator applications were needed for that, besides learning."""
    took = whole.facts.get("learning") or {}
    return LearnedMacros(
        "forgotten",
        whole.facts.get("size", len(library)),
        tuple(library.without(dropped)),
        library.domain,
        whole.facts.get("examples", 0),
        whole.facts.get("refused", 0),
        round(took.get("applications", 0)) + spent,
        took.get("seconds") or 0.0,
        library.order,
    )
