"""Where ``arcwise utility`` gets its macros and its searches from: this process, or a run folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...rules.term import State
from ...search.result import Result
from .arena import Arena
from .arms import Arm
from .utility import LibraryLedger

CLIMB = "climb"
PARBERRY = "parberry"

BEFORE, AFTER = "before", "after"
"""The names of the arms without macros and with those of a file."""


@dataclass(frozen=True)
class Group:
    """Problems that are searched together.

    Parameters
    ----------
    name
        Such as ``seed 0``; no other group has it.
    starts
        Their states; the goal is that of the sweep.
    """

    name: str
    starts: tuple[State, ...]


@dataclass(frozen=True)
class Entry:
    """An arm of one seed, and the algorithms that it is for.

    Parameters
    ----------
    name
        Of the arm and the seed; no other has it.
    arm
        The macros.
    algorithms
        Which search with them.
    """

    name: str
    arm: Arm
    algorithms: tuple[str, ...]


class Bench(Protocol):
    """Learns and searches."""

    def watch(self, report: Callable[..., None]) -> None:
        """From now on say what is being done: how many searches are done, and which one was last."""

    def keep(self, name: str, label: str, seed: int, learn: Callable[[], Arm]) -> Arm:
        """An arm: learned now, or the one that was kept under this name.

        Parameters
        ----------
        name
            Of the arm and the seed; no other has it.
        label
            What it is called in tables.
        seed
            Of its problems.
        learn
            How to learn it.
        """

    def ahead(self, entries: Iterable[Entry], group: Group) -> Iterable[Entry]:
        """The same entries, after a bench that can do several searches at once has done those of all of them.

        To be asked before `results`.
        """

    def results(self, algorithm: str, entry: Entry, group: Group) -> Iterator[Result]:
        """What comes of every problem of a group, in order.

        Raises
        ------
        KeyboardInterrupt
            The user's.
        """

    def arena(
        self, algorithm: str, entry: Entry, plain: str, group: Group, *, counted: bool
    ) -> Arena:
        """Where single macros of an arm are judged by the problems of a group.

        Parameters
        ----------
        algorithm, entry, group
            What searches where.
        plain
            The name of the arm without macros.
        counted
            Whether it will be asked to count what becomes of each macro.
        """

    def examples(self, pairs: Sequence[tuple[State, State]]) -> Iterator[Result]:
        """What comes of a breadth-first search for each pair of states, without macros, in order."""

    def enter(self, algorithm: str, ledger: LibraryLedger) -> None:
        """Write down what the macros did, if anything is written down."""

    def finish(self) -> None:
        """Write down that everything is done, if anything is written down."""
