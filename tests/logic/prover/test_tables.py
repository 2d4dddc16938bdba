"""Tabled predicates, against networkx, SWI-Prolog and plain Python."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import networkx as nx
import pytest
from arcwise.logic.learning import learn_rules
from arcwise.logic.program import read_goal, read_program, term_text
from arcwise.logic.prover import prove
from arcwise.logic.prover.certificate import proof_certificates
from arcwise.rules import InputError
from arcwise.rules.prolog.operators import OperatorTable
from arcwise.search import Limits, Status

from .agreement import agreed
from .beside_swi import Table

OPERATORS = OperatorTable.default()

STRATEGIES = ("depth-first", "iterative-deepening", "breadth-first", "greedy")

BODIES = ("path(X,Z), edge(Z,Y)", "edge(X,Z), path(Z,Y)", "path(X,Z), path(Z,Y)")

FIBONACCI = """
:- table fib/2.
fib(0,0). fib(1,1).
fib(N,F) :- N > 1, A is N-1, B is N-2, fib(A,X), fib(B,Y), F is X+Y.
"""

MUTUAL = """
:- table even/1, odd/1.
even(X) :- odd(Y), next(Y,X).
even(0).
odd(X) :- even(Y), next(Y,X).
next(X,Y) :- X < 6, Y is X+1.
alone(X) :- member(X,[1,2]), \\+ even(X).
counted(N) :- findall(X,odd(X),L), length(L,N).
"""


def graph_of(seed: int) -> tuple[nx.DiGraph, str]:
    numbers = random.Random(seed)
    size = numbers.randrange(2, 8)
    graph = nx.gnp_random_graph(size, numbers.random() / 2, seed=seed, directed=True)
    return graph, "".join(f"edge({one},{other}). " for one, other in graph.edges)


def asked(text: str, goal: str, algorithm: str = "depth-first", **options):
    program = read_program(text)
    return agreed(program, read_goal(goal, program), algorithm, answers=None, **options)


def shown(term) -> str:
    return term_text(term, OPERATORS)


def told(result) -> list[str]:
    return [shown(one.goal) for one in result.answers]


@pytest.mark.parametrize("seed", range(6))
def test_paths_are_those_of_networkx_each_with_a_proof_that_ends(seed: int) -> None:
    graph, facts = graph_of(seed)
    pairs = {
        (one, other)
        for one in graph
        for start in graph.successors(one)
        for other in (start, *nx.descendants(graph, start))
    }
    for body in BODIES:
        text = f":- table path/2. path(X,Y) :- {body}. path(X,Y) :- edge(X,Y). :- dynamic edge/2. {facts}"
        for goal in ("path(X,Y)", "path(0,X)", "path(X,1)", "path(0,1)"):
            result = asked(text, goal, proofs=True)
            expected = {
                f"path({one},{other})"
                for one, other in pairs
                if ("(0" not in goal or one == 0) and ("1)" not in goal or other == 1)
            }
            assert sorted(told(result)) == sorted(expected)
            assert result.exhausted
            assert result.solved or result.status is Status.UNSOLVABLE
            for answer in result.answers:
                above: list[str] = []
                for depth, node in answer.proof[0].walk():
                    del above[depth:]
                    assert shown(node.goal) not in above
                    above.append(shown(node.goal))


@pytest.mark.parametrize("algorithm", STRATEGIES)
def test_each_strategy_has_the_same_answers(algorithm: str) -> None:
    text = ":- table path/2. path(X,Y) :- path(X,Z), edge(Z,Y). path(X,Y) :- edge(X,Y). edge(a,b). edge(b,a)."
    assert told(asked(text, "path(a,X)", algorithm)) == ["path(a,b)", "path(a,a)"]


def test_answers_of_an_open_goal_have_their_variables_in_proofs() -> None:
    text = (
        ":- table same/2. same(X,X). same(X,Y) :- same(Y,X). pair(X) :- same(f(X,1),f(2,Y)), Y < 2."
    )
    result = asked(text, "pair(X)", proofs=True)
    assert told(result) == ["pair(2)"]
    goals = [shown(node.goal) for _, node in result.answers[0].proof[0].walk()]
    assert goals == ["pair(2)", "same(f(2,1),f(2,1))", "1 < 2"]


def test_a_goal_that_is_proved_again_is_shown_once_and_counted_once() -> None:
    program = read_program(FIBONACCI)
    result = prove(program, read_goal("fib(200,X)", program), proofs=True)
    assert told(result) == ["fib(200,280571172992510140037611932413038677189525)"]
    assert result.inferences < 3_000
    (proof,) = result.answers[0].proof
    marks = [node.mark for _, node in proof.walk()]
    assert len(marks) < 2_000
    assert marks.count("above") == 197


def test_a_number_is_not_the_decimal_of_its_value() -> None:
    assert told(asked(":- table p/1. p(1). p(1.0). p(X) :- p(X).", "p(X)")) == ["p(1)", "p(1.0)"]
    assert told(asked(":- table p/2. p(1,a). p(1.0,b).", "p(1.0,X)")) == ["p(1.0,b)"]


def test_mutual_recursion_negation_and_collection_of_tabled_goals() -> None:
    assert told(asked(MUTUAL, "even(X)")) == ["even(0)", "even(2)", "even(4)", "even(6)"]
    assert told(asked(MUTUAL, "alone(X)")) == ["alone(1)"]
    assert told(asked(MUTUAL, "counted(N)")) == ["counted(3)"]


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        (":- table p/0, q/0. p :- q. q :- \\+ p.", "p"),
        (":- table p/1. p(X) :- findall(Y, p(Y), X).", "p(X)"),
        (":- table p/1. p(1). p(X) :- p(Y), !, X is Y+1.", "p(X)"),
        (":- table p/1. p(X) :- ( p(1) -> X = 2 ; X = 1 ).", "p(X)"),
    ],
)
def test_a_table_that_is_needed_before_it_can_be_complete_is_refused(text: str, goal: str) -> None:
    with pytest.raises(InputError, match="cannot be completed before it is needed"):
        asked(text, goal)


def test_an_error_in_a_table_is_caught_where_the_table_is_read() -> None:
    text = ":- table p/1, q/1. p(X) :- q(X). q(1). q(X) :- X is a+1. r(E) :- catch(p(_),error(E,_),true)."
    assert told(asked(text, "r(E)")) == ["r(type_error(evaluable,a/0))"]
    with pytest.raises(InputError, match="not an expression"):
        asked(text, "p(X)")


@pytest.mark.parametrize("limit", [{"nodes": 150}, {"work": 150}, {"time": 0.05}])
def test_a_table_without_end_is_stopped_by_each_limit(limit) -> None:
    program = read_program(":- table nat/1. nat(0). nat(s(X)) :- nat(X).")
    result = prove(program, read_goal("nat(X)", program), answers=None, limits=Limits(**limit))
    assert (result.status, result.limit) == (Status.STOPPED, next(iter(limit)))
    if "nodes" in limit:
        assert result.inferences == 150


def test_the_kernel_keeps_tables_but_no_proofs_in_them() -> None:
    found = asked(MUTUAL, "G = even(X), call(G), X > 4, counted(N), alone(Y)")
    assert found.engine == "native"
    assert [one.name for one in found.answers[0].bindings] == ["G", "X", "N", "Y"]
    assert "keeps no proofs in tables" in asked(MUTUAL, "even(X)", proofs=True).note


@pytest.mark.parametrize("declared", ["", "_,min", "_,last", "_,lattice(longer/3)", "_,po((@>)/2)"])
def test_random_programs_are_proved_alike_by_both_engines(declared: str) -> None:
    numbers = random.Random(declared)
    kept = f":- table p({declared})." if declared else ":- table p/2."
    edges = "".join(
        sorted({f"e({numbers.randrange(4)},{numbers.randrange(4)})." for _ in range(7)})
    )
    bodies = (
        "p(X,Z), q(Z,Y)", "q(Y,X)", "e(X,Z), ( q(Z,Y) -> true ; Y = X )", "q(X,Y), Y == Z", "q(X,Z), Y = f(Z,Y)",
        "e(X,Z), \\+ q(Z,X), Y = [X,A|A]", "catch(( p(X,Y), throw(Y) ),_,true)", "q(X,Z), !, e(Z,Y)",
    )  # fmt: skip
    longer = "longer(A,B,C) :- ( A @< B -> C = B ; C = A )."
    for _ in range(12):
        one, other, third = numbers.sample(bodies, 3)
        text = (
            f"{kept} :- table q/2. p(X,Y) :- e(X,Y). p(X,Y) :- {one}. q(X,Y) :- {other}. {longer} "
            f"q(X,Y) :- e(X,Y). q(X,Y) :- {third}. {edges}"
        )
        for goal in ("p(X,Y)", "q(1,Y), p(Y,_)", "p(X,X), \\+ q(X,1)"):
            for limits in (Limits(nodes=numbers.randrange(400)), Limits(work=300)):
                with suppress(InputError):
                    asked(text, goal, limits=limits)


def test_rules_are_learned_from_tabled_proofs_and_certified() -> None:
    program = read_program(
        ":- table path/2. path(X,Y) :- path(X,Z), edge(Z,Y). path(X,Y) :- edge(X,Y). edge(a,b). edge(b,a)."
    )
    goal = read_goal("path(a,a)", program)
    library = learn_rules(program, [goal])
    assert [shown(rule.clause.term) for rule in library] == ["(path(A,B) :- edge(A,C), edge(C,B))"]
    result = prove(library.program, goal, proofs=True)
    assert told(result) == ["path(a,a)"]
    certified = proof_certificates(program, goal, prove(program, goal, proofs=True))
    assert certified["path(a,a)"].data is not None
    assert all(one.data is not None for one in library.certificates().values())


@pytest.mark.parametrize(
    "declared",
    [
        "path/2, p/0",
        "(path/2, p) as subsumptive",
        "user:path/2, [p]",
        "path(_,_), p",
        "path(_,index), p",
    ],
)
def test_a_table_is_declared_in_each_form_of_swi_prolog(declared: str) -> None:
    text = f":- table {declared}. path(X,Y) :- path(Y,X). path(a,b). p :- p. p."
    assert told(asked(text, "path(X,Y)")) == ["path(a,b)", "path(b,a)"]
    assert told(asked(text, "p")) == ["p"]


def test_a_table_does_not_stand_for_clauses() -> None:
    text = ":- table member/2. p(X) :- member(X,[1,2])."
    assert told(asked(text, "p(X)")) == ["p(1)", "p(2)"]
    (warning,) = read_program(text, "t.pl").warnings
    assert warning == "t.pl:1:1: a table of member/2, which has no clauses here"
    text = ":- table pth/1. path(a). q :- pth(_)."
    assert "not defined: pth/1 (line 1), nearest path/1" in read_program(text).warnings[-1]
    assert told(asked(":- dynamic p/1. :- table p/1. q :- p(_).", "q")) == []


@pytest.mark.slow
def test_a_stopped_search_names_the_table_that_it_was_waiting_for() -> None:
    text = ":- table nat/1. nat(0). nat(s(X)) :- nat(X). p(X) :- nat(X)."
    for algorithm in STRATEGIES:
        note = asked(text, "p(X)", algorithm, limits=Limits(nodes=150)).note
        assert note.endswith(
            "the table of nat(_1) is read once it has all answers, which may have no end"
        )


@pytest.mark.slow
def test_random_tabled_programs_have_the_answers_of_swi_prolog(swipl, tmp_path: Path) -> None:
    numbers = random.Random(0)
    texts, goals = [], []
    for number in range(20):
        names = [f"p{number}_{one}" for one in range(3)]
        lines = [f":- table {', '.join(f'{one}/2' for one in names)}."]
        for name in names:
            lines.append(f"{name}(X,Y) :- e(X,Y), X @< Y.")
            for _ in range(numbers.randrange(1, 4)):
                one, other = numbers.choices([*names, "e"], k=2)
                lines.append(f"{name}(X,Y) :- {one}(X,Z), {other}(Z,Y).")
        lines.append(f"n{number}(X,Y) :- e(X,Y), \\+ {names[0]}(Y,X).")
        texts.append("\n".join(lines))
        goals += [f"{names[0]}(X,Y)", f"{names[1]}(1,Y)", f"{names[2]}(Y,2)", f"n{number}(X,Y)"]
    edges = {f"e({numbers.randrange(6)},{numbers.randrange(6)})." for _ in range(9)}
    asks = tuple(f"findall({one},{one},L), sort(L,S)" for one in goals)
    form = "findall(S,(GOAL),[All])"
    Table("\n".join((*sorted(edges), *texts)), asks, form).compare(swipl, tmp_path)


MODED = Table.read("moded_tables").text


def test_a_value_that_a_moded_table_does_not_keep_is_no_answer():
    program = read_program(MODED)
    assert prove(program, read_goal("sp(a,d,3)", program)).solved
    assert prove(program, read_goal("sp(a,d,4)", program)).status is Status.UNSOLVABLE


def test_a_mode_that_tables_do_not_have_is_refused_by_name():
    with pytest.raises(InputError, match="does not keep answers in this way") as caught:
        read_program(":- table p(_,sum).\np(a,1).")
    assert caught.value.found == "sum"
