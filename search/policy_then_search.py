"""A policy that is followed as far as its rules go, and a search where they end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ..rules.errors import TooLargeError, sentence_of
from ..rules.pddl.action_domain import Atom, PlanningTask, atom_text
from ..rules.pddl.grounding.ground_task import Encoder
from ..rules.pddl.plan import PlanStep, execute, read_plan
from ..rules.pddl.strips import Facts
from ..rules.term import State
from ..rules.text.state_text import counted
from .algorithms import CLIMB
from .limits import Budget, LimitReached, Limits
from .macros import LiftedProblem
from .operator import Operator
from .policy.rule import Policy
from .problem import Problem
from .proof.solve_by import follow_in, teller
from .result import Result, Statistics, Status

ONE_GOAL = 20_000
"""Expansions at most of the search for one goal that no rule reaches, or on a board of the search from where the rules end."""

BY_SEARCH = "by search; where the rules first ended"
ALL_BY_SEARCH = "the whole problem was searched, as"
"""In notes of results that are not by rules alone."""

Search = Callable[[Problem, Limits], Result]


def follow_then_search(
    policy: Policy,
    problem: LiftedProblem,
    limits: Limits,
    report: Callable[[int], None] | None,
    search: Search,
) -> Result:
    """Follow a policy; where no rule reaches a goal, search for it and go on following.

    A goal that is searched for keeps those that were reached. If that fails within `ONE_GOAL` expansions, the whole problem is
    searched from its start. On a board the search goes from where the rules end to the whole goal.

    Parameters
    ----------
    policy, problem, limits, report
        As for `arcwise.search.solve`; the limits are for rules and searches together.
    search
        Searches a problem made of arcs within limits.

    Returns
    -------
    The result, whose note says how many steps are by rules and how many by search; that of following alone where all goals
    are reached by rules, or none ever can be.
    """
    task = problem.domain.task_of(problem.shape, problem.start, problem.goal)
    run = _Run(policy, problem, task, limits, report)
    found = run.follow(limits)
    if found.status is not Status.INCOMPLETE:
        return found
    why = run.why = found.note
    try:
        grounded = run.grounded()
    except TooLargeError as error:
        return found.noted(f"nothing was searched: {sentence_of(error)}")
    if grounded is None:
        return replace(found, status=Status.STOPPED, limit=run.limit)
    reached = run.by_goals(grounded, search) if run.by_atoms else run.from_here(grounded, search)
    if reached is not None:
        return reached
    left = run.left
    if left is None:
        return replace(found, status=Status.STOPPED, limit=run.limit, statistics=run.spent)
    whole = search(grounded, left)
    if whole.solved and problem.domain.lifted:
        plan = read_plan("\n".join(whole.move_names), "<the plan that was found>")
        states, moves = teller(problem)(execute(task, plan).actions)
        whole = replace(whole, states=states, operators=moves, theory=None)
    spent = run.spent.plus(whole.statistics)
    return replace(whole, statistics=spent).noted(f"{ALL_BY_SEARCH} {why}")


@dataclass
class _Run:
    """The plan so far, and the work that it took."""

    policy: Policy
    problem: LiftedProblem
    task: PlanningTask
    limits: Limits
    report: Callable[[int], None] | None
    steps: tuple[str, ...] = ()
    searched: int = 0
    spent: Statistics = field(default_factory=Statistics)
    goal: Atom | None = None
    ended_by: str | None = None
    why: str = ""

    @property
    def by_atoms(self) -> bool:
        """Whether the goals can be searched for one by one."""
        return self.problem.domain.lifted and not self.task.domain.axioms

    @property
    def left(self) -> Limits | None:
        """Remaining limits; None if one is used up."""
        spent = self.spent
        seconds = spent.elapsed + spent.preparation
        return self.limits.rest(seconds, spent.expanded, spent.operator_applications)

    @property
    def limit(self) -> str:
        """The limit that is used up: the one that ended the making of arcs, a counted one, or time."""
        spent = self.spent
        counted = self.limits.counted(spent.expanded, spent.operator_applications)
        return self.ended_by or counted or "time"

    def grounded(self) -> Problem | None:
        """The problem made of arcs; None where the limits end that.

        Raises
        ------
        TooLargeError
            A problem that is too large to be made of arcs.
        """
        left = self.left
        if left is None:
            return None
        budget = Budget(left)
        try:
            with budget:
                found = self.problem.grounded
        except LimitReached as reached:
            if reached.budget is not budget:  # one around this
                raise
            self.ended_by = reached.limit
            return None
        self.spent = self.spent.prepared_in(budget.elapsed)
        return found

    def follow(self, limits: Limits) -> Result:
        """Follow the policy from where the plan ends."""
        task = replace(self.task, init=self.facts()) if self.steps else self.task
        found, followed = follow_in(self.policy, task, limits, self.report, teller(self.problem))
        self.spent = self.spent.plus(found.statistics)
        if followed is not None:
            self.steps += tuple(map(atom_text, followed.plan))
            self.goal = followed.goal
        return replace(found, statistics=self.spent)

    def facts(self) -> Facts:
        """Facts that hold after the steps."""
        facts = set(self.task.init)
        for action in execute(self.task, self._read(), whole=False).actions:
            facts -= action.delete
            facts |= action.add
        return frozenset(facts)

    def by_goals(self, problem: Problem, search: Search) -> Result | None:
        """Search for the goal that no rule reaches and follow again, until all are reached; None where a search fails."""
        grounding = self.problem.domain.grounding  # type: ignore[attr-defined]  # of a PDDL problem
        encoder = Encoder(grounding.cells)
        for _ in self.task.goal:
            left = self.left
            if left is None or self.goal is None:
                return None
            facts = self.facts()
            wanted = {one for one in self.task.goal if one in facts} | {self.goal}
            goal = encoder.pattern(wanted & encoder.cell_of.keys(), ())
            part = replace(problem, start=grounding.encode(facts), goal=goal)
            found = search(part, left.within(Limits(nodes=ONE_GOAL)))
            self.spent = self.spent.plus(found.statistics)
            if not found.solved:
                return self._interrupted(found)
            self.steps += tuple(found.move_names)
            self.searched += found.moves or 0
            left = self.left
            if left is None:
                return None
            followed = self.follow(left)
            if followed.solved:
                _, moves = teller(self.problem)(execute(self.task, self._read()).actions)
                return self._solved((), moves)
            if followed.status is Status.STOPPED:
                return followed
        return None

    def from_here(self, problem: Problem, search: Search) -> Result | None:
        """Search from where the rules end to the goal; None where that fails."""
        left = self.left
        if left is None or not self.steps:
            return None
        path, moves = teller(self.problem)(execute(self.task, self._read(), whole=False).actions)
        if not path:
            return None
        found = search(replace(problem, start=path[-1]), left.within(Limits(nodes=ONE_GOAL)))
        self.spent = self.spent.plus(found.statistics)
        if not found.solved:
            return self._interrupted(found)
        self.searched = found.moves or 0
        return self._solved((*path, *found.states[1:]), (*moves, *found.operators))

    def _interrupted(self, found: Result) -> Result | None:
        """The result of a search that the user ended; None for another, after which the whole problem is searched."""
        ended = found.limit == "interrupt"
        return replace(found, states=(), statistics=self.spent) if ended else None

    def _solved(self, path: Sequence[State], moves: Sequence[Operator]) -> Result:
        rules = len(moves) - self.searched
        by_rules = f"{counted(rules, 'step')} by the rules of the policy"
        said = f"{by_rules}, {self.searched:,} {BY_SEARCH}: {self.why}"
        return Result(Status.SOLVED, path, moves, self.spent, None, CLIMB, note=said)

    def _read(self) -> list[PlanStep]:
        return read_plan("\n".join(self.steps), "<the plan that was found>")
