"""A stranger's program never reaches SWI-Prolog; a trusted one has a child process of its own."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path

import pytest
from arcwise.logic.prover import read_trusted_moves
from arcwise.logic.swi.interpreter import Interpreter
from arcwise.logic.swi.prolog_domain import load_prolog
from arcwise.rules import InputError

from .hostile import HOSTILE, MOVES


@pytest.fixture
def no_swi(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        pytest.fail("SWI-Prolog was asked")

    monkeypatch.setattr(Interpreter, "_running", never)


COMPUTES = {
    *("initialization", "initialization at once", "initialization with brackets"),
    *("a hook for messages", "a hook for printing", "a hook for files", "a hook that is declared"),
    *("a hook for questions", "a hook for paths", "a hook for errors of ours"),
    *(
        "a hook for messages of the system",
        "a clause for our own module",
        "a grammar for our own module",
    ),
    *("a grammar for a directive", "a rule for a directive", "grammar expansion"),
    *("a clause with a module within", "a clause with a module around", "a place that is made up"),
    *("a clause of the file of the system", "a list of clauses", "a list of files in a clause"),
    *("an import with a goal", "another syntax for the loader", "a step that is not asked"),
    *("a format that is made", "a message with a goal"),
}
"""Programs of which our own prover calls nothing that could do harm."""


@pytest.mark.usefixtures("no_swi")
@pytest.mark.parametrize("name", HOSTILE)
def test_what_reaches_beyond_a_program_is_refused_or_only_computes(
    name: str, tmp_path: Path
) -> None:
    canary, other, program = (tmp_path / one for one in ("canary", "other.pl", "p.pl"))
    other.write_text(f":- shell('touch {canary}').\na.\n", encoding="utf-8")
    program.write_text(HOSTILE[name].format(canary=canary, other=other) + "\n" + MOVES)
    try:
        domain = load_prolog(str(program), "1 2")
        made = domain.program or domain.theory((1, 2))
        found = {there for _, there in made.successors((1, 2))}
    except InputError as error:
        assert name not in COMPUTES, error
        assert error.place is not None  # the file, or the predicate of the list library that called
    else:
        assert name in COMPUTES and found <= {(2, 1), (1, 2)}
    assert not canary.exists()


@pytest.mark.usefixtures("no_swi")
@pytest.mark.parametrize(
    ("text", "place", "found"),
    [
        ("arc(S,T,2) :- other(S,T).\nother(S,S) :-\n  shell(ls).", "3:3", "shell/1"),
        ("arc(S,S,2) :- assertz(seen(S)).", "1:15", "assertz/1"),
        ("arc(S,S,2) :- getenv('TOKEN', _).", "1:15", "getenv/2"),
        ("\n:- include(other).", "2:1", "include(other)"),
        (":- use_module(library(clpfd)).", "1:1", "library(clpfd)"),
        ("user:term_expansion --> te.", "1:1", "term_expansion"),
        ("arc(S,S,2) :- wholly_unknown(S).", "1:15", "wholly_unknown/1"),
    ],
)
def test_what_is_not_known_is_refused_by_name_and_trust_is_named(
    text: str, place: str, found: str, tmp_path: Path
) -> None:
    program = tmp_path / "p.pl"
    program.write_text(f"{text}\n{MOVES}", encoding="utf-8")
    with pytest.raises(InputError) as refused:
        load_prolog(str(program), "1 2")
    assert str(refused.value.place) == f"{program}:{place}"
    assert found in str(refused.value) and "--trust" in str(refused.value)


@pytest.mark.usefixtures("no_swi")
def test_swi_prolog_takes_no_program_without_trust(tmp_path: Path) -> None:
    program = tmp_path / "p.pl"
    program.write_text(MOVES, encoding="utf-8")
    with pytest.raises(InputError, match=r"p\.pl: .*only if you trust it(?s:.*)--trust"):
        load_prolog(str(program), swi=True)


@pytest.mark.slow
@pytest.mark.usefixtures("swi", "trusted")
def test_a_program_that_changes_its_own_child_changes_no_other() -> None:
    evil = "arc([A,B],[B,A],1) :- abolish(arcwise_bridge:answers/5), assertz((arcwise_bridge:answers(_,_,_,_,[[[666,666],1]])))."
    changing, other = read_trusted_moves(evil, trust=True), read_trusted_moves(MOVES, trust=True)
    for _ in range(2):
        with contextlib.suppress(InputError):
            changing.successors((1, 2))
        assert other.successors((1, 2))[0][1] == (2, 1)


@pytest.mark.slow
@pytest.mark.usefixtures("swi", "trusted")
@pytest.mark.parametrize(
    "reply",
    [
        "[[one,2,1]]",
        "[[1,[2],1]]",
        "[1]",
        "lie",
        "[[1,2.5,1]]",
        "[[]]",
        "[[true,2,1]]",
        "[[1,true,2]]",
    ],
)
def test_a_reply_of_another_form_is_an_error_of_the_program(reply: str) -> None:
    evil = "arc([X,Y],[Y,X],1) :- abolish(arcwise_bridge:answers/5), assertz(arcwise_bridge:answers(_,_,_,_,{}))."
    program = read_trusted_moves(evil.format(reply), "evil.pl", trust=True)
    with contextlib.suppress(InputError):
        program.successors((1, 2))
    try:
        found = [there for _, there in program.successors((1, 2))]
    except InputError as error:
        assert str(error).startswith("evil.pl")
    else:
        assert all(type(cell) in (int, str) for there in found for cell in there)


@pytest.mark.slow
@pytest.mark.usefixtures("swi", "trusted")
def test_a_program_sees_little_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", "secret")
    program = read_trusted_moves(
        "arc([_,B],[S,B],1) :- getenv('MY_TOKEN', S).\narc([_,B],[1,B],1)."
    )
    assert [there for _, there in program.successors((3, 2))] == [(1, 2)]


@pytest.mark.slow
@pytest.mark.usefixtures("swi", "trusted")
@pytest.mark.parametrize("cell", ["10**5000", "1r3"])
def test_numbers_that_are_no_cells_are_said(cell: str) -> None:
    program = read_trusted_moves(f"arc([X],[Y],1) :- X < 9, Y is {cell}.")
    with pytest.raises(InputError):
        program.successors((1,))
    assert read_trusted_moves(MOVES).successors((1, 2))[0][1] == (2, 1)


@pytest.mark.slow
@pytest.mark.usefixtures("swi", "trusted")
def test_a_trusted_program_may_do_what_prolog_can(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    read_trusted_moves(f":- open('{canary}', write, S), close(S).\n{MOVES}", trust=True)
    assert canary.exists()


@pytest.mark.slow
@pytest.mark.usefixtures("swi", "trusted")
def test_what_a_program_writes_cannot_control_the_terminal() -> None:
    script = (
        "from arcwise.logic.prover import read_trusted_moves\n"
        "p = read_trusted_moves('arc([X],[X],1) :- writeln(\"\\\\e]0;x\\\\a\\\\u009b31m written\").', trust=True)\n"
        "p.successors((1,))\n"
    )
    done = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)
    said = done.communicate()[1]
    assert done.returncode == 0, said
    assert "\x1b" not in said and "\x07" not in said and "\x9b" not in said
