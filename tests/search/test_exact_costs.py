"""Claims about the cheapest solution, compared with exact sums of costs that numbers of 64 bits cannot add."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from random import Random

import arcwise as aw
import pytest
from arcwise.rules import Arc, InputError, Theory
from arcwise.search import (
    ALGORITHMS,
    FunctionHeuristic,
    FunctionProblem,
    Limits,
    Problem,
    certificate_of,
    solve,
)
from arcwise.search.solve import ROUNDED
from arcwise.verify import check

from ..shared_data import SHARED

CASES = SHARED / "cases" / "truth"

CHEAPEST = [
    name
    for name, row in ALGORITHMS.items()
    if row.fewest == "cost" and row.loop in ("best-first", "iterative", "choice")
]

COSTS = [
    (2**53 - 1, 2**53, 2**53 + 1, 1, 2, 3),
    (1e17, 3, 1, 0),
    (10**17, 10**17 + 1, 3),
    (1, 1e-17, 2e-17, 0),
    (0.1, 0.2, 0.3, 0.1 + 0.2),
    (2**0.5, 1, 2**0.5 + 1),
    (1e100, 1, 1e-100),
    (1e15, 1.5, 0.25),
    (2**60, 2**61, 2**62),
    (1234567.891, 1e-6, 3e-7),
    (0.5, 0.25, 3),
]

Graph = Mapping[str, list[tuple[str, object]]]


def least_cost(graph: Graph, start: str, goal: str) -> Fraction | None:
    """Least cost of a path by Dijkstra's algorithm over fractions, a float counted as its decimal."""
    best, done = {start: Fraction(0)}, set()
    while waiting := best.keys() - done:
        node = min(waiting, key=best.__getitem__)
        if node == goal:
            return best[node]
        done.add(node)
        for other, cost in graph.get(node, ()):
            then = best[node] + written(cost)
            if other not in best or then < best[other]:
                best[other] = then
    return None


def written(cost: object) -> Fraction:
    return Fraction(repr(cost)) if isinstance(cost, float) else Fraction(cost)


def random_graph(random: Random, costs: tuple[object, ...]) -> Graph:
    nodes = [f"n{number}" for number in range(random.randint(4, 8))]
    return {
        one: [(two, random.choice(costs)) for two in nodes if one != two and random.random() < 0.45]
        for one in nodes
    }


def of_arcs(graph: Graph, goal: str) -> Problem:
    arcs = [
        Arc(f"{one}-{two}", (one,), (two,), cost)
        for one, ways in graph.items()
        for two, cost in ways
    ]
    return Problem(Theory("graph", tuple(arcs), (1, 1)), ("n0",), (goal,))


def of_functions(graph: Graph, goal: str) -> FunctionProblem:
    return FunctionProblem(
        "n0", goal.__eq__, lambda node: [(f"to {two}", cost, two) for two, cost in graph[node]]
    )


def claimed(result, graph, goal) -> bool:
    """Whether the result claims to be the cheapest, and then is."""
    least = least_cost(graph, "n0", goal)
    if least is None:
        assert result.status == "unsolvable"
        return True
    assert result.solved
    if not result.optimal:
        assert ROUNDED in result.note
        assert result.bound is None
        return False
    assert sum(written(move.cost) for move in result.primitives) == least
    return True


@pytest.mark.slow
@pytest.mark.parametrize("costs", COSTS, ids=str)
@pytest.mark.parametrize("algorithm", CHEAPEST)
def test_a_solution_of_arcs_that_is_called_optimal_is_the_cheapest(algorithm, costs):
    random = Random(f"{algorithm} {costs}")
    for _ in range(5):
        graph = random_graph(random, costs)
        goal, informed = [*graph][-1], ALGORITHMS[algorithm].informed
        problem = of_arcs(graph, goal)
        heuristic = random.choice(["zero", "hmax", "lm_cut", "patterns"]) if informed else None
        assert claimed(solve(problem, algorithm, heuristic=heuristic), graph, goal)
        for engine in ("python", "native"):
            claimed(solve(problem, algorithm, engine=engine, heuristic=heuristic), graph, goal)


@pytest.mark.slow
@pytest.mark.parametrize("costs", COSTS, ids=str)
@pytest.mark.parametrize("algorithm", CHEAPEST)
def test_a_solution_of_functions_that_is_called_optimal_is_the_cheapest(algorithm, costs):
    random = Random(f"{algorithm} {costs}")
    for kinds in ([None], [None, Fraction, Decimal]):
        graph = {
            one: [(two, spelled(random.choice(kinds), cost)) for two, cost in ways]
            for one, ways in random_graph(random, costs).items()
        }
        goal = [*graph][-1]
        assert claimed(solve(of_functions(graph, goal), algorithm), graph, goal)


def spelled(kind, cost):
    if kind is None:
        return cost
    return Fraction(written(cost)) if kind is Fraction else Decimal(repr(cost))


def test_a_heuristic_of_floats_does_not_hide_a_difference_between_ints():
    graph = {"n0": [("m", 10**17), ("n", 10**17)], "m": [("g", 3)], "n": [("g", 1)], "g": []}
    h = FunctionHeuristic("nought", lambda state: 0.0, admissible=True)
    for algorithm in ("a-star", "ida-star"):
        result = solve(of_functions(graph, "g"), algorithm, heuristic=h)
        assert result.optimal
        assert result.cost == 10**17 + 1


def test_a_search_of_many_states_is_not_repeated_and_proves_nothing():
    ways = {n: [(n + 1, 1), (n + 2, 1e-17)] for n in range(300)}
    problem = FunctionProblem(
        0, (301).__eq__, lambda n: [(str(m), cost, m) for m, cost in ways.get(n, ())]
    )
    result = solve(problem, "uniform-cost", limits=Limits(nodes=310))
    assert result.solved
    assert not result.optimal
    assert ROUNDED in result.note


@pytest.mark.skipif(not CASES.is_dir(), reason="the cases are not here")
@pytest.mark.parametrize("name", ["huge.pl", "hugei.pl", "small.pl"])
def test_files_with_costs_that_numbers_of_64_bits_cannot_add(name):
    result = aw.solve(str(CASES / name), "s", "g")
    assert result.optimal
    assert tuple(result.states) == (("s",), ("n",), ("g",))


@pytest.mark.slow
@pytest.mark.parametrize("costs", [*COSTS, (1 / 3, 2 / 3, 1)], ids=str)
def test_certificates_of_costs_that_are_hard_to_add_hold(costs):
    random = Random(str(costs))
    for _ in range(5):
        graph = random_graph(random, costs)
        problem = of_arcs(graph, [*graph][-1])
        certificate = certificate_of(problem, solve(problem))
        assert not certificate.note
        check(certificate.data)


def test_a_certificate_that_the_checker_refuses_is_not_made():
    graph = {"n0": [("m", 10**17), ("n", 10**17)], "m": [("g", 3)], "n": [("g", 1)], "g": []}
    problem = of_arcs(graph, "g")
    cheapest, false = solve(problem), solve(problem, "depth-first")
    assert certificate_of(problem, cheapest).data["claim"] == "optimal"
    assert false.cost > cheapest.cost
    made = certificate_of(problem, replace(false, optimal=True))
    assert made.data["claim"] == "plan"
    assert made.lacking == "fault"
    assert "the checker refuses it" in made.note


@pytest.mark.slow
def test_a_checker_that_does_not_end_in_time_is_told(monkeypatch):
    graph = {"n0": [("g", 1)], "g": []}
    problem = of_arcs(graph, "g")
    result = solve(problem)

    def endless(data):
        if data["claim"] == "optimal":
            while True:
                pass

    monkeypatch.setattr("arcwise.search.certificate.check", endless)
    made = certificate_of(problem, result, limits=Limits(time=0.2))
    assert (made.data["claim"], made.lacking) == ("plan", "time")
    monkeypatch.setattr("arcwise.search.certificate.MOST_SECONDS", 0.2)
    made = certificate_of(problem, result)
    assert (made.data["claim"], made.lacking) == ("plan", "time")
    assert "the checker did not end within 0.2 seconds" in made.note


@pytest.mark.parametrize(
    "cost",
    [-1, float("inf"), float("nan"), "x", None, Decimal("NaN"), Decimal(-1), Fraction(-1, 9)],
)
@pytest.mark.parametrize("algorithm", ["uniform-cost", "breadth-first"])
def test_what_is_no_cost_of_a_move_is_refused(algorithm, cost):
    problem = FunctionProblem("s", "g".__eq__, lambda node: [("move", cost, "g")])
    with pytest.raises(InputError, match="bad cost"):
        solve(problem, algorithm)


def test_costs_by_chance_need_no_second_search():
    random, nodes = Random(7), range(40)
    graph = {f"n{a}": [(f"n{b}", random.random()) for b in nodes if a != b] for a in nodes}
    calls = []
    problem = FunctionProblem(
        "n0",
        "n39".__eq__,
        lambda node: calls.append(node) or [(f"to {two}", cost, two) for two, cost in graph[node]],
    )
    result = solve(problem, "uniform-cost")
    assert claimed(result, graph, "n39")
    assert result.optimal
    assert len(calls) == len(set(calls)) == result.statistics.expanded
