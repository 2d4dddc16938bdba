"""The kernel against the Python engine: the same path and the same counters, whatever the search."""

import os
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from arcwise.rules import (
    Arc,
    InputError,
    Theory,
    TooLargeError,
    Var,
    distances,
    open_source,
    random_problems,
    sliding_tile,
)
from arcwise.search import (
    ALGORITHMS,
    HEURISTICS,
    BatchHeuristic,
    FunctionHeuristic,
    FunctionProblem,
    Limits,
    NotNativeError,
    Problem,
    Status,
    make_heuristic,
    problem_with_goals,
    solve,
    with_unit_macro_costs,
)
from arcwise.search.algorithms import TIES
from arcwise.search.heuristics.boards import CellSum
from arcwise.search.native.compiled import MAX_CELLS
from hypothesis import given
from hypothesis import strategies as st

from ...drawing import changing_arcs, own_variables, rearranging_arcs, walked
from ..engines import NODES, same

STRIDE = int(os.environ.get("ARCWISE_STRIDE", "15991"))
"""Every 15991st combination is run; ARCWISE_STRIDE=1 takes all of them, in half an hour."""


def combinations(algorithm):
    row = ALGORITHMS[algorithm]
    heuristics = (
        [name for name in HEURISTICS if name not in ("gaps", "projections")]
        if row.informed
        else [None]
    )
    ties = TIES if "ties" in row.parameters else ["oldest"]
    return product(heuristics, row.allows, ties, (True, False))


OWN_TESTS = ("batched", "choice", "climb")
SAME_COUNTS = [n for n, row in ALGORITHMS.items() if row.loop not in OWN_TESTS]
FIVE = sliding_tile(2, 3)
FIVE_STATES = sorted(distances(FIVE, (1, 2, 3, 4, 5, 0)))


@pytest.mark.long
@pytest.mark.parametrize("kind", ["primitive arcs", "macros", "macros of unit cost"])
@pytest.mark.parametrize("algorithm", SAME_COUNTS)
def test_every_algorithm_gives_the_same_result_and_counters_on_the_5_puzzle(
    algorithm, kind, five_with_macros, replay
):
    theory = {
        "primitive arcs": FIVE,
        "macros": five_with_macros,
        "macros of unit cost": with_unit_macro_costs(five_with_macros),
    }[kind]
    choices = list(combinations(algorithm))
    everything = product(FIVE_STATES, choices)
    for number, (start, (heuristic, rule, ties, move_back)) in enumerate(everything):
        if number % STRIDE:
            continue
        problem = Problem(theory, start, (1, 2, 3, 4, 5, 0))
        result = same(
            problem,
            algorithm,
            heuristic=heuristic,
            duplicates=rule,
            ties=ties,
            move_back=move_back,
            seed=number,
        )
        if result.solved:
            replay(problem, result)


SLOW = ("h_max", "h_add", "ff", "lm_cut")
"""Heuristics that Python works out from all arcs for every state."""


@pytest.mark.long
@pytest.mark.parametrize("algorithm", SAME_COUNTS)
def test_every_algorithm_gives_the_same_result_and_counters_on_the_8_puzzle(
    algorithm, eight_sample
):
    choices = list(combinations(algorithm))
    every = list(enumerate(eight_sample(20, 5, 18)))
    for number, start in every[SAME_COUNTS.index(algorithm) % 7 :: 7]:
        heuristic, rule, ties, move_back = choices[number * 7 % len(choices)]
        same(
            Problem(sliding_tile(3, 3), start, (1, 2, 3, 4, 5, 6, 7, 8, 0)),
            algorithm,
            Limits(nodes=30 if heuristic in SLOW else 300),
            heuristic=heuristic,
            duplicates=rule,
            ties=ties,
            move_back=move_back,
            beam_width=1 + number * 3,
            weight=1 + number / 8,
        )


@pytest.mark.parametrize(
    "name",
    [
        *("pancake:6", "burnt-pancake:3", "blocks:4"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("topspin:7x3", "cube:2")),
    ],
)
@pytest.mark.parametrize("algorithm", ["a-star", "weighted-a-star", "greedy", "ida-star"])
def test_where_h_is_a_fraction_f_is_exact_in_both_engines(name, algorithm):
    domain, shape = open_source(name).sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    heuristics = ["misplaced"] if name == "blocks:4" else ["misplaced", "manhattan"]
    for heuristic, weight in zip(heuristics, (1.5, 2.25), strict=False):
        assert make_heuristic(heuristic, theory, goal, goal).denominator > 1
        for start in random_problems(theory, goal, 2, 7):
            problem = Problem(theory, start, goal)
            same(problem, algorithm, heuristic=heuristic, weight=weight)


@pytest.mark.parametrize("algorithm", ["a-star", "weighted-a-star"])
def test_nodes_are_small_where_h_is_a_fraction(algorithm):
    domain, shape = open_source("pancake:11").sized
    problem = Problem(domain.theory(shape), (3, 9, 1, 7, 11, 5, 2, 10, 4, 8, 6), domain.goal(shape))
    found = solve(
        problem, algorithm, heuristic="manhattan", engine="native", limits=Limits(nodes=20_000)
    )
    assert found.statistics.peak_memory < 26 * found.statistics.inserted


FRACTIONS = [
    (0.1, 0.7),
    (1 / 3, 0.25, 1.7),
    (1 / 7, 1 / 11, 1 / 13),  # 1,001 units
    (1 / 999_983, 1, 0.5),  # more than are looked for: sums as they come
    (2**-30, 1),
    (1e-7, 3e5),
    (2**0.5, 1),
    (123_456.75, 1),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "costs", [*FRACTIONS[:3], *(pytest.param(one, marks=pytest.mark.slow) for one in FRACTIONS[3:])]
)
@pytest.mark.parametrize(
    "algorithm",
    ["a-star", "weighted-a-star", "uniform-cost", "ida-star", "greedy", "breadth-first", "beam"],
)
def test_costs_that_are_fractions_give_the_same(costs, algorithm):
    names = ("sliding-tile:2x3", "hanoi:3x3", "topspin:6x3")
    domain, shape = open_source(names[(len(algorithm) + FRACTIONS.index(costs)) % 3]).sized
    theory = domain.theory(shape)
    arcs = [replace(arc, cost=costs[at % len(costs)]) for at, arc in enumerate(theory.arcs)]
    theory, goal = replace(theory, arcs=tuple(arcs)), domain.goal(shape)
    for start in random_problems(theory, goal, 1, 7):
        problem = Problem(theory, start, goal)
        for heuristic, ties in (("misplaced", "oldest"), ("zero", "newest")):
            same(problem, algorithm, NODES, heuristic=heuristic, ties=ties)


def test_two_paths_of_one_cost_have_one_g():
    # 0.1 + 0.1 + 0.1 and 0.3: as floating-point numbers the first is larger.
    x, y = Var("X"), Var("Y")
    arcs = [
        Arc("left", (0, y), (1, y), 0.1),
        Arc("middle", (1, y), (2, y), 0.1),
        Arc("right", (2, y), (3, y), 0.1),
        Arc("at once", (0, y), (3, y), 0.3),
        Arc("end", (3, 0), (3, 1), 0.1),
        Arc("rest", (x, 1), (x, 2), 5),
    ]
    problem = Problem(Theory("fractions", tuple(arcs), (1, 2)), (0, 0), (Var("G"), 3))
    for ties in ("oldest", "newest"):
        assert same(problem, "uniform-cost", ties=ties).statistics.reopened == 0


@pytest.mark.parametrize("algorithm", ["a-star", "weighted-a-star", "uniform-cost"])
@pytest.mark.parametrize("name", ["inverse-tile:3x4", "heavy-tile:3x4"])
def test_nodes_are_small_where_costs_are_fractions_or_large(name, algorithm):
    domain, shape = open_source(name).sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    problem = Problem(theory, random_problems(theory, goal, 1, 7)[0], goal)
    found = solve(problem, algorithm, engine="native", limits=Limits(nodes=50_000))
    assert found.statistics.peak_memory < 40 * found.statistics.inserted


@pytest.mark.parametrize(("states", "cost"), [(300, 1), (12, 10**9), (150, 8 * 10**9)])
@pytest.mark.slow
def test_nodes_grow_while_a_search_goes_on(states, cost):
    arcs = [Arc(f"on{n}", (n,), (n + 1,), cost) for n in range(states)]
    arcs += [Arc(f"back{n}", (n + 1,), (n,), cost) for n in range(states)]
    problem = Problem(Theory("line", tuple(arcs), (1, 1)), (0,), (states,))
    for algorithm in ("uniform-cost", "weighted-a-star"):
        found = same(problem, algorithm, Limits(), heuristic="zero")
        assert found.cost == states * cost


@pytest.mark.parametrize("size", [17, 20, 24, 25, 30, 40])
@pytest.mark.parametrize("algorithm", ["breadth-first", "uniform-cost", "greedy"])
def test_boards_of_any_number_of_bytes_are_kept_whole(size, algorithm):
    """A node has only the bytes of its board that hold cells: here whole words, or one to seven bytes more."""
    domain, shape = open_source(f"pancake:{size}").sized
    theory = domain.theory(shape)
    start = tuple(Random(size).sample(range(1, size + 1), size))
    same(Problem(theory, start, tuple(range(1, size + 1))), algorithm, Limits(nodes=300))


def test_a_node_of_five_rows_of_five_tiles_takes_19_bytes_and_its_places_in_tables():
    start = tuple(Random(1).sample(range(25), 25))
    problem = Problem(sliding_tile(5, 5), start, tuple(range(25)))
    found = solve(
        problem, "breadth-first", engine="native", limits=Limits(nodes=100_000), check=False
    )
    assert found.statistics.peak_memory < 32 * found.statistics.inserted


@pytest.mark.slow
def test_many_nodes_grow_while_a_search_goes_on():
    """More nodes than a chunk of memory has: the smaller ones are given back while the larger ones are made."""
    cells, most, cost = 4, 11, 7
    arcs = []
    for cell in range(cells):
        for value in range(most):
            ends = [
                tuple(end if other == cell else Var(f"X{other}") for other in range(cells))
                for end in (value, value + 1)
            ]
            arcs += [Arc("more", *ends, cost), Arc("less", *ends[::-1], cost)]
    problem = Problem(Theory("counters", tuple(arcs), (1, cells)), (0,) * cells, (most,) * cells)
    found = same(problem, "uniform-cost", Limits())
    assert found.cost == cells * most * cost > 255
    assert found.statistics.expanded == (most + 1) ** cells - 1
    # While it grows, nearly all nodes would else be held twice.
    assert found.statistics.peak_memory < 60 * (most + 1) ** cells


def test_costs_beyond_32_bits_are_compared_as_they_are():
    ways = [
        ("long", "a", "c", 8 * 10**9),
        ("one", "a", "b", 35 * 10**8),
        ("two", "b", "c", 35 * 10**8),
    ]
    arcs = [Arc(name, (start,), (end,), cost) for name, start, end, cost in ways]
    arcs += [Arc(f"{arc.name}-back", arc.after, arc.before, arc.cost) for arc in arcs]
    problem = Problem(Theory("detour", tuple(arcs), (1, 1)), ("a",), ("c",))
    assert same(problem, "uniform-cost", heuristic="zero").cost == 7 * 10**9


@pytest.mark.parametrize("seed", range(10))
def test_a_path_is_that_by_which_a_node_was_made_though_a_cheaper_one_was_found_since(seed):
    rng = Random(seed)
    ends = {(rng.randrange(12), rng.randrange(12)) for _ in range(40)}
    arcs = [Arc(f"a{i}-{j}", (i,), (j,), rng.randint(1, 9)) for i, j in sorted(ends) if i != j]
    arcs += [Arc(f"{arc.name}-back", arc.after, arc.before, arc.cost) for arc in arcs]
    problem = Problem(Theory("graph", tuple(arcs), (1, 1)), (0,), (11,))
    guesses = [rng.randint(0, 30) for _ in range(12)]
    guesses[11] = 0
    own = BatchHeuristic("own", lambda states: [guesses[one] for one in states[:, 0]])
    for algorithm in ("a-star", "weighted-a-star"):
        same(problem, algorithm, heuristic=own)


@pytest.mark.parametrize("cost", [1, 0.5, 200, 40_000])
@pytest.mark.parametrize("weight", [1, 1.1, 7])
def test_costs_of_any_size_and_states_that_are_reopened_give_the_same(cost, weight):
    theory = sliding_tile(2, 3, cost=cost)
    far = Problem(theory, (4, 5, 0, 1, 2, 3), (1, 2, 3, 4, 5, 0))
    uneven = CellSum("uneven", [{0: 3 * cost * (cell % 3)} for cell in range(6)], denominator=2)
    reopened = 0
    for heuristic in ("manhattan", uneven):
        for ties in ("oldest", "newest"):
            result = same(far, "weighted-a-star", heuristic=heuristic, weight=weight, ties=ties)
            reopened += result.statistics.reopened
    assert reopened or weight < 2


@pytest.mark.parametrize(
    ("name", "ties"),
    [("inverse-tile:5x5", "oldest"), ("burnt-pancake:16", "newest"), ("pancake:30", "oldest")],
)
@pytest.mark.slow
def test_costs_and_h_of_large_denominators_give_the_same(name, ties):
    domain, shape = open_source(name).sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    (start,) = random_problems(theory, goal, 1, 7)
    for algorithm in ("a-star", "greedy"):
        problem = Problem(theory, start, goal)
        same(problem, algorithm, Limits(nodes=40), heuristic="manhattan", ties=ties)


@pytest.mark.parametrize("ties", ["oldest", "newest"])
def test_f_of_more_than_five_bytes_gives_the_same(ties):
    """Two counters up to 80 whose moves cost 8,000,000,000: f outgrows 32 bits at once, 40 bits on the way."""
    arcs = [
        Arc(f"{cell}{value}", before, after, 8 * 10**9)
        for value in range(80)
        for cell, before, after in (
            ("a", (value, Var("X")), (value + 1, Var("X"))),
            ("b", (Var("X"), value), (Var("X"), value + 1)),
        )
    ]
    problem = Problem(Theory("counters", tuple(arcs), (1, 2)), (0, 0), (80, 80))
    found = same(problem, "uniform-cost", Limits(), ties=ties)
    assert found.cost == 160 * 8 * 10**9 > 2**40


@pytest.mark.parametrize("ties", ["oldest", "newest"])
def test_f_that_outgrows_the_units_of_an_open_list_gives_the_same(ties):
    theory = sliding_tile(2, 3, cost=900)
    part = 2**-20  # f of 4,096 and more is no number of 32 bits of such parts
    h = CellSum("parts", [{0: part * cell, 1: 900 * (cell > 0)} for cell in range(6)])
    same(Problem(theory, (4, 5, 0, 1, 2, 3), (1, 2, 3, 4, 5, 0)), "a-star", heuristic=h, ties=ties)


@pytest.mark.parametrize("name", ["inverse-tile:5x5", "burnt-pancake:16"])
@pytest.mark.slow
def test_fractions_take_little_more_memory_than_breadth_first_search(name):
    domain, shape = open_source(name).sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    (start,) = random_problems(theory, goal, 1, 7)
    size = {}
    for algorithm in ("breadth-first", "a-star", "greedy"):
        heuristic = None if algorithm == "breadth-first" else "manhattan"
        did = solve(
            Problem(theory, start, goal),
            algorithm,
            heuristic=heuristic,
            engine="native",
            limits=Limits(nodes=20_000),
        ).statistics
        size[algorithm] = did.peak_memory / did.inserted
        if algorithm == "a-star":
            assert did.expanded == 20_000
        if did.expanded == 20_000:
            assert size[algorithm] < min(45, size["breadth-first"] + 14)


@pytest.mark.long
@pytest.mark.parametrize(
    "shape", [(4, 4), (3, 6), (5, 5), (4, 8), (6, 7), (8, 8), (5, 13), (20, 20)]
)
@pytest.mark.parametrize("algorithm", ["breadth-first", "a-star", "greedy", "ida-star", "beam"])
def test_large_boards_give_the_same(shape, algorithm):
    theory = sliding_tile(*shape)
    goal = (*range(1, theory.size), 0)
    start = goal
    for turn in (0, 1, 2, 3, 0, 0, 1, 2, 1, 3):
        pairs = theory.successors(start)
        start = pairs[turn % len(pairs)][1]
    for heuristic in ("manhattan", "linear-conflict"):
        few = Limits(nodes=600 if theory.size < 100 else 60)
        same(Problem(theory, start, goal), algorithm, few, heuristic=heuristic)


@st.composite
def theories(draw):
    """Random arcs with constants and repeated variables, over a few symbols or words."""
    cells = draw(st.sampled_from([2, 3, 4, 5, 6, 9, 16, 17, 32, 33, 64, 65, 130, 700]))
    symbols = draw(st.sampled_from([(0, 1), (0, 1, 2), ("a", "b", 3), tuple(range(300))]))
    cost = st.sampled_from([0, 1, 2, 3, 0.1, 0.25, 1.7])
    arcs = changing_arcs(draw, cells, symbols, cost)
    theory = Theory("random", arcs, (1, cells), draw(st.sampled_from([None, 0])))
    state = st.tuples(*[st.sampled_from(symbols)] * cells)
    start, goal = draw(state), draw(state)
    end = walked(draw, theory, start, 6)
    goals = [draw(st.sampled_from([goal, end, end]))]
    for _ in range(draw(st.sampled_from([0, 0, 1, 40]))):
        kept = draw(st.sets(st.integers(0, cells - 1), min_size=1, max_size=3))
        wanted = {cell: draw(st.sampled_from([end[cell], *symbols[:3], Var("A")])) for cell in kept}
        goals.append(
            tuple(wanted.get(cell, term) for cell, term in enumerate(own_variables(cells)))
        )
    return problem_with_goals(theory, start, goals)


@pytest.mark.long
@given(theories(), st.data())
def test_random_theories_give_the_same(problem, data):
    algorithm = data.draw(
        st.sampled_from([name for name in SAME_COUNTS if name != "bidirectional"])
    )
    choices = [
        c
        for c in combinations(algorithm)
        if c[0] not in ("linear-conflict", "manhattan", "misplaced+manhattan", "patterns")
    ]
    heuristic, rule, ties, move_back = data.draw(st.sampled_from(choices))
    same(
        problem,
        algorithm,
        Limits(nodes=200),
        heuristic=heuristic,
        duplicates=rule,
        ties=ties,
        move_back=move_back,
        beam_width=data.draw(st.integers(1, 5)),
        weight=data.draw(st.sampled_from([1.0, 1.5, 2.0, 3.3])),
        seed=data.draw(st.integers(0, 2**40)),
    )


@st.composite
def permutations(draw):
    """Random arcs that rearrange cells, some of them only where certain symbols stand; every symbol stands once."""
    cells = draw(st.sampled_from([2, 3, 4, 5, 9, 16, 17, 33, 65, 300]))
    symbols = draw(st.sampled_from([tuple(range(cells)), tuple(f"s{n}" for n in range(cells))]))
    arcs = rearranging_arcs(draw, cells, symbols, st.sampled_from([0, 1, 1, 2]))
    theory = Theory("random", arcs, (1, cells), draw(st.sampled_from([None, symbols[0]])), symbols)
    start = tuple(draw(st.permutations(symbols)))
    return Problem(theory, start, walked(draw, theory, start, 8))


@pytest.mark.long
@given(permutations(), st.data())
def test_random_rearrangements_give_the_same(problem, data):
    algorithm = data.draw(st.sampled_from(SAME_COUNTS))
    choices = [c for c in combinations(algorithm) if c[0] in (None, "zero", "misplaced")]
    heuristic, rule, ties, move_back = data.draw(st.sampled_from(choices))
    same(
        problem,
        algorithm,
        Limits(nodes=200),
        heuristic=heuristic,
        duplicates=rule,
        ties=ties,
        move_back=move_back,
    )


@pytest.mark.slow
@pytest.mark.parametrize("part", [1, 0.25, 2**-20, 1 / 3, 2.0**30, 1e-9])
@pytest.mark.parametrize("name", ["pancake:18", "sliding-tile:3x3"])
def test_sums_of_any_values_over_cells_give_the_same(name, part):
    domain, shape = open_source(name).sized
    theory, rng = domain.theory(shape), Random(3)
    goal = domain.goal(shape)
    start = goal
    for _ in range(12):
        start = rng.choice(theory.successors(start))[1]
    table = [{symbol: part * rng.randrange(9) for symbol in goal} for _ in goal]
    heuristic = CellSum("any", table, admissible=False)
    for algorithm, rule in (("ida-star", "path"), ("ida-star", "none"), ("a-star", "closed")):
        for move_back in (True, False):
            problem = Problem(theory, start, goal)
            same(
                problem,
                algorithm,
                Limits(nodes=150),
                heuristic=heuristic,
                duplicates=rule,
                move_back=move_back,
            )


def test_every_engine_advises_another_algorithm_for_an_open_goal_that_bidirectional_search_cannot_have():
    theory = sliding_tile(2, 3)
    problem = Problem(theory, (1, 2, 3, 4, 0, 5), theory.parse_goal("1 2 3 ? ? ?"))
    for engine in ("python", "native", "auto"):
        with pytest.raises(InputError, match=r"goals that are states[^$]*try: +breadth-first"):
            solve(problem, "bidirectional", engine=engine)


@pytest.mark.long
@pytest.mark.slow
@given(theories())
def test_bidirectional_gives_the_same_on_random_theories(problem):
    if problem.ground_goals is None:
        with pytest.raises(NotNativeError, match="goals that are states"):
            solve(problem, "bidirectional", engine="native", check=False)
    elif all(arc.inverse() is not None for arc in problem.theory.arcs):
        same(problem, "bidirectional", Limits(nodes=200))
    else:
        with pytest.raises(NotNativeError, match="no inverse"):
            solve(problem, "bidirectional", engine="native", check=False)


def many_arcs(count, seed):
    """Rules that test up to three of nine cells, and at times whether two are equal; some ask for nothing."""
    rng = Random(seed)
    arcs = []
    for number in range(count):
        before = [Var(f"X{cell}") for cell in range(9)]
        for cell in rng.sample(range(9), rng.randrange(4)):
            before[cell] = rng.randrange(3)
        if rng.random() < 0.2:
            one, other = rng.sample(range(9), 2)
            before[one] = before[other]
        after = list(before)
        for cell in rng.sample(range(9), 2):
            after[cell] = rng.choice([rng.randrange(3), before[rng.randrange(9)]])
        arcs.append(Arc(f"r{number}", tuple(before), tuple(after), cost=rng.choice([1, 1, 2])))
    theory = Theory("many", tuple(arcs), (1, 9))
    start, goal = (tuple(rng.randrange(3) for _ in range(9)) for _ in range(2))
    return Problem(theory, start, goal)


@pytest.mark.long
@pytest.mark.parametrize(("count", "seed"), [(33, 0), (33, 1), (150, 0), (150, 1), (2100, 1)])
def test_theories_of_many_arcs_give_the_same(count, seed):
    problem = many_arcs(count, seed)
    for algorithm in ("breadth-first", "a-star", "greedy", "ida-star", "beam"):
        same(problem, algorithm, Limits(nodes=60 if count < 2000 else 15))


@pytest.mark.parametrize("cells", [1, 2, 17, 65])
def test_arcs_that_name_nothing_hold_whatever_start_and_goal_do(cells):
    own = tuple(Var(f"X{cell}") for cell in range(cells))
    theory = Theory("idle", (Arc("stay", own, own, 0),), (1, cells))
    start = (0,) * cells
    for algorithm in ("breadth-first", "bidirectional", "a-star"):
        assert same(Problem(theory, start, (*start[1:], 1)), algorithm).status is Status.UNSOLVABLE
        assert same(Problem(theory, start, start), algorithm).moves == 0


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("cells", [2, 17, 70])
def test_what_no_arc_names_may_stand_in_a_start_and_a_goal_of_any_length(cells):
    own = tuple(Var(f"X{cell}") for cell in range(cells))
    arcs = (
        Arc("on", (0, *own[1:]), (1, *own[1:])),
        Arc("off", (1, *own[1:-1], "b"), ("strange", *own[1:-1], "c")),
    )
    theory = Theory("few", arcs, (1, cells))
    start = (0, *range(1000, 1000 + cells - 2), "b")
    goal = ("strange", *start[1:-1], "c")
    for algorithm in ("breadth-first", "a-star", "ida-star"):
        result = same(Problem(theory, start, goal), algorithm, heuristic="misplaced")
        assert result.moves == 2
        wrong = (*goal[:-1], "nowhere")
        goals = [wrong, (own[0], *goal[1:])]
        assert same(problem_with_goals(theory, start, goals), algorithm).moves == 2
        assert same(Problem(theory, start, wrong), algorithm).status == "unsolvable"


def test_a_goal_pattern_with_repeated_variables_gives_the_same():
    one, other = Var("P"), Var("Q")
    swap = tuple(
        Arc(
            f"swap{i}", (*V[:i], V[i], V[i + 1], *V[i + 2 :]), (*V[:i], V[i + 1], V[i], *V[i + 2 :])
        )
        for V in [tuple(Var(f"V{cell}") for cell in range(4))]
        for i in range(3)
    )
    theory = Theory("pairs", swap, (1, 4))
    result = same(Problem(theory, (1, 2, 1, 2), (one, one, other, other)), "breadth-first")
    assert result.moves == 1


class Looking:
    """A watcher that does nothing."""

    def made(self, node):
        pass

    def taken(self, node, kept):
        pass


@pytest.mark.long
def test_the_kernel_says_what_it_cannot_run_and_auto_runs_it_in_python():
    theory = sliding_tile(2, 3)
    problem = Problem(theory, (1, 2, 3, 4, 0, 5), (1, 2, 3, 4, 5, 0))
    own = FunctionHeuristic("own", lambda state: 0)
    wide = tuple(Var(f"X{cell}") for cell in range(MAX_CELLS + 1))
    large = Theory("wide", (Arc("on", (0, *wide[1:]), (1, *wide[1:])),), (1, MAX_CELLS + 1))
    start, goal = (0,) * (MAX_CELLS + 1), (1, *(0,) * MAX_CELLS)
    chain = FunctionProblem(0, lambda state: state == 2, lambda state: [("on", 1, state + 1)])
    for unfit, arguments in (
        (problem, {"heuristic": own}),
        (problem, {"watcher": Looking()}),
        (Problem(large, start, goal), {}),
        (chain, {}),
    ):
        with pytest.raises(NotNativeError, match="engine native cannot"):
            solve(unfit, "greedy", engine="native", **arguments)
        assert solve(unfit, "greedy", **arguments).engine == "python"
    seeded = ALGORITHMS["greedy"].adjusted(seed=2**64)
    with pytest.raises(NotNativeError, match="64 bits"):
        solve(problem, seeded, engine="native")
    assert solve(problem, seeded).engine == "python"
    assert solve(problem, "greedy").engine == "native"
    with pytest.raises(InputError, match="unknown engine"):
        solve(problem, engine="quantum")


@pytest.mark.long
def test_limits_hold_in_the_kernel():
    fifteen = sliding_tile(4, 4)
    hard = Problem(
        fifteen, (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3), tuple(range(16))
    )
    for algorithm in ("a-star", "ida-star", "breadth-first", "bidirectional", "depth-first"):
        expanded, seconds = 0, 0.05
        while not expanded:  # a busy machine is not ready in that time
            slow = solve(hard, algorithm, engine="native", limits=Limits(time=seconds))
            assert (slow.status, slow.limit) == ("stopped", "time")
            expanded, seconds = slow.statistics.expanded, 2 * seconds
    for algorithm in ("a-star", "breadth-first", "bidirectional", "a-star-unique", "beam"):
        big = solve(
            hard,
            ALGORITHMS[algorithm].adjusted(beam_width=10**9 if algorithm == "beam" else None),
            engine="native",
            limits=Limits(memory=20_000_000),
        )
        assert (big.status, big.limit) == ("stopped", "memory")
        assert big.statistics.peak_memory <= 20_000_000


@pytest.mark.slow
def test_progress_is_reported_and_what_the_reporter_raises_comes_through():
    hard = Problem(
        sliding_tile(4, 4),
        (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3),
        tuple(range(16)),
    )

    def fails(count):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve(hard, "ida-star", engine="native", limits=Limits(time=60), report=fails)
    seen = []

    def interrupts_at_last(count):
        seen.append(count)
        if len(seen) == 3:
            raise KeyboardInterrupt

    limits = Limits(time=60)
    result = solve(hard, "ida-star", engine="native", limits=limits, report=interrupts_at_last)
    assert (result.status, result.limit) == ("stopped", "interrupt")
    assert seen == sorted(seen) and 0 < seen[-1] <= result.statistics.expanded


@pytest.mark.long
def test_states_of_more_bits_than_the_kernel_holds_are_searched_in_python():
    size = 3_000
    cells = tuple(Var(f"X{cell}") for cell in range(size))
    theory = Theory(
        name="ring", arcs=(Arc("turn", cells, (*cells[1:], cells[0])),), shape=(1, size)
    )
    start = tuple(range(size))
    problem = Problem(theory, start, (*start[1:], start[0]))
    assert solve(problem, "breadth-first").moves == 1
    with pytest.raises(TooLargeError, match="cannot hold ring"):
        solve(problem, "breadth-first", engine="native")


@pytest.mark.parametrize("size", [8, 20, 64, 65])
@pytest.mark.parametrize("other", [1, -1])
def test_cells_that_only_the_goal_compares_have_the_same_codes(size, other):
    """Cells that no arc changes hold one symbol each, and may have other codes for it."""
    cells = [Var(f"X{cell}") for cell in range(size)]
    theory = Theory("flip", (Arc("flip", (0, *cells[1:]), (1, *cells[1:])),), (1, size))
    start = [0] * size
    start[other] = 1
    goal = [Var("Same"), *cells[1:]]
    goal[other] = goal[0]
    problem = Problem(theory, tuple(start), tuple(goal))
    for name in ("breadth-first", "a-star", "ida-star"):
        assert same(problem, name).moves == 1
