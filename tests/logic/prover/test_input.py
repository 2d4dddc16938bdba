"""Programs that read: each search begins at the front of its input."""

import pytest
from arcwise.logic.program import read_goal, read_program
from arcwise.logic.program.vocabulary import properties
from arcwise.logic.prover import Database, prove
from arcwise.rules import InputError


def database(text: str, source: str) -> Database:
    return Database(read_program(text), prints=True, source=lambda: source)


def values(data: Database, goal: str) -> list[str]:
    found = prove(data, read_goal(goal, data.program))
    assert found.error is None
    return [answer.text(data.program.operators) for answer in found.answers]


def test_terms_are_read_in_order_and_behind_the_last_one_end_of_file():
    data = database("three(A, B, C) :- read(A), read(B), read(C).", "yes. f(X, 'Y', X).\n")
    assert values(data, "three(A, B, C)") == ["A = yes, B = f(_1,'Y',_1), C = end_of_file"]


def test_each_search_begins_at_the_front_of_the_input_which_is_asked_for_once():
    asked = []
    data = Database(
        read_program("ask(A) :- read(A)."), source=lambda: asked.append(1) or "one. two."
    )
    assert [values(data, "ask(A)") for _ in range(2)] == [["A = one"]] * 2
    assert asked == [1]


def test_input_is_not_asked_for_where_nothing_is_read():
    data = Database(read_program("p(1)."), source=lambda: pytest.fail("read"))
    assert values(data, "p(X)") == ["X = 1"]


def test_a_term_that_is_no_prolog_is_an_error_that_is_caught_and_the_next_one_is_read():
    data = database("p(K, A) :- catch(read(_), error(E, _), functor(E, K, _)), read(A).", "f(. b.")
    assert values(data, "p(K, A)") == ["K = syntax_error, A = b"]


def test_letters_and_terms_are_read_from_one_place():
    data = database("p(A, B, T, D) :- get_char(A), get0(B), read(T), get(D).", "xyz.  \n w")
    assert values(data, "p(A, B, T, D)") == ["A = x, B = 121, T = z, D = 119"]


def test_a_proof_that_reads_shows_no_more_than_itself():
    data = database("ask(A) :- read(A).", "yes.")
    assert "reads input by read/1" in data.changes(read_goal("ask(A)", data.program))
    assert "changes" in properties(("read", 1)).flags


def test_a_term_is_read_with_the_names_of_its_variables():
    data = database(
        "p(T, N, V, S) :- read_term(T, [variable_names(N), variables(V), singletons(S)]).",
        "f(X,_Y,_,X).",
    )
    assert values(data, "p(T, N, V, S)") == [
        "T = f(_1,_2,_3,_1), N = ['X' = _1,'_Y' = _2], V = [_1,_2,_3], S = ['_Y' = _2]"
    ]


def test_an_option_of_write_term_that_is_not_known_is_refused():
    data = database("p :- write_term([a,b], [max_depth(1)]).", "")
    with pytest.raises(InputError, match="write_term/2 does not know this option"):
        values(data, "p")
