"""What the system keeps a program from even where nothing has looked at it: guard.pl is passed by on purpose."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from arcwise.rules import InputError, QuestionLimits, SwiError, SwiProgram, swi_status
from arcwise.rules.prolog.writer import write_atom
from arcwise.rules.swi.interpreter import INTERPRETER
from arcwise.rules.swi.process import SwiProcess

from .hostile import HOSTILE, MOVES

pytestmark = pytest.mark.usefixtures("swi")

LIMITS = QuestionLimits(seconds=20)

MOMENTS = [
    *("a directive", "initialization", "a body", "a thread", "at the end", "a program in a state"),
    *("a process", "a socket", "foreign code", "our own module"),
]
"""When a program can run, and how: the system sees calls, not the disguises of one that only the checks tell apart."""

REACHING = {
    **{name: HOSTILE[name] for name in MOMENTS},
    "a process of its own": ":- fork(P), ( P == child -> shell('touch {canary}'), halt ; wait(P, _) ).",
    "another program in its place": ":- exec(touch('{canary}')).",
    "a file made": ":- open('{canary}', write, S), close(S).",
    "a file made by appending": ":- open('{canary}', append, S), close(S).",
    "a folder made": ":- make_directory('{canary}').",
    "a file deleted": ":- delete_file('{kept}').",
    "a file renamed": ":- rename_file('{kept}', '{canary}').",
    "a file's rights changed": ":- use_module(library(filesex)), chmod('{kept}', 0o777).",
    "a link": ":- use_module(library(filesex)), link_file('{kept}', '{canary}', symbolic).",
    "a temporary file": ":- tmp_file_stream(text, _, S), close(S).",
    "a compiled program": ":- qsave_program('{canary}', []).",
    "a file kept from others": ":- set_prolog_gc_thread(false), protocol('{canary}').",
    "a socket's library": ":- use_module(library(socket)), tcp_socket(S), tcp_connect(S, localhost:{port}).",
    "a signal to the parent": ":- use_module(library(unix)), kill({parent}, 10).",
}


def place(folder: Path) -> dict[str, object]:
    (folder / "kept").write_text("kept", encoding="utf-8")
    (folder / "kept").chmod(0o644)
    other = folder / "other.pl"
    other.write_text(f":- shell('touch {folder}/canary').\na.\n", encoding="utf-8")
    return {"canary": folder / "canary", "other": other, "kept": folder / "kept"}


def state(folder: Path) -> list[tuple[str, int, bytes]]:
    files = sorted(path for path in folder.iterdir() if path.name != "secret")
    return [(path.name, path.lstat().st_mode, path.read_bytes()) for path in files]


def load_unseen(process: SwiProcess, text: str, folder: Path, asked: bool = True) -> None:
    """Load a program that guard.pl never looks at, and ask it for a move."""
    process.hand_over(f"{text}\n{MOVES}")
    name = write_atom(str(folder / "p.pl"))
    process.ask(f"load(m,{name},{write_atom(process.text)},10000000,trusted)", LIMITS)
    if asked:
        process.ask("successors(m,arc/3,10000000,100000,[1,2])", LIMITS)


@contextlib.contextmanager
def child(confined: bool) -> Iterator[SwiProcess]:
    process = SwiProcess(confined=confined)
    try:
        yield process
    finally:
        process.kill()


@pytest.fixture
def walls() -> None:
    standing = swi_status().walls
    if standing is None or standing.calls:
        pytest.skip("no wall of calls here")


def attack(confined: bool, text: str, folder: Path) -> tuple[bool, str]:
    """Whether anything happened in the folder or at a port, and what was said of the attempt."""
    folder.mkdir()
    names = place(folder)
    before = state(folder)
    with socket.create_server(("localhost", 0)) as server, child(confined) as process:
        server.settimeout(0)
        names |= {"port": server.getsockname()[1], "parent": os.getpid()}
        said = ""
        try:
            load_unseen(process, text.format(**names), folder)
        except SwiError as error:
            said = f"{error.kind}: {error.text}"
        connected = False
        with contextlib.suppress(BlockingIOError):
            server.accept()[0].close()
            connected = True
    return connected or state(folder) != before, said


@pytest.mark.long
@pytest.mark.usefixtures("walls")
@pytest.mark.slow
@pytest.mark.parametrize("text", REACHING.values(), ids=REACHING.keys())
def test_what_nobody_looked_at_reaches_nothing(text: str, tmp_path: Path) -> None:
    reached, said = attack(True, text, tmp_path / "there")
    assert not reached, said


@pytest.mark.slow
def test_it_would_reach_out_without_the_walls(tmp_path: Path) -> None:
    for number, name in enumerate(("a directive", "a body", "a file made")):
        assert attack(False, REACHING[name], tmp_path / str(number))[0], name


@pytest.mark.slow
@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize(
    "goal",
    ["shell('touch {canary}')", "delete_file('{kept}')", "open('{canary}', write, _)"],
)
def test_an_attempt_ends_the_process_and_says_why(goal: str, tmp_path: Path) -> None:
    reached, said = attack(True, f":- {goal}.", tmp_path / "there")
    assert not reached
    assert said.startswith("refused: a call of the system that starts a process")


@pytest.mark.slow
def test_an_attempt_is_said_as_a_program_that_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, walls: None
) -> None:
    """Both checks passed by in the program's own child."""
    ask = SwiProcess.ask

    def unseen(process: SwiProcess, request: str, limits: QuestionLimits) -> object:
        return ask(process, request.replace(",untrusted)", ",trusted)"), limits)

    monkeypatch.setattr(SwiProcess, "ask", unseen)
    program = SwiProgram(f"arc([X],[X],1) :- shell('touch {tmp_path}/canary').", "p.pl")
    with pytest.raises(InputError, match=r"(?s)could reach your files.*starts a process.*--trust"):
        program.successors((1,))
    assert not (tmp_path / "canary").exists()
    monkeypatch.undo()
    assert SwiProgram(MOVES).successors((1, 2))[0][1] == (2, 1)


@pytest.mark.slow
def test_no_file_can_be_read_but_those_of_prolog(tmp_path: Path) -> None:
    standing = INTERPRETER.walls()
    if standing.files:
        pytest.skip(standing.files)
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    with child(True) as process, pytest.raises(SwiError, match="No permission"):
        load_unseen(process, f"arc(S,S,2) :- open('{tmp_path}/secret', read, _).", tmp_path)
    with child(True) as process, pytest.raises(SwiError, match="No permission"):
        load_unseen(process, "arc(S,S,2) :- directory_files('/etc', _).", tmp_path)
    with child(True) as process:
        load_unseen(process, ":- use_module(library(ugraphs)).", tmp_path)


@pytest.mark.slow
def test_programs_with_and_without_trust_never_share_a_process() -> None:
    with_trust, without = SwiProgram(MOVES, trust=True), SwiProgram(MOVES, trust=False)
    assert with_trust.successors((1, 2)) == without.successors((1, 2))
    pids = [with_trust.process, without.process]
    assert None not in pids
    assert pids[0] != pids[1]
    if sys.platform == "linux" and not INTERPRETER.walls().calls:
        filters = [Path(f"/proc/{pid}/status").read_text(encoding="utf-8") for pid in pids]
        assert "Seccomp:\t2" not in filters[0]
        assert "Seccomp:\t2" in filters[1]


@pytest.mark.slow
def test_the_walls_hold_for_every_thread_of_the_process() -> None:
    with child(True) as process:
        if process.walls is None or process.walls.calls:
            pytest.skip("no wall of calls here")
        for task in Path(f"/proc/{process.pid}/task").iterdir():
            assert "Seccomp:\t2" in (task / "status").read_text(encoding="utf-8")
