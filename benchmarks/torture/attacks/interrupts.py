"""Ctrl-C, SIGTERM and SIGHUP in every long phase: the command ends soon, keeps what is done, and leaves nothing behind."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from arcwise.logic.swi.interpreter import swi_status

from ..attack import Attack, Case
from ..processes import MARK, Process, command, marked
from ..runs import rows_of

SOON = 2.0
"""Seconds after which a command must have ended on a quiet machine."""

LATEST = 2.5
"""Seconds after which the signal comes at the latest."""

HANGS = 30.0
"""Seconds after which a command that has not ended is killed."""

INTERRUPTED = 130
DONE = (0, 1, 11, 12)
"""Exit codes of what was quicker than the signal."""

TOO_LARGE = (*DONE, 33)
"""The same, of a phase that ends with a refusal of what it was given."""

BEGUN = 1.5
"""Seconds after which a phase has something to keep, on a quiet machine."""

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Phase:
    """Something that takes long.

    Parameters
    ----------
    words
        The command; ``{}`` is the folder of the case.
    files
        What has to be there first: a function of the folder.
    keeps
        What it says when it is interrupted after a while: what was done stands there.
    prolog
        Whether it needs SWI-Prolog.
    done
        Exit codes that it may have where it was quicker than the signal.
    """

    words: str
    files: Callable[[Path], object] = lambda folder: None
    keeps: str = "interrupted"
    prolog: bool = False
    done: tuple[int, ...] = DONE


def _problem(objects: int) -> Callable[[Path], None]:
    """A PDDL problem of so many objects, with a goal and a fact for each."""

    def write(folder: Path) -> None:
        names = [f"o{number}" for number in range(objects)]
        facts, goals = (" ".join(f"({word} {name})" for name in names) for word in "pq")
        (folder / "d.pddl").write_text(
            "(define (domain d) (:predicates (p ?x) (q ?x)) (:action a :parameters (?x ?y) "
            ":precondition (and (p ?x) (p ?y)) :effect (and (q ?x) (not (p ?y)))))"
        )
        (folder / "p.pddl").write_text(
            f"(define (problem x) (:domain d) (:objects {' '.join(names)}) (:init {facts}) (:goal (and {goals})))"
        )

    return write


def _examples(folder: Path) -> None:
    """A file of many problems."""
    row = '["2 3 5 0 1 4 6 7 8", "1 2 3 4 5 6 7 8 0"]'
    (folder / "many.json").write_text(f"[{', '.join([row] * 90_000)}]")


def _psvn(folder: Path) -> None:
    """A file of many rules."""
    rules = "\n".join(f"A B {n} => B A {(n + 1) % 5000} LABEL r{n}" for n in range(5000))
    (folder / "many.psvn").write_text(
        f"DOMAIN big 5000\n{' '.join(map(str, range(5000)))}\n3\nbig big big\n{rules}\nGOAL 1 2 3\n"
    )


def _program(body: str) -> Callable[[Path], None]:
    """A Prolog program whose moves take long."""

    def write(folder: Path) -> None:
        (folder / "long.pl").write_text(
            f"arc(board(A), board(B), 1) :- {body}, B is A + 1.\nspin(0) :- !.\nspin(N) :- M is N - 1, spin(M).\n"
        )

    return write


def _run(folder: Path) -> None:
    """A run with some hundred rows."""
    words = [
        "survey",
        "sliding-tile:3x3",
        "--count",
        "100",
        "--algorithms",
        "a-star,greedy",
        "--run",
    ]
    _once(folder, "run", lambda kept: command([*words, kept], folder / "made").wait())


def _macros(folder: Path) -> None:
    """A macro file of the sliding tiles."""
    words = ["learn", "sliding-tile", "--learner", "escapes", "--seed", "1", "--budget", "3", "-o"]
    _once(folder, "macros.pl", lambda kept: command([*words, kept], folder / "made").wait())


def _once(folder: Path, name: str, make: Callable[[Path], object]) -> None:
    """Have a file or a folder that takes long to make, made for the first case that wants it."""
    kept = folder.parent / f"kept-{name}"
    if not kept.exists():
        make(kept)
    (shutil.copytree if kept.is_dir() else shutil.copyfile)(kept, folder / name)


SEARCHED = " expanded, "
FINISHED = "what was finished stands above"
LEARNED = "what was learned until then is kept"

PHASES = {
    "reading PDDL": Phase("solve {}/d.pddl {}/p.pddl", _problem(9_000), done=TOO_LARGE),
    "grounding": Phase("solve {}/d.pddl {}/p.pddl", _problem(700), done=TOO_LARGE),
    "reading examples": Phase("compare sliding-tile:3x3 {}/many.json --macros none", _examples),
    "reading PSVN": Phase("solve {}/many.psvn '1 2 0' '1 2 3'", _psvn),
    "making arcs": Phase("show hanoi:4x10"),
    "pattern databases": Phase("solve sliding-tile:4x4 --random 1 --heuristic patterns:7-8"),
    "search in the kernel": Phase(
        "solve sliding-tile:5x5 --random 1 --algorithm ida-star", keeps=SEARCHED
    ),
    "search in batches": Phase(
        "solve sliding-tile:5x5 --random 1 --algorithm batched-ida-star", keeps=SEARCHED
    ),
    "search in Python": Phase(
        "solve sliding-tile:5x5 --random 1 --algorithm ida-star --engine python", keeps=SEARCHED
    ),
    "search in Prolog": Phase(
        "solve sliding-tile:4x4 --random 1 --engine swi", keeps=SEARCHED, prolog=True
    ),
    "a program that counts": Phase(
        "solve {}/long.pl 0 1000 --algorithm breadth-first",
        _program("spin(3000000)"),
        prolog=True,
    ),
    "drawing problems": Phase("problems sliding-tile:4x4 --count 1000000 -o {}/problems.json"),
    "enumeration": Phase("problems sliding-tile:3x4 --distance 25 -o {}/problems.json"),
    "climbing": Phase("solve sliding-tile:150x150 --random 1 --algorithm climb"),
    "shortening a plan": Phase(
        "solve sliding-tile:12x12 --random 1 --algorithm climb --improve 100"
    ),
    "learning escapes": Phase("learn sliding-tile --learner escapes -o {}/new.pl", keeps=LEARNED),
    "learning each path": Phase(
        "learn sliding-tile --learner each-path -o {}/new.pl", keeps=LEARNED
    ),
    "learning in a run": Phase("learn sliding-tile --learner escapes --run {}/kept", keeps=LEARNED),
    "comparing": Phase("compare sliding-tile:4x4 --random 1 --macros none", keeps=FINISHED),
    "comparing in a run": Phase(
        "compare sliding-tile:4x4 --random 1 --macros none --run {}/kept", keeps=FINISHED
    ),
    "comparing by two workers": Phase(
        "compare sliding-tile:4x4 --random 1 --macros none --jobs 2 --run {}/kept", keeps=FINISHED
    ),
    "making ready in workers": Phase(
        "compare sliding-tile:4x4 --random 1 --macros none --jobs 2 --heuristic patterns:7-8 --run {}/kept"
    ),
    "grounding in workers": Phase(
        "compare {}/d.pddl {}/p.pddl --macros none --jobs 2 --run {}/kept", _problem(400)
    ),
    "a survey": Phase(
        "survey sliding-tile:4x4 --algorithms ida-star,greedy --run {}/kept", keeps=FINISHED
    ),
    "utility": Phase(
        "utility sliding-tile:3x3 --problems 100 --run {}/kept",
        keeps=FINISHED,
    ),
    "a ledger": Phase(
        "utility sliding-tile:3x3 --macros {}/macros.pl --forget --algorithms greedy", _macros
    ),
    "checking": Phase("check {}/macros.pl sliding-tile:3x4 --every-size", _macros),
    "a report": Phase("report {}/run -o {}/page.html --problem-graphs 50", _run),
    "an export": Phase("export {}/run -o {}/rows.csv", _run),
    "reproducing": Phase("reproduce --averages", keeps="stands above"),
}
"""Every long phase by name."""


def attack(case: Case) -> None:
    """Interrupt one phase at a random moment."""
    names = [name for name, phase in PHASES.items() if not phase.prolog or _has_prolog()]
    name = names[case.number % len(names)]
    phase, number = PHASES[name], case.rng.choice(SIGNALS)
    phase.files(case.folder)
    temporary = case.folder / "tmp"
    temporary.mkdir()
    words = shlex.split(phase.words.replace("{}", str(case.folder)))
    mark = f"{os.getpid()}-{case.number}"

    def first() -> None:
        os.environ |= {"TMPDIR": str(temporary), "XDG_CACHE_HOME": str(case.folder), MARK: mark}
        tempfile.tempdir = None

    output = case.folder / "output"
    output.touch()  # the signal may come before it writes anything
    process = command(words, output, first)
    delay = case.rng.uniform(0.02, LATEST)
    code = process.wait(delay)
    if code is not None:
        case.count("done before")
        if code not in phase.done:
            case.wrong("refused", f"{name}: exit code {code}: {process.said()[-300:]}")
        return
    case.count("interrupts")
    at = f"{name}, {number.name} after {delay:.2f} s"
    code = _interrupt(case, at, process, number)
    said = process.said()
    if code not in (None, INTERRUPTED, *phase.done) or "Traceback" in said:
        case.wrong("refused", f"{at}: exit code {code}: {said[-500:]}")
    if code == INTERRUPTED and phase.keeps not in said and delay > BEGUN * _load():
        case.wrong("lost", f"{at}: it does not say {phase.keeps}: {said[-500:]}")
    _look_for_remains(case, at, mark, temporary)
    _look_at_run(case, at)


def _interrupt(case: Case, at: str, process: Process, number: signal.Signals) -> int | None:
    """Send the signal, and wait for the end; the exit code, or None if it had to be killed."""
    began = monotonic()
    process.kill(number, group=number != signal.SIGTERM)  # a terminal tells all, kill just one
    code = process.wait(HANGS)
    seconds = monotonic() - began
    if seconds > SOON * _load():
        case.wrong("late", f"{at}: {seconds:.1f} s")
    if code is None:
        process.kill()
        process.wait()
    return code


def _has_prolog() -> bool:
    return swi_status().library is not None


def _load() -> float:
    """How many processes share a processor."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def _look_for_remains(case: Case, at: str, mark: str, temporary: Path) -> None:
    """Whether no process, no temporary file and no part of one is left."""
    end = monotonic() + SOON * _load()
    while (alive := marked(mark)) and monotonic() < end:
        select.select([], [], [], 0.05)
    for pid in alive:
        case.wrong("left behind", f"{at}: process {_line(pid)}")
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    remains = [*temporary.iterdir(), *case.folder.rglob("*.part")]
    for file in remains:
        case.wrong("left behind", f"{at}: {file.name}")


def _line(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()[:200]
    return str(pid)


def _look_at_run(case: Case, at: str) -> None:
    """Whether what a run has is whole, and free for those who go on with it."""
    place = case.folder / "kept"
    if not (place / "run.sqlite").exists():
        return
    case.count("rows kept", len(rows_of(place)))
    with sqlite3.connect(f"file:{place / 'run.sqlite'}?mode=ro", uri=True) as connection:
        claims = connection.execute("SELECT * FROM claim").fetchall()
    connection.close()
    if claims:
        case.wrong("left behind", f"{at}: claims {claims[:3]}")


INTERRUPTS = Attack(
    name="interrupts",
    share=4,
    counted=("interrupts", "done before", "rows kept"),
    wrong=("late", "lost", "left behind", "refused"),
    attack=attack,
    asked=("interrupts", 150),
)
