"""A recorded solution with its macros unrolled: every state between the primitive moves."""

from __future__ import annotations

from dataclasses import dataclass

from ....experiments.row import Row
from ....experiments.store.rows import replayed
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
    found = None if theory is None else replayed(row, theory)
    if found is None:
        names = set(moves)
        whole = tuple((place, 1, arc) for place, arc in enumerate(arcs) if arc not in names)
        return SolutionMoves(path, arcs, whole, whole=False)
    states, ends, _ = found
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
