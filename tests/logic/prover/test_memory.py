"""A proof search collects its garbage: long deterministic programs take constant memory."""

import pytest
from arcwise.logic.program import read_goal, read_program
from arcwise.logic.prover import Database, prove
from arcwise.search import Limits, Status

from .agreement import agreed

PROGRAM = read_program(
    """
loop(0) :- !.
loop(N) :- M is N-1, made(M,X), looked(X), loop(M).
made(M,s(M,[a,b,M])).
looked(s(_,_)).
fibonacci(0,A,_,A) :- !.
fibonacci(N,A,B,F) :- C is (A+B) mod 1000007, M is N-1, fibonacci(M,B,C,F).
app([],L,L).
app([H|T],L,[H|R]) :- app(T,L,R).
nrev([],[]).
nrev([H|T],R) :- nrev(T,S), app(S,[H],R).
often(0,_) :- !.
often(N,L) :- nrev(L,R), nrev(R,L), M is N-1, often(M,L).
called(0) :- !.
called(N) :- call((M is N-1, ( M >= 0 ; fail ))), !, called(M).
mixed(0,S,S) :- !.
mixed(N,S,T) :-
    catch(( N mod 3 =:= 0 -> throw(three(N)) ; true ), three(K), K = N),
    findall(X-Y, (member(X,[N,b]), \\+ X = b), [N-Y|_]),
    forall(member(Z,[N,N]), Z == N),
    ( member(W,[1,2,N]), W > 2 *-> true ; W = 0 ),
    arg(2, f(a,W), V), length([V|_], 2), between(1, 1, _), atom_length(abc, 3),
    S1 is (S+V) mod 1000, M is N-1, mixed(M,S1,T).
grown(0,[]) :- !.
grown(N,[f(N,_,1.5)|L]) :- M is N-1, grown(M,L).
sum([],S,S).
sum([f(N,_,_)|L],S,T) :- S1 is S+N, sum(L,S1,T).
total(N,S) :- grown(N,L), sum(L,0,S).
"""
)
SMALL = Limits(memory=24 << 20)


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("loop(400000)", {}),
        ("fibonacci(300000,0,1,F)", {"F": None}),
        ("often(300,[1,2,3,4,5,6,7,8,9,a,b,c,d,e,f(X),X])", {}),
        ("called(60000)", {}),
        ("mixed(5000,0,S)", {"S": sum(range(3, 5001)) % 1000}),
    ],
)
@pytest.mark.slow
def test_deterministic_programs_take_constant_memory(goal, answer):
    database = Database(PROGRAM)
    found = prove(database, read_goal(goal, PROGRAM), engine="native", limits=SMALL)
    assert found.status is Status.SOLVED
    for name, value in answer.items():
        told = {one.name: shown for one, shown in found.answers[0].bindings.items()}
        assert value is None or told[name] == value


@pytest.mark.slow
def test_what_is_still_needed_is_kept():
    found = prove(PROGRAM, read_goal("total(100000,S)", PROGRAM), engine="native")
    assert {one.name: value for one, value in found.answers[0].bindings.items()}["S"] == 5000050000
    stopped = prove(PROGRAM, read_goal("total(1000000,S)", PROGRAM), engine="native", limits=SMALL)
    assert (stopped.status, stopped.limit) == (Status.STOPPED, "memory")


def test_last_answers_are_no_choices():
    for goal, known in (
        ("arg(1,f(a),X)", True),
        ("arg(N,f(a,b),b)", True),
        ("arg(N,f(b,a),b)", False),
        ("length([a,b],N)", True),
        ("length(L,2)", True),
        ("length(L,N)", False),
        ("between(1,3,3)", True),
        ("between(1,1,X)", True),
        ("between(1,3,X)", False),
        ("between(1,inf,3)", True),
        ("atom_concat(a,b,X)", True),
        ("atom_concat(X,Y,ab)", False),
    ):
        found = agreed(PROGRAM, read_goal(goal, PROGRAM), proofs=True)
        assert (goal, found.exhausted) == (goal, known)
