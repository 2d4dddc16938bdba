"""Pattern databases, in memory and in files (Culberson and Schaeffer 1998; Korf and Felner, AIJ 134, 2002).

A database holds, for every state of an abstraction, the least cost of a way to the goal there.

Also here: a check of the entries of a database against what the arcs say they must be.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import count, product
from math import inf
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from ....rules.arc import Arc
from ....rules.checked import checked
from ....rules.errors import InputError, Place
from ....rules.states.abstraction import reference_cell
from ....rules.states.permutation_group import permutation_of
from ....rules.term import State, Symbol, Term, Var, ground, match
from ....rules.text.text_file import NotOurs, clear_parts, make_own_folder, open_own, replacing
from ... import _kernel
from ...limits import NO_LIMITS, LimitError, Limits
from ...native.compiled import kernel_limits
from .abstract_space import AbstractSpace, shared_symbols

MAGIC = b"arcwise pattern database 4\n"
HEADER = 4096
"""Bytes before the table: the magic line, then a JSON object, then spaces."""


TableProgress: TypeAlias = Callable[[str, int, int], None]
"""Callback with the name of the part being built, the number of abstract states reached, and their total."""


class NotKept(InputError):  # noqa: N818 - the name says what is the matter
    """The file cannot be written; the database itself can still be built."""


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
        report: TableProgress | None = None,
        table: Any = None,
    ) -> PatternDatabase:
        """Build a database backwards from the goal, by cost.

        Parameters
        ----------
        space
            The abstract states.
        threads
            Number of processors; the table does not depend on it.
        limits
            Limits on time and memory; memory includes the table and all that building it needs.
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
        report: TableProgress | None = None,
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
            The abstract space that the file must be for.
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


SAMPLES = 12
"""Number of random abstract states from which ways to a goal are followed."""

EFFORT = 20_000
"""Greatest number of arcs that are tried in all."""

Masked: TypeAlias = tuple[Symbol | None, ...]
"""A board of an abstract state, with None in each cell that the abstract state leaves open."""


def odd_entry(
    space: AbstractSpace, entry: Callable[[State], float], states: Sequence[State] = ()
) -> str | None:
    """Reason why an entry is wrong; None if no fault was found.

    Parameters
    ----------
    space
        The abstract states of the database.
    entry
        The entry of a board's abstract state, in units.
    states
        Boards to begin with, such as the one that a search begins with.
    """
    view: _View = _Places(space) if space.of_symbols else _Cells(space)
    check = _EntryCheck(space, view, entry)
    random = Random(space.fingerprint)
    samples = (view.sample(random) for _ in range(SAMPLES))
    known = (view.masked(state) for state in states if view.holds(state))
    starts = list(dict.fromkeys((*view.goals(), *known, *samples)))
    left = EFFORT
    for number, start in enumerate(starts):
        odd = check.follow(start, left // (len(starts) - number))
        if odd is not None:
            return odd
        left -= check.tried
    return None


class _View(ABC):
    """View of a space: its abstract states and the effects of arcs on them."""

    def __init__(self, space: AbstractSpace) -> None:
        self.space = space
        self.moves = 0

    @abstractmethod
    def holds(self, state: State) -> bool:
        """Whether a board has an abstract state."""

    @abstractmethod
    def masked(self, state: State) -> Masked:
        """The abstract state of a board."""

    @abstractmethod
    def filled(self, masked: Masked) -> State:
        """A board of an abstract state."""

    @abstractmethod
    def goals(self) -> Iterable[Masked]:
        """A goal, if one is known."""

    @abstractmethod
    def sample(self, random: Random) -> Masked:
        """A random abstract state."""

    @abstractmethod
    def is_goal(self, masked: Masked) -> bool:
        """Whether an abstract state belongs to a goal state."""

    @abstractmethod
    def successors(self, masked: Masked) -> Iterator[tuple[int, Masked]]:
        """Abstract successors, each with the cost in units."""

    def sharing(self, masked: Masked) -> Iterable[Masked]:
        """Abstract states that share an entry, which is that of the nearest to a goal."""
        return (masked,)


class _EntryCheck:
    """Follows arcs from abstract states to a goal, by A* with the entries for its heuristic."""

    def __init__(self, space: AbstractSpace, view: _View, entry: Callable[[State], float]) -> None:
        self._view, self._entry = view, entry
        self._most = 256**space.width - 2
        self._alone = space.compression == 1 and not space.slides
        """Whether every abstract state has an entry of its own, of which Bellman's equation holds."""
        self._folded = space.compression > 1
        self._known: dict[Masked, float] = {}
        self.tried = 0
        """Arcs that were tried by the last call."""

    def says(self, masked: Masked) -> float:
        if masked not in self._known:
            self._known[masked] = self._entry(self._view.filled(masked))
        return self._known[masked]

    def follow(self, start: Masked, most: int) -> str | None:
        """Reason why the entry of a state, or of one on its way to a goal, is wrong; at most ``most`` arcs are applied."""
        view, self.tried = self._view, 0
        best = dict.fromkeys(view.sharing(start), 0)
        queue: list[tuple[float, int, int, Masked]] = []
        order = count()

        def wait(masked: Masked, cost: int) -> None:
            said = self.says(masked)
            heappush(queue, (cost + (said if said < inf else 0), -cost, next(order), masked))

        for masked in best:
            wait(masked, 0)
        while queue:
            _, minus, _, masked = heappop(queue)
            if -minus > best[masked]:
                continue
            if view.is_goal(masked):
                if self.says(masked) != 0:
                    return f"the entry of a goal is {_in_words(self.says(masked))}"
                return self._compared(self.says(start), -minus)
            self.tried += max(1, view.moves)
            ways = list(view.successors(masked))
            if self._alone:
                least = min((cost + self.says(after) for cost, after in ways), default=inf)
                if (odd := self._compared(self.says(masked), least)) is not None:
                    return odd
            if self.tried >= most:
                return None
            for cost, after in ways:
                if self._alone and self.says(after) == inf:
                    continue
                if cost - minus < best.get(after, inf):
                    best[after] = cost - minus
                    wait(after, cost - minus)
        return self._compared(self.says(start), inf)

    def _compared(self, said: float, cost: float) -> str | None:
        if self._most <= cost < inf:
            cost = self._most
        if said == cost or (self._folded and said < cost):
            return None
        return f"an entry is {_in_words(said)} where arcs lead to {_in_words(cost)}"


def _in_words(units: float) -> str:
    return "out of reach" if units == inf else f"{units:g}"


class _Places(_View):
    """Abstract states that are the cells of some symbols, which arcs carry from cell to cell."""

    def __init__(self, space: AbstractSpace) -> None:
        super().__init__(space)
        shared = shared_symbols(space.theory)
        self._tracked = frozenset(space.tracked)
        self._others = [symbol for symbol in space.home if symbol not in self._tracked]
        self._owned = frozenset(space.pattern)
        self._arcs = []
        for arc in space.theory.primitives:
            counted = reference_cell(arc, shared) if space.additive else -1
            tests = tuple((cell, self._seen(symbol)) for cell, symbol in arc.conditions[0])
            move = permutation_of(arc)
            assert move is not None
            came = tuple(move.index(cell) for cell in range(len(move)))
            units = 1 if space.slides else space.units(arc)  # there entries are numbers of moves
            self._arcs.append((tests, came, counted, units))
        self.moves = len(self._arcs)

    def _seen(self, symbol: Symbol) -> Symbol | None:
        return symbol if symbol in self._tracked else None

    def holds(self, state: State) -> bool:
        return self.space.places(state)

    def masked(self, state: State) -> Masked:
        return tuple(map(self._seen, state))

    def filled(self, masked: Masked) -> State:
        others = iter(self._others)
        return tuple(next(others) if symbol is None else symbol for symbol in masked)

    def goals(self) -> Iterable[Masked]:
        return () if ground(self.space.goal) is None else (self.masked(self.space.home),)

    def sample(self, random: Random) -> Masked:
        masked = self.masked(self.space.home)
        for _ in range(4 * len(masked)):
            came = random.choice(self._arcs)[1]
            masked = tuple(masked[cell] for cell in came)
        return masked

    def is_goal(self, masked: Masked) -> bool:
        pairs = zip(masked, self.space.goal, strict=True)
        return all(isinstance(term, Var) or symbol == self._seen(term) for symbol, term in pairs)

    def successors(self, masked: Masked) -> Iterator[tuple[int, Masked]]:
        for tests, came, counted, units in self._arcs:
            if all(masked[cell] == symbol for cell, symbol in tests):
                counts = counted < 0 or masked[counted] in self._owned
                yield units if counts else 0, tuple(masked[cell] for cell in came)

    def sharing(self, masked: Masked) -> Iterable[Masked]:
        if not self.space.slides:
            return (masked,)
        blank = self.space.theory.blank
        tiles = tuple(None if symbol == blank else symbol for symbol in masked)
        free = [cell for cell, symbol in enumerate(tiles) if symbol is None]
        return [(*tiles[:cell], blank, *tiles[cell + 1 :]) for cell in free]


class _AbstractMove(NamedTuple):
    """Effect of an arc on the cells that are kept."""

    tests: Sequence[tuple[int, Symbol]]
    held: Sequence[tuple[int, Var]]  # by cell: its variable
    limits: Sequence[tuple[Var, frozenset[Symbol]]]  # what a variable may stand for
    loose: Sequence[
        tuple[Var, Sequence[Symbol]]
    ]  # variables that come from cells that are not kept
    effects: Sequence[tuple[int, Term]]
    units: int


class _Cells(_View):
    """Symbols of some cells; a symbol moved in from another cell is unknown."""

    def __init__(self, space: AbstractSpace) -> None:
        super().__init__(space)
        self._kept = tuple(int(cell) for cell in space.pattern)
        self._values = [frozenset(held) for held in space.values]
        changing = (a for a in space.theory.primitives if not set(self._kept).isdisjoint(a.changed))
        shared = shared_symbols(space.theory)
        self._moves = [self._move(arc, shared) for arc in changing]
        self.moves = len(self._moves)

    def _move(self, arc: Arc, shared: frozenset[Symbol]) -> _AbstractMove:
        kept, space = set(self._kept), self.space
        constants, equal = arc.conditions
        effects = [(cell, term) for cell, term in arc.effects if cell in kept]
        counts = not space.additive or reference_cell(arc, shared) in kept
        move = _AbstractMove(
            [test for test in constants if test[0] in kept],
            (),
            (),
            (),
            effects,
            space.units(arc) if counts else 0,
        )
        if not equal and not any(isinstance(term, Var) for _, term in effects):
            return move
        before, after = arc.before, arc.after
        left = {before[cell] for cell in kept}
        right = {after[cell] for cell in kept}
        of_variable = self._common(enumerate(before))
        loose = self._common((cell, after[cell]) for cell in kept)
        return move._replace(
            held=[(cell, t) for cell in self._kept if isinstance(t := before[cell], Var)],
            limits=[(var, held) for var, held in of_variable.items() if var in left - right],
            loose=[(var, tuple(held)) for var, held in loose.items() if var not in left],
        )

    def _common(self, terms: Iterable[tuple[int, Term]]) -> dict[Var, frozenset[Symbol]]:
        """Symbols that all cells of each variable may hold."""
        found: dict[Var, frozenset[Symbol]] = {}
        for cell, term in terms:
            if isinstance(term, Var):
                found[term] = found.get(term, self._values[cell]) & self._values[cell]
        return found

    def holds(self, state: State) -> bool:
        return all(state[cell] in self._values[cell] for cell in self._kept)

    def masked(self, state: State) -> Masked:
        kept = set(self._kept)
        return tuple(symbol if cell in kept else None for cell, symbol in enumerate(state))

    def filled(self, masked: Masked) -> State:
        pairs = zip(masked, self.space.values, strict=True)
        known = next(iter(self.space.theory.symbols or self.space.compiled.symbols))
        return tuple(
            symbol if symbol is not None else next(iter(held), known) for symbol, held in pairs
        )

    @cached_property
    def _goal(self) -> tuple[Term, ...]:
        return tuple(self.space.goal[cell] for cell in self._kept)

    def goals(self) -> Iterable[Masked]:
        goal = ground(self.space.goal)
        return () if goal is None else (self.masked(goal),)

    def sample(self, random: Random) -> Masked:
        kept = set(self._kept)
        return tuple(
            random.choice(held) if cell in kept else None
            for cell, held in enumerate(self.space.values)
        )

    def is_goal(self, masked: Masked) -> bool:
        held = tuple(symbol for cell in self._kept if (symbol := masked[cell]) is not None)
        return match(self._goal, held) is not None

    def successors(self, masked: Masked) -> Iterator[tuple[int, Masked]]:
        for move in self._moves:
            if any(masked[cell] != symbol for cell, symbol in move.tests):
                continue
            bound: dict[Term, Symbol | None] = {}
            if any(bound.setdefault(var, masked[cell]) != masked[cell] for cell, var in move.held):
                continue
            if any(bound[var] not in held for var, held in move.limits):
                continue
            for chosen in product(*(held for _, held in move.loose)):
                bound.update(zip((var for var, _ in move.loose), chosen, strict=True))
                made = list(masked)
                for cell, term in move.effects:
                    made[cell] = bound[term] if isinstance(term, Var) else term
                if all(made[cell] in self._values[cell] for cell, _ in move.effects):
                    yield move.units, tuple(made)
