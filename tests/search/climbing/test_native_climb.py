"""Climbing in the kernel against climbing in Python: the same steps and the same counts, whatever is climbed."""

import sys
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import product
from random import Random

import pytest
from arcwise.ebl import schematize
from arcwise.rules import (
    GRID,
    Arc,
    Domain,
    Hanoi,
    InputError,
    LightsOut,
    Pancakes,
    Schema,
    SlidingTiles,
    Symbol,
    TopSpin,
    Var,
)
from arcwise.rules.arc import replace_arc
from arcwise.search import NO_LIMITS, SELECTIONS, Climber, Limits, NotNativeError, ordered_goal
from arcwise.search.climbing import climb as climbing
from arcwise.search.climbing.climber import MAX_CELLS, MAX_SCHEMAS, climb_in_kernel
from arcwise.search.climbing.ordered import Manhattan
from hypothesis import given
from hypothesis import strategies as st

TILES = SlidingTiles()
SHAPES = [(rows, columns) for rows in range(2, 9) for columns in range(2, 9) if rows * columns > 4]
LINES = [(1, 2), (1, 7), (7, 1), (1, 3), (2, 2)]
VOLATILE = {"peak_memory": 0, "elapsed": 0.0}


def same(climber, start, limits=NO_LIMITS):
    """Climb with both engines, compare everything but time and memory, and return the kernel's result."""
    python = climber.advance(start, limits=limits)
    native = climb_in_kernel(climber, start, limits=limits)
    assert (python.engine, native.engine) == ("python", "native")
    assert native.status == python.status
    assert list(native.climb.plan.steps) == list(python.climb.plan.steps)
    assert native.climb.uses == python.climb.uses
    assert replace(native.statistics, **VOLATILE) == replace(python.statistics, **VOLATILE)
    assert native.climb.stuck == python.climb.stuck
    assert native == replace(python, engine="native", statistics=native.statistics)
    return native


@pytest.fixture(scope="module")
def macros():
    """Every macro that climbs on random boards of four small sizes, with searches where they get stuck, give rise to."""
    known = {}
    for number, shape in enumerate([(2, 3), (3, 2), (3, 3), (4, 4)]):
        rng = Random(4 + number)
        for _ in range(12):
            climber = Climber(TILES, shape, known.values())
            ended = climbing.climb(
                climber, TILES.draw(shape, rng), escape=Limits(nodes=200_000), engine="python"
            )
            for way in ended.climb.escapes:
                if way.steps:
                    name = f"macro{len(known) + 1}"
                    macro = schematize(TILES, shape, way.start, way.steps, name).operator
                    known.setdefault(macro.canonical, macro)
    assert len(known) > 10
    return tuple(known.values())


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "kind", "select"),
    list(product([*SHAPES, *LINES], ["none", "every third", "all"], SELECTIONS))[::11],
    ids=lambda value: "x".join(map(str, value)) if isinstance(value, tuple) else None,
)
def test_both_engines_climb_alike_on_random_boards(shape, kind, select, macros):
    chosen = {"none": (), "every third": macros[::3], "all": macros}[kind]
    climber = Climber(TILES, shape, chosen, select=select)
    rng = Random(f"{shape}{kind}{select}")
    for _ in range(3):
        start = TILES.draw(shape, rng)
        ended = same(climber, start)
        if ended.solved:
            assert ended.climb.plan.replay() == climber.goal.goal
        else:
            assert ended.climb.plan.replay() == ended.climb.stuck


@pytest.mark.slow
def test_with_all_macros_boards_are_solved_and_without_they_are_not(macros):
    start = TILES.draw((8, 8), Random(3))
    assert same(Climber(TILES, (8, 8), macros), start).solved
    assert same(Climber(TILES, (8, 8)), start).status == "incomplete"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "select"), [("given", SELECTIONS[0]), ("blank-first", SELECTIONS[1])]
)
@pytest.mark.parametrize("corner", ["first", "middle", "last of the first row", "last"])
def test_both_engines_climb_alike_to_other_goals(corner, order, select, macros):
    for shape in [(3, 3), (4, 5), (6, 3), (2, 7)]:
        cells = shape[0] * shape[1]
        middle = shape[0] // 2 * shape[1] + shape[1] // 2
        blank = {
            "first": 0,
            "middle": middle,
            "last of the first row": shape[1] - 1,
            "last": cells - 1,
        }[corner]
        goal = (*range(1, blank + 1), 0, *range(blank + 1, cells))
        climber = Climber(TILES, shape, macros, goal, order=order, select=select)
        for seed in range(2):
            same(climber, TILES.draw(shape, Random(seed)))


@pytest.mark.long
@given(
    st.sampled_from([(2, 2), (2, 4), (3, 3), (4, 5), (1, 6)]),
    st.sampled_from(SELECTIONS),
    st.sampled_from([None, 0]),
    st.integers(0, 2**32),
)
def test_both_engines_climb_alike_in_any_order(macros, shape, select, blank, seed):
    rng = Random(seed)
    cells = range(shape[0] * shape[1])
    order = tuple(rng.sample(cells, rng.randint(1, len(cells))))
    goal = replace(ordered_goal(TILES, shape), order=order, blank=blank)
    climber = Climber(TILES, shape, macros, goal, select=select)
    for _ in range(4):
        same(climber, TILES.draw(shape, rng))


@pytest.mark.long
@given(data=st.data())
def test_both_engines_climb_alike_with_any_costs_and_goals(data, macros):
    shape = data.draw(st.sampled_from([*SHAPES, *LINES]))
    cost = st.sampled_from([0, 0.1, 0.3, 1, 1 / 3, 2.7, 5])
    domain = SlidingTiles(data.draw(st.sampled_from(["ULRD", "DRLU", "RUDL"])), data.draw(cost))
    numbers = data.draw(st.sets(st.integers(0, len(macros) - 1)))
    some = [macros[number] for number in sorted(numbers)]
    priced = [
        replace(macro, arc=replace_arc(macro.arc, cost=macro.cost * data.draw(cost)))
        for macro in some
    ]
    start, goal = (TILES.draw(shape, Random(data.draw(st.integers(0, 2**32)))) for _ in range(2))
    climber = Climber(
        domain,
        shape,
        priced,
        goal,
        order=data.draw(st.sampled_from(("given", "blank-first"))),
        select=data.draw(st.sampled_from(SELECTIONS)),
    )
    assert len(climber.schemas) == 4 + sum(
        macro.window[0] <= shape[0] and macro.window[1] <= shape[1] for macro in some
    )
    same(climber, start)


@dataclass(frozen=True)
class Swaps(Domain):
    """Moves of the test's own on a grid."""

    own: tuple[Schema, ...]
    blank: Symbol | None = "-"
    symbols: tuple[Symbol, ...] = ("-", "a", "b")

    name = "swaps"
    geometry = GRID

    def schemas(self, shape):
        return self.own

    def goal(self, shape):
        return self.symbols[: shape[0] * shape[1]]

    def draw(self, shape, rng):
        return tuple(rng.sample(self.goal(shape), shape[0] * shape[1]))


def swaps():
    """The blank moves in four directions."""
    return tuple(
        Schema(Arc("swap", pair, pair[::-1]), window)
        for window, pair in product([(1, 2), (2, 1)], [("-", Var("A")), (Var("A"), "-")])
    )


def random_family(rng):
    """Random schemas that rearrange what a window shows, some only where certain symbols stand, and moves of the blank."""
    symbols = ("-", *(f"s{number}" for number in range(19)))
    schemas = []

    def add(before, after, window):
        name, cost = f"schema{len(schemas)}", rng.choice([0, 0.1, 0.3, 1, 1, 2.7])
        schemas.append(Schema(Arc(name, tuple(before), tuple(after), cost), window))

    for window, pair in product([(1, 2), (2, 1)], [("-", Var("A")), (Var("A"), "-")]):
        add(pair, pair[::-1], window)
    for _ in range(rng.choice([0, 5, 20, 60])):
        window = rng.randint(1, 3), rng.randint(1, 4)
        cells = window[0] * window[1]
        before = [Var(f"X{cell}") for cell in range(cells)]
        for _ in range(rng.choice([0, 1, 1, 2])):
            constant = rng.choice([*symbols[1:4], *symbols[1:4], "absent", "missing", Var("X0")])
            before[rng.randrange(cells)] = constant
        blank = rng.randrange(cells)
        before[blank] = "-"
        after = rng.sample(before, cells)
        if rng.random() < 1 / 3:
            end = after.index("-")
            after[end], after[blank] = after[blank], "-"
        add(before, after, window)

    rng.random()
    return Swaps(tuple(schemas), symbols=symbols)


@pytest.mark.long
@pytest.mark.slow
@given(
    st.sampled_from([(1, 2), (1, 6), (6, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 5), (2, 10)]),
    st.sampled_from(["given", "blank-first"]),
    st.sampled_from(SELECTIONS),
    st.integers(0, 2**32),
)
def test_both_engines_climb_alike_with_any_schemas(shape, order, select, seed):
    rng = Random(seed)
    domain = random_family(rng)
    climber = Climber(domain, shape, (), domain.draw(shape, rng), order=order, select=select)
    for _ in range(5):
        same(climber, domain.draw(shape, rng))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "select"), [("given", SELECTIONS[1]), ("blank-first", SELECTIONS[0])]
)
def test_both_engines_climb_alike_with_cycles_around_the_blank(select, order):
    """As in macro tables: what moves three symbols and leaves the blank where it is, at any cost."""
    rng = Random(6)
    cycles = []
    for number in range(120):
        window = rng.choice([(2, 2), (2, 3), (3, 2), (3, 3)])
        cells = rng.sample(range(window[0] * window[1]), 4)
        before = [Var(f"X{cell}") for cell in range(window[0] * window[1])]
        before[cells[0]] = "-"
        after = list(before)
        for cell, source in zip(cells[1:], (*cells[2:], cells[1]), strict=True):
            after[cell] = before[source]
        arc = Arc(f"cycle{number}", tuple(before), tuple(after), rng.choice([1, 2, 2.5]))
        cycles.append(Schema(arc, window))
    domain = replace(random_family(Random(0)), own=(*swaps(), *cycles))
    for shape in [(4, 4), (3, 6), (4, 5)]:
        climber = Climber(domain, shape, (), domain.draw(shape, rng), order=order, select=select)
        climbs = [same(climber, domain.draw(shape, rng)) for _ in range(10)]
        assert sum(len(ended.climb.plan.steps) for ended in climbs) > 10


@pytest.mark.long
@pytest.mark.parametrize("shape", [(256, 256), (1, 65_000), (65_536, 1), (2, 300)])
def test_the_largest_boards_climb_alike(shape, macros):
    cells = list(TILES.goal(shape))
    rng, blank = Random(1), len(cells) - 1
    for _ in range(60):
        row, column = divmod(blank, shape[1])
        down, right = rng.choice([(-1, 0), (1, 0), (0, -1), (0, 1)])
        if 0 <= row + down < shape[0] and 0 <= column + right < shape[1]:
            other = blank + down * shape[1] + right
            cells[blank], cells[other], blank = cells[other], cells[blank], other
    climber = Climber(TILES, shape, macros)
    assert same(climber, tuple(cells)).climb.plan.steps
    first = Climber(TILES, shape, macros, order="blank-first")
    assert same(first, tuple(cells)).climb.plan.steps


@pytest.mark.slow
def test_a_larger_board_is_solved_and_its_plan_replays(macros):
    climber = Climber(TILES, (24, 31), macros)
    ended = climb_in_kernel(climber, TILES.draw((24, 31), Random(5)))
    assert ended.solved
    assert ended.climb.plan.replay() == climber.goal.goal
    assert ended.climb.plan.moves == ended.statistics.operator_applications
    assert sum(use.applied for use in ended.climb.uses) == len(ended.climb.plan.steps)


def test_a_climber_climbs_from_many_starts(macros):
    climber = Climber(TILES, (3, 4), macros, select="best")
    rng = Random(8)
    starts = [TILES.draw((3, 4), rng) for _ in range(5)]
    climbs = [climb_in_kernel(climber, start) for start in starts]
    for ended, start in zip(climbs, starts, strict=True):
        fresh = Climber(TILES, (3, 4), macros, select="best")
        assert ended.climb.plan == climb_in_kernel(fresh, start).climb.plan
        assert ended.climb.uses == climb_in_kernel(fresh, start).climb.uses


def test_at_the_goal_there_is_nothing_to_do():
    ended = same(Climber(TILES, (3, 3)), TILES.goal((3, 3)))
    assert ended.solved
    assert (len(ended.climb.plan.steps), ended.statistics.expanded) == (0, 0)


def test_steps_of_the_kernel_are_a_sequence_like_a_tuple(macros):
    climber = Climber(TILES, (4, 4), macros)
    start = TILES.draw((4, 4), Random(2))
    steps, plain = (
        climb_in_kernel(climber, start).climb.plan.steps,
        climber.advance(start).climb.plan.steps,
    )
    assert (steps, len(steps)) == (plain, len(plain))
    assert plain == steps
    assert (steps[0], steps[-1], steps[2:9:3]) == (plain[0], plain[-1], plain[2:9:3])
    assert plain[3] in steps
    assert steps != plain[:-1]
    assert steps != plain[::-1]
    assert steps != list(plain)
    assert repr(steps) == f"<{len(plain)} steps>"
    assert deepcopy(steps) == deepcopy(plain)
    with pytest.raises(IndexError):
        steps[len(plain)]
    primitive = Climber(TILES, (4, 4))
    near = (1, 2, 3, 4, 5, 6, 7, 8, 0, 9, 10, 11, 13, 14, 15, 12)
    few = climb_in_kernel(primitive, near).climb.plan
    assert few.steps
    assert hash(few) == hash(primitive.advance(near).climb.plan)


@pytest.mark.parametrize("select", SELECTIONS)
def test_a_limit_on_nodes_stops_both_engines_at_the_same_state(select, macros):
    climber = Climber(TILES, (4, 4), macros, select=select)
    start = TILES.draw((4, 4), Random(11))
    whole = same(climber, start).statistics.expanded
    for nodes in range(1, whole + 2):
        ended = same(climber, start, Limits(nodes=nodes))
        assert ended.statistics.expanded == min(nodes, whole)
        assert ended.limit == ("nodes" if nodes < whole else None)


def test_limits_on_time_and_memory_stop_the_kernel_with_what_was_done(macros):
    climber = Climber(TILES, (30, 30), macros)
    start = TILES.draw((30, 30), Random(4))
    assert same(climber, start, Limits(time=1e-9)).limit == "time"
    assert climb_in_kernel(climber, start, limits=Limits(memory=1)).limit == "memory"
    ended = climb_in_kernel(climber, start, limits=Limits(memory=80_000))
    assert (ended.status, ended.limit, ended.climb.stuck) == ("stopped", "memory", None)
    assert 0 < ended.statistics.peak_memory <= 80_000
    assert 0 < len(ended.climb.plan.steps) == ended.statistics.generated
    ended.climb.plan.replay()
    wide = climb_in_kernel(climber, start, limits=Limits(memory=100_000_000, time=1000))
    assert wide.solved
    assert wide.statistics.peak_memory > 80_000


def test_progress_is_reported_and_what_the_reporter_raises_comes_through(macros):
    climber = Climber(TILES, (5, 5), macros)
    start = TILES.draw((5, 5), Random(4))
    seen = []
    assert climb_in_kernel(climber, start, report=seen.append).solved
    assert seen[0] == 0
    assert seen == sorted(seen)

    def fails(count):
        raise ZeroDivisionError

    def interrupts(count):
        raise KeyboardInterrupt

    with pytest.raises(ZeroDivisionError):
        climb_in_kernel(climber, start, report=fails)
    native = climb_in_kernel(climber, start, report=interrupts)
    python = climber.advance(start, report=interrupts)
    assert (native.status, native.limit) == ("stopped", "interrupt")
    assert native == replace(python, engine="native", statistics=native.statistics)
    assert native.statistics.expanded == python.statistics.expanded == 0


LINE = """
from dataclasses import replace
from arcwise.rules.arc import Arc
from arcwise.rules.domains.sliding_tiles import SlidingTiles
from arcwise.rules.schema import Schema
from arcwise.rules import Var
from arcwise.search.climbing.climber import Climber
from arcwise.search.limits import Limits
from arcwise.search.climbing.climber import climb_in_kernel

A, B = Var("A"), Var("B")
schemas = (
    Schema(Arc("right", (0, A), (A, 0)), (1, 2)),
    Schema(Arc("left", (A, 0), (0, A)), (1, 2)),
    Schema(Arc("carry", (A, B, 0), (B, 0, A)), (1, 3)),
)
class Line(SlidingTiles):
    name = "line"

    def schemas(self, shape):
        return schemas

domain = Line()

def backwards(cells):
    return (*range(cells - 1, 0, -1), 0)
"""
"""A line whose symbols can be carried past each other: to reverse n of them takes about n * n steps."""


@pytest.mark.parametrize("select", SELECTIONS)
def test_a_long_climb_is_the_same(select):
    line = {}
    exec(LINE, line)
    climber = Climber(line["domain"], (1, 40), select=select)
    ended = same(climber, line["backwards"](40))
    assert ended.solved
    assert len(ended.climb.plan.steps) > 500


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals work differently on Windows")
def test_control_c_ends_a_climb(in_process):
    program = (
        LINE
        + """
climber = Climber(domain, (1, 30_000))
limits = Limits(memory=2_000_000_000)
interrupt_after(0.2)
print(climb_in_kernel(climber, backwards(30_000), limits=limits).limit)
"""
    )
    assert in_process(program).stdout == "interrupt\n"


A, B = Var("A"), Var("B")
UNFIT = {
    "pancakes": (Pancakes(), (1, 5), "grids.*\n?.*prefix"),
    "top spin": (TopSpin(3), (1, 6), "grids"),
    "hanoi": (Hanoi(3), (1, 3), "grids"),
    "lights out": (LightsOut(), (4, 2), "grids"),
    "no blank": (Swaps((Schema(Arc("swap", (A, B), (B, A)), (1, 2)),), None), (1, 3), "blank"),
    "a schema without the blank": (
        Swaps((*swaps(), Schema(Arc("swap", (A, B), (B, A)), (1, 2)))),
        (1, 3),
        "moves the blank",
    ),
    "symbols that may repeat": (Swaps(swaps(), symbols=("-", "a", "a")), (1, 3), "occurs once"),
    "a schema that copies": (
        Swaps((Schema(Arc("copy", ("-", A), (A, A)), (1, 2)),)),
        (1, 3),
        "occurs once",
    ),
    "too many cells": (TILES, (1, MAX_CELLS + 1), "65,536 cells at most"),
    "too many schemas": (Swaps(swaps() * (MAX_SCHEMAS // 4 + 1)), (1, 3), "65,535 schemas"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", UNFIT)
def test_the_kernel_says_what_it_cannot_climb(kind):
    domain, shape, why = UNFIT[kind]
    climber = Climber(domain, shape)
    with pytest.raises(NotNativeError, match=why):
        climb_in_kernel(climber, climber.goal.goal)


def test_a_goal_in_which_a_symbol_repeats_is_no_goal():
    with pytest.raises(InputError, match="no state of this board"):
        Climber(TILES, (2, 2), (), (1, 1, 2, 0))


def test_another_distance_is_not_climbed_by_in_the_kernel():
    for distance in (Manhattan(2), lambda one, other: abs(one - other)):
        goal = replace(ordered_goal(TILES, (3, 3)), distance=distance)
        with pytest.raises(NotNativeError, match="Manhattan"):
            climb_in_kernel(Climber(TILES, (3, 3), (), goal), goal.goal)


def test_a_start_of_another_board_is_refused():
    climber = Climber(TILES, (2, 2))
    for start in [(1, 2, 3), (1, 2, 3, 4), (1, 1, 2, 0), (1, 2, 3, 0, 4)]:
        with pytest.raises(InputError, match="not states of one board"):
            climb_in_kernel(climber, start)


@pytest.mark.slow
def test_the_same_symbols_in_every_combination_of_a_small_board():
    """All 24 arrangements of a 2x2 board, reachable or not, towards every goal that has its blank in a corner."""
    for goal in [(1, 2, 3, 0), (0, 1, 2, 3), (1, 0, 2, 3), (3, 2, 0, 1)]:
        for order, select in product(("given", "blank-first"), SELECTIONS):
            climber = Climber(TILES, (2, 2), (), goal, order=order, select=select)
            for number in range(24):
                left, start = [0, 1, 2, 3], []
                for base in (4, 3, 2, 1):
                    number, digit = divmod(number, base)
                    start.append(left.pop(digit))
                same(climber, tuple(start))
