"""Pattern databases as a heuristic.

The entries of several databases may be added where each counts costs that no other counts (Korf and Felner, AIJ 134, 2002;
Yang and others, JAIR 32, 2008); of several sums the largest counts. Where tiles slide and the puzzle has a reflection, the
mirrored board is looked up too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ....rules.checked import checked
from ....rules.errors import InputError, TooLargeError
from ....rules.term import State
from ... import _kernel
from ...native.compiled import CompiledTheory
from ...problem import Problem
from .abstract_space import AbstractSpace
from .database import PatternDatabase
from .names import Sums


@checked
class PatternDatabases:
    """The largest of several sums of pattern databases.

    Parameters
    ----------
    databases
        For one theory and goal.
    sums
        The numbers of the databases of each sum, from 0; by default all in one.
    reflect
        Whether to look up the reflection too, where tiles slide.
    name
        What people call it.

    Raises
    ------
    InputError
        Databases that do not belong together, or do not add up.
    """

    admissible = True

    def __init__(
        self,
        databases: Sequence[PatternDatabase],
        sums: Sequence[Sequence[int]] = (),
        *,
        reflect: bool = True,
        name: str = "",
    ) -> None:
        if not databases:
            raise InputError("no pattern database", expected="at least one")
        self.databases = tuple(databases)
        self.sums = tuple(map(tuple, sums)) or (tuple(range(len(self.databases))),)
        first = self.databases[0].space
        if any(
            (each.space.theory, each.space.goal) != (first.theory, first.goal)
            for each in self.databases
        ):
            raise InputError("pattern databases for different theories or goals do not add up")
        self.goal = first.goal
        self.theory = first.theory
        for one in self.sums:
            check_sum([self.databases[number].space for number in one])
        spaces = [each.space for each in self.databases]
        self.name = name or "patterns:" + "-".join(str(len(space.pattern)) for space in spaces)
        self.consistent = not any(space.slides or space.compression > 1 for space in spaces)
        self._reflect = reflect
        self._compiled = first.compiled
        self._foreign = len(self._compiled.symbols)
        self._kernel = self.in_kernel(self._compiled)

    def __str__(self) -> str:
        """How many databases, their bytes, and how many states an entry stands for where that is more than one."""
        spaces = [each.space for each in self.databases]
        most = max(space.compression for space in spaces)
        return (
            f"{len(spaces)} of {sum(space.bytes for space in spaces) / 1e6:,.1f} MB"
            + f", up to {most} states an entry" * (most > 1)
        )

    def estimate(self, state: State) -> float:
        """The largest sum; infinite where a symbol of a pattern is missing from the state."""
        return self._kernel.estimate(self._compiled.encode(state, self._foreign))

    def update(self, h: float, operator: Any, state: State, successor: State) -> float:
        """The estimate of the successor."""
        return self.estimate(successor)

    def check(self, problem: Problem) -> None:
        """Make sure that the databases were built for a problem's primitive arcs and goal.

        Raises
        ------
        InputError
            They were not, or the start has a symbol where no state had one that was thought of.
        """
        if problem.theory.primitives != self.theory.primitives or problem.goal != self.goal:
            raise InputError(
                "these pattern databases were built for another problem",
                expected=f"{self.theory.name} with the goal {self.theory.format(self.goal)}",
                found=f"{problem.theory.name} with the goal {problem.theory.format(problem.goal)}",
            )
        for database in self.databases:
            database.space.check(problem.start)

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.PatternSum | _kernel.AdditivePatterns:
        """The heuristic in the kernel.

        Raises
        ------
        InputError
            A theory whose symbols are not those of the databases, where tiles slide; too little memory.
        """
        spaces = [each.space for each in self.databases]
        tables = [each.table for each in self.databases]
        try:
            if len(self.sums) > 1 or not all(space.slides for space in spaces):
                return _kernel.PatternSum(
                    [space.in_kernel(compiled) for space in spaces],
                    tables,
                    [float(space.unit) for space in spaces],
                    [list(numbers) for numbers in self.sums],
                    len(compiled.symbols) + 1,  # and whatever else a state may hold
                )
            if compiled.symbols != self._compiled.symbols:
                raise InputError(
                    "these pattern databases were built for another puzzle",
                    expected=self.theory.name,
                    found=compiled.theory.name,
                )
            rows, columns = self.theory.shape
            return _kernel.AdditivePatterns(
                self._compiled.handle,
                self._compiled.encode(spaces[0].home),
                [self._compiled.encode(space.pattern) for space in spaces],
                tables,
                [space.shift for space in spaces],
                self._reflect,
                rows,
                columns,
            )
        except MemoryError:
            raise TooLargeError("the pattern databases do not fit into memory") from None
        except ValueError as error:
            raise InputError(f"pattern databases do not fit: {error}") from None


def check_sum(spaces: Sequence[AbstractSpace]) -> None:
    """Make sure that entries may be added up."""
    if len(spaces) < 2:
        return
    parts = [part for space in spaces for part in space.pattern]
    additive = all(space.additive for space in spaces)
    if len(set(parts)) < len(parts) or not (additive or _apart(spaces)):
        raise InputError(
            "these pattern databases do not add up", expected="disjoint patterns, additive ones"
        )


def _apart(spaces: Sequence[AbstractSpace]) -> bool:
    """Whether patterns are cells, and no arc changes those of two patterns: its cost then counts in one of them only."""
    if any(space.of_symbols for space in spaces):
        return False
    kept = [frozenset(space.pattern) for space in spaces]
    return all(
        sum(not cells.isdisjoint(arc.changed) for cells in kept) < 2
        for arc in spaces[0].theory.primitives
    )


def of_sums(
    sums: Sums, database: Callable[[AbstractSpace], PatternDatabase], name: str
) -> PatternDatabases:
    """The heuristic of some sums, whose databases a function gives."""
    spaces = list(dict.fromkeys(space for each in sums for space in each))
    number = {space: place for place, space in enumerate(spaces)}
    return PatternDatabases(
        [database(space) for space in spaces],
        [[number[space] for space in each] for each in sums],
        name=name,
    )
