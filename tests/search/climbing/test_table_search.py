"""Looking ahead with a macro table: both engines the same, every plan replayed, wider beams on average shorter."""

from functools import cache
from random import Random
from statistics import fmean

import pytest
from arcwise.ebl import Course, MacroTable, train
from arcwise.rules import InputError, open_source
from arcwise.search import Limits, climb
from arcwise.search.climbing.macro_table import joined, search_table
from hypothesis import given
from hypothesis import strategies as st

BOARDS = ["cube:2", "cube:2-half", "pancake:6", "burnt-pancake:3", "topspin:7x4", "lights-out:4x4",
          "sliding-tile:3x3"]  # fmt: skip
QUICK = [pytest.param(b, marks=[pytest.mark.slow] if "cube:2" in b else []) for b in BOARDS]


@cache
def climber(board, alternatives=6):
    domain, shape = open_source(board).sized
    learner = MacroTable(alternatives=alternatives)
    library = learner.library(domain)
    list(train(learner, library, Course(shape, (shape,))))
    return library.climber(shape, select="best")


def drawn(board, seed):
    domain, shape = open_source(board).sized
    return domain.draw(shape, Random(seed))


@pytest.mark.long
@pytest.mark.parametrize(
    "board",
    QUICK,
)
@pytest.mark.parametrize("width", [0, 1, 4])
def test_both_engines_find_the_same_plans(board, width):
    table = climber(board).table
    for seed in range(6):
        start = drawn(board, seed)
        one = search_table(table, start, width=width, engine="python")
        other = search_table(table, start, width=width)
        assert (one.engine, other.engine) == ("python", "native")
        assert (one.word, list(one.entries)) == (other.word, list(other.entries))
        assert one.statistics.expanded == other.statistics.expanded
        assert one.statistics.generated == other.statistics.generated


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["python", "auto"])
def test_no_plan_turns_a_face_three_times_the_same_way(engine):
    """7 of these 40 plans did before runs were reduced."""
    table = climber("cube:2").table
    for seed in range(40):
        found = search_table(table, drawn("cube:2", seed), width=1, engine=engine)
        assert found.statistics.operator_applications == len(found.word)
        threes = zip(found.word, found.word[1:], found.word[2:], strict=False)
        assert not [one for one in threes if len(set(one)) == 1]


@pytest.mark.parametrize("board", QUICK)
def test_plans_lead_to_the_goal_move_by_move(board):
    domain, shape = open_source(board).sized
    for seed in range(20):
        start = drawn(board, seed)
        found = climb(climber(board), start, width=10)
        assert found.solved
        assert found.climb.plan.replay() == domain.goal(shape)
        assert found.moves == len(found.climb.plan.steps) == found.statistics.operator_applications
        used = sum(use.applied for use in found.climb.uses)
        assert used == found.climb.entries


@pytest.mark.slow
@pytest.mark.parametrize("board", ["cube:2", "topspin:7x4", "pancake:6", "sliding-tile:3x3"])
def test_a_wider_look_ahead_is_shorter_on_average(board):
    starts = [drawn(board, seed) for seed in range(40)]
    means = [
        fmean(len(search_table(climber(board).table, start, width=width).word) for start in starts)
        for width in (0, 1, 50)
    ]
    assert means[0] > means[1] > means[2]


@pytest.mark.slow
def test_without_a_width_macros_are_taken_one_by_one():
    table, start = climber("cube:2"), drawn("cube:2", 1)
    alone = climb(table, start)
    assert alone.climb.entries == 0 and alone.solved
    assert any(schema.arc.is_macro for schema, _ in alone.climb.plan.steps)
    joined = climb(table, start, width=10)
    assert alone.moves > joined.moves
    assert alone.to_dict()["entries"] is None
    assert joined.to_dict()["entries"] == joined.climb.entries > 0


@pytest.mark.slow
def test_a_limit_leaves_the_best_plan_until_then():
    table = climber("cube:2").table
    start = drawn("cube:2", 3)
    whole = search_table(table, start, width=100)
    for engine in ("python", "native"):
        cut = search_table(table, start, width=100, limits=Limits(nodes=5), engine=engine)
        assert (cut.solved, cut.limit, cut.statistics.expanded) == (True, "nodes", 5)
        assert len(cut.word) >= len(whole.word)


def test_other_symbols_are_refused():
    with pytest.raises(InputError):
        climb(climber("pancake:6"), (1, 2, 3, 4, 5, 9), width=1)


@pytest.mark.slow
@given(st.data())
def test_joined_words_do_the_same_and_are_not_longer(data):
    moves = climber(
        data.draw(st.sampled_from(["cube:2-half", "lights-out:4x4", "topspin:7x4"]))
    ).table.moves
    words = st.lists(st.integers(0, len(moves.steps) - 1), max_size=12)
    one, other = joined(moves, (), data.draw(words)), data.draw(words)
    same = tuple(range(len(moves.goal)))
    both = joined(moves, one, other)
    assert moves.after(same, both) == moves.after(moves.after(same, one), other)
    assert len(both) <= len(one) + len(other)
