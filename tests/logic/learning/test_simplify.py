"""Shorter rules that say the same: compared, answer by answer, with the rules that plain resolution leaves of the same proofs."""

from __future__ import annotations

import random
import subprocess
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from arcwise.logic.learning import NotGeneralizedError, Operationality, generalize, learn_rules
from arcwise.logic.learning.simplify import BodyGoal, simplified
from arcwise.logic.program import Compound, clause_text, read_goal, read_program, term_text
from arcwise.logic.program.program import (
    Goal,
    HornClause,
    LogicProgram,
    arguments,
    conjunction,
    conjuncts,
    indicator,
)
from arcwise.logic.prover import Database, Proof, prove
from arcwise.logic.prover.compiled import CALL, EITHER, IF
from arcwise.logic.prover.depth_first import SECOND, THEN
from arcwise.rules import InputError, Var, canonical, read_clauses, substitute
from arcwise.rules.prolog.writer import write_term
from arcwise.search import Limits
from hypothesis import given
from hypothesis import strategies as st

EMPTY = Operationality(read_program("p(1)."))


def simpler(text: str) -> list[str]:
    """Conditions after simplification, as text."""
    program = EMPTY.program
    goals = conjuncts(read_goal(text, program))
    found = simplified([BodyGoal(one, at) for at, one in enumerate(goals)], EMPTY)
    return [term_text(one.goal, program.operators) for one in found]


@pytest.mark.parametrize(
    ("conditions", "left"),
    [
        ("A < 4, A < 3, B is min(A,4-1), B >= 0, B > 0", ["A < 3", "B is min(A,3)", "B > 0"]),
        ("A > 0, \\+ A = 0, A \\= 7", ["A > 0", "A \\= 7"]),
        ("1 >= 1, l \\= r, A \\= f(B), f(A) \\= g(A), \\+ member(a,[b,c])", ["A \\= f(B)"]),
        ("\\+ member(X,[a,Y,X2]), X \\= a", ["X \\= a", "X \\= Y", "X \\= X2"]),
        ("f(A,b) \\= f(C,b), f(A,B) \\= f(C,D)", ["C \\= A", "f(A,B) \\= f(C,D)"]),
        ("A \\= B, B \\= A, A \\== B, A \\== B", ["A \\= B", "A \\== B"]),
        ("A \\= 1, A \\= 1.0", ["A \\= 1", "A \\= 1.0"]),
        ("A =.. [f,B,c]", ["nonvar(A)", "A = f(B,c)"]),
        ("f(A,B) =.. [F|L]", ["F = f", "L = [A,B]"]),
        ("arg(2,g(A,B),C), functor(g(A,B),N,2)", ["C = B", "N = g"]),
        ("var(A), var(A), var(B), var(A)", ["var(A)", "var(B)", "var(A)"]),
    ],
)
def test_conditions_are_simplified(conditions: str, left: list[str]) -> None:
    assert simpler(conditions) == left


COMPARED = st.builds(
    lambda sign, bound, turned: f"{bound} {sign} A" if turned else f"A {sign} {bound}",
    st.sampled_from(["<", ">", "=<", ">=", "=:=", "=\\=", "\\="]),
    st.sampled_from(["-1", "0", "1", "2", "3", "4-2", "1+1"]),
    st.booleans(),
)


@pytest.mark.long
@pytest.mark.slow
@given(st.lists(COMPARED, min_size=1, max_size=5))
def test_conditions_without_those_that_follow_say_the_same(texts: list[str]) -> None:
    less = simpler(", ".join(texts))
    assert len(less) <= len(texts)
    for number in ("-3", "-1", "0", "1", "2", "3", "6", "0.5", "2.0"):
        both = [
            prove(EMPTY.program, read_goal(", ".join([f"A = {number}", *some]), EMPTY.program))
            for some in (texts, less)
        ]
        assert both[0].solved == both[1].solved


@pytest.mark.parametrize(
    ("program", "rule"),
    [
        # what is negated may leave variables as they are
        (
            "p(X,Y) :- \\+ q(Y,X), r(X,Y). q(c,_). r(a,d). example(p(a,d)). operational(r/2).",
            "p(A,B) :- B \\= c, r(A,B).",
        ),
        (
            "p(X,Y) :- \\+ q(Y,X), r(X,Y). q(Z,Z). r(a,d). example(p(a,d)). operational(r/2).",
            "p(A,B) :- A \\= B, r(A,B).",
        ),
        (
            "p(X,Y) :- \\+ q(Y,X), s(X,Y). s(X,Y) :- r(X,Y). q(_,f(_)). r(a,d). example(p(a,d)). operational(r/2).",
            "p(A,B) :- \\+ q(B,A), r(A,B).",
        ),
        # what is ground when it is tested may stand in the head
        (
            "p(X,Y) :- q(X,Z), Z \\== b, r(Z,Y). q(1,a). q(1,b). r(a,c). example(p(1,c)). operational(q/2).",
            "p(A,c) :- q(A,a).",
        ),
        (
            "p(X,Y) :- X \\== b, r(X,Y). r(a,Z). example(p(a,_)).",
            "p(A,B) :- A \\== b, A = a.",
        ),
        # terms that are taken apart
        (
            "p(S,T) :- S =.. [st,B|P], q(B,C), P = [X,l], T =.. [st,C,X]. q(l,r). q(Z,Z). example(p(st(l,a,l),_)).",
            "p(A,st(r,B)) :- nonvar(A), A = st(l,B,l).",
        ),
        (
            "p(f(X),Y) :- r(f(X),Y). r(S,Y) :- S =.. [_,Z], arg(1,S,W), functor(S,N,A), Y = [Z,W,N,A]. example(p(f(a),_)).",
            "p(f(A),[A,A,f,1]).",
        ),
        # lists of which enough is known
        (
            "p(X,Y) :- q(X), nth0(1,X,Y), length(X,3), append([a|X],[b],L), L \\= [c|_]. q([_,_|_]). example(p([1,2,3],_)).",
            "p([A,B,C],B).",
        ),
        (
            "p(X,L) :- length(L,2), member(X,[a,b]), append(L,[],[c,c]). example(p(a,_)).",
            "p(A,[c,c]) :- member(A,[a,b]).",
        ),
        # what fits no element is no condition
        (
            "p(X) :- q(X,Y), r(Z), \\+ member(Y,[a,Z]). q(f(X),g(X)). r(1). example(p(f(1))).",
            "p(f(A)) :- r(B), g(A) \\= B.",
        ),
    ],
)
def test_rules_are_simplified_as_far_as_tests_allow(program: str, rule: str) -> None:
    read = read_program(program)
    (learned,) = learn_rules(read, [read.examples[0].goal])
    assert clause_text(learned.clause, read.operators) == rule


FACTS = """
n(1). n(2). n(3). c(a). c(b). c(l). e(a,1). e(b,2). e(a,b). e(2,3).
o(X,X). o(f(X),X). w([a,b]). w([1,2,3]). w([X|[]]).
"""
VARIABLES = ("X", "Y", "Z", "U")
ASKED = (
    "X",
    "Y",
    "Z",
    "X",
    "a",
    "1",
    "2",
    "f(W)",
    "f(a)",
    "[a]",
    "[W|T]",
    "[a,b]",
    "[W,1]",
    "[1,2]",
)
GOALS = (
    *("n({v})", "c({v})", "e({v},{v})", "o({t},{t})", "w({v})", "{v} = {t}", "{v} = {t}"),
    *("{v} \\= {t}", "{v} == {t}", "{v} \\== {t}", "\\+ {v} = {t}", "\\+ member({t},[{t},{t}])"),
    *("member({v},[{t},{t}])", "append([{t}],{v},{v})", "append([],{v},{v})"),
    *("append({v},[{v}],[{t},{t}])", "select({t},[{t},{t}],{v})", "{v} is {n}+{n}", "{n} < {n}"),
    *("{n} >= {n}", "{n} =\\= {n}", "{v} =.. [f,{v}]", "{v} =.. [{v}|{v}]", "{v} =.. {v}"),
    *("functor({v},{v},{v})", "functor({v},{v},1)", "arg(1,{v},{v})", "length({v},{v})"),
    *("length({v},2)", "nth0(0,{v},{v})", "nth0(1,{v},{v})", "number({v})", "atom({v})"),
    *("nonvar({v})", "var({v})", "ground({v})", "between(1,3,{v})", "\\+ {n} > {n}"),
    *("( {n} > 1 -> {v} = {t} ; {v} = {t} )", "( {v} = {t} ; {v} = {t} )"),
    *("( {v} == {t} -> {v} = {t} ; {v} = {t} )", "p{l}({t},{t},{t})", "p{l}({t},{t},{t})"),
)


def random_program(choice: random.Random) -> str:
    """A program of three layers, each of which calls those below, facts and built-in predicates."""

    def term(depth: int = 1) -> str:
        kind = choice.random()
        if kind < 0.5 or not depth:
            return choice.choice(VARIABLES)
        if kind < 0.7:
            return choice.choice("ab123")
        if kind < 0.8:
            return f"f({term(0)})"
        rest = f"|{choice.choice([*VARIABLES, '[]'])}" if kind < 0.9 else f",{term(0)}"
        return f"[{term(0)}{rest}]"

    def filled(pattern: str, layer: int) -> str:
        number = (*VARIABLES, "1", "2", f"{choice.choice(VARIABLES)}+1")
        for mark, made in (
            ("{v}", lambda: choice.choice(VARIABLES)),
            ("{t}", term),
            ("{n}", lambda: choice.choice(number)),
            ("{l}", lambda: str(choice.randint(1, layer - 1))),
        ):
            while mark in pattern:
                pattern = pattern.replace(mark, made(), 1)
        return pattern

    lines = []
    for layer in (1, 2, 3):
        for _ in range(choice.randint(1, 2)):
            menu = GOALS if layer > 1 else GOALS[:-2]
            body = [filled(choice.choice(menu), layer) for _ in range(choice.randint(1, 4))]
            if layer > 1 and choice.random() < 0.7:
                body.insert(choice.randint(0, len(body)), filled(GOALS[-1], layer))
            lines.append(f"p{layer}({term()},{term()},{term()}) :- {', '.join(body)}.")
    return FACTS + "\n".join(lines) + "\n"


def variables_in(terms: Any) -> set[Var]:
    """Variables of terms."""
    found, pending = set(), [*terms]
    while pending:
        one = pending.pop()
        pending += arguments(one)
        found |= {one} if isinstance(one, Var) else set()
    return found


def resolved(proof: Proof, program: LogicProgram, criterion: Operationality) -> HornClause:
    """The rule of a proof as plain resolution leaves it: each equation and each goal in the place where the program has it."""
    numbers = count()
    args = tuple(Var(f"Arg{place}") for place in range(len(arguments(proof.goal))))
    body: list[Goal] = []

    def by_clause(node: Any, asked: Goal) -> None:
        number = next(numbers)
        terms = (node.clause.head, *node.clause.body)
        new = {one: Var(f"{one.name}_{number}") for one in variables_in(terms)}
        (head,) = substitute(terms[:1], new)
        body.extend(
            Compound("=", both) for both in zip(arguments(asked), arguments(head), strict=True)
        )
        by_goals(node.parts, node.rule.body, new)

    def by_goals(nodes: Any, literals: Any, new: dict[Var, Any]) -> None:
        for node, literal in zip(nodes, literals, strict=True):
            (asked,) = substitute((literal.goal,), new)
            if literal.kind == EITHER:
                by_goals(node.parts, literal.target[node.mark == SECOND], new)
            elif literal.kind == IF:
                tested, then, other = literal.target
                goal = conjunction(substitute(tuple(one.goal for one in tested), new))
                body.append(Compound("once" if node.mark == THEN else "\\+", (goal,)))
                by_goals(node.parts, then if node.mark == THEN else other, new)
            elif (
                literal.kind == CALL
                and indicator(asked) in program.clauses
                and not criterion.holds(node.goal)
            ):
                by_clause(node, asked)
            else:
                body.append(asked)

    head = Compound(proof.goal.functor, args)
    by_clause(proof, head)
    return HornClause(head, tuple(body))


def random_rules(choice: random.Random, text: str) -> Any:
    """Proofs of a program, each as the rule that resolution leaves and as the simplified one."""
    program = read_program(text)
    database = Database(program)
    for layer in (2, 3):
        for asked in (("X", "Y", "Z"), (choice.choice(ASKED), "Y", choice.choice(ASKED))):
            goal = read_goal(f"p{layer}({','.join(asked)})", program)
            try:
                found = prove(database, goal, answers=2, limits=Limits(nodes=2_000), proofs=True)
            except InputError:
                continue
            for answer in found.answers:
                for told in (None, ()):
                    criterion = Operationality.of(program, told)
                    try:
                        rule = generalize(answer.proof[0], database, criterion).rule
                    except NotGeneralizedError:
                        continue
                    plain = resolved(answer.proof[0], program, criterion)
                    yield program, plain, rule


def asked_of(choice: random.Random, rule: HornClause) -> list[str]:
    """Goals of a rule's predicate, with some arguments that are one variable."""
    shapes = [[choice.choice(ASKED) for _ in range(3)] for _ in range(8)]
    shapes += [["X", "Y", "Z"], ["X", "X", "X"], ["X", "X", "Y"], ["X", "Y", "X"], ["Y", "X", "X"]]
    return [f"{rule.predicate[0]}({','.join(one)})" for one in shapes]


def one_twice(goal: str) -> bool:
    """Whether two arguments of a goal are one variable."""
    return any(goal.count(name) > 1 for name in ("X", "Y"))


def answers(program: LogicProgram, rule: HornClause, text: str) -> list[str] | None:
    """The first answers of a rule in order; None if an error or a limit ended the search."""
    database = Database(program.with_definition(rule.predicate, (rule,)))
    goal = read_goal(text, program)
    try:
        found = prove(database, goal, answers=20, limits=Limits(nodes=2_000))
    except InputError:
        return None
    if not found.exhausted and len(found.answers) < 20:
        return None
    return [write_term(canonical((one.goal,))[0][0]) for one in found.answers]


@pytest.mark.long
@pytest.mark.slow
def test_simplified_rules_have_the_same_answers_in_the_same_order() -> None:
    tried = answered = 0
    size = [0, 0]
    for seed in range(100):
        choice = random.Random(seed)
        text = random_program(choice)
        for program, plain, rule in random_rules(choice, text):
            size = [size[0] + len(plain.body), size[1] + len(rule.body)]
            for goal in asked_of(choice, rule):
                expected = answers(program, plain, goal)
                if expected is None:
                    continue
                tried += 1
                answered += bool(expected)
                shown = [clause_text(one, program.operators) for one in (plain, rule)]
                found = answers(program, rule, goal)
                if found is None and one_twice(goal):  # an error may come instead of a failure
                    continue
                assert found == expected, (seed, text, shown, goal)
    assert tried > 500 and answered > 150
    assert size[1] * 3 < size[0]


COMPARE = """
:- style_check(-singleton).
:- set_prolog_flag(occurs_check, true).
:- dynamic same/1.
found(R, G, L) :-
    copy_term(R, (H:-B)),
    catch(call_with_inference_limit(findall(G, limit(50,(G = H, call(B))), M), 100000, Why), _, Why = error),
    ( memberchk(Why, [!,true]) -> L = M ; L = error ).
compare_case(Seed, One, Other, G) :-
    found(One, G, L),
    (   L == error -> true
    ;   found(Other, G, M), ( L =@= M -> assertz(same(L)) ; aliased(G), M == error ) -> true
    ;   writeq(Seed-G), nl
    ).
aliased(G) :- G =.. [_|L], term_variables(L, Vs), include(var, L, Ws), length(Vs, N), length(Ws, M), N < M.
run :- forall(case(Seed,One,Other,G), compare_case(Seed,One,Other,G)),
    aggregate_all(count, same(_), N), aggregate_all(count, (same(L), L \\== []), M), writeq(tried(N,M)), nl.
"""


@pytest.mark.long
@pytest.mark.slow
def test_simplified_rules_answer_in_swi_prolog_as_resolution_leaves_them(
    swipl: str, tmp_path: Path
) -> None:
    cases = []
    for seed in range(1_000, 1_100):
        choice = random.Random(seed)
        for program, *rules in random_rules(choice, random_program(choice)):
            both = [
                term_text(
                    Compound(":-", (one.head, conjunction(one.body))), program.operators, 10**6
                )
                for one in rules
            ]
            cases += [
                f"case({seed},({both[0]}),({both[1]}),{goal})."
                for goal in asked_of(choice, rules[0])
            ]
    file = tmp_path / "cases.pl"
    file.write_text("\n".join([COMPARE, FACTS, *cases]))
    done = subprocess.run(
        [swipl, "-q", "-g", "run", "-t", "halt", str(file)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stderr == ""
    (told,) = read_clauses(done.stdout + ".")
    tried, answered = told.term.args
    assert tried > 500 and answered > 150


def test_an_explanation_tells_which_goals_of_a_proof_are_conditions_and_which_are_left_out() -> (
    None
):
    program = read_program("p(X) :- q(X), X > 1, r(X). r(X) :- q(X), X > 0. q(3). example(p(3)).")
    (rule,) = learn_rules(program, [program.examples[0].goal])
    assert clause_text(rule.clause, program.operators) == "p(A) :- q(A), A > 1."
    explanation = rule.explanation
    assert explanation is not None
    kinds = [(term_text(one.general, program.operators), one.kind) for one in explanation.nodes[1:]]
    assert kinds == [
        ("q(A)", "operational"),
        ("A > 1", "operational"),
        ("r(A)", "clause"),
        ("q(A)", "implied"),
        ("A > 0", "implied"),
    ]
    assert [one.condition for one in explanation.conditions] == list(rule.clause.body)
