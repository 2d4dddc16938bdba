"""How a search is observed: every node that it makes, and every node that it takes up, is told to a watcher.

A loop that nobody watches is made of the same parts without a watcher between them, and so is none the slower.
"""

from __future__ import annotations

from typing import Protocol

from .duplicates import DuplicateRule, Node
from .expansion import Evaluator

WATCHED = ("best-first", "iterative", "batched")
"""The loops that tell a watcher."""


class Watcher(Protocol):
    """Is told what a best-first or a depth-first loop does, in its order."""

    def made(self, node: Node) -> None:
        """A successor that was not dropped became a node, whose f is known as soon as this returns."""

    def taken(self, node: Node, kept: bool) -> None:
        """A node was taken up: to be expanded where it was kept, else its state is expanded already."""


def watched_evaluation(evaluate: Evaluator, watcher: Watcher) -> Evaluator:
    """Evaluation that reports each node to a watcher."""

    def evaluate_and_tell(node: Node) -> float:
        watcher.made(node)
        return evaluate(node)

    return evaluate_and_tell


class WatchedRule:
    """A duplicate rule around another that tells a watcher."""

    def __init__(self, rule: DuplicateRule, watcher: Watcher) -> None:
        self._rule = rule
        self._tell = watcher.taken
        self.start = rule.start
        self.fresh = rule.fresh

    @property
    def reopened(self) -> int:
        """How many states were put back into open after their expansion."""
        return self._rule.reopened

    @reopened.setter
    def reopened(self, count: int) -> None:
        self._rule.reopened = count

    def enter(self, node: Node) -> bool:
        """Enter a state by the duplicate rule, and tell the watcher."""
        kept = self._rule.enter(node)
        self._tell(node, kept)
        return kept
