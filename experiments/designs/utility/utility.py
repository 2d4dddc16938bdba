"""The design of ``arcwise utility``: what macros save against what they cost, in sweeps and macro by macro."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from ....ebl.files.macro_file import head_of
from ....ebl.library import MacroLibrary, policy_error
from ....rules.checked import checked
from ....rules.errors import InputError, Place
from ....rules.geometry import Shape
from ....rules.later import Later
from ....rules.registry import find
from ....rules.states.random_states import at_least_zero
from ....rules.term import Pattern, goal_values
from ....rules.text.text_file import read_text
from ....search.algorithms import CLIMB, Algorithm
from ...board import BoardSource, Named
from ...condition import Condition
from ...configuration import Configuration, configurations
from ...experiment import Experiment
from ...keeping import Keeping, Progress, Runner, Tick, no_progress
from ...problem_set import Instance, ProblemSet
from ...registering import algorithm_names
from ...result_set import AFTER, BEFORE, ResultSet
from ...row import Row
from ...statistics.comparison import Comparison
from ...statistics.summary import Summary, summaries
from ...store.rows import LedgerRow
from ...store.run import PRACTICE, Run
from .ledger import Account, Judgement, Subsets, accounts, forget, leave_one_out, ledger_rows
from .sweep import (
    CONTROLS,
    EXAMPLES,
    EXAMPLES_AGAIN,
    LABELS,
    MACRO_TABLE,
    SEARCH,
    TRAINING,
    Sweep,
    against_table,
    group_name,
    left_of,
)

LOG = logging.getLogger("arcwise")

OTHER = "other"
"""Name of the problem set on which the library after forgetting is tried."""

UTILITY_ALGORITHMS = ("breadth-first", "greedy", "a-star")
COUNTS = (0, 1, 2, 5, 10, 20, 50)
KINDS = ("good", "random", "duplicated")
MORE = ("kind", "size", "macros", "seed")
"""Facts of each condition in the table of searches."""


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

    _view = Later("explorer.views.utility", "utility_view")

    summaries: tuple[Summary, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """For each configuration, kind and number of macros the problems searched with and without."""
        found = (summary.comparison for summary in self.summaries)
        return tuple(comparison for comparison in found if comparison.pairs)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows of all searches except those that judge single macros."""
        measured = {row.key for one in self.summaries for rows in one.rows for row in rows}
        return tuple(row for row in self.run.searches if row.key in measured)

    def records(self) -> list[dict[str, Any]]:
        """As for `ResultSet`, with kind, size, number and seed of the macros."""
        facts = {one.name: one.facts for one in self.run.conditions}
        return [
            {**record, **{name: facts[record["condition"]].get(name) for name in MORE}}
            for record in super().records()
        ]


@dataclass(frozen=True, slots=True)
class LearningCost:
    """Cost of learning.

    Parameters
    ----------
    applications
        Operator applications.
    seconds
        Time, or None where that is not known.
    """

    applications: float
    seconds: float | None = None


@dataclass
class Book:
    """The ledger of one algorithm, as far as it was kept: an entry for every macro, and what forgetting decided.

    There are no entries where not one problem was searched; ``judged`` is None where nothing was to be forgotten.
    """

    algorithm: str
    configuration: str
    entries: tuple[LedgerRow, ...] = ()
    judged: list[Judgement] | None = None

    @property
    def dropped(self) -> set[str]:
        """The macros that were forgotten, by name."""
        return {judgement.name for judgement in self.judged or () if judgement.dropped}


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

    _view = Later("explorer.views.utility", "macro_utility_view")

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
    algorithms: str | Algorithm | Iterable[str | Algorithm] = UTILITY_ALGORITHMS,
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
    for count in counts:
        at_least_zero("counts", count)
    base = (configuration or Configuration()).bounded()
    numbers = tuple(range(base.seed, base.seed + seeds))
    kinds = _known(examples, EXAMPLES, "kind of examples")
    sizes = tuple(sorted({*counts}))
    controls = _known(controls, CONTROLS, "control")
    facts = {
        "problems": problems,
        "forget": forgetting,
        "macros": None,
        "seeds": list(numbers),
        "counts": list(sizes),
        "examples": list(kinds),
        "controls": list(controls),
    }
    names = ("", PRACTICE) if forgetting else ("",)
    experiment, target = _experiment(domain, goal, algorithms, base, facts, numbers, names)
    why = against_table(experiment.board, target)
    left_out = {MACRO_TABLE: why} if why and MACRO_TABLE in controls else {}
    controls = tuple(name for name in controls if name not in left_out)
    parts = kinds, tuple(filter(None, sizes)), controls, numbers
    sweep = Sweep(experiment, target, *parts, forgetting)
    finished = True
    with (
        experiment.begun(keeping, sweep.searches) as runner,
        progress(sweep.searches(len(experiment.configurations)), "sweeping") as tick,
    ):
        runner.tick = tick
        try:
            sweep.run(runner)
            runner.finish()
        except KeyboardInterrupt:
            finished = False
        run = runner.folder.read()
    return Utility(run, finished, summaries=tuple(summaries(run)), left_out=left_out)


@checked
def macro_utility(
    domain: Named,
    macros: str | Path | MacroLibrary,
    goal: str | Pattern | None = None,
    algorithms: str | Algorithm | Iterable[str | Algorithm] = UTILITY_ALGORITHMS,
    *,
    problems: int = 20,
    forgetting: bool = False,
    learning_cost: float | None = None,
    configuration: Configuration | None = None,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> MacroUtility:
    """Find out what each macro of a library saves against what it costs, by searching with and without it.

    Parameters
    ----------
    macros
        The library, or its file.
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
    file = Path(macros if isinstance(macros, str | Path) else "macros.pl")
    facts: dict[str, Any] = {"problems": problems, "forget": forgetting}
    facts |= {"macros": file.name, "learning_cost": learning_cost}
    names = ("", OTHER) if forgetting else ("",)
    experiment, _ = _experiment(domain, goal, algorithms, base, facts, (base.seed,), names)
    many = len(experiment.configurations)
    if forgetting and many > 1:
        raise InputError(
            "what pays for one algorithm may not pay for another",
            expected="--forget with one algorithm",
            found=", ".join(one.algorithm for one in experiment.configurations),
            remedy="--algorithms greedy",
        )
    board = experiment.board
    climbs = CLIMB in (one.algorithm for one in experiment.configurations)
    library = _checked_library(board, macros, climbs=climbs)
    bare = Condition.without_macros(BEFORE, label="no macros", kind="none", seed=base.seed)
    text = read_text(file) if isinstance(macros, str | Path) else library.text()
    experiment = replace(
        experiment,
        problem_sets=(*experiment.problem_sets, _examples_of(library, board.theory.shape)),
        conditions=(bare, _whole_of(library, file.name, text, base.seed)),
    )
    steps = problems + len(library) * (2 if forgetting else 1)
    learning = None if learning_cost is None else LearningCost(learning_cost)
    books = [Book(one.algorithm, one.name) for one in experiment.configurations]
    group, other = group_name(base.seed), group_name(base.seed, OTHER)
    finished = True
    with (
        experiment.begun(keeping, lambda count: 2 * count * problems) as runner,
        progress(steps * many, "keeping the ledger") as tick,
    ):
        runner.tick = lambda _, words: tick(0, words)
        try:
            learning = learning or _learning(experiment, runner)
            conditions = tuple(map(runner.ensure, experiment.conditions))
            for book, one in zip(books, experiment.configurations, strict=True):
                part = experiment.part(experiment.problems_of(group), conditions, [one])
                subsets, kept, without = _keep(book, part, runner, tick)
                if not forgetting:
                    continue
                detail = f"{book.algorithm}, forgetting"
                judged: list[Judgement] = []
                for judgement in forget(subsets, kept, without, partial(tick, 0, detail)):
                    judged.append(judgement)
                    tick(1, detail)
                book.judged = judged
                took = asdict(learning) if learning else None
                whole = replace(conditions[1], facts={**conditions[1].facts, "learning": took})
                words = f"{LABELS['forgotten']} for {book.algorithm}"
                left = runner.ensure(left_of(whole, library, book.dropped, subsets.spent, words))
                others = experiment.problems_of(other)
                runner.make(experiment.part(others, (*conditions, left), [one]).tasks())
            runner.finish()
        except KeyboardInterrupt:
            finished = False
        run = _with_learning(runner.folder.read(), learning)
    after = summaries(run, lambda name: name == other) if forgetting else []
    return MacroUtility(
        run,
        finished,
        summaries=tuple(summaries(run, lambda name: name == group)),
        library=library,
        books=tuple(books),
        learning=learning,
        after_forgetting=tuple(after),
    )


def _keep(
    book: Book, part: Experiment, runner: Runner, tick: Tick
) -> tuple[Subsets, list[Account], dict[str, tuple[Row, ...]]]:
    """Keep the ledger of one algorithm; what is finished is in the book whenever that is interrupted."""
    subsets = Subsets(part, runner)
    kept: list[Account] = []
    without: dict[str, tuple[Row, ...]] = {}
    try:
        for account in accounts(subsets):
            kept.append(account)
            tick(1, f"{book.algorithm}, counting")
        for macro, rows in leave_one_out(subsets, kept):
            without[macro] = rows
            tick(1, f"{book.algorithm}, without {macro}")
    finally:
        if kept:
            book.entries = ledger_rows(subsets, kept, without)
    runner.folder.add_ledger(book.entries)
    return subsets, kept, without


def _learning(experiment: Experiment, runner: Runner) -> LearningCost | None:
    """Cost of searching the training examples again; None if there are none, or one is too hard."""
    limits = experiment.configurations[0].limits
    problems, how = experiment.problems_of(TRAINING), Configuration(SEARCH, limits=limits)
    if not problems:
        return None
    part = experiment.part(problems, [runner.ensure(EXAMPLES_AGAIN)], [how])
    tasks = list(part.tasks())
    rows = runner.rows(tasks, tasks)
    if not all(row.solved for row in rows):
        return None
    return LearningCost(
        sum(row.operator_applications or 0 for row in rows), sum(row.elapsed or 0.0 for row in rows)
    )


def _checked_library(
    board: BoardSource, macros: str | Path | MacroLibrary, *, climbs: bool
) -> MacroLibrary:
    """A library or the macros of a file, for this board and, if one climbs, for climbs.

    Raises
    ------
    InputError
        A bad file, or macros that are not for this board or not for climbs.
    """
    if not isinstance(macros, str | Path):
        macros = board.library(macros)
        macros.arcs(board.theory)
        if climbs:
            macros.schemas_of(board.domain)
        return macros
    if head_of(macros).policy:
        raise policy_error(Place(str(macros)))
    try:
        return _checked_library(board, board.library(macros), climbs=climbs)
    except InputError as error:
        raise error.at(Place(str(macros))) from None


def _whole_of(library: MacroLibrary, file: str, text: str, seed: int) -> Condition:
    """The condition with all macros of a library, whose text a run keeps as Prolog."""
    facts = {"label": file, "kind": "library", "macros": len(library), "seed": seed}
    return Condition(AFTER, f"{Path(file).stem}.pl", text, facts)


def _examples_of(library: MacroLibrary, shape: Shape) -> ProblemSet:
    """The training examples of a library, which can be searched again on a board; none where it lacks one."""
    explained = [
        (one.explanation, one.origin) for one in library if one.explanation and one.window == shape
    ]
    words = "training example"
    return ProblemSet(
        tuple(
            Instance(one.start, one.goal, f"{words}, {origin}" if origin else words, TRAINING)
            for one, origin in explained
            if len(explained) == len(library)
        ),
        name=TRAINING,
    )


def _with_learning(run: Run, cost: LearningCost | None) -> Run:
    """A run whose conditions have the cost of learning; if that is unknown, they have none for forgetting either."""

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


def _experiment(
    domain: Named,
    goal: str | Pattern | None,
    algorithms: str | Algorithm | Iterable[str | Algorithm],
    base: Configuration,
    facts: dict[str, Any],
    seeds: Sequence[int],
    names: Sequence[str],
) -> tuple[Experiment, Pattern]:
    """Everything but the conditions, which are found on the way, and the goal; ``names`` are of the problem sets of a seed."""
    board = BoardSource.opened(domain, engine=base.engine, enumerated=True)
    board.arcs_only("utility")
    target = board.goal(goal)
    board = board.placed_for(target)
    theory = board.theory
    common = {
        "command": "utility",
        "theory_name": theory.name,
        "shape": list(theory.shape),
        "blank": theory.blank,
        "goal": goal_values(target),
    }
    drawn = [
        ProblemSet.drawn(board, target, facts["problems"], words, group_name(seed, name), seed)
        for name in names
        for seed in seeds
        for words in [f"{seed}:{name}" if name else str(seed)]
    ]
    found = Experiment(
        board,
        tuple(drawn),
        (),
        configurations(base, algorithm_names(algorithms)),
        {**common, **facts},
    )
    return found, target
