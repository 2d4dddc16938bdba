"""Goals as people type them: open cells, variables, slips."""

from __future__ import annotations

from pathlib import Path

import pytest

FACTS = "arc([a,X],[b,X],1).\narc([b,X],[c,X],1).\n"
QUOTED = "arc(['A',X],['B',X],1).\n"
PROGRAM = "arc([X,Z],[Y,Z],1) :- X < 3, Y is X + 1.\n"


@pytest.mark.parametrize("goal", ["[c,_]", "[c,?]", "[c,X]", "[c,Any_thing]", "c Y"])
def test_a_variable_in_a_goal_is_an_open_cell(call, tmp_path: Path, goal: str) -> None:
    path = tmp_path / "facts.pl"
    path.write_text(FACTS)
    assert call("solve", path, "[a,b]", goal, "--json").data["moves"] == 2


def test_cells_with_the_same_variable_hold_the_same_symbol(call, tmp_path: Path) -> None:
    path = tmp_path / "facts.pl"
    path.write_text(FACTS)
    assert call("solve", path, "[a,b]", "[X,X]", "--json").data["moves"] == 1
    assert call("solve", path, "[a,b]", "[X,Y]", "--json").data["moves"] == 0


@pytest.mark.parametrize(
    ("text", "start", "goal"),
    [(FACTS, "[a,b]", "[c,'X']"), (FACTS, "[a,X]", "[c,Y]"), (QUOTED, "[A,1]", "[B,1]")],
)
def test_a_symbol_of_the_rules_the_start_or_between_quotes_is_no_variable(
    call, tmp_path: Path, text: str, start: str, goal: str
) -> None:
    path = tmp_path / "facts.pl"
    path.write_text(text)
    found = call("solve", path, start, goal, "--json").data["goal"]
    assert found[0] in ("c", "B")
    assert found[1] in ("X", "Y", 1)


def test_a_variable_in_the_goal_of_a_program_is_an_open_cell(
    call, tmp_path: Path, swi: str
) -> None:
    path = tmp_path / "program.pl"
    path.write_text(PROGRAM)
    assert call("solve", path, "[0,7]", "[3,X]", "--json").data["moves"] == 3


def test_a_symbol_that_is_nowhere_else_is_named(call, tmp_path: Path) -> None:
    path = tmp_path / "facts.pl"
    path.write_text(FACTS)
    done = call("solve", path, "[a,b]", "[c,zz]", "--algorithm", "breadth-first")
    assert done.code == 11
    assert "neither the start nor any rule has zz" in done.out
