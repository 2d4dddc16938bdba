"""A macro table as a whole: every entry that was learned is in it, and one that is taken out is missing."""

import pytest
from arcwise.ebl.views import entry_text, table_text
from arcwise.ebl.whole_table import WholeTable
from arcwise.rules.text.boards import cells_listed

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


@pytest.mark.parametrize(
    ("cells", "text"),
    [([], "-"), ([0], "1"), ([4, 3], "4, 5"), ([0, 1, 2, 6, 8, 9, 10], "1-3, 7, 9-11")],
)
def test_cells_that_follow_each_other_are_ranges(cells, text):
    assert cells_listed(cells) == text
