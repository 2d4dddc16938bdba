"""Programs and goals of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...rules.errors import InputError
from ...rules.read_domain import is_prolog
from ...rules.term import PrologTerm
from ...rules.text.text_file import read_text
from .messages import note

if TYPE_CHECKING:
    from ...rules.logic.program import Goal, LogicProgram


def is_logic_program(path: str, *asked: str) -> bool:
    """Whether goals of a file are to be proved, see `arcwise.rules.logic.is_logic_program`; no other file is read."""
    if not is_prolog(path):
        return False
    from ...rules.logic.read_program import is_logic_program

    return is_logic_program(path, *asked)


def program_of(path: str, macros: str | None = None) -> LogicProgram:
    """The program of a file, with the rules of another; its warnings go to stderr."""
    from ...ebl.logic.rule_file import load_rules
    from ...rules.logic.read_program import load_program

    program = load_program(path)
    for warning in program.warnings:
        note(f"warning: {warning}")
    if macros is None or macros == "none":
        return program
    return load_rules(macros, program).learned_program


def is_rule_file(path: str) -> bool:
    """Whether a file holds learned rules of a logic program."""
    from ...ebl.logic.rule_file import holds_rules

    if not is_prolog(path):
        return False
    try:
        return holds_rules(read_text(path), path)
    except InputError:
        return False


def queries(texts: Sequence[str], program: LogicProgram, kind: str) -> list[Goal]:
    """Goals of the command line and its files, else those that the program states as examples or problems."""
    if texts:
        from ...ebl.logic.goal_file import is_goal_file, load_goals
        from ...rules.logic.read_program import read_goal

        return [
            goal
            for text in texts
            for goal in (
                load_goals(text, program) if is_goal_file(text) else [read_goal(text, program)]
            )
        ]
    stated = program.examples if kind == "example" else program.problems
    if not stated:
        raise InputError(
            f"no {kind}",
            expected=f"facts {kind}(Goal) in {program.name}, or goals behind it",
            found="none",
        )
    return [one.goal for one in stated]


def operational_goals(texts: Sequence[str], program: LogicProgram) -> list[PrologTerm] | None:
    """Operational goals of the command line; None where it tells none."""
    from ...rules.prolog.reader import read_clauses
    from ...rules.prolog.term import list_items

    found: list[PrologTerm] = []
    for text in texts:
        (clause,) = read_clauses(f"[{text}] .", "--operational", operators=program.operators)
        found += list_items(clause.term) or []
    return found if texts else None
