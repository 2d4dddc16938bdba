"""Clauses learned from goals that fail: they fail only where the program does, and answers keep their order."""

import copy
import shutil
import subprocess
from typing import Any

import pytest
from arcwise.ebl.files.macro_file import load_library
from arcwise.logic.in_order import compare_in_order
from arcwise.logic.learning.learners import Failures, Rote, RuleOfProof, explain_goal, learn_rules
from arcwise.logic.program.clause_text import clause_text
from arcwise.logic.program.read_program import load_program, read_goal, read_program
from arcwise.logic.prover.prove import prove
from arcwise.rules.errors import InputError
from arcwise.search import Limits
from arcwise.verify import CheckError, check

MURDERS = """
kill(A,B) :- hate(A,B), possess(A,C), weapon(C).
hate(A,A) :- depressed(A).
possess(A,C) :- buy(A,C).
weapon(Z) :- gun(Z).
depressed(john). depressed(mary).
buy(john,gun1). buy(mary,pan).
gun(gun1).
"""

PATHS = """
edge(a,b). edge(b,c). edge(c,d). edge(b,e). edge(a,f). edge(f,g). edge(g,z).
path(X,Y) :- edge(X,Y).
path(X,Y) :- edge(X,Z), path(Z,Y).
reach(X,X).
reach(X,Y) :- edge(X,Z), reach(Z,Y).
"""

TESTS = """
bachelor(X) :- man(X), \\+ married(X,_).
man(john). man(bob). married(john,mary).
old(X) :- age(X,A), A > 60.
age(tom,30). age(pat,70).
big(X,Y) :- thing(_), thing(_), X > Y.
differ(X,Y) :- thing(X), thing(Y), X \\== Y.
thing(a). thing(b).
elem(X,[X|_]).
elem(X,[_|T]) :- elem(X,T).
first([X|_]) :- thing(_), word(X).
word(the). word(a).
"""


def learned(text, goals, learner=None, **options):
    program = read_program(text)
    asked = [read_goal(one, program) for one in goals]
    return learn_rules(program, asked, learner or Failures(), **options)


@pytest.mark.parametrize(
    ("text", "goal", "rule"),
    [
        (MURDERS, "kill(john,bob)", "kill(A,B) :- A \\= B, !, fail."),
        (MURDERS, "kill(bob,bob)", "kill(A,B) :- \\+ depressed(A), !, fail."),
        (MURDERS, "kill(mary,mary)", "kill(A,B) :- \\+ (buy(A,C), gun(C)), !, fail."),
        (MURDERS, "possess(ann,X)", "possess(A,B) :- \\+ buy(A,B), !, fail."),
        (PATHS, "path(d,z)", "path(A,B) :- \\+ edge(A,C), !, fail."),
        (PATHS, "path(b,z)", "path(A,B) :- A == b, \\+ edge(b,B), \\+ edge(c,B), !, fail."),
        (PATHS, "reach(d,z)", "reach(A,B) :- \\+ edge(A,C), A \\= B, !, fail."),
        (TESTS, "bachelor(john)", "bachelor(A) :- ground(A), married(A,B), !, fail."),
        (TESTS, "bachelor(ann)", "bachelor(A) :- \\+ man(A), !, fail."),
        (TESTS, "old(tom)", "old(A) :- A == tom, !, fail."),
        (TESTS, "big(2,3)", "big(A,B) :- number(A), number(B), \\+ A > B, !, fail."),
        (TESTS, "differ(a,a)", "differ(A,B) :- B == A, !, fail."),
        (TESTS, "elem(X,[])", "elem(A,B) :- B == [], !, fail."),
        (
            TESTS,
            "first([dog,a])",
            "first(A) :- nonvar(A), A = [B|C], \\+ word(B), !, fail.",
        ),
    ],
)
def test_a_failure_keeps_of_the_goal_what_its_reasons_need(text, goal, rule):
    library = learned(text, [goal])
    assert [library.shown(one) for one in library] == [rule]
    certificate = library.rules[0].certificate(library)
    assert certificate.data is not None, certificate.note
    assert check(certificate.data).startswith("failure ")


@pytest.mark.parametrize(
    ("text", "goal", "why"),
    [
        ("p(X) :- q(X). q(a).", "p(a)", "it has a proof"),
        (":- dynamic q/1. p(X) :- q(X). q(a).", "p(b)", "q/1 is dynamic"),
        ("p(X) :- q(X). q(a). r(X) :- assertz(q(X)).", "p(b)", "the program changes"),
        ("p(X) :- write(X), q(X). q(a).", "p(b)", "write/1 would print before it fails"),
        (":- table p/1. p(X) :- q(X). q(a).", "p(b)", "is tabled"),
        ("p(X) :- q(X), !, r(X). p(_). q(a). r(b).", "p(a)", "what a cut, a negation or a test"),
        (TESTS, "elem(d,[a,b])", "it would test 7 goals to save 3"),
    ],
)
def test_a_failure_that_may_not_stand_in_front_is_refused_with_the_reason(text, goal, why):
    library = learned(text, [goal])
    assert not len(library)
    assert why in library.records[0].reason


def test_an_error_of_the_program_stays_an_error():
    text = "p(X,Y) :- X > 1, q(Y). q(a)."
    library = learned(text, ["p(2,b)", "p(0,b)"])
    program = library.learned_program
    with pytest.raises(InputError):
        prove(program, read_goal("p(foo,b)", program))


def test_a_goal_that_could_become_one_of_the_kind_is_not_failed():
    library = learned(
        MURDERS + PATHS, ["kill(mary,mary)", "kill(john,bob)", "path(b,z)", "path(d,z)"]
    )
    for text in ("kill(X,Y)", "kill(X,X)", "path(X,Y)", "path(X,z)"):
        goal = read_goal(text, library.program)
        assert answers_of(library.program, goal) == answers_of(library.learned_program, goal)


def answers_of(database, goal):
    """The answers of a goal and the error that ends them, an error before any; None where there are too many."""
    try:
        found = prove(database, goal, answers=None, limits=Limits(nodes=2_000))
    except InputError as error:
        return error.problem
    if found.limit:
        return None
    return [one.goal for one in found.answers], None if found.error is None else found.error.problem


def test_a_book_in_order_says_why_failures_teach_it_nothing():
    program = read_program(MURDERS)
    goals = [read_goal("kill(john,bob)", program)]
    with pytest.raises(InputError, match="failures learns no facts") as refused:
        compare_in_order(program, goals, ("kill", 2), learners=["failures"])
    assert refused.value.expected == "rote or lemmas"


def test_failures_and_rules_of_proofs_stand_in_one_file(tmp_path):
    path, rules = tmp_path / "murders.pl", tmp_path / "rules.pl"
    path.write_text(MURDERS, encoding="utf-8")
    program = load_program(path)
    goals = ["kill(mary,mary)", "kill(john,bob)", "kill(john,john)"]
    asked = [read_goal(one, program) for one in goals]
    library = learn_rules(program, asked, RuleOfProof(failures=True))
    assert [one.fails for one in library] == [True, True, False]
    library.save(rules)
    again = load_library(rules)
    assert [again.shown(one) for one in again] == [library.shown(one) for one in library]
    rules.write_text(rules.read_text().replace("A \\= B", "true"), encoding="utf-8")
    with pytest.raises(InputError, match="does not come of its example"):
        load_library(rules)


@pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed")
def test_swi_prolog_has_the_same_answers_with_the_rules(tmp_path):
    text = MURDERS + PATHS + TESTS
    (tmp_path / "program.pl").write_text(text, encoding="utf-8")
    program = load_program(tmp_path / "program.pl")
    goals = ["kill(mary,mary)", "kill(john,bob)", "path(b,z)", "reach(d,z)", "bachelor(john)"]
    goals += ["old(tom)", "big(2,3)", "differ(a,a)", "first([dog,a])", "elem(d,[])"]
    library = learn_rules(program, [read_goal(one, program) for one in goals], Failures())
    assert len(library) == len(goals)
    library.save(tmp_path / "rules.pl")
    asked = (
        "[kill(_,_),path(_,_),reach(_,z),bachelor(_),old(_),differ(_,_),first([a]),elem(_,[a,b])]"
    )
    goal = f"forall((member(G,{asked}),G),(print(G),nl)),halt"
    outputs = [
        subprocess.run(
            ["swipl", "-g", goal, *files], cwd=tmp_path, capture_output=True, text=True, timeout=60
        ).stdout
        for files in (["program.pl"], ["rules.pl", "program.pl"])
    ]
    assert outputs[0] == outputs[1] != ""


def test_a_rule_with_too_few_conditions_is_not_certified():
    library = learned(MURDERS, ["kill(mary,mary)"])
    data: Any = library.rules[0].certificate(library).data
    head, *body = data["rule"]
    for forged in (
        {"rule": [head, *body[1:]]},
        {"rule": [head, *body[:-1]]},
        {"rule": [["kill", "mary", {"var": "B"}], *body]},
        {"table": data["table"][1:]},
        {"table": [[state, 1, None] for state, _, _ in data["table"]]},
    ):
        with pytest.raises(CheckError):
            check(copy.deepcopy(data) | forged)


def test_a_failed_goal_is_explained_as_a_tree_of_reasons():
    program = read_program(PATHS)
    shown = explain_goal(program, read_goal("path(c,z)", program)).view().text(100)
    assert "edge(d,z)  by path(A,B) :- edge(A,B): none of the 7 clauses matches" in shown
    assert "rule: path(A,B) :- \\+ edge(A,B), \\+ (edge(A,C), edge(C,D)), !, fail." in shown
    with pytest.raises(InputError, match="is not proved"):
        explain_goal(
            program := read_program(":- dynamic q/1. p(X) :- q(X). q(a)."),
            read_goal("p(b)", program),
        )


def test_goals_that_fail_teach_by_rote_too():
    library = learned(MURDERS, ["kill(mary,mary)", "kill(ann,X)"], Rote(failures=True))
    assert [clause_text(one.clause, library.program.operators) for one in library] == [
        "kill(A,B) :- A == mary, B == mary, !, fail.",
        "kill(A,B) :- A == ann, !, fail.",
    ]
