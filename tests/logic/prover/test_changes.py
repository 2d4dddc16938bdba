"""Programs that change while they run, print, or end in an error after answers: as in SWI-Prolog."""

from __future__ import annotations

import random
import re
import subprocess

import pytest
from arcwise.logic.program import read_goal, read_program
from arcwise.logic.program.written import Style, clause_layout, written
from arcwise.logic.prover import Database, prove
from arcwise.rules import InputError
from arcwise.rules.prolog.operators import OperatorTable
from arcwise.search import Status

from .test_against_swi import asked, plain

PROGRAM = """
:- dynamic counter/1, fact/1, seen/1, edge/2, log/1, z/1, new/1, rule/1, other/1.
counter(0).
fact(1). fact(2). fact(3).
edge(a,b). edge(b,c).
static(1). static(2).
next(N) :- retract(counter(N)), M is N+1, assertz(counter(M)).
two(A-B) :- next(A), next(B).
up_to(X) :- repeat, next(X), X >= 3, !.
forward :- edge(X,Y), edge(Y,Z), \\+ edge(X,Z), assertz(edge(X,Z)), fail.
forward.
collected(L) :- ( member(X,[c,a,b]), asserta(seen(X)), fail ; true ), findall(X, seen(X), L).
logical(X) :- assertz(z(1)), assertz(z(2)), z(X), Y is X+2, assertz(z(Y)).
gone(X) :- fact(X), retractall(fact(_)).
again(L) :- findall(X, retract(fact(X)), L).
body(B) :- assertz((log(X) :- X > 1, G = true, G)), clause(log(Y), B), Y = 2.
globals(V) :- nb_setval(k, f(_)), member(X,[1,2]), b_setval(v, X), nb_getval(k, f(Y)), b_getval(v, V), var(Y).
flagged(A-B) :- flag(n, A, A+5), flag(n, B, B).
named(A-B-C) :- gensym(g, A), gensym(g, B), reset_gensym(g), gensym(g, C).
kept(X) :- b_setval(u, 1), ( b_setval(u, 2), fail ; b_getval(u, X) ).
"""

GOALS = [
    *(
        "offset(1, member(X,[a,b,c]))",
        "limit(2, offset(1, member(X,[a,b,c,d])))",
        "offset(5, member(X,[a]))",
    ),
    *(
        "distinct(member(X,[a,b,a]))",
        "distinct(X, member(X-_,[a-1,b-2,a-3]))",
        "once(distinct(X, repeat))",
    ),
    *(
        "member(X,[1,2]), distinct(Y, member(Y,[X,1,X]))",
        "findall(E, (member(N,[-1,a,_]), catch(offset(N,true),error(E,_),true)), L)",
    ),
    "distinct(X, member(X,[f(A),f(B),g(A,A),g(A,B),g(B,A)]))",
    *(
        "findall(X, (retract(fact(X)), retractall(fact(_))), L)",
        "findall(X-Y, (retract(fact(X)), retract(fact(Y))), L)",
    ),
    *("two(X)", "up_to(X)", "forward, findall(A-B, edge(A,B), L)", "collected(L)", "logical(X)"),
    *("gone(X)", "again(L)", "body(B)", "globals(V)", "flagged(F)", "named(N)"),
    *("kept(X)", "asserta(fact(0)), fact(X)", "retract(fact(2)), fact(X)"),
    *("retract((fact(X) :- B)), fact(Y)", "retract(other(_))", "assertz(new(1)), new(X)"),
    *("retractall(other(_)), \\+ other(_)", "assertz((rule(X) :- fact(X), X > 1)), rule(Y)"),
    *("assertz(fact(f(A,B,A))), fact(f(X,Y,Z))", "fact(X), assertz(fact(4))"),
    *("retract(fact(X)), X > 1", "clause(static(X), B)"),
    *("findall(X, (fact(X), retract(fact(X))), L)", "findall(X, (fact(X), retract(fact(3))), L)"),
    *(
        "findall(E, (abolish(counter/1), catch(counter(_), error(E,_), true)), L)",
        "(G = fact(X) ; G = counter(X)), G",
    ),
    *("with_output_to(atom(A), (write(a), print('B c')))", "with_output_to(string(S), fail)"),
    *("format(atom(A), '~w-~q~t~20|~a', [x,'Y',z])", "format(codes(L), ab, [])"),
    "catch(with_output_to(atom(A), (write(a), throw(oops))), E, true)",
    "once((repeat, next(X), X > 1))",
]

WRONG = [
    *("assertz(static(3))", "retract(static(1))", "retractall(static(_))", "assertz(_)"),
    *("assertz((_ :- true))", "assertz((foo :- 1))", "assertz(1)", "asserta((a,b))", "retract(1)"),
    *("retract(_)", "retractall(1)", "retractall(_)", "assertz((atom(_) :- true))"),
    *("G = undefd(1), G", "nb_getval(nokey,_)", "b_getval(nokey,_)", "nb_setval(_,1)"),
    *("nb_setval(f(x),1)", "G = 1, call((fail,G))", "G = 1, call((true;G))"),
    *("G = 1, findall(_,G,_)", "G = 1, forall(G,true)", "G = 1, call(G,a)"),
    *("abolish(foo/a)", "clause(_,_)", "clause(1,_)", "tab(a)", "nl(nostream)", "put_char(_)"),
    *("format('~w and ~w',[a])", "format('~d',[1.0])", "format('~a',[f(x)])"),
    *("format('~w',[a,b])", "format(_,[])", "write_term(a,b)", "G = undefd(1), call((G,true))"),
]


def proved(program, goal, *options, **more):
    return prove(program, read_goal(goal, program), *options, **more)


def own(program, goal):
    result = proved(program, goal, answers=None)
    assert result.engine == "python" or result.error is None
    return [plain(answer.goal) for answer in result.answers]


@pytest.mark.long
def test_programs_that_change_answer_as_in_swi_prolog(swipl, tmp_path):
    """Each goal is asked of the program as it was read, by a process of its own."""
    file = tmp_path / "program.pl"
    file.write_text(PROGRAM)
    program = read_program(PROGRAM)
    found = {goal: asked(swipl, file, [goal])[0] for goal in GOALS}
    assert {goal: own(program, goal) for goal in GOALS} == found


@pytest.mark.slow
def test_errors_of_what_changes_and_prints_are_those_of_swi_prolog(swipl, tmp_path):
    file = tmp_path / "program.pl"
    file.write_text(PROGRAM)
    program = read_program(PROGRAM)
    goals = [f"findall(E, (catch(({goal}), error(E,_), true), nonvar(E)), L)" for goal in WRONG]
    silent = [goal.replace("format(", "format(user_error,") for goal in goals]
    expected = [
        [one.replace("format(user_error,", "format(") for one in answers]
        for answers in asked(swipl, file, silent)
    ]
    assert dict(zip(WRONG, (own(program, goal) for goal in goals), strict=True)) == dict(
        zip(WRONG, expected, strict=True)
    )


NAMES, VALUES = ("X", "Y", "Z"), ("a", "b", "ab", "1", "f(X)", "X", "Y", "Z", '"a b"')


def step(draw: random.Random, deep: int = 2) -> str:
    """A goal that looks at the facts of two predicates, changes them, builds texts, cuts, collects, throws or catches."""

    def one(*some: str) -> str:
        return draw.choice(some)

    name, other, value, fact = one(*NAMES), one(*NAMES), one(*VALUES), one("d0", "d1")
    plain = (
        *(f"{fact}({name})", f"{fact}({name})", f"{fact}({value})", f"\\+ {fact}({value})"),
        *(f"assertz({fact}({value}))", f"asserta({fact}({value}))", f"retract({fact}({value}))"),
        *(f"retract({fact}({name}))", f"retractall({fact}({value}))", f"{name} = {value}", "!"),
        *(f"{name} == {value}", f"{name} \\= {value}", f"throw({value})", f"e0({name})"),
        f"assertz((e0(V) :- {fact}(V), V \\== {value}))",
        f"findall({name}, {fact}({name}), {other})",
        f"nb_setval(key, {value})",
        f"nb_getval(key, {name})",
        f"atom_concat({name}, b, {other})",
        f"atom_concat({name}, {other}, ab)",
        f"string_concat({value}, c, {name})",
        f"sub_atom(aba, {name}, 1, _, a)",
        f"atom_length({value}, {name})",
        f'split_string("a b,a", " ,", "", {name})',
        f"atomic_list_concat([{value},{name}], -, {other})",
        f"term_variables({fact}({name},{other}), {one(*NAMES)})",
    )
    if not deep or draw.random() < 0.6:
        return draw.choice(plain)
    first, second, third = (step(draw, deep - 1) for _ in range(3))
    return one(
        f"( {first} -> {second} ; {third} )",
        f"( {first} ; {second} )",
        f"( {first}, {second} )",
        f"( {first}, fail ; {second} )",
        f"\\+ ( {first}, {second} )",
        f"forall({first}, {second})",
        f"once({first})",
        f"catch({first}, {one('a', 'b', 'error(V,_)', '_')}, {second})",
        f"setof({name}, {other}^( {fact}({name}), {fact}({other}) ), {one(*NAMES)})",
        f"( {first} *-> {second} ; {third} )",
    )


@pytest.mark.long
def test_random_programs_that_change_answer_as_in_swi_prolog_and_leave_the_same_facts(
    swipl, tmp_path
):
    draw = random.Random(20)
    lines, goals = [":- style_check(-singleton).", ":- set_prolog_flag(occurs_check, true)."], []
    for number in range(400):
        own_names = {one: f"{one}_{number}" for one in ("d0", "d1", "e0", "key")}
        text = [":- dynamic d0/1, d1/1, e0/1.", "d0(a).", "d0(b).", "d0(ab).", "d1(1)."]
        for _ in range(draw.randint(1, 3)):
            body = ", ".join(step(draw) for _ in range(draw.randint(1, 4)))
            text.append(f"run{number}(X,Y,Z) :- {body}.")
        goal = (
            f"findall(s(X,Y,Z,O), catch(catch(run{number}(X,Y,Z),error(E,_),O = e(E)),B,O = b(B)), L), "
            "findall(V,d0(V),F), findall(V,d1(V),G), findall(H-K,clause(e0(H),K),C)"
        )
        for one, other in own_names.items():
            text = [re.sub(rf"\b{one}\b", other, line) for line in text]
            goal = re.sub(rf"\b{one}\b", other, goal)
        lines += text
        goals.append(goal)
    file = tmp_path / "program.pl"
    file.write_text("\n".join(lines))
    program = read_program(file.read_text())
    found = dict(zip(goals, asked(swipl, file, goals), strict=True))
    differ = {goal: one for goal in goals if (one := own(program, goal)) != found[goal]}
    assert {goal: (one, found[goal]) for goal, one in differ.items()} == {}


PRINTED = [
    *("a:-b", "a:-b,c;d->e", "x is 1+2", "a=(\\+b)", "- (1)", "-(-(1))", "1 - -1", "-a", "-(-(a))"),
    *("f(:-)", "[-]", "1*(2+3)", "f((a,b))", "f((a:-b))", "{a,b}", "'$VAR'(1)", "'$VAR'(27)"),
    *(
        "\\+ (a,b)",
        "-(2)^2",
        "(1^2)^3",
        "(a:-b)=c",
        "'hello world'",
        "['A'|b]",
        "'it''s'",
        "a mod b",
    ),
    *(
        "(- = +)",
        "1.0e10",
        "1.0e100",
        "1.5e-7",
        "1.0e15",
        "123456789012345680.0",
        "a:b:c",
        "'\\\\'",
    ),
    *(
        "f(;)",
        "f(',')",
        "','",
        "'|'",
        "f(!)",
        "1-(2-3)",
        "\\+ \\+ a",
        "-(-)",
        "[a|b]",
        "'Hello'(x)",
    ),
    *(
        "2-(+)",
        "(:- dynamic a,b)",
        "a*(b,c)",
        "2** -1",
        "1*(-2)",
        "(a|b)",
        "- 'B'",
        "\\+ {a}",
        "'/*'",
    ),
    *(
        "f('.')",
        "dynamic+1",
        "(a:-dynamic)",
        "is",
        "1 rdiv 2",
        "p:-(q,r)",
        '"a\\"b"',
        "(a-->{b},c)",
    ),
]


CLAUSES = [
    *("f(A,B,A)", "(a(X) :- b(X,Y), \\+ c ; d -> e)", '"str"', "'A'", "(a :- b, c)"),
    *("(a :- ( b -> c ; d ), e)", "(a --> b, c)", "[1,2,'X y']"),
    *("(a :- b ; c ; d)", "(a(X) :- X > 1, Y is X-1, p(Y), !)", "f((a:-b),'$VAR'(1))"),
    *("x-y", "(a :- ( b , c ; d ))", "is", "g"),
]


@pytest.mark.slow
def test_terms_are_printed_as_swi_prolog_prints_them(swipl, tmp_path):
    script = tmp_path / "print.pl"
    printing = "(write(T), nl, print(T), nl, write_canonical(T), nl)"
    lines = "".join(f"t(({one})).\n" for one in PRINTED)
    for one in CLAUSES:
        lines += f"c(({one})).\n"
    printing += "), forall(c(T), portray_clause(T)"
    script.write_text(f":- style_check(-singleton).\n{lines}main :- forall(t(T), {printing}).\n")
    done = subprocess.run(
        [swipl, "-q", "-g", "main", "-t", "halt", str(script)],
        capture_output=True,
        text=True,
        check=True,
    )
    program = read_program(f"{lines}main :- forall(t(T), {printing}).")
    result = proved(program, "main")
    assert (result.answers[0].output + result.output).split("\n") == done.stdout.split("\n")


FORMATS = [
    "'~w ~q ~a~n',[a+'B','B','C d']", "'~d ~D ~2d',[12,1234567,314]", "'~s',[[104,105]]",
    "'~e ~4e ~f ~2f ~0f ~g',[1.5,1.5,2.5,2.567,2.5,3.1]", "hello", "'~w',hello", "'~p',['A b']",
    "'~c~c',[104,105]", "'~3c',[120]", "'~8|abc',[]", "'~w~30|~w',[a,b]", "'~t~w~10|',[right]",
    "'~`-t~30|~n',[]", "'~t~w~t~20|~w',[mid,x]", "'~w~t~10+~w~t~10+~w',[a,b,c]", "'~i~w',[a,b]",
    "'~*c',[3,120]", "'~8r ~16r ~8R ~16R',[100,255,100,255]", "'~~ ~q',[[a,'B']]", "'~3d',[5]",
    "'~0d',[5]", "'~D',[-1234567]", "'~2D',[1234567]", "'abc~tdef~20|ghi~n',[]", "'~ta~t~tb~20|x~n',[]",
    "'~2f',[3]", "'~10d',[5]", "'~1f',[0.25]", "'~0e',[12345.678]", "'a~nb~t~10|c~n',[]",
]  # fmt: skip


@pytest.mark.slow
def test_formats_are_filled_as_in_swi_prolog(swipl, tmp_path):
    script = tmp_path / "format.pl"
    text = "".join(f"t :- format({one}), nl.\n" for one in FORMATS)
    script.write_text(text)
    done = subprocess.run(
        [swipl, "-q", "-g", "forall(t,true)", "-t", "halt", str(script)],
        capture_output=True,
        text=True,
        check=True,
    )
    result = proved(read_program(text), "forall(t,true)")
    assert (result.answers[0].output).split("\n") == done.stdout.split("\n")


def test_each_search_begins_with_the_program_as_it_was_read():
    database = Database(read_program(PROGRAM))
    for _ in range(2):
        found = prove(database, read_goal("two(X)", database.program))
        assert str(found.answers[0]) == "X = 0-1"


def test_output_stands_before_the_answer_that_it_comes_before():
    program = read_program("p(X) :- member(X,[1,2]), write(got(X)), nl.\np(_) :- write(end), fail.")
    result = proved(program, "p(X)", answers=None)
    assert [one.output for one in result.answers] == ["got(1)\n", "got(2)\n"]
    assert result.output == "end"


def test_answers_before_an_error_are_kept_and_the_error_with_them():
    program = read_program("s(X) :- member(X,[1,2,3]), ( X =:= 3 -> throw(stop(X)) ; true ).")
    result = proved(program, "s(X)", answers=None)
    assert [str(one) for one in result.answers] == ["X = 1", "X = 2"]
    assert result.solved and not result.exhausted
    assert result.error is not None and result.error.found == "stop(3)"
    assert "so far" in result.summary() and "then an error" in result.summary()


def test_an_error_before_any_answer_is_raised_unless_something_was_printed():
    program = read_program("p :- throw(oops).\nq :- write(hello), p.")
    with pytest.raises(InputError, match="nothing catches"):
        proved(program, "p")
    result = proved(program, "q")
    assert result.status is Status.INCOMPLETE
    assert result.output == "hello" and result.error is not None


def test_a_program_that_changes_is_proved_depth_first_only():
    with pytest.raises(InputError, match="order of depth-first search only"):
        proved(read_program(PROGRAM), "two(X)", "breadth-first")


def test_a_term_of_a_hundred_thousand_levels_is_written():
    deep = "a"
    program = read_program(
        "d(0,a) :- !.\nd(N,f(T)) :- M is N-1, d(M,T).\np :- d(100000,T), write(T)."
    )
    result = proved(program, "p")
    assert len(result.answers[0].output) == 3 * 100_000 + len(deep)


def test_a_list_as_long_as_memory_allows_is_laid_out_as_a_clause():
    operators = OperatorTable.default()
    assert written("A b", Style(operators, quoted=True)) == "'A b'"
    assert clause_layout("a", operators) == "a.\n"
