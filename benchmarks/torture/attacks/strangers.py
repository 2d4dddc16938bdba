"""Files from strangers: whatever they say, no process, file or socket is made, nothing is read, no terminal is controlled."""

from __future__ import annotations

import os
import runpy
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic, sleep

from arcwise.logic.swi.interpreter import swi_status

from ..attack import Attack, Case
from ..processes import MARK, Process, command, marked
from ..runs import experiment

TESTS = Path(__file__).resolve().parents[3] / "tests"
SECRET = "the-canary-sings-at-dawn"
LONGEST = 60.0
"""Seconds that a command may take; each has a limit on time of its own."""

GRACE = 5.0
"""Seconds in which the processes of a command that has ended are to end."""

CODES = (0, 11, 12, 22, 23, 33)
"""Whatever a file can bring about."""

MOVES = "arc([X,Y],[Y,X],1) :- X < Y.\n"

GOALS = (
    "shell('touch {canary}/made')",
    "open('{canary}/made',write,O),close(O)",
    "tell('{canary}/made'),told",
    "make_directory('{canary}/made')",
    "delete_file('{canary}/secret')",
    "rename_file('{canary}/secret','{canary}/made')",
    "see('{canary}/secret'),read_term(X,[]),seen,writeln(X)",
    "read_file_to_string('{canary}/secret',X,[]),writeln(X)",
    "consult('{canary}/program.pl')",
    "load_files('{canary}/program.pl',[])",
    "process_create(path(touch),['{canary}/made'],[])",
    "tcp_connect(localhost:{port},S,[]),close(S)",
    "http_open('http://localhost:{port}/',S,[]),close(S)",
    "fork(P),(P==child->open('{canary}/made',write,O),close(O);true)",
    "thread_create(shell('touch {canary}/made'),_)",
    "use_foreign_library('{canary}/made')",
    "qsave_program('{canary}/made')",
    "tmp_file(x,F),open(F,write,O),close(O)",
    "chdir('{canary}'),tell(made),told",
    "getenv('CANARY',X),writeln(X)",
    "halt",
    "prolog_load_context(directory,D),writeln(D)",
    "G=..[shell,'touch {canary}/made'],call(G)",
    "atom_to_term('shell(''touch {canary}/made'')',G,_),G",
    "assertz((zz:-shell('touch {canary}/made'))),zz",
    "catch(throw(a),_,shell('touch {canary}/made'))",
    "format('~@',[shell('touch {canary}/made')])",
    "call_cleanup(true,shell('touch {canary}/made'))",
    "findall(_,shell('touch {canary}/made'),_)",
    'format("\\e]0;title\\a\\e[31mred~n",[])',
)
"""What a program would like to do."""

PLACES = (
    ":- {goal}.",
    "?- {goal}.",
    ":- initialization({goal}).",
    ":- initialization(({goal}),now).",
    ":- at_halt(({goal})).",
    ":- if(({goal})).\n:- endif.",
    "term_expansion(X,X) :- {goal}.\na.",
    "user:goal_expansion(a,true) :- {goal}.\nb :- a.",
    "arc(S,S,2) :- {goal}.",
    "arc(S,S,2) :- a.\na :- b.\nb :- {goal}.",
    "arc(S,S,2) :- catch(({goal}),_,true).",
    "arc(S,S,2) :- \\+ \\+ ({goal}).",
    "arc(S,S,2) :- forall(member(_,[1]),({goal})).",
    "arc(S,S,2) :- findall(x,({goal}),_).",
    "arc(S,S,2) :- G=({goal}),call(G).",
    "arc(S,S,2) :- maplist([_]>>({goal}),[1]).",
    "arc(S,S,2) :- user:({goal}).",
    ":- multifile user:message_hook/3.\nuser:message_hook(_,_,_) :- {goal}.\na(X).",
    "user:portray(_) :- {goal}.",
    "arcwise_bridge:answer(_,_) :- {goal}.",
    "user:exception(_,_,_) :- {goal}.",
    "arc_name(1,N) :- {goal}, N = x.",
    "shape(R,1) :- {goal}, R = 2.",
    "prolog_load_file(_,_) :- {goal}.",
    "attr_unify_hook(_,_) :- {goal}.\narc([X,Y],[Y,X],2) :- put_attr(Z,user,1), Z = 1.",
)
"""Where it would like to."""

NAMES = (
    "\x1b]0;title\x07",
    "\x1b[31mred",
    "a\nsolved: 0 moves",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "=cmd|' /C calc'!A0",
    "\u202eright to left",
    "{canary}/secret",
    "../../canary/secret",
    "$(touch {canary}/made)",
    "`touch {canary}/made`",
    "a" * 5000,
)
"""What a stranger calls things."""


@dataclass
class Canary:
    """A folder that nobody may look into or change, and a port at which nobody may knock."""

    folder: Path
    listener: socket.socket

    @classmethod
    def at(cls, folder: Path) -> Canary:
        """A new one."""
        folder.mkdir()
        (folder / "secret").write_text(f"{SECRET}.\n")
        (folder / "program.pl").write_text(f":- shell('touch {folder}/made').\nwritten.\n")
        listener = socket.create_server(("127.0.0.1", 0))
        listener.setblocking(False)
        return cls(folder, listener)

    def fill(self, text: str) -> str:
        """A text with its place and port."""
        port = str(self.listener.getsockname()[1])
        return text.replace("{canary}", str(self.folder)).replace("{port}", port)

    def faults(self) -> Iterator[tuple[str, str]]:
        """What was done to it."""
        found = sorted(file.name for file in self.folder.iterdir())
        if found != ["program.pl", "secret"] or SECRET not in (self.folder / "secret").read_text():
            yield "files", f"the canary's folder holds {found}"
        with suppress(BlockingIOError):
            self.listener.accept()[0].close()
            yield "sockets", "somebody connected"


def attack(case: Case) -> None:
    """Give a stranger's file to a command that reads it."""
    canary = Canary.at(case.folder / "canary")
    work = case.folder / "work"
    work.mkdir()
    kinds = (_program, _program, _program, _macros, _examples, _texts)
    commands = case.rng.choice(kinds)(case, canary, work)
    before = sorted(work.rglob("*"))
    for words in commands:
        _give(case, canary, work, words)
        if case.found:
            break
    canary.listener.close()
    if written := set(work.rglob("*")) - set(before) - {work / name for name in OUTPUTS}:
        case.wrong("files", f"made beside what was asked for: {sorted(map(str, written))}")


OUTPUTS = ("out.json", "out.pl")


def _give(case: Case, canary: Canary, work: Path, words: tuple[str, ...]) -> None:
    """Run a command in a folder of its own, and look at what it did."""
    mark = f"{os.getpid()}-{case.number}"

    def first() -> None:
        os.chdir(work)
        os.environ |= {MARK: mark, "HOME": str(work), "XDG_CACHE_HOME": str(case.folder / "cache")}
        os.environ["CANARY"] = SECRET

    output = case.folder / f"said-{case.counts['commands']}"
    output.touch()
    process = command(words, output, first)
    case.count("commands")
    what = " ".join(words)[:150]
    code = _watched(case, process, mark, what)
    said = process.said()
    case.count("refused", code == 33)
    if code is None:
        case.wrong("hung", what)
    elif code not in CODES or "Traceback" in said:
        case.wrong("crashes", f"{what}: exit code {code}: {said[-400:]}")
    if any(sign in said for sign in "\x1b\x07\x9b"):
        case.wrong("control characters", f"{what}: {said[-300:]!r}")
    texts = [said, *(path.read_text() for name in OUTPUTS if (path := work / name).is_file())]
    if any(SECRET in text for text in texts):
        case.wrong("secrets read", what)
    for kind, fault in canary.faults():
        case.wrong(kind, f"{what}: {fault}")
    end = monotonic() + GRACE
    while (left := marked(mark)) and monotonic() < end:
        sleep(0.02)
    for pid in left:
        case.wrong("processes", f"{what}: left {pid}")
        with suppress(ProcessLookupError):
            os.kill(pid, 9)


def _watched(case: Case, process: Process, mark: str, what: str) -> int | None:
    """Its exit code; what it begins must be Python."""
    end = monotonic() + LONGEST
    while (code := process.wait(0.05)) is None:
        for pid in marked(mark):
            with suppress(OSError):
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                if words[0] and not ours(words):
                    case.wrong("processes", f"{what}: {words}")
        if monotonic() > end:
            process.kill()
            process.wait()
            return None
    return code


def ours(words: list[bytes]) -> bool:
    """Whether this is a process that arcwise begins: of its own, or SWI-Prolog to ask where its library is."""
    return b"python" in words[0] or b"--dump-runtime-variables" in words


# --- What strangers send ----------------------------------------------------------------------------------


def _hostile(rng: Random, canary: Canary) -> str:
    """Something that would do harm if it ran."""
    if rng.random() < 0.3:
        known = runpy.run_path(str(TESTS / "logic" / "swi" / "hostile.py"))["HOSTILE"]
        text: str = rng.choice(list(known.values()))
        program = f"{canary.folder}/program.pl"
        return text.format(canary=f"{canary.folder}/made", other=program)
    return canary.fill(rng.choice(PLACES).replace("{goal}", rng.choice(GOALS)))


def _program(case: Case, canary: Canary, work: Path) -> list[tuple[str, ...]]:
    parts = [MOVES] + [_hostile(case.rng, canary) + "\n" for _ in range(case.rng.choice((1, 1, 2)))]
    case.rng.shuffle(parts)
    (work / "p.pl").write_text("".join(parts))
    case.count("programs")
    commands = [
        ("show", "p.pl"),
        ("solve", "p.pl", "1,2", "2,1", "--limit-time", "3"),
        ("problems", "p.pl", "--count", "1", "-o", "out.json"),
        ("survey", "p.pl", "--count", "1", "--limit-time", "3"),
        ("compare", "p.pl", "--macros", "none", "--random", "1", "--count", "1"),
        ("learn", "p.pl", "p.pl", "-o", "out.pl"),
    ]
    return case.rng.sample(commands, 2)


def _macros(case: Case, canary: Canary, work: Path) -> list[tuple[str, ...]]:
    text = next(iter(experiment(case, 2).files.values()))
    lines = text.splitlines(keepends=True)
    lines.insert(case.rng.randrange(len(lines) + 1), _hostile(case.rng, canary) + "\n")
    if case.rng.random() < 0.4:
        name = canary.fill(case.rng.choice(NAMES)).replace("'", "''")
        lines = [line.replace("m1", f"'{name}'") for line in lines]
    (work / "m.pl").write_text("".join(lines))
    case.count("macro files")
    board, pair = "sliding-tile:2x3", ("4 5 3 0 1 2", "1 2 3 4 5 0")
    commands = [
        ("explain", "m.pl"),
        ("show", "m.pl"),
        ("check", "m.pl", board),
        ("solve", board, *pair, "--macros", "m.pl"),
        ("compare", board, "--macros", "m.pl", "--random", "1", "--count", "2", "--beyond", "0"),
    ]
    return case.rng.sample(commands, 2)


def _examples(case: Case, canary: Canary, work: Path) -> list[tuple[str, ...]]:
    (work / "e.pl").write_text(
        "training(board(4,5,3,0,1,2), board(5,1,3,4,2,0)).\n" + _hostile(case.rng, canary) + "\n"
    )
    case.count("examples")
    return [("learn", "sliding-tile:2x3", "e.pl", "-o", "out.pl")]


def _texts(case: Case, canary: Canary, work: Path) -> list[tuple[str, ...]]:
    """Names of a stranger in formats that compute nothing."""
    name = canary.fill(case.rng.choice(NAMES))
    quoted = name.replace("\\", "\\\\").replace("'", "\\'")
    (work / "p.pl").write_text(
        f"arc([A,B,C],[B,A,C],1).\narc([A,B,C],[B,C,A],1).\narc_name(1,'{quoted}').\n"
    )
    (work / "p.psvn").write_text(
        f"3\n3N 3N 3N\nA B C => B A C LABEL {name}\nA B C => B C A LABEL t\nGOAL 1 2 3\n"
    )
    (work / "p.json").write_text(f'[["{name}", "{name}"]]')
    (work / "p.csv").write_text(f'"{name}","{name}"\n')
    domain = "(define (domain d) (:predicates (p ?x)) (:action {0} :parameters (?x) :precondition (p ?x) :effect (not (p ?x))))"
    (work / "d.pddl").write_text(domain.replace("{0}", name))
    (work / "i.pddl").write_text(
        f"(define (problem {name}) (:domain d) (:objects {name}) (:init (p {name})) (:goal (not (p {name}))))"
    )
    (work / "level.txt").write_text(f"; {name}\n#####\n#@$.#\n#####\n")
    case.count("texts")
    commands = [
        ("show", "p.pl"),
        ("solve", "p.pl", "3 2 1", "1 2 3"),
        ("solve", "p.psvn", "3 2 1"),
        ("learn", "sliding-tile:2x3", "p.json", "-o", "out.pl"),
        ("learn", "sliding-tile:2x3", "p.csv", "-o", "out.pl"),
        ("solve", "d.pddl", "i.pddl"),
        ("show", "sokoban:level.txt"),
        ("solve", name or "x", "1", "2"),
        ("explain", name or "x"),
    ]
    return case.rng.sample(commands, 3)


STRANGERS = Attack(
    name="strangers",
    share=6,
    counted=("commands", "refused", "programs", "macro files", "examples", "texts"),
    wrong=(
        *("files", "secrets read", "processes", "sockets", "control characters"),
        *("crashes", "hung"),
    ),
    attack=attack,
    asked=("commands", 500),
    missing=lambda: None if swi_status().library else "SWI-Prolog is not installed",
)
