"""What a kind of attack is, and one case of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from time import monotonic


@dataclass
class Case:
    """One attack: what is random in it, where it may write, and how it ended.

    Parameters
    ----------
    rng
        The source of all that is random.
    folder
        An empty folder; it is kept where something was wrong.
    number
        Cases are numbered from 0.
    end
        When the time of this kind is over; a case that can be cut short then is.
    counts
        What was done, by name.
    found
        What was wrong: its kind, and what exactly.
    """

    rng: Random
    folder: Path
    number: int = 0
    end: float = inf
    counts: Counter[str] = field(default_factory=Counter)
    found: list[tuple[str, str]] = field(default_factory=list)

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return monotonic() > self.end

    def count(self, name: str, times: int = 1) -> None:
        """Count something that was done."""
        self.counts[name] += times

    def wrong(self, kind: str, what: str) -> None:
        """Something is wrong; the case goes on."""
        self.found.append((kind, what))


@dataclass(frozen=True)
class Attack:
    """A kind of attack.

    Parameters
    ----------
    name
        As on the command line.
    share
        Of the time, as a weight.
    counted
        What its cases count, in the order in which it is shown.
    wrong
        What can be wrong, in the plural: each is shown with its number.
    attack
        Makes one case.
    asked
        What is counted, and how often it is asked for: where it was fewer, that is said.
    ends
        Whether there is no more of it than asked for; the time that is left goes to the kinds that follow.
    patience
        Seconds that a case may take before it is said to hang.
    missing
        Why it cannot be run here, if so.
    lasting
        Whether a case may depend on what those before it left in caches.
    """

    name: str
    share: float
    counted: tuple[str, ...]
    wrong: tuple[str, ...]
    attack: Callable[[Case], None]
    asked: tuple[str, int]
    ends: bool = False
    patience: float = 120
    missing: Callable[[], str | None] = lambda: None
    lasting: bool = False
