"""Domains named on the command line: built-in ones, files of arcs, Prolog programs."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from .domain import Domain
from .domains.domain_table import (
    DOMAINS,
    FILES,
    PDDL,
    PROLOG,
    PSVN,
    adopted,
    read_built_in,
    spelled,
)
from .errors import InputError, Place
from .geometry import Shape
from .later import Later

_planning_domain = Later("planning.pddl.planning", "PlanningDomain")
_load_prolog = Later("logic.swi.prolog_domain", "load_prolog")

LOG = logging.getLogger("arcwise")

OF_DOMAINS = "a .pl file with arc/3 or s/2, a .psvn or a .pddl file"
"""Files that hold domains."""


def read_domain(
    argument: str,
    *,
    order: str = "ULRD",
    cost: float = 1,
    start: str | None = None,
    moves: str | None = None,
) -> tuple[Domain, Shape]:
    """The domain and the size that an argument names.

    Parameters
    ----------
    argument
        A name such as ``sliding-tile:3x3`` or ``8-puzzle``, a ``.pl`` file with arc/3 or s/2, a ``.psvn`` or a ``.pddl``
        file, or one problem of the latter, ``DOMAIN.pddl#PROBLEM.pddl``.
    order, cost
        The order and the cost of moves, for sliding tiles.
    start
        A start as a text, for programs that do not show how states are written.
    moves
        Of a Prolog file, the goal that is asked for the successors of a state, such as ``move(S,_,T)``.

    Raises
    ------
    InputError
        An unknown name, a bad file.
    SwiUnavailable
        A trusted Prolog program that only SWI-Prolog can run, without SWI-Prolog.
    """
    if moves is not None and not is_prolog(argument):
        raise InputError(
            "a goal of moves is for a Prolog file", expected="FILE.pl", found=f"{argument} {moves}"
        )
    built_in = read_built_in(argument, order=order, cost=cost)
    if built_in is not None:
        return built_in
    file, problem = problem_in(argument)
    suffix = Path(file).suffix.lower()
    if suffix == PDDL:
        found: tuple[Domain, Shape] = _planning_domain.found.load(file, problem)
        return found
    if suffix == PSVN:
        return _of_psvn(argument)
    if suffix != PROLOG:
        if Path(file).is_dir():
            raise InputError("this is a folder", place=Place(file), expected=OF_DOMAINS)
        if suffix not in OTHER_FILES and Path(file).is_file():
            raise InputError("unknown kind of file", place=Place(file), expected=OF_DOMAINS)
        raise InputError(
            "unknown domain",
            expected=f"a name from arcwise domains, {OF_DOMAINS}",
            found=repr(argument),
            remedy=OTHER_FILES.get(suffix) or _meant(argument),
        )
    domain: Domain = _load_prolog(argument, start, moves)
    assert domain.alone is not None
    return domain, domain.alone.shape


def _meant(argument: str) -> str:
    """Remedy for an argument that names no domain."""
    if re.fullmatch(r"[\W_]*\d+([\s,;]+[\d_]+)+[\W_]*", argument):
        return "the domain before the state: 8-puzzle START"
    if re.fullmatch(r"\d+-puzzle", argument):
        return "3-, 5-, 8- or 15-puzzle; sliding-tile:ROWSxCOLUMNS for other boards"
    return DOMAINS.nearest(argument) or "arcwise domains, which lists all with an example"


OTHER_FILES = {
    ".py": "arcwise domains: how a package offers a class; or arcwise.open_source(...) in Python",
    ".lisp": "the rules as arcs in a .pl file: arc([A,0,B], [0,A,B], 1).",
    ".lsp": "the rules as arcs in a .pl file: arc([A,0,B], [0,A,B], 1).",
    ".pro": "the name .pl for a Prolog file",
    ".prolog": "the name .pl for a Prolog file",
    ".json": "a domain first, as in arcwise learn 5-puzzle FILE.json: JSON holds problems",
    ".csv": "a domain first, as in arcwise learn 5-puzzle FILE.csv: CSV holds problems",
    ".txt": "sokoban:FILE.txt for a level",
}
"""Remedy for a file that holds no domain, by its ending."""


def is_prolog(argument: str) -> bool:
    """Whether an argument names a Prolog file, in which there may be arcs, a program or macros."""
    return Path(problem_in(argument)[0]).suffix.lower() == PROLOG


def has_problem_files(argument: str) -> bool:
    """Whether problems of the domain that an argument names are files of their own, which must be named too."""
    file, problem = problem_in(argument)
    return Path(file).suffix.lower() == PDDL and problem is None


def with_problem(argument: str, texts: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Join the domain's name with the problem's file, if that is the first of some texts; also the remaining texts.

    Raises
    ------
    InputError
        Two problem files.
    """
    if not texts or not has_problem_files(argument):
        return argument, tuple(texts)
    if len(texts) > 1 and has_problem_files(texts[1]):
        raise InputError(
            "more than one problem",
            place=Place(argument),
            expected="DOMAIN.pddl PROBLEM.pddl",
            found=" ".join(texts),
        )
    return f"{argument}#{texts[0]}", tuple(texts[1:])


def problem_in(argument: str) -> tuple[str, str | None]:
    """The domain's file, and the problem's where ``DOMAIN.pddl#PROBLEM.pddl`` names it with the domain."""
    found = re.fullmatch(r"(.*?\.pddl)#(.+)", argument, re.IGNORECASE | re.DOTALL)
    return (found[1], found[2]) if found else (argument, None)


def file_in(argument: str) -> str | None:
    """The file of arcs or levels that an argument names; None where it can name none."""
    domain, _ = problem_in(argument)
    if Path(domain).suffix.lower() in FILES:
        return domain
    name, _, levels = spelled(argument).partition(":")
    if name in DOMAINS and DOMAINS[name].levels:
        return re.sub(r"(?<=.)#[0-9]{1,6}\Z", "", levels, flags=re.DOTALL) or None
    return None


def _of_psvn(path: str) -> tuple[Domain, Shape]:
    from .psvn.reader import load_psvn

    file = load_psvn(path)
    for warning in file.warnings:
        LOG.warning(warning)
    domain = replace(adopted(file.theory), own_goals=file.goals, places=file.places)
    return domain, file.theory.shape
