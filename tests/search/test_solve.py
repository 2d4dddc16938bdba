"""Running an algorithm by name: arguments, the check in advance, and macros at unit cost."""

from dataclasses import replace

import pytest
from arcwise.ebl import MacroLibrary
from arcwise.rules import Arc, InputError, State, Theory, TheoryDomain, Var, sliding_tile
from arcwise.search import (
    ALGORITHMS,
    NOT_READY,
    FunctionHeuristic,
    FunctionProblem,
    LiftedProblem,
    Limits,
    Problem,
    Status,
    solve,
    watch,
    with_unit_macro_costs,
)

START, GOAL, SWAPPED = (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0), (2, 1, 3, 4, 5, 0)
PROBLEM = Problem(sliding_tile(2, 3), START, GOAL)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_unsolvable_board_is_recognised_at_once_and_the_reason_given(name):
    result = solve(Problem(sliding_tile(2, 3), SWAPPED, GOAL), name)
    assert result.status is Status.UNSOLVABLE
    assert result.statistics.expanded == result.statistics.generated == 0
    assert "odd" in result.note
    assert result.note in result.summary()
    assert result.algorithm == name
    assert not result.optimal


def test_goal_pattern_is_not_judged_in_advance():
    pattern = (1, 2, 3, 5, 4, Var("A"))
    result = solve(Problem(sliding_tile(2, 3), GOAL, pattern))
    assert result.status is Status.UNSOLVABLE
    assert result.statistics.expanded == 360


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"algorithm": "a-sta"}, r"unknown algorithm[\s\S]*'a-sta'[\s\S]*try: +a-star\b"),
        ({"algorithm": "bredth-first"}, r"try: +breadth-first"),
        ({"algorithm": "xyzzy"}, r"one of breadth-first, depth-first"),
        ({"heuristic": "manhatan"}, r"unknown heuristic[\s\S]*try: +manhattan"),
        ({"algorithm": "breadth-first", "heuristic": "nonsense"}, "unknown heuristic"),
    ],
)
def test_bad_arguments_are_refused_with_what_would_be_right(arguments, message):
    with pytest.raises(InputError, match=message):
        solve(PROBLEM, **arguments)


@pytest.mark.parametrize(
    ("name", "choices", "message"),
    [
        ("a-star", {"ties": "youngest"}, r"tie-breaking[\s\S]*oldest or newest or random"),
        ("a-star", {"duplicates": "some"}, r"none or path or closed[\s\S]*some"),
        ("ida-star", {"duplicates": "closed"}, "none or path"),
        ("bidirectional", {"duplicates": "path"}, "bidirectional cannot run"),
        ("a-star", {"beam_width": 0}, "bad beam width"),
        ("beam", {"beam_width": -3}, "bad beam width"),
        ("a-star", {"weight": 0.5}, "bad weight"),
        ("weighted-a-star", {"weight": float("nan")}, "bad weight"),
        ("weighted-a-star", {"weight": float("inf")}, "bad weight"),
        ("ida-star", {"weight": 2}, r"weight has no effect on ida-star[\s\S]*weighted-a-star"),
        ("a-star", {"beam_width": 5}, r"beam width has no effect on a-star[\s\S]*directed-beam"),
        ("a-star", {"threads": 2}, r"threads have no effect on a-star[\s\S]*batched-ida-star"),
        ("beam", {"ties": "newest"}, "ties have no effect on beam"),
    ],
)
def test_bad_choices_are_refused_with_what_would_be_right(name, choices, message):
    with pytest.raises(InputError, match=message):
        ALGORITHMS[name].adjusted(**choices)


def test_an_algorithm_keeps_its_own_choices():
    own = ALGORITHMS["greedy"].adjusted(ties="random", seed=7, move_back=False)
    assert (own.seed, own.move_back) == (7, False)
    assert own.adjusted() is own
    assert own.adjusted(ties="newest") == replace(own, ties="newest")


def test_name_that_is_like_no_other_gets_no_suggestion():
    with pytest.raises(InputError) as caught:
        solve(PROBLEM, "xyzzy")
    assert caught.value.remedy is None


def test_named_heuristic_needs_a_theory():
    problem = FunctionProblem(0, lambda number: number == 3, lambda number: [("on", 1, number + 1)])
    with pytest.raises(InputError, match="needs a theory made of arcs"):
        solve(problem, heuristic="manhattan")
    assert solve(problem, heuristic="zero").cost == 3
    assert solve(problem).heuristic is None
    assert solve(problem, "a-star").heuristic == "zero"


def test_heuristic_of_ones_own_is_used_and_believed():
    asked = []

    def estimate(state):
        asked.append(state)
        return 0

    for admissible in (True, False):
        heuristic = FunctionHeuristic("mine", estimate, admissible=admissible)
        result = solve(PROBLEM, heuristic=heuristic)
        assert result.heuristic == "mine"
        assert result.optimal == admissible
    checked = result.moves + 1  # states of its path, that the first one does not exceed the cost
    assert len(asked) == 2 * result.statistics.evaluated + checked


def test_uninformed_algorithm_never_asks_the_heuristic():
    def refuse(state):
        raise AssertionError(state)

    result = solve(PROBLEM, "uniform-cost", heuristic=FunctionHeuristic("mine", refuse))
    assert result.heuristic is None


@pytest.mark.parametrize("name", ["a-star", "uniform-cost", "ida-star", "breadth-first"])
def test_macros_at_unit_cost_are_preferred_and_the_true_cost_is_reported(
    name, five_with_macros, true_cost, replay
):
    theory = with_unit_macro_costs(five_with_macros)
    assert {arc.cost for arc in theory.arcs} == {1}
    assert [arc.steps for arc in theory.macros] == [arc.steps for arc in five_with_macros.macros]
    assert theory.primitives == five_with_macros.primitives
    dearer = 0
    for start, distance in list(true_cost(GOAL).items())[:: 40 if name == "ida-star" else 5]:
        problem = Problem(theory, start, GOAL)
        result = solve(problem, name, heuristic="zero")
        replay(problem, result)
        assert not result.optimal
        assert result.cost == result.moves >= distance
        assert result.steps == solve(Problem(five_with_macros, start, GOAL), "breadth-first").steps
        dearer += result.cost > distance
    assert dearer or name == "ida-star"


def test_a_bad_cost_of_macros_is_refused_also_without_macros():
    with pytest.raises(InputError, match="expected: true or unit"):
        solve(PROBLEM, "a-star", macro_cost="untrue")


def test_unit_macro_cost_is_that_of_the_cheapest_move(five_with_macros):
    theory = replace(
        five_with_macros, arcs=(*five_with_macros.macros, *sliding_tile(2, 3, cost=2).arcs)
    )
    assert {arc.cost for arc in with_unit_macro_costs(theory).arcs} == {2}
    plain = sliding_tile(2, 3)
    assert with_unit_macro_costs(plain) == plain


def test_a_result_says_why_python_searched_where_the_kernel_could_not():
    problem = Problem(sliding_tile(2, 3), (1, 2, 3, 0, 4, 5), (1, 2, 3, 4, 5, 0))
    own = FunctionHeuristic("own", lambda state: 0, admissible=True)
    result = solve(problem, "a-star", heuristic=own)
    assert result.note == "Python engine: the heuristic is written in Python (found own)"
    assert result.summary().startswith("a-star with own: solved: 2 moves")
    assert result.summary().endswith(" s, engine python")
    assert result.note in solve(problem, heuristic=own).note  # behind why auto chose A*
    assert solve(problem, "a-star", heuristic=own, engine="python").note == ""
    assert solve(problem, "a-star").note == ""


def test_time_runs_while_a_heuristic_is_made() -> None:
    problem = Problem(sliding_tile(6, 6), (1, 0, *range(2, 36)), tuple(range(36)))
    result = solve(problem, "greedy", heuristic="patterns", limits=Limits(time=1e-6), check=False)
    assert (result.status, result.limit) == ("stopped", "time")
    assert (result.note, result.statistics.expanded) == (NOT_READY, 0)
    assert result.engine is None and "engine" not in result.summary()


@pytest.mark.parametrize("algorithm", ["a-star", "ida-star", "auto"])
def test_nothing_is_proved_by_a_heuristic_that_exceeds_the_cost_of_the_path_found(
    algorithm,
) -> None:
    def steps(number: int) -> list[tuple[str, float, int]]:
        return [("one", 5, number + 1), ("two", 3, number + 2)] if number < 20 else []

    problem = FunctionProblem(0, lambda number: number == 12, steps)
    for factor, admissible in ((1.5, True), (4, False)):
        vouched = FunctionHeuristic("h", lambda n, f=factor: max(0, 12 - n) * f, admissible=True)
        found = solve(problem, algorithm, heuristic=vouched)
        assert found.optimal is admissible and (found.cost == found.bound) is admissible
        assert ("h is not admissible: it is " in found.note) is not admissible
    at_goal = FunctionHeuristic("h", lambda number: 9.0 * (number == 12), admissible=True)
    found = solve(problem, algorithm, heuristic=at_goal)
    assert not found.optimal and "it is 9 for 12, from where 0 is enough" in found.note


def test_a_plain_function_is_a_heuristic_of_which_nothing_is_assumed() -> None:
    problem = Problem(sliding_tile(2, 3), (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0))

    def misplaced(state: State) -> int:
        return sum(s not in (0, g) for s, g in zip(state, problem.goal, strict=True))

    for run in (solve, lambda *these, **those: watch(*these, **those).result):
        result = run(problem, "a-star", heuristic=misplaced)
        assert (result.heuristic, result.cost, result.optimal) == ("misplaced", 18, False)
    same = FunctionHeuristic("same", misplaced, admissible=True)
    vouched = solve(problem, "a-star", heuristic=same)
    assert vouched.optimal and vouched.statistics.expanded == result.statistics.expanded
    with pytest.raises(InputError, match="a function that takes one state"):
        solve(problem, "a-star", heuristic=lambda: 0)


def test_climbing_tells_that_nothing_can_solve_a_problem_before_it_refuses_its_goal() -> None:
    turn = Arc("turn", (5, *map(Var, "BCDEF")), (5, *map(Var, "BCEFD")))
    goal = (3, 1, Var("G"), 3, Var("G"), 2)
    problem = Problem(Theory("turn", (turn,), (1, 6)), (5, 5, 3, 5, 1, 2), goal)
    assert solve(problem, "climb").status is Status.UNSOLVABLE
    library = MacroLibrary(TheoryDomain(problem.theory))
    assert solve(LiftedProblem.of(problem), "climb", macros=library).status is Status.UNSOLVABLE
