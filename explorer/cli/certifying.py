"""The option --certificate: what solve, learn and check write for `arcwise verify`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import click

from ...rules.pddl.planning import PlanningDomain
from ...rules.text.text_file import check_writable, read_text, write_text
from ...search.certificate import (
    Certificate,
    Data,
    certificate_of,
    planning_certificate,
)
from ...search.limits import Limits
from ...search.problem import Problem
from ...search.result import Result
from .messages import EXIT_CODES, note
from .search.question import Question


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


def of_search(question: Question, result: Result, limits: Limits) -> Certificate:
    """The certificate of what a search found, or why there is none."""
    rules, asked = question.rules, f"{question.name}: {result.summary()}"
    if isinstance(rules, PlanningDomain):
        task = rules.task
        if task is None:
            return Certificate(None, "not certified: a domain without a problem")
        texts = read_text(rules.actions.source), read_text(task.source)
        steps = question.plan(result) if result.solved else []
        return planning_certificate(task, texts, steps, result, asked, limits=limits)
    if not isinstance(question.problem, Problem):
        return Certificate(None, "not certified: its steps are made by a program, not by arcs")
    return certificate_of(question.problem, result, asked, limits=limits)


def write_certificate(path: str, found: Certificate) -> int:
    """Write a certificate and say what it does not certify; the exit code, 0 where all is certified."""
    if found.data is not None:
        _write(path, found.data)
    return _say(found)


def write_certificates(path: str, found: Mapping[str, Certificate]) -> int:
    """Write the certificates of several, by their names, into one file; the exit code as `write_certificate`."""
    each = [one.data for one in found.values() if one.data is not None]
    if each:
        _write(path, each)
    codes = [_say(one, f"{name}: ") for name, one in found.items()]
    return max(codes, default=0)


def _write(path: str, data: Data | list[Data]) -> None:
    write_text(path, json.dumps(data, ensure_ascii=True) + "\n")


def _say(found: Certificate, name: str = "") -> int:
    if found.note:
        note(name + found.note)
    if found.data is not None and found.lacking is None:
        return 0
    return EXIT_CODES.get(found.lacking or "gave up", EXIT_CODES["gave up"])
