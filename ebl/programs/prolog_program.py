"""A policy as one Prolog file that solves problems in plain SWI-Prolog: its macro file, and a program that follows the rules."""

from __future__ import annotations

from importlib.resources import files

from ...rules.errors import InputError
from ..files.macro_file import library_text
from ..library import MacroLibrary

PARTS = ("main", "rules", "problem", "world", "goals", "achieve", "achievers", "walk")
"""The program in the order in which it is read; what search/policy does stands in the files with the same names."""


def prolog_program(library: MacroLibrary) -> str:
    """The file, which is a macro file too.

    Parameters
    ----------
    library
        A policy.

    Raises
    ------
    InputError
        A policy with what actions do under a condition, which the program does not know of.
    """
    policy = library.policy
    if policy is not None and policy.conditional:
        raise InputError(
            f"the program in Prolog does not know what {policy.conditional[0]} does under a condition",
            remedy="-o FILE.py, a program in Python",
        )
    folder = files(__package__).joinpath("follow")
    parts = (folder.joinpath(f"{one}.pl").read_text(encoding="utf-8") for one in PARTS)
    return "\n".join((library_text(library), *parts))
