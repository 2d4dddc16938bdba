"""Why every cell of a macro's pattern is what it is: which step needed the constant, or that none did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..rules.arc import Arc
from ..rules.term import Term
from .regression import Reason, regress_arcs


@dataclass(frozen=True, slots=True)
class CellReason:
    """Why one cell of ``before`` is a constant, a shared variable or a variable of its own.

    Parameters
    ----------
    cell
        The cell, from 0.
    term
        What stands there in the rule: a constant, or a variable shared by cells that must be equal.
    steps
        The steps that need something of its symbol; none for a variable of its own.
    ends
        The cells, from 0, in which the symbol stands after the last step.
    """

    cell: int
    term: Term
    steps: tuple[Reason[int], ...] = ()
    ends: tuple[int, ...] = ()

    def words(self) -> str:
        """The reason as a sentence part."""
        if self.steps:
            return "; ".join(map(_words, self.steps))
        journey = "no step asks what it is"
        if self.ends == (self.cell,):
            return f"{journey}, and it stays"
        if not self.ends:
            return f"{journey}, and it is gone in the end"
        return f"{journey}; it ends in cell {', '.join(str(end + 1) for end in self.ends)}"


def _words(reason: Reason[int]) -> str:
    needed = reason.needed
    what = (
        f"{needed.constant} in cell {needed.variable + 1}"
        if needed.other is None
        else f"equal symbols in cells {needed.variable + 1} and {needed.other + 1}"
    )
    return f"step {reason.step} ({reason.name}) needs {what}"


def cell_reasons(arcs: Sequence[Arc]) -> list[CellReason]:
    """The reason for each cell of the first step's ``before``; together their terms are the rule's, up to renaming.

    Parameters
    ----------
    arcs
        The steps in order.

    Raises
    ------
    ArcwiseError
        Steps that can never follow each other.
    """
    found = regress_arcs(arcs)
    return [
        CellReason(
            cell,
            found.before(cell),
            tuple(found.why(cell)),
            tuple(end for end, term in found.end.items() if term == start),
        )
        for cell, start in found.start.items()
    ]
