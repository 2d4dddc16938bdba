"""Goals that SWI-Prolog proves for a trusted program: answers and proofs are those of our own prover."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import arcwise as aw
import pytest
from arcwise.logic.program import load_program, read_goal
from arcwise.logic.prover import prove
from arcwise.logic.prover.in_swi import SwiDatabase
from arcwise.logic.views import proof_view
from arcwise.rules import InputError
from arcwise.search import Limits

pytestmark = pytest.mark.usefixtures("swi", "trusted")

PROGRAM = """
:- op(700, xfx, likes).
parent(a,b). parent(b,c). parent(b,d).
anc(X,Y) :- parent(X,Y).
anc(X,Z) :- parent(X,Y), anc(Y,Z).
ann likes bob. ann likes eve. X likes Y :- anc(X,Y).
leaf(X) :- parent(_,X), \\+ parent(X,_).
all(X) :- forall(parent(X,Y), Y \\== X), not(parent(X,a)).
kind(X,K) :- ( X > 3 -> K = big ; X =:= 3 -> K = three ; K = small ).
either(X,R) :- ( X = 1 ; X = 2 ), ( X = 1 -> ( parent(a,_) ; parent(b,_) ), R = one ; R = no ).
soft(X) :- ( parent(b,X) *-> true ; X = none ).
count([],0).
count([_|T],N) :- count(T,M), N is M+1.
found(L) :- findall(X, parent(b,X), L).
first(X,Y) :- parent(X,Y), !.
first(_,none).
inside(X) :- ( parent(X,_), ! ; X = zz ).
inside(y).
meta(X) :- once(parent(b,X)), ignore(parent(z,X)), call(parent,b,X), G = parent(b,Y), call(G), Y \\= X.
made(X) :- G = (parent(X,Y), \\+ parent(Y,_)), call(G).
later(X) :- G = (Y = parent(b,X), Y, true), call(G), ( X \\== c -> Z = G ; Z = fail ), call(Z).
caught(X) :- catch((parent(b,X), X == d), _, true).
thrown(X) :- catch(throws(X), oops(Y), X = Y).
throws(X) :- X == foo.
throws(_) :- throw(oops(1)).
open(X,Y) :- parent(b,X), Y = f(_,X,_).
'odd name'(x, 'A b', [], {q}, 1.5, -3, f(-1), 1-2, 'hello''s').
"""

GOALS = (
    *("anc(a,X)", "anc(X,Y), \\+ parent(X,Y)", "ann likes X", "leaf(X)", "all(b)", "kind(3,K)"),
    *("kind(1,K)", "either(X,R)", "soft(X)", "count([p,q,r],N)", "found(L)", "first(b,Y)"),
    *(
        "first(d,Y)",
        "inside(X)",
        "meta(X)",
        "made(X)",
        "later(X)",
        "caught(X)",
        "thrown(X)",
        "open(X,Y)",
    ),
    *("'odd name'(A,B,C,D,E,F,G,H,I)", "true", "fail", "parent(X,Y) ; anc(X,Y)", "call(anc,X,Y)"),
)


@pytest.mark.slow
def test_answers_and_proofs_are_those_of_our_own_prover(tmp_path: Path) -> None:
    path = tmp_path / "p.pl"
    path.write_text(PROGRAM)
    theirs, own = SwiDatabase(str(path)), load_program(path)
    for text in GOALS:
        goal = read_goal(text, own)
        asked = {"answers": None, "proofs": True}
        one = prove(theirs, goal, engine="swi", **asked)
        other = prove(own, goal, **asked)
        assert (one.status, one.exhausted) == (other.status, other.exhausted), text
        assert list(map(str, one.answers)) == list(map(str, other.answers)), text
        for mine, known in zip(one.answers, other.answers, strict=True):
            shown = proof_view(mine.proof, own).text()
            assert shown == proof_view(known.proof, own).text(), text
            places = [node.clause.place.line for node in nodes(mine) if node.clause]
            assert places == [node.clause.place.line for node in nodes(known) if node.clause]


def nodes(answer: Any) -> list[Any]:
    return [node for tree in answer.proof for _, node in tree.walk()]


BEYOND = """
:- dynamic seen/1.
visit(X) :- \\+ seen(X), assertz(seen(X)).
go(L) :- visit(a), \\+ visit(a), list_to_assoc([a-1], A), get_assoc(a, A, L).
again :- visit(b), fail.
never :- atom(1).
drawn :- random_between(1, 3, 9).
loop :- loop.
wrong(X) :- X is foo + 1.
outer :- nowhere(1).
count(N) :- between(1, inf, N).
"""


@pytest.mark.parametrize(
    ("goal", "options", "code", "said"),
    [
        ("go(L)", ("--proof",), 0, "get_assoc(a,t(a,1,-,t,t),1) "),
        ("count(N)", ("--answers", "2"), 0, "2 answers, there may be more"),
        ("never", (), 11, "no: the whole space was searched"),
        ("again", (), 12, "the program changes its facts while it runs"),
        ("drawn", (), 12, "the program draws at random"),
        ("loop", ("--limit-nodes", "1000"), 12, "; try :- table loop/0."),
        ("wrong(X)", ("--proof",), 33, "p.pl: the goal ends in an error: "),
        ("outer", ("--proof",), 33, "error: outer/0: Unknown procedure: nowhere/1"),
        ("nowhere(X)", (), 33, "Unknown procedure: nowhere/1"),
        ("loop", ("--algorithm", "iterative-deepening"), 33, "SWI-Prolog proves depth-first"),
    ],
)
@pytest.mark.slow
def test_a_trusted_program_may_use_all_of_prolog(
    call: Any, tmp_path: Path, goal: str, options: tuple[str, ...], code: int, said: str
) -> None:
    path = tmp_path / "p.pl"
    path.write_text(BEYOND)
    done = call("solve", path, goal, "--trust", *options)
    assert done.code == code, done.err
    assert said in done.out + done.err


OTHER = """
:- use_module(library(clpfd)).
:- table path/2.
edges(a,b). edges(b,a).
path(X,Y) :- edges(X,Y).
path(X,Y) :- path(X,Z), edges(Z,Y).
round(X) :- path(X,X).
square(X,Y) :- Y #= X*X.
above(X) :- X #> 3.
third(1r3).
third_of(X,Y) :- third(T), Y is X * T.
"""


@pytest.mark.parametrize(
    ("goal", "code", "said"),
    [
        ("round(a)", 0, "path(a,a)  answered by SWI-Prolog"),
        ("X in 1..2, square(X,Y), label([X])", 0, "X = 1, Y = 1"),
        ("third_of(3,Y)", 33, "a term that arcwise does not read"),
        ("third_of(X,3) ; true", 33, "error"),
        ("square(3,Y)", 0, "Y = 9"),
        ("above(X)", 33, "variables that constraints leave open"),
    ],
)
@pytest.mark.slow
def test_tables_constraints_and_numbers_that_only_prolog_reads(
    call: Any, tmp_path: Path, goal: str, code: int, said: str
) -> None:
    path = tmp_path / "p.pl"
    path.write_text(OTHER if "third" in goal else OTHER.partition("third")[0])
    done = call("solve", path, goal, "--trust", "--proof")
    assert done.code == code, done.err
    assert said in done.out + done.err


def test_without_trust_a_program_of_constraints_is_told_its_library(
    call: Any, tmp_path: Path
) -> None:
    path = tmp_path / "p.pl"
    path.write_text(":- use_module(library(clpfd)).\nabove(X) :- X #> 3.\n")
    told = call("solve", path, "above(4)").err
    assert "#>/2 is not among the built-in predicates" in told and "between/3 or member/2" in told


@pytest.mark.slow
def test_facts_that_fill_the_memory_stop_the_search(tmp_path: Path) -> None:
    path = tmp_path / "p.pl"
    path.write_text(":- dynamic kept/1.\ngrows(N) :- assertz(kept(N)), M is N+1, grows(M).\n")
    found = aw.prove(path, "grows(0)", engine="swi", limits=Limits(memory=64 * 2**20))
    assert (found.status.value, found.limit) == ("stopped", "memory")
    assert "inference" not in found.summary()  # which SWI-Prolog no longer tells


@pytest.mark.long
def test_answers_that_were_found_before_a_limit_on_time_are_kept(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "p.pl"
    path.write_text('p(1).\np(X) :- X = f(Y, Y, Z, "text", Z).\np(X) :- sleep(100), X = 3.\n')
    done = call("solve", path, "p(X)", "--trust", "--proof", "--answers", 9, "--limit-time", 2)
    assert 'X = 1\n  p(1)\n\nX = f(_1,_1,_2,"text",_2)\n' in done.out, done.err
    assert "solved: 2 answers so far, depth-first; stopped by time" in done.out


@pytest.mark.long
def test_a_proof_may_be_as_deep_as_memory_allows(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "p.pl"
    path.write_text("p(0).\np(N) :- N > 0, M is N-1, p(M).\n")
    done = call("solve", path, "p(5000)", "--trust", "--proof")
    assert done.code == 0 and len(done.out) < 200 * 15001


def test_without_trust_its_goals_are_refused(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "p.pl"
    path.write_text(BEYOND)
    assert "random_between/3" in call("solve", path, "go(L)").err
    assert "only if you trust it" in call("solve", path, "go(L)", "--engine", "swi").err


@pytest.mark.slow
def test_advice_to_trust_is_given_where_trust_helps(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.pl").write_text(BEYOND)
    for command in (("explain",), ("learn",)):
        told = call(*command, "p.pl", "drawn").err
        assert 'or arcwise solve p.pl "GOAL" --trust' in told and "or --trust" not in told
    with pytest.raises(InputError, match=r"in Python aw\.prove within") as caught:
        aw.learn("p.pl", ["drawn"])
    assert "or --trust" not in str(caught.value)
    told = call("solve", "p.pl", "gone(X)", "--trust").err
    assert "error: Unknown procedure: gone/1" in told


@pytest.mark.slow
def test_what_is_thrown_is_told(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "p.pl"
    path.write_text(
        "move(S,up,T) :- T is S+1, T < 9, assertz(seen(S)).\nstart(1).\ngo :- throw(up).\n"
    )
    assert "nothing catches what is thrown: up" in call("solve", path, "go", "--trust").err


@pytest.mark.slow
def test_trusted_moves_are_read_as_others_are(call: Any, tmp_path: Path) -> None:
    """Start, goal, estimates, labels, nested states and other names count in SWI-Prolog too."""
    path = tmp_path / "p.pl"
    path.write_text(
        ":- dynamic seen/1.\nmove(at(X/Y), right, at(Z/Y)) :- X < 3, Z is X+1, assertz(seen(Z)).\n"
        "move(at(X/Y), up, at(X/Z)) :- Y < 3, Z is Y+1.\ndo(A, 2, B) :- move(A, _, B).\n"
        "start(at(0/0)).\ngoal(at(2/Y)) :- Y > 0.\nh(at(X/_), H) :- H is abs(X - 2).\n"
    )
    done = call("solve", path, "--trust", "--algorithm", "greedy", "--json")
    assert done.code == 0, done.err
    assert (done.data["moves"], done.data["engine"]) == (3, "swi")
    assert sorted(done.data["arcs"]) == ["right", "right", "up"]
    assert "changes its facts" in done.data["note"]
    once = tmp_path / "once.pl"
    once.write_text(
        ":- dynamic seen/1.\narc([N],[M],1) :- N < 6, M is N+1, \\+ seen(M), assertz(seen(M)).\n"
    )
    done = call("solve", once, "0", "5", "--trust", "--algorithm", "breadth-first", "--json")
    assert done.data["moves"] == 5
    done = call("solve", path, "at(0/0)", "at(2/2)", "--moves", "do(S,_,T)", "--trust", "--json")
    assert (done.data["moves"], set(done.data["arcs"])) == (4, {"2"})


@pytest.mark.slow
def test_a_trusted_proof_is_explained(call: Any, tmp_path: Path) -> None:
    (tmp_path / "facts.pl").write_text("depressed(john).\nbuy(john,obj1).\ngun(obj1).\n")
    path = tmp_path / "p.pl"
    path.write_text(
        ":- include(facts).\nkill(A,B) :- hate(A,B), possess(A,C), weapon(C).\n"
        "hate(A,A) :- depressed(A).\npossess(A,C) :- buy(A,C).\nweapon(Z) :- gun(Z).\n"
        "keys(L,K) :- list_to_assoc(L,A), assoc_to_keys(A,K), \\+ K = [].\n"
        ":- dynamic n/1.\nlast(X) :- retract(n(X)).\nn(1).\n"
    )
    told = call("explain", path, "kill(X,Y)", "--trust").out
    assert "rule: kill(A,A) :- depressed(A), buy(A,B), gun(B).\n" in told
    told = call("explain", path, "keys([a-1],K)", "--trust").out
    assert "rule: keys(A,B) :- list_to_assoc(A,C), assoc_to_keys(C,B), B \\= [].\n" in told
    told = call("explain", path, "last(X)", "--trust").err
    assert "changes explains nothing\n  found:    the program changes its facts" in told
    path.write_text(
        "p(X) :- q(X), r(X).\nq(X) :- s(X).\ns(a).\nr(a).\n"
        "example(p(a)).\nproblem(p(b)).\noperational(q/1).\noperational(r/1).\n"
    )
    told = call("explain", path).out
    assert "rule: p(A) :- q(A), r(A).\n" in told
    assert call("explain", path, "--trust").out == told


@pytest.mark.slow
def test_clauses_of_other_files_are_in_proofs(call: Any, tmp_path: Path) -> None:
    (tmp_path / "facts.pl").write_text("edge(a,b).\n")
    path = tmp_path / "p.pl"
    (tmp_path / "low.pl").write_text(":- module(low, [low/1]).\nlow(1).\n")
    path.write_text(":- include(facts).\n:- use_module(low).\npath(X,Y) :- edge(X,Y).\n")
    assert "X = 1\n" in call("solve", path, "low:low(X)", "--trust", "--answers", "2").out
    found = call("solve", path, "path(a,X)", "--trust", "--proof")
    assert "X = b\n  path(a,b)    by path(A,B) :- edge(A,B).\n    edge(a,b)\n" in found.out


@pytest.mark.slow
def test_python_has_the_answers_of_the_shell(tmp_path: Path) -> None:
    path = tmp_path / "p.pl"
    path.write_text(BEYOND)
    found = aw.prove(path, "go(L)", proofs=True)
    assert (str(found.answers[0]), found.engine) == ("L = 1", "swi")
    assert aw.prove(path, "never").status.value == "unsolvable"
