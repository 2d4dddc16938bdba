"""Arguments beside the file of a policy: its domain and problems of it, as PDDL files or boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from ....ebl.files.macro_file import load_macros, load_over_parameters
from ....ebl.library import MacroLibrary
from ....rules.errors import InputError, Place
from ....rules.pddl.action_domain import PlanningTask
from ....rules.pddl.planning import PlanningDomain
from ....rules.pddl.read_action_domain import load_action_domain
from ....rules.pddl.read_task import load_task
from ....rules.read_domain import PDDL, problem_in, read_domain
from ....rules.term import ground


@dataclass(frozen=True)
class PolicyProblems:
    """The macros of a file, and the problems that are named with it.

    Parameters
    ----------
    library
        For the domain that is named, or one of the file's own.
    tasks
        In the order in which they are named.
    """

    library: MacroLibrary
    tasks: tuple[PlanningTask, ...] = ()


def file_name(task: PlanningTask) -> str:
    """Its name as files and PDDL have it: that of a board has a colon."""
    return task.name.replace(":", "-")


def read_policy_problems(macros: str, named: Sequence[str]) -> PolicyProblems:
    """Read a file of macros over parameters for what is named with it.

    Parameters
    ----------
    macros
        The file.
    named
        A PDDL domain and its problems; boards of a domain that is described by relations; or nothing.

    Raises
    ------
    InputError
        A bad file, boards of several domains, or a domain that is not the policy's.
    """
    if not named:
        return PolicyProblems(load_macros(macros))
    if problem_in(named[0])[0].lower().endswith(PDDL):
        files = [part for one in named for part in problem_in(one) if part is not None]
        actions = load_action_domain(files[0])
        library = load_macros(macros, PlanningDomain(actions))
        return PolicyProblems(library, tuple(load_task(actions, one) for one in files[1:]))
    boards = [read_domain(one) for one in named]
    library = load_over_parameters(macros, boards[0][0])
    tasks = []
    for name, (domain, shape) in zip(named, boards, strict=True):
        if domain.name != boards[0][0].name:
            raise InputError(
                "these macros are for another domain",
                place=Place(macros),
                expected=f"boards of {boards[0][0].name}",
                found=name,
            )
        goal = domain.goal(shape)
        start = domain.start(shape) or ground(goal) or domain.draw(shape, Random(1))
        task = domain.task_of(shape, start, goal)
        tasks.append(replace(task, source=name))
    return PolicyProblems(library, tuple(tasks))
