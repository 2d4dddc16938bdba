"""``arcwise export`` of a policy: a program that solves problems without arcwise, or axioms for planners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from ....ebl.programs.pddl_axioms import axioms_domain, axioms_task, left_out
from ....ebl.programs.table import PDDL_AXIOMS, PROGRAMS
from ....rules.errors import InputError, Place, on_one_line
from ....rules.pddl.action_domain import PlanningTask
from ....rules.pddl.write import task_text
from ....rules.text.text_file import check_writable, write_text
from ....search.policy.rule import Policy
from ..messages import note
from .policy_problems import file_name, read_policy_problems

ENDINGS = {".py": "python", ".pl": "prolog", ".pddl": PDDL_AXIOMS}


def export_policy(macros: str, files: Sequence[str], output: str | None, form: str | None) -> int:
    """Write a policy in another form.

    Parameters
    ----------
    macros
        The file.
    files
        The PDDL domain and problems, or boards, which axioms are made for.
    output
        The file to write; None for standard output.
    form
        One of `ENDINGS`; if None, what the name of the output says.

    Raises
    ------
    InputError
        A file that is no policy, a form that policies do not have, no domain where it is needed.
    """
    form = form or ENDINGS.get(Path(output or "").suffix.lower())
    if form is None or form not in ENDINGS.values():
        raise InputError(
            "what is the policy to become?",
            place=Place(output or macros),
            expected=f"-o FILE with a name that ends in {', '.join(ENDINGS)}, or --format {', '.join(ENDINGS.values())}",
        )
    if output is not None:
        check_writable(output)
        if Path(output).resolve() in {Path(one).resolve() for one in (macros, *files)}:
            raise InputError("this file is read too", place=Place(output), expected="another name")
    found = read_policy_problems(macros, files)
    library = found.library
    if library.policy is None:
        raise InputError(
            "only policies become programs",
            place=Place(macros),
            expected="a file that arcwise learn --learner policy wrote",
        )
    if form == PDDL_AXIOMS:
        return _axioms(library.policy, files, found.tasks, output)
    if len(files) > 1:
        raise InputError("a program reads its problems when it is run", found=" ".join(files[1:]))
    return _write(output, PROGRAMS[form](library))


def _axioms(
    policy: Policy, files: Sequence[str], tasks: Sequence[PlanningTask], output: str | None
) -> int:
    """Write the domain with axioms, and beside it the problems, which say their goals as facts."""
    if not files:
        raise InputError(
            "axioms are made for a domain",
            expected="arcwise export POLICY.pl DOMAIN.pddl [PROBLEM.pddl ...] -o FILE.pddl, or a board in place of these",
        )
    if tasks and output is None:
        raise InputError("domain and problems are several files", expected="-o FILE.pddl")
    _write(output, axioms_domain(policy))
    for sentence in left_out(policy):
        note(sentence)
    place = Path(str(output))
    for task in tasks:
        name = file_name(task)
        stem = Path(task.source).stem if Path(task.source).is_file() else name
        made = replace(axioms_task(policy, task), name=name)
        _write(str(place.with_name(f"{place.stem}-{stem}.pddl")), task_text(made))
    return 0


def _write(output: str | None, text: str) -> int:
    if output is None:
        click.echo(text, nl=False)
    else:
        write_text(output, text)
        note(f"{len(text.splitlines()):,} lines in {on_one_line(output)}")
    return 0
