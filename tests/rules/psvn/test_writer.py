from __future__ import annotations

from dataclasses import replace

import pytest
from arcwise.rules import (
    Arc,
    InputError,
    Pattern,
    PsvnFile,
    Symbol,
    Term,
    Theory,
    Var,
    open_source,
    read_psvn,
    write_psvn,
)
from arcwise.rules.domains.domain_table import written_as
from arcwise.rules.errors import is_plain
from arcwise.rules.prolog.writer import functor_of
from arcwise.rules.states.values import infer_values
from arcwise.rules.term import variables
from hypothesis import given
from hypothesis import strategies as st

A, B, C = Var("A"), Var("B"), Var("C")

WORDS = st.text(st.characters(codec="utf-8"), max_size=5) | st.sampled_from(
    ["-", "=>", "GOAL", "#x", ";", "a b", "LABEL", "\\X", "DOMAIN", "ß", "SS", "x", "X", "A", "²", "01", "\x85"]
)  # fmt: skip
NAMES = WORDS.filter(is_plain)
SYMBOLS = st.integers(-3, 12) | WORDS
COSTS = st.integers(0, 10**20) | st.floats(0, 1e100)


def rules(file: PsvnFile) -> list[tuple[object, ...]]:
    return [(arc.name, *arc.canonical, arc.cost) for arc in file.theory.arcs]


@st.composite
def psvn_files(draw: st.DrawFn, symbols: st.SearchStrategy[Symbol] = SYMBOLS) -> PsvnFile:
    """Theories with values, in which a variable stays within cells of the same values."""
    kinds = draw(
        st.lists(
            st.lists(symbols, min_size=1, max_size=4, unique=True).map(tuple), min_size=1, max_size=3
        )
    )  # fmt: skip
    values = tuple(draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=5)))

    def pattern(bound: frozenset[Term] | None = None) -> st.SearchStrategy[Pattern]:
        def cell(held: tuple[Symbol, ...]) -> st.SearchStrategy[Term]:
            names = [Var(f"{name}{kinds.index(held)}") for name in "XYZ"]
            terms: list[Term] = [*held, *(n for n in names if bound is None or n in bound)]
            return st.sampled_from(terms)

        return st.tuples(*map(cell, values))

    arcs = []
    for _ in range(draw(st.integers(0, 4))):
        before = draw(pattern())
        after = draw(pattern(frozenset(variables(before))))
        arcs.append(Arc(draw(NAMES), before, after, draw(COSTS)))
    size = len(values)
    shape = draw(st.sampled_from([(r, size // r) for r in range(1, size + 1) if size % r == 0]))
    theory = Theory(
        draw(NAMES),
        tuple(arcs),
        shape,
        draw(st.none() | st.integers(-3, 12) | NAMES),
        draw(st.none() | st.lists(st.integers(-3, 12) | NAMES, unique=True).map(tuple)),
        values,
    )
    theory = written_as(theory, draw(st.sampled_from(["board", "[]", "f g"])))
    return PsvnFile(theory, tuple(draw(st.lists(pattern(), max_size=3))))


@pytest.mark.long
@given(psvn_files())
def test_what_is_written_is_read_back_or_refused(file: PsvnFile) -> None:
    try:
        text = write_psvn(file.theory, file.goals)
    except InputError as error:
        assert "PSVN cannot hold" in str(error)
        return
    again = read_psvn(text)
    assert rules(again) == rules(file)
    assert replace(again.theory, arcs=file.theory.arcs) == file.theory
    assert functor_of(again.theory) == functor_of(file.theory)
    assert len(again.goals) == len(file.goals)
    for goal, found in zip(file.goals, again.goals, strict=True):
        assert Arc("", found, found).canonical == Arc("", goal, goal).canonical
    assert read_psvn(write_psvn(again.theory, again.goals)) == again


@pytest.mark.long
@given(psvn_files(st.integers(-3, 12) | st.sampled_from(["b", "red", "x1", "é"])))
def test_plain_symbols_are_never_refused(file: PsvnFile) -> None:
    assert rules(read_psvn(write_psvn(file.theory, file.goals))) == rules(file)


@pytest.mark.parametrize(
    "name", ["sliding-tile:3x3", "sliding-tile:1x4", "pancake:6", "topspin:7x3", "hanoi:4x3", "lights-out:2x3", "cube:2"]
)  # fmt: skip
def test_built_in_domains_come_back_whole(name: str) -> None:
    domain, shape = open_source(name).sized
    theory, goal = domain.theory(shape), domain.goal(shape)
    again = read_psvn(write_psvn(theory, [goal]))
    assert replace(again.theory, arcs=theory.arcs, values=None) == theory
    assert rules(again) == [(arc.name, *arc.canonical, arc.cost) for arc in theory.arcs]
    assert again.goals == (goal,)
    assert again.theory.check(goal) == goal


def test_dashes_stand_where_nothing_is_asked() -> None:
    theory = Theory("t", (Arc("x", (0, A, B, B, C), (1, A, B, B, 0)),), (1, 5))
    text = write_psvn(theory, [(0, 0, 0, 0, 2)])
    assert "0 - A A - => 1 - A A 0 LABEL x COST 1" in text


def test_domains_of_numbers_have_no_names() -> None:
    values: tuple[tuple[Symbol, ...], ...] = ((0, 1), (1, 2, 3), ("a", "b"), (2, 1), ("a", "b"))
    lines = write_psvn(Theory("t", (), (1, 5), values=values)).splitlines()
    assert lines[2:] == [
        "DOMAIN values3 2", "  a b", "", "DOMAIN values4 2", "  2 1", "", "5", "2 3N values3 values4 values3",
    ]  # fmt: skip


def test_a_macro_is_a_rule_with_its_whole_cost() -> None:
    step = Arc("turn", (A, B), (B, A), 2)
    macro = Arc("m1", (A, B), (A, B), 4, (step, step))
    text = write_psvn(Theory("t", (macro, step), (1, 2)), [(0, 1)])
    assert "# m1 = turn turn\n- - => - - LABEL m1 COST 4\nA B => B A LABEL turn COST 2" in text


def test_values_are_the_constants_where_nothing_moves() -> None:
    arcs = (Arc("x", (1, A), (2, A)), Arc("y", (3, "b"), (1, "a")))
    assert infer_values(Theory("t", arcs, (1, 2))) == ((1, 2, 3), ("a", "b"))


def test_values_of_cells_that_exchange_symbols_are_the_same_and_need_a_goal() -> None:
    arcs = (Arc("x", (0, A, B, C), (A, 0, B, C)), Arc("y", (A, B, C, 7), (A, C, B, 8)))
    theory = Theory("t", arcs, (1, 4))
    with pytest.raises(InputError, match="the values of cell 1 of t are unknown"):
        infer_values(theory)
    assert infer_values(theory, [(0, 1, C, C)]) == ((0, 1),) * 3 + ((7, 8),)
    assert infer_values(replace(theory, symbols=(0, 1, 2, 3))) == ((0, 1, 2, 3),) * 4


@pytest.mark.parametrize(
    ("theory", "goal", "message"),
    [
        (Theory("t", (), (1, 1)), (), "the values of cell 1"),
        (Theory("t", (), (1, 1)), ("a b",), "PSVN cannot hold 'a b'"),
        (Theory("t", (), (1, 1)), ("1",), "PSVN cannot hold '1'"),
        (Theory("t", (), (1, 1)), ("",), "PSVN cannot hold ''"),
        (Theory("t", (), (1, 1)), ("goal",), "PSVN cannot hold the symbol goal"),
        (Theory("t", (), (1, 1), values=(("a", "A"),)), (), "upper and lower case"),
        (Theory("t", (), (1, 1), values=((0, 1),)), (2,), "the goal has 2 in cell 1"),
        (Theory("t", (Arc("x", (0,), (2,)),), (1, 1), values=((0, 1),)), (), "arc x has 2 in cell 1"),
        (
            Theory("t", (Arc("x", (A, 0), (A, A)),), (1, 2), values=((0, 1), (0, 1, 2))),
            (),
            "variable A stands in cells of different values",
        ),
    ],
)  # fmt: skip
def test_what_psvn_cannot_hold_is_refused(theory: Theory, goal: Pattern, message: str) -> None:
    with pytest.raises(InputError, match=message):
        write_psvn(theory, [goal] if goal else [])


def test_states_tell_values_too() -> None:
    theory = Theory("t", (Arc("x", (1, A), (2, A)),), (1, 2))
    assert infer_values(theory, [], [(1, 7), (0, 8)]) == ((0, 1, 2), (7, 8))
    assert read_psvn(write_psvn(theory, [(2, A)], [(1, 7), (0, 8)])).theory.check((0, 7))
