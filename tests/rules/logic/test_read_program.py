"""Logic programs as arcwise's own reader reads them."""

from time import process_time

import pytest
from arcwise.rules import InputError
from arcwise.rules.logic import (
    clause_text,
    program_text,
    quiet_clause_text,
    read_goal,
    read_program,
    term_text,
)


def shown(text):
    program = read_program(text, "t.pl")
    return [clause_text(clause, program.operators) for clause in program]


def test_a_program_is_read_again_from_its_clauses() -> None:
    text = """
:- op(700, xfx, ==>). :- dynamic r/1. :- table path/2.
p(X ==> 'B c') :- \\+ r(X), ( X = "s" -> true ; clause(q(X), Y), call(Y) ), !.
q([1, -2.5|T]) :- T = {a}, r(- 1). path(A, B) :- path(A, C), q([C|B]). s --> [a], s.
problem(p(_)).
"""
    program = read_program(text, "t.pl")
    assert program.text == text
    copy = program.with_rules([])
    assert copy.text is None
    again = read_program(program_text(copy), "t.pl")
    assert shown(program_text(copy)) == shown(text) and list(again.clauses) == list(program.clauses)
    assert (again.declared, again.tabled) == (program.declared, program.tabled)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("p(X, Y) :- q(X), r(Y, X). q(_). r(_,_).", "p(A,B) :- q(A), r(B,A)."),
        (
            "p(X) :- X = [a, b|T], T = \"s\", 'A b' \\= X.",
            "p(A) :- A = [a,b|B], B = \"s\", 'A b' \\= A.",
        ),
        ("p(X) :- X is 2 * (3 + 4) - -1, X > 1.", "p(A) :- A is 2*(3+4)- -1, A > 1."),
        (":- op(700, xfx, ==>). :- op(200, xfy, &). p(X ==> Y & Z).", "p(A ==> B&C)."),
        (
            "p(X) :- \\+ X = 1, ( X = 2 -> true ; X = 3 ).",
            "p(A) :- \\+ A = 1, (A = 2 -> true ; A = 3).",
        ),
        ("p(-(1), -1, -(-(1)), 1 - 2 - 3, 1 - (2 - 3)).", "p(-(1),-1,- -(1),1-2-3,1-(2-3))."),
        ("p((a :- b), [(c , d)], {e}).", "p((a :- b),[(c, d)],{e})."),
    ],
)
def test_clauses_are_read_and_written_as_people_write_them(text, rule):
    assert shown(text)[0] == rule
    again = read_program(f":- op(700, xfx, ==>). :- op(200, xfy, &). :- dynamic q/1, r/2. {rule}")
    assert [clause_text(one, again.operators) for one in again] == [rule]


def test_grammar_rules_become_clauses_with_two_arguments_more():
    assert shown('s --> np, [a], {true}, !, vp. np --> "ab". vp --> []. vp --> ( np ; vp ).') == [
        "s(A,B) :- np(A,C), C = [a|D], D = E, !, E = F, vp(F,B).",
        "np(A,B) :- A = [97,98|B].",
        "vp(A,B) :- A = B.",
        "vp(A,B) :- (np(A,B) ; vp(A,B)).",
    ]


def test_variables_that_occur_once_are_written_so_that_prolog_is_silent():
    (clause,) = read_program("p(X, _, [_|T]) :- T = X.")
    assert quiet_clause_text(clause, read_program("").operators) == "p(A,_B,[_C|D]) :- D = A."


def test_examples_and_operationality_are_no_clauses():
    program = read_program(
        "p(1). example(p(1)). :- example(p(_)). problem(p(2)). operational(p/1)."
    )
    assert (len(program), len(program.examples), len(program.problems)) == (1, 2, 1)
    assert program.operational is not None
    assert read_program("p(1).").operational is None


@pytest.mark.parametrize(
    ("text", "place", "remedy"),
    [
        ("p(X) :-\n  parnt(X).\nparent(a).", "t.pl:2:3", "parent/1"),
        ("p(X) :- parent(X, X). parent(a).", "t.pl:1:9", "parent/1"),
        ("p :- r(1),\n   ( tell(1) ; r(2) ). r(_).", "t.pl:2:6", "answers are printed"),
        ("p(X) :- setarg(1, q(X), a).", "t.pl:1:9", "an argument that carries what changes"),
        ("p(X) :- maplist(aple, X). apple(_).", "t.pl:1:17", "apple/1"),
        (":- include(other).", "t.pl:1:1", "leave it out"),
        ("p(X) :- 3.", "t.pl:1:1", None),
        ("p(X) :- nope(X).", "t.pl:1:9", ":- dynamic nope/1"),
        ("p. q(X), X > 1 => p.", "t.pl:1:4", "Head :- Guard, !, Body"),
        ("append(X, Y). is(X, Y).", "t.pl:1:15", "another name"),
        ("p(X) :- q(X)", "t.pl:1:13", None),
    ],
)
def test_slips_are_refused_where_they_stand_with_the_nearest_name(text, place, remedy):
    with pytest.raises(InputError) as caught:
        read_program(text, "t.pl")
    assert str(caught.value).startswith(f"{place}: ")
    assert remedy is None or remedy in (caught.value.remedy or "")


def test_tabled_negation_is_told_to_be_plain_negation():
    with pytest.raises(InputError) as caught:
        read_program("p :- tnot(q).")
    assert str(caught.value.remedy).startswith("\\+\nor --trust")


@pytest.mark.parametrize(
    ("text", "column"), [("p('[]').", 3), ("p(X) :- X = '[]'.", 13), ("p([]). % '[]'", 0)]
)
def test_an_empty_list_in_quotes_is_warned_of(text, column):
    """SWI-Prolog answers "no" to what is true here."""
    told = "'[]' is the empty list [] here; SWI-Prolog tells them apart"
    expected = (f"t.pl:1:{column}: {told}",) if column else ()
    assert read_program(text, "t.pl").warnings == expected


def test_a_variable_that_occurs_once_is_warned_of():
    program = read_program("p(Node) :- q(Nod). q(_Any).", "t.pl")
    assert program.warnings == ("t.pl:1:1: Node and Nod occur once in this clause",)


def test_a_goal_is_read_under_the_operators_of_its_program():
    program = read_program(":- op(700, xfx, likes). ann likes bob.")
    goal = read_goal("ann likes X", program)
    assert goal.functor == "likes"
    with pytest.raises(InputError, match="unknown predicate"):
        read_goal("loves(X)", program)
    with pytest.raises(InputError) as caught:
        read_goal("opn(X)", program)  # near to '$open' of the library
    assert str(caught.value.remedy).startswith(":- dynamic opn/1.\nor --trust")


@pytest.mark.long
def test_twenty_thousand_clauses_are_read_in_about_a_second():
    text = "".join(
        f"edge(n{number}, n{number * 7 % 20000}, {number}).\n" for number in range(20_000)
    )
    began = process_time()
    assert len(read_program(text)) == 20_000
    assert process_time() - began < 3


@pytest.mark.parametrize(
    ("kind", "read"),
    [("codes", "[97,98]"), ("chars", "[a,b]"), ("atom", "ab"), ("string", '"ab"')],
)
def test_the_flag_of_double_quotes_holds_for_clauses_and_goals(kind, read):
    program = read_program(f':- set_prolog_flag(double_quotes, {kind}).\np("ab").')
    (clause,) = program
    assert clause.head == read_goal('p("ab")', program)
    assert term_text(clause.head, program.operators) == f"p({read})"


def test_an_unknown_flag_of_double_quotes_is_refused():
    with pytest.raises(InputError, match="expected: string, codes, chars or atom"):
        read_program(":- set_prolog_flag(double_quotes, bytes).")


def test_a_grammar_refuses_a_string_and_tells_the_flag():
    program = read_program("a --> [].")
    with pytest.raises(InputError, match="double_quotes, codes"):
        read_goal('phrase(a, "ab")', program)
    with pytest.raises(InputError, match="a nonterminal of its own"):
        read_goal("phrase([a,b], L)", program)
    with pytest.raises(InputError, match="parses by a nonterminal"):
        read_goal("phrase(!, L)", program)
