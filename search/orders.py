"""The order of subgoals, each of which is to fill a cell of the goal and to leave those before it as they are.

An order is a rule, which tells it for boards of every size, or the cells of one board.

In this file:

- Value of an order of subgoals on a small state space: the number of macros it needs, and the length of plans.
- The order of subgoals that a small board of a domain speaks for, with what was measured there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import prod
from random import Random
from typing import Any, TypeAlias, TypeVar

from ..rules.checked import checked
from ..rules.domain import Domain
from ..rules.errors import InputError, TooLargeError
from ..rules.geometry import Shape
from ..rules.record import record
from ..rules.states.state_space import distances, leading_to, reversed_theory
from ..rules.term import Pattern, State, Var, ground, match
from ..rules.text.state_text import goal_cells
from ..rules.text.words import counted
from ..rules.theory import Theory

Order: TypeAlias = str | tuple[int, ...]
"""The name of a rule in `RULES`, or cells, the one to be filled first first."""

OrderRule: TypeAlias = Callable[[Domain, Shape, State, frozenset[int]], Sequence[int]]
"""Function of a domain, a shape, the goal and its required cells, which returns these cells in order; the blank's only if it is
brought home like other symbols."""

Goal = TypeVar("Goal")


class Turns:
    """The turns of goals, of which one that traps keep from being reached waits for the others, once until another is reached."""

    def __init__(self) -> None:
        self._late: set[Any] = set()
        self._reached = 0

    def begin(self, reached: int) -> None:
        """Let all have their turn again if more goals are reached than the last time."""
        if reached > self._reached:
            self._late.clear()
        self._reached = reached

    def may_wait(self, goals: Sequence[Any]) -> bool:
        """Whether the first of the goals that are left has not waited yet, and others are left."""
        return len(goals) > 1 and goals[0] not in self._late

    def later(self, goals: Sequence[Goal]) -> list[Goal]:
        """The goals that are left, the first of them last."""
        first, *others = goals
        self._late.add(first)
        return [*others, first]


GIVEN = "given"
"""The order that the domain gives."""

BLANK_FIRST = "blank-first"
"""The blank is brought home before all other symbols."""


def _given(domain: Domain, shape: Shape, goal: State, asked: frozenset[int]) -> Sequence[int]:
    subgoals = domain.subgoals(shape, goal)
    return _fewest_changes(domain, shape, asked) if subgoals is None else subgoals


def _blank_first(domain: Domain, shape: Shape, goal: State, asked: frozenset[int]) -> Sequence[int]:
    cells = _given(domain, shape, goal, asked)
    if goal.count(domain.blank) != 1:
        return cells
    home = goal.index(domain.blank)
    return (home, *(cell for cell in cells if cell != home))


def _first_to_last(
    domain: Domain, shape: Shape, goal: State, asked: frozenset[int]
) -> Sequence[int]:
    return sorted(cell for cell in asked if domain.blank is None or goal[cell] != domain.blank)


def _last_to_first(
    domain: Domain, shape: Shape, goal: State, asked: frozenset[int]
) -> Sequence[int]:
    return _first_to_last(domain, shape, goal, asked)[::-1]


def _dependencies_first(
    domain: Domain, shape: Shape, goal: State, asked: frozenset[int]
) -> Sequence[int]:
    needs = dependencies(domain, shape)
    order: list[int] = []
    # Of equals the first of the domain's own order; the blank's cell has no turn.
    left = [cell for cell in _given(domain, shape, goal, asked) if cell in asked]
    while left:
        missing = [len(needs[cell].difference(order)) for cell in left]
        order.append(left.pop(missing.index(min(missing))))
    return order


RULES: Mapping[str, OrderRule] = {
    GIVEN: _given,
    BLANK_FIRST: _blank_first,
    "first-to-last": _first_to_last,
    "last-to-first": _last_to_first,
    "dependencies-first": _dependencies_first,
}
"""``given`` is the domain's own order, or what follows from its moves where it has none: the next cell is the one in the
fewest sets of cells that a move changes together, moves that change the cells before it left out; of equals the last.
``blank-first`` is the same with the blank as a symbol like others, the first to be brought to its cell, as macro tables
have it. ``dependencies-first`` takes the cell that depends on the fewest cells not yet filled: moves that change it ask about
them, or moves that change those do."""


def in_words(domain: Domain, order: Order) -> str:
    """An order for people, such as "smallest disk first"."""
    if not isinstance(order, str):
        return "cells " + ", ".join(str(cell + 1) for cell in order)
    first, last = domain.ends
    known = {
        GIVEN: "the domain's own order",
        "first-to-last": f"{first} first",
        "last-to-first": f"{last} first",
    }
    return known.get(order, order.replace("-", " "))


def order_data(order: Order) -> str | list[int]:
    """An order as files and JSON have it: cells are numbered from 1."""
    return order if isinstance(order, str) else [cell + 1 for cell in order]


def order_of(domain: Domain, shape: Shape, wanted: Pattern, order: Order) -> tuple[int, ...]:
    """The cells of a goal in order; without the blank's, unless the order brings it home as other symbols.

    Parameters
    ----------
    domain, shape
        The board.
    wanted
        The goal, a variable in each cell that it leaves open.
    order
        A rule, or cells.

    Raises
    ------
    InputError
        An unknown rule, or cells that are not those of the goal, each once.
    """
    asked = frozenset(cell for cell, term in enumerate(wanted) if not isinstance(term, Var))
    goal = tuple(goal_cells(wanted))
    if isinstance(order, str):
        rule = RULES.get(order)
        if rule is None:
            raise InputError(
                "no such order of subgoals", expected=" or ".join(RULES), found=repr(order)
            )
        return tuple(rule(domain, shape, goal, asked))
    without = asked - {goal.index(domain.blank)} if goal.count(domain.blank) == 1 else asked
    if len(set(order)) < len(order) or set(order) not in (asked, without):
        raise InputError(
            f"this order of subgoals is not for {domain.spell(shape)} and its goal",
            expected=f"each of the {len(asked)} cells that the goal asks about",
            found=" ".join(str(cell + 1) for cell in order),
        )
    return order


@lru_cache(maxsize=64)
def dependencies(domain: Domain, shape: Shape) -> tuple[frozenset[int], ...]:
    """For each cell all cells that its content depends on: itself, the cells that its moves look at, and so on."""
    needs: list[set[int]] = [{cell} for cell in range(shape[0] * shape[1])]
    for schema in domain.schemas(shape):
        constants, equal = schema.arc.conditions
        looked_at = {cell for cell, _ in constants}.union(*equal, schema.journeys)
        for place in domain.geometry.places(schema.window, shape):
            cells = domain.geometry.cells(schema.window, place, shape)
            assert cells is not None
            for cell in schema.arc.changed:
                needs[cells[cell]].update(cells[one] for one in looked_at)
    growing = True
    while growing:
        growing = False
        for known in needs:
            more = known.union(*(needs[cell] for cell in known))
            growing = growing or len(more) > len(known)
            known |= more
    return tuple(frozenset(known) for known in needs)


@lru_cache(maxsize=64)
def _fewest_changes(domain: Domain, shape: Shape, asked: frozenset[int]) -> tuple[int, ...]:
    size = shape[0] * shape[1]
    changes: set[frozenset[int]] = set()
    for schema in domain.schemas(shape):
        for place in domain.geometry.places(schema.window, shape):
            cells = domain.geometry.cells(schema.window, place, shape)
            assert cells is not None
            changes.add(frozenset(cells[cell] for cell in schema.arc.changed))
    order: list[int] = []
    left = set(asked)
    while left:
        usable = [change for change in changes if change.isdisjoint(order)] or changes
        counts = {cell: sum(cell in change for change in usable) for cell in left}
        cell = min(left, key=lambda cell: (counts[cell] or size * size, -cell))
        order.append(cell)
        left.remove(cell)
    return tuple(order)


MOST_STATES = 2_000
"""Greatest number of states of a board that is looked at."""

BEAM = 20
"""Number of sets of cells of each size that are kept."""

Path: TypeAlias = tuple[int, ...]
"""A path as the numbers of its arcs."""


@record
class Expected:
    """Expected cost of filling cells in an order.

    Parameters
    ----------
    macros
        Paths of two or more moves, until from every state one of them, or a move, fills the next cell.
    moves
        Moves for all cells together, on average over all states.
    """

    macros: int = 0
    moves: float = 0.0

    def plus(self, other: Expected) -> Expected:
        """Expected cost of filling cells in two steps, one after the other."""
        return Expected(self.macros + other.macros, self.moves + other.moves)

    @property
    def price(self) -> float:
        """Macros and moves weigh alike: an order with half the macros may have plans of twice the length."""
        return (1 + self.macros) * (1 + self.moves)


@record
class OrderStep:
    """Expected cost of filling one cell after some others.

    Parameters
    ----------
    macros
        Macros as in `Expected`.
    moves
        Moves, on average over all states in which the cells before are filled.
    leads
        For each of these states in which the cell is still wrong, the state in which it is right, and the moves to it.
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
        self._known: dict[tuple[int, int], OrderStep] = {}
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

    def next(self, filled: int, cell: int) -> OrderStep:
        """Expected cost of filling a cell after some others, which are given as bits."""
        known = self._known.get((filled, cell))
        if known is None:
            known = self._known[filled, cell] = self._next(filled, cell)
        return known

    def _next(self, filled: int, cell: int) -> OrderStep:
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
        return OrderStep(sum(len(path) > 1 for path in paths), moves / len(standing), leads)

    def _towards(self, ends: Iterable[int]) -> dict[int, int]:
        """For every state the first move of a shortest path to one of some states."""
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
        """Number of the state to which a path leads; -1 if it does not apply."""
        for which in path:
            start = self._after[start].get(which, -1)
            if start < 0:
                break
        return start


def _leading_to(theory: Theory, goal: Pattern, starts: Iterable[State]) -> list[State]:
    """States reachable from `starts` that can reach a goal, nearest to it first."""
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
    leading = leading_to((state for state in seen if match(goal, state) is not None), before)
    if not leading:
        raise InputError("no start leads to the goal")
    return list(leading)


def _worth(one: tuple[Expected, tuple[int, ...]]) -> tuple[float, float]:
    return round(one[0].price, 9), one[0].macros


RULE = 0.9
"""An order of cells is preferred to a rule, which holds on other boards too, if its price is below so much of the rule's."""

DRAWN = 20
"""Number of starts used where the goal leaves cells open and the domain has no usual start."""

FOUND = "found"
"""The word for an order that is to be found."""


@record
class FoundOrder:
    """An order of subgoals, and why it was chosen.

    Parameters
    ----------
    order, words
        The order, also in words.
    why
        In words.
    board
        The board that was looked at; empty where none was.
    expected, given
        Expected costs of the order and of the domain's own there; None if no board was looked at.
    """

    order: Order
    words: str
    why: str
    board: str = ""
    expected: Expected | None = None
    given: Expected | None = None

    def __str__(self) -> str:
        return f"{self.words}: {self.why}"


@checked
def find_order(domain: Domain, shape: Shape, practised: Sequence[Shape] = ()) -> FoundOrder:
    """Choose the order of subgoals that asks for few macros and short plans.

    What `SmallSpace` expects of an order is found on the largest board practised that is small enough, or else on the domain's
    own small one. Where it is the only one practised, orders of its cells are looked for by a beam search; else an order is one
    of `RULES`, which say what it is on larger boards. The domain's own order stays unless another is better there.

    Parameters
    ----------
    domain, shape
        Boards to learn for.
    practised
        The boards to learn on; those of the domain if there are none.
    """
    shapes = practised or domain.practice(shape)
    wanted = domain.goal(shape)
    if sum(not isinstance(term, Var) for term in wanted) == 1:
        return _own(domain, "the goal asks about one cell only")
    if domain.subgoals(shape, tuple(goal_cells(wanted))) is not None:
        return _own(domain, f"{domain.name} names one")
    for board in (*sorted(shapes, key=prod, reverse=True), *_small(domain)):
        try:
            # Of boards such as those of a file it is not known whether their moves can be undone.
            reversible = bool(domain.reversible)
            goal = domain.goal(board)
            space = SmallSpace(
                domain.theory(board).without_macros(),
                goal,
                reversible=reversible,
                starts=() if ground(goal) is not None else _starts(domain, board),
            )
        except InputError:
            continue
        return _found(domain, board, space, any_cells={*shapes, board} == {shape})
    return _own(domain, "no other is looked for, because there are too many states")


def _starts(domain: Domain, board: Shape) -> Iterator[State]:
    """The start that people expect, or random ones."""
    expected = domain.start(board)
    if expected is not None:
        yield expected
        return
    rng = Random(0)
    for _ in range(DRAWN):
        yield domain.draw(board, rng)


def _small(domain: Domain) -> tuple[Shape, ...]:
    """The size that the domain names as small; empty if it names none, or one of another domain."""
    if not domain.small:  # boards of files have none
        return ()
    other, shape = domain.read(domain.small)
    return (shape,) if other == domain else ()


def _own(domain: Domain, why: str) -> FoundOrder:
    return FoundOrder(GIVEN, in_words(domain, GIVEN), why)


def _found(domain: Domain, board: Shape, space: SmallSpace, *, any_cells: bool) -> FoundOrder:
    goal = domain.goal(board)
    orders: dict[tuple[int, ...], Order] = {}
    for rule in RULES:
        if rule != BLANK_FIRST:
            orders.setdefault(order_of(domain, board, goal, rule), rule)
    own = next(iter(orders))
    if any_cells:
        best = space.best(own, own)
        orders.setdefault(best, best)
    worth = {cells: space.of(cells) for cells in orders}
    weight = {cells: 1.0 if isinstance(order, str) else 1 / RULE for cells, order in orders.items()}
    # The first of equals is the domain's own.
    cells = min(orders, key=lambda cells: round(worth[cells].price * weight[cells], 6))
    found, given = worth[cells], worth[own]
    name, order = domain.spell(board), orders[cells]
    if cells == own:
        why = f"no better one was found on {name}, which is expected to need {_macros(found)}"
        return FoundOrder(GIVEN, in_words(domain, GIVEN), why, name, found, given)
    why = f"{_macros(found)} expected on {name} and {found.moves:.1f} moves, against {given.macros:,} and {given.moves:.1f} in the domain's own order"
    if _closed(domain, board, cells):
        why += ", because no move asks about a cell whose turn comes later"
    return FoundOrder(order, in_words(domain, order), why, name, found, given)


def _macros(found: Expected) -> str:
    return counted(found.macros, "macro")


def _closed(domain: Domain, board: Shape, cells: Sequence[int]) -> bool:
    """Whether what a cell can become depends on nothing but the cells before it."""
    needs = dependencies(domain, board)
    return all(needs[cell] <= set(cells[: n + 1]) for n, cell in enumerate(cells))
