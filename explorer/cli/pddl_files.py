"""PDDL files on the command line: a domain, its problems, its macros."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ...ebl.files.macro_file import load_macros
from ...ebl.macro import Macro
from ...rules.errors import InputError, Place
from ...rules.pddl.augmented import augmented
from ...rules.pddl.domain import Domain, Task
from ...rules.pddl.grounding import Grounding, ground
from ...rules.pddl.plan import Execution, execute, read_plan
from ...rules.pddl.planning import PlanningDomain
from ...rules.pddl.read_domain import load_domain
from ...rules.pddl.read_task import load_task
from ...search.problem import Problem
from ...search.result import Result


def is_pddl(argument: str) -> bool:
    """Whether a theory argument is a PDDL file."""
    return Path(argument).suffix.lower() == ".pddl"


def load_problems(domain: Domain, paths: Sequence[str], one: bool = False) -> list[Task]:
    """The problems of a domain, from files.

    Parameters
    ----------
    one
        Whether there must be exactly one.

    Raises
    ------
    InputError
        None, or more than one where one is asked for; a bad file.
    """
    if not paths or (one and len(paths) > 1):
        raise InputError(
            "a PDDL domain needs a problem" if not paths else "more than one problem",
            place=Place(domain.source),
            expected="DOMAIN.pddl PROBLEM.pddl" + ("" if one else " ..."),
            found=f"{len(paths)} problem files",
        )
    return [load_task(domain, path) for path in paths]


def load_domain_and_macros(path: str, macros: str | None) -> tuple[Domain, list[Macro]]:
    """A domain with the macros of a file in it, if one is given, and these macros."""
    domain = load_domain(path)
    if macros is None:
        return domain, []
    learned = [*load_macros(macros, family=PlanningDomain(domain))]
    missing = [macro.action for macro in learned if macro.name not in domain.by_name]
    return augmented(domain, missing), learned


def ground_with(task: Task, macros: Sequence[Macro]) -> Grounding:
    """A task of a domain with macros as a theory."""
    return ground(task, {macro.name: macro.unrolled for macro in macros})


def problem_of(grounding: Grounding) -> Problem:
    """What to search."""
    return Problem(grounding.theory, grounding.start, grounding.goal)


def carried_out(task: Task, result: Result) -> Execution:
    """The plan of a solved search, macros unrolled, carried out as the domain defines its actions.

    Raises
    ------
    InputError
        A plan that does not do what it should: grounding would be wrong.
    """
    text = "\n".join(move.name for move in result.primitives)
    return execute(task, read_plan(text, "<the plan that was found>"))


def grounding_data(grounding: Grounding) -> Mapping[str, int]:
    """How large a grounding is."""
    return {
        "reachable_actions": grounding.reachable,
        "arcs": len(grounding.theory.arcs),
        "facts": grounding.facts,
        "cells": len(grounding.cells),
    }
