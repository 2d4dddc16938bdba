"""The one Prolog machine of this process: SWI-Prolog through pyswip, an optional extra.

pyswip and SWI-Prolog's library are loaded when the first question is asked, never by an import of this module.
"""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

from ..errors import ArcwiseError
from .swipl import quoted

BRIDGE = Path(__file__).with_name("bridge.pl")


class SwiUnavailable(ArcwiseError):  # noqa: N818 - the name says what is the matter
    """SWI-Prolog cannot be used from Python here; the message says what to install."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"SWI-Prolog is not available: {reason}\n"
            '  try:      pip install "arcwise[prolog]", and install SWI-Prolog itself '
            "(Debian and Ubuntu: apt install swi-prolog-nox; others: https://www.swi-prolog.org)"
        )


class RequestError(Exception):
    """A reply that is not an answer: the kind of failure, Prolog's words, and the file and line if they are known."""

    def __init__(self, kind: str, text: str, file: str = "", line: int = 0) -> None:
        super().__init__(kind, text)
        self.kind = kind
        self.text = text
        self.file = file
        self.line = line


class Bridge:
    """The one Prolog machine of this process. Prolog cannot nest queries, so that one thread asks at a time."""

    def __init__(self) -> None:
        try:
            from pyswip.core import _lib
            from pyswip.prolog import Prolog, PrologError
        except Exception as error:  # without libswipl pyswip raises its own error, not ImportError
            raise SwiUnavailable(str(error) or type(error).__name__) from None
        self._prolog = Prolog
        self._error = PrologError
        self._leave_thread = _lib.PL_thread_destroy_engine
        self._owner = threading.current_thread()
        self._lock = threading.Lock()
        self._query(f"use_module({quoted(str(BRIDGE))})")

    def _query(self, goal: str) -> dict[str, Any]:
        # A query is run to its end at once: one left open crashes the interpreter at exit.
        try:
            answers: list[dict[str, Any]] = list(self._prolog.query(goal, maxresult=1))
        except (
            self._error
        ) as error:  # abort/0 is the one exception that Prolog's catch lets through
            raise RequestError("aborted", str(error)) from None
        if not answers:
            raise ArcwiseError(f"SWI-Prolog refused {goal[:200]}")
        return answers[0]

    def ask(self, request: str) -> Any:
        """The reply to a request of bridge.pl.

        Raises
        ------
        RequestError
            Prolog's own error, or a limit.
        """
        with self._lock:
            try:
                answer = self._query(f"arcwise_bridge:answer({quoted(request)}, Status, Reply)")
            finally:
                if threading.current_thread() is not self._owner:
                    self._leave_thread()  # or Prolog cannot shut down with the process
        reply = json.loads(answer["Reply"])
        if answer["Status"] != "ok":
            raise RequestError(*reply)
        return reply


_bridge: Bridge | None = None
_bridge_lock = threading.Lock()


def machine() -> Bridge:
    """The machine, started if need be.

    Raises
    ------
    SwiUnavailable
        No pyswip, or no SWI-Prolog.
    """
    global _bridge
    with _bridge_lock:
        if _bridge is None:
            _bridge = Bridge()
        return _bridge


def swi_version() -> str | None:
    """The version of SWI-Prolog that Python uses, such as ``9.0.4``, or None where it cannot be used."""
    try:
        return ".".join(map(str, machine().ask("version")))
    except SwiUnavailable:
        return None
