"""Prolog files as domains: facts and programs that only compute are read without Prolog, all else is handed to SWI-Prolog."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..domain import Domain, TheoryDomain
from ..domains.domain_table import domain_of
from ..errors import InputError, Place, on_one_line
from ..geometry import Shape
from ..later import Later
from ..logic.clause_text import term_text
from ..logic.read_program import stated_goal
from ..prolog.operators import OperatorTable
from ..prolog.reader import Clause, read_clauses
from ..prolog.steps import MODULE, STEPS, defined_steps, head_and_body, indicator, prolog_directive
from ..prolog.theory_file import ProgramArcError, read_board, theory_of_clauses
from ..prolog.writer import SINGLE
from ..states.permutation_group import Solvability
from ..states.random_states import MAX_ASKED, Draw, between, single
from ..term import EMPTY_LIST, Compound, Pattern, State, Symbol, ground
from ..text.text_file import read_text
from ..theory import Theory
from .process import SwiUnavailable
from .program import SwiProgram

LOOSE = "a variable stands only on the right side"
"""How the refusal of an arc reads whose variables a start may show the values of."""

LOG = logging.getLogger("arcwise")

_read_moves = Later("search.logic.read_moves", "read_moves")

OWN = frozenset({"goal/1", "goal_state/1", "initial/1", "initial_state/1", "start/1"})
"""Predicates by which a file gives its start and its goals."""


@dataclass(frozen=True)
class ProgramDomain(TheoryDomain):
    """A program that cannot be unfolded into arcs; its theory is the board alone.

    Parameters
    ----------
    alone, own_goals, functor, predicate, form, own_start
        As for `TheoryDomain`.
    program
        What makes its moves: a `SwiProgram`, or a `MoveProgram` of our own prover.
    """

    program: Any = None

    @property
    def constants(self) -> frozenset[Symbol]:
        """The symbols of the program."""
        assert self.program is not None
        found: frozenset[Symbol] = self.program.constants
        return found

    def goal(self, shape: Shape) -> Pattern:
        """A goal that the file tells as a pattern, or what stands for the test that its goal/1 makes of a state."""
        tested: Pattern = getattr(self.program, "tested_goal", ())
        return tested or super().goal(shape)

    def goals(self, shape: Shape) -> tuple[Pattern, ...]:
        """All goals that the file tells as patterns, or what stands for its test."""
        return self.own_goals or (self.goal(shape),)

    def starts(self, shape: Shape, goal: Pattern) -> Draw:
        """Draw uniformly from the states that the goal, or for an open goal the start, leads to and that lead to the goal.

        A program does not tell what comes before a state.
        """
        assert self.program is not None
        own = self.start(shape) if ground(goal) is None else None
        return between(self.program, single(goal) if own is None else own, goal, MAX_ASKED)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        """None: only a search of the program can tell."""
        return None


def load_prolog(
    path: str, start: str | None = None, moves: str | None = None, *, swi: bool = False
) -> Domain:
    """Read a Prolog file: as facts if it is no more than that, else as a program, unfolded where that is possible.

    A program that only computes is asked by our own prover; what that does not read is handed to SWI-Prolog. Warnings go to
    stderr.

    Parameters
    ----------
    path
        The file.
    start
        A start as a text, which shows the form of states where the program does not.
    moves
        The goal that is asked for successors, such as ``move(S,_,T)``; by default that of arc, s, move or edge.
    swi
        Whether SWI-Prolog is to run a program that our own prover could.

    Raises
    ------
    InputError
        A bad file; a program whose states have no known size.
    SwiUnavailable
        A program that only SWI-Prolog can run, without SWI-Prolog.
    """
    theory: Theory | None = None
    fault: InputError | None = None
    directive = None
    clauses: list[Clause] = []  # none where the file is no Prolog
    try:
        clauses = list(read_clauses(read_text(path), path))
        directive = prolog_directive(clauses)
        theory = theory_of_clauses(clauses, path) if moves is None else None
        if directive is None and theory is not None:
            counting, *others = defined_steps(clauses)
            if others:
                counts = f"the moves are those of {counting}"
                LOG.warning(f"{path}: {counts}; {' and '.join(others)} passed over")
            _say_board(theory, clauses, path)
            return _with_own(theory, clauses, path)
    except ProgramArcError:
        pass
    except InputError as error:
        if error.place is not None and not error.place.line and "no arc/3" not in error.problem:
            raise  # a file that cannot be read at all
        if "bad cost" in error.problem and directive is None:
            raise  # the fact is what it is, whatever runs the other clauses
        fault = error
        stated = next((one for one in map(stated_goal, clauses) if one is not None), None)
        if "no arc/3" in error.problem and (owner := _program_of_rules(clauses)):
            raise InputError(
                "this is a file of learned rules, which are used beside their program",
                place=error.place,
                expected="a program or a domain",
                remedy=f"{on_one_line(owner)} in its place, with --macros {on_one_line(path)}",
            ) from None
        if "no arc/3" in error.problem and stated is not None:
            called = f'{on_one_line(path)} "{term_text(stated, OperatorTable.default())}"'
            raise InputError(
                "this is a logic program: it has goals to prove, but no moves",
                place=error.place,
                expected=error.expected,
                remedy=f"arcwise solve {called} --proof\n"
                f"or arcwise explain {called}, which generalizes the proof; learn and compare take programs too;\n"
                "in Python aw.prove, aw.learn and aw.compare, with goals",
            ) from None
    refusal: InputError | None = None
    if not swi and directive is None and fault is not None and LOOSE in fault.problem:
        made = _of_moves(_read_moves(read_text(path), path, start, moves), path)
        if made.program is None:  # a start has shown the values
            return made
        raise fault
    if not swi and fault is None and directive is None:
        try:
            return _of_moves(_read_moves(read_text(path), path, start, moves), path)
        except InputError as error:
            refusal = error
            only_ours = moves is not None or not defined_steps(clauses, STEPS)
            if only_ours or error.place is None or "the size of this" in error.problem:
                raise
    try:
        program = SwiProgram.read(path, start=start)
    except SwiUnavailable:
        if fault is not None or refusal is not None:
            raise fault or refusal from None  # type: ignore[misc]
        if theory is None or directive is None:
            raise
        LOG.warning(f"{directive.place}: without SWI-Prolog this directive is passed over")
        return domain_of(theory)
    except InputError as error:
        if swi and "no arc/3" in error.problem:  # our own prover knows moves by other names
            raise InputError(
                "SWI-Prolog is not asked for moves by other names",
                place=Place(path),
                expected=error.expected,
                remedy="--engine auto",
            ) from None
        raise _better(fault, error) from None
    for warning in program.warnings:
        LOG.warning(warning.replace("\n", "\n  "))
    return _of_program(program, path)


def _program_of_rules(clauses: Iterable[Clause]) -> str:
    """The program that a file of learned rules names; empty for any other file."""
    for clause in clauses:
        match clause.term:
            case Compound(":", (module, Compound("program", (named,)))) if module == MODULE:
                return str(named)
    return ""


def _say_board(theory: Theory, clauses: list[Clause], path: str) -> None:
    """Tell of a board that the arcs show where the file does not tell it."""
    if theory.blank is not None and read_board(clauses, path).blank is None:
        rows, columns = theory.shape
        LOG.warning(f"{path}: read as a {rows}x{columns} board with blank {theory.blank}")


def _with_own(theory: Theory, clauses: list[Clause], path: str) -> Domain:
    """The domain of a list of arcs, with the start and the goals that the file gives beside them."""
    domain = domain_of(theory)
    names = {indicator(head_and_body(clause.term)[0]) for clause in clauses}
    if domain.own_goals or not names & OWN or not isinstance(domain, TheoryDomain):
        return domain
    try:
        own = _read_moves(read_text(path), path, None, None)
    except InputError:
        return domain
    goals = own.goals if own.form.functor == domain.functor else ()
    return replace(domain, own_goals=goals or (), own_start=own.start)


def _of_moves(moves: Any, path: str) -> Domain:
    """The domain of a program that our own prover asks."""
    for warning in moves.warnings:
        LOG.warning(warning)
    unfolded = moves.unfold()
    board = moves.board
    form = moves.form
    cells = moves.shape is not None or form.functor in (EMPTY_LIST, SINGLE, "board")
    shown = form if form.whole or form.functor is None or not cells else None
    own = {"own_goals": moves.goals or (), "own_start": moves.start, "form": shown}
    written = {"functor": moves.functor, "predicate": moves.written_predicate}
    if unfolded.arcs is not None and moves.goals is not None:
        try:
            theory = replace(board, arcs=unfolded.arcs, values=unfolded.values)
        except InputError as error:
            raise error.at(Place(path)) from None
        known = domain_of(theory)
        if isinstance(known, TheoryDomain):
            return replace(known, **written, **own)
        return TheoryDomain(theory, **written, **own)
    return ProgramDomain(board, **written, **own, program=moves)


def _better(own: InputError | None, prolog: InputError) -> InputError:
    """The more informative of two errors: our reader's on syntax and on moves without a name in Prolog, Prolog's on all else."""
    ours = own is not None and ("yntax" in prolog.problem or "no arc/3" in prolog.problem)
    return own if own is not None and ours else prolog


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
