from .rows import LedgerRow, TrainingRow
from .run import Run, read_run
from .run_folder import RunFolder

__all__ = ["LedgerRow", "TrainingRow", "Run", "RunFolder", "read_run"]
