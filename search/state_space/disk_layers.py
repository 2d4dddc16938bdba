"""State spaces larger than memory: breadth first, with the states of every layer in sorted files.

A state is in a bucket, by its hash, and files are in the order of the buckets. A layer is made in two rounds of tasks: one
writes what a file of the last layer leads to; the other sorts what came for a range of buckets and drops what was known
(Korf 2004, *Best-first frontier search with delayed duplicate detection*). A file takes its name when it is complete, so
that a task can be done again after any failure, here or on another machine, and nothing that was finished is done twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, NamedTuple

from ...rules.checked import checked
from ...rules.errors import InputError, Place
from ...rules.term import Pattern, State, Var
from ...rules.theory import Theory
from .. import _kernel
from ..limits import NO_LIMITS, Limits
from .enumerate_states import Enumeration
from .layer_files import BUCKETS, LayerFiles, Range
from .layer_record import Layer, alone_in, begun, cannot, clear, keep_record

FILES = "sorted files"
"""How states are held."""

PART = 1 << 24
"""Bytes of successors that one task sorts, more or less."""

HANDED_OUT = 256
"""Tasks that are with the workers at a time; a layer may have thousands, each of which names hundreds of files."""

PATIENCE = 0.2
"""Seconds between two looks at the clock."""


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
    with alone_in(folder):
        return _enumerate(files, executor, threads, limits, report)


def _enumerate(
    files: LayerFiles,
    executor: Executor | None,
    threads: int,
    limits: Limits,
    report: Callable[[int], None] | None,
) -> Enumeration:
    began = perf_counter()
    layers = begun(files)
    states = sum(sum(layer.values()) for layer in layers)
    keep = 2 if _undoes_itself(files.theory) else None
    limit, held = None, 0

    def goes_on() -> None:
        if limits.time is not None and perf_counter() - began > limits.time:
            raise _Stopped("time")
        if report is not None:
            report(states)

    worth_starting = _kernel.threads_to_start(min(threads, BUCKETS))
    own = ThreadPoolExecutor(worth_starting)  # begins none before it is given a task
    try:
        while layers[-1]:
            if limits.nodes is not None and states > limits.nodes:
                raise _Stopped("nodes")
            known = layers[-keep:] if keep else layers
            made = _next_layer(files, len(layers), known, executor or own, goes_on)
            layers.append(made.states)
            states += sum(made.states.values())
            held = max(held, made.held)
            keep_record(files, layers)
            clear(files, layers, keep)
    except _Stopped as stopped:
        limit = str(stopped)
    except MemoryError:
        limit = "memory"
    except KeyboardInterrupt:
        limit = "interrupt"
    except OSError as error:
        raise cannot(files.folder, "go on", error) from None
    except ValueError as error:
        raise InputError(
            f"{error}", place=Place(str(files.folder)), remedy="another folder"
        ) from None
    finally:
        own.shutdown(wait=True, cancel_futures=True)
    counts = tuple(sum(layer.values()) for layer in layers if layer)
    return Enumeration(counts, held, perf_counter() - began, limit, FILES)


class _Layer(NamedTuple):
    states: Layer
    held: int


def _next_layer(
    files: LayerFiles,
    number: int,
    known: Sequence[Layer],
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
    tasks = (
        (files.merge, made, sources, [each for each in earlier if _overlap(each, made)])
        for made in _ranges(number, sizes, part)
    )
    counts = {}
    for task, (count, held) in _done(executor, tasks, goes_on):
        most = max(most, held)
        if count:
            counts[task[1]] = count
    return _Layer(dict(sorted(counts.items())), most)


def _ranges(layer: int, sizes: Sequence[int], part: int) -> Iterator[Range]:
    """Ranges of buckets of about a given size in bytes."""
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
    ended: SimpleQueue[Future[Any]] = SimpleQueue()
    waiting: dict[Future[Any], tuple[Any, ...]] = {}
    left = iter(tasks)

    def hand_out() -> None:
        for task in islice(left, HANDED_OUT - len(waiting)):
            future = executor.submit(*task)
            waiting[future] = task
            future.add_done_callback(ended.put)

    try:
        hand_out()
        while waiting:
            goes_on()
            with suppress(Empty):
                future = ended.get(timeout=PATIENCE)
                yield waiting.pop(future), future.result()
                hand_out()
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
