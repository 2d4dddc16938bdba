"""A policy as one Prolog file that solves problems in plain SWI-Prolog: its macro file, and a program that follows the rules."""

from __future__ import annotations

from importlib.resources import files

from ..files.macro_file import library_text
from ..library import MacroLibrary

PARTS = ("main", "rules", "problem", "world", "goals", "achieve", "ways", "walk")
"""The program in the order in which it is read; what search/policy does stands in the files with the same names."""


def prolog_program(library: MacroLibrary) -> str:
    """The file, which is a macro file too.

    Parameters
    ----------
    library
        A policy.
    """
    folder = files(__package__).joinpath("follow")
    parts = (folder.joinpath(f"{one}.pl").read_text(encoding="utf-8") for one in PARTS)
    return "\n".join((library_text(library), *parts))
