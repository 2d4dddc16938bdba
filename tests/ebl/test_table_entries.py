"""What is said of a macro of a table: whence it brings which symbol, and what it leaves alone."""

from dataclasses import replace
from functools import cache

import pytest
from arcwise.ebl import LEARNERS, Course, train
from arcwise.ebl.views import entry_data, entry_words, macro_text
from arcwise.rules import open_source


@cache
def learned(board, name="macro-table"):
    domain, shape = open_source(board).sized
    learner = LEARNERS[name]
    if name == "macro-table":
        learner = replace(learner, alternatives=2)
    library = learner.library(domain)
    list(train(learner, library, Course(shape, (shape,))))
    return library


@pytest.mark.parametrize(
    "board",
    [
        pytest.param("cube:2", marks=pytest.mark.slow),
        "pancake:5",
        "lights-out:3x3",
        "sliding-tile:2x3",
    ],
)
def test_every_macro_of_a_table_tells_the_entry_that_it_was_learned_for(board):
    library = learned(board)
    for macro in library:
        entries = entry_data(macro, library)
        origins = [f"{board}, cell {one['cell']} from cell {one['from']}" for one in entries]
        assert macro.origin in origins
        for one in entries:
            assert set(one["after"]) <= set(one["leaves"])
            assert one["cell"] not in one["leaves"]


@pytest.mark.slow
def test_the_words_name_the_cells():
    library = learned("cube:2")
    macro = list(library)[-1]
    (one,) = entry_data(macro, library)
    text = macro_text(macro, library).explained()
    assert f"it brings the symbol of cell {one['cell']}, after cells" in text
    assert f"home from cell {one['from']}. It moves what is in " in text
    assert macro_text(macro, library).explained_data["entries"] == [one]


def test_of_other_macros_nothing_is_said_of_tables():
    library = learned("sliding-tile:2x2", "escapes")
    for macro in library:
        assert entry_words(macro, library) == ""
        assert "entries" not in macro_text(macro, library).explained_data
