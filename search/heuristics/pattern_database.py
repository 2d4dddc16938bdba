"""Additive pattern databases (Korf and Felner, AIJ 134, 2002; Felner, Korf and Hanan, JAIR 22, 2004).

A database holds, for every placement of the tiles of a pattern, the least number of moves of those tiles that brings them
to their goal cells, wherever the blank is. Moves of other tiles count nothing, so the entries of disjoint patterns add up
to a lower bound. Where the puzzle has a reflection, the mirrored board is looked up too and the larger sum counts.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from ...rules.domains.table import domain_of
from ...rules.errors import InputError, Place
from ...rules.state_text import goal_cells
from ...rules.term import Pattern, State, Symbol, Var
from ...rules.theory import Theory
from .. import _kernel
from ..limits import NO_LIMITS, Limits
from ..native.border import kernel_limits
from ..native.compiled import CompiledTheory, compile_theory
from ..problem import Problem

MAGIC = b"arcwise pattern database 1\n"
HEADER = 4096
"""Bytes before the table: the magic line, then a JSON object, then spaces."""

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


@dataclass(frozen=True)
class PatternDatabase:
    """The table of one pattern for one goal.

    Parameters
    ----------
    theory, goal
        What it was built for; the theory's macros play no part.
    pattern
        Its tiles.
    table
        One byte for every placement, in lexicographic order of the tiles' cells: a number of moves, 255 for none.
    """

    theory: Theory
    goal: State
    pattern: tuple[Symbol, ...]
    table: Any

    def __len__(self) -> int:
        """The number of placements."""
        return len(self.table)

    @classmethod
    def build(
        cls,
        theory: Theory,
        goal: State,
        pattern: Sequence[Symbol],
        *,
        threads: int = 1,
        limits: Limits = NO_LIMITS,
        report: Callable[[int], None] | None = None,
        table: Any = None,
    ) -> PatternDatabase:
        """Build a database backwards from the goal, breadth-first by cost.

        Parameters
        ----------
        theory
            Its primitive arcs each move one tile into the blank, all at the same cost, and back.
        goal
            The goal state.
        pattern
            Tiles.
        threads
            How many processors to use; the table does not depend on it.
        limits
            On time and memory; the table counts, and what building it takes besides.
        report
            Called now and then with the number of placements reached.
        table
            Writable bytes to fill, one a placement; made if not given.

        Raises
        ------
        InputError
            A theory or pattern that does not fit, or a limit that does not suffice.
        KeyboardInterrupt
            The user's; the table is then unfinished.
        """
        space = _space(theory, goal, pattern)
        if limits.memory is not None and space.size > limits.memory:
            raise _unfinished(theory, pattern, "memory", limits)
        if table is None:
            try:
                table = bytearray(space.size)
            except MemoryError:
                raise _unfinished(theory, pattern, "memory", limits) from None
        try:
            outcome = space.build(table, threads, kernel_limits(limits), report)
        except ValueError as error:
            raise InputError(f"no pattern database for {theory.name}: {error}") from None
        if outcome.limit == "interrupt":
            raise KeyboardInterrupt
        if outcome.limit is not None:
            raise _unfinished(theory, pattern, outcome.limit, limits)
        return cls(theory, theory.check(goal), tuple(pattern), table)

    def save(self, path: str | Path) -> None:
        """Write the database to a file, all of it or nothing."""
        target = Path(path)
        with _new_file(target) as file:
            file.write(_header(self.theory, self.goal, self.pattern, self.table))
            file.write(self.table)

    @classmethod
    def load(
        cls,
        path: str | Path,
        theory: Theory,
        goal: State,
        pattern: Sequence[Symbol],
        *,
        verify: bool = True,
    ) -> PatternDatabase:
        """Map a file into memory.

        Parameters
        ----------
        path
            A file that `save` wrote.
        theory, goal, pattern
            What it must have been built for.
        verify
            Whether to compare the checksum of the whole table; about a second per gigabyte.

        Raises
        ------
        InputError
            A file that is missing, foreign, cut short, altered, or built for something else.
        """
        place = Place(str(path))
        size = _space(theory, goal, pattern).size
        try:
            with Path(path).open("rb") as file:
                head = file.read(HEADER)
                length = os.fstat(file.fileno()).st_size
                found = _parse_header(head, place)
                wanted = _description(theory, goal, pattern)
                for key, value in wanted.items():
                    if found.get(key) != value:
                        raise InputError(
                            f"a pattern database for another {key}",
                            place=place,
                            expected=str(value),
                            found=str(found.get(key)),
                            remedy="delete the file; it is then built anew",
                        )
                if length != HEADER + size:
                    raise InputError(
                        "a pattern database that is cut short",
                        place=place,
                        expected=f"{HEADER + size} bytes",
                        found=str(length),
                        remedy="delete the file; it is then built anew",
                    )
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise InputError(
                "cannot read a pattern database", place=place, found=error.strerror or str(error)
            ) from None
        table = memoryview(mapped)[HEADER:]
        if verify and (checksum := zlib.crc32(table)) != found["checksum"]:
            raise InputError(
                "a pattern database that was altered",
                place=place,
                expected=f"checksum {found['checksum']}",
                found=str(checksum),
                remedy="delete the file; it is then built anew",
            )
        return cls(theory, theory.check(goal), tuple(pattern), table)


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
        self._compiled = _compiled(first.theory)
        rows, columns = first.theory.shape
        try:
            self._kernel = _kernel.AdditivePatterns(
                self._compiled.handle,
                self._compiled.encode(first.goal),
                [self._compiled.encode(each.pattern) for each in databases],
                [each.table for each in databases],
                reflect,
                rows,
                columns,
            )
        except ValueError as error:
            raise InputError(f"pattern databases do not fit: {error}") from None

    @property
    def reflects(self) -> bool:
        """Whether the reflection is looked up."""
        return self._kernel.reflects

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


def additive_patterns(
    theory: Theory,
    goal: State,
    name: str,
    *,
    folder: str | Path | None = None,
    threads: int = 1,
    verify: bool = True,
    limits: Limits = NO_LIMITS,
    report: Callable[[str, int, int], None] | None = None,
) -> AdditivePatterns:
    """The databases of a named partition: loaded where they were built before, else built and kept.

    Parameters
    ----------
    theory, goal
        See `PatternDatabase.build`.
    name
        See `partition`.
    folder
        Where they are kept; by default the user's cache folder.
    threads, verify, limits
        For building and loading; the limits are on each database that is built.
    report
        Called now and then with what is being built, the placements reached, and all of them.

    Raises
    ------
    InputError
        As `partition`, `PatternDatabase.build` and `PatternDatabase.load` do.
    """
    plain = theory.without_macros()
    where = Path(folder) if folder is not None else cache_folder()
    databases = []
    for pattern in partition(plain, goal, name):
        path = where / f"{_fingerprint(plain, goal, pattern)[:16]}.patterns"
        if not path.exists():
            _build_into(path, plain, goal, pattern, threads, limits, report)
        databases.append(PatternDatabase.load(path, plain, goal, pattern, verify=verify))
    return AdditivePatterns(databases, name=f"patterns:{name}")


def patterns(
    theory: Theory,
    goal: Pattern,
    start: State = (),
    name: str | None = None,
    *,
    limits: Limits = NO_LIMITS,
    report: Callable[[str, int, int], None] | None = None,
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


def _build_into(
    path: Path,
    theory: Theory,
    goal: State,
    pattern: tuple[Symbol, ...],
    threads: int,
    limits: Limits,
    report: Callable[[str, int, int], None] | None,
) -> None:
    size = _space(theory, goal, pattern).size
    what = "pattern " + " ".join(str(symbol) for symbol in pattern)
    with _new_file(path) as file:
        file.truncate(HEADER + size)
        with mmap.mmap(file.fileno(), HEADER + size) as mapped:
            table = memoryview(mapped)[HEADER:]
            try:
                PatternDatabase.build(
                    theory,
                    goal,
                    pattern,
                    threads=threads,
                    limits=limits,
                    table=table,
                    report=None if report is None else lambda count: report(what, count, size),
                )
                mapped[:HEADER] = _header(theory, goal, pattern, table)
            finally:
                table.release()


class _new_file:  # noqa: N801 - a context manager used like a function
    """A file that takes its name only when it is complete."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(f"{path.name}.{os.getpid()}.part")

    def __enter__(self) -> Any:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._part.open("w+b")
        except OSError as error:
            raise InputError(
                "cannot write a pattern database",
                place=Place(str(self._path)),
                found=error.strerror or str(error),
            ) from None
        return self._file

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        self._file.close()
        if kind is None:
            self._part.replace(self._path)
        else:
            self._part.unlink(missing_ok=True)


def _compiled(theory: Theory) -> CompiledTheory:
    plain = theory.without_macros() if theory.macros else theory
    return compile_theory(plain)


def _space(theory: Theory, goal: State, pattern: Sequence[Symbol]) -> _kernel.Pattern:
    compiled = _compiled(theory)
    unknown = [str(symbol) for symbol in (*pattern, *goal) if symbol not in compiled.codes]
    if unknown:
        raise InputError("not a tile of this puzzle", found=", ".join(dict.fromkeys(unknown)))
    try:
        return _kernel.Pattern(
            compiled.handle, compiled.encode(theory.check(goal)), compiled.encode(tuple(pattern))
        )
    except ValueError as error:
        raise InputError(f"no pattern database for {theory.name}: {error}") from None


def _unfinished(
    theory: Theory, pattern: Sequence[Symbol], limit: str, limits: Limits
) -> InputError:
    most = {"time": f"{limits.time} seconds", "memory": f"{limits.memory} bytes"}.get(limit, "")
    return InputError(
        f"the limit on {limit} does not suffice to build a pattern database",
        expected=f"no more than {most}" if getattr(limits, limit) else "",
        found=f"{len(pattern)} tiles of {theory.name}",
        remedy="a higher limit, or a partition into smaller patterns",
    )


def _description(theory: Theory, goal: State, pattern: Sequence[Symbol]) -> dict[str, Any]:
    return {
        "puzzle": _fingerprint(theory, goal, ()),
        "goal": list(goal),
        "pattern": list(pattern),
    }


def _fingerprint(theory: Theory, goal: State, pattern: Sequence[Symbol]) -> str:
    arcs = [[str(t) for side in arc.canonical for t in side] for arc in theory.primitives]
    costs = [arc.cost for arc in theory.primitives]
    text = json.dumps(
        [theory.shape, arcs, costs, [str(s) for s in goal], [str(s) for s in pattern]]
    )
    return sha256(text.encode()).hexdigest()


def _header(theory: Theory, goal: State, pattern: Sequence[Symbol], table: Any) -> bytes:
    words = {**_description(theory, goal, pattern), "checksum": zlib.crc32(table)}
    head = MAGIC + json.dumps(words).encode()
    if len(head) > HEADER:
        raise InputError("a goal too long for the header of a pattern database")
    return head.ljust(HEADER)


def _parse_header(head: bytes, place: Place) -> dict[str, Any]:
    try:
        if len(head) == HEADER and head.startswith(MAGIC):
            found = json.loads(head[len(MAGIC) :])
            if isinstance(found, dict) and isinstance(found.get("checksum"), int):
                return found
    except ValueError:
        pass
    raise InputError(
        "not a pattern database of this version",
        place=place,
        expected=f"a file that begins with {MAGIC.decode().strip()!r}",
        found=repr(head[:30]),
        remedy="delete the file; it is then built anew",
    )
