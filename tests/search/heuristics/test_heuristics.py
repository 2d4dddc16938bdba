"""Heuristics against true distances: exhaustively on small boards, by random walks on large ones."""

from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, match, sliding_tile
from arcwise.rules.arc import replace_arc
from arcwise.search import (
    HEURISTICS,
    FunctionHeuristic,
    Problem,
    Status,
    default_heuristic,
    make_heuristic,
    solve,
)
from arcwise.search.heuristics.boards import (
    linear_conflict,
    manhattan,
    misplaced,
    misplaced_plus_manhattan,
    zero,
)

from ...costs import true_costs

ADMISSIBLE = ("zero", "misplaced", "manhattan", "linear-conflict")
FIVE_GOALS = [(1, 2, 3, 4, 5, 0), (0, 1, 2, 3, 4, 5), (1, 2, 3, 4, 0, 5)]


def all_pairs_hold(heuristic, theory, far, stride=1):
    """Admissible at every state, or every n-th, and consistent along every arc from there."""
    estimate = cache(heuristic.estimate)
    for state in list(far)[::stride]:
        assert 0 <= estimate(state) <= far[state]
        for arc, successor in theory.successors(state):
            assert estimate(state) <= arc.cost + estimate(successor)
    return {state: estimate(state) for state in list(far)[::stride]}


def lights(rows, columns, cost=1):
    """Lights Out: a press flips a cell and its neighbours; one arc for every pattern of the flipped cells."""
    arcs = []
    for row, column in product(range(rows), range(columns)):
        cross = [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)]
        flipped = [
            (row + down) * columns + column + right
            for down, right in cross
            if 0 <= row + down < rows and 0 <= column + right < columns
        ]
        for lit in product((0, 1), repeat=len(flipped)):
            before = [Var(f"X{cell}") for cell in range(rows * columns)]
            after = list(before)
            for cell, light in zip(flipped, lit, strict=True):
                before[cell], after[cell] = light, 1 - light
            arcs.append(Arc(f"press{row}{column}", tuple(before), tuple(after), cost))
    return Theory("lights", tuple(arcs), (rows, columns))


@pytest.mark.parametrize("cost", [1, 2, 0.5])
@pytest.mark.parametrize("goal", FIVE_GOALS, ids=["last", "first", "middle"])
@pytest.mark.parametrize("name", ADMISSIBLE)
def test_heuristics_are_admissible_and_consistent_on_every_2x3_board(name, goal, cost):
    theory = sliding_tile(2, 3, cost=cost)
    far = true_costs(theory, goal)
    assert len(far) == 360
    heuristic = HEURISTICS[name](theory, goal, goal)
    assert heuristic.admissible
    assert heuristic.consistent
    assert heuristic.name == name
    values = all_pairs_hold(heuristic, theory, far)
    assert values[goal] == 0
    assert name == "zero" or all(h > 0 for state, h in values.items() if state != goal)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", ADMISSIBLE)
def test_heuristics_are_admissible_and_consistent_on_3x3_boards(name, eight_distances):
    theory = sliding_tile(3, 3)
    goal = next(iter(eight_distances))
    assert len(eight_distances) == 181_440
    all_pairs_hold(HEURISTICS[name](theory, goal, goal), theory, eight_distances, stride=17)


@pytest.mark.slow
def test_stronger_heuristics_are_never_below_weaker_ones(eight_distances):
    theory = sliding_tile(3, 3)
    goal = next(iter(eight_distances))
    weak, middling, strong = (HEURISTICS[name](theory, goal, goal) for name in ADMISSIBLE[1:])
    higher = 0
    for state in list(eight_distances)[::7]:
        low, middle, high = (h.estimate(state) for h in (weak, middling, strong))
        assert low <= middle <= high
        higher += middle < high
    assert higher > 1000


EVERY_ARC = [
    ("lm_cut", (2, 2)),
    *((name, (2, 3)) for name in HEURISTICS if name not in ("gaps", "lm_cut", "projections")),
]


@pytest.mark.long
@pytest.mark.parametrize("cost", [2, pytest.param(0.5, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "shape"), EVERY_ARC)
def test_updated_value_is_the_estimate_along_every_arc_of_a_small_board(name, shape, cost):
    theory = sliding_tile(*shape, cost=cost)
    goal = FIVE_GOALS[2] if shape == (2, 3) else (1, 2, 0, 3)
    heuristic = HEURISTICS[name](theory, goal, goal)
    estimate = cache(heuristic.estimate)
    for state in true_costs(theory, goal):
        h = estimate(state)
        for arc, successor in theory.successors(state):
            assert heuristic.update(h, arc, state, successor) == estimate(successor)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("size", "cost"), [((4, 4), 1), ((2, 5), 0.5)], ids=["4x4", "2x5"])
@pytest.mark.parametrize(
    "name", [name for name in HEURISTICS if name not in ("gaps", "projections")]
)
def test_updated_value_is_the_estimate_on_long_walks_with_macros(name, size, cost, macros):
    theory = sliding_tile(*size, cost=cost)
    goal = (*range(1, theory.size), 0)
    rng = Random(f"{name} {size}")
    far = goal
    for _ in range(40):
        far = rng.choice(theory.successors(far))[1]
    while solve(Problem(theory, far, goal)).moves < 7:
        far = rng.choice(theory.successors(far))[1]
    theory = theory.with_macros(macros(theory, far, goal, (3, 2, 4)))
    small = ":5-5-5" if name == "patterns" and size == (4, 4) else ""
    heuristic = make_heuristic(name + small, theory, goal, goal)
    state, h, macro_steps = goal, heuristic.estimate(goal), 0
    for _ in range({"lm_cut": 10, "h_add": 150, "h_max": 150, "ff": 150}.get(name, 300)):
        arc, successor = rng.choice(theory.successors(state))
        h = heuristic.update(h, arc, state, successor)
        assert h == heuristic.estimate(successor)
        state = successor
        macro_steps += arc.is_macro
    assert macro_steps or name == "lm_cut"  # whose walks are short, as it is slow


@pytest.mark.parametrize("name", ADMISSIBLE)
def test_macros_at_their_true_cost_leave_heuristics_consistent(name, five_with_macros):
    goal = FIVE_GOALS[0]
    far = true_costs(five_with_macros, goal)
    plain = HEURISTICS[name](sliding_tile(2, 3), goal, goal)
    values = all_pairs_hold(HEURISTICS[name](five_with_macros, goal, goal), five_with_macros, far)
    assert values == {state: plain.estimate(state) for state in far}


@pytest.mark.parametrize("name", ADMISSIBLE)
def test_heuristics_stay_admissible_where_moves_differ_in_cost(name):
    costs = {"up": 1, "left": 2, "right": 3, "down": 0.5}
    theory = sliding_tile(2, 3)
    theory = replace(
        theory, arcs=tuple(replace_arc(arc, cost=costs[arc.name]) for arc in theory.arcs)
    )
    goal = FIVE_GOALS[0]
    all_pairs_hold(HEURISTICS[name](theory, goal, goal), theory, true_costs(theory, goal))


def test_free_moves_make_every_estimate_zero():
    theory = sliding_tile(2, 3, cost=0)
    for name in ADMISSIBLE:
        assert HEURISTICS[name](theory, FIVE_GOALS[0], FIVE_GOALS[1]).estimate(FIVE_GOALS[1]) == 0


def test_misplaced_plus_manhattan_overestimates_and_says_so():
    theory, goal = sliding_tile(2, 3), FIVE_GOALS[0]
    heuristic = misplaced_plus_manhattan(theory, goal, goal)
    assert not heuristic.admissible
    assert not heuristic.consistent
    far = true_costs(theory, goal)
    assert any(heuristic.estimate(state) > distance for state, distance in far.items())
    one, other = misplaced(theory, goal), manhattan(theory, goal)
    for state in far:
        assert heuristic.estimate(state) == one.estimate(state) + other.estimate(state)
    assert not solve(Problem(theory, FIVE_GOALS[1], goal), heuristic="misplaced+manhattan").optimal


def test_blank_is_never_counted():
    theory, goal = sliding_tile(2, 3), (1, 2, 3, 4, 5, 0)
    one_move_away = (1, 2, 3, 4, 0, 5)
    for name in ADMISSIBLE[1:]:
        assert HEURISTICS[name](theory, goal, goal).estimate(one_move_away) == 1


def test_known_values_of_the_3x3_board():
    theory, goal = sliding_tile(3, 3), (1, 2, 3, 4, 5, 6, 7, 8, 0)
    swapped_row = (2, 1, 3, 4, 5, 6, 7, 8, 0)
    reversed_row = (3, 2, 1, 4, 5, 6, 7, 8, 0)
    assert misplaced(theory, goal).estimate(swapped_row) == 2
    assert manhattan(theory, goal).estimate(swapped_row) == 2
    assert linear_conflict(theory, goal).estimate(swapped_row) == 4
    assert manhattan(theory, goal).estimate(reversed_row) == 4
    assert linear_conflict(theory, goal).estimate(reversed_row) == 8
    assert zero(theory, goal).estimate(reversed_row) == 0


@cache
def costs_to_nearest(goal):
    """From every 2x3 board to the nearest one that a goal pattern matches."""
    theory = sliding_tile(2, 3)
    everything = true_costs(theory, (1, 2, 3, 4, 5, 0))
    goals = [state for state in everything if match(goal, state) is not None]
    assert goals
    nearest = {}
    for wanted in goals:
        for state, cost in true_costs(theory, wanted).items():
            nearest[state] = min(cost, nearest.get(state, cost))
    return nearest


@pytest.mark.long
@pytest.mark.parametrize("name", ADMISSIBLE)
@pytest.mark.parametrize(
    "goal",
    [
        (1, 2, 3, Var("A"), Var("B"), Var("C")),
        (Var("A"), 2, Var("B"), Var("C"), 5, Var("D")),
        tuple(Var(f"X{cell}") for cell in range(6)),
    ],
    ids=["top row", "two tiles", "anything"],
)
def test_goal_patterns_have_admissible_and_consistent_estimates(name, goal):
    theory = sliding_tile(2, 3)
    nearest = costs_to_nearest(goal)
    start = max(nearest, key=nearest.get)
    all_pairs_hold(HEURISTICS[name](theory, goal, start), theory, nearest)
    assert solve(Problem(theory, start, goal), heuristic=name).cost == nearest[start]


@pytest.mark.slow
@pytest.mark.parametrize("name", ADMISSIBLE)
@pytest.mark.parametrize(
    "goal",
    [
        (1, 1, 2, 3, 2, 0),
        (1, Var("A"), Var("B"), 3, 2, Var("D")),
        (Var("A"), Var("B"), Var("C"), 1, 1, Var("D")),
    ],
    ids=["state", "one of two copies", "both copies"],
)
def test_equal_tiles_have_admissible_and_consistent_estimates(name, goal):
    theory = replace(sliding_tile(2, 3), symbols=None)
    start = (2, 1, 3, 2, 1, 0)
    boards = true_costs(theory, start)
    goals = [state for state in boards if match(goal, state) is not None]
    assert goals
    nearest = {}
    for wanted in goals:
        for state, cost in true_costs(theory, wanted).items():
            nearest[state] = min(cost, nearest.get(state, cost))
    heuristic = HEURISTICS[name](theory, goal, start)
    values = all_pairs_hold(heuristic, theory, nearest)
    assert all(values[state] == 0 for state in goals)
    assert name == "zero" or any(values.values())


@pytest.mark.parametrize("maker", [manhattan, linear_conflict, misplaced_plus_manhattan])
def test_distances_are_refused_where_arcs_change_symbols(maker):
    goal = (0,) * 4
    with pytest.raises(InputError, match="misplaced"):
        maker(lights(2, 2), goal, goal)


def test_manhattan_is_refused_where_an_arc_turns_the_blank_into_a_tile():
    birth = Arc("birth", (0, Var("A")), (5, Var("A")))
    with pytest.raises(InputError, match="birth makes or destroys symbols"):
        manhattan(Theory("birth", (birth,), (1, 2), blank=0), (5, 5), (0, 5))


def test_linear_conflict_is_refused_for_other_domains():
    swap = Arc("swap", (Var("A"), Var("B")), (Var("B"), Var("A")))
    theory = Theory("swap", (swap,), (1, 2))
    assert manhattan(theory, (1, 2), (2, 1)).estimate((2, 1)) == 1
    with pytest.raises(InputError, match="sliding tiles only"):
        linear_conflict(theory, (1, 2), (2, 1))


@pytest.mark.slow
@pytest.mark.parametrize("cost", [1, 3])
@pytest.mark.parametrize("blank", [None, 0])
@pytest.mark.parametrize(
    "goal", [(0,) * 6, (1,) * 6, (1, 0, 1, 0, 1, 0)], ids=["off", "on", "mixed"]
)
def test_misplaced_is_admissible_and_consistent_where_arcs_change_symbols(goal, blank, cost):
    theory = replace(lights(2, 3, cost), blank=blank)
    far = true_costs(theory, goal)
    heuristic = misplaced(theory, goal, goal)
    all_pairs_hold(heuristic, theory, far)
    if blank is None:
        assert all(heuristic.estimate(state) for state in far if state != goal)
    start = max(far, key=far.get)
    for state in far:
        for arc, successor in theory.successors(state):
            updated = heuristic.update(heuristic.estimate(state), arc, state, successor)
            assert updated == pytest.approx(heuristic.estimate(successor))
    assert solve(Problem(theory, start, goal), heuristic="misplaced").cost == far[start]
    assert solve(Problem(theory, start, goal), "ida-star", heuristic="zero").cost == far[start]


def test_default_heuristic_is_manhattan_where_it_has_a_meaning():
    goal = FIVE_GOALS[0]
    assert default_heuristic(sliding_tile(2, 3), goal, goal).name == "manhattan"
    assert default_heuristic(lights(2, 2), (0,) * 4, (1,) * 4).name == "misplaced"


def test_theory_without_arcs_has_estimates_of_zero():
    theory = Theory("still", (), (1, 2))
    assert misplaced(theory, (1, 2), (2, 1)).estimate((2, 1)) == 0
    assert solve(Problem(theory, (2, 1), (1, 2))).status is Status.UNSOLVABLE


def test_function_heuristic_vouches_for_nothing_by_default():
    heuristic = FunctionHeuristic("mine", len)
    assert not heuristic.admissible
    assert not heuristic.consistent
    assert heuristic.update(99, None, (), (1, 2)) == heuristic.estimate((1, 2)) == 2


def test_misplaced_counts_against_another_state_if_asked() -> None:
    theory = sliding_tile(2, 3)
    goal, other = (1, 2, 3, 4, 5, 0), (5, 4, 3, 2, 1, 0)
    asked = make_heuristic("misplaced:5 4 3 2 1 0", theory, goal, goal)
    assert asked.estimate(other) == 0 < asked.estimate(goal)
    assert asked.estimate(goal) == misplaced(theory, other).estimate(goal)
    assert not asked.admissible
    with pytest.raises(InputError):
        make_heuristic("misplaced:5 4", theory, goal, goal)
