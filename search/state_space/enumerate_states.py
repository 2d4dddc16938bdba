"""Whole state spaces in the kernel: the sizes of the layers, and the distance of every state.

The Python reference is `arcwise.rules.state_space`. Where every state is a permutation of a few symbols, or every arc one
of the cells, the states are numbered and a set of them is a bitmap; elsewhere they are packed keys in a hash table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from ...rules.checked import checked
from ...rules.errors import InputError, TooLargeError
from ...rules.term import State
from ...rules.theory import Theory
from .. import _kernel
from ..limits import NO_LIMITS, Limits
from ..native.border import kernel_limits
from ..native.compiled import CompiledTheory, compile_theory
from .group_space import group_space

RANKED = "ranked bits"
PACKED = "packed keys"

_REPRESENTATIONS = {None: "ANY", RANKED: "RANKED", PACKED: "PACKED"}
_NAMES = {kind: name for name, kind in _REPRESENTATIONS.items()}
_ITEMS_AT_A_TIME = 4096


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
        How states were held: `RANKED` or `PACKED`; None where memory did not suffice to begin.
    """

    layers: tuple[int, ...]
    peak_memory: int
    elapsed: float
    limit: str | None
    representation: str | None

    @property
    def states(self) -> int:
        """The number of states in all complete layers."""
        return sum(self.layers)


class DistanceTable:
    """The least number of arcs to every state that can be reached from a start; made by `distance_table`.

    ``table[state]`` is a distance, or None for a state that cannot be reached; iteration gives (state, distance)
    pairs, so that ``dict(table)`` is what `arcwise.rules.state_space.distances` makes, in another order.
    """

    __slots__ = ("_compiled", "_handle", "layers")

    def __init__(
        self, compiled: CompiledTheory, handle: _kernel.Distances, layers: tuple[int, ...]
    ) -> None:
        self._compiled = compiled
        self._handle = handle
        self.layers = layers
        """The number of states at distance 0, 1, 2 and so on."""

    def __getitem__(self, state: State) -> int | None:
        try:
            cells = self._compiled.encode(state)
        except KeyError:
            return None
        distance = self._handle.distance(cells)
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


@checked
def enumerate_layers(
    theory: Theory,
    start: State,
    *,
    threads: int = 1,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
    representation: str | None = None,
    instruction_set: str = "",
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
    instruction_set
        One of `arcwise.search.native.compiled.instruction_sets`; by default the best. All give the same.

    Raises
    ------
    InputError
        A start that is not a state of the theory, a theory too large for the kernel, no threads, a representation that
        does not suit the theory, an instruction set that this processor lacks.
    """
    return _run(theory, start, threads, limits, report, representation, instruction_set, False)[0]


@checked
def distance_table(
    theory: Theory,
    start: State,
    *,
    max_states: int | None = None,
    threads: int = 1,
    report: Callable[[int], None] | None = None,
    representation: str | None = None,
    instruction_set: str = "",
) -> DistanceTable:
    """The least number of arcs from ``start`` to every state, as `arcwise.rules.state_space.distances` finds it.

    Parameters
    ----------
    max_states
        The most states to enumerate; None for no limit. A ranked table takes a byte for each permutation that the
        parity of the arcs allows.
    theory, start, threads, report, representation, instruction_set
        As for `enumerate_layers`.

    Raises
    ------
    InputError
        As `enumerate_layers` does, and for more than ``max_states`` states.
    """
    limits = Limits(nodes=max_states)
    found, distances, compiled = _run(
        theory, start, threads, limits, report, representation, instruction_set, True
    )
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    if found.limit == "memory":
        raise TooLargeError(
            f"the distances of theory {theory.name} do not fit into memory",
            found=f"{found.states:,} states up to distance {len(found.layers) - 1} fit",
            remedy="a smaller board",
        )
    if distances is None:
        raise TooLargeError(
            f"theory {theory.name} has more states than the limit allows",
            expected=f"{max_states} states at most",
            found=f"more within distance {len(found.layers)} of {theory.format(start)}; all states up to distance {len(found.layers) - 1} fit",
            remedy="a higher limit or a smaller board",
        )
    return DistanceTable(compiled, distances, found.layers)


def _run(
    theory: Theory,
    start: State,
    threads: int,
    limits: Limits,
    report: Callable[[int], None] | None,
    representation: str | None,
    instruction_set: str,
    distances: bool,
) -> tuple[Enumeration, _kernel.Distances | None, CompiledTheory]:
    began = perf_counter()
    theory.check(start)
    if threads < 1:
        raise InputError("bad number of threads", expected="1 or more", found=str(threads))
    if representation not in _REPRESENTATIONS:
        raise InputError(
            "no such representation",
            expected=", ".join(name for name in _REPRESENTATIONS if name),
            found=repr(representation),
        )
    try:
        compiled = compile_theory(theory, start)
        group = group_space(compiled, start) if representation != PACKED else None
        found = _kernel.enumerate(
            compiled.handle,
            compiled.encode(start),
            threads=min(threads, 1024),
            limits=kernel_limits(limits),
            representation=_kernel.Representation[_REPRESENTATIONS[representation]],
            instruction_set=instruction_set,
            distances=distances,
            group=group and group.handle,
            undoing=group.undoing if group else (),
            report=report,
        )
    except MemoryError:
        raise TooLargeError(f"theory {theory.name} does not fit into memory") from None
    except ValueError as error:
        raise TooLargeError(str(error)) from None
    result = Enumeration(
        layers=tuple(found.layers),
        peak_memory=found.counters.peak_memory,
        elapsed=perf_counter() - began,
        limit=found.limit,
        representation=_NAMES[found.representation.name],
    )
    return result, found.distances, compiled
