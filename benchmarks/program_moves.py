"""States a second of programs that define moves, asked state by state, beside SWI-Prolog and a bare Python function in the same run.

usage: python benchmarks/program_moves.py [--quick]

All find the states that a start reaches, breadth-first, and are timed by the processor. arcwise asks a program for the moves of one
state after the other, as its searches do; SWI-Prolog collects them by findall/3 and keeps the states that it knows as facts; the
function of Python is the same moves written by hand, on tuples. No arcs are made.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

from arcwise.logic.prover.read_moves import read_moves
from tables import COLUMNS, Line, Lines, show
from timing import alternate

ROUNDS = 3

Successors = Callable[[Any], Iterable[Hashable]]

JUGS = """
start(0/0).
most(1009,997).
move(X/Y, fill(1), M/Y) :- most(M,_), X < M.
move(X/Y, fill(2), X/N) :- most(_,N), Y < N.
move(X/Y, empty(1), 0/Y) :- X > 0.
move(X/Y, empty(2), X/0) :- Y > 0.
move(X/Y, pour(1,2), V/W) :- most(_,N), X > 0, Y < N, D is min(X,N-Y), V is X-D, W is Y+D.
move(X/Y, pour(2,1), V/W) :- most(M,_), Y > 0, X < M, D is min(Y,M-X), V is X+D, W is Y-D.
"""


def jugs(state: tuple[int, int]) -> Iterable[Hashable]:
    """The moves of two jugs of 1009 and 997 litres."""
    x, y = state
    there, back = min(x, 997 - y), min(y, 1009 - x)
    if x < 1009:
        yield 1009, y
    if y < 997:
        yield x, 997
    if x > 0:
        yield 0, y
    if y > 0:
        yield x, 0
    if there:
        yield x - there, y + there
    if back:
        yield x + back, y - back


STACKS = """
start([[a],[b],[c],[d],[e],[f]]).
move(S, put(X,Y), T) :- select([X|R],S,S1), select([Y|Q],S1,S2), rest(R,S2,S3), msort([[X,Y|Q]|S3],T).
move(S, down(X), T) :- select([X,Z|R],S,S1), msort([[X],[Z|R]|S1],T).
rest([],S,S).
rest([X|R],S,[[X|R]|S]).
"""


def stacks(state: tuple[tuple[str, ...], ...]) -> Iterable[Hashable]:
    """The moves of blocks in stacks, topmost first."""
    for at, (top, *under) in enumerate(state):
        others = state[:at] + state[at + 1 :]
        left = (tuple(under),) if under else ()
        for place, stack in enumerate(others):
            kept = others[:place] + others[place + 1 :]
            yield tuple(sorted(((top, *stack), *left, *kept)))
        if under:
            yield tuple(sorted(((top,), *left, *others)))


@dataclass(frozen=True)
class Task:
    """A program with its moves in Python.

    Parameters
    ----------
    name
        Of what.
    text
        The program.
    start, successors
        The same in Python.
    """

    name: str
    text: str
    start: Hashable
    successors: Successors


TASKS = (
    Task("two jugs, pairs of numbers", JUGS, (0, 0), jugs),
    Task("six blocks, lists that grow", STACKS, tuple((one,) for one in "abcdef"), stacks),
)

SEARCH = """
:- dynamic known/1.
all(Most) :- start(S), assertz(known(S)), layer([S],Most).
layer([],_) :- !.
layer(_,Most) :- predicate_property(known(_),number_of_clauses(N)), N >= Most, !.
layer(Ss,Most) :- findall(T, (member(S,Ss), move(S,_,T), \\+ known(T), assertz(known(T))), Ts), layer(Ts,Most).
timed(Most) :- statistics(cputime,A), all(Most), statistics(cputime,B), C is B-A,
    predicate_property(known(_),number_of_clauses(N)), print(C-N), nl.
"""


def reached(start: Any, successors: Successors, most: int) -> int:
    """The number of states that a start reaches, up to the one whose moves pass a bound."""
    seen, pending = {start}, deque([start])
    while pending and len(seen) < most:
        for after in successors(pending.popleft()):
            if after not in seen:
                seen.add(after)
                pending.append(after)
    return len(seen)


def in_swi(swipl: str, text: str, most: int) -> tuple[float, int]:
    """Seconds and states of SWI-Prolog, which times itself."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.pl"
        file.write_text(text + SEARCH, "utf-8")
        command = [swipl, "-q", "-g", f"timed({most})", "-t", "halt", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, states = done.stdout.rsplit("-", 1)
    return float(seconds), int(states)


def measured(task: Task, most: int, swipl: str | None) -> Line:
    """One program, asked by all; a rate counts the states that each has reached."""
    counts: dict[str, int] = {}

    def counted(name: str, start: Any, made: Callable[[], Successors]) -> Callable[[], float]:
        def run() -> float:
            successors = made()
            began = process_time()
            counts[name] = reached(start, successors, most)
            return process_time() - began

        return run

    def asked() -> Successors:
        moves = read_moves(task.text, "program.pl")
        return lambda state: (after for _, after in moves.successors(state))

    contestants: dict[str, Callable[[], float]] = {
        "arcwise": counted("arcwise", read_moves(task.text, "program.pl").start, asked),
        "Python": counted("Python", task.start, lambda: task.successors),
    }
    if swipl is not None:

        def prolog() -> float:
            seconds, counts["SWI-Prolog"] = in_swi(swipl, task.text, most)
            return seconds

        contestants["SWI-Prolog"] = prolog
    seconds = alternate(contestants, ROUNDS)
    rates = {name: counts[name] / time for name, time in seconds.items()}
    own = rates.pop("arcwise")
    beside = [f"{name} {rate:,.0f} ({own / rate:.2f} times)" for name, rate in rates.items()]
    return Line(
        f"{task.name}, {counts['arcwise']:,} states",
        f"{own:,.0f} states/s",
        beside="; ".join(beside),
    )


def lines(quick: bool) -> Lines:
    """States a second of each program."""
    for task in TASKS:
        yield measured(task, 300 if quick else 4_000, shutil.which("swipl"))


def main(arguments: Sequence[str]) -> None:
    """Print a table."""
    rows = [one.cells for one in lines("--quick" in arguments)]
    show("States a second of programs that define moves, by processor time", COLUMNS, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
