"""`arcwise check` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from arcwise.ebl import MacroLibrary, load_macros, save_macros
from arcwise.explorer.cli import run
from arcwise.rules import SlidingTiles, layers, open_source
from arcwise.search import check_completeness, climb
from arcwise.search.climbing.turn import turn


@pytest.fixture(scope="module")
def macros(macro_file):
    return str(macro_file("sliding-tile:3x3", "--learner", "escapes"))


@pytest.mark.slow
def test_complete_macros_are_proved_so(macros, capsys):
    assert run(["check", macros, "sliding-tile:5x5", "sliding-tile:2x7"]) == 0
    printed = capsys.readouterr().out
    assert "sliding-tile:5x5: complete (proved" in printed
    assert "sliding-tile:2x7: complete (proved" in printed


@pytest.mark.slow
def test_missing_macros_give_a_local_minimum_and_an_exit_code(macros, tmp_path, capsys):
    kept, fewer = [], 0
    for block in Path(macros).read_text().split("\n\n"):
        if block.startswith("macro(") and ", 11)." in block:
            fewer += 1
            continue
        kept.append(block)
    assert fewer
    path = tmp_path / "fewer.pl"
    path.write_text("\n\n".join(kept))
    assert run(["check", str(path), "sliding-tile:4x4"]) == 12
    printed = capsys.readouterr().out
    assert "incomplete" in printed
    assert "a local minimum:" in printed


def test_json_says_the_same(macros, capsys):
    assert run(["check", macros, "--json"]) == 0
    [check] = json.loads(capsys.readouterr().out)["checks"]
    assert check["board"] == "sliding-tile:3x3"
    assert check["complete"] is True
    assert check["minima"] == []


def test_a_library_of_one_board_is_checked_there(tmp_path, capsys):
    path = tmp_path / "one.pl"
    save_macros(MacroLibrary(SlidingTiles().of_size((2, 3))), path)
    assert run(["check", str(path)]) == 12
    assert "sliding-tile:2x3: incomplete" in capsys.readouterr().out


def test_another_goal_is_checked_where_it_is_given(macros, capsys):
    goal = "_ 1 2 3 4 5 6 7 8"
    assert run(["check", macros, "sliding-tile:3x3", "--goal", goal, "--json"]) == 0
    [check] = json.loads(capsys.readouterr().out)["checks"]
    assert check["goal"] == [0, *range(1, 9)]
    assert check["complete"] is True


@pytest.mark.slow
def test_every_goal_is_proved_and_the_proof_fails_without_a_macro(macros, tmp_path, capsys):
    assert run(["check", macros, "sliding-tile:3x3", "--every-goal"]) == 0
    printed = capsys.readouterr().out
    assert "complete for every goal with the blank in any of 9 cells (proved" in printed
    blocks = Path(macros).read_text().split("\n\n")
    path = tmp_path / "learned.pl"
    path.write_text("\n\n".join(block for block in blocks if "macro_image(" not in block[9:]))
    assert run(["check", str(path), "sliding-tile:3x3", "--every-goal"]) == 12
    printed = capsys.readouterr().out
    assert "incomplete for" in printed
    assert "on the way to:" in printed


FIVE = """
:- discontiguous arc/3.
shape(2,3).
blank(b).
goal([1,2,3,4,5,b]).
"""


@pytest.fixture(params=["five.pl", "five.psvn"])
def five(request, tmp_path, call):
    """The 5-puzzle as a file that does not declare its symbols."""
    path = tmp_path / request.param
    if path.suffix == ".psvn":
        lines = call("show", "sliding-tile:2x3", "--psvn").out.splitlines()
        path.write_text("\n".join(line for line in lines if "symbols(" not in line))
        return path
    arcs = []
    for one, other in ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)):
        for blank, tile in ((one, other), (other, one)):
            before = [*"ABCDEF"]
            before[blank], before[tile] = "b", "X"
            after = list(before)
            after[blank], after[tile] = "X", "b"
            arcs.append(f"arc([{','.join(before)}], [{','.join(after)}], 1).")
    path.write_text(FIVE + "\n".join(arcs))
    return path


def solved_states(climber):
    """The states of the 5-puzzle that can reach the goal, those that climbing solves, and those that it solves by a look
    ahead."""
    domain = climber.placements.domain
    goal, shape = climber.goal.goal, climber.placements.shape
    states = [state for layer in layers(domain.theory(shape), goal) for state in layer]
    assert len(states) == 360
    plain = {state for state in states if climb(climber, state).solved}
    return states, plain, {state for state in states if climb(climber, state, width=2).solved}


@pytest.mark.slow
def test_a_table_of_a_file_that_declares_no_symbols_is_complete_and_solves_every_state(
    five, call, tmp_path
):
    path = tmp_path / "table.pl"
    done = call("learn", five, "-o", path)
    assert done.out.startswith("learner macro-table: ")
    assert "complete (proved: all 14 entries looked at)" in done.out
    assert call("check", path, five).code == 0
    sized = open_source(str(five))
    library = load_macros(path, sized.domain, sized.shape)
    states, plain, ahead = solved_states(library.climber(sized.shape, sized.domain))
    assert plain == ahead == set(states)


@pytest.mark.long
@pytest.mark.parametrize(
    ("five", "learner"),
    [("five.pl", "macro-table"), ("five.psvn", "each-path"), ("five.pl", "escapes")],
    indirect=["five"],
)
def test_what_is_proved_incomplete_is_what_solving_leaves_unsolved(five, call, tmp_path, learner):
    path = tmp_path / "some.pl"
    assert call("learn", five, "--learner", learner, "-o", path).code == 0
    sized = open_source(str(five))
    library = load_macros(path, sized.domain, sized.shape)
    names = [macro.name for macro in library]
    verdicts = set()
    for dropped in ([], names[:1], names[-1:], names[::2], names):
        climber = library.without(dropped).climber(sized.shape, sized.domain)
        found = check_completeness(climber, most_minima=1000)
        states, plain, ahead = solved_states(climber)
        assert found.complete == (plain == set(states)) == (ahead == set(states))
        assert set(found.minima) <= set(states) - plain - ahead
        assert all(turn(climber, state).step is None for state in found.minima)
        for state in states:
            turn(climber, state)
        verdicts.add(found.complete)
    assert False in verdicts
    if learner != "each-path":
        assert True in verdicts


JUG = """s(X-Y, 4-Y, 1) :- X < 4.
s(X-Y, X-3, 1) :- Y < 3.
s(X-Y, 0-Y, 1) :- X > 0.
s(X-Y, X-0, 1) :- Y > 0.
s(X-Y, A-B, 1) :- D is min(X, 3-Y), D > 0, A is X-D, B is Y+D.
s(X-Y, A-B, 1) :- D is min(Y, 4-X), D > 0, A is X+D, B is Y-D.
start(0-0).
goal(2-_).
"""


@pytest.mark.slow
def test_a_program_that_learn_enumerates_is_checked(tmp_path, call):
    program, macros = tmp_path / "jug.pl", tmp_path / "m.pl"
    program.write_text(JUG)
    assert call("learn", program, "-o", macros).code == 0
    done = call("check", macros, program)
    assert done.code in (0, 12) and not done.err
    assert "jug: " in done.out


@pytest.mark.parametrize(
    ("text", "found", "advice"),
    [
        ("p(X) :- q(X). q(a).", "a logic program", "arcwise solve program.pl"),
        ("move(a,b). move(b,c) :- 1 < 2.", "a program of moves", "--learner escapes"),
        (None, "rules of a logic program", "arcwise explain program.pl"),
        ("", "no facts and no rules", "arcwise learn DOMAIN FILE -o program.pl"),
    ],
)
def test_a_program_is_told_what_check_is_for(text, found, advice, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    if text is None:
        Path("cup.pl").write_text("p(X) :- q(X). q(X) :- r(X). r(a). example(p(a)).")
        assert run(["learn", "cup.pl", "-o", "program.pl"]) == 0
    else:
        Path("program.pl").write_text(text)
    for board in ((), ("p(X)",)):
        assert run(["check", "program.pl", *board]) == 33
        printed = capsys.readouterr().err
        assert "check is for macros of climbing and for policies" in printed
        assert f"found:    {found}\n" in printed and advice in printed
