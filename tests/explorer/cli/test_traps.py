"""Traps at the command line: learned, explained, used by searches, and refused where they do not fit."""

import re

import arcwise as aw
import pytest


@pytest.fixture
def traps(call, tmp_path):
    file = tmp_path / "traps.pl"
    assert call("learn", "sokoban:3", "--learner", "traps", "-o", file).code == 0
    return file


def test_traps_are_explained_row_by_row(call, traps):
    shown = call("explain", traps, "t2").out
    assert "t2: a trap of 2 facts, $ and $" in shown
    assert "learned from sokoban:3, its own start" in shown
    assert "as the file says:" in shown
    assert "leads to $ in row 2 column 4 and $ in row 2 column 5" in shown
    data = call("explain", traps, "--json").data["macros"]
    assert [one["kinds"] for one in data] == [["$"], ["$", "$"], ["$", "$", "@"]]
    assert data[0]["table"][0]["facts"] == ["$ in row 2 column 2"]


def test_traps_are_shown_and_reported(call, traps, tmp_path):
    assert call("show", traps).out.startswith(
        "sokoban: 3 traps, learned on boards up to sokoban:3\n"
    )
    run, page = tmp_path / "run", tmp_path / "page.html"
    assert call("learn", "sokoban:2", "--learner", "traps", "--run", run).code == 0
    assert call("report", run, "-o", page).code == 0
    assert "leads to $ in row" in page.read_text()


@pytest.mark.parametrize("algorithm", ["a-star", "breadth-first"])
def test_a_search_with_traps_has_the_same_cost_and_expands_less(call, traps, algorithm):
    plain, with_traps = (
        call("solve", "sokoban:3", "--algorithm", algorithm, *more, "--json").data
        for more in ((), ("--macros", traps))
    )
    assert plain["cost"] == with_traps["cost"]
    assert with_traps["expanded"] < plain["expanded"]


def test_a_start_in_a_trap_is_certified(call, traps, tmp_path):
    lost = ". . . $ . . @ . . . $ . . ."
    certificate = tmp_path / "lost.json"
    found = call("solve", "sokoban:3", lost, "--macros", traps, "--certificate", certificate)
    assert "the start fits trap t3" in " ".join(found.out.split())
    assert "unsolvable" in call("verify", certificate).out


def test_what_does_not_fit_is_refused(call, traps, tmp_path):
    assert call("solve", "8-puzzle", "--random", 1, "--macros", traps).code == 33
    assert "no start of its own" in call("learn", "blocks:3", "--learner", "traps").err
    damaged = tmp_path / "damaged.pl"
    for old, new, said in (
        ("trap(t1,['$'])", "trap(t1,[])", "trap t1: a trap without kinds"),
        ("trap(t1,['$'])", f"trap(t1,{['$'] * 40})", "trap t1: a trap of too many facts"),
        ("trap_saving(t1,", "trap_saving(t9,", "no trap is called t9"),
        ("trap_reason(t2,1,", "trap_reason(t2,99,", "reasons for a pattern that is not there"),
    ):
        damaged.write_text(traps.read_text().replace(old, new, 1))
        refused = call("explain", damaged)
        assert refused.code == 33 and said in refused.err


@pytest.fixture
def both(call, tmp_path):
    """Macros and traps of one level in one file: traps learned into the file of the macros."""
    macros, file = tmp_path / "macros.pl", tmp_path / "both.pl"
    assert call("learn", "sokoban:2", "--learner", "escapes", "-o", macros).code == 0
    more = ("--learner", "traps", "--macros", macros, "-o", file)
    assert call("learn", "sokoban:2", *more).code == 0
    return file


def test_macros_and_traps_stand_in_one_file(call, both, tmp_path):
    shown = call("show", both).out
    assert re.match(r"sokoban: \d+ macros and \d+ traps? on windows, learned on", shown)
    library = aw.load_macros(both)
    assert library.text() == both.read_text()
    assert {one.name[0] for one in library.macros} == {"m"}
    assert {one.name[0] for one in library.traps} == {"t"}
    again = tmp_path / "again.pl"
    traps_first = ("--learner", "escapes", "--macros", both, "-o", again)
    assert call("learn", "sokoban:2", *traps_first).code == 0
    assert aw.load_macros(again).traps == library.traps


def test_a_comparison_counts_what_traps_leave_out_under_each_condition(call, both):
    asked = ("compare", "sokoban:2", "--random", 5, "--count", 3, "--macros", both, "--by-kind")
    asked = (*asked, "--algorithms", "breadth-first", "--beyond", 0)
    assert "dead ends left out" in call(*asked).out
    counts = {one["condition"]: one["trapped"] for one in call(*asked, "--json").data["totals"]}
    assert counts["none"] == counts["macros"] == 0
    assert counts["traps"] > 0 < counts["all"]


def test_a_search_uses_both_kinds_of_rules_of_a_file(call, both):
    found = call(
        "solve", "sokoban:2", "--algorithm", "breadth-first", "--macros", both, "--json"
    ).data
    plain = call("solve", "sokoban:2", "--algorithm", "breadth-first", "--json").data
    library = aw.load_macros(both)
    macros, traps = (
        library.only([one.name for one in each]) for each in (library.macros, library.traps)
    )
    with_macros, with_traps = (
        aw.solve("sokoban:2", algorithm="breadth-first", macros=one).statistics.expanded
        for one in (macros, traps)
    )
    assert found["cost"] == plain["cost"]
    assert found["expanded"] <= with_macros
    assert with_traps < plain["expanded"]


def test_a_search_learns_traps_and_saves_them(call, tmp_path):
    file = tmp_path / "met.pl"
    options = ("solve", "sokoban:3", "--algorithm", "breadth-first", "--learn-traps")
    found = call(*options, "--save", file, "--json")
    plain = call("solve", "sokoban:3", "--algorithm", "breadth-first", "--json")
    assert found.data["cost"] == plain.data["cost"]
    assert found.data["learned_traps"][0] == "t1: $"
    again = call("solve", "sokoban:3", "--algorithm", "breadth-first", "--macros", file, "--json")
    assert again.data["cost"] == plain.data["cost"]
    assert again.data["expanded"] < plain.data["expanded"]
    assert again.data["trapped"] > plain.data["trapped"] == 0
    assert found.data["trapped"] > 0
    assert (
        f"{again.data['trapped']} dead ends left out" in call(*options[:-1], "--macros", file).out
    )
    assert "\nlearned " in call(*options).out


def test_where_nothing_is_learned_nothing_is_saved(call, tmp_path):
    file = tmp_path / "met.pl"
    found = call("solve", "sliding-tile:2x2", "--learn-traps", "--save", file, "--random", "1")
    assert found.code == 0
    assert "none is saved" in found.err
    assert not file.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sokoban:2", "--save", "x.pl"), "--save is for traps"),
        (
            ("sokoban:2", "--learn-traps", "--algorithm", "climb"),
            "climbs and policies learn no traps",
        ),
    ],
)
def test_learning_is_refused_where_it_means_nothing(call, arguments, message):
    found = call("solve", *arguments)
    assert found.code == 33
    assert message in found.err


def test_the_traps_of_a_file_are_told_of_a_state(call, traps):
    lost = ". . . $ . . @ . . . $ . . ."
    assert "only a search says" in call("explain", "sokoban:3", "--state", lost).out
    said = " ".join(call("explain", "sokoban:3", "--state", lost, "--traps", traps).out.split())
    assert said.startswith("No moves lead from here to the goal: $ is in row 2 column 5 and")
    assert said.endswith("(trap t3).")
    alone = call("explain", "sokoban:3", "--traps", traps)
    assert alone.code == 33
    assert "--state" in alone.err


def test_a_forced_move_is_told_of_a_state(call):
    said = call("explain", "sokoban:3", "--state", ". $ @ . . . $ . . . . . . .").out
    assert "right is forced: push-left leads to a dead end" in " ".join(said.split())


def test_a_problem_without_dead_ends_says_so(call, tmp_path):
    board = tmp_path / "walk.pl"
    board.write_text("arc(w(m,o), w(o,m), 1).\narc(w(o,m), w(m,o), 1).\n")
    said = call("learn", board, "m o", "o m", "--learner", "traps").out
    assert "it has no dead ends" in said


LEVEL = """
#######
#.   .#
#     #
# $ $ #
#  @  #
#######
"""


def test_traps_of_a_level_hold_where_its_file_is_gone_and_macros_say_what_they_need(call, tmp_path):
    file, traps, macros = (tmp_path / name for name in ("level.txt", "traps.pl", "macros.pl"))
    file.write_text(LEVEL)
    assert call("learn", f"sokoban:{file}", "--learner", "traps", "-o", traps).code == 0
    assert call("learn", f"sokoban:{file}", "--learner", "escapes", "-o", macros).code == 0
    file.unlink()
    found = call("solve", "sokoban:2", "--macros", traps, "--algorithm", "breadth-first", "--json")
    assert found.data["trapped"] > 0 and found.data["cost"] == 10
    assert "$ in row" in call("explain", traps, "t1").out
    refused = " ".join(call("solve", "sokoban:2", "--macros", macros).err.split())
    assert "no such file" in refused
    assert f"the macros of {macros}:5:1 are for this board" in refused


def test_traps_stand_beside_macros_over_parameters_in_either_order(call, tmp_path):
    first, both = tmp_path / "first.pl", tmp_path / "both.pl"
    pieces = ("--learner", "pieces", "--number", "--untried")
    for one, other in ((pieces, ("--learner", "traps")), (("--learner", "traps"), pieces)):
        assert call("learn", "sokoban:2", *one, "-o", first).code == 0
        assert call("learn", "sokoban:2", *other, "--macros", first, "-o", both).code == 0
        rules = aw.load_macros(both)
        assert rules.macros and rules.traps
        asked = ("solve", "sokoban:2", "--algorithm", "a-star", "--macros", both, "--json")
        found = call(*asked).data
        assert found["cost"] == 10 and found["trapped"] > 0 and found["steps"] < 10


def test_traps_of_another_domain_of_the_same_name_are_refused(call, traps, tmp_path, examples):
    problem = [examples / f"pddl/{name}.pddl" for name in ("sokoban", "sokoban-1")]
    boxes = tmp_path / "boxes.pl"
    assert call("learn", *problem, "--learner", "traps", "-o", boxes).code == 0
    refused = call("solve", "sokoban:2", "--macros", boxes)
    assert refused.code == 33 and "trap t1 is of another domain" in refused.err
    refused = call("solve", *problem, "--macros", traps)
    assert refused.code == 33 and "macros for the PDDL domain sokoban" in refused.err
