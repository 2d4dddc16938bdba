"""Boards whose moves Python functions make: problems given by functions, and graphs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Self

from ..rules.errors import InputError, Place
from ..rules.record import record
from ..rules.term import Pattern, State
from ..rules.theory import Theory
from ..search.function_domain import as_tuple
from ..search.problem import SearchProblem
from .board import BoardSource


@record
class FunctionSource(BoardSource):
    """The states of a problem whose successors a function makes; nothing is learned on them."""

    kind: ClassVar[str] = "functions"
    endings: ClassVar[tuple[str, ...]] = ()
    types: ClassVar[tuple[str, ...]] = ("FunctionProblem",)
    reads_states = False

    def __hash__(self) -> int:
        return super().__hash__()

    def check_travels(self) -> None:
        """Refuse: functions stay in this process."""
        raise InputError(
            "Python functions are searched with in this process only",
            found="a run that is kept, or several jobs",
            remedy="compare or survey without keeping",
        )

    def run_by(self, engine: str) -> Self:
        """Copy for Python; see `BoardSource.run_by`."""
        if engine not in ("auto", "python"):
            raise InputError(f"engine {engine} cannot run Python functions", remedy="python")
        return replace(self, engine="python")

    def _problem(self, theory: Theory, start: State, goal: Pattern) -> SearchProblem:
        problem: SearchProblem = self.program.problem(theory.check(start), goal)
        return problem

    def read_pair(self, start: Any, goal: Any) -> tuple[State, Pattern]:
        """A start and a goal as tuples; they are states already."""
        return as_tuple(start), as_tuple(goal)

    def arcs_only(self, doing: str) -> Theory:
        """Refuse; see `BoardSource.arcs_only`."""
        raise InputError(
            f"{doing} needs a theory that is a list of arcs",
            place=Place(self.program.source),
            found=f"no arcs: {self.program.unfold().reason}",
        )
