"""Prolog files as theories on the command line: facts, programs, and what Prolog says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from arcwise.experiments.store import read_run
from arcwise.logic.prover import read_trusted_moves
from arcwise.logic.swi import SwiUnavailable, prolog_domain
from arcwise.logic.swi.prolog_domain import load_prolog
from arcwise.rules import InputError

GRAPH = "s(a, b). s(b, c). s(a, c).\ns(c, d).\n"


@pytest.fixture
def no_prolog(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise SwiUnavailable("not here")

    monkeypatch.setattr(prolog_domain, "_read_trusted_moves", refuse)


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def writing(text: str, name: str = "p.pl") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    return writing


@pytest.mark.usefixtures("no_prolog")
@pytest.mark.parametrize(
    "text",
    [
        GRAPH,
        GRAPH.replace(").", ", 1).").replace("s(", "arc("),
        GRAPH.replace("s(", "arc("),
        GRAPH.replace(").", ", 1)."),
        ":- module(g, [s/2]).\n:- use_module(library(lists)).\n:- dynamic s/2.\n" + GRAPH,
    ],
)
def test_facts_need_no_prolog(call: Any, write: Any, text: str) -> None:
    done = call("solve", write(text), "a", "d", "--json")
    assert done.code == 0, done.err
    assert (done.data["moves"], done.data["cost"]) == (2, 2)
    assert done.err == ""


@pytest.mark.slow
@pytest.mark.usefixtures("swi", "one_child")
@pytest.mark.parametrize(
    "text",
    [
        "s(X, Y) :- edge(X, Y).\nedge(a, b). edge(b, d).\nshape(1, 1).",
        ":- include('graph.pl').",
        ":- consult('graph.pl').",
        ":- ensure_loaded(graph).",
        ":- if(true).\ns(a, b).\ns(b, d).\n:- else.\ns(a, d).\n:- endif.",
        "term_expansion(edge(X, Y), s(X, Y)).\nedge(a, b).\nedge(b, d).",
        ":- forall(member(X-Y, [a-b, b-d]), assertz(s(X, Y))).",
        "s(a, b).\ns(b, d).\n:- dynamic(s/2).\n:- assertz(s(c, d)).",
    ],
)
def test_what_is_more_than_facts_is_run_by_prolog(call: Any, write: Any, text: str) -> None:
    write("s(a, b). s(b, d).", "graph.pl")
    program = write(text)
    done = call("solve", program, "a", "d", "--trust", "--json")
    assert done.code == 0, done.err
    assert done.data["moves"] == 2
    if not text.startswith("s(X, Y)"):  # the others do more than compute
        refused = call("solve", program, "a", "d", "--json")
        assert refused.code == 33 and "--trust" in refused.err


@pytest.mark.usefixtures("no_prolog")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("s(X, Y) :- e(X, Y).", "unknown predicate e/2"),
        (":- include(nothing).\ns(X, Y) :- X = Y.", "p.pl:1:1: this directive is not carried out"),
        ("foo(1).", "no arc/3"),
        ("s(a, b)\ns(b, c).", "p.pl:2:"),
        ("shape(1, 1).\ns([a], b).", "p.pl:2:1: states are not written alike"),
    ],
)
def test_without_prolog_the_fault_is_said(call: Any, write: Any, text: str, message: str) -> None:
    done = call("solve", write(text), "a", "b")
    assert done.code == 33
    assert message in done.err


@pytest.mark.usefixtures("swi")
def test_without_a_start_a_program_must_show_the_size_of_its_states(call: Any, write: Any) -> None:
    path = write("s(X, Y) :- Y = X.")
    done = call("solve", path, "--random", 1)
    assert done.code == 33
    assert "the size of this program's states is not known" in done.err


@pytest.mark.slow
@pytest.mark.usefixtures("swi", "one_child")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("s(X, Y) :- e(X Y).", "p.pl:1:"),
        ("s(a, b)\ns(b, c).", "p.pl:2:"),
        (":- include(nothing).", "p.pl:1:"),
        ("foo(1).", "no arc/3"),
        ("shape(1,1).\ns(X, Y) :- assertz(f(X)), Y is X + foo.", "p.pl:2:1: s(a,After) fails"),
        ("s([1/2], [2/1]) :- true.", "expected: [_/_]"),
    ],
)
def test_errors_of_prolog_reach_the_user_with_their_places(
    call: Any, write: Any, text: str, message: str
) -> None:
    done = call("solve", write(text), "a", "b", "--trust")
    assert done.code == 33
    assert message in done.err


def test_texts_and_decimal_numbers_alone_are_states(call: Any, write: Any) -> None:
    path = write('move("ab","cd"). move("cd",2.5). start("ab"). goal(2.5).')
    assert call("solve", path, "--json").code == 0
    assert call("solve", path, '"cd"', "2.5").out.startswith("start   move")


@pytest.mark.slow
@pytest.mark.usefixtures("swi")
def test_warnings_of_the_reader_reach_the_user_with_their_places(call: Any, write: Any) -> None:
    path = write("s(a, B) :- step(B, Unused).\nshape(1, 1).\ns(b, c).\nstep(b, 1).\n")
    done = call("solve", path, "a", "c", "--json")
    assert done.data["moves"] == 2
    assert f"warning: {path}:1:1: Unused occurs once in this clause" in done.err
    assert done.out.count("\n") == 1


def test_which_predicate_counts_is_said(call: Any, write: Any) -> None:
    path = write("s(a, b). arc(a, b). arc(b, c).")
    done = call("solve", path, "a", "c", "--json")
    assert done.data["moves"] == 2
    assert f"warning: {path}: the moves are those of arc/2; s/2 passed over" in done.err


@pytest.mark.slow
@pytest.mark.usefixtures("swi", "one_child")
def test_moves_may_have_other_names_in_swi_prolog_too(call: Any, write: Any) -> None:
    path = write("move(s(X), up, s(Y)) :- X < 3, Y is X + 1.\n")
    arguments = ("solve", path, "s(0)", "s(2)", "--engine")
    assert call(*arguments, "auto", "--json").data["moves"] == 2
    assert call(*arguments, "swi", "--trust", "--json").data["moves"] == 2


@pytest.mark.slow
@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"\x00", b":- halt.", b"s(a,b)"])
@pytest.mark.usefixtures("swi", "one_child")
def test_odd_files_are_refused_by_their_names(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.pl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"odd\.pl"):
        load_prolog(str(path))


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("swi")
def test_a_program_that_is_asked_step_by_step_takes_part_in_runs(
    call: Any, write: Any, examples: Path, tmp_path: Path
) -> None:
    problems = write('[["0 0", "2 0"], ["4 0", "0 2"]]', "p.json")
    jugs, run = examples / "water_jugs.pl", tmp_path / "run"
    asked = ("compare", jugs, problems, "--algorithms", "breadth-first", "--macros")
    done = call(*asked, "none", "--run", run, "--json")
    assert done.code == 0, done.err
    assert [row.status for row in read_run(run).searches] == ["solved"] * 4
    assert call("report", run, "-o", tmp_path / "page.html").code == 0
    refused = call(*asked, write("", "m.pl"))
    assert refused.code == 33 and "--macros needs a theory that is a list of arcs" in refused.err


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("swi")
def test_random_problems_of_a_program_are_drawn_from_what_the_goal_reaches_and_comes_back_from(
    call: Any, examples: Path, tmp_path: Path
) -> None:
    jugs, run = examples / "water_jugs.pl", tmp_path / "run"
    drawn = call("problems", jugs, "2 0", "--count", "6", "--json")
    starts = [one["start"] for one in json.loads(drawn.out)["problems"]]
    assert len(set(starts)) > 2 and "2 0" not in starts
    for start in set(starts):
        assert call("solve", jugs, start, "2 0").code == 0
    found = call("survey", jugs, "2 0", "--count", "6", "--run", run, "--json")
    assert [(row["algorithm"], row["solved"]) for row in json.loads(found.out)["rows"]] == [
        ("breadth-first", 6),
        ("a-star with zero", 6),
    ]
    assert call("report", run, "-o", tmp_path / "page.html").code == 0
    assert call("solve", jugs, "--random", "1", "2 0").code == 0
    for command, *asked in (("problems", "2 0", "--moves", "3"), ("utility", "2 0")):
        refused = call(command, jugs, *asked)
        assert refused.code == 33 and "a program that cannot be unfolded" in refused.err


def test_starts_for_an_open_goal_are_drawn_from_what_the_start_of_a_program_reaches(
    call: Any, tmp_path: Path, examples: Path
) -> None:
    text = (examples / "water_jugs.pl").read_text()
    file = tmp_path / "jugs.pl"
    for start, code in (("", 33), ("start([0,0]).\n", 0)):
        file.write_text(text + start)
        drawn = call("problems", file, "? 0", "--count", "3", "--json")
        assert drawn.code == code
    starts = [one["start"] for one in json.loads(drawn.out)["problems"]]
    assert all(not one.endswith(" 0") for one in starts)


@pytest.mark.parametrize(
    ("text", "place", "found"),
    [
        ("s(a, b, -1).\ns(b, c, 1) :- atom(a).\nstart(a). goal(c).", "1:1", "-1"),
        ("s(a, b, 1).\ns(b, c, -1) :- atom(a).\nstart(a). goal(c).", "2:1", "-1"),
        ("s(a, b, 1).\ns(b, c, C) :- C is 1-3.\nstart(a). goal(c).", "2:1", "-2"),
        ("s(X, Y, -1) :- X < 5, Y is X+1.\nstart(0).\ngoal(4).", "1:1", "-1"),
    ],
)
def test_a_bad_cost_is_told_with_the_place_of_its_clause_and_nothing_else(
    call: Any, write: Any, text: str, place: str, found: str
) -> None:
    path = write(text)
    done = call("solve", path)
    assert done.code == 33
    assert done.err.startswith(f"arcwise: {path}:{place}: arc")
    assert (
        f"bad cost\n  expected: a number of 0 or more, 1e+100 at most\n  found:    {found}\n"
        in (done.err)
    )


@pytest.mark.slow
@pytest.mark.usefixtures("swi")
def test_a_warning_of_prolog_without_words_is_left_out() -> None:
    text = "s(a, b, 1).\ns(b, c, 1) :- atom(a).\n"
    assert read_trusted_moves(text, start="a", trust=True).warnings == ()


ARCS = "arc([0,0],[1,0]). arc([1,0],[1,1]). arc([1,1],[0,1]).\n"


@pytest.mark.parametrize(
    ("own", "moves"),
    [
        ("start([0,0]). goal([X,Y]) :- X > 0, Y > 0.", 2),
        ("start_state([0,0]). final([0,1]).", 3),
        ("initial([0,0]). final_state([_,1]).", 2),
    ],
)
def test_a_list_of_arcs_has_the_start_and_the_goals_beside_it(
    call: Any, write: Any, own: str, moves: int
) -> None:
    """As a program of moves has: a goal that only tests a state, and each name of start and goal."""
    path = write(ARCS + own)
    answer = call("solve", path, "--json")
    assert answer.code == 0, answer.err
    assert answer.data["cost"] == moves
