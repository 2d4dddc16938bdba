"""The trial of macros in another planner: it solves problems of the domain with the macros in it, and without."""

from __future__ import annotations

from dataclasses import replace

from ..ebl.library import MacroLibrary
from ..experiments.designs.trial import HARMED, Spent, TrialCost
from ..experiments.problem_set import Instance, ProblemSet
from ..experiments.row import Row
from ..experiments.statistics.estimate import Pair
from ..rules.errors import InputError
from ..rules.text.words import counted
from ..search.result import Result, Statistics, Status
from .learning.macro_actions import domain_with_macros, unroll
from .other_planners import OtherPlanner, planner_of
from .pddl.action_domain import ActionDomain
from .pddl.plan import read_plan
from .pddl.planning import PlanningDomain
from .pddl.read_task import read_task
from .pddl.write import domain_text, has_inequality, task_text, with_differences, without_equality

LIMIT, LEAST_LIMIT = 30.0, 2.0
"""Processor seconds of a call without macros, and the least that a call is given."""

MOMENT, TIMES = 0.1, 3
"""Processor seconds by which calls differ that do the same, and how often one is made that takes longer."""

FEWEST = 2
"""Least number of problems of a trial."""


class InPlanner:
    """A planner in which macros are tried, on problems of a domain.

    Parameters
    ----------
    asked
        A planner as `planner_of` knows it.
    domain
        The actions.
    problems
        The problems that were not learned from.

    Raises
    ------
    InputError
        An unknown planner, one that is not installed or does not read the domain, or too few problems.
    """

    unit = "expansions"

    def __init__(self, asked: str, domain: ActionDomain, problems: ProblemSet) -> None:
        self.planner = planner_of(asked)
        self.planner.check()
        if len(problems) < FEWEST:
            raise InputError(
                f"--for tries macros in {self.planner.name} on problems that were not learned from",
                expected=f"{FEWEST} problems more than those learned from: six problems in all, of which a third is held out, or --trial PROBLEM",
                found=counted(len(problems), "such problem"),
            )
        self._problems = [(one, PlannedProblem(self.planner, domain, one)) for one in problems]
        self._problems[0][1].searched(
            None
        )  # what it does not read is said before anything is begun

    def of(self, problem: Instance) -> PlannedProblem:
        """A problem that it is to solve."""
        return next(two for one, two in self._problems if one is problem)


class PlannedProblem:
    """One problem of a trial in another planner; its plans are carried out without macros.

    Parameters
    ----------
    planner, domain, problem
        Who solves what.
    """

    def __init__(self, planner: OtherPlanner, domain: ActionDomain, problem: Instance) -> None:
        self.planner, self.method = planner, str(planner)
        self.task = read_task(domain, problem.text or "", problem.place)
        self.spent = Spent()
        self.used: tuple[str, ...] = ()
        self._plain = LIMIT
        self._known: dict[tuple[str, ...], tuple[TrialCost, Row]] = {}
        self._rows: dict[bool, Row] = {}

    @property
    def pair(self) -> Pair | None:
        """The last calls without macros and with some; None where there were none."""
        before = self._rows.get(False)
        return None if before is None else Pair(before, self._rows.get(True, before))

    def searched(self, library: MacroLibrary | None) -> TrialCost:
        """Work for the problem with the macros of a library, or without any.

        A problem that takes much more processor time with macros counts as unsolved: fewer expansions are no excuse.

        Raises
        ------
        InputError
            A domain that the planner does not read, or a plan of it that is none.
        """
        plain = library is None or not len(library)
        known = library or MacroLibrary(PlanningDomain(self.task.domain))
        key = tuple(macro.name for macro in known)
        if key not in self._known:
            self._known[key] = self._called(known, LIMIT if plain else self._plain)
        cost, row = self._known[key]
        self._rows[not plain] = row
        if plain and cost.solved:
            self._plain = HARMED * cost.seconds + MOMENT
        if not plain:
            self.used = key
        return cost

    def _called(self, library: MacroLibrary, most: float) -> tuple[TrialCost, Row]:
        """Call the planner once, and again where it was late."""
        domain, task = domain_with_macros(library), self.task
        if has_inequality(domain) and not self.planner.equality:
            domain, task = without_equality(domain), with_differences(task)
        for _ in range(TIMES):  # one that is late may have waited for others
            call = self.planner.call(domain_text(domain), task_text(task), max(most, LEAST_LIMIT))
            self.spent = self.spent.plus(Spent(1, call.expanded or 0, call.seconds))
            if call.seconds <= most or most == LIMIT:
                break
        silent = call.plan is None and call.expanded is None
        if silent and call.ended and most == LIMIT and call.seconds < most / 2:
            said = [line.strip() for line in call.output.splitlines() if line.strip()]
            raise InputError(
                f"{self.method} does not search {self.task.name}",
                expected=f"a domain that {self.planner.name} reads, and a search that it has",
                found=said[-1][-200:] if said else "no output",
            )
        expanded = call.expanded or 0
        done = Statistics(expanded=expanded, operator_applications=expanded)
        if call.plan is None or call.seconds > most:
            row = Row.of(KEY, Result(Status.STOPPED, ((),), (), done, "time"))
        else:
            place = f"the plan of {self.planner.name} for {self.task.name}"
            found = unroll(self.task, read_plan(call.plan, place), library.macros)
            made = len(found.execution.actions)
            row = replace(
                Row.of(KEY, Result(Status.SOLVED, ((),), (), done)),
                steps=found.lines,
                moves=made,
                cost=found.execution.cost,
            )
        return TrialCost(int(row.answered), call.seconds, expanded, expanded), row


KEY = "", "trial", 1
"""Names the row of a call."""
