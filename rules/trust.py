"""Trust in Prolog programs: whether SWI-Prolog may run those that are loaded, with all that it can do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .errors import InputError, Place, on_one_line

TRUST = "or --trust (in Python with arcwise.rules.trusting()): SWI-Prolog runs the program, with all your rights"
"""Remedy for a program that needs more than arcwise knows."""

_TRUST: ContextVar[bool] = ContextVar("trust", default=False)


def trusted() -> bool:
    """Whether SWI-Prolog may run the programs that are loaded now."""
    return _TRUST.get()


def check_trust(source: str, trust: bool | None = None) -> None:
    """Refuse a program that SWI-Prolog is to run, unless it is trusted: as told, or else as `trusted` says.

    Raises
    ------
    InputError
        No trust.
    """
    if not (trusted() if trust is None else trust):
        raise InputError(
            "SWI-Prolog runs this program only if you trust it, with all your rights",
            place=Place(source),
            remedy="--trust (in Python with arcwise.rules.trusting()), if you know what it does or who wrote it",
        )


def of_one_goal(error: InputError, path: str) -> InputError:
    """An error of a program that SWI-Prolog would run, with the advice for what it does not do: it proves one goal at a time."""
    if TRUST not in (error.remedy or ""):
        return error
    alone = (
        f'or arcwise solve {on_one_line(path)} "GOAL" --trust (in Python aw.prove within '
        "arcwise.rules.trusting()): SWI-Prolog proves one goal, with all your rights"
    )
    return error.advising(str(error.remedy).replace(TRUST, alone))


@contextmanager
def advising_one_goal(path: str) -> Iterator[None]:
    """Errors inside come with the advice of `of_one_goal`."""
    try:
        yield
    except InputError as error:
        raise of_one_goal(error, path) from None


def proved_by_swi(engine: str, rules: object) -> bool:
    """Whether SWI-Prolog proves goals of a file: by its name as engine, or as programs are trusted and no rules are used.

    Raises
    ------
    InputError
        The engine with rules.
    """
    alone = rules in (None, "none")
    if engine == "swi" and not alone:
        raise InputError("engine swi uses no learned rules", remedy="--engine native")
    return engine == "swi" or (engine == "auto" and alone and trusted())


@contextmanager
def trusting(trust: bool = True) -> Iterator[None]:
    """Trust all Prolog programs that are loaded inside, with your files and processes; or none."""
    before = _TRUST.set(trust)
    try:
        yield
    finally:
        _TRUST.reset(before)
