"""A learned library consulted by plain SWI-Prolog beside the program that it was learned from."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from arcwise.ebl import MacroLibrary, explain_result, generalize, load_macros, save_macros
from arcwise.logic.swi.prolog_domain import load_prolog
from arcwise.rules import Domain, TheoryDomain
from arcwise.rules.prolog.writer import pattern_text
from arcwise.search import Problem, solve

pytestmark = pytest.mark.usefixtures("swi", "trusted")

RULES = """
shape(2, 2). blank(0).
neighbour(0, 1). neighbour(1, 0). neighbour(2, 3). neighbour(3, 2).
neighbour(0, 2). neighbour(2, 0). neighbour(1, 3). neighbour(3, 1).
cell(0, [A,_,_,_], A). cell(1, [_,A,_,_], A). cell(2, [_,_,A,_], A). cell(3, [_,_,_,A], A).
same(0,1,[_,_,C,D],[_,_,C,D]).
same(0,2,[_,B,_,D],[_,B,_,D]).
same(1,3,[A,_,C,_],[A,_,C,_]).
same(2,3,[A,B,_,_],[A,B,_,_]).
untouched(I, J, S, T) :- same(I, J, S, T) ; same(J, I, S, T).
HEAD :- cell(I, S, 0), neighbour(I, J), cell(J, S, X), cell(I, T, X), cell(J, T, 0),
    untouched(I, J, S, T).
"""

PROGRAMS = {
    "arc/3": RULES.replace("HEAD", "arc(S, T, 2)"),
    "arc/2": RULES.replace("HEAD", "arc(S, T)"),
    "s/3": RULES.replace("HEAD", "s(S, T, 2)"),
    "s/2": RULES.replace("HEAD", "s(S, T)"),
    "facts": """
        shape(1, 4). symbols([a,b,c,'D e']).
        arc(row(W,X,Y,Z), row(X,W,Y,Z), 1).
        arc(row(W,X,Y,Z), row(W,Y,X,Z), 2).
        arc(row(W,X,Y,Z), row(W,X,Z,Y), 3).
    """,
    "graph": "s(a, b). s(b, c). s(b, 1). s(c, d). s(1, a). s(d, e).",
}

PROBLEMS = {
    "facts": (("a", "b", "c", "D e"), ("b", "c", "D e", "a")),
    "graph": (("a",), ("d",)),
}

CHECKS = """
% Every macro leads where its steps lead, at what they cost together.
unrolled :-
    findall(Name, macro(Name, _, _, _, _), Names),
    forall(nth1(Number, Names, Name),
           ( number_of(Clause, Number),
             clause(arc(Before, After, Cost), true, Clause),
             macro(Name, _, Before0, After0, Cost), (Before0-After0) =@= (Before-After),
             macro_steps(Name, Steps),
             length(Steps, Length), Length > 1,
             chain(Steps, Before, End, 0, Total),
             End == After, Total =:= Cost,
             macro_example(Name, Start, Goal),
             \\+ \\+ ( Before = Start, After == Goal )
           )).

number_of(Clause, Number) :-
    findall(C, ( nth_clause(arc(_, _, _), _, C), clause_property(C, file(F)), file_base_name(F, 'm.pl') ), Cs),
    nth1(Number, Cs, Clause).

chain([], State, State, Total, Total).
chain([step(Move, Number, 1)|Steps], State, End, Total0, Total) :-
    macro_move(Number, Move, _, State, Next, Cost),
    Total1 is Total0 + Cost,
    chain(Steps, Next, End, Total1, Total).

% Breadth-first search with both: how many states are expanded, and the path in steps.
search(Start, Goal, Expanded, Length) :-
    search([[Start]], [Start], Goal, 0, Expanded, Length).

search([[Goal|Path]|_], _, Goal, Expanded, Expanded, Length) :- !, length(Path, Length).
search([[State|Path]|Open], Seen, Goal, Count, Expanded, Length) :-
    Count1 is Count + 1,
    findall(Next, MOVE, All),
    fresh(All, Seen, New, Seen1),
    findall([Next,State|Path], member(Next, New), Paths),
    append(Open, Paths, Open1),
    search(Open1, Seen1, Goal, Count1, Expanded, Length).

fresh([], Seen, [], Seen).
fresh([State|States], Seen, New, Seen1) :- memberchk(State, Seen), !, fresh(States, Seen, New, Seen1).
fresh([State|States], Seen, [State|New], Seen1) :- fresh(States, [State|Seen], New, Seen1).
"""


def consult(swipl: str, folder: Path, files: list[str], goal: str) -> list[str]:
    done = subprocess.run(
        [swipl, "-q", "-g", goal, "-t", "halt", *files],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def text_of(domain: Domain, state: tuple[int | str, ...]) -> str:
    return pattern_text(state, domain.functor)


@pytest.mark.slow
@pytest.mark.parametrize("kind", PROGRAMS)
def test_program_and_library_work_together_in_either_order(
    kind: str, swipl: str, tmp_path: Path
) -> None:
    (tmp_path / "p.pl").write_text(PROGRAMS[kind], encoding="utf-8")
    domain = load_prolog(str(tmp_path / "p.pl"), swi=True)
    theory = domain.theory((1, 1))
    start, goal = PROBLEMS.get(kind, ((0, 1, 3, 2), (1, 2, 3, 0)))
    library = MacroLibrary(TheoryDomain(theory))
    found = solve(Problem(theory, start, goal), "breadth-first")
    assert library.add(generalize(explain_result(found), "m1", "x.json:1:1")).accepted
    save_macros(library, tmp_path / "m.pl")
    assert load_macros(tmp_path / "m.pl", library.domain) == library
    name, size = domain.predicate.split("/")
    move = f"{name}(State, Next{', _' * (int(size) - 2)})"
    (tmp_path / "checks.pl").write_text(CHECKS.replace("MOVE", move), encoding="utf-8")
    states = f"{text_of(domain, start)}, {text_of(domain, goal)}"
    ask = f"search({states}, Expanded, Length), print(Expanded-Length), nl"
    plain = solve(Problem(theory, start, goal), "breadth-first", engine="python")
    learned = theory.with_macros(library.arcs(theory))
    first = solve(Problem(learned, start, goal), "breadth-first", engine="python")
    assert consult(swipl, tmp_path, ["p.pl", "checks.pl"], ask) == [
        f"{plain.statistics.expanded}-{plain.steps}"
    ]
    shapes = (
        f"findall(R-C, catch(shape(R, C), _, fail), Shapes), length(Shapes, {kind != 'graph':d})"
    )
    for files in (["m.pl", "p.pl"], ["p.pl", "m.pl"]):
        lines = consult(swipl, tmp_path, [*files, "checks.pl"], f"unrolled, {shapes}, {ask}")
        assert len(lines) == 1, lines
        expanded, steps = map(int, lines[0].split("-"))
        assert steps == first.steps < plain.steps
        if files[0] == "m.pl":
            assert expanded == first.statistics.expanded


def test_a_program_that_is_a_module_takes_the_library_in(swipl: str, tmp_path: Path) -> None:
    text = ":- module(puzzle, [arc/3]).\n" + PROGRAMS["arc/3"]
    (tmp_path / "p.pl").write_text(text, encoding="utf-8")
    theory = load_prolog(str(tmp_path / "p.pl"), swi=True).theory((2, 2))
    found = solve(Problem(theory, (0, 1, 3, 2), (1, 2, 3, 0)), "breadth-first")
    library = MacroLibrary(TheoryDomain(theory))
    library.add(generalize(explain_result(found), "m1"))
    save_macros(library, tmp_path / "m.pl")
    goal = "puzzle:consult('m.pl'), findall(C, arc([0,1,3,2], _, C), Cs), print(Cs), nl"
    assert consult(swipl, tmp_path, ["p.pl"], goal) == ["[2,2,4]"]


@pytest.mark.slow
def test_two_libraries_go_together(swipl: str, tmp_path: Path) -> None:
    (tmp_path / "p.pl").write_text(PROGRAMS["s/2"], encoding="utf-8")
    theory = load_prolog(str(tmp_path / "p.pl"), swi=True).theory((2, 2))
    for number, goal in enumerate([(1, 2, 3, 0), (3, 1, 2, 0)], start=1):
        library = MacroLibrary(TheoryDomain(theory))
        found = solve(Problem(theory, (0, 1, 3, 2), goal), "breadth-first")
        library.add(generalize(explain_result(found), f"m{number}"))
        save_macros(library, tmp_path / f"m{number}.pl")
    goal_text = "findall(T, s([0,1,3,2], T), Ts), length(Ts, N), print(N), nl"
    assert consult(swipl, tmp_path, ["m1.pl", "m2.pl", "p.pl"], goal_text) == ["4"]
