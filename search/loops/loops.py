"""The loops of the Python engine; `Algorithm.loop` lists all loops by name.

- best-first: every search that keeps one open list is a call of it;
- depth-first iterative: iterative deepening and IDA* (Korf, AIJ 27, 1985);
- bidirectional: breadth-first search from both ends at once;
- enforced hill climbing (Hoffmann and Nebel, JAIR 14, 2001);
- lazy best-first with preferred operators (Richter and Helmert 2009), as Fast Downward and LAMA search.

In lazy search a successor goes into open by the h of its parent, and is evaluated when its turn comes: most never are. One
queue is by h and one by the number of landmarks left, or of open goals if the heuristic relaxes nothing. Each has a second
queue for successors by preferred operators. The queues take turns; queues of preferred operators get more turns after each
progress (Roeger and Helmert 2010 on alternation).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, TypeAlias

from ...rules.checked import checked
from ...rules.errors import Place
from ...rules.term import Var
from ..heuristic import ZERO, Heuristic, infinity_is_true
from ..heuristics.landmarks import LandmarkCount
from ..limits import ENDINGS, Meter, limit_of
from ..operator import Operator, check_estimate, check_state
from ..problem import IteratedProblem, ReversibleProblem, SearchProblem, Successors, of_arcs
from ..result import Result, Statistics, Status
from .duplicates import DuplicateRule, FirstSeen, Node, NoRule
from .expansion import (
    Evaluator,
    Expansion,
    NodeSuccessors,
    StateExpansion,
    backward_successors,
)
from .open_list import Fifo, Lifo, OpenList, Priority


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

    Nodes of infinite h are left out if the heuristic is infinite only where there is no solution.

    Parameters
    ----------
    problem
        The search problem.
    successors
        The successors of a node: `plain_successors` or `no_move_back` of the problem.
    open_list
        Open list, empty at first, which orders the expansions.
    evaluate
        f of a node.
    heuristic
        h of a state, and along an operator.
    duplicates
        Rule by which successors are dropped because their state is known.
    meter
        Holds the search to its limits. Ctrl-C ends it in the same way: with a result.
    """
    meter = meter or Meter()
    looks_at_states_alone = (
        heuristic is ZERO
        and type(duplicates) is FirstSeen
        and type(open_list) in (Fifo, Lifo)
        and successors.enter_new is not None
    )
    expansion = (StateExpansion if looks_at_states_alone else Expansion)(
        problem.successors,
        successors,
        heuristic,
        evaluate,
        duplicates,
        meter,
        infinity_is_true(heuristic),
    )
    pop, extend = open_list.pop, open_list.extend
    is_goal = expansion.goal_test(problem.is_goal)
    exceeded, children_of = meter.exceeded, expansion.children
    node = None
    try:
        root = expansion.root(problem.start)
        enter = expansion.enter
        if expansion.starts_dead:
            return expansion.failed(Status.UNSOLVABLE, problem.start)
        extend([root])
        expansion.peak_open = len(open_list)
        while open_list:
            node = pop()
            if not enter(node):
                continue
            if is_goal(node):
                return expansion.found(node)
            if limit := exceeded():
                return expansion.failed(Status.STOPPED, problem.start, limit, expansion.f(node))
            children = children_of(node)
            expansion.inserted += len(children)
            extend(children)
            if len(open_list) > expansion.peak_open:
                expansion.peak_open = len(open_list)
    except ENDINGS as error:
        return expansion.failed(Status.STOPPED, problem.start, limit_of(error), expansion.f(node))
    proved = open_list.complete and duplicates.complete
    return expansion.failed(Status.UNSOLVABLE if proved else Status.INCOMPLETE, problem.start)


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
    expansion = Expansion(problem.successors, successors, heuristic, evaluate, duplicates, meter)
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
    proved = infinity_is_true(heuristic) or not cut_off
    return expansion.failed(Status.UNSOLVABLE if proved else Status.INCOMPLETE, problem.start)


class _Side:
    """One of the two searches: its newest layer, and how every state that it has reached was made."""

    def __init__(
        self, source: Any, successors: NodeSuccessors, starts: Iterable[Any], meter: Meter
    ) -> None:
        self.expansion = StateExpansion(source, successors, ZERO, lambda node: 0, NoRule(), meter)
        self.layer = [self.expansion.root(start) for start in dict.fromkeys(starts)]
        self.reached = self.expansion.closed


def bidirectional_search(
    problem: ReversibleProblem, *, successors: NodeSuccessors, meter: Meter | None = None
) -> Result:
    """Breadth-first layers from the start and, by inverse arcs, from all goals, the smaller layer first.

    The search ends with the first layer that meets the other side, so that the path has as few steps as breadth-first search
    finds. Expansions of both sides are added up.

    Parameters
    ----------
    problem
        A problem with predecessors and one goal state, or of arcs with several.
    successors
        The successors of a node: `plain_successors` of the problem. What notes their costs notes those of the way back.
    meter
        Holds the search to its limits.

    Raises
    ------
    InputError
        An arc without an inverse.
    """
    meter = meter or Meter()
    several = getattr(problem, "ground_goals", None)
    forward = _Side(problem.successors, successors, (problem.start,), meter)
    backward = _Side(
        problem.predecessors,
        backward_successors(problem, successors.costs),
        several or (problem.goal,),
        meter,
    )

    def statistics() -> Statistics:
        both = forward.expansion.statistics().plus(backward.expansion.statistics())
        return replace(both, expanded=meter.expanded, elapsed=meter.elapsed)

    def stopped(limit: str) -> Result:
        return Result(Status.STOPPED, (problem.start,), (), statistics(), limit)

    try:
        if problem.start in backward.reached:
            return Result(Status.SOLVED, (problem.start,), (), statistics())
        while forward.layer and backward.layer:
            near, far = (
                (forward, backward)
                if len(forward.layer) <= len(backward.layer)
                else (backward, forward)
            )
            layer: list[Any] = []
            for state in near.layer:
                if limit := meter.exceeded():
                    return stopped(limit)
                children = near.expansion.children(state)
                near.expansion.inserted += len(children)
                layer += children
            near.layer = layer
            waiting = len(forward.layer) + len(backward.layer)
            near.expansion.peak_open = max(near.expansion.peak_open, waiting)
            meetings = [state for state in layer if state in far.reached]
            if meetings:
                # An earlier layer of the far side would have been met before, so that any meeting is a best one.
                return _joined(
                    forward.expansion.path(meetings[0]),
                    backward.expansion.path(meetings[0]),
                    statistics(),
                )
    except ENDINGS as error:
        return stopped(limit_of(error))
    return Result(Status.UNSOLVABLE, (problem.start,), (), statistics())


_Path: TypeAlias = tuple[Sequence[Any], Sequence[Operator]]


def _joined(forward: _Path, backward: _Path, statistics: Statistics) -> Result:
    (states, operators), (rest, undone) = forward, backward
    return Result(
        Status.SOLVED,
        (*states, *reversed(rest[:-1])),
        (*operators, *reversed(undone)),
        statistics,
    )


@dataclass(frozen=True)
class _Descent:
    """The subproblem of reaching any state below a given h, or a goal."""

    whole: SearchProblem
    heuristic: Heuristic
    start: Any
    h: float

    def successors(self, state: Any) -> Successors:
        return self.whole.successors(state)

    def is_goal(self, state: Any) -> bool:
        return self.heuristic.estimate(state) < self.h or self.whole.is_goal(state)


def enforced_hill_climbing(
    problem: SearchProblem,
    *,
    successors: NodeSuccessors,
    heuristic: Heuristic,
    meter: Meter | None = None,
) -> Result:
    """Breadth-first search to the nearest state of lower h, commit to it, and so on until the goal.

    Each round starts with an empty closed list. A round that finds nothing ends the search as INCOMPLETE, since an
    earlier commitment may have been wrong. Counters are summed over the rounds; evaluations are those of the tests.

    Parameters
    ----------
    problem, successors, meter
        As for `best_first_search`.
    heuristic
        Heuristic to descend by.
    """
    meter = meter or Meter()
    state = problem.start
    states: list[Any] = [state]
    operators: list[Operator] = []
    total = Statistics()
    while not problem.is_goal(state):
        round_ = best_first_search(
            _Descent(problem, heuristic, state, heuristic.estimate(state)),
            successors=successors,
            open_list=Fifo(),
            evaluate=lambda node: node.depth,
            heuristic=heuristic,
            duplicates=FirstSeen(),
            meter=meter,
        )
        work = total.plus(round_.statistics)
        total = replace(work, expanded=meter.expanded, elapsed=meter.elapsed)
        if not round_.solved:
            status = Status.STOPPED if round_.status is Status.STOPPED else Status.INCOMPLETE
            return Result(status, (problem.start,), (), total, round_.limit)
        states.extend(round_.states[1:])
        operators.extend(round_.operators)
        state = round_.states[-1]
    return Result(Status.SOLVED, tuple(states), tuple(operators), total)


BOOST = 1000
"""Turns of preferred operators after each progress."""


class Alternation:
    """Queues that take turns, two for every heuristic: of all successors, and of preferred ones.

    Parameters
    ----------
    heuristics
        Number of heuristics.
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
            Estimate of the parent by each heuristic.
        wanted
            Places of the successors by preferred operators.
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
        Heuristic; its ``helpful(state)``, if it has that, gives the preferred operators.
    """
    meter = meter or Meter()
    check_state(problem.start, Place("start"))
    known: set[Any] = set()
    expansion = Expansion(problem.successors, successors, ZERO, _unknown, NoRule(), meter)
    left = _left(problem, heuristic)
    least = [inf] * (1 if left is None else 2)
    open_list = Alternation(len(least))
    asked = "planned" if isinstance(problem, IteratedProblem) else "helpful"
    helpful: Callable[[Any], Collection[Operator]] = getattr(heuristic, asked, lambda _: ())
    act: Callable[[Any], Any] = getattr(problem, "act", lambda operator: operator)
    prunes = infinity_is_true(heuristic)
    evaluated = 0
    node = Node(problem.start, None, None, 0, 0, 0)
    try:
        while True:
            if node.state not in known:
                known.add(node.state)
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
                    wanted = {
                        n for n, one in enumerate(siblings) if id(act(one.operator)) in preferred
                    }
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
    made = of_arcs(problem)
    if made is None:
        return None
    make: Callable[[Any], LandmarkCount | None] = getattr(heuristic, "landmarks", lambda _: None)
    if (landmarks := make(made.start)) is None:
        goals = [(cell, one) for cell, one in enumerate(made.goal) if not isinstance(one, Var)]
        return lambda node: sum(node.state[cell] != term for cell, term in goals)
    reached: dict[Any, int] = {}

    def left(node: Node) -> float:
        before = 0 if node.parent is None else reached[node.parent.state]
        reached[node.state] = landmarks.reached(before, node.state)
        return landmarks.left(reached[node.state], node.state)

    return left
