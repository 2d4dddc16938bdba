"""Whole state spaces in the kernel: the sizes of the layers, and the distance of every state.

The Python reference is `arcwise.rules.state_space`. Where every state is a permutation of a few symbols, the states are
numbered and a set of them is a bitmap; elsewhere they are packed keys in a hash table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from ...rules.errors import InputError
from ...rules.term import State
from ...rules.theory import Theory
from .. import _kernel
from ..limits import NO_LIMITS, Limits
from ..native.compiled import CompiledTheory, compile_theory

RANKED = "ranked bits"
PACKED = "packed keys"

_REPRESENTATIONS = {
    None: _kernel.Representation.ANY,
    RANKED: _kernel.Representation.RANKED,
    PACKED: _kernel.Representation.PACKED,
}
_NAMES = {kind: name for name, kind in _REPRESENTATIONS.items() if name is not None}
_LIMITS = {
    _kernel.Limit.NONE: None,
    _kernel.Limit.TIME: "time",
    _kernel.Limit.NODES: "nodes",
    _kernel.Limit.MEMORY: "memory",
    _kernel.Limit.INTERRUPT: "interrupt",
}
_ITEMS_AT_A_TIME = 4096

VARIANTS: tuple[str, ...] = tuple(_kernel.variants())
"""What the kernel's loops over bitmaps are compiled for and this processor can run, the best one last."""


@dataclass(frozen=True, slots=True)
class Enumeration:
    """How many states there are at every distance from a start.

    Parameters
    ----------
    layers
        The number of states at distance 0, 1, 2 and so on; complete layers only.
    peak_memory
        The most bytes that the kernel held.
    elapsed
        Seconds.
    limit
        What ended it early, ``time``, ``nodes``, ``memory`` or ``interrupt``; None where all states were found.
    representation
        How states were held: `RANKED` or `PACKED`.
    """

    layers: tuple[int, ...]
    peak_memory: int
    elapsed: float
    limit: str | None
    representation: str

    @property
    def states(self) -> int:
        """The number of states in all complete layers."""
        return sum(self.layers)

    @property
    def bytes_per_state(self) -> float:
        """The most bytes held, over the states of all complete layers."""
        return self.peak_memory / self.states if self.layers else float("inf")


class DistanceTable:
    """The least number of arcs to every state that can be reached from a start; made by `distance_table`.

    ``table[state]`` is a distance, or None for a state that cannot be reached; iteration gives (state, distance)
    pairs, so that ``dict(table)`` is what `arcwise.rules.state_space.distances` makes, in another order.
    """

    __slots__ = ("_compiled", "_handle", "layers")

    def __init__(self, compiled: CompiledTheory, handle: Any, layers: tuple[int, ...]) -> None:
        self._compiled = compiled
        self._handle = handle
        self.layers = layers
        """The number of states at distance 0, 1, 2 and so on."""

    def __getitem__(self, state: State) -> int | None:
        try:
            cells = self._compiled.encode(state)
        except KeyError:
            return None
        distance: int = self._handle.distance(cells)
        return distance if distance >= 0 else None

    def __contains__(self, state: State) -> bool:
        return self[state] is not None

    def __len__(self) -> int:
        return sum(self.layers)

    def __iter__(self) -> Iterator[tuple[State, int]]:
        cursor = 0
        while True:
            items, cursor = self._handle.items(cursor, _ITEMS_AT_A_TIME)
            if not items:
                return
            for cells, distance in items:
                yield self._compiled.decode(cells), distance


def enumerate_layers(
    theory: Theory,
    start: State,
    *,
    threads: int = 1,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
    representation: str | None = None,
    variant: str | None = None,
) -> Enumeration:
    """Count the states at every distance from ``start``, as `arcwise.rules.state_space.layers` finds them.

    A macro-operator counts as one arc. Ctrl-C ends the enumeration with what was found, as a limit does.

    Parameters
    ----------
    theory, start
        The domain, of 64 cells and 256 symbols at most, and the only state of layer 0.
    threads
        How many work on bitmaps at a time, 1 or more; packed keys are the work of one.
    limits
        ``nodes`` is the most states; ``memory`` counts the bytes that the kernel itself holds.
    report
        Called now and then with the number of states so far.
    representation
        `RANKED` or `PACKED`; None chooses.
    variant
        One of `VARIANTS`; None chooses the best. The results are the same.

    Raises
    ------
    InputError
        A start that is not a state of the theory, a theory too large for the kernel, no threads.
    ValueError
        A representation that does not suit the theory, a variant that this processor lacks.
    """
    return _run(theory, start, threads, limits, report, representation, variant, False)[0]


def distance_table(
    theory: Theory,
    start: State,
    *,
    max_states: int | None = None,
    threads: int = 1,
    report: Callable[[int], None] | None = None,
    representation: str | None = None,
    variant: str | None = None,
) -> DistanceTable:
    """The least number of arcs from ``start`` to every state, as `arcwise.rules.state_space.distances` finds it.

    Parameters
    ----------
    max_states
        The most states to enumerate; None for no limit. A ranked table takes a byte for each permutation that the
        parity of the arcs allows.
    theory, start, threads, report, representation, variant
        As for `enumerate_layers`.

    Raises
    ------
    InputError
        As `enumerate_layers` does, and for more than ``max_states`` states.
    ValueError
        As `enumerate_layers` does.
    """
    limits = Limits(nodes=max_states)
    found, handle, compiled = _run(
        theory, start, threads, limits, report, representation, variant, True
    )
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    if found.limit == "memory":
        raise MemoryError
    if found.limit is not None:
        raise InputError(
            f"theory {theory.name} has more states than the limit allows",
            expected=f"{max_states} states at most",
            found=f"more within distance {len(found.layers)} of {theory.format(start)}; all states up to distance {len(found.layers) - 1} fit",
            remedy="a higher limit or a smaller board",
        )
    return DistanceTable(compiled, handle, found.layers)


def _run(
    theory: Theory,
    start: State,
    threads: int,
    limits: Limits,
    report: Callable[[int], None] | None,
    representation: str | None,
    variant: str | None,
    distances: bool,
) -> tuple[Enumeration, Any, CompiledTheory]:
    began = perf_counter()
    theory.check(start)
    if threads < 1:
        raise InputError("bad number of threads", expected="1 or more", found=str(threads))
    if representation not in _REPRESENTATIONS:
        raise ValueError(f"no such representation: {representation}")
    compiled = compile_theory(theory, start)
    found, handle = _kernel.enumerate(
        compiled.handle,
        compiled.encode(start),
        threads=min(threads, 1024),
        seconds=limits.time or 0,
        states=limits.nodes or 0,
        bytes=limits.memory or 0,
        representation=_REPRESENTATIONS[representation],
        variant=variant or "",
        distances=distances,
        report=report,
    )
    result = Enumeration(
        layers=tuple(found.layers),
        peak_memory=found.peak,
        elapsed=perf_counter() - began,
        limit=_LIMITS[found.limit],
        representation=_NAMES[found.representation],
    )
    return result, handle, compiled
