"""A whole state space, enumerated: its layers and its distances."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ..checked import checked
from ..errors import InputError, TooLargeError
from ..term import State
from ..theory import Theory


@checked
def layers(theory: Theory, start: State, *, max_states: int | None = None) -> Iterator[list[State]]:
    """The states that can be reached from ``start``, by the least number of arcs it takes.

    A macro-operator counts as one arc: enumerate ``theory.without_macros()`` for distances in primitive moves.

    Parameters
    ----------
    theory
        The domain.
    start
        The only state of layer 0.
    max_states
        The most states to enumerate in all; None for no limit.

    Yields
    ------
    list of State
        Layer 0, 1, 2 and so on, until no new state is found; the order within a layer is that of the arcs.

    Raises
    ------
    InputError
        A start that is not a state of the theory, or more than ``max_states`` states.
    """
    successors = theory.successors
    layer = [theory.check(start)]
    seen = {start}
    depth = 0
    while layer:
        yield layer
        depth += 1
        following: list[State] = []
        for state in layer:
            for _, successor in successors(state):
                if successor not in seen:
                    if max_states is not None and len(seen) >= max_states:
                        raise TooLargeError(
                            f"theory {theory.name} has more states than the limit allows",
                            expected=f"{max_states} states at most",
                            found=f"more within distance {depth} of {theory.format(start)}; all states up to distance {depth - 1} fit",
                            remedy="a higher limit or a smaller board",
                        )
                    seen.add(successor)
                    following.append(successor)
        layer = following


@checked
def distances(theory: Theory, start: State, *, max_states: int | None = None) -> dict[State, int]:
    """Every state that can be reached from ``start``, with the least number of arcs it takes, nearest first.

    Raises
    ------
    InputError
        As `layers` does.
    """
    return {
        state: depth
        for depth, layer in enumerate(layers(theory, start, max_states=max_states))
        for state in layer
    }


@checked
def shortest_path_count(theory: Theory, start: State, goal: State) -> int:
    """The number of different shortest paths, in arcs, from one state to another; 0 where there is none.

    Raises
    ------
    InputError
        A start that is not a state of the theory.
    """
    paths = {theory.check(start): 1}
    done: set[State] = set()
    while paths and goal not in paths:
        done.update(paths)
        following: dict[State, int] = {}
        for state, count in paths.items():
            for _, successor in theory.successors(state):
                if successor not in done:
                    following[successor] = following.get(successor, 0) + count
        paths = following
    return paths.get(goal, 0)


@checked
def reversed_theory(theory: Theory) -> Theory:
    """The theory whose arcs undo the arcs of ``theory``: it leads from a goal to the states that can reach it.

    Raises
    ------
    InputError
        An arc that cannot be undone, because ``after`` forgets a symbol of ``before``.
    """
    arcs = []
    for arc in theory.arcs:
        inverse = arc.inverse()
        if inverse is None:
            raise InputError(
                f"theory {theory.name} cannot be run backwards",
                expected="arcs whose after keeps every variable of before",
                found=f"arc {arc}",
                remedy="starts of your own, and an enumeration forwards from each",
            )
        arcs.append(inverse)
    # What the domain knows of its moves is not true of these.
    return replace(theory, arcs=tuple(arcs), domain=None)


def leading_to(
    goals: Iterable[State], before: Mapping[State, Iterable[State]]
) -> dict[State, None]:
    """States from which a goal can be reached, nearest to it first, by the states before each state."""
    found = dict.fromkeys(goals)
    waiting = deque(found)
    while waiting:
        for state in before.get(waiting.popleft(), ()):
            if state not in found:
                found[state] = None
                waiting.append(state)
    return found
