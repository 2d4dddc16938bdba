"""Pattern databases, in memory and in files (Korf and Felner, AIJ 134, 2002; Felner, Korf and Hanan, JAIR 22, 2004).

A database holds, for every placement of the tiles of a pattern, the least number of moves of those tiles that brings them
to their goal cells, wherever the blank is.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from ...rules.checked import checked
from ...rules.errors import InputError, Place
from ...rules.term import State, Symbol
from ...rules.text.text_file import clear_parts, replacing
from ...rules.theory import Theory
from .. import _kernel
from ..limits import NO_LIMITS, Limits
from ..native.border import kernel_limits
from ..native.compiled import CompiledTheory, compile_theory

MAGIC = b"arcwise pattern database 1\n"
HEADER = 4096
"""Bytes before the table: the magic line, then a JSON object, then spaces."""


Report: TypeAlias = Callable[[str, int, int], None]
"""Called with what is being built, how many placements are reached, and how many there are."""


class NotKept(InputError):  # noqa: N818 - the name says what is the matter
    """There is no place for a file; the database itself can still be built."""


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
    @checked
    def build(
        cls,
        theory: Theory,
        goal: State,
        pattern: Sequence[Symbol],
        *,
        threads: int = 1,
        limits: Limits = NO_LIMITS,
        report: Report | None = None,
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
            Called now and then with what is being built, the placements reached, and all of them.
        table
            Writable bytes to fill, one a placement; made if not given.

        Raises
        ------
        InputError
            A theory or pattern that does not fit, or a limit that does not suffice.
        KeyboardInterrupt
            The user's; the table is then unfinished.
        """
        what = "pattern " + " ".join(map(str, pattern))
        try:
            space = _space(theory, goal, pattern)
            if limits.memory is not None and space.size > limits.memory:
                raise _unfinished(theory, pattern, "memory", limits)
            if table is None:
                table = bytearray(space.size)
            tell = None if report is None else lambda count: report(what, count, space.size)
            outcome = space.build(table, threads, kernel_limits(limits), tell)
        except MemoryError:
            raise _unfinished(theory, pattern, "memory", limits) from None
        except ValueError as error:
            raise InputError(f"no pattern database for {theory.name}: {error}") from None
        if outcome.limit == "interrupt":
            raise KeyboardInterrupt
        if outcome.limit is not None:
            raise _unfinished(theory, pattern, outcome.limit, limits)
        return cls(theory, theory.check(goal), tuple(pattern), table)

    @classmethod
    def build_file(
        cls,
        path: Path,
        theory: Theory,
        goal: State,
        pattern: Sequence[Symbol],
        *,
        threads: int = 1,
        limits: Limits = NO_LIMITS,
        report: Report | None = None,
    ) -> None:
        """Build a database in a file, which takes its name when it is complete.

        Parameters
        ----------
        path
            The file.
        theory, goal, pattern, threads, limits, report
            See `build`.

        Raises
        ------
        InputError
            As `build` does.
        NotKept
            A folder that cannot be written to, a full disk.
        """
        size = _space(theory, goal, pattern).size
        with (
            _new_file(path, HEADER + size) as file,
            mmap.mmap(file.fileno(), HEADER + size) as mapped,
        ):
            table = memoryview(mapped)[HEADER:]
            try:
                cls.build(
                    theory,
                    goal,
                    pattern,
                    threads=threads,
                    limits=limits,
                    table=table,
                    report=report,
                )
                mapped[:HEADER] = _header(theory, goal, pattern, table)
            finally:
                table.release()

    def save(self, path: str | Path) -> None:
        """Write the database to a file, all of it or nothing."""
        with _new_file(Path(path), HEADER + len(self.table)) as file:
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


@contextmanager
def _new_file(path: Path, size: int) -> Iterator[BinaryIO]:
    """A file of a size that takes its name only when it is complete.

    All of it is allocated at once: a disk that is full only when mapped memory is written ends the process (SIGBUS).
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        clear_parts(path.parent)
        with replacing(path) as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            else:
                file.truncate(size)
            yield file
    except OSError as error:
        raise NotKept(
            "cannot write a pattern database",
            place=Place(str(path)),
            expected=f"room for {size:,} bytes",
            found=error.strerror or str(error),
            remedy="XDG_CACHE_HOME, which says where they are kept",
        ) from None


def compiled_without_macros(theory: Theory) -> CompiledTheory:
    """The primitive arcs for the kernel."""
    plain = theory.without_macros() if theory.macros else theory
    return compile_theory(plain)


def _space(theory: Theory, goal: State, pattern: Sequence[Symbol]) -> _kernel.Pattern:
    compiled = compiled_without_macros(theory)
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
        "puzzle": fingerprint(theory, goal, ()),
        "goal": list(goal),
        "pattern": list(pattern),
    }


def fingerprint(theory: Theory, goal: State, pattern: Sequence[Symbol]) -> str:
    """What tells one database from another: a checksum of arcs, goal and pattern."""
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
