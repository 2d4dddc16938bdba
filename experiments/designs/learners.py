"""The design of ``arcwise compare --learners``: every learner learns from the same, and what each learned is compared with nothing learned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from statistics import fmean, stdev
from time import process_time
from typing import Any

from ...ebl.learner import Learner
from ...ebl.learners.learner_table import LEARNERS, learner_of
from ...ebl.rule import Library
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.later import Later
from ...rules.text.words import counted, listed
from ...rules.view import Viewed
from ...search.algorithms import CLIMB
from ...search.intervals import t_interval
from ...search.limits import Budget, LimitReached, Limits
from ..asked import Problems
from ..configuration import Configuration
from ..experiment import REFERENCE_WORK, Experiment
from ..keeping import Keeping, Progress, Tick, no_progress
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

SEEDS = 3
"""How often each learner learns for a learning curve."""

MOST_LESSONS = 1_000
"""Greatest number of training problems of a curve, and of its seeds."""


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
    def name(self) -> str:
        """Name of the learner, with the options that were given."""
        return _name(self.learner)

    @property
    def searched(self) -> bool:
        """Whether a problem was searched without what was learned and with it."""
        return self.comparison is not None and bool(self.comparison.pairs)

    @property
    def pays_after(self) -> float | None:
        """Number of problems until the savings equal the cost of learning; None if nothing is saved."""
        if self.comparison is None:
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
        The searches; None where no learner learned anything, or learning was interrupted.
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
    unit: str = ""


@dataclass(frozen=True)
class CurvePoint:
    """One learner after some number of training problems.

    Parameters
    ----------
    learner
        Its name, with the options that were given.
    lessons
        Greatest number of training problems.
    ratios
        For each seed the work with what was learned to that with nothing, over the problems solved at least once; 1 where
        nothing was learned or kept. A seed with which no problem was solved has none.
    generated
        The same for the states that were generated, of which a macro makes one.
    rules, seconds
        Means over the seeds: of the rules, and of the processor time of learning.
    """

    learner: str
    lessons: int
    ratios: tuple[float, ...]
    generated: tuple[float, ...]
    rules: float
    seconds: float

    @property
    def ratio(self) -> float:
        """Geometric mean of the ratios of work."""
        return over_seeds(self.ratios)[0]

    @property
    def interval(self) -> tuple[float, float] | None:
        """Its 95 % t-interval over the seeds; None with one seed."""
        return over_seeds(self.ratios)[1]


def over_seeds(ratios: Sequence[float]) -> tuple[float, tuple[float, float] | None]:
    """The geometric mean of ratios, and its 95 % t-interval; None with one ratio."""
    logs = [log(one) for one in ratios]
    mean = fmean(logs)
    if len(logs) < 2:
        return exp(mean), None
    low, high = t_interval(mean, stdev(logs) / sqrt(len(logs)), len(logs) - 1)
    return exp(mean), (exp(low), exp(high))


@dataclass(frozen=True)
class LearningCurves(Viewed):
    """Result of `learning_curves`.

    Parameters
    ----------
    points
        One for each learner and number of training problems, as far as there are any.
    others
        Learners that do not serve, with the reasons.
    finished
        Whether the user did not interrupt it.
    where
        The source, in words.
    """

    _view = Later("explorer.views.learners", "curves_view")

    points: tuple[CurvePoint, ...]
    others: tuple[LearnerRow, ...]
    finished: bool
    where: str


@checked
def learning_curves(
    domain: Any,
    learners: str | Iterable[str | Learner],
    lessons: Sequence[int],
    examples: Problems | None = None,
    problems: Problems | None = None,
    algorithm: str | None = None,
    *,
    seeds: int = SEEDS,
    seconds: float | None = SECONDS,
    configuration: Configuration | None = None,
    progress: Progress = no_progress,
) -> LearningCurves:
    """Compare learners after more and more training problems, several times with other ones; the problems compared on stay.

    Parameters
    ----------
    lessons
        Numbers of training problems, each 1 or more. A macro table is made as a whole and has one point, at the greatest.
    seeds
        How often each learner learns, each time with another seed.
    domain, learners, examples, problems, algorithm, seconds, configuration, progress
        As for `compare_learners`.

    Raises
    ------
    InputError
        As for `compare_learners`.
    """
    for least, values in (
        ("number of training problems", [*lessons] or [0]),
        ("number of seeds", [seeds]),
    ):
        if min(values) < 1 or max(values) > MOST_LESSONS:
            raise InputError(
                f"bad {least}", expected=f"1 to {MOST_LESSONS:,}", found=f"{values!s:.60}"
            )
    call = _Contest(
        domain, examples, problems, algorithm, seconds, configuration or Configuration()
    )
    waiting = _asked(learners, examples)
    found: list[CurvePoint | LearnerRow] = []
    finished = True
    try:
        with progress(len(waiting) * len({*lessons}) * seeds, "learning curves") as tick:
            for learner in waiting:
                found += call.points(learner, lessons, seeds, tick)
    except KeyboardInterrupt:
        finished = False
    points = tuple(one for one in found if isinstance(one, CurvePoint))
    others = tuple(one for one in found if isinstance(one, LearnerRow))
    return LearningCurves(points, others, finished, str(getattr(domain, "name", domain)))


def _point(learner: Learner, lessons: int, rows: Sequence[LearnerRow]) -> CurvePoint | LearnerRow:
    """The point of what one learner learned with each seed; a row with the reason where no ratio is known."""
    ratios = _ratios(rows, lambda one: one.finding.work)
    generated = _ratios(rows, lambda one: one.estimates.get("generated"))
    if not ratios:
        reason = f"after {counted(lessons, 'training problem')}, no problem was solved without or with what was learned"
        return LearnerRow(learner, reason=reason)
    rules = fmean(len(one.library or ()) for one in rows)
    seconds = fmean(one.seconds for one in rows)
    return CurvePoint(_name(learner), lessons, ratios, generated, rules, seconds)


def _ratios(rows: Sequence[LearnerRow], of: Callable[[Comparison], Any]) -> tuple[float, ...]:
    """The ratio of a property with each seed, as far as there is one; 1 where nothing was learned."""
    found: list[float] = []
    for one in rows:
        known = None if one.comparison is None else of(one.comparison)
        if one.reason:
            found.append(1.0)
        elif known is not None and known.ratio:
            found.append(known.ratio)
    return tuple(found)


def _asked(
    learners: str | Iterable[str | Learner], examples: Problems | None = None
) -> list[Learner]:
    """The learners of names, or all; each has a name of its own, and one of them learns from the examples if there are any."""
    names = [learners] if isinstance(learners, str) else [*learners]
    if not names or (ALL in names and names != [ALL]):
        raise InputError(
            "no learner is named" if not names else f"{ALL} beside other learners",
            expected=f"names with commas, or {ALL} by itself",
            found=", ".join(map(str, names)),
        )
    if names == [ALL]:
        names = list(LEARNERS.built_in)
    found = [learner_of(one) for one in names]
    for name, many in Counter(map(_name, found)).items():
        if many > 1:
            raise InputError(f"learner {name} is named {many} times", expected="each learner once")
    if examples is not None and not any(one.from_examples for one in found):
        able = [name for name in LEARNERS.built_in if LEARNERS[name].from_examples]
        raise InputError(
            "examples, and no learner that learns from them",
            expected=f"no examples, or one of {', '.join(able)}",
            found=listed(list(map(_name, found))),
        )
    return found


def _name(learner: Learner) -> str:
    """Name of a learner, with the options that were given, as they are typed: ``escapes(filters=pays)``."""
    told = (f"{option}={_value_text(one)}" for option, one in learner.given.items())
    options = ", ".join(told)
    return f"{learner}({options})" if options else str(learner)


def _value_text(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "+".join(map(str, value)) or "none"
    return str(value)


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
        Names, perhaps with options such as ``maclearn(reach=10)``, learners, or ``all``.
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
        An unknown learner, or one that is named twice; bad problems, examples that no learner learns from, or a source that
        no learner serves.

    Examples
    --------
    >>> found = compare_learners("sliding-tile:2x3", ["each-path", "rote"], problems=[((1, 2, 3, 4, 0, 5), (1, 0, 2, 4, 5, 3))])
    >>> [row.reason or "compared" for row in found.rows]
    ['compared', 'rote is for logic programs']
    """
    call = _Contest(
        domain, examples, problems, algorithm, seconds, configuration or Configuration()
    )
    asked = _asked(learners, examples)
    rows: list[LearnerRow] = []
    where = str(getattr(domain, "name", domain))
    try:
        with progress(len(asked), "learning") as tick:
            for learner in asked:
                tick(0, _name(learner))
                rows.append(call.learned(learner, call.base.seed))
                tick(1, _name(learner))
    except KeyboardInterrupt:
        return LearnersCompared(tuple(rows), None, False, where)
    if not any(one.library is not None for one in rows):
        raise InputError(
            f"no learner learns of {where}",
            found="; ".join(f"{one.name}: {one.reason}" for one in rows)[:300],
        )
    if all(one.reason for one in rows):
        return LearnersCompared(tuple(rows), None, True, where)
    experiment = call.experiment(rows)
    results = compared(experiment, keeping or Keeping(), progress)
    whole = _compared_rows(rows, experiment, results)
    where = f"{experiment.source.name}, {experiment.problem_sets[0].words}"
    return LearnersCompared(whole, results, results.finished, where, experiment.source.unit)


@dataclass(frozen=True)
class _Contest:
    """Arguments of a call that all its learners share; for the parameters see `compare_learners`."""

    domain: Any
    examples: Problems | None
    problems: Problems | None
    algorithm: str | None
    seconds: float | None
    base: Configuration

    def learned(self, learner: Learner, seed: int) -> LearnerRow:
        """Learn with one learner within its limit."""
        seconds = self.seconds
        given = self.examples if learner.from_examples else None
        how = Configuration(limits=self.base.limits, seed=seed)
        began, budget = process_time(), Budget(Limits(time=seconds))
        found: AnyLearning | None = None
        try:
            with budget:
                found = learn(self.domain, given, learner, configuration=how)
        except InputError as error:
            return LearnerRow(learner, reason=str(error).partition("\n")[0])  # with its place
        except LimitReached:
            if budget.reached is None:
                raise  # that of the whole command
        if found is None:
            return LearnerRow(learner, reason=f"nothing learned within {seconds:g} s")
        if not (found.finished or budget.reached):
            raise KeyboardInterrupt
        cut = f"{seconds:g} s" if budget.reached else ""
        nothing = f"nothing learned within {cut}" if cut else found.nothing
        reason = "" if len(found.library) else nothing
        return LearnerRow(learner, found.library, process_time() - began, found.work, reason, cut)

    def experiment(self, rows: Sequence[LearnerRow]) -> Experiment:
        """The searches with nothing learned and with what each learned, each compared with nothing."""
        libraries = {one.name: one.library for one in rows if not one.reason}
        kind, words = kind_of(self.domain, self.problems)
        usual = self.algorithm or kind.searched_by
        climbs = any(one.learner.climbs for one in rows if not one.reason)
        algorithms = None if usual is None else [usual, *([CLIMB] if climbs else [])]
        bounded = self.base.bounded(REFERENCE_WORK)
        asked = CompareRequest(self.problems, {NONE: None, **libraries}, algorithms, bounded)
        found: Experiment = kind.comparison(self.domain, words, asked)
        contrasts = each_with_first(found.conditions)
        return replace(found, facts={**found.facts, "contrasts": contrasts}, references=())

    def points(
        self, learner: Learner, lessons: Sequence[int], seeds: int, tick: Tick
    ) -> Iterator[CurvePoint | LearnerRow]:
        """The points of one learner; a row with the reason where it does not serve."""
        for most in (max(lessons),) if learner.at_once else sorted({*lessons}):
            given = replace(learner, lessons=None if learner.at_once else most)
            rows = []
            for seed in range(self.base.seed, self.base.seed + seeds):
                row = self.learned(given, seed)
                if row.library is None:
                    yield row
                    return
                if not row.reason:
                    experiment = self.experiment([row])
                    found = compared(experiment, Keeping(), no_progress)
                    if not found.finished:
                        raise KeyboardInterrupt
                    (row,) = _compared_rows([row], experiment, found)
                rows.append(row)
                tick(1, f"{_name(learner)}, {counted(most, 'training problem')}")
            yield _point(learner, most, rows)


def _compared_rows(
    rows: Sequence[LearnerRow], experiment: Experiment, results: ResultSet
) -> tuple[LearnerRow, ...]:
    """The rows with their comparisons, which know of each other."""
    searched = {row.key: row for row in results.rows if not row.interrupted}
    hows = experiment.configurations
    first = hows[0].name
    climb = next((one.name for one in hows if one.algorithm == CLIMB), first)

    def comparison(one: LearnerRow) -> Comparison:
        how = climb if one.learner.climbs else first
        pairs = [
            Pair(before, after)
            for problem in experiment.problems
            if (before := searched.get((NONE, first, problem.id)))
            and (after := searched.get((one.name, how, problem.id)))
        ]
        return Comparison(how, tuple(pairs), conditions=(NONE, one.name))

    found = iter(together([comparison(one) for one in rows if not one.reason]))
    return tuple(one if one.reason else replace(one, comparison=next(found)) for one in rows)
