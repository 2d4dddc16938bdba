"""One expansion, shared by all searches: make successors, drop duplicates, evaluate, count.

A watcher is told every node that a search makes and every node that it takes up. A loop that nobody watches is made of the
same parts without a watcher between them, and so is none the slower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from operator import itemgetter
from typing import Any, Protocol, TypeAlias, cast

from ...rules.arc import Arc
from ...rules.cost import exact
from ...rules.errors import InputError, Place
from ...rules.states.traps import NO_TRAPS, Traps, changed_by
from ..heuristic import ZERO, Heuristic
from ..limits import Meter
from ..operator import (
    Operator,
    check_estimate,
    check_state,
    denominator_of_costs,
    exact_cost,
    explain_misuse,
)
from ..problem import (
    FunctionProblem,
    GraphProblem,
    ReversibleProblem,
    SearchProblem,
    Successors,
    theory_of,
)
from ..result import Result, Statistics, Status
from .duplicates import CostOfPath, DuplicateRule, Node

Evaluator: TypeAlias = Callable[[Node], float]
"""f of a node, from its g, h and depth."""


ClosedList: TypeAlias = dict[Any, Any]
"""For every state the state that it was made from, and that one's successor as the problem gives it; None for the start."""

EnterNew: TypeAlias = Callable[[Any, ClosedList], tuple[list[Any], int, int]]
"""Of a state and a closed list: the successors that are new, the number of all, and the total length of their operators."""


MOST_COSTS = 10_000
"""Greatest number of different costs that are remembered of moves without a theory."""


class InexactError(Exception):
    """A cost, such as a Decimal, that cannot be added to all others as it is."""


class Costs:
    """The different costs of the moves that a search of functions made.

    Parameters
    ----------
    exactly
        Whether costs are added as `exact` numbers; else only ints and floats are taken.

    Attributes
    ----------
    values
        The costs, up to `MOST_COSTS`; ``too_many`` tells that there are more.
    whole
        Whether all are ints, of which Python's sums are exact.
    """

    def __init__(self, exactly: bool = False) -> None:
        self.values: set[Any] = set()
        self.too_many = False
        self.whole = True
        self._exactly = exactly

    @property
    def one(self) -> bool | None:
        """Whether all costs so far are the same; None where none were noted."""
        if self.too_many or len(self.values) > 1:
            return False
        return True if self.values else None

    def note(self, costs: Sequence[Any]) -> None:
        """Remember the costs of an expansion.

        Raises
        ------
        ValueError
            A cost below 0.
        InexactError
            A cost that is neither an int nor a float.
        """
        if self._exactly:
            if not all(cost >= 0 for cost in costs):
                raise ValueError("no cost")
            return
        for cost in costs:
            if not cost >= 0:
                raise ValueError("no cost")
            if type(cost) is not int:
                self.whole = False
                if not isinstance(cost, int | float):
                    raise InexactError
        if self.too_many:
            return
        self.values.update(costs)
        if len(self.values) > MOST_COSTS:
            self.too_many = True
            self.values.clear()


@dataclass(frozen=True, slots=True)
class NodeSuccessors:
    """The successors of a node as a problem gives them, tuples that end with a state, and how such tuples are read.

    Most are dropped as duplicates, so that an operator is made only of what is left.

    Parameters
    ----------
    of
        Lists the successors of a node.
    enter_new
        Puts those of a state that are new into a closed list; None where more than the state says which there are.
    operator
        Operator of one of them.
    cost
        g of one of them.
    applications
        Total length of their operators. Raises ValueError for a cost below 0, of a duplicate too.
    costs
        The costs that were seen; None for arcs, whose theory has them.
    traps
        Patterns of states that are left out.
    pairs
        Lists those of a state as (operator, state) pairs; None where they are no pairs, or more than the state says which there are.
    plain
        The same as pairs, for traps, which look at operators; None where these are.
    """

    of: Callable[[Node], Sequence[Any]]
    enter_new: EnterNew | None
    operator: Callable[[Any], Operator]
    cost: CostOfPath
    applications: Callable[[Sequence[Any]], int]
    costs: Costs | None = None
    traps: Traps = NO_TRAPS
    pairs: Callable[[Any], Successors] | None = None
    plain: NodeSuccessors | None = None

    def without(self, traps: Traps) -> NodeSuccessors:
        """The successors without those that fit a pattern."""
        if not traps:
            return self
        if self.plain is not None:
            return self.plain.without(traps)
        pairs = self.pairs
        enter_new = None if pairs is None else _new_of_pairs(pairs, self.applications, traps)
        return replace(self, traps=traps, enter_new=enter_new)


def plain_cost(g: float, successor: Any) -> float:
    """Cost of a path extended by the operator of an (operator, state) pair."""
    cost: float = g + successor[0].cost
    return cost


def cost_of_path(problem: SearchProblem, exactly: bool = False) -> CostOfPath:
    """Sum of two costs, without rounding errors if costs are fractions of a known denominator, or are added exactly."""
    if exactly:
        return lambda g, successor: g + exact_cost(successor[0])
    theory = theory_of(problem)
    denominator = 1 if theory is None else denominator_of_costs(theory)
    if denominator <= 1:
        return plain_cost
    return lambda g, successor: round((g + successor[0].cost) * denominator) / denominator


def pairs_of(
    successors: Callable[[Any], Successors],
    cost: CostOfPath = plain_cost,
    costs: Costs | None = None,
    applications: Callable[[Sequence[Any]], int] | None = None,
) -> NodeSuccessors:
    """Successors that a function of a state gives as (operator, state) pairs, whose costs are noted if they are to be.

    ``applications`` counts the moves that were made for some pairs, if these are not the moves of each.
    """

    def noted_length(pairs: Sequence[Any]) -> int:
        assert costs is not None
        costs.note([operator.cost for operator, _ in pairs])
        return sum([operator.length for operator, _ in pairs])

    total = applications or (_total_length if costs is None else noted_length)
    return NodeSuccessors(
        lambda node: list(successors(node.state)),
        _new_of_pairs(successors, total),
        itemgetter(0),
        cost,
        total,
        costs,
        pairs=successors,
    )


def _total_length(pairs: Sequence[Any]) -> int:
    total = 0
    for operator, _ in pairs:
        if not operator.cost >= 0:
            raise ValueError("no cost")
        total += operator.length
    return total


def _new_of_pairs(
    successors: Callable[[Any], Successors],
    total: Callable[[Sequence[Any]], int],
    traps: Traps = NO_TRAPS,
) -> EnterNew:
    def enter_new(state: Any, closed: ClosedList) -> tuple[list[Any], int, int]:
        made: list[Any] = []
        pairs = list(successors(state))
        for one in pairs:
            if one[1] not in closed:
                closed[one[1]] = state, one
                made.append(one[1])
        return made, len(pairs), total(pairs)

    def enter_safe(state: Any, closed: ClosedList) -> tuple[list[Any], int, int]:
        made: list[Any] = []
        pairs = list(successors(state))
        for one in pairs:
            if one[1] not in closed and traps.within(one[1], changed_by(cast(Arc, one[0]))) is None:
                closed[one[1]] = state, one
                made.append(one[1])
        return made, len(pairs), total(pairs)

    return enter_safe if traps else enter_new


def _new_of_triples(
    expand: Callable[[Any], Iterable[Any]], move: Callable[[Any], Operator], costs: Costs
) -> EnterNew:
    names: set[Any] = set()  # of moves that were found to be some
    last: Any = None  # cost that was noted

    def enter_new(state: Any, closed: ClosedList) -> tuple[list[Any], int, int]:
        nonlocal last
        made: list[Any] = []
        generated = 0
        for one in expand(state):
            name, cost, successor = one
            if cost is not last:
                costs.note((cost,))
                last = cost
            generated += 1
            if successor not in closed:
                if name not in names:
                    move(one)
                    names.add(name)
                closed[successor] = state, one
                made.append(successor)
        return made, generated, generated

    return enter_new


def _new_of_edges(problem: GraphProblem, costs: Costs, *, back: bool = False) -> EnterNew:
    """New neighbours of a node of a graph without parallel edges, of which nothing is made but what is kept."""
    adjacent, weight, move = problem.adjacent(back=back), problem.weight, problem.move
    last: Any = None  # cost that was noted

    def enter_new(state: Any, closed: ClosedList) -> tuple[list[Any], int, int]:
        nonlocal last
        made: list[Any] = []
        ahead, edges = state if back else None, adjacent[state]
        for node, edge in edges.items():
            cost = edge.get(weight, 1)
            if cost is not last:
                move((ahead, cost, node))
                costs.note((cost,))
                last = cost
            if node not in closed:
                closed[node] = state, (ahead, cost, node)
                made.append(node)
        return made, len(edges), len(edges)

    return enter_new


def plain_successors(problem: SearchProblem, exactly: bool = False) -> NodeSuccessors:
    """All successors of a node's state; costs are added without rounding if they are to be added exactly."""
    if not isinstance(problem, FunctionProblem | GraphProblem) or _overrides(problem, "successors"):
        costs = None if theory_of(problem) is not None else Costs(exactly)
        cost, applications = cost_of_path(problem, exactly), getattr(problem, "applications", None)
        pairs = pairs_of(problem.successors, cost, costs, applications)
        teller: Teller | None = getattr(problem, "teller", None)
        if teller is None or costs is None or exactly:
            return pairs
        return _told_by(teller, costs, pairs)
    noted = Costs(exactly)
    triples = _triples_of(problem.expand, problem.move, noted, exactly)
    return _of_graph(problem, triples, noted, "expand")


def _of_graph(
    problem: SearchProblem, triples: NodeSuccessors, costs: Costs, listed: str
) -> NodeSuccessors:
    """Triples that the method ``listed`` gives; of a graph the new ones are taken from its edges."""
    if (
        isinstance(problem, GraphProblem)
        and not problem.parallel
        and not _overrides(problem, listed)
    ):
        return replace(triples, enter_new=_new_of_edges(problem, costs, back=listed == "reach"))
    return triples


def backward_successors(problem: ReversibleProblem, costs: Costs | None) -> NodeSuccessors:
    """All states that lead to a node's state, with costs noted where those of the way forward are."""
    if (
        costs is None
        or not isinstance(problem, GraphProblem)
        or _overrides(problem, "predecessors")
    ):
        return pairs_of(problem.predecessors, costs=costs)
    return _of_graph(problem, _triples_of(problem.reach, problem.move, costs), costs, "reach")


def _overrides(problem: FunctionProblem | GraphProblem, name: str) -> bool:
    """Whether a problem lists (operator, state) pairs by a method of a subclass, which its triples do not know of."""
    kind = GraphProblem if isinstance(problem, GraphProblem) else FunctionProblem
    return getattr(type(problem), name) is not getattr(kind, name)


def _triples_of(
    expand: Callable[[Any], Iterable[Any]],
    move: Callable[[Any], Operator],
    costs: Costs,
    exactly: bool = False,
) -> NodeSuccessors:
    """Successors that a function of a state gives as triples with a cost and a state."""

    last: Any = None  # cost that was noted

    def noted_length(triples: Sequence[Any]) -> int:
        nonlocal last
        if others := [cost for _, cost, _ in triples if cost is not last]:
            costs.note(others)
            last = others[-1]
        return len(triples)

    def exact_sum(g: Any, triple: Any) -> Any:
        return g + exact(triple[1])

    return NodeSuccessors(
        lambda node: list(expand(node.state)),
        _new_of_triples(expand, move, costs),
        move,
        exact_sum if exactly else lambda g, triple: g + triple[1],
        noted_length,
        costs,
    )


class Teller(Protocol):
    """Protocol of who tells the successors of a state without making an operator of each."""

    def tell(self, state: Any) -> Sequence[Any]:
        """Tuples that begin with a successor."""

    def costs(self, told: Sequence[Any]) -> Sequence[float]:
        """Costs of moves as they were told."""

    def move(self, state: Any, told: Any) -> Operator:
        """The move from a state to what was told, of length 1."""


def _told_by(teller: Teller, costs: Costs, pairs: NodeSuccessors) -> NodeSuccessors:
    """Successors that are told; each becomes a state before the move, what was told, and the state behind it."""
    tell, costs_of, move = teller.tell, teller.costs, teller.move

    def enter_new(state: Any, closed: ClosedList) -> tuple[list[Any], int, int]:
        made: list[Any] = []
        told = tell(state)
        for one in told:
            after = one[0]
            if after not in closed:
                closed[after] = state, (state, one, after)
                made.append(after)
        costs.note(costs_of(told))
        return made, len(told), len(told)

    def noted_length(successors: Sequence[Any]) -> int:
        costs.note(costs_of([told for _, told, _ in successors]))
        return len(successors)

    return NodeSuccessors(
        lambda node: [(node.state, one, one[0]) for one in tell(node.state)],
        enter_new,
        lambda successor: move(*successor[:2]),
        lambda g, successor: g + costs_of((successor[1],))[0],
        noted_length,
        costs,
        plain=pairs,
    )


def no_move_back(problem: SearchProblem, exactly: bool = False) -> NodeSuccessors:
    """All successors of a node's state except the state that it was made from."""
    plain = plain_successors(problem, exactly)

    def of(node: Node) -> list[Any]:
        before = node.parent.state if node.parent is not None else None
        return [one for one in plain.of(node) if one[-1] != before]

    return replace(plain, of=of, enter_new=None, pairs=None, plain=None)


class Expansion:
    """Makes nodes and counts what it made.

    Parameters
    ----------
    source
        Makes the (operator, state) pairs of a state; asked where successors cannot be used, to say which.
    successors
        Lists the wanted successors of a node, with their g.
    heuristic
        Computes h, along each operator from the parent's h.
    evaluate
        Computes f, which is kept in the node.
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
        heuristic: Heuristic,
        evaluate: Evaluator,
        duplicates: DuplicateRule,
        meter: Meter,
        prunes: bool = False,
    ) -> None:
        self._source = source
        self._of, self._operator = successors.of, successors.operator
        self._enter_new = cast(
            EnterNew, successors.enter_new
        )  # of searches that look at states alone
        self._cost, self._applications = successors.cost, successors.applications
        self._heuristic = heuristic
        self._evaluate = evaluate
        self._duplicates = duplicates
        self._update = heuristic.update
        self._fresh = (
            _untrapped(successors.traps, duplicates) if successors.traps else duplicates.fresh
        )
        self._prunes = prunes
        self.starts_dead = False
        self.enter: Callable[[Any], bool] = duplicates.enter
        self.meter = meter
        self.generated = 0
        self.inserted = 0
        self.evaluated = 0
        self.operator_applications = 0
        self.peak_open = 0

    def root(self, state: Any) -> Any:
        """The node of a start state, known to the duplicate rule."""
        self.evaluated += 1
        h = self._heuristic.estimate(state)
        check_state(state, Place("start"))
        check_estimate(self._heuristic, state, h)
        self.starts_dead = self._prunes and h == inf
        node = Node(state, None, None, 0, h, 0)
        node.f = self._evaluate(node)
        self._duplicates.start(state)
        return node

    def children(self, node: Node) -> list[Node]:
        """The successors of a node that survive the duplicate rule, in the order of the operators.

        Raises
        ------
        InputError
            Successors or estimates, of functions of the user's own, that a search cannot use.
        """
        update, evaluate = self._update, self._evaluate
        estimates = self._heuristic is not ZERO
        operator_of, cost = self._operator, self._cost
        parent, parent_g, parent_h, depth = node.state, node.g, node.h, node.depth + 1
        pruned = 0
        made: list[Node] = []
        try:
            successors = self._of(node)
            applications = self._applications(successors)
            for successor in self._fresh(successors, parent_g, cost):
                operator, state, g = (
                    operator_of(successor),
                    successor[-1],
                    cost(parent_g, successor),
                )
                h = parent_h
                if estimates:
                    h = update(parent_h, operator, parent, state)
                    if not 0 <= h < inf:
                        check_estimate(self._heuristic, state, h)
                        if h == inf and self._prunes:
                            pruned += 1
                            continue
                child = Node(state, node, operator, g, h, depth)
                child.f = evaluate(child)
                made.append(child)
        except (ArithmeticError, AttributeError, InputError, LookupError, TypeError, ValueError):
            explain_misuse(self._source, self._heuristic, parent, parent_h)
            raise
        self.generated += len(successors)
        self.operator_applications += applications
        self.meter.applied += applications
        self.evaluated += len(made) + pruned
        return made

    def goal_test(self, is_goal: Callable[[Any], bool]) -> Callable[[Any], bool]:
        """A test of nodes that tests their states."""
        return lambda node: is_goal(node.state)

    def f(self, node: Any) -> float | None:
        """f of the node that was taken last, if there is one."""
        return None if node is None else node.f

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
        states, operators = self.path(node)
        return Result(Status.SOLVED, tuple(states), tuple(operators), self.statistics())

    def path(self, node: Any) -> tuple[Sequence[Any], Sequence[Operator]]:
        """The states from the root to a node, and the operators between them."""
        path: tuple[list[Any], list[Operator]] = node.path()
        return path

    def failed(
        self, status: Status, start: Any, limit: str | None = None, bound: float | None = None
    ) -> Result:
        """The result without a solution; where a limit ended it, with the f that the search had come to."""
        return Result(status, (start,), (), self.statistics(), limit, bound=bound)


def _untrapped(traps: Traps, duplicates: DuplicateRule) -> Callable[..., Iterable[Any]]:
    """The successors that fit no pattern and survive a duplicate rule."""
    within, fresh = traps.within, duplicates.fresh

    def kept(successors: Sequence[Any], g: float, cost: CostOfPath) -> Iterable[Any]:
        safe = [one for one in successors if within(one[-1], changed_by(one[0])) is None]
        return fresh(safe, g, cost)

    return kept


class StateExpansion(Expansion):
    """Expansion of a search without values that takes every state once: a state is its own node.

    The closed list tells of each state how it was reached.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.closed: ClosedList = {}
        self.enter = self.closed.__contains__  # of every state in open

    def root(self, state: Any) -> Any:
        """A start state, known from now on."""
        check_state(state, Place("start"))
        self.evaluated += 1
        self.closed[state] = None
        return state

    def children(self, node: Any) -> list[Any]:
        """The successors of a state that are new, in the order of the operators.

        Raises
        ------
        InputError
            Successors, of a function of the user's own, that a search cannot use.
        """
        try:
            made, generated, applications = self._enter_new(node, self.closed)
        except (ArithmeticError, AttributeError, InputError, LookupError, TypeError, ValueError):
            explain_misuse(self._source, self._heuristic, node, 0)
            raise
        self.generated += generated
        self.operator_applications += applications
        self.meter.applied += applications
        self.evaluated += len(made)
        return made

    def goal_test(self, is_goal: Callable[[Any], bool]) -> Callable[[Any], bool]:
        """The test of states itself."""
        return is_goal

    def f(self, node: Any) -> float | None:
        """None: the search looks at no values."""
        return None

    def path(self, node: Any) -> tuple[Sequence[Any], Sequence[Operator]]:
        """The states from a root to a state, and the operators between them."""
        states, operators = [node], []
        while (came := self.closed[states[-1]]) is not None:
            state, successor = came
            states.append(state)
            operators.append(self._operator(successor))
        return states[::-1], operators[::-1]


WATCHED = ("best-first", "iterative", "batched")
"""The loops that tell a watcher."""


class Watcher(Protocol):
    """Protocol of a watcher, which is told each act of a best-first or depth-first loop, in order."""

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
        self.complete = rule.complete

    @property
    def reopened(self) -> int:
        """Number of states that were put back into open after their expansion."""
        return self._rule.reopened

    @reopened.setter
    def reopened(self, count: int) -> None:
        self._rule.reopened = count

    def enter(self, node: Node) -> bool:
        """Enter a state by the duplicate rule, and tell the watcher."""
        kept = self._rule.enter(node)
        self._tell(node, kept)
        return kept
