"""Facts of macro files, and notations: how a rule is spelled, and how its steps prove it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from ...planning.pddl.action_domain import Action, Atom
from ...planning.pddl.action_schema import ActionSchema
from ...rules.domain import Domain
from ...rules.errors import InputError, Place
from ...rules.geometry import Shape
from ...rules.prolog.reader import Clause
from ...rules.prolog.writer import write_term
from ...rules.schema import Schema
from ...rules.term import (
    Compound,
    PrologTerm,
    list_items,
    make_list,
)
from ..explanation import (
    FALSE,
    TRUE,
    Link,
    Needed,
    OnlyOne,
    Reason,
    StepEffect,
    Threat,
    Together,
    Use,
    Why,
)
from ..library import MacroLibrary
from ..macro import Macro, OriginInFile

Operator = TypeVar("Operator", Schema, ActionSchema)


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
        """Parameters or window, preconditions, effects and cost of a rule."""

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
        """Copy of a macro with the training path that its file states, if the steps prove it.

        Raises
        ------
        InputError
            A path that the steps do not make.
        """


FACTS = {
    "macro_domain": 1,
    "macro": 5,
    "macro_steps": 2,
    "macro_move": 6,
    "macro_example": 3,
    "macro_origin": 2,
    "subgoal_order": 1,
}
"""The facts of every macro file, with how many arguments each has."""

OF_WINDOWS = {"move_cost": 1, "macro_image": 3}
"""Further facts of macros for boards of every size."""

OF_ACTIONS = {
    "macro_type": 2,
    "macro_constant": 2,
    "macro_denied": 2,
    "macro_shared": 3,
    "macro_only": 3,
    "macro_goal": 4,
    "macro_before": 2,
    "macro_before_where": 3,
}
"""Further facts of macros over parameters."""

OF_ONE_MACRO = (
    "macro_steps",
    "macro_example",
    "macro_origin",
    "macro_image",
    "macro_shared",
    "macro_only",
    "macro_goal",
)
"""Facts about one macro, whose name is their first argument."""

ARITIES = FACTS | OF_WINDOWS | OF_ACTIONS


def fact(clause: Clause, name: str) -> Compound | None:
    """The term of a clause that is a fact of a name; None for others."""
    term = clause.term
    if isinstance(term, Compound) and term.functor == name and len(term.args) == ARITIES[name]:
        return term
    return None


def facts(clauses: Sequence[Clause], name: str) -> list[tuple[Clause, tuple[PrologTerm, ...]]]:
    """All facts of a name: their clauses and their arguments."""
    size = ARITIES[name]
    return [
        (clause, term.args)
        for clause in clauses
        if isinstance(term := clause.term, Compound)
        and term.functor == name
        and len(term.args) == size
    ]


def fact_text(name: str, *arguments: PrologTerm) -> str:
    """A fact as a line of a file."""
    return write_term(Compound(name, arguments)) + "."


def declared(names: Mapping[str, int], *others: str) -> list[str]:
    """The directives that let facts stand in several files and in any order."""
    listed = ", ".join((*others, *(f"{name}/{size}" for name, size in names.items())))
    return [f":- multifile {listed}.", f":- discontiguous {listed}."]


@dataclass
class MacroEntry:
    """Facts of a file about one macro.

    Parameters
    ----------
    clause
        Where its rule stands.
    rule
        All arguments of that but the name.
    steps, example
        Where its steps and its training example stand.
    origin
        Where it was learned.
    image
        Of which other macro it is the image.
    goal
        Of a rule of a policy, what it is for.
    shared
        Why steps share parameters: where each reason stands, the parameter and the reason.
    only
        Where an instance is worth having: where it stands, ``start`` or ``goal``, and the atom.
    """

    clause: Clause
    name: str
    rule: tuple[PrologTerm, ...]
    steps: Clause | None = None
    example: Clause | None = None
    origin: str = ""
    image: Clause | None = None
    goal: Clause | None = None
    shared: tuple[tuple[Clause, str, PrologTerm], ...] = ()
    only: tuple[tuple[Clause, str, PrologTerm], ...] = ()

    def step_terms(self) -> list[tuple[PrologTerm, str, int, PrologTerm]]:
        """The steps: each as it stands, its move's name and number, and its place.

        Raises
        ------
        InputError
            No list of steps.
        """
        term = self.steps.term if self.steps else None
        items = list_items(term.args[1]) if isinstance(term, Compound) else None
        if not items:
            raise InputError("its steps are missing", expected=f"macro_steps({self.name}, [...])")
        steps = []
        for item in items:
            parts = item.args if isinstance(item, Compound) and item.functor == "step" else ()
            if len(parts) != 3 or not isinstance(parts[1], int):
                raise InputError(
                    "bad step", expected="step(Move, Number, Place)", found=write_term(item)
                )
            steps.append((item, str(parts[0]), parts[1], parts[2]))
        return steps

    def example_terms(self) -> tuple[PrologTerm, PrologTerm] | None:
        """Training example of the macro as two terms; None if it is not known."""
        term = self.example.term if self.example else None
        return (term.args[1], term.args[2]) if isinstance(term, Compound) else None


def entries(clauses: Sequence[Clause]) -> list[MacroEntry]:
    """Facts of a file about each of its macros.

    Raises
    ------
    InputError
        Two macros of one name, or something about a macro that is not there.
    """
    found: dict[str, MacroEntry] = {}
    for clause, (name, *rule) in facts(clauses, "macro"):
        if str(name) in found:
            raise InputError(f"two macros are called {name}", place=clause.place)
        found[str(name)] = MacroEntry(clause, str(name), tuple(rule))
    for kind in OF_ONE_MACRO:
        for clause, (name, *said) in facts(clauses, kind):
            entry = found.get(str(name))
            if entry is None:
                raise InputError(f"no macro is called {write_term(name)}", place=clause.place)
            if kind == "macro_steps":
                entry.steps = clause
            elif kind == "macro_example":
                entry.example = clause
            elif kind == "macro_origin":
                entry.origin = OriginInFile(said[0])
            elif kind == "macro_image":
                entry.image = clause
            elif kind == "macro_only":
                entry.only += ((clause, str(said[0]), said[1]),)
            elif kind == "macro_goal":
                entry.goal = clause
            else:
                entry.shared += ((clause, str(said[0]), said[1]),)
    return list(found.values())


NOT, EQUAL = "not", "="

_TOGETHER: dict[str, type[Together[Atom]]] = {"link": Link, "threat": Threat, "only_one": OnlyOne}
_MAKES = {"adds": TRUE, "deletes": FALSE}


def atom_term(atom: Atom) -> PrologTerm:
    """An atom whose arguments are names, as a Prolog term."""
    return Compound(atom[0], atom[1:]) if atom[1:] else atom[0]


def why_term(why: Why) -> PrologTerm:
    """A reason as a Prolog term."""
    if isinstance(why, Together):
        name = next(name for name, kind in _TOGETHER.items() if isinstance(why, kind))
        return Compound(name, (make_list(map(_use_term, why.uses)),))
    return _use_term(why)


def _use_term(use: Use) -> PrologTerm:
    atom = atom_term(use.variable)
    if isinstance(use, StepEffect):
        return Compound("adds" if use.value == TRUE else "deletes", (use.step, atom))
    holds = use.needed.constant == TRUE
    return Compound("needs", (use.step, atom if holds else Compound(NOT, (atom,))))


def read_why(term: PrologTerm, steps: Sequence[Action], place: Place) -> Why:
    """A reason from its term.

    Parameters
    ----------
    steps
        The macro's, with its parameters in place of their own.

    Raises
    ------
    InputError
        What is no reason, or nothing that these steps need and make.
    """
    why: Why | None
    if isinstance(term, Compound) and term.functor in _TOGETHER and len(term.args) == 1:
        uses = [_read_use(item, steps) for item in list_items(term.args[0]) or ()]
        kept = tuple(use for use in uses if use is not None)
        kind = _TOGETHER[term.functor]
        fits = len(kept) == len(uses) and (len(uses) == 2 or (kind is OnlyOne and len(uses) > 2))
        why = kind(kept) if fits else None
    else:
        why = _read_use(term, steps)
    if why is None:
        raise InputError(
            "not a reason why steps share a parameter",
            place=place,
            expected="link, threat or only_one of what steps need, add and delete",
            found=write_term(term),
        )
    return why


def _read_use(term: PrologTerm, steps: Sequence[Action]) -> Use | None:
    """Read a need or an effect of a step; None for any other term."""
    if not isinstance(term, Compound) or len(term.args) != 2:
        return None
    number, said = term.args
    if not isinstance(number, int) or not 0 < number <= len(steps):
        return None
    step = steps[number - 1]
    if term.functor in _MAKES:
        value = _MAKES[term.functor]
        made = _one_of(said, step.add if value == TRUE else step.delete)
        return StepEffect(number, step.name, made, value) if made else None
    denied = isinstance(said, Compound) and said.functor == NOT and len(said.args) == 1
    if term.functor != "needs":
        return None
    equal = [(EQUAL, *pair) for pair in step.equal]
    needed = (
        _one_of(said.args[0], step.negative)
        if denied and isinstance(said, Compound)
        else _one_of(said, (*step.positive, *equal))
    )
    if not needed:
        return None
    return Reason(number, step.name, Needed(needed, FALSE if denied else TRUE))


def _one_of(term: PrologTerm, atoms: Sequence[Atom]) -> Atom | None:
    return next((atom for atom in atoms if atom_term(atom) == term), None)
