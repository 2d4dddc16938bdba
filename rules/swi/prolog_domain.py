"""Prolog files as domains: facts are read without Prolog, everything else is handed to SWI-Prolog."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from ..domain import Domain, TheoryDomain
from ..domains.table import domain_of
from ..errors import InputError, Place
from ..geometry import Shape
from ..prolog.reader import read_clauses
from ..prolog.steps import defined_steps, prolog_directive
from ..prolog.theory_file import ProgramArcError, theory_of_clauses
from ..prolog.writer import predicate_of
from ..states.permutation_group import Solvability
from ..states.random_states import MAX_ASKED, Draw, between, single
from ..term import Pattern, State, Symbol
from ..text.text_file import read_text
from ..theory import Theory
from .process import SwiUnavailable
from .program import SwiProgram

LOG = logging.getLogger("arcwise")


@dataclass(frozen=True)
class ProgramDomain(TheoryDomain):
    """A program that cannot be unfolded into arcs; of its theory there is the board alone.

    Parameters
    ----------
    alone, own_goals, functor, predicate
        As for `TheoryDomain`.
    program
        What makes its moves.
    """

    program: SwiProgram | None = None

    @property
    def constants(self) -> frozenset[Symbol]:
        """The symbols of the program."""
        assert self.program is not None
        return self.program.constants

    def starts(self, shape: Shape, goal: Pattern) -> Draw:
        """Uniform over the states that the goal reaches and that reach it again: a program does not say what comes before."""
        assert self.program is not None
        return between(self.program, single(goal), goal, MAX_ASKED)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        """None: only a search of the program can tell."""
        return None


def load_prolog(path: str, start: str | None = None) -> Domain:
    """Read a Prolog file: as facts if it is no more than that, else as a program, unfolded where that is possible.

    Prolog's warnings go to stderr. A start as a text shows the functor and the size of states where the program does not.

    Raises
    ------
    InputError
        A bad file; a program whose states have no known size.
    SwiUnavailable
        A program, without SWI-Prolog.
    """
    theory: Theory | None = None
    fault: InputError | None = None
    try:
        clauses = list(read_clauses(read_text(path), path))
        theory = theory_of_clauses(clauses, path)
        directive = prolog_directive(clauses)
        if directive is None:
            _, *others = defined_steps(clauses)
            if others:
                counts = f"the moves are those of {predicate_of(theory)}"
                LOG.warning(f"{path}: {counts}; {' and '.join(others)} passed over")
            return domain_of(theory)
    except ProgramArcError:
        pass
    except InputError as error:
        if error.place is not None and not error.place.line and "no arc/3" not in error.problem:
            raise  # a file that cannot be read at all
        fault = error
    try:
        program = SwiProgram.read(path, start=start)
    except SwiUnavailable:
        if fault is not None:
            raise fault from None
        if theory is None or directive is None:
            raise
        LOG.warning(f"{directive.place}: without SWI-Prolog this directive is passed over")
        return domain_of(theory)
    except InputError as error:
        raise _better(fault, error) from None
    for warning in program.warnings:
        LOG.warning(warning.replace("\n", "\n  "))
    return _of_program(program, path)


def _better(own: InputError | None, prolog: InputError) -> InputError:
    """Of two accounts of one fault the one that says more: our reader's of syntax, Prolog's of all else."""
    return own if own is not None and "yntax" in prolog.problem else prolog


def _of_program(program: SwiProgram, path: str) -> Domain:
    theory = program.unfold().theory
    if theory is not None:
        return domain_of(theory)
    if program.size is None:
        raise InputError(
            "the size of this program's states is not known",
            place=Place(path),
            expected="a fact shape(Rows, Columns), or a start",
        )
    board = Theory(
        program.name,
        (),
        program.shape or (1, program.size),
        program.blank,
        program.symbols,
    )
    return ProgramDomain(
        board, functor=program.functor, predicate=program.predicate, program=program
    )
