"""The macros of a walk, and the ones that it learns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...ebl.files.macro_file import save_macros
from ...ebl.generalize import placed_steps
from ...ebl.learn import study
from ...ebl.learner import TrainingPath, TrainingProblem
from ...ebl.learners.examples import EXAMPLES, known_paths
from ...ebl.library import Admission, MacroLibrary
from ...ebl.macro import Macro
from ...experiments.sized_domain import SizedDomain
from ...rules.errors import ArcwiseError
from ...rules.geometry import WHOLE
from ...rules.schema import Schema, unrolled
from ...rules.term import Pattern, State
from ...rules.theory import Theory
from .walk import PlacedArc, WalkStep, everywhere

ORIGIN = "arcwise explore"
"""Where macros that are learned from a walk say that they come from."""


@dataclass(frozen=True)
class PathMacro:
    """A macro learned from a path.

    Parameters
    ----------
    macro
        The rule, whether it was admitted or not.
    board
        The board, or window of a board, that it is drawn on.
    admission
        What the library said.
    """

    macro: Macro
    board: Theory
    admission: Admission


class WalkMacros:
    """The macros of a walk: those that it began with and those learned from it.

    Parameters
    ----------
    library
        Macros of the board walked on, to which macros of the whole board are added; or macros on windows, to which those
        on the smallest window that a path touches are.
    theory, goal
        The board walked on, and where to.
    """

    def __init__(self, library: MacroLibrary, theory: Theory, goal: Pattern) -> None:
        self.library = library
        self._theory = theory
        self._goal = goal

    def learn(self, start: State, steps: Sequence[WalkStep]) -> PathMacro:
        """Explain a path, generalize it and admit the macro, or refuse it.

        Raises
        ------
        ArcwiseError
            A macro table, macros over parameters, and a path with steps that are no moves of the library's domain.
        """
        if self.library.table:
            raise ArcwiseError(
                "a macro table is complete as it is: nothing can be added to it\n"
                "  try:      arcwise explore without --macros, and a file of its own"
            )
        if self.library.domain.macros_for == "parameters":
            raise ArcwiseError(
                "macros over parameters are learned from plans\n"
                "  try:      arcwise learn DOMAIN.pddl PROBLEM.pddl PLAN"
            )
        shape = self._theory.shape
        moves = [pair for step in steps for pair in self._primitives(step.move)]
        problem = TrainingProblem(shape, start, self._goal, ORIGIN)
        known = known_paths(self.library, problem, paths=[TrainingPath(start, moves)])
        (admission,) = study(EXAMPLES, self.library, problem, paths=known).admissions
        return PathMacro(admission.macro, self.library.board(admission.macro), admission)

    def _primitives(self, move: PlacedArc) -> list[tuple[Schema, int]]:
        """The primitive operators of a move, each with its place."""
        domain, shape = self.library.domain, self._theory.shape
        if move.schema is not None:
            return list(unrolled(move.schema, move.place, shape, domain.geometry))
        known = {schema.canonical for schema in domain.schemas(shape)}
        found = placed_steps(domain, shape, move.arc.primitives)
        for schema, _ in found:
            if schema.canonical not in known:
                raise ArcwiseError(f"{schema.name} is no move of {domain.name}")
        return found

    def placed(self) -> list[PlacedArc]:
        """The macros at their places on the board, in order; of a macro table its entries."""
        library, shape = self.library, self._theory.shape
        if library.table or library.domain.geometry is WHOLE:
            return [PlacedArc.on_board(arc) for arc in library.arcs(self._theory, self._goal)]
        return [
            placed
            for schema in library.schemas
            if library.domain.holds(schema, shape)
            for placed in everywhere(schema, library.domain, shape)
        ]

    def explained(self, name: str) -> tuple[Macro, Theory] | None:
        """The macro of a name, and the board or window that it is drawn on."""
        named = (macro for macro in self.library if macro.name == name)
        return next(((macro, self.library.board(macro)) for macro in named), None)

    def save(self, path: str) -> None:
        """Write a macro file.

        Raises
        ------
        InputError
            A place that cannot be written to.
        """
        self.library.shape = self._theory.shape
        save_macros(self.library, path)

    def __len__(self) -> int:
        return len(self.library)


def read_walk_macros(domain: SizedDomain, goal: Pattern, path: str | None) -> WalkMacros:
    """The macros of a file, to which a walk adds; without a file, none, and on this board only.

    Raises
    ------
    InputError
        A bad file, or one for another domain or board.
    """
    alone = domain.domain.of_size(domain.theory.shape)
    library = MacroLibrary(alone) if path is None else domain.macros(path)
    return WalkMacros(library, domain.theory, goal)
