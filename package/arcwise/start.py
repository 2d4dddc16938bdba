"""Where the command ``arcwise`` begins: Ctrl-C ends it with one line from the first moment on, while all else is imported."""

from __future__ import annotations

import gc
import os
import signal
import sys

INTERRUPTED = 130
"""The exit code of what the user ended; `arcwise.explorer.cli.messages` has them all."""


def end_at_once(number: int, frame: object) -> None:
    """Print that the user interrupted the command, and exit: no work has begun, or all of it has ended."""
    try:
        os.write(2, b"arcwise: interrupted\n")
    finally:
        os._exit(INTERRUPTED)


COLLECTIONS = 50_000, 1_000, 10
"""Objects, and younger collections, between two collections of garbage: what is imported, read and built here is none, and to
look through a million states again and again was a third of the time of reading them, and kept alarms waiting."""


def version() -> str:
    """The version, which the folder of the installed package's metadata names: to read these takes a third of the time."""
    for path in filter(os.path.isdir, sys.path):
        for name in (one.name for one in os.scandir(path)):
            if name.startswith("arcwise-") and name.endswith(".dist-info"):
                return name.removesuffix(".dist-info").partition("-")[2]
    from importlib.metadata import version as found

    return found("arcwise")


def main() -> None:
    """Run the command line; what asks for nothing but the version imports nothing else."""
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:
        try:
            print(f"arcwise, version {version()}", flush=True)
            return
        except OSError:  # the command line says so in words
            pass
    gc.set_threshold(*COLLECTIONS)
    from .explorer.cli.command_line import main as run

    run()


if "multiprocessing" not in sys.modules:  # a worker that imports this ends as its parent says
    signal.signal(signal.SIGINT, end_at_once)
