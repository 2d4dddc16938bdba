"""Parts of one's own by name: a learner, algorithm, heuristic, domain or source of this process joins the table of its kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from ..ebl.learners.learner_table import LEARNERS, learner_of
from ..rules.domains.domain_table import DOMAINS
from ..rules.errors import InputError
from ..rules.registry import Registry
from ..rules.source import SOURCES
from ..search.algorithms import ALGORITHMS, Algorithm
from ..search.heuristics.heuristic_table import HEURISTICS, heuristic_row
from ..search.stages.stage import Stage

Thing = TypeVar("Thing")

TABLES: tuple[Registry[Any], ...] = (LEARNERS, ALGORITHMS, SOURCES, DOMAINS)
"""The tables that know their rows by a class; whatever else there is must be a heuristic."""


def register(thing: Thing, name: str | None = None) -> Thing:
    """Add a part of this process to its table, so that every function and command takes its name.

    Processes that work for this one import its class or function, which therefore stands in a file of its own, if there are any;
    those of a script or a notebook serve one process, and several are refused.

    Parameters
    ----------
    thing
        A `Learner` or a class of one; an `Algorithm`; a class of `Source` or `Domain`; a heuristic, as an object, a function of
        one state, or a function of theory, goal and start that makes one.
    name
        Its name; by default its own. Another one of this process with that name is replaced.

    Returns
    -------
    The thing, so that this can stand as a decorator over a class or a function.

    Raises
    ------
    InputError
        A name that is taken, none at all, a class that lacks methods, or a thing that is none of these.

    Examples
    --------
    >>> import arcwise as aw
    >>> def first_row(state):
    ...     return sum(symbol != wanted for symbol, wanted in zip(state[:3], (1, 2, 3)))
    >>> _ = aw.register(first_row)
    >>> aw.Configuration("greedy", heuristic="first_row").name
    'greedy with first_row'
    """
    table: Registry[Any] = next((one for one in TABLES if one.fits(thing)), HEURISTICS)
    if table is HEURISTICS and not (callable(thing) or hasattr(thing, "estimate")):
        of_stages = isinstance(thing, list | tuple) and any(isinstance(one, Stage) for one in thing)
        raise InputError(
            "this cannot be registered",
            expected="a Learner or a class of one, an Algorithm, a class of Source or Domain, or a heuristic",
            found=f"{thing!r:.80}",
            remedy=Stage.together_make if of_stages else None,
        )
    if abstract := sorted(getattr(thing, "__abstractmethods__", ())):
        raise InputError(
            f"this class of {table.kind} lacks methods",
            expected=", ".join(abstract),
            found=f"{thing!r:.80}",
        )
    row: Any = heuristic_row(thing) if table is HEURISTICS else thing
    wanted = name or _own_name(thing)
    if not wanted:
        raise InputError(f"this {table.kind} has no name", expected='register(thing, "name")')
    if table is LEARNERS:
        row = learner_of(row)
        if row.name != wanted:
            raise InputError(
                f"learner {row.name} cannot be called {wanted}",
                expected="name = ... in its class",
                found=wanted,
            )
    elif not table.lend(wanted, row):
        raise InputError(
            f"another {table.kind} is called {wanted}", expected="another name", found=wanted
        )
    return thing


def _own_name(thing: Any) -> str:
    found = getattr(thing, "kind", None) or getattr(thing, "name", None)
    return str(found or getattr(thing, "__name__", ""))


def algorithm_names(asked: str | Algorithm | Iterable[str | Algorithm]) -> list[str]:
    """The names of one or several algorithms; one that is no name is known by its own from then on.

    Raises
    ------
    InputError
        An algorithm that is called like another.
    """
    several = [asked] if isinstance(asked, str | Algorithm) else asked
    return [one if isinstance(one, str) else register(one).name for one in several]
