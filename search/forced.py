"""Forced moves: the only move of a state that leads into no trap, where others do."""

from __future__ import annotations

from typing import Any

from ..rules.record import record
from ..rules.states.traps import Trap, Traps
from ..rules.term import State
from .operator import Operator
from .problem import SearchProblem


@record
class ForcedMove:
    """The only move of a state that leads into no trap.

    Parameters
    ----------
    operator, successor
        The move, and where it leads.
    others
        The other moves, each with the state that it leads to and a trap that this fits.
    """

    operator: Operator
    successor: State
    others: tuple[tuple[Operator, State, Trap], ...]


def forced_move(problem: SearchProblem, state: Any, traps: Traps) -> ForcedMove | None:
    """The forced move of a state; None where it has several, or no trap is beside it, or it fits one itself.

    Parameters
    ----------
    problem, state
        A problem, and a state of it that is no goal.
    traps
        The patterns that no state on a path to the goal fits.
    """
    if not traps or traps.within(state) is not None:
        return None
    safe, lost = [], []
    for operator, successor in problem.successors(state):
        trap = traps.within(successor)
        if trap is None:
            safe.append((operator, successor))
        else:
            lost.append((operator, successor, trap))
    return ForcedMove(*safe[0], tuple(lost)) if len(safe) == 1 and lost else None
