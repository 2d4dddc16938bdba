"""Learned rules, whatever they are about, each with the reason for it, and ordered libraries of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from ..rules.checked import checked
from ..rules.errors import InputError
from ..rules.later import Later
from ..rules.record import record
from ..rules.text.words import counted

if TYPE_CHECKING:
    from ..rules.domain import Domain
    from ..rules.geometry import Shape
    from ..search.certificate import Certificate
    from ..search.limits import Limits

_text = Later("ebl.files.macro_file", "library_text")
_save = Later("ebl.files.macro_file", "save_macros")
_load = Later("ebl.files.macro_file", "load_library")


class OriginInFile(str):
    """Origin of a macro, as its file gives it."""

    __slots__ = ()


class Rule(ABC):
    """A learned rule: what it asks for and does, the steps that it stands for, and the explanation that it came from.

    Attributes
    ----------
    leaves_out
        Whether it says which states a search leaves out, as a trap does; else it is a step or a clause.
    initial
        The letter of its name, where that is not its library's.
    origin
        Where it was learned; empty if not known.
    """

    leaves_out: bool = False
    initial: str = ""
    origin: str = ""

    @property
    @abstractmethod
    def name(self) -> str:
        """Name of the rule."""

    @property
    @abstractmethod
    def canonical(self) -> object:
        """Equal exactly for the same rule, whatever its variables and it itself are called; hashable."""

    @abstractmethod
    def renamed(self, name: str, others: Mapping[str, str] | None = None) -> Self:
        """Copy of the rule under another name; ``others`` are the new names of rules that have one."""

    @property
    def worth(self) -> str:
        """Why a library that has no such rule admits it."""
        return "new"

    @property
    def learned_from(self) -> str:
        """Its origin, to be shown; empty if not known. Nothing can check what a file says of it."""
        said = "the file says: " if self.origin and isinstance(self.origin, OriginInFile) else ""
        return f"{said}{self.origin}"

    def certificate(self, library: Library[Any]) -> Certificate:
        """Certificate that the rule is what its steps leave, and as general as that.

        Parameters
        ----------
        library
            The library that it is in, which knows what the steps are moves or clauses of.

        Raises
        ------
        InputError
            A rule that has none.
        """
        raise InputError(f"{self.name} has no certificate")


@record
class FileHead:
    """Description of a file of learned rules that it gives itself, before any of them is proved.

    Parameters
    ----------
    notation
        What its rules are for: a name in `NOTATIONS`; empty where there are none.
    policy
        Whether they are the rules of a policy.
    table
        Whether they are the entries of a macro table.
    """

    notation: str = ""
    policy: bool = False
    table: bool = False

    @property
    def proves(self) -> bool:
        """Whether they are clauses of a logic program, and no operators."""
        return self.notation == "program"


NO_RULES = FileHead()
"""Description of a file that holds no learned rules."""

AnyRule = TypeVar("AnyRule", bound=Rule)


@dataclass(frozen=True, slots=True)
class Admission:
    """Answer of a library to a rule: admitted or refused, with the reason.

    Parameters
    ----------
    macro
        The candidate.
    accepted
        Whether it is in the library now.
    reason
        In words.
    replaced
        The dearer rule whose place it took, or None.
    images
        The rules that came into the library with it, because a closed one has all that it becomes by symmetry.
    known
        The rule of the library that says as much already; None of one that was admitted.
    """

    macro: Any
    accepted: bool
    reason: str
    replaced: Any | None = None
    images: tuple[Any, ...] = ()
    known: Any | None = None

    def __str__(self) -> str:
        also = (
            f", and by symmetry {', '.join(one.name for one in self.images)}" if self.images else ""
        )
        # The name of a refused macro is the next one's.
        said = f"learned {self.macro.name}" if self.accepted else "refused"
        return f"{said}: {self.reason}{also}"


@checked
class Library(ABC, Generic[AnyRule]):
    """Learned rules in order, none twice, each admitted or refused with a reason.

    Attributes
    ----------
    notation
        How its file is written: a name in `NOTATIONS`.
    initial
        The letter of the names that it gives, ``m`` for m1, m2, ...
    word
        What its rules are called.
    """

    initial: str = "m"
    word: str = "macro"

    def __init__(self, rules: Iterable[AnyRule] = ()) -> None:
        self._rules: dict[object, Any] = {}
        self._names: Counter[str] = Counter()  # of large tables, which name every macro in turn
        for rule in rules:
            self.add(rule)

    @property
    @abstractmethod
    def notation(self) -> str:
        """How its file is written: a name in `NOTATIONS`."""

    @property
    @abstractmethod
    def home(self) -> Any:
        """The domain or program that its rules are of."""

    @property
    def name(self) -> str:
        """Name of the domain or program that its rules are of."""
        name: str = self.home.name
        return name

    @property
    def head(self) -> FileHead:
        """Description of the library, as its file gives it."""
        return FileHead(self.notation, self.policy is not None)

    @property
    def policy(self) -> Any:
        """The policy that the rules are; None where they are none."""
        return None

    @property
    def kinds(self) -> dict[str, tuple[AnyRule, ...]]:
        """Its rules by their kind, such as ``macros`` and ``traps``; a kind of which it has none is left out."""
        rules = tuple(self)
        return {f"{self.word}s": rules} if rules else {}

    @property
    def replaces(self) -> bool:
        """Whether its rules stand in the place of what they come of, so that none can be left out."""
        return False

    @classmethod
    def load(cls, path: str | Path, home: Any = None, **options: Any) -> Self:
        """The rules of a file, each proved again.

        Parameters
        ----------
        path
            The file.
        home
            What they are of; None for what the file names.
        options
            As for `load_library`.

        Raises
        ------
        InputError
            A file that is none, one of other rules, or a rule that fails a check; see `load_library`.
        """
        library = _load(path, home, **options)
        if not isinstance(library, cls):
            raise InputError(
                f"these are {library.word}s of {library.name}",
                expected=f"a file of {cls.word}s",
                found=str(path),
            )
        return library

    def text(self, path: str | Path | None = None) -> str:
        """Text of a file of the library.

        Parameters
        ----------
        path
            Where the file will be: the program of rules is named as seen from there. None for beside the program.
        """
        text: str = _text(self, path)
        return text

    def save(self, path: str | Path) -> None:
        """Write the rules to a file, which SWI-Prolog consults too.

        Raises
        ------
        InputError
            A place that cannot be written to; see `save_macros`.
        """
        _save(self, path)

    def fault(self, limits: Limits, most: int) -> str | None:
        """Describe a fault of its rules on their own examples; None where nothing is found.

        Parameters
        ----------
        limits
            On the work for each rule.
        most
            How many rules are tried.
        """
        return None

    def shown(self, rule: AnyRule) -> str:
        """A rule in a line, as people write it."""
        return str(rule)

    def explain(self, width: int = 80) -> str:
        """Explanation of each rule in words.

        Parameters
        ----------
        width
            Characters of a line.
        """
        return "\n".join(map(str, self))

    def certificates(self) -> dict[str, Certificate]:
        """The certificate of each rule, by its name."""
        return {rule.name: rule.certificate(self) for rule in self}

    def for_domain(self, domain: Domain, shape: Shape) -> Library[AnyRule]:
        """The library with the moves of a domain, where it was read without one; any other is returned as it is.

        Raises
        ------
        InputError
            Rules for another domain or board.
        """
        return self

    @abstractmethod
    def admit(self, rule: AnyRule) -> Admission:
        """Whether the library would take a rule, and why."""

    def add(self, rule: AnyRule) -> Admission:
        """Admit a rule, or say why not; see `admit`."""
        admission = self.admit(rule)
        if admission.accepted:
            self.put(rule)
        return admission

    def put(self, rule: Rule) -> None:
        """Enter a rule as it is, in the place of the same one."""
        replaced = self._rules.get(rule.canonical)
        if replaced is not None:
            self._names[replaced.name] -= 1
        self._names[rule.name] += 1
        self._rules[rule.canonical] = rule

    def _with(self, rules: Iterable[AnyRule]) -> Self:
        """Copy of the library with other rules, which are taken as they are."""
        found = copy(self)
        found._rules, found._names = {}, Counter()
        for rule in rules:
            found.put(rule)
        return found

    def keep(self, rules: Iterable[AnyRule]) -> None:
        """Replace the rules of the library."""
        kept = self._with(list(rules))
        self._rules, self._names = dict(kept._rules), Counter(kept._names)

    def next_name(self, initial: str = "") -> str:
        """A name that no rule here has: m1, m2, ...; ``initial`` is its letter, if not the library's."""
        number = 1 if initial else len(self) + 1
        initial = initial or self.initial
        while self._names[f"{initial}{number}"]:
            number += 1
        return f"{initial}{number}"

    def counted(self, rules: Iterable[AnyRule]) -> str:
        """Number of some of its rules, in words."""
        return counted(len(tuple(rules)), self.word)

    def without(self, names: Iterable[str]) -> Self:
        """Copy of the library without some rules."""
        dropped = set(names)
        return self._with(rule for rule in self if rule.name not in dropped)

    def only(self, names: Collection[str]) -> Self:
        """Copy of the library with some of its rules, by their names."""
        return self._with(rule for rule in self if rule.name in names)

    def renamed(self) -> Self:
        """Copy of the library with rules named in order."""
        numbers: Counter[str] = Counter()
        names = {}
        for rule in self:
            initial = rule.initial or self.initial
            numbers[initial] += 1
            names[rule.name] = f"{initial}{numbers[initial]}"
        return self._with(rule.renamed(names[rule.name], names) for rule in self)

    def __iter__(self) -> Iterator[AnyRule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def __contains__(self, rule: AnyRule) -> bool:
        return rule.canonical in self._rules

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {self.counted(self)})"
