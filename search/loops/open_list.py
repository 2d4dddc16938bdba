"""Open lists: in which order the nodes of a search are taken, and which are forgotten.

Each takes the surviving successors of one expansion at a time, because some orders depend on that.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from math import inf
from random import Random
from typing import Any, Protocol, runtime_checkable

from ..algorithms import LOWER_H, Algorithm, Weights
from .duplicates import Node

_AGES: Mapping[str, Callable[[int], Iterator[float]]] = {
    "oldest": lambda seed: count(0),
    "newest": lambda seed: count(0, -1),
    "random": lambda seed: iter(Random(seed).random, None),
    LOWER_H: lambda seed: count(0, -1),
}
"""Tie-breaking by name: for a seed, the ages that expansions get, least first in line."""


@runtime_checkable
class OpenList(Protocol):
    """Nodes waiting to be expanded; one that drops nodes may say why, in a string ``forgets``."""

    @property
    def complete(self) -> bool:
        """False once a node has been dropped: an empty open list then proves nothing."""

    def extend(self, siblings: Sequence[Node]) -> None:
        """Put in the successors of one expansion, in the order of the arcs."""

    def pop(self) -> Node:
        """Take the next node to expand."""

    def __len__(self) -> int: ...


class Fifo(deque[Node]):
    """First in, first out: breadth-first."""

    complete = True
    pop = deque.popleft


class Lifo:
    """The newest siblings first, among them in the order of the arcs: depth-first."""

    def __init__(self) -> None:
        self.complete = True
        self._nodes: list[Node] = []
        self.pop = self._nodes.pop

    def extend(self, siblings: Sequence[Node]) -> None:
        """Put siblings on top, the first of them uppermost."""
        self._nodes.extend(reversed(siblings))

    def __len__(self) -> int:
        return len(self._nodes)


class Priority:
    """Least f first; ties go to the oldest node, to the newest siblings in the order of the arcs, or to chance.

    Parameters
    ----------
    ties
        One of `arcwise.search.algorithms.TIES`.
    seed
        For random ties.
    """

    def __init__(self, ties: str = "oldest", seed: int = 0) -> None:
        self.complete = True
        self._heap: list[Any] = []
        self._ages = _AGES[ties](seed)

    def rank(self, node: Node) -> tuple[float, ...]:
        """Place of a node in line, apart from its age."""
        return (node.f,)

    def extend(self, siblings: Sequence[Node]) -> None:
        """Put siblings in by f."""
        heap, push, age = self._heap, heapq.heappush, next(self._ages)
        for place, node in enumerate(siblings):
            push(heap, (node.f, age, place, node))

    def pop(self) -> Node:
        """The node of least f."""
        node: Node = heapq.heappop(self._heap)[-1]
        return node

    @property
    def least(self) -> float:
        """Least f; infinite where there is no node."""
        return self._heap[0][0] if self._heap else inf

    def __len__(self) -> int:
        return len(self._heap)


class LowerH(Priority):
    """Least f first, then lower h, then the newest siblings in the order of the arcs (Asai and Fukunaga 2017).

    Of equal f, the lower share of h is the larger share of g, whose sums are exact where those of h may be rounded.

    Parameters
    ----------
    weight
        Weight of g in f.
    """

    def __init__(self, weight: float = 1) -> None:
        super().__init__(LOWER_H)
        self._of_g = -weight

    def rank(self, node: Node) -> tuple[float, ...]:
        """Place of a node in line, apart from its age."""
        return node.f, self._of_g * node.g

    def extend(self, siblings: Sequence[Node]) -> None:
        """Put siblings in by f and h."""
        heap, push, age, of_g = self._heap, heapq.heappush, next(self._ages), self._of_g
        for place, node in enumerate(siblings):
            push(heap, (node.f, of_g * node.g, age, place, node))


class UniquePriority:
    """A priority open list that holds every state once, keeping the entry that would be taken first.

    This is the sorted open list of Kantz (2005): duplicates are deleted after each merge.

    Parameters
    ----------
    queue
        Open list in which states may stand twice.
    keeps_old
        Whether the older of two copies with the same rank stays.
    """

    forgets = "the same state stands in open, and comes first"

    def __init__(self, queue: Priority, keeps_old: bool = False) -> None:
        self.complete = True
        self._queue = queue
        self._keeps_old = keeps_old
        self._current: dict[Any, Node] = {}

    def extend(self, siblings: Sequence[Node]) -> None:
        """Put siblings in by f, except where the same state stands before them."""
        kept: list[Node] = []
        for node in siblings:
            present = self._current.get(node.state)
            if present is not None and self._stands_first(present, node):
                continue
            self._current[node.state] = node
            kept.append(node)
        self._queue.extend(kept)

    def pop(self) -> Node:
        """The node of least f that has not been superseded."""
        while True:
            node = self._queue.pop()
            if self._current.get(node.state) is node:
                del self._current[node.state]
                return node

    def _stands_first(self, present: Node, newcomer: Node) -> bool:
        one, other = self._queue.rank(present), self._queue.rank(newcomer)
        if one != other:
            return one < other
        return self._keeps_old or present.parent is newcomer.parent

    def __len__(self) -> int:
        return len(self._current)


def _priority(algorithm: Algorithm) -> Priority:
    f = algorithm.f
    if algorithm.ties == LOWER_H and isinstance(f, Weights):
        return LowerH(f.g)
    return Priority(algorithm.ties, algorithm.seed)


def _unique(algorithm: Algorithm) -> UniquePriority:
    return UniquePriority(_priority(algorithm), algorithm.ties in ("oldest", "random"))


class LevelBeam:
    """Level by level, of each level only the ``width`` best by f (beam search)."""

    forgets = "the beam is full, and others of its level have a lower f"

    def __init__(self, width: int) -> None:
        self.complete = True
        self._width = width
        self._level: deque[Node] = deque()
        self._next: list[Node] = []
        self.extend = self._next.extend

    def pop(self) -> Node:
        """The next node of this level, or the first of the next one."""
        if not self._level:
            self._next.sort(key=_f)
            self.complete &= len(self._next) <= self._width
            self._level.extend(self._next[: self._width])
            self._next.clear()
        return self._level.popleft()

    def __len__(self) -> int:
        return len(self._level) + len(self._next)


class DirectedBeam:
    """Siblings sorted by f go in front of the rest, and only the first ``width`` are kept (Kantz 2005)."""

    forgets = "the beam is full, and others stand before it"

    def __init__(self, width: int) -> None:
        self.complete = True
        self._width = width
        self._nodes: list[Node] = []

    def extend(self, siblings: Sequence[Node]) -> None:
        """Put siblings in front, best first, and drop what is beyond the width."""
        nodes = [*sorted(siblings, key=_f), *self._nodes]
        self.complete &= len(nodes) <= self._width
        self._nodes = nodes[: self._width]

    def pop(self) -> Node:
        """The node in front."""
        return self._nodes.pop(0)

    def __len__(self) -> int:
        return len(self._nodes)


class SteepestDescent(Lifo):
    """Only the best sibling, and only while it is better than its parent: hill climbing."""

    forgets = "it is not the best, or no better than its parent"

    def extend(self, siblings: Sequence[Node]) -> None:
        """Keep the first best sibling if it improves on its parent."""
        best = min(siblings, key=_f, default=None)
        if best is not None and (best.parent is None or best.f < best.parent.f):
            self._nodes.append(best)
        self.complete &= len(siblings) == len(self._nodes)


def _f(node: Node) -> float:
    return node.f


OPEN_LISTS: Mapping[str, Callable[[Algorithm], OpenList]] = {
    "fifo": lambda algorithm: Fifo(),
    "lifo": lambda algorithm: Lifo(),
    "priority": _priority,
    "unique": _unique,
    "level-beam": lambda algorithm: LevelBeam(algorithm.beam_width),
    "directed-beam": lambda algorithm: DirectedBeam(algorithm.beam_width),
    "steepest": lambda algorithm: SteepestDescent(),
}
"""The open lists by the names that an `Algorithm` has for them."""
