"""Any limit on memory, however small, ends a search in the kernel with a result."""

import pytest
from arcwise.rules import sliding_tile
from arcwise.search import ALGORITHMS, Limits, Problem, solve

HARD = Problem(
    sliding_tile(4, 4), (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3), tuple(range(16))
)
WIDE = Problem(sliding_tile(5, 7), (*range(1, 34), 0, 34), (*range(1, 35), 0))
BYTES = (1, 64, 500, 1000, 3000, 10_000, 17_000, 30_000, 100_000, 300_000, 800_000, 2_000_000)
CASES = [
    (row.name, rule)
    for row in ALGORITHMS.values()
    if row.loop != "climb"  # whose escapes are searched for in Python
    for rule in row.allows
]


@pytest.mark.slow
@pytest.mark.parametrize(("algorithm", "rule"), CASES)
def test_every_algorithm_keeps_to_it(algorithm, rule):
    for memory in BYTES:
        result = solve(
            HARD,
            ALGORITHMS[algorithm].adjusted(duplicates=rule),
            engine="native",
            limits=Limits(memory=memory, nodes=50_000),
            check=False,
        )
        assert result.status in ("stopped", "incomplete", "solved")
        assert result.statistics.peak_memory <= memory
        if memory == 1:
            assert (result.status, result.limit) == ("stopped", "memory")


@pytest.mark.parametrize("algorithm", ["a-star", "ida-star", "breadth-first", "greedy-unique"])
def test_large_boards_keep_to_it(algorithm):
    for memory in BYTES:
        result = solve(
            WIDE,
            algorithm,
            engine="native",
            limits=Limits(memory=memory, nodes=50_000),
            check=False,
        )
        assert result.statistics.peak_memory <= memory
    assert result.solved


def test_little_memory_is_enough_for_an_easy_problem():
    for algorithm in ("a-star", "greedy", "breadth-first", "ida-star"):
        result = solve(WIDE, algorithm, engine="native", limits=Limits(memory=100_000))
        assert result.solved, algorithm
