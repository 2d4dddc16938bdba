"""The state space near a solution: which states, and where they are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ....rules.term import State
from ....rules.theory import Theory
from .unroll import SolutionMoves

MOST_NODES = 80
"""States in one picture, as many as a person can still tell apart."""

SWEEPS = 6
"""Times that the layers are put in order."""


@dataclass(frozen=True)
class Jump:
    """A macro of a solution.

    Parameters
    ----------
    name
        The macro.
    begin, end
        The numbers of the states that it connects.
    """

    name: str
    begin: int
    end: int


@dataclass(frozen=True)
class Neighbourhood:
    """The states of two solutions of a problem, and states next to them.

    Parameters
    ----------
    states
        By number; those of the solutions come first.
    places
        For each state its layer, from the left, and its lane, 0 being that of the solution before learning.
    edges
        Pairs of numbers with the name of a move that leads from the one to the other.
    before, after
        The numbers of the states along each solution.
    jumps
        The macros of the solution after learning.
    skipped
        How many moves of each solution come before the picture, which holds only their ends if they are too long.
    more
        Whether there are states next to these that are left out.
    """

    states: tuple[State, ...]
    places: tuple[tuple[int, float], ...]
    edges: tuple[tuple[int, int, str], ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    jumps: tuple[Jump, ...]
    skipped: tuple[int, int]
    more: bool

    @property
    def cut(self) -> bool:
        """Whether a beginning is left out."""
        return self.skipped != (0, 0)


def neighbourhood(
    theory: Theory, before: SolutionMoves, after: SolutionMoves, most: int = MOST_NODES
) -> Neighbourhood:
    """The state space near two solutions of one problem, laid out from left to right.

    The layer of a state is its distance from the goal among the states that are drawn; the solution before learning is
    a straight line, and other states are put near those that they are connected to (barycentres: Sugiyama, Tagawa and
    Toda 1981).

    Parameters
    ----------
    theory
        Its primitive arcs are the edges.
    before, after
        The solutions.
    most
        How many states to draw.
    """
    import networkx as nx

    tails = _tails(before.states, after.states, max(most * 3 // 4, 2))
    skipped = (len(before.states) - len(tails[0]), len(after.states) - len(tails[1]))
    known = list(dict.fromkeys(state for tail in tails for state in tail))
    states, more = _grown(theory, known, most)
    number = {state: place for place, state in enumerate(states)}
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(states)))
    for state in states:
        for arc, successor in theory.index.successors(state):
            if successor in number and successor != state:
                pair = (number[state], number[successor])
                if not graph.has_edge(*pair):
                    graph.add_edge(*pair, move=arc.name)
    for path, tail, offset in zip((before, after), tails, skipped, strict=True):
        for place in range(len(tail) - 1):
            pair = (number[tail[place]], number[tail[place + 1]])
            graph.add_edge(*pair, move=path.moves[offset + place])
    lines = tuple(tuple(number[state] for state in tail) for tail in tails)
    offset = skipped[1]
    jumps = tuple(
        Jump(name, lines[1][begin - offset], lines[1][begin - offset + count])
        for begin, count, name in after.macros
        if begin >= offset
    )
    return Neighbourhood(
        states,
        _layout(graph, lines[0], lines[1]),
        tuple((one, other, data["move"]) for one, other, data in graph.edges(data=True)),
        lines[0],
        lines[1],
        jumps,
        skipped,
        more,
    )


def _tails(
    before: Sequence[State], after: Sequence[State], most: int
) -> tuple[tuple[State, ...], tuple[State, ...]]:
    """Ends of two paths, equally long in moves, within a number of different states."""
    keep = max(len(before), len(after))
    while keep > 2 and len({*before[-keep:], *after[-keep:]}) > most:
        keep -= 1
    return tuple(before[-keep:]), tuple(after[-keep:])


def _grown(theory: Theory, known: list[State], most: int) -> tuple[tuple[State, ...], bool]:
    """The states, then those next to them, then those next to these, up to a limit; and whether more follow."""
    found = dict.fromkeys(known)
    ring = known
    while ring:
        following: list[State] = []
        for state in ring:
            for _, successor in theory.index.successors(state):
                if successor in found:
                    continue
                if len(found) >= most:
                    return tuple(found), True
                found[successor] = None
                following.append(successor)
        ring = following
    return tuple(found), False


def _layout(
    graph: Any, before: Sequence[int], after: Sequence[int]
) -> tuple[tuple[int, float], ...]:
    import networkx as nx

    undirected = graph.to_undirected(as_view=True)
    distance = nx.single_source_shortest_path_length(undirected, before[-1])
    far = max(distance.values())
    column = {node: far - distance.get(node, far) for node in graph}
    lane: dict[int, float] = dict.fromkeys(before, 0.0)
    layers: dict[int, list[int]] = {}
    for node in graph:
        layers.setdefault(column[node], []).append(node)
    on_after = set(after)
    for sweep in range(SWEEPS):
        order = sorted(layers, reverse=sweep % 2 == 0)
        for place in order:
            _arrange(layers[place], undirected, lane, set(before), on_after)
    return tuple((column[node], lane[node]) for node in graph)


def _arrange(
    layer: Iterable[int], graph: Any, lane: dict[int, float], before: set[int], after: set[int]
) -> None:
    """Give the states of one layer lanes near their neighbours: the new solution below the old one."""
    fixed = [node for node in layer if node in before]
    taken = {0.0} if fixed else set()
    for node in fixed[1:]:  # a detour of the old solution comes back to the same distance
        lane[node] = _free(-1.0, taken, -1)
        taken.add(lane[node])
    loose = [node for node in layer if node not in before]
    targets = {
        node: fmean([lane[other] for other in graph.neighbors(node) if other in lane] or [0.0])
        for node in loose
    }
    for node in sorted(loose, key=lambda node: (node not in after, targets[node], node)):
        down = node in after or targets[node] > 0
        lane[node] = _free(round(targets[node]), taken, 1 if down else -1)
        taken.add(lane[node])


def _free(target: float, taken: set[float], side: int) -> float:
    """The lane nearest to a target that is free, looking to one side first; lane 0 is not for others."""
    for far in range(1000):
        for candidate in (target + side * far, target - side * far):
            if candidate not in taken and candidate != 0:
                return float(candidate)
    raise AssertionError("more than a thousand states in a layer")
