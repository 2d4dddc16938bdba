"""Theories that SWI-Prolog runs: programs that are no lists of arcs, and lists of arcs handed to Prolog.

In this file:

- One question about a theory, answered by a library of Prolog predicates.
- Turning a program into plain arcs, where that keeps its meaning.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from math import inf
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from ..arc import Arc
from ..checked import checked
from ..domains.domain_table import written_as
from ..errors import InputError, Place, check_name
from ..prolog.theory_file import write_theory
from ..prolog.writer import SINGLE, functor_of, pattern_text, write_atom
from ..term import EMPTY_LIST, Pattern, State, Symbol, Term, Var, canonical
from ..text.state_text import format_state
from ..text.text_file import read_text
from ..text.words import counted
from ..theory import Theory
from ..trust import check_trust
from .interpreter import INTERPRETER, inferences
from .loading import LoadedProgram, consult
from .process import DEFAULT_LIMITS, QuestionLimits, SwiError

ProgramStep: TypeAlias = tuple[float | str, State]
"""A cost, or the name of a move, which then costs 1; and a successor."""


@checked
class SwiProgram:
    """A Prolog program that says how states lead to others, loaded into a module of its own.

    It does so by arc(Before, After, Cost), arc(Before, After), s(Before, After, Cost) or s(Before, After), as in
    Bratko's textbook; the first of these that it defines counts, and where no cost is said it is 1. The facts
    theory(Name), shape(Rows, Columns), blank(Symbol), symbols(List) and arc_name(Number, Name) are optional, as in a
    theory file.

    Parameters
    ----------
    text
        The program.
    source
        Its name in error messages; files that it loads are looked for beside it.
    functor
        How its states are written, ``[]`` for lists, empty for single symbols; None for what the heads of its clauses
        show. Where they show nothing, states are written as the start, else they are lists, or single symbols if there
        is one cell.
    start
        A start as a text, whose functor and size count where the program leaves them open.
    limits
        Limits on loading it and on each question.
    trust
        Whether you trust it: it may do all that Prolog can, with your files and processes. None for what `trusting` says.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    InputError
        No trust; what Prolog reports as an error while it loads, with its place; no such predicate;
        states that are no vectors of atoms and whole numbers; a board that contradicts them.

    Attributes
    ----------
    predicate
        The one that counts, such as ``arc/3``.
    warnings
        What Prolog warns of, each with its place.
    changes
        Why its answers for a state may be others another time, in words; empty where all that it calls is known to
        answer the same each time. What is searched with such answers proves nothing.
    """

    engine: ClassVar[str] = "swi"

    has_estimates: ClassVar[bool] = False
    """Whether its own h/2 is asked."""

    vouched: ClassVar[bool] = False
    """Whether its author vouches for h/2."""

    @property
    def one_cost(self) -> bool:
        """Whether its predicate of moves has no cost, so that each costs 1."""
        return self.predicate.endswith("/2")

    def estimate(self, state: State) -> float:
        """Zero: its own h/2 is not asked."""
        return 0

    ours: ClassVar[bool] = False
    """Whether arcwise wrote it."""

    def __init__(
        self,
        text: str,
        source: str = "program",
        *,
        functor: str | None = None,
        start: str | None = None,
        limits: QuestionLimits = DEFAULT_LIMITS,
        trust: bool | None = None,
    ) -> None:
        self.source = source
        if not self.ours:
            check_trust(source, trust)
        loaded = consult(text, source, limits, ours=self.ours)
        self._loaded = loaded
        self.warnings: tuple[str, ...] = loaded.warnings
        self.changes: str = loaded.changes
        self.predicate: str = loaded.predicate
        self.name: str = loaded.name
        self.shape: tuple[int, int] | None = loaded.shape
        self.blank: Symbol | None = loaded.blank
        self.symbols: tuple[Symbol, ...] | None = loaded.symbols
        shown, size = loaded.form(functor, start)
        self.functor: str = shown
        self.size: int | None = size

    @classmethod
    def read(
        cls,
        path: str | Path,
        *,
        start: str | None = None,
        limits: QuestionLimits = DEFAULT_LIMITS,
        trust: bool | None = None,
    ) -> SwiProgram:
        """The program in a file.

        Raises
        ------
        SwiUnavailable, InputError
            As for the class; a file that cannot be read.
        """
        return cls(read_text(path), str(path), start=start, limits=limits, trust=trust)

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Every (arc, successor) pair of a state, in the order in which Prolog finds them.

        The arcs are ground, one for each answer, and called ``arc``. An answer that Prolog gives twice is there twice.

        Raises
        ------
        InputError
            A state of the wrong size, an error or a runaway in the program, a successor that is no state.
        """
        try:
            return [
                (named_arc("arc", state, successor, label), successor)
                for label, successor in self.steps(state)
            ]
        except InputError as error:  # a cost below 0
            raise error.at(Place(self.source)) from None

    def steps(self, state: State) -> list[ProgramStep]:
        """Cost and successor of every step from a state; see `successors`."""
        if len(state) != (self.size or len(state)):
            raise InputError(
                "wrong number of cells",
                place=Place(self.source),
                expected=counted(self.size or 0, "symbol"),
                found=f"{len(state)} in {format_state(state)}",
            )
        origin = self._loaded.origin
        limits = origin.limits
        bounds = f"{inferences(limits)},{limits.answers}"
        term = pattern_text(state, self.functor)
        request = f"successors({origin.module},{self.predicate},{bounds},{term})"
        try:
            steps = INTERPRETER.ask(request, limits, origin.module, _steps_of)
        except SwiError as failure:
            what = f"{self.predicate} fails on {format_state(state)}"
            raise origin.error(failure, what) from None
        for symbol in {cell for _, cells in steps for cell in cells if isinstance(cell, str)}:
            try:
                check_name(symbol)
            except InputError as error:
                raise error.at(Place(self.source)) from None
        return steps

    def is_goal(self, state: State) -> bool:
        """False: its own goal/1 is not asked."""
        return False

    def written(self, pattern: Pattern) -> str:
        """A state or a pattern as the program writes it."""
        return pattern_text(pattern, self.functor)

    def speaks_of(self) -> str:
        """How its clauses write states, as far as they show it: ``state(_,_)``."""
        shown = [
            "_" if functor == SINGLE else _general(functor, size)
            for functor, size in self._loaded.forms
            if size >= 0
        ]
        return " or ".join(shown)

    @cached_property
    def constants(self) -> frozenset[Symbol]:
        """The atoms and whole numbers that stand in its clauses."""
        origin = self._loaded.origin
        request = f"symbols({origin.module},{inferences(origin.limits)})"
        try:
            return INTERPRETER.ask(request, origin.limits, origin.module, _symbols_of)
        except SwiError as failure:
            raise origin.error(failure, f"{self.source} cannot be read") from None

    @property
    def process(self) -> int | None:
        """The number of the child process that runs it; None where none does now."""
        return INTERPRETER.pid(self._loaded.origin.module)

    def unfold(self) -> Unfolding:
        """Turn the program into plain arcs by asking arc/3 (or what it has) once, with a variable in every cell.

        That is done only where it keeps the meaning: every clause that can be reached calls nothing but clauses
        of the program and relations such as append/3 and select/3, whose answers for one state are those for the
        most general state that fit it. Arithmetic is allowed: it raises an error where a cell is not known.
        """
        return unfold(self._loaded, self.functor, self.size)

    def close(self) -> None:
        """Unload the program from Prolog, after which it answers no questions."""
        INTERPRETER.unload(self._loaded.origin.module)


def _general(functor: str, size: int) -> str:
    cells = ",".join("_" * size)
    return f"[{cells}]" if functor == EMPTY_LIST else f"{write_atom(functor)}({cells})"


def _steps_of(reply: Any) -> list[ProgramStep]:
    """A reply as steps, or ValueError."""
    steps: list[ProgramStep] = []
    for cost, *cells in reply:
        if not is_label(cost):
            raise ValueError
        if not {int, str}.issuperset(map(type, cells)):
            raise ValueError
        steps.append((cost, tuple(cells)))
    return steps


def _symbols_of(reply: Any) -> frozenset[Symbol]:
    """A reply as symbols, or ValueError."""
    if not {int, str}.issuperset(map(type, reply)):
        raise ValueError
    return frozenset(reply)


class _OwnProgram(SwiProgram):
    """A program that arcwise wrote."""

    ours = True


@checked
class SwiTheory:
    """A theory whose arcs SWI-Prolog applies: the successors are what Prolog finds, the arcs the theory's own.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    """

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        # In place of its cost each arc has its number, which says in an answer which arc it was.
        numbered = tuple(
            Arc(arc.name, arc.before, arc.after, number) for number, arc in enumerate(theory.arcs)
        )
        text = write_theory(replace(theory, arcs=numbered))
        self._program = _OwnProgram(text, theory.name, functor=functor_of(theory))

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Every (arc, successor) pair of a state, in the order of the arcs.

        Raises
        ------
        InputError
            As for `SwiProgram`.
        """
        arcs = self.theory.arcs
        return [(arcs[int(number)], there) for number, there in self._program.steps(state)]

    def close(self) -> None:
        """Forget the theory in Prolog."""
        self._program.close()


UNBOUNDED = QuestionLimits(inferences=None, seconds=None)
"""The limits of a whole search: it ends by itself, or is interrupted."""

_LOADING = QuestionLimits(inferences=None)

_numbers = count(1)


def first_answer(
    theory: Theory, library: Path, goal: str, *, limits: QuestionLimits = UNBOUNDED
) -> Any:
    """The first answer to a goal that a library defines, asked in the module of a theory.

    Parameters
    ----------
    theory
        Its arcs are arc/3 there.
    library
        A Prolog file, a module.
    goal
        A goal as Prolog text, without its last argument, which is the answer: a term made of lists, numbers, atoms
        and variables.
    limits
        Limits on the answer.

    Returns
    -------
    The answer as lists, numbers and strings (a variable as ``{"var": name}``), or None where the goal fails.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    SwiError
        An error in Prolog, or a limit.
    """
    module = f"arcwise_theory_{next(_numbers)}"
    INTERPRETER.load(module, module, write_theory(theory), _LOADING, ours=True, read=list)
    try:
        bounds = f"{inferences(limits)},{write_atom(str(library))}"
        found = INTERPRETER.ask(f"first_answer({module},{bounds},{goal})", limits, module, list)
    finally:
        INTERPRETER.unload(module)
    return found[0] if found else None


MOST_TERMS = 2_000_000
"""Cells of all arcs together at most: they come in one answer."""


@dataclass(frozen=True, slots=True)
class Unfolding:
    """Result of an attempt to unfold a program into plain arcs.

    Parameters
    ----------
    theory
        The arcs in the order in which Prolog finds them, or None.
    reason
        Why there is no theory, in words; empty where there is one.
    """

    theory: Theory | None
    reason: str = ""


def unfold(program: LoadedProgram, functor: str, size: int | None) -> Unfolding:
    """The arcs of a program, found by asking it once with a variable in every cell; see `SwiProgram.unfold`."""
    predicate, origin = program.predicate, program.origin
    if len({form for form in program.forms if form[1] >= 0}) > 1:
        return Unfolding(None, f"the heads of {predicate} show states of several forms")
    if size is None:
        return Unfolding(
            None, "the size of a state is not known; a fact shape(Rows, Columns) gives it"
        )
    general = pattern_text(tuple(Var(f"X{cell}") for cell in range(size)), functor)
    most = min(origin.limits.answers, MOST_TERMS // (2 * size))
    bounds = f"{inferences(origin.limits)},{most}"
    request = f"unfold({origin.module},{predicate},{general},{bounds})"
    try:
        kind, answer = INTERPRETER.ask(request, origin.limits, origin.module, _answer_of)
    except SwiError as failure:
        if failure.kind == "answers":
            return Unfolding(None, f"{predicate} says more than {most:,} arcs of {size:,} cells")
        error = origin.error(failure, f"{predicate} fails on the most general state")
        return Unfolding(None, error.problem)
    if kind == "impure":
        return Unfolding(
            None, f"{predicate} uses {answer}, which may answer differently when cells are unknown"
        )
    if not answer:
        return Unfolding(None, f"{predicate} has no answer for the most general state")
    names = program.names if kind == "facts" else {}
    try:
        arcs = tuple(
            _arc(names.get(number, "arc"), *row) for number, row in enumerate(answer, start=1)
        )
        theory = Theory(
            program.name,
            arcs,
            program.shape or (1, size),
            program.blank,
            program.symbols,
        )
    except InputError as error:
        return Unfolding(None, error.problem)
    return Unfolding(written_as(theory, functor, predicate))


def _answer_of(reply: Any) -> tuple[str, Any]:
    """A reply as its kind and what is impure, or the cells before and after and the costs of arcs; else ValueError."""
    match reply:
        case ["impure", str(culprit)]:
            return "impure", culprit
        case ["facts" | "rules" as kind, [*rows]]:
            return kind, [
                (pattern_of_reply(before), pattern_of_reply(after), _label(cost))
                for before, after, cost in rows
            ]
    raise ValueError


def _label(label: Any) -> float | str:
    if not is_label(label):
        raise ValueError
    found: float | str = label
    return found


def is_label(label: Any) -> bool:
    """Whether it is a cost, or a name."""
    return type(label) is str or (type(label) in (int, float) and -inf < label < inf)


def named_arc(name: str, before: Pattern, after: Pattern, label: float | str) -> Arc:
    """An arc with its cost, or with the name that it has in place of one; then it costs 1.

    Raises
    ------
    InputError
        A cost below 0, a name that `check_name` refuses.
    """
    if not isinstance(label, str):
        return Arc(name, before, after, label)
    check_name(label)
    return Arc(label, before, after)


def _arc(name: str, before: Pattern, after: Pattern, label: float | str) -> Arc:
    for cell in (*before, *after):
        if isinstance(cell, str):
            check_name(cell)
    was, becomes = canonical(before, after)
    return named_arc(name, was, becomes, label)


def pattern_of_reply(cells: Iterable[Any]) -> Pattern:
    """The cells of a pattern as bridge.pl gives them."""
    return tuple(map(_cell, cells))


def _cell(cell: Any) -> Term:
    match cell:
        case {"var": str(name)}:
            return Var(name)
        case int() | str() if not isinstance(cell, bool):
            return cell
    raise ValueError
