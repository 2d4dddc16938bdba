"""``arcwise check`` of a policy: what is proved of its rules, and whether it solves every state of small problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ....ebl.files.macro_file import holds_policy
from ....rules.errors import InputError, Place, TooLargeError
from ....rules.pddl.action_domain import PlanningTask, atom_text
from ....rules.pddl.write import task_text
from ....rules.text.text_file import read_text, write_text
from ....search.policy.rule import Policy
from ....search.proof.claims import ProvedPolicy
from ....search.proof.obligations import goals_of, prove
from ....search.proof.small import SmallProblem, check_small
from ...text.proofs import (
    UNTRIED,
    failure_lines,
    policy_proof_words,
    proof_data,
    proof_lines,
    rests_on_lines,
    small_data,
    small_words,
)
from ..console import emit, progress_over, say, tell
from .policy_problems import file_name, read_policy_problems

FAILURES_SHOWN = 1
"""Problems not solved that are shown of each problem checked."""


def is_policy(macros: str) -> bool:
    """Whether the file says what its rules are for."""
    return holds_policy(read_text(macros), macros)


def check_policy(macros: str, named: Sequence[str], failures: str | None, as_json: bool) -> int:
    """Print what is proved of a policy, and what following it from every state that the starts of problems lead to comes to.

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

    Raises
    ------
    InputError
        Bad files.
    """
    policy, tasks = _read(macros, named)
    facts = [task.init for task in tasks]
    goals = goals_of(tasks) if tasks else None
    proved = prove(policy, goals, facts)
    if not as_json:
        _say_proofs(proved)
    checked, unseen = [], dict[str, str]()
    with progress_over(None, "following the policy from every state of the start") as tick:
        for task in tasks:
            try:
                found = check_small(policy, task, lambda made: tick(made, task.name))  # noqa: B023
            except TooLargeError as error:
                unseen[task.name] = f"not looked at: too large to ground ({error.found})"
                if not as_json:
                    tell(f"{task.name}: {unseen[task.name]}", word="not looked at", good=False)
                continue
            checked.append(found)
            if not as_json:
                _say_small(found)
    written = [] if failures is None else _write_failures(failures, checked)
    complete = all(one.complete for one in checked) and not unseen if tasks else None
    if as_json:
        emit(
            {
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
        )
    elif complete is None:
        say(UNTRIED)
    elif written:
        say(f"{len(written)} problems to learn from in {failures}")
    good = proved.proved if complete is None else complete
    return 0 if good else 12


def _read(macros: str, named: Sequence[str]) -> tuple[Policy, Sequence[PlanningTask]]:
    """The rules, of the domain that is named, and its problems."""
    found = read_policy_problems(macros, named)
    policy, tasks = found.library.policy, found.tasks
    assert policy is not None
    for task in tasks:
        if task.negative_goal:
            raise InputError(
                "a policy makes goals true",
                place=Place(task.source),
                found=f"(not {atom_text(task.negative_goal[0])})",
            )
    return policy, tasks


def _say_proofs(found: ProvedPolicy) -> None:
    for one in found.rules:
        say(f"{one.rule.name}, for {atom_text(one.rule.goal)}")
        for line in proof_lines(one):
            say(f"    {line}")
    tell(policy_proof_words(found), word="proved", good=found.proved)
    if rests := rests_on_lines(found):
        say("this rests on what problems are like at first:")
        for line in rests:
            say(f"    {line}")


def _say_small(found: SmallProblem) -> None:
    word = "complete" if found.complete else "incomplete"
    tell(small_words(found), word=word, good=found.complete)
    for failure in found.failures[:FAILURES_SHOWN]:
        for line in failure_lines(failure):
            say(f"    {line}")


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
