"""Long runs of facts are read to the same clauses as any others, and stay text until someone asks for one."""

from __future__ import annotations

import random
import sys

import pytest
from arcwise.logic.program import read_goal, read_program
from arcwise.logic.program.facts import FEWEST, FactRows, facts_in
from arcwise.logic.prover import Database, prove
from arcwise.rules import InputError

READING = sys.modules["arcwise.logic.program.read_program"].__dict__
FACTS = "".join(f"e({one},{one * 7 % 90}).\n" for one in range(90))
BETWEEN = (
    *(
        "",
        "\n",
        "% a comment\n",
        "/* e(1,2).\n*/\n",
        "e(X,Y) :- f(X,Y).\n",
        "e(a, 'B').\n",
        ":- dynamic(f/2).\n",
    ),
    *(
        "/* never closed\n",
        "p :-\n",
        "'a\n",
        ":- op(700, xfx, a).\n",
        "end_of_file.\n",
        "e(1 2).\n",
        "q(X) :- e(X,_), r(X).\n",
    ),
    *(
        "example(e(1,7)).\n",
        ":- table e/2.\n",
        "x :- y. ",
        "\\+",
        "0'",
        "f(is,- 1).\n",
        ":- initialization(asserta(e(9,9))).\n",
    ),
)
LINES = (
    *(
        "e(1,2).\n",
        "e(a,b).\n",
        "e(-3, x_1).\n",
        "f(a).\n",
        "g(1,b,c). \n",
        "e(007,q).\r\n",
        "f(is).\n",
        "e(1,2).%\n",
    ),
    *(
        "example(a).\n",
        "append(a,b,c).\n",
        "h(a,B).\n",
        "e(1.5,a).\n",
        "member(a,b).\n",
        "atom(a).\n",
        "f(_).\n",
    ),
)


def run_of(numbers: random.Random) -> str:
    kinds = numbers.sample(LINES[: numbers.choice((3, 6, len(LINES)))], 3)
    return "".join(numbers.choice(kinds) for _ in range(numbers.randrange(2 * FEWEST)))


def read(text: str):
    try:
        program = read_program(text)
    except InputError as error:
        return str(error)
    clauses = [
        (name, [(one.term, one.place, one.label) for one in some])
        for name, some in program.clauses.items()
    ]
    told = [(one.goal, one.place) for one in (*program.examples, *program.at_load)]
    return clauses, told, program.warnings, program.tabled, program.dynamic, len(program)


@pytest.mark.parametrize("seed", range(60))
def test_programs_are_read_alike_with_and_without_runs(seed, monkeypatch):
    numbers = random.Random(seed)
    parts = [numbers.choice((numbers.choice(BETWEEN), run_of(numbers), FACTS)) for _ in range(6)]
    text = "".join(parts)
    found = read(text)
    monkeypatch.setitem(READING, "taken_facts", lambda text, source: ())
    assert found == read(text)


def test_runs_are_found_where_a_clause_may_begin_and_nothing_gives_facts_another_meaning():
    assert len(facts_in(FACTS, "one")) == 1
    assert len(facts_in(f"p(X) :- e(X,_).\n{FACTS}\n% b\n{FACTS}", "two")) == 2
    for front in ("/*\n", "'\n", "p :-\n", ":- op(1,xfx,a).\n", "end_of_file.\n"):
        assert facts_in(front + FACTS, "none") == ()
    assert facts_in(FACTS.replace("e(", "atom_length("), "protected") == ()
    assert facts_in(FACTS[: 9 * FEWEST // 2], "short") == ()


def test_facts_stay_text_and_a_proof_makes_those_that_it_needs():
    program = read_program(f"p(X,Z) :- e(X,Y), e(Y,Z).\n{FACTS}")
    rows = program.clauses["e", 2]
    assert isinstance(rows, FactRows) and not rows.made
    found = prove(Database(program), read_goal("p(3,Z)", program), proofs=True)
    assert str(found.answers[0]) == "Z = 57" and found.engine == "native"
    assert not rows.made
    places = [node.clause.place.line for one in found.answers[0].proof for _, node in one.walk()]
    assert places == [1, 5, 23] and len(rows.made) == 2
    assert rows[3] is rows[3] and [one.term for one in rows[:2]] == [one.term for one in rows][:2]


def test_both_engines_prove_alike_by_runs_of_facts():
    program = read_program(f"p(X,Z) :- e(X,Y), e(Y,Z).\n{FACTS}e(0,a).\n")
    goal = read_goal("p(X,Z)", program)
    one, other = (
        prove(program, goal, answers=None, engine=engine, proofs=True)
        for engine in ("native", "python")
    )
    assert [str(answer) for answer in one.answers] == [str(answer) for answer in other.answers]
    assert (one.inferences, one.tried) == (other.inferences, other.tried)
