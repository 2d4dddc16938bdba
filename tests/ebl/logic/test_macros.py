"""Macro-operators with conditions: learned from paths of programs, tried as arcs are, and true of the program."""

from __future__ import annotations

import csv
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any

import pytest
from arcwise.ebl.logic import learn_macros, load_rules, macro_program
from arcwise.ebl.logic.macros import simplified
from arcwise.rules import InputError
from arcwise.rules.logic import Compound, clause_text, read_goal, read_program, term_text
from arcwise.rules.logic.program import conjunction, conjuncts
from arcwise.rules.prolog.steps import StepGoal
from arcwise.search.logic import prove
from arcwise.search.logic.read_moves import read_moves
from hypothesis import assume, given
from hypothesis import strategies as st

JUGS = """
s(state(A,B),T) :- move(state(A,B),T).
move(state(A,B),state(3,B)) :- A < 3.
move(state(A,B),state(A,4)) :- B < 4.
move(state(A,B),state(0,B)) :- A > 0.
move(state(A,B),state(A,0)) :- B > 0.
move(state(A,B),state(C,D)) :- A > 0, B < 4, M is min(A,4-B), C is A-M, D is B+M.
move(state(A,B),state(C,D)) :- B > 0, A < 3, M is min(B,3-A), C is A+M, D is B-M.
"""


COMPARISONS = st.builds(
    lambda sign, bound, turned: f"{bound} {sign} A" if turned else f"A {sign} {bound}",
    st.sampled_from(["<", ">", "=<", ">=", "=:=", "=\\="]),
    st.sampled_from(["-1", "0", "1", "2", "3", "4-2", "1+1"]),
    st.booleans(),
)


@pytest.mark.long
@pytest.mark.slow
@given(st.lists(COMPARISONS, min_size=1, max_size=5))
def test_conditions_without_those_that_follow_say_the_same(texts: list[str]) -> None:
    program = read_program("p(1).")
    conditions = conjuncts(read_goal(", ".join(texts), program))
    less = simplified(conditions)
    assert len(less) <= len(conditions)
    for number in range(-3, 7):
        both = [
            prove(program, conjunction([read_goal(f"A = {number}", program), *some])).solved
            for some in (conditions, less)
        ]
        assert both[0] == both[1]


def test_conditions_are_simplified() -> None:
    program = read_program("p(1).")
    goal = read_goal("A < 4, A < 3, B is min(A,4-1), B >= 0, B > 0, \\+ A = B", program)
    shown = [term_text(one, program.operators) for one in simplified(conjuncts(goal))]
    assert shown == ["A < 3", "B is min(A,3)", "B > 0", "\\+ A = B"]


def test_a_path_of_facts_does_not_become_a_search_over_them() -> None:
    program = read_program("load(1). load(2). move(A,B) :- load(X), B is A+X, B < 9.")
    path = read_goal("move(1,3), move(3,4)", program)
    (rule,) = learn_macros(program, StepGoal(("move", 2)), [path])
    text = clause_text(rule.clause, program.operators)
    assert text == "move(A,B) :- C is A+2, C < 9, B is C+1, B < 9."
    told = learn_macros(
        program, StepGoal(("move", 2)), [path], operational=[Compound("/", ("load", 1))]
    )
    assert "load(" in clause_text(told.rules[0].clause, program.operators)


SIGNS = {"<": lt, ">": gt, "=<": le, ">=": ge, "=:=": eq, "=\\=": ne}
TESTS = st.tuples(st.sampled_from("AB"), st.sampled_from(sorted(SIGNS)), st.integers(0, 4))
EFFECTS = st.tuples(st.sampled_from(["A", "B", "0", "3", "A+B"]), st.integers(-1, 2))
CLAUSES = st.tuples(st.lists(TESTS, max_size=2), EFFECTS, EFFECTS)
"""A clause of moves: tests of two counters, and for each what it becomes and what is added."""


def written(clause: tuple) -> str:
    """A clause as Prolog."""
    tests, first, second = clause
    goals = [f"{name} {sign} {number}" for name, sign, number in tests]
    goals += [f"{to} is {of}+({more})" for to, (of, more) in (("C", first), ("D", second))]
    return f"move(s(A,B), s(C,D)) :- {', '.join(goals)}."


def after(clause: tuple, state: tuple[int, int]) -> tuple[int, int] | None:
    """Where a clause leads from a state, by Python alone; None where a test fails."""
    known = {"A": state[0], "B": state[1], "0": 0, "3": 3, "A+B": sum(state)}
    tests, *effects = clause
    if not all(SIGNS[sign](known[name], number) for name, sign, number in tests):
        return None
    one, other = (known[of] + more for of, more in effects)
    return one, other


@pytest.mark.long
@pytest.mark.slow
@given(
    st.lists(CLAUSES, min_size=1, max_size=3), st.lists(st.integers(0, 2), min_size=2, max_size=4)
)
def test_a_macro_holds_exactly_where_its_clauses_do_one_after_the_other(
    clauses: list[tuple], choices: list[int]
) -> None:
    used = [clauses[one % len(clauses)] for one in choices]
    space = [(one, other) for one in range(-1, 5) for other in range(-1, 5)]

    def ends(state: tuple[int, int]) -> list[tuple[int, int]] | None:
        path = [state]
        for clause in used:
            found = after(clause, path[-1])
            if found is None:
                return None
            path.append(found)
        return path

    paths = {state: path for state in space if (path := ends(state)) is not None}
    assume(paths)
    path = next(iter(paths.values()))
    # The clauses of the path alone, each under its own name, so that the path is proved by them and by no other.
    text = "\n".join(
        written(clause).replace("move(s(A,B), ", f"move(s(A,B), {number}, ")
        for number, clause in enumerate(clauses)
    )
    moves = read_moves(text, "random.pl", "s(0,0)")
    goals = [
        f"move(s{before}, {choice % len(clauses)}, s{end})"
        for before, end, choice in zip(path[:-1], path[1:], choices, strict=True)
    ]
    goal = read_goal(", ".join(goals), moves.program)
    library = learn_macros(moves.program, moves.step, [goal])
    assume(len(library))  # else a clause of the program says as much
    tried = macro_program(moves, library)
    for state in space:
        found = [arc for arc, _ in tried.successors(state) if arc.is_macro]
        expected = paths.get(state)
        assert [arc.after for arc in found] == ([] if expected is None else [expected[-1]])
        if expected is not None:
            assert [step.after for step in found[0].steps] == expected[1:]


def reached(moves, start) -> dict:
    """Every state from a start with its successors by single moves."""
    found, pending = {}, [start]
    while pending:
        state = pending.pop()
        if state not in found:
            found[state] = [after for _, after in moves.successors(state)]
            pending += found[state]
    return found


def test_a_macro_of_jugs_has_the_conditions_of_its_moves() -> None:
    program = read_program(JUGS)
    path = read_goal("s(state(0,0),state(0,4)), s(state(0,4),state(3,1))", program)
    (rule,) = learn_macros(program, StepGoal(("s", 2)), [path])
    assert clause_text(rule.clause, program.operators) == (
        "s(state(A,B),state(C,D)) :- B < 4, A < 3, E is min(4,3-A), C is A+E, D is 4-E."
    )
    assert rule.steps == ("s/2-1", "move/2-2", "s/2-1", "move/2-6")


def test_a_macro_leads_where_its_moves_lead_from_every_state() -> None:
    moves = read_moves(JUGS, "jugs.pl", "state(0,0)")
    space = reached(moves, (0, 0))
    assert len(space) == 14
    paths = ["s(state(0,0),state(0,4)), s(state(0,4),state(3,1)), s(state(3,1),state(0,1))"]
    paths.append("s(state(3,0),state(0,3)), s(state(0,3),state(3,3))")
    library = learn_macros(
        moves.program, moves.step, [read_goal(one, moves.program) for one in paths]
    )
    tried = macro_program(moves, library)
    used = 0
    for state, after in space.items():
        arcs = tried.successors(state)
        assert [one for _, one in arcs if one in after or _.is_macro]
        plain = [end for arc, end in arcs if not arc.is_macro]
        assert plain == after
        for arc, end in arcs:
            if not arc.is_macro:
                continue
            used += 1
            assert arc.cost == arc.length == len(arc.steps)
            at = state
            for step in arc.steps:
                assert step.before == at and step.after in space[at]
                at = step.after
            assert at == end
    assert used > 6


def test_a_path_of_one_move_and_what_is_no_path_teach_nothing() -> None:
    program = read_program(JUGS)
    step = StepGoal(("s", 2))
    found = learn_macros(program, step, [read_goal("s(state(0,0),state(3,0))", program)])
    assert len(found) == 0 and found.records[0].outcome == "refused"
    for text in ("s(state(0,0),state(3,0)), s(state(0,4),state(3,4))", "s(state(0,0),X)"):
        with pytest.raises(InputError, match="not a path of moves"):
            learn_macros(program, step, [read_goal(text, program)])
    lie = read_goal("s(state(0,0),state(3,0)), s(state(3,0),state(1,1))", program)
    assert "is not proved" in learn_macros(program, step, [lie]).records[0].reason


def test_costs_add_up_and_labels_are_listed() -> None:
    program = read_program(
        "s(A,B,2) :- A < 9, B is A+1. s(A,B,3) :- A > 0, B is A*2.\n"
        "move(A,inc,B) :- A < 9, B is A+1. move(A,double,B) :- A > 0, B is A*2."
    )
    path = read_goal("s(1,2,2), s(2,4,3)", program)
    (rule,) = learn_macros(program, StepGoal(("s", 3), 0, 1, 2), [path])
    assert clause_text(rule.clause, program.operators).startswith("s(A,B,5) :- ")
    path = read_goal("move(1,inc,2), move(2,double,4)", program)
    (rule,) = learn_macros(program, StepGoal(("move", 3), 0, 2, 1), [path])
    assert clause_text(rule.clause, program.operators).startswith("move(A,[inc,double],B) :- ")


@pytest.mark.slow
def test_learn_explain_solve_and_compare_take_rules_with_conditions(
    call: Any, tmp_path: Path
) -> None:
    program, problems, rules = (str(tmp_path / name) for name in ("jug.pl", "jug.csv", "m.pl"))
    Path(program).write_text(JUGS, encoding="utf-8")
    with Path(problems).open("w", encoding="utf-8") as file:
        rows = [("use", "start", "goal"), ("training", "0 0", "0 2")]
        ends = ("3 2", "2 0", "0 1", "1 4", "0 2", "2 4")
        csv.writer(file).writerows([*rows, *(("problem", "0 0", end) for end in ends)])
    learned = call("learn", program, problems, "-o", rules)
    assert learned.code == 0 and "learned r1: s(state(A,B),state(C,D)) :- A < 3" in learned.out
    assert len(load_rules(rules)) == 1
    assert "condition A < 3" in call("explain", rules).out
    solved = call("solve", program, "0 0", "0 2", "--macros", rules, "--algorithm", "greedy")
    assert solved.code == 0 and "6 moves in 1 step" in solved.out
    compared = call("compare", program, problems, "--macros", rules, "--json")
    assert compared.code == 0, compared.err
    assert compared.data["macros"] == 1 and "pays with" in compared.out


def test_rules_for_proofs_are_no_macros_and_others_are_refused(call: Any, tmp_path: Path) -> None:
    program = tmp_path / "jug.pl"
    program.write_text(JUGS, encoding="utf-8")
    rules = tmp_path / "m.pl"
    rules.write_text(
        "arcwise:program('jug.pl').\narcwise:learner(macros).\narcwise:moves(s(x,y)).\n",
        encoding="utf-8",
    )
    refused = call("solve", str(program), "0 0", "0 2", "--macros", str(rules))
    assert refused.code == 33 and "not a goal of moves" in refused.err
