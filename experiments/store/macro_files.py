"""The macro files of a run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ...ebl.files.macro_file import head_of, load_macros
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...rules.errors import ArcwiseError
from ...rules.text.text_file import read_text
from .run import Run


@dataclass(frozen=True)
class MacroFile:
    """The macros of one file of a run.

    Parameters
    ----------
    name
        The file's name.
    conditions
        The conditions that searched with it.
    library
        Its macros; None where it could not be read.
    fault
        Why not; empty if it could.
    """

    name: str
    conditions: tuple[str, ...]
    library: MacroLibrary | None
    fault: str = ""

    @property
    def macros(self) -> tuple[Macro, ...]:
        """Its macros in order."""
        return tuple(self.library or ())


def macro_files(run: Run) -> list[MacroFile]:
    """The macro files of a run: those of its conditions, then any others in its folder."""
    conditions: dict[Path, list[str]] = {}
    for condition in run.conditions:
        if condition.macros is not None:
            conditions.setdefault(condition.macros, []).append(condition.name)
    for path in sorted(run.path.glob("*.pl")):
        conditions.setdefault(path, [])
    return [_read(path, tuple(names)) for path, names in conditions.items()]


def _read(path: Path, conditions: tuple[str, ...]) -> MacroFile:
    try:
        text = read_text(path)
        if head_of(path, text).proves:
            told = "Macro-operators with conditions are not drawn; arcwise explain tells of them, with the file that arcwise learn wrote."
            return MacroFile(path.name, conditions, None, told)
        return MacroFile(path.name, conditions, _library(path, text))
    except ArcwiseError as error:
        return MacroFile(path.name, conditions, None, str(error).splitlines()[0])


@lru_cache(maxsize=8)
def _library(path: Path, text: str) -> MacroLibrary:
    """The macros of a file, which several sections of a page show."""
    return load_macros(path, text=text)
