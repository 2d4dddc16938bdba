"""Duplicate rules: which successors are not worth a node because their state is known.

A tuple is hashed anew whenever it is looked up, which takes as long as all else here; so each state is looked up once, and
the size tells whether it was new.

A node of a search tree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ..operator import Operator


class DuplicateRule(Protocol):
    """Decides at two moments: when a successor is made, and when a node is taken from open."""

    reopened: int
    """How many states were put back into open after their expansion."""

    def rejects(self, state: Any, g: float) -> bool:
        """Whether a successor of the node entered last is dropped; if not, it is remembered."""

    def enter(self, node: Node) -> bool:
        """Whether a node taken from open is still worth expanding; if so, it becomes the current one."""


class NoRule:
    """Every successor becomes a node."""

    reopened = 0

    def rejects(self, state: Any, g: float) -> bool:
        """Reject no state."""
        return False

    def enter(self, node: Node) -> bool:
        """Accept every state."""
        return True


class OwnPath:
    """A successor already on its own path is dropped (tree search without cycles).

    The states of the current path are kept in a set that follows the search from node to node, so that
    depth-first search pays a constant amount per node however deep it is.
    """

    reopened = 0

    def __init__(self) -> None:
        self._current: Node | None = None
        self._states: set[Any] = set()

    def rejects(self, state: Any, g: float) -> bool:
        """Whether the state is on the path to the current node."""
        return state in self._states

    def enter(self, node: Node) -> bool:
        """Always; the path becomes that of ``node``."""
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

    def __init__(self) -> None:
        self._seen: set[Any] = set()

    def rejects(self, state: Any, g: float) -> bool:
        """Whether the state was made before."""
        seen = self._seen
        before = len(seen)
        seen.add(state)
        return len(seen) == before

    def enter(self, node: Node) -> bool:
        """Accept every state."""
        return True


class CheapestPath:
    """A state becomes a node again only by a cheaper path; a state already expanded is then reopened."""

    def __init__(self) -> None:
        self.reopened = 0
        self._best: dict[Any, float] = {}
        self._expanded: set[Any] = set()

    def rejects(self, state: Any, g: float) -> bool:
        """Whether a path as cheap is known."""
        best = self._best
        before = len(best)
        known = best.setdefault(state, g)
        if len(best) > before:
            return False
        if known <= g:
            return True
        if state in self._expanded:
            self._expanded.remove(state)
            self.reopened += 1
        best[state] = g
        return False

    def enter(self, node: Node) -> bool:
        """Whether the node's state is not expanded yet, or has been reopened since.

        What counts is not the node's g: where g is a rounding error beside h, two paths of different g have the
        same f, and an open list may have kept the dearer.
        """
        expanded = self._expanded
        before = len(expanded)
        expanded.add(node.state)
        return len(expanded) > before


RULES: Mapping[str, Callable[[], DuplicateRule]] = {
    "none": NoRule,
    "path": OwnPath,
    "first-seen": FirstSeen,
    "cheapest": CheapestPath,
}
"""The duplicate rules by the names that `Algorithm.rule` gives."""


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
