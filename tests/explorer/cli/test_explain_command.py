"""What `arcwise explain` says of tables, their entries, and states in which climbing stands."""

import re

import pytest


@pytest.fixture
def file(call, tmp_path):
    path = tmp_path / "table.pl"
    assert call("learn", "lights-out:3x3", "--learner", "macro-table", "-o", path).code == 0
    return path


@pytest.mark.slow
def test_a_table_is_explained_as_a_whole_and_an_entry_by_its_cells(call, file):
    whole = call("explain", file)
    assert call("explain", file, "--details").out == whole.out
    assert "The macro table of lights-out:3x3: 9 entries in 9 columns" in whole.out
    assert len(re.findall(r"^  to +\d", whole.out, re.M)) == 9
    entry = call("explain", file, "9:18").out
    assert re.search(
        r"macros? brings? the symbol of cell 9 home from cell 18:\n  m\d+ +5 moves:", entry
    )
    assert "In the macro table of lights-out:3x3 it brings the symbol of cell 9" in entry
    assert "It has no conditions" in entry
    data = call("explain", file, "--json").data
    assert [column["cell"] for column in data["table"]["columns"]] == list(range(1, 10))
    assert data["table"]["missing"] == 0
    wrong = call("explain", file, "9:8")
    assert wrong.code == 33
    assert "no state needs this entry" in wrong.err


@pytest.mark.slow
def test_of_many_names_the_nearest_are_said_and_not_all(call, file):
    names = [macro["name"] for macro in call("explain", file, "--json").data["macros"]]
    assert len(names) > 12
    for typed in ("2:", "nothing"):
        wrong = call("explain", file, typed)
        assert wrong.code == 33
        assert f"{names[0]} to {names[-1]}, or CELL:FROM" in wrong.err
        assert len(wrong.err) < 300
    assert "m12" in call("explain", file, "12:").err.partition("try:")[2]


@pytest.mark.slow
def test_a_beam_that_was_never_full_says_so_and_counts_what_it_looked_at(call, file):
    asked = ("solve", "lights-out:3x3", "--random", "1", "--algorithm", "climb", "--macros", file)
    wide = call(*asked, "--beam-width", "1000000")
    data = call(*asked, "--beam-width", "1000000", "--json").data
    assert data["expanded"] > 0
    assert (
        f"looking ahead {data['expanded']:,} expanded, {data['generated']:,} generated" in wide.out
    )
    assert "no search" not in wide.out
    assert f"the beam was never full: {data['expanded']:,} arrangements" in wide.err
    assert "--alternatives" in wide.err
    assert "never full" not in call(*asked, "--beam-width", "1").err


@pytest.mark.slow
def test_a_dead_end_is_explained(call, file):
    text = file.read_text()
    gone = re.findall(r"macro_origin\((m\d+), ?'[^']*cell 7 from cell 16'", text)
    lines = [
        line
        for line in text.splitlines()
        if not any(
            line.startswith(
                (f"macro({m},", f"macro_steps({m},", f"macro_example({m},", f"macro_origin({m},")
            )
            for m in gone
        )
    ]
    assert gone
    file.write_text("\n".join(lines) + "\n")
    checked = call("check", file)
    assert checked.code == 12
    assert "The entry of cell 7 from cell 16 is missing" in checked.out
    state = "0 0 0 0 0 0 1 1 0 1 1 1 1 1 1 0 0 1"
    said = call("explain", file, "--state", state).out
    assert "Subgoal 7 of 18 is next, cells 1-6 being right: cell 7 holds 1" in said
    assert "The entry of cell 7 from cell 16 is missing: nothing brings" in said


def test_the_dead_ends_of_a_domain_are_drawn_with_the_reason(call):
    said = call("explain", "sokoban:2").out
    assert said.startswith(
        "sokoban:2 has 8 dead ends that the arcs tell, 6 of 1 cell and 2 of 2 cells."
    )
    assert (
        "1. no arc moves $ out of row 2 column 2, and the goal has it elsewhere.\n######\n#$???#"
        in said
    )
    words = " ".join(said.split())
    assert (
        "push-right asks for . and push-left asks for @ in row 4 column 4, which holds $" in words
    )
    data = call("explain", "sokoban:2", "--json").data
    assert [one["cells"] for one in data["dead_ends"][-2:]] == [[8, 12], [10, 11]]
    assert data["dead_ends"][-1]["attempts"][0] == {
        "arc": "push-right",
        "from": 10,
        "to": 11,
        "asks": {"cell": 11, "symbol": "."},
        "leads_to": [],
    }
