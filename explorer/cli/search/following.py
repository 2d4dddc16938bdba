"""The question of ``arcwise solve`` with a policy, whose rules are followed in a problem of which no arc is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ....ebl.files.macro_file import load_macros, load_over_parameters, over_parameters
from ....ebl.library import MacroLibrary
from ....experiments.configuration import Configuration
from ....experiments.sized_domain import SizedDomain
from ....rules.domains.table import read_built_in
from ....rules.errors import InputError
from ....rules.pddl.planning import PlanningDomain
from ....rules.pddl.read_action_domain import load_action_domain
from ....rules.pddl.read_task import load_task
from ....rules.read_domain import PDDL, problem_in, with_problem
from ....search.macros import LiftedProblem
from ....search.result import Result
from ..console import progress_over
from .question import Asked, Question, goal_data, read_asked, states_asked


@dataclass(frozen=True)
class PolicyQuestion(Question):
    """A problem that a policy is asked to solve.

    Parameters
    ----------
    library
        The rules.
    lifted_problem
        The problem, of which no arc is made.
    called
        The name of the problem.
    """

    library: MacroLibrary
    lifted_problem: LiftedProblem
    called: str

    @property
    def name(self) -> str:
        return self.called

    def search(self, options: Configuration, report: Callable[[int], None]) -> Result:
        """Follow the policy."""
        return options.search(self.lifted_problem, report, macros=self.library)

    def plan(self, result: Result) -> list[str]:
        """The steps in words."""
        return result.move_names


def policy_question(asked: Asked) -> PolicyQuestion | None:
    """The question to a policy, where the macro file is one and the problem one that policies solve; else None.

    Raises
    ------
    InputError
        A bad file, or what a policy has no use for.
    """
    with progress_over(None, f"reading {asked.theory}"):
        library = _policy(asked)
    if library is None:
        return None
    named, texts = with_problem(asked.theory, asked.texts)
    problem = problem_in(named)[1]
    if problem is None:
        return _of_board(asked, library)
    with progress_over(None, f"reading {asked.theory}"):
        actions = library.domain.relations
        task = load_task(actions, problem)
    if texts or asked.seed is not None:
        raise InputError(
            "a policy solves the problem of the file", found=" ".join(texts) or "--random"
        )
    domain = PlanningDomain(actions, task)
    board = SizedDomain(named, domain, (1, 1), arcs=False)
    data: dict[str, Any] = {"domain": domain.name, "problem": task.name}
    lifted = LiftedProblem(domain, board.shape)
    return PolicyQuestion(board, None, data, "", library, lifted, f"{domain.name}:{task.name}")


def _of_board(asked: Asked, library: MacroLibrary) -> PolicyQuestion:
    """The question of a board."""
    board, texts = read_asked(replace(asked, arcs=False))
    start, goals = states_asked(board, texts, asked)
    domain, shape = board.domain, board.shape
    data = {**domain.facts(shape), "start": list(start), **goal_data(goals)}
    lifted = LiftedProblem(domain, shape, start, goals[0], board.arc_cost)
    return PolicyQuestion(board, None, data, "", library, lifted, domain.spell(shape))


def _policy(asked: Asked) -> MacroLibrary | None:
    """The macro file, where it is a policy and the problem one of PDDL or of a domain that is described by relations."""
    if asked.macros is None:
        return None
    file, problem = problem_in(with_problem(asked.theory, asked.texts)[0])
    if file.lower().endswith(PDDL):
        if problem is None:
            return None
        read = load_macros(asked.macros, PlanningDomain(load_action_domain(file)))
        return None if read.policy is None else read
    known = read_built_in(file)
    if known is None or not over_parameters(asked.macros):
        return None
    read = load_over_parameters(asked.macros, known[0])
    return None if read.policy is None else read
