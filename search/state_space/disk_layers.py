"""State spaces larger than memory: breadth first, with the states of every layer in sorted files.

A state is in a bucket, by its hash, and files are in the order of the buckets. A layer is made in two rounds of tasks: one
writes what a file of the last layer leads to; the other sorts what came for a range of buckets and drops what was known
(Korf 2004, *Best-first frontier search with delayed duplicate detection*). A file takes its name when it is complete, so
that a task can be done again after any failure, here or on another machine, and nothing that was finished is done twice.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from errno import ENOSPC
from fcntl import LOCK_EX, LOCK_NB, flock
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from ...rules.checked import checked
from ...rules.errors import InputError, Place
from ...rules.term import Pattern, State, Var
from ...rules.text.text_file import read_text, replacing, write_text
from ...rules.theory import Theory
from .. import _kernel
from ..limits import NO_LIMITS, Limits
from ..native.border import kernel_limits
from ..native.compiled import CompiledTheory, compile_theory
from .enumerate_states import Enumeration

FILES = "sorted files"
"""How states are held."""

BUCKETS = 1024
PART = 1 << 24
"""Bytes of successors that one task sorts, more or less."""

RECORD = "layers.json"
LOCK = "layers.lock"
PATIENCE = 0.2
"""Seconds between two looks at the clock."""


class Range(NamedTuple):
    """Buckets of a layer whose states are in one file: from the first to the one before the end."""

    layer: int
    first: int
    end: int

    @property
    def states(self) -> str:
        """The file of the states themselves."""
        return f"{self.layer}.{self.first}-{self.end}.states"

    @property
    def successors(self) -> str:
        """The file of what they lead to."""
        return f"{self.layer}.{self.first}-{self.end}.successors"


@dataclass(frozen=True)
class LayerFiles:
    """Where the states of a space are; what every task is told.

    Parameters
    ----------
    theory
        Whose arcs lead from layer to layer.
    start
        The state of layer 0.
    folder
        On a cluster, the same for all.
    memory
        The most bytes that one task holds in the kernel; None for no limit.
    """

    theory: Theory
    start: State
    folder: Path
    memory: int | None = None

    @property
    def compiled(self) -> CompiledTheory:
        """The theory in the kernel; made once in every process."""
        return compile_theory(self.theory, self.start)

    @property
    def limits(self) -> _kernel.Limits:
        """Of one task."""
        return kernel_limits(Limits(memory=self.memory))

    def begin(self) -> Range:
        """Write layer 0."""
        states, ends, _ = _kernel.state_in_bucket(
            self.compiled.handle, self.compiled.encode(self.start), BUCKETS
        )
        whole = Range(0, 0, BUCKETS)
        self._write(whole.states, states, ends)
        return whole

    def expand(self, states: Range) -> tuple[list[int], int]:
        """Write what some states lead to; by bucket where it ends, in bytes, and the bytes that the kernel held."""
        held = 0
        if not (self.folder / states.successors).exists():
            found, ends, held = _kernel.successors_in_buckets(
                self.compiled.handle, self.read(states.states, 0, BUCKETS), BUCKETS, self.limits
            )
            self._write(states.successors, found, ends)
        return list(self._ends(states.successors)), held

    def merge(
        self, made: Range, sources: Sequence[Range], earlier: Sequence[Range]
    ) -> tuple[int, int]:
        """Write what is new in some buckets; how many states that is, and how many bytes the kernel held."""
        held = 0
        if not (self.folder / made.states).exists():
            found = [self.read(source.successors, made.first, made.end) for source in sources]
            known = [self.read(states.states, made.first, made.end) for states in earlier]
            states, ends, held = _kernel.new_states(
                self.compiled.handle, found, known, BUCKETS, self.limits
            )
            self._write(made.states, states, ends)
        return self.size(made), held

    def size(self, states: Range) -> int:
        """How many states a file holds; it has to be whole."""
        ends = self._ends(states.states)
        expected = len(ends) * ends.itemsize + ends[-1]
        found = (self.folder / states.states).stat().st_size
        if found != expected:
            raise _damaged(self.folder / states.states)
        return ends[-1] // _kernel.state_width(self.compiled.handle)

    def read(self, name: str, first: int, end: int) -> bytes:
        """The states of some buckets in a file."""
        ends = self._ends(name)
        begin = ends[first - 1] if first else 0
        with (self.folder / name).open("rb") as file:
            file.seek(len(ends) * ends.itemsize + begin)
            return file.read(ends[end - 1] - begin)

    def _ends(self, name: str) -> array[int]:
        ends = array("Q")
        with (self.folder / name).open("rb") as file:
            found = file.read(BUCKETS * ends.itemsize)
        if len(found) == BUCKETS * ends.itemsize:
            ends.frombytes(found)
        if not ends or any(one > other for one, other in pairwise(ends)):
            raise _damaged(self.folder / name)
        return ends

    def _write(self, name: str, states: bytes, ends: bytes) -> None:
        with replacing(self.folder / name) as file:
            file.write(ends)
            file.write(states)


def _damaged(file: Path) -> InputError:
    return InputError(
        "a damaged file of an enumeration",
        place=Place(str(file)),
        remedy="another folder, in which it is begun anew",
    )


class _Stopped(Exception):  # noqa: N818 - no error
    """A limit ends the work."""


@checked
def enumerate_on_disk(
    theory: Theory,
    start: State,
    folder: Path,
    *,
    executor: Executor | None = None,
    threads: int = 1,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
) -> Enumeration:
    """Count the states at every distance from ``start``, as `enumerate_layers` does, with the states in files.

    What another call has begun in the folder is gone on with. Where every arc is undone by an arc, two layers are kept,
    else all.

    Parameters
    ----------
    theory, start
        The domain, and the only state of layer 0.
    folder
        Is made where it is missing.
    executor
        Who does the tasks, such as ``distributed.Client.get_executor()``, whose workers see the same folder; by default
        threads of this process.
    threads
        How many they are, where there is no executor.
    limits
        ``nodes`` is the most states, looked at after every layer; ``memory`` the bytes that one task holds in the kernel;
        ``time`` ends the work between two tasks.
    report
        Called now and then with the number of states so far.

    Raises
    ------
    InputError
        A folder that holds something else, is damaged or cannot be written to, or in which another call is at work.
    """
    if threads < 1:
        raise InputError("bad number of threads", expected="1 or more", found=str(threads))
    files = LayerFiles(theory, theory.check(start), folder, limits.memory)
    with _alone_in(folder):
        return _enumerate(files, executor, threads, limits, report)


def _enumerate(
    files: LayerFiles,
    executor: Executor | None,
    threads: int,
    limits: Limits,
    report: Callable[[int], None] | None,
) -> Enumeration:
    began = perf_counter()
    layers = _begun(files)
    keep = 2 if _undoes_itself(files.theory) else None
    limit, held = None, 0

    def states() -> int:
        return sum(sum(layer.values()) for layer in layers)

    def goes_on() -> None:
        if limits.time is not None and perf_counter() - began > limits.time:
            raise _Stopped("time")
        if report is not None:
            report(states())

    own = ThreadPoolExecutor(threads)  # begins none before it is given a task
    try:
        while layers[-1]:
            if limits.nodes is not None and states() > limits.nodes:
                raise _Stopped("nodes")
            known = layers[-keep:] if keep else layers
            made = _next_layer(files, len(layers), known, executor or own, goes_on)
            layers.append(made.states)
            held = max(held, made.held)
            _keep_record(files, layers)
            _clear(files, layers, keep)
    except _Stopped as stopped:
        limit = str(stopped)
    except MemoryError:
        limit = "memory"
    except KeyboardInterrupt:
        limit = "interrupt"
    except OSError as error:
        raise _cannot(files.folder, "go on", error) from None
    except ValueError as error:
        raise InputError(
            f"{error}", place=Place(str(files.folder)), remedy="another folder"
        ) from None
    finally:
        own.shutdown(wait=True, cancel_futures=True)
    counts = tuple(sum(layer.values()) for layer in layers if layer)
    return Enumeration(counts, held, perf_counter() - began, limit, FILES)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Hold a folder, which is made where it is missing, so that nobody else on this machine works in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("ab") if _is_ours(folder) else None
    except OSError as error:
        raise _cannot(folder, "be kept here", error) from None
    if lock is None:
        raise InputError(
            "this folder holds something else",
            place=Place(str(folder)),
            expected="an empty folder, or one with an enumeration that was begun",
        )
    with lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise InputError(
                "another enumeration is at work in this folder",
                place=Place(str(folder)),
                remedy="another folder, or --threads for more of one",
            ) from None
        yield


def _is_ours(folder: Path) -> bool:
    ours = (".states", ".successors", ".part")
    return all(file.name in (RECORD, LOCK) or file.suffix in ours for file in folder.iterdir())


class _Layer(NamedTuple):
    states: dict[Range, int]
    held: int


def _next_layer(
    files: LayerFiles,
    number: int,
    known: Sequence[dict[Range, int]],
    executor: Executor,
    goes_on: Callable[[], None],
) -> _Layer:
    """Make a layer: its states by file, and the most bytes that the kernel held at a time in one task."""
    sources = list(known[-1])
    sizes, most = [0] * BUCKETS, 0
    for _, (ends, held) in _done(executor, [(files.expand, each) for each in sources], goes_on):
        most = max(most, held)
        for bucket, end in enumerate(ends):
            sizes[bucket] += end - (ends[bucket - 1] if bucket else 0)
    part = PART
    if (
        files.memory is not None
    ):  # what is new will be expanded by one task, which holds all that it leads to twice
        states = sum(known[-1].values()) * _kernel.state_width(files.compiled.handle)
        part = max(1, min(PART, files.memory // (4 + 2 * -(-sum(sizes) // states))))
    earlier = [each for layer in known for each in layer]
    tasks = [
        (files.merge, made, sources, [each for each in earlier if _overlap(each, made)])
        for made in _ranges(number, sizes, part)
    ]
    counts = {}
    for task, (count, held) in _done(executor, tasks, goes_on):
        most = max(most, held)
        if count:
            counts[task[1]] = count
    return _Layer(dict(sorted(counts.items())), most)


def _ranges(layer: int, sizes: Sequence[int], part: int) -> Iterator[Range]:
    """Buckets with about so many bytes together."""
    first = size = 0
    for bucket, more in enumerate(sizes):
        if size and size + more > part:
            yield Range(layer, first, bucket)
            first, size = bucket, 0
        size += more
    if size:
        yield Range(layer, first, len(sizes))


def _overlap(one: Range, other: Range) -> bool:
    return one.first < other.end and other.first < one.end


def _done(
    executor: Executor, tasks: Iterable[tuple[Any, ...]], goes_on: Callable[[], None]
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Tasks, each a function and its arguments, with what they answered, as they end."""
    waiting: dict[Future[Any], tuple[Any, ...]] = {executor.submit(*task): task for task in tasks}
    try:
        while waiting:
            goes_on()
            for future in wait(waiting, PATIENCE, FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
    finally:
        for future in waiting:
            future.cancel()


def _undoes_itself(theory: Theory) -> bool:
    """Whether every arc is undone by an arc: then a successor is in the layer before, in the same or in the next."""
    known = {_numbered(arc.before, arc.after) for arc in theory.arcs}
    return all(_numbered(arc.after, arc.before) in known for arc in theory.arcs)


def _numbered(before: Pattern, after: Pattern) -> tuple[Any, ...]:
    """Two patterns whose variables are numbered in the order in which they are met."""
    numbers: dict[Var, int] = {}
    return tuple(
        (numbers.setdefault(term, len(numbers)),) if isinstance(term, Var) else term
        for term in (*before, *after)
    )


def _begun(files: LayerFiles) -> list[dict[Range, int]]:
    """Complete layers, by file the number of states, in a folder that is new or has been begun for the same space."""
    try:
        if (files.folder / RECORD).exists():
            return _read_record(files)
        layers = [{files.begin(): 1}]
        _keep_record(files, layers)
    except OSError as error:
        raise _cannot(files.folder, "be kept here", error) from None
    return layers


def _cannot(folder: Path, what: str, error: OSError) -> InputError:
    rest = "the same command goes on with what is done"
    return InputError(
        f"an enumeration cannot {what}: {error.strerror or error}",
        place=Place(str(error.filename or folder)),
        remedy=f"room in the folder; {rest}" if error.errno == ENOSPC else rest,
    )


def _of_space(files: LayerFiles) -> str:
    arcs = [(arc.before, arc.after) for arc in files.theory.arcs]
    return sha256(repr((BUCKETS, files.start, arcs)).encode()).hexdigest()


def _keep_record(files: LayerFiles, layers: Sequence[dict[Range, int]]) -> None:
    kept = [[[*states, count] for states, count in layer.items()] for layer in layers]
    write_text(files.folder / RECORD, json.dumps({"space": _of_space(files), "layers": kept}))


def _read_record(files: LayerFiles) -> list[dict[Range, int]]:
    place = Place(str(files.folder / RECORD))
    try:
        record = json.loads(read_text(files.folder / RECORD))
        layers = [
            {Range(number, first, end): count for number, first, end, count in layer}
            for layer in record["layers"]
        ]
        items = [(number, item) for number, layer in enumerate(layers) for item in layer.items()]
        good = bool(layers) and all(
            all(type(value) is int for value in (*states, count))
            and states.layer == number
            and 0 <= states.first < states.end <= BUCKETS
            and count > 0
            for number, (states, count) in items
        )
        same = record["space"] == _of_space(files)
    except (ValueError, TypeError, KeyError, RecursionError):
        good = same = False
    if not good:
        raise InputError("not the record of an enumeration", place=place)
    if not same:
        raise InputError(
            "this folder holds the enumeration of another space",
            place=Place(str(files.folder)),
            expected=f"{files.theory.name} from {files.theory.format(files.start)}",
            remedy="another folder",
        )
    for states, count in layers[-1].items():
        if files.size(states) != count:
            raise _damaged(files.folder / states.states)
    return layers


def _clear(files: LayerFiles, layers: Sequence[dict[Range, int]], keep: int | None) -> None:
    """Remove what a complete layer has made useless."""
    wanted = {states.states for layer in (layers[-keep:] if keep else layers) for states in layer}
    for file in files.folder.iterdir():
        if file.name not in wanted and file.suffix in (".states", ".successors"):
            file.unlink()
