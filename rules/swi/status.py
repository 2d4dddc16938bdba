"""Installation of SWI-Prolog on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata

from .errors import SwiUnavailable
from .interpreter import INTERPRETER
from .process import Walls


@dataclass(frozen=True, slots=True)
class SwiStatus:
    """Installation of SWI-Prolog on this machine.

    Parameters
    ----------
    pyswip
        The version of the Python package, or None.
    library
        The version of the SWI-Prolog library that pyswip loads, or None.
    problem
        Why the library cannot be used; empty where it can.
    walls
        What keeps programs without trust from doing more than computing, besides the checks of their text; None where
        no program is run.
    """

    pyswip: str | None
    library: str | None
    problem: str = ""
    walls: Walls | None = None


def swi_status() -> SwiStatus:
    """Find the installed SWI-Prolog. Never raises: the child process that answers questions reports its own version."""
    try:
        pyswip = metadata.version("pyswip")
    except metadata.PackageNotFoundError:
        return SwiStatus(None, None, "the Python package pyswip is not installed")
    try:
        version = INTERPRETER.version()
        walls = INTERPRETER.walls()
    except SwiUnavailable as error:
        return SwiStatus(pyswip, None, error.reason)
    return SwiStatus(pyswip, ".".join(map(str, version)), walls=walls)
