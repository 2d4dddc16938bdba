"""Inferences a second in the kernel, with proofs recorded and without, beside SWI-Prolog and a meta-interpreter in the same run.

usage: python benchmarks/inferences.py [--quick]

Every contestant proves the same goals, in turn, and is timed by the processor: the kernel, the Python engine (a part of the work),
SWI-Prolog as it is, and in SWI-Prolog the vanilla meta-interpreter that people write to see proofs. Inferences are goals that are
called, as arcwise counts them. Each goal ends in a negation, so that what is recorded is given back as the search backtracks, and no
tree is made: that is timed nowhere. Unification of Principia has the occurs check in SWI-Prolog too, as in arcwise.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from arcwise.logic.program import LogicProgram, read_goal, read_program
from arcwise.logic.prover import Database, prove
from arcwise.search import Limits
from tables import COLUMNS, Line, Lines, show
from timing import alternate

WANTED = 5.0
"""Million inferences a second with proofs recorded."""

ROUNDS = 3
PYTHON_PART = 50_000
"""Inferences after which the Python engine is stopped."""

LISTS = """
append_([],L,L).
append_([X|L],M,[X|N]) :- append_(L,M,N).
range(N,N,[N]).
range(M,N,[M|L]) :- M < N, M1 is M+1, range(M1,N,L).
"""

REVERSE = """
reversed([],[]).
reversed([X|L],R) :- reversed(L,M), append_(M,[X],R).
run(N) :- range(1,30,L), \\+ missed(N,L).
missed(N,L) :- between(1,N,_), \\+ reversed(L,_).
"""

QUEENS = """
queens(N,Qs) :- range(1,N,Ns), placed(Ns,[],Qs).
placed([],Qs,Qs).
placed(Open,Safe,Qs) :- taken(Open,Rest,Q), \\+ attacked(Q,1,Safe), placed(Rest,[Q|Safe],Qs).
attacked(X,N,[Y|_]) :- X is Y+N.
attacked(X,N,[Y|_]) :- X is Y-N.
attacked(X,N,[_|Ys]) :- N1 is N+1, attacked(X,N1,Ys).
taken([X|Xs],Xs,X).
taken([Y|Ys],[Y|Zs],X) :- taken(Ys,Zs,X).
run(N) :- \\+ (queens(N,Qs), Qs = []).
"""

ZEBRA = """
zebra(Owner) :-
    Hs = [h(_,norwegian,_,_,_),h(blue,_,_,_,_),h(_,_,_,milk,_),_,_],
    in(h(red,english,_,_,_),Hs), in(h(green,_,_,coffee,_),Hs), in(h(_,spanish,dog,_,_),Hs),
    in(h(_,ukrainian,_,tea,_),Hs), right(h(green,_,_,_,_),h(ivory,_,_,_,_),Hs),
    in(h(_,_,snails,_,winston),Hs), in(h(yellow,_,_,_,kools),Hs),
    next(h(_,_,_,_,chesterfield),h(_,_,fox,_,_),Hs), next(h(_,_,_,_,kools),h(_,_,horse,_,_),Hs),
    in(h(_,_,_,orange,lucky),Hs), in(h(_,japanese,_,_,parliament),Hs), in(h(_,Owner,zebra,_,_),Hs).
in(X,[X|_]).
in(X,[_|L]) :- in(X,L).
right(A,B,[B,A|_]).
right(A,B,[_|L]) :- right(A,B,L).
next(A,B,[A,B|_]).
next(A,B,[B,A|_]).
next(A,B,[_|L]) :- next(A,B,L).
run(N) :- \\+ missed(N).
missed(N) :- between(1,N,_), \\+ zebra(japanese).
"""

PRINCIPIA = (
    (Path(__file__).resolve().parents[1] / "examples" / "logic" / "principia.pl").read_text(
        encoding="utf-8"
    )
    + """
run(N) :- deep(N,D), \\+ theorem(not p or q,D).
deep(0,none).
deep(N,s(D)) :- N > 0, M is N-1, deep(M,D).
"""
)

VANILLA = """
proved_by(true) :- !.
proved_by((A,B)) :- !, proved_by(A), proved_by(B).
proved_by(\\+ A) :- !, \\+ proved_by(A).
proved_by(G) :- computed(G), !, call(G).
proved_by(G) :- clause(G,B), proved_by(B).
computed(_ is _).
computed(_ = _).
computed(_ < _).
computed(_ > _).
computed(nonvar(_)).
computed(between(_,_,_)).
"""


@dataclass(frozen=True)
class Task:
    """A program and how large its goal ``run(N)`` is.

    Parameters
    ----------
    name
        What the program computes.
    text
        The program.
    size, quick
        N, and N of a quick run.
    """

    name: str
    text: str
    size: int
    quick: int


TASKS = (
    Task("naive reverse of 30 elements", LISTS + REVERSE, 3_000, 300),
    Task("all queens", LISTS + QUEENS, 9, 7),
    Task("zebra puzzle", ZEBRA, 200, 20),
    Task("Principia Mathematica, a formula refuted to a depth", PRINCIPIA, 7, 5),
)


def in_kernel(database: Database, goal: str, proofs: bool) -> Callable[[], float]:
    """A proof in the kernel, timed."""

    def run() -> float:
        began = process_time()
        found = prove(database, read_goal(goal, database.program), engine="native", proofs=proofs)
        assert found.solved, found.summary()
        return process_time() - began

    return run


def in_python(database: Database, goal: str) -> float:
    """Inferences a second of the Python engine, with proofs recorded."""
    began = process_time()
    limits = Limits(nodes=PYTHON_PART)
    read = read_goal(goal, database.program)
    found = prove(database, read, engine="python", proofs=True, limits=limits)
    return found.inferences / (process_time() - began)


def in_swi(swipl: str, text: str, goal: str) -> Callable[[], float]:
    """A proof by SWI-Prolog, which times itself."""

    def run() -> float:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "program.pl"
            flag = ":- set_prolog_flag(occurs_check,true).\n" if text is PRINCIPIA else ""
            script = f"statistics(cputime,A), {goal}, statistics(cputime,B), C is B-A, print(C), nl"
            file.write_text(f":- style_check(-singleton).\n{flag}{text}\n{VANILLA}", "utf-8")
            command = [swipl, "-q", "-g", script, "-t", "halt", str(file)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            return float(done.stdout.split()[-1])

    return run


def measured(task: Task, size: int, swipl: str | None) -> Line:
    """One program, proved by all."""
    program: LogicProgram = read_program(task.text)
    database, goal = Database(program), f"run({size})"
    inferences = prove(database, read_goal(goal, program), engine="native").inferences
    contestants = {
        "kernel": in_kernel(database, goal, False),
        "recorded": in_kernel(database, goal, True),
    }
    if swipl is not None:
        contestants["swipl"] = in_swi(swipl, task.text, goal)
        contestants["meta"] = in_swi(swipl, task.text, f"proved_by({goal})")
    seconds = alternate(contestants, ROUNDS)
    rates = {name: inferences / time / 1e6 for name, time in seconds.items()}
    python = in_python(database, goal) / 1e6
    beside = [f"without proofs {rates['kernel']:.1f}"]
    for name, shown in (("swipl", "SWI-Prolog"), ("meta", "meta-interpreter")):
        if name in rates:
            beside.append(
                f"{shown} {rates[name]:.1f} ({rates['recorded'] / rates[name]:.2f} times)"
            )
    beside.append(f"Python {python:.2f} ({rates['recorded'] / python:.0f} times)")
    return Line(
        f"{task.name}, {inferences:,} inferences",
        f"{rates['recorded']:.1f} million/s with proofs",
        f">= {WANTED:g} million/s",
        "; ".join(beside),
        rates["recorded"] >= WANTED,
    )


def lines(quick: bool) -> Lines:
    """Inferences a second of each program."""
    swipl = shutil.which("swipl")
    for task in TASKS:
        yield measured(task, task.quick if quick else task.size, swipl)


def main(arguments: Sequence[str]) -> None:
    """Print a table."""
    rows = [one.cells for one in lines("--quick" in arguments)]
    show("Inferences a second, by processor time", COLUMNS, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
