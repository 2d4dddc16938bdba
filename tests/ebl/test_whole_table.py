"""A macro table as a whole: every entry that was learned is in it, and one that is taken out is missing."""

from collections.abc import Iterable
from statistics import fmean

import pytest
from arcwise.ebl import MacroTable
from arcwise.ebl.learner import read_order
from arcwise.ebl.views import entry_text, table_text
from arcwise.ebl.whole_table import WholeTable
from arcwise.experiments import learn
from arcwise.rules import State, distances, open_source
from arcwise.rules.text.boards import cells_listed
from arcwise.search.climbing.macro_table import table_goal

from .test_table_entries import learned


@pytest.mark.parametrize("board", ["cube:2", "pancake:5", "lights-out:3x3", "sliding-tile:2x3"])
@pytest.mark.slow
def test_every_macro_stands_in_the_entry_that_it_was_learned_for(board):
    library = learned(board)
    table = WholeTable.of(library)
    assert table.missing == 0
    for macro in library:
        cell, place = (
            int(word) for word in macro.origin.replace(",", "").split() if word.isdigit()
        )
        assert macro.name in [table.names[one.number] for one in table.entry(cell - 1, place - 1)]
    for column in table.columns:
        for place, found in column.entries.items():
            assert [len(one.word) for one in found] == sorted(len(one.word) for one in found)
            for one in found:
                assert one.goes[place] == column.cell
                assert set(column.before) <= set(one.leaves)
    text = table_text(table)
    assert f"The macro table of {board}: " in text
    assert "every entry that some state needs is there" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.slow
def test_an_entry_without_macros_is_said_to_be_missing():
    library = learned("cube:2")
    origin = list(library)[-1].origin
    without = library.without([macro.name for macro in library if macro.origin == origin])
    table = WholeTable.of(without)
    cell, place = (int(word) for word in origin.replace(",", "").split() if word.isdigit())
    assert table.missing == 1
    assert f"{place} (missing)" in table_text(table)
    assert table.entry(cell - 1, place - 1) == ()
    assert entry_text(table, cell - 1, place - 1).endswith("the entry is missing.")
    assert table.entry(cell - 1, cell - 1) is None


@pytest.mark.slow
def test_other_libraries_are_no_table():
    assert WholeTable.of(learned("sliding-tile:2x3", "escapes")) is None


def solutions(table: WholeTable, starts: Iterable[State]) -> list[int]:
    """Moves from each arrangement home by the shortest entry of each column, followed cell by cell."""
    lengths = []
    for start in starts:
        where, length = start, 0
        for column in table.columns:
            place = where.index(column.cell)
            if place != column.cell:
                entry = column.entries[place][0]
                length += len(entry.word)
                moved = list(where)
                for cell, goes in enumerate(entry.goes):
                    moved[goes] = where[cell]
                where = tuple(moved)
        assert where == tuple(range(table.cells))
        lengths.append(length)
    return lengths


@pytest.mark.parametrize("order", ["blank-first", "found", "1,2,3,4,5", "2,1,3,4,5,6"])
def test_mean_and_maximum_are_those_of_all_starts(order):
    domain, shape = open_source("sliding-tile:2x3").sized
    found = learn("sliding-tile:2x3", learner=MacroTable(subgoals=read_order(order)))
    table = WholeTable.of(found.library)
    goal = table_goal(domain, shape, found.library.order)
    home = {symbol: cell for cell, symbol in enumerate(goal)}
    states = distances(domain.theory(shape), goal)
    made = solutions(table, (tuple(home[one] for one in state) for state in states))
    assert table.starts == len(states) == 360
    assert table.mean == pytest.approx(fmean(made))
    assert table.most == max(made)


def test_korfs_order_gives_the_figures_of_the_eight_puzzle():
    learner = MacroTable(subgoals=read_order("5,1,2,3,6,9,8,7,4"), alternatives=1)
    table = WholeTable.of(learn("sliding-tile:3x3", learner=learner).library)
    lengths = [length for column in table.columns for length in column.shortest]
    assert (len(lengths), max(lengths), table.starts) == (35, 14, 181_440)
    assert (round(table.mean, 2), table.most) == (39.78, 64)


@pytest.mark.parametrize(
    ("cells", "text"),
    [([], "-"), ([0], "1"), ([4, 3], "4, 5"), ([0, 1, 2, 6, 8, 9, 10], "1-3, 7, 9-11")],
)
def test_cells_that_follow_each_other_are_ranges(cells, text):
    assert cells_listed(cells) == text
