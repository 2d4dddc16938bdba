"""Notations of macro files: how a rule is spelled, and how its steps prove it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from ...rules.domain import Domain
from ...rules.errors import InputError, Place
from ...rules.geometry import Shape
from ...rules.pddl.action_schema import ActionSchema
from ...rules.prolog.reader import Clause
from ...rules.prolog.term import PrologTerm
from ...rules.schema import Schema
from ..library import MacroLibrary
from ..macro import Macro
from .facts import MacroEntry

Operator = TypeVar("Operator", Schema, ActionSchema)


class FileStep(NamedTuple, Generic[Operator]):
    """A step of a macro as its file has it.

    Parameters
    ----------
    item
        All of it.
    move
        Which operator it uses.
    where
        At which place: a cell of the window, or arguments.
    """

    item: PrologTerm
    move: Operator
    where: PrologTerm


def wrong_cost(name: str, cost: Any, found: Any, place: Place | None = None) -> InputError:
    """Error for a move whose cost in a file differs from its cost in the domain."""
    return InputError(
        f"move {name} costs something else in its domain",
        place=place,
        expected=str(cost),
        found=str(found),
        remedy="learn the macros again, if costs were changed",
    )


class Notation(ABC, Generic[Operator]):
    """How the macros of a kind of domain are written and read.

    Parameters
    ----------
    library
        The library to write, or to read into.

    Attributes
    ----------
    expected
        The arguments of a rule.
    """

    expected: ClassVar[str] = "window(Rows, Columns), Before, After, Cost"

    def __init__(self, library: MacroLibrary) -> None:
        self.library = library

    @abstractmethod
    def head(self) -> list[str]:
        """First lines of a file: comments, declarations, and facts about the domain.

        Raises
        ------
        InputError
            It is not known what the macros are for.
        """

    @abstractmethod
    def rule(self, operator: Operator) -> str:
        """Over what a rule is, what it asks for, what it makes and its cost."""

    def agrees(self, stated: Operator, macro: Macro) -> bool:
        """Whether a macro is the rule that its file says, whatever the variables are called."""
        return macro.operator.canonical == stated.canonical

    @abstractmethod
    def steps(self, macro: Macro) -> list[tuple[Operator, PrologTerm]]:
        """The primitive operators of a macro, each with its place."""

    @abstractmethod
    def example(self, macro: Macro) -> str:
        """Training example of a rule: values of its variables and the state that it led to; empty if not known."""

    def others(self, macro: Macro) -> list[str]:
        """Other facts about a macro."""
        return []

    @classmethod
    @abstractmethod
    def of_file(
        cls,
        clauses: Sequence[Clause],
        named: Clause,
        moves: Mapping[int, Operator],
        domain: Domain | None,
        shape: Shape | None,
    ) -> Self:
        """The notation of a file with an empty library; see `load_macros`.

        Parameters
        ----------
        clauses, moves
            All of the file, and its primitive operators by their numbers.
        named
            Where it says for what its macros are.
        domain, shape
            For what they must be.

        Raises
        ------
        InputError
            Macros for something else.
        """

    @classmethod
    @abstractmethod
    def operator(cls, name: str, arguments: Sequence[PrologTerm], place: Place) -> Operator:
        """The operator that `rule` wrote.

        Raises
        ------
        InputError
            No such rule.
        """

    @abstractmethod
    def composed(
        self, entry: MacroEntry, stated: Operator, steps: Sequence[FileStep[Operator]]
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
    def exemplified(self, entry: MacroEntry, macro: Macro) -> Macro:
        """The macro with what its file says of how it was learned, as far as the steps prove it.

        Raises
        ------
        InputError
            Something else.
        """
