"""The states that arcs make of one by permuting its cells, numbered in the kernel by a chain of stabilizers (Sims 1970)."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.states.permutation_group import Permutation, moves_group, permutation_of, staying
from ...rules.term import State
from .. import _kernel
from ..native.compiled import CompiledTheory

MOST_STATES = 1 << 40
"""More are not held in any memory."""

MOST_PLACES = 1 << 16
"""Of a table that tells by the symbols of a few cells which symbol of the start has come there."""

NOBODY = 255


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
    moves = [permutation_of(arc.before, arc.after) for arc in theory.arcs]
    undoing = dict.fromkeys(_inverse(move) for move in moves if move is not None)
    levels = group.levels
    read = _reading(list(undoing), [base for base, _ in levels], start, compiled)
    if read is None:
        return None
    bases, carriers = [base for base, _ in levels], [each for _, each in levels]
    symbols = len(compiled.symbols)
    handle = _kernel.GroupSpace(compiled.encode(start), symbols, bases, carriers, *read)
    return GroupSpace(handle, list(undoing))


def _inverse(move: Permutation) -> Permutation:
    back = {image: point for point, image in enumerate(move)}
    return tuple(back[point] for point in range(len(move)))


def _reading(
    moves: list[Permutation], bases: list[int], start: State, compiled: CompiledTheory
) -> tuple[list[list[int]], list[int], list[list[int]]] | None:
    """How it is read from a state where the symbols of the start have come.

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
    """Products of moves that take a cell to each of its orbit."""
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
    """By carrier, the symbols of the cells to which it takes some cells, as digits of a number."""
    size = len(companions) - 1
    return [
        sum(codes[carrier[cell]] * symbols ** (size - at) for at, cell in enumerate(companions))
        for carrier in carriers
    ]
