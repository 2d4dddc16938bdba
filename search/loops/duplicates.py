"""Duplicate rules: which successors are not worth a node because their state is known.

A rule is asked once for all successors of an expansion: a call for each would take longer than the look-up.

Also here: a node of a search tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import combinations
from operator import truth
from typing import Any, Protocol, TypeAlias

from ..operator import Operator

CostOfPath: TypeAlias = Callable[[float, Any], float]
"""g of a successor, from g of the node and the successor as its problem gives it: a tuple that ends with the state."""


class Node:
    """A state as reached by one path: its parent, the operator between them, and its values."""

    __slots__ = ("depth", "f", "g", "h", "operator", "parent", "state")

    def __init__(
        self,
        state: Any,
        parent: Node | None,
        operator: Operator | None,
        g: float,
        h: float,
        depth: int,
    ) -> None:
        self.state = state
        self.parent = parent
        self.operator = operator
        self.g = g
        self.h = h
        self.depth = depth
        self.f: float = 0

    def path(self) -> tuple[list[Any], list[Operator]]:
        """The states from the root to this node, and the operators between them."""
        states: list[Any] = [self.state]
        operators: list[Operator] = []
        node = self
        while node.parent is not None and node.operator is not None:
            operators.append(node.operator)
            node = node.parent
            states.append(node.state)
        return states[::-1], operators[::-1]


class DuplicateRule(Protocol):
    """Rule that decides when a successor is made, and again when a node is taken from open."""

    reopened: int
    """Number of states that were put back into open after their expansion."""

    complete: bool
    """Whether only known states are dropped; else an empty open list proves nothing."""

    def start(self, state: Any) -> None:
        """Remember the start, whose g is 0."""

    def fresh(self, successors: Sequence[Any], g: float, cost: CostOfPath) -> Sequence[Any]:
        """The successors of the node entered last, of a given g, that are not dropped; they are remembered."""

    def enter(self, node: Node) -> bool:
        """Whether a node taken from open is still worth expanding; if so, it becomes the current one."""


class NoRule:
    """Rule by which every successor becomes a node."""

    reopened = 0
    complete = True
    enter = staticmethod(truth)  # of every node, without a call of Python code

    def start(self, state: Any) -> None:
        """Remember nothing."""

    def fresh(self, successors: Sequence[Any], g: float, cost: CostOfPath) -> Sequence[Any]:
        """All successors."""
        return successors


class OwnPath:
    """A successor already on its own path is dropped (tree search without cycles).

    A set with the states of the current path follows the search from node to node. So depth-first search pays a constant
    amount per node however deep it is.
    """

    reopened = 0
    complete = True

    def __init__(self) -> None:
        self._current: Node | None = None
        self._states: set[Any] = set()

    def start(self, state: Any) -> None:
        """Remember nothing: the start is entered."""

    def fresh(self, successors: Sequence[Any], g: float, cost: CostOfPath) -> Sequence[Any]:
        """The successors that are not on the path to the current node."""
        path = self._states
        return [one for one in successors if one[-1] not in path]

    def enter(self, node: Node) -> bool:
        """Accept every state; the path becomes that of ``node``."""
        states = self._states
        leaving = self._current
        arriving: Node | None = node
        reached: list[Any] = []
        while arriving is not leaving:
            if leaving is not None and (arriving is None or leaving.depth >= arriving.depth):
                states.discard(leaving.state)
                leaving = leaving.parent
            elif arriving is not None:
                reached.append(arriving.state)
                arriving = arriving.parent
        states.update(reached)
        self._current = node
        return True


class FirstSeen:
    """A state becomes a node only once, the first time that it is made (closed list)."""

    reopened = 0
    complete = True
    enter = staticmethod(truth)  # of every node, without a call of Python code

    def __init__(self) -> None:
        self._seen: set[Any] = set()
        self.start = self._seen.add

    def fresh(self, successors: Sequence[Any], g: float, cost: CostOfPath) -> Sequence[Any]:
        """The successors that were not made before."""
        seen, see = self._seen, self.start
        return [one for one in successors if one[-1] not in seen and not see(one[-1])]


NEAR = 2**-38
"""Part of a cost by which another one differs so little that rounding may have changed which is less."""


FARTHER = 1 - NEAR
"""Factor by which a cost is less than another for sure."""


class CheapestPath:
    """A state becomes a node again only by a cheaper path; a state already expanded is then reopened.

    Attributes
    ----------
    near
        Whether two paths to a state had costs that differ by less than `NEAR`.
    """

    complete = True

    def __init__(self) -> None:
        self.reopened = 0
        self.near = False
        self._best: dict[Any, float] = {}
        self._expanded: set[Any] = set()

    def start(self, state: Any) -> None:
        """Remember the start."""
        self._best[state] = 0

    def fresh(self, successors: Sequence[Any], g: float, cost: CostOfPath) -> Sequence[Any]:
        """The successors to which no path as cheap is known."""
        best = self._best
        kept: list[Any] = []
        for one in successors:
            state, path = one[-1], cost(g, one)
            known = best.get(state)
            if known is not None:
                if known <= path:
                    if known > path * FARTHER:
                        self.near = True
                    continue
                if path > known * FARTHER:
                    self.near = True
                if state in self._expanded:
                    self._expanded.remove(state)
                    self.reopened += 1
            best[state] = path
            kept.append(one)
        return kept

    def enter(self, node: Node) -> bool:
        """Whether the node's state is not expanded yet, or has been reopened since.

        The node's g does not count: where g is a rounding error beside h, two paths of different g have the
        same f, and an open list may have kept the dearer.
        """
        expanded = self._expanded
        before = len(expanded)
        expanded.add(node.state)
        return len(expanded) > before


class Novelty:
    """A state becomes a node only if it is the first with some tuple of atoms, which makes breadth-first search IW(``width``)
    (Lipovetzky and Geffner 2012).

    Parameters
    ----------
    width
        The most atoms of a tuple.
    """

    reopened = 0
    complete = False
    enter = staticmethod(truth)  # of every node, without a call of Python code

    def __init__(self, width: int) -> None:
        self._width = width
        self._seen: set[frozenset[Any]] = set()

    def start(self, state: Any) -> None:
        """Remember the tuples of the start."""
        self._is_new(state)

    def fresh(self, successors: Sequence[Any], g: float, cost: CostOfPath) -> Sequence[Any]:
        """The successors that make a tuple true for the first time."""
        return [one for one in successors if self._is_new(one[-1])]

    def _is_new(self, state: Any) -> bool:
        atoms, before = list(atoms_of(state)), len(self._seen)
        for size in range(1, self._width + 1):
            self._seen.update(map(frozenset, combinations(atoms, size)))
        return len(self._seen) > before


def atoms_of(state: Any) -> Iterable[Any]:
    """Atoms that are true in a state: cells with their symbols, members of a set, or the state where it is neither."""
    if isinstance(state, tuple):
        return enumerate(state)
    return state if isinstance(state, frozenset) else (state,)


RULES: Mapping[str, Callable[[], DuplicateRule]] = {
    "none": NoRule,
    "path": OwnPath,
    "first-seen": FirstSeen,
    "cheapest": CheapestPath,
    "novelty-1": partial(Novelty, 1),
    "novelty-2": partial(Novelty, 2),
}
"""The duplicate rules by the names that `Algorithm.rule` gives."""
