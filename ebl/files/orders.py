"""The order of subgoals as macro files have it: the name of a rule, or a list of cells, numbered from 1."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.errors import InputError, Place
from ...rules.prolog.reader import Clause
from ...rules.prolog.term import PrologTerm, list_items, make_list
from ...rules.prolog.writer import write_term
from ...rules.schema import Schema
from ...search.orders.order import BLANK_FIRST, GIVEN, RULES, Order, listed, order_of
from ..library import MacroLibrary
from ..macro import Macro
from .facts import facts


def order_term(order: Order) -> PrologTerm:
    """An order as a file has it."""
    found = listed(order)
    return found if isinstance(found, str) else make_list(found)


def read_order(clauses: Sequence[Clause], library: MacroLibrary) -> Order:
    """The order that a file names for a library; the domain's own where it names none.

    Raises
    ------
    InputError
        Two of them, one that is no order, or cells that are not those of the board's goal.
    """
    found = facts(clauses, "subgoal_order")
    if not found:
        # What files of macro tables said before there were other orders.
        old = any(clause.term == "blank_first" for clause in clauses)
        return BLANK_FIRST if old else GIVEN
    if len(found) > 1:
        raise InputError("two orders of subgoals", place=found[1][0].place, expected="one")
    clause, (term,) = found[0]
    if isinstance(term, str) and term in RULES:
        return term
    cells = [cell for cell in list_items(term) or () if isinstance(cell, int) and cell > 0]
    if not cells or len(cells) < len(list_items(term) or ()):
        raise InputError(
            "bad order of subgoals",
            place=clause.place,
            expected=f"{', '.join(RULES)} or a list of cells",
            found=write_term(term),
        )
    order = tuple([cell - 1 for cell in cells])
    if library.shape is not None and library.domain.goals(library.shape):
        try:
            order_of(library.domain, library.shape, library.domain.goal(library.shape), order)
        except InputError as error:
            raise error.at(clause.place) from None
    return order


def read_table(clauses: Sequence[Clause], library: MacroLibrary) -> bool:
    """Whether a file says that its macros are the entries of a macro table.

    Raises
    ------
    InputError
        It says so of macros that have the domain's own order of subgoals, or none.
    """
    said = [clause for clause in clauses if clause.term == "macro_table"]
    if said and library.order == GIVEN:
        raise InputError(
            "a macro table without its order of subgoals",
            place=said[0].place,
            expected="subgoal_order(Order)",
        )
    # Files of tables did not say so before other macros could have an order of their own.
    return bool(said) or library.order == BLANK_FIRST


def check_entry(library: MacroLibrary, macro: Macro, place: Place) -> None:
    """Refuse a macro that can be no entry of a table, because it asks for other symbols than the blank.

    Raises
    ------
    InputError
        Such a macro.
    """
    operator = macro.operator
    constants, equal = operator.arc.conditions if isinstance(operator, Schema) else ((), ())
    asked = [symbol for _, symbol in constants if symbol != library.domain.blank]
    if asked or equal or not isinstance(operator, Schema):
        raise InputError(
            f"macro {macro.name} is no entry of a macro table",
            place=place,
            expected="a macro on a board that asks for nothing but the blank",
            found=f"one that asks for {asked[0]}" if asked else "another",
        )
