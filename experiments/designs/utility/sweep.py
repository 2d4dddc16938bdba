"""The sweep of the source text's question: what too many, or bad, examples do to search."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from ....ebl.learners.macro_table import check_table
from ....ebl.library import MacroLibrary
from ....rules.errors import InputError, Place
from ....rules.term import Pattern
from ....rules.theory import Theory
from ....search.algorithms import CLIMB
from ....search.result import Result
from ...condition import Condition
from ...configuration import Configuration
from ...execute.recipe import Recipe
from ...experiment import Experiment
from ...keeping import Runner
from ...problem_set import FOUND, Instance, ProblemSet, drawing
from ...sized_domain import SizedDomain
from ...store.rows import result_of
from .ledger import Subsets, accounts, forget
from .macro_sources import (
    DRAWS,
    EXAMPLES,
    NOTHING,
    SEARCH,
    Ground,
    LearnedMacros,
    Sample,
    macro_table,
    random_macros,
    with_macros,
)

TRAINING = "training"
"""The condition that searches training examples again, and their problem set."""

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
    """The conditions of a sweep: for every seed no macros, macros of each kind and number, and controls.

    Parameters
    ----------
    experiment
        The board, the problems of all seeds and the configurations, ``climb`` among them; its conditions are found on
        the way.
    goal
        The goal of all problems.
    kinds, counts
        Names in `EXAMPLES`, and how many macros or examples of each.
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
    counts: tuple[int, ...]
    controls: tuple[str, ...]
    seeds: tuple[int, ...]
    forgetting: bool = False

    @property
    def domain(self) -> SizedDomain:
        """The board."""
        return self.experiment.recipe.make().domain

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
        problems = sum(len(self.experiment.problems_of(group_name(seed))) for seed in self.seeds)
        return conditions * configurations * problems

    def _against_table(self) -> str:
        domain, shape = self.domain.domain, self.domain.theory.shape
        try:
            if self.goal != domain.goal(shape):
                return "only for the domain's own goal"
            check_table(domain, shape)
        except InputError as error:
            return error.problem
        return ""

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


PRACTICE = "practice"
"""The problems by which forgetting judges."""


def group_name(seed: int, more: str = "") -> str:
    """Name of the problem set of a seed; ``more`` names another set, for practice say."""
    return f"seed {seed}, {more}" if more else f"seed {seed}"


def group_of(domain: SizedDomain, goal: Pattern, count: int, seed: int, more: str) -> ProblemSet:
    """Random problems of a seed."""
    words = f"{seed}:{more}" if more else str(seed)
    return ProblemSet.drawn(domain, goal, count, words, group_name(seed, more), seed)


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
        if sweep.has(MACRO_TABLE):
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
        return library_of(self._sweep.experiment.recipe, condition)

    def _table(self) -> LearnedMacros:
        if not self._filled:
            domain = self._sweep.domain
            report = partial(self._runner.tick, 0, "filling the macro table")
            self._filled.append(macro_table(domain.domain, domain.theory, report))
        return self._filled[0]

    def _search(self, theory: Theory, samples: Sequence[Sample]) -> dict[int, Result]:
        """Search for the paths of samples as tasks, which are numbered behind the problems of all seeds."""
        whole, runner = self._sweep.experiment, self._runner
        before = self._sweep.seeds.index(self._seed) * DRAWS * max(self._sweep.counts, default=0)
        before += len(whole.problems)
        condition = runner.ensure(training_condition())
        tasks = {}
        for one in samples:
            problem = Instance(one.start, one.goal, one.origin, FOUND, id=before + one.number)
            runner.folder.ensure_problem(problem.id, problem)
            task = whole.task(condition, Configuration(SEARCH), problem)
            tasks[one.number] = replace(task, timing=False)
        rows = runner.rows(list(tasks.values()), tasks.values())
        found = zip(tasks, rows, strict=True)
        return {number: result_of(row, tasks[number].start, theory) for number, row in found}


def training_condition() -> Condition:
    """The condition under which training examples are searched."""
    return Condition.without_macros(TRAINING, label=TRAINING, judging=True)


def library_of(recipe: Recipe, condition: Condition) -> MacroLibrary | None:
    """The macros of a condition, each once.

    Raises
    ------
    InputError
        A macro file that is damaged or gone.
    """
    library = recipe.under(condition).make().library
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
    left = MacroLibrary(
        library.domain, library.without(dropped), shape=library.shape, order=library.order
    )
    facts = {
        "label": LABELS["forgotten"],
        "kind": "forgotten",
        "macros": len(left),
        "size": whole.facts.get("size", len(library)),
        "seed": whole.facts.get("seed"),
        "examples": whole.facts.get("examples", 0),
        "refused": whole.facts.get("refused", 0),
        "learning": {
            "applications": round(took.get("applications", 0)) + spent,
            "seconds": took.get("seconds") or 0.0,
        },
    }
    return with_macros(name, left, facts, name)
