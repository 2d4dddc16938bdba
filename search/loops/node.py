"""A node of a search tree."""

from __future__ import annotations

from typing import Any

from ..operator import Operator


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
