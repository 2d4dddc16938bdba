"""The form in which a program writes its states: a term with open places, which are the cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from functools import cached_property

from ...rules.errors import InputError
from ...rules.prolog.operators import OperatorTable
from ...rules.prolog.reader import read_clauses
from ...rules.prolog.writer import SINGLE
from ...rules.record import record
from ...rules.term import (
    EMPTY_LIST,
    LIST_FUNCTOR,
    Compound,
    Pattern,
    PrologTerm,
    State,
    Term,
    Var,
    leaves,
    list_items,
    replaced,
    unify,
)
from ...rules.text.state_text import open_cell, written_size
from .clause_text import term_text
from .program import HornClause, Indicator, indicator

_OPEN = Var("_OpenCell")
"""Stands for an open cell while a pattern is written; ``_`` is the name of many variables."""

_OPEN_SIGN = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\?""", re.DOTALL)
"""The sign of an open cell, or a quoted text, in which it is a character like others."""


def opened(text: str) -> str:
    """The text of a state or a pattern with ``_`` for each open cell."""
    return _OPEN_SIGN.sub(lambda one: "_" if one[0] == "?" else one[0], text)


@record
class StateForm:
    """A form of states.

    Parameters
    ----------
    term
        The form as a term, a variable in the place of each cell: ``pos(A, B/C)``. A variable alone stands for a state of
        any form, which is one cell: its symbol is the term as it is written.
    whole
        Whether the only cell holds a term of any form.
    operators
        Operators by which states are written.
    """

    term: PrologTerm
    whole: bool = False
    operators: OperatorTable = field(
        default_factory=OperatorTable.default, compare=False, repr=False
    )

    @classmethod
    def of(cls, term: PrologTerm, operators: OperatorTable | None = None) -> StateForm | None:
        """The form of a term: each constant and each variable in it is a cell; None for a term with other constants."""
        count = 0
        pending: list[tuple[Compound | None, Iterator[PrologTerm], list[PrologTerm]]] = []
        pending.append((None, iter((term,)), []))
        while True:
            whole, rest, done = pending[-1]
            for one in rest:
                if isinstance(one, Compound):
                    pending.append((one, iter(one.args), []))
                    break
                if not isinstance(one, int | str | Var) or isinstance(one, bool):
                    return None
                ends = whole is not None and whole.functor == LIST_FUNCTOR and len(done) == 1
                if ends and one == EMPTY_LIST:
                    done.append(one)
                    continue
                if ends:  # a list whose end is open has no fixed form
                    return None
                count += 1
                done.append(Var(f"C{count}"))
            else:
                pending.pop()
                if whole is None:
                    return cls(done[0], False, operators or OperatorTable.default())
                pending[-1][2].append(Compound(whole.functor, tuple(done)))

    @classmethod
    def any(cls, operators: OperatorTable) -> StateForm:
        """The form of states without a common structure: the one cell is the whole term."""
        return cls(Var("C1"), True, operators)

    @cached_property
    def cells(self) -> tuple[Var, ...]:
        """The cells from left to right."""
        return tuple(one for one in leaves((self.term,)) if isinstance(one, Var))

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.cells)

    @cached_property
    def functor(self) -> str | None:
        """How a vector is written: its functor, ``[]`` for a list, empty for a symbol alone; None for terms that nest."""
        term = self.term
        if isinstance(term, Var):
            return SINGLE
        items = list_items(term)
        if items is not None:
            return EMPTY_LIST if all(isinstance(one, Var) for one in items) else None
        assert isinstance(term, Compound)
        return term.functor if all(isinstance(one, Var) for one in term.args) else None

    def cells_of(self, term: PrologTerm) -> tuple[PrologTerm, ...] | None:
        """Contents of the cells of a term; None for a term of another form."""
        found = unify((self.term,), (replaced((term,), _apart)[0],))
        if found is None:
            return None
        values = replaced(self.cells, lambda one: found.get(one, one))
        return tuple(
            Var(one.name[1:]) if isinstance(one, Var) and _is_apart(one) else one for one in values
        )

    def state(self, term: PrologTerm) -> State | None:
        """The cells of a state; None for a term of another form, with variables or with other constants in it."""
        if self.whole:
            if any(isinstance(one, Var) for one in leaves((term,))):
                return None
            return (term if isinstance(term, int) else term_text(term, self.operators),)
        values: list[PrologTerm] = []
        pending: list[tuple[PrologTerm, PrologTerm]] = [(self.term, term)]
        while pending:
            form, one = pending.pop()
            if isinstance(form, Var):
                if type(one) is not int and type(one) is not str:
                    return None
                values.append(one)
            elif isinstance(form, Compound):
                if not isinstance(one, Compound) or one.functor != form.functor:
                    return None
                if len(one.args) != len(form.args):
                    return None
                pending.extend(zip(form.args[::-1], one.args[::-1], strict=True))
            elif form != one:
                return None
        return tuple(values)  # type: ignore[arg-type]

    def pattern(self, term: PrologTerm) -> Pattern | None:
        """The cells of a term with variables; a variable that occurs once leaves its cell open. None as for `state`."""
        if self.whole:
            state = self.state(term)
            return (open_cell(0),) if isinstance(term, Var) else state
        values = self.cells_of(term)
        if values is None or not all(isinstance(one, int | str | Var) for one in values):
            return None
        made: list[Term] = []
        for place, one in enumerate(values):
            alone = isinstance(one, Var) and values.count(one) == 1
            made.append(open_cell(place) if alone else one)  # type: ignore[arg-type]
        return tuple(made)

    def term_of(self, pattern: Pattern) -> PrologTerm:
        """The term of a state or a pattern."""
        if self.whole and isinstance(pattern[0], str):
            return read_term(pattern[0], self.operators)
        known = dict(zip(self.cells, pattern, strict=True))
        if isinstance(self.term, Var):
            return known[self.term]
        return replaced((self.term,), lambda cell: known.get(cell, cell))[0]

    def term_cells(self, state: State) -> tuple[PrologTerm, ...]:
        """Contents of the cells of a state, as terms."""
        return (self.term_of(state),) if self.whole else state

    def read(self, text: str) -> Pattern | None:
        """The cells of a state or a pattern as people write it; None for symbols without the term around them.

        A cell written ``?`` is open.

        Raises
        ------
        InputError
            A term of another form.
        """
        term, found = None, None
        with suppress(InputError, ValueError):
            term = read_term(opened(text), self.operators)
            found = self.pattern(term)
        if found is None and written_size(text) == self.size:
            return None
        if found is None and self.whole and term is not None:
            raise InputError(
                "states of this program have no fixed form: no start or goal has variables",
                expected="a term without variables",
                found=text.strip()[:200],
                remedy="a clause goal(State) in the program, which may test a state",
            )
        if found is None:
            raise InputError(
                "states are not written so",
                expected="a term, such as s(1,2)"
                if self.whole
                else self.text(tuple(map(open_cell, range(self.size))))[:200],
                found=text.strip()[:200],
            )
        return found

    def text(self, pattern: Pattern) -> str:
        """A state or a pattern as it is written."""
        shown = tuple(
            _OPEN if isinstance(one, Var) and one.name[0] == "?" else one for one in pattern
        )
        if self.whole and isinstance(shown[0], str):
            return shown[0]
        text = term_text(self.term_of(shown), self.operators)
        return text.replace(_OPEN.name, "_") if _OPEN in shown else text


def _apart(variable: Var) -> PrologTerm:
    return variable if _is_apart(variable) else Var(f"'{variable.name}")


def _is_apart(variable: Var) -> bool:
    return variable.name[0] == "'"


def read_term(text: str, operators: OperatorTable) -> PrologTerm:
    """The term that a text is.

    Raises
    ------
    InputError
        Text that is not one term.
    """
    ended = text.strip()
    ended = ended if ended.endswith(".") else f"{ended} ."
    (clause,) = read_clauses(ended, "state", operators=operators)
    return clause.term


def shown_states(
    clauses: Mapping[Indicator, Iterable[HornClause]], predicate: Indicator, place: int
) -> Iterator[tuple[PrologTerm, bool]]:
    """The states that clauses of the moves show, or clauses that these call with their state.

    Parameters
    ----------
    clauses
        The clauses of each predicate.
    predicate, place
        The predicate of the moves, and the place of a state among its arguments, from 0.

    Yields
    ------
    Each term that is no variable, and whether a head of the moves themselves has it.
    """
    pending, seen = [(predicate, place)], set()
    while pending:
        asked = pending.pop(0)
        if asked in seen:
            continue
        seen.add(asked)
        called, at = asked
        for clause in clauses.get(called, ()):
            assert isinstance(clause.head, Compound)
            shown = clause.head.args[at]
            if not isinstance(shown, Var):
                yield shown, called == predicate
                continue
            for goal in clause.body:
                if isinstance(goal, Compound):
                    pending += [
                        (indicator(goal), other)
                        for other, one in enumerate(goal.args)
                        if one is shown
                    ]
