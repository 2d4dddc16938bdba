"""What a stranger's program may not do: each of these ran code, or could, before anybody asked it for a move."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from arcwise.rules.errors import InputError
from arcwise.rules.swi.limits import QuestionLimits
from arcwise.rules.swi.program import SwiProgram

pytestmark = pytest.mark.usefixtures("swi")

MOVES = "arc([X,Y],[Y,X],1) :- X < Y."

HOSTILE = {
    "a directive": ":- shell('touch {canary}').",
    "a directive after the moves": MOVES + "\n:- shell('touch {canary}').",
    "a question": "?- shell('touch {canary}').",
    "a directive in a module": ":- system:shell('touch {canary}').",
    "initialization": ":- initialization(shell('touch {canary}')).",
    "initialization at once": ":- initialization(shell('touch {canary}'), now).",
    "conditional compilation": ":- if(shell('touch {canary}')).\n:- endif.",
    "term expansion": "term_expansion(X, X) :- shell('touch {canary}').\na.",
    "term expansion of all": "user:term_expansion(X, X) :- shell('touch {canary}').\na.",
    "goal expansion": "goal_expansion(a, true) :- shell('touch {canary}').\nb :- a.",
    "a body": "arc([X,Y],[Y,X],2) :- shell('touch {canary}').",
    "a body in a condition": "arc(S,S,2) :- ( true -> \\+ \\+ once(shell('touch {canary}')) ; fail ).",
    "a body by way of another": "arc(S,S,2) :- a.\na :- shell('touch {canary}').",
    "a body in another module": "arc(S,S,2) :- system:shell('touch {canary}').",
    "a goal that is made": "arc(S,S,2) :- G =.. [shell,'touch {canary}'], call(G).",
    "a goal that is read": "arc(S,S,2) :- term_to_atom(G, 'shell(\\'touch {canary}\\')'), G.",
    "a goal for every answer": "arc(S,S,2) :- maplist(shell, ['touch {canary}']).",
    "a clause that is made": "arc(S,S,2) :- assertz((a :- shell('touch {canary}'))), a.",
    "a file that is written": "arc(S,S,2) :- open('{canary}', write, O), close(O).",
    "a file that is told": "arc(S,S,2) :- tell('{canary}'), told.",
    "a file that is read": "arc(S,S,2) :- see('/etc/hostname'), read(_), seen.",
    "a process": ":- use_module(library(process)).\narc(S,S,2) :- process_create(path(touch), ['{canary}'], []).",
    "a socket": ":- use_module(library(socket)).\narc(S,S,2) :- tcp_socket(_).",
    "foreign code": ":- use_foreign_library('{canary}').",
    "another file": ":- consult('{other}').",
    "another file in a list": ":- ['{other}'].",
    "another file as text": ":- include('{other}').",
    "another file as a module": ":- use_module('{other}').",
    "another file in a body": "arc(S,S,2) :- consult('{other}').",
    "at the end": ":- at_halt(shell('touch {canary}')).",
    "halt while it is loaded": ":- halt.",
    "halt in a body": "arc(S,S,2) :- halt.",
    "our own module": ":- arcwise_bridge:retractall(busy), halt.",
    "a clause for our own module": "arcwise_bridge:answer(_, '[]') :- shell('touch {canary}').",
    "a hook for messages": ":- multifile user:message_hook/3.\n"
    "user:message_hook(_,_,_) :- shell('touch {canary}').\na(X).",
    "a hook for printing": "portray(_) :- shell('touch {canary}').",
    "a hook for variables": "attr_unify_hook(_,_) :- shell('touch {canary}').\n"
    "arc([X,Y],[Y,X],2) :- put_attr(Z, user, 1), Z = 1.",
    "a syntax of its own": ":- quasi_quotation_syntax(a).\na(_,_,_,_) :- shell('touch {canary}').\n"
    "b({{|a||x|}}).",
    "a function on dicts": "_.a() := 1 :- shell('touch {canary}').",
    "a thread": "arc(S,S,2) :- thread_create(shell('touch {canary}'), _).",
    "another syntax for the loader": ":- set_prolog_flag(back_quotes, codes).\n"
    ":- set_prolog_flag(back_quotes, symbol_char).\n"
    "a(`). :- shell('touch {canary}'). b(`).",
    "an exception with a goal": "arc(S,S,2) :- throw(format('~@',[shell('touch {canary}')])).",
    "an error with a goal": "arc(S,S,2) :- throw(error(format('~@',[shell('touch {canary}')]),_)).",
    "a message with a goal": "arc(S,S,2) :- print_message(error, format('~@',[shell('touch {canary}')])).",
    "a text with a goal": "arc(S,S,2) :- message_to_string(format('~@',[shell('touch {canary}')]), _).",
    "a format that is made": "arc(S,S,2) :- p(F), format(F, [shell('touch {canary}')]).\np('~@').",
    "a rule that is made": ":- dynamic evil/0.\n"
    "arc(S,S,2) :- assertz((evil => shell('touch {canary}'))), evil.",
    "tabling by an order": ":- table p(index,po(shell/2)).\np(1,'touch {canary}').\np(1,0).\n"
    "arc(S,S,2) :- p(1,_).",
    "tabling by a lattice": ":- table p(index,lattice(call/3)).\np(1,shell).\np(1,0).\narc(S,S,2) :- p(1,_).",
    "an attribute": "arc(S,S,2) :- put_attr(X, freeze, user:shell('touch {canary}')), X = 1.",
    "a term that is changed": "arc(S,S,2) :- p(once(true)).\np(G) :- setarg(1,G,shell('touch {canary}')), call(G).",
    "a lambda": "arc(S,S,2) :- G = shell('touch {canary}'), maplist({{G}}/[_]>>G,[1]).",
    "a lambda in a fold": "arc(S,S,2) :- foldl([X,A,B]>>(call(X,A),B=A),[shell],'touch {canary}',_).",
    "a grammar with a lambda": "a --> [_]>>shell('touch {canary}').\narc(S,S,2) :- phrase(a,[1],_).",
    "a variable for a clause": "X :- shell('touch {canary}').",
    "a number for a clause": "1.",
}


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


def test_looking_at_a_program_without_end_is_limited_too() -> None:
    with pytest.raises(InputError, match="inferences"):
        SwiProgram(f"{MOVES}\n" * 500, limits=QuestionLimits(inferences=1000))


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
