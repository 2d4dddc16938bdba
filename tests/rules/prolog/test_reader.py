"""The Prolog reader: what it reads, what it refuses and where, and that it agrees with SWI-Prolog."""

import random
import re
import subprocess
from operator import is_

import pytest
from arcwise.logic.program import (
    Compound,
    PrologString,
    list_items,
    make_list,
)
from arcwise.rules import InputError, Place, Var, read_clauses, sliding_tile, write_theory
from arcwise.rules.prolog.operators import OperatorTable
from arcwise.rules.prolog.reader import read_ahead
from arcwise.rules.prolog.writer import write_term
from hypothesis import given
from hypothesis import strategies as st

from .one_term import read_term

X, Y = Var("X"), Var("Y")


def f(functor, *args):
    return Compound(functor, args)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("-1", -1),
        ("- 1", f("-", 1)),
        ("-(1)", f("-", 1)),
        ("- (1)", f("-", 1)),
        ("-(-(1))", f("-", f("-", 1))),
        ("a - -1", f("-", "a", -1)),
        ("a -1", f("-", "a", 1)),
        ("-2^2", f("^", -2, 2)),
        ("-(2)^2", f("^", f("-", 2), 2)),
        ("- (2)^2", f("-", f("^", 2, 2))),
        ("a:b:c", f(":", "a", f(":", "b", "c"))),
        ("1-2-3", f("-", f("-", 1, 2), 3)),
        ("f(:-)", f("f", ":-")),
        ("f(:-, a)", f("f", ":-", "a")),
        ("f(a:-b, c)", f("f", f(":-", "a", "b"), "c")),
        ("\\+a", f("\\+", "a")),
        ("\\+ (a,b)", f("\\+", f(",", "a", "b"))),
        ("\\+(a,b)", f("\\+", "a", "b")),
        ("- = x", f("=", "-", "x")),
        ("- =(x)", f("-", f("=", "x"))),
        (":- dynamic mod/1", f(":-", f("dynamic", f("/", "mod", 1)))),
        ("[a|b]", f("[|]", "a", "b")),
        ("[a,b|[c]]", make_list(["a", "b", "c"])),
        ("(a,b)", f(",", "a", "b")),
        ("(a|b)", f("|", "a", "b")),
        ("{a,b}", f("{}", f(",", "a", "b"))),
        ("{ }", "{}"),
        ("[ ]", "[]"),
        ("'{}'(x)", f("{}", "x")),
        ("f(X,Y,X)", f("f", X, Y, X)),
        ("f(_,_G1,_)", f("f", Var("_G2"), Var("_G1"), Var("_G3"))),
        ("a /* c */ + % d\r\n b", f("+", "a", "b")),
        ("\ufeffa", "a"),
        ("été(Éa, 日本)", f("été", Var("Éa"), "日本")),
    ],
)
def test_a_term_is_read_as_the_standard_says(text, term):
    assert read_term(text) == term


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0x1F", 31),
        ("0o17", 15),
        ("0b101", 5),
        ("1_000", 1000),
        ("0'a", 97),
        ("0'''", 39),
        ("0' ", 32),
        ("0'\\n", 10),
        ("0'\\x41\\", 65),
        ("1.5e3", 1500.0),
        ("1e10", 1e10),
        ("-0.0", -0.0),
        ("'a''b'", "a'b"),
        ("'\\x41\\'", "A"),
        ("'\\101\\b'", "Ab"),
        ("'\\n\\t\\\\\\'\\\"\\`\\e\\s'", "\n\t\\'\"`\x1b "),
        ("'\\u0041\\U00000042'", "AB"),
        ("'a\\\nb'", "ab"),
        ("'a\\\r\nb'", "ab"),
        ("''", ""),
        ('"a""b\\x42\\"', PrologString('a"bB')),
        ("`ab`", make_list([97, 98])),
    ],
)
def test_numbers_and_quoted_texts_are_read(text, value):
    assert write_term(read_term(text)) == write_term(value)
    assert type(read_term(text)) is type(value)


def test_clauses_come_with_their_place():
    first, second = read_clauses("% head\r\n  a(X,_,Y,X).\n\nb:-c.", "x.pl")
    assert first.place == Place("x.pl", 2, 3)
    assert (second.place, second.term) == (Place("x.pl", 4, 1), f(":-", "b", "c"))


def test_a_full_stop_needs_no_line_end_after_it_but_a_blank_or_a_comment():
    assert [clause.term for clause in read_clauses("a.% x\nb. c.")] == ["a", "b", "c"]


def test_operators_change_from_their_directive_on():
    text = """
        :- op(700, xfx, ===>).  a ===> b.
        :- op(200, xf, [is_on, up]), op(900, fy, [not]).  not x is_on.
        :- module(m, [p/1, op(650, xfx, <+)]).  p <+ q.
        :- op(0, xfx, ===>).
    """
    terms = [clause.term for clause in read_clauses(text)]
    assert terms[1] == f("===>", "a", "b")
    assert terms[3] == f("not", f("is_on", "x"))
    assert terms[5] == f("<+", "p", "q")
    with pytest.raises(InputError):
        list(read_clauses(f"{text} a ===> b."))


def test_a_text_that_was_read_ahead_is_read_once_with_the_operators_at_its_end():
    text = ":- op(700, xfx, ===>), op(0, fy, \\).\na ===> b.\n:- set_prolog_flag(double_quotes, codes)."
    ahead, _ = read_ahead(text, "x.pl")
    assert [one.term for one in read_clauses("a.", "x.pl")] == ["a"]
    operators = OperatorTable.default()
    assert all(map(is_, read_clauses(text, "x.pl", operators=operators), ahead))
    again = OperatorTable.default()
    assert not any(map(is_, read_clauses(text, "x.pl", operators=again), ahead))
    assert operators == again != OperatorTable.default()


def test_operators_of_one_text_do_not_reach_the_next():
    list(read_clauses(":- op(700, xfx, ===>)."))
    with pytest.raises(InputError):
        list(read_clauses("a ===> b."))


@pytest.mark.parametrize(
    "directive",
    ["op(1201,xfx,a)", "op(X,xfx,a)", "op(1,zzz,a)", "op(1,xfx,f(x))", "op(200,xfy,',')"],
)
def test_an_impossible_operator_is_refused_at_its_directive(directive):
    with pytest.raises(InputError) as caught:
        list(read_clauses(f"a.\n:- {directive}.", "x.pl"))
    assert caught.value.place == Place("x.pl", 2, 1)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a.\nb(", 2, 3),
        ("a.\nf(a,).", 2, 5),
        ("a b.", 1, 3),
        ("a=b=c.", 1, 4),
        ("X = \\+a.", 1, 5),
        ("[a|b|c].", 1, 5),
        ("[a|b,c].", 1, 5),
        ("[|a].", 1, 2),
        ("().", 1, 2),
        ("f (a).", 1, 3),
        ("'abc.", 1, 1),
        ('a.\n\n "abc.', 3, 2),
        ("a. /* b", 1, 4),
        ("1.0Inf.", 1, 1),
        ("1e999.", 1, 1),
        ("'a\\qb'.", 1, 3),
        ("'\\xD800\\'.", 1, 2),
        ("a\x00.", 1, 2),
        ("a", 1, 2),
        ("a.\nb:-c", 2, 5),
        (".", 1, 1),
        ("1r3.", 1, 2),
        ("(a].", 1, 3),
        ("9" * 5000 + ".", 1, 1),
    ],
)
def test_what_is_not_prolog_is_refused_at_its_line_and_column(text, line, column):
    with pytest.raises(InputError) as caught:
        list(read_clauses(text, "x.pl"))
    assert caught.value.place == Place("x.pl", line, column)


@pytest.mark.parametrize("endless", ["p(/* ", "p('", 'p("'])
def test_a_quote_or_comment_without_end_is_told_at_once(endless):
    within = "/* " if endless[-1] == " " else f"\\{endless[-1]}"
    with pytest.raises(InputError, match=r":1:3: (quote|comment) without end"):
        list(read_clauses(endless + within * 100_000))


def test_the_first_line_of_a_script_is_passed_over():
    (clause,) = read_clauses("#!/usr/bin/env swipl\np(a).")
    assert (write_term(clause.term), clause.place.line) == ("p(a)", 2)


def test_an_empty_text_has_no_clauses():
    assert list(read_clauses(" /* nothing */ % at all")) == []


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "between", "after"),
    [
        ("[", "a,", "a]"),
        ("a:-", "b,", "c"),
        ("", "a-", "a"),
        ("", "f(", "a" + ")" * 5_000),
        ("", "- ", "a"),
        ("", "[", "]" * 5_000),
        ("", "(", "a" + ")" * 5_000),
    ],
)
def test_no_length_and_no_depth_is_too_much(before, between, after):
    text = before + between * 5_000 + after
    term = read_term(text)
    assert term == read_term(write_term(term))
    assert hash(term) == hash(read_term(text))


@pytest.mark.slow
def test_brackets_without_end_are_refused_at_any_depth():
    with pytest.raises(InputError):
        read_term("f(" * 20_000)


def test_equality_of_terms_tells_integers_floats_and_strings_apart():
    assert f("f", 1) != f("f", 1.0)
    assert f("f", "a") != f("f", PrologString("a"))
    assert f("f", "a") != f("f", "a", "a")
    assert list_items(make_list(["a", 1])) == ["a", 1]
    assert list_items(make_list(["a"], X)) is None


PROGRAM = (
    write_theory(sliding_tile(2, 2))
    + r"""
:- op(700, xfx, ===>).
p(X) :- \+ q(X, 'it''s', "a\x41\b"), !, r([X|_]) ; /* c */ X ===> 0'c. % end
q --> {a, b}, `xyz`, [0x1F, 1.5e-3, - 1, -1].
"""
)


def read_or_refuse(text):
    try:
        for clause in read_clauses(text, "x.pl"):
            assert clause.place.line
    except InputError as error:
        assert error.place is not None and error.place.line, text


@pytest.mark.long
@pytest.mark.slow
def test_every_truncation_of_a_program_is_read_or_refused_with_a_place():
    for end in range(len(PROGRAM)):
        read_or_refuse(PROGRAM[:end])


@pytest.mark.slow
def test_mutated_programs_are_read_or_refused_with_a_place():
    rng = random.Random(0)
    signs = "()[]{}|,.'\"`\\%/*-+0aX_ \n\x00é²\u2028:!"
    for _ in range(600):
        text = list(PROGRAM)
        for _ in range(rng.randint(1, 6)):
            where = rng.randrange(len(text))
            text[where : where + rng.randint(0, 3)] = rng.choice(signs) * rng.randint(0, 2)
        read_or_refuse("".join(text))


@given(st.text(alphabet=st.sampled_from("aX_01.,|()[]{}'\"`\\%/*-+=:;! \nxe"), max_size=40))
def test_any_text_is_read_or_refused_with_a_place(text):
    read_or_refuse(text)


PLAIN = st.sampled_from(
    [
        "a",
        "mod",
        "dynamic",
        "X",
        "X1y",
        "0",
        "7",
        "007",
        "'it\\'s'",
        "''",
        "'a b'",
        "'('",
        "'[]'",
        "éa",
    ]
)


@given(st.lists(PLAIN, min_size=1, max_size=5), st.sampled_from(["f", "mod", "dynamic", "is"]))
def test_plain_arguments_are_read_alike_however_they_are_spaced(arguments, functor):
    close, wide = ",".join(arguments), " , ".join(arguments)
    for frame in ("{}", "[{},b]", "- {}", "p :- {}, q", "f({},{{}})", "X = {}"):
        first, second, third = (
            read_term(frame.format(f"{functor}({inner})"))
            for inner in (close, wide, close.replace(",", ", "))
        )
        assert first == second == third


def test_an_operator_before_a_bracket_is_no_functor():
    assert read_term("X is 7 mod(3)") == read_term("X is mod(7,3)")
    with pytest.raises(InputError, match="1:3"):
        read_term("a foo(b, 'c')")


def test_a_number_too_long_among_plain_arguments_is_refused_at_its_place():
    with pytest.raises(InputError, match="1:8: number too long"):
        read_term(f"p, f(1,{'9' * 5000})")


AGREED = r"""
- 1
-1
-(1)
- - 1
- + 1
- = x
- * a
- mod 1
mod mod mod
* = *
a = \+
a = \+ , b
a * -
[-]
[- | a]
[a|:-]
[* , +]
f(:- a)
f(a:-b,c)
[a:-b|c]
f(a|b)
(a|b)
f(;,a)
f(|)
,(a,b)
','(a,b)
- (a) + b
-(a)+b
- (a,b)
-(-)
- -
-(=)
-(*(a,b,c))
- *(a,b,c)
\+ (a,b)
\+a,b
\+ \+ a
X = \+a
X = :- a
:- :- a
:- dynamic foo/1, bar/2
:- dynamic
:- dynamic mod/1
a:-b:-c
a=b=c
2**3**4
2^3^4
2-3-4
- 2^2
-2^2
-(2)^2
- (2)^2
a--b
a- - -1
a=-1
a= -1
1 = :-
a:b/c
a-->b,{c},!
a:- b,c;d->e
a rdiv b
table a
{}
{a}
{a|b}
{:-}
{- , a}
'{}'(x)
[](x)
'[|]'(a,b)
[a|b|c]
[a|b,c]
[|a]
[a,]
()
f()
f (a)
f(a)(b)
X(a)
a b
a '+' b
'-' 1
- 'a'
"a""b"
'a''b'
'\x41\'
'\x41'
'a\101\b'
'\z'
'\u0041\s\e'
0'a
0'''
0''
0'\n
0'ab
1_000
0x1F
0xg
0b101
1e10
1.0e+16
12abc
-0.0
-0x10
a /* c */ + /**/ b
a +/*c*/ b
f(_A,_B,_A)
a;
;a
= =
$a
"""


def answer(text):
    try:
        return re.sub(r"\b_?[A-Z_]\w*", "V", write_term(read_term(text)))
    except InputError:
        return "refused"


@pytest.mark.slow
def test_a_corpus_of_tricky_terms_is_read_as_swi_prolog_reads_it(swipl):
    goal = (
        "repeat, read_line_to_string(user_input, Line),"
        "( Line == end_of_file -> ! ; catch(( term_string(T, Line),"
        "write_term(T, [quoted(true), ignore_ops(true)]) ), _, write('REFUSED')), nl, fail )"
    )
    lines = AGREED.strip().splitlines()
    done = subprocess.run(
        [swipl, "-q", "-g", goal, "-t", "halt"],
        input=AGREED.strip() + "\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    theirs = ["refused" if line == "REFUSED" else answer(line) for line in done.stdout.splitlines()]
    assert dict(zip(lines, map(answer, lines), strict=True)) == dict(
        zip(lines, theirs, strict=True)
    )


def test_clauses_of_one_shape_keep_their_names_signs_and_anonymous_variables_apart():
    text = "p(_, -1, - 1, X-2, [_|T], 'a b', mod) :- q(_G2), Y is -3."
    other = text.replace("p(", "r(").replace("1", "7").replace("_G2", "_G9").replace("T", "U")
    alone = [next(read_clauses(one)).term for one in (text, other, text)]
    assert [one.term for one in read_clauses(f"{text}\n{other} % so\n{text}")] == alone
    assert alone[0] != alone[1]
    dots = "p(a). X = a .b"
    with pytest.raises(InputError, match="1:13"):
        list(read_clauses(dots))


def test_clauses_of_flat_terms_are_read_as_any_other():
    for quick, plain in (
        ("a(X) :- b(X), c(X,1), d('p q').", "(a(X)) :- (b(X)), (c(X,1)), (d('p q'))."),
        ("a(X) :- b(X).", "(a(X)) :- (b(X))."),
        ("a(X), b(X).", "(a(X)), (b(X))."),
        ("a(X) --> b(X), c(X).", "(a(X)) --> (b(X)), (c(X))."),
    ):
        assert [one.term for one in read_clauses(quick)] == [
            one.term for one in read_clauses(plain)
        ]
    changed = ":- op(0,xfx,:-). a(X) :- b(X)."
    for text in (
        changed,
        "a(X) ':-' b(X).",
        "a(X) :- b(X) ',' c(X).",
        "a(X) :- b(X), .",
        "a(X) b(X).",
    ):
        with pytest.raises(InputError):
            list(read_clauses(text))
