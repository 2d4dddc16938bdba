from __future__ import annotations

import threading
from itertools import product
from pathlib import Path

import pytest
from arcwise.rules import InputError, QuestionLimits, SwiProgram, SwiTheory, sliding_tile
from arcwise.rules.prolog.writer import predicate_of

pytestmark = pytest.mark.usefixtures("swi", "trusted")

NTH0 = """
% The 2x2 puzzle as a program: the blank changes places with a neighbour.
shape(2, 2). blank(0).
neighbour(0, 1). neighbour(1, 0). neighbour(2, 3). neighbour(3, 2).
neighbour(0, 2). neighbour(2, 0). neighbour(1, 3). neighbour(3, 1).
cell(0, [A,_,_,_], A). cell(1, [_,A,_,_], A). cell(2, [_,_,A,_], A). cell(3, [_,_,_,A], A).
same(0,1,[_,_,C,D],[_,_,C,D]).
same(0,2,[_,B,_,D],[_,B,_,D]).
same(1,3,[A,_,C,_],[A,_,C,_]).
same(2,3,[A,B,_,_],[A,B,_,_]).
untouched(I, J, S, T) :- same(I, J, S, T) ; same(J, I, S, T).
arc(S, T, 1) :- cell(I, S, 0), neighbour(I, J), cell(J, S, X), cell(I, T, X), cell(J, T, 0),
    untouched(I, J, S, T).
"""


def test_a_program_of_pure_clauses_unfolds_into_the_arcs_it_means() -> None:
    unfolding = SwiProgram(NTH0, "puzzle.pl").unfold()
    assert unfolding.theory is not None, unfolding.reason
    assert {arc.canonical for arc in unfolding.theory.arcs} == {
        arc.canonical for arc in sliding_tile(2, 2).arcs
    }


RELATIONS = [
    "arc([X,Y,Z], T, 1) :- select(0, [X,Y,Z], R), append(R, [0], T).",
    "shape(1, 3).\narc(S, T, C) :- S = [_,_,_], member(C, [1,2]), append(A, B, S), append(B, A, T).",
    "arc([X,Y,Z], T, 1) :- permutation([X,Y,Z], T) ; T = [Z,Z,X].",
    "shape(1, 3).\narc(S, T, 1) :- between(0, 2, I), nth0(I, S, a, R), nth0(0, T, b, R).",
    "arc(b(X,Y,Z), T, C) :- b(X,Y,Z) =.. L, reverse(L, [Q|_]), length(L, C), T = b(Q,Y,X).",
    "arc([X,Y,X], [Y,X,Y], C) :- C is 2 + 3, C > 4.",
    "arc([X,Y,Z], [Z,Y,X], 1) :- member(X, [Y,Z]).",
    "append([], L, [L,L,L]).\narc([X,Y,Z], T, 1) :- append([], Y, T), last([X,Z], a).",
]


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize("text", RELATIONS)
def test_an_unfolded_program_answers_as_step_by_step_in_the_same_order(text: str) -> None:
    program = SwiProgram(text)
    unfolding = program.unfold()
    assert unfolding.theory is not None, unfolding.reason
    for state in product((0, "a", "b"), repeat=3):
        assert [(arc.cost, successor) for arc, successor in unfolding.theory.successors(state)] == [
            (arc.cost, successor) for arc, successor in program.successors(state)
        ]


@pytest.mark.slow
def test_names_belong_to_facts_only() -> None:
    facts = SwiProgram("arc_name(2, second). arc([X,Y],[Y,X],1). arc([X,_],[X,X],1).").unfold()
    rules = SwiProgram("arc_name(1, first). arc([X,Y],[Y,X],1) :- true, X = X.").unfold()
    assert facts.theory is not None
    assert rules.theory is not None
    assert [arc.name for arc in facts.theory.arcs] == ["arc", "second"]
    assert [arc.name for arc in rules.theory.arcs] == ["arc"]


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("arc([X],[X],1) :- X is random(3).", "random"),
        ("arc([X],[Y],1) :- between(1, inf, Y), X = X.", "more than 100,000 arcs"),
        ("arc([X],[Y],1) :- loop(X, Y).\nloop(X, Y) :- loop(X, Y).", "inferences"),
        ("arc([_],[Y],1) :- Y = f(Y).", "neither a variable"),
        ("arc([_],[_],1).", "stands only on the right side"),
        ("arc([X],[X],C) :- C = free(1).", "cost"),
        ("arc([X],[X],C) :- C = inf.", "cost"),
        ("arc([X],[X],C) :- C = X.", "cost"),
        ("arc([X],[X],1) :- X.", "call/1"),
        ("arc([X],[X],1) :- call(X).", "call/1"),
        (":- table step/2.\narc([X],[Y],1) :- step(X, Y).\nstep(1, 2).", "tabling"),
        ("member(X, [X|_]) :- !.\narc([X],[X],1) :- member(X, [1,2]).", "!/0"),
        ("arc(S, S, 1).", "size"),
        ("arc([X],[X],1).\narc([X,Y],[X,Y],1).", "several forms"),
        ("arc([X],[X],1) :- lists:member(X, [1]).", "(:)/2"),
    ],
)
def test_the_reason_why_a_program_is_not_unfolded_is_said(text: str, reason: str) -> None:
    unfolding = SwiProgram(text, limits=QuestionLimits(inferences=3_000_000)).unfold()
    assert unfolding.theory is None
    assert reason in unfolding.reason


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    ["X \\= 0", "\\+ X = 0", "X == 1", "( X = 0 -> true ; true )", "var(X)", "X = 1, !", "X > 0"],
)
def test_programs_whose_meaning_a_most_general_question_would_change_are_not_unfolded(
    body: str,
) -> None:
    unfolding = SwiProgram(f"arc([X,Y],[Y,X],1) :- {body}.").unfold()
    assert unfolding.theory is None
    assert unfolding.reason


@pytest.mark.slow
def test_successors_come_step_by_step_in_the_order_of_prolog() -> None:
    program = SwiProgram("arc([X],[Y],2) :- member(D, [1,2]), Y is X + D.\narc([_],[0],1).")
    found = program.successors((5,))
    assert [(arc.cost, state) for arc, state in found] == [(2, (6,)), (2, (7,)), (1, (0,))]


@pytest.mark.slow
def test_two_programs_never_mix() -> None:
    one, two = SwiProgram("arc([a],[b],1)."), SwiProgram("arc([a],[c],1).")
    assert [state for _, state in one.successors(("a",))] == [("b",)]
    assert [state for _, state in two.successors(("a",))] == [("c",)]


@pytest.mark.slow
def test_modules_of_one_name_and_libraries_of_their_own_do_not_clash() -> None:
    text = ":- module(puzzle, [arc/3]).\n:- encoding(utf8).\narc([X],[{}],1) :- member(X, [1,2]).\n"
    one, two = SwiProgram(text.format("'é'")), SwiProgram(text.format("z"))
    assert [state for _, state in one.successors((2,))] == [("é",)]
    assert [state for _, state in two.successors((2,))] == [("z",)]


@pytest.mark.slow
def test_a_program_may_include_the_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "steps.pl").write_text("step(1, 2).\n", encoding="utf-8")
    main = tmp_path / "main.pl"
    main.write_text(":- include(steps).\narc([X],[Y],1) :- step(X, Y).\n", encoding="utf-8")
    assert [state for _, state in SwiProgram.read(main).successors((1,))] == [(2,)]


@pytest.mark.slow
def test_several_threads_may_ask() -> None:
    program = SwiProgram("arc([X],[Y],1) :- Y is X + 1.")
    found = []
    threads = [
        threading.Thread(target=lambda n=n: found.append(program.successors((n,))[0][1]))
        for n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [(1,), (2,), (3,), (4,)]


@pytest.mark.slow
def test_a_closed_program_is_forgotten() -> None:
    program = SwiProgram("arc([a],[b],1).")
    program.close()
    with pytest.raises(InputError, match="arc/3"):
        program.successors(("a",))


@pytest.mark.slow
def test_a_theory_in_prolog_gives_its_own_arcs_in_its_own_order() -> None:
    theory = sliding_tile(3, 3, order="DRUL", cost=2)
    program = SwiTheory(theory)
    for state in ((1, 2, 3, 4, 0, 5, 6, 7, 8), (0, 1, 2, 3, 4, 5, 6, 7, 8)):
        assert program.successors(state) == theory.successors(state)


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("arc([a],[b],1)\narc([b],[a],1).", "Syntax error|syntax"),
        ("foo(1).", "no arc/3"),
        ("", "no arc/3"),
        (":- halt.\narc([a],[b],1).", "halt"),
        (":- loop.\nloop :- loop.", "loop/0"),
        ("loop :- loop.\n:- loop.", "inferences"),
        (":- use_module(library(no_such_library)).\narc([a],[b],1).", "no_such_library"),
        ("atom(x).\narc([a],[b],1).", "domain.pl:1:1: .*atom/1"),
        ("arc([a],[b],1).\narc([a] [b],1).", "domain.pl:2:9: .*Syntax error"),
        ("shape(2,3).\narc([a],[b],1).", "does not fit"),
        ("arc([a],[b],'1).", "quoted"),
        ("arc([a],[b],1).\nx(" + "[" * 50_000, "domain.pl:2:2002: too many brackets"),
    ],
)
def test_what_prolog_cannot_load_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        SwiProgram(text, "domain.pl")
    assert str(caught.value).startswith("domain.pl")


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("arc([X],[Y],1) :- loop(X, Y).\nloop(X, Y) :- loop(X, Y).", "inferences"),
        ("arc([X],[Y],1) :- no_such(X, Y).", "no_such"),
        ("arc([X],[Y],1) :- Y is X + foo.", "foo"),
        ("arc([X],[X],1) :- halt.", "calls halt"),
        ("arc([X],[X],1) :- abort.", "calls abort"),
        ("arc([X],[X],1) :- repeat, fail.", "inferences"),
        ("arc([X],[Y],1) :- repeat, Y = X.", "answers"),
        ("arc([X],[_],1) :- X = 1.", "neither an atom nor an integer"),
        ("arc([X],[X,X],1).", "another form"),
        ("arc([X],[X],-1).", "cost"),
        ("arc([X],[X],X) :- throw(oops).", "oops"),
    ],
)
def test_a_program_that_fails_while_it_runs_is_named(text: str, message: str) -> None:
    program = SwiProgram(text, "domain.pl", limits=QuestionLimits(inferences=3_000_000))
    with pytest.raises(InputError, match=message):
        program.successors((1,))


@pytest.mark.slow
def test_what_a_program_writes_and_reads_stays_apart(capfd: pytest.CaptureFixture[str]) -> None:
    program = SwiProgram("arc([X],[Y],1) :- write(X), read(Y).")
    assert [state for _, state in program.successors((1,))] == [("end_of_file",)]
    assert capfd.readouterr().out == ""


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("clauses", "predicate", "costs"),
    [
        ("arc([X,Y],[Y,X]).", "arc/2", [1]),
        ("s([X,Y],[Y,X]).", "s/2", [1]),
        ("s([X,Y],[Y,X],7).", "s/3", [7]),
        ("s([X,Y],[X,X]). s([X,Y],[Y,X],7).", "s/3", [7]),
        ("s([X,Y],[X,X]). s([X,Y],[Y,X],7). arc([X,Y],[Y,X]).", "arc/2", [1]),
        ("arc([X,Y],[Y,X],5). s([X,Y],[X,X]). arc([X,Y],[X,X]).", "arc/3", [5]),
    ],
)
def test_the_moves_are_those_of_the_first_predicate_that_there_is(
    clauses: str, predicate: str, costs: list[int]
) -> None:
    program = SwiProgram(clauses, "p.pl")
    assert program.predicate == predicate
    assert [(arc.cost, state) for arc, state in program.successors((1, 2))] == [
        (cost, (2, 1)) for cost in costs
    ]
    theory = program.unfold().theory
    assert theory is not None
    assert (predicate_of(theory), [arc.cost for arc in theory.arcs]) == (predicate, costs)
    named = [warning for warning in program.warnings if "the moves are those of" in warning]
    assert len(named) == (clauses.count(".") > 1)


@pytest.mark.slow
def test_a_state_may_be_a_symbol_alone() -> None:
    graph = SwiProgram("s(a,b). s(b,c) :- true. s(b,7).", "graph.pl")
    assert [state for _, state in graph.successors(("b",))] == [("c",), (7,)]
    theory = graph.unfold().theory
    assert theory is not None
    assert [(arc.before, arc.after) for arc in theory.arcs] == [
        (("a",), ("b",)),
        (("b",), ("c",)),
        (("b",), (7,)),
    ]
    numbers = SwiProgram("shape(1,1). s(N,M) :- M is N + 1.", "numbers.pl")
    assert [state for _, state in numbers.successors((4,))] == [(5,)]


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("s([E|Ts],[T|Us],1) :- swap(E,T,Ts,Us).\nswap(_,_,_,_).\n\ns([1/2],[2/1],1).", "4:1: .*1/2"),
        ("x.\narc(state(a,[X]),state(b,[X]),1).", "2:1: .*[A] in state(a,[A])"),
        ('s("text","other").', '1:1: .*"text"'),
        ("s([1.5,a],[a,a]).", "1:1: .*1.5 in [1.5,a]"),
    ],
)  # fmt: skip
def test_states_that_are_no_vectors_of_symbols_are_refused_where_they_stand(
    text: str, found: str
) -> None:
    place, shown = found.split(" .*")
    with pytest.raises(InputError, match="not a vector of symbols") as caught:
        SwiProgram(text, "p.pl")
    assert str(caught.value).startswith(f"p.pl:{place}")
    assert shown in str(caught.value)


@pytest.mark.slow
def test_warnings_have_their_places(tmp_path: Path) -> None:
    (tmp_path / "more.pl").write_text("\nmore(Once, 1).\n", encoding="utf-8")
    text = (
        ":- include(more).\narc([X],[Y],1) :- step(X, Y).\nstep(1, Alone).\nother(2).\nstep(2, 3).\n"
        "arc([X],[X],1) :- ( nowhere(X) -> true ; \\+ neither ).\n"
        ":- fail.\n"
    )
    program = SwiProgram(text, str(tmp_path / "main.pl"))
    found = "\n".join(program.warnings)
    for place, words in [
        ("more.pl:2:", "Singleton variables: [Once]"),
        ("main.pl:3:", "Singleton variables: [Alone]"),
        ("main.pl:5:", "Clauses of step/2 are not together"),
        ("main.pl:6:", "nowhere/1 is called by arc/3, and nothing defines it"),
        ("main.pl:6:", "neither/0 is called by arc/3"),
        ("main.pl:7:", "Goal (directive) failed"),
    ]:
        assert any(f"{place}" in line and words in line for line in program.warnings), found
    assert "arcwise_program" not in found


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("arc([X],[Y],1) :-\n    Y is X + foo.", 1),
        ("arc([X],[Y],1) :- step(X, Y).\n\nstep(0, 1).\nstep(X, Y) :- no_such(X, Y).", 4),
        ("arc([X],[Y],1) :- step(X, Y).\nstep(X, _) :- atom_length(X, _), throw(error(my, _)).", 2),
    ],
)
def test_errors_while_a_program_runs_say_in_which_clause(
    text: str, line: int, capfd: pytest.CaptureFixture[str]
) -> None:
    program = SwiProgram(text, "domain.pl")
    with pytest.raises(InputError) as caught:
        program.successors((1,))
    assert str(caught.value).startswith(f"domain.pl:{line}:1: arc/3 fails on 1: ")
    assert capfd.readouterr().out == ""


@pytest.mark.slow
def test_errors_in_files_that_a_program_loads_name_those_files(tmp_path: Path) -> None:
    (tmp_path / "steps.pl").write_text(
        "\nstep(X, Y) :- Y is X + foo.\nstep(1 a).\n", encoding="utf-8"
    )
    text = ":- include(steps).\narc([X],[Y],1) :- step(X, Y).\n"
    with pytest.raises(InputError) as caught:
        SwiProgram(text, str(tmp_path / "main.pl"))
    assert str(caught.value).startswith(f"{tmp_path / 'steps.pl'}:3:")
    (tmp_path / "steps.pl").write_text("\nstep(X, Y) :- Y is X + foo.\n", encoding="utf-8")
    program = SwiProgram(text, str(tmp_path / "main.pl"))
    with pytest.raises(InputError) as caught:
        program.successors((1,))
    assert str(caught.value).startswith(f"{tmp_path / 'steps.pl'}:2:1: arc/3 fails on 1")
