"""The design of ``arcwise utility``: what macros save against what they cost, in sweeps and macro by macro."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ....ebl.library import MacroLibrary
from ....rules.checked import checked
from ....rules.errors import InputError
from ....rules.registry import find
from ....rules.states.random_states import at_least_zero
from ....rules.term import Pattern
from ...condition import Condition
from ...configuration import Configuration, configurations
from ...execute.recipe import Recipe
from ...experiment import Experiment
from ...keeping import Keeping
from ...problem_set import ProblemSet
from ...progress import Progress, no_progress
from ...result_set import AFTER, BEFORE, ResultSet
from ...row import Row
from ...sized_domain import Named
from ...statistics.comparison import Comparison
from ...statistics.summary import Summary, summaries
from ...store.rows import goal_values
from ...store.run import Run
from ...store.run_folder import RunFolder
from .harness import Harness
from .ledger import OTHER, Book, FileLedger, LearningCost, examples_of, read_library, whole_of
from .macro_sources import EXAMPLES
from .sweep import CONTROLS, PRACTICE, Sweep, group_of, run_sweep

ALGORITHMS = ("breadth-first", "greedy", "a-star")
COUNTS = (0, 1, 2, 5, 10, 20, 50)
KINDS = ("good", "random", "duplicated")
MORE = ("kind", "size", "macros", "seed")
"""What the table of searches has of each condition."""


@dataclass(frozen=True, repr=False)
class Utility(ResultSet):
    """Savings of macros against their costs.

    Parameters
    ----------
    summaries
        What was searched, by configuration, kind and number of macros.
    left_out
        Controls that cannot be had on this board, with the reason.
    """

    summaries: tuple[Summary, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """For each configuration, kind and number of macros the problems searched with and without."""
        found = (summary.comparison for summary in self.summaries)
        return tuple(comparison for comparison in found if comparison.pairs)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """One for every search but those that judge single macros."""
        measured = {row.key for one in self.summaries for rows in one.rows for row in rows}
        return tuple(row for row in self.run.searches if row.key in measured)

    def records(self) -> list[dict[str, Any]]:
        """As for `ResultSet`, with kind, size, number and seed of the macros."""
        facts = {one.name: one.facts for one in self.run.conditions}
        return [
            {**record, **{name: facts[record["condition"]].get(name) for name in MORE}}
            for record in super().records()
        ]


@dataclass(frozen=True, repr=False)
class MacroUtility(Utility):
    """Savings of each macro of a library against its costs.

    Parameters
    ----------
    library
        The macros.
    books
        The ledger of each algorithm.
    learning
        What learning the library cost, or None where that is not known.
    after_forgetting
        What was searched on other problems, with what forgetting left too.
    """

    library: MacroLibrary = field(kw_only=True)
    books: tuple[Book, ...] = ()
    learning: LearningCost | None = None
    after_forgetting: tuple[Summary, ...] = ()

    @property
    def left(self) -> MacroLibrary | None:
        """Library after forgetting; None if it did not judge all macros."""
        judged = [book for book in self.books if book.judged is not None]
        return self.library.without(judged[0].dropped) if judged else None


@checked
def utility(
    domain: Named,
    goal: str | Pattern | None = None,
    algorithms: str | Iterable[str] = ALGORITHMS,
    *,
    counts: Sequence[int] = COUNTS,
    examples: Iterable[str] = KINDS,
    controls: Iterable[str] = tuple(CONTROLS),
    problems: int = 20,
    seeds: int = 3,
    forgetting: bool = False,
    configuration: Configuration | None = None,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> Utility:
    """Learn macros from more and more examples, and search the same random problems with each library and with controls.

    Parameters
    ----------
    domain
        As for `compare`.
    goal
        As text or pattern; None for the domain's own.
    algorithms
        The names of those that search, ``climb`` among them.
    counts
        How many macros to learn; of duplicated examples, how many examples.
    examples, controls
        Names in `EXAMPLES`, and in `CONTROLS`.
    problems, seeds
        How many random problems for each of how many seeds, from the configuration's on.
    forgetting
        Whether to try too what forgetting leaves of the largest library of good examples.
    configuration
        All else about the searches; without a limit each makes at most `DEFAULT_WORK` operator applications.
    keeping, progress
        As for `compare`.

    Returns
    -------
    Rows, summaries, estimates and verdicts; not finished where the user interrupted it.

    Raises
    ------
    InputError
        Bad input, searches that are not possible, or a folder that cannot be used.
    """
    at_least_zero("seeds", seeds)
    base = (configuration or Configuration()).bounded()
    sweep = Sweep(
        *_board(domain, goal, base),
        _names(algorithms),
        _known(examples, EXAMPLES, "kind of examples"),
        tuple(sorted({*counts})),
        _known(controls, CONTROLS, "control"),
        problems,
        tuple(range(base.seed, base.seed + seeds)),
        base,
        forgetting,
    )
    facts = {
        "macros": None,
        "seeds": list(sweep.seeds),
        "counts": list(sweep.counts),
        "examples": list(sweep.kinds),
        "controls": list(sweep.controls),
    }
    experiment = _experiment(sweep, sweep.algorithms, _groups(sweep, PRACTICE), facts)
    finished = True
    with (
        _begun(experiment, keeping or Keeping(), sweep.searches) as (folder, harness),
        progress(sweep.searches(len(sweep.algorithms)), "sweeping") as tick,
    ):
        try:
            run_sweep(sweep, harness, tick)
            harness.finish()
        except KeyboardInterrupt:
            finished = False
        run = folder.read()
    found = tuple(summaries(run, lambda name: not name.endswith(f", {PRACTICE}")))
    return Utility(run, finished, summaries=found, left_out=sweep.left_out)


@checked
def macro_utility(
    domain: Named,
    macros: str | Path,
    goal: str | Pattern | None = None,
    algorithms: str | Iterable[str] = ALGORITHMS,
    *,
    problems: int = 20,
    forgetting: bool = False,
    learning_cost: float | None = None,
    configuration: Configuration | None = None,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> MacroUtility:
    """Find out what each macro of a file saves against what it costs, by searching with and without it.

    Parameters
    ----------
    macros
        The macro file.
    forgetting
        Whether to drop the macros that do not pay, and to try on other problems what that did.
    learning_cost
        What learning took in operator applications; None for what searching the file's training examples takes.
    domain, goal, algorithms, problems, configuration, keeping, progress
        As for `utility`.

    Returns
    -------
    What `utility` does, with the ledger of each algorithm.

    Raises
    ------
    InputError
        As for `utility`; a bad macro file, or several algorithms for forgetting.
    """
    base = (configuration or Configuration()).bounded()
    names = _names(algorithms)
    board = _board(domain, goal, base)
    sweep = Sweep(*board, names, (), (), (), problems, (base.seed,), base, forgetting)
    if forgetting and len(names) > 1:
        raise InputError(
            "what pays for one algorithm may not pay for another",
            expected="--forget with one algorithm",
            found=", ".join(names),
            remedy="--algorithms greedy",
        )
    library = read_library(sweep, macros)
    facts = {"macros": Path(macros).name, "learning_cost": learning_cost}
    experiment = _experiment(
        sweep,
        names,
        [*_groups(sweep, OTHER), examples_of(library, sweep.domain.theory.shape)],
        facts,
    )
    bare = Condition.without_macros(BEFORE, label="no macros", kind="none", seed=base.seed)
    conditions = (bare, whole_of(library, Path(macros), base.seed))
    experiment = replace(experiment, conditions=conditions)
    steps = problems + len(library) * (2 if forgetting else 1)
    kept = FileLedger(sweep, library, learning_cost)
    with (
        _begun(experiment, keeping or Keeping(), lambda many: 2 * many * problems) as (
            folder,
            harness,
        ),
        progress(steps * len(names), "keeping the ledger") as tick,
    ):
        finished = kept.keep(harness, tick)
        run = _with_learning(folder.read(), kept.learning)
    group, other = group_of(sweep, base.seed).name, group_of(sweep, base.seed, OTHER).name
    after = summaries(run, lambda name: name == other) if forgetting else []
    return MacroUtility(
        run,
        finished,
        summaries=tuple(summaries(run, lambda name: name == group)),
        library=library,
        books=tuple(kept.books),
        learning=kept.learning,
        after_forgetting=tuple(after),
    )


def _names(algorithms: str | Iterable[str]) -> tuple[str, ...]:
    """Names of algorithms, of which one may be given alone."""
    return (algorithms,) if isinstance(algorithms, str) else tuple(algorithms)


def _board(
    domain: Named, goal: str | Pattern | None, base: Configuration
) -> tuple[Recipe, Pattern]:
    recipe = Recipe.of(domain, engine=base.engine)
    made = recipe.make().domain
    made.arcs_only("utility")
    target = made.goal(goal)
    return replace(recipe, goal=target), target


def _with_learning(run: Run, cost: LearningCost | None) -> Run:
    """A run whose conditions say what learning cost; what forgetting cost says nothing where that is not known."""

    def informed(condition: Condition) -> Condition:
        facts = dict(condition.facts)
        if cost is None:
            facts.pop("learning", None)
        elif condition.name == AFTER:
            facts["learning"] = asdict(cost)
        return replace(condition, facts=facts)

    return replace(run, conditions=tuple(map(informed, run.conditions)))


def _known(names: Iterable[str], table: Mapping[str, Any], kind: str) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(names))
    for name in found:
        find(table, name, kind)
    return found


def _groups(sweep: Sweep, more: str) -> list[ProblemSet]:
    """The problems to measure by and, for forgetting, those of another name."""
    names = ("", more) if sweep.forgetting else ("",)
    return [group_of(sweep, seed, name) for name in names for seed in sweep.seeds]


def _experiment(
    sweep: Sweep,
    algorithms: tuple[str, ...],
    problem_sets: list[ProblemSet],
    facts: dict[str, Any],
) -> Experiment:
    """Everything but the conditions, which are found on the way."""
    theory = sweep.domain.theory
    common = {
        "command": "utility",
        "theory_name": theory.name,
        "shape": list(theory.shape),
        "blank": theory.blank,
        "goal": goal_values(sweep.goal),
        "problems": sweep.problems,
        "forget": sweep.forgetting,
    }
    return Experiment(
        sweep.recipe,
        tuple(problem_sets),
        (),
        configurations(sweep.options, algorithms),
        {**common, **facts},
    )


@contextmanager
def _begun(
    experiment: Experiment, keeping: Keeping, searches: Callable[[int], int]
) -> Iterator[tuple[RunFolder, Harness]]:
    """Begin the run and its worker pool; ``searches`` is the number of searches by the number of configurations.

    Raises
    ------
    InputError
        Searches that are not possible; a folder that cannot be used, or holds another run.
    """
    replace(experiment, conditions=(Condition.without_macros(BEFORE),)).check()
    with (
        keeping.begin(experiment.settings, experiment.problems, experiment.conditions) as folder,
        keeping.pool() as pool,
    ):
        settings = folder.settings()
        expected = searches(len(settings["configurations"]))
        if "searches" not in settings:
            folder.put("searches", expected)
        measured = [one.name for one in experiment.problem_sets if "," not in one.name]
        yield folder, Harness(experiment, folder, pool, measured, expected)
