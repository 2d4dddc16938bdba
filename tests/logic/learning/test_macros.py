"""Macro-operators with conditions: learned from paths of programs, tried as arcs are, and true of the program."""

from __future__ import annotations

import csv
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any

import pytest
from arcwise.logic.learning import RuleLibrary, macro_program
from arcwise.logic.program import Compound, clause_text, read_goal, read_program
from arcwise.logic.prover import prove
from arcwise.logic.prover.read_moves import read_moves
from arcwise.rules import InputError, Var
from arcwise.rules.prolog.steps import StepGoal
from hypothesis import assume, given
from hypothesis import strategies as st

from ...shared_data import SHARED
from .paths import learn_macros

CROSSING = SHARED / "cases" / "logic" / "couples.pl"

JUGS = """
s(state(A,B),T) :- move(state(A,B),T).
move(state(A,B),state(3,B)) :- A < 3.
move(state(A,B),state(A,4)) :- B < 4.
move(state(A,B),state(0,B)) :- A > 0.
move(state(A,B),state(A,0)) :- B > 0.
move(state(A,B),state(C,D)) :- A > 0, B < 4, M is min(A,4-B), C is A-M, D is B+M.
move(state(A,B),state(C,D)) :- B > 0, A < 3, M is min(B,3-A), C is A+M, D is B-M.
"""


def test_a_path_of_facts_does_not_become_a_search_over_them() -> None:
    program = read_program("load(1). load(2). move(A,B) :- load(X), B is A+X, B < 9.")
    path = read_goal("move(1,3), move(3,4)", program)
    (rule,) = learn_macros(program, StepGoal(("move", 2)), [path])
    text = clause_text(rule.clause, program.operators)
    assert text == "move(A,B) :- C is A+2, C < 9, B is C+1, B < 9."
    told = learn_macros(
        program, StepGoal(("move", 2)), [path], operational=(Compound("/", ("load", 1)),)
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
    assert len(RuleLibrary.load(rules)) == 1
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
        "arcwise:macro_domain(program('jug.pl')).\narcwise:macro_learner(macros).\narcwise:macro_moves(s(x,y)).\n",
        encoding="utf-8",
    )
    refused = call("solve", str(program), "0 0", "0 2", "--macros", str(rules))
    assert refused.code == 33 and "not a goal of moves" in refused.err


BRIDGE = """
time(1,1). time(2,2). time(5,5). time(10,10).
s(st(left,L,R), st(right,L2,R2), C) :-
    select(A,L,L1), select(B,L1,L2), A < B, time(A,TA), time(B,TB), C is max(TA,TB), append(R,[A,B],R1), sort(R1,R2).
s(st(right,L,R), st(left,L2,R2), C) :- select(A,R,R2), time(A,C), sort([A|L],L2).
"""
PEOPLE = """
s(S, T, C) :- S =.. [b,X|Ps], other(X,Y), crosses(Ps,Qs,X,Y,[1,2,5,10],Ts), Ts \\= [], length(Ts,N), N =< 2,
    max_list(Ts,C), T =.. [b,Y|Qs].
other(l,r). other(r,l).
crosses([],[],_,_,[],[]).
crosses([P|Ps],[P|Qs],X,Y,[_|Ts],Us) :- crosses(Ps,Qs,X,Y,Ts,Us).
crosses([X|Ps],[Y|Qs],X,Y,[T|Ts],[T|Us]) :- crosses(Ps,Qs,X,Y,Ts,Us).
"""
FARMER = """
s([F|Ps],[G|Qs]) :- opp(F,G), ( Qs = Ps ; nth0(N,Ps,F), put(N,Ps,G,Qs) ), \\+ unsafe([G|Qs]).
opp(e,w). opp(w,e).
put(0,[_|T],X,[X|T]).
put(N,[H|T],X,[H|R]) :- N > 0, M is N-1, put(M,T,X,R).
unsafe([F,X,X,_]) :- opp(F,X).
unsafe([F,_,X,X]) :- opp(F,X).
"""
PEGS = """
s(Ps,Rs) :- member(F-G,[1-2,1-3,2-1,2-3,3-1,3-2]), nth1(F,Ps,[X|Xs]), nth1(G,Ps,Ys), fits(X,Ys), put(F,Ps,Xs,Qs), put(G,Qs,[X|Ys],Rs).
fits(_,[]). fits(X,[Y|_]) :- X < Y.
put(1,[_,B,C],X,[X,B,C]). put(2,[A,_,C],X,[A,X,C]). put(3,[A,B,_],X,[A,B,X]).
"""
COUPLES = """
s(S, T) :- S =.. [st,B|P], opp(B,C), cross(P,Q,B,C,N), N >= 1, N =< 2, safe(Q), T =.. [st,C|Q].
opp(l,r). opp(r,l).
cross([],[],_,_,0).
cross([X|P],[X|Q],B,C,N) :- cross(P,Q,B,C,N).
cross([B|P],[C|Q],B,C,N) :- cross(P,Q,B,C,M), N is M+1.
safe([W1,H1,W2,H2]) :- ok(W1,H1,[H2]), ok(W2,H2,[H1]).
ok(W,W,_).
ok(W,H,Others) :- W \\= H, \\+ member(W,Others).
"""
TAUGHT = {
    "bridge": (BRIDGE, "st(left,[1,2,5,10],[])", "st(right,[],[1,2,5,10])", 10),
    "people": (PEOPLE, "b(l,l,l,l,l)", "b(r,r,r,r,r)", 0),
    "farmer": (FARMER, "[e,e,e,e]", "[w,w,w,w]", 0),
    "pegs": (PEGS, "[[1,2,3],[],[]]", "[[],[],[1,2,3]]", 2),
    "couples": (COUPLES, "st(l,l,l,l,l)", "st(r,r,r,r,r)", 2),
}
"""Programs of courses: text, start, goal, and the greatest number of conditions of the macro from one to the other."""


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", TAUGHT)
def test_macros_of_programs_as_they_are_taught_are_short_and_lead_where_moves_lead(
    name: str, call: Any, tmp_path: Path
) -> None:
    text, start, goal, most = TAUGHT[name]
    program, problems, rules = (tmp_path / one for one in ("p.pl", "p.csv", "m.pl"))
    program.write_text(text, encoding="utf-8")
    problems.write_text(f'start,goal\n"{start}","{goal}"\n', encoding="utf-8")
    learned = call("learn", program, problems, "-o", rules)
    assert learned.code == 0, learned.err
    library = RuleLibrary.load(rules)
    (rule,) = library
    assert len(rule.clause.body) <= most
    bare = library.program
    macro = bare.with_definition(rule.clause.predicate, (rule.clause,))
    after: dict[Any, set[Any]] = {}
    pending = [read_goal(f"S = {start}", bare).args[1]]
    while pending:
        state = pending.pop()
        if state not in after:
            after[state] = ends(bare, rule.clause.predicate, state)
            pending += after[state]
    assert rule.explanation is not None
    length = sum(node.depth == 1 for node in rule.explanation.nodes)
    used = 0
    for state in after:
        leads = {state}
        for _ in range(length):
            leads = {end for one in leads for end in after[one]}
        found = ends(macro, rule.clause.predicate, state)
        used += bool(found)
        assert found <= leads
    assert used


@pytest.mark.slow
@pytest.mark.skipif(not CROSSING.exists(), reason="the shared cases are not here")
def test_the_macro_of_three_couples_has_the_values_in_its_head(call: Any, tmp_path: Path) -> None:
    problems, rules = tmp_path / "couples.csv", tmp_path / "m.pl"
    problems.write_text('start,goal\n"st(l,l,l,l,l,l,l)","st(r,r,r,r,r,r,r)"\n', encoding="utf-8")
    learned = call("learn", CROSSING, problems, "-o", rules)
    assert learned.code == 0 and "11 moves: learned r1" in learned.out
    (rule,) = RuleLibrary.load(rules)
    text = clause_text(rule.clause, RuleLibrary.load(rules).program.operators)
    assert text.startswith("s(st(l,") and "=.." not in text
    assert {term.functor for term in rule.clause.body} <= {"\\="} and len(text) < 200


def ends(program: Any, predicate: tuple[str, int], state: Any) -> set[Any]:
    """States to which the moves of a program lead from a state."""
    goal = Compound("s", (state, *(Var(f"X{place}") for place in range(predicate[1] - 1))))
    return {one.goal.args[1] for one in prove(program, goal, answers=None).answers}


def test_a_choice_from_a_list_is_left_open_if_it_is_operational() -> None:
    text = "s(st(L,R),st(M,[X|R])) :- select(X,L,M)."
    path = "s(st([a,b,c],[]),st([a,c],[b])), s(st([a,c],[b]),st([c],[a,b]))"
    shown = []
    for told in ("", " operational(select/3)."):
        program = read_program(text + told)
        (rule,) = learn_macros(program, StepGoal(("s", 2)), [read_goal(path, program)])
        shown.append(clause_text(rule.clause, program.operators))
    assert shown == [
        "s(st([A,B|C],D),st(C,[A,B|D])).",
        "s(st(A,B),st(C,[D,E|B])) :- select(E,A,F), select(D,F,C).",
    ]
