"""Pattern databases, in memory and in files (Culberson and Schaeffer 1998; Korf and Felner, AIJ 134, 2002).

A database holds, for every state of an abstraction, the least cost of a way to the goal there.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from ....rules.checked import checked
from ....rules.errors import InputError, Place
from ....rules.term import State
from ....rules.text.own_files import NotOurs, make_own_folder, open_own
from ....rules.text.text_file import clear_parts, replacing
from ... import _kernel
from ...limits import NO_LIMITS, LimitError, Limits
from ...native.border import kernel_limits
from .abstract_space import AbstractSpace
from .spot_check import odd_entry

MAGIC = b"arcwise pattern database 4\n"
HEADER = 4096
"""Bytes before the table: the magic line, then a JSON object, then spaces."""


Report: TypeAlias = Callable[[str, int, int], None]
"""Called with what is being built, how many abstract states are reached, and how many there are."""


class NotKept(InputError):  # noqa: N818 - the name says what is the matter
    """There is no place for a file; the database itself can still be built."""


@dataclass(frozen=True)
class PatternDatabase:
    """The table of one abstract space.

    Parameters
    ----------
    space
        The abstract states.
    table
        An entry of `AbstractSpace.width` bytes for every one of them, or for every `AbstractSpace.compression` of them, in
        the machine's order: a cost in units. The highest number, 255 or 65,535, stands for a goal out of reach, the one
        below for itself and more.
    """

    space: AbstractSpace
    table: Any

    @property
    def entries(self) -> memoryview:
        """The numbers in the table."""
        return memoryview(self.table).cast("B").cast("B" if self.space.width == 1 else "H")

    @cached_property
    def _in_kernel(self) -> _kernel.PatternSum:
        symbols = len(self.space.compiled.symbols)
        return _kernel.PatternSum([self.space.own], [self.table], [1.0], [[0]], symbols)

    def entry(self, state: State) -> float:
        """The entry of a state, in units; infinite for a goal out of reach."""
        return self._in_kernel.estimate(self.space.compiled.encode(state))

    def __len__(self) -> int:
        """The number of abstract states."""
        return self.space.size

    @classmethod
    @checked
    def build(
        cls,
        space: AbstractSpace,
        *,
        threads: int = 1,
        limits: Limits = NO_LIMITS,
        report: Report | None = None,
        table: Any = None,
    ) -> PatternDatabase:
        """Build a database backwards from the goal, by cost.

        Parameters
        ----------
        space
            The abstract states.
        threads
            How many processors to use; the table does not depend on it.
        limits
            On time and memory; the table counts, and what building it takes besides.
        report
            Called now and then with what is being built, the abstract states reached, and all of them.
        table
            Writable bytes to fill, as many as the space says; made if not given.

        Raises
        ------
        InputError
            A theory or pattern that does not fit, or a limit that does not suffice.
        KeyboardInterrupt
            The user's; the table is then unfinished.
        """
        what = "pattern " + " ".join(map(str, space.pattern))
        try:
            if limits.memory is not None and space.bytes > limits.memory:
                raise _unfinished(space, "memory", limits)
            if table is None:
                table = bytearray(space.bytes)
            tell = None if report is None else lambda count: report(what, count, space.size)
            outcome = space.own.build(table, threads, kernel_limits(limits), tell)
        except MemoryError:
            raise _unfinished(space, "memory", limits) from None
        except ValueError as error:
            raise InputError(f"no pattern database for {space.theory.name}: {error}") from None
        if outcome.limit == "interrupt":
            raise KeyboardInterrupt
        if outcome.limit is not None:
            raise _unfinished(space, outcome.limit, limits)
        return cls(space, table)

    @classmethod
    def build_file(
        cls,
        path: Path,
        space: AbstractSpace,
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
        space, threads, limits, report
            See `build`.

        Raises
        ------
        InputError
            As `build` does.
        NotKept
            A folder that cannot be written to, a full disk.
        """
        size = space.bytes
        with (
            _new_file(path, HEADER + size) as file,
            mmap.mmap(file.fileno(), HEADER + size) as mapped,
        ):
            table = memoryview(mapped)[HEADER:]
            try:
                cls.build(space, threads=threads, limits=limits, table=table, report=report)
                mapped[:HEADER] = _header(space, table)
            finally:
                table.release()

    def save(self, path: str | Path) -> None:
        """Write the database to a file, all of it or nothing."""
        with _new_file(Path(path), HEADER + len(self.table)) as file:
            file.write(_header(self.space, self.table))
            file.write(self.table)

    @classmethod
    def load(
        cls,
        path: str | Path,
        space: AbstractSpace,
        *,
        verify: bool = True,
        states: Sequence[State] = (),
    ) -> PatternDatabase:
        """Map a file into memory.

        Parameters
        ----------
        path
            A file that `save` wrote.
        space
            What it must have been built for.
        verify
            Whether to compare the checksum of the whole table, about a second per gigabyte, and to check some entries
            against the arcs, see `odd_entry`.
        states
            States whose entries are checked too.

        Raises
        ------
        InputError
            A file that is missing, foreign, cut short, altered, or built for something else; one that others than this
            user can have written, see `open_own`.
        """
        place = Place(str(path))
        size = space.bytes
        try:
            with open_own(path) as file:
                head = file.read(HEADER)
                length = os.fstat(file.fileno()).st_size
                found = _parse_header(head, place)
                wanted = space.description
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
        database = cls(space, table)
        if verify and (odd := odd_entry(space, database.entry, states)) is not None:
            raise InputError(
                "a pattern database that is wrong",
                place=place,
                found=odd,
                remedy="delete the file; it is then built anew",
            )
        return database


@contextmanager
def _new_file(path: Path, size: int) -> Iterator[BinaryIO]:
    """A file of a size that takes its name only when it is complete.

    All of it is allocated at once: a disk that is full only when mapped memory is written ends the process (SIGBUS).
    """
    try:
        make_own_folder(path.parent)
        clear_parts(path.parent)
        with replacing(path, private=True) as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            else:
                file.truncate(size)
            yield file
    except NotOurs as error:
        raise NotKept(
            "cannot keep a pattern database",
            place=error.place,
            found=error.problem,
            remedy="XDG_CACHE_HOME, which says where they are kept",
        ) from None
    except OSError as error:
        raise NotKept(
            "cannot write a pattern database",
            place=Place(str(path)),
            expected=f"room for {size:,} bytes",
            found=error.strerror or str(error),
            remedy="XDG_CACHE_HOME, which says where they are kept",
        ) from None


def _unfinished(space: AbstractSpace, limit: str, limits: Limits) -> LimitError:
    most = {"time": f"{limits.time} seconds", "memory": f"{limits.memory} bytes"}.get(limit, "")
    return LimitError(
        f"the limit on {limit} does not suffice to build a pattern database",
        limit=limit,
        expected=f"no more than {most}" if getattr(limits, limit) else "",
        found=f"{space} of {space.theory.name}",
        remedy="a higher limit, or smaller patterns",
    )


def _header(space: AbstractSpace, table: Any) -> bytes:
    words = {**space.description, "checksum": zlib.crc32(table)}
    return (MAGIC + json.dumps(words).encode()).ljust(HEADER)


def _parse_header(head: bytes, place: Place) -> dict[str, Any]:
    try:
        if len(head) == HEADER and head.startswith(MAGIC):
            found = json.loads(head[len(MAGIC) :])
            if isinstance(found, dict) and isinstance(found.get("checksum"), int):
                return found
    except (ValueError, RecursionError):
        pass
    raise InputError(
        "not a pattern database of this version",
        place=place,
        expected=f"a file that begins with {MAGIC.decode().strip()!r}",
        found=repr(head[:30]),
        remedy="delete the file; it is then built anew",
    )
