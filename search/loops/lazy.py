"""Lazy best-first search with preferred operators (Richter and Helmert 2009), as Fast Downward and LAMA search.

A successor goes into open by the h of the state that it is made from, and is evaluated when its turn comes: most never
are. There are queues by h and by the number of landmarks that are left (of goals that are open, where nothing is relaxed),
and for each a second one of what preferred operators lead to. They take turns; those of preferred operators have more of them after each progress (Roeger and
Helmert 2010 on alternation).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import inf
from typing import Any

from ...rules.errors import Place
from ...rules.term import Var
from ..explain_misuse import check_estimate, check_state
from ..heuristic import ZERO, Heuristic, knows_dead_ends
from ..heuristics.landmarks import LandmarkCount
from ..limits import ENDINGS, Meter, limit_of
from ..operator import Operator
from ..problem import Problem, SearchProblem
from ..result import Result, Status
from .duplicates import FirstSeen, Node, NoRule
from .expansion import Evaluator, Expansion, NodeSuccessors, exact_cost
from .open_list import Priority

BOOST = 1000
"""Turns of preferred operators after each progress."""


class Alternation:
    """Queues that take turns, two for every heuristic: of all successors, and of preferred ones.

    Parameters
    ----------
    heuristics
        How many there are.
    """

    def __init__(self, heuristics: int) -> None:
        self._queues = [Priority() for _ in range(2 * heuristics)]
        self._turns = [0] * (2 * heuristics)

    def extend(
        self, siblings: Sequence[Node], values: Sequence[float], wanted: Collection[int]
    ) -> None:
        """Put in the successors of one expansion.

        Parameters
        ----------
        siblings
            The successors, not evaluated.
        values
            What each heuristic says of the state that they are made from.
        wanted
            The places of those that preferred operators make.
        """
        preferred = [node for place, node in enumerate(siblings) if place in wanted]
        for place, value in enumerate(values):
            for node in siblings:
                node.f = value  # for this heuristic alone
            self._queues[2 * place].extend(siblings)
            self._queues[2 * place + 1].extend(preferred)

    def pop(self) -> Node:
        """The first of the queue that had the fewest turns, of those the first."""
        queue = min(
            (number for number, queue in enumerate(self._queues) if queue),
            key=self._turns.__getitem__,
        )
        self._turns[queue] += 1
        return self._queues[queue].pop()

    def boost(self) -> None:
        """Give preferred operators more turns."""
        for number in range(1, len(self._turns), 2):
            self._turns[number] -= BOOST

    def __len__(self) -> int:
        return sum(map(len, self._queues))


def lazy_search(
    problem: SearchProblem,
    *,
    successors: NodeSuccessors,
    heuristic: Heuristic,
    evaluate: Evaluator,
    meter: Meter | None = None,
) -> Result:
    """Search from the problem's start; a state is evaluated, and tested for the goal, when it is taken from open.

    A successor counts as generated and as inserted when its operator is put into open, and as evaluated only if it is
    taken out before another way to its state. What is in several queues counts as often in ``peak_open``.

    Parameters
    ----------
    problem, successors, evaluate, meter
        As for `best_first_search`; f is that of the state that a successor is made from.
    heuristic
        Its ``helpful(state)``, where it has that, are the preferred operators.
    """
    meter = meter or Meter()
    check_state(problem.start, Place("start"))
    known = FirstSeen()
    expansion = Expansion(
        problem.successors, successors, exact_cost(problem), ZERO, _unknown, NoRule(), meter
    )
    left = _left(problem, heuristic)
    least = [inf] * (1 if left is None else 2)
    open_list = Alternation(len(least))
    helpful: Callable[[Any], Collection[Operator]] = getattr(heuristic, "helpful", lambda _: ())
    prunes = knows_dead_ends(heuristic)
    evaluated = 0
    node = Node(problem.start, None, None, 0, 0, 0)
    try:
        while True:
            if not known.rejects(node.state, node.g):
                evaluated += 1
                values = [heuristic.estimate(node.state)]
                if left is not None:
                    values.append(left(node))
                check_estimate(heuristic, node.state, values[0])
                expansion.evaluated = evaluated
                if not (prunes and values[0] == inf):
                    if problem.is_goal(node.state):
                        return expansion.found(node)
                    if limit := meter.exceeded():
                        return expansion.failed(Status.STOPPED, problem.start, limit)
                    if any(value < best for value, best in zip(values, least, strict=True)):
                        least = list(map(min, values, least))
                        open_list.boost()
                    node.h = values[0]
                    siblings = expansion.children(node)
                    expansion.inserted += len(siblings)
                    preferred = set(map(id, helpful(node.state)))
                    wanted = {n for n, one in enumerate(siblings) if id(one.operator) in preferred}
                    open_list.extend(siblings, [evaluate(node), *values[1:]], wanted)
            expansion.evaluated = evaluated  # successors wait for that
            if not open_list:
                return expansion.failed(Status.UNSOLVABLE, problem.start)
            expansion.peak_open = max(expansion.peak_open, len(open_list))
            node = open_list.pop()
    except ENDINGS as error:
        return expansion.failed(Status.STOPPED, problem.start, limit_of(error))


def _unknown(node: Node) -> float:
    """f of a node that is not evaluated yet."""
    return 0


def _left(problem: SearchProblem, heuristic: Heuristic) -> Callable[[Node], float] | None:
    """Function that counts what a node has still to reach: landmarks, or cells that the goal names."""
    if not isinstance(problem, Problem):
        return None
    make: Callable[[Any], LandmarkCount | None] = getattr(heuristic, "landmarks", lambda _: None)
    if (landmarks := make(problem.start)) is None:
        goals = [(cell, one) for cell, one in enumerate(problem.goal) if not isinstance(one, Var)]
        return lambda node: sum(node.state[cell] != term for cell, term in goals)
    reached: dict[Any, int] = {}

    def left(node: Node) -> float:
        before = 0 if node.parent is None else reached[node.parent.state]
        reached[node.state] = landmarks.reached(before, node.state)
        return landmarks.left(reached[node.state], node.state)

    return left
