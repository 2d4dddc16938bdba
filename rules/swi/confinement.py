"""Limits that the operating system puts on a child process, whatever a program makes Prolog do.

Two walls, both of Linux, both for good: seccomp decides which calls to the system are made at all, Landlock which files
can be read. The child process that runs programs without trust puts them up when Prolog is ready, before it sees any
program. Only the standard library is imported here.

References
----------
seccomp(2), landlock(7); the numbers are those of the Linux headers.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
"""The machines whose calls are known: the kernel's number for them, and their column in the tables."""

# Each call: its number on x86_64 and on aarch64, -1 where there is none.
HARMLESS = {
    "read": (0, 63), "pread64": (17, 67), "readv": (19, 65), "write": (1, 64), "writev": (20, 66),
    "lseek": (8, 62), "close": (3, 57), "dup": (32, 23), "dup2": (33, -1), "dup3": (292, 24),
    "fcntl": (72, 25), "stat": (4, -1), "fstat": (5, 80), "lstat": (6, -1), "newfstatat": (262, 79),
    "statx": (332, 291), "access": (21, -1), "faccessat": (269, 48), "faccessat2": (439, 439),
    "readlink": (89, -1), "readlinkat": (267, 78), "getcwd": (79, 17), "getdents64": (217, 61),
    "poll": (7, -1), "ppoll": (271, 73), "select": (23, -1), "pselect6": (270, 72),
    "munmap": (11, 215), "mremap": (25, 216), "madvise": (28, 233), "brk": (12, 214),
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132), "futex": (202, 98), "set_robust_list": (273, 99),
    "rseq": (334, 293), "membarrier": (324, 283), "exit": (60, 93), "exit_group": (231, 94),
    "restart_syscall": (219, 128), "sched_yield": (24, 124), "sched_getaffinity": (204, 123),
    "getpid": (39, 172), "gettid": (186, 178), "getppid": (110, 173), "getuid": (102, 174),
    "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177),
    "clock_gettime": (228, 113), "clock_getres": (229, 114), "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101), "gettimeofday": (96, 169), "time": (201, -1), "times": (100, 153),
    "getrusage": (98, 165), "getrlimit": (97, 163), "setrlimit": (160, 164),
    "getrandom": (318, 278), "sysinfo": (99, 179), "uname": (63, 160),
}  # fmt: skip

DEADLY = {
    "fork": (57, -1), "vfork": (58, -1), "execve": (59, 221), "execveat": (322, 281),
    "creat": (85, -1), "unlink": (87, -1), "unlinkat": (263, 35), "rename": (82, -1),
    "renameat": (264, 38), "renameat2": (316, 276), "mkdir": (83, -1), "mkdirat": (258, 34),
    "rmdir": (84, -1), "mknod": (133, -1), "mknodat": (259, 33), "link": (86, -1),
    "linkat": (265, 37), "symlink": (88, -1), "symlinkat": (266, 36), "chmod": (90, -1),
    "fchmod": (91, 52), "fchmodat": (268, 53), "chown": (92, -1), "fchown": (93, 55),
    "lchown": (94, -1), "fchownat": (260, 54), "truncate": (76, 45), "ftruncate": (77, 46),
    "utime": (132, -1), "utimes": (235, -1), "futimesat": (261, -1), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "socket": (41, 198),
    "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200), "ptrace": (101, 117),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "tkill": (200, 130),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "mount": (165, 40), "umount2": (166, 39), "chroot": (161, 51),
    "bpf": (321, 280), "reboot": (169, 142),
}  # fmt: skip
"""A program that makes one of these is ended at once; every other call that is not harmless is as if it did not exist."""

# Calls of which some arguments are harmless.
OPEN, OPENAT = (2, -1), (257, 56)
KILL, TGKILL = (62, 129), (234, 131)
CLONE, PRCTL, PRLIMIT = (56, 220), (157, 167), (302, 261)
MMAP, MPROTECT, IOCTL = (9, 222), (10, 226), (16, 29)

SECCOMP, LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = (317, 277), 444, 445, 446

CLONE_THREAD = 0x10000
PROT_EXEC = 4
PR_SET_NAME, PR_SET_NO_NEW_PRIVS = 15, 38
QUESTIONS_OF_A_TERMINAL = (0x5401, 0x5413, 0x541B, 0x5450, 0x5451)
"""TCGETS, TIOCGWINSZ, FIONREAD, FIONCLEX, FIOCLEX."""

ALLOW, KILL_PROCESS, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
NOT_THERE, NOT_ALLOWED = ERRNO | errno.ENOSYS, ERRNO | errno.EACCES

LOAD, JUMP_EQUAL, JUMP_SET, JUMP_AT_LEAST, RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
"""Instructions of BPF: load a word, compare (equal, any bit, at least), return."""

Instruction = tuple[int, int, int, int]
"""Code, how many to pass over where a comparison holds and where it does not, and a constant."""


def returns(what: int) -> Instruction:
    """The end of the filter."""
    return RETURN, 0, 0, what


def argument(number: int) -> Instruction:
    """Load the lower half of an argument of the call."""
    return LOAD, 0, 0, 16 + 8 * number


def program(architecture: str, pid: int) -> list[Instruction]:
    """The filter of calls for a machine, for a process of that number."""
    known, column = ARCHITECTURES[architecture]
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    rules: list[tuple[tuple[int, int], list[Instruction]]] = [
        (OPEN, _if_set(1, writing, KILL_PROCESS, ALLOW)),
        (OPENAT, _if_set(2, writing, KILL_PROCESS, ALLOW)),
        (CLONE, _if_set(0, CLONE_THREAD, ALLOW, KILL_PROCESS)),
        (MMAP, _if_set(2, PROT_EXEC, NOT_ALLOWED, ALLOW)),
        (MPROTECT, _if_set(2, PROT_EXEC, NOT_ALLOWED, ALLOW)),
        (KILL, _if_one_of(0, [pid], KILL_PROCESS)),
        (TGKILL, _if_one_of(0, [pid], KILL_PROCESS)),
        (PRLIMIT, _if_one_of(0, [0], NOT_THERE)),
        (PRCTL, _if_one_of(0, [PR_SET_NAME], NOT_THERE)),
        (IOCTL, _if_one_of(1, QUESTIONS_OF_A_TERMINAL, ERRNO | errno.ENOTTY)),
        *((numbers, [returns(ALLOW)]) for numbers in HARMLESS.values()),
        *((numbers, [returns(KILL_PROCESS)]) for numbers in DEADLY.values()),
    ]
    instructions = [
        (LOAD, 0, 0, 4),
        (JUMP_EQUAL, 1, 0, known),  # another instruction set has other numbers
        returns(KILL_PROCESS),
        (LOAD, 0, 0, 0),
        (JUMP_AT_LEAST, 0, 1, 0x40000000),  # so has x32
        returns(KILL_PROCESS),
    ]
    for numbers, then in rules:
        if numbers[column] >= 0:
            instructions += [(JUMP_EQUAL, 0, len(then), numbers[column]), *then]
    return [*instructions, returns(NOT_THERE)]


def _if_set(number: int, bits: int, then: int, otherwise: int) -> list[Instruction]:
    return [argument(number), (JUMP_SET, 0, 1, bits), returns(then), returns(otherwise)]


def _if_one_of(number: int, values: Iterable[int], otherwise: int) -> list[Instruction]:
    tests = [rule for value in values for rule in ((JUMP_EQUAL, 0, 1, value), returns(ALLOW))]
    return [argument(number), *tests, returns(otherwise)]


def forbid_calls() -> None:
    """Put up the first wall, for all threads of this process.

    Raises
    ------
    OSError
        The system has no such wall.
    """
    architecture = _architecture()
    packed = b"".join(struct.pack("=HBBI", *one) for one in program(architecture, os.getpid()))
    block = ctypes.create_string_buffer(packed, len(packed))
    pointer = ctypes.addressof(block)
    filters = ctypes.create_string_buffer(struct.pack("@HP", len(packed) // 8, pointer))
    number = SECCOMP[ARCHITECTURES[architecture][1]]
    if _call(number, 1, 1, ctypes.byref(filters)):  # the mode of filters, for all threads together
        raise OSError(errno.EAGAIN, "a thread could not be held to it")


def hide_files(readable: Iterable[str]) -> None:
    """Put up the second wall, for this thread and those that it starts: only these folders and files can be read.

    Raises
    ------
    OSError
        The system has no such wall.
    """
    _architecture()
    version = _call(LANDLOCK_CREATE, None, 0, 1)
    rights = (1 << (16 if version > 4 else 15 if version > 2 else 14 if version == 2 else 13)) - 1
    network = [3] if version > 3 else []  # no port to listen at, none to connect to
    attributes = struct.pack(f"={1 + len(network)}Q", rights, *network)
    rules = _call(LANDLOCK_CREATE, ctypes.c_char_p(attributes), len(attributes), 0)
    try:
        for path in readable:
            if Path(path).exists():
                inside = os.open(path, os.O_PATH | os.O_CLOEXEC)
                read = 4 | (8 if Path(path).is_dir() else 0)
                rule = struct.pack("=Qi", read, inside)
                _call(LANDLOCK_ADD, rules, 1, ctypes.c_char_p(rule), 0)
                os.close(inside)
        _call(LANDLOCK_RESTRICT, rules, 0)
    finally:
        os.close(rules)


def confine(readable: Iterable[str]) -> tuple[str, str]:
    """Put up both walls; for each why it could not be, empty where it stands."""
    missing = []
    walls: tuple[Callable[[], None], ...] = (partial(hide_files, readable), forbid_calls)
    for wall in walls:
        try:
            _give_up_privileges()
            wall()
            missing.append("")
        except OSError as error:
            missing.append(error.strerror or str(error))
    files, calls = missing
    return calls, files


def _give_up_privileges() -> None:
    """Nothing that is started from here can have more rights; the system demands it."""
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, f"{platform.system()} has no such means that arcwise knows")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    try:
        ctypes.CDLL("libgcc_s.so.1")  # threads need it to end, and code cannot be loaded later
    except OSError:
        return


def _architecture() -> str:
    machine = platform.machine()
    if machine not in ARCHITECTURES or sys.maxsize < 1 << 32 or sys.byteorder != "little":
        raise OSError(errno.ENOSYS, f"the calls of {machine} are not known")
    return machine


def _call(number: int, *arguments: object) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    integers = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    result: int = libc.syscall(ctypes.c_long(number), *integers)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
