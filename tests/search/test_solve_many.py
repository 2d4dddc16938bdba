from __future__ import annotations

from dataclasses import replace

import pytest
from arcwise.rules import InputError, random_problems, sliding_tile
from arcwise.search import Problem, solve, solve_many

PUZZLE = sliding_tile(3, 3)
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
PROBLEMS = [Problem(PUZZLE, start, GOAL) for start in random_problems(PUZZLE, GOAL, 12, 3)]


def plain(result):
    return replace(result, statistics=replace(result.statistics, elapsed=0, peak_memory=0))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize("threads", [1, 3])
def test_results_are_those_of_single_searches_in_the_same_order(threads, engine):
    reports = []
    results = solve_many(PROBLEMS, "greedy", threads=threads, engine=engine, done=reports.append)
    alone = [solve(problem, "greedy", engine=engine) for problem in PROBLEMS]
    assert [plain(result) for result in results] == [plain(result) for result in alone]
    assert max(reports) == len(PROBLEMS)


def test_a_problem_that_cannot_be_searched_is_reported():
    with pytest.raises(InputError, match="unknown algorithm"):
        solve_many(PROBLEMS, "quantum", threads=2)
    with pytest.raises(InputError, match="bad threads"):
        solve_many(PROBLEMS, threads=0)


@pytest.mark.long
@pytest.mark.slow
def test_control_c_ends_all_of_them_with_results(in_process):
    program = """if True:
        from arcwise.rules import sliding_tile
        from arcwise.search import Problem, solve_many
        start = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)
        problem = Problem(sliding_tile(4, 4), start, tuple(range(16)))
        interrupt_after(0.3)
        results = solve_many([problem] * 6, "ida-star", threads=2, check=False)
        print({(str(result.status), result.limit) for result in results})
    """
    done = in_process(program)
    assert done.stdout == "{('stopped', 'interrupt')}\n"
    assert done.returncode == 0
