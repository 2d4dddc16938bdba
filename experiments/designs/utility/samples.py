"""Training examples that are drawn: pairs of states a few moves apart, and random walks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, islice
from random import Random
from typing import TypeAlias

from ....ebl.learner import TrainingProblem
from ....rules.arc import Arc
from ....rules.errors import InputError
from ....rules.geometry import Shape
from ....rules.states.random_states import Draw
from ....rules.states.state_space import layers
from ....rules.term import State
from ....rules.theory import Theory

SHORTEST, LONGEST = 3, 8
"""Moves of an example, both included."""

MOST_STATES = 2_500
"""States around a random state that are looked at for one that is so far away."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One training example.

    Parameters
    ----------
    start, goal
        Its two states.
    arcs
        The path that comes with it; None where the learner has to search for one.
    origin
        What it is, in words.
    number
        Of the samples of one kind and seed, from 1.
    """

    start: State
    goal: State
    arcs: tuple[Arc, ...] | None
    origin: str
    number: int = 0

    def problem(self, shape: Shape) -> TrainingProblem:
        """Training problem of the sample."""
        return TrainingProblem(shape, self.start, self.goal, self.origin)


Samples: TypeAlias = Callable[[Theory, Draw, str], Iterator[Sample]]
"""From a board's primitive arcs, what draws a random state and a seed to endless samples."""


def good_samples(theory: Theory, draw: Draw, seed: str) -> Iterator[Sample]:
    """Endless pairs of states that are 3 to 8 moves apart by the shortest path, which the learner has to find."""
    for number in count(1):
        rng = Random(f"{seed}:good:{number}")
        start = draw(rng)
        around = _around(theory, start)
        farthest = min(LONGEST, len(around) - 1)
        distance = rng.randint(min(SHORTEST, farthest), farthest)
        goal = rng.choice(around[distance])
        yield Sample(start, goal, None, f"pair {number}, {distance} moves apart", number)


def random_samples(theory: Theory, draw: Draw, seed: str) -> Iterator[Sample]:
    """Endless random walks of 3 to 8 moves, detours and moves back among them."""
    for number in count(1):
        rng = Random(f"{seed}:random:{number}")
        start, length = draw(rng), rng.randint(SHORTEST, LONGEST)
        yield random_walk(theory, start, length, rng, f"random walk {number}", move_back=True)


def random_walk(
    theory: Theory, start: State, length: int, rng: Random, origin: str, *, move_back: bool
) -> Sample:
    """A random walk, shorter where no arc leads on.

    Parameters
    ----------
    move_back
        Whether a move may lead straight back to the state before; otherwise it does only where nothing else is left.
    theory, start, length, rng, origin
        The arcs, the walk's start and moves, where its choices come from, and its name.
    """
    state, before, arcs = start, start, []
    for _ in range(length):
        pairs = theory.successors(state)
        if not move_back:
            pairs = [pair for pair in pairs if pair[1] not in (before, state)] or pairs
        if not pairs:
            break
        before, (arc, state) = state, rng.choice(pairs)
        arcs.append(arc)
    return Sample(start, state, tuple(arcs), origin)


def _around(theory: Theory, start: State) -> list[list[State]]:
    found: list[list[State]] = []
    with suppress(InputError):  # too many states: the layers that were complete before
        found.extend(islice(layers(theory, start, max_states=MOST_STATES), LONGEST + 1))
    if len(found) < 2:
        raise InputError(
            f"no examples can be drawn on {theory.name}",
            expected=f"a state with at least one and at most {MOST_STATES:,} states around it",
            found=theory.format(start),
        )
    return found
