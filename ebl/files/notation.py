"""Facts of files of learned rules, and notations: how the rules of a kind of domain are spelled, and how they are proved again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from ...rules.errors import InputError, Place
from ...rules.geometry import Shape
from ...rules.prolog.reader import Clause
from ...rules.prolog.steps import head_and_body
from ...rules.prolog.writer import write_term
from ...rules.record import record
from ...rules.term import Compound, PrologTerm, list_items
from ..rule import Library, OriginInFile, Rule

AnyRule = TypeVar("AnyRule", bound=Rule)

TRAP_FACTS = {"trap": 2, "trap_saving": 2, "trap_pattern": 3, "trap_reason": 4}
"""The facts about traps, with how many arguments each has."""

ABOUT_TRAPS = ("trap_saving/2", "trap_pattern/3", "trap_reason/4")
"""Facts about one trap beside its rule."""


@record
class Wanted:
    """Wishes of whoever reads a file: for what its rules must be.

    Parameters
    ----------
    path
        The file.
    home
        Their domain or program; None for what the file itself names.
    shape
        The board that macros of one board are for, where the domain is in every size; None to refuse such macros.
    options
        What the notation knows beside that, such as limits on the search for proofs.
    """

    path: Path
    home: Any = None
    shape: Shape | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> Place:
        """The file as a place."""
        return Place(str(self.path))


class Notation(ABC, Generic[AnyRule]):
    """How the rules of a kind of domain are written and read.

    Parameters
    ----------
    library
        The library to write, or to read into.

    Attributes
    ----------
    home
        The type of what its rules are for.
    """

    library: Library[AnyRule]
    home: ClassVar[type]

    def __init__(self, library: Any) -> None:
        self.library = library

    @abstractmethod
    def written(self, path: Path | None) -> Iterable[str]:
        """The lines of a file of the library.

        Parameters
        ----------
        path
            Where the file will be; None where that is not known.

        Raises
        ------
        InputError
            It is not known what the rules are for.
        """

    @classmethod
    @abstractmethod
    def of_file(cls, clauses: Sequence[Clause], named: Clause, asked: Wanted) -> Self:
        """The notation of a file with an empty library.

        Parameters
        ----------
        clauses
            All of the file.
        named
            Where it says for what its rules are.
        asked
            For what they must be.

        Raises
        ------
        InputError
            Rules for something else.
        """

    @classmethod
    def elsewhere(cls, text: str, home: str | Path, path: str | Path) -> str:
        """Text of a file that is copied, which may name what its rules are for as seen from the copy.

        Parameters
        ----------
        text
            The file.
        home
            The file of what its rules are for, as seen from the current folder.
        path
            Where the copy will be.
        """
        return text

    @classmethod
    @abstractmethod
    def refusal(cls, place: Place) -> InputError:
        """The error for such a file where rules for something else are wanted."""

    @abstractmethod
    def entries(self, clauses: Sequence[Clause]) -> Iterable[RuleEntry]:
        """Facts of a file about each of its rules.

        Raises
        ------
        InputError
            Facts that do not belong together.
        """

    @abstractmethod
    def take(self, entry: RuleEntry) -> None:
        """Prove a rule again, and take it into the library.

        Raises
        ------
        ArcwiseError
            A rule that is not what its steps or its example leave, or that the library refuses.
        """

    def finish(self, clauses: Sequence[Clause]) -> None:
        """Check what the file says of its library as a whole.

        Raises
        ------
        InputError
            Something that is not so.
        """


def fact(clause: Clause, spelled: str) -> tuple[PrologTerm, ...] | None:
    """The arguments of a clause that is a fact of a name and number of arguments, ``macro_domain/1``; None for others."""
    term, body = head_and_body(clause.term)
    if (
        body is None
        and isinstance(term, Compound)
        and f"{term.functor}/{len(term.args)}" == spelled
    ):
        return term.args
    return None


def facts(clauses: Iterable[Clause], spelled: str) -> list[tuple[Clause, tuple[PrologTerm, ...]]]:
    """All facts of a name and number of arguments: their clauses and their arguments."""
    return [(clause, args) for clause in clauses if (args := fact(clause, spelled)) is not None]


def holds_traps_alone(clauses: Sequence[Clause]) -> bool:
    """Whether a file has traps and no macros: these are for all boards of its domain."""
    return bool(facts(clauses, "trap/2")) and not facts(clauses, "macro/5")


def fact_text(name: str, *arguments: PrologTerm) -> str:
    """A fact as a line of a file."""
    return write_term(Compound(name, arguments)) + "."


def declared(names: Mapping[str, int], *others: str) -> list[str]:
    """The directives that let facts stand in several files and in any order."""
    listed = ", ".join((*others, *(f"{name}/{size}" for name, size in names.items())))
    return [f":- multifile {listed}.", f":- discontiguous {listed}."]


@dataclass
class RuleEntry:
    """Facts of a file about one rule.

    Parameters
    ----------
    clause
        Where its rule stands.
    name
        Its name.
    rule
        All that the file says of the rule itself but the name.
    trap
        Whether it is a trap, and no macro.
    said
        The other facts about it by their names: their clauses, and their arguments but the name.
    """

    clause: Clause
    name: str
    rule: tuple[PrologTerm, ...]
    trap: bool = False
    said: dict[str, list[tuple[Clause, tuple[PrologTerm, ...]]]] = field(default_factory=dict)

    def all(self, name: str) -> list[tuple[Clause, tuple[PrologTerm, ...]]]:
        """The facts of a name."""
        return self.said.get(name, [])

    def last(self, name: str) -> tuple[Clause, tuple[PrologTerm, ...]] | None:
        """The last fact of a name; None where there is none."""
        found = self.said.get(name)
        return found[-1] if found else None

    @property
    def origin(self) -> str:
        """Where it was learned."""
        found = self.last("macro_origin")
        return OriginInFile(found[1][0]) if found else ""

    def step_terms(self) -> list[tuple[PrologTerm, str, int, PrologTerm]]:
        """The steps: each as it stands, its move's name and number, and its place.

        Raises
        ------
        InputError
            No list of steps.
        """
        found = self.last("macro_steps")
        items = list_items(found[1][0]) if found else None
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


def entries_of(clauses: Sequence[Clause], about: Iterable[str]) -> list[RuleEntry]:
    """Facts of a file about each of its macros and traps, in order.

    Parameters
    ----------
    clauses
        All of the file.
    about
        The facts about one rule, whose name is their first argument, as ``macro_steps/2``.

    Raises
    ------
    InputError
        Two rules of one name, or something about a rule that is not there.
    """
    found: dict[str, RuleEntry] = {}
    for clause in clauses:
        macro, trap = fact(clause, "macro/5"), fact(clause, "trap/2")
        if (stated := macro or trap) is None:
            continue
        name, *rule = stated
        if str(name) in found:
            word = "traps" if trap else "macros"
            raise InputError(f"two {word} are called {name}", place=clause.place)
        found[str(name)] = RuleEntry(clause, str(name), tuple(rule), trap is not None)
    for spelled in about:
        for clause, (name, *said) in facts(clauses, spelled):
            entry = found.get(str(name))
            if entry is None:
                word = "trap" if spelled.startswith("trap") else "macro"
                raise InputError(f"no {word} is called {write_term(name)}", place=clause.place)
            entry.said.setdefault(spelled.partition("/")[0], []).append((clause, tuple(said)))
    return list(found.values())
