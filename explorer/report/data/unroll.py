"""A recorded solution with its macros unrolled: every state between the primitive moves."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from ....experiments.row import Row
from ....rules.term import State
from ....rules.theory import Theory


@dataclass(frozen=True)
class SolutionMoves:
    """A solution move by move.

    Parameters
    ----------
    states
        From start to goal.
    moves
        The names of the moves between them.
    macros
        For each macro of the solution: after how many moves it begins, how many it makes, and its name.
    whole
        Whether every macro could be unrolled; if not, a macro is one of the moves.
    """

    states: tuple[State, ...]
    moves: tuple[str, ...]
    macros: tuple[tuple[int, int, str], ...]
    whole: bool = True


def solution_moves(row: Row, theory: Theory | None) -> SolutionMoves:
    """Replay a solution through primitive arcs.

    Parameters
    ----------
    row
        A solved search.
    theory
        Its primitive arcs; without them, or where the arcs do not lead along the path any more, macros stay whole.
    """
    path, arcs, moves = row.path, row.arcs, row.primitive_moves
    if len(arcs) == len(moves):
        macros = tuple(
            (place, 1, arc)
            for place, (arc, move) in enumerate(zip(arcs, moves, strict=True))
            if arc != move
        )
        return SolutionMoves(path, moves, macros)
    found = None if theory is None else _replay(path, arcs, moves, theory)
    if found is None:
        names = set(moves)
        whole = tuple((place, 1, arc) for place, arc in enumerate(arcs) if arc not in names)
        return SolutionMoves(path, arcs, whole, whole=False)
    states, ends = found
    begins = [0, *ends[:-1]]
    return SolutionMoves(
        states,
        moves,
        tuple(
            (begin, end - begin, arc)
            for begin, end, arc in zip(begins, ends, arcs, strict=True)
            if end - begin > 1 or arc != moves[begin]
        ),
    )


Spot = tuple[int, State]
"""How many operators are over, and the state."""


def _replay(
    path: Sequence[State], arcs: Sequence[str], moves: Sequence[str], theory: Theory
) -> tuple[tuple[State, ...], list[int]] | None:
    """The states between the moves, and after how many moves each operator ends; None if the moves do not fit.

    Arcs of one name may lead from a state to several others, and where a macro ends is known by the next state of
    ``path`` only, so that all readings are followed side by side.
    """
    single = {arc.name for arc in theory.primitives}
    index = theory.index
    spots: list[dict[Spot, Spot | None]] = [{(0, path[0]): None}]
    for move in moves:
        reached: dict[Spot, Spot | None] = {}
        for spot in spots[-1]:
            over, state = spot
            if over == len(arcs):
                continue
            for arc, successor in index.successors(state):
                if arc.name != move:
                    continue
                if successor == path[over + 1]:
                    reached.setdefault((over + 1, successor), spot)
                if arcs[over] not in single:
                    reached.setdefault((over, successor), spot)
        spots.append(reached)
    here: Spot | None = (len(arcs), path[-1])
    if here not in spots[-1]:
        return None
    trail: list[Spot] = []
    for layer in reversed(spots):
        assert here is not None
        trail.append(here)
        here = layer[here]
    trail.reverse()
    ends = [
        place
        for place, (one, other) in enumerate(itertools.pairwise(trail), start=1)
        if other[0] > one[0]
    ]
    return tuple(state for _, state in trail), ends
