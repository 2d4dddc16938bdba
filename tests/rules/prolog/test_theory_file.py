"""Theory files: read, refused with a place, written, and understood by SWI-Prolog."""

import subprocess
from fractions import Fraction

import pytest
from arcwise.rules import (
    Arc,
    InputError,
    Place,
    Theory,
    Var,
    load_theory_file,
    read_theory,
    save_theory,
    sliding_tile,
    write_theory,
)
from arcwise.rules.cost import exact
from arcwise.rules.domains.domain_table import written_as
from arcwise.rules.domains.sliding_tiles import is_sliding_tile
from arcwise.rules.errors import is_plain
from arcwise.rules.prolog.theory_file import ProgramArcError, state_of_term
from arcwise.rules.prolog.writer import functor_of, pattern_text
from arcwise.rules.term import variables
from hypothesis import given
from hypothesis import strategies as st

from .one_term import read_term

A, B, C = (Var(name) for name in "ABC")
AWKWARD = written_as(
    Theory(
        "it's :- halt.",
        (
            Arc("", (A, B, "é"), (A, "x y", A), 2.5),
            Arc("b'c", (Var("_G1"), Var("x"), 0), (Var("x"), Var("_G1"), -1), 0),
        ),
        (3, 1),
        "x y",
    ),
    "[]",
)


def refusal(text):
    with pytest.raises(InputError) as caught:
        read_theory(text, "x.pl")
    return caught.value


def rules(theory):
    return [(arc.name, arc.canonical, arc.cost) for arc in theory.arcs]


@pytest.mark.parametrize(
    "theory",
    [
        sliding_tile(2, 3),
        sliding_tile(3, 3, cost=2),
        sliding_tile(1, 4, order="DRLU", cost=0.5),
        sliding_tile(4, 4),
    ],
    ids=lambda theory: theory.name,
)
def test_a_built_in_theory_comes_back_exactly(theory):
    again = read_theory(write_theory(theory))
    assert again == theory
    assert [type(arc.cost) for arc in again.arcs] == [type(arc.cost) for arc in theory.arcs]
    assert write_theory(again) == write_theory(theory)


def test_an_awkward_theory_comes_back_but_for_the_names_of_its_variables():
    again = read_theory(write_theory(AWKWARD))
    assert rules(again) == rules(AWKWARD)
    assert (again.name, again.shape, again.blank, again.symbols, functor_of(again)) == (
        AWKWARD.name,
        AWKWARD.shape,
        AWKWARD.blank,
        AWKWARD.symbols,
        "[]",
    )


symbols = st.integers(-9, 9) | st.text(max_size=3).filter(is_plain)
names = st.text(max_size=3).filter(is_plain)


@st.composite
def theories(draw):
    size = draw(st.integers(1, 4))
    befores = st.lists(symbols | st.sampled_from([A, B, Var("_x")]), min_size=size, max_size=size)
    arcs = []
    for before in draw(st.lists(befores, min_size=1, max_size=3)):
        cells = symbols | st.sampled_from([*variables(before), 0])
        after = draw(st.lists(cells, min_size=size, max_size=size))
        cost = draw(st.integers(0, 99) | st.floats(0, 99))
        arcs.append(Arc(draw(names), tuple(before), tuple(after), cost))
    theory = Theory(
        draw(names),
        tuple(arcs),
        draw(st.sampled_from([(1, size), (size, 1)])),
        draw(st.none() | symbols),
        draw(st.none() | st.lists(symbols, max_size=4).map(tuple)),
    )
    return written_as(theory, draw(st.sampled_from(["[]", "board", "My board", "-", "{}"])))


@pytest.mark.long
@given(theories())
def test_any_theory_comes_back_but_for_the_names_of_its_variables(theory):
    again = read_theory(write_theory(theory))
    assert rules(again) == rules(theory)
    for part in ("name", "shape", "blank", "symbols"):
        assert getattr(again, part) == getattr(theory, part)
    assert functor_of(again) == functor_of(theory)


def test_a_saved_theory_is_loaded_again(tmp_path):
    path = tmp_path / "tiles.pl"
    save_theory(sliding_tile(2, 2), path)
    assert load_theory_file(path) == sliding_tile(2, 2)


def test_facts_about_the_board_are_optional():
    theory = read_theory("arc([X,Y], [Y,X], 1). arc([X,0], [0,X], 2.0).", "folder/swap.pl")
    assert (theory.name, theory.shape, functor_of(theory)) == ("swap", (1, 2), "[]")
    assert (theory.blank, theory.symbols) == (None, None)
    assert [(arc.name, arc.cost) for arc in theory.arcs] == [("arc", 1), ("arc", 2.0)]


def test_arcs_keep_the_order_of_the_file_and_other_clauses_are_passed_over():
    theory = read_theory("""
        :- use_module(library(lists)).
        arc_name(2, second).
        macro_steps(m1, [1,2]).
        arc(board(0,X), board(X,0), 1).
        arc(too, few).
        solve(X) :- arc(X, _, _), !.
        arc(board(1,X), board(X,1), 1) :- true.
    """)
    assert [arc.before[0] for arc in theory.arcs] == [0, 1]
    assert [arc.name for arc in theory.arcs] == ["arc", "second"]
    assert functor_of(theory) == "board"


def test_the_tiles_of_a_textbook_file_are_recognized():
    text = "\n".join(
        line for line in write_theory(sliding_tile(3, 3)).splitlines() if "arc(" in line
    )
    assert is_sliding_tile(read_theory(f"shape(3,3). blank(0).\n{text}\n"))


def test_an_anonymous_variable_is_another_one_each_time():
    theory = read_theory("arc([_,_,0], [0,1,2], 1).")
    assert len(variables(theory.arcs[0].before)) == 2
    assert "stands only on the right side" in refusal("arc([_], [_], 1).").problem


def test_an_arc_with_a_body_is_a_program_for_swi_prolog():
    error = refusal("arc([0], [0], 1).\n arc(X, Y, 1) :- swap(X, Y).")
    assert isinstance(error, ProgramArcError)
    assert error.place == Place("x.pl", 2, 2)
    assert "SWI-Prolog" in str(error)


@pytest.mark.parametrize(
    "clause",
    [
        "arc([X], [Y], 1).",
        "arc([X], [X], -1).",
        "arc([X], [X], C).",
        'arc([X], [X], "1").',
        "shape(2, 3).",
        "shape(0, 1).",
        "shape(a, 1).",
        "shape(X, 1).",
        "blank(X).",
        "blank(f(x)).",
        "symbols(a).",
        "symbols([a|T]).",
        "theory(X).",
        "arc_name(X, up).",
        "arc_name(1, X).",
        "arc([X], [X], 1e400).",
    ],
)
def test_a_faulty_clause_is_refused_at_its_line(clause):
    error = refusal(f"arc([0], [0], 1).\n  {clause}\n")
    assert not isinstance(error, ProgramArcError)
    assert (error.place.source, error.place.line) == ("x.pl", 2)
    assert error.place.column >= 3


@pytest.mark.parametrize(
    "clause",
    [
        "arc([X,Y], [X], 1).",
        "arc([X,Y], [Y,X], 1).",
        "arc(b(X), b(X), 1).",
        "arc([X], b(X), 1).",
        "arc(a, a, 1).",
        "arc([[1]], [[1]], 1).",
        "arc([1.5], [1.5], 1).",
        'arc(["a"], ["a"], 1).',
        "arc([f(X)], [f(X)], 1).",
    ],
)
def test_states_of_several_forms_are_those_of_a_program(clause):
    error = refusal(f"arc([0], [0], 1).\n  {clause}\n")
    assert isinstance(error, ProgramArcError)
    assert (error.place.source, error.place.line) == ("x.pl", 2)


@pytest.mark.parametrize(
    "slip", ["arc([X,Y], [Y,X,0], 1).", "arc(b(X,Y), b(Y,X), 1).", "arc([X,f(Y)], [Y,X], 1)."]
)
def test_one_arc_of_another_form_among_many_on_a_board_is_a_slip(slip):
    many = "arc([X,Y], [Y,X], 1).\n" * 9
    error = refusal(f"{many}  {slip}\n")
    assert not isinstance(error, ProgramArcError)
    assert error.place.line == 10


def test_the_cost_of_an_arc_may_be_a_fraction() -> None:
    theory = read_theory(
        "arc([a,X], [b,X], 1/3).\narc([b,X], [c,X], 4/2).\narc([c,X], [a,X], 1-3).\n"
    )
    assert [(exact(arc.cost), arc.name) for arc in theory.arcs] == [
        (Fraction(1, 3), "arc"),
        (2, "arc"),
        (1, "'-'(1,3)"),
    ]
    assert "bad cost" in str(refusal(f"arc([a], [b], {10**30 + 1}/3).\n"))
    costs = (Fraction(1, 3), 0.1, 10**17 + 1)
    arcs = tuple(Arc(f"m{n}", (A, n), (n, A), cost) for n, cost in enumerate(costs))
    again = read_theory(write_theory(Theory("costs", arcs, (1, 2))))
    assert [exact(arc.cost) for arc in again.arcs] == [exact(cost) for cost in costs]


def test_the_label_of_an_arc_may_be_a_term():
    theory = read_theory("arc([X,Y], [Y,X], turn(X)).")
    assert [(arc.name, arc.cost) for arc in theory.arcs] == [("turn(A)", 1)]


@pytest.mark.parametrize("text", ["", "% nothing", "arc(a).", "arc :- true."])
def test_a_text_without_arcs_is_refused(text):
    assert refusal(text).problem == "no arc/3"


@pytest.mark.parametrize("text", ["arc([], [], 1).", "arc(b(), b(), 1)."])
def test_states_without_cells_are_refused(text):
    assert "cells" in refusal(text).problem


@pytest.mark.parametrize(
    "content", [b"", b"\x00\x01\x02", bytes(range(256)), "arc([é".encode("latin-1")]
)
def test_a_file_that_is_no_theory_is_refused_by_its_name(tmp_path, content):
    path = tmp_path / "odd.pl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"odd\.pl"):
        load_theory_file(path)


def test_a_missing_file_and_a_folder_are_refused_by_their_names(tmp_path):
    for path in (tmp_path / "none.pl", tmp_path):
        with pytest.raises(InputError) as caught:
            load_theory_file(path)
        assert caught.value.place == Place(str(path))


@pytest.mark.slow
def test_every_truncation_of_a_file_is_read_or_refused_with_its_name():
    text = write_theory(sliding_tile(2, 2))
    whole = 0
    for end in range(len(text)):
        try:
            whole += len(read_theory(text[:end], "x.pl").arcs) == 8
        except InputError as error:
            assert error.place is not None and error.place.source == "x.pl"
    assert whole == 1  # without the last line end, all is there


def test_a_state_of_a_term_has_no_variables():
    assert state_of_term(read_term("[1,a,0]")) == (1, "a", 0)
    for text in ("[1,X]", "a", "[[1]]"):
        with pytest.raises(InputError):
            state_of_term(read_term(text))


def consult(swipl, paths, goal):
    command = [swipl, "-q", "-g", goal, "-t", "halt", *map(str, paths)]
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={"LC_ALL": "C", "PATH": ""},
    )
    assert done.stderr.strip() == ""
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("functor", ["board", "[]", "My board"])
@pytest.mark.parametrize("shape", [(2, 3), (3, 3)])
def test_swi_prolog_finds_the_same_arcs_and_successors(swipl, tmp_path, shape, functor):
    built_in = sliding_tile(*shape, cost=2)
    tiles = Theory("tiles", built_in.arcs, shape, 0, built_in.symbols)
    theory = written_as(tiles, functor)
    path = tmp_path / "tiles.pl"
    save_theory(theory, path)
    states = [
        (*range(1, blank + 1), 0, *range(blank + 1, theory.size)) for blank in range(theory.size)
    ]
    goals = [
        f"forall(arc({pattern_text(state, functor)},S,C),"
        "(write_term(C-S,[quoted(true),ignore_ops(true)]),nl))"
        for state in states
    ]
    count, *found = consult(
        swipl, [path], ",".join(["aggregate_all(count,arc(_,_,_),N)", "print(N)", "nl", *goals])
    )
    assert int(count) == len(theory.arcs)
    pairs = [read_term(line).args for line in found]
    assert [(cost, state_of_term(state)) for cost, state in pairs] == [
        (arc.cost, successor) for state in states for arc, successor in theory.successors(state)
    ]


def test_swi_prolog_consults_several_theories_together_without_a_word(swipl, tmp_path):
    theories = [sliding_tile(2, 3), sliding_tile(3, 3), AWKWARD]
    paths = [tmp_path / f"{number}.pl" for number in range(3)]
    for theory, path in zip(theories, paths, strict=True):
        save_theory(theory, path)
    goal = (
        "aggregate_all(count,arc(_,_,_),N),print(N),nl,"
        "forall(theory(T),(write_term(T,[quoted(true)]),nl))"
    )
    count, *names = consult(swipl, paths, goal)
    assert int(count) == sum(len(theory.arcs) for theory in theories)
    assert [read_term(name) for name in names] == [theory.name for theory in theories]


@pytest.mark.parametrize("clause", ["arc([X|T], [X|T], 1).", "arc(X, X, 1)."])
def test_states_that_are_not_spelt_out_are_a_program_for_prolog(clause):
    assert isinstance(refusal(f"arc([0], [0], 1).\n  {clause}\n"), ProgramArcError)


def test_the_symbol_that_each_arc_moves_is_the_blank_of_a_board_without_rows():
    ring = "arc([0,X,C], [X,0,C], 1). arc([A,0,X], [A,X,0], 1). arc([0,B,X], [X,B,0], 1)."
    theory = read_theory(ring)
    assert (theory.blank, theory.shape) == (0, (1, 3))
    assert {arc.name for arc in theory.arcs} == {"arc"}, "beside is no direction on a ring"
    assert read_theory(f"{ring} arc([A,B,C], [C,B,A], 1).").blank is None
