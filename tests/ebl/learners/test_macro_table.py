"""Macro tables: an entry for every cell and place that a state needs, the shortest there is."""

from functools import cache
from itertools import count, product
from random import Random

import pytest
from arcwise.ebl import Course, MacroLibrary
from arcwise.ebl.learners import macro_table as learner
from arcwise.ebl.library import table_arcs
from arcwise.rules import InputError, distances, open_source
from arcwise.search import BLANK_FIRST, Limits, check_completeness
from arcwise.search.climbing.macro_table import SLACK

from .lessons import learn_macro_table

ENUMERATED = ["sliding-tile:2x2", "sliding-tile:2x3", "sliding-tile:3x2", "pancake:5",
              "burnt-pancake:3", "topspin:5x2", "topspin:6x3", "topspin:7x3",
              "lights-out:3x3", "lights-out:4x2"]  # fmt: skip
LARGER = ["sliding-tile:3x3", "sliding-tile:2x5", "pancake:8", "topspin:8x4", "cube:2",
          "lights-out:4x4"]  # fmt: skip


@cache
def table(board):
    """A table, its entries, and a climber with it."""
    domain, shape = open_source(board).sized
    library = MacroLibrary(domain, order=BLANK_FIRST, table=True)
    entries = list(learn_macro_table(library, shape))
    return library, entries, library.climber(shape)


@cache
def arcs_of(board):
    """The table with the single moves as arcs of the board; those that ask for two blanks apply nowhere."""
    climber = table(board)[2]
    domain, shape = open_source(board).sized
    arcs = table_arcs(climber.goal, domain, shape, climber.schemas)
    return [arc for arc in arcs if domain.blank is None or arc.before.count(0) < 2]


@cache
def states_of(board):
    domain, shape = open_source(board).sized
    return distances(domain.theory(shape), domain.goal(shape))


def drawn(board, count):
    domain, shape = open_source(board).sized
    return [domain.draw(shape, Random(seed)) for seed in range(count)]


def needed(climber, state):
    """The cell of the order that a state has to fill next, and where that cell's symbol is."""
    filled = climber.goal.placed(state)
    return filled, climber.table.moves.arrangement(state)[climber.goal.order[filled]]


def entry_of(goal, arc):
    """The cell of the order that an arc fills, and where it takes the symbol from."""
    filled = min(goal.rank[cell] for cell in arc.changed)
    return filled, arc.before.index(arc.after[goal.order[filled]])


@pytest.mark.slow
@pytest.mark.parametrize("board", ENUMERATED)
def test_there_is_an_entry_for_every_cell_and_place_that_some_state_needs(board):
    _, entries, climber = table(board)
    goal = climber.goal
    wanted = {needed(climber, state) for state in states_of(board) if state != goal.goal}
    assert wanted == set(climber.table.by_place)
    assert [needed(climber, entry.problem.start) for entry in entries] == sorted(
        wanted, key=lambda entry: (entry[0], entry[1])
    )
    assert all(entry.outcome.solved for entry in entries)
    if not board.startswith("lights-out"):  # where symbols repeat, an arc does not tell its place
        assert wanted <= {entry_of(goal, arc) for arc in arcs_of(board)}


@pytest.mark.slow
def test_the_table_of_the_eight_puzzle_has_its_thirty_five_entries():
    """Eight for the blank, then seven, six, ... two; the last two tiles are where they belong."""
    _, entries, climber = table("sliding-tile:3x3")
    found = [needed(climber, entry.problem.start) for entry in entries]
    ranks = climber.goal.rank
    assert found == [
        (filled, place) for filled, place in product(range(7), range(9)) if ranks[place] > filled
    ]
    assert len(entries) == 8 + 7 + 6 + 5 + 4 + 3 + 2
    assert all(entry.outcome.solved for entry in entries)


@pytest.mark.long
@pytest.mark.parametrize("board", [*ENUMERATED, *LARGER])
def test_climbing_with_a_table_never_gets_stuck(board):
    _, _, climber = table(board)
    assert check_completeness(climber).complete


@pytest.mark.slow
@pytest.mark.parametrize("board", ENUMERATED)
def test_with_a_table_every_state_is_solved_a_step_for_each_cell(board):
    _, _, climber = table(board)
    states = states_of(board)
    for state in Random(2).sample(sorted(states), min(120, len(states))):
        ended = climber.advance(state)
        assert ended.solved
        assert states[state] <= ended.climb.plan.moves
        assert ended.climb.plan.replay() == climber.goal.goal


@pytest.mark.slow
def test_three_hundred_boards_of_the_eight_puzzle_are_solved(eight_puzzle_states):
    _, _, climber = table("sliding-tile:3x3")
    for state in eight_puzzle_states:
        ended = climber.advance(state)
        assert ended.solved
        assert ended.climb.plan.replay() == climber.goal.goal


@pytest.fixture
def eight_puzzle_states():
    """Random ones among all 9!/2."""
    return drawn("sliding-tile:3x3", 300)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("board", ["sliding-tile:2x5", "cube:2", "topspin:8x4", "pancake:8"])
def test_larger_boards_are_solved_too(board):
    _, _, climber = table(board)
    for state in drawn(board, 25):
        ended = climber.advance(state)
        assert ended.solved
        assert ended.climb.plan.replay() == climber.goal.goal


def nearest(theory, goal, state, filled):
    """How many moves away the cell after ``filled`` can be filled, by plain search over full states."""
    layer, seen, depth = [state], {state}, 0
    while all(goal.placed(other) <= filled for other in layer):
        layer = [after for s in layer for _, after in theory.successors(s)]
        layer = [after for after in dict.fromkeys(layer) if after not in seen]
        seen.update(layer)
        depth += 1
    return depth


@pytest.mark.slow
@pytest.mark.parametrize("board", ENUMERATED)
def test_no_entry_could_be_shorter(board):
    _, entries, climber = table(board)
    domain, shape = open_source(board).sized
    for entry in entries:
        filled, _ = needed(climber, entry.problem.start)
        assert entry.outcome.moves == nearest(
            domain.theory(shape), climber.goal, entry.problem.start, filled
        )
        assert entry.outcome.applications >= entry.outcome.moves
        assert entry.admissions[0].macro.length == entry.outcome.moves
        for admission in entry.admissions:
            assert entry.outcome.moves <= admission.macro.length <= entry.outcome.moves + SLACK
            assert admission.accepted or {"move", "rule"} & set(admission.reason.split())


@pytest.mark.slow
@pytest.mark.parametrize("board", ["sliding-tile:2x3", "sliding-tile:3x3", "cube:2"])
def test_macros_say_which_entry_they_are(board):
    library, entries, climber = table(board)
    order = climber.goal.order
    for entry in entries:
        filled, place = needed(climber, entry.problem.start)
        for admission in entry.admissions:
            origin = f"{board}, cell {order[filled] + 1} from cell {place + 1}"
            assert admission.macro.origin == origin
    assert [schema.name for schema in library] == [f"m{n}" for n in range(1, len(library) + 1)]


@pytest.mark.parametrize("board", ["hanoi:3x3", "sliding-tile:17x17"])
def test_where_moves_ask_for_symbols_or_these_repeat_there_is_no_table(board):
    domain, shape = open_source(board).sized
    library = MacroLibrary(domain, order=BLANK_FIRST, table=True)
    with pytest.raises(InputError, match="has no macro table"):
        next(learn_macro_table(library, shape))
    assert len(library) == 0


def test_an_entry_that_is_not_found_in_time_is_recorded():
    domain, shape = open_source("sliding-tile:3x3").sized
    library = MacroLibrary(domain, order=BLANK_FIRST, table=True)
    entries = list(learn_macro_table(library, shape, limits=Limits(nodes=2)))
    assert len(entries) == 35
    assert {entry.outcome.solved for entry in entries} == {True, False}
    assert all(bool(entry.admissions) == entry.outcome.solved for entry in entries)
    assert {entry.outcome.limit for entry in entries} == {None, "nodes"}
    assert not check_completeness(library.climber(shape)).complete


@pytest.mark.slow
def test_a_table_closed_half_way_holds_the_entries_until_then():
    domain, shape = open_source("sliding-tile:3x3").sized
    library = MacroLibrary(domain, order=BLANK_FIRST, table=True)
    learning = learn_macro_table(library, shape)
    for entry in learning:
        if entry.number == 20:
            break
    learning.close()
    whole = table("sliding-tile:3x3")[0]
    assert 0 < len(library) < len(whole)
    assert list(library) == list(whole)[: len(library)]


def sampled(board):
    if board in ENUMERATED:
        states = sorted(states_of(board))
        return Random(3).sample(states, min(150, len(states)))
    met, climber = [], table(board)[2]
    for state in drawn(
        board, 15
    ):  # states as they come in climbing, with more and more cells filled
        while state != climber.goal.goal:
            met.append(state)
            cells = list(state)
            climber.step(state).apply(cells)
            state = tuple(cells)
    return met


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("board", [*ENUMERATED, *LARGER])
def test_an_arc_of_a_table_applies_only_where_its_entry_is_needed(board):
    goal = table(board)[2].goal
    entries = [(arc, *entry_of(goal, arc)) for arc in arcs_of(board)]
    for state in sampled(board):
        if state == goal.goal:
            assert all(arc.apply(state) is None for arc, _, _ in entries)
            continue
        used = 0
        for arc, filled, place in entries:
            after = arc.apply(state)
            if after is None:
                continue
            used += 1
            if not board.startswith("lights-out"):
                assert (filled, place) == needed(table(board)[2], state)
            assert goal.placed(after) > filled
            assert all(after[cell] == goal.goal[cell] for cell in goal.order[: filled + 1])
        assert used > 0


@pytest.mark.slow
@pytest.mark.parametrize("board", ["sliding-tile:3x3", "pancake:5", "topspin:7x3", "cube:2"])
def test_an_arc_of_a_table_is_what_its_steps_do(board):
    domain, shape = open_source(board).sized
    known = {arc.canonical for arc in domain.theory(shape).arcs}
    arcs = [arc for arc in arcs_of(board) if arc.is_macro]
    used = set()
    for state in sampled(board):
        for number, arc in enumerate(arcs):
            after = arc.apply(state)
            if after is None:
                continue
            used.add(number)
            assert arc.cost == arc.length == len(arc.steps)
            reached = state
            for step in arc.steps:
                assert step.canonical in known
                reached = step.apply(reached)
            assert reached == after
    assert len(used) > 5


@pytest.mark.slow
@pytest.mark.parametrize("board", ["sliding-tile:2x3", "pancake:5", "topspin:7x3"])
def test_each_arc_of_a_table_brings_its_symbol_home_from_its_place(board):
    goal = table(board)[2].goal
    for arc in arcs_of(board):
        filled, place = entry_of(goal, arc)
        cell = goal.order[filled]
        assert arc.before[cell] != goal.goal[cell] == arc.before[place] == arc.after[cell]
        for earlier in goal.order[:filled]:
            assert arc.before[earlier] == arc.after[earlier] == goal.goal[earlier]


def test_the_limit_on_time_is_on_explaining_the_words_too(monkeypatch):
    clock = count(0, 1.0)
    monkeypatch.setattr(learner, "perf_counter", lambda: next(clock))
    domain, shape = open_source("pancake:8").sized
    library = MacroLibrary(domain, order=BLANK_FIRST, table=True)
    course = Course(shape, (shape,), limits=Limits(time=10))
    problems = list(learner.MacroTable().experience(library, course, ()))
    solved = [one.outcome.solved for one in problems]
    assert solved == [True] * 10 + [False] * (len(problems) - 10)
    assert len(problems) == sum(range(1, 8))
    assert {one.outcome.limit for one in problems[10:]} == {"time"}
    assert {one.outcome.limit for one in problems[:10]} == {None}
