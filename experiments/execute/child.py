"""The child process of one search: held to its memory, heard once, gone with its parent."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from errno import ENOMEM
from pathlib import Path
from typing import NoReturn

from ...rules.errors import ArcwiseError, sentence_of, visible
from ..row import Row
from .pool import worker_name
from .task import Task

OUT_OF_MEMORY = 22
"""The exit code of a child that could not even write its row."""

PR_SET_PDEATHSIG = 1

SLACK = 64 * 2**20
"""Bytes beyond the limit on memory, with a quarter of it: a search that stops by itself can tell what it did."""

STACK = 16 * 2**20
"""Bytes of address space that a thread takes."""


def search_in_child(
    task: Task, writing: int, started: str, parent: int, inherited: tuple[int, ...]
) -> NoReturn:
    """Make a search, write its row to a pipe, and end the process.

    Parameters
    ----------
    task
        The search.
    writing
        The pipe.
    started
        When it was begun.
    parent
        The process that it may not outlive.
    inherited
        Files of the parent to close.
    """
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _follow(parent)
        for file in inherited:
            os.close(file)
        _hold(task)
        row = _row(task, started, parent)
        data = json.dumps(row.to_json()).encode() + b"\n"
        while data:
            data = data[os.write(writing, data) :]
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except BaseException as error:
        print(visible(f"{type(error).__name__}: {error}"), file=sys.stderr, flush=True)
        os._exit(1)
    os._exit(0)


def _row(task: Task, started: str, parent: int) -> Row:
    def report(expanded: int) -> None:
        if os.getppid() != parent:
            os._exit(1)

    try:
        if limit := task.make_ready():  # a process just forked is slow at first, not the search
            return task.never_ready(limit, started, worker_name(parent))
        return replace(task.do(report), started=started, worker=worker_name(parent))
    except ArcwiseError as error:
        note = sentence_of(error)
    except MemoryError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno == ENOMEM:
            raise MemoryError from None
        # A defect of a domain or of arcwise: the row says so, and the batch goes on.
        note = f"{type(error).__name__}: {error}"
    return task.without_result("error", note, started, worker_name(parent))


def _follow(parent: int) -> None:
    """End with the parent, on Linux at once; elsewhere when the search next reports."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _hold(task: Task) -> None:
    """Keep memory within bounds, so far as the system has means."""
    if sys.platform != "linux":
        return  # the search counts its own memory all the same
    with suppress(OSError):  # where the whole system runs out, this process is to go first
        Path("/proc/self/oom_score_adj").write_text("1000")
    limit = task.configuration.limits.memory
    if limit is not None:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + limit + limit // 4 + SLACK
        most += (task.configuration.threads or 1) * STACK
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
