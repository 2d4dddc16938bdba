"""The option --certificate: what solve, learn and check write for `arcwise verify`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...experiments.solving import Posed
from ...rules.text.text_file import check_writable, read_text, write_text
from ...rules.text.words import listed
from ...search.limits import Limits
from ...search.problem import Problem
from ...search.result import Result
from .messages import EXIT_CODES, note
from .search.searched_problem import plan_of, problem_of_board

if TYPE_CHECKING:
    from ...search.certificate import Certificate, Data

FEW = 5
"""Names in a remark on several certificates."""


def certificate_option(what: str) -> Callable[[Any], Any]:
    """The option, for a command that certifies something."""
    return click.option(
        "--certificate",
        type=click.Path(),
        metavar="FILE",
        callback=_writable,
        help=f"Write a certificate of {what}, which arcwise verify checks.",
    )


def _writable(_: click.Context, __: click.Parameter, path: str | None) -> str | None:
    if path is not None:
        check_writable(path)
    return path


def of_search(posed: Posed, result: Result, limits: Limits) -> Certificate:
    """The certificate of what a search found, or why there is none."""
    from ...rules.pddl.planning import PlanningDomain
    from ...search.certificate import Certificate, certificate_of, planning_certificate

    rules, asked = posed.searched(result).domain, f"{posed.name}: {result.summary()}"
    if isinstance(rules, PlanningDomain):
        task = rules.task
        if task is None:
            return Certificate(None, "not certified: a domain without a problem")
        texts = read_text(rules.actions.source), read_text(task.source)
        steps = plan_of(posed, result) if result.solved else []
        return planning_certificate(task, texts, steps, result, asked, limits=limits)
    problem = problem_of_board(posed)
    if not isinstance(problem, Problem):
        return Certificate(None, "not certified: its steps are made by a program, not by arcs")
    return certificate_of(problem, result, asked, limits=limits)


def write_certificate(path: str, found: Certificate) -> int:
    """Write a certificate and say what it does not certify; the exit code, 0 where all is certified."""
    _write(path, found.data)
    if found.note:
        note(found.note)
    return _code(found)


def write_certificates(path: str, found: Mapping[str, Certificate]) -> int:
    """Write the certificates of several, by their names, into one file; the exit code as `write_certificate`.

    A remark on several is made once.
    """
    each = [one.data for one in found.values() if one.data is not None]
    _write(path, each or None)
    names: dict[Certificate, list[str]] = {}
    for name, one in found.items():
        names.setdefault(replace(one, data=None), []).append(name)
    for one, some in names.items():
        if one.note:
            note(f"{_named(some)}: {one.note}")
    return max(map(_code, found.values()), default=0)


def _named(names: list[str]) -> str:
    if len(names) <= FEW:
        return listed(names)
    return f"{', '.join(names[:FEW])} and {len(names) - FEW:,} more"


def _write(path: str, data: Data | list[Data] | None) -> None:
    import json

    if data is not None:
        write_text(path, json.dumps(data, ensure_ascii=True) + "\n")
    elif Path(path).is_file():
        note(f"{path} is an earlier certificate: nothing was certified now")


def _code(found: Certificate) -> int:
    if found.data is not None and found.lacking is None:
        return 0
    return EXIT_CODES.get(found.lacking or "gave up", EXIT_CODES["gave up"])
