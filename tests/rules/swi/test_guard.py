"""What a stranger's program may not do: each of these ran code, or could, before anybody asked it for a move."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from arcwise.rules.errors import InputError
from arcwise.rules.swi.limits import QuestionLimits
from arcwise.rules.swi.program import SwiProgram

from .hostile import HOSTILE, MOVES

pytestmark = pytest.mark.usefixtures("swi")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_reaches_beyond_the_program_is_refused_and_never_run(
    text: str, tmp_path: Path
) -> None:
    canary, other = tmp_path / "canary", tmp_path / "other.pl"
    other.write_text(f":- shell('touch {canary}').\na.\n", encoding="utf-8")
    program = text.format(canary=canary, other=other) + "\n" + MOVES
    with pytest.raises(InputError) as refused:
        SwiProgram(program, str(tmp_path / "p.pl")).successors((1, 2))
    assert not canary.exists()
    assert str(refused.value).startswith(str(tmp_path))
    assert SwiProgram(MOVES).successors((1, 2))[0][1] == (2, 1)
    assert not canary.exists()


HARMLESS = {
    "arithmetic": "arc([X,Y],[Z,Y],1) :- X < Y, Z is min(X, 3) + 1.",
    "facts that change": ":- dynamic(seen/1).\n"
    "arc([X,Y],[Y,X],1) :- assertz(seen(X)), retract(seen(X)).",
    "answers": "arc(S,T,1) :- findall(X, member(X, S), L), forall(member(X, L), integer(X)), reverse(L, T).",
    "a library": ":- use_module(library(lists)).\narc(S,T,1) :- sum_list(S, N), N > 0, reverse(S, T).",
    "constraints": ":- use_module(library(clpfd)).\n"
    "arc([X,Y],[Z,Y],1) :- Z #= X + Y, Z #> 2, label([Z]).",
    "operators": ":- op(700, xfx, ===>).\nstep(a ===> b).\narc([X,Y],[Y,X],1) :- step(_ ===> _).",
    "strings": ':- set_prolog_flag(double_quotes, codes).\na("x").\narc([X,Y],[Y,X],1) :- a([120]).',
    "tabling": ":- table reach/2.\nreach(X, X).\narc([X,Y],[Y,X],1) :- reach(X, X).",
    "a module": ":- module(mine, [arc/3]).\narc([X,Y],[Y,X],1) :- X < Y.",
    "a grammar": "pair(X, Y) --> [X, Y].\narc(S,[Y,X],1) :- phrase(pair(X, Y), S).",
    "another encoding": ":- encoding(utf8).\narc([X,Y],[Y,X],1) :- X < Y.",
}


@pytest.mark.parametrize("text", HARMLESS.values(), ids=HARMLESS.keys())
def test_what_only_computes_needs_no_trust(text: str) -> None:
    assert len(SwiProgram(text).successors((1, 2))) == 1


@pytest.mark.parametrize("cell", ["10**5000", "1r3"])
def test_numbers_that_are_no_cells_are_said(cell: str) -> None:
    program = SwiProgram(f"arc([X],[Y],1) :- X < 9, Y is {cell}.")
    with pytest.raises(InputError):
        program.successors((1,))
    assert SwiProgram(MOVES).successors((1, 2))[0][1] == (2, 1)


def test_a_trusted_program_may_do_what_prolog_can(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    SwiProgram(f":- open('{canary}', write, S), close(S).\n{MOVES}", trust=True)
    assert canary.exists()


def test_what_is_refused_is_said_with_its_place() -> None:
    with pytest.raises(InputError) as directive:
        SwiProgram(f"{MOVES}\n\n:- shell(ls).", "p.pl")
    assert str(directive.value).startswith("p.pl:3:1: this program could reach your files")
    assert "the directive shell(ls)" in str(directive.value)
    with pytest.raises(InputError) as goal:
        SwiProgram(f"{MOVES}\narc(S,T,2) :- other(S,T).\nother(S,S) :-\n  shell(ls).", "p.pl")
    assert str(goal.value).startswith("p.pl:3:1:") and "shell/1" in str(goal.value)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("catch(halt, _, S = T)", "halt/0"),
        ("G =.. [shell, ls], call(G)", "a goal that is known only when it is called"),
        ("( S == T -> true ; \\+ shell(ls) )", "shell/1"),
        ("findall(X, (member(X, S), open(X, write, _)), T)", "open/3"),
        ("forall(member(G, [halt]), G)", "a goal that is known only when it is called"),
    ],
)
def test_a_goal_within_a_goal_is_refused_with_its_line(body: str, found: str) -> None:
    with pytest.raises(InputError) as refused:
        SwiProgram(f"{MOVES}\narc(S,T,2) :- S = T.\narc(S,T,3) :- {body}.", "p.pl")
    assert str(refused.value.place) == "p.pl:3:1"
    assert refused.value.found == found


def test_looking_at_a_program_without_end_is_limited_too() -> None:
    with pytest.raises(InputError, match="inferences"):
        SwiProgram(f"{MOVES}\n" * 500, limits=QuestionLimits(inferences=1000))


@pytest.mark.slow
def test_what_a_program_writes_cannot_control_the_terminal() -> None:
    script = (
        "from arcwise.rules.swi.program import SwiProgram\n"
        "p = SwiProgram('arc([X],[X],1) :- writeln(\"\\\\e]0;x\\\\a\\\\u009b31m written\").')\n"
        "p.successors((1,))\n"
    )
    done = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)
    said = done.communicate()[1]
    assert done.returncode == 0, said
    assert "\x1b" not in said and "\x07" not in said and "\x9b" not in said
