"""Become a search of Fast Downward: held to its memory, gone with its parent. Run as a script in a child process.

usage: python fast_downward_process.py PARENT BYTES FOLDER SEARCH PLAN
"""

from __future__ import annotations

import ctypes
import importlib
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Set the limits of this process, and replace it by the search."""
    parent, most, folder, search, plan = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != int(parent):
        sys.exit(1)
    words = ["--search", search]
    if "(" not in search:
        sys.path.insert(0, folder)
        words = importlib.import_module("driver.aliases").ALIASES[search]
    planner = f"{folder}/builds/release/bin/downward"
    if int(most):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (int(most), int(most)))
    os.execv(planner, [planner, *words, "--internal-plan-file", plan])


main()
