"""Theories as Prolog files of arc/3 facts, read and written without Prolog."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .arc import Arc
from .errors import InputError, Place
from .prolog_reader import Clause, read_clauses
from .prolog_term import EMPTY_LIST, Compound, PrologTerm, list_items, make_list, split_list
from .prolog_writer import arc_clause, write_atom, write_term
from .term import Pattern, State, Symbol, Term, Var
from .text_file import read_text, write_text
from .theory import Theory

BOARD_FACTS = {"theory": 1, "shape": 2, "blank": 1, "symbols": 1, "arc_name": 2}
"""What a file may say besides arc/3, with how many arguments each fact has."""


class ProgramArcError(InputError):
    """A clause of arc/3 with a body, or with a state that is not spelt out: a program that only Prolog can run."""


def load_theory_file(path: str | Path) -> Theory:
    """Read a theory from a file; see `read_theory`."""
    return read_theory(read_text(path), str(path))


def read_theory(text: str, source: str = "<text>") -> Theory:
    """Read a theory of ``arc(Before, After, Cost)`` facts.

    States are lists or compound terms of atoms, whole numbers and variables. The facts theory(Name),
    shape(Rows, Columns), blank(Symbol), symbols(List) and arc_name(Number, Name) are optional; all others are ignored.

    Raises
    ------
    ProgramArcError
        An arc/3 clause with a body.
    InputError
        Anything else that is wrong, with its place.
    """
    facts = read_facts(read_clauses(text, source), source)
    if not facts.arcs:
        raise InputError(
            "no arc/3",
            place=Place(source),
            expected="facts arc(Before, After, Cost)",
            found="none",
        )
    return facts.theory(tuple(facts.arcs))


@dataclass
class Facts:
    """What the clauses of a file say about a board and its arcs.

    Parameters
    ----------
    source
        What error messages call the file.
    arcs
        The arc/3 facts in order, each with its name from arc_name/2 or called ``arc``.
    names
        What arc_name/2 says, by number from 1.
    """

    source: str
    arcs: list[Arc] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    name: str | None = None
    shape: tuple[int, int] | None = None
    blank: Symbol | None = None
    symbols: tuple[Symbol, ...] | None = None
    functor: str | None = None
    size: int = 0
    place: Place | None = None

    def theory(self, arcs: tuple[Arc, ...]) -> Theory:
        """The theory of the board that the facts describe, with the given arcs."""
        try:
            return Theory(
                name=Path(self.source).stem if self.name is None else self.name,
                arcs=arcs,
                shape=self.shape or (1, self.size),
                blank=self.blank,
                symbols=self.symbols,
                functor=self.functor or EMPTY_LIST,
            )
        except InputError as error:
            raise error.at(self.place or Place(self.source)) from None


def read_facts(clauses: Iterable[Clause], source: str) -> Facts:
    """Collect the facts about a board and its arcs; other clauses are passed over.

    Raises
    ------
    InputError
        A malformed fact, with its place.
    """
    facts = Facts(source)
    for clause in clauses:
        term, place = clause.term, clause.place
        try:
            head, body = _split(term)
            if not isinstance(head, Compound):
                continue
            if head.functor == "arc" and len(head.args) == 3:
                if body not in (None, "true"):
                    raise ProgramArcError(
                        "this clause of arc/3 has a body, which only Prolog can run",
                        place=place,
                        expected="a fact arc(Before, After, Cost)",
                        found=write_term(head) + " :- ...",
                        remedy="SWI-Prolog: arcwise doctor says whether it is installed",
                    )
                _take_arc(facts, head, place)
            elif body is None and BOARD_FACTS.get(head.functor) == len(head.args):
                _take_fact(facts, head, place)
        except InputError as error:
            if error.place is not None:
                raise
            raise error.at(place) from None
    for number, arc in enumerate(facts.arcs, start=1):
        if number in facts.names:
            facts.arcs[number - 1] = Arc(facts.names[number], arc.before, arc.after, arc.cost)
    return facts


def _split(term: PrologTerm) -> tuple[PrologTerm, PrologTerm | None]:
    if isinstance(term, Compound) and term.functor == ":-" and len(term.args) == 2:
        return term.args[0], term.args[1]
    return term, None


def _take_arc(facts: Facts, head: Compound, place: Place) -> None:
    for state in head.args[:2]:
        if isinstance(split_list(state)[1], Var):
            raise ProgramArcError(
                "this clause of arc/3 has a state whose cells are not spelt out",
                place=place,
                expected="a list or a compound term, such as [1,2,0] or board(1,2,0)",
                found=write_term(state),
                remedy="SWI-Prolog: arcwise doctor says whether it is installed",
            )
    before_functor, before = pattern_of_term(head.args[0])
    after_functor, after = pattern_of_term(head.args[1])
    functor = facts.functor or before_functor
    for found in (before_functor, after_functor):
        if found != functor:
            raise InputError(
                "states are not written alike", expected=_form(functor), found=_form(found)
            )
    if facts.size and len(before) != facts.size:
        raise InputError(
            "wrong number of cells",
            expected=f"{facts.size}, as in the arcs before",
            found=str(len(before)),
        )
    cost = head.args[2]
    if isinstance(cost, bool) or not isinstance(cost, int | float):
        raise InputError("bad cost", expected="a number of 0 or more", found=write_term(cost))
    facts.arcs.append(Arc("arc", before, after, cost))
    facts.functor, facts.size = functor, len(before)


def _form(functor: str) -> str:
    return "a list [...]" if functor == EMPTY_LIST else f"{write_atom(functor)}(...)"


def _take_fact(facts: Facts, head: Compound, place: Place) -> None:
    if head.functor == "arc_name":
        number, name = head.args
        if not isinstance(number, int):
            raise InputError(
                "bad arc_name", expected="arc_name(Number, Name)", found=write_term(head)
            )
        facts.names[number] = str(_symbol(name))
    elif head.functor == "theory":
        facts.name = str(_symbol(head.args[0]))
    elif head.functor == "blank":
        facts.blank = _symbol(head.args[0])
    elif head.functor == "symbols":
        items = list_items(head.args[0])
        if items is None:
            raise InputError("bad symbols", expected="symbols([...])", found=write_term(head))
        facts.symbols = tuple(map(_symbol, items))
    else:
        rows, columns = head.args
        if not (isinstance(rows, int) and isinstance(columns, int) and min(rows, columns) > 0):
            raise InputError(
                "bad shape", expected="shape(Rows, Columns), each 1 or more", found=write_term(head)
            )
        facts.shape, facts.place = (rows, columns), place


def _symbol(term: PrologTerm) -> Symbol:
    if isinstance(term, bool) or not isinstance(term, int | str):
        raise InputError(
            "not a symbol", expected="an atom or a whole number", found=write_term(term)
        )
    return term


def pattern_of_term(term: PrologTerm) -> tuple[str, Pattern]:
    """A state's functor (``[]`` for a list) and its cells.

    Raises
    ------
    InputError
        A term that is neither a list nor compound, or a cell that is neither atom, whole number nor variable.
    """
    items = list_items(term)
    if items is not None:
        return EMPTY_LIST, tuple(map(_cell, items))
    if isinstance(term, Compound) and term.functor != "[|]":
        return term.functor, tuple(map(_cell, term.args))
    raise InputError(
        "not a state",
        expected="a list or a compound term, such as [1,2,0] or board(1,2,0)",
        found=write_term(term),
    )


def state_of_term(term: PrologTerm) -> State:
    """The cells of a state without variables.

    Raises
    ------
    InputError
        What is not a state.
    """
    cells = pattern_of_term(term)[1]
    symbols = tuple(cell for cell in cells if not isinstance(cell, Var))
    if len(symbols) != len(cells):
        raise InputError("a state has no variables", found=write_term(term))
    return symbols


def _cell(term: PrologTerm) -> Term:
    return term if isinstance(term, Var) else _symbol(term)


def board_facts(theory: Theory) -> list[str]:
    """The facts about a theory's board, a line each, with what lets several files be consulted together."""
    symbols = theory.symbols
    facts: list[PrologTerm] = [
        Compound("theory", (theory.name,)),
        Compound("shape", theory.shape),
        *([] if theory.blank is None else [Compound("blank", (theory.blank,))]),
        *([] if symbols is None else [Compound("symbols", (make_list(symbols),))]),
    ]
    names = ", ".join(f"{name}/{size}" for name, size in BOARD_FACTS.items())
    return [
        f":- multifile {names}.",
        f":- discontiguous {names}.",
        *(f"{write_term(fact)}." for fact in facts),
    ]


def write_theory(theory: Theory) -> str:
    """A theory as the text of a Prolog file."""
    rows, columns = theory.shape
    lines = [
        f"% {write_atom(theory.name)}: {rows} x {columns} cells, {len(theory.arcs)} arcs.",
        ":- multifile arc/3.",
        ":- discontiguous arc/3.",
        *board_facts(theory),
        "",
    ]
    for number, arc in enumerate(theory.arcs, start=1):
        lines.append(write_term(Compound("arc_name", (number, arc.name))) + ".")
        lines.append(arc_clause(arc.before, arc.after, arc.cost, theory.functor))
    return "\n".join(lines) + "\n"


def save_theory(theory: Theory, path: str | Path) -> None:
    """Write a theory to a file.

    Raises
    ------
    InputError
        A place that cannot be written to.
    """
    write_text(path, write_theory(theory))
