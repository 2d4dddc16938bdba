"""Runs that last: a folder with one row for every search, which can be continued, shared, read and exported."""

from .rows import LedgerRow, TrainingRow
from .run import Run, read_run
from .run_folder import RunFolder

__all__ = ["LedgerRow", "TrainingRow", "Run", "RunFolder", "read_run"]
