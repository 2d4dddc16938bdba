"""A policy as one Prolog file that solves problems in plain SWI-Prolog: its macro file, and a program that follows the rules."""

from __future__ import annotations

from importlib.resources import files

from ..files.macro_file import library_text
from ..library import MacroLibrary


def prolog_program(library: MacroLibrary) -> str:
    """The file, which is a macro file too.

    Parameters
    ----------
    library
        A policy.
    """
    program = files(__package__).joinpath("follow.pl").read_text(encoding="utf-8")
    return f"{library_text(library)}\n{program}"
