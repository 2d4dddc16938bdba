"""Runs that last: a folder with one row for every search, which can be continued, shared, read and exported."""

from .folder import RunFolder
from .picture import LedgerRow, LessonRow, Run, RunArm, RunProblem, SearchRow, read_run

__all__ = [
    "LedgerRow",
    "LessonRow",
    "Run",
    "RunArm",
    "RunFolder",
    "RunProblem",
    "SearchRow",
    "read_run",
]
