"""Programs and goals of the command line."""

from __future__ import annotations

from collections.abc import Sequence

from ....ebl.logic.rule_file import holds_rules, load_rules
from ....rules.errors import InputError
from ....rules.logic.program import Goal, LogicProgram
from ....rules.logic.read_program import load_program, read_goal
from ....rules.logic.recognize import is_logic_program
from ....rules.prolog.reader import read_clauses
from ....rules.prolog.term import list_items
from ....rules.read_domain import is_prolog
from ....rules.term import PrologTerm
from ....rules.text.text_file import read_text
from ..messages import note

__all__ = ["is_logic_program", "is_rule_file", "operational_goals", "program_of", "queries"]


def program_of(path: str, macros: str | None = None) -> LogicProgram:
    """The program of a file, with the rules of another; its warnings go to stderr."""
    program = load_program(path)
    for warning in program.warnings:
        note(f"warning: {warning}")
    if macros is None or macros == "none":
        return program
    return load_rules(macros, program).learned_program


def is_rule_file(path: str) -> bool:
    """Whether a file holds learned rules of a logic program."""
    if not is_prolog(path):
        return False
    try:
        return holds_rules(read_text(path), path)
    except InputError:
        return False


def queries(texts: Sequence[str], program: LogicProgram, kind: str) -> list[Goal]:
    """Goals of the command line, else those that the program states as examples or problems."""
    if texts:
        return [read_goal(text, program) for text in texts]
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
    found: list[PrologTerm] = []
    for text in texts:
        (clause,) = read_clauses(f"[{text}] .", "--operational", operators=program.operators)
        found += list_items(clause.term) or []
    return found if texts else None
