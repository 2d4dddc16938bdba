"""The permutation group of a board's moves, which decides which states can be reached."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import factorial

from ..term import Pattern, State, Symbol, variables
from ..theory import Theory
from .permutation_group import Permutation, PermutationGroup, is_even

MAX_CELLS = 64
"""Of boards whose moves are permutations; the group of more cells takes seconds."""


@dataclass(frozen=True, slots=True)
class Solvability:
    """Whether a start can reach a goal, and why.

    Parameters
    ----------
    solvable
        Whether some sequence of moves leads from the start to the goal.
    reason
        The argument in plain words, with its numbers.
    twin
        For an unsolvable start, the same start with two tiles swapped that can reach the goal; None for a solvable
        start, and where no such swap exists.
    """

    solvable: bool
    reason: str
    twin: State | None = None


@lru_cache(maxsize=64)
def moves_group(theory: Theory) -> PermutationGroup | None:
    """All that the moves of a theory can make of a board, if each of them is a permutation of its cells.

    None for other theories, and for boards of more than 64 cells.
    """
    if theory.size > MAX_CELLS or not theory.primitives:
        return None
    moves = []
    for arc in theory.primitives:
        move = permutation_of(arc.before, arc.after)
        if move is None:
            return None
        moves.append(move)
    return PermutationGroup(theory.size, moves)


def permutation_of(before: Pattern, after: Pattern) -> Permutation | None:
    """Where an arc that asks for nothing takes the symbol of every cell."""
    found = variables(before)
    if len(found) < len(before) or set(found) != set(variables(after)):
        return None
    places = {term: cell for cell, term in enumerate(after)}
    return tuple(places[term] for term in before)


def by_permutations(theory: Theory, start: State, goal: State) -> Solvability | None:
    """Decide whether a start can become a goal, both with every symbol once; None for other boards and other moves."""
    group = moves_group(theory)
    if group is None or len(set(start)) < len(start) or len(set(goal)) < len(goal):
        return None
    if differ := difference(start, goal):
        return Solvability(False, f"{differ}, and no move adds or removes a symbol")
    size = len(start)
    facts = (
        f"moves make {group.order:,} arrangements of these symbols, of {factorial(size):,} in all"
    )
    if _leads(start, goal) in group:
        return Solvability(True, f"{facts}, and the goal is one of those that the start can become")
    twins = (
        exchanged(start, start[one], start[other]) for one, other in combinations(range(size), 2)
    )
    twin = next((state for state in twins if _leads(state, goal) in group), None)
    steps = [permutation_of(arc.before, arc.after) for arc in theory.primitives]
    if all(step is not None and is_even(step) for step in steps) and not is_even(
        _leads(start, goal)
    ):
        facts = "every move is an even permutation of the cells, and from start to goal it takes an odd one"
    else:
        facts += ", and the goal is none of those that the start can become"
    return Solvability(False, facts, twin)


def _leads(start: State, goal: State) -> Permutation:
    """For every cell the cell in which the goal has its symbol."""
    home = {symbol: cell for cell, symbol in enumerate(goal)}
    return tuple(home[symbol] for symbol in start)


def difference(start: State, goal: State) -> str:
    """In words, which symbols of the start the goal does not have; nothing where there are none."""
    once = len(set(start)) == len(start) == len(goal)  # as on most boards
    if once and set(start) == set(goal):
        return ""
    have, want = Counter(start), Counter(goal)
    if have == want:
        return ""
    surplus, missing = (
        " ".join(map(str, sorted(more.elements(), key=rank))) for more in (have - want, want - have)
    )
    return f"start and goal hold different symbols: {surplus} in the start where the goal has {missing}"


def rank(symbol: Symbol) -> tuple[bool, Symbol]:
    """Numbers before words, each in order."""
    return isinstance(symbol, str), symbol


def exchanged(state: State, one: Symbol, other: Symbol) -> State:
    """A state with two of its symbols swapped."""
    swap = {one: other, other: one}
    return tuple(swap.get(symbol, symbol) for symbol in state)
