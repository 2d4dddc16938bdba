"""What ``arcwise solve --algorithm climb`` does with a policy: it follows its rules, and grounds nothing."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ....ebl.files.macro_file import load_macros, load_over_parameters, over_parameters
from ....ebl.library import policy_error
from ....experiments.configuration import Configuration
from ....experiments.sized_domain import SizedDomain
from ....rules.domains.table import read_built_in
from ....rules.errors import InputError, Place
from ....rules.pddl.action_domain import PlanningTask
from ....rules.pddl.planning import PlanningDomain
from ....rules.pddl.read_action_domain import load_action_domain
from ....rules.pddl.read_task import load_task
from ....rules.read_domain import PDDL, problem_in, with_problem
from ....rules.term import State
from ....search.policy.rule import Policy
from ....search.proof.solve_by import Tell, as_actions, as_board_moves, solve_by_policy
from ....search.result import Result
from ..console import progress_over
from .question import Asked, Question, goal_data, read_asked, states_asked


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
        """Follow the policy."""
        return solve_by_policy(self.policy, self.task, options.limits, report, self._tell)

    @property
    def _tell(self) -> Tell:
        """What the steps are called."""
        return as_actions

    def plan(self, result: Result) -> list[str]:
        """The steps in words."""
        return result.move_names


@dataclass(frozen=True)
class BoardPolicyQuestion(PolicyQuestion):
    """A problem of a board that a policy is asked to solve, as its domain tells it by relations.

    Parameters
    ----------
    start
        Of the board.
    """

    start: State

    @property
    def name(self) -> str:
        return self.task.name

    @property
    def _tell(self) -> Tell:
        """The steps as moves of the board, with the states that they lead through."""
        return as_board_moves(self.rules, self.domain.shape, self.start, self.domain.arc_cost)


def policy_question(asked: Asked) -> PolicyQuestion | None:
    """The question to a policy, where the macro file is one and the problem one that policies solve; else None.

    Raises
    ------
    InputError
        A bad file, or what a policy has no use for.
    """
    with progress_over(None, f"reading {asked.theory}"):
        policy = _policy(asked)
    if policy is None:
        return None
    named, texts = with_problem(asked.theory, asked.texts)
    problem = problem_in(named)[1]
    if problem is None:
        return _of_board(asked, policy)
    with progress_over(None, f"reading {asked.theory}"):
        domain = PlanningDomain(policy.domain)
        task = load_task(domain.actions, problem)
    if texts or asked.seed is not None:
        raise InputError(
            "a policy solves the problem of the file", found=" ".join(texts) or "--random"
        )
    board = SizedDomain(named, PlanningDomain(domain.actions, task), (1, 1), arcs=False)
    data: dict[str, Any] = {"domain": domain.name, "problem": task.name}
    return PolicyQuestion(board, None, data, "", policy, task)


def _of_board(asked: Asked, policy: Policy) -> BoardPolicyQuestion:
    """The question of a board."""
    board, texts = read_asked(asked)
    start, goals = states_asked(board, texts, asked)
    domain = board.domain
    task = domain.task_of(board.shape, start, goals[0])
    data = {**domain.facts(board.shape), "start": list(start), **goal_data(goals)}
    return BoardPolicyQuestion(board, None, data, "", policy, task, start)


def refuse_policy(asked: Asked) -> None:
    """Refuse a policy for a search, before the problem is grounded.

    Raises
    ------
    InputError
        The macro file is one, or a bad file.
    """
    if _policy(asked) is not None:
        named = shlex.join((asked.theory, *asked.texts))
        raise policy_error(Place(str(asked.macros)), named)


def _policy(asked: Asked) -> Policy | None:
    """The policy in the macro file, where it is one and the problem one of PDDL or of a domain that is described by relations."""
    if asked.macros is None:
        return None
    file, problem = problem_in(with_problem(asked.theory, asked.texts)[0])
    if file.lower().endswith(PDDL):
        if problem is None:
            return None
        return load_macros(asked.macros, PlanningDomain(load_action_domain(file))).policy
    known = read_built_in(file)
    if known is None or not over_parameters(asked.macros):
        return None
    return load_over_parameters(asked.macros, known[0]).policy
