"""Damaged files of every format: each is read, or refused with an error that says what is wrong, soon and in little memory."""

from __future__ import annotations

import resource
import shutil
import signal
import traceback
from pathlib import Path
from time import monotonic

from arcwise.rules.errors import ArcwiseError
from arcwise.rules.prolog.theory_file import ProgramArcError

from ..attack import Attack, Case
from ..damage import damaged
from ..formats import FORMATS, Format

LIMIT = 10
"""Seconds that a file may take."""

MEMORY = 4 << 30
"""Bytes of address space."""

FILES = 100
SECONDS = 10
"""Of a case: so many files, or so long."""


class Hang(Exception):  # noqa: N818 - what it is
    """A file that takes too long."""


_made: dict[str, Format | None] = {}


def attack(case: Case) -> None:
    """Damage files of one format, and read them."""
    name = list(FORMATS)[case.number % len(FORMATS)]
    made = _format(name, case)
    if made is None:
        return
    case.count("formats", case.number < len(FORMATS))
    path = case.folder / f"case{made.suffix}"
    end = monotonic() + SECONDS
    for number in range(FILES):
        if made.make is None:
            path.write_bytes(damaged(case.rng, made.valid))
        else:
            made.make(case.rng, path)
        if what := _fault_of(case, made, path):
            kept = case.folder / f"{name}-{number}{made.suffix}"
            (shutil.copytree if path.is_dir() else shutil.copyfile)(path, kept)
            case.wrong("faults of reading", f"{name}: {what}"[:400])
        if case.late or monotonic() > end:
            return


def _format(name: str, case: Case) -> Format | None:
    """A format, whose valid files are read; made once in this process."""
    if name not in _made:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGALRM, _ring)
        made = _made[name] = FORMATS[name]()
        for text in made.valid if made else ():
            path = case.folder / f"valid{made.suffix if made else ''}"
            path.write_text(text, encoding="utf-8")
            try:
                made.read(path)
            except ProgramArcError:  # valid, and for Prolog only
                continue
    return _made[name]


def _fault_of(case: Case, made: Format, path: Path) -> str | None:
    """What is wrong with how a file is read."""
    case.count("files")
    signal.alarm(LIMIT)
    try:
        made.read(path)
        case.count("read")
    except ArcwiseError as error:
        case.count("refused")
        return None if str(error).strip() else "an error without words"
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} in {Path(where.filename).name}:{where.lineno}: {error}"
    finally:
        signal.alarm(0)
    return None


def _ring(*_: object) -> None:
    raise Hang(f"more than {LIMIT} s")


FUZZ = Attack(
    name="fuzz",
    share=8,
    counted=("files", "read", "refused", "formats"),
    wrong=("faults of reading",),
    attack=attack,
    asked=("files", 20_000),
)
