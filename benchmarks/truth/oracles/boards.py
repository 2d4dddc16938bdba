"""Rules on vectors of symbols, and all distances among the states that they lead to."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf, lcm

MOST_STATES = 1200
"""States of a board, beyond which nothing is known of it."""

PARTS = 10**6
"""A cost of 16 digits or more that is nearest to a fraction with a denominator up to this stands for that fraction."""


@dataclass(frozen=True)
class V:
    """A variable; equal names in one rule or goal stand for equal symbols."""

    name: str


Symbol = int | str
State = tuple[Symbol, ...]
Pattern = tuple[V | Symbol, ...]


@dataclass(frozen=True)
class Rule:
    """A move: where ``before`` matches, the state becomes ``after``."""

    name: str
    before: Pattern
    after: Pattern
    cost: float = 1


@dataclass(frozen=True)
class Board:
    """Rules, a start, and goals of which any will do.

    Parameters
    ----------
    rules, start, goals
        The problem.
    blank
        The symbol that is called blank, or None.
    symbols
        The symbols of which each state is said to have one each; None where nothing is said.
    shape
        Rows and columns; None for one row.
    """

    rules: tuple[Rule, ...]
    start: State
    goals: tuple[Pattern, ...]
    blank: Symbol | None = None
    symbols: tuple[Symbol, ...] | None = None
    shape: tuple[int, int] | None = None

    def is_goal(self, state: State) -> bool:
        """Whether any goal matches."""
        return any(match(goal, state) is not None for goal in self.goals)

    @cached_property
    def space(self) -> Space:
        """All that is true of it."""
        return Space(self)


def match(pattern: Pattern, state: State) -> dict[str, Symbol] | None:
    """The symbols that the variables stand for, or None."""
    bound: dict[str, Symbol] = {}
    for term, symbol in zip(pattern, state, strict=True):
        if isinstance(term, V):
            if bound.setdefault(term.name, symbol) != symbol:
                return None
        elif term != symbol:
            return None
    return bound


def applied(rule: Rule, state: State) -> State | None:
    """Where a rule leads, or None."""
    bound = match(rule.before, state)
    if bound is None:
        return None
    return tuple(bound[term.name] if isinstance(term, V) else term for term in rule.after)


def exact(cost: float) -> Fraction:
    """The fraction that a cost stands for: what is written, or a third for 0.3333333333333333."""
    if isinstance(cost, int):
        return Fraction(cost)
    written = repr(cost)
    near = Fraction(cost).limit_denominator(PARTS)
    long = sum(letter.isdigit() for letter in written.partition("e")[0].lstrip("0.")) > 15
    return near if long and float(near) == cost else Fraction(written)


def same(one: float, other: float) -> bool:
    """Whether two costs are one: whole numbers exactly, others but for rounding errors."""
    if one == other:
        return True
    if max(abs(one), abs(other)) < 2**50 and one == int(one) and other == int(other):
        return False
    return abs(one - other) <= 1e-9 * max(abs(one), abs(other))


class Space:
    """The states that a board's start leads to, as far as `MOST_STATES`, and their exact distances.

    Attributes
    ----------
    whole
        Whether these are all.
    moves
        For every state the numbers of the rules that apply, each with where it leads.
    """

    def __init__(self, board: Board, most: int = MOST_STATES) -> None:
        self.board = board
        self.moves: dict[State, list[tuple[int, State]]] = {}
        seen, waiting = {board.start}, deque([board.start])
        while waiting and len(self.moves) < most:
            state = waiting.popleft()
            self.moves[state] = found = []
            for number, rule in enumerate(board.rules):
                after = applied(rule, state)
                if after is not None:
                    found.append((number, after))
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
        self.whole = not waiting

    @cached_property
    def scale(self) -> int:
        """A factor that makes whole numbers of all costs."""
        return lcm(*(exact(rule.cost).denominator for rule in self.board.rules), 1)

    @cached_property
    def costs(self) -> list[int]:
        """The rules' costs in whole numbers."""
        return [int(exact(rule.cost) * self.scale) for rule in self.board.rules]

    def _to_goals(self, costs: Sequence[int]) -> dict[State, int]:
        backward: dict[State, list[tuple[int, State]]] = {}
        for state, moves in self.moves.items():
            for number, after in moves:
                backward.setdefault(after, []).append((costs[number], state))
        least = {state: 0 for state in self.moves if self.board.is_goal(state)}
        heap = [(0, place, state) for place, state in enumerate(least)]
        count = len(heap)
        while heap:
            far, _, state = heapq.heappop(heap)
            if far > least[state]:
                continue
            for cost, before in backward.get(state, ()):
                if far + cost < least.get(before, inf):
                    least[before] = far + cost
                    count += 1
                    heapq.heappush(heap, (far + cost, count, before))
        return least

    @cached_property
    def to_goal(self) -> dict[State, int]:
        """The least cost to a goal of every state that has a way, in units of one over `scale`."""
        return self._to_goals(self.costs)

    @cached_property
    def steps_to_goal(self) -> dict[State, int]:
        """The fewest moves to a goal of every state that has a way."""
        return self._to_goals([1] * len(self.costs))

    def cost(self, state: State) -> float | None:
        """The least cost to a goal, or None."""
        far = self.to_goal.get(state)
        return None if far is None else float(Fraction(far, self.scale))

    @property
    def exact_least(self) -> Fraction | None:
        """The least cost from the start to a goal without rounding, or None."""
        far = self.to_goal.get(self.board.start)
        return None if far is None else Fraction(far, self.scale)

    @property
    def least(self) -> float | None:
        """The least cost from the start to a goal, or None."""
        return self.cost(self.board.start)

    @property
    def solvable(self) -> bool:
        """Whether a goal can be reached."""
        return self.board.start in self.to_goal


def replay(
    board: Board, names: Sequence[str], path: Sequence[State]
) -> tuple[Fraction | None, str]:
    """The cost of a path without rounding, and what is wrong with the path if anything is."""
    if not path or tuple(path[0]) != board.start:
        return None, "does not begin at the start"
    if len(names) != len(path) - 1:
        return None, f"{len(names)} moves and {len(path)} states"
    cost = Fraction(0)
    for number, (name, here, there) in enumerate(zip(names, path, path[1:], strict=False), 1):
        found = [
            exact(rule.cost)
            for rule in board.rules
            if rule.name == name and applied(rule, tuple(here)) == tuple(there)
        ]
        if not found:
            return None, f"step {number}, {name}, does not lead from {here} to {there}"
        cost += min(found)
    if not board.is_goal(tuple(path[-1])):
        return None, f"ends in {path[-1]}, which is no goal"
    return cost, ""


def walked(board: Board, names: Sequence[str]) -> dict[State, Fraction]:
    """The states that moves of these names lead to from the start, each with the least cost: rules may share a name.

    The place on the board that a climb adds to a name, as in ``up@3``, does not count.
    """
    states = {board.start: Fraction(0)}
    for name in (name.partition("@")[0] for name in names):
        here: dict[State, Fraction] = {}
        for state, cost in states.items():
            for rule in board.rules:
                if rule.name == name and (after := applied(rule, state)) is not None:
                    more = cost + exact(rule.cost)
                    here[after] = min(here.get(after, more), more)
        states = here
    return states


def smaller(board: Board) -> Iterator[Board]:
    """Boards with one thing less: a rule, a goal, a cell, a cost that is not 1."""
    for place in range(len(board.rules)):
        if len(board.rules) > 1:
            yield replace(board, rules=board.rules[:place] + board.rules[place + 1 :])
    for place in range(len(board.goals)):
        if len(board.goals) > 1:
            yield replace(board, goals=board.goals[:place] + board.goals[place + 1 :])
    if board.shape is None and board.symbols is None and len(board.start) > 1:
        for cell in range(len(board.start)):
            fewer = without_cell(board, cell)
            if fewer is not None:
                yield fewer
    for place, rule in enumerate(board.rules):
        if rule.cost != 1:
            yield replace(board, rules=_put(board.rules, place, replace(rule, cost=1)))
        for cell, (one, other) in enumerate(zip(rule.before, rule.after, strict=True)):
            if one == other and not isinstance(one, V):
                free = V(f"Z{cell}")
                changed = replace(
                    rule, before=_put(rule.before, cell, free), after=_put(rule.after, cell, free)
                )
                yield replace(board, rules=_put(board.rules, place, changed))
    if board.blank is not None and board.shape is None:
        yield replace(board, blank=None)


def without_cell(board: Board, cell: int) -> Board | None:
    """The board without a cell; None where a rule needs the cell for its variables."""

    def cut(pattern: Pattern) -> Pattern:
        return pattern[:cell] + pattern[cell + 1 :]

    rules = []
    for rule in board.rules:
        before, after = cut(rule.before), cut(rule.after)
        if {t for t in after if isinstance(t, V)} - set(before):
            return None
        rules.append(replace(rule, before=before, after=after))
    goals = tuple(dict.fromkeys(map(cut, board.goals)))
    return replace(board, rules=tuple(rules), start=cut(board.start), goals=goals)


def _put(items: tuple, place: int, item: object) -> tuple:
    return (*items[:place], item, *items[place + 1 :])
