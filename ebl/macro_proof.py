"""A macro's explanation as a proof: its steps, the preconditions of each, and where that is known to hold."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules.arc import Arc
from ..rules.term import State, Symbol
from ..rules.theory import Theory
from .explanation import CellReason
from .macro import Macro
from .regression import arc_step


@dataclass(frozen=True, slots=True)
class Leaf:
    """One precondition of a step.

    Parameters
    ----------
    cell
        The cell, from 0, that the step looks at.
    constant
        Symbol that the cell must hold, or None if it must equal another cell.
    other
        That cell, or None.
    source
        The cell of the macro's window in which the symbol stands before the first step; None where an earlier step
        makes it.
    """

    cell: int
    constant: Symbol | None
    other: int | None
    source: int | None

    def __str__(self) -> str:
        if self.constant is not None:
            return f"{self.constant} in cell {self.cell + 1}"
        return f"equal symbols in cells {self.cell + 1} and {(self.other or 0) + 1}"


@dataclass(frozen=True)
class ProofStep:
    """One step of a proof.

    Parameters
    ----------
    number
        From 1.
    arc
        The rule that justifies it.
    leaves
        Conditions of the rule.
    bindings
        Values of its variables in the training example, in order; empty without an example.
    states
        The training example before and after the step, or None.
    """

    number: int
    arc: Arc
    leaves: tuple[Leaf, ...]
    bindings: tuple[tuple[str, Symbol], ...] = ()
    states: tuple[State, State] | None = None

    @property
    def name(self) -> str:
        """Name of the move, in the training example where that is known."""
        return self.arc.name if self.states is None else self.arc.named(self.states[0])


@dataclass(frozen=True)
class MacroProof:
    """Why a macro leads from its one window to the other.

    Parameters
    ----------
    macro
        The macro.
    theory
        For drawing its windows.
    steps
        The steps in order.
    cells
        Why each cell is a constant or a variable.
    """

    macro: Macro
    theory: Theory
    steps: tuple[ProofStep, ...]
    cells: tuple[CellReason, ...]


def proof_of_macro(macro: Macro, theory: Theory) -> MacroProof:
    """The proof of a macro."""
    cells = macro.reasons
    traced = {(why.step, why.needed): reason.cell for reason in cells for why in reason.steps}
    steps = []
    for number, arc in enumerate(macro.arc.steps, start=1):
        leaves = tuple(
            Leaf(needed.variable, needed.constant, needed.other, traced.get((number, needed)))
            for needed in arc_step(arc).needs
        )
        if macro.explanation is None:
            steps.append(ProofStep(number, arc, leaves))
            continue
        step = macro.explanation.steps[number - 1]
        bindings = tuple((var.name, symbol) for var, symbol in step.bindings.items())
        steps.append(ProofStep(number, arc, leaves, bindings, (step.before, step.after)))
    return MacroProof(macro, theory, tuple(steps), cells)
