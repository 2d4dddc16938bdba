"""Prolog files as domains: facts and programs are read without Prolog; with trust, SWI-Prolog runs all else."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ...rules.domain import Domain, TheoryDomain
from ...rules.domains.domain_table import domain_of, written_as
from ...rules.errors import InputError, Place, on_one_line
from ...rules.geometry import Shape
from ...rules.later import Later
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.reader import Clause, forget_ahead, read_ahead
from ...rules.prolog.steps import (
    GOALS,
    MODULE,
    STARTS,
    defined_steps,
    head_and_body,
    predicate_name,
    prolog_directive,
)
from ...rules.prolog.theory_file import ProgramArcError, read_board, theory_of_clauses
from ...rules.prolog.writer import SINGLE
from ...rules.states.permutation_group import Solvability
from ...rules.states.random_states import MAX_ASKED, Draw, between, single, too_many_to_draw
from ...rules.term import EMPTY_LIST, Compound, Pattern, State, Symbol, Terms, Var, ground
from ...rules.text.text_file import read_text
from ...rules.theory import Theory
from ...rules.trust import trusted
from ..program.clause_text import term_text
from ..program.read_program import stated_goal
from ..program.state_form import StateForm

LOOSE = "a variable stands only on the right side"
"""How the refusal of an arc reads whose variables a start may show the values of."""

LOG = logging.getLogger("arcwise")

_read_moves = Later("logic.prover.read_moves", "read_moves")
_read_trusted_moves = Later("logic.prover.in_swi", "read_trusted_moves")

OWN = frozenset(f"{name}/1" for name in (*STARTS, *GOALS))
"""Predicates by which a file gives its start and its goals."""


@dataclass(frozen=True)
class ProgramDomain(TheoryDomain):
    """A program that cannot be unfolded into arcs; its theory is the board alone.

    Parameters
    ----------
    alone, own_goals, functor, predicate, form, own_start
        As for `TheoryDomain`.
    program
        What makes its moves: a `MoveProgram`, which our own prover or SWI-Prolog asks.
    """

    sized_as = "moves"

    program: Any = None

    @property
    def constants(self) -> frozenset[Symbol]:
        """The symbols of the program."""
        assert self.program is not None
        found: frozenset[Symbol] = self.program.constants
        return found

    def goal(self, shape: Shape) -> Pattern:
        """A goal that the file tells as a pattern, or what stands for the test that its goal/1 makes of a state."""
        return self._tested_goal or super().goal(shape)

    def goals(self, shape: Shape) -> tuple[Pattern, ...]:
        """All goals that the file tells as patterns, or what stands for its test."""
        return self.own_goals or (self.goal(shape),)

    @property
    def _tested_goal(self) -> Pattern:
        """The open pattern that stands for the program's own test of a state; empty where it has none."""
        tested: Pattern = getattr(self.program, "tested_goal", ())
        return tested

    def starts(self, shape: Shape, goal: Pattern) -> Draw:
        """Draw uniformly from the states that the goal or the program's own start leads to and that lead to the goal.

        A program does not tell what comes before a state: where moves cannot be undone, only the start leads to others.
        """
        assert self.program is not None
        own = self.start(shape)
        first = ground(goal) or (single(goal) if own is None else own)
        starts = dict.fromkeys((first, own or first))
        counted = getattr(self.program, "reaches_more", None)
        if counted is not None and any(counted(start, MAX_ASKED) for start in starts):
            raise too_many_to_draw(self.program.name, MAX_ASKED)
        is_goal = self.program.is_goal if goal and goal == self._tested_goal else None
        return between(self.program, starts, self.goals_for(goal), MAX_ASKED, is_goal)

    def solvable(self, shape: Shape, start: State, goal: Pattern) -> Solvability | None:
        """None: only a search of the program can tell."""
        return None


def load_prolog(
    path: str, start: str | None = None, moves: str | None = None, *, swi: bool = False
) -> Domain:
    """Read a Prolog file: as facts if it is no more than that, else as a program, unfolded where that is possible.

    Programs are asked by our own prover. SWI-Prolog runs what that does not read, if the user trusts it. Warnings go to stderr.

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
        A bad file; a program whose states have no known size; one that only SWI-Prolog can run, without trust.
    SwiUnavailable
        A trusted program that only SWI-Prolog can run, without SWI-Prolog.
    """
    refusal: InputError | None = None
    if not swi:
        try:
            return _without_swi(path, start, moves)
        except InputError as error:
            known = error.place is not None and error.place.line
            if not (trusted() and known):
                raise
            refusal = error
    try:
        return _of_moves(_read_trusted_moves(read_text(path), path, start, moves), path)
    except InputError as error:
        if refusal is not None and "yntax" in error.problem:
            raise refusal from None
        raise


def _without_swi(path: str, start: str | None, moves: str | None) -> Domain:
    """The domain of a file that arcwise reads by itself."""
    clauses, _ = read_ahead(read_text(path), path)
    if moves is None and prolog_directive(clauses) is None:
        try:
            domain = _of_facts(clauses, path)
            forget_ahead()
            return domain
        except ProgramArcError:
            pass
        except InputError as error:
            if "no arc/3" in error.problem:
                raise _no_moves(clauses, path, error, start) from None
            if LOOSE in error.problem:
                made = _of_moves(_read_moves(read_text(path), path, start, moves), path)
                if made.program is None:  # a start has shown the values
                    return made
            raise
    return _of_moves(_read_moves(read_text(path), path, start, moves), path)


def _of_facts(clauses: list[Clause], path: str) -> Domain:
    """The domain of a list of arcs."""
    _refuse_macros(clauses, path)
    theory = theory_of_clauses(clauses, path)
    counting, *others = defined_steps(clauses)
    if others:
        LOG.warning(
            f"{path}: the moves are those of {counting}; {' and '.join(others)} passed over"
        )
    _say_board(theory, clauses, path)
    own: Any = theory.domain
    if own is not None and not (own.functor in (EMPTY_LIST, SINGLE) or own.functor[0].isalpha()):
        cells = tuple(Var(f"C{cell}") for cell in range(1, theory.size + 1))
        form = StateForm(Compound(own.functor, cells))  # written with an operator, as a-b
        plain = replace(theory, domain=None)
        theory = written_as(plain, own.functor, own.predicate, own.places, form)
    return _with_own(theory, clauses, path)


def _refuse_macros(clauses: list[Clause], path: str) -> None:
    """Refuse a macro file, whose only arcs are its macros: searched alone they prove nothing.

    Raises
    ------
    InputError
        Such a file.
    """
    facts = Counter(predicate_name(head_and_body(clause.term)[0]) for clause in clauses)
    if not facts["macro_domain/1"] or facts["arc/3"] > facts["macro/5"]:
        return
    if _program_of_rules(clauses):  # which is told of with its program
        return
    raise InputError(
        "this is a macro file, which is used beside its domain",
        place=Place(path),
        expected="a domain: a name from arcwise domains, or a file of arcs",
        remedy=f"the domain in its place, with --macros {on_one_line(path)}",
    )


def _no_moves(clauses: list[Clause], path: str, error: InputError, start: str | None) -> InputError:
    """Error for a file without moves: learned rules and logic programs have commands of their own."""
    owner = _program_of_rules(clauses)
    if owner:
        return InputError(
            "this is a file of learned rules, which are used beside their program",
            place=error.place,
            expected="a program or a domain",
            remedy=f"{on_one_line(owner)} in its place, with --macros {on_one_line(path)}",
        )
    stated = next((one for one in map(stated_goal, clauses) if one is not None), None)
    if stated is None:
        proposed = _relation_of(clauses, start)
        return error.advising(f'--moves "{proposed}"\n{error.remedy}') if proposed else error
    called = f'{on_one_line(path)} "{term_text(stated, OperatorTable.default())}"'
    return InputError(
        "this is a logic program: it has goals to prove, but no moves",
        place=error.place,
        expected=error.expected,
        remedy=f"arcwise solve {called} --proof\n"
        f"or arcwise explain {called}, which generalizes the proof; learn and compare take programs too;\n"
        "in Python aw.prove, aw.learn and aw.compare, with goals",
    )


def _relation_of(clauses: list[Clause], start: str | None) -> str:
    """The goal of moves by the first facts with a start among their arguments; empty if there are none."""
    for clause in clauses if start is not None else ():
        head, body = head_and_body(clause.term)
        if not isinstance(head, Compound) or body is not None:
            continue
        written = [term_text(one, OperatorTable.default()) for one in head.args]
        if start not in written or len(written) < 2:
            continue
        before = written.index(start)
        after = next(
            (
                place
                for place in range(before + 1, len(written))
                if _is_like(head.args, before, place)
            ),
            (before + 1) % len(written),
        )
        names = ["_"] * len(written)
        names[before], names[after] = "Before", "After"
        return f"{head.functor}({','.join(names)})"
    return ""


def _is_like(args: Terms, one: int, other: int) -> bool:
    """Whether two arguments are of one kind: numbers, atoms, or terms of one functor."""
    first, second = args[one], args[other]
    if isinstance(first, Compound) and isinstance(second, Compound):
        return predicate_name(first) == predicate_name(second)
    return type(first) is type(second)


def _program_of_rules(clauses: Iterable[Clause]) -> str:
    """The program that a file of learned rules names; empty for any other file."""
    for clause in clauses:
        match clause.term:
            case Compound(
                ":", (module, Compound("macro_domain", (Compound("program", (named,)),)))
            ) if module == MODULE:
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
    names = {predicate_name(head_and_body(clause.term)[0]) for clause in clauses}
    if domain.own_goals or not names & OWN or not isinstance(domain, TheoryDomain):
        return domain
    try:
        own = _read_moves(read_text(path), path, None, None)
    except InputError:
        return domain
    alike = own.form.functor == domain.functor
    goals = own.goals if alike or own.goal_predicate is None else None
    if goals is None:  # goal/1 only tests a state
        return _of_moves(own, path)
    return replace(domain, own_goals=goals, own_start=own.start)


def _of_moves(moves: Any, path: str) -> Domain:
    """The domain of a program that is asked for moves."""
    for warning in moves.warnings:
        LOG.warning(warning.replace("\n", "\n  "))
    if moves.unmet is not None:
        LOG.warning(
            f"{path}: no state has the form of {moves.goal_predicate}({term_text(moves.unmet, OperatorTable.default())})"
        )
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
            return replace(known, **written, **own, places=None)
        return TheoryDomain(theory, **written, **own, places=None)
    return ProgramDomain(board, **written, **own, program=moves)
