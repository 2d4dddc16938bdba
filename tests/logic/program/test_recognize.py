"""Whether a Prolog file is a theory of moves or a program whose goals are proved."""

import sys

import pytest
from arcwise.logic.program import is_logic_program
from arcwise.rules import InputError, trusting
from arcwise.rules.prolog.reader import Clause

FAMILY = """
parent(tom, bob). parent(bob, jim).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).
"""
GRAMMAR = "s --> [the], n. n --> [dog]."
GRAPH = "edge(a, b). edge(b, c). path(X, Y) :- edge(X, Y). path(X, Y) :- edge(X, Z), path(Z, Y)."
NESTED = "s(S, T) :- do(S, T). do(s(X, Y), s(Y, X)). goal(s(1, 0)). even(X) :- 0 is X mod 2."
MOVES = "s(A, B) :- A < 3, B is A + 1. even(A) :- 0 is A mod 2."


@pytest.mark.parametrize(
    ("text", "goal", "proved"),
    [
        (FAMILY, "ancestor(tom, X)", True),
        (FAMILY, "?- ancestor(tom, jim).", True),
        (FAMILY, r"\+ ancestor(jim, tom)", True),
        (FAMILY, "X is 2 + 1", True),
        (FAMILY, "true, X is 2 + 1", True),
        (FAMILY, "ancestor", True),
        (FAMILY, "ancester(tom, jim)", True),
        (FAMILY, "ancestr", True),
        (FAMILY, "zz", True),
        ("likes(tom, jim).", "zz", False),
        (FAMILY, "[1, 2]", False),
        (FAMILY, "1 2", False),
        (FAMILY, None, True),
        ("likes(tom, jim).", None, False),
        ("likes(tom, jim).", "lkes(tom, X)", True),
        ("likes(tom, jim).", "member(X, [1,2])", True),
        ("likes(tom, jim).", "f(1)", False),
        ("likes(tom, jim).", "likes(tom)", True),
        (":- op(700, xfx, likes). tom likes jim.", "tom likes X", True),
        (GRAMMAR, "phrase(s, [the, dog])", True),
        (GRAMMAR, "s([the, dog], [])", True),
        (MOVES, "even(2)", True),
        (MOVES, "s(0, X)", True),
        (MOVES, "s(0, X), s(X, Y)", True),
        (MOVES, "findall(X, s(0, X), L)", True),
        (MOVES, "member(X, [1, 2])", True),
        (MOVES, "s(0, 1)", True),
        (MOVES, "between(1, 3, 2)", True),
        (GRAPH, "edge(a, b)", True),
        (GRAPH, "path(a, X)", True),
        (GRAPH, "a", False),
        (GRAPH, "zz", False),
        (NESTED, "s(0, 1)", False),
        (NESTED, "s(X, 1)", True),
        (NESTED, "even(2)", True),
        (MOVES, "s(0,", True),
        (MOVES, "even(2", True),
        (MOVES, "t(2", False),
        (MOVES, "a, b", False),
        (MOVES, "X-Y", False),
        ("likes(tom, X) => true.", "likes(tom, jim)", True),
        (MOVES, "0", False),
        ("likes(tom, jim).", "lists:append([a], [b], X)", True),
        (MOVES, "0:1", False),
    ],
)
def test_a_text_that_calls_predicates_is_proved_where_the_file_has_no_moves(
    tmp_path, text, goal, proved
):
    path = tmp_path / "program.pl"
    path.write_text(text)
    assert is_logic_program(str(path), goal) is proved


@pytest.mark.parametrize(
    ("asked", "proved"),
    [(("0",), False), (("0", "3"), False), (("even(2)",), True), (("X is 1",), True), ((), True)],
)
def test_a_program_with_moves_and_goals_to_prove_takes_both(tmp_path, asked, proved):
    path = tmp_path / "program.pl"
    path.write_text(f"{MOVES} problem(even(2)).")
    assert is_logic_program(str(path), *asked) is proved


@pytest.mark.parametrize(
    ("text", "asked", "proved"),
    [
        (FAMILY, ("ancestor(tom, X)", "parent(X, jim)"), True),
        (FAMILY, ("ancestor(tom, X)", "3"), False),
        ("likes(tom, jim).", ("likes(tom, X)", "member(X, [1])"), True),
        (MOVES, ("even(2)", "even(4)"), False),
        (GRAPH, ("path(a, X)", "path(b, X)"), True),
        (GRAPH, ("path(a, b)", "path(b, c)"), True),
        (GRAPH, ("a", "c"), False),
        (NESTED, ("s(0, 1)", "s(1, 0)"), False),
    ],
)
def test_several_goals_are_proved_where_the_file_has_no_moves(tmp_path, text, asked, proved):
    path = tmp_path / "program.pl"
    path.write_text(text)
    assert is_logic_program(str(path), *asked) is proved


@pytest.mark.parametrize(
    ("text", "goal", "nearest"),
    [
        (GRAPH, "pth(a, c)", "path/2"),
        (GRAPH, "raech(a, X)", None),
        (GRAPH, "path(a)", "path/2"),
        (GRAPH, "edg(a, X)", "edge/2"),
        (MOVES, "s(0, X, Y)", "s/2"),
        (MOVES, "evn(2)", "even/1"),
    ],
)
def test_a_slip_in_a_goal_of_a_program_with_moves_names_the_nearest_predicate(
    tmp_path, text, goal, nearest
):
    path = tmp_path / "program.pl"
    path.write_text(text)
    with pytest.raises(InputError, match="unknown predicate") as told:
        is_logic_program(str(path), goal)
    assert told.value.expected is not None and "or a state of" in told.value.expected
    if nearest is not None:
        assert told.value.remedy == nearest


def test_a_slip_in_the_functor_of_a_state_is_told_as_one_of_a_state(tmp_path):
    path = tmp_path / "program.pl"
    path.write_text("move(state(A, B), swap, state(B, A)). start(state(0, 1)).")
    assert not is_logic_program(str(path), "stat(0, 1)")


def test_a_file_that_does_not_parse_is_refused_before_it_is_taken_for_moves(tmp_path):
    path = tmp_path / "program.pl"
    path.write_text("p(1).\np(2\nq(X) :- p(X).\n")
    with pytest.raises(InputError, match=r"program\.pl:3:1: syntax error"):
        is_logic_program(str(path), "p(X)")
    with trusting():
        assert is_logic_program(str(path), "p(X)")
        assert not is_logic_program(str(path), "3")


def test_clauses_are_not_compared_with_each_rule_of_a_grammar(tmp_path, monkeypatch):
    path = tmp_path / "grammar.pl"
    path.write_text(GRAMMAR + FAMILY)
    monkeypatch.setattr(Clause, "__eq__", lambda one, other: pytest.fail("compared"))
    assert is_logic_program(str(path), "parent(tom, X)")


EDGES = "".join(f"edge(a{one},a{one + 1}).\nedge({one},b).\n" for one in range(200))


@pytest.mark.parametrize(
    "rest", ["", "go(X) :- edge(a0,X).\n", "start(a0).\ngoal(a9).\na9 :- edge(a0,_).\n"]
)
@pytest.mark.parametrize(
    "asked",
    [
        ("go(X)",),
        ("a7",),
        ("a7", "a9"),
        ("199", "b"),
        ("edge(a1,X)",),
        ("a9",),
        ("f(a1)",),
        ("a1x(Y)",),
        ("go(1)", "go(2)"),
        (),
    ],
)
def test_a_long_run_of_moves_is_told_from_goals_as_short_ones_are(
    tmp_path, monkeypatch, rest, asked
):
    file = tmp_path / "edges.pl"
    file.write_text(EDGES + rest)

    def told():
        try:
            return is_logic_program(str(file), *asked)
        except InputError as error:
            return str(error)

    found = told()
    module = sys.modules[is_logic_program.__module__]
    monkeypatch.setattr(module, "facts_in", lambda text, source: ())
    assert found == told()
