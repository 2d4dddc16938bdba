"""Why every cell of a macro's pattern is what it is: which step needed the constant, or that none did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..rules.arc import Arc, conditions
from ..rules.errors import ArcwiseError
from ..rules.term import Symbol, Term, Var, unify, walk


@dataclass(frozen=True, slots=True)
class Demand:
    """What one step needs of a symbol.

    Parameters
    ----------
    step
        The step's number, from 1.
    arc
        The step's arc.
    cell
        The cell, from 0, in which the symbol stands when that step is taken.
    constant
        The symbol that it must be, or None where it must be equal to another cell's.
    other
        The cell, from 0, that it must equal at that moment, or None.
    """

    step: int
    arc: Arc
    cell: int
    constant: Symbol | None = None
    other: int | None = None

    def __str__(self) -> str:
        what = (
            f"{self.constant} in cell {self.cell + 1}"
            if self.constant is not None
            else f"equal symbols in cells {self.cell + 1} and {(self.other or 0) + 1}"
        )
        return f"step {self.step} ({self.arc.name}) needs {what}"


@dataclass(slots=True)
class CellReason:
    """Why one cell of ``before`` is a constant, a shared variable or a variable of its own.

    Parameters
    ----------
    cell
        The cell, from 0.
    term
        What stands there in the rule: a constant, or a variable shared by cells that must be equal.
    demands
        The steps that needed something of its symbol; none for a variable of its own.
    ends
        The cells, from 0, in which the symbol stands after the last step.
    """

    cell: int
    term: Term
    demands: list[Demand] = field(default_factory=list)
    ends: tuple[int, ...] = ()

    def words(self) -> str:
        """The reason as a sentence part."""
        if self.demands:
            return "; ".join(map(str, self.demands))
        journey = "no step asks what it is"
        if self.ends == (self.cell,):
            return f"{journey}, and it stays"
        if not self.ends:
            return f"{journey}, and it is gone in the end"
        return f"{journey}; it ends in cell {', '.join(str(end + 1) for end in self.ends)}"


def reasons(arcs: Sequence[Arc]) -> list[CellReason]:
    """Follow every cell's symbol through the steps and note what each step demands of it.

    Parameters
    ----------
    arcs
        The steps in order; each must be able to follow those before it.

    Raises
    ------
    ArcwiseError
        Steps that can never follow each other.

    Returns
    -------
    One reason for each cell of the first step's ``before``. Read together, their terms are the rule's ``before``
    up to renaming: the same rule as `generalize` finds by unification, found by another way.
    """
    size = len(arcs[0].before)
    start = [Var(f"X{cell + 1}") for cell in range(size)]
    cell_of = {var: cell for cell, var in enumerate(start)}
    held: list[Term] = list(
        start
    )  # what each cell holds now: a start cell's variable or a constant
    bound: dict[Var, Term] = {}
    found = [CellReason(cell, start[cell]) for cell in range(size)]

    def bind(one: Term, other: Term) -> None:
        unifier = unify((one,), (other,), bound)
        if unifier is None:
            raise ArcwiseError(f"these steps cannot follow each other: {one} is not {other}")
        bound.update(unifier)

    def note(term: Term, demand: Demand) -> None:
        if isinstance(term, Var):
            found[cell_of[term]].demands.append(demand)

    for number, arc in enumerate(arcs, start=1):
        constants, equal = conditions(arc.before)
        for cell, constant in constants:
            note(held[cell], Demand(number, arc, cell, constant=constant))
            bind(held[cell], constant)
        for one, other in equal:
            note(held[one], Demand(number, arc, one, other=other))
            note(held[other], Demand(number, arc, other, other=one))
            bind(held[one], held[other])
        source = {term: held[cell] for cell, term in reversed(list(enumerate(arc.before)))}
        held = [
            source[term] if isinstance(term, Var) else source.get(term, term) for term in arc.after
        ]
    for reason in found:
        reason.term = walk(start[reason.cell], bound)
        reason.ends = tuple(cell for cell, term in enumerate(held) if term == start[reason.cell])
    return found
