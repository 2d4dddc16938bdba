"""Climbing: every step is checked on full states, and every place where it ends against all schemas everywhere."""

from functools import cache
from itertools import cycle, pairwise
from math import exp, sqrt
from random import Random

import pytest
from arcwise.ebl import schematize
from arcwise.rules import InputError, SlidingTiles, distances, open_source
from arcwise.search import BLANK_FIRST, NO_LIMITS, SELECTIONS, Climber, Limits, Plan, Status
from arcwise.search.climbing import climb as climbing
from arcwise.search.climbing.climber import CARRY, DRIFT, SOON, checked_start
from arcwise.search.limits import STRIDE
from arcwise.search.orders import GIVEN
from hypothesis import given
from hypothesis import strategies as st

from ...drawing import at_most

BOARDS = [
    ("sliding-tile:2x3", "sliding-tile:2x2"),
    ("sliding-tile:3x3", "sliding-tile:3x3"),
    ("sliding-tile:3x4", "sliding-tile:3x3"),
    ("pancake:6", "pancake:5"),
    ("topspin:7x3", "topspin:7x3"),
    ("topspin:8x4", "topspin:7x4"),
    ("hanoi:3x4", "hanoi:3x3"),
    ("hanoi:4x3", "hanoi:4x3"),
    ("lights-out:2x3", "lights-out:2x3"),
    ("lights-out:3x3", "lights-out:3x3"),
    ("cube:2", "cube:2"),
]
"""Boards, and where the macros that are used on them are learned."""

PERMUTATIONS = [pair for pair in BOARDS if pair[0][0] not in "hl"]
SMALL = ["sliding-tile:2x2", "sliding-tile:2x3", "pancake:5", "topspin:5x2", "hanoi:3x3",
         "hanoi:4x2", "lights-out:2x2", "lights-out:3x2"]  # fmt: skip
SOME = Limits(nodes=400)

orders = st.sampled_from([GIVEN, BLANK_FIRST])
seeds = st.integers(0, 2**32 - 1)
few_examples = at_most(5)


@cache
def learned(spelling, most=10):
    """Macros of the escapes from local minima on a board."""
    domain, shape = open_source(spelling).sized
    climber, macros = Climber(domain, shape), {}
    for seed in range(5):
        start = domain.draw(shape, Random(seed))
        for escape in climbing.climb(climber, start, escape=SOME, engine="python").climb.escapes:
            if escape.steps:
                name = f"m{len(macros) + 1}"
                macro = schematize(domain, shape, escape.start, escape.steps, name).operator
                macros.setdefault(macro.canonical, macro)
    return tuple(macros.values())[:most]


@cache
def prepared(board, source=None, goal_seed=0, order="given", select="first"):
    """A climber, its schemas at all places as arcs of the board; every seed but 0 draws a goal."""
    domain, shape = open_source(board).sized
    goal = domain.draw(shape, Random(goal_seed)) if goal_seed else None
    macros = learned(source) if source else ()
    climber = Climber(domain, shape, macros, goal, order=order, select=select)
    arcs = [
        (number, place, schema.placed(cells, shape[0] * shape[1]))
        for number, schema in enumerate(climber.schemas)
        for place in domain.geometry.places(schema.window, shape)
        if (cells := domain.geometry.cells(schema.window, place, shape)) is not None
    ]
    return climber, arcs


def drawn(climber, seed):
    return climber.placements.domain.draw(climber.placements.shape, Random(seed))


def improving(climber, arcs, state):
    """What leads from a state to a better one, by trying everything: (number, place) with the state made."""
    height = climber.goal.value(state)
    return {
        (number, place): after
        for number, place, arc in arcs
        if (after := arc.apply(state)) is not None and climber.goal.value(after) < height
    }


def stages(climber, ended):
    """The states between the steps and escapes of a climb, by replaying every step alone; and which are escapes."""
    domain, shape, steps = (
        climber.placements.domain,
        climber.placements.shape,
        ended.climb.plan.steps,
    )
    states, escaped = [ended.climb.plan.start], []
    better = [escape for escape in ended.climb.escapes if escape.steps is not None]
    while steps:
        escape = bool(better) and better[0].start == states[-1]
        length = len(better.pop(0).steps) if escape else 1
        states.append(Plan(domain, shape, states[-1], steps[:length]).replay())
        escaped.append(escape)
        steps = steps[length:]
    assert not better
    return states, escaped


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "source", "select"), [(*two, one) for two, one in zip(BOARDS, cycle(SELECTIONS))]
)
@few_examples
@given(seeds, st.integers(0, 2), orders, st.booleans())
def test_the_height_goes_down_at_every_step_and_every_escape(
    board, source, select, seed, goal_seed, order, helped
):
    climber, _ = prepared(board, source if helped else None, goal_seed, order, select)
    ended = climbing.climb(climber, drawn(climber, seed), escape=SOME, engine="python")
    states, _ = stages(climber, ended)
    heights = [climber.goal.value(state) for state in states]
    assert all(after < before for before, after in pairwise(heights))
    assert ended.climb.plan.replay() == states[-1]
    assert ended.solved == (states[-1] == climber.goal.goal)
    assert ended.climb.stuck == (None if ended.solved else states[-1])


@pytest.mark.slow
@pytest.mark.parametrize(("board", "source"), BOARDS)
@few_examples
@given(seeds, st.integers(0, 2), orders, st.booleans(), st.sampled_from(SELECTIONS))
def test_no_schema_anywhere_leads_on_from_where_climbing_is_stuck(
    board, source, seed, goal_seed, order, helped, select
):
    climber, arcs = prepared(board, source if helped else None, goal_seed, order, select)
    start = drawn(climber, seed)
    ended = climber.advance(start)
    if ended.solved:
        assert ended.climb.plan.replay() == climber.goal.goal
        return
    assert ended.status is Status.INCOMPLETE
    assert ended.climb.stuck == ended.climb.plan.replay() != climber.goal.goal
    assert improving(climber, arcs, ended.climb.stuck) == {}
    assert climber.step(ended.climb.stuck) is None
    for escape in climbing.climb(climber, start, escape=SOME, engine="python").climb.escapes:
        assert improving(climber, arcs, escape.start) == {}


@pytest.mark.long
@pytest.mark.parametrize(("board", "source"), BOARDS)
@few_examples
@given(seeds, st.integers(0, 2), orders)
def test_the_first_selection_takes_the_cheapest_step_that_leads_to_a_better_state(
    board, source, seed, goal_seed, order
):
    climber, arcs = prepared(board, source, goal_seed, order)
    ended = climbing.climb(climber, drawn(climber, seed), escape=SOME, engine="python")
    states, escaped = stages(climber, ended)
    for state, after, escape in zip(states, states[1:], escaped, strict=False):
        step = climber.step(state)
        better = improving(climber, arcs, state)
        if escape:
            assert step is None
            assert better == {}
            continue
        assert better[step.number, step.place] == after
        costs = {number: climber.schemas[number].cost for number, _ in better}
        assert costs[step.number] == min(costs.values())
        assert (step.number, step.place) == min(better)
    assert climber.step(climber.goal.goal) is None


@pytest.mark.slow
@pytest.mark.parametrize(("board", "source"), PERMUTATIONS)
@few_examples
@given(seeds, st.integers(0, 2), orders, st.booleans())
def test_where_next_symbol_and_blank_are_tells_whether_there_is_a_way_on(
    board, source, seed, goal_seed, order, helped
):
    climber, arcs = prepared(board, source if helped else None, goal_seed, order)
    goal = climber.goal
    states, _ = stages(
        climber, climbing.climb(climber, drawn(climber, seed), escape=SOME, engine="python")
    )
    for state in states:
        filled = goal.placed(state)
        if filled < len(goal.order):
            focus = state.index(goal.goal[goal.order[filled]])
            blank = state.index(0) if 0 in state else -1
            found = climber.leads_on(filled, focus, blank)
            assert found == bool(improving(climber, arcs, state))


def left_to_do(climber, number, state, after, hoped=False):
    """A step's cost and what it leaves to do, counted on full states; or what is hoped: all others that it moves nearer."""
    goal, domain = climber.goal, climber.placements.domain
    target = goal.order[goal.placed(state)]
    wanted = goal.goal[target]
    sum_of = climber.schemas[number].cost
    for cell, symbol in enumerate(state):
        home = goal.goal.index(symbol)
        nearer = goal.distance(after.index(symbol), home) - goal.distance(cell, home)
        if symbol == wanted:
            sum_of += CARRY * nearer
        elif symbol != domain.blank and hoped:
            sum_of -= DRIFT * goal.distance(after.index(symbol), cell)
        elif symbol != domain.blank:
            before = goal.rank[home] - goal.placed(state)
            soon = exp(-before / (2 * sqrt(len(state))))
            sum_of += round(64 * DRIFT * (1 + SOON * soon)) / 64 * nearer
    if goal.blank is not None:
        sum_of += goal.distance(after.index(goal.blank), after.index(wanted))
    return sum_of


@pytest.mark.slow
@pytest.mark.parametrize(("board", "source"), PERMUTATIONS)
@few_examples
@given(seeds, st.integers(0, 2), orders)
def test_the_best_selection_leaves_no_more_to_do_than_any_step_that_promises_better(
    board, source, seed, goal_seed, order
):
    climber, arcs = prepared(board, source, goal_seed, order, "best")
    ended = climbing.climb(climber, drawn(climber, seed), escape=SOME, engine="python")
    states, escaped = stages(climber, ended)
    for state, after, escape in zip(states, states[1:], escaped, strict=False):
        better = improving(climber, arcs, state)
        if escape:
            assert better == {}
            continue
        step = climber.step(state)
        assert better[step.number, step.place] == after
        scores = {
            place: left_to_do(climber, place[0], state, made) for place, made in better.items()
        }
        promised = {
            place: left_to_do(climber, place[0], state, made, hoped=True)
            for place, made in better.items()
        }
        chosen = scores[step.number, step.place]
        first = min(better, key=lambda place: (promised[place], place))
        assert chosen <= scores[first]
        assert all(chosen <= scores[place] for place in better if promised[place] < chosen)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["hanoi:3x4", "lights-out:3x3"])
def test_where_symbols_repeat_both_selections_are_one(board):
    plans = [
        climbing.climb(prepared(board, board, select=select)[0], drawn(prepared(board)[0], 5), escape=NO_LIMITS, engine="python").climb.plan.steps
        for select in SELECTIONS
    ]  # fmt: skip
    assert [[(s.name, place) for s, place in steps] for steps in plans] == [
        [(s.name, place) for s, place in plans[0]]
    ] * 2


@pytest.mark.slow
@pytest.mark.parametrize("board", SMALL)
@pytest.mark.parametrize("order", ["given", "blank-first"])
def test_with_escapes_every_state_is_solved(board, order):
    climber, _ = prepared(board, order=order)
    states = distances(
        climber.placements.domain.theory(climber.placements.shape), climber.goal.goal
    )
    for start in Random(1).sample(sorted(states), min(40, len(states))):
        ended = climbing.climb(climber, start, escape=NO_LIMITS, engine="python")
        assert ended.status is Status.SOLVED
        assert ended.climb.plan.start == start
        assert ended.climb.plan.replay() == climber.goal.goal
        assert (ended.climb.stuck, ended.limit) == (None, None)
        assert ended.climb.plan.moves >= states[start]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    "board", ["sliding-tile:3x3", "sliding-tile:4x4", "hanoi:3x6", "hanoi:4x4", "hanoi:5x3",
              "lights-out:3x3", "lights-out:4x4", "lights-out:5x3", "topspin:7x4"]
)  # fmt: skip
def test_larger_boards_are_solved_with_escapes_too(board):
    climber, _ = prepared(board)
    for seed in range(1):
        ended = climbing.climb(climber, drawn(climber, seed), escape=NO_LIMITS, engine="python")
        assert ended.solved
        assert ended.climb.plan.replay() == climber.goal.goal


@pytest.mark.parametrize("board", ["sliding-tile:1x6", "sliding-tile:6x1", "sliding-tile:1x2"])
@pytest.mark.parametrize("order", ["given", "blank-first"])
def test_on_a_line_the_blank_walks_home(board, order):
    climber, _ = prepared(board, order=order)
    size = len(climber.goal.goal)
    for cell in range(size):
        start = (*range(1, cell + 1), 0, *range(cell + 1, size))
        ended = climber.advance(start)
        assert ended.solved
        assert ended.climb.plan.moves == size - 1 - cell
        assert ended.climb.plan.replay() == climber.goal.goal


def test_a_line_in_the_wrong_order_is_given_up_in_the_end():
    climber, _ = prepared("sliding-tile:1x4")
    ended = climbing.climb(climber, (2, 1, 3, 0), escape=NO_LIMITS, engine="python")
    assert (ended.status, ended.limit) == (Status.INCOMPLETE, None)
    assert ended.climb.escapes[-1].steps is None
    assert ended.climb.stuck == ended.climb.escapes[-1].start == ended.climb.plan.replay()


def test_a_board_that_cannot_be_solved_is_given_up_in_the_end():
    climber, _ = prepared("sliding-tile:2x3")
    ended = climbing.climb(climber, (2, 1, 3, 4, 5, 0), escape=NO_LIMITS, engine="python")
    assert (ended.status, ended.limit) == (Status.INCOMPLETE, None)
    assert ended.climb.stuck is not None
    assert not ended.solved


@pytest.mark.parametrize("board", ["sliding-tile:1x1", "sliding-tile:3x3", "pancake:4", "topspin:5x3",
                                   "hanoi:3x3", "lights-out:2x2", "cube:2"])  # fmt: skip
@pytest.mark.parametrize("order", ["given", "blank-first"])
def test_a_solved_start_needs_nothing(board, order):
    climber, _ = prepared(board, order=order)
    start = climber.goal.goal
    ended = climbing.climb(
        climber, start, escape=NO_LIMITS, limits=Limits(nodes=1), engine="python"
    )
    assert (ended.status, ended.solved, ended.climb.plan.steps) == (Status.SOLVED, True, ())
    assert (ended.climb.escapes, ended.climb.stuck, ended.limit) == ((), None, None)
    did = ended.statistics
    assert (did.expanded, did.generated, did.operator_applications) == (0, 0, 0)
    assert climber.step(start) is None


@pytest.mark.slow
def test_a_macro_leads_out_of_the_minimum_that_it_was_learned_in():
    domain, shape = open_source("sliding-tile:3x3").sized
    climber, _ = prepared("sliding-tile:3x3")
    found = 0
    for seed in range(8):
        for escape in climbing.climb(
            climber, drawn(climber, seed), escape=NO_LIMITS, engine="python"
        ).climb.escapes:
            macro = schematize(domain, shape, escape.start, escape.steps, "out").operator
            step = Climber(domain, shape, [macro]).step(escape.start)
            after = list(escape.start)
            step.apply(after)
            assert tuple(after) == Plan(domain, shape, escape.start, escape.steps).replay()
            found += 1
    assert found > 20


@pytest.mark.long
@pytest.mark.slow
def test_macros_of_small_boards_spare_escapes_on_a_larger_one():
    bare, helped = (
        prepared("sliding-tile:3x4", source)[0] for source in (None, "sliding-tile:3x3")
    )
    for seed in range(2):
        climbs = [
            climbing.climb(c, drawn(bare, seed), escape=NO_LIMITS, engine="python")
            for c in (bare, helped)
        ]
        assert all(ended.solved for ended in climbs)
        assert len(climbs[1].climb.escapes) < len(climbs[0].climb.escapes)
        assert any(schema.arc.is_macro for schema, _ in climbs[1].climb.plan.steps)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "source"), BOARDS)
@pytest.mark.parametrize("select", SELECTIONS)
def test_what_was_done_is_counted(board, source, select):
    climber, _ = prepared(board, source, select=select)
    ended = climbing.climb(climber, drawn(climber, 21), escape=SOME, engine="python")
    _, escaped = stages(climber, ended)
    climbed = escaped.count(False)
    macros = [step for step in ended.climb.plan.steps if step[0].arc.is_macro]
    better = [escape for escape in ended.climb.escapes if escape.steps]
    in_escapes = sum(len(escape.steps) for escape in better)
    searched = sum(escape.generated for escape in ended.climb.escapes)
    expanded = sum(escape.statistics.expanded for escape in ended.climb.escapes)
    did = ended.statistics
    assert did.expanded == climbed + len(ended.climb.escapes) + expanded
    assert did.generated == climbed + searched
    assert did.operator_applications == ended.climb.plan.moves - in_escapes + searched
    assert did.elapsed > 0
    assert len(ended.climb.uses) == len(ended.climb.schemas) == len(climber.schemas)
    assert all(use.tried >= use.matched >= use.applied for use in ended.climb.uses)
    assert sum(use.applied for use in ended.climb.uses) == climbed
    assert len(macros) == sum(
        use.applied
        for use, schema in zip(ended.climb.uses, ended.climb.schemas, strict=True)
        if schema.arc.is_macro
    )
    assert (ended.climb.plan.moves > len(ended.climb.plan.steps)) == bool(macros)


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [1, 2, 7])
def test_a_limit_on_nodes_stops_after_so_many_steps(nodes):
    climber, _ = prepared("sliding-tile:3x4", "sliding-tile:3x3")
    start = drawn(climber, 3)
    full = climber.advance(start)
    assert len(full.climb.plan.steps) > 7
    ended = climber.advance(start, limits=Limits(nodes=nodes))
    assert (ended.status, ended.limit, ended.climb.stuck) == (Status.STOPPED, "nodes", None)
    assert ended.statistics.expanded == nodes
    assert ended.climb.plan.steps == full.climb.plan.steps[:nodes]
    assert not ended.solved


def test_a_climb_that_needs_no_more_than_its_limit_is_solved():
    climber, _ = prepared("sliding-tile:2x3", "sliding-tile:2x2")
    start = drawn(climber, 8)
    needed = climbing.climb(climber, start, escape=NO_LIMITS, engine="python").statistics.expanded
    assert needed > 2
    enough = climbing.climb(
        climber, start, escape=NO_LIMITS, limits=Limits(nodes=needed), engine="python"
    )
    assert enough.status is Status.SOLVED
    less = climbing.climb(
        climber, start, escape=NO_LIMITS, limits=Limits(nodes=needed - 1), engine="python"
    )
    assert (less.status, less.limit) == (Status.STOPPED, "nodes")


def test_a_limit_on_time_stops_a_climb():
    climber, _ = prepared("sliding-tile:4x5")
    start = drawn(climber, 3)
    ended = climbing.climb(
        climber, start, escape=NO_LIMITS, limits=Limits(time=1e-9), engine="python"
    )
    assert (ended.status, ended.limit) == (Status.STOPPED, "time")
    assert ended.climb.plan.replay() == start


@pytest.mark.parametrize(
    ("limits", "name"), [(Limits(nodes=1), "nodes"), (Limits(time=1e-9), "time")]
)
def test_a_limit_on_an_escape_stops_the_climb_where_it_stands(limits, name):
    climber, _ = prepared("sliding-tile:4x5")
    start = drawn(climber, 3)
    ended = climbing.climb(climber, start, escape=limits, engine="python")
    assert (ended.status, ended.limit) == (Status.STOPPED, name)
    assert ended.climb.escapes[-1].steps is None
    assert ended.climb.escapes[-1].limit == name
    assert ended.climb.stuck == ended.climb.plan.replay() == climber.advance(start).climb.stuck


@pytest.mark.slow
def test_progress_is_reported_now_and_then():
    climber, _ = prepared("sliding-tile:4x5")
    seen = []
    ended = climbing.climb(
        climber, drawn(climber, 3), escape=NO_LIMITS, report=seen.append, engine="python"
    )
    assert ended.solved
    assert seen[0] == 0 and seen == sorted(seen) and seen[-1] < ended.statistics.expanded
    assert all(later - one <= STRIDE for one, later in pairwise(seen))
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("error", "limit"), [(KeyboardInterrupt, "interrupt"), (MemoryError, "memory")]
)
def test_what_was_done_before_an_interruption_is_kept(error, limit):
    climber, _ = prepared("sliding-tile:4x5")

    def report(expanded):
        if expanded >= STRIDE:
            raise error

    start = drawn(climber, 3)
    ended = climbing.climb(climber, start, escape=NO_LIMITS, report=report, engine="python")
    assert (ended.status, ended.limit, ended.solved) == (Status.STOPPED, limit, False)
    assert ended.statistics.expanded >= STRIDE
    assert ended.climb.plan.steps
    assert climber.goal.value(ended.climb.plan.replay()) < climber.goal.value(start)


@pytest.mark.parametrize(
    ("board", "start"),
    [
        ("sliding-tile:2x2", (1, 2, 3)),
        ("sliding-tile:2x2", (1, 2, 3, 0, 4)),
        ("sliding-tile:2x2", (1, 2, 3, 4)),
        ("sliding-tile:2x2", (1, 2, 0, 0)),
        ("sliding-tile:2x2", (1, 2, "a", 0)),
        ("pancake:3", (0, 1, 2)),
        ("pancake:3", (3, 3, 1)),
        ("cube:2", (1,) * 24),
        ("hanoi:3x3", (3, 3)),
        ("lights-out:1x2", (0, 0, 1)),
    ],
)
def test_a_start_that_is_no_state_of_the_board_is_refused(board, start):
    climber, _ = prepared(board)
    for refuse in (climber.advance, lambda state: checked_start(climber.goal, state)):
        with pytest.raises(
            InputError, match="start and goal are not states of one board"
        ) as caught:
            refuse(start)
        assert caught.value.expected == f"{len(climber.goal.goal)} cells with the goal's symbols"


def test_a_start_is_not_changed_by_climbing():
    climber, _ = prepared("sliding-tile:3x3")
    start = [8, 7, 6, 5, 4, 3, 2, 1, 0]
    ended = climbing.climb(climber, start, escape=NO_LIMITS, engine="python")
    assert start == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert ended.climb.plan.start == tuple(start)


@pytest.mark.parametrize("select", ["", "First", "worst"])
def test_an_unknown_selection_is_refused(select):
    with pytest.raises(InputError, match="no such selection") as caught:
        Climber(SlidingTiles(), (2, 2), select=select)
    assert (caught.value.expected, caught.value.found) == ("first or best", repr(select))
