"""Goals of a logic program as the problems of an experiment, and read back from its run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...logic.learning.rule_file import goals_of
from ...logic.learning.rule_library import RuleLibrary
from ...logic.program.program import Goal, LogicProgram
from ...logic.program.read_program import load_program, read_goal, read_program
from ...logic.program.recognize import is_logic_program
from ...rules.errors import InputError, Place
from ...rules.read_domain import is_prolog
from ...rules.term import Compound, PrologTerm
from ...rules.trust import of_one_goal
from ...search.limits import Limits
from ..store.rows import DATABASE, READ_SECONDS
from ..store.run import Run

RELEARNED = Limits(nodes=1_000_000, work=10_000_000, time=READ_SECONDS)
"""Limits on each proof by which a rule of a run is learned again: counts decide, and the clock ends what no count sees."""


def asked_program(
    domain: object, goals: object, kind: str
) -> tuple[LogicProgram, list[Goal]] | None:
    """A logic program, and the goals that are given for it or stated in it.

    None of anything else, such as a program that is asked for states.

    Parameters
    ----------
    domain, goals
        As for `learn` and `compare`.
    kind
        ``example`` or ``problem``.
    """
    asked = () if goals is None else (goals,) if isinstance(goals, str | Path) else goals
    if not isinstance(asked, list | tuple) or not all(
        isinstance(one, str | Path | Compound) for one in asked
    ):
        if isinstance(domain, LogicProgram):
            raise InputError(
                "a logic program has goals to prove",
                expected="goals, as texts, terms or files",
                found=f"{goals!r}"[:90],
            )
        return None
    if isinstance(domain, LogicProgram):
        program = domain
    else:
        texts = [str(one) for one in asked if isinstance(one, str | Path)]
        if not isinstance(domain, str | Path) or not is_prolog(str(domain)):
            return None
        if not is_logic_program(str(domain), *texts[:1]):
            return None
        try:
            program = load_program(domain)
        except InputError as error:
            raise of_one_goal(error, str(domain)) from None
    if goals is not None and not asked:
        raise InputError(
            f"no {kind}", expected="goals, or None for those that the program states", found="none"
        )
    return program, goals_of(asked, program, kind)


def program_of_run(run: Run) -> LogicProgram:
    """The domain theory of a run.

    Raises
    ------
    InputError
        A run that does not have its text.
    """
    text = run.settings.get("theory_text")
    name = str(run.settings.get("theory_name") or "program.pl")
    if not isinstance(text, str):
        raise InputError("this run has no program", expected="a run of arcwise compare PROGRAM.pl")
    with _placed(run, name):
        return read_program(text, name)


@contextmanager
def _placed(run: Run, what: str) -> Iterator[None]:
    """Tell a fault of a text that stands in a run with the file of the run, and what the text is there."""
    try:
        yield
    except InputError as error:
        raise error.placed(Place(f"{run.path / DATABASE}, {what}")) from None


def goals_of_run(run: Run, program: LogicProgram) -> tuple[PrologTerm, ...]:
    """The goals of a run.

    Raises
    ------
    InputError
        A text that is no goal of the program, with the run and the number of the goal.
    """
    found = []
    for one in run.problems:
        with _placed(run, one.place):
            found.append(read_goal(one.text or "", program))
    return tuple(found)


def rules_of_run(run: Run, program: LogicProgram) -> list[RuleLibrary]:
    """The rules of the conditions of a run, each learned again from its example.

    Raises
    ------
    InputError
        A file that is none, or that has a rule that does not come of its example.
    """
    files = dict.fromkeys(one.macros for one in run.conditions if one.macros is not None)
    return [RuleLibrary.load(file, program, limits=RELEARNED) for file in files]
