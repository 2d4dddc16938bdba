"""The one route into SWI-Prolog: a child process for each program, started when first asked and anew after it died."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib import metadata
from math import inf
from time import monotonic
from typing import Any, TypeVar

from ...rules.prolog.writer import write_atom
from ...rules.record import record
from ...search.limits import WITHIN
from .process import (
    DEFAULT_LIMITS,
    ODD,
    QuestionLimits,
    SwiError,
    SwiProcess,
    SwiUnavailable,
)

Reply = TypeVar("Reply")

MOST_PROCESSES = 8
"""Child processes at once; of more programs than that, those not asked for longest are loaded again when they are."""

OURS = "ours"
"""The child process of all texts that arcwise wrote itself."""

SPARE = "spare"
"""The child process that has seen no program yet, which the next one gets."""


@record
class _Program:
    """A program that has to be loaded again into a new child."""

    module: str
    name: str
    text: str
    limits: QuestionLimits
    child: str


class Interpreter:
    """SWI-Prolog for this process. One thread asks at a time; programs survive the death of a child.

    Each program has a child process of its own, so that none can change what another answers.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._processes: dict[str, SwiProcess] = {}
        self._programs: dict[str, _Program] = {}
        self._local = threading.local()
        atexit.register(self._at_exit)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)

    def pid(self, module: str) -> int | None:
        """The number of the child process of a program, or None where there is none now."""
        program = self._programs.get(module)
        process = None if program is None else self._processes.get(program.child)
        return process.pid if process is not None and process.alive else None

    def version(self) -> tuple[int, int, int]:
        """SWI-Prolog's version.

        Raises
        ------
        SwiUnavailable
            No pyswip, or no SWI-Prolog.
        """
        with self._lock:
            return self._running(SPARE).version

    def load(
        self,
        module: str,
        name: str,
        text: str,
        limits: QuestionLimits,
        *,
        ours: bool = False,
        read: Callable[[Any], Reply],
    ) -> Reply:
        """Load a program into a module of its own.

        Parameters
        ----------
        module
            The module; programs of different modules never mix.
        name
            What Prolog takes for its file: files that it loads are looked for in the same folder.
        text
            The program.
        limits
            Limits on loading it, now and whenever a new child needs it.
        ours
            Whether arcwise wrote it: such texts share a child process.
        read
            Makes of the reply of bridge.pl what is returned; see `ask`.

        Raises
        ------
        SwiUnavailable, SwiError
            As for `ask`.
        """
        program = _Program(module, name, text, limits, OURS if ours else module)
        with self._lock:
            try:
                reply = _read(self._load(program), read)
            except SwiError:
                self._end(program)
                raise
            self._programs[module] = program
        return reply

    def _load(self, program: _Program) -> Any:
        process = self._running(program.child)
        process.hand_over(program.text)
        names = f"{program.module},{write_atom(program.name)},{write_atom(process.text)}"
        reply = process.ask(f"load({names},{inferences(program.limits)})", program.limits)
        process.modules.add(program.module)
        return reply

    def _load_again(self, program: _Program) -> None:
        for kind, file, line, _, message in _read(
            self._load(program), notes_of
        ):  # a file that it includes may be another one now
            if kind == "error":
                raise SwiError(kind, message, file, line)

    def unload(self, module: str) -> None:
        """Unload a program."""
        with self._lock:
            program = self._programs.pop(module, None)
            if program is None:
                return
            process = self._processes.get(program.child)
            if program.child != OURS:
                self._end(program)
            elif process is not None and process.alive and module in process.modules:
                process.modules.remove(module)
                process.ask(f"unload({module})", DEFAULT_LIMITS)

    def _end(self, program: _Program) -> None:
        """End the child process that is a program's alone."""
        process = None if program.child == OURS else self._processes.pop(program.child, None)
        if process is not None:
            process.kill()

    def ask(
        self,
        request: str,
        limits: QuestionLimits,
        module: str,
        read: Callable[[Any], Reply],
        more: Callable[[Any], None] | None = None,
    ) -> Reply:
        """The reply to a request of bridge.pl about a program, which is loaded first where that is needed.

        Parameters
        ----------
        request
            A Prolog term as text.
        limits
            Its time and memory are watched here; inferences and answers are part of the request.
        module
            The program's.
        read
            Makes of the reply what is returned, and raises ValueError or TypeError where it has another form than
            bridge.pl gives it: nothing that a child process says is believed unseen.
        more
            Takes what is told before the reply, and raises as ``read`` does.

        Raises
        ------
        SwiUnavailable
        SwiError
            Prolog's own error, a limit, a reply of another form, the end of the child process; the next question then
            gets a new one.
        TimeoutError
            The time of a `within` is over.
        """
        with self._lock:
            program = self._programs.get(module)
            if program is None:
                raise SwiError("error", "this program was closed")
            process = self._running(program.child)
            if program.module not in process.modules:
                self._load_again(program)
            taken = None if more is None else partial(_read, read=more)
            reply = self._in_time(process, request, limits, taken)
            try:
                return _read(reply, read)
            except SwiError:
                process.kill()
                raise

    def _in_time(
        self,
        process: SwiProcess,
        request: str,
        limits: QuestionLimits,
        more: Callable[[Any], None] | None,
    ) -> Any:
        until = getattr(self._local, "until", None)
        left = inf if until is None else max(0.0, until - monotonic())
        if left >= (inf if limits.seconds is None else limits.seconds):
            return process.ask(request, limits, more)
        if not left:
            raise TimeoutError
        try:
            return process.ask(request, replace(limits, seconds=left), more)
        except SwiError as error:
            if error.kind == "time":
                raise TimeoutError from None
            raise

    @contextmanager
    def within(self, seconds: float | None) -> Iterator[None]:
        """Limit the total time of all questions that this thread asks inside the block; None for no limit.

        A question that would take longer raises TimeoutError.
        """
        outer = getattr(self._local, "until", None)
        if seconds is not None:
            mine = monotonic() + seconds
            self._local.until = mine if outer is None else min(outer, mine)
        try:
            yield
        finally:
            self._local.until = outer

    def stop(self) -> None:
        """End the child processes, if there are any; the next question starts another."""
        with self._lock:
            while self._processes:
                self._processes.popitem()[1].kill()

    def _running(self, child: str) -> SwiProcess:
        """The child process of that name, which is now the one that was asked last."""
        process = self._alive(child) or self._alive(SPARE)
        if process is None:
            while len(self._processes) >= MOST_PROCESSES:
                self._processes.pop(next(iter(self._processes))).kill()
            process = SwiProcess()
        self._processes[child] = process
        return process

    def _alive(self, child: str) -> SwiProcess | None:
        """Take out the child process of that name, if it can be asked."""
        process = self._processes.pop(child, None)
        if process is None or process.alive:
            return process
        process.kill()
        return None

    def _at_exit(self) -> None:
        """Without the lock, which a thread may hold that asks a question without end."""
        for process in list(self._processes.values()):
            process.end()

    def _forked(self) -> None:
        """In a new process: the children belong to the old one, and so may the lock."""
        self._lock = threading.RLock()
        for process in self._processes.values():
            process.leave()
        self._processes = {}


def version_text() -> str:
    """SWI-Prolog's version as people write it.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    """
    return ".".join(map(str, INTERPRETER.version()))


def _read(reply: Any, read: Callable[[Any], Reply]) -> Reply:
    try:
        return read(reply)
    except (ValueError, TypeError):
        raise SwiError("answer", ODD) from None


Note = tuple[str, str, int, int, str]
"""Kind, file, line, column and text of what Prolog says of a program while it is loaded."""


def notes_of(reply: Any) -> list[Note]:
    """Notes on a program in the reply to its loading."""
    found: list[Note] = []
    for note in reply:
        match note:
            case [str(kind), str(file), int(line), int(column), str(text)]:
                found.append((kind, file, line, column, text))
            case _:
                raise ValueError
    return found


def inferences(limits: QuestionLimits) -> int:
    """The inference limit as Prolog takes it."""
    return limits.inferences if limits.inferences is not None else 1 << 60


INTERPRETER = Interpreter()
"""SWI-Prolog, asked by everything in this process."""

WITHIN.append(INTERPRETER.within)


@record
class SwiStatus:
    """Installation of SWI-Prolog on this machine.

    Parameters
    ----------
    pyswip
        The version of the Python package, or None.
    library
        The version of the SWI-Prolog library that pyswip loads, or None.
    problem
        Why the library cannot be used; empty where it can.
    """

    pyswip: str | None
    library: str | None
    problem: str = ""


def swi_status() -> SwiStatus:
    """Find the installed SWI-Prolog. Never raises: the child process that answers questions reports its own version."""
    try:
        pyswip = metadata.version("pyswip")
    except metadata.PackageNotFoundError:
        return SwiStatus(None, None, "the Python package pyswip is not installed")
    try:
        version = INTERPRETER.version()
    except SwiUnavailable as error:
        return SwiStatus(pyswip, None, error.reason)
    return SwiStatus(pyswip, ".".join(map(str, version)))
