"""What ``arcwise solve --algorithm climb`` does with a policy: it follows its rules, and grounds nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from ....ebl.files.macro_file import load_macros
from ....ebl.library import policy_error
from ....experiments.configuration import Configuration
from ....experiments.sized_domain import SizedDomain
from ....rules.errors import InputError, Place
from ....rules.pddl.action_domain import PlanningTask, atom_text
from ....rules.pddl.plan import execute, read_plan
from ....rules.pddl.planning import PlanningDomain
from ....rules.pddl.read_action_domain import load_action_domain
from ....rules.pddl.read_task import load_task
from ....rules.read_domain import PDDL, problem_in, with_problem
from ....search.algorithms import CLIMB
from ....search.limits import limit_of
from ....search.policy.follow import Followed, follow
from ....search.policy.rule import Policy
from ....search.problem import Move
from ....search.result import Result, Statistics, Status
from ..console import progress_over
from .question import Asked, Question


@dataclass(frozen=True)
class PolicyQuestion(Question):
    """A PDDL problem that a policy is asked to solve.

    Parameters
    ----------
    policy, task
        The rules, and the problem.
    """

    policy: Policy
    task: PlanningTask

    @property
    def name(self) -> str:
        return f"{self.task.domain.name}:{self.task.name}"

    def search(self, options: Configuration, report: Callable[[int], None]) -> Result:
        """Follow the policy; a plan is carried out as the domain defines its actions before it is one."""
        began = perf_counter()
        try:
            found = follow(self.policy, self.task, options.limits, report)
        except (KeyboardInterrupt, MemoryError) as error:
            spent = Statistics(elapsed=perf_counter() - began)
            return Result(Status.STOPPED, (), (), spent, limit_of(error), CLIMB)
        return self._result(found, perf_counter() - began)

    def _result(self, found: Followed, elapsed: float) -> Result:
        spent = Statistics(
            expanded=found.tries,
            generated=found.made,
            operator_applications=found.made,
            elapsed=elapsed,
        )
        if found.limit is not None:
            return Result(Status.STOPPED, (), (), spent, found.limit, CLIMB)
        if found.goal is not None:
            done = f"{len(found.reached):,} of {len(self.task.goal):,} goals reached"
            why = f"{atom_text(found.goal)} is not: {found.reason}; {done}"
            return Result(Status.INCOMPLETE, (), (), spent, None, CLIMB, note=why)
        text = "\n".join(map(atom_text, found.plan))
        actions = execute(self.task, read_plan(text, "<the plan that was found>")).actions
        moves = tuple(Move(action.text, action.cost) for action in actions)
        return Result(Status.SOLVED, (), moves, spent, None, CLIMB)

    def plan(self, result: Result) -> list[str]:
        """The steps in words."""
        return result.move_names


def policy_question(asked: Asked) -> PolicyQuestion | None:
    """The question to a policy, where the macro file is one and the problem one of PDDL; else None.

    Raises
    ------
    InputError
        A bad file, or what a policy has no use for.
    """
    named, texts = with_problem(asked.theory, asked.texts)
    problem = problem_in(named)[1]
    with progress_over(None, f"reading {asked.theory}"):
        policy = _policy(asked)
        if policy is None or problem is None:
            return None
        domain = PlanningDomain(policy.domain)
        task = load_task(domain.actions, problem)
    if texts or asked.seed is not None:
        raise InputError(
            "a policy solves the problem of the file", found=" ".join(texts) or "--random"
        )
    if task.negative_goal:
        raise InputError(
            "a policy makes goals true",
            found=f"(not {atom_text(task.negative_goal[0])})",
            remedy="another algorithm",
        )
    board = SizedDomain(named, PlanningDomain(domain.actions, task), (1, 1), arcs=False)
    data: dict[str, Any] = {"domain": domain.name, "problem": task.name}
    return PolicyQuestion(board, None, data, "", policy, task)


def refuse_policy(asked: Asked) -> None:
    """Refuse a policy for a search, before the problem is grounded.

    Raises
    ------
    InputError
        The macro file is one, or a bad file.
    """
    if _policy(asked) is not None:
        raise policy_error(Place(str(asked.macros)))


def _policy(asked: Asked) -> Policy | None:
    """The policy in the macro file, where it is one and the problem one of PDDL."""
    file, problem = problem_in(with_problem(asked.theory, asked.texts)[0])
    if asked.macros is None or problem is None or not file.lower().endswith(PDDL):
        return None
    return load_macros(asked.macros, PlanningDomain(load_action_domain(file))).policy
