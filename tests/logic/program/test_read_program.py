"""Logic programs as arcwise's own reader reads them."""

import pytest
from arcwise.logic.program import (
    clause_text,
    load_program,
    program_text,
    quiet_clause_text,
    read_goal,
    read_program,
    term_text,
)
from arcwise.logic.prover import prove
from arcwise.rules import InputError


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
        (":- if(true).", "t.pl:1:1", "leave it out"),
        ("p. q(X), X > 1 => p.", "t.pl:1:4", "Head :- Guard, !, Body"),
        ("p(X) :- q(X)", "t.pl:1:13", None),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_stands(text, place, remedy):
    with pytest.raises(InputError) as caught:
        read_program(text, "t.pl")
    assert str(caught.value).startswith(f"{place}: ")
    assert remedy is None or remedy in (caught.value.remedy or "")


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        (
            "p(X) :-\n  parnt(X).\nparent(a).",
            "2:3: not defined: parnt/1 (line 2), nearest parent/1",
        ),
        (
            "p(X) :- parent(X, X). parent(a).",
            "1:9: not defined: parent/2 (line 1), nearest parent/1",
        ),
        ("p :- r(1),\n   ( open(1,2,3) ; r(2) ). r(_).", "2:6: not built in here: open/3 (line 2)"),
        (
            "p(X) :- maplist(aple, X). apple(_).",
            "1:17: not defined: aple/1 (line 1), nearest apple/1",
        ),
        (
            "p(X) :-\n nope(X).\nq :- mood, see(x) ;\n nope(1).\nr :- catch(mood, _, true).",
            "2:2: not defined: nope/1 (lines 2 and 4), mood/0 (lines 3 and 5); not built in here: see/1 (line 3)",
        ),
        ("p(X) :- q(X) | moo(X). q(1).", "1:16: not defined: moo/1 (line 1)"),
        (
            ":- use_module(library(clpfd)).\np(X) :- X #> 3.",
            "2:11: not built in here: #>/2 (line 2)",
        ),
    ],
)
def test_all_that_is_called_and_lacking_is_told_in_one_warning_with_lines(text, warning):
    (told,) = read_program(text, "t.pl").warnings
    assert told == f"t.pl:{warning}: a goal that calls one ends in an error"


def test_a_predicate_that_is_lacking_is_an_error_with_advice_where_it_is_called():
    program = read_program(
        "p(1). p(X) :- parnt(X). parent(a). q :- tnot(p(1)). r :- nope. s :- open(a, b, c)."
    )
    (first, *_) = prove(program, read_goal("p(X)", program)).answers
    assert str(first) == "X = 1"
    for goal, problem, remedy in (
        ("p(2)", "unknown predicate parnt/1", "parent/1"),
        ("q", "tnot/1 is not among the built-in predicates", "\\+\nor --trust"),
        ("r", "unknown predicate nope/0", ":- dynamic nope/0."),
        ("s", "open/3 is not among the built-in predicates", "an argument with the term"),
    ):
        with pytest.raises(InputError) as caught:
            prove(program, read_goal(goal, program))
        assert caught.value.problem == problem
        assert str(caught.value.remedy).startswith(remedy)


def test_what_swi_prolog_has_is_never_advised_to_be_dynamic():
    """The directive is refused there, and here it would make a false "no"."""
    with pytest.raises(InputError) as caught:
        read_goal("prolog_load_context(X, Y)", read_program("p."))
    assert str(caught.value.problem).endswith(
        "is a built-in predicate of SWI-Prolog that arcwise does not have"
    )
    assert "dynamic" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "between(1, 2, a). p(X) :- between(1, 2, X).",
        "plus(0, X, X) :- X = a. p(X) :- plus(0, X, _).",
        "succ(b, a). p(X) :- succ(_, X).",
        "not(G) :- G = a. p(X) :- not(X).",
        "msort(a, b). p(X) :- msort(X, _).",
        "append(X, _, a) :- X = a. p(X) :- append(X, [], _).",
        "forall(a, b). p(X) :- forall(X, _).",
        "print(a). p(X) :- print(X).",
    ],
)
def test_clauses_of_a_program_win_over_predicates_that_are_not_of_iso(text):
    program = read_program(text, "t.pl")
    assert [
        str(one) for one in prove(program, read_goal("p(X)", program), answers=None).answers
    ] == ["X = a"]


def test_the_library_keeps_calling_its_own_predicates_where_a_program_redefines_them():
    text = "is_list(no). not(_) :- fail. msort(_, no). between(_, _, no). append(_, _, no). ignore(_) :- fail."
    program = read_program(text, "t.pl")
    for goal in (
        "setof(X, member(X, [b,a]), [a,b])",
        "last([1,2], 2), sumlist([1,2], 3), permutation([1,2], [2,1])",
        "predsort(compare, [b,a], [a,b]), length([a], 1), subtract([1,2], [2], [1])",
    ):
        assert prove(program, read_goal(goal, program)).solved


def test_a_clause_for_a_predicate_of_iso_is_passed_over_as_in_swi_prolog():
    program = read_program("length([], none). p(N) :- length([a], N).", "t.pl")
    assert program.warnings == (
        "t.pl:1:1: length/2 is built in and stays as it is, as in SWI-Prolog: this clause is passed over",
    )
    assert str(prove(program, read_goal("p(N)", program)).answers[0]) == "N = 1"


def test_a_predicate_of_iso_stays_what_it_is_where_it_is_declared():
    program = read_program(":- dynamic length/2, count/1. p(N) :- length([a], N).", "t.pl")
    assert program.warnings == (
        "t.pl:1:1: length/2 is built in and stays as it is, as in SWI-Prolog",
    )
    assert str(prove(program, read_goal("p(N)", program)).answers[0]) == "N = 1"


def test_a_program_may_call_predicates_that_have_the_names_of_statements_about_learning():
    text = """
solve(G) :- operational(G), call(G).
solve(G) :- clause(G, B), \\+ operational(G), solve(B).
operational(q(_)). operational(r(_)).
p(X) :- q(X). q(1). q(2). r(3).
example(1). example(X) :- X = 2. problem(a). t(X) :- problem(X).
"""
    program = read_program(text, "t.pl")
    told = prove(program, read_goal("solve(p(X)), example(X)", program), answers=None).answers
    assert [str(one) for one in told] == ["X = 1", "X = 2"]
    assert str(prove(program, read_goal("t(X)", program)).answers[0]) == "X = a"
    assert program.examples == program.problems == ()
    assert program.operational is not None and len(program.operational) == 2


@pytest.mark.parametrize("end", ["end_of_file.\nold notes, not Prolog", "\x1a", "\x1a\n"])
def test_nothing_is_read_behind_the_end_of_a_file(end):
    assert shown(f"p(1).\np(2).\n{end}") == ["p(1).", "p(2)."]


def test_a_byte_that_is_no_utf_8_is_read_as_latin_1_and_told_with_its_line(tmp_path):
    path = tmp_path / "t.pl"
    path.write_bytes(b"% caf\xe9\np('caf\xe9'). p('caf\xe8').\n")
    program = load_program(path)
    assert shown("p('caf\xe9'). p('caf\xe8').") == [
        clause_text(one, program.operators) for one in program
    ]
    assert program.warnings == (
        f"{path}:1:6: a byte that is no UTF-8: such bytes are read as Latin-1",
    )


def test_a_bar_between_goals_is_an_alternative():
    assert shown("p(X) :- q(X) | r(X), ( s | t ). q(_). r(_). s. t.")[0] == (
        "p(A) :- (q(A) ; r(A), (s ; t))."
    )


def test_directives_assert_clauses_and_those_that_only_compute_are_told():
    program = read_program(
        ":- assertz(p(1)), asserta(p(0)).\n:- initialization(main).\n:- [other].\n"
        ":- ensure_loaded(library(lists)).\nmain :- p(_).\n:- style_check(-singleton).",
        "t.pl",
    )
    assert [str(one) for one in prove(program, read_goal("p(X)", program), answers=2).answers] == [
        "X = 0",
        "X = 1",
    ]
    assert program.warnings == (
        "t.pl:3:1: [other]: no other file is loaded: its clauses must stand in this one",
        "t.pl:2:1: main is not proved while the program is read: ask it as a goal",
    )


def test_directives_that_change_the_program_are_proved_before_each_goal():
    program = read_program(
        ":- dynamic count/1, seen/1.\ncount(1). count(7).\n:- retract(count(7)).\n:- initialization(main).\n"
        "main :- member(X, [a,b]), assertz(seen(X)), fail.\nmain :- throw(no).",
        "t.pl",
    )
    for _ in range(2):
        found = prove(program, read_goal("count(N), seen(X)", program), answers=None).answers
        assert [str(one) for one in found] == ["N = 1, X = a", "N = 1, X = b"]


def test_clause_2_shows_clauses_of_the_program_and_none_of_what_is_built_in():
    """As in SWI-Prolog, where a meta-interpreter that asks for the clauses of true/0 ends in an error."""
    text = "solve(G) :- clause(G, B), solve(B). solve(true). p(X) :- q(X). q(a). q(b)."
    program = read_program(text, "t.pl")
    goals = "catch(clause(X is 1, B), error(E, _), true)", "catch(solve(p(a)), error(E, _), true)"
    told = [str(one) for goal in goals for one in prove(program, read_goal(goal, program)).answers]
    assert told == [
        "E = permission_error(access,private_procedure,(is)/2)",
        "E = permission_error(access,private_procedure,true/0)",
    ]
    assert len(prove(program, read_goal("clause(q(X), B)", program), answers=None).answers) == 2


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        (
            "atom_codes('-12 ab', L), phrase((integer(X), blanks, string_without([], R)), L)",
            "X = -12",
        ),
        ("atom_codes('1.5e3', L), phrase(number(X), L)", "X = 1500.0"),
        ("atom_codes('ff', L), phrase(xinteger(X), L)", "X = 255"),
        ("phrase((blanks, digits(D), remainder([])), [32, 49, 50]), atom_codes(X, D)", "X = '12'"),
        ("phrase(integer(12), L), atom_codes(X, L)", "X = '12'"),
    ],
)
def test_the_grammars_of_dcg_basics_are_there_where_they_are_loaded(goal, answer):
    program = read_program(f":- use_module(library(dcg/basics)). p(X) :- {goal}.")
    assert str(prove(program, read_goal("p(X)", program)).answers[0]) == answer
    program = read_program(f"p(X) :- {goal}.")
    with pytest.raises(InputError, match="unknown predicate"):
        prove(program, read_goal("p(X)", program))


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
def test_twenty_thousand_clauses_are_read():
    text = "".join(
        f"edge(n{number}, n{number * 7 % 20000}, {number}).\n" for number in range(20_000)
    )
    assert len(read_program(text)) == 20_000


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
    program = read_program('a --> []. p(E) :- catch(phrase(a, "ab"), error(E, _), true).', "t.pl")
    (answer,) = prove(program, read_goal("p(E)", program)).answers
    assert str(answer) == 'E = type_error(list,"ab")'


@pytest.mark.parametrize(
    ("goal", "answers"),
    [
        ("phrase([a,b], L)", ["L = [a,b]"]),
        ("phrase(([X], a ; b), [c], R)", ["X = c, R = []", "R = [c]"]),
        ("phrase(!, L)", ["L = []"]),
        ("phrase(([X], {X > 1}, [Y]), [2,3]), phrase([Z], [X])", ["X = 2, Y = 3, Z = 2"]),
        ("phrase((\\+ [a], [X]), [b])", ["X = b"]),
    ],
)
def test_a_list_is_parsed_by_any_grammar_body(goal, answers):
    program = read_program("a --> []. b --> [].")
    found = prove(program, read_goal(goal, program), answers=None).answers
    assert [str(one) for one in found] == answers
