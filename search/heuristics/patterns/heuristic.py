"""Pattern databases as a heuristic.

The entries of several databases may be added where each counts costs that no other counts (Korf and Felner, AIJ 134, 2002;
Yang and others, JAIR 32, 2008); of several sums the largest counts. Where tiles slide and the puzzle has a reflection, the
mirrored board is looked up too.

Also here: patterns read from a text, which names a partition or lists cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import perm
from typing import Any, TypeAlias

from ....rules.checked import checked
from ....rules.domains.domain_table import domain_of
from ....rules.errors import InputError, TooLargeError
from ....rules.term import State, Symbol
from ....rules.theory import Theory
from ... import _kernel
from ...native.compiled import CompiledTheory
from ...problem import Problem
from .abstract_space import AbstractSpace, shared_symbols
from .database import PatternDatabase


@checked
class PatternDatabases:
    """The largest of several sums of pattern databases.

    Parameters
    ----------
    databases
        Databases for one theory and goal.
    sums
        The numbers of the databases of each sum, from 0; by default all in one.
    reflect
        Whether to look up the reflection too, where tiles slide.
    name
        Name for people.

    Raises
    ------
    InputError
        Databases that are not for one theory and goal, or that are not additive.
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
        """Number of databases, their bytes, and the number of states of an entry if that is more than one."""
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
            Databases of another problem, or a start with a symbol in a cell that no known state has there.
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
    """Whether patterns are sets of cells and no arc changes cells of two of them, so that its cost counts in one only."""
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


Sums: TypeAlias = Sequence[Sequence[AbstractSpace]]
"""Sums of databases, of which the largest counts."""

PARTITIONS: dict[tuple[int, int], dict[str, tuple[tuple[int, ...], ...]]] = {
    (4, 4): {
        "5-5-5": ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (11, 12, 13, 14, 15)),
        "6-6-3": ((1, 5, 6, 9, 10, 13), (7, 8, 11, 12, 14, 15), (2, 3, 4)),
        "7-8": ((1, 4, 5, 8, 9, 12, 13), (2, 3, 6, 7, 10, 11, 14, 15)),
    },
    (5, 5): {
        "6-6-6-6": (
            (1, 2, 5, 6, 7, 12),
            (3, 4, 8, 9, 13, 14),
            (10, 11, 15, 16, 20, 21),
            (17, 18, 19, 22, 23, 24),
        ),
    },
}
"""Partitions by board and name, the default first: rows of five do better than 6-6-3, in a seventh of its memory.

A number is the goal cell, counted from 0, of a tile; see `partition`.
"""


MOST_PLACEMENTS = 1 << 25
"""Ways to place the tiles of a pattern that nobody named: a byte each."""

CELLS = re.compile(r"\d+(\.\.\d+)?(,\d+(\.\.\d+)?)*(:\d+)?")
"""A list of cells, counted from 1, such as ``1,3,7..9``; behind a colon how many abstract states have one entry."""

PARTITION = re.compile(r"([\d-]*-[\d-]*)(:\d+)?")
"""Lengths of patterns, such as ``7-8``, and behind a colon one compression for all of them."""


def named_patterns(whole: AbstractSpace, name: str) -> Sums:
    """The patterns of a heuristic's name.

    Parameters
    ----------
    whole
        The space of all parts that a pattern can have.
    name
        A partition, such as ``7-8``: see `partition`. Or lists of cells, counted from 1: ``1,2,3`` is one pattern,
        ``1..3+4,5`` are two that count their own costs and are added up, ``1..3/2..4`` two of which the larger entry
        counts. Where patterns are sets of symbols, those are meant that stand in these cells in the goal. A number behind
        a colon, as in ``7-8:4`` or ``1..3:2+4,5``, compresses: that number of abstract states share one entry.

    Raises
    ------
    InputError
        A name that is none of these.
    """
    if PARTITION.fullmatch(name):
        lengths, compression = _compression(name)
        sums = [tuple((parts, compression) for parts in partition(whole, lengths))]
    elif all(CELLS.fullmatch(part) for part in re.split(r"[+/]", name)):
        sums = [
            tuple((_parts(whole, cells), compression) for cells, compression in each)
            for each in (map(_compression, one.split("+")) for one in name.split("/"))
        ]
    else:
        raise InputError(
            "unknown patterns",
            expected="a partition such as 7-8, or cells such as 1,2,3 or 1..3+4..6 (added up) or "
            "1..3/2..4 (the larger one), and :4 behind what is to have four abstract states an entry",
            found=repr(name),
        )
    return [
        tuple(
            replace(
                whole,
                pattern=pattern,
                additive=len(one) > 1 or "-" in name,
                compression=compression,
            )
            for pattern, compression in one
        )
        for one in sums
    ]


def _compression(text: str) -> tuple[str, int]:
    """Split a name at its colon into the text before and the compression factor after; 1 without a colon."""
    before, _, number = text.partition(":")
    return before, int(number or 1)


def _parts(whole: AbstractSpace, text: str) -> tuple[Symbol, ...]:
    """The parts that a list of cells stands for, but for what is in every pattern."""
    cells: list[int] = []
    for item in text.split(","):
        first, _, last = item.partition("..")
        cells += range(int(first) - 1, int(last or first))
    if not cells or min(cells) < 0 or max(cells) >= whole.theory.size:
        raise InputError("no such cells", expected=f"1 to {whole.theory.size}", found=text)
    if not whole.of_symbols:
        return tuple(cells)
    shared = shared_symbols(whole.theory)
    return tuple(whole.home[cell] for cell in cells if whole.home[cell] not in shared)


def partition(whole: AbstractSpace, name: str) -> tuple[tuple[Symbol, ...], ...]:
    """The parts of every pattern of a named partition.

    ``7-8``, ``6-6-3`` and ``6-6-6-6`` are those of Korf and Felner (2002), laid out from the blank's corner in the goal.
    For other boards a name such as ``4-4`` cuts the parts into runs of those lengths, in the order of the goal's cells.

    Raises
    ------
    InputError
        A name that does not say how to divide the parts.
    """
    theory, parts = whole.theory, whole.pattern
    cells = PARTITIONS.get(theory.shape, {}).get(name)
    if (
        cells is not None
        and domain_of(theory).slides
        and theory.blank in (whole.home[0], whole.home[-1])
    ):
        # From the last corner the board is seen upside down.
        seen = whole.home if whole.home[0] == theory.blank else whole.home[::-1]
        return tuple(tuple(seen[cell] for cell in pattern) for pattern in cells)
    lengths = [int(part) for part in name.split("-") if part]
    if not lengths or min(lengths) < 1 or sum(lengths) != len(parts):
        half = len(parts) // 2
        raise InputError(
            "unknown partition",
            expected=f"lengths that add up to {len(parts)}, such as "
            + ("7-8" if len(parts) == 15 else f"{half}-{len(parts) - half}"),
            found=repr(name),
        )
    return runs(parts, lengths)


def runs(parts: Sequence[Symbol], lengths: Sequence[int]) -> tuple[tuple[Symbol, ...], ...]:
    """Parts, cut into runs of some lengths."""
    ends = [sum(lengths[: place + 1]) for place in range(len(lengths))]
    return tuple(
        tuple(parts[end - length : end]) for end, length in zip(ends, lengths, strict=True)
    )


def default_partition(theory: Theory) -> str:
    """The default partition: few patterns, of up to `MOST_PLACEMENTS` each."""
    named = PARTITIONS.get(theory.shape)
    if named is not None:
        return next(iter(named))
    kept = (
        lengths
        for lengths in balanced(theory.size - 1)
        if len(lengths) > 1 and perm(theory.size, lengths[0]) <= MOST_PLACEMENTS
    )
    return "-".join(map(str, next(kept, [theory.size - 1])))


def balanced(count: int) -> Iterator[list[int]]:
    """Divide ``count`` into one run, two runs, three and so on, of nearly equal lengths."""
    for runs_of_it in range(1, count + 1):
        each, more = divmod(count, runs_of_it)
        yield [each + (number < more) for number in range(runs_of_it)]
