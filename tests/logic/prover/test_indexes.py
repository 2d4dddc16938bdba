"""Clauses are found by what a goal knows of any argument: the same answers as of each clause alone, and no clause tried that such an argument excludes."""

from random import Random

import pytest
from arcwise.logic.program import read_goal, read_program, term_text
from arcwise.logic.prover import Database, prove
from arcwise.rules.prolog.operators import OperatorTable

from .agreement import agreed

OPERATORS = OperatorTable.default()
CONSTANTS = (
    "a",
    "b",
    "7",
    "-7",
    "7.0",
    "0.0",
    "-0.0",
    '"a"',
    "f(x)",
    "f(y)",
    "f(x,y)",
    "[]",
    "[a]",
)


def term(random, variables):
    if random.random() < variables:
        return random.choice("XYZ")
    return random.choice((*CONSTANTS, "f(X)"))


def told(program, goal):
    found = agreed(program, read_goal(goal, program), answers=None)
    return [term_text(one.goal, OPERATORS) for one in found.answers], found.tried


@pytest.mark.parametrize("size", [2, 25])
@pytest.mark.parametrize("variables", [0.0, 0.05, 0.5])
@pytest.mark.slow
def test_clauses_are_found_by_any_argument(size, variables):
    random = Random(size)
    heads = [f"p({','.join(term(random, variables) for _ in range(3))})" for _ in range(size)]
    whole = read_program("".join(f"{head}.\n" for head in heads))
    alone = [read_program(f"{head}.") for head in heads]
    goals = [f"p({','.join(term(random, 0.3) for _ in range(3))})" for _ in range(5)]
    for goal in (*goals, goals[0], "p(A,B,C)", "p(A,7.0,C)", "p(A,B,[a])"):
        expected = [
            term_text(one.goal, OPERATORS)
            for each in alone
            for one in prove(each, read_goal(goal, each), engine="python").answers
        ]
        found, tried = told(whole, goal)
        assert found == expected
        assert len(found) <= tried <= size


def test_only_clauses_that_no_argument_contradicts_are_tried():
    facts = "".join(f"e({one},{one % 20},{one % 30}).\n" for one in range(600))
    program = read_program(facts + "many(0) :- !.\nmany(N) :- e(_,7,7), !, M is N-1, many(M).\n")
    for goal, count in (("e(5,_,_)", 1), ("e(_,7,_)", 30), ("e(_,7,7)", 10), ("e(5,6,_)", 0)):
        assert told(program, goal)[1] == count
        assert agreed(program, read_goal(goal, program)).exhausted is (count < 2)
    assert told(program, "many(100)")[1] == 100 + 1 + 100


def test_clauses_that_come_and_go_are_found_by_any_argument():
    random = Random(3)
    changes, kept = [], []
    for number in range(150):
        fact = f"q({random.randrange(9)},{random.choice('ab_')},{number})"
        if kept and random.random() < 0.3:
            gone = kept.pop(random.randrange(len(kept)))
            changes.append(f"retract(q(_,_,{gone[-1]}))")
        elif random.random() < 0.5:
            changes.append(f"asserta({fact})")
            kept.insert(0, (fact, number))
        else:
            changes.append(f"assertz({fact})")
            kept.append((fact, number))
        changes.append(f"ignore(q({random.randrange(9)},a,_))")
    program = read_program(":- dynamic q/3.\n")
    for goal in ("q(3,_,N)", "q(_,a,N)", "q(3,b,N)", "q(_,_,N)"):
        after = read_program("".join(f"{fact}.\n" for fact, _ in kept))
        expected = prove(after, read_goal(goal, after), answers=None).answers
        asked = read_goal(", ".join((*changes, goal)), program)
        found = prove(Database(program), asked, answers=None).answers
        assert [one.bindings for one in found] == [one.bindings for one in expected]
