"""Call a function of a student's file behind walls. Run as a script in a child process, with Python's own library alone.

usage: python -I -S student_process.py PARENT SECONDS BYTES FOLDER <calls >answers

Standard input is JSON: the file, the function, and the arguments of each call; or the command of another language, and the folder
of its installation, which takes the place of this process once the walls stand. Standard output is a line of JSON for the walls
that stand, then one for each call: ``{"value": ...}``, or ``{"fault": ...}``. What the student prints goes nowhere.
"""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import signal
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LARGEST_FILE = 2**20
"""Bytes of a file that a student's code may write."""

MOST_FILES = 64
"""Files that may be open at a time."""

MOST_ITEMS = 200_000
"""Items of an answer."""

LONGEST = 200
"""Characters of a fault."""

PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38
NEW_USER, NEW_NETWORK, NEW_PROCESSES = 0x10000000, 0x40000000, 0x20000000
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
LIST = 1 << 3  # read a folder
READ = 1 << 0 | 1 << 2 | LIST  # execute, read a file
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}
"""Rights on files that each version of Landlock (landlock(7)) knows."""


SECCOMP, FILTER = 22, 2
LOAD, EQUAL, AT_LEAST, HAS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOWED, REFUSED, UNKNOWN = 0x7FFF0000, 0x50000 | 1, 0x50000 | 38  # EPERM, ENOSYS
NUMBER, MACHINE, FIRST = 0, 4, 16  # offsets of a call's number, its machine and its first argument
THREAD = 0x10000


@dataclass(frozen=True)
class _Calls:
    """Numbers of the calls of Linux on a kind of processor.

    Parameters
    ----------
    machine
        The processor, as audit(7) has it.
    refused
        Calls that make processes, reach other processes or the network, or make memory that outlives the process.
    clone, newer_clone
        Make threads and processes; a C library whose newer one is not known takes the other.
    own
        Calls about a process, its number first: allowed of this one.
    """

    machine: int
    refused: tuple[int, ...]
    clone: int
    newer_clone: int
    own: tuple[int, ...]


CALLS = {
    "x86_64": _Calls(
        machine=0xC000003E,
        # fork, vfork, socket, socketpair, ptrace, process_vm_readv, process_vm_writev, shmget, semget, msgget, mq_open,
        # rt_sigqueueinfo, tkill, rt_tgsigqueueinfo, pidfd_send_signal, io_uring_setup, pidfd_open, pidfd_getfd
        refused=(
            *(57, 58, 41, 53, 101, 310, 311, 29, 64, 68, 240),
            *(129, 200, 297, 424, 425, 434, 438),
        ),
        clone=56,
        newer_clone=435,
        own=(62, 234, 302),  # kill, tgkill, prlimit64
    ),
    "aarch64": _Calls(
        machine=0xC00000B7,
        # the same, without fork and vfork
        refused=(
            *(198, 199, 117, 270, 271, 194, 190, 186, 180),
            *(138, 130, 240, 424, 425, 434, 438),
        ),
        clone=220,
        newer_clone=435,
        own=(129, 131, 261),
    ),
}


class _Instruction(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_uint16),
        ("then", ctypes.c_uint8),
        ("otherwise", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    ]


class _SystemCallFilter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_uint16), ("start", ctypes.POINTER(_Instruction))]


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def main() -> None:
    """Stand behind walls, call, and answer."""
    parent, seconds, most, folder = sys.argv[1:]
    asked = json.load(sys.stdin)
    out = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.chdir(folder)
    command, home = asked.get("command"), asked.get("home", [])
    _answer(out, {"walls": list(_walls(int(parent), int(seconds), int(most), [folder, *home]))})
    if command:
        os.dup2(out, 1)
        os.execv(command[0], command)
    try:
        function = getattr(_loaded(asked["file"]), asked["function"], None)
        if not callable(function):
            raise NameError(f"no function {asked['function']}")
    except BaseException as error:
        _answer(out, {"fault": fault_of(error, asked["file"])})
        return
    for arguments in asked["calls"]:
        try:
            said = {"value": plain(function(*map(tuples, arguments)), [MOST_ITEMS])}
        except BaseException as error:
            said = {"fault": fault_of(error, asked["file"])}
        _answer(out, said)


def _loaded(file: str) -> Any:
    """The student's module."""
    spec = importlib.util.spec_from_file_location("project", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["project"] = module
    spec.loader.exec_module(module)
    return module


def _answer(out: int, said: dict[str, Any]) -> None:
    text = json.dumps(said).encode() + b"\n"
    while text:
        text = text[os.write(out, text) :]


def tuples(value: Any) -> Any:
    """Lists as tuples, which can be members of sets."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def plain(value: Any, left: list[int]) -> Any:
    """A value as JSON has it: sequences, sets and what is iterated over as lists."""
    left[0] -= 1
    if left[0] < 0:
        raise ValueError(f"more than {MOST_ITEMS:,} items returned")
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, dict) or not isinstance(value, Iterable):
        raise TypeError(f"a {type(value).__name__} returned")
    return [plain(one, left) for one in value]


def fault_of(error: BaseException, file: str) -> str:
    """An exception with the line of the student's file that it came from."""
    lines = [
        one.lineno for one in traceback.extract_tb(error.__traceback__) if one.filename == file
    ]
    if isinstance(error, SyntaxError) and error.filename == file:
        lines.append(error.lineno)
    where = f"line {lines[-1]}: " if lines else ""
    said = str(error.msg if isinstance(error, SyntaxError) else error)[:LONGEST]
    return f"{where}{type(error).__name__}{f': {said}' if said else ''}"


def _walls(parent: int, seconds: int, most: int, folders: Sequence[str]) -> Iterable[str]:
    """Set the limits and build the walls that this system has; their names.

    Of the folders the first may be written, the others read.
    """
    import resource

    for kind, limit in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, most),
        (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_NOFILE, MOST_FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (limit, limit))
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    if libc.unshare(NEW_USER | NEW_NETWORK) == 0 or libc.unshare(NEW_NETWORK) == 0:
        yield "network"
    if libc.unshare(NEW_PROCESSES) == 0:
        _alone(libc)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if _files_walled(libc, folders):
        yield "files"
    if _processes_walled(libc):
        yield from ("processes", "network")


def _alone(libc: ctypes.CDLL) -> None:
    """Go on as the first of a namespace of processes: whatever it starts ends with it."""
    if own := os.fork():
        _, status = os.waitpid(own, 0)
        if os.WIFSIGNALED(status):
            os.kill(os.getpid(), os.WTERMSIG(status))
        os._exit(os.waitstatus_to_exitcode(status))
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _files_walled(libc: ctypes.CDLL, folders: Sequence[str]) -> bool:
    """Restrict this process (Landlock) to write the first of `folders` and to read them and Python, not arcwise.

    False if the kernel cannot.
    """
    version = libc.syscall(CREATE_RULESET, None, 0, 1)
    if version < 1:
        return False
    rights = RIGHTS[min(version, max(RIGHTS))]
    wanted = _Ruleset(rights)
    rules = libc.syscall(CREATE_RULESET, ctypes.byref(wanted), ctypes.sizeof(wanted), 0)
    if rules < 0:
        return False
    known = [
        (Path(folders[0]), rights),
        (Path("/dev/null"), 1 << 1 | 1 << 2),
    ]
    libraries = [*folders[1:], str(Path(os.__file__).parent), "/lib", "/lib64", "/usr/lib"]
    for one in {Path(one).resolve() for one in (*libraries, "/usr/lib64")}:
        if one.exists():
            known += readable(one, Path(__file__).resolve().parents[1])
    for path, allowed in known:
        rule = _Beneath(allowed, os.open(path, os.O_PATH | os.O_CLOEXEC))
        added = libc.syscall(ADD_RULE, rules, 1, ctypes.byref(rule), 0)
        os.close(rule.folder)
        if added < 0:
            return False
    return bool(libc.syscall(RESTRICT_SELF, rules, 0) == 0)


def readable(folder: Path, hidden: Path) -> Iterator[tuple[Path, int]]:
    """The rights with which a folder is read without another one, which may lie deep in it: its files are listed at most."""
    if folder == hidden:
        return
    if folder not in hidden.parents:
        yield folder, READ if folder.is_dir() else READ & ~LIST
        return
    yield folder, LIST
    for one in folder.iterdir():
        yield from readable(one, hidden)


def _processes_walled(libc: ctypes.CDLL) -> bool:
    """Refuse this process (seccomp) other processes and sockets; False if the kernel cannot or the processor is not known."""
    calls = CALLS.get(os.uname().machine)
    if calls is None:
        return False
    program = [
        *((LOAD, 0, 0, MACHINE), (EQUAL, 1, 0, calls.machine), (RETURN, 0, 0, REFUSED)),
        *((LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, 1 << 30), (RETURN, 0, 0, REFUSED)),  # x32's
        *((EQUAL, 0, 1, calls.newer_clone), (RETURN, 0, 0, UNKNOWN)),
    ]
    for number in calls.refused:
        program += [(EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSED)]
    first = {calls.clone: (HAS, THREAD), **dict.fromkeys(calls.own, (EQUAL, os.getpid()))}
    for number, (code, value) in first.items():
        program += [(EQUAL, 0, 4, number), (LOAD, 0, 0, FIRST), (code, 0, 1, value)]
        program += [(RETURN, 0, 0, ALLOWED), (RETURN, 0, 0, REFUSED)]
    program.append((RETURN, 0, 0, ALLOWED))
    written = (_Instruction * len(program))(*(_Instruction(*one) for one in program))
    return bool(
        libc.prctl(SECCOMP, FILTER, ctypes.byref(_SystemCallFilter(len(program), written))) == 0
    )


if __name__ == "__main__":
    main()
