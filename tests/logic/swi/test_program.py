from __future__ import annotations

import threading
from pathlib import Path

import pytest
from arcwise.logic.prover import read_trusted_moves
from arcwise.logic.swi import QuestionLimits, SwiTheory
from arcwise.logic.swi.interpreter import INTERPRETER
from arcwise.rules import InputError, sliding_tile

pytestmark = pytest.mark.usefixtures("swi", "trusted")

NTH0 = """
:- dynamic never/0.
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


@pytest.mark.slow
def test_a_program_of_plain_clauses_unfolds_into_the_arcs_it_means() -> None:
    arcs = read_trusted_moves(NTH0, "puzzle.pl").unfold().arcs
    assert arcs is not None
    assert {arc.canonical for arc in arcs} == {arc.canonical for arc in sliding_tile(2, 2).arcs}


@pytest.mark.usefixtures("one_child")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("X is random(3)", "at random"),
        ("dif(X, Y)", "dif/2, whose answers may change"),
        ("random:random_between(1, 3, X)", "at random"),
        ("lists:member(X, [1])", "compares, negates or cuts"),
        ("X > 0", "not sufficiently instantiated"),
    ],
)
def test_the_reason_why_a_program_is_not_unfolded_is_said(body: str, reason: str) -> None:
    unfolded = read_trusted_moves(f"arc([X,Y],[Y,X],1) :- {body}.").unfold()
    assert unfolded.arcs is None
    assert reason in unfolded.reason


@pytest.mark.slow
def test_successors_come_step_by_step_in_the_order_of_prolog() -> None:
    program = read_trusted_moves("arc([X],[Y],2) :- member(D, [1,2]), Y is X + D.\narc([_],[0],1).")
    found = program.successors((5,))
    assert [(arc.cost, state) for arc, state in found] == [(2, (6,)), (2, (7,)), (1, (0,))]


@pytest.mark.slow
def test_two_programs_never_mix() -> None:
    one, two = read_trusted_moves("arc([a],[b],1)."), read_trusted_moves("arc([a],[c],1).")
    assert [state for _, state in one.successors(("a",))] == [("b",)]
    assert [state for _, state in two.successors(("a",))] == [("c",)]


@pytest.mark.slow
def test_modules_of_one_name_and_libraries_of_their_own_do_not_clash() -> None:
    text = ":- module(puzzle, [arc/3]).\n:- encoding(utf8).\narc([X],[{}],1) :- member(X, [1,2]).\n"
    one, two = read_trusted_moves(text.format("'é'")), read_trusted_moves(text.format("z"))
    assert [state for _, state in one.successors((2,))] == [("é",)]
    assert [state for _, state in two.successors((2,))] == [("z",)]


@pytest.mark.slow
def test_a_program_may_include_the_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "steps.pl").write_text("step(1, 2).\n", encoding="utf-8")
    main = tmp_path / "main.pl"
    main.write_text(":- include(steps).\narc([X],[Y],1) :- step(X, Y).\n", encoding="utf-8")
    assert [
        state for _, state in read_trusted_moves(main.read_text(), str(main)).successors((1,))
    ] == [(2,)]


@pytest.mark.slow
def test_several_threads_may_ask() -> None:
    program = read_trusted_moves("arc([X],[Y],1) :- Y is X + 1.")
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
    program = read_trusted_moves("arc([a],[b],1).")
    INTERPRETER.unload(program.database.origin.module)
    with pytest.raises(InputError, match="this program was closed"):
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
        read_trusted_moves(text, "domain.pl")
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
        ("arc([X],[_],1) :- X = 1.", "to what is no state"),
        ("arc([X],[X,X],1).", "to what is no state"),
        ("arc([X],[X],-1).", "cost"),
        ("arc([X],[X],X) :- throw(oops).", "oops"),
    ],
)
def test_a_program_that_fails_while_it_runs_is_named(text: str, message: str) -> None:
    program = read_trusted_moves(text, "domain.pl", limits=QuestionLimits(inferences=3_000_000))
    with pytest.raises(InputError, match=message):
        program.successors((1,))


@pytest.mark.slow
def test_what_a_program_writes_and_reads_stays_apart(capfd: pytest.CaptureFixture[str]) -> None:
    program = read_trusted_moves("arc([X],[Y],1) :- write(X), read(Y).")
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
    program = read_trusted_moves(clauses, "p.pl")
    assert program.predicate == predicate
    assert [(arc.cost, state) for arc, state in program.successors((1, 2))] == [
        (cost, (2, 1)) for cost in costs
    ]
    arcs = program.unfold().arcs
    assert arcs is not None
    assert [arc.cost for arc in arcs] == costs


@pytest.mark.slow
def test_a_state_may_be_a_symbol_alone() -> None:
    graph = read_trusted_moves("s(a,b). s(b,c) :- true. s(b,7).", "graph.pl")
    assert [state for _, state in graph.successors(("b",))] == [("c",), (7,)]
    arcs = graph.unfold().arcs
    assert arcs is not None
    assert [(arc.before, arc.after) for arc in arcs] == [
        (("a",), ("b",)),
        (("b",), ("c",)),
        (("b",), (7,)),
    ]
    numbers = read_trusted_moves("shape(1,1). s(N,M) :- M is N + 1.", "numbers.pl")
    assert [state for _, state in numbers.successors((4,))] == [(5,)]


@pytest.mark.slow
def test_states_may_nest_as_in_other_programs() -> None:
    program = read_trusted_moves("s(at(X/Y, [Z]), at(Y/X, [Z])).", "p.pl")
    assert [state for _, state in program.successors((1, 2, "a"))] == [(2, 1, "a")]


@pytest.mark.slow
def test_warnings_have_their_places(tmp_path: Path) -> None:
    (tmp_path / "more.pl").write_text("\nmore(Once, 1).\n", encoding="utf-8")
    text = (
        ":- include(more).\narc([X],[Y],1) :- step(X, Y).\nstep(1, Alone).\nother(2).\nstep(2, 3).\n"
        "arc([X],[X],1) :- ( nowhere(X) -> true ; \\+ neither ).\n"
        ":- fail.\n"
    )
    program = read_trusted_moves(text, str(tmp_path / "main.pl"))
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
    program = read_trusted_moves(text, "domain.pl")
    with pytest.raises(InputError) as caught:
        program.successors((1,))
    assert str(caught.value).startswith(f"domain.pl:{line}:1: arc([1],After,Label) fails: ")
    assert capfd.readouterr().out == ""


@pytest.mark.slow
def test_errors_in_files_that_a_program_loads_name_those_files(tmp_path: Path) -> None:
    (tmp_path / "steps.pl").write_text(
        "\nstep(X, Y) :- Y is X + foo.\nstep(1 a).\n", encoding="utf-8"
    )
    text = ":- include(steps).\narc([X],[Y],1) :- step(X, Y).\n"
    with pytest.raises(InputError) as caught:
        read_trusted_moves(text, str(tmp_path / "main.pl"))
    assert str(caught.value).startswith(f"{tmp_path / 'steps.pl'}:3:")
    (tmp_path / "steps.pl").write_text("\nstep(X, Y) :- Y is X + foo.\n", encoding="utf-8")
    program = read_trusted_moves(text, str(tmp_path / "main.pl"))
    with pytest.raises(InputError) as caught:
        program.successors((1,))
    assert str(caught.value).startswith(f"{tmp_path / 'steps.pl'}:2:1: arc([1],After,Label) fails")
