"""Learners as objects, each with its own options: ``Escapes(quiescence=3).fit("sliding-tile:3x3")``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from ...ebl.learner import PROBLEMS, QUIESCENCE, Learner
from ...ebl.learners.learner_table import LEARNERS
from ...ebl.learners.pieces import USUAL, Sifting, pieces_of_plans
from ...ebl.library import MacroLibrary
from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.later import Later
from ...search.algorithms import ALGORITHMS
from ...search.climbing.macro_table import ALTERNATIVES
from ...search.orders import Order
from ..board import Named
from ..configuration import Configuration
from .compare import Problems

_learn = Later("experiments.designs.learn", "learn")


@dataclass(frozen=True)
class Fitting:
    """A learner with its options.

    Attributes
    ----------
    name
        Its name in `LEARNERS`.
    """

    name: ClassVar[str]

    @property
    def row(self) -> Learner:
        """The row of the table of learners, with the options that are part of it."""
        return LEARNERS[self.name]

    @property
    def course(self) -> Mapping[str, Any]:
        """The options that are part of a `Course`, all of them counts."""
        return {name: at_least_one(name, getattr(self, name)) for name in self.row.counts}

    @property
    def order(self) -> Order | None:
        """The requested order of subgoals; None for the learner's own."""
        return getattr(self, "subgoals", None)

    @property
    def given(self) -> dict[str, Any]:
        """The options that are not as they are by default."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return {one.name: found[one.name] for one in fields(self) if found[one.name] != one.default}

    def fit(self, domain: Named, problems: Problems | None = None, **options: Any) -> MacroLibrary:
        """Learn, and return the library.

        Parameters
        ----------
        domain
            As for `arcwise.domain`.
        problems
            Training problems, for learners that do not make their own; as for `learn`.
        options
            As for `learn`, which also gives the records.

        Raises
        ------
        InputError
            What `learn` refuses.
        """
        library: MacroLibrary = _learn(domain, problems, self, **options).library
        return library


@dataclass(frozen=True, kw_only=True)
class Tried(Fitting):
    """A learner from examples, whose macros may be tried on other problems before they are kept.

    Parameters
    ----------
    trial
        Problems of the trial, as for `learn`. If None, for PDDL the largest third of the examples, where these are four
        or more.
    untried
        Whether macros are kept without a trial.
    tried_with
        How: what will use the macros. If None, what `usual_search` says.
    """

    trial: Problems | None = None
    untried: bool = False
    tried_with: Configuration | None = None


@checked
@dataclass(frozen=True)
class Examples(Tried):
    """Learner of macros from the whole solution of each training example; options as of `Tried`."""

    name: ClassVar[str] = "examples"


@checked
@dataclass(frozen=True)
class Pieces(Tried):
    """Pieces of the plans of PDDL problems; further options as of `Tried`.

    Parameters
    ----------
    longest
        Steps of a piece at most.
    parameters
        Parameters of a macro at most.
    keep
        Macros to keep at most.
    """

    name: ClassVar[str] = "pieces"
    longest: int = USUAL.longest
    parameters: int = USUAL.parameters
    keep: int = USUAL.keep

    @property
    def row(self) -> Learner:
        """The row of the table of learners; entangled actions are for those who try what they learn."""
        entangled = not self.untried
        return pieces_of_plans(Sifting(self.longest, self.parameters, self.keep, entangled))


@checked
@dataclass(frozen=True)
class Practice(Fitting):
    """A learner that makes its problems itself.

    Parameters
    ----------
    subgoals
        The order of subgoals: ``found``, ``given``, another rule of `RULES`, or cells, numbered from 0. None for what the
        learner does of itself.
    """

    subgoals: Order | None = None


@checked
@dataclass(frozen=True)
class Escapes(Practice):
    """Climbing, and escapes from local minima, until nothing new comes.

    Parameters
    ----------
    quiescence
        Problems in a row without a new macro, after which the next size begins.
    """

    name: ClassVar[str] = "escapes"
    quiescence: int = QUIESCENCE


@checked
@dataclass(frozen=True)
class EachPath(Practice):
    """Learner of macros from the whole solution of each random problem.

    Parameters
    ----------
    problems
        Problems of each size.
    """

    name: ClassVar[str] = "each-path"
    problems: int = PROBLEMS


@checked
@dataclass(frozen=True)
class Focused(Practice):
    """Searches from every blank, and sequences that change few cells."""

    name: ClassVar[str] = "focused"


@checked
@dataclass(frozen=True)
class MacroTable(Practice):
    """Korf's table: every cell from every place.

    Parameters
    ----------
    alternatives
        Macros of an entry at most.
    """

    name: ClassVar[str] = "macro-table"
    alternatives: int = ALTERNATIVES


@checked
@dataclass(frozen=True)
class Policy(Fitting):
    """A policy: rules over parameters, which are followed without a search.

    Parameters
    ----------
    problems
        Random problems of each size, where it makes them itself.
    """

    name: ClassVar[str] = "policy"
    problems: int = PROBLEMS


@dataclass(frozen=True)
class Other(Tried, Practice):
    """A learner without a class of its own, such as one of another package.

    Parameters
    ----------
    named
        Its name in `LEARNERS`.
    quiescence, problems, alternatives
        As of a `Course`, for learners that go by them.
    """

    named: str = ""
    quiescence: int = QUIESCENCE
    problems: int = PROBLEMS
    alternatives: int = ALTERNATIVES

    @property
    def name(self) -> str:  # type: ignore[override]  # of the object, for it has no class of its own
        """Its name in the table."""
        return self.named


KINDS: Mapping[str, type[Fitting]] = {
    one.name: one for one in (EachPath, Escapes, Examples, Focused, MacroTable, Pieces, Policy)
}
"""The learners with a class of their own, by their names in the table."""


def fitting(named: str | Fitting | Learner, **options: Any) -> Fitting:
    """The learner of a name or of a row of the table, with its options.

    Raises
    ------
    InputError
        An unknown name, or that of an algorithm, by which the rows of a run are named too; a learner that the table lacks.
    """
    if isinstance(named, Fitting):
        return named
    name = _name_of(named) if isinstance(named, Learner) else LEARNERS.spelled(named)
    if name in KINDS:
        return KINDS[name](**options)
    if algorithm := ALGORITHMS.named(name):
        raise InputError(
            f"learner {name} is called like algorithm {algorithm}",
            expected="a name that no algorithm has",
            remedy="another name for its entry point in arcwise.learners",
        )
    return Other(named=name, **options)


def _name_of(row: Learner) -> str:
    """The name of a row of the table, by which other processes find it too."""
    name = next((name for name, known in LEARNERS.usable().items() if known == row), None)
    if name is None:
        raise InputError(
            "this learner has no name",
            expected=f"a row of LEARNERS: {', '.join(LEARNERS)}",
            found=f"Learner({row.summary!r})"[:80],
            remedy="an entry point of the group arcwise.learners that names it",
        )
    return name


def at_least_one(what: str, number: int) -> int:
    """A number that is not less than one.

    Raises
    ------
    InputError
        A number below 1.
    """
    if number < 1:
        raise InputError(f"bad {what}", expected="1 or more", found=str(number))
    return number
