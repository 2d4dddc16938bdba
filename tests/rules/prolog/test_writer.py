"""The Prolog writer: what it writes is read back as the same term, by arcwise and by SWI-Prolog."""

import random
import subprocess

import pytest
from arcwise.logic.program import Compound, PrologString, make_list
from arcwise.rules import InputError, Theory, Var, read_clauses
from arcwise.rules.domains.domain_table import written_as
from arcwise.rules.prolog.writer import (
    arc_clause,
    pattern_text,
    write_atom,
    write_term,
    write_variable,
)
from hypothesis import given
from hypothesis import strategies as st

from .one_term import read_term

A, B, C = (Var(name) for name in "ABC")

AWKWARD = ["[]", "{}", ";", "!", ",", "|", "", "[|]", ".", "-", ":-", "/*", "%", "a b", "_a", "Ab"]
AWKWARD += [
    "it's",
    "a\\b",
    '"',
    "`",
    "\n",
    "\x00",
    "\x7f",
    "é",
    "日本",
    "\u2028",
    "=..",
    "\\+",
]

atoms = st.sampled_from(AWKWARD) | st.text(max_size=5)
constants = (
    atoms
    | st.integers()
    | st.integers(-(10**40), 10**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5).map(PrologString)
)


def grown(leaves):
    def larger(inner):
        compounds = st.builds(Compound, atoms, st.lists(inner, min_size=1, max_size=3).map(tuple))
        return (
            compounds
            | st.lists(inner, max_size=3).map(make_list)
            | st.builds(make_list, st.lists(inner, min_size=1, max_size=2), inner)
        )

    return st.recursive(leaves, larger, max_leaves=8)


@given(grown(constants | st.sampled_from([A, B, Var("_x"), Var("Rest_1")])))
def test_what_is_written_is_read_back_as_the_same_term(term):
    text = write_term(term)
    assert write_term(read_term(text)) == text
    assert Compound("same", (read_term(text),)) == Compound("same", (term,))
    assert [clause.term for clause in read_clauses(f"{write_term(term)}.\n" * 2)] == [term, term]


def random_term(rng, depth=4):
    kind = rng.randrange(8 if depth else 5)
    if kind < 2:
        return rng.choice(AWKWARD)
    if kind == 2:
        return rng.choice([0, -1, 7, -(10**30), 0.5, -1e-7, 1e22])
    if kind == 3:
        return PrologString(rng.choice(AWKWARD))
    if kind == 4:
        return "".join(chr(rng.choice([rng.randrange(0x250), 0x4E00])) for _ in range(3))
    inner = [random_term(rng, depth - 1) for _ in range(rng.randint(1, 3))]
    if kind == 5:
        return make_list(inner)
    if kind == 6:
        return make_list(inner, random_term(rng, depth - 1))
    return Compound(rng.choice(AWKWARD), tuple(inner))


def test_swi_prolog_reads_random_terms_and_prints_the_same_ones(swipl):
    rng = random.Random(0)
    terms = [*AWKWARD, *(random_term(rng) for _ in range(500))]
    goal = (
        "set_stream(user_output, encoding(utf8)), repeat, read_term(T, []),"
        "( T == end_of_file -> ! ;"
        "write_term(T, [quoted(true), ignore_ops(true)]), write(' .'), nl, fail )"
    )
    done = subprocess.run(
        [swipl, "-q", "-g", goal, "-t", "halt"],
        input="".join(f"{write_term(term)}.\n" for term in terms).encode("ascii"),
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.stderr == b""
    theirs = [clause.term for clause in read_clauses(done.stdout.decode())]
    assert list(map(repr, theirs)) == list(map(repr, terms))


@pytest.mark.parametrize(
    ("atom", "text"),
    [
        ("board", "board"),
        ("aB_1", "aB_1"),
        ("Board", "'Board'"),
        ("", "''"),
        ("it's", "'it\\'s'"),
        ("a\nb", "'a\\xa\\b'"),
        ("é", "'\\xe9\\'"),
        ("!", "!"),
        ("abc\n", "'abc\\xa\\'"),
    ],
)
def test_an_atom_is_in_quotes_unless_it_is_plain(atom, text):
    assert write_atom(atom) == text


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (Compound("-", (1,)), "'-'(1)"),
        (-1, "-1"),
        (1e16, "1.0e+16"),
        (make_list(["a", -1], B), "[a,-1|B]"),
        (PrologString('a"b'), '"a\\"b"'),
        (Compound("f", ()), "f()"),
    ],
)
def test_terms_are_written_in_functional_notation(term, text):
    assert write_term(term) == text


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan")])
def test_a_number_without_text_is_refused(number):
    with pytest.raises(InputError):
        write_term(Compound("f", (number,)))


def test_an_integer_of_any_size_is_written():
    assert read_term(write_term(-(10**5000))) == -(10**5000)


names = st.text(max_size=4) | st.sampled_from(
    ["_", "x", "V__x", "V_x", "V__", "V___95_", "A", "_A"]
)


@given(names, names)
def test_two_variables_are_written_alike_only_if_they_are_the_same(one, other):
    texts = write_variable(Var(one)), write_variable(Var(other))
    assert (texts[0] == texts[1]) == (one == other)
    term = read_term(f"f({texts[0]},{texts[0]})")
    assert term.args[0] == term.args[1] == Var(texts[0])


def test_a_pattern_is_written_as_a_compound_term_or_as_a_list():
    assert pattern_text((0, B, "x y"), "board") == "board(0,B,'x y')"
    assert pattern_text((0, B, -1), "[]") == "[0,B,-1]"
    assert pattern_text((0,), "My board") == "'My board'(0)"


def test_an_arc_marks_the_variables_that_occur_once():
    theory = written_as(Theory("t", (), (1, 3)), "[]")
    assert arc_clause((0, A, B), (A, 0, 1), 2, theory) == "arc([0,A,_B], [A,0,1], 2)."


def test_an_arc_whose_variables_are_marked_already_gets_other_names():
    theory = written_as(Theory("t", (), (1, 2)), "b")
    arc = arc_clause((Var("_G1"), Var("x")), (Var("x"), Var("_G1")), 0.5, theory)
    assert arc == "arc(b(A,B), b(B,A), 0.5)."


def test_a_term_that_shares_its_parts_is_refused_where_to_write_them_all_has_no_end():
    term = "a"
    for _ in range(40):
        term = Compound("f", (term, term))
    with pytest.raises(InputError, match="2,199,023,255,551 parts"):
        write_term(term)
    long = make_list(["abcdefghij"] * 100_000)
    assert write_term(long) == f"[{','.join(['abcdefghij'] * 100_000)}]"
