"""Macros as facts in Prolog: operators composed of steps, whatever they are over, each proved again from its steps.

The order of subgoals as macro files have it: the name of a rule, or a list of cells, numbered from 1.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from ...rules.domain import Domain
from ...rules.errors import InputError, Place
from ...rules.later import Later
from ...rules.prolog.reader import Clause
from ...rules.prolog.writer import write_atom, write_term
from ...rules.schema import Schema
from ...rules.term import Compound, PrologTerm, list_items, make_list
from ...rules.text.words import counted
from ...search.orders import GIVEN, RULES, Order, order_data, order_of
from ..library import MacroLibrary
from ..macro import Macro
from .notation import (
    ABOUT_TRAPS,
    TRAP_FACTS,
    Notation,
    RuleEntry,
    declared,
    entries_of,
    fact_text,
    facts,
)

_trap_lines = Later("ebl.files.traps", "trap_lines")
_trap_of = Later("ebl.files.traps", "trap_of")

Operator = TypeVar("Operator", bound=Any)

FACTS = {
    "macro_domain": 1,
    "macro": 5,
    "macro_steps": 2,
    "macro_move": 6,
    "macro_example": 3,
    "macro_origin": 2,
    "subgoal_order": 1,
}
"""The facts of files of macros, with how many arguments each has."""


class FileStep(NamedTuple, Generic[Operator]):
    """A step of a macro as its file has it.

    Parameters
    ----------
    item
        The whole term.
    move
        Which operator it uses.
    where
        At which place: a cell of the window, or arguments.
    """

    item: PrologTerm
    move: Operator
    where: PrologTerm


class OperatorNotation(Notation[Macro], Generic[Operator]):
    """How macros are written and read.

    Attributes
    ----------
    expected
        The arguments of a rule.
    about
        The facts about one macro.
    """

    library: MacroLibrary
    home = Domain
    expected: ClassVar[str] = "window(Rows, Columns), Before, After, Cost"
    about: ClassVar[tuple[str, ...]] = ("macro_steps/2", "macro_example/3", "macro_origin/2")

    def written(self, path: Path | None) -> Iterator[str]:
        library = self.library
        macros, traps = library.macros, library.traps
        counts = [counted(len(macros), "macro-operator")] if macros or not traps else []
        counts += [counted(len(traps), "trap")] if traps else []
        name = write_atom(library.domain.name)
        yield f"% {' and '.join(counts)} for {name}, learned by arcwise."
        if not library.only_traps:
            yield from self.comments()
        yield from self.head()
        if traps:
            yield from declared(TRAP_FACTS)
        if library.order != GIVEN:
            yield fact_text("subgoal_order", order_term(library.order))
        if library.table:
            yield "macro_table."
        if library.closed:
            yield "closed_under_symmetry."
        steps = {macro.name: self.steps(macro) for macro in macros}
        used = dict.fromkeys(
            one
            for found in steps.values()
            for move, _ in found
            for one in (move, *self.repeated(move))
        )
        if traps:
            used |= dict.fromkeys(self.premises())
        numbers = {move: number for number, move in enumerate(used, start=1)}
        for move, number in numbers.items():
            yield f"macro_move({number}, {write_term(move.name)}, {self.rule(move)})."
        for macro in library:
            yield ""
            if macro.leaves_out:
                yield from _trap_lines(macro)
            else:
                taken = [(move.name, numbers[move], place) for move, place in steps[macro.name]]
                yield from self._macro_lines(macro, [Compound("step", one) for one in taken])

    def _macro_lines(self, macro: Macro, steps: list[Compound]) -> Iterator[str]:
        """The facts of one macro."""
        name = write_term(macro.name)
        yield f"macro({name}, {self.rule(macro.operator)})."
        yield f"macro_steps({name}, {write_term(make_list(steps))})."
        if example := self.example(macro):
            yield f"macro_example({name}, {example})."
        if macro.origin:
            yield fact_text("macro_origin", macro.name, macro.origin)
        yield from self.others(macro)

    @abstractmethod
    def comments(self) -> list[str]:
        """Comments on what the macros are over."""

    @abstractmethod
    def head(self) -> list[str]:
        """Declarations, and facts about the domain.

        Raises
        ------
        InputError
            It is not known what the macros are for.
        """

    def premises(self) -> list[Operator]:
        """The operators that traps are proved from, where that is done without a problem."""
        return []

    @abstractmethod
    def rule(self, operator: Any) -> str:
        """Parameters or window, preconditions, effects and cost of a rule."""

    def agrees(self, stated: Operator, macro: Macro) -> bool:
        """Whether a macro is the rule that its file says, whatever the variables are called."""
        return bool(macro.operator.canonical == stated.canonical)

    @abstractmethod
    def steps(self, macro: Macro) -> list[tuple[Operator, PrologTerm]]:
        """The primitive operators of a macro, each with its place."""

    def repeated(self, move: Operator) -> tuple[Operator, ...]:
        """The primitive operator that a step takes any number of times; nothing for other steps."""
        return ()

    @abstractmethod
    def example(self, macro: Macro) -> str:
        """Training example of a rule: values of its variables and the state that it led to; empty if not known."""

    def others(self, macro: Macro) -> list[str]:
        """Other facts about a macro."""
        return []

    @classmethod
    def refusal(cls, place: Place) -> InputError:
        return InputError(
            "not a file of learned rules",
            place=place,
            expected="rules that arcwise learn wrote for the program",
            found="macro-operators",
        )

    def entries(self, clauses: Sequence[Clause]) -> list[RuleEntry]:
        self.library.order = read_order(clauses, self.library)
        self.library.table = read_table(clauses, self.library)
        self._moves = self.moves_of(clauses)
        return entries_of(clauses, (*self.about, *ABOUT_TRAPS))

    @classmethod
    def moves_of(cls, clauses: Sequence[Clause]) -> dict[int, Operator]:
        """The primitive operators of a file by their numbers.

        Raises
        ------
        InputError
            One that is no operator, or two of one number.
        """
        moves: dict[int, Operator] = {}
        for clause, (number, name, *rule) in facts(clauses, "macro_move/6"):
            place = clause.place
            if not isinstance(number, int) or number in moves:
                raise InputError(
                    "bad move",
                    place=place,
                    expected=f"macro_move(Number, Move, {cls.expected})",
                    found=write_term(number),
                )
            try:
                moves[number] = cls.operator(str(name), rule, place)
            except InputError as error:
                raise error if error.place is not None else error.at(place) from None
        return moves

    @classmethod
    @abstractmethod
    def operator(cls, name: str, arguments: Sequence[PrologTerm], place: Place) -> Operator:
        """The operator that `rule` wrote.

        Raises
        ------
        InputError
            No such rule.
        """

    def take(self, entry: RuleEntry) -> None:
        if entry.trap:
            admission = self.library.add(_trap_of(entry))
            if not admission.accepted:
                raise InputError(f"trap {entry.name}: {admission.reason}", place=entry.clause.place)
            return
        stated = self.operator(entry.name, entry.rule, entry.clause.place)
        steps = [_step(*step, self._moves) for step in entry.step_terms()]
        macro = self.composed(entry, stated, steps)
        if not self.agrees(stated, macro):
            raise InputError("its rule is not what its steps compose to")
        cost, found = self.costs(stated, steps, macro)
        if not _same(cost, found):
            raise InputError(
                "its cost is not that of its steps", expected=_shown(cost), found=_shown(found)
            )
        macro = self.exemplified(entry, macro)
        if self.library.table:
            check_entry(self.library, macro, entry.clause.place)
        admission = self.library.add(macro)
        if not admission.accepted:
            raise InputError(f"macro {entry.name} {admission.reason}", place=entry.clause.place)

    def finish(self, clauses: Sequence[Clause]) -> None:
        said = any(clause.term == "closed_under_symmetry" for clause in clauses)
        self.library.closed = said and self.library.is_closed

    @abstractmethod
    def composed(
        self, entry: RuleEntry, stated: Operator, steps: Sequence[FileStep[Operator]]
    ) -> Macro:
        """The macro that steps make, which must be moves of the domain, proved again.

        Raises
        ------
        ArcwiseError
            Steps that are none of the domain's, or cannot follow each other.
        """

    @abstractmethod
    def costs(
        self, stated: Operator, steps: Sequence[FileStep[Operator]], macro: Macro
    ) -> tuple[Any, Any]:
        """Cost of the steps, and the cost that the file states."""

    @abstractmethod
    def exemplified(self, entry: RuleEntry, macro: Macro) -> Macro:
        """Copy of a macro with the training path that its file states, if the steps prove it.

        Raises
        ------
        InputError
            A path that the steps do not make.
        """


def wrong_cost(name: str, cost: Any, found: Any, place: Place | None = None) -> InputError:
    """Error for a move whose cost in a file differs from its cost in the domain."""
    return InputError(
        f"move {name} costs something else in its domain",
        place=place,
        expected=str(cost),
        found=str(found),
        remedy="learn the macros again, if costs were changed",
    )


def _step(
    item: PrologTerm, name: str, number: int, where: PrologTerm, moves: Mapping[int, Operator]
) -> FileStep[Operator]:
    move = moves.get(number)
    if move is None or move.name != name:
        raise InputError(
            f"there is no such move: {write_term(item)}",
            expected="the name and number of a macro_move/6",
        )
    return FileStep(item, move, where)


def _same(cost: Any, other: Any) -> bool:
    if isinstance(cost, int | float) and isinstance(other, int | float):
        return abs(cost - other) <= 1e-9 * max(1, abs(cost))
    return bool(cost == other)


def _shown(cost: Any) -> str:
    return f"{cost:g}" if isinstance(cost, int | float) else str(cost)


def order_term(order: Order) -> PrologTerm:
    """An order as a file has it."""
    found = order_data(order)
    return found if isinstance(found, str) else make_list(found)


def read_order(clauses: Sequence[Clause], library: MacroLibrary) -> Order:
    """The order that a file names for a library; the domain's own where it names none.

    Raises
    ------
    InputError
        Two of them, one that is no order, or cells that are not those of the board's goal.
    """
    found = facts(clauses, "subgoal_order/1")
    if not found:
        return GIVEN
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
    return bool(said)


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
            expected="a macro on a board that tests no cell but the blank's",
            found=f"one that asks for {asked[0]}" if asked else "another",
        )
