"""The work of a breadth-first search to each goal, which the kernel sums."""

from collections.abc import Iterator
from typing import NamedTuple

from arcwise.rules import State, Theory


class Work(NamedTuple):
    """Counters of the search that stops at a goal, and the lengths of its path."""

    goal: State
    expanded: int
    generated: int
    operator_applications: int
    steps: int
    moves: int


def works(theory: Theory, start: State) -> Iterator[Work]:
    """The work of breadth-first search with a closed list to each reachable state but the start, nearest first."""
    seen, reached = {start}, [(start, 0, 0)]
    generated = applied = 0
    for expanded, (state, steps, moves) in enumerate(reached):
        if expanded:
            yield Work(state, expanded, generated, applied, steps, moves)
        successors = list(theory.successors(state))
        for arc, after in successors:
            applied += arc.length
            if after not in seen:
                seen.add(after)
                reached.append((after, steps + 1, moves + arc.length))
        generated += len(successors)
