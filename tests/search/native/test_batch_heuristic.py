"""Heuristics of one's own that take many states at once: as if each had been evaluated by itself."""

from dataclasses import replace
from math import inf, nan

import numpy
import pytest
from arcwise.rules import Arc, InputError, Theory, Var, distances, sliding_tile
from arcwise.search import ALGORITHMS, BatchHeuristic, Limits, Problem, solve
from arcwise.search.heuristics import batch
from hypothesis import given
from hypothesis import strategies as st

from ...drawing import at_most
from .test_native import permutations, same, theories

GOAL = (1, 2, 3, 4, 5, 0)
FIVE = sliding_tile(2, 3)
DISTANCES = distances(FIVE, GOAL)
PROBLEM = Problem(FIVE, (4, 5, 3, 0, 1, 2), GOAL)
INFORMED = [
    name
    for name, row in ALGORITHMS.items()
    if row.informed and row.loop not in ("batched", "choice", "climb")
]
SYMBOLS = (*range(300), "a", "b", *(f"s{number}" for number in range(300)))


def misplaced(goal, calls=None):
    """The number of symbols out of place, but for 0; how many states were asked for goes to ``calls``."""
    wanted = numpy.array(goal)

    def function(states):
        if calls is not None:
            calls.append(len(states))
        return ((states != wanted) & (states != 0)).sum(axis=1)

    return BatchHeuristic("own", function, admissible=True, consistent=True)


@st.composite
def scattered(draw):
    """Values without any order: whole or not, at times infinite, as an array or a list."""
    most, seldom = draw(st.sampled_from([1, 3, 11, 5000])), draw(st.sampled_from([0, 7]))
    scale, listed = draw(st.sampled_from([1, 0.3])), draw(st.booleans())

    def function(states):
        sums = states @ (numpy.arange(states.shape[1]) * 7 + 3)
        values = (sums * 2654435761 % 4093 % most) * scale
        if seldom:
            values = numpy.where(sums % seldom == 1, inf, values)
        return values.tolist() if listed else values

    admissible = draw(st.booleans())
    return BatchHeuristic("scattered", function, symbols=SYMBOLS, admissible=admissible)


@pytest.mark.long
@given(theories(), scattered(), st.sampled_from(INFORMED), st.data())
def test_any_values_on_random_theories_give_the_same_in_both_engines(problem, own, name, data):
    rule = data.draw(st.sampled_from(ALGORITHMS[name].allows))
    ties = data.draw(st.sampled_from(["oldest", "newest", "random"]))
    same(problem, name, Limits(nodes=200), heuristic=own, duplicates=rule, ties=ties)


@at_most(10)
@given(permutations(), scattered(), st.sampled_from(INFORMED), st.booleans())
@pytest.mark.slow
def test_any_values_on_random_rearrangements_give_the_same(problem, own, name, move_back):
    same(problem, name, Limits(nodes=60), heuristic=own, move_back=move_back)


@pytest.mark.parametrize("name", INFORMED)
def test_every_algorithm_gives_the_same_result_and_counters(name):
    same(PROBLEM, name, heuristic=misplaced(GOAL))


@pytest.mark.slow
def test_solutions_are_cheapest_whatever_the_admissible_values():
    """An h that is 0 for every other state falls along arcs by more than they cost."""
    exact = numpy.zeros((6,) * 6)
    for state, distance in DISTANCES.items():
        exact[state] = distance * (hash(state) % 2)
    own = BatchHeuristic("jumps", lambda states: exact[tuple(states.T)], admissible=True)
    for start in sorted(DISTANCES)[::23]:
        result = same(Problem(FIVE, start, GOAL), "a-star", heuristic=own)
        assert result.cost == DISTANCES[start]
        assert solve(Problem(FIVE, start, GOAL), heuristic=own).optimal


@pytest.mark.parametrize(
    ("ties", "asked", "together"), [("oldest", 1.1, 100), ("lower-h", 1.4, 10)]
)
def test_states_are_asked_for_together_and_seldom_in_vain(ties, asked, together):
    calls = []
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    problem = Problem(sliding_tile(3, 3), (8, 0, 6, 5, 4, 7, 2, 3, 1), goal)
    row = ALGORITHMS["a-star"].adjusted(ties=ties)
    result = solve(problem, row, heuristic=misplaced(goal, calls), limits=Limits(nodes=20_000))
    assert result.engine == "native"
    assert sum(calls) < asked * result.statistics.evaluated
    assert len(calls) < result.statistics.evaluated / together


@pytest.mark.slow
def test_more_states_than_are_remembered_give_what_the_kernels_own_heuristic_gives():
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    problem = Problem(sliding_tile(3, 3), (8, 0, 6, 5, 4, 7, 2, 3, 1), goal)
    own, built_in = (
        solve(problem, "a-star", heuristic=heuristic, limits=Limits(nodes=40_000), engine="native")
        for heuristic in (misplaced(goal), "misplaced")
    )
    assert own.statistics.evaluated > 20_000
    volatile = {"peak_memory": 0, "elapsed": 0.0}
    assert replace(own.statistics, **volatile) == replace(built_in.statistics, **volatile)
    assert own.path == built_in.path


@pytest.mark.slow
def test_a_value_that_is_not_whole_may_come_late():
    def function(states):
        away = (states != numpy.array(GOAL)).sum(axis=1)
        return numpy.where(away == 2, 0.5, away // 2)

    for name in INFORMED:
        same(PROBLEM, name, heuristic=BatchHeuristic("late", function))


def test_symbols_are_given_as_their_places():
    seen = []

    def function(states):
        seen.extend(states.tolist())
        return numpy.zeros(len(states))

    symbols = (5, 4, 3, 2, 1, 0)
    for engine in ("python", "native"):
        seen.clear()
        solve(
            PROBLEM,
            "a-star",
            heuristic=BatchHeuristic("own", function, symbols=symbols),
            limits=Limits(nodes=1),
            engine=engine,
        )
        assert seen[0] == [1, 0, 2, 5, 4, 3]


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_symbol_without_a_number_is_named(engine):
    own = BatchHeuristic("own", len, symbols=(0, 1, 2, 3, 4))
    with pytest.raises(InputError, match=r"no number for a symbol(?s:.*)5(?s:.*)symbols=") as error:
        solve(PROBLEM, "a-star", heuristic=own, engine=engine)
    assert "own" in error.value.problem


@pytest.mark.parametrize("engine", ["python", "native", "auto"])
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (lambda states: numpy.zeros(len(states) + 1), "number.*, one for each state"),
        (lambda states: 0.0, "number.*, one for each state"),
        (lambda states: None, "number.*, one for each state"),
        (lambda states: numpy.full(len(states), nan), "a number of 0 or more"),
        (lambda states: -numpy.ones(len(states)), "a number of 0 or more"),
        (lambda states: states, "a number of 0 or more"),
        (lambda states: ["far"] * len(states), "a number of 0 or more"),
        (lambda states: numpy.ones(len(states)) * 1j, "a number of 0 or more"),
        (lambda states: numpy.array(["1"] * len(states)), "a number of 0 or more"),
        (lambda states: numpy.zeros((len(states), 1)), "a number of 0 or more"),
        (lambda states: numpy.zeros(()), "number.*, one for each state"),
        (lambda states: [10**400] * len(states), "a number of 64 bits"),
        (lambda states: dict.fromkeys(range(len(states)), 0), "number.*, one for each state"),
    ],
)
def test_what_is_no_value_for_every_state_is_one_clear_error(values, expected, engine):
    with pytest.raises(InputError, match=expected) as error:
        solve(PROBLEM, "a-star", heuristic=BatchHeuristic("own", values), engine=engine)
    assert "heuristic own" in str(error.value)
    assert error.value.__context__ is None


@pytest.mark.parametrize("engine", ["python", "native", "auto"])
def test_a_symbol_of_more_than_64_bits_is_named(engine):
    large = Theory("large", (Arc("swap", (Var("A"), Var("B")), (Var("B"), Var("A"))),), (1, 2))
    problem = Problem(large, (2**63, -(2**63)), (-(2**63), 2**63))

    def zero(states):
        return numpy.zeros(len(states))

    with pytest.raises(InputError, match=r"no number for a symbol(?s:.*)64 bits(?s:.*)symbols="):
        solve(problem, "a-star", heuristic=BatchHeuristic("own", zero), engine=engine)
    given = BatchHeuristic("own", zero, symbols=(2**63, -(2**63)))
    assert solve(problem, "a-star", heuristic=given, engine=engine).cost == 1


@pytest.mark.parametrize("engine", ["python", "native"])
def test_the_states_cannot_be_changed(engine):
    def sort(states):
        states.sort(axis=1)
        return numpy.zeros(len(states))

    with pytest.raises(ValueError, match="read-only"):
        solve(PROBLEM, "a-star", heuristic=BatchHeuristic("own", sort), engine=engine)


@pytest.mark.parametrize("engine", ["python", "native", "auto"])
@pytest.mark.parametrize("error", [ZeroDivisionError, ValueError, IndexError])
def test_what_the_function_raises_is_raised(engine, error):
    def refuse(states):
        raise error("of my own")

    with pytest.raises(error, match="of my own"):
        solve(PROBLEM, "a-star", heuristic=BatchHeuristic("own", refuse), engine=engine)


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize(
    ("error", "limit"),
    [(KeyboardInterrupt, "interrupt"), (MemoryError, "memory"), (TimeoutError, "time")],
)
def test_ctrl_c_in_the_function_ends_the_search_with_a_result(engine, error, limit):
    def end(states):
        if (states == GOAL).sum() > 5:
            raise error
        return numpy.zeros(len(states))

    result = solve(PROBLEM, "a-star", heuristic=BatchHeuristic("own", end), engine=engine)
    assert (result.status, result.limit) == ("stopped", limit)


def test_without_numpy_states_are_lists(monkeypatch):
    monkeypatch.setattr(batch, "_numpy", lambda: None)

    def function(states):
        assert type(states[0]) is list
        return [
            sum(one not in (0, other) for one, other in zip(s, GOAL, strict=True)) for s in states
        ]

    plain = same(PROBLEM, "a-star", heuristic=BatchHeuristic("own", function))
    monkeypatch.undo()
    assert same(PROBLEM, "a-star", heuristic=misplaced(GOAL)).path == plain.path
