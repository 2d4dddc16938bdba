from __future__ import annotations

import builtins
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from arcwise.rules import swi as swi_module
from arcwise.rules.errors import InputError
from arcwise.rules.sliding_tile import sliding_tile
from arcwise.rules.swi import SwiProgram, SwiUnavailable, swi_status, theory_in_swi

pytestmark = pytest.mark.usefixtures("swi")

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


def test_successors_come_step_by_step_in_the_order_of_prolog() -> None:
    program = SwiProgram("arc([X],[Y],2) :- member(D, [1,2]), Y is X + D.\narc([_],[0],1).")
    found = program.successors((5,))
    assert [(arc.cost, state) for arc, state in found] == [(2, (6,)), (2, (7,)), (1, (0,))]


def test_two_programs_never_mix() -> None:
    one, two = SwiProgram("arc([a],[b],1)."), SwiProgram("arc([a],[c],1).")
    assert [state for _, state in one.successors(("a",))] == [("b",)]
    assert [state for _, state in two.successors(("a",))] == [("c",)]


def test_a_theory_in_prolog_gives_its_own_arcs_in_its_own_order() -> None:
    theory = sliding_tile(3, 3, order="DRUL", cost=2)
    program = theory_in_swi(theory)
    for state in ((1, 2, 3, 4, 0, 5, 6, 7, 8), (0, 1, 2, 3, 4, 5, 6, 7, 8)):
        assert program.successors(state) == theory.successors(state)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("arc([a],[b],1)\narc([b],[a],1).", "Syntax error|syntax"),
        ("foo(1).", "no arc/3"),
        ("", "no arc/3"),
    ],
)
def test_what_prolog_cannot_load_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        SwiProgram(text, "domain.pl")
    assert str(caught.value).startswith("domain.pl")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("arc([X],[Y],1) :- loop(X, Y).\nloop(X, Y) :- loop(X, Y).", "inferences"),
        ("arc([X],[Y],1) :- no_such(X, Y).", "no_such"),
        ("arc([X],[Y],1) :- Y is X + foo.", "foo"),
    ],
)
def test_a_program_that_fails_while_it_runs_is_named(text: str, message: str) -> None:
    program = SwiProgram(text, "domain.pl", inference_limit=100_000)
    with pytest.raises(InputError, match=message):
        program.successors((1,))


def test_without_pyswip_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **more: Any) -> Any:
        if name.split(".")[0] == "pyswip":
            raise ImportError("no pyswip")
        return real(name, *arguments, **more)

    monkeypatch.setattr(swi_module, "_bridge", None)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SwiUnavailable, match="apt install swi-prolog-nox"):
        SwiProgram("arc([a],[b],1).")


def test_status_tells_the_versions() -> None:
    status = swi_status()
    assert status.pyswip
    assert status.library
    assert status.problem == ""


def test_the_interpreter_ends_cleanly_after_questions(tmp_path: Path) -> None:
    script = (
        "from arcwise.rules.swi import SwiProgram\n"
        "p = SwiProgram('arc([a],[b],1).')\n"
        "print(p.successors(('a',))[0][1])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "('b',)\n", "")
