"""Limits on a question to SWI-Prolog."""

from __future__ import annotations

from dataclasses import dataclass

from ..checked import checked


@checked
@dataclass(frozen=True, slots=True)
class QuestionLimits:
    """Limits on a question; None for no limit.

    Parameters
    ----------
    inferences
        Steps of Prolog, for one state or one load: the limit that says most about a recursion without end.
    answers
        Answers for one state.
    seconds
        Time, after which the child process is killed.
    memory
        Bytes that Prolog may take beyond what it takes when it starts; kept on Linux.
    """

    inferences: int | None = 10_000_000
    answers: int = 100_000
    seconds: float | None = 60.0
    memory: int | None = 4 * 2**30


DEFAULT_LIMITS = QuestionLimits()
