"""Filters of a learner: what is kept from becoming a macro, or from staying one (Markovitch and Scott, Machine Learning 10, 1993)."""

from __future__ import annotations

from typing import Any

from ..rules.errors import InputError
from ..rules.record import record
from ..rules.registry import find


@record
class Filter:
    """A filter by its name.

    Parameters
    ----------
    stage
        Where in the loop of learning it stands: ``experience``, ``attention``, ``acquisition`` or ``retention``.
    summary
        What it lets pass.
    """

    stage: str
    summary: str


PAYS = "pays"
"""The filter that ends learning: macros are tried in searches, and those that save no work are dropped."""

NEW, UPHILL, SHORT = "new", "uphill", "short"
"""Filters inside the loop of learning: of problems, of paths, of macros."""

SHORTEST = 6
"""Greatest number of moves of a macro that the filter ``short`` lets pass."""

FILTERS = {
    NEW: Filter("experience", "problems that were not worked on before"),
    UPHILL: Filter("attention", "paths whose first move does not lower the estimate"),
    SHORT: Filter("acquisition", f"macros of {SHORTEST} moves at most"),
    PAYS: Filter("retention", "macros that save work in searches for problems not learned from"),
}
"""Every filter by name."""


SEARCHED = (PAYS,)
"""The filters of learners whose macros are for searches."""

WITHOUT = {
    "a macro table": (
        "each entry is the only one for its place",
        "another learner, such as escapes",
    ),
    "a policy": ("its rules stand together, and are tried on small problems", "--filters none"),
    "rules": (
        "rules of a program are judged by what proofs take with them",
        "arcwise utility PROGRAM --macros RULES.pl --forget",
    ),
    "traps": ("--saving says what a trap has to leave out", "--saving"),
}
"""Why filters have no meaning for what else learners make, and what serves in their place."""


def read_filters(asked: Any) -> tuple[str, ...]:
    """Names of filters, each once, in the order of their table; of a text those with commas between them, none for ``none``.

    Raises
    ------
    InputError
        A name that no filter has, or something else than names.
    """
    if isinstance(asked, str):
        asked = [name.strip() for name in asked.split(",") if name.strip() not in ("", "none")]
    if not isinstance(asked, list | tuple):
        raise InputError("no filters", expected="their names", found=f"{asked!r:.60}")
    for name in asked:
        find(FILTERS, name, "filter")
    return tuple(name for name in FILTERS if name in asked)
