"""Searches of arcs with conditional effects and derived cells: both engines against all states, and the relaxed task."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from math import inf
from random import Random

import pytest
from arcwise.rules import State, Theory, Var
from arcwise.rules.sparse_arc import Axiom, Axioms, Cells, ConditionalEffect, SparseArc
from arcwise.search import HEURISTICS, Limits, Problem, solve
from arcwise.search.heuristics.relaxed_task import relaxed_task

from ..engines import same

SYMBOLS = "abc"


def random_problem(rng: Random, cells: int, arcs: int) -> Problem:
    """A problem whose arcs have conditional effects; the last two cells are derived in some."""
    free = cells - 2
    blank = tuple(Var(f"X{cell}") for cell in range(cells))

    def some(most: int, among: int = free) -> Cells:
        chosen = sorted(rng.sample(range(among), rng.randint(0, min(most, among))))
        return tuple((cell, rng.choice(SYMBOLS)) for cell in chosen)

    axioms = None
    if rng.random() < 0.6:
        one, other = free, free + 1
        rules = [Axiom(some(2), one, "b") for _ in range(rng.randint(1, 2))]
        rules.append(Axiom((*some(1), (other, "b")), one, "b"))
        back = Axiom((*some(1), (one, "b")), other, "b")
        first = Axiom(some(2), other, "b")
        axioms = Axioms(((one, "a"), (other, "a")), ((*rules, back, first),))
        if rng.random() < 0.5:  # the second is true where the first is not
            axioms = Axioms(axioms.cells, (tuple(rules[:-1]), (Axiom(((one, "a"),), other, "b"),)))

    def asked() -> Cells:
        found = some(2)
        return (*found, (cells - 2, rng.choice("ab"))) if axioms and rng.random() < 0.3 else found

    made = tuple(
        SparseArc(
            f"arc{number}",
            blank,
            dict(asked()),
            dict(some(2)),
            rng.choice((0, 1, 1, 3)),
            conditional=tuple(
                ConditionalEffect(asked(), some(2) or ((0, "a"),)) for _ in range(rng.randint(0, 4))
            ),
            axioms=axioms,
        )
        for number in range(arcs)
    )
    state: list[str | int] = [rng.choice(SYMBOLS) for _ in range(free)] + ["a", "a"]
    start: State = tuple(state) if axioms is None else axioms.settle(state)
    goal = list[str | int | Var](blank)
    for cell in rng.sample(range(free), 2):
        goal[cell] = rng.choice(SYMBOLS)
    if axioms is not None:
        goal[rng.choice((free, free + 1))] = rng.choice("ab")
    return Problem(Theory("random", made, (1, cells)), start, tuple(goal))


def to_goal(problem: Problem) -> dict[State, float]:
    """The least cost to the goal of every state that the start leads to."""
    known, waiting = {problem.start: None}, deque([problem.start])
    edges: list[tuple[State, float, State]] = []
    while waiting:
        state = waiting.popleft()
        for arc, after in problem.successors(state):
            edges.append((state, arc.cost, after))
            if after not in known:
                known[after] = None
                waiting.append(after)
    costs = {state: 0 if problem.is_goal(state) else inf for state in known}
    changed = True
    while changed:
        changed = False
        for state, cost, after in edges:
            if costs[after] + cost < costs[state]:
                costs[state], changed = costs[after] + cost, True
    return costs


def problems(count: int, cells: int = 7, arcs: int = 5) -> Iterator[Problem]:
    for seed in range(count):
        yield random_problem(Random(seed), cells, arcs)


@pytest.mark.parametrize("heuristic", ["h_max", "lm_cut", "misplaced"])
def test_lower_bounds_are_lower_bounds(heuristic: str) -> None:
    for problem in problems(40):
        made = HEURISTICS[heuristic](problem.theory, problem.goal, problem.start)
        assert made.admissible
        for state, least in to_goal(problem).items():
            assert made.estimate(state) <= least


@pytest.mark.parametrize("heuristic", ["h_add", "ff"])
def test_what_the_relaxed_task_cannot_reach_is_out_of_reach(heuristic: str) -> None:
    for problem in problems(40):
        made = HEURISTICS[heuristic](problem.theory, problem.goal, problem.start)
        for state, least in to_goal(problem).items():
            assert made.estimate(state) < inf or least == inf


def test_the_units_of_an_arc_are_one_use() -> None:
    for problem in problems(20):
        task = relaxed_task(problem.theory, problem.goal, problem.start)
        uses = {(one.arc, one.use) for one in task.operators if one.arc >= 0}
        assert len(uses) == len({arc for arc, _ in uses})


@pytest.mark.slow
@pytest.mark.parametrize(("cells", "arcs"), [(7, 5), (19, 6), (40, 40)])
def test_engines_search_alike(cells: int, arcs: int) -> None:
    heuristics = ("zero", "misplaced", "h_max", "h_add", "ff", "lm_cut")
    names = ("breadth-first", "a-star", "greedy", "lazy-greedy", "beam", "ida-star", "uniform-cost")
    for number, problem in enumerate(problems(18, cells, arcs)):
        heuristic, name = heuristics[number % 6], names[number % 7]
        same(problem, name, Limits(nodes=500), heuristic=heuristic)


@pytest.mark.slow
def test_cheapest_solutions_are_cheapest_in_both_engines() -> None:
    for problem in problems(60):
        least = to_goal(problem)[problem.start]
        for engine in ("python", "native"):
            for heuristic in ("zero", "lm_cut"):
                found = solve(problem, "a-star", heuristic=heuristic, engine=engine)
                assert (found.cost if found.solved else inf) == least
                assert all(arc.plain or arc.axioms is not None for arc in found.operators)
