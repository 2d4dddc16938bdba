"""The tree that a search built, for looking at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .node import Node
from .open_list import OpenList


class SearchTree:
    """Records the nodes of one best-first search.

    Hand ``tree.watch`` to `solve` as ``wrap_open``; afterwards ``tree.graph()`` is the search tree.
    """

    def __init__(self) -> None:
        self.inserted: list[Node] = []
        """The nodes in the order in which they were put into open, the root first."""
        self.taken: list[Node] = []
        """The nodes in the order in which they were taken from open."""

    def watch(self, open_list: OpenList) -> OpenList:
        """An open list that behaves like the given one and records what passes through it."""
        return _Watched(open_list, self)

    def graph(self, max_nodes: int | None = None) -> Any:
        """The tree as a `networkx.DiGraph`, of the first ``max_nodes`` nodes put into open.

        Nodes are numbers in the order of insertion, with attributes ``state``, ``g``, ``h``, ``f``, ``depth`` and
        ``taken`` (the place in the order of expansion from 0, or None); edges have ``operator`` (its name) and ``cost``.
        """
        import networkx as nx

        graph = nx.DiGraph()
        order = {id(node): place for place, node in enumerate(self.taken)}
        number: dict[int, int] = {}
        for place, node in enumerate(self.inserted[:max_nodes]):
            number[id(node)] = place
            graph.add_node(
                place,
                state=node.state,
                g=node.g,
                h=node.h,
                f=node.f,
                depth=node.depth,
                taken=order.get(id(node)),
            )
            if node.parent is not None and node.operator is not None:
                graph.add_edge(
                    number[id(node.parent)],
                    place,
                    operator=node.operator.name,
                    cost=node.operator.cost,
                )
        return graph


class _Watched:
    """An open list around another that tells a `SearchTree`."""

    def __init__(self, inner: OpenList, tree: SearchTree) -> None:
        self._inner = inner
        self._tree = tree

    @property
    def complete(self) -> bool:
        return self._inner.complete

    def extend(self, siblings: Sequence[Node]) -> None:
        self._tree.inserted.extend(siblings)
        self._inner.extend(siblings)

    def pop(self) -> Node:
        node = self._inner.pop()
        self._tree.taken.append(node)
        return node

    def __len__(self) -> int:
        return len(self._inner)
