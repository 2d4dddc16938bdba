"""Whole state spaces: layers, distances, every goal at once.

The kernel counts the states at every distance from a start, or keeps the distance of each; `arcwise.rules.states.state_space` is
the Python reference. States are numbered, and a set of them is a bitmap, if every state is a permutation of a few symbols or
every arc one of the cells. In the latter case the numbers come from a chain of stabilizers (Sims 1970). Other states are packed
keys in a hash table.

Breadth-first search with a closed list expands states in an order that does not depend on the goal. So one search without a
goal shows the work for each goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from ..rules.checked import checked
from ..rules.errors import InputError, TooLargeError
from ..rules.later import Later
from ..rules.states.permutation_group import (
    Permutation,
    free_permutation_of,
    inverse,
    moves_group,
    staying,
)
from ..rules.term import State
from ..rules.theory import Theory
from ..rules.view import Viewed
from . import _kernel
from .limits import NO_LIMITS, Limits
from .native.compiled import CompiledTheory, compile_theory, kernel_limits

RANKED = "ranked bits"
PACKED = "packed keys"

_REPRESENTATIONS = {None: "ANY", RANKED: "RANKED", PACKED: "PACKED"}
_NAMES = {kind: name for name, kind in _REPRESENTATIONS.items()}
_ITEMS_AT_A_TIME = 4096

MOST_STATES = 1 << 40
"""Greatest number of states; no memory holds more."""

MOST_PLACES = 1 << 16
"""Greatest size of a table that maps the symbols of a few cells to the symbol of the start that came there."""

NOBODY = 255


@dataclass(frozen=True, slots=True)
class Enumeration(Viewed):
    """Number of states at every distance from a start.

    Parameters
    ----------
    layers
        The number of states at distance 0, 1, 2 and so on; complete layers only.
    peak_memory
        The most bytes that the kernel held.
    elapsed
        Seconds.
    limit
        Limit that ended it early: ``time``, ``nodes``, ``memory`` or ``interrupt``; None if all states were found.
    representation
        How states were held: `RANKED` or `PACKED`; None where memory did not suffice to begin.
    """

    _view = Later("explorer.views.domain", "enumeration_view")

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
    pairs, so that ``dict(table)`` is what `arcwise.rules.states.state_space.distances` makes, in another order.
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

    def nth(self, number: int) -> State:
        """The state with a number, counted from 0 in the order in which a table of `PACKED` keys found them."""
        [(cells, _)], _ = self._handle.items(number, 1)
        return self._compiled.decode(cells)

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
    """Count the states at every distance from ``start``, as `arcwise.rules.states.state_space.layers` finds them.

    A macro-operator counts as one arc. Ctrl-C ends the enumeration with what was found, as a limit does.

    Parameters
    ----------
    theory, start
        The domain, of 64 cells and 256 symbols at most, and the only state of layer 0.
    threads
        Number of threads for bitmaps, 1 or more; packed keys use one.
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
    """The least number of arcs from ``start`` to every state, as `arcwise.rules.states.state_space.distances` finds it.

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
        compiled = compile_theory(theory, start, conditional=True)
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


@dataclass(frozen=True)
class GroupSpace:
    """State space of a theory whose arcs are permutations of the cells.

    Parameters
    ----------
    handle
        The kernel's own object.
    undoing
        For every arc, once, the permutation that undoes it: for each cell the one to which its symbol goes.
    """

    handle: _kernel.GroupSpace
    undoing: list[Permutation]


def group_space(compiled: CompiledTheory, start: State) -> GroupSpace | None:
    """The states as numbers; None where arcs are other rules, or where two permutations make the same state of the start."""
    theory = compiled.theory
    group = moves_group(theory)
    if group is None or group.order > MOST_STATES:
        return None
    moves = [free_permutation_of(arc) for arc in theory.arcs]
    undoing = dict.fromkeys(inverse(move) for move in moves if move is not None)
    levels = group.levels
    read = _reading(list(undoing), [base for base, _ in levels], start, compiled)
    if read is None:
        return None
    bases, carriers = [base for base, _ in levels], [each for _, each in levels]
    symbols = len(compiled.symbols)
    handle = _kernel.GroupSpace(compiled.encode(start), symbols, bases, carriers, *read)
    return GroupSpace(handle, list(undoing))


def _reading(
    moves: list[Permutation], bases: list[int], start: State, compiled: CompiledTheory
) -> tuple[list[list[int]], list[int], list[list[int]]] | None:
    """How to read from a state the cells to which the symbols of the start have moved.

    The symbols of a cell and of a few that always move with it, as the stickers of one small cube do, tell together
    which of the start's cells they come from.

    Returns
    -------
    For every cell the cells to read, its orbit, and for every orbit, by the symbols as digits of a number, the home.
    """
    symbols = len(compiled.symbols)
    codes = [compiled.codes[symbol] for symbol in start]
    keys: list[list[int]] = [[] for _ in start]
    homes: list[list[int]] = []
    orbits = [-1] * len(start)
    for base in bases:
        if keys[base]:
            continue
        carriers = _carriers(moves, base)
        companions = [base]
        found = _places(companions, carriers, codes, symbols)
        for other in staying(moves, base) if len(set(found)) < len(carriers) else ():
            longer = _places([*companions, other], carriers, codes, symbols)
            if len(set(longer)) > len(set(found)):
                companions, found = [*companions, other], longer
        if len(set(found)) < len(carriers) or symbols ** len(companions) > MOST_PLACES:
            return None
        table = [NOBODY] * symbols ** len(companions)
        for place, carrier in zip(found, carriers, strict=True):
            cell = carrier[base]
            table[place] = cell
            keys[cell] = [carrier[other] for other in companions]
            orbits[cell] = len(homes)
        homes.append(table)
    return keys, orbits, homes


def _carriers(moves: list[Permutation], base: int) -> list[Permutation]:
    """Products of moves that take a cell to each cell of its orbit."""
    found = {base: tuple(range(len(moves[0])))}
    waiting = [base]
    for cell in waiting:
        for move in moves:
            made = tuple(move[other] for other in found[cell])
            if made[base] not in found:
                found[made[base]] = made
                waiting.append(made[base])
    return list(found.values())


def _places(
    companions: list[int], carriers: list[Permutation], codes: list[int], symbols: int
) -> list[int]:
    """For each carrier, the symbols of the cells to which it takes some cells, as digits of a number."""
    size = len(companions) - 1
    return [
        sum(codes[carrier[cell]] * symbols ** (size - at) for at, cell in enumerate(companions))
        for carrier in carriers
    ]


class GoalSums(NamedTuple):
    """Counters of breadth-first searches with a closed list, one to each goal, and the lengths of their paths, summed."""

    expanded: int
    generated: int
    operator_applications: int
    steps: int
    moves: int


class WorkToAll(NamedTuple):
    """Work from one start to every other state, without and with macros.

    Parameters
    ----------
    goals
        How many other states there are.
    before, after
        The sums over these, with primitive arcs only and with all arcs.
    longer
        How many goals have a path of more moves with all arcs.
    """

    goals: int
    before: GoalSums
    after: GoalSums
    longer: int


def every_goal(theory: Theory, start: State) -> WorkToAll:
    """The work of breadth-first search from ``start`` to every other state, summed by the kernel.

    Raises
    ------
    NotNativeError
        A theory that the kernel does not take.
    TooLargeError
        More states than fit into memory.
    """
    compiled = compile_theory(theory, theory.check(start), conditional=True)
    found = _kernel.every_goal(compiled.handle, compiled.encode(start), kernel_limits(NO_LIMITS))
    if found.limit == "interrupt":
        raise KeyboardInterrupt
    if found.limit is not None:
        raise TooLargeError(f"the states of theory {theory.name} do not fit into memory")
    before, after = (
        GoalSums(sums.expanded, sums.generated, sums.operator_applications, sums.steps, sums.moves)
        for sums in (found.primitive, found.all)
    )
    return WorkToAll(found.goals, before, after, found.longer)
