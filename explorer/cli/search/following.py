"""What ``arcwise solve --algorithm climb`` does with a policy: it follows its rules, and grounds nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from ....ebl.files.macro_file import load_macros, over_parameters
from ....ebl.library import policy_error
from ....experiments.configuration import Configuration
from ....experiments.sized_domain import SizedDomain
from ....rules.domains.relations.relational import RelationalDomain
from ....rules.domains.table import read_built_in
from ....rules.errors import InputError, Place
from ....rules.pddl.action_domain import PlanningTask, atom_text
from ....rules.pddl.plan import execute, read_plan
from ....rules.pddl.planning import PlanningDomain
from ....rules.pddl.read_action_domain import load_action_domain
from ....rules.pddl.read_task import load_task
from ....rules.pddl.strips import GroundAction
from ....rules.read_domain import PDDL, problem_in, with_problem
from ....rules.term import State
from ....search.algorithms import CLIMB
from ....search.limits import limit_of
from ....search.policy.follow import Followed, follow
from ....search.policy.rule import Policy
from ....search.problem import Move
from ....search.result import Result, Statistics, Status
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
        return self._solution(actions, spent)

    def _solution(self, actions: Sequence[GroundAction], spent: Statistics) -> Result:
        """The steps that solve the problem."""
        moves = tuple(Move(action.text, action.cost) for action in actions)
        return Result(Status.SOLVED, (), moves, spent, None, CLIMB)

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

    def _solution(self, actions: Sequence[GroundAction], spent: Statistics) -> Result:
        """The steps as moves of the board, with the states that they lead through."""
        domain, shape = self.rules, self.domain.shape
        assert isinstance(domain, RelationalDomain)
        path, moves = [self.start], []
        for action in actions:
            name, after = domain.played(shape, path[-1], (action.name, *action.arguments))
            path.append(after)
            moves.append(Move(name, self.domain.arc_cost))
        return Result(Status.SOLVED, tuple(path), tuple(moves), spent, None, CLIMB)


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
    if task.negative_goal:
        raise InputError(
            "a policy makes goals true",
            found=f"(not {atom_text(task.negative_goal[0])})",
            remedy="another algorithm",
        )
    board = SizedDomain(named, PlanningDomain(domain.actions, task), (1, 1), arcs=False)
    data: dict[str, Any] = {"domain": domain.name, "problem": task.name}
    return PolicyQuestion(board, None, data, "", policy, task)


def _of_board(asked: Asked, policy: Policy) -> BoardPolicyQuestion:
    """The question of a board."""
    board, texts = read_asked(asked)
    start, goals = states_asked(board, texts, asked)
    domain = board.domain
    assert isinstance(domain, RelationalDomain)
    task = domain.task(board.shape, start, goals[0])
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
        raise policy_error(Place(str(asked.macros)))


def _policy(asked: Asked) -> Policy | None:
    """The policy in the macro file, where it is one and the problem one of PDDL or of a domain that is told by relations."""
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
    if not isinstance(known[0], RelationalDomain):
        raise InputError(
            "these macros are over parameters",
            place=Place(str(asked.macros)),
            found=f"{known[0].name}: {known[0].no_relations}",
        )
    return load_macros(asked.macros, PlanningDomain(known[0].actions)).policy
