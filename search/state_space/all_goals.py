"""Work of breadth-first search for every goal at once.

Breadth-first search with a closed list expands states in an order that does not depend on the goal, so one search
without a goal tells what each goal would have cost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...rules.checked import checked
from ...rules.term import State
from ...rules.theory import Theory
from ..heuristic import ZERO
from ..limits import Meter
from ..loops.best_first import best_first_search
from ..loops.duplicates import FirstSeen, Node
from ..loops.open_list import Fifo
from ..problem import FunctionProblem, Successors
from ..result import Status


@dataclass(frozen=True, slots=True)
class GoalWork:
    """Work for one goal: counters of the search that stops there, and the lengths of its path."""

    goal: State
    expanded: int
    generated: int
    operator_applications: int
    steps: int
    moves: int


@checked
def breadth_first_to_every_goal(
    theory: Theory, start: State, meter: Meter | None = None
) -> Iterator[GoalWork]:
    """The work of breadth-first search with a closed list from ``start`` to each reachable state, nearest first.

    The start itself, which needs no search, is left out. A limit ends the sequence early.

    Raises
    ------
    KeyboardInterrupt
        The user's, passed on.
    """
    theory.check(start)
    expanded_nodes: list[Node] = []
    generated: list[int] = []
    applications: list[int] = []

    def successors(node: Node) -> Successors:
        pairs = theory.successors(node.state)
        expanded_nodes.append(node)
        generated.append(len(pairs))
        applications.append(sum(arc.length for arc, _ in pairs))
        return pairs

    result = best_first_search(
        FunctionProblem(start, lambda state: False, lambda state: ()),
        successors=successors,
        open_list=Fifo(),
        evaluate=lambda node: node.depth,
        heuristic=ZERO,
        duplicates=FirstSeen(),
        meter=meter,
    )
    if result.status is Status.STOPPED and result.limit == "interrupt":
        raise KeyboardInterrupt
    moves: dict[int, int] = {}
    made = applied = 0
    for expanded, node in enumerate(expanded_nodes):
        if node.parent is not None and node.operator is not None:
            moves[id(node)] = moves[id(node.parent)] + node.operator.length
            yield GoalWork(node.state, expanded, made, applied, node.depth, moves[id(node)])
        else:
            moves[id(node)] = 0
        made += generated[expanded]
        applied += applications[expanded]
