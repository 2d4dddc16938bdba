"""One expansion, shared by all searches: make successors, drop duplicates, evaluate, count."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, TypeAlias

from ...rules.errors import Place
from ..explain_misuse import check_estimate, check_state, explain_misuse
from ..heuristic import Heuristic
from ..limits import Meter
from ..operator import Operator, denominator_of_costs
from ..problem import Problem, SearchProblem, Successors
from ..result import Result, Statistics, Status
from .duplicates import DuplicateRule, Node

Evaluator: TypeAlias = Callable[[Node], float]
"""f of a node, from its g, h and depth."""

NodeSuccessors: TypeAlias = Callable[[Node], Successors]

CostOfPath: TypeAlias = Callable[[float, Operator], float]
"""g of a successor, from g of the node and the operator between them."""


def plain_cost(g: float, operator: Operator) -> float:
    """Cost of a path extended by an operator."""
    return g + operator.cost


def exact_cost(problem: SearchProblem) -> CostOfPath:
    """The sum of both, free of rounding errors where costs are fractions of a known denominator."""
    denominator = denominator_of_costs(problem.theory) if isinstance(problem, Problem) else 1
    if denominator <= 1:
        return plain_cost
    return lambda g, operator: round((g + operator.cost) * denominator) / denominator


def plain_successors(problem: SearchProblem) -> NodeSuccessors:
    """All successors of a node's state."""
    successors = problem.successors
    return lambda node: successors(node.state)


def no_move_back(problem: SearchProblem) -> NodeSuccessors:
    """All successors of a node's state except the state that it was made from."""

    def successors(node: Node) -> list[tuple[Operator, Any]]:
        before = node.parent.state if node.parent is not None else None
        return [(move, state) for move, state in problem.successors(node.state) if state != before]

    return successors


class Expansion:
    """Makes nodes and counts what it made.

    Parameters
    ----------
    source
        Makes the (operator, state) pairs of a state; asked again where they cannot be used, to say which.
    successors
        Those of a node that are wanted.
    cost
        Gives g.
    heuristic
        Gives h, along each operator from the parent's h.
    evaluate
        Gives f; kept in the node.
    duplicates
        Decides which successors become nodes.
    meter
        Counts expansions and holds them to the limits.
    prunes
        Whether successors of infinite h are left out.
    """

    def __init__(
        self,
        source: Callable[[Any], Successors],
        successors: NodeSuccessors,
        cost: CostOfPath,
        heuristic: Heuristic,
        evaluate: Evaluator,
        duplicates: DuplicateRule,
        meter: Meter,
        prunes: bool = False,
    ) -> None:
        self._source = source
        self._successors = successors
        self._cost = cost
        self._heuristic = heuristic
        self._evaluate = evaluate
        self._duplicates = duplicates
        self._update = heuristic.update
        self._rejects = duplicates.rejects
        self._prunes = prunes
        self.meter = meter
        self.generated = 0
        self.inserted = 0
        self.evaluated = 0
        self.operator_applications = 0
        self.peak_open = 0

    def root(self, state: Any) -> Node:
        """The node of a start state, known to the duplicate rule."""
        self.evaluated += 1
        h = self._heuristic.estimate(state)
        check_state(state, Place("start"))
        check_estimate(self._heuristic, state, h)
        node = Node(state, None, None, 0, h, 0)
        node.f = self._evaluate(node)
        self._duplicates.rejects(state, 0)
        return node

    def children(self, node: Node) -> list[Node]:
        """The successors of a node that survive the duplicate rule, in the order of the operators.

        Raises
        ------
        InputError
            Successors or estimates, of functions of the user's own, that a search cannot use.
        """
        update, evaluate, rejects = self._update, self._evaluate, self._rejects
        cost = self._cost
        parent, parent_g, parent_h, depth = node.state, node.g, node.h, node.depth + 1
        generated = applications = pruned = 0
        made: list[Node] = []
        try:
            for operator, state in self._successors(node):
                generated += 1
                applications += operator.length
                g = cost(parent_g, operator)
                if not g >= parent_g:
                    raise ValueError("no cost")
                if rejects(state, g):
                    continue
                h = update(parent_h, operator, parent, state)
                if not 0 <= h < inf:
                    check_estimate(self._heuristic, state, h)
                    if h == inf and self._prunes:
                        pruned += 1
                        continue
                child = Node(state, node, operator, g, h, depth)
                child.f = evaluate(child)
                made.append(child)
        except (AttributeError, IndexError, TypeError, ValueError):
            explain_misuse(self._source, self._heuristic, parent, parent_h)
            raise
        self.generated += generated
        self.operator_applications += applications
        self.meter.applied += applications
        self.evaluated += len(made) + pruned
        return made

    def statistics(self) -> Statistics:
        """The counters as they stand now."""
        self.meter.measure_memory()
        return Statistics(
            expanded=self.meter.expanded,
            generated=self.generated,
            inserted=self.inserted,
            evaluated=self.evaluated,
            reopened=self._duplicates.reopened,
            operator_applications=self.operator_applications,
            peak_open=self.peak_open,
            peak_memory=self.meter.peak_memory,
            elapsed=self.meter.elapsed,
        )

    def found(self, node: Node) -> Result:
        """The result for a goal node."""
        states, operators = node.path()
        return Result(Status.SOLVED, tuple(states), tuple(operators), self.statistics())

    def failed(
        self, status: Status, start: Any, limit: str | None = None, bound: float | None = None
    ) -> Result:
        """The result without a solution; where a limit ended it, with the f that the search had come to."""
        return Result(status, (start,), (), self.statistics(), limit, bound=bound)
