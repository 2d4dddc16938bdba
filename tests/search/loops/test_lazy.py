"""Lazy best-first search: what is evaluated when, and whose turn it is."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from time import sleep

import pytest
from arcwise.rules import open_source
from arcwise.search import FunctionHeuristic, FunctionProblem, Limits, Problem, Status, solve
from arcwise.search.algorithms import ALGORITHMS
from arcwise.search.heuristics.heuristic_table import make_heuristic
from arcwise.search.loops.duplicates import Node
from arcwise.search.loops.loops import BOOST, Alternation
from arcwise.search.result import Result, Statistics
from arcwise.search.solve import SearchCall, _run


def node(state: str) -> Node:
    return Node(state, None, None, 0, 0, 0)


def test_queues_take_turns_and_those_of_preferred_operators_have_more_after_progress() -> None:
    queue = Alternation(2)
    queue.extend([node("a"), node("b"), node("c")], [3, 1], {2})
    assert len(queue) == 8
    assert [queue.pop().state for _ in range(4)] == ["a", "c", "a", "c"]
    queue.extend([node("d"), node("e")], [1, 9], {1})
    queue.boost()
    assert [queue.pop().state for _ in range(3)] == ["e", "e", "d"]
    assert BOOST > 3


def test_successors_go_by_the_h_of_their_parent_and_are_evaluated_when_taken() -> None:
    seen = []

    def h(state: int) -> float:
        seen.append(state)
        return 5 - state

    line = FunctionProblem(0, lambda n: n == 5, lambda n: [("up", 1, n + 1), ("far", 1, n + 100)])
    found = solve(line, "lazy-greedy", heuristic=FunctionHeuristic("rest", h))
    assert found.moves == 5
    assert seen == [0, 1, 2, 3, 4, 5]
    assert found.statistics.evaluated == 6
    assert found.statistics.generated == found.statistics.inserted == 10


def test_the_end_of_open_proves_that_there_is_no_solution() -> None:
    ring = FunctionProblem(0, lambda n: n == 9, lambda n: [("on", 1, (n + 1) % 4)])
    assert solve(ring, "lazy-greedy").status is Status.UNSOLVABLE


@pytest.mark.parametrize("name", ["blocks", "gripper", "delivery"])
def test_a_search_of_the_arcs_in_another_order_has_a_plan_of_the_same_problem(
    examples: Path, name: str
) -> None:
    folder = examples / "pddl"
    domain, shape = open_source(f"{folder}/{name}.pddl#{folder}/{name}-1.pddl").sized
    start = domain.start(shape)
    assert start is not None
    problem = Problem(domain.theory(shape), start, domain.goal(shape))
    ff = make_heuristic("ff", problem.theory, problem.goal, start)
    row, found = ALGORITHMS["fast"], []
    for seed in range(4):
        lazy = replace(ALGORITHMS["lazy-greedy"], arc_order=seed)
        one, other = (
            _run(problem, SearchCall(row=row, engine=engine), lazy, ff, Limits())
            for engine in ("python", "native")
        )
        assert (one.operators, _counts(one)) == (other.operators, _counts(other))
        assert one.theory is other.theory is problem.theory
        state = start
        for operator in one.operators:
            state = operator.apply(state)
        assert problem.is_goal(state)
        found.append((one.operators, _counts(one)))
    assert len(set(found)) > 1
    assert found[0][0] == solve(problem, "lazy-greedy").operators


@pytest.mark.parametrize("engine", ["python", "native"])
def test_making_the_heuristic_of_another_order_takes_of_the_time_limit(
    monkeypatch: pytest.MonkeyPatch, examples: Path, engine: str
) -> None:
    folder = examples / "pddl"
    domain, shape = open_source(f"{folder}/blocks.pddl#{folder}/blocks-1.pddl").sized
    start = domain.start(shape)
    assert start is not None
    problem = Problem(domain.theory(shape), start, domain.goal(shape))
    ff = make_heuristic("ff", problem.theory, problem.goal, start)
    lazy, left = replace(ALGORITHMS["lazy-greedy"], arc_order=1), []

    def slow(*given: object) -> object:
        sleep(0.05)
        return ff

    def search(problem: object, h: object, within: Limits, *given: object) -> Result:
        left.append(within.time)
        return Result(Status.STOPPED, (start,), (), Statistics(), "nodes", "lazy-greedy")

    module = sys.modules[_run.__module__]
    monkeypatch.setattr(module, "_by_loop", search)
    monkeypatch.setattr(module, "_make", slow)
    asked = SearchCall(row=ALGORITHMS["fast"], engine=engine)
    _run(problem, asked, lazy, ff, Limits(time=60))
    assert len(left) == 1
    assert left[0] < 60 - 0.04
    monkeypatch.setattr(module, "_make", lambda *given: None)
    found = _run(problem, asked, lazy, ff, Limits(time=60))
    assert (found.status, found.limit, len(left)) == (Status.STOPPED, "time", 1)


def _counts(result: object) -> tuple[int, ...]:
    done = result.statistics  # type: ignore[attr-defined]
    return (
        *(done.expanded, done.generated, done.inserted, done.evaluated),
        *(done.operator_applications, done.peak_open),
    )
