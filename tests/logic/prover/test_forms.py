"""Moves as facts and the same moves behind a rule: the same answers, whatever forms states have."""

from pathlib import Path

import arcwise as aw
import pytest
from arcwise.search import Status

from ...shared_data import SHARED

WALKS = [
    ("[a,b]", "[a,b,c]", ["[a,b],[b,a]", "[b,a],[a,b,c]"], 2),
    ("a", "f(b)", ["a,g(1,2)", "g(1,2),f(b)"], 2),
    ("f(g(1))", "f(g(2))", ["f(g(1)),f(h(3))", "f(h(3)),f(g(2))"], 2),
    ('"ab"', '"cd"', ['"ab","xx"', '"xx","cd"'], 2),
    ("1.5", "3.5", ["1.5,2.5", "2.5,3.5"], 2),
    ("'Big Box'", "small", ["'Big Box',mid", "mid,small"], 2),
    ("-1", "2", ["-1,0", "0,2"], 2),
    ("a-b", "c-d", ["a-b,b-c", "b-c,c-d"], 2),
    ("[]", "[a,a]", ["[],[a]", "[a],[a,a]"], 2),
    ("st(a,b)", "st(b,b)", ["st(X,Y),st(Y,X)", "st(X,Y),st(X,X)"], 2),
    ("[a,b]", "[b,a,c]", ["[X,Y],[Y,X]", "[X,Y],[X,Y,c]"], 2),
    ("[a]", "[a,a,a]", ["[a|T],[a,a|T]"], 2),
    ("c", "a", ["a,b", "b,c"], None),
    ("a", "d", ["a,b", "b,c", "d,a"], None),
    ("'f(a)'", "d", ["'f(a)',b", "f(a),c", "b,d", "c,[e]"], 2),
    ("f(a)", "d", ["'f(a)',b", "f(a),c", "b,d", "c,[e]"], None),
    ("'B c'", "[f]", ["'B c','D e'", "'D e',[f]"], 2),
    ("f(a)", "'D e'", ["f(a),g([1],2)", "g([1],2),'D e'"], 2),
]
"""Start, goal, pairs of states, and the number of moves; None where there is no path."""


def _program(pairs: list[str], name: str, *, rule: bool, label: str = "") -> str:
    last = f",{label}" if label else ""
    known = "M" if rule else name
    facts = "".join(f"{known.lower()}({pair}{last}).\n" for pair in pairs)
    args = "S,T,L" if label else "S,T"
    return f"{name}({args}) :- m({args}).\n{facts}" if rule else facts


@pytest.mark.parametrize("label", ["", "2", "go(1)"])
@pytest.mark.parametrize(("start", "goal", "pairs", "moves"), WALKS)
def test_facts_and_rules_make_the_same_moves(
    tmp_path: Path,
    start: str,
    goal: str,
    pairs: list[str],
    moves: int | None,
    label: str,
) -> None:
    for rule, name in ((False, "s"), (True, "arc")):
        path = tmp_path / f"program{rule}.pl"
        path.write_text(_program(pairs, name, rule=rule, label=label))
        found = aw.solve(str(path), start, goal)
        if moves is None:
            assert found.status is Status.UNSOLVABLE
        else:
            assert found.solved and len(found.move_names) == moves
            assert found.cost == (2 * moves if label == "2" else moves)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("start([a,b]). goal([b,a,c]). s([X,Y],[Y,X]).", None),
        ("start([a,b]). goal([b,a,c]). s(S,T) :- m(S,T). m([X,Y],[Y,X]).", None),
        ("start([a,b]). goal(b). s([X,Y],[Y,X]).", None),
        ("goal(st(b,a,c)). s(st(X,Y),st(Y,X)).", "st(a,b)"),
    ],
)
def test_a_goal_of_another_form_than_the_states_is_one_that_no_state_meets(
    tmp_path: Path, text: str, start: str | None
) -> None:
    path = tmp_path / "program.pl"
    path.write_text(text)
    found = aw.solve(str(path), *([] if start is None else [start]))
    assert found.status is Status.UNSOLVABLE
    assert found.statistics.expanded == 2


def test_a_goal_of_another_form_leaves_the_goals_that_are_typed(tmp_path: Path) -> None:
    path = tmp_path / "program.pl"
    path.write_text("goal([b,a,c]). s([X,Y],[Y,X]).")
    assert aw.solve(str(path), "[a,b]", "[b,a]").moves == 1


@pytest.mark.parametrize(
    ("file", "moves"), [("m08_goal_other_form.pl", None), ("m09_growing_facts.pl", 2)]
)
def test_the_shared_cases_of_forms_come_out_right(file: str, moves: int | None) -> None:
    path = SHARED / "cases" / "logic" / file
    if not path.exists():
        pytest.skip("the shared cases are not here")
    found = aw.solve(str(path))
    assert (found.status is Status.UNSOLVABLE) if moves is None else (found.moves == moves)
