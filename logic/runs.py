"""The program, goals and rules of a run whose problems are goals to prove."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..experiments.store.rows import DATABASE, READ_SECONDS
from ..experiments.store.run import Run
from ..rules.errors import InputError, Place
from ..rules.term import PrologTerm
from ..search.limits import Limits
from .learning.rule_library import RuleLibrary
from .program.program import LogicProgram
from .program.read_program import read_goal, read_program

RELEARNED = Limits(nodes=1_000_000, work=10_000_000, time=READ_SECONDS)
"""Limits on each proof by which a rule of a run is learned again: counts decide, and the clock ends what no count sees."""


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
