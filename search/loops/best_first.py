"""The best-first loop: every search that keeps an open list is a call of it."""

from __future__ import annotations

from math import inf

from ...rules.checked import checked
from ..heuristic import Heuristic, knows_dead_ends
from ..limits import ENDINGS, Meter, limit_of
from ..problem import SearchProblem
from ..result import Result, Status
from .duplicates import DuplicateRule
from .expansion import Evaluator, Expansion, NodeSuccessors, exact_cost
from .open_list import OpenList


@checked
def best_first_search(
    problem: SearchProblem,
    *,
    successors: NodeSuccessors,
    open_list: OpenList,
    evaluate: Evaluator,
    heuristic: Heuristic,
    duplicates: DuplicateRule,
    meter: Meter | None = None,
) -> Result:
    """Search from the problem's start; the goal is tested when a node is taken from open.

    Where an infinite h says that there is no solution, such nodes are left out.

    Parameters
    ----------
    problem
        Where to start and what to look for.
    successors
        The successors of a node: `plain_successors` or `no_move_back` of the problem.
    open_list
        The order of expansion; starts empty.
    evaluate
        f of a node.
    heuristic
        h of a state, and along an operator.
    duplicates
        Which successors are dropped because their state is known.
    meter
        Holds the search to its limits. Ctrl-C ends it in the same way: with a result.
    """
    meter = meter or Meter()
    prunes = knows_dead_ends(heuristic)
    expansion = Expansion(
        problem.successors,
        successors,
        exact_cost(problem),
        heuristic,
        evaluate,
        duplicates,
        meter,
        prunes,
    )
    pop, enter, is_goal = open_list.pop, duplicates.enter, problem.is_goal
    exceeded, children_of = meter.exceeded, expansion.children
    node = None
    try:
        root = expansion.root(problem.start)
        if prunes and root.h == inf:
            return expansion.failed(Status.UNSOLVABLE, problem.start)
        open_list.extend([root])
        while waiting := len(open_list):
            if waiting > expansion.peak_open:
                expansion.peak_open = waiting
            node = pop()
            if not enter(node):
                continue
            if is_goal(node.state):
                return expansion.found(node)
            if limit := exceeded():
                return expansion.failed(Status.STOPPED, problem.start, limit, node.f)
            children = children_of(node)
            expansion.inserted += len(children)
            open_list.extend(children)
    except ENDINGS as error:
        taken = None if node is None else node.f
        return expansion.failed(Status.STOPPED, problem.start, limit_of(error), taken)
    status = Status.UNSOLVABLE if open_list.complete else Status.INCOMPLETE
    return expansion.failed(status, problem.start)
