"""Record of a watched search, and questions that it answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any

from ..rules.checked import checked
from ..rules.errors import InputError
from ..rules.states.traps import Traps
from ..rules.text.words import counted
from .algorithms import ALGORITHMS, Algorithm
from .forced import ForcedMove, forced_move
from .heuristic import Heuristic, infinity_is_true, named_after
from .heuristics.combined import traps_of
from .limits import NO_LIMITS, Limits
from .loops.duplicates import Node
from .loops.expansion import WATCHED
from .loops.open_list import Lifo, OpenList
from .loops.python_engine import Parts
from .macros import Macros, with_macros
from .operator import Operator
from .problem import SearchProblem, iterated
from .result import Result
from .solve import heuristic_for, solve

KNOWN = {
    "path": "it stands on the path to this state",
    "first-seen": "this state was made before",
    "cheapest": "a path to it that is no dearer is known",
    "novelty-1": "no atom is true for the first time",
    "novelty-2": "no two atoms are true together for the first time",
}
"""Why a duplicate rule drops a successor."""


@dataclass(frozen=True, slots=True)
class WatchedStep:
    """One node taken up.

    Parameters
    ----------
    taken
        Index of the node in `WatchedSearch.nodes`.
    kept
        Whether the node was expanded, or was the goal; else its state had been expanded already.
    first, last
        The nodes that it made: ``nodes[first:last]``.
    bound
        The bound on f of a depth-first iterative search; None for other searches.
    iteration
        Number of the iteration, from 1.
    """

    taken: int
    kept: bool
    first: int
    last: int
    bound: float | None = None
    iteration: int = 1


@dataclass(frozen=True, slots=True)
class Dropped:
    """A successor that no longer waits, and why."""

    operator: Operator | None
    state: Any
    why: str
    parent: Node | None = None


@dataclass(frozen=True, slots=True)
class Landscape:
    """Plateaus and local minima among the expanded states, each counted once (Hoffmann, JAIR 24, 2005).

    Parameters
    ----------
    states
        Expanded states, the goal aside.
    downhill
        Expanded states with a neighbour of lower h.
    plateau
        Expanded states with no neighbour of lower h, but one of equal h.
    minima
        Local minima: expanded states whose neighbours all have a higher h.
    """

    states: int
    downhill: int
    plateau: int
    minima: int


@dataclass(frozen=True, eq=False)
class WatchedSearch:
    """A search that can be replayed.

    Parameters
    ----------
    problem, algorithm, heuristic, result
        The problem, the algorithm, its heuristic and the result.
    nodes
        Every node in the order in which it was made, the root first.
    steps
        The nodes taken up, in order.
    heat
        Number of nodes expanded in the whole search, for each g and h.
    unrecorded
        Expansions after the last step that is recorded.
    """

    problem: SearchProblem
    algorithm: Algorithm
    heuristic: Heuristic
    result: Result
    nodes: Sequence[Node]
    steps: Sequence[WatchedStep]
    heat: Mapping[tuple[float, float], int]
    unrecorded: int = 0
    _estimates: dict[Any, float] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"<WatchedSearch: {self.algorithm.name}, {counted(len(self.steps), 'step')}, {self.result.status}>"

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """The place of every node, by its ``id``."""
        return {id(node): place for place, node in enumerate(self.nodes)}

    def made_by(self, step: WatchedStep) -> Sequence[Node]:
        """The nodes that a step made."""
        return self.nodes[step.first : step.last]

    def open_before(self, step: int, most: int | None = None) -> list[Node]:
        """The nodes that wait before a step, in the order in which they would be taken up if no more came.

        Parameters
        ----------
        step
            Steps count from 0; ``len(steps)`` is the end.
        most
            Number of first nodes to return; None for all.
        """
        waiting = self._open_after(self.steps[:step])
        if self._is_depth_first and step < len(self.steps) and not len(waiting):
            return [self.nodes[self.steps[step].taken]]  # the root, once more
        return list(_in_order(waiting, most))

    def waiting_before(self, step: int) -> int:
        """Number of nodes that wait before a step."""
        return len(self._open_after(self.steps[:step]))

    def dropped(self, step: int) -> list[Dropped]:
        """The successors of a step, and the nodes that waited, which are dropped there, and why."""
        at = self.steps[step]
        node = self.nodes[at.taken]
        if not at.kept or (step == len(self.steps) - 1 and self.result.solved):
            return []
        dropped: list[Dropped] = []
        made = iter(self.made_by(at))
        child = next(made, None)
        for operator, state in self.problem.successors(node.state):
            if child is not None and child.operator == operator and child.state == state:
                child = next(made, None)
            else:
                dropped.append(Dropped(operator, state, self._why(node, state), node))
        return [*dropped, *self._forgotten(step)]

    @cached_property
    def traps(self) -> Traps:
        """The patterns of states that the search left out."""
        return traps_of(self.problem, self.heuristic)

    def forced(self, step: int) -> ForcedMove | None:
        """The only move of the state of a step that leads into no trap, where others do; else None."""
        state = self.nodes[self.steps[step].taken].state
        if not self.steps[step].kept or self.problem.is_goal(state):
            return None
        return forced_move(self.problem, state, self.traps)

    def landscape(self) -> Landscape:
        """Count the expanded states that have a better neighbour, lie on a plateau or are local minima of h."""
        seen: dict[Any, str] = {}
        for step in self.steps:
            node = self.nodes[step.taken]
            if not step.kept or node.state in seen or self.problem.is_goal(node.state):
                continue
            best = min(
                (self._h(state) for _, state in self.problem.successors(node.state)), default=inf
            )
            seen[node.state] = (
                "downhill" if best < node.h else "plateau" if best == node.h else "minima"
            )
        kinds = list(seen.values())
        return Landscape(len(kinds), *map(kinds.count, ("downhill", "plateau", "minima")))

    def graph(self, max_nodes: int | None = None) -> Any:
        """The search tree as a `networkx.DiGraph`, of the first ``max_nodes`` nodes made.

        Nodes are numbers in the order in which they were made, with attributes ``state``, ``g``, ``h``, ``f``,
        ``depth`` and ``taken`` (the first step that took it up, or None); edges have ``operator`` (its name) and
        ``cost``.
        """
        import networkx as nx

        graph = nx.DiGraph()
        first: dict[int, int] = {}
        for place, step in enumerate(self.steps):
            first.setdefault(step.taken, place)
        for place, node in enumerate(self.nodes[:max_nodes]):
            values = {name: getattr(node, name) for name in ("state", "g", "h", "f", "depth")}
            graph.add_node(place, **values, taken=first.get(place))
            if node.parent is not None and node.operator is not None:
                edge = {"operator": node.operator.name, "cost": node.operator.cost}
                graph.add_edge(self.numbers[id(node.parent)], place, **edge)
        return graph

    @property
    def _is_depth_first(self) -> bool:
        return self.algorithm.loop != "best-first"

    def _open_after(self, steps: Sequence[WatchedStep]) -> OpenList:
        """The open list as it stands after some steps: made again from what went in and came out."""
        parts = Parts(self.problem, self.algorithm, self.heuristic)
        waiting = Lifo() if self._is_depth_first else parts.open_list()
        if self.nodes and self.steps:
            waiting.extend(self.nodes[:1])
        for step in steps:
            if self._is_depth_first and step.taken == 0:
                waiting = Lifo()
            elif len(waiting):
                waiting.pop()
            if step.kept:
                waiting.extend(self._put_into_open(step))
        return waiting

    def _put_into_open(self, step: WatchedStep) -> Sequence[Node]:
        made = self.made_by(step)
        return made if step.bound is None else [node for node in made if node.f <= step.bound]

    def _forgotten(self, step: int) -> Iterator[Dropped]:
        at = self.steps[step]
        if at.bound is not None:
            why = f"its f is beyond the bound of {at.bound:g}"
            lost = [node for node in self.made_by(at) if node.f > at.bound]
        else:
            left = self._open_after(self.steps[: step + 1])
            why = getattr(left, "forgets", "")
            if left.complete and not why:
                return
            why = why or "the open list drops it"
            kept = {id(node) for node in _in_order(left, None)}
            before = [*self.open_before(step)[1:], *self.made_by(at)]
            lost = [node for node in before if id(node) not in kept]
        yield from (Dropped(node.operator, node.state, why) for node in lost)

    def _why(self, node: Node, state: Any) -> str:
        if not self.algorithm.move_back and node.parent and state == node.parent.state:
            return "it is the state before"
        if infinity_is_true(self.heuristic) and self._h(state) == inf:
            return "h is infinite: no solution leads through it"
        if (trap := self.traps.within(state)) is not None:
            return f"it fits trap {trap.name}"
        return KNOWN.get(str(self.algorithm.rule), "its state is known")

    def _h(self, state: Any) -> float:
        known = self._estimates
        if state not in known:
            known[state] = self.heuristic.estimate(state)
        return known[state]


def _in_order(waiting: OpenList, most: int | None) -> Iterator[Node]:
    count = 0
    while len(waiting) and (most is None or count < most):
        yield waiting.pop()
        count += 1


MOST_STEPS = 10_000
"""Greatest number of steps that are recorded; later expansions are only counted."""


class _Recorder:
    """The watcher that keeps nodes and steps."""

    def __init__(self, most: int, iterates: bool) -> None:
        self.most = most
        self.nodes: list[Node] = []
        self.taken_up: list[tuple[int, bool, int]] = []
        self.heat: Counter[tuple[float, float]] = Counter()
        self.unrecorded = 0
        self.last: Node | None = None
        self._numbers: dict[int, int] = {}
        self._iterates = iterates

    def made(self, node: Node) -> None:
        if self.unrecorded == 0:
            self._numbers[id(node)] = len(self.nodes)
            self.nodes.append(node)

    def taken(self, node: Node, kept: bool) -> None:
        if kept:
            self.heat[node.g, node.h] += 1
            self.last = node
        if len(self.taken_up) < self.most:
            self.taken_up.append((self._numbers[id(node)], kept, len(self.nodes)))
        else:
            self.unrecorded += 1

    def steps(self) -> list[WatchedStep]:
        """The steps, with the bounds of a search that iterates."""
        bound: float | None = self.nodes[0].f if self._iterates and self.nodes else None
        following, iteration = inf, 1
        steps: list[WatchedStep] = []
        ends = [*(first for _, _, first in self.taken_up[1:]), len(self.nodes)][
            : len(self.taken_up)
        ]
        for (taken, kept, first), last in zip(self.taken_up, ends, strict=True):
            if bound is not None and steps and taken == 0:
                bound, following, iteration = following, inf, iteration + 1
            steps.append(WatchedStep(taken, kept, first, last, bound, iteration))
            if bound is not None:
                beyond = (node.f for node in self.nodes[first:last] if node.f > bound)
                following = min(following, min(beyond, default=inf))
        return steps


@checked
def watch(
    problem: SearchProblem,
    algorithm: str | Algorithm = "a-star",
    *,
    macros: Macros | None = None,
    macro_cost: str = "true",
    heuristic: str | Heuristic | Callable[[Any], float] | None = None,
    limits: Limits = NO_LIMITS,
    most_steps: int = MOST_STEPS,
    report: Callable[[int], None] | None = None,
) -> WatchedSearch:
    """Search a problem in Python, which takes the same steps as the kernel, and record them.

    Parameters
    ----------
    problem, algorithm, macros, macro_cost, heuristic, limits, report
        As for `solve`; the whole problem is searched, and the algorithm is one with an open list, or a depth-first
        iterative one.
    most_steps
        Number of steps that are recorded; later ones are counted by g and h.

    Raises
    ------
    InputError
        An algorithm that cannot be watched, and what `solve` refuses.
    """
    row = ALGORITHMS.find(algorithm) if isinstance(algorithm, str) else algorithm
    if row.loop not in WATCHED:
        known = [name for name, one in ALGORITHMS.usable().items() if one.loop in WATCHED]
        raise InputError(
            f"{row.name} has no search of its own that can be watched",
            expected=", ".join(known),
            remedy="a-star",
        )
    if callable(heuristic) and not isinstance(heuristic, Heuristic):
        heuristic = named_after(heuristic)
    problem = with_macros(problem, macros, macro_cost)
    h = heuristic_for(problem, row, heuristic, limits)
    recorder = _Recorder(max(1, most_steps), row.loop != "best-first")
    result = solve(problem, row, heuristic=h, limits=limits, watcher=recorder, report=report)
    if result.solved and recorder.last is not None:  # the goal is taken up, not expanded
        recorder.heat[recorder.last.g, recorder.last.h] -= 1
    return WatchedSearch(
        iterated(problem, row),
        row,
        h,
        result,
        recorder.nodes,
        recorder.steps(),
        +recorder.heat,
        recorder.unrecorded,
    )
