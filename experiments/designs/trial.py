"""The trial of macros before they are kept: their savings on problems that were not used for learning.

The time of a search counts all work for it, from grounding the problem to its solution, the instances of the macros included
(Minton 1990 on the utility problem: macros cost time wherever they are of no use). Problems that are small enough for a trial
take longer to ground than to search, and larger problems do not. Expanded states therefore count a little too, but a saving of
states never makes up for a longer time: instances of macros grow with the problems, and macros that save nothing yet may cost
a third of the time of larger problems.

Macros are taken up and dropped as in forgetting (`judged`). The macros left are measured once more, because a choice that was
quick once may not be so again. The reported saving comes from other problems, by which nothing was chosen (a third of them,
if there are three or more): the least of many figures is less than the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import reduce
from time import process_time
from typing import Any, Protocol

from ...ebl.learner import Learner
from ...ebl.library import MacroLibrary
from ...rules.domain import Domain
from ...rules.term import Pattern, State
from ...rules.theory import Theory
from ...search.macros import theory_with
from ...search.part_first import WHOLE, PartFirst
from ...search.problem import Problem
from ..board import BoardSource
from ..configuration import Configuration
from ..problem_set import Instance, ProblemSet, repeats
from ..row import Row
from ..statistics.comparison import Comparison
from ..statistics.estimate import Pair
from .utility.ledger import Effort, Judgement, judged

MOST_SECONDS = 5.0
"""Seconds of a search by Fast Downward without macros, if no limit is given; other searches are limited in work (`DEFAULT_WORK`)."""

MOST_WORK = 50_000
"""Operator applications of a search whose work counts, if no limit is given."""

CHOSEN_BY = 40
"""Problems on boards by which macros are chosen, where there are more than twice as many."""

MOST_JUDGED = 50
"""Macros of a board that are judged one by one; of more only those that are in solutions with all of them."""

SLOWER, MOMENT = 3.0, 0.2
"""Factor of the time of a search without macros, and seconds more, after which one with macros is ended."""

HARMED, INSTANT = 1.25, 0.02
"""Factor of its time without macros, and seconds more, within which a problem counts as solved with them: savings elsewhere
are no excuse, for the next problems may be more like this one."""

WORK = 1 / 6
"""Weight of expanded states beside time."""

ENOUGH, EVEN = 0.9, 1.0
"""The most that time and work together, and that time alone, may be of those without macros, for these to be kept: less is
within what the clock of a busy machine wavers by."""

APPLICATIONS = "operator applications"
"""The work that decides on boards."""

LEAST = 2.0
"""Least saving of a macro, in hundredths: one that makes no difference here costs time elsewhere, where it only is tried."""

AS_LONG_AS = 0.02
"""Seconds of a problem's search; one that is shorter is searched several times."""

MOST_TIMES = 5


@dataclass(frozen=True)
class TrialCost:
    """Total work for the problems of a trial.

    Parameters
    ----------
    solved
        How many were solved; with macros, in time (`HARMED`).
    seconds
        All that was done: grounding, instances of macros, search; 0 where work decides, and time is not taken.
    expanded
        States; of searches that say how many.
    applications
        Operator applications; of searches that say how many.
    """

    solved: int
    seconds: float
    expanded: int
    applications: int = 0

    def share(self, other: TrialCost) -> float:
        """Time and work, of what another took."""
        work = self.expanded / other.expanded if other.expanded else 1.0
        return (1 - WORK) * self.seconds / max(other.seconds, 1e-6) + WORK * work


@dataclass(frozen=True)
class Spent:
    """Work of all searches of a trial, repeated ones included: part of the cost of learning.

    Parameters
    ----------
    searches
        How many there were.
    applications
        Their operator applications; of searches that say how many.
    seconds
        Of processor time, grounding before the trial not included.
    """

    searches: int = 0
    applications: int = 0
    seconds: float = 0.0

    def plus(self, other: Spent) -> Spent:
        """Sum of two costs."""
        return Spent(
            self.searches + other.searches,
            self.applications + other.applications,
            self.seconds + other.seconds,
        )


@dataclass(frozen=True)
class Trial:
    """Result of trying macros on problems that were not used for learning.

    Parameters
    ----------
    problems
        How many the macros were chosen by.
    method
        What searched.
    judgements
        What was decided of each macro.
    before, after
        What these problems took without macros, and with those that are left.
    spent
        What the trial itself took; None where that was not written down.
    others
        How many problems were searched besides, by which nothing was chosen.
    verdict, evidence
        The judgement on searching those without macros and with those that are left; on the problems that the macros were
        chosen by where there are no others.
    by_work
        Whether operator applications decided, as on boards; else time and work.
    learned_from
        Whether the problems were learned from too, because there were too few.
    unit
        What decided, where that was work.
    """

    problems: int
    method: str
    judgements: tuple[Judgement, ...]
    before: TrialCost
    after: TrialCost
    spent: Spent | None = None
    others: int = 0
    verdict: str = ""
    evidence: str = ""
    by_work: bool = False
    learned_from: bool = False
    unit: str = APPLICATIONS

    @property
    def ratio(self) -> float:
        """The time with macros to that without; operator applications, where these decided."""
        if self.by_work:
            return self.after.applications / max(self.before.applications, 1)
        return self.after.seconds / self.before.seconds if self.before.seconds else 1.0

    @property
    def saves(self) -> bool:
        """Whether more problems are solved with the macros, or as many with less time and work."""
        more = self.after.solved - self.before.solved
        if self.by_work:
            less = self.ratio < EVEN
        else:
            less = self.ratio <= EVEN and self.after.share(self.before) <= ENOUGH
        return more > 0 or (more == 0 and less)

    @property
    def dropped(self) -> dict[str, str]:
        """The macros that are not kept, each with the reason."""
        dropped = {one.name: one.reason for one in self.judgements if one.dropped}
        if not self.saves:
            rest = (one.name for one in self.judgements if not one.dropped)
            dropped |= dict.fromkeys(rest, "what is left saves nothing when it is tried again")
        return dropped

    def to_json(self) -> dict[str, Any]:
        """The costs as plain values."""
        return {
            "problems": self.problems,
            "method": self.method,
            "saves": self.saves,
            "ratio": self.ratio,
            "before": asdict(self.before),
            "after": asdict(self.after),
            "spent": None if self.spent is None else asdict(self.spent),
            "macros": [asdict(one) for one in self.judgements],
            "others": self.others,
            "verdict": self.verdict,
            "evidence": self.evidence,
            "by_work": self.by_work,
            "learned_from": self.learned_from,
            "unit": self.unit,
        }

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Trial:
        """A trial of plain values."""
        return cls(
            values["problems"],
            values["method"],
            tuple(Judgement.from_json(one) for one in values["macros"]),
            TrialCost(**values["before"]),
            TrialCost(**values["after"]),
            Spent(**values["spent"]) if values.get("spent") else None,
            values["others"],
            values["verdict"],
            values["evidence"],
            values.get("by_work", False),
            values.get("learned_from", False),
            values.get("unit", APPLICATIONS),
        )


def trial_search(learner: Learner) -> Configuration:
    """How macros are tried: as the learner says, else by the quickest search for a plan, or for a solution on a board."""
    asked: Configuration | str | None = learner.values.get("tried_with")
    asked = asked or ("lazy-greedy" if learner.lifted else "greedy")
    return Configuration(asked) if isinstance(asked, str) else asked


def check_trial(source: BoardSource, problems: ProblemSet, configuration: Configuration) -> None:
    """Refuse a trial that cannot be searched: one expansion is tried.

    Raises
    ------
    InputError
        An unknown algorithm, or one that cannot take these problems.
    """
    for problem in problems.instances[:1]:
        source.for_problem(problem).solve(problem.start, problem.goal, configuration.quick)


def try_out(
    library: MacroLibrary,
    first: Sequence[str],
    source: BoardSource,
    problems: ProblemSet,
    configuration: Configuration,
    report: Callable[[], None] | None = None,
    *,
    learned_from: bool = False,
    planner: PlannerTrial | None = None,
) -> Trial:
    """Find out which macros pay on some problems: on boards by operator applications, in another planner by its work, else by time and work.

    Parameters
    ----------
    library
        All macros.
    first
        The names of those that are not judged, and take part in all searches but those without macros.
    source, problems
        What is searched.
    configuration
        How; without a limit on time, nodes or work each search may make `MOST_WORK` operator applications where these decide, else
        `DEFAULT_WORK`.
    report
        Called after every macro that is measured.
    learned_from
        Whether the problems were learned from too.
    planner
        The planner that the macros are for, if that is another one; the configuration does not count then.

    Raises
    ------
    InputError
        A planner that is not installed, or that does not read the domain.
    KeyboardInterrupt
        The user's.
    """
    by_work = planner is not None or not (source.learns.lifted or configuration.by_planner)
    every: list[TriedProblem] = [
        _Tried(source, one, configuration, by_work=by_work) if planner is None else planner.of(one)
        for one in problems
    ]
    unit = APPLICATIONS if planner is None else planner.unit
    run = _TrialRun(library, tuple(first), every, by_work=by_work, unit=unit)
    judgements, before, after = run.judged(report)
    again = repeats((n, (one.start, one.goal, one.text)) for n, one in enumerate(problems))
    once = [one for n, one in enumerate(run.every) if n not in again]
    pairs = tuple(filter(None, (one.pair for one in run.others or run.tried if one in once)))
    verdict = Comparison("trial", pairs).verdict
    evidence = verdict.evidence
    if planner is not None:
        without = sum(one.before.expanded or 0 for one in pairs)
        with_them = sum(one.after.expanded or 0 for one in pairs)
        evidence = f"{without:,} {unit} without macros, {with_them:,} with those kept"
    return Trial(
        len(run.tried),
        " or ".join(dict.fromkeys(one.method for one in run.every)),
        judgements,
        before,
        after,
        reduce(Spent.plus, (one.spent for one in run.every), Spent()),
        len(run.others),
        verdict.word,
        evidence,
        by_work,
        learned_from,
        unit,
    )


class TriedProblem(Protocol):
    """One problem of a trial."""

    spent: Spent
    method: str

    @property
    def used(self) -> tuple[str, ...]:
        """Names of the macros in the last solution with macros."""

    @property
    def pair(self) -> Pair | None:
        """The last searches without macros and with some; None where there were none."""

    def searched(self, library: MacroLibrary | None) -> TrialCost:
        """Work for the problem with the macros of a library, or without any."""


class PlannerTrial(Protocol):
    """A planner other than arcwise, in which macros are tried."""

    unit: str

    def of(self, problem: Instance) -> TriedProblem:
        """A problem that it is to solve."""


class _TrialRun:
    """The searches of a trial.

    Parameters
    ----------
    library, first
        As for `try_out`.
    every
        The problems; of three the third is one by which nothing is chosen, as sizes are mixed; of many on boards all after the
        first ones.
    by_work, unit
        Whether work decides, and what that is; problems that are solved neither with all macros nor with none say nothing then.
    """

    def __init__(
        self,
        library: MacroLibrary,
        first: tuple[str, ...],
        every: Sequence[TriedProblem],
        *,
        by_work: bool,
        unit: str,
    ) -> None:
        self.least = 0.0 if unit == APPLICATIONS else LEAST / 100  # operators are instances there
        self.library, self.first, self.every, self.by_work = library, first, every, by_work
        self.unit = f"{unit.rpartition(' ')[2]} a problem" if by_work else "% of time and work"
        self.others = every[CHOSEN_BY:] if by_work and len(every) > 2 * CHOSEN_BY else every[2::3]
        self.tried = [one for one in every if one not in self.others]

    def judged(
        self, report: Callable[[], None] | None
    ) -> tuple[tuple[Judgement, ...], TrialCost, TrialCost]:
        """The judgement on each macro, and the work for the problems without macros and with those left."""
        names = [macro.name for macro in self.library if macro.name not in self.first]
        if self.by_work:
            self._leave_out_unsolved(names)
        plain = self._measured(None)  # from then on no search with macros may take much longer

        def measure(chosen: Sequence[str]) -> Effort:
            taken = self._measured(self._or_none(chosen))
            if self.by_work:
                amount = taken.applications + self.least * plain.applications * len(chosen)
                return Effort(len(self.tried) - taken.solved, amount / len(self.tried))
            share = 100 * taken.share(plain) + LEAST * len(chosen)
            return Effort(len(self.tried) - taken.solved, share)

        unused: list[str] = []
        if self.by_work and len(names) > MOST_JUDGED:
            self._measured(names)
            used = {name for one in self.tried for name in one.used}
            unused = [name for name in names if name not in used]
            names = [name for name in names if name in used]
        judgements = tuple(judged(names, measure, unit=self.unit, report=report)) if names else ()
        judgements += tuple(
            Judgement(name, True, "in no solution with all macros") for name in unused
        )
        left = self._or_none([one.name for one in judgements if not one.dropped])
        before = self._measured(None)
        after = before if left is None else self._measured(left)
        for chosen in (None, left):
            self._measured(chosen, self.others)
        return judgements, before, after

    def _leave_out_unsolved(self, names: Sequence[str]) -> None:
        """Leave out the problems that are solved neither without macros nor with all, unless all are."""
        solved = [
            one
            for one in self.tried
            if any(self._measured(some, [one]).solved for some in (None, self._or_none(names)))
        ]
        self.tried = solved or self.tried

    def _or_none(self, chosen: Sequence[str]) -> Sequence[str] | None:
        """Names of macros; None where no macro takes part."""
        return chosen if chosen or self.first else None

    def _measured(
        self, chosen: Sequence[str] | None, by: Sequence[TriedProblem] | None = None
    ) -> TrialCost:
        """Total work with the macros of some names and the first; without any, if None."""
        kept = {*self.first, *(chosen or ())}
        only = self.library.without(one.name for one in self.library if one.name not in kept)
        searches = self.tried if by is None else by
        each = [one.searched(None if chosen is None else only) for one in searches]
        return TrialCost(
            sum(one.solved for one in each),
            sum(one.seconds for one in each),
            sum(one.expanded for one in each),
            sum(one.applications for one in each),
        )


class _Tried:
    """One problem of a trial.

    Parameters
    ----------
    source, problem
        Where it is.
    configuration
        How to search.
    by_work
        Whether operator applications are what counts, and not time.
    """

    def __init__(
        self, source: BoardSource, problem: Instance, configuration: Configuration, *, by_work: bool
    ) -> None:
        board = source.for_problem(problem)
        self._whole = _Board(board.domain, board.arcs_only("a trial"), problem.start, problem.goal)
        self._own_start = problem.start == board.start
        self._ground = self._whole.making
        limits = configuration.limits
        if configuration.by_planner and limits.time is None:
            limits = replace(limits, time=MOST_SECONDS)
        self._configuration = replace(configuration, limits=limits)
        if not configuration.by_planner:
            self._configuration = self._configuration.bounded(MOST_WORK if by_work else None)
        self._by_work = by_work
        self._plain: float | None = None
        self._rows: dict[bool, Row] = {}
        self.spent = Spent()
        self.method = configuration.algorithm

    @property
    def used(self) -> tuple[str, ...]:
        """Names of the macros in the last solution with macros."""
        row = self._rows.get(True)
        return () if row is None else tuple(map(self._whole.domain.operator_of, row.arcs))

    @property
    def pair(self) -> Pair | None:
        """The last searches without macros and with some; None where there were none with."""
        before = self._rows.get(False)
        return None if before is None else Pair(before, self._rows.get(True, before))

    def searched(self, library: MacroLibrary | None) -> TrialCost:
        """Work for the problem with macros, or without."""
        times = [self._once(library)]
        if self._by_work:
            return times[0]
        while (
            times[0].solved
            and times[0].seconds - self._ground < AS_LONG_AS
            and len(times) < MOST_TIMES
        ):
            times.append(self._once(library))
        best = min(times, key=lambda one: one.seconds)
        if library is None and self._plain is None and best.solved:
            self._plain = best.seconds
        if library is None or self._plain is None:
            return best
        in_time = best.seconds <= HARMED * self._plain + INSTANT
        return best if in_time else replace(best, solved=0)

    def _once(self, library: MacroLibrary | None) -> TrialCost:
        how = self._configuration
        board = self._whole if library is None else self._part(library)
        again = "" if self._by_work else f", {self.spent.searches + 1}"
        began = process_time()
        if library is not None and self._plain is not None:
            most = SLOWER * self._plain + MOMENT
            how = replace(how, limits=replace(how.limits, time=min(most, how.limits.time or most)))
        part = board.problem(library, again)
        whole = self._whole
        result = how.search(
            part if board is whole else PartFirst(part, lambda: whole.problem(library, again))
        )
        if result.limit == "interrupt":
            raise KeyboardInterrupt
        seconds = process_time() - began
        if how.by_planner:  # in a process of its own
            seconds += result.statistics.elapsed
        took = 0.0 if self._by_work else seconds
        self.spent = self.spent.plus(Spent(1, result.statistics.operator_applications, took))
        self.method = result.method
        row = Row.of(("", "trial", 1), result)
        self._rows[library is not None] = row.untimed if self._by_work else row
        solved = result.solved and WHOLE not in result.note  # in the part, or it was in vain
        statistics = result.statistics
        work = statistics.expanded, statistics.operator_applications
        return TrialCost(int(solved), 0.0 if self._by_work else board.making + seconds, *work)

    def _part(self, library: MacroLibrary) -> _Board:
        """Part of the problem that entangled actions of a library leave; the whole if there are none, or they are not
        used.
        """
        cheapest = self._configuration.specification.fewest is not None
        domain = library.part_of(self._whole.domain)
        if cheapest or not self._own_start or domain is self._whole.domain:
            return self._whole
        shape = self._whole.theory.shape
        start = domain.start(shape)
        assert start is not None  # the problem's own
        return _Board(domain, domain.theory(shape), start, domain.goal(shape))


@dataclass(frozen=True)
class _Board:
    """A problem prepared for search, or a part of it."""

    domain: Domain
    theory: Theory
    start: State
    goal: Pattern

    def problem(self, library: MacroLibrary | None, again: str) -> Problem:
        """Problem with macros; where its time counts under a new name, so that no cache of an earlier search serves it."""
        theory = replace(self.theory, name=self.theory.name + again) if again else self.theory
        if library is not None:
            theory = theory_with(theory, library, self.goal)
        return Problem(theory, self.start, self.goal)

    @property
    def making(self) -> float:
        """Seconds that grounding took."""
        return self.domain.making(self.theory.shape)
