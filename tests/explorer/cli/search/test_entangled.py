"""Macro files with entangled actions: what is said of a problem is said of what was searched, its part or the whole."""

import json

import pytest
from arcwise.ebl import load_macros, save_macros
from arcwise.search.part_first import ONLY_PART, UNUSED, WHOLE

from ....entangled_blocks import NOT_FROM_THE_TABLE, SWAPPED, entangled_library

IN_PART, ARCS = "(on c b) (on b a)", 18
"""A goal that the part reaches, and all arcs of the problem."""


@pytest.fixture
def files(examples, tmp_path):
    """The domain; a problem of which the part has no plan, and one of which it has; the macros."""
    written = [examples / "pddl" / "blocks.pddl"]
    for name, goal in (("no", NOT_FROM_THE_TABLE), ("yes", IN_PART)):
        written.append(tmp_path / f"{name}.pddl")
        written[-1].write_text(SWAPPED.format(goal=goal), encoding="utf-8")
    save_macros(entangled_library(examples, pick_up_start=True), tmp_path / "macros.pl")
    return *written, tmp_path / "macros.pl"


def solved(call, *arguments):
    done = call("solve", *arguments, "--json")
    assert done.code == 0, done.err
    return json.loads(done.out)


@pytest.mark.parametrize("engine", ["auto", "python", "swi"])
def test_what_is_said_is_of_what_was_searched(call, files, engine):
    domain, no, yes, macros = files
    how = ("--macros", macros, "--algorithm", "greedy", "--engine", engine)
    whole = solved(call, domain, no, *how)
    assert WHOLE in whole["note"]
    assert whole["grounding"]["arcs"] == ARCS
    assert whole["path"][0] == whole["start"]
    assert len(whole["plan"]) == whole["moves"]
    part = solved(call, domain, yes, *how)
    assert WHOLE not in part["note"]
    assert part["grounding"]["arcs"] < ARCS
    assert part["path"][0] == part["start"]
    for found in (whole, part):
        assert engine in ("auto", found["engine"])


def test_lines_and_boards_are_of_the_whole_where_that_was_searched(call, files):
    domain, no, _, macros = files
    done = call("solve", domain, no, "--macros", macros, "--algorithm", "greedy", "--boards")
    assert f" {ARCS} arcs of " in done.out and WHOLE in done.out
    plain = call("solve", domain, no, "--algorithm", "greedy", "--boards")
    assert done.out.split("\n\n")[0] == plain.out.split("\n\n")[0]


def test_a_limit_that_leaves_nothing_for_the_whole_says_so(call, files):
    domain, no, _, macros = files
    how = ("--macros", macros, "--algorithm", "greedy", "--limit-nodes", "1", "--json")
    found = json.loads(call("solve", domain, no, *how).out)
    assert (found["status"], found["note"]) == ("stopped", ONLY_PART)
    assert found["grounding"]["arcs"] < ARCS


def test_searches_for_a_cheapest_plan_never_make_the_part(call, files):
    domain, _, yes, macros = files
    how = ("--macros", macros, "--algorithm", "a-star")
    found = solved(call, domain, yes, *how)
    assert (found["optimal"], found["grounding"]["arcs"]) == (True, ARCS)
    assert found["note"] == UNUSED
    assert UNUSED in call("solve", domain, yes, *how).out
    how = ("--macros", macros, "--algorithm", "greedy")
    for number, used in enumerate((True, False)):  # what is left out depends on the start
        start = " ".join(map(str, found["path"][number]))
        told = call("solve", *how, "--json", "--", domain, yes, start).data
        assert (told["note"] == UNUSED) is not used


@pytest.mark.slow
def test_macros_of_unit_cost_are_so_in_the_whole_too(call, files, examples):
    domain, no, _, macros = files
    learned = macros.with_name("learned.pl")
    assert (
        call("learn", domain, examples / "pddl/blocks-1.pddl", "--untried", "-o", learned).code == 0
    )
    library = load_macros(learned)
    for one in load_macros(macros):
        library.add(one)
    save_macros(library, learned)
    for cost, optimal in (("true", True), ("unit", False)):
        how = ("--macros", learned, "--algorithm", "a-star", "--macro-cost", cost)
        found = solved(call, domain, no, *how)
        assert found["macro_arcs"] > 0
        assert found["optimal"] is optimal


def test_watch_says_that_it_does_not_use_them(call, files):
    domain, _, yes, macros = files
    assert UNUSED in call("watch", domain, yes, "--macros", macros).err


@pytest.mark.long
@pytest.mark.parametrize("keeping", [(), ("--run", "run")])
def test_compare_says_what_they_leave_and_what_was_searched(call, files, keeping, tmp_path):
    domain, no, yes, macros = files
    kept = [tmp_path / one if one == "run" else one for one in keeping]
    how = ("--macros", macros, "--algorithms", "greedy,a-star", *kept)
    done = call("compare", domain, no, yes, *how)
    assert done.code == 0, done.err
    words = " ".join(done.out.split())
    assert "whose entangled actions leave 1" in words
    assert f"of {ARCS} arcs of the first problem" in words
    assert f"1 of 2 with macros: {WHOLE}" in words
    assert f"2 of 2 with macros: {UNUSED}" in words
    assert "in 0 places" not in words
