"""Random problems: solvable, uniform, the same for the same seed."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from arcwise.rules import (
    Arc,
    InputError,
    Theory,
    Var,
    distances,
    domain_of,
    open_source,
    random_problems,
    sliding_tile,
    solvability,
)
from arcwise.rules.states.random_states import distant, scramble

A, B, C, D, E, F = (Var(name) for name in "ABCDEF")
FIVE = sliding_tile(2, 3)
FIVE_GOAL = (1, 2, 3, 4, 5, 0)
MACRO = Arc("macro", (A, B, C, 0, E, F), (B, E, C, A, F, 0), 1, FIVE.arcs[:4])
RING = Theory("ring", (Arc("turn", (A, B, C, D), (B, C, D, A)),), (1, 4))
COPY = Theory("copy", (Arc("copy", (A, B), (A, A)),), (1, 2))
ONE_WAY = Theory("one-way", (Arc("on", (1,), (2,)), Arc("on", (2,), (3,))), (1, 1))


class Dealt(Random):
    """A generator that deals one prepared shuffle or one prepared number."""

    def __init__(self, cells=(), number=0):
        super().__init__(0)
        self.cells, self.number = cells, number

    def shuffle(self, x):
        x[:] = self.cells

    def randrange(self, stop):
        assert 0 <= self.number < stop
        return self.number


def random_start(theory, goal, rng):
    """What the domain draws."""
    return domain_of(theory).starts(theory.shape, goal)(rng)


def scrambled(theory, goal, moves, rng):
    """A start that many random moves from a goal."""
    return scramble(theory, goal, moves)(rng)


def goal_of(theory):
    """The goal that people expect."""
    return domain_of(theory).goal(theory.shape)


@pytest.mark.parametrize(
    ("rows", "columns", "goal"),
    [
        (2, 2, (1, 2, 3, 0)),
        (2, 3, FIVE_GOAL),
        (2, 3, (5, 0, 4, 1, 3, 2)),
        (3, 2, (0, 2, 1, 3, 4, 5)),
    ],
)
def test_over_all_shuffles_every_solvable_board_comes_exactly_twice(rows, columns, goal):
    theory = sliding_tile(rows, columns)
    drawn = Counter(
        random_start(theory, goal, Dealt(cells)) for cells in permutations(range(rows * columns))
    )
    assert drawn == dict.fromkeys(distances(theory, goal), 2)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 2), (1, 5), (2, 1), (4, 1)])
def test_on_a_line_every_board_within_reach_has_one_chance(rows, columns):
    theory = sliding_tile(rows, columns)
    goal = tuple(reversed(range(theory.size)))
    drawn = [random_start(theory, goal, Dealt(number=number)) for number in range(theory.size)]
    assert sorted(drawn) == sorted(distances(theory, goal))


def test_in_another_domain_every_state_that_reaches_the_goal_has_one_chance():
    drawn = [random_start(RING, (1, 2, 3, 4), Dealt(number=number)) for number in range(4)]
    assert set(drawn) == {(1, 2, 3, 4), (2, 3, 4, 1), (3, 4, 1, 2), (4, 1, 2, 3)}
    assert {random_start(ONE_WAY, (2,), Dealt(number=number)) for number in (0, 1)} == {(1,), (2,)}


def test_equal_tiles_are_drawn_by_enumeration():
    theory = Theory("twins", sliding_tile(2, 2).arcs, (2, 2), 0)
    goal = (1, 1, 2, 0)
    drawn = {random_start(theory, goal, Dealt(number=number)) for number in range(12)}
    assert drawn == set(permutations(goal))


@pytest.mark.long
@pytest.mark.parametrize("size", [(1, 9), (3, 3), (4, 4), (5, 3), (2, 8), (10, 10), (32, 32)])
def test_random_starts_of_every_size_are_boards_that_can_be_solved(size):
    theory = sliding_tile(*size)
    goal = goal_of(theory)
    for start in random_problems(theory, goal, 3, seed=5):
        assert solvability(theory, theory.check(start), goal).solvable


@pytest.mark.long
def test_starts_at_a_distance_are_exactly_that_far_and_each_has_one_chance():
    for goal in (FIVE_GOAL, (4, 0, 2, 1, 5, 3)):
        far = distances(FIVE, goal)
        sizes = Counter(far.values())
        for distance, size in sizes.items():
            drawn = {distant(FIVE, goal, distance)(Dealt(number=number)) for number in range(size)}
            assert drawn == {state for state, found in far.items() if found == distance}


def test_a_distance_is_measured_to_the_goal_and_not_from_it():
    found = {distant(RING, (1, 2, 3, 4), away)(Random(0)): away for away in range(4)}
    assert found == {(1, 2, 3, 4): 0, (4, 1, 2, 3): 1, (3, 4, 1, 2): 2, (2, 3, 4, 1): 3}


def test_a_distance_beyond_the_greatest_is_refused_with_the_greatest():
    with pytest.raises(InputError) as caught:
        distant(FIVE, FIVE_GOAL, 22)(Random(0))
    assert str(caught.value) == (
        "no state is 22 moves from the goal 1 2 3 4 5 0\n"
        "  expected: a distance of 0 to 21, the greatest there is\n"
        "  found:    22"
    )


def test_the_limit_on_states_says_how_far_it_got():
    with pytest.raises(InputError) as caught:
        distant(sliding_tile(4, 4), goal_of(sliding_tile(4, 4)), 30, 1000)(Random(0))
    assert caught.value.expected == "1000 states at most"
    assert "all states up to distance 8 fit" in caught.value.found


def test_too_many_states_to_draw_from_are_refused_with_the_remedy(monkeypatch):
    monkeypatch.setattr("arcwise.rules.states.random_states.MAX_STATES", 2)
    with pytest.raises(InputError, match="too many states to draw from") as caught:
        random_problems(ONE_WAY, (3,), 1, seed=0)
    assert "moves=" in caught.value.remedy


@pytest.mark.parametrize(("goal", "most"), [((1, 2, 3, 4), 3), ((1, 1, 2, 2), 0)])
def test_where_moves_are_permutations_too_many_states_are_drawn_from_their_group(
    goal, most, monkeypatch
):
    monkeypatch.setattr("arcwise.rules.states.random_states.MAX_STATES", most)
    drawn = Counter(random_start(RING, goal, Random(seed)) for seed in range(400))
    assert set(drawn) == set(distances(RING, goal))
    assert min(drawn.values()) > 70


@pytest.mark.parametrize("moves", range(8))
def test_a_scramble_lies_within_its_moves_and_has_their_parity(moves):
    far = distances(FIVE, FIVE_GOAL)
    for seed in range(30):
        found = far[scrambled(FIVE, FIVE_GOAL, moves, Random(seed))]
        assert found <= moves and (moves - found) % 2 == 0


def test_a_scramble_does_not_undo_its_last_move():
    theory = sliding_tile(3, 3)
    goal = goal_of(theory)
    for seed in range(50):
        assert distances_up_to_two(theory, goal)[scrambled(theory, goal, 2, Random(seed))] == 2


def distances_up_to_two(theory, goal):
    found = {goal: 0}
    for depth in (1, 2):
        for state in list(found):
            for _, successor in theory.successors(state):
                found.setdefault(successor, depth)
    return found


def test_a_scramble_turns_back_only_at_the_end_of_a_line():
    theory = sliding_tile(1, 4)
    walk = [scrambled(theory, (0, 1, 2, 3), moves, Random(0)).index(0) for moves in range(9)]
    assert walk == [0, 1, 2, 3, 2, 1, 0, 1, 2]


def test_a_scramble_goes_backwards_so_that_the_goal_can_be_reached():
    assert scrambled(RING, (1, 2, 3, 4), 1, Random(0)) == (4, 1, 2, 3)
    assert scrambled(ONE_WAY, (3,), 2, Random(0)) == (1,)


def test_a_scramble_stuck_in_a_state_without_arcs_to_it_is_refused():
    with pytest.raises(InputError, match="cannot be scrambled by 3 moves") as caught:
        scrambled(ONE_WAY, (3,), 3, Random(0))
    assert caught.value.found == "none to 1, after 2 moves"
    with pytest.raises(InputError, match="cannot be scrambled"):
        scrambled(sliding_tile(1, 1), (0,), 1, Random(0))


def test_arcs_that_forget_a_symbol_are_refused_whatever_is_asked_for():
    with pytest.raises(InputError, match="random starts of copy cannot be drawn"):
        random_start(COPY, (1, 1), Random(0))
    for refused in (
        lambda: scrambled(COPY, (1, 1), 1, Random(0)),
        lambda: distant(COPY, (1, 1), 1)(Random(0)),
    ):
        with pytest.raises(InputError, match="theory copy cannot be run backwards"):
            refused()


def test_a_seed_gives_the_same_problems_everywhere():
    theory = sliding_tile(3, 3)
    goal = goal_of(theory)
    assert random_problems(theory, goal, 2, seed=7) == [
        (2, 0, 4, 6, 8, 5, 3, 7, 1),
        (7, 8, 6, 5, 4, 3, 0, 1, 2),
    ]
    assert random_problems(theory, goal, 2, seed=7, moves=20) == [
        (1, 3, 4, 8, 2, 5, 6, 7, 0),
        (2, 6, 8, 1, 0, 5, 4, 7, 3),
    ]
    assert random_problems(theory, goal, 2, seed=7, distance=9) == [
        (4, 1, 2, 7, 3, 0, 8, 5, 6),
        (1, 5, 2, 0, 4, 6, 7, 3, 8),
    ]


@pytest.mark.parametrize("way", [{}, {"moves": 12}, {"distance": 6}])
def test_the_first_problems_stay_the_same_when_more_are_asked_for(way):
    few = random_problems(FIVE, FIVE_GOAL, 5, seed=1, **way)
    many = random_problems(FIVE, FIVE_GOAL, 20, seed=1, **way)
    assert many[:5] == few
    assert len(set(many)) > 5
    assert random_problems(FIVE, FIVE_GOAL, 20, seed=2, **way) != many


@pytest.mark.parametrize("way", [{}, {"moves": 12}, {"distance": 6}])
def test_macros_change_nothing_about_the_problems(way):
    learned = FIVE.with_macros([MACRO])
    assert random_problems(learned, FIVE_GOAL, 10, 3, **way) == random_problems(
        FIVE, FIVE_GOAL, 10, 3, **way
    )


def test_a_start_that_is_the_goal_is_drawn_again_where_other_states_exist():
    theory = sliding_tile(1, 2)
    assert random_problems(theory, (1, 0), 50, seed=0) == [(0, 1)] * 50
    assert FIVE_GOAL not in random_problems(FIVE, FIVE_GOAL, 300, seed=0, moves=4)


def test_a_start_is_the_goal_where_nothing_else_was_asked_for():
    assert random_problems(sliding_tile(1, 1), (0,), 2, seed=0) == [(0,)] * 2
    assert random_problems(sliding_tile(1, 2), (1, 0), 1, seed=0, moves=2) == [(1, 0)]
    assert random_problems(FIVE, FIVE_GOAL, 1, seed=0, moves=0) == [FIVE_GOAL]
    assert random_problems(FIVE, FIVE_GOAL, 1, seed=0, distance=0) == [FIVE_GOAL]


def test_no_problems_are_an_empty_list():
    assert random_problems(FIVE, FIVE_GOAL, 0, seed=0) == []


def test_moves_and_distance_together_are_refused():
    with pytest.raises(InputError, match="two ways to choose a start"):
        random_problems(FIVE, FIVE_GOAL, 1, seed=0, moves=3, distance=3)


@pytest.mark.parametrize(
    ("count", "way", "problem"),
    [
        (-1, {}, "bad count"),
        (1, {"moves": -1}, "bad moves"),
        (1, {"distance": -1}, "bad distance"),
    ],
)
def test_negative_numbers_are_refused(count, way, problem):
    with pytest.raises(InputError, match=problem) as caught:
        random_problems(FIVE, FIVE_GOAL, count, seed=0, **way)
    assert caught.value.found == "-1"


@pytest.mark.parametrize("way", [{}, {"moves": 3}, {"distance": 3}])
def test_a_goal_that_is_no_state_of_the_theory_is_refused(way):
    with pytest.raises(InputError, match="not a state of this board"):
        random_problems(FIVE, (1, 1, 2, 3, 4, 0), 1, seed=0, **way)


def test_the_goal_of_a_board_has_the_tiles_in_order_and_the_blank_last():
    assert goal_of(sliding_tile(3, 3)) == (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert goal_of(sliding_tile(1, 1)) == (0,)
    read = Theory("read", FIVE.arcs, (2, 3), 0)
    assert goal_of(read) == FIVE_GOAL
    words = Theory("words", sliding_tile(2, 2).arcs, (2, 2), 0, ("b", 0, "a", 12))
    assert goal_of(words) == (12, "a", "b", 0)


def test_another_domain_has_no_goal_of():
    with pytest.raises(InputError, match="ring has no goal of its own"):
        goal_of(RING)


@pytest.mark.parametrize(
    ("name", "goal"),
    [
        ("sliding-tile:3x3", "1 ? ? 4 ? ? ? ? ?"),
        ("sliding-tile:1x5", "1 ? 3 ? 4"),
        ("inverse-tile:3x3", "1 2 3 ? ? ? ? ? ?"),
        ("pancake:12", "1 ? ? ? ? ? ? ? ? ? ? ?"),
        ("topspin:12x4", "1 2 ? ? ? ? ? ? ? ? ? ?"),
        ("burnt-pancake:6", "1 -1 ? ? ? ? ? ? ? ? ? ?"),
        ("cube:2", "1 2 3 4" + " ?" * 20),
        ("lights-out:3x3", "0 0 0 ? ? ? ? ? ?"),
        ("lights-out:5x5", "0 " * 20 + "? " * 5),
    ],
)
def test_starts_for_an_open_goal_are_states_of_the_domain_that_can_reach_it(name, goal):
    domain, shape = open_source(name).sized
    theory = domain.theory(shape)
    starts = random_problems(theory, theory.parse_goal(goal), 8, 0)
    own = domain.goal(shape)
    for start in starts:
        theory.check(start)
        if min(shape) > 1 or "tile" not in name:
            reached = solvability(theory, start, own)
            swapped = (
                "tile" in name and reached.twin is not None
            )  # for a goal with two tiles swapped
            assert reached.solvable or swapped
    assert len(set(starts)) > 3


@pytest.mark.parametrize("goal", ["1 1 ? ? ? ?", "1 X X ? ? ?"])
@pytest.mark.parametrize("name", ["sliding-tile:2x3", "pancake:6"])
def test_an_open_goal_that_no_state_matches_is_refused(name, goal):
    domain, shape = open_source(name).sized
    with pytest.raises(InputError, match=r"no state|cannot be drawn"):
        random_problems(domain.theory(shape), domain.theory(shape).parse_goal(goal), 1, 0)
