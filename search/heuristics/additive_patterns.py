"""The heuristic of additive pattern databases: named partitions, kept on disk, remembered (Korf and Felner, AIJ 134, 2002).

Moves of other tiles count nothing, so the entries of disjoint patterns add up to a lower bound. Where the puzzle has a
reflection, the mirrored board is looked up too and the larger sum counts.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, cast

from ...rules.checked import checked
from ...rules.domains.table import domain_of
from ...rules.errors import InputError
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.text.state_text import goal_cells
from ...rules.theory import Theory
from .. import _kernel
from ..limits import NO_LIMITS, Limits
from ..native.compiled import CompiledTheory
from ..problem import Problem
from .pattern_database import (
    NotKept,
    PatternDatabase,
    Report,
    compiled_without_macros,
    fingerprint,
)

LOG = logging.getLogger("arcwise")

PARTITIONS: dict[tuple[int, int], dict[str, tuple[tuple[int, ...], ...]]] = {
    (4, 4): {
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
"""Partitions by board and name. A number is the goal cell, counted from 0, of a tile; see `partition`."""


@checked
class AdditivePatterns:
    """The sum of pattern databases as a heuristic, with the reflected board's where the puzzle has a reflection.

    Parameters
    ----------
    databases
        For one theory and goal, with disjoint patterns.
    reflect
        Whether to look up the reflection too.
    name
        What people call it.

    Raises
    ------
    InputError
        Databases that do not belong together.
    """

    admissible = True
    consistent = (
        False  # entries leave the blank out, so that one move may change which blank is the best
    )

    def __init__(
        self, databases: Sequence[PatternDatabase], *, reflect: bool = True, name: str = ""
    ) -> None:
        if not databases:
            raise InputError("no pattern database", expected="at least one")
        first = databases[0]
        if any((other.theory, other.goal) != (first.theory, first.goal) for other in databases):
            raise InputError("pattern databases for different theories or goals do not add up")
        self.goal = first.goal
        self.theory = first.theory
        self.name = name or "patterns:" + "-".join(str(len(each.pattern)) for each in databases)
        rows, columns = first.theory.shape
        try:
            self._compiled = compiled_without_macros(first.theory)
            self._kernel = _kernel.AdditivePatterns(
                self._compiled.handle,
                self._compiled.encode(first.goal),
                [self._compiled.encode(each.pattern) for each in databases],
                [each.table for each in databases],
                reflect,
                rows,
                columns,
            )
        except MemoryError:
            raise InputError("the pattern databases do not fit into memory") from None
        except ValueError as error:
            raise InputError(f"pattern databases do not fit: {error}") from None

    def estimate(self, state: State) -> float:
        """The larger of the two sums."""
        return self._kernel.estimate(self._compiled.encode(state))

    def update(self, h: float, operator: Any, state: State, successor: State) -> float:
        """The estimate of the successor."""
        return self.estimate(successor)

    def check(self, problem: Problem) -> None:
        """Make sure that the databases were built for a problem's primitive arcs and goal.

        Raises
        ------
        InputError
            They were not.
        """
        if problem.theory.primitives != self.theory.primitives or problem.goal != self.goal:
            raise InputError(
                "these pattern databases were built for another problem",
                expected=f"{self.theory.name} with the goal {self.theory.format(self.goal)}",
                found=f"{problem.theory.name} with the goal {problem.theory.format(problem.goal)}",
            )

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.AdditivePatterns:
        """The same in the kernel.

        Raises
        ------
        InputError
            A theory whose symbols are not those of the databases.
        """
        if compiled.symbols != self._compiled.symbols:
            raise InputError(
                "these pattern databases were built for another puzzle",
                expected=self.theory.name,
                found=compiled.theory.name,
            )
        return self._kernel


def partition(theory: Theory, goal: State, name: str) -> tuple[tuple[Symbol, ...], ...]:
    """The tiles of every pattern of a named partition.

    ``7-8``, ``6-6-3`` and ``6-6-6-6`` are those of Korf and Felner (2002), laid out from the blank's corner in the goal.
    For other boards a name such as ``4-4`` cuts the tiles into runs of goal cells of those lengths.

    Raises
    ------
    InputError
        A name that does not say how to divide the tiles.
    """
    tiles = [symbol for symbol in goal if symbol != theory.blank]
    cells = PARTITIONS.get(theory.shape, {}).get(name)
    if cells is not None and domain_of(theory).slides and theory.blank in (goal[0], goal[-1]):
        # From the last corner the board is seen upside down.
        seen = goal if goal[0] == theory.blank else goal[::-1]
        return tuple(tuple(seen[cell] for cell in pattern) for pattern in cells)
    try:
        lengths = [int(part) for part in name.split("-")]
    except ValueError:
        lengths = []
    if not lengths or min(lengths) < 1 or sum(lengths) != len(tiles):
        raise InputError(
            "unknown partition",
            expected=f"lengths that add up to {len(tiles)} tiles, such as "
            + ("7-8" if len(tiles) == 15 else f"{len(tiles) // 2}-{len(tiles) - len(tiles) // 2}"),
            found=repr(name),
        )
    patterns = []
    for length in lengths:
        patterns.append(tuple(tiles[:length]))
        tiles = tiles[length:]
    return tuple(patterns)


@checked
def additive_patterns(
    theory: Theory,
    goal: State,
    name: str,
    *,
    folder: str | Path | None = None,
    threads: int = 1,
    verify: bool = True,
    limits: Limits = NO_LIMITS,
    report: Report | None = None,
) -> AdditivePatterns:
    """The databases of a named partition: loaded where they were built before, else built and kept.

    A damaged file is built anew; where nothing can be written the databases are in memory only. Both are warned of.

    Parameters
    ----------
    theory, goal
        See `PatternDatabase.build`.
    name
        See `partition`.
    folder
        Where they are kept; by default the user's cache folder.
    threads, verify, limits
        For building and loading; the limit on time is on building all, that on memory on each.
    report
        Called now and then with what is being built, the placements reached, and all of them.

    Raises
    ------
    InputError
        As `partition`, `PatternDatabase.build` and `PatternDatabase.load` do.
    """
    plain = theory.without_macros()
    where = Path(folder) if folder is not None else cache_folder()
    began = perf_counter()
    databases = [
        _database(
            where / f"{fingerprint(plain, goal, pattern)[:16]}.patterns",
            *(plain, goal, pattern),
            threads=threads,
            verify=verify,
            limits=limits.after(perf_counter() - began),
            report=report,
        )
        for pattern in partition(plain, goal, name)
    ]
    return AdditivePatterns(databases, name=f"patterns:{name}")


def _database(
    path: Path,
    theory: Theory,
    goal: State,
    pattern: tuple[Symbol, ...],
    *,
    threads: int,
    verify: bool,
    limits: Limits,
    report: Report | None,
) -> PatternDatabase:
    """The database of a pattern: from its file, else built there, else where that cannot be in memory."""
    try:
        return PatternDatabase.load(path, theory, goal, pattern, verify=verify)
    except InputError as error:
        if path.exists():
            LOG.warning(f"{path}: {error.problem}; it is built anew")
    try:
        PatternDatabase.build_file(
            path, theory, goal, pattern, threads=threads, limits=limits, report=report
        )
        return PatternDatabase.load(path, theory, goal, pattern, verify=False)
    except NotKept as error:
        LOG.warning(f"{path}: {error.problem}: {error.found}; it is not kept")
    return PatternDatabase.build(
        theory, goal, pattern, threads=threads, limits=limits, report=report
    )


def patterns(
    theory: Theory,
    goal: Pattern,
    start: State = (),
    name: str | None = None,
    *,
    limits: Limits = NO_LIMITS,
    report: Report | None = None,
) -> AdditivePatterns:
    """Additive pattern databases, loaded once and remembered; built and kept if need be.

    Parameters
    ----------
    theory, goal
        See `PatternDatabase.build`; the goal is one state.
    start
        Plays no part.
    name
        See `partition`; None for the smallest named partition, or two runs of tiles of about the same length.
    limits, report
        See `additive_patterns`.

    Raises
    ------
    InputError
        As `additive_patterns` does.
    """
    if any(isinstance(term, Var) for term in goal):
        raise InputError(
            "pattern databases need a single goal state",
            found=" ".join(map(str, goal_cells(goal))),
        )
    plain = theory.without_macros() if theory.macros else theory
    state, partition_name = cast(State, goal), name or default_partition(plain)
    key = (plain, state, partition_name)
    made = _PATTERNS.get(key)
    if made is None:
        made = additive_patterns(
            plain,
            state,
            partition_name,
            threads=os.cpu_count() or 1,
            limits=limits,
            report=report,
        )
        if len(_PATTERNS) >= MOST_REMEMBERED:
            _PATTERNS.pop(next(iter(_PATTERNS)))
        _PATTERNS[key] = made
    return made


MOST_REMEMBERED = 4
"""Sets of databases that stay mapped into memory."""

_PATTERNS: dict[tuple[Theory, State, str], AdditivePatterns] = {}


def default_partition(theory: Theory) -> str:
    """The partition that is meant where none is named."""
    named = PARTITIONS.get(theory.shape)
    if named is not None:
        return next(iter(named))
    tiles = theory.size - 1
    return f"{tiles - tiles // 2}-{tiles // 2}"


def cache_folder() -> Path:
    """The user's folder for what can be made again: ``$XDG_CACHE_HOME/arcwise`` or ``~/.cache/arcwise``."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "arcwise"
