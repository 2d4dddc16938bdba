"""Focused macros: few effects, against all states that can be reached."""

from functools import cache

import pytest
from arcwise.ebl import MacroLibrary
from arcwise.ebl.learners.focused import cells_changed
from arcwise.rules import SlidingTiles, distances, open_source

from .lessons import learn_focused

BOARDS = ["sliding-tile:2x3", "sliding-tile:3x3", "sliding-tile:1x5", "pancake:5", "topspin:7x3",
          "hanoi:3x3", "lights-out:3x3", "cube:2"]  # fmt: skip
SMALL = ["sliding-tile:2x2", "sliding-tile:2x3", "pancake:5", "topspin:5x2", "topspin:6x4",
         "hanoi:3x3", "lights-out:2x2"]  # fmt: skip


@cache
def learned(board, budget=1500, best=8):
    domain, shape = open_source(board).sized
    library = MacroLibrary(domain)
    return library, list(learn_focused(library, shape, states=budget, best=best)), domain, shape


def on_the_window(macro):
    return macro.explanation.start, macro.explanation.goal


def rank(macro, blank):
    """What macros are sorted by: cells that differ, whether the blank moved, the number of moves."""
    start, goal = on_the_window(macro)
    moved = blank is not None and start.index(blank) != goal.index(blank)
    return cells_changed(start, goal), moved, macro.length


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_every_macro_replays_by_moves_of_the_family(board):
    library, _, domain, shape = learned(board)
    known = {schema.canonical for schema in domain.schemas(shape)}
    assert len(library) > 0
    for schema in library:
        assert {move.canonical for move, _ in schema.steps} <= known
        assert schema.length == len(schema.steps) > 1
        state = schema.explanation.start
        for arc in schema.arc.steps:
            state = arc.apply(state)
        assert state == schema.explanation.goal == schema.arc.apply(schema.explanation.start)
        assert domain.holds(schema.operator, shape)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_effects_are_the_cells_that_change_on_the_board(board):
    library, practised, domain, shape = learned(board)
    geometry = domain.geometry
    for practice in practised:
        for admission in practice.admissions:
            start, goal = on_the_window(admission.macro)
            assert (
                cells_changed(start, goal)
                == sum(a != b for a, b in zip(start, goal, strict=True))
                > 0
            )
    for schema in library:
        state = domain.goal(shape)
        for place in geometry.places(schema.window, shape):
            cells = geometry.cells(schema.window, place, shape)
            after = schema.schema.placed(cells, len(state)).apply(state)
            if after is not None and domain.permutes(shape):
                assert cells_changed(state, after) == len(schema.arc.changed)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_what_is_kept_of_each_start_is_in_order_and_no_more_than_asked_for(board):
    _, practised, domain, shape = learned(board)
    for practice in practised:
        ranks = [rank(admission.macro, domain.blank) for admission in practice.admissions]
        assert ranks == sorted(ranks)
        assert 0 < len(ranks) <= 8
        assert practice.outcome.solved
        assert practice.outcome.moves == 0
        assert practice.problem.shape == shape


@pytest.mark.slow
@pytest.mark.parametrize("board", SMALL)
@pytest.mark.parametrize("keep", [1, 7, 20])
def test_with_budget_enough_no_reachable_state_has_fewer_effects(board, keep):
    _, practised, domain, shape = learned(board, 60_000, keep)
    theory, blank = domain.theory(shape), domain.blank
    for practice in practised:
        start = practice.problem.start
        best = sorted(
            (
                cells_changed(start, state),
                blank is not None and state.index(blank) != start.index(blank),
            )
            for state, depth in distances(theory, start).items()
            if depth > 1
        )[:keep]
        found = [rank(admission.macro, blank)[:2] for admission in practice.admissions]
        assert found == best


@pytest.mark.parametrize("board", BOARDS)
def test_starts_differ_in_where_the_blank_is(board):
    _, practised, domain, shape = learned(board)
    goal = domain.goal(shape)
    assert [practice.number for practice in practised] == list(range(1, len(practised) + 1))
    if domain.blank is None:
        assert [practice.problem.start for practice in practised] == [goal]
        return
    assert [practice.problem.start.index(0) for practice in practised] == list(range(len(goal)))
    assert all(sorted(practice.problem.start) == sorted(goal) for practice in practised)
    assert all(cells_changed(goal, practice.problem.start) in (0, 2) for practice in practised)


@pytest.mark.slow
@pytest.mark.parametrize("budget", [1, 10, 100, 1000])
def test_no_more_states_are_generated_than_the_budget_and_one_expansion(budget):
    _, practised, _, _ = learned("sliding-tile:3x3", budget)
    assert all(budget <= practice.outcome.applications < budget + 4 for practice in practised)
    assert all(practice.admissions or budget < 10 for practice in practised)


@pytest.mark.slow
def test_each_start_s_macros_are_in_the_library_unless_it_has_the_rule():
    library, practised, _, _ = learned("sliding-tile:3x3")
    accepted = [a.macro for p in practised for a in p.admissions if a.accepted]
    replaced = [a.replaced for p in practised for a in p.admissions if a.replaced is not None]
    assert {id(schema) for schema in library} == {id(m) for m in accepted} - {
        id(macro) for macro in replaced
    }
    assert sum(p.learned for p in practised) == len(library) + len(replaced)
    assert len({schema.name for schema in library}) == len(library)
    assert "sliding-tile:3x3, from " in next(iter(library)).origin


@pytest.mark.slow
def test_tiles_move_by_even_permutations_where_the_blank_comes_back():
    """No two tiles alone can change places, but three can; and every move turns the parity of all cells."""
    library, _, _, _ = learned("sliding-tile:3x3")
    fewest = set()
    for schema in library:
        goes = [schema.arc.before.index(term) for term in schema.arc.after]
        odd = sum(goes[i] > goes[j] for j in range(len(goes)) for i in range(j)) % 2
        assert odd == schema.length % 2
        blank = schema.arc.before.index(0)
        if schema.arc.after[blank] == 0:
            fewest.add(len(schema.arc.changed))
            assert not odd
    assert min(fewest) == 3


def test_a_library_closed_half_way_keeps_what_it_has():
    library = MacroLibrary(SlidingTiles())
    learning = learn_focused(library, (3, 3), states=300, best=5)
    first = next(learning)
    learning.close()
    assert len(library) == first.learned > 0
