"""Enumeration in the kernel against the Python reference: the same layers and distances, whatever holds the states."""

import sys
from dataclasses import replace
from functools import cache
from itertools import pairwise, permutations
from math import factorial
from random import Random

import pytest
from arcwise.rules import Arc, InputError, Theory, Var, distances, layers, open_source, sliding_tile
from arcwise.search import Limits, distance_table, enumerate_layers
from arcwise.search.native.compiled import compile_theory, instruction_sets
from arcwise.search.state_space import PACKED, RANKED, group_space
from hypothesis import given
from hypothesis import strategies as st

SIZES = [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 2), (1, 6)]
EIGHT_LAYERS = (
    *(
        1,
        2,
        4,
        8,
        16,
        20,
        39,
        62,
        116,
        152,
        286,
        396,
        748,
        1024,
        1893,
        2512,
        4485,
        5638,
        9529,
        10878,
    ),
    *(16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
)
"""The 8-puzzle's states by distance from the goal with the blank in a corner, as in tests/rules/states/test_state_space.py."""

A, B, C, D, E = (Var(name) for name in "ABCDE")


def goal_of(rows, columns):
    return (*range(1, rows * columns), 0)


def counts(theory, start):
    return tuple(len(layer) for layer in layers(theory, start))


def variants(rankable=True):
    """Keyword arguments for every representation of states."""
    ranked = [
        {"representation": RANKED, "instruction_set": name, "threads": threads}
        for name in instruction_sets()
        for threads in (1, 2)
    ]
    return [{}, {"representation": PACKED}, *(ranked if rankable else [])]


def agree(theory, start, *, rankable):
    expected = distances(theory, start)
    sizes = counts(theory, start)
    for variant in variants(rankable):
        found = enumerate_layers(theory, start, **variant)
        assert (found.layers, found.limit, found.states) == (sizes, None, len(expected)), variant
        table = distance_table(theory, start, **variant)
        pairs = list(table)
        assert len(pairs) == len(table) == len(expected)
        assert dict(pairs) == expected, variant
        for state, distance in expected.items():
            assert table[state] == distance
    return expected


def vector_theory(arcs, size, symbols=None):
    return Theory("test", tuple(arcs), (1, size), symbols=symbols)


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_sliding_tiles_have_the_distances_of_the_reference(rows, columns):
    agree(sliding_tile(rows, columns), goal_of(rows, columns), rankable=True)


@pytest.mark.slow
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_the_8_puzzle_has_its_published_layers_and_the_distances_of_the_reference(
    variant, eight_distances
):
    theory, start = sliding_tile(3, 3), goal_of(3, 3)
    found = enumerate_layers(theory, start, **variant)
    assert found.layers == EIGHT_LAYERS
    assert found.states == 181_440
    assert found.limit is None
    assert found.representation == variant.get("representation", RANKED)
    table = distance_table(theory, start, **variant)
    assert len(table) == len(eight_distances)
    some = list(eight_distances.items())[::97]
    assert [table[state] for state, _ in some] == [far for _, far in some]


@pytest.mark.slow
@pytest.mark.parametrize("instruction_set", instruction_sets())
@pytest.mark.parametrize("threads", [1, 2])
def test_half_of_all_2x5_boards_are_reached(instruction_set, threads):
    theory = sliding_tile(2, 5)
    ranked = enumerate_layers(
        theory,
        goal_of(2, 5),
        threads=threads,
        instruction_set=instruction_set,
        representation=RANKED,
    )
    assert ranked.states == factorial(10) // 2
    assert ranked.layers[-1] == 2
    assert len(ranked.layers) == 56


@pytest.mark.slow
def test_packed_keys_and_ranked_bits_agree_on_2x5_boards():
    theory, start = sliding_tile(2, 5), (0, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    first, second = (
        enumerate_layers(theory, start, representation=variant).layers
        for variant in (PACKED, RANKED)
    )
    assert first == second


def test_states_outside_the_space_have_no_distance():
    table = distance_table(sliding_tile(2, 3), (1, 2, 3, 4, 5, 0))
    assert table[(2, 1, 3, 4, 5, 0)] is None
    assert table[(1, 1, 3, 4, 5, 0)] is None
    assert table[("x", 2, 3, 4, 5, 0)] is None
    assert table[(1, 2, 3)] is None
    assert (1, 2, 3, 4, 0, 5) in table
    assert (2, 1, 3, 4, 5, 0) not in table
    packed = distance_table(sliding_tile(2, 3), (1, 2, 3, 4, 5, 0), representation=PACKED)
    assert packed[(2, 1, 3, 4, 5, 0)] is None


def test_macros_count_as_one_arc(five_with_macros):
    expected = agree(five_with_macros, (4, 5, 3, 0, 1, 2), rankable=True)
    assert max(expected.values()) < 21


def test_arcs_without_constants_reach_every_permutation():
    turn = Arc("turn", (A, B, C, D, E), (B, C, D, E, A))
    swap = Arc("swap", (A, B, C, D, E), (B, A, C, D, E))
    theory = vector_theory([turn, swap], 5, (1, 2, 3, 4, 5))
    assert set(agree(theory, (1, 2, 3, 4, 5), rankable=True)) == set(permutations(range(1, 6)))


def test_constants_besides_the_pivot_are_tested():
    swap = Arc("swap", (A, B, C, D, "k"), (B, A, C, D, "k"))
    jump = Arc("jump", (A, "i", C, "j", E), (A, "j", C, "i", E))
    turn = Arc("turn", (A, B, C, D, E), (B, C, A, E, D))
    never = Arc("never", (A, A, C, D, E), (C, D, A, A, E))
    theory = vector_theory([swap, jump, turn, never], 5, ("i", "j", "k", "l", "m"))
    agree(theory, ("i", "j", "k", "l", "m"), rankable=True)


def shuffles(size, seed, count, tested):
    """Random arcs that move cells about: two anywhere, the others where some cells hold certain symbols."""
    random = Random(seed)
    names = [Var(f"V{cell}") for cell in range(size)]
    for number in range(count):
        before = list(names)
        if number > 1:
            symbols = random.sample(range(size), tested)
            for cell, symbol in zip(random.sample(range(size), tested), symbols, strict=True):
                before[cell] = symbol
        cells = random.sample(range(size), random.randint(2, size))
        after = list(before)
        for cell, origin in zip(cells, cells[1:] + cells[:1], strict=True):
            after[cell] = before[origin]
        yield Arc(f"arc {number}", tuple(before), tuple(after))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "tested"), [(6, 0), (6, 2), (7, 1), (7, 3), (8, 2)])
def test_random_shuffles_of_6_to_8_cells_agree_with_the_reference(size, tested):
    theory = vector_theory(shuffles(size, 10 * size + tested, 6, tested), size, tuple(range(size)))
    start = tuple(range(size))
    expected = counts(theory, start)
    assert sum(expected) > 15
    for variant in variants():
        assert enumerate_layers(theory, start, **variant).layers == expected, variant


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_every_kind_of_shuffle_on_9_cells_agrees_with_packed_keys(seed):
    theory = vector_theory(shuffles(9, seed, 4, seed % 3), 9, tuple(range(9)))
    start = tuple(range(9))
    results = {
        enumerate_layers(theory, start, representation=representation, threads=2).layers
        for representation in (RANKED, PACKED)
    }
    assert len(results) == 1


def test_arcs_that_may_repeat_a_symbol_are_not_ranked():
    copy = Arc("copy", (A, B, C), (A, A, C))
    theory = vector_theory([copy, Arc("turn", (A, B, C), (B, C, A))], 3, (1, 2, 3))
    agree(theory, (1, 2, 3), rankable=False)
    assert enumerate_layers(theory, (1, 2, 3)).representation == PACKED
    with pytest.raises(InputError, match="ranked"):
        enumerate_layers(theory, (1, 2, 3), representation=RANKED)


def test_a_line_of_12_tiles_is_not_given_a_bitmap_of_all_permutations():
    theory = sliding_tile(1, 12)
    found = enumerate_layers(theory, goal_of(1, 12))
    assert found.layers == (1,) * 12
    assert found.representation == PACKED
    assert found.peak_memory < 1_000_000


def test_distances_beyond_a_byte_fall_back_to_packed_keys():
    states = list(permutations(range(6)))
    arcs = [Arc("next", one, other) for one, other in pairwise(states)]
    theory = vector_theory(arcs, 6, tuple(range(6)))
    table = distance_table(theory, states[0])
    assert dict(table) == {state: number for number, state in enumerate(states)}
    assert enumerate_layers(theory, states[0], representation=RANKED).layers == (1,) * 720
    with pytest.raises(InputError, match="254"):
        distance_table(theory, states[0], representation=RANKED)


def test_water_in_jugs_with_constants_that_appear():
    fill = Arc("fill", (A, "empty", B), ("full", "half", B))
    pour = Arc("pour", ("full", B, C), ("empty", C, B))
    same = Arc("same", (A, B, A), (B, A, "full"))
    theory = vector_theory([fill, pour, same], 3)
    agree(theory, ("full", "empty", "half"), rankable=False)
    agree(theory, ("other", "empty", "other"), rankable=False)


@pytest.mark.slow
@pytest.mark.parametrize("size", [16, 17, 33, 64])
@pytest.mark.parametrize("symbols", [2, 40])
def test_boards_of_every_kind_of_key(size, symbols):
    cells = [Var(f"V{cell}") for cell in range(size)]
    arcs = [Arc("turn", tuple(cells), (*cells[1:], cells[0]))]
    arcs += [
        Arc("set", tuple(cells[: cell + 3]) + tuple(cells[cell + 3 :]), (*cells[:-1], f"s{cell}"))
        for cell in range(symbols - 1)
    ]
    steps = vector_theory([arcs[0]], size)
    start = ("start", *["rest"] * (size - 1))
    agree(steps, start, rankable=False)
    theory = vector_theory(arcs, size)
    expected = []
    for layer in layers(theory, start):
        if sum(expected) + len(layer) > 3000:
            break
        expected.append(len(layer))
    found = enumerate_layers(theory, start, limits=Limits(nodes=3000))
    assert (found.layers, found.limit) == (tuple(expected), "nodes")


TERMS = [Var(name) for name in "ABCDEF"]


@st.composite
def repeated_symbols(draw):
    size = draw(st.integers(2, 6))
    symbols = ["a", "b", 3, 4][: draw(st.integers(2, 4))]
    arcs = []
    for number in range(draw(st.integers(1, 5))):
        before = tuple(
            draw(st.lists(st.sampled_from([*TERMS[:size], *symbols]), min_size=size, max_size=size))
        )
        choice = st.sampled_from([*before, *symbols])
        after = tuple(draw(st.lists(choice, min_size=size, max_size=size)))
        arcs.append(Arc(f"arc {number}", before, after))
    start = tuple(draw(st.lists(st.sampled_from(symbols), min_size=size, max_size=size)))
    return vector_theory(arcs, size), start


@pytest.mark.long
@pytest.mark.slow
@given(repeated_symbols())
def test_random_arcs_on_repeated_symbols_agree_with_the_reference(drawn):
    agree(*drawn, rankable=False)


@st.composite
def rearrangements(draw):
    size = draw(st.integers(2, 6))
    symbols = tuple(["a", "b", 3, 4, "e", 6][:size])
    arcs = []
    for number in range(draw(st.integers(1, 4))):
        before = list(TERMS[:size])
        constants = draw(st.permutations(symbols))
        for cell in draw(st.lists(st.integers(0, size - 1), max_size=size, unique=True)):
            before[cell] = constants[cell]
        arcs.append(Arc(f"arc {number}", tuple(before), tuple(draw(st.permutations(before)))))
    return vector_theory(arcs, size, symbols), tuple(draw(st.permutations(symbols)))


@pytest.mark.long
@pytest.mark.slow
@given(rearrangements())
def test_random_rearrangements_agree_with_the_reference(drawn):
    agree(*drawn, rankable=True)


@pytest.mark.parametrize("nodes", [1, 2, 3, 30, 31, 32, 1000, 181_439, 181_440])
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_limit_on_states_keeps_the_complete_layers_that_fit(variant, nodes):
    expected, total = [], 0
    for count in EIGHT_LAYERS:
        total += count
        if total > nodes:
            break
        expected.append(count)
    found = enumerate_layers(
        sliding_tile(3, 3), goal_of(3, 3), limits=Limits(nodes=nodes), **variant
    )
    assert found.layers == tuple(expected)
    assert found.limit == (None if nodes == 181_440 else "nodes")


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_table_of_too_many_states_is_refused_as_the_reference_does(variant):
    with pytest.raises(InputError) as reference:
        distances(sliding_tile(3, 3), goal_of(3, 3), max_states=50)
    with pytest.raises(InputError) as refused:
        distance_table(sliding_tile(3, 3), goal_of(3, 3), max_states=50, **variant)
    assert str(refused.value) == str(reference.value)


@pytest.mark.slow
@pytest.mark.parametrize("representation", [RANKED, PACKED, None])
def test_limit_on_memory_keeps_the_layers_found(representation):
    theory, start = sliding_tile(3, 4), goal_of(3, 4)
    limit = 8_000_000
    found = enumerate_layers(
        theory, start, limits=Limits(memory=limit), representation=representation
    )
    assert found.limit == "memory"
    assert 0 < found.peak_memory <= limit
    expected = enumerate_layers(theory, start, limits=Limits(nodes=10_000)).layers
    shared = min(len(expected), len(found.layers))
    assert found.layers[:shared] == expected[:shared]
    if representation is None:
        assert found.representation == PACKED
        assert found.states > 100_000


@pytest.mark.parametrize("representation", [RANKED, PACKED])
def test_limit_on_time_keeps_the_layers_found(representation):
    theory, start = sliding_tile(3, 4), goal_of(3, 4)
    found = enumerate_layers(
        theory, start, limits=Limits(time=0.05), representation=representation, threads=2
    )
    assert found.limit == "time"
    expected = enumerate_layers(theory, start, limits=Limits(nodes=10_000)).layers
    shared = min(len(expected), len(found.layers))
    assert found.layers[:shared] == expected[:shared]


@cache
def layers_of_twelve_cells():
    return enumerate_layers(sliding_tile(3, 4), goal_of(3, 4), representation=RANKED).layers


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("representation", [RANKED, PACKED])
def test_interruption_ends_with_the_layers_found(representation, threads):
    def interrupts(states):
        seen.append(states)
        raise KeyboardInterrupt

    seen = []
    theory, start = sliding_tile(3, 4), goal_of(3, 4)
    found = enumerate_layers(
        theory, start, report=interrupts, representation=representation, threads=threads
    )
    assert found.limit == "interrupt"
    # How many layers are whole by the first report depends on the machine.
    whole = layers_of_twelve_cells()
    assert 0 < len(found.layers) < len(whole)
    assert found.layers == whole[: len(found.layers)]
    assert len(seen) == 1
    with pytest.raises(KeyboardInterrupt):
        distance_table(
            theory, start, report=interrupts, representation=representation, threads=threads
        )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals work differently on Windows")
def test_control_c_ends_an_enumeration(in_process):
    program = """if True:
        from arcwise.rules.domains.sliding_tiles import sliding_tile
        from arcwise.search.state_space import enumerate_layers
        start = (*range(1, 16), 0)
        interrupt_after(0.2)
        print(enumerate_layers(sliding_tile(4, 4), start).limit)
    """
    assert in_process(program).stdout == "interrupt\n"


def test_report_is_called_and_its_errors_are_passed_on():
    reports = []

    def fails(states):
        reports.append(states)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        enumerate_layers(sliding_tile(3, 4), goal_of(3, 4), report=fails, threads=2)
    assert len(reports) == 1 and reports[0] > 0


def test_bad_input_is_refused():
    theory = sliding_tile(2, 2)
    with pytest.raises(InputError):
        enumerate_layers(theory, (1, 1, 2, 3))
    with pytest.raises(InputError):
        enumerate_layers(theory, (1, 2, 3, 0), threads=0)
    with pytest.raises(InputError, match="instruction set"):
        enumerate_layers(theory, (1, 2, 3, 0), representation=RANKED, instruction_set="abacus")
    with pytest.raises(InputError, match="representation"):
        enumerate_layers(theory, (1, 2, 3, 0), representation="abacus")


def test_symbols_may_be_words():
    words = ("nought", "one", "two", "three", "four", 5)
    plain = sliding_tile(2, 3)

    def worded(pattern):
        return tuple(term if isinstance(term, Var) else words[term] for term in pattern)

    arcs = tuple(
        replace(arc, before=worded(arc.before), after=worded(arc.after)) for arc in plain.arcs
    )
    theory = replace(plain, arcs=arcs, blank="nought", symbols=words)
    start = worded((1, 2, 3, 4, 5, 0))
    expected = agree(theory, start, rankable=True)
    assert len(expected) == 360


@pytest.mark.parametrize("name", ["pancake:5", "topspin:6x4"])
def test_permuted_cells_agree_with_the_reference(name):
    domain, shape = open_source(name).sized
    theory, start = domain.theory(shape), domain.goal_state(shape)
    assert group_space(compile_theory(theory, start), start) is not None
    agree(theory, start, rankable=True)


@st.composite
def permuted_boards(draw):
    """Arcs that permute a few cells, and a start whose symbols may be there more than once."""
    size = draw(st.integers(1, 6))
    moves = draw(st.lists(st.permutations(range(size)), min_size=1, max_size=3))
    before = tuple(Var(f"X{cell}") for cell in range(size))
    arcs = [
        Arc(f"a{number}", before, tuple(before[cell] for cell in move))
        for number, move in enumerate(moves)
    ]
    start = tuple(draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)))
    return Theory("test", tuple(arcs), (1, size)), start


@given(permuted_boards())
def test_permuted_cells_agree_with_the_reference_whatever_is_in_them(board):
    theory, start = board
    expected = distances(theory, start)
    assert enumerate_layers(theory, start).layers == counts(theory, start)
    table = distance_table(theory, start)
    assert dict(table) == expected
    for state in permutations(start):
        assert table[state] == expected.get(state)


@pytest.mark.slow
def test_stickers_tell_which_small_cube_has_come():
    """The 2x2x2 cube, whose 24 stickers have 6 colours."""
    domain, shape = open_source("cube:2").sized
    theory, start = domain.theory(shape), domain.goal_state(shape)
    found = enumerate_layers(theory, start, limits=Limits(nodes=50_000))
    packed = enumerate_layers(theory, start, limits=Limits(nodes=50_000), representation=PACKED)
    assert found.representation == RANKED
    assert found.layers == packed.layers
    assert found.limit == packed.limit == "nodes"


KNOWN_LAYERS = (
    *(1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276),
)
"""The states of the 2x2x2 cube by their distance in quarter turns."""


@pytest.mark.slow
def test_the_states_of_the_small_cube_are_those_known_and_each_is_a_move_beyond_its_nearest():
    domain, shape = open_source("cube:2").sized
    theory, start = domain.theory(shape), domain.goal_state(shape)
    ranked = distance_table(theory, start)
    assert len(ranked) == 3_674_160
    assert ranked.layers == KNOWN_LAYERS
    rng = Random(1)
    for _ in range(500):
        state = domain.draw(shape, rng)
        other = list(state)
        one, two = rng.sample(range(24), 2)
        other[one], other[two] = other[two], other[one]
        for board in (state, tuple(other)):
            near = {ranked[after] for _, after in theory.successors(board)}
            far = ranked[board]
            assert near == {None} if far is None else far == 0 or far - 1 == min(near)


def test_the_memory_of_bitmaps_is_limited_too():
    domain, shape = open_source("pancake:8").sized
    theory, start = domain.theory(shape), domain.goal_state(shape)
    found = enumerate_layers(theory, start, limits=Limits(memory=20_000), representation=RANKED)
    assert found.limit == "memory"
