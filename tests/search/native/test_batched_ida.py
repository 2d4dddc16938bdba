"""Batched IDA* against A*, against itself on every instruction set, and against the arcs."""

import os
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, open_source, sliding_tile
from arcwise.rules.arc import replace_arc
from arcwise.search import (
    ALGORITHMS,
    HEURISTICS,
    Limits,
    NotNativeError,
    Problem,
    solve,
    with_unit_macro_costs,
)
from arcwise.search.native.compiled import instruction_sets
from arcwise.search.native.engine import search_in_kernel
from hypothesis import assume, given
from hypothesis import strategies as st

from ...drawing import changing_arcs, rearranging_arcs, walked

BATCHED = ALGORITHMS["batched-ida-star"]
KORF_1 = (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
FIFTEEN = Problem(sliding_tile(4, 4), KORF_1, tuple(range(16)))


def plain(result):
    return replace(result, statistics=replace(result.statistics, elapsed=0, peak_memory=0))


@pytest.mark.slow
@pytest.mark.parametrize("prune_length", [1, 2, 6, 14])
def test_solutions_are_optimal_from_every_board_of_the_5_puzzle(prune_length, true_cost, replay):
    goal = (1, 2, 3, 4, 5, 0)
    costs = true_cost(goal)
    theory = sliding_tile(2, 3)
    far = 14 if prune_length == 1 else 21
    for start in [state for state, cost in costs.items() if cost <= far][:: 14 if far < 21 else 6]:
        problem = Problem(theory, start, goal)
        result = solve(problem, BATCHED.adjusted(prune_length=prune_length))
        assert result.cost == costs[start]
        assert result.optimal
        replay(problem, result)


@pytest.mark.slow
def test_what_a_theory_keeps_of_its_first_search_holds_for_no_other_goal_heuristic_or_length(
    replay,
):
    theory = replace(sliding_tile(2, 3), name="searched here first")
    goals = [(1, 2, 3, 4, 5, 0), (0, 1, 2, 3, 4, 5), (1, 2, 0, 4, 3, 5), (1, 2, 3, 4, 5, Var("A"))]
    starts = [(1, 3, 5, 4, 2, 0), (1, 2, 3, 4, 0, 5)]
    heuristics = ("zero", "misplaced", "manhattan")
    for goal, start, length, heuristic in product(goals, starts, (2, 1, 4), heuristics):
        problem = Problem(theory, start, goal)
        result = solve(problem, BATCHED.adjusted(prune_length=length), heuristic=heuristic)
        wanted = solve(problem, "breadth-first")
        assert (result.status, result.moves) == (wanted.status, wanted.moves)
        if result.solved:
            replay(problem, result)


@pytest.mark.parametrize("unit", [False, True])
@pytest.mark.parametrize("prune_length", [2, 5])
def test_macros_keep_solutions_as_cheap_as_a_star_finds_them(
    prune_length, unit, five_with_macros, replay, true_cost
):
    goal = (1, 2, 3, 4, 5, 0)
    theory = with_unit_macro_costs(five_with_macros) if unit else five_with_macros
    for start in list(true_cost(goal))[::11]:
        problem = Problem(theory, start, goal)
        result = solve(
            problem,
            BATCHED.adjusted(prune_length=prune_length),
            heuristic="zero",
        )
        replay(problem, result)
        wanted = solve(problem, "a-star", heuristic="zero")
        assert sum(arc.cost for arc in result.operators) == sum(a.cost for a in wanted.operators)


@pytest.mark.slow
def test_every_instruction_set_gives_the_same_result_and_counts(eight_sample):
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert instruction_sets()[-1] == "portable"
    for start in eight_sample(5, 15, 25):
        problem = Problem(sliding_tile(3, 3), start, goal)
        for name in ("zero", "misplaced", "manhattan"):
            if name == "zero" and start != eight_sample(5, 15, 25)[0]:
                continue
            heuristic = HEURISTICS[name](problem.theory, goal, start)
            results = {
                plain(search_in_kernel(problem, BATCHED, heuristic, instruction_set=variant))
                for variant in instruction_sets()
            }
            assert len(results) == 1
            assert results.pop().cost == solve(problem, "a-star").cost


def test_an_instruction_set_that_is_not_there_is_refused():
    with pytest.raises(NotNativeError, match="no such instruction set"):
        search_in_kernel(
            FIFTEEN,
            BATCHED,
            HEURISTICS["zero"](FIFTEEN.theory, (), ()),
            instruction_set="mmx",
        )


def test_threads_find_solutions_of_the_same_cost(eight_sample, replay):
    for start in eight_sample(3, 20, 31):
        problem = Problem(sliding_tile(3, 3), start, (1, 2, 3, 4, 5, 6, 7, 8, 0))
        one, three = (solve(problem, BATCHED.adjusted(threads=threads)) for threads in (1, 3))
        assert one.cost == three.cost
        replay(problem, three)


@pytest.mark.slow
def test_longer_redundant_sequences_leave_fewer_nodes():
    """They are looked at where an iteration expands millions of states, and then in those after it."""
    problem = replace(FIFTEEN, start=(8, 6, 5, 11, 9, 1, 0, 7, 4, 10, 12, 15, 2, 14, 3, 13))
    short, long = (solve(problem, BATCHED.adjusted(prune_length=length)) for length in (2, 6))
    assert short.cost == long.cost == 47
    assert long.statistics.generated < 0.9 * short.statistics.generated
    assert "counts are their own" in long.note


@st.composite
def theories(draw):
    """Random arcs over up to 16 cells, with whole costs, constants and repeated variables."""
    cells = draw(st.sampled_from([2, 3, 4, 6, 16]))
    symbols = draw(st.sampled_from([(0, 1), (0, 1, 2), ("a", "b", 3), tuple(range(16))]))
    arcs = changing_arcs(draw, cells, symbols, st.integers(1, 4), few="AB", most=6)
    theory = Theory("random", arcs, (1, cells))
    start = draw(st.tuples(*[st.sampled_from(symbols)] * cells))
    return Problem(theory, start, walked(draw, theory, start, 5))


@pytest.mark.long
@pytest.mark.slow
@given(
    theories(), st.integers(1, 5), st.sampled_from(["zero", "misplaced"]), st.sampled_from([1, 2])
)
def test_random_theories_are_solved_at_the_cost_a_star_finds(problem, length, heuristic, threads):
    wanted = solve(problem, "a-star", heuristic="zero", engine="python")
    h = HEURISTICS[heuristic](problem.theory, problem.goal, problem.start)
    assume(heuristic == "zero" or all(v == int(v) for cell in h.table for v in cell.values()))
    for variant in instruction_sets():
        result = search_in_kernel(
            problem,
            BATCHED.adjusted(prune_length=length, threads=threads),
            h,
            instruction_set=variant,
            limits=Limits(nodes=200_000),
        )
        assert result.solved or (length == 1 and result.limit == "nodes")
        if result.solved:
            assert result.cost == wanted.cost
            assert problem.is_goal(result.path[-1])


@st.composite
def permutations(draw):
    """Random swaps and turns of cells, some only where a certain symbol stands; every symbol stands once."""
    cells = draw(st.integers(2, 7))
    symbols = tuple(range(cells))
    arcs = rearranging_arcs(draw, cells, symbols, st.integers(1, 3), touching=3, most=7)
    theory = Theory("random", arcs, (1, cells), 0, symbols)
    start = tuple(draw(st.permutations(symbols)))
    return Problem(theory, start, walked(draw, theory, start, 7))


@pytest.mark.long
@given(permutations(), st.integers(2, 7))
def test_pruning_keeps_a_cheapest_path_in_random_rearrangements(problem, length):
    wanted = solve(problem, "uniform-cost", engine="python")
    result = solve(problem, BATCHED.adjusted(prune_length=length), heuristic="zero")
    assert result.solved
    assert result.cost == wanted.cost


def test_an_unsolvable_problem_ends_where_pruning_makes_the_tree_finite():
    one, other = Var("A"), Var("B")
    theory = Theory("swap", (Arc("swap", (one, other), (other, one)),), (1, 2))
    result = solve(Problem(theory, (1, 2), (1, 1)), "batched-ida-star", heuristic="zero")
    assert result.status == "unsolvable"


@pytest.mark.slow
def test_limits_and_ctrl_c_hold(monkeypatch):
    hard = replace(FIFTEEN, start=(15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0))
    hard = replace(hard, goal=(0, *range(1, 16)))
    for limits, limit in (
        (Limits(time=0.05), "time"),
        (Limits(nodes=1_000_000), "nodes"),
        (Limits(memory=300_000), "memory"),
    ):
        result = solve(hard, BATCHED.adjusted(threads=2), limits=limits, check=False)
        assert (result.status, result.limit) == ("stopped", limit)

    def interrupts(count):
        raise KeyboardInterrupt

    result = solve(hard, BATCHED.adjusted(threads=2), report=interrupts, check=False)
    assert (result.status, result.limit) == ("stopped", "interrupt")


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("nodes", [1, 100, 3_000, 30_000])
def test_not_one_expansion_is_made_beyond_the_limit(nodes, threads):
    start = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)
    hard = replace(FIFTEEN, start=start, goal=(0, *range(1, 16)))
    limits = Limits(nodes=nodes)
    result = solve(hard, BATCHED.adjusted(threads=threads), limits=limits, check=False)
    assert (result.limit, result.statistics.expanded) == ("nodes", nodes)


def test_the_way_to_a_goal_that_was_reached_is_not_held_to_the_limit():
    problem = replace(FIFTEEN, start=(6, 14, 15, 7, 4, 9, 0, 5, 8, 13, 2, 1, 12, 11, 10, 3))
    whole = solve(problem, BATCHED)
    needed = whole.statistics.expanded
    same = solve(problem, BATCHED, limits=Limits(nodes=needed))
    assert (same.cost, same.statistics.expanded) == (whole.cost, needed)
    assert solve(problem, BATCHED, limits=Limits(nodes=needed - 1)).limit == "nodes"


@pytest.mark.parametrize("limit", ["nodes", "time"])
def test_limits_hold_where_no_iteration_is_large(limit):
    one, two, three = map(Var, "ABC")
    turn = Theory("turn", (Arc("turn", (one, two, three), (two, three, one)),), (1, 3))
    problem = Problem(turn, (1, 2, 3), (2, 1, 3))  # round and round, one state a bound
    result = solve(
        problem,
        BATCHED.adjusted(prune_length=1),
        heuristic="zero",
        engine="native",
        limits=Limits(**{limit: {"nodes": 50, "time": 0.05}[limit]}),
        check=False,
    )
    assert (result.status, result.limit) == ("stopped", limit)
    assert result.statistics.expanded >= 50


def test_what_does_not_fit_is_refused():
    large = Problem(sliding_tile(3, 6), (*range(1, 17), 0, 17), (*range(1, 18), 0))
    free = Problem(sliding_tile(2, 3, cost=0), (1, 2, 3, 4, 0, 5), (1, 2, 3, 4, 5, 0))
    odd = Problem(sliding_tile(2, 3, cost=2**0.5), (1, 2, 3, 4, 0, 5), (1, 2, 3, 4, 5, 0))
    for problem, heuristic, why in (
        (large, "manhattan", "16 cells"),
        (odd, "zero", "whole number"),
        (free, "zero", "cost something"),
        (FIFTEEN, "linear-conflict", "sums over cells"),
    ):
        with pytest.raises(NotNativeError, match=why):
            solve(problem, "batched-ida-star", heuristic=heuristic, engine="native")
    for name, threads, why in (
        ("ida-star", 2, "threads have no effect"),
        ("a-star", 2, "threads have no effect"),
        ("uniform-cost", 2, "threads have no effect"),
        ("batched-ida-star", 0, "bad threads"),
    ):
        with pytest.raises(InputError, match=why):
            ALGORITHMS[name].adjusted(threads=threads)


@pytest.mark.parametrize(
    ("argument", "costs", "heuristic"),
    [
        ("pancake:6", (1,), "manhattan"),
        ("pancake:6", (1.5, 0.5, 2), "manhattan"),
        ("topspin:7x4", (1,), "misplaced"),
        ("arrow:8", (0.25,), "manhattan"),
        ("sliding-tile:2x3", (1.5,), "zero"),
        ("sliding-tile:2x3", (1 / 3, 0.5), "manhattan"),
        ("sliding-tile:2x3", (4, 6), "manhattan"),
    ],
)
def test_fractions_in_costs_and_h_count_in_units_of_their_common_denominator(
    argument, costs, heuristic, replay
):
    domain, shape = open_source(argument).sized
    theory = domain.theory(shape)
    arcs = [replace_arc(arc, cost=costs[at % len(costs)]) for at, arc in enumerate(theory.arcs)]
    theory = replace(theory, arcs=tuple(arcs))
    goal = domain.goal(shape)
    rng = Random(1)
    state = goal
    for _ in range(12):
        for _ in range(3):
            _, state = rng.choice(theory.successors(state))
        problem = Problem(theory, state, goal)
        result = solve(problem, BATCHED, heuristic=heuristic, engine="native")
        wanted = solve(problem, "uniform-cost")
        assert result.cost == pytest.approx(wanted.cost)
        assert result.optimal
        replay(problem, result)


def test_costs_with_too_large_a_denominator_are_refused_with_the_reason():
    domain, shape = open_source("inverse-tile:3x4").sized
    goal = domain.goal(shape)
    problem = Problem(domain.theory(shape), goal, goal)
    with pytest.raises(NotNativeError, match="in units of one over 360 or more"):
        solve(problem, BATCHED, engine="native")


def test_bounds_are_costs_that_a_solution_may_have():
    theory = sliding_tile(2, 3, cost=5)
    problem = Problem(theory, (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0))
    by_ones = Problem(sliding_tile(2, 3), problem.start, problem.goal)
    result, wanted = (solve(one, BATCHED, heuristic="zero") for one in (problem, by_ones))
    assert result.cost == 5 * wanted.cost
    assert result.statistics.expanded == wanted.statistics.expanded
    assert f"bound {result.cost:g} " in result.note


def test_python_does_the_same_one_state_after_the_other(replay):
    goal = (1, 2, 3, 4, 5, 0)
    problem = Problem(sliding_tile(2, 3), (4, 5, 3, 0, 1, 2), goal)
    batched, chosen = (
        solve(problem, "batched-ida-star", engine="python"),
        solve(problem, "batched-ida-star", heuristic="linear-conflict"),
    )
    plain_one = solve(problem, "ida-star", engine="python")
    assert batched.engine == chosen.engine == "python"
    assert batched.path == plain_one.path
    assert batched.cost == chosen.cost == solve(problem, "batched-ida-star").cost
    replay(problem, chosen)


def test_macros_that_cost_what_their_steps_do_are_left_out_and_those_that_cost_less_are_not(
    five_with_macros,
):
    start, goal = (4, 5, 3, 0, 1, 2), (1, 2, 3, 4, 5, 0)
    plain = solve(Problem(five_with_macros.without_macros(), start, goal), BATCHED)
    result = solve(Problem(five_with_macros, start, goal), BATCHED)
    count = len(five_with_macros.macros)
    assert f"{count:,} macros left out, which cost no less than their steps" in result.note
    assert (result.cost, result.optimal) == (plain.cost, True)
    assert result.statistics.generated == plain.statistics.generated
    cheap = solve(Problem(with_unit_macro_costs(five_with_macros), start, goal), BATCHED)
    assert "macros left out" not in cheap.note


def test_no_more_threads_run_than_processors_are_worth():
    easy = Problem(sliding_tile(2, 3), (4, 5, 0, 1, 2, 3), (1, 2, 3, 4, 5, 0))
    result = solve(easy, BATCHED.adjusted(threads=1000), engine="native")
    ran = int(result.note.removeprefix("threads: ").split()[0])
    assert result.solved
    assert 2 <= ran <= max(8, 2 * (os.cpu_count() or 1))


def test_auto_says_where_it_takes_one_thread():
    easy = Problem(sliding_tile(2, 3), (4, 5, 0, 1, 2, 3), (1, 2, 3, 4, 5, 0))
    result = solve(easy, ALGORITHMS["auto"].adjusted(threads=2))
    assert result.solved
    assert "threads: one, as auto takes more for batched-ida-star only" in result.note
