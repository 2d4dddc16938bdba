"""The one route into SWI-Prolog: child processes, started when first asked and anew after they died."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import Any

from ..prolog.writer import write_atom
from .errors import SwiError
from .limits import DEFAULT_LIMITS, QuestionLimits
from .process import SwiProcess, Walls


@dataclass(frozen=True, slots=True)
class _Program:
    """What has to be loaded again into a new child."""

    module: str
    name: str
    text: str
    limits: QuestionLimits
    trust: bool


class Interpreter:
    """SWI-Prolog for this process. One thread asks at a time; programs survive the death of a child.

    Programs with trust have a child process of their own: no child ever runs both kinds, and the one for programs
    without trust is confined, see `SwiProcess`.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._processes: dict[bool, SwiProcess] = {}
        self._programs: dict[str, _Program] = {}
        self._local = threading.local()
        atexit.register(self._at_exit)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)

    def pid(self, *, trust: bool) -> int | None:
        """The number of the child process for programs with trust, or without, or None where there is none now."""
        process = self._processes.get(trust)
        return process.pid if process is not None and process.alive else None

    def version(self) -> tuple[int, int, int]:
        """SWI-Prolog's version.

        Raises
        ------
        SwiUnavailable
            No pyswip, or no SWI-Prolog.
        """
        with self._lock:
            return self._running(trust=False).version

    def walls(self) -> Walls:
        """What keeps programs without trust from doing more than computing.

        Raises
        ------
        SwiUnavailable
            No pyswip, or no SWI-Prolog.
        """
        with self._lock:
            walls = self._running(trust=False).walls
        assert walls is not None
        return walls

    def load(
        self, module: str, name: str, text: str, limits: QuestionLimits, *, trust: bool
    ) -> Any:
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
            What loading it may cost, now and whenever a new child needs it.
        trust
            Whether it may do all that Prolog can; else it may only compute.

        Returns
        -------
        The reply of bridge.pl.

        Raises
        ------
        SwiUnavailable, SwiError
            As for `ask`.
        """
        program = _Program(module, name, text, limits, trust)
        with self._lock:
            reply = self._load(program)
            self._programs[module] = program
        return reply

    def _load(self, program: _Program) -> Any:
        process = self._running(trust=program.trust)
        process.hand_over(program.text)
        names = f"{program.module},{write_atom(program.name)},{write_atom(process.text)}"
        trust = "trusted" if program.trust else "untrusted"
        reply = process.ask(f"load({names},{inferences(program.limits)},{trust})", program.limits)
        process.modules.add(program.module)
        return reply

    def _load_again(self, program: _Program) -> None:
        notes = self._load(program)[0]
        for kind, file, line, _, message in notes:  # a file that it includes may be another one now
            if kind == "error":
                raise SwiError(kind, message, file, line)

    def unload(self, module: str) -> None:
        """Forget a program."""
        with self._lock:
            program = self._programs.pop(module, None)
            process = None if program is None else self._processes.get(program.trust)
            if process is not None and process.alive and module in process.modules:
                process.modules.remove(module)
                process.ask(f"unload({module})", DEFAULT_LIMITS)

    def ask(self, request: str, limits: QuestionLimits, module: str) -> Any:
        """The reply to a request of bridge.pl about a program, which is loaded first where that is needed.

        Parameters
        ----------
        request
            A Prolog term as text.
        limits
            Its time and memory are watched here; inferences and answers are part of the request.
        module
            The program's.

        Raises
        ------
        SwiUnavailable
        SwiError
            Prolog's own error, a limit, the end of the child process; the next question then gets a new one.
        TimeoutError
            The time of a `within` is over.
        """
        with self._lock:
            program = self._programs.get(module)
            process = self._running(trust=program is not None and program.trust)
            if program is not None and program.module not in process.modules:
                self._load_again(program)
            return self._in_time(process, request, limits)

    def _in_time(self, process: SwiProcess, request: str, limits: QuestionLimits) -> Any:
        until = getattr(self._local, "until", None)
        left = inf if until is None else max(0.0, until - monotonic())
        if left >= (inf if limits.seconds is None else limits.seconds):
            return process.ask(request, limits)
        if not left:
            raise TimeoutError
        try:
            return process.ask(request, replace(limits, seconds=left))
        except SwiError as error:
            if error.kind == "time":
                raise TimeoutError from None
            raise

    @contextmanager
    def within(self, seconds: float | None) -> Iterator[None]:
        """Give all questions that this thread asks inside so many seconds together; None for no limit.

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

    def _running(self, *, trust: bool) -> SwiProcess:
        process = self._processes.get(trust)
        if process is None or not process.alive:
            if process is not None:
                process.kill()
                del self._processes[trust]
            process = self._processes[trust] = SwiProcess(confined=not trust)
        return process

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


def inferences(limits: QuestionLimits) -> int:
    """The inference limit as Prolog takes it."""
    return limits.inferences if limits.inferences is not None else 1 << 60


INTERPRETER = Interpreter()
"""SWI-Prolog, asked by everything in this process."""
