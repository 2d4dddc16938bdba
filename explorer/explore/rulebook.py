"""Rules that match a state, and the reasons why the others do not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from ...rules.errors import ArcwiseError
from ...rules.swi.program import SwiProgram
from ...rules.term import State
from .walk import PlacedArc, Unmet


@dataclass(frozen=True, slots=True)
class Match:
    """An arc that applies, and its successor state."""

    move: PlacedArc
    successor: State


@dataclass(frozen=True, slots=True)
class Miss:
    """An arc that does not apply, with its unmet conditions."""

    move: PlacedArc
    unmet: tuple[Unmet, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """The arcs of one name that do not apply.

    Parameters
    ----------
    nearest
        The first of those that ask least in vain.
    places
        How many they are.
    """

    nearest: Miss
    places: int

    @property
    def name(self) -> str:
        """Name of the rules."""
        return self.nearest.move.name


@dataclass(frozen=True, slots=True)
class Here:
    """Applicable and inapplicable rules in a state, in the order in which search tries the arcs.

    Parameters
    ----------
    matches
        The arcs that apply.
    missing
        The others, by name.
    problem
        Why the arcs could not be looked at; empty where they could.
    """

    matches: tuple[Match, ...] = ()
    missing: tuple[Missing, ...] = ()
    problem: str = ""


class Rulebook(Protocol):
    """Rules of a session."""

    def look(self, state: State) -> Here:
        """Applicable and inapplicable rules in a state."""

    def misses(self, name: str, state: State) -> list[Miss]:
        """Inapplicable arcs of a name, those with the fewest unmet conditions first."""

    @property
    def size(self) -> int:
        """How many arcs there are; 0 where that is not known."""


class ArcRules:
    """A list of arcs, macros first."""

    def __init__(self, placed: Iterable[PlacedArc]) -> None:
        self._placed = tuple(placed)

    @property
    def size(self) -> int:
        """How many arcs there are."""
        return len(self._placed)

    def look(self, state: State) -> Here:
        """Applicable and inapplicable rules in a state."""
        matches: list[Match] = []
        missing: dict[str, Missing] = {}
        for move in self._placed:
            unmet = move.unmet(state)
            if not unmet:
                successor = move.apply(state)
                assert successor is not None
                matches.append(Match(move, successor))
                continue
            known = missing.get(move.name)
            if known is None:
                missing[move.name] = Missing(Miss(move, tuple(unmet)), 1)
            else:
                nearest = known.nearest
                if len(unmet) < len(nearest.unmet):
                    nearest = Miss(move, tuple(unmet))
                missing[move.name] = Missing(nearest, known.places + 1)
        return Here(tuple(matches), tuple(missing.values()))

    def misses(self, name: str, state: State) -> list[Miss]:
        """Inapplicable arcs of a name, those with the fewest unmet conditions first."""
        named = (move for move in self._placed if move.name == name)
        found = [Miss(move, tuple(unmet)) for move in named if (unmet := move.unmet(state))]
        return sorted(found, key=lambda miss: len(miss.unmet))


class ProgramRules:
    """A program that only SWI-Prolog can run: it tells what applies, but not what does not."""

    size = 0

    def __init__(self, program: SwiProgram) -> None:
        self._program = program

    def look(self, state: State) -> Here:
        """Answers of Prolog; an error of the program is reported, not raised."""
        try:
            answers = self._program.successors(state)
        except ArcwiseError as error:
            return Here(problem=str(error))
        return Here(tuple(Match(PlacedArc.on_board(arc), successor) for arc, successor in answers))

    def misses(self, name: str, state: State) -> list[Miss]:
        """Not to be had from a program."""
        return []
