"""Limits on nodes, time and memory, and interruption: the search ends with a result that keeps what was done."""

import subprocess
import sys
from itertools import count
from math import inf

import networkx as nx
import pytest
from arcwise.rules import InputError, sliding_tile
from arcwise.search import (
    ALGORITHMS,
    FunctionHeuristic,
    FunctionProblem,
    GraphProblem,
    Limits,
    Meter,
    Problem,
    Status,
    solve,
)
from arcwise.search import limits as limits_module
from arcwise.search.limits import STRIDE

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
FAR = (8, 6, 7, 2, 5, 4, 3, 0, 1)
LINE = FunctionHeuristic("to the end", lambda number: 1000 - number, admissible=True)


class Breaking(GraphProblem):
    """A long line whose successors fail at the tenth request."""

    def successors(self, state):
        self.calls.append(state)
        if len(self.calls) == 10:
            raise self.error
        return super().successors(state)

    def predecessors(self, state):
        return self.successors(state)


def breaking(error):
    problem = Breaking(nx.path_graph(1001), 0, 1000)
    object.__setattr__(problem, "calls", [])
    object.__setattr__(problem, "error", error)
    return problem


@pytest.mark.parametrize(
    "name", [n for n in ALGORITHMS if n not in ("hill-climbing", "batched-ida-star")]
)
@pytest.mark.parametrize("nodes", [1, 2, 7])
def test_limit_on_nodes_is_exact(name, nodes):
    result = solve(Problem(sliding_tile(3, 3), FAR, GOAL), name, limits=Limits(nodes=nodes))
    assert result.status is Status.STOPPED
    assert result.limit == "nodes"
    assert result.statistics.expanded == nodes
    assert result.path is None
    assert "stopped by nodes" in result.summary()


@pytest.mark.parametrize(
    "name", [n for n in ALGORITHMS if n not in ("hill-climbing", "batched-ida-star")]
)
@pytest.mark.parametrize("work", [1, 10, 50])
def test_limit_on_work_ends_with_the_first_expansion_that_reaches_it(name, work):
    """The last node is expanded whole; both engines end at the same place."""
    problem = Problem(sliding_tile(3, 3), FAR, GOAL)
    found = [
        solve(problem, name, limits=Limits(work=work), engine=engine)
        for engine in ("python", "auto")
    ]
    for result in found:
        assert (result.status, result.limit) == (Status.STOPPED, "work")
        assert work <= result.statistics.operator_applications < work + 4
        assert "stopped by work" in result.summary()
    if name not in ("auto", "fast"):
        assert len({result.statistics.expanded for result in found}) == 1


def test_limit_on_work_that_is_just_enough_changes_nothing():
    problem = Problem(sliding_tile(3, 3), (1, 2, 3, 4, 0, 5, 7, 8, 6), GOAL)
    for engine in ("python", "native"):
        needed = solve(problem, "a-star", engine=engine).statistics.operator_applications
        for name, work in (("a-star", needed), ("auto", 2 * needed)):
            assert solve(problem, name, engine=engine, limits=Limits(work=work)).solved
            assert solve(problem, name, engine=engine, limits=Limits(work=1)).limit == "work"


def test_what_is_left_of_limits_counts_expansions_and_work():
    limits = Limits(nodes=10, work=100)
    assert limits.rest(0, 4, 40) == Limits(nodes=6, work=60)
    assert limits.rest(0, 10, 40) is None and limits.counted(10, 40) == "nodes"
    assert limits.rest(0, 4, 100) is None and limits.counted(4, 100) == "work"


def test_limit_that_is_just_enough_changes_nothing():
    problem = Problem(sliding_tile(3, 3), (1, 2, 3, 4, 0, 5, 7, 8, 6), GOAL)
    needed = solve(problem, "a-star").statistics.expanded
    assert solve(problem, "a-star", limits=Limits(nodes=needed)).solved
    assert solve(problem, "a-star", limits=Limits(nodes=needed - 1)).limit == "nodes"


@pytest.mark.parametrize("name", [n for n in ALGORITHMS if n != "batched-ida-star"])
def test_limit_on_time_stops_before_the_first_expansion_when_it_is_over(name):
    result = solve(Problem(sliding_tile(3, 3), FAR, GOAL), name, limits=Limits(time=1e-9))
    assert result.status is Status.STOPPED
    assert result.limit == "time"
    assert result.statistics.expanded == 0


@pytest.mark.parametrize(
    "name", [n for n in ALGORITHMS if n not in ("hill-climbing", "auto", "fast", "climb")]
)
def test_limit_on_memory_stops_at_the_next_look(name, monkeypatch):
    meter_reads = iter(range(0, 10**9, 1000))
    monkeypatch.setattr(limits_module, "resident_bytes", lambda: next(meter_reads))
    start = (6, 8, 7, 2, 5, 4, 3, 1, 0)  # not solvable: no search ends by finding the goal
    result = solve(
        Problem(sliding_tile(3, 3), start, GOAL),
        name,
        limits=Limits(memory=1500, nodes=1000),
        check=False,
        engine="python",
    )
    if result.status is Status.INCOMPLETE:
        assert name in ("beam", "directed-beam", "enforced-hill-climbing", "iw-1")
    else:
        assert result.limit == "memory"
        assert result.statistics.expanded == STRIDE
        assert result.statistics.peak_memory >= 2000


@pytest.mark.long
@pytest.mark.skipif(not limits_module.MEASURABLE, reason="the system does not tell memory")
def test_limit_on_memory_holds_a_real_search():
    # In a process of its own, because memory freed by other tests would be used again before the process grows.
    code = """
from arcwise.rules.domains.sliding_tiles import sliding_tile
from arcwise.search.limits import Limits
from arcwise.search.problem import Problem
from arcwise.search.solve import solve
goal = tuple(range(16))
problem = Problem(sliding_tile(4, 4), (0, 2, 1, *range(3, 16)), goal)
result = solve(problem, "breadth-first", check=False, engine="python", limits=Limits(memory=20_000_000, nodes=400_000))
print(result.status, result.limit, 20_000_000 < result.statistics.peak_memory < 40_000_000)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["stopped", "memory", "True"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("error", "limit"), [(KeyboardInterrupt(), "interrupt"), (MemoryError(), "memory")]
)
@pytest.mark.parametrize("name", [n for n in ALGORITHMS if n not in ("auto", "climb")])
def test_interruption_and_lack_of_memory_end_with_what_was_done(name, error, limit):
    if (name, limit) == ("fast", "memory"):
        pytest.skip("a search that needs less memory follows")
    result = solve(breaking(error), name, heuristic=LINE)
    assert result.status is Status.STOPPED
    assert result.limit == limit
    assert result.statistics.expanded == 10
    assert result.statistics.generated > 0
    assert result.states == (0,)
    assert result.path is None
    assert result.to_dict()["limit"] == limit


@pytest.mark.parametrize("name", ["breadth-first", "a-star", "auto"])
def test_a_step_that_does_not_end_is_ended_at_the_limit_on_time(name):
    check_endless(name, Limits(time=0.2), "time")


@pytest.mark.parametrize("name", ["breadth-first", "a-star"])
def test_a_step_that_does_not_end_is_ended_at_the_limit_on_memory(name):
    check_endless(name, Limits(time=60, memory=20_000_000), "memory")


def check_endless(name, limits, limit):
    endless = FunctionProblem(0, (-1).__eq__, lambda state: (("on", 1, n) for n in count(1)))
    result = solve(endless, name, limits=limits)
    assert (result.status, result.limit) == (Status.STOPPED, limit)
    assert result.statistics.generated == 0


@pytest.mark.parametrize("name", ["time", "nodes", "memory"])
@pytest.mark.parametrize("value", [0, -1])
def test_limits_that_are_not_positive_are_refused(name, value):
    with pytest.raises(InputError, match=f"bad limit on {name}"):
        Limits(**{name: value})


@pytest.mark.parametrize(("name", "value"), [("time", inf), ("time", 1e300), ("memory", 10**30)])
def test_limits_without_bound_are_none(name, value):
    assert Limits(**{name: value}) == Limits()


def test_a_time_that_is_no_number_is_refused():
    with pytest.raises(InputError, match="bad limit on time"):
        Limits(time=float("nan"))


def test_limit_on_memory_is_refused_where_the_system_does_not_tell(monkeypatch):
    monkeypatch.setattr(limits_module, "MEASURABLE", False)
    assert Limits(time=1, nodes=1).nodes == 1
    with pytest.raises(InputError, match="nodes instead"):
        Limits(memory=1)


def test_progress_is_reported_in_strides():
    reports = []
    problem = Problem(sliding_tile(3, 3), FAR, GOAL)
    limits = Limits(nodes=3 * STRIDE)
    solve(problem, "breadth-first", engine="python", limits=limits, report=reports.append)
    assert reports == [0, STRIDE, 2 * STRIDE]


def test_meter_without_limits_counts_and_never_stops():
    meter = Meter()
    assert all(meter.exceeded() is None for _ in range(200))
    assert meter.expanded == 200
    assert meter.elapsed > 0


def test_half_of_the_limits_is_left_for_what_comes_next():
    limits = Limits(time=8, nodes=5, memory=10**9)
    assert limits.part(0.5) == Limits(time=4, nodes=2, memory=10**9)
    assert Limits(nodes=1).part(0.5) == Limits(nodes=1)


def test_a_meter_tells_the_part_that_is_used_of_the_limit_that_is_nearest():
    meter = Meter(Limits(nodes=4, work=100, time=1000))
    assert meter.used < 0.01
    meter.exceeded()
    assert meter.used == 0.25
    meter.applied = 60
    assert meter.used == 0.6
    assert Meter().used == 0
