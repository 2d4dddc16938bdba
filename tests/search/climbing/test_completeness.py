"""Completeness by situations, against climbing from every single state."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from arcwise.ebl import MacroLibrary, schematize
from arcwise.rules import Arc, Theory, TheoryDomain, Var, layers, open_source
from arcwise.rules.states.random_states import all_leading_to
from arcwise.search import SELECTIONS, Climber, Evidence, Limits, check_completeness
from arcwise.search.climbing import completeness
from arcwise.search.climbing.climb import climb_of
from arcwise.search.climbing.completeness import example, positional, situations
from arcwise.search.intervals import wilson_interval

from ...ebl.learners.lessons import complete, learn_escapes

TILES = ["sliding-tile:2x2", "sliding-tile:2x3", "sliding-tile:3x2", "sliding-tile:1x4",
         "sliding-tile:5x1"]  # fmt: skip
GROUPS = ["pancake:4", "pancake:5", "topspin:5x2", "topspin:5x3", "topspin:6x3"]
REPEATED = ["hanoi:3x3", "hanoi:4x2", "lights-out:2x2", "lights-out:2x3", "lights-out:1x5"]


@cache
def learned(board):
    """A library that is complete for a board; each test of it is independent of how it was made."""
    domain, shape = open_source(board).sized
    library = MacroLibrary(domain)
    for _ in learn_escapes(library, domain.practice(shape)):
        pass
    for _ in complete(library, [shape]):
        pass
    return library


@cache
def states_of(board, goal):
    domain, shape = open_source(board).sized
    return [state for layer in layers(domain.theory(shape), goal) for state in layer]


def situation(climber, state):
    goal = climber.goal
    filled = goal.placed(state)
    focus = state.index(goal.goal[goal.order[filled]])
    return filled, focus, climber.placements.blank_of(state)


def ends(climber, states):
    """Where climbing gets stuck, from any of the states."""
    return {stuck for state in states if (stuck := climber.advance(state).climb.stuck) is not None}


def better_by_some_schema(climber, state):
    """Whether any schema at any place leads to a better state, by arcs of the whole board."""
    geometry, shape = climber.placements.domain.geometry, climber.placements.shape
    height = climber.goal.value(state)
    for schema in climber.schemas:
        for place in geometry.places(schema.window, shape):
            cells = geometry.cells(schema.window, place, shape)
            after = schema.placed(cells, len(state)).apply(state)
            if after is not None and climber.goal.value(after) < height:
                return True
    return False


def dropped(board):
    """The whole library, what is left of it without one of its schemas (of about two), and none."""
    library = learned(board)
    rest = [library.without([macro.name]) for macro in list(library)[:: len(library) // 2 or 1]]
    return [library, *rest, MacroLibrary(library.domain)]


def goals(board):
    domain, shape = open_source(board).sized
    return [None, domain.draw(shape, Random(8))]


@pytest.mark.long
@pytest.mark.parametrize(
    ("board", "order"),
    [
        *((board, "given") for board in [*TILES, *GROUPS]),
        *((board, "blank-first") for board in ("sliding-tile:2x3", "topspin:5x2")),
    ],
)
def test_situations_tell_what_climbing_from_every_state_tells(board, order):
    verdicts = []
    domain, shape = open_source(board).sized
    for goal in goals(board):
        for number, library in enumerate(dropped(board)):
            climber = Climber(
                domain,
                shape,
                library.schemas,
                goal,
                order=order,
                select=SELECTIONS[number % 2],
            )
            states = states_of(board, climber.goal.goal)
            stuck = ends(climber, states)
            found = check_completeness(climber, most_minima=10**6)
            assert found.evidence in (Evidence.SITUATIONS, Evidence.ENTRIES)
            assert found.complete == (not stuck) == (not found.minima)
            assert {situation(climber, state) for state in found.minima} == {
                situation(climber, state)
                for state in states
                if state != climber.goal.goal and climber.step(state) is None
            }
            assert stuck <= {s for s in states if climber.step(s) is None}
            verdicts.append(found.complete)
    if order == "given":
        assert verdicts[0]
    if board not in ("topspin:6x3", "sliding-tile:1x4", "sliding-tile:5x1"):
        assert not all(verdicts)  # of the others every climb needs but single moves


@pytest.mark.long
@pytest.mark.parametrize("board", [*TILES, *GROUPS])
@pytest.mark.parametrize("order", ["given", "blank-first"])
def test_minima_are_states_that_reach_the_goal_and_that_no_schema_makes_better(board, order):
    domain, shape = open_source(board).sized
    for goal in goals(board):
        for library in dropped(board)[1:]:
            climber = Climber(domain, shape, library.schemas, goal, order=order)
            states = set(states_of(board, climber.goal.goal))
            minima = check_completeness(climber, most_minima=10**6).minima
            assert len(set(minima)) == len(minima)
            for state in minima:
                assert state in states
                assert state != climber.goal.goal
                assert not better_by_some_schema(climber, state)


@pytest.mark.long
@pytest.mark.parametrize("board", [*TILES, *GROUPS, "topspin:6x4", "sliding-tile:3x3"])
@pytest.mark.parametrize("order", ["given", "blank-first"])
def test_every_state_is_in_one_of_the_situations(board, order):
    domain, shape = open_source(board).sized
    climber = Climber(domain, shape, order=order)
    looked_at = list(situations(climber))
    assert len(set(looked_at)) == len(looked_at)
    goal = climber.goal.goal
    states = states_of(board, goal)
    if board == "sliding-tile:3x3":
        states = Random(1).sample(states, 2000)
    met = {situation(climber, state) for state in states if state != goal}
    assert met <= set(looked_at)
    if board in GROUPS or board == "topspin:6x4":
        assert met == set(looked_at)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["sliding-tile:2x2", "sliding-tile:2x3", "sliding-tile:3x2",
                                   "sliding-tile:3x3", *GROUPS[:-1]])  # fmt: skip
@pytest.mark.parametrize("order", ["given", "blank-first"])
def test_an_example_is_in_its_situation_and_reaches_the_goal(board, order):
    domain, shape = open_source(board).sized
    climber = Climber(domain, shape, order=order)
    states = set(states_of(board, climber.goal.goal))
    met = {situation(climber, state) for state in states if state != climber.goal.goal}
    for filled, focus, blank in situations(climber):
        state = example(climber, filled, focus, blank)
        assert (state is None) == ((filled, focus, blank) not in met)
        if state is not None:
            assert state in states
            assert situation(climber, state) == (filled, focus, blank)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["topspin:6x4", "topspin:7x4"])
def test_where_not_every_rearrangement_is_a_state_the_verdict_is_that_of_the_states(board):
    domain, shape = open_source(board).sized
    for library in (learned(board), MacroLibrary(domain)):
        climber = Climber(domain, shape, library.schemas)
        found = check_completeness(climber)
        minima = {
            situation(climber, state)
            for state in states_of(board, climber.goal.goal)
            if state != climber.goal.goal and climber.step(state) is None
        }
        assert {situation(climber, state) for state in found.minima} == minima
        assert found.complete == (not minima) == (len(library) > 0)


@pytest.mark.slow
@pytest.mark.parametrize("board", REPEATED)
def test_where_symbols_repeat_every_state_is_looked_at(board):
    domain, shape = open_source(board).sized
    verdicts = set()
    for goal in goals(board):
        for library in dropped(board):
            climber = Climber(domain, shape, library.schemas, goal)
            states = states_of(board, climber.goal.goal)
            found = check_completeness(climber, most_minima=10**6)
            assert (found.evidence, found.checked) == (Evidence.STATES, len(states))
            assert set(found.minima) == {
                s for s in states if s != climber.goal.goal and climber.step(s) is None
            }
            assert found.complete == (not ends(climber, states))
            verdicts.add(found.complete)
    assert True in verdicts


@pytest.mark.parametrize("board", ["sliding-tile:2x3", "hanoi:3x3"])
def test_the_check_ends_after_so_many_minima(board):
    domain, shape = open_source(board).sized
    climber = Climber(domain, shape)
    every = check_completeness(climber, most_minima=10**6)
    few = check_completeness(climber, most_minima=2)
    assert not few.complete
    assert few.checked < every.checked
    assert 2 <= len(few.minima) < len(every.minima)
    assert every.minima[: len(few.minima)] == few.minima
    assert len(check_completeness(climber, most_minima=1).minima) == 1
    assert every.whole and not few.whole
    assert few.among == every.among == every.checked
    assert f"{few.checked} of {every.checked}" in few.summary()


@pytest.mark.parametrize(
    ("board", "by_position"),
    [
        ("sliding-tile:3x3", True), ("pancake:5", True), ("topspin:6x2", True), ("cube:2", True),
        ("hanoi:3x3", False), ("lights-out:2x2", False),
    ],
)  # fmt: skip
def test_situations_decide_where_symbols_occur_once_and_nothing_but_the_blank_is_asked_for(
    board, by_position
):
    domain, shape = open_source(board).sized
    assert positional(Climber(domain, shape)) == by_position
    assert positional(Climber(domain, shape, order="blank-first")) == by_position


@pytest.fixture
def few_states(monkeypatch):
    learned("hanoi:3x3")  # with the usual limit, whichever test comes first
    monkeypatch.setattr(completeness, "MAX_STATES", 20)


@pytest.mark.slow
def test_where_there_are_too_many_states_random_ones_are_tried(few_states):
    board = "hanoi:3x3"
    domain, shape = open_source(board).sized
    climber = Climber(domain, shape, learned(board).schemas[:3])
    found = check_completeness(climber, samples=300, seed=4)
    assert (found.evidence, found.checked, found.complete) == (Evidence.SAMPLE, 300, False)
    states = states_of(board, climber.goal.goal)
    solved = sum(climber.advance(state).solved for state in states) / len(states)
    low, high = found.interval
    assert 0 < low <= solved <= high < 1
    assert high - low < 0.12
    assert set(found.minima) <= ends(climber, states)
    assert check_completeness(climber, samples=300, seed=4) == found
    assert check_completeness(climber, samples=300, seed=5) != found
    assert len(check_completeness(climber, samples=300, most_minima=3).minima) == 3


@pytest.mark.slow
def test_an_estimate_of_a_complete_library_leaves_room_for_doubt(few_states):
    board = "hanoi:3x3"
    domain, shape = open_source(board).sized
    found = check_completeness(Climber(domain, shape, learned(board).schemas), samples=100)
    assert found.complete
    assert found.minima == ()
    assert found.interval == wilson_interval(100, 100)
    assert found.interval[0] < 0.97
    assert (
        found.summary()
        == "estimated from random states: 96.3 to 100.0 % are solved (95% Wilson interval, 100 states)"
    )


@pytest.mark.long
def test_what_was_found_is_said_in_a_line():
    domain, shape = open_source("sliding-tile:2x3").sized
    climber = Climber(domain, shape, learned("sliding-tile:2x3").schemas)
    count = len(list(situations(climber)))
    assert check_completeness(climber).summary() == (
        f"complete (proved: all {count} situations looked at)"
    )
    domain, shape = open_source("lights-out:3x3").sized
    found = check_completeness(Climber(domain, shape))
    assert found.summary() == (
        f"incomplete, {len(found.minima)} local minima (proved: all {found.checked} states looked at)"
    )
    few = check_completeness(Climber(domain, shape), most_minima=2)
    assert few.summary() == (
        f"incomplete, at least 2 local minima (proved: {few.checked} of {found.checked} states looked at, "
        "until 2 local minima were found)"
    )


def test_a_macro_that_asks_for_a_symbol_makes_every_state_count():
    domain, shape = open_source("hanoi:3x3").sized
    (*_, first) = (s for s in domain.schemas(shape) if s.window == (1, 1) and s.arc.before == (1,))
    macro = schematize(domain, shape, (1, 1, 1), [(first, 0)], "m").operator
    assert not positional(Climber(domain, shape, [macro]))


@pytest.mark.parametrize("argument", ["water-jugs:4x3=2", "keys:1x4"])
def test_goals_that_leave_cells_open_are_checked_by_all_states_that_lead_to_them(argument):
    """Where a climb from one of them ends without the goal is told."""
    domain, shape = open_source(argument).sized
    climber = Climber(domain, shape)
    found = check_completeness(climber, most_minima=10_000)
    assert found.evidence is Evidence.NAMED and found.whole
    states = all_leading_to(domain.theory(shape), [climber.goal.wanted], 30_000)
    stuck = {climb_of(one).stuck for state in states if not (one := climber.advance(state)).solved}
    assert stuck and stuck & {*states} <= {*found.minima} and len(states) == found.checked


def odd_board(rng):
    """A board with a blank, the symbol 0, that jumps, rotates cells, or stands by while others rotate; all can be undone."""
    size = rng.randint(3, 5)
    variables, arcs = [Var(f"V{cell}") for cell in range(size)], []
    for kind in rng.choices(["rotate", "rotate", "stand by"], k=rng.randint(2, 5)):
        cells = rng.sample(range(size), rng.choice([2, 3]))
        others = [cell for cell in range(size) if cell not in cells]
        before = list(variables)
        before[rng.choice(others) if kind == "stand by" and others else cells[0]] = 0
        after = list(before)
        for cell, source in zip(cells, cells[1:] + cells[:1], strict=True):
            after[cell] = before[source]
        arcs += [Arc("a", tuple(before), tuple(after)), Arc("b", tuple(after), tuple(before))]
    goal = tuple(rng.sample(range(size), size))
    theory = Theory("odd", tuple(arcs), (1, size), blank=0, symbols=tuple(range(size)))
    return TheoryDomain(theory, own_goals=(goal,)), theory, goal


@pytest.mark.parametrize("seed", range(30))
def test_verdicts_of_odd_boards_with_a_blank_are_those_of_climbing_from_every_state(seed):
    domain, theory, goal = odd_board(Random(seed))
    climber = Climber(domain, theory.shape, (), goal)
    found = check_completeness(climber, most_minima=10**6)
    stuck = ends(climber, [state for layer in layers(theory, goal) for state in layer])
    assert found.interval is None
    assert found.complete is not bool(stuck)
    assert set(found.minima) <= stuck


@pytest.mark.parametrize("nodes", [1, 50_000])
def test_local_minima_of_a_board_without_a_blank_can_reach_the_goal(nodes, monkeypatch):
    monkeypatch.setattr(completeness, "EFFORT", Limits(nodes=nodes))  # for the way to each
    before, arcs = [Var(name) for name in "ABCDE"], []
    for a, b, c in ((0, 1, 2), (2, 3, 4)):  # of which only even permutations are made
        after = list(before)
        after[a], after[b], after[c] = before[b], before[c], before[a]
        arcs += [
            Arc("on", tuple(before), tuple(after)),
            Arc("back", tuple(after), tuple(before)),
        ]
    goal = (0, 1, 2, 3, 4)
    theory = Theory("even", tuple(arcs), (1, 5), symbols=goal)
    climber = Climber(TheoryDomain(theory, own_goals=(goal,)), theory.shape, (), goal)
    states = [state for layer in layers(theory, goal) for state in layer]
    found = check_completeness(climber, most_minima=10**6)
    assert len(states) == 60
    assert found.minima and set(found.minima) <= ends(climber, states)


def test_a_board_with_open_cells_in_its_goal_is_looked_at_state_by_state():
    arcs = []
    for cell in range(3):
        before = [Var(name) for name in "ABCD"]
        before[cell : cell + 2] = 0, 1
        after = list(before)
        after[cell : cell + 2] = 1, 0
        arcs += [
            Arc("right", tuple(before), tuple(after)),
            Arc("left", tuple(after), tuple(before)),
        ]
    theory, goal = Theory("row", tuple(arcs), (1, 4)), (1, Var("X"), Var("Y"), Var("Z"))

    def told(theory):
        domain = TheoryDomain(theory, own_goals=(goal,))
        return check_completeness(Climber(domain, (1, 4), (), goal)).summary()

    # Without symbols that are declared, a state may have others, by which a macro cannot be used.
    named = "states of the symbols that arcs and goal name"
    assert told(theory) == f"incomplete, 3 local minima (proved: all 14 {named} looked at)"
    declared = replace(theory, values=((0, 1),) * 4)
    assert told(declared) == "incomplete, 3 local minima (proved: all 14 states looked at)"
