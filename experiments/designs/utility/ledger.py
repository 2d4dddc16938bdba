"""Ledger of macros in a comparison: some problems are searched again with counters, and without each macro in turn.

The ledger of every macro of a file, and what forgetting leaves of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ....ebl.files.macro_file import holds_policy
from ....ebl.library import MacroLibrary, policy_error
from ....rules.errors import InputError, Place
from ....rules.geometry import Shape
from ....rules.text.text_file import read_text
from ....search.algorithms import CLIMB
from ....search.limits import Limits
from ...condition import Condition
from ...configuration import Configuration
from ...execute.pool import Pool
from ...execute.task import Task
from ...experiment import Experiment
from ...keeping import KnownRows
from ...problem_set import Instance, ProblemSet
from ...progress import Progress, Tick
from ...result_set import AFTER, BEFORE
from ...row import Key, Row
from ...statistics.comparison import Comparison
from ...store.rows import LedgerRow
from ...store.run_folder import RunFolder
from .forgetting import Judgement, forget
from .harness import TRAINING, Harness, Trained
from .leave_one_out import Account, accounts, leave_one_out, ledger_rows
from .subsets import Subsets
from .sweep import LABELS, Sweep, forgotten, group_of

PROBLEMS = 20
"""Problems that are looked into, the first ones that are easy enough."""

NODES = 20_000
"""Expansions that a search with the macros may have taken."""

FURTHER = 10
"""How many times as many expansions the same search may take without one of the macros."""

MACROS = 50
"""With more macros than that there is no ledger."""

COUNTED = 3_000_000
"""How often macros may be tried while that is counted, which takes a few seconds of Python."""

SEARCHED = {"native": 100_000_000, "python": 5_000_000}
"""How often they may be tried in searches without one of them, by the engine that searches."""

CLAIM: Key = ("", "ledger", 0)


def keep_ledger(
    experiment: Experiment,
    folder: RunFolder,
    pool: Pool,
    found: Sequence[Comparison],
    plain: Condition,
    whole: Condition,
    progress: Progress,
) -> bool:
    """Find out what each macro did and write it into a run, unless it is there or another process is at it.

    The setting ``ledger`` says for which configuration and how many problems, and why something is left out.

    Parameters
    ----------
    experiment, folder, pool
        What was compared, the run, and who searches.
    found
        The comparisons on the problems that were asked for.
    plain, whole
        The conditions without macros and with all of them.
    progress
        Shows how far it is.

    Returns
    -------
    False if the user interrupted it, which leaves the run without.
    """
    if "ledger" in folder.settings() or not folder.claim(CLAIM):
        return True
    facts: dict[str, object] = {"problems": 0, "nodes": NODES}
    made = experiment.recipe.under(whole).for_problem(experiment.problems[0]).make()
    macros = () if made.policy is not None else made.theory.macros
    names = list(dict.fromkeys(map(made.macro_of, macros)))
    left_out = _reason_against(names, experiment.configurations[0], experiment.recipe.engine)
    if made.policy is not None:
        left_out = "the rules of a policy are followed together"
    try:
        chosen = None if left_out else _choose(found, len(macros))
        if chosen is not None and chosen.pairs:
            with progress(None, "keeping the ledger") as tick:
                left_out = _keep(
                    experiment, folder, pool, chosen, plain, whole, (names, len(macros)), tick
                )
            facts |= {"configuration": chosen.configuration, "problems": len(chosen.pairs)}
        elif chosen is not None:
            left_out = "no problem was solved with few enough expansions"
        folder.put("ledger", {**facts, "left_out": left_out})
    except KeyboardInterrupt:
        return False
    finally:
        folder.release()
    return True


def _reason_against(names: Sequence[str], configuration: Configuration, engine: str) -> str | None:
    if not names:
        return "there are no macros"
    if len(names) > MACROS:
        return f"{len(names)} macros are more than {MACROS}"
    if engine == "swi":
        return "SWI-Prolog does not count how often macros are tried"
    if configuration.algorithm == "batched-ida-star":
        return "searches in batches do not count how often macros are tried"
    if configuration.by_planner:
        return "Fast Downward does not count how often macros are tried"
    return None


def _choose(found: Sequence[Comparison], arcs: int) -> Comparison | None:
    """The configuration with the most problems that are easy enough, and those problems."""
    easy = []
    for comparison in found:
        pairs = []
        tries = 0
        for pair in comparison.pairs:
            expanded = pair.after.expanded
            solved = pair.before.solved or pair.after.solved
            if not solved or expanded is None or expanded > NODES:
                continue
            if tries + expanded * arcs <= COUNTED:
                tries += expanded * arcs
                pairs.append(pair)
        easy.append(Comparison(comparison.configuration, tuple(pairs[:PROBLEMS])))
    return max(easy, key=lambda one: len(one.pairs), default=None)


def _keep(
    experiment: Experiment,
    folder: RunFolder,
    pool: Pool,
    chosen: Comparison,
    plain: Condition,
    whole: Condition,
    macros: tuple[list[str], int],
    tick: Tick,
) -> str | None:
    """Enter the ledger; what it leaves out."""
    names, arcs = macros
    configuration = next(
        one for one in experiment.configurations if one.name == chosen.configuration
    )
    nodes = configuration.limits.nodes or NODES * FURTHER
    bounded = replace(configuration, limits=Limits(nodes=nodes))
    numbered = {problem.id: problem for problem in experiment.problems}
    problems: list[Instance] = [numbered[pair.before.problem] for pair in chosen.pairs]
    known = KnownRows(folder, pool)

    def make(tasks: Sequence[Task]) -> list[Row]:
        with closing(known.making(tasks, lambda task: tick(0, str(task)))) as made:
            for _ in made:
                pass
        return [row for task in tasks if (row := known.get(task.key)) is not None]

    subsets = Subsets(experiment, folder, make, bounded, plain, whole, names, problems)
    kept = []
    for pair, problem in zip(chosen.pairs, problems, strict=True):
        kept.append(Account(problem, pair.before, pair.after, subsets.count(problem)))
        tick(1, "counting")
    too_long = _tries(kept, arcs) > SEARCHED.get(kept[0].after.engine or "", 0)
    without = {} if too_long else dict(leave_one_out(subsets, kept))
    folder.add_ledger(ledger_rows(chosen.configuration, names, kept, without))
    folder.put("searches", len(folder.done()))
    return "what each macro saves, which would take too long" if too_long else None


def _tries(kept: Sequence[Account], arcs: int) -> int:
    """How often macros will be tried in the searches without each that matched."""
    return sum(
        (account.after.expanded or 0) * arcs
        for account in kept
        for tally in (account.tallies or {}).values()
        if tally.matched
    )


OTHER = "other"
"""The problems on which is tried what forgetting did."""


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


class FileLedger:
    """Keeps the ledgers of a file; what is finished is in the books whenever that is interrupted.

    Parameters
    ----------
    sweep
        The board, the algorithms and the problems.
    library
        The macros.
    learning_cost
        What learning them took in operator applications, if the user knows.
    """

    def __init__(self, sweep: Sweep, library: MacroLibrary, learning_cost: float | None) -> None:
        self._sweep, self._library = sweep, library
        self._group = group_of(sweep, sweep.seeds[0])
        self.learning = None if learning_cost is None else LearningCost(learning_cost)
        self.books = [Book(name, sweep.options.using(name).name) for name in sweep.algorithms]

    def keep(self, harness: Harness, tick: Tick) -> bool:
        """Keep them all; False where the user interrupted it."""
        harness.watch(lambda steps, detail: tick(0, detail))
        try:
            self.learning = self.learning or _learning(harness)
            for book in self.books:
                self._keep(book, harness, tick)
            harness.finish()
        except KeyboardInterrupt:
            return False
        return True

    def _keep(self, book: Book, harness: Harness, tick: Tick) -> None:
        name = book.algorithm
        whole = Trained(harness.conditions[AFTER], (name,))
        subsets = harness.subsets(name, whole, BEFORE, self._group, counting=True)
        kept: list[Account] = []
        without: dict[str, tuple[Row, ...]] = {}
        try:
            for account in accounts(subsets):
                kept.append(account)
                tick(1, f"{name}, counting")
            for macro, results in leave_one_out(subsets, kept):
                without[macro] = results
                tick(1, f"{name}, without {macro}")
        finally:
            if kept:
                book.entries = ledger_rows(book.configuration, subsets.names, kept, without)
        harness.enter(book.entries)
        if self._sweep.forgetting:
            self._forget(book, kept, whole, subsets, without, harness, tick)

    def _forget(
        self,
        book: Book,
        kept: list[Account],
        whole: Trained,
        subsets: Subsets,
        without: Mapping[str, tuple[Row, ...]],
        harness: Harness,
        tick: Tick,
    ) -> None:
        """Judge the macros, and search other problems with what that leaves."""
        name, seed = book.algorithm, self._sweep.seeds[0]
        judged: list[Judgement] = []
        detail = f"{name}, forgetting"
        for judgement in forget(subsets, kept, without, lambda: tick(0, detail)):
            judged.append(judgement)
            tick(1, detail)
        book.judged = judged
        took = asdict(self.learning) if self.learning else None
        with_cost = replace(whole.condition, facts={**whole.condition.facts, "learning": took})
        left = forgotten(with_cost, self._library, book.dropped, subsets.spent)
        words = LABELS[left.name]
        kept_ones = harness.keep(f"{words} for {name}", words, seed, lambda: left)
        conditions = (harness.conditions[BEFORE], whole.condition, kept_ones)
        group = group_of(self._sweep, seed, OTHER)
        harness.search([Trained(one, (name,)) for one in conditions], group)


def read_library(sweep: Sweep, path: str | Path) -> MacroLibrary:
    """The macros of a file.

    Raises
    ------
    InputError
        A bad file, or macros that are not for this board or these algorithms.
    """
    if holds_policy(read_text(path), str(path)):
        raise policy_error(Place(str(path)))
    library = sweep.domain.macros(path)
    try:
        if CLIMB in sweep.algorithms:
            library.schemas_of(sweep.domain.domain)
    except InputError as error:
        raise error.at(Place(str(path))) from None
    return library


def whole_of(library: MacroLibrary, path: Path, seed: int) -> Condition:
    """The condition with all macros of a file, which a run keeps as Prolog."""
    facts = {"label": path.name, "kind": "library", "macros": len(library), "seed": seed}
    text = Condition.with_library(path).text
    return Condition(AFTER, f"{path.stem}.pl", text, facts)


def examples_of(library: MacroLibrary, shape: Shape) -> ProblemSet:
    """The training examples of a library, which can be searched again on a board; none where it lacks one."""
    explained = [
        (one.explanation, one.origin) for one in library if one.explanation and one.window == shape
    ]
    if len(explained) < len(library):
        return ProblemSet((), name=TRAINING)
    return ProblemSet(
        tuple(
            Instance(
                *(one.start, one.goal),
                f"training example, {origin}" if origin else "training example",
                TRAINING,
            )
            for one, origin in explained
        ),
        name=TRAINING,
    )


def _learning(harness: Harness) -> LearningCost | None:
    """Cost of searching the training examples again; None if there are none, or one is too hard."""
    rows = list(harness.examples())
    if not rows or not all(row.solved for row in rows):
        return None
    return LearningCost(
        sum(row.operator_applications or 0 for row in rows), sum(row.elapsed or 0.0 for row in rows)
    )
