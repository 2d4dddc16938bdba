"""Answers that are told as they are found: the same lines as of answers that are kept, each once."""

import subprocess
import sys

import pytest
from arcwise.logic.program import read_goal, read_program, term_text
from arcwise.logic.prover import Database, prove
from arcwise.logic.prover.prove import AskedGoal, proved
from arcwise.logic.views import proof_view
from arcwise.rules.text.plain import text_of
from arcwise.search import Limits
from arcwise.search.limits import NO_LIMITS

PROGRAM = read_program("""
:- op(700, xfx, likes).
:- op(200, xfy, &).
one(X) :- member(X, [a, 'A b', [], "text", 1.5, -3, - 3, -(-(3)), 1-2-3, 1-(2-3), a*(b+c), [a|_], [[1,2],[]], {x}, {}]).
one(X) :- member(X, [f(-), f(-1), -(1), - a, \\+ a, f(:-), f((a:-b)), (a:-b), (a,b), f((a,b)), x likes y, f(x likes y), a&b, a = b]).
one(X) :- member(X, [f(_), f(Y,Y,_), 'don''t', f('don''t'), a:b, [x-1,'Y'-2], 'é', '\\n', (a->b;c), [a=b], - (1), 1 - -1, [-], -(-)]).
two(X,Y) :- one(X), Y = g(X,[X]).
count(N) :- between(1, 5000, N).
large(X) :- member(X, [1,2,3]).
large(X) :- X is 2 ** 70.
large(4).
said(X) :- member(X, [1,2]), write(x(X)).
bad(X) :- member(X, [1,2]).
bad(X) :- X is foo + 1.
linked(L, T) :- length(L, 2), append(L, T, R), msort([c,B,a|L], _), B = _, R = [_|_], \\+ L = [T,_,z].
""")


def told(goal, *options, answers=None, limits=NO_LIMITS, prints=False, **more):
    lines = []
    database = Database(PROGRAM, prints=prints)
    asked = AskedGoal(database, read_goal(goal, PROGRAM), answers, limits=limits, tell=lines.append)
    return proved(asked, *options, **more), "".join(lines).splitlines()


@pytest.mark.parametrize("goal", ["one(X)", "two(X,Y)", "two(X,_)", "one(a)", "one(z)", "count(N)"])
@pytest.mark.parametrize("engine", ["native", "python"])
def test_lines_are_those_of_answers_that_are_kept(goal, engine):
    for answers in (1, 3, None):
        kept = prove(PROGRAM, read_goal(goal, PROGRAM), answers=answers, engine=engine)
        found, lines = told(goal, answers=answers, engine=engine)
        assert lines == [one.text(PROGRAM.operators) for one in kept.answers]
        assert (found.told, found.answers) == (len(kept.answers), ())
        assert (found.summary(), found.exhausted) == (kept.summary(), kept.exhausted)


def test_an_engine_that_takes_over_tells_no_answer_again():
    found, lines = told("large(X)")
    assert (found.engine, found.told) == ("python", 5)
    assert lines == ["X = 1", "X = 2", "X = 3", f"X = {2**70}", "X = 4"]


def test_limits_errors_and_output_stand_behind_what_was_told():
    found, lines = told("count(N)", limits=Limits(nodes=1))
    assert (found.told, found.exhausted, len(lines)) == (0, False, 0)
    found, lines = told("bad(X)")
    assert lines == ["X = 1", "X = 2"] and found.error is not None and found.solved
    found, lines = told("said(X)", prints=True)
    assert lines == ["x(1)", "X = 1", "x(2)", "X = 2"]
    found, lines = told("count(N), N < 4", "iterative-deepening")
    assert lines == ["N = 1", "N = 2", "N = 3"]


@pytest.mark.slow
def test_an_endless_list_of_answers_ends_when_its_reader_does(tmp_path):
    program = tmp_path / "endless.pl"
    program.write_text("n(0).\nn(s(X)) :- n(X).\nup(X) :- between(1,inf,X).\n")
    command = [sys.executable, "-m", "arcwise", "solve", str(program), "up(X)", "--all"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"X = 1\n"
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize("goal", ["one(X)", "two(X,Y)", "two(X,Y), \\+ X = Y", "linked(L,T)"])
def test_goals_of_proofs_are_written_by_the_kernel_as_python_writes_their_terms(goal):
    asked, texts = read_goal(goal, PROGRAM), []
    for engine in ("native", "python"):
        found = prove(PROGRAM, asked, answers=None, engine=engine, proofs=True)
        nodes = [
            one for answer in found.answers for proof in answer.proof for _, one in proof.walk()
        ]
        texts.append([one.text(PROGRAM.operators) for one in nodes])
        assert texts[-1] == [term_text(one.goal, PROGRAM.operators) for one in nodes]
        texts.append([one.text(PROGRAM.operators, longest=9) for one in nodes])
    assert texts[:2] == texts[2:]
    assert texts[0]


def test_terms_of_a_proof_are_made_when_they_are_asked_for():
    program = read_program(
        "r([],[]). r([X|L],R) :- r(L,M), a(M,[X],R). a([],L,L). a([X|L],M,[X|N]) :- a(L,M,N)."
    )
    goal = read_goal("r([1,2,[3,b],'D'],R)", program)
    (answer,) = prove(program, goal, engine="native", proofs=True).answers
    shown = text_of(proof_view(answer.proof, program).parts)
    nodes = [node for proof in answer.proof for _, node in proof.walk()]
    assert [node.stated for node in nodes if node.told] == [None] * len(nodes)
    (other,) = prove(program, goal, engine="python", proofs=True).answers
    assert shown == text_of(proof_view(other.proof, program).parts)
    assert nodes[0].goal is nodes[0].goal
