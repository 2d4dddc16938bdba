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


@pytest.mark.parametrize(
    ("text", "start", "goal"),
    [(FACTS, "[a,b]", "[c,'X']"), (FACTS, "a X", "[c,Y]"), (QUOTED, "[A,1]", "[B,1]")],
)
def test_a_symbol_of_the_rules_the_start_or_between_quotes_is_no_variable(
    call, tmp_path: Path, text: str, start: str, goal: str
) -> None:
    path = tmp_path / "facts.pl"
    path.write_text(text)
    found = call("solve", path, start, goal, "--json").data["goal"]
    assert found[0] in ("c", "B")
    assert found[1] in ("X", "Y", 1)


def _stated(call, tmp_path: Path, text: str, *states: str):
    path = tmp_path / "program.pl"
    path.write_text(text)
    return call("solve", path, *states, "--algorithm", "breadth-first", "--limit-nodes", 100)


@pytest.mark.parametrize("start", ["[a,'X']", "a X"])
def test_a_symbol_of_a_start_may_look_like_a_variable(call, tmp_path: Path, start: str) -> None:
    assert _stated(call, tmp_path, FACTS, start, "[c,'X']").code == 0


def test_a_symbol_of_the_rules_may_have_brackets(call, tmp_path: Path) -> None:
    assert _stated(call, tmp_path, "arc([a],['f(2)'],1).", "[a]", "[f(2)]").code == 0


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("arc(S,T,1) :- append(P,[A,B|R],S), append(P,[B,A|R],T).", ("[a,b,c]", "[c,b,a]")),
        ("arc([A|R],S,1) :- append(R,[A],S), A \\== z.", ("[a,b,c]", "[b,c,a]")),
        (
            "shape(1,2).\narc(S,T,1) :- S =.. [state,A,B], T =.. [state,B,A].",
            ("state(1,0)", "state(0,1)"),
        ),
        ("s(X,Y) :- member(X-Y, [a-b]).", ("a", "b")),
        ("arc(S,T,1) :- S =.. [state|A], reverse(A,B), T =.. [state|B].", ("state(1,0)", "[0,1]")),
    ],
)
def test_the_start_shows_how_states_are_written_where_the_program_does_not(
    call, tmp_path: Path, text: str, states: tuple[str, str]
) -> None:
    assert _stated(call, tmp_path, text, *states).code == 0


@pytest.mark.parametrize(
    ("text", "start", "goal", "code"),
    [
        (PROGRAM, "[0,7]", "[3,zz]", 11),
        ("arc([X],[Y],1) :- Y is X + 1.", "[0]", "[zz]", 12),
        ("arc([A,B],[B,A],1).", "[1,0]", "[0,zz]", 11),
    ],
)
def test_a_symbol_that_is_nowhere_else_is_named_of_every_kind_of_rules(
    call, tmp_path: Path, text: str, start: str, goal: str, code: int
) -> None:
    done = _stated(call, tmp_path, text, start, goal)
    assert done.code == code
    assert "neither the start nor any rule has zz" in done.out
