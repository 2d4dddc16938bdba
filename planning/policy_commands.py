"""``arcwise check`` and ``arcwise export`` of a policy.

In this file:

- ``arcwise check`` of a policy: what is proved of its rules, and whether it solves every state of small problems.
- ``arcwise export`` of a policy: a program that solves problems without arcwise, or axioms for planners.
- Arguments beside the file of a policy: its domain and problems of it, as PDDL files or boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from ..ebl.files.macro_file import head_of, load_macros
from ..ebl.library import MacroLibrary
from ..explorer.cli.certifying import write_certificates
from ..explorer.cli.console import progress_over, searching
from ..explorer.cli.export_command import ENDINGS_OF_POLICIES, PDDL_AXIOMS
from ..explorer.cli.messages import note
from ..explorer.cli.present import present, show
from ..rules.domains.domain_table import PDDL
from ..rules.errors import InputError, Place, TooLargeError, on_one_line
from ..rules.read_domain import problem_in, read_domain
from ..rules.text.text_file import with_examples, write_text
from ..rules.text.words import counted
from ..rules.view import Heading, Lines, Part, Sentence, View
from ..search.certificate import Certificate
from .checking import task_of_board
from .learning.pddl_axioms import axioms_domain, axioms_task, left_out
from .learning.python_program import python_program
from .pddl.action_domain import PlanningTask, atom_text
from .pddl.axioms import check_plain_goal
from .pddl.planning import PlanningDomain
from .pddl.read_action_domain import load_action_domain
from .pddl.read_task import load_task
from .pddl.write import task_text
from .policy.certificate import small_certificates
from .policy.claims import ProvedPolicy
from .policy.obligations import goals_of, prove_policy
from .policy.rule import LiftedPolicy
from .policy.small_problems import SmallProblem
from .views import (
    UNTRIED,
    failure_lines,
    policy_proof_words,
    proof_data,
    proof_lines,
    rests_on_lines,
    small_data,
)

FAILURES_SHOWN = 1
"""Problems not solved that are shown of each problem checked."""


def check_policy(
    macros: str,
    named: Sequence[str],
    failures: str | None,
    as_json: bool,
    certificate: str | None = None,
) -> int:
    """Print what is proved of a policy, and whether it reaches the goal from every state that the starts of problems lead to.

    Parameters
    ----------
    macros
        The file.
    named
        A domain and problems, or boards, or nothing.
    failures
        The folder that gets the problems that are not solved.
    as_json
        Whether to print one JSON object.
    certificate
        The file that gets the certificates of what is complete.

    Raises
    ------
    InputError
        Bad files.
    """
    library, tasks = _read(macros, named)
    policy = library.policy
    assert policy is not None
    proved = prove_policy(policy, goals_of(tasks) if tasks else None, [one.init for one in tasks])
    if not as_json:
        show(_proofs(proved))
    checked, unseen = _followed(library, tasks, shown=not as_json)
    written = [] if failures is None else _write_failures(failures, checked)
    complete = all(one.complete for one in checked) and not unseen if tasks else None
    data = {
        "domain": policy.domain.name,
        "rules": {one.rule.name: proof_data(one) for one in proved.rules},
        "goals": list(map(atom_text, proved.goals)),
        "proved": proved.proved,
        "rests_on": rests_on_lines(proved),
        "problems": list(map(small_data, checked)),
        "not_looked_at": unseen,
        "complete": complete,
        "failures": written,
    }
    last = [UNTRIED] if complete is None else []
    last += [f"{counted(len(written), 'problem')} to learn from in {failures}"] if written else []
    present(View([*map(Heading, last)], data), as_json=as_json)
    code = 0 if (proved.proved if complete is None else complete) else 12
    if certificate is None:
        return code
    certified = {} if tasks else {"rules for every size": Certificate(None, "not certified")}
    return write_certificates(certificate, certified | _certified(policy, checked, unseen)) or code


def _followed(
    library: MacroLibrary, tasks: Sequence[PlanningTask], *, shown: bool
) -> tuple[list[SmallProblem], dict[str, str]]:
    """Follow a policy from every state of some problems; what was found, and why others are not looked at."""
    checked, unseen = list[SmallProblem](), dict[str, str]()
    with progress_over(None, "following the policy from every state of the start") as tick:
        for task in tasks:
            try:
                found = library.check(task, report=partial(tick, detail=task.name))
            except TooLargeError as error:
                unseen[task.name] = why = f"not looked at: too large to ground ({error.found})"
                if shown:
                    show([Sentence(f"{task.name}: {why}", False, "not looked at")])
                continue
            checked.append(found)
            if shown:
                show(_small(found))
    return checked, unseen


def _certified(
    policy: LiftedPolicy, checked: Sequence[SmallProblem], unseen: Mapping[str, str]
) -> dict[str, Certificate]:
    """The certificates of the problems that a policy solves, and why others have none."""
    certified: dict[str, Certificate] = {}
    for one in checked:
        with searching(f"certificates of {one.task.name}"):
            certified |= small_certificates(policy, one)
    return certified | {
        name: Certificate(None, f"not certified: {why}") for name, why in unseen.items()
    }


def _read(macros: str, named: Sequence[str]) -> tuple[MacroLibrary, Sequence[PlanningTask]]:
    """The rules, of the domain that is named, and its problems."""
    found = read_policy_problems(macros, named)
    for task in found.tasks:
        check_plain_goal(task)
    return found.library, found.tasks


def _proofs(found: ProvedPolicy) -> Iterator[Part]:
    for one in found.rules:
        yield _under(f"{one.rule.name}, for {atom_text(one.rule.goal)}", proof_lines(one))
    yield Sentence(policy_proof_words(found), found.proved, "proved")
    if rests := rests_on_lines(found):
        yield _under("the proof assumes of the initial states of problems:", rests)


def _small(found: SmallProblem) -> Iterator[Part]:
    word = "complete" if found.complete else "incomplete"
    yield Sentence(found.summary(), found.complete, word)
    for failure in found.failures[:FAILURES_SHOWN]:
        yield Lines("\n".join(f"    {line}" for line in failure_lines(failure)))


def _under(head: str, lines: Sequence[str]) -> Lines:
    return Lines("\n    ".join([head, *lines]))


def _write_failures(folder: str, checked: Sequence[SmallProblem]) -> list[str]:
    """Write the problems that are not solved as PDDL: the next training examples."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    files = []
    for found in checked:
        for number, one in enumerate(found.failures, start=1):
            name = f"{file_name(found.task)}-{number}"
            file = place / f"{name}.pddl"
            write_text(file, task_text(replace(one.task, name=name)))
            files.append(str(file))
    return files


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
        One of `ENDINGS_OF_POLICIES`; if None, what the name of the output says.

    Raises
    ------
    InputError
        A file that is no policy, a form that policies do not have, no domain where it is needed.
    """
    if not head_of(macros).policy:
        raise InputError(
            "only policies become programs",
            place=Place(macros),
            expected="a file that arcwise learn --learner policy wrote",
        )
    form = form or ENDINGS_OF_POLICIES.get(Path(output or "").suffix.lower())
    if form is None or form not in ENDINGS_OF_POLICIES.values():
        raise InputError(
            "what is the policy to become?",
            place=Place(output or macros),
            expected=f"-o FILE with a name that ends in {', '.join(ENDINGS_OF_POLICIES)}, or --format {', '.join(ENDINGS_OF_POLICIES.values())}",
        )
    read = {Path(one).resolve() for one in (macros, *files)}
    if output is not None and Path(output).resolve() in read:
        raise InputError("this file is read too", place=Place(output), expected="another name")
    found = read_policy_problems(macros, files)
    library = found.library
    assert library.policy is not None
    if form == PDDL_AXIOMS:
        return _axioms(library.policy, files, found.tasks, output)
    if len(files) > 1:
        raise InputError("a program reads its problems when it is run", found=" ".join(files[1:]))
    return _write(output, python_program(library))


def _axioms(
    policy: LiftedPolicy, files: Sequence[str], tasks: Sequence[PlanningTask], output: str | None
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
        stem = Path(task.source).stem if with_examples(Path(task.source)).is_file() else name
        made = replace(axioms_task(policy, task), name=name)
        _write(str(place.with_name(f"{place.stem}-{stem}.pddl")), task_text(made))
    return 0


def _write(output: str | None, text: str) -> int:
    if output is None:
        click.echo(text, nl=False)
    else:
        write_text(output, text)
        note(f"{counted(len(text.splitlines()), 'line')} in {on_one_line(output)}")
    return 0


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
    """Name of a task for files and PDDL, without the colon of a board's name."""
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
    library = load_macros(macros, boards[0][0])
    tasks = []
    for name, (domain, shape) in zip(named, boards, strict=True):
        if domain.name != boards[0][0].name:
            raise InputError(
                "these macros are for another domain",
                place=Place(macros),
                expected=f"boards of {boards[0][0].name}",
                found=name,
            )
        tasks.append(replace(task_of_board(domain, shape), source=name))
    return PolicyProblems(library, tuple(tasks))
