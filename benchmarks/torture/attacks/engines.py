"""Both engines and networkx on random problems: equal paths, equal counters, and what is called optimal is."""

from __future__ import annotations

import pickle
from collections import deque
from dataclasses import dataclass, replace
from typing import Any

import networkx
from arcwise.rules.errors import InputError
from arcwise.search import ALGORITHMS, HEURISTICS, Algorithm, Limits, Problem, Result, solve
from arcwise.search.algorithms import CHOICE, TIES
from arcwise.search.macros import with_unit_macro_costs
from arcwise.search.native.not_native import NotNativeError
from arcwise.search.result import Status

from ..attack import Attack, Case
from ..theories import random_problem

NODES = (1, 2, 3, 10, 50, 200, 1500, 1500, 1500, 1500)
"""Limits on expansions."""

SLOW = ("h_max", "lm_cut", "h_add", "ff")
FEW = 20
"""Heuristics that look at every arc for each state, in Python slowly, and how often they are asked to."""

MOST_STATES = 3000
SEARCHES = 12
"""Of each problem."""


@dataclass(frozen=True)
class Oracle:
    """What is true of a problem, by networkx; None where there are too many states to know."""

    cost: float | None
    steps: int | None
    whole: bool


def oracle(problem: Problem) -> Oracle:
    """The least cost and the fewest steps, over all states that can be reached."""
    graph = networkx.DiGraph()
    graph.add_node(problem.start)
    waiting, goals = deque([problem.start]), set()
    while waiting:
        state = waiting.popleft()
        if problem.is_goal(state):
            goals.add(state)
        if len(graph) > MOST_STATES:
            return Oracle(None, None, False)
        for operator, successor in problem.successors(state):
            if successor not in graph:
                waiting.append(successor)
            cost = sum(move.cost for move in operator.primitives)
            known = graph.get_edge_data(state, successor, {"weight": cost})["weight"]
            graph.add_edge(state, successor, weight=min(cost, known))
    costs = networkx.single_source_dijkstra_path_length(graph, problem.start)
    steps = networkx.single_source_shortest_path_length(graph, problem.start)
    return Oracle(
        min((costs[goal] for goal in goals), default=None),
        min((steps[goal] for goal in goals), default=None),
        True,
    )


def attack(case: Case) -> None:
    """Search a random problem with several algorithms."""
    rng = case.rng
    problem = random_problem(rng)
    if rng.random() < 0.2:
        problem = replace(problem, theory=with_unit_macro_costs(problem.theory))
    truth = oracle(problem)
    case.count("problems")
    case.count("known to networkx", truth.whole)
    for _ in range(SEARCHES):
        row = ALGORITHMS[rng.choice(list(ALGORITHMS))]
        choices = {
            "duplicates": rng.choice(row.allows),
            "ties": rng.choice(TIES),
            "move_back": rng.random() < 0.7,
            "beam_width": rng.choice((1, 2, 5, 100)),
            "weight": rng.choice((1.0, 1.5, 2.0, 3.3)),
            "seed": rng.randrange(2**40),
            "prune_length": rng.choice((1, 2, 4, 6)),
        }
        row = row.adjusted(**{name: one for name, one in choices.items() if row.takes(name)})
        heuristic = rng.choice([name for name in HEURISTICS if name != "patterns"])
        nodes = rng.choice(NODES)
        limits = Limits(nodes=min(nodes, FEW) if row.informed and heuristic in SLOW else nodes)
        compare(case, problem, row, heuristic if row.informed else None, limits, truth)
    if case.found:
        parts = (problem.theory, problem.start, problem.goal)
        (case.folder / "problem.pickle").write_bytes(pickle.dumps(parts))


def compare(
    case: Case,
    problem: Problem,
    row: Algorithm,
    heuristic: str | None,
    limits: Limits,
    truth: Oracle,
) -> None:
    """Make one search with both engines."""
    what = f"{row.name} with {heuristic}, {row.duplicates}, {row.ties}, move_back={row.move_back}"
    what += f", {limits.nodes} nodes"
    try:
        native = solve(
            problem, row, heuristic=heuristic, limits=limits, engine="native", check=False
        )
    except NotNativeError:
        case.count("not for the kernel")
        return
    except InputError:  # the heuristic has no meaning here
        case.count("refused")
        try:
            solve(problem, row, heuristic=heuristic, limits=limits, engine="python", check=False)
        except InputError:
            return
        case.wrong("different", f"{what}: refused by the kernel alone")
        return
    python = solve(problem, row, heuristic=heuristic, limits=limits, engine="python", check=False)
    case.count("searches")
    if row.loop == CHOICE and problem.theory.macros:
        case.count("not for the kernel")  # not every climb that could be chosen is
    elif row.loop == "batched":  # its counts are its own, and which solution comes first
        one, other = ((r.status, round(r.cost, 9) if r.optimal else None) for r in (native, python))
        if one != other and Status.STOPPED not in (native.status, python.status):
            case.wrong("different", f"{what}: {one} and {other}")
    elif (one := comparable(native)) != (other := comparable(python)):
        pairs = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
        case.wrong("different", f"{what}: {pairs}"[:600])
    for result in (native, python):
        check(case, problem, row, result, truth, f"{result.engine}: {what}")


def comparable(result: Result) -> tuple[Any, ...]:
    """What must be the same with both engines."""
    counted = replace(result.statistics, peak_memory=0, elapsed=0.0)
    operators = [operator.name for operator in result.operators]
    return result.status, result.limit, result.path, operators, counted, result.optimal, result.note


def check(
    case: Case, problem: Problem, row: Algorithm, result: Result, truth: Oracle, what: str
) -> None:
    """Replay a path, and hold what is claimed against what is true."""
    if result.solved:
        state = problem.start
        for operator in result.primitives:
            state = operator.apply(state)
            if state is None:
                break
        if state is None or state != result.path[-1] or not problem.is_goal(state):
            case.wrong("not a path", what)
    if not truth.whole:
        return
    if result.solved and truth.cost is None:
        case.wrong("not a path", f"{what}: solved, but there is no way")
    if result.status is Status.UNSOLVABLE and truth.cost is not None:
        case.wrong("not optimal", f"{what}: unsolvable, but there is a way of cost {truth.cost}")
    if result.solved and result.optimal and truth.cost is not None:
        least = truth.cost if row.fewest == "cost" else truth.steps
        found = result.cost if row.fewest == "cost" else result.steps
        if abs(found - (least or 0)) > 1e-9:
            case.wrong("not optimal", f"{what}: {found}, not {least}")


ENGINES = Attack(
    name="engines",
    share=6,
    counted=("problems", "searches", "known to networkx", "not for the kernel", "refused"),
    wrong=("different", "not a path", "not optimal"),
    attack=attack,
    asked=("searches", 20_000),
)
