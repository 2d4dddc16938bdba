"""Every named algorithm under every duplicate rule: its paths replayed, its counters and its optimality checked."""

from dataclasses import replace

import pytest
from arcwise.rules import sliding_tile
from arcwise.rules.arc import replace_arc
from arcwise.search import ALGORITHMS, Limits, Problem, Status, solve

GOAL = (1, 2, 3, 4, 5, 0)
MIDDLE = (1, 2, 3, 4, 0, 5)
COSTS = {"up": 1, "left": 2, "right": 3, "down": 0.5}
ADMISSIBLE = ("zero", "misplaced", "manhattan", "linear-conflict")
EVERY_RUN = [(name, rule) for name, row in ALGORITHMS.items() for rule in row.allows]
MAY_GIVE_UP = {"beam", "directed-beam", "hill-climbing", "enforced-hill-climbing", "climb"}
MAY_GIVE_UP |= {"iw-1", "iw-2"}
TOO_LONG = {("depth-first", "none"), ("depth-first", "path"), ("directed-beam", "none")}
"""Without a rule these may walk to and fro for ever, and a path without cycles may visit most of the boards."""

OPTIMAL_RUNS = [
    (name, rule, heuristic)
    for name, row in ALGORITHMS.items()
    if row.fewest
    for rule in row.allows
    for heuristic in (ADMISSIBLE if row.informed else ("zero",))
]


def farthest(name, rule, heuristic="zero"):
    """How far a start may be for a run to be quick: trees without a closed list grow with every step."""
    if rule == "closed":
        return 21
    if ALGORITHMS[name].loop in ("iterative", "batched"):
        growth = 11 if rule == "path" else 7
    else:
        growth = 9 if rule == "path" else 6
    return growth + (4 if heuristic in ("manhattan", "linear-conflict") else 0)


def priced(theory):
    return replace(theory, arcs=tuple(replace_arc(a, cost=COSTS[a.name]) for a in theory.arcs))


@pytest.mark.slow
@pytest.mark.parametrize("with_macros", [False, True], ids=["primitive", "macros"])
@pytest.mark.parametrize(("name", "rule"), EVERY_RUN)
def test_every_algorithm_returns_a_path_that_replays_with_consistent_counters(
    name, rule, with_macros, five_with_macros, true_cost, replay
):
    row = ALGORITHMS[name]
    theory = five_with_macros if with_macros else sliding_tile(2, 3)
    reach = 6 if rule == "none" else min(farthest(name, rule), 12 if with_macros else 21)
    far = true_cost(GOAL)
    starts = [state for state, distance in far.items() if 0 < distance <= reach][::17]
    statuses = set()
    for start in starts:
        problem = Problem(theory, start, GOAL)
        result = solve(
            problem,
            ALGORITHMS[name].adjusted(duplicates=rule),
            limits=Limits(nodes=20_000),
            check=False,
        )
        statuses.add(result.status)
        if result.solved:
            replay(problem, result)
            assert result.cost >= far[start]
        else:
            assert result.states == (start,)
            assert result.operators == ()
            assert not result.optimal
        assert (result.limit is not None) == (result.status is Status.STOPPED)
        assert result.algorithm == name or name in ("auto", "fast")
        assert (result.heuristic is not None) == ALGORITHMS[result.algorithm].informed
        did = result.statistics
        assert 0 <= did.inserted <= did.generated <= did.operator_applications
        assert with_macros or did.operator_applications == did.generated
        assert did.evaluated >= 1
        assert did.reopened == 0 or name in ("weighted-a-star", "fast")
        assert did.peak_open >= (did.expanded > 0) or result.algorithm in (
            "batched-ida-star",
            "climb",
        )
        if row.loop == "best-first":
            assert did.evaluated == did.inserted + 1
            assert did.expanded <= did.inserted + 1
    expected = {Status.SOLVED}
    if name in MAY_GIVE_UP:
        expected |= {Status.INCOMPLETE}
    if (name, rule) in TOO_LONG:
        expected |= {Status.STOPPED}
    assert Status.SOLVED in statuses or (name, rule) == ("depth-first", "none")
    assert statuses <= expected


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("name", "rule", "heuristic"), OPTIMAL_RUNS)
def test_optimal_algorithms_agree_with_networkx_on_the_2x3_board(name, rule, heuristic, true_cost):
    theory = sliding_tile(2, 3)
    reach = farthest(name, rule, heuristic)
    for goal, stride in ((GOAL, 11), (MIDDLE, 29)):
        far = true_cost(goal)
        assert len(far) == 360
        for start, distance in list(far.items())[::stride]:
            if distance <= reach:
                result = solve(
                    Problem(theory, start, goal),
                    ALGORITHMS[name].adjusted(duplicates=rule),
                    heuristic=heuristic,
                )
                assert result.cost == distance
                assert result.optimal


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", ["manhattan", "linear-conflict"])
def test_ida_star_agrees_with_networkx_on_every_2x3_board(heuristic, true_cost):
    theory = sliding_tile(2, 3)
    for start, distance in true_cost(GOAL).items():
        assert solve(Problem(theory, start, GOAL), "ida-star", heuristic=heuristic).cost == distance


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rule", "heuristic"),
    [run for run in OPTIMAL_RUNS if ALGORITHMS[run[0]].fewest == "cost"],
)
def test_cheapest_paths_agree_with_networkx_where_moves_differ_in_cost(
    name, rule, heuristic, true_cost
):
    theory = priced(sliding_tile(2, 3))
    cheapest = true_cost(GOAL, **COSTS)
    fewest = true_cost(GOAL)
    reach = min(farthest(name, rule), 21 if rule == "closed" else 8)
    for start, cost in list(cheapest.items())[::8]:
        if fewest[start] <= reach and (rule == "closed" or cost <= 13):
            result = solve(
                Problem(theory, start, GOAL),
                ALGORITHMS[name].adjusted(duplicates=rule),
                heuristic=heuristic,
            )
            assert result.cost == cost
            assert result.optimal


def test_fewest_steps_are_not_called_cheapest_where_moves_differ_in_cost():
    problem = Problem(priced(sliding_tile(2, 3)), (0, 1, 2, 4, 5, 3), GOAL)
    for name, row in ALGORITHMS.items():
        if row.fewest == "steps":
            assert not solve(problem, name).optimal


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rule", "heuristic"),
    [
        ("a-star", "closed", "zero"),
        ("a-star", "closed", "manhattan"),
        ("a-star", "closed", "linear-conflict"),
        ("a-star-unique", "closed", "misplaced"),
        ("a-star-unique", "path", "manhattan"),
        ("uniform-cost", "closed", "zero"),
        ("ida-star", "path", "manhattan"),
        ("ida-star", "path", "linear-conflict"),
    ],
)
def test_macros_at_their_true_cost_keep_solutions_cheapest(
    name, rule, heuristic, five_with_macros, true_cost, replay
):
    used = 0
    for start, distance in list(true_cost(GOAL).items())[::4]:
        if rule == "closed" or distance <= 12:
            problem = Problem(five_with_macros, start, GOAL)
            result = solve(problem, ALGORITHMS[name].adjusted(duplicates=rule), heuristic=heuristic)
            assert result.cost == distance
            assert result.optimal
            replay(problem, result)
            used += result.steps < result.moves
    assert used


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", ADMISSIBLE)
@pytest.mark.parametrize("name", ["a-star", "ida-star", "a-star-unique"])
def test_cheapest_paths_of_the_3x3_board_have_the_true_distance(
    name, heuristic, eight_distances, eight_sample, replay
):
    strong = heuristic in ("manhattan", "linear-conflict")
    high = {"zero": 10, "misplaced": 14}.get(heuristic, 22)
    goal = next(iter(eight_distances))
    for start in eight_sample(15, 2, high if strong or name == "a-star" else high - 2):
        problem = Problem(sliding_tile(3, 3), start, goal)
        result = solve(problem, name, heuristic=heuristic)
        assert result.cost == eight_distances[start]
        replay(problem, result)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "high"),
    [
        ("breadth-first", 16),
        ("uniform-cost", 14),
        ("iterative-deepening", 11),
        ("bidirectional", 26),
    ],
)
def test_uninformed_shortest_paths_of_the_3x3_board_have_the_true_distance(
    name, high, eight_distances, eight_sample, replay
):
    goal = next(iter(eight_distances))
    for start in eight_sample(15, 2, high):
        problem = Problem(sliding_tile(3, 3), start, goal)
        result = solve(problem, name)
        assert result.moves == eight_distances[start]
        assert result.optimal
        replay(problem, result)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_start_that_is_the_goal_is_solved_without_an_expansion(name):
    result = solve(Problem(sliding_tile(2, 3), GOAL, GOAL), name)
    assert result.solved
    assert result.path == (GOAL,)
    assert result.cost == 0
    assert result.statistics.expanded == 0


@pytest.mark.parametrize("name", ALGORITHMS)
def test_default_duplicate_rule_is_one_the_algorithm_offers(name):
    row = ALGORITHMS[name]
    assert row.duplicates in row.allows
    problem = Problem(sliding_tile(2, 3), (1, 2, 0, 4, 5, 3), GOAL)
    explicit = solve(problem, ALGORITHMS[name].adjusted(duplicates=row.duplicates)).statistics
    left = solve(problem, name).statistics
    assert replace(explicit, elapsed=0, peak_memory=0) == replace(left, elapsed=0, peak_memory=0)
