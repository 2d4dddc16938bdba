"""Macro tables from the moves alone: every entry replays, and nothing is missing, which an enumeration confirms."""

from functools import cache
from math import prod
from random import Random
from statistics import fmean

import pytest
from arcwise.ebl import Course, MacroTable, train
from arcwise.rules import InputError, distances, open_source
from arcwise.search import Evidence, Limits, check_completeness, climb
from arcwise.search.climbing.board_permutations import BoardPermutations
from arcwise.search.climbing.macro_table import ALTERNATIVES, SLACK, fill_table, needed

SMALL = [pytest.param("cube:2-half", marks=pytest.mark.slow), "pancake:6", "burnt-pancake:3", "topspin:7x4", "lights-out:3x3", "arrow:4",
         "sliding-tile:2x4", "sliding-tile:3x3", "lights-out:4x4"]  # fmt: skip
ENUMERATED = ["pancake:5", "burnt-pancake:3", "topspin:6x3", "lights-out:3x3", "lights-out:4x2",
              "sliding-tile:2x3"]  # fmt: skip
LARGE = ["cube:2", "topspin:12x4", "pancake:12", "sliding-tile:4x4"]


@cache
def filled(board):
    domain, shape = open_source(board).sized
    return fill_table(domain, shape)


@cache
def learned(board, alternatives=ALTERNATIVES):
    domain, shape = open_source(board).sized
    learner = MacroTable(alternatives=alternatives)
    library = learner.library(domain)
    list(train(learner, library, Course(shape, (shape,))))
    return library, shape


def check_entries(board, stride=1):
    """Every word, made move by move with the theory's own arcs, fills its cell and spoils none before it."""
    table = filled(board)
    domain, shape = open_source(board).sized
    goal, primitive = domain.goal(shape), {}
    for arc in domain.theory(shape).primitives:
        primitive.setdefault(arc.canonical, arc)
    for column, (cell, places) in enumerate(zip(table.order, table.columns, strict=True)):
        for place, words in list(places.items())[column % stride :: stride]:
            assert 1 <= len(words) <= ALTERNATIVES
            assert list(map(len, words)) == sorted(map(len, words))
            assert len(words[-1]) <= len(words[0]) + SLACK
            for word in words:
                state = table.moves.before(word)
                where = table.moves.arrangement(state)
                assert where[cell] == place
                assert all(where[earlier] == earlier for earlier in table.order[:column])
                for move in word:
                    schema, at = table.moves.steps[move]
                    cells = domain.geometry.cells(schema.window, at, shape)
                    state = primitive[schema.on_board(cells, len(goal)).canonical].apply(state)
                assert state == goal


@pytest.mark.slow
@pytest.mark.parametrize("board", SMALL)
def test_every_entry_is_what_its_moves_do(board):
    check_entries(board)


@pytest.mark.long
@pytest.mark.parametrize("board", LARGE)
def test_no_entry_of_a_large_table_is_missing_and_each_is_what_its_moves_do(board):
    check_entries(board, stride=20)
    table = filled(board)
    wanted = list(needed(table.moves, table.order))
    assert [set(places) for places in table.columns] == [set(places) for places in wanted]
    assert all(words for places in table.columns for words in places.values())


@pytest.mark.long
@pytest.mark.parametrize(
    "board",
    [
        *("pancake:6", "topspin:7x4", "lights-out:4x4", "sliding-tile:2x3"),
        pytest.param("sliding-tile:3x3", marks=pytest.mark.slow),
    ],
)
def test_no_entry_is_missing_and_the_columns_tell_how_many_states_there_are(board):
    table = filled(board)
    domain, shape = open_source(board).sized
    wanted = list(needed(table.moves, table.order))
    assert [set(places) for places in table.columns] == [set(places) for places in wanted]
    states = len(distances(domain.theory(shape), domain.goal(shape)))
    assert prod(1 + len(places) for places in wanted) == states


def shuffles(cells, seed):
    """PSVN of two random permutations and what undoes them: nearly always they make all or half of the arrangements."""
    random, rules = Random(seed), []
    for _ in range(2):
        before = [f"X{cell}" for cell in range(cells)]
        after = random.sample(before, cells)
        rules += [
            " ".join(one) + " => " + " ".join(to) for one, to in ((before, after), (after, before))
        ]
    numbers = " ".join(str(number + 1) for number in range(cells))
    lines = [
        f"DOMAIN cell {cells}",
        numbers.replace(" ", "\n"),
        str(cells),
        " ".join(["cell"] * cells),
        *rules,
    ]
    return "\n".join([*lines, f"GOAL {numbers}"]) + "\n"


@pytest.mark.parametrize("seed", range(2))
def test_entries_of_random_moves_are_longer_the_more_cells_they_leave_alone(seed, tmp_path):
    cells = 36
    (tmp_path / "shuffle.psvn").write_text(shuffles(cells, seed))
    domain, shape = open_source(str(tmp_path / "shuffle.psvn")).sized
    table = fill_table(domain, shape, most_words=20_000, alternatives=2)
    goes = table.moves.goes
    for column, (cell, places) in enumerate(zip(table.order, table.columns, strict=True)):
        for place, words in places.items():
            for word in words:
                where = list(range(cells))
                for move in word:
                    where = [goes[move][at] for at in where]
                assert where[place] == cell
                assert all(where[earlier] == earlier for earlier in table.order[:column])
    lengths = [fmean(len(words[0]) for words in places.values()) for places in table.columns]
    assert all(words for places in table.columns for words in places.values())
    # A cycle of three would do for all of them; powers that move more cells are shorter, and serve while many cells may move.
    assert lengths[8] < lengths[14] < lengths[-1] and lengths[8] < lengths[-1] / 2


@pytest.mark.slow
@pytest.mark.parametrize("board", ENUMERATED)
def test_climbing_with_a_table_solves_every_state(board):
    library, shape = learned(board)
    domain, _ = open_source(board).sized
    climber = library.climber(shape, select="best")
    assert check_completeness(climber).complete
    for state in distances(domain.theory(shape), domain.goal(shape)):
        found = climb(climber, state, width=1)
        assert found.solved and not found.climb.escapes
        assert found.climb.plan.replay() == domain.goal(shape)


@pytest.mark.long
@pytest.mark.parametrize(
    "board",
    ["pancake:5", "lights-out:3x3", "topspin:7x4"],
)
def test_a_table_that_lacks_an_entry_is_not_complete(board):
    library, shape = learned(board, alternatives=1)
    found = check_completeness(library.climber(shape))
    assert (found.complete, found.evidence) == (True, Evidence.ENTRIES)
    climber = library.climber(shape)
    entry = next(one for one in reversed(climber.table.entries) if len(one.word) > 1)
    alike = [
        climber.schemas[other.number].name
        for other in climber.table.by_place[entry.column, entry.place]
    ]
    lacking = library.without(alike).climber(shape)
    broken = check_completeness(lacking)
    assert not broken.complete and broken.minima
    for state in broken.minima:
        assert lacking.step(state) is None
        assert climber.goal.placed(state) < len(climber.goal.order)


def test_a_state_that_needs_an_entry_that_is_missing_is_searched_out_of_its_minimum():
    library, shape = learned("pancake:5", alternatives=1)
    whole = library.climber(shape, select="best")
    entry = whole.table.entries[-1]
    names = [
        whole.schemas[other.number].name
        for other in whole.table.by_place[entry.column, entry.place]
    ]
    broken = library.without(names).climber(shape, select="best")
    _, _, state = next(iter(broken.table.missing()))
    assert not climb(broken, state, width=1).solved
    found = climb(broken, state, escape=Limits(nodes=10_000), width=1)
    assert found.solved and found.climb.escapes


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("hanoi:3x3", "other symbols"),
        ("blocks:3", "other symbols"),
        ("sliding-tile:17x17", "289 cells"),
    ],
)
def test_a_board_without_a_table_says_why(board, reason):
    domain, shape = open_source(board).sized
    with pytest.raises(InputError, match="has no macro table") as caught:
        BoardPermutations.of(domain, shape, tuple(domain.goal(shape)))
    assert reason in str(caught.value)


@pytest.mark.parametrize("board", ["cube:2", "lights-out:3x3", "sliding-tile:3x3", "topspin:7x4"])
def test_a_state_is_one_arrangement_and_back(board):
    domain, shape = open_source(board).sized
    moves = BoardPermutations.of(domain, shape, domain.goal(shape))
    for seed in range(20):
        state = domain.draw(shape, Random(seed))
        where = moves.arrangement(state)
        assert sorted(where) == list(range(len(state)))
        assert moves.state_of(where) == state


def test_other_symbols_than_the_goal_s_are_refused():
    domain, shape = open_source("pancake:4").sized
    moves = BoardPermutations.of(domain, shape, domain.goal(shape))
    with pytest.raises(InputError, match="different symbols"):
        moves.arrangement((1, 2, 3, 3))


@pytest.mark.parametrize("limit", ["nodes", "time", "memory"])
def test_a_limit_leaves_the_entries_that_were_found(limit):
    domain, shape = open_source("cube:2" if limit == "nodes" else "cube:3-half").sized
    limits = {"nodes": Limits(nodes=3), "time": Limits(time=0.01), "memory": Limits(memory=100_000)}
    table = fill_table(domain, shape, limits=limits[limit])
    assert table.limit == limit
    assert len(table.columns) == len(table.order)


def test_a_report_that_raises_ends_the_work_with_what_it_raised():
    def refuse(count):
        raise ZeroDivisionError

    domain, shape = open_source("cube:3-half").sized
    with pytest.raises(ZeroDivisionError):
        fill_table(domain, shape, report=refuse)


def test_ctrl_c_ends_filling_with_what_was_found():
    def interrupt(count):
        raise KeyboardInterrupt

    domain, shape = open_source("cube:3-half").sized
    assert fill_table(domain, shape, report=interrupt).limit == "interrupt"
