"""The terminal's last line: what a command is doing while it shows nothing else. Few imports, as every command loads it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, TextIO, cast

from ...rules.errors import on_one_line

PATIENCE = 1.0
"""Seconds without output after which the line appears."""

EVERY = 0.25
"""Seconds between two looks, and two times of drawing it."""

CLEAR = "\r\x1b[2K"
"""Begins the line anew, empty."""


class _Watched:
    """A stream to which nothing is written before the line is cleared."""

    def __init__(self, stream: TextIO, line: WaitingLine) -> None:
        self.stream, self._line = stream, line

    def write(self, text: str) -> int:
        """Clear the line, and write."""
        self._line.clear()
        return self.stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class WaitingLine:
    """A line on stderr with the name of a command and its seconds, drawn by a thread of its own.

    Parameters
    ----------
    doing
        What the command does.
    """

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._began = self._quiet_since = monotonic()
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._shown: tuple[_Watched, _Watched] | None = None
        self._bars = 0
        self._thread = threading.Thread(target=self._run, daemon=True)

    def begin(self) -> None:
        """Begin to look."""
        self._thread.start()

    def end(self) -> None:
        """Clear the line for good."""
        self._ended.set()
        self.clear()
        self._unwrap()

    def clear(self) -> None:
        """Clear the line; it returns after a while without output."""
        with self._lock:
            self._quiet_since = monotonic()
            if self._shown is None:
                return
            (_, err), self._shown = self._shown, None
            with suppress(OSError, ValueError):
                err.stream.write(CLEAR)
                err.stream.flush()
            self._unwrap()

    @staticmethod
    def _unwrap() -> None:
        """Put back the streams, unless somebody has redirected them meanwhile."""
        if isinstance(sys.stdout, _Watched):
            sys.stdout = sys.stdout.stream
        if isinstance(sys.stderr, _Watched):
            sys.stderr = sys.stderr.stream

    @contextmanager
    def beneath_a_bar(self) -> Iterator[None]:
        """Show nothing as long as a progress bar is shown."""
        with self._lock:
            self._bars += 1
            self.clear()
        try:
            yield
        finally:
            with self._lock:
                self._bars -= 1
                self._quiet_since = monotonic()

    def _run(self) -> None:
        while not self._ended.wait(EVERY):
            with self._lock:
                quiet = monotonic() - self._quiet_since >= PATIENCE
                if self._bars or self._ended.is_set() or not (quiet or self._shown):
                    continue
                if self._shown is None:
                    out, err = _Watched(sys.stdout, self), _Watched(sys.stderr, self)
                    self._shown = out, err
                    sys.stdout, sys.stderr = cast(TextIO, out), cast(TextIO, err)
                with suppress(OSError, ValueError):
                    self._draw(self._shown[1].stream)

    def _draw(self, stream: TextIO) -> None:
        minutes, seconds = divmod(int(monotonic() - self._began), 60)
        width = os.get_terminal_size(stream.fileno()).columns or 80
        shown = f"{self._doing[: max(width - 10, 0)]} {minutes}:{seconds:02}"
        stream.write(f"{CLEAR}{shown[: max(width - 1, 0)]}")
        stream.flush()


_line: WaitingLine | None = None


@contextmanager
def waiting(doing: str) -> Iterator[None]:
    """On a terminal, show the command and its running time after a while without output."""
    global _line
    if _line is not None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    _line = WaitingLine(on_one_line(doing))
    _line.begin()
    try:
        yield
    finally:
        _line.end()
        _line = None


@contextmanager
def a_bar() -> Iterator[None]:
    """Show no such line as long as a progress bar is shown."""
    if _line is None:
        yield
        return
    with _line.beneath_a_bar():
        yield
