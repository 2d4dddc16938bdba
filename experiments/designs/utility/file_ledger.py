"""The ledger of every macro of a file, and what forgetting leaves of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ....ebl.files.macro_file import holds_policy
from ....ebl.library import MacroLibrary, policy_error
from ....rules.errors import InputError, Place
from ....rules.geometry import Shape
from ....rules.text.text_file import read_text
from ....search.algorithms import CLIMB
from ...condition import Condition
from ...problem_set import Instance, ProblemSet
from ...progress import Tick
from ...result_set import AFTER, BEFORE
from ...row import Row
from ...store.records import LedgerRow
from .forgetting import Judgement, forget
from .harness import TRAINING, Harness, Trained
from .leave_one_out import Account, accounts, leave_one_out, ledger_rows
from .subsets import Subsets
from .sweep import LABELS, Sweep, forgotten, group_of

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
