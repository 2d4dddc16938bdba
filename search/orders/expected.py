"""Value of an order of subgoals on a small state space: the number of macros it needs, and the length of plans.

Subgoals are serializable in any order if macros may disturb what is placed and restore it (Korf, Artificial Intelligence 26,
1985, operator decomposability), but an order is good where few macros do that for all states: where what brings a symbol to
its cell does not depend on the cells whose turn has not come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from ...rules.errors import InputError, TooLargeError
from ...rules.states.state_space import distances, reversed_theory
from ...rules.term import Pattern, State, Var, ground, match
from ...rules.theory import Theory

MOST_STATES = 2_000
"""States of a board that is looked at."""

BEAM = 20
"""Sets of cells that are kept of each size."""

Path: TypeAlias = tuple[int, ...]
"""The numbers of arcs."""


@dataclass(frozen=True, slots=True)
class Expected:
    """Expected cost of filling cells in an order.

    Parameters
    ----------
    macros
        Paths of two or more moves, until from every state one of them, or a move, fills the next cell.
    moves
        Of all cells together, on average over all states.
    """

    macros: int = 0
    moves: float = 0.0

    def plus(self, other: Expected) -> Expected:
        """Cost of two fillings, one after the other."""
        return Expected(self.macros + other.macros, self.moves + other.moves)

    @property
    def price(self) -> float:
        """Macros and moves weigh alike: an order with half the macros may have plans of twice the length."""
        return (1 + self.macros) * (1 + self.moves)


@dataclass(frozen=True, slots=True)
class Step:
    """Expected cost of filling one cell after some others.

    Parameters
    ----------
    macros
        As in `Expected`.
    moves
        On average over all states in which the cells before are filled.
    leads
        From each of these in which the cell is not right yet to the state in which it is, and the moves made.
    """

    macros: int
    moves: float
    leads: Mapping[int, tuple[int, int]]

    @property
    def expected(self) -> Expected:
        """Expected cost of the step alone."""
        return Expected(self.macros, self.moves)


class SmallSpace:
    """All states from which a goal can be reached, each as a number.

    Parameters
    ----------
    theory, goal
        The board; the goal has a variable in each cell that it leaves open.
    reversible
        Whether all that a goal state reaches can reach it.
    starts
        For a goal that leaves cells open: the states are those that are reached from these.

    Raises
    ------
    InputError
        More than `MOST_STATES` states; moves that cannot be undone, where the goal is a single state; no way to the goal.
    """

    def __init__(
        self, theory: Theory, goal: Pattern, *, reversible: bool, starts: Iterable[State] = ()
    ) -> None:
        arcs = theory.arcs
        single = ground(goal)
        if single is None:
            states = _leading_to(theory, goal, starts)
        else:
            backwards = theory if reversible else reversed_theory(theory)
            states = list(distances(backwards, single, max_states=MOST_STATES))
        number = {state: n for n, state in enumerate(states)}
        self._after: list[dict[int, int]] = [{} for _ in states]
        self._before: list[list[tuple[int, int]]] = [[] for _ in states]
        for n, state in enumerate(states):
            for which, arc in enumerate(arcs):
                made = arc.apply(state)
                if made is not None and made in number:
                    self._after[n][which] = number[made]
                    self._before[number[made]].append((which, n))
        self._right = [
            sum(
                1 << cell
                for cell, symbol in enumerate(state)
                if goal[cell] == symbol or isinstance(goal[cell], Var)
            )
            for state in states
        ]
        self._known: dict[tuple[int, int], Step] = {}
        self.states = len(states)

    def of(self, order: Sequence[int]) -> Expected:
        """Expected cost of an order."""
        macros = moves = filled = 0
        standing = list(range(self.states))
        for cell in order:
            step = self.next(filled, cell)
            filled |= 1 << cell
            macros += step.macros
            for which, n in enumerate(standing):
                standing[which], made = step.leads.get(n, (n, 0))
                moves += made
        return Expected(macros, moves / self.states)

    def best(self, cells: Iterable[int], first: Sequence[int] = ()) -> tuple[int, ...]:
        """The order that is worth most, found by a beam search over sets of filled cells; of equals the least unlike ``first``.

        The moves of a step are taken to be those of all states in which the cells before are filled.
        """
        place = {cell: n for n, cell in enumerate(first)}
        beam: list[tuple[Expected, tuple[int, ...]]] = [(Expected(), ())]
        wanted = sorted(cells, key=lambda cell: place.get(cell, cell))
        for _ in wanted:
            longer: dict[frozenset[int], tuple[Expected, tuple[int, ...]]] = {}
            for found, order in beam:
                filled = sum(1 << cell for cell in order)
                for cell in wanted:
                    if cell in order:
                        continue
                    one = found.plus(self.next(filled, cell).expected), (*order, cell)
                    known = longer.get(frozenset(one[1]))
                    if known is None or _worth(one) < _worth(known):
                        longer[frozenset(one[1])] = one
            beam = sorted(longer.values(), key=_worth)[:BEAM]
        return beam[0][1]

    def next(self, filled: int, cell: int) -> Step:
        """Expected cost of filling a cell after some others, which are given as bits."""
        known = self._known.get((filled, cell))
        if known is None:
            known = self._known[filled, cell] = self._next(filled, cell)
        return known

    def _next(self, filled: int, cell: int) -> Step:
        asked = filled | 1 << cell
        standing = [n for n, right in enumerate(self._right) if right & filled == filled]
        ends = {n for n in standing if self._right[n] & asked == asked}
        starts = [n for n in standing if n not in ends]
        towards = self._towards(ends)
        paths: list[Path] = []
        # In the order of enumeration the nearest come first, which no learner does.
        Random(0).shuffle(starts)
        for start in starts:
            if all(self._end(start, path) not in ends for path in paths):
                paths.append(self._path(start, towards, ends))
        paths.sort(key=len)
        leads = {}
        for start in starts:
            made = ((self._end(start, path), len(path)) for path in paths)
            leads[start] = next(one for one in made if one[0] in ends)
        moves = sum(moves for _, moves in leads.values())
        return Step(sum(len(path) > 1 for path in paths), moves / len(standing), leads)

    def _towards(self, ends: Iterable[int]) -> dict[int, int]:
        """From every state the first move of a shortest path to one of some states."""
        found = dict.fromkeys(ends, -1)
        waiting = deque(found)
        while waiting:
            for which, n in self._before[waiting.popleft()]:
                if n not in found:
                    found[n] = which
                    waiting.append(n)
        return found

    def _path(self, start: int, towards: dict[int, int], ends: set[int]) -> Path:
        path = []
        while start not in ends:
            path.append(towards[start])
            start = self._after[start][towards[start]]
        return tuple(path)

    def _end(self, start: int, path: Path) -> int:
        """Where a path leads; -1 where it does not apply."""
        for which in path:
            start = self._after[start].get(which, -1)
            if start < 0:
                break
        return start


def _leading_to(theory: Theory, goal: Pattern, starts: Iterable[State]) -> list[State]:
    """The states reached from some from which a goal can be reached, those that are nearest to it first."""
    seen: dict[State, None] = {}
    for start in starts:
        if start not in seen:
            seen |= dict.fromkeys(distances(theory, start, max_states=MOST_STATES))
        if len(seen) > MOST_STATES:
            raise TooLargeError("too many states", expected=f"{MOST_STATES:,} at most")
    before: dict[State, list[State]] = {}
    for state in seen:
        for _, successor in theory.successors(state):
            before.setdefault(successor, []).append(state)
    leading = dict.fromkeys(state for state in seen if match(goal, state) is not None)
    if not leading:
        raise InputError("no start leads to the goal")
    waiting = deque(leading)
    while waiting:
        for state in before.get(waiting.popleft(), ()):
            if state not in leading:
                leading[state] = None
                waiting.append(state)
    return list(leading)


def _worth(one: tuple[Expected, tuple[int, ...]]) -> tuple[float, float]:
    return round(one[0].price, 9), one[0].macros
