"""Who writes to a run: the names of processes, and whether they are still there."""

from __future__ import annotations

import itertools
import os
import platform
import subprocess
from pathlib import Path

_serial = itertools.count(1)


def new_owner() -> str:
    """A name that nobody else has: the machine, the process, when that began, and a number within it."""
    pid = os.getpid()
    return f"{_machine()} {pid} {beginning(pid)} {next(_serial)}"


def is_gone(owner: str) -> bool:
    """Whether the process of an owner has ended, as far as can be known from here.

    One on another machine counts as gone: SQLite's WAL mode works on one machine only, so the folder was moved since. If
    it is not, a search is made twice and counted once.
    """
    try:
        machine, pid, began, _ = owner.rsplit(" ", 3)
        return machine != _machine() or beginning(int(pid)) != began
    except ValueError:
        return True


def _machine() -> str:
    return platform.node() or "localhost"


def beginning(pid: int) -> str:
    """When a process began, in a form that no later process of the same number has; empty if there is none."""
    if Path("/proc/self/stat").exists():
        try:
            # The second field is the name in brackets, which may hold spaces; the 22nd is the start time.
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return ""
        return "" if fields[0] in "ZX" else fields[19]
    try:
        shown = subprocess.run(
            ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
    except OSError:  # as in a browser, where there are no other processes
        return "-"
    return "-".join(shown.stdout.split())
