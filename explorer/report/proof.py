"""A macro's explanation as a proof: its steps, the preconditions of each, and where that is known to hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ...ebl.explanation import CellReason
from ...ebl.files.macro_file import holds_rules, load_macros
from ...ebl.library import MacroLibrary
from ...ebl.macro import Macro
from ...ebl.regression import arc_step
from ...experiments.store import Run
from ...rules.arc import Arc
from ...rules.errors import ArcwiseError
from ...rules.term import State, Symbol
from ...rules.text.text_file import read_text
from ...rules.theory import Theory


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


@dataclass(frozen=True)
class MacroFile:
    """The macros of one file of a run.

    Parameters
    ----------
    name
        The file's name.
    conditions
        The conditions that searched with it.
    library
        Its macros; None where it could not be read.
    fault
        Why not; empty if it could.
    """

    name: str
    conditions: tuple[str, ...]
    library: MacroLibrary | None
    fault: str = ""

    @property
    def macros(self) -> tuple[Macro, ...]:
        """Its macros in order."""
        return tuple(self.library or ())


def macro_files(run: Run) -> list[MacroFile]:
    """The macro files of a run: those of its conditions, then any others in its folder."""
    conditions: dict[Path, list[str]] = {}
    for condition in run.conditions:
        if condition.macros is not None:
            conditions.setdefault(condition.macros, []).append(condition.name)
    for path in sorted(run.path.glob("*.pl")):
        conditions.setdefault(path, [])
    return [_read(path, tuple(names)) for path, names in conditions.items()]


def _read(path: Path, conditions: tuple[str, ...]) -> MacroFile:
    try:
        text = read_text(path)
        if holds_rules(text, str(path)):
            told = "Macro-operators with conditions are not drawn; arcwise explain tells of them, with the file that arcwise learn wrote."
            return MacroFile(path.name, conditions, None, told)
        return MacroFile(path.name, conditions, _library(path, text))
    except ArcwiseError as error:
        return MacroFile(path.name, conditions, None, str(error).splitlines()[0])


@lru_cache(maxsize=8)
def _library(path: Path, text: str) -> MacroLibrary:
    """The macros of a file, which several sections of a page show."""
    return load_macros(path, text=text)
