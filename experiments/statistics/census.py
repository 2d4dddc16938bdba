"""The other truth about a macro: what it does over all pairs of a start and a goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from ...rules.checked import checked
from ...rules.errors import InputError
from ...rules.states.state_space import distances
from ...rules.term import State
from ...rules.theory import Theory
from ...search.state_space import breadth_first_to_every_goal
from .verdict import Verdict, word_for

MAX_STATES = 200_000
"""Larger state spaces are not enumerated."""

MAX_PAIRS = 250_000
"""With more pairs than that, all goals of as many random starts as stay below it."""


@dataclass(frozen=True, slots=True)
class PairMeans:
    """Means of breadth-first search with a closed list over pairs of a start and a goal."""

    expanded: float
    generated: float
    operator_applications: float
    steps: float
    moves: float


@dataclass(frozen=True, slots=True)
class Census:
    """Breadth-first search without and with macros over pairs of a start and a goal.

    Parameters
    ----------
    pairs
        How many pairs of different states were counted.
    starts, states
        From how many starts, of how many states.
    before, after
        The means.
    longer
        The share of pairs whose solution has more moves with the macros.
    """

    pairs: int
    starts: int
    states: int
    before: PairMeans
    after: PairMeans
    longer: float

    @property
    def complete(self) -> bool:
        """Whether every pair was counted."""
        return self.starts == self.states

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {**asdict(self), "complete": self.complete}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Census:
        """Inverse of `to_dict`."""
        known = {name: value for name, value in values.items() if name != "complete"}
        return cls(
            **{
                **known,
                "before": PairMeans(**known["before"]),
                "after": PairMeans(**known["after"]),
            }
        )

    @property
    def verdict(self) -> Verdict:
        """Verdict of the census, which is exact if every pair was counted."""
        ratio = self.after.operator_applications / self.before.operator_applications
        return Verdict(
            word_for(ratio, None),
            f"{ratio:.2f} times the primitive operator applications, "
            f"{self.after.expanded / self.before.expanded:.2f} times the expansions, "
            f"{self.after.moves / self.before.moves:.2f} times the moves "
            f"({100 * self.longer:.0f}% of the solutions got longer)",
        )


@checked
def all_pairs(
    theory: Theory,
    start: State,
    seed: int = 0,
    tick: Callable[..., None] | None = None,
) -> Census | None:
    """Count over all pairs of states that ``start`` can reach; None where there are too many states.

    Parameters
    ----------
    theory
        The theory with macros; without them it is the control.
    start
        Any state.
    seed
        For the choice of starts in a space of many pairs.
    tick
        Called after each start.
    """
    primitive = theory.without_macros()
    try:
        states = list(distances(primitive, start, max_states=MAX_STATES))
    except InputError:
        return None
    most = max(1, min(len(states), MAX_PAIRS // len(states)))
    starts = states if most == len(states) else Random(seed).sample(states, most)
    sums = ([0.0] * 5, [0.0] * 5)
    known: tuple[dict[State, Any], ...] = ({}, {})
    pairs = longer = 0
    for origin in starts:
        moves: dict[State, int] = {}
        for with_macros, rules in enumerate((primitive, theory)):
            total = sums[with_macros]
            for work in breadth_first_to_every_goal(rules, origin, known=known[with_macros]):
                total[0] += work.expanded
                total[1] += work.generated
                total[2] += work.operator_applications
                total[3] += work.steps
                total[4] += work.moves
                if not with_macros:
                    pairs += 1
                    moves[work.goal] = work.moves
                else:
                    longer += work.moves > moves[work.goal]
        if tick is not None:
            tick(1, f"{pairs:,} of {len(starts) * (len(states) - 1):,} pairs")
    if not pairs:
        return None
    before, after = (PairMeans(*(value / pairs for value in total)) for total in sums)
    return Census(pairs, len(starts), len(states), before, after, longer / pairs)
