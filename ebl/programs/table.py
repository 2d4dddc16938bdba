"""The programs that policies become."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..library import MacroLibrary
from .prolog_program import prolog_program
from .python_program import python_program

PDDL_AXIOMS = "pddl"
"""A domain with axioms, which is made for its problems."""

PROGRAMS: Mapping[str, Callable[[MacroLibrary], str]] = {
    "python": python_program,
    "prolog": prolog_program,
}
"""By the name of the language."""
