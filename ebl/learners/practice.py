"""Practice: one problem of a learner, what it taught, and both as plain data that other processes can read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.schema import Schema
from ...rules.term import State
from ...search.limits import NO_LIMITS, Limits
from ..explanation import explain
from ..generalize import macro_of, schematize
from ..library import Admission, MacroLibrary
from ..macro import Macro


@dataclass(frozen=True, slots=True)
class Exercise:
    """One problem to practise.

    Parameters
    ----------
    number
        From 1.
    shape, start
        The problem.
    origin
        What to say of the macros that it teaches.
    limits
        Time and memory for all of it, and nodes for each of its searches.
    """

    number: int
    shape: Shape
    start: State
    origin: str = ""
    limits: Limits = NO_LIMITS


@dataclass(frozen=True, slots=True)
class Practice:
    """What one training problem taught.

    Parameters
    ----------
    number
        From 1.
    shape, start
        The problem.
    solved
        Whether the goal was reached, with the help of escapes.
    moves
        The length of the solution in primitive moves.
    applications
        Primitive moves made in solving it and in searching for escapes: what learning cost.
    admissions
        What the library said to each escape.
    macros
        These escapes, generalized.
    limit
        The limit that stopped it, or None.
    """

    number: int
    shape: Shape
    start: State
    solved: bool
    moves: int
    applications: int
    admissions: tuple[Admission, ...]
    macros: tuple[Macro, ...] = ()
    limit: str | None = None

    @property
    def learned(self) -> int:
        """How many macros are new."""
        return sum(admission.accepted for admission in self.admissions)

    def to_json(self, family: Domain) -> dict[str, Any]:
        """What came of it as plain values, without what the library said."""
        return {
            "solved": self.solved,
            "moves": self.moves,
            "applications": self.applications,
            "limit": self.limit,
            "macros": [_plain(macro, family) for macro in self.macros],
        }

    @classmethod
    def from_json(
        cls, values: Mapping[str, Any], exercise: Exercise, library: MacroLibrary
    ) -> Practice:
        """The practice of plain values; what it teaches goes into the library.

        Parameters
        ----------
        values
            What `to_json` gave.
        exercise
            What was practised.
        library
            As it was when the practice began.

        Raises
        ------
        ArcwiseError
            Values that the family's moves do not make.
        """
        macros, admissions = [], []
        for plain in values["macros"]:
            macros.append(_macro(plain, library.family, library.next_name(), exercise.origin))
            admissions.append(library.add(macros[-1]))
        return cls(
            exercise.number,
            exercise.shape,
            exercise.start,
            values["solved"],
            values["moves"],
            values["applications"],
            tuple(admissions),
            tuple(macros),
            values["limit"],
        )


Practise: TypeAlias = Callable[[MacroLibrary, Exercise], Practice]
"""Practises a problem; what that teaches goes into the library."""

Steps: TypeAlias = Sequence[tuple[Schema, int]]
"""A path: primitive schemas at their places."""

Learn: TypeAlias = Callable[[State, Steps], Admission]
"""Takes a training path, from a state: explains it, generalizes it, and says whether the library keeps that."""

Acquisition: TypeAlias = Callable[[MacroLibrary, Exercise, State, Steps], Macro]
"""What is made of a path."""

Retention: TypeAlias = Callable[[MacroLibrary, Macro], Admission]
"""Whether a library keeps a macro."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a problem ended, and what it took; see `Practice`."""

    solved: bool
    moves: int = 0
    applications: int = 0
    limit: str | None = None


Attention: TypeAlias = Callable[[MacroLibrary, Exercise, Learn], Outcome]
"""Works on a problem and hands over the paths that are to be learned from."""


def generalized(library: MacroLibrary, exercise: Exercise, start: State, steps: Steps) -> Macro:
    """A path explained and generalized to the smallest window that it touches."""
    name = library.next_name()
    return schematize(library.domain, exercise.shape, start, steps, name, exercise.origin)


def kept(library: MacroLibrary, macro: Macro) -> Admission:
    """Keep what is new or cheaper; see `MacroLibrary.admit`."""
    return library.add(macro)


def study(
    attention: Attention,
    library: MacroLibrary,
    exercise: Exercise,
    acquisition: Acquisition = generalized,
    retention: Retention = kept,
) -> Practice:
    """The loop of learning, for one problem: every path that gets attention is explained, generalized, admitted, recorded."""
    macros: list[Macro] = []
    admissions: list[Admission] = []

    def learn(start: State, steps: Steps) -> Admission:
        macros.append(acquisition(library, exercise, start, steps))
        admissions.append(retention(library, macros[-1]))
        return admissions[-1]

    outcome = attention(library, exercise, learn)
    library.shape = exercise.shape
    return Practice(
        exercise.number,
        exercise.shape,
        exercise.start,
        outcome.solved,
        outcome.moves,
        outcome.applications,
        tuple(admissions),
        tuple(macros),
        outcome.limit,
    )


def _plain(macro: Macro, family: Domain) -> dict[str, Any]:
    """A macro without its name: its window, its moves by their numbers, and its example."""
    assert macro.explanation is not None
    numbers = {move.canonical: n for n, move in enumerate(family.schemas(macro.window))}
    return {
        "window": list(macro.window),
        "start": list(macro.explanation.start),
        "moves": [[numbers[move.canonical], place] for move, place in macro.steps],
    }


def _macro(plain: Mapping[str, Any], family: Domain, name: str, origin: str) -> Macro:
    """The macro of plain values, explained and generalized again."""
    rows, columns = plain["window"]
    window, start = (rows, columns), tuple(plain["start"])
    primitives = family.schemas(window)
    moves = tuple((primitives[number], place) for number, place in plain["moves"])
    arcs = []
    for move, place in moves:
        cells = family.geometry.cells(move.window, place, window)
        if cells is None:
            raise InputError(f"move {move.name} does not fit its window at cell {place + 1}")
        arcs.append(move.placed(cells, len(start)))
    return macro_of(explain(start, arcs, family.window(window)), name, origin, window, moves)
