"""Lazy best-first search: what is evaluated when, and whose turn it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from arcwise.rules import read_domain
from arcwise.search import FunctionHeuristic, FunctionProblem, Problem, Status, solve
from arcwise.search.loops.duplicates import Node
from arcwise.search.loops.loops import BOOST, Alternation


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
def test_both_engines_search_alike_with_preferred_operators(examples: Path, name: str) -> None:
    folder = examples / "pddl"
    domain, shape = read_domain(f"{folder}/{name}.pddl#{folder}/{name}-1.pddl")
    start = domain.start(shape)
    assert start is not None
    problem = Problem(domain.theory(shape), start, domain.goal(shape))
    results = [solve(problem, "lazy-greedy", engine=engine) for engine in ("python", "native")]
    one, other = ((r.status, r.operators, _counts(r)) for r in results)
    assert one == other
    assert results[0].solved


def _counts(result: object) -> tuple[int, ...]:
    done = result.statistics  # type: ignore[attr-defined]
    return (
        *(done.expanded, done.generated, done.inserted, done.evaluated),
        *(done.operator_applications, done.peak_open),
    )
