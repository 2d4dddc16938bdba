"""Programs that change while they run, print, or end in an error after answers."""

from __future__ import annotations

import pytest
from arcwise.logic.program import read_goal, read_program
from arcwise.logic.program.written import Style, clause_layout, written
from arcwise.logic.prover import Database, prove
from arcwise.rules import InputError
from arcwise.rules.prolog.operators import OperatorTable
from arcwise.search import Status

PROGRAM = """
:- dynamic counter/1.
counter(0).
next(N) :- retract(counter(N)), M is N+1, assertz(counter(M)).
two(A-B) :- next(A), next(B).
"""


def proved(program, goal, *options, **more):
    return prove(program, read_goal(goal, program), *options, **more)


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


@pytest.mark.slow
def test_a_term_of_forty_thousand_levels_is_written():
    deep = "a"
    program = read_program(
        "d(0,a) :- !.\nd(N,f(T)) :- M is N-1, d(M,T).\np :- d(40000,T), write(T)."
    )
    result = proved(program, "p")
    assert len(result.answers[0].output) == 3 * 40_000 + len(deep)


def test_a_list_as_long_as_memory_allows_is_laid_out_as_a_clause():
    operators = OperatorTable.default()
    assert written("A b", Style(operators, quoted=True)) == "'A b'"
    assert clause_layout("a", operators) == "a.\n"
