"""Logic programs as text."""

from __future__ import annotations

from ...rules.prolog.operators import OperatorTable, PrologOperator
from ...rules.prolog.writer import write_term
from ...rules.term import Compound
from .clause_text import quiet_clause_text, term_text
from .program import LogicProgram, spelled
from .vocabulary import CLAUSE, has_stated_clauses


def program_text(program: LogicProgram) -> str:
    """Text that is read back as the same program: what it was read from, or its clauses, without stated goals."""
    if program.text is not None:
        return program.text
    return "\n".join([*operator_lines(program.operators), *program_lines(program), ""])


def program_lines(program: LogicProgram, read: LogicProgram | None = None) -> list[str]:
    """Directives and clauses of a program under its operators; facts of ``clause/2`` that reading states are left out.

    Parameters
    ----------
    program
        The program.
    read
        The program that was read, if this one was made of it by unfolding: its clauses tell which facts were stated.
    """
    original = (read or program).clauses
    declared, tabled = program.declared - program.tabled, program.tabled - program.modes.keys()
    lines = [
        f":- {directive} {', '.join(sorted(map(spelled, names)))}."
        for directive, names in (("dynamic", declared), ("table", tabled))
        if names
    ]
    lines += [
        f":- table {term_text(Compound(name[0], modes), program.operators)}."
        for name, modes in sorted(program.modes.items())
    ]
    built_in = has_stated_clauses(original)
    return lines + [
        quiet_clause_text(clause, program.operators)
        for clause in program
        if not (built_in and clause.predicate == CLAUSE)
    ]


def operator_lines(table: OperatorTable) -> list[str]:
    """Directives for the operators that a program has declared."""
    usual = OperatorTable.default()
    lines = []
    for kind in ("prefix", "infix", "postfix"):
        own: dict[str, PrologOperator] = getattr(table, kind)
        known: dict[str, PrologOperator] = getattr(usual, kind)
        for name, one in own.items():
            if known.get(name) != one:
                left = "y" if one.left == one.priority else "x"
                right = "y" if one.right == one.priority else "x"
                spelt = {"prefix": f"f{right}", "infix": f"{left}f{right}", "postfix": f"{left}f"}
                lines.append(f":- op({one.priority}, {spelt[kind]}, {write_term(name)}).")
    return lines
