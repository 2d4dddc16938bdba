"""The built-in domains in several sizes, against their rules said by hand and their published figures."""

import re
from collections import Counter
from itertools import combinations, permutations, product
from math import comb, factorial
from random import Random

import pytest
from arcwise.rules import (
    DOMAINS,
    Cube,
    Hanoi,
    InputError,
    LightsOut,
    Pancakes,
    SlidingTiles,
    TopSpin,
    distances,
    match,
    open_source,
    shortest_path_count,
    solvability,
)
from arcwise.rules.domains.cube import STICKERS
from arcwise.rules.domains.sliding_tiles import tile_schemas
from arcwise.rules.states.random_states import walked
from arcwise.search import Limits, distance_table, enumerate_layers
from hypothesis import given
from hypothesis import strategies as st

SMALL = [
    "sliding-tile:1x4", "sliding-tile:3x1", "sliding-tile:2x3", "pancake:2", "pancake:5",
    "topspin:3x2", "topspin:5x2", "topspin:6x3", "topspin:6x4", "topspin:6x5",
    "hanoi:3x1", "hanoi:3x4", "hanoi:4x3", "hanoi:5x2", "lights-out:1x1",
    "lights-out:1x4", "lights-out:2x2", "lights-out:3x2", "lights-out:3x3",
]  # fmt: skip
CUBE_LAYERS = (
    1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276,
)  # fmt: skip
"""The positions of the 2x2x2 cube by quarter turns (Wikipedia, Pocket Cube)."""


def flipped(state):
    """The stacks that one turn of the spatula makes."""
    return [(*state[:size][::-1], *state[size:]) for size in range(2, len(state) + 1)]


def spun(state, turnstile):
    """The rings that one turn of the turnstile makes."""
    rings = []
    for first in range(len(state)):
        turned = (*state[first:], *state[:first])
        turned = (*turned[:turnstile][::-1], *turned[turnstile:])
        rings.append((*turned[len(state) - first :], *turned[: len(state) - first]))
    return rings


def carried(state, pegs):
    """The Hanoi positions one move away, from the pegs as stacks of disks."""
    stacks = {
        peg: [disk for disk, on in enumerate(state) if on == peg] for peg in range(1, pegs + 1)
    }
    for leaves, goes in permutations(stacks, 2):
        if stacks[leaves] and (not stacks[goes] or stacks[goes][0] > stacks[leaves][0]):
            disk = stacks[leaves][0]
            yield (*state[:disk], goes, *state[disk + 1 :])


def pressed(state, rows, columns):
    """The lights that one press makes, each followed by the opposite of all."""
    for row, column in product(range(rows), range(columns)):
        lights = {
            (r, c): state[r * columns + c] ^ (abs(r - row) + abs(c - column) <= 1)
            for r, c in product(range(rows), range(columns))
        }
        yield (*lights.values(), *(1 - light for light in lights.values()))


def by_rule(spelling, state):
    """The successors of a state, said without arcs."""
    name, size = spelling.split(":")
    numbers = [int(number) for number in size.split("x")]
    if name == "pancake":
        return flipped(state)
    if name == "topspin":
        return spun(state, numbers[1])
    if name == "hanoi":
        return list(carried(state, numbers[0]))
    return list(pressed(state, *numbers))


def inversions(state):
    return sum(one > other for one, other in combinations(state, 2))


@pytest.fixture(scope="session")
def cube_table():
    """The only enumeration of the cube in the test session."""
    rules, shape = open_source("cube:2").sized
    return distance_table(rules.theory(shape), rules.goal(shape))


def test_four_schemas_of_two_cells_are_the_whole_puzzle():
    schemas = tile_schemas()
    assert [schema.name for schema in schemas] == ["up", "left", "right", "down"]
    assert [schema.window for schema in schemas] == [(2, 1), (1, 2), (1, 2), (2, 1)]
    assert [match(schema.arc.before, (0, 5)) is None for schema in schemas] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.slow
@pytest.mark.parametrize("spelling", [name for name in SMALL if "sliding" not in name])
def test_successors_are_those_that_the_rules_of_the_puzzle_give(spelling):
    rules, shape = open_source(spelling).sized
    theory = rules.theory(shape)
    for state in distances(theory, rules.goal(shape)):
        found = [successor for _, successor in theory.successors(state)]
        assert Counter(found) == Counter(by_rule(spelling, state))


@pytest.mark.slow
@pytest.mark.parametrize("spelling", [*SMALL, "topspin:9x4", "pancake:12", "cube:2"])
def test_the_inverse_of_an_arc_undoes_it(spelling):
    rules, shape = open_source(spelling).sized
    rng = Random(3)
    for _ in range(20):
        state = rules.draw(shape, rng)
        for arc, successor in rules.theory(shape).successors(state):
            assert arc.inverse().apply(successor) == state


def test_arcs_are_ordered_by_place_and_named_by_what_they_do():
    def names(spelling):
        rules, shape = open_source(spelling).sized
        return [arc.name for arc in rules.theory(shape).arcs]

    assert names("pancake:4") == ["flip2", "flip3", "flip4"]
    assert names("topspin:5x3") == ["turn"] * 5
    assert names("lights-out:2x2") == ["press1", "press2", "press3", "press4"]
    assert names("cube:2") == ["R", "R'", "U", "U'", "F", "F'"]
    hanoi_names = names("hanoi:3x2")
    assert hanoi_names[:6] == [f"disk1-{goes}" for goes in (2, 3, 1, 3, 1, 2)]
    assert set(hanoi_names[6:]) == {"disk2-1", "disk2-2", "disk2-3"}


def test_the_places_of_a_turnstile_are_in_the_order_of_the_ring():
    rules, shape = open_source("topspin:6x3").sized
    turned = [arc.apply((1, 2, 3, 4, 5, 6)) for arc in rules.theory(shape).arcs]
    assert turned == spun((1, 2, 3, 4, 5, 6), 3)
    assert turned[4] == (5, 2, 3, 4, 1, 6)
    assert turned[5] == (1, 6, 3, 4, 5, 2)


@pytest.mark.parametrize(
    ("size", "number"), [(1, 0), (2, 1), (3, 3), (4, 4), (5, 5), (6, 7), (7, 8), (8, 9)]
)
def test_pancakes_need_as_many_flips_as_the_pancake_numbers_say(size, number):
    shape = (1, size)
    found = enumerate_layers(Pancakes().theory(shape), Pancakes().goal(shape))
    assert found.states == factorial(size)
    assert len(found.layers) - 1 == number


def test_two_stacks_of_six_pancakes_need_seven_flips():
    assert enumerate_layers(Pancakes().theory((1, 6)), (1, 2, 3, 4, 5, 6)).layers[-1] == 2


@pytest.mark.slow
def test_a_turnstile_of_four_on_a_ring_of_eight_makes_exactly_the_even_permutations():
    rules, shape = open_source("topspin:8x4").sized
    found = set(distances(rules.theory(shape), rules.goal(shape)))
    assert len(found) == 20_160
    assert found == {state for state in permutations(range(1, 9)) if inversions(state) % 2 == 0}


@pytest.mark.parametrize("size", range(3, 8))
def test_a_turnstile_of_two_makes_all_permutations_of_a_ring(size):
    rules, shape = open_source(f"topspin:{size}x2").sized
    assert enumerate_layers(rules.theory(shape), rules.goal(shape)).states == factorial(size)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_a_turnstile_of_three_keeps_odd_and_even_cells_of_an_even_ring_apart(size):
    rules, shape = open_source(f"topspin:{size}x3").sized
    half = factorial(size // 2)
    assert enumerate_layers(rules.theory(shape), rules.goal(shape)).states == half**2


@pytest.mark.parametrize("disks", range(1, 8))
def test_a_tower_on_three_pegs_needs_one_move_less_than_two_to_the_power_of_its_disks(disks):
    rules, shape = open_source(f"hanoi:3x{disks}").sized
    found = distances(rules.theory(shape), rules.goal(shape))
    assert len(found) == 3**disks
    assert max(found.values()) == 2**disks - 1
    assert {found[(peg,) * disks] for peg in (1, 2)} == {2**disks - 1}


@pytest.mark.parametrize("disks", range(1, 6))
def test_there_is_one_best_way_to_move_a_tower_on_three_pegs(disks):
    theory = Hanoi(3).theory((1, disks))
    assert shortest_path_count(theory, (1,) * disks, (3,) * disks) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("disks", "moves"), [(1, 1), (2, 3), (3, 5), (4, 9), (5, 13), (6, 17)])
def test_a_tower_on_four_pegs_needs_the_moves_of_frame_and_stewart(disks, moves):
    rules, shape = open_source(f"hanoi:4x{disks}").sized
    found = distances(rules.theory(shape), rules.goal(shape))
    assert len(found) == 4**disks
    assert {found[(peg,) * disks] for peg in (1, 2, 3)} == {moves}


@pytest.mark.parametrize(("side", "deficiency"), [(1, 0), (2, 0), (3, 0), (4, 4)])
def test_lights_out_reaches_as_many_states_as_its_rank_says(side, deficiency):
    """The deficiencies are the sequence A159257 of the OEIS."""
    rules, shape = open_source(f"lights-out:{side}x{side}").sized
    found = enumerate_layers(rules.theory(shape), rules.goal(shape))
    assert found.states == 2 ** (side * side - deficiency)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 2), (3, 3), (1, 4), (3, 4)])
def test_where_all_lights_can_be_set_each_set_of_presses_is_a_state(rows, columns):
    rules, shape = open_source(f"lights-out:{rows}x{columns}").sized
    cells = rows * columns
    found = enumerate_layers(rules.theory(shape), rules.goal(shape))
    assert found.layers == tuple(comb(cells, presses) for presses in range(cells + 1))


def test_every_light_of_lights_out_stands_above_its_opposite():
    rules, shape = open_source("lights-out:2x3").sized
    for state in distances(rules.theory(shape), rules.goal(shape)):
        assert all(
            light + opposite == 1 for light, opposite in zip(state[:6], state[6:], strict=True)
        )


@pytest.mark.slow
def test_the_cube_has_its_known_positions_within_six_quarter_turns():
    rules, shape = open_source("cube:2").sized
    found = enumerate_layers(
        rules.theory(shape), rules.goal(shape), limits=Limits(nodes=sum(CUBE_LAYERS[:7]))
    )
    assert found.layers[:7] == CUBE_LAYERS[:7]


@pytest.mark.slow
def test_the_cube_has_its_known_positions_within_fourteen_quarter_turns(cube_table):
    assert cube_table.layers == CUBE_LAYERS
    assert len(cube_table) == factorial(7) * 3**6 == 3_674_160


@pytest.mark.parametrize(("face", "around"), [("R", "FUBD"), ("U", "FLBR"), ("F", "URDL")])
def test_the_faces_of_the_cube_turn_clockwise(face, around):
    names = {(0, 1): "R", (0, -1): "L", (1, 1): "U", (1, -1): "D", (2, 1): "F", (2, -1): "B"}
    sides = [names[facing, corner[facing]] for corner, facing in STICKERS]
    corners = [{names[axis, corner[axis]] for axis in range(3)} for corner, _ in STICKERS]
    follows = {side: around[place - 3] for place, side in enumerate(around)} | {face: face}
    (arc,) = (arc for arc in Cube().theory((4, 6)).arcs if arc.name == face)
    for cell, sticker in enumerate(arc.apply(Cube().goal((4, 6)))):
        came = sticker - 1
        if face in corners[cell]:
            assert sides[cell] == follows[sides[came]]
            assert corners[cell] == {follows[side] for side in corners[came]}
        else:
            assert came == cell


def test_one_corner_of_the_cube_never_moves():
    held = [cell for cell, (corner, _) in enumerate(STICKERS) if corner == (-1, -1, -1)]
    assert len(held) == 3
    assert not any(cell in arc.changed for cell in held for arc in Cube().theory((4, 6)).arcs)


def test_four_quarter_turns_of_the_cube_are_none_and_one_back_undoes_one():
    arcs = Cube().theory((4, 6)).arcs
    start = Cube().draw((4, 6), Random(1))
    for turn, back in zip(arcs[::2], arcs[1::2], strict=True):
        state = start
        for _ in range(4):
            state = turn.apply(state)
        assert state == start != turn.apply(start)
        assert back.apply(turn.apply(start)) == start
        assert back.name == f"{turn.name}'"


@pytest.mark.parametrize("spelling", SMALL)
def test_drawn_states_can_reach_the_goal(spelling):
    rules, shape = open_source(spelling).sized
    theory, rng = rules.theory(shape), Random(11)
    reachable = distances(theory, rules.goal(shape))
    for _ in range(30):
        state = rules.draw(shape, rng)
        assert theory.check(state) in reachable


@pytest.mark.slow
def test_drawn_cubes_can_reach_the_goal(cube_table):
    rng = Random(12)
    assert all(Cube().draw((4, 6), rng) in cube_table for _ in range(20))


@pytest.mark.slow
@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 2**32 - 1))
def test_drawn_boards_of_sliding_tiles_are_solvable(rows, columns, seed):
    rules, shape = SlidingTiles(), (rows, columns)
    state = rules.draw(shape, Random(seed))
    verdict = solvability(rules.theory(shape), state, rules.goal(shape))
    assert sorted(state) == list(range(rows * columns))
    assert verdict.solvable


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "states"), [((2, 2), 12), ((1, 5), 5), ((6, 1), 6), ((1, 1), 1)])
def test_all_solvable_boards_are_drawn_equally_often(shape, states):
    rng = Random(5)
    drawn = Counter(SlidingTiles().draw(shape, rng) for _ in range(500 * states))
    assert len(drawn) == states
    assert all(400 < count < 600 for count in drawn.values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spelling", "states"),
    [("sliding-tile:2x3", 360), ("sliding-tile:3x2", 360), ("pancake:4", 24), ("hanoi:3x4", 81)],
)
def test_each_state_is_drawn_in_the_long_run(spelling, states):
    rules, shape = open_source(spelling).sized
    rng = Random(6)
    assert len({rules.draw(shape, rng) for _ in range(20 * states)}) == states


@pytest.mark.slow
@pytest.mark.parametrize("spelling", [*SMALL, "sliding-tile:30x40", "pancake:2000", "cube:2"])
def test_a_seed_draws_the_same_state_again(spelling):
    rules, shape = open_source(spelling).sized
    for seed in range(8):
        assert rules.draw(shape, Random(seed)) == rules.draw(shape, Random(seed))


@pytest.mark.parametrize("spelling", ["sliding-tile:30x40", "pancake:2000", "hanoi:3x12", "cube:2"])
def test_each_seed_draws_a_state_of_its_own(spelling):
    rules, shape = open_source(spelling).sized
    assert len({rules.draw(shape, Random(seed)) for seed in range(20)}) == 20


@pytest.mark.parametrize("moves", range(5))
def test_a_scrambled_state_is_so_many_moves_or_one_more_from_the_goal(moves):
    rules, shape = open_source("topspin:5x2").sized
    theory, rng = rules.theory(shape), Random(2)
    reached = {rules.goal(shape)}
    for _ in range(moves):
        reached = {after for state in reached for _, after in theory.successors(state)}
    further = {after for state in reached for _, after in theory.successors(state)}
    found = {walked(theory, rules.goal_state(shape), moves, rng) for _ in range(200)}
    assert found <= reached | further
    assert found & reached
    assert found & further


@pytest.mark.parametrize("spelling", ["topspin:5x2", "topspin:6x3", "topspin:7x6"])
def test_drawn_rings_are_even_and_odd_where_one_turn_is_odd(spelling):
    rules, shape = open_source(spelling).sized
    rng = Random(8)
    assert {inversions(rules.draw(shape, rng)) % 2 for _ in range(40)} == {0, 1}


def test_a_drawn_ring_is_even_where_every_turn_is():
    rules, shape = open_source("topspin:8x4").sized
    assert {inversions(rules.draw(shape, Random(seed))) % 2 for seed in range(40)} == {0}


def test_drawn_cubes_are_an_even_and_an_odd_number_of_quarter_turns_away():
    """A quarter turn moves four corners around, so it is an odd permutation of them."""

    def parity(state):
        places = [(sticker - 1) // 3 for sticker in state]
        return inversions(places[::3]) % 2

    turns = {parity(arc.apply(Cube().goal((4, 6)))) for arc in Cube().theory((4, 6)).arcs}
    assert turns == {1}
    rng = Random(9)
    assert {parity(Cube().draw((4, 6), rng)) for _ in range(40)} == {0, 1}


@pytest.mark.slow
def test_drawn_lights_are_an_even_and_an_odd_number_of_presses_away():
    rules, shape = open_source("lights-out:3x3").sized
    far = distances(rules.theory(shape), rules.goal(shape))
    rng = Random(10)
    drawn = {rules.draw(shape, rng) for _ in range(2000)}
    assert {far[state] % 2 for state in drawn} == {0, 1}
    assert len(drawn) > 0.9 * len(far)


@pytest.mark.parametrize(
    ("spelling", "rules", "shape", "goal"),
    [
        ("sliding-tile:2x3", SlidingTiles("ULRD", 1), (2, 3), (1, 2, 3, 4, 5, 0)),
        ("sliding-tile:1x1", SlidingTiles("ULRD", 1), (1, 1), (0,)),
        ("pancake:4", Pancakes(), (1, 4), (1, 2, 3, 4)),
        ("topspin:5x3", TopSpin(3), (1, 5), (1, 2, 3, 4, 5)),
        ("topspin:3x2", TopSpin(2), (1, 3), (1, 2, 3)),
        ("hanoi:3x2", Hanoi(3), (1, 2), (3, 3)),
        ("hanoi:4x3", Hanoi(4), (1, 3), (4, 4, 4)),
        ("hanoi:3x12", Hanoi(3), (1, 12), (3,) * 12),
        ("lights-out:1x2", LightsOut(), (2, 2), (0, 0, 1, 1)),
        ("lights-out:3x1", LightsOut(), (6, 1), (0, 0, 0, 1, 1, 1)),
        ("cube:2", Cube(), (4, 6), tuple(range(1, 25))),
    ],
)
def test_an_argument_names_a_family_and_a_size(spelling, rules, shape, goal):
    found, size = open_source(spelling).sized
    assert (found, size) == (rules, shape)
    assert found.goal(size) == goal
    assert found.name == spelling.split(":")[0]
    theory = found.theory(size)
    assert theory.name == spelling
    assert (theory.shape, theory.blank) == (shape, found.blank)
    assert theory.check(goal) == goal
    assert theory.symbols == (tuple(sorted(goal)) if found.permutes(shape) else None)


def test_a_size_may_be_written_with_a_capital_x_and_leading_zeros():
    assert open_source("sliding-tile:03X4").sized == open_source("sliding-tile:3x4").sized
    assert open_source("pancake:007").sized == open_source("pancake:7").sized


@pytest.mark.parametrize(
    ("argument", "name"),
    [("Pancake:3", "pancake:3"), ("Pancake", "pancake"), ("Top Spin:8x4", "topspin:8x4")],
)
def test_a_family_may_be_written_with_capitals(argument, name):
    assert open_source(argument).sized == open_source(name).sized


def test_a_name_alone_stands_for_a_typical_size():
    for name, domain in DOMAINS.items():
        rules, shape = open_source(name).sized
        assert (rules, shape) == open_source(f"{name}:{domain.typical}").sized
        assert rules.spell(shape) == f"{name}:{domain.typical}"
    assert open_source("sliding-tile", order="DRLU").domain == SlidingTiles("DRLU")


@pytest.mark.parametrize("spelling", [*SMALL, "sliding-tile:5x4", "topspin:9x4", "cube:2"])
def test_boards_to_practise_on_are_boards_no_larger_than_the_one_to_be_solved(spelling):
    rules, shape = open_source(spelling).sized
    sizes = rules.practice(shape)
    assert sizes
    assert len(set(sizes)) == len(sizes)
    assert list(sizes) == sorted(sizes, key=lambda size: size[0] * size[1])
    for size in sizes:
        assert size[0] <= shape[0]
        assert size[1] <= shape[1]
        assert open_source(rules.spell(size)).sized == (rules, size)


def test_sliding_tiles_are_one_family_however_the_order_is_written():
    assert SlidingTiles() == SlidingTiles("ulrd", 1) == SlidingTiles(order="ULRD", cost=1)
    assert open_source("sliding-tile:2x2").domain == SlidingTiles()
    assert open_source("sliding-tile:2x2", order="ulrd").domain == SlidingTiles()
    assert SlidingTiles("URLD") != SlidingTiles() != SlidingTiles(cost=2)


@pytest.mark.parametrize("order", ["", "ULR", "ULRDU", "ULRR", "ULRX", "up"])
def test_a_bad_order_is_refused_when_the_argument_is_read(order):
    with pytest.raises(InputError, match="bad move order") as caught:
        open_source("sliding-tile:3x3", order=order)
    assert caught.value.expected == "the letters U, L, R and D once each, such as ULRD"
    assert caught.value.found == (order or "nothing")
    with pytest.raises(InputError, match="bad move order"):
        tile_schemas(order)


@pytest.mark.parametrize("cost", [-1, float("inf"), float("nan")])
def test_a_bad_cost_is_refused_when_the_argument_is_read(cost):
    with pytest.raises(InputError, match="bad cost"):
        open_source("sliding-tile:3x3", arc_cost=cost)


def test_the_order_and_the_cost_are_those_of_the_sliding_tiles():
    assert open_source("sliding-tile:2x2", order="DRLU", arc_cost=3).domain == SlidingTiles(
        "DRLU", 3
    )
    with pytest.raises(InputError, match="the order of moves has no effect on pancake:5"):
        open_source("pancake:5", order="DRLU", arc_cost=3)


def test_a_theory_is_made_once_for_a_size():
    assert Pancakes().theory((1, 5)) is open_source("pancake:5").domain.theory((1, 5))
    assert Hanoi(3).theory((1, 3)) != Hanoi(4).theory((1, 3))


@pytest.mark.parametrize(
    "argument",
    ["", "Pancaker:3", "Pan Cakery", "cubes:2", "puzzle.pl", "a/b.pl:3", ":3", "topspin 8x4"],
)
def test_an_argument_that_names_no_domain_and_no_file_is_refused(argument):
    with pytest.raises(InputError):
        open_source(argument)


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("sliding-tile:3", "ROWSxCOLUMNS, such as 3x3"),
        ("sliding-tile:-3x3", "ROWSxCOLUMNS, such as 3x3"),
        ("sliding-tile:3x3x3", "ROWSxCOLUMNS, such as 3x3"),
        ("sliding-tile:0x3", "rows and columns of 1 or more"),
        ("sliding-tile:3x00", "rows and columns of 1 or more"),
        ("pancake:1", "pancake:N, 2 or more"),
        ("pancake:0", "pancake:N, 2 or more"),
        ("pancake:-4", "pancake:N, 2 or more"),
        ("pancake:3x3", "pancake:N, 2 or more"),
        ("pancake:\N{SUPERSCRIPT TWO}", "pancake:N, 2 or more"),
        ("topspin:4x4", "topspin:RINGxTURNSTILE, such as topspin:8x4, the ring larger"),
        ("topspin:4x8", "topspin:RINGxTURNSTILE, such as topspin:8x4, the ring larger"),
        ("topspin:8x1", "topspin:RINGxTURNSTILE, such as topspin:8x4, the ring larger"),
        ("topspin:0x0", "topspin:RINGxTURNSTILE, such as topspin:8x4, the ring larger"),
        ("topspin:8", "topspin:RINGxTURNSTILE, such as topspin:8x4, the ring larger"),
        ("topspin:x4", "topspin:RINGxTURNSTILE, such as topspin:8x4, the ring larger"),
        ("topspin:8x", "topspin:RINGxTURNSTILE, such as topspin:8x4, the ring larger"),
        ("hanoi:2x3", "hanoi:PEGSxDISKS, such as hanoi:3x5, with 3 pegs or more"),
        ("hanoi:3x0", "hanoi:PEGSxDISKS, such as hanoi:3x5, with 3 pegs or more"),
        ("hanoi:3", "hanoi:PEGSxDISKS, such as hanoi:3x5, with 3 pegs or more"),
        ("hanoi:threex3", "hanoi:PEGSxDISKS, such as hanoi:3x5, with 3 pegs or more"),
        ("hanoi:0x3", "hanoi:PEGSxDISKS, such as hanoi:3x5, with 3 pegs or more"),
        ("lights-out:3", "lights-out:ROWSxCOLUMNS, such as lights-out:5x5"),
        ("lights-out:0x3", "lights-out:ROWSxCOLUMNS, such as lights-out:5x5"),
        ("lights-out:3x0", "lights-out:ROWSxCOLUMNS, such as lights-out:5x5"),
        ("lights-out:-3x3", "lights-out:ROWSxCOLUMNS, such as lights-out:5x5"),
        ("cube:4", "cube:2 or cube:3 or cube:3-half"),
        ("cube:2x2x2", "cube:2 or cube:3 or cube:3-half"),
    ],
)
def test_a_bad_size_is_refused_with_what_would_be_right_and_what_was_found(argument, expected):
    with pytest.raises(InputError, match="bad") as caught:
        open_source(argument)
    assert caught.value.expected == expected
    assert caught.value.found.strip("'") == argument.partition(":")[2]


@pytest.mark.parametrize(
    ("argument", "moves"),
    [
        ("hanoi:4x14", "196,596 for 4 pegs and 14 disks"),
        ("hanoi:400x1", "159,600 for 400 pegs and 1 disks"),
    ],
)
def test_towers_with_too_many_moves_to_spell_out_are_refused(argument, moves, monkeypatch):
    monkeypatch.setattr("arcwise.rules.room.available_bytes", lambda: 10**6)
    with pytest.raises(InputError, match="too many moves to spell out") as caught:
        open_source(argument)
    assert caught.value.expected == "100,000 at most, for which there is memory"
    assert caught.value.found == moves


def test_towers_with_more_moves_are_read_where_there_is_memory(monkeypatch):
    monkeypatch.setattr("arcwise.rules.room.available_bytes", lambda: 4 * 10**9)
    assert open_source("hanoi:4x14").shape == (1, 14)
    with pytest.raises(InputError, match="too many moves to spell out") as caught:
        open_source("hanoi:4x15")
    assert caught.value.expected == "333,333 at most, for which there is memory"


@pytest.mark.parametrize(("argument", "moves"), [("hanoi:3x64", 384), ("hanoi:4x9", 6132)])
def test_towers_with_fewer_moves_than_the_limit_are_read(argument, moves):
    rules, shape = open_source(argument).sized
    assert len(rules.schemas(shape)) == moves
    assert rules.goal(shape) == (int(argument[6]),) * shape[1]


@pytest.mark.parametrize("argument", ["topspin:0x0", "hanoi:0x0", "lights-out:0x0"])
def test_the_example_that_a_message_shows_can_be_read(argument):
    with pytest.raises(InputError) as caught:
        open_source(argument)
    (example,) = re.findall(r"such as ([^ ,]+)", caught.value.expected)
    rules, shape = open_source(example).sized
    assert rules.spell(shape) == example
    assert example.partition(":")[0] == argument.partition(":")[0]


@pytest.mark.parametrize(
    ("argument", "cells"),
    [
        ("sliding-tile:32x33", 1056),
        ("pancake:1025", 1025),
        ("topspin:2000x4", 2000),
        ("lights-out:23x23", 1058),
    ],
)
def test_a_size_too_large_for_a_theory_is_refused_when_the_theory_is_made(argument, cells):
    rules, shape = open_source(argument).sized
    with pytest.raises(InputError, match=f"{argument} is too large for a theory") as caught:
        rules.theory(shape)
    assert (caught.value.expected, caught.value.found) == ("1,024 cells at most", f"{cells:,}")
    assert "climb" in caught.value.remedy
