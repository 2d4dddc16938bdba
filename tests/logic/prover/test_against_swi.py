"""Answers and their order in both engines, beside SWI-Prolog."""

from __future__ import annotations

import random
import re
import subprocess

import pytest
from arcwise.logic.program import make_list, read_goal, read_program
from arcwise.logic.prover import prove
from arcwise.rules import InputError
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from .beside_swi import FOLDER, Table, own, plain


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.long if name in ("library", "changes") else ())
        for name in sorted(path.stem for path in FOLDER.glob("*.txt"))
    ],
)
def test_goals_of_a_table_answer_as_in_swi_prolog_in_the_same_order(swipl, tmp_path, name):
    Table.read(name).compare(swipl, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["printed", "cleanups"])
def test_a_program_prints_what_it_prints_in_swi_prolog(swipl, name):
    file = FOLDER / f"{name}.pl"
    done = subprocess.run(
        [swipl, "-q", "-g", "main", "-t", "halt", str(file)],
        capture_output=True,
        text=True,
        check=True,
    )
    program = read_program(file.read_text("utf-8"))
    result = prove(program, read_goal("main", program))
    assert (result.answers[0].output + result.output).split("\n") == done.stdout.split("\n")


OF_ONE = [
    *("-", "+", "abs", "sign", "msb", "float", "integer", "truncate", "round", "ceiling", "floor"),
    *("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh"),
    *("acosh", "atanh", "float_integer_part", "float_fractional_part", "exp", "log", "log10"),
    *("lsb", "popcount", "ceil", "erf", "numerator", "denominator", "eval"),
    *("\\", "foo"),
]
OF_TWO = [
    *("+", "-", "*", "/", "//", "div", "mod", "rem", "**", "^", "min", "max", "gcd", "lcm", "<<"),
    *(">>", "/\\", "\\/", "xor", "atan", "atan2", "copysign", "nexttoward", "getbit", "bar"),
]
ONE = [
    *("0", "1", "-1", "2", "7", "-7", "3.5", "-0.5", "0.0", "2.0", "a", "_", '"x"', "[1]", "[a]"),
    *("f(x)", "1.0e308", "4611686018427387904", "foo(1,2)", "pi", "e", "[]", "-0.0", "10^20"),
]
TWO = ["0", "1", "-2", "3", "2.5", "-0.5", "a", "_", "1.0e308", "0.0"]


@pytest.mark.slow
def test_expressions_have_the_values_and_errors_that_they_have_in_swi_prolog(swipl, tmp_path):
    """Of whole numbers and decimal ones, of constants, texts, terms that are no numbers, and variables."""
    of_one = [(name, [f"[{one}]" for one in ONE]) for name in OF_ONE]
    of_two = [(name, [f"[{one},{other}]" for one in TWO for other in TWO]) for name in OF_TWO]
    made = [
        f"findall(X,(member(L,[{','.join(each)}]), E =.. ['{name.replace(chr(92), chr(92) * 2)}'|L], "
        "catch(X is E,error(F,_),X = F)),Xs)"
        for name, each in of_one + of_two
    ]
    Table("a.", tuple(made)).compare(swipl, tmp_path)


PIECES = [
    *("0", "1", "7", "9", "f", "Z", "_", " ", "'", "''", "e", "E", "+", "-", ".", "0x", "0b", "0o"),
    *("16'", "8'", "0'", "\n", "\\", "a", "1.5", "e5", "e400", "36'", "1_000", "0'a", "0'\\n"),
]
"""Of which texts are made that may be numbers; none has a form that only SWI-Prolog reads."""


@pytest.mark.slow
def test_texts_are_the_numbers_that_they_are_in_swi_prolog(swipl, tmp_path):
    draw = random.Random(5)
    drawn = {"".join(draw.choices(PIECES, k=draw.randint(1, 5))) for _ in range(500)}
    known = {*PIECES, "1e5", "0x1F", "0xFG", " 12", "12 ", "-0.0", "-0'a", "10'1", "1016'a"}
    # Where a text ends in 0' number_string/2 of SWI-Prolog 9.0.4 makes 0 of it, atom_number/2 no number.
    texts = make_list(sorted(text for text in known | drawn if not text.endswith("0'")))
    goals = [
        f"findall(T-N,(member(T,{plain(texts)}),{one}),Ns)"
        for one in (
            "(atom_number(T,N) -> true ; N = no)",
            "(atom_string(T,S), number_string(N,S) -> true ; N = no)",
            "atom_codes(T,L), catch(number_codes(N,L),error(syntax_error(_),_),N = no)",
        )
    ]
    Table("a.", tuple(goals)).compare(swipl, tmp_path)
    assert "100000.0" in own(read_program("a."), goals[0])[0]


@pytest.mark.parametrize("text", ["1.0Inf", "-1.5NaN", "1r3", "1_0r3", "\u0663"])
def test_a_number_that_only_swi_prolog_reads_is_not_answered_with_no(text):
    with pytest.raises(InputError, match="atom_number/2 does not read this number"):
        own(read_program("a."), f"catch(atom_number('{text}',X),_,true)")


def test_a_number_of_too_many_digits_is_not_answered_with_no():
    with pytest.raises(InputError, match="number too long"):
        own(read_program("a."), f"atom_number('{'7' * 5000}',X)")


@pytest.mark.long
def test_letters_have_the_kinds_and_cases_that_they_have_in_swi_prolog(swipl, tmp_path):
    codes = [
        # SWI-Prolog 9.0.4 ends at the capitals of these two.
        *(code for code in range(1, 0x180) if code not in (0xB5, 0xFF)),
        *range(0x181, 0x250, 3),
        *range(0x391, 0x3D0),
        *range(0x1F80, 0x1FB5, 3),
        *(0x663, 0x1E9E, 0x2003, 0x2007, 0x202F, 0x2028, 0x2160, 0xFB01, 0x1F600),
    ]
    cased = "upcase_atom(A,B),atom_codes(B,U),downcase_atom(A,E),atom_codes(E,D)"
    kinds = "alpha,alnum,csym,csymf,digit,space,white,upper,lower,punct,graph,end_of_line"
    goals = [
        f"findall(C-U-D,(member(C,{codes}),char_code(A,C),{cased}),L)",
        f"findall(C-K,(member(C,{codes}),member(K,[{kinds}]),code_type(C,K)),L)",
        f"findall(C-D,(member(C,{codes}),(code_type(C,upper(D)) ; code_type(C,lower(D)))),L)",
        "atom_codes(A,[115,223,101]),string_upper(A,S),string_codes(S,L)",
        "atom_codes(A,[304,931]),string_lower(A,S),string_codes(S,L)",
    ]
    Table("a.", tuple(goals)).compare(swipl, tmp_path)


VARIABLES = st.sampled_from(["X", "Y", "Z"])
ATOMS = st.sampled_from(["a", "b", "c"])
ARGUMENTS = st.one_of(VARIABLES, VARIABLES, ATOMS, st.builds("f({})".format, VARIABLES))
TESTS = st.sampled_from(["=", "\\=", "==", "\\=="])
LAYERS = 3


@st.composite
def goals(draw, layer):
    kind = draw(st.integers(0, 18))
    called = draw(st.integers(0, layer - 1))
    goal = f"p{called}({draw(ARGUMENTS)},{draw(ARGUMENTS)})"
    match kind:
        case 0:
            return f"\\+ {goal}"
        case 1:
            return "!"
        case 2:
            return f"( {goal} -> {draw(VARIABLES)} = {draw(ARGUMENTS)} ; true )"
        case 3:
            return f"( {goal} ; {draw(VARIABLES)} = {draw(ARGUMENTS)} )"
        case 4:
            return f"{draw(VARIABLES)} {draw(TESTS)} {draw(ARGUMENTS)}"
        case 5:
            return f"findall({draw(ARGUMENTS)}, {goal}, {draw(VARIABLES)})"
        case 6:
            return f"forall({goal}, {draw(VARIABLES)} = {draw(ARGUMENTS)})"
        case 7:
            return f"( {goal} *-> {draw(VARIABLES)} = {draw(ARGUMENTS)} ; true )"
        case 8:
            return f"once(( {goal}, {draw(VARIABLES)} {draw(TESTS)} {draw(ARGUMENTS)} ))"
        case 9:
            return f"call(p{called}({draw(ARGUMENTS)}), {draw(ARGUMENTS)})"
        case 10 | 11:
            # Catchers have variables of their own: SWI-Prolog unifies before it undoes what the goal has bound.
            ball = f"( {draw(VARIABLES)} {draw(TESTS)} {draw(ARGUMENTS)} -> throw({draw(ARGUMENTS)}) ; true )"
            catcher = draw(st.sampled_from(["a", "b", "f(W)", "W"]))
            inner = f"catch(( {goal}, {ball} ), {catcher}, {draw(VARIABLES)} = {draw(ARGUMENTS)})"
            return f"catch({inner}, {draw(st.sampled_from(['_', 'U']))}, true)"
        case 12:
            name = draw(st.sampled_from(["bagof", "setof"]))
            quantified = draw(st.sampled_from(["", f"{draw(VARIABLES)}^"]))
            inside = f"( {goal}, ground({goal}) )"
            return f"{name}({draw(VARIABLES)}, {quantified}{inside}, {draw(VARIABLES)})"
        case _:
            return goal


@st.composite
def programs(draw):
    """Programs whose predicates call those of layers below: every search of them ends."""
    lines = []
    for layer in range(LAYERS):
        for _ in range(draw(st.integers(1, 3))):
            head = f"p{layer}({draw(ARGUMENTS)},{draw(ARGUMENTS)})"
            body = [draw(goals(layer)) for _ in range(draw(st.integers(0, 3)))] if layer else []
            lines.append(f"{head} :- {', '.join(body)}." if body else f"{head}.")
    return lines


@pytest.mark.slow
@settings(max_examples=4, phases=[Phase.generate])
@given(some=st.lists(programs(), min_size=20, max_size=30))
def test_random_programs_answer_as_in_swi_prolog_in_the_same_order(swipl, tmp_path_factory, some):
    lines = [":- style_check(-singleton).", ":- set_prolog_flag(occurs_check, true)."]
    asks = []
    for number, program in enumerate(some):
        lines += [line.replace("p", f"p{number}_") for line in program]
        asks += [f"p{number}_{layer}(X,Y)" for layer in range(LAYERS)]
    lines.sort(key=lambda line: line.partition("(")[0])
    Table("\n".join(lines), tuple(asks)).compare(swipl, tmp_path_factory.mktemp("random"))


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
    draw, texts, goals = random.Random(20), [], []
    for number in range(80):
        own_names = {one: f"{one}_{number}" for one in ("d0", "d1", "e0", "key")}
        text = ":- dynamic d0/1, d1/1, e0/1. d0(a). d0(b). d0(ab). d1(1).\n"
        for _ in range(draw.randint(1, 3)):
            body = ", ".join(step(draw) for _ in range(draw.randint(1, 4)))
            text += f"run{number}(X,Y,Z) :- {body}.\n"
        goal = (
            f"findall(s(X,Y,Z,O), catch(catch(run{number}(X,Y,Z),error(E,_),O = e(E)),B,O = b(B)), L), "
            "findall(V,d0(V),F), findall(V,d1(V),G), findall(H-K,clause(e0(H),K),C)"
        )
        for one, other in own_names.items():
            text, goal = (re.sub(rf"\b{one}\b", other, old) for old in (text, goal))
        texts.append(text)
        goals.append(goal)
    flags = ":- style_check(-singleton).\n:- set_prolog_flag(occurs_check, true).\n"
    for at in range(0, 80, 20):  # each goal begins with a copy of its whole program
        text = flags + "".join(texts[at : at + 20])
        Table(text, tuple(goals[at : at + 20])).compare(swipl, tmp_path)
