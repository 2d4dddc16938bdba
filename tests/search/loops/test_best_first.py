"""The best-first loop: depth without recursion, ends without a solution, move_back and ties."""

from dataclasses import replace
from random import Random

import pytest
from arcwise.rules import sliding_tile
from arcwise.search import ALGORITHMS, FunctionProblem, Limits, Problem, Status, solve
from arcwise.search.heuristic import ZERO
from arcwise.search.limits import Meter
from arcwise.search.loops.duplicates import FirstSeen
from arcwise.search.loops.expansion import plain_successors
from arcwise.search.loops.loops import best_first_search
from arcwise.search.loops.open_list import Fifo, Lifo

GOAL = (1, 2, 3, 4, 5, 0)
SWAPPED = (2, 1, 3, 4, 5, 0)
SMALL, SMALL_SWAPPED = (1, 2, 3, 0), (2, 1, 3, 0)
LONG = 10_000
BEST_FIRST = [name for name, row in ALGORITHMS.items() if row.loop == "best-first"]
GIVE_UP = ("beam", "directed-beam", "hill-climbing", "iw-1", "iw-2")
EXHAUSTIVE = [name for name in BEST_FIRST if name not in GIVE_UP]


def line(length):
    """Numbers from 0 up, each with a step ahead and a step back."""

    def expand(number):
        ahead = [("on", 1, number + 1)] if number < length else []
        return ahead + ([("back", 1, number - 1)] if number else [])

    return FunctionProblem(0, lambda number: number == length, expand)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("depth-first", "none"),
        ("depth-first", "path"),
        ("depth-first", "closed"),
        ("breadth-first", "closed"),
        ("a-star", "closed"),
        ("directed-beam", "path"),
    ],
)
def test_depth_of_a_path_is_not_bounded_by_recursion(name, rule):
    result = solve(line(LONG), ALGORITHMS[name].adjusted(duplicates=rule))
    assert result.path == tuple(range(LONG + 1))
    assert [move.name for move in result.operators] == ["on"] * LONG
    assert result.cost == result.moves == LONG
    assert result.statistics.expanded == LONG


@pytest.mark.parametrize("name", EXHAUSTIVE)
def test_swapped_tiles_are_proved_unsolvable_by_exhaustion(name):
    rule = "closed" if "closed" in ALGORITHMS[name].allows else None
    problem = Problem(sliding_tile(2, 3), SWAPPED, GOAL)
    result = solve(problem, ALGORITHMS[name].adjusted(duplicates=rule), check=False)
    assert result.status is Status.UNSOLVABLE
    assert result.statistics.expanded - result.statistics.reopened == 360
    assert result.limit is None
    assert result.note == ""


@pytest.mark.parametrize("name", EXHAUSTIVE)
def test_trees_without_cycles_are_finite_and_prove_it_too(name):
    problem = Problem(sliding_tile(2, 2), SMALL_SWAPPED, SMALL)
    result = solve(problem, ALGORITHMS[name].adjusted(duplicates="path"), check=False)
    assert result.status is Status.UNSOLVABLE
    assert result.statistics.expanded >= 12


@pytest.mark.parametrize("rule", ["path", "closed"])
@pytest.mark.parametrize("name", ["beam", "directed-beam"])
def test_beam_proves_nothing_once_it_dropped_a_node_but_a_wide_one_does(name, rule):
    size, start, goal = (
        ((2, 3), SWAPPED, GOAL) if rule == "closed" else ((2, 2), SMALL_SWAPPED, SMALL)
    )
    problem = Problem(sliding_tile(*size), start, goal)
    narrow = solve(problem, ALGORITHMS[name].adjusted(duplicates=rule, beam_width=1), check=False)
    wide = solve(problem, ALGORITHMS[name].adjusted(duplicates=rule, beam_width=1000), check=False)
    assert narrow.status is Status.INCOMPLETE
    assert wide.status is Status.UNSOLVABLE
    assert wide.statistics.expanded > narrow.statistics.expanded


@pytest.mark.parametrize("name", ["beam", "directed-beam"])
def test_beam_wide_enough_for_everything_solves_everything(name, true_cost, replay):
    theory = sliding_tile(2, 3)
    for start in list(true_cost(GOAL))[::9]:
        problem = Problem(theory, start, GOAL)
        result = solve(problem, ALGORITHMS[name].adjusted(beam_width=1000, duplicates="closed"))
        replay(problem, result)
        assert not result.optimal


def test_hill_climbing_gives_up_where_it_dropped_a_node():
    problem = Problem(sliding_tile(2, 3), SWAPPED, GOAL)
    result = solve(problem, "hill-climbing", check=False)
    assert result.status is Status.INCOMPLETE


def test_hill_climbing_proves_a_dead_end_where_there_was_no_choice():
    dead_end = FunctionProblem(0, lambda number: False, lambda number: [])
    assert solve(dead_end, "hill-climbing").status is Status.UNSOLVABLE


@pytest.mark.parametrize("name", ["breadth-first", "uniform-cost", "a-star"])
def test_not_moving_back_saves_work_and_keeps_the_cost(name, true_cost, replay):
    theory = sliding_tile(2, 3)
    for start, distance in list(true_cost(GOAL).items())[1::20]:
        problem = Problem(theory, start, GOAL)
        free = solve(problem, name)
        forward = solve(problem, ALGORITHMS[name].adjusted(move_back=False))
        assert forward.cost == free.cost == distance
        assert forward.path == free.path
        did, saved = free.statistics, forward.statistics
        assert (saved.expanded, saved.inserted) == (did.expanded, did.inserted)
        # Every expansion but that of the root saves exactly one successor.
        assert saved.generated == did.generated - (did.expanded - 1)
        replay(problem, forward)


def test_not_moving_back_still_proves_what_cannot_be_solved():
    problem = Problem(sliding_tile(2, 3), SWAPPED, GOAL)
    result = solve(problem, ALGORITHMS["breadth-first"].adjusted(move_back=False), check=False)
    assert result.status is Status.UNSOLVABLE
    assert result.statistics.expanded == 360


@pytest.mark.slow
@pytest.mark.parametrize("ties", ["oldest", "newest", "random"])
def test_ties_change_the_work_but_not_the_cost(ties, true_cost):
    theory = sliding_tile(2, 3)
    for start, distance in list(true_cost(GOAL).items())[::7]:
        for name in ("a-star", "uniform-cost", "a-star-unique"):
            assert (
                solve(Problem(theory, start, GOAL), ALGORITHMS[name].adjusted(ties=ties)).cost
                == distance
            )


def work(problem, **choices):
    result = solve(problem, ALGORITHMS["greedy"].adjusted(**choices))
    return result.path, result.statistics.expanded, result.statistics.generated


def test_random_ties_are_the_same_for_the_same_seed():
    problem = Problem(sliding_tile(3, 3), (8, 6, 7, 2, 5, 4, 3, 0, 1), (1, 2, 3, 4, 5, 6, 7, 8, 0))
    runs = [work(problem, ties="random", seed=seed) for seed in (1, 1, 2, 3)]
    assert runs[0] == runs[1]
    assert len(set(runs)) > 1
    oldest, newest = (work(problem, ties=ties) for ties in ("oldest", "newest"))
    assert oldest != newest


@pytest.mark.slow
def test_weighted_a_star_keeps_within_its_weight(true_cost):
    theory = sliding_tile(2, 3)
    worse = 0
    for start, distance in true_cost(GOAL).items():
        problem = Problem(theory, start, GOAL)
        assert solve(problem, ALGORITHMS["weighted-a-star"].adjusted(weight=1)).cost == distance
        result = solve(problem, ALGORITHMS["weighted-a-star"].adjusted(weight=3))
        assert distance <= result.cost <= 3 * distance
        assert not result.optimal
        worse += result.cost > distance
    assert worse


class LooksAtNodes:
    """An open list in the order of another; a search does not know that it looks at no values."""

    complete = True

    def __init__(self, order):
        self.pop, self.extend, self.order = order.pop, order.extend, order

    def __len__(self):
        return len(self.order)


@pytest.mark.parametrize("order", [Fifo, Lifo])
@pytest.mark.parametrize("seed", range(20))
def test_states_as_nodes_change_nothing_of_a_search(order, seed):
    """Without values and with a closed list, the state alone is a node; nodes with values find and count the same."""
    random = Random(seed)
    graph = [
        [(random.choice("ab"), random.choice([1, 2, 0.5]), random.randrange(60)) for _ in range(3)]
        for _ in range(60)
    ]
    goal = random.randrange(80)
    problem = FunctionProblem(0, lambda state: state == goal, lambda state: iter(graph[state]))
    found = []
    for open_list in (order(), LooksAtNodes(order())):
        result = best_first_search(
            problem,
            successors=plain_successors(problem),
            open_list=open_list,
            evaluate=lambda node: node.depth,
            heuristic=ZERO,
            duplicates=FirstSeen(),
            meter=Meter(Limits(nodes=50)),
        )
        counts = replace(result.statistics, elapsed=0, peak_memory=0)
        found.append((result.status, result.limit, result.states, result.operators, counts))
    assert found[0] == found[1]
