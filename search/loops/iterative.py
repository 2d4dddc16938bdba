"""The depth-first iterative loop: iterative deepening and IDA* (Korf, AIJ 27, 1985)."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from ...rules.checked import checked
from ..heuristic import Heuristic, knows_dead_ends
from ..limits import ENDINGS, Meter, limit_of
from ..problem import SearchProblem
from ..result import Result, Status
from .duplicates import DuplicateRule, Node
from .expansion import Evaluator, Expansion, NodeSuccessors, exact_cost


@checked
def depth_first_iterative_search(
    problem: SearchProblem,
    *,
    successors: NodeSuccessors,
    evaluate: Evaluator,
    heuristic: Heuristic,
    duplicates: DuplicateRule,
    meter: Meter | None = None,
) -> Result:
    """Search depth-first below a bound on f, again and again with the least f that exceeded it.

    Only the current path and its siblings are in memory. A successor counts as inserted when it is taken up, be it
    only to find it beyond the bound. A node of infinite f is never expanded, which proves nothing unless the
    heuristic knows dead ends. The arguments are those of `best_first_search`.
    """
    meter = meter or Meter()
    expansion = Expansion(
        problem.successors, successors, exact_cost(problem), heuristic, evaluate, duplicates, meter
    )
    cut_off = False
    bound: float | None = None
    try:
        root = expansion.root(problem.start)
        cut_off = root.f == inf
        bound = root.f
        while bound < inf:
            next_bound = inf
            waiting = 1
            stack: list[Iterator[Node]] = [iter([root])]
            while stack:
                node = next(stack[-1], None)
                if node is None:
                    stack.pop()
                    continue
                waiting -= 1
                expansion.inserted += node is not root
                if node.f > bound:
                    next_bound = min(next_bound, node.f)
                    cut_off = cut_off or node.f == inf
                    continue
                duplicates.enter(node)
                if problem.is_goal(node.state):
                    return expansion.found(node)
                if limit := meter.exceeded():
                    return expansion.failed(Status.STOPPED, problem.start, limit, bound)
                children = expansion.children(node)
                waiting += len(children)
                expansion.peak_open = max(expansion.peak_open, waiting)
                stack.append(iter(children))
            bound = next_bound
    except ENDINGS as error:
        return expansion.failed(Status.STOPPED, problem.start, limit_of(error), bound)
    proved = knows_dead_ends(heuristic) or not cut_off
    return expansion.failed(Status.UNSOLVABLE if proved else Status.INCOMPLETE, problem.start)
