"""The design of ``arcwise compare --learners``: every learner learns from the same, and what each learned is compared with nothing learned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from time import process_time
from typing import Any

from ...ebl.learner import Learner
from ...ebl.learners.learner_table import LEARNERS, learner_of
from ...ebl.rule import Library
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.later import Later
from ...rules.view import Viewed
from ...search.algorithms import CLIMB
from ...search.limits import Budget, LimitReached, Limits
from ..asked import Problems
from ..board import BoardSource
from ..configuration import Configuration
from ..experiment import REFERENCE_WORK, Experiment
from ..keeping import Keeping, Progress, no_progress
from ..result_set import ResultSet
from ..statistics.comparison import Comparison, together
from ..statistics.estimate import Pair
from .compare import CompareRequest, compared, kind_of
from .conditions import NONE, each_with_first
from .learn import AnyLearning, learn

ALL = "all"
"""Every learner."""

SECONDS = 60.0
"""Time limit on each learner, if none is given."""

SEARCHED = "greedy"
"""The algorithm that searches boards and planning problems with macros, if none is named."""


@dataclass(frozen=True)
class LearnerRow:
    """One learner: what it learned and what that took, and what it changes.

    Parameters
    ----------
    learner
        The learner, with its options.
    library
        What it learned; None if it does not serve the source.
    seconds
        Processor time of learning, with selection.
    work
        Operator applications or inferences of learning, with selection.
    reason
        Why there is nothing to compare; empty where there is.
    cut
        The limit that ended learning; empty where none did.
    comparison
        Searches without what was learned and with it; None where there is nothing to compare.
    """

    learner: Learner
    library: Library[Any] | None = None
    seconds: float = 0.0
    work: int = 0
    reason: str = ""
    cut: str = ""
    comparison: Comparison | None = None

    @property
    def pays_after(self) -> float | None:
        """Number of problems after which the work that is saved has made up for that of learning; None where none is saved."""
        if self.comparison is None or not self.comparison.pairs:
            return None
        pairs = [one for one in self.comparison.pairs if one.either_solved]
        saved = sum(one.before.work - one.after.work for one in pairs)
        return self.work * len(pairs) / saved if saved > 0 else None


@dataclass(frozen=True)
class LearnersCompared(Viewed):
    """Result of comparing learners.

    Parameters
    ----------
    rows
        One for each learner, in the order of their table.
    results
        The searches; None where no learner learned anything.
    finished
        Whether the user did not interrupt it.
    where
        The source, and the problems, in words.
    unit
        What work is counted in.
    """

    _view = Later("explorer.views.learners", "learners_view")

    rows: tuple[LearnerRow, ...]
    results: ResultSet | None
    finished: bool
    where: str
    unit: str


@checked
def compare_learners(
    domain: Any,
    learners: str | Iterable[str | Learner] = ALL,
    examples: Problems | None = None,
    problems: Problems | None = None,
    algorithm: str | None = None,
    *,
    seconds: float | None = SECONDS,
    configuration: Configuration | None = None,
    keeping: Keeping | None = None,
    progress: Progress = no_progress,
) -> LearnersCompared:
    """Learn with each learner, and search the same other problems with nothing learned and with what each learned.

    What is for climbing is climbed with, a policy is followed, all else is searched with one algorithm; each is compared with this algorithm
    without macros. Verdicts are corrected by Holm's method for the number of learners.

    Parameters
    ----------
    domain
        As for `compare`.
    learners
        Names, learners, or ``all``.
    examples
        What learners from examples learn from; None for those of the source.
    problems
        What is compared on, other problems than the examples; as for `compare`.
    algorithm
        What searches; if None, greedy search, of a logic program depth-first.
    seconds
        Time limit on each learner; what it learned until then is kept, without the selection in the end. None for no limit.
    configuration
        All else about the searches; without a limit each makes at most `REFERENCE_WORK` operator applications.
    keeping, progress
        As for `compare`.

    Raises
    ------
    InputError
        An unknown learner, bad problems, or a source that no learner serves.

    Examples
    --------
    >>> found = compare_learners("sliding-tile:2x3", ["each-path", "rote"], problems=[((1, 2, 3, 4, 0, 5), (1, 0, 2, 4, 5, 3))])
    >>> [row.reason or "compared" for row in found.rows]
    ['compared', 'rote is for logic programs']
    """
    base = configuration or Configuration()
    names = list(LEARNERS.built_in) if learners == ALL else learners
    asked = [learner_of(one) for one in ([names] if isinstance(names, str) else names)]
    rows: list[LearnerRow] = []
    try:
        with progress(len(asked), "learning") as tick:
            for learner in asked:
                tick(0, learner.name)
                rows.append(_learned(domain, learner, examples, base, seconds))
                tick(1, learner.name)
    except KeyboardInterrupt:
        return LearnersCompared(tuple(rows), None, False, str(domain), "")
    libraries = {
        one.learner.name: one.library for one in rows if not one.reason and one.library is not None
    }
    if not any(one.library is not None for one in rows):
        raise InputError(
            f"no learner learns of {domain}",
            found="; ".join(f"{one.learner}: {one.reason}" for one in rows)[:300],
        )
    if not libraries:
        return LearnersCompared(tuple(rows), None, True, str(domain), "")
    experiment = _experiment(domain, problems, libraries, rows, algorithm, base)
    results = compared(experiment, keeping or Keeping(), progress)
    where = f"{experiment.source.name}, {experiment.problem_sets[0].words}"
    whole = _compared_rows(rows, experiment, results)
    return LearnersCompared(whole, results, results.finished, where, experiment.source.unit)


def _learned(
    domain: Any,
    learner: Learner,
    examples: Problems | None,
    base: Configuration,
    seconds: float | None,
) -> LearnerRow:
    """Learn with one learner within its limit."""
    given = examples if learner.from_examples else None
    how = None if learner.makes == "rules" else Configuration(limits=base.limits, seed=base.seed)
    began, budget = process_time(), Budget(Limits(time=seconds))
    found: AnyLearning | None = None
    try:
        with budget:
            found = learn(domain, given, learner, configuration=how)
    except InputError as error:
        return LearnerRow(learner, reason=error.problem)
    except LimitReached:
        if budget.reached is None:
            raise  # that of the whole command
    if found is None:
        return LearnerRow(learner, reason=f"nothing learned within {seconds:g} s")
    if not (found.finished or budget.reached):
        raise KeyboardInterrupt
    reason = "" if len(found.library) else found.nothing
    cut = f"{seconds:g} s" if budget.reached else ""
    return LearnerRow(learner, found.library, process_time() - began, found.work, reason, cut)


def _experiment(
    domain: Any,
    problems: Problems | None,
    libraries: dict[str, Library[Any]],
    rows: Sequence[LearnerRow],
    algorithm: str | None,
    base: Configuration,
) -> Experiment:
    """The searches under all conditions, each compared with nothing learned."""
    kind, words = kind_of(domain, problems)
    usual = algorithm or (SEARCHED if issubclass(kind, BoardSource) else None)
    climbs = any(one.learner.climbs for one in rows if one.learner.name in libraries)
    algorithms = None if usual is None else [usual, *([CLIMB] if climbs else [])]
    bounded = base.bounded(REFERENCE_WORK)
    asked = CompareRequest(problems, {NONE: None, **libraries}, algorithms, bounded)
    experiment: Experiment = kind.comparison(domain, words, asked)
    contrasts = each_with_first(experiment.conditions)
    return replace(experiment, facts={**experiment.facts, "contrasts": contrasts}, references=())


def _compared_rows(
    rows: Sequence[LearnerRow], experiment: Experiment, results: ResultSet
) -> tuple[LearnerRow, ...]:
    """The rows with their comparisons, which know of each other."""
    searched = {row.key: row for row in results.rows}
    hows = experiment.configurations
    first = hows[0].name
    climb = next((one.name for one in hows if one.algorithm == CLIMB), first)

    def comparison(one: LearnerRow) -> Comparison:
        how = climb if one.learner.climbs else first
        pairs = [
            Pair(before, after)
            for problem in experiment.problems
            if (before := searched.get((NONE, first, problem.id)))
            and (after := searched.get((one.learner.name, how, problem.id)))
        ]
        return Comparison(how, tuple(pairs), conditions=(NONE, one.learner.name))

    found = iter(together([comparison(one) for one in rows if not one.reason]))
    return tuple(one if one.reason else replace(one, comparison=next(found)) for one in rows)
