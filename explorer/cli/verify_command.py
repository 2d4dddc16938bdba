"""``arcwise verify`` and ``arcwise validate``: certificates and plans, checked by the standalone checker."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import click

from ...rules.errors import InputError, Place
from ...rules.text.text_file import awaited
from ...verify import main
from .console import progress_over, say_fitted
from .help import command
from .messages import EXIT_CODES

ENDS = {0: 0, 1: EXIT_CODES["does not hold"], 2: EXIT_CODES["bad input"], 3: EXIT_CODES["memory"]}
"""The exit codes of the checker, and of arcwise."""

NO_CERTIFICATES = (".pl", ".pddl", ".csv", ".txt", ".md")
"""Endings of files that are something else."""


@command(
    "verify",
    examples=[
        'arcwise solve 8-puzzle "1 2 3 4 0 5 7 8 6" --certificate why.json',
        "arcwise verify why.json",
    ],
)
@click.argument("certificate", type=click.Path())
def verify_command(certificate: str) -> int:
    """Check a certificate that solve, learn or check wrote with --certificate.

    The checker is one Python file that shares no code with arcwise and runs without it: python verify.py CERTIFICATE.
    Exit code 1 if the claim does not hold or is not shown.
    """
    return _checked(certificate)


@command(
    "validate",
    examples=[
        "arcwise solve domain.pddl problem.pddl --plan plan.txt",
        "arcwise validate domain.pddl problem.pddl plan.txt",
    ],
)
@click.argument("domain", type=click.Path())
@click.argument("problem", type=click.Path())
@click.argument("plan", type=click.Path())
def validate_command(domain: str, problem: str, plan: str) -> int:
    """Check whether PLAN solves PROBLEM.pddl of DOMAIN.pddl, whichever planner made it.

    PLAN has an action a line, (action object ...); comments, times and durations are passed over. The checker reads PDDL
    by itself. Exit code 1 if it is not a plan.
    """
    return _checked(domain, problem, plan)


def _checked(*names: str) -> int:
    """Have files checked, and print what holds when the progress bar is gone; the exit code."""
    _check_files(*names)
    printed = StringIO()
    try:
        with progress_over(None, "checking"), awaited(names[-1]), redirect_stdout(printed):
            return ENDS[main([*names])]
    finally:
        if said := printed.getvalue():
            say_fitted(said.removesuffix("\n"))


def _check_files(*names: str) -> None:
    """Refuse what is not there or is no file, in arcwise's words; the checker reads the rest.

    Raises
    ------
    InputError
        A missing file, a folder, a Prolog file for a certificate.
    """
    for name in names:
        if Path(name).is_dir():
            raise InputError("this is a folder", place=Place(name), expected="a file")
        if not Path(name).exists():
            raise InputError("no such file", place=Place(name))
    if len(names) == 1 and Path(names[0]).suffix.lower() in NO_CERTIFICATES:
        raise InputError(
            "not a certificate",
            place=Place(names[0]),
            expected="a .json file that --certificate FILE of solve, learn or check wrote",
        )
