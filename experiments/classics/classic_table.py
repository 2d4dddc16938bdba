"""Every classic by name, in the order of its paper's year."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.checked import checked
from ...rules.errors import InputError
from .classic import Classic
from .filters import maclearn, selection
from .macros import focused, hillary, korf
from .programs import number_of_times, parsing, principia
from .search import chunking, utility_problem, without_examples


@checked
def classics(names: Sequence[str] = (), *, quick: bool = False) -> list[Classic]:
    """The results of the literature on learning in search, each ready to be measured by `reproduce`.

    Parameters
    ----------
    names
        Those that are wanted; all if none is named.
    quick
        Whether fewer problems are measured, and what takes long is left out.

    Raises
    ------
    InputError
        An unknown name.
    """
    rows = [
        *korf(),
        chunking(quick),
        utility_problem(quick),
        maclearn(quick),
        principia(quick),
        number_of_times(quick),
        without_examples(quick),
        parsing(quick),
        *hillary(quick),
        selection(quick),
        focused(quick),
    ]
    known = {row.name: row for row in rows}
    for name in names:
        if name not in known:
            raise InputError("no such classic", expected=" or ".join(known), found=name)
    return [known[name] for name in names] if names else rows
