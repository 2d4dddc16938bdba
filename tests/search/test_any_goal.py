from __future__ import annotations

from dataclasses import replace

import pytest
from arcwise.rules import (
    Arc,
    InputError,
    Pattern,
    State,
    Theory,
    Var,
    distances,
    match,
    sliding_tile,
)
from arcwise.search import (
    ALGORITHMS,
    HEURISTICS,
    AnyGoalProblem,
    Limits,
    Problem,
    Status,
    problem_with_goals,
    solve,
)
from arcwise.search.heuristics.boards import CellSum, manhattan, misplaced
from arcwise.search.heuristics.combined import Minimum, of_problem
from arcwise.search.problem import generalization
from hypothesis import given
from hypothesis import strategies as st

A, B, C = Var("A"), Var("B"), Var("C")
PUZZLE = sliding_tile(2, 3)
START = PUZZLE.parse("4 5 3 0 1 2")
GOALS: list[Pattern] = [(1, 2, 3, 4, 5, 0), (0, A, 4, B, 1, C), (5, 1, 3, 4, 2, 0)]

TERMS: st.SearchStrategy[int | Var] = st.integers(0, 2) | st.sampled_from([A, B])


def test_one_goal_is_a_plain_problem() -> None:
    goal = (1, 2, 3, 4, 5, 0)
    assert type(problem_with_goals(PUZZLE, START, [goal, goal])) is Problem


@pytest.mark.parametrize(
    "algorithm", [name for name in ALGORITHMS if name not in ("bidirectional", "climb")]
)  # fmt: skip
def test_every_algorithm_ends_in_one_of_the_goals(algorithm: str) -> None:
    problem = problem_with_goals(PUZZLE, START, GOALS)
    row = ALGORITHMS[algorithm]
    result = solve(problem, row.adjusted(beam_width=500 if row.takes("beam_width") else None))
    if result.solved:
        assert any(match(goal, result.path[-1]) is not None for goal in GOALS)
        state = START
        for arc in result.operators:
            after = arc.apply(state)
            assert after is not None
            state = after
        assert state == result.path[-1]
    else:
        assert not result.optimal
        assert result.status is Status.INCOMPLETE
    if result.optimal:
        each = [solve(Problem(PUZZLE, START, goal), "breadth-first").moves for goal in GOALS]
        assert result.moves == min(each)


def test_the_heuristic_is_a_lower_bound_for_every_goal() -> None:
    goals: list[Pattern] = [(1, 2, 3, 4, 5, 0), (1, 2, 3, 0, 4, 5)]
    problem = problem_with_goals(PUZZLE, START, goals)
    for make in (misplaced, manhattan):
        together = make(PUZZLE, problem.goal, START).estimate(START)
        assert 0 < together <= min(make(PUZZLE, goal, START).estimate(START) for goal in goals)


GROUND: list[Pattern] = [(1, 2, 3, 4, 5, 0), (0, 5, 4, 3, 2, 1), (5, 1, 3, 4, 2, 0)]


@pytest.mark.parametrize(
    "heuristic", [name for name in HEURISTICS if name not in ("zero", "gaps", "projections")]
)
@pytest.mark.parametrize("algorithm", ["a-star", "ida-star"])
def test_h_of_several_goals_is_the_least_of_their_own_in_both_engines(
    heuristic: str, algorithm: str
) -> None:
    problem = problem_with_goals(PUZZLE, START, GROUND)
    few = Limits(nodes=300)
    python = solve(problem, algorithm, heuristic=heuristic, engine="python", limits=few)
    native = solve(problem, algorithm, heuristic=heuristic, engine="native", limits=few)
    measured = {"peak_memory": 0, "elapsed": 0.0}
    assert replace(python.statistics, **measured) == replace(native.statistics, **measured)
    assert (python.path, python.optimal) == (native.path, native.optimal)
    h = of_problem(problem, HEURISTICS[heuristic])
    each = [HEURISTICS[heuristic](PUZZLE, goal, START).estimate(START) for goal in GROUND]
    assert h.estimate(START) == min(each)
    assert h.estimate(START) > 0
    blind = solve(problem, "a-star", heuristic="zero")
    if native.optimal:
        assert native.cost == blind.cost


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_search_from_both_ends_begins_in_all_goals(engine: str) -> None:
    far: State = (0, 5, 4, 3, 2, 1)
    for start in (START, (1, 2, 3, 4, 0, 5), (5, 1, 3, 4, 2, 0), (0, 5, 4, 3, 1, 2)):
        problem = problem_with_goals(PUZZLE, start, [*GROUND, far])
        result = solve(problem, "bidirectional", engine=engine, check=False)
        wanted = solve(problem, "breadth-first", check=False)
        assert (result.engine, result.status, result.cost) == (engine, wanted.status, wanted.cost)
        assert not result.solved or problem.is_goal(result.path[-1])
    twice = AnyGoalProblem(PUZZLE, START, (A, *GROUND[0][1:]), goals=(GROUND[0], GROUND[0]))
    once = solve(Problem(PUZZLE, START, GROUND[0]), "bidirectional", engine=engine)
    assert (
        solve(twice, "bidirectional", engine=engine).statistics.expanded == once.statistics.expanded
    )


@pytest.mark.parametrize("heuristic", ["misplaced", "manhattan", "zero"])
def test_batches_take_the_least_that_each_cell_is_worth_to_any_goal(heuristic: str) -> None:
    for goals in (GROUND, GOALS):
        problem = problem_with_goals(PUZZLE, START, goals)
        h = of_problem(problem, HEURISTICS[heuristic])
        if isinstance(h, Minimum):
            one = h.by_cell()
            assert isinstance(one, CellSum)
            for state in distances(PUZZLE, START):
                assert one.estimate(state) <= h.estimate(state)
        result = solve(problem, "batched-ida-star", heuristic=heuristic, engine="native")
        assert (result.cost, result.optimal) == (solve(problem, "breadth-first").cost, True)
    patterns = Minimum([HEURISTICS["ff"](PUZZLE, goal, START) for goal in GROUND])
    assert patterns.by_cell() is patterns


def test_the_kernel_takes_several_goals_but_patterns_not_backwards() -> None:
    problem = problem_with_goals(PUZZLE, START, GOALS)
    assert solve(problem, "breadth-first").engine == "native"
    with pytest.raises(InputError, match=r"goals that are states[\s\S]*the pattern"):
        solve(problem, "bidirectional")


def test_unreachable_goals_are_proved_unreachable() -> None:
    theory = Theory("t", (Arc("x", (0, A), (1, A)),), (1, 2))
    result = solve(problem_with_goals(theory, (0, 0), [(2, A), (A, 3)]), "breadth-first")
    assert result.status is Status.UNSOLVABLE


@pytest.mark.parametrize("goals", [[], [(1, 2), (1, 2, 3, 4, 5, 0)], [(9,) * 6, (A,) * 6]])
def test_no_goal_and_foreign_goals_are_refused(goals: list[Pattern]) -> None:
    with pytest.raises(InputError):
        problem_with_goals(PUZZLE, START, goals)


@pytest.mark.long
@given(st.lists(st.tuples(TERMS, TERMS, TERMS), min_size=2, max_size=3, unique=True))
def test_every_goal_is_an_instance_of_the_generalization(goals: list[Pattern]) -> None:
    general = generalization(goals)
    problem = problem_with_goals(Theory("t", (), (1, 3)), (0, 0, 0), goals)
    assert isinstance(problem, AnyGoalProblem)
    for one in range(3):
        for state in ((one, x, y) for x in range(3) for y in range(3)):
            wanted = any(match(goal, state) is not None for goal in goals)
            assert problem.is_goal(state) == wanted
            assert not wanted or match(general, state) is not None
    columns = list(zip(*goals, strict=True))
    for column, term in zip(columns, general, strict=True):
        same = len(set(column)) == 1 and not isinstance(column[0], Var)
        assert isinstance(term, Var) != same
