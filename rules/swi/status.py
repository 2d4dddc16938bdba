"""What there is of SWI-Prolog on this machine."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from importlib import metadata
from shutil import which

PROBE_TIMEOUT = 30
"""Seconds that the status check gives SWI-Prolog to start."""


@dataclass(frozen=True, slots=True)
class SwiStatus:
    """What there is of SWI-Prolog on this machine.

    Parameters
    ----------
    pyswip
        The version of the Python package, or None.
    library
        The version of the SWI-Prolog library that pyswip loads, or None.
    executable
        Where the program ``swipl`` is, or None.
    problem
        Why the library cannot be used; empty where it can.
    """

    pyswip: str | None
    library: str | None
    executable: str | None
    problem: str = ""


def swi_status() -> SwiStatus:
    """What is installed. Never raises: the library is tried in a process of its own, which may die."""
    executable = which("swipl")
    try:
        pyswip = metadata.version("pyswip")
    except metadata.PackageNotFoundError:
        return SwiStatus(None, None, executable, "the Python package pyswip is not installed")
    script = (
        "from pyswip import Prolog\n"
        "goal = 'current_prolog_flag(version, V)'\n"
        "print(list(Prolog.query(goal, maxresult=1))[0]['V'])\n"
    )
    try:
        probe = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            timeout=PROBE_TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return SwiStatus(pyswip, None, executable, str(error))
    words = probe.stdout.split()
    if probe.returncode or not words or not words[-1].isdigit():
        lines = probe.stderr.strip().splitlines() or [f"exit code {probe.returncode}"]
        return SwiStatus(pyswip, None, executable, lines[-1])
    number = int(words[-1])
    version = f"{number // 10000}.{number // 100 % 100}.{number % 100}"
    return SwiStatus(pyswip, version, executable)
