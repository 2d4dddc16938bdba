"""The child process in which SWI-Prolog runs: it answers one question after the other.

`process` starts this file as a program of its own; nothing imports it. A question is a line of JSON on standard input: the
text of a request of bridge.pl, and the bytes that Prolog may take. The answer is a line of JSON on standard output:
``["ok", Reply]``, or ``["failed", [Kind, Text, File, Line]]``; lines ``["more", Part]`` may come before it. Before the first question it says ``["ok", Version]``, or
``["unavailable", Reason]`` and ends.

Only the standard library and pyswip are imported here, so that it starts quickly.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import sys
import threading
from ctypes import byref, c_char_p
from pathlib import Path
from typing import IO, Any

BRIDGE = Path(__file__).with_name("bridge.pl")

OPEN_FILES = "/proc/self/fd" if sys.platform == "linux" else "/dev/fd"

NO_MEMORY = b'["failed",["error","not enough memory","",0]]'
ABORTED = b'["failed",["aborted","","",0]]'


class Engine:
    """Prolog, loaded through pyswip.

    Its calls are those of Prolog's C interface, which pyswip has: `pyswip.Prolog.query` takes five times as long.
    """

    def __init__(self, answers: int) -> None:
        from pyswip import core
        from pyswip.prolog import Prolog

        self._core = core
        list(Prolog.query(f"use_module({json.dumps(str(BRIDGE))})"))
        list(Prolog.query(f"arcwise_bridge:tell_to({json.dumps(f'{OPEN_FILES}/{answers}')})"))
        self._predicate = core.PL_predicate(b"answer", 2, b"arcwise_bridge")

    def answer(self, request: str) -> bytes:
        """The reply to a request, in JSON."""
        core = self._core
        frame = core.PL_open_foreign_frame()
        arguments = core.PL_new_term_refs(2)
        core.PL_put_chars(arguments, core.PL_STRING | core.REP_UTF8, -1, request.encode())
        flags = core.PL_Q_NODEBUG | core.PL_Q_CATCH_EXCEPTION
        query = core.PL_open_query(None, flags, self._predicate, arguments)
        try:
            if not core.PL_next_solution(query):
                return ABORTED  # the one exception that Prolog's catch lets through
            text = c_char_p()
            core.PL_get_chars(arguments + 1, byref(text), core.CVT_ATOM | core.REP_UTF8)
            return text.value or NO_MEMORY
        finally:
            core.PL_cut_query(query)
            core.PL_discard_foreign_frame(frame)


class Memory:
    """Limit on the memory of this process, as far as the system can hold one."""

    def __init__(self) -> None:
        self._limit: int | None = None
        self._at_start = 0
        if sys.platform == "linux":
            with contextlib.suppress(OSError):  # where the whole system runs out, this goes first
                Path("/proc/self/oom_score_adj").write_text("1000")
            pages = int(Path("/proc/self/statm").read_text().split()[0])
            self._at_start = pages * os.sysconf("SC_PAGE_SIZE")

    def limit(self, size: int | None) -> None:
        """Limit the memory of this process, in bytes beyond its initial size."""
        if size == self._limit or not self._at_start:
            return
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        soft = hard if size is None else self._at_start + size
        if hard != resource.RLIM_INFINITY:
            soft = min(soft, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        self._limit = size


def end_with_parent(pipe: int) -> None:
    """End this process when nobody holds the other end of the pipe any more, even in the middle of a question.

    Not by PR_SET_PDEATHSIG: that signal comes when the thread ends that started this process.
    """
    if not hasattr(select, "poll"):
        return
    end = select.poll()
    end.register(pipe, 0)  # an end is reported whatever one waits for

    def watch() -> None:
        end.poll()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes of questions and answers; what programs read is then empty, and what they write goes to stderr."""
    questions, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return os.fdopen(questions, "rb"), os.fdopen(answers, "wb")


def main() -> None:
    """Answer questions until the input ends."""
    questions, answers = take_pipes()

    def say(answer: bytes) -> None:
        answers.write(answer + b"\n")
        answers.flush()

    try:
        engine = Engine(answers.fileno())
    except Exception as error:  # without libswipl pyswip raises its own error, not ImportError
        say(json.dumps(["unavailable", str(error) or type(error).__name__]).encode())
        return
    memory = Memory()
    end_with_parent(questions.fileno())
    say(engine.answer("version"))
    for line in questions:
        request: Any
        request, size = json.loads(line)
        memory.limit(size)
        try:
            answer = engine.answer(request)
        except MemoryError:
            answer = NO_MEMORY
        say(answer)
    os._exit(0)  # Prolog's own way out can crash


if __name__ == "__main__":
    main()
