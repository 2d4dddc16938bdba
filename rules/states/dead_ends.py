"""Dead ends: symbols in cells from which they cannot all come to where the goal has them, found and explained from the arcs.

Take a symbol that no arc makes more of, and of which a state has as many copies as the goal names. Each copy must end in one
of the goal's cells, its *homes*, and none may be lost. Abstract a state to the cells of some copies, and an arc to the way it
carries them and its conditions on their cells. If no abstract moves lead to homes only, no arcs do. So conditions of failure
are learned before any search, as FAILSAFE learns them from failed searches (Bhatnagar and Mostow 1994); in Sokoban they are the
deadlock tables of Junghanns and Schaeffer (2001).

Also here: the words that explain a dead end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, groupby, islice
from math import comb
from typing import NamedTuple, TypeAlias

from ..arc import Arc
from ..record import record
from ..term import Pattern, State, Symbol, Term, Var
from ..text.words import counted, listed
from ..theory import Theory
from .permutation_group import free_permutation_of
from .traps import Trap, Traps

LARGEST = 4
"""Greatest number of copies that are looked at together."""

MOST = 20_000
"""Sets of cells of one size; where there are more, only those are looked at whose cells get in each other's way."""


MOST_WORK = 50 * MOST
"""Sets of a size times the copies that one move may carry: where there is more to do, larger sets are not looked at."""


@record
class Attempt:
    """An arc that would carry a copy out of a dead end, and why it does not lead out.

    Parameters
    ----------
    arc
        Its name.
    source, target
        The cells that it carries a copy from and to.
    asks
        A cell of the dead end in which it needs another symbol, and which, or None where it would lose the copy there; None
        where it can be used.
    leads
        The cells of the dead end that there is afterwards; empty where the arc cannot be used.
    """

    arc: str
    source: int
    target: int
    asks: tuple[int, Symbol | None] | None
    leads: tuple[int, ...]


@record
class DeadEnd:
    """A symbol in some cells; in no state with all of them can the goal be reached.

    Parameters
    ----------
    symbol, cells
        The symbol and its cells in ascending order; no cells where too few copies are left.
    """

    symbol: Symbol
    cells: tuple[int, ...]


class DeadEnds:
    """The smallest dead ends of one symbol.

    A path of arcs to the goal loses no copy: it carries k copies from a set of cells to a set of homes. Each of its arcs is an
    abstract move of these copies, or leaves them where they are. So no such path begins in a state with a set of cells from
    which abstract moves reach no set of homes. A set that was not looked at is taken to reach one.

    Parameters
    ----------
    symbol, homes
        The symbol, and the cells in which its copies must end.
    theory
        Its primitive arcs, none of which makes the symbol, are what counts; macros are made of them.

    Attributes
    ----------
    each
        The dead ends, the smallest first.
    loses
        Whether an arc may lose a copy: then a state with too few of them is a dead end too.
    """

    def __init__(self, theory: Theory, symbol: Symbol, homes: Sequence[int]) -> None:
        self.symbol = symbol
        self.homes = tuple(homes)
        self._moves, self.loses = _moves(theory, symbol)
        self._homes = _set(homes)
        self.each: tuple[DeadEnd, ...] = ()
        self._known: set[int] = set()
        self._containing: dict[int, list[int]] = {}  # by cell, the smallest first
        cells: list[int] = list(range(theory.size))
        carried = max(
            (len(move.pairs) for moves in self._moves.values() for move in moves), default=0
        )
        for size in range(1, min(LARGEST, len(homes)) + 1):
            if min(comb(len(cells), size), MOST) * carried > MOST_WORK:
                break
            dead = self._dead(self._sets(cells, size))
            self._known |= dead
            if size == 1:
                cells = [cell for cell in cells if 1 << cell not in dead]
            for one in sorted(map(_cells, dead)):
                self.each += (DeadEnd(symbol, one),)
                for cell in one:
                    self._containing.setdefault(cell, []).append(_set(one))

    def _sets(self, cells: Sequence[int], size: int) -> set[int]:
        """The sets of a size that are looked at, none of which has a smaller dead end in it."""
        every = map(_set, combinations(cells, size))
        few = list(islice(every, MOST + 1))
        if len(few) > MOST:
            few = list(_together(cells, size, self._moves))
        return {one for one in few if self._found(one) is None}

    def _dead(self, sets: set[int]) -> set[int]:
        """Select the sets from which no moves lead to homes only, nor to a set that was not looked at."""
        leading: dict[int, list[int]] = {}
        alive = []
        for one in sets:
            if one & ~self._homes == 0:
                alive.append(one)
                continue
            for move in self._moves_of(one):
                if one & move.barred:
                    continue
                after = move.carry(one)
                if after in sets:
                    leading.setdefault(after, []).append(one)
                elif self._found(after) is None:
                    alive.append(one)
                    break
        known = set(alive)
        while alive:
            for before in leading.get(alive.pop(), ()):
                if before not in known:
                    known.add(before)
                    alive.append(before)
        return sets - known

    def _moves_of(self, cells: int) -> Iterator[_Move]:
        for cell in _cells(cells):
            yield from self._moves.get(cell, ())

    def _found(self, cells: int) -> int | None:
        """The smallest dead end in a small set; None where there is none."""
        best, one = None, cells
        while one:
            if one in self._known and (best is None or one.bit_count() < best.bit_count()):
                best = one
            one = (one - 1) & cells
        return best

    def within(self, state: Pattern, changed: Iterable[int] | None = None) -> DeadEnd | None:
        """The smallest dead end in a state; None if there is none.

        Parameters
        ----------
        state
            A state, or a pattern, of which the open cells say nothing.
        changed
            Cells of which the dead end has to have one, where it is known of the others that there is none.
        """
        symbol = self.symbol
        cells = 0
        for cell, term in enumerate(state):
            if term == symbol:
                cells |= 1 << cell
        if self.loses and cells.bit_count() < len(self.homes):
            return DeadEnd(symbol, ())
        best: int | None = None
        for cell in _cells(cells) if changed is None else changed:
            if not cells >> cell & 1:
                continue
            for one in self._containing.get(cell, ()):
                if one & cells == one:
                    if best is None or one.bit_count() < best.bit_count():
                        best = one
                    break
        return None if best is None else DeadEnd(symbol, _cells(best))

    def reached(self, dead_end: DeadEnd) -> tuple[tuple[int, ...], ...]:
        """The other sets of cells that moves bring its copies to, in ascending order; none are homes only."""
        start = _set(dead_end.cells)
        known, edge = {start}, [start]
        while edge:
            one = edge.pop()
            for move in self._moves_of(one):
                if not one & move.barred and (after := move.carry(one)) not in known:
                    known.add(after)
                    edge.append(after)
        return tuple(sorted(map(_cells, known - {start})))

    def attempts(self, dead_end: DeadEnd) -> tuple[Attempt, ...]:
        """All arcs that would carry a copy out of a dead end, in order, each with the reason why it leads nowhere."""
        cells = _set(dead_end.cells)
        found = []
        for move in self._moves_of(cells):
            carried = next((pair for pair in move.pairs if cells >> pair[0] & 1), None)
            barred = cells & move.barred
            if carried is None:  # it only loses one
                continue
            asks = None
            leads: tuple[int, ...] = ()
            if barred:
                cell = _cells(barred)[0]
                term = move.arc.before[cell]
                asks = cell, None if isinstance(term, Var) else term
            else:
                inner = self._found(move.carry(cells))
                assert inner is not None
                leads = _cells(inner)
            attempt = Attempt(move.arc.name, *carried, asks, leads)
            if attempt not in found:
                found.append(attempt)
        return tuple(found)


@record
class _Move:
    """Effect of an arc on the copies of a symbol, which it carries from cell to cell."""

    arc: Arc
    barred: int  # the cells in which it needs another symbol, or would lose one
    pairs: tuple[tuple[int, int], ...]

    def carry(self, cells: int) -> int:
        """The cells of the copies afterwards."""
        left = came = 0
        for source, target in self.pairs:
            if cells >> source & 1:
                left |= 1 << source
                came |= 1 << target
        return cells & ~left | came


def traps_told(theory: Theory, goal: Pattern, start: State) -> Traps:
    """The dead ends of a theory, which the arcs alone tell, as patterns that searches leave out; see `dead_ends`."""
    found = dead_ends(theory, goal, start)
    each = (Trap(tuple((c, dead.symbol) for c in dead.cells)) for one in found for dead in one.each)
    return Traps(each, {one.symbol: len(one.homes) for one in found if one.loses})


Homes: TypeAlias = tuple[tuple[Symbol, tuple[int, ...]], ...]
"""Symbols, each with the cells in which all of its copies must end."""


@lru_cache(maxsize=64)
def dead_ends(theory: Theory, goal: Pattern, start: State) -> tuple[DeadEnds, ...]:
    """The dead ends of every symbol that has to end in the goal's cells.

    Parameters
    ----------
    theory
        A theory; where moves can be undone nothing is looked for, as none leads into a dead end.
    goal
        A state or a pattern.
    start
        A state, which says how often each symbol stands in those that are searched.
    """
    if not theory.plain:  # where a copy may be lost by effects that depend on more than the arc
        return ()
    cells: dict[Symbol, list[int]] = {}
    for cell, term in enumerate(goal):
        if not isinstance(term, Var):
            cells.setdefault(term, []).append(cell)
    held = Counter(start)
    homes = tuple((s, tuple(own)) for s, own in cells.items() if held[s] == len(own))
    return _of_homes(theory.without_macros() if theory.macros else theory, homes)


@lru_cache(maxsize=16)
def _of_homes(theory: Theory, homes: Homes) -> tuple[DeadEnds, ...]:
    if theory.domain is not None and theory.domain.reversible:
        return ()
    kept = ((symbol, cells) for symbol, cells in homes if never_made(theory, symbol))
    first = next(kept, None)
    if first is None or can_be_undone(theory):
        return ()
    found = (DeadEnds(theory, symbol, cells) for symbol, cells in chain([first], kept))
    return tuple(one for one in found if one.each or one.loses)


class _ArcChange(NamedTuple):
    """The cells that an arc changes, with their terms before and after."""

    arc: Arc
    before: dict[int, Term]
    after: dict[int, Term]

    def counts(self, symbol: Symbol) -> tuple[Counter[Term], Counter[Term]]:
        """Count the symbol, and every variable, before and after."""
        before, after = (Counter(_held(side, symbol)) for side in (self.before, self.after))
        return before, after


def _held(side: dict[int, Term], symbol: Symbol) -> list[Term]:
    """The terms of a side that are, or may be, a symbol."""
    return [term for term in side.values() if term == symbol or isinstance(term, Var)]


@lru_cache(maxsize=4)
def _changes(theory: Theory) -> tuple[_ArcChange, ...]:
    """The changes of all primitive arcs; patterns of sparse arcs take long to make."""
    found = []
    for arc in theory.primitives:
        before, after = arc.before, arc.after
        sides = ({cell: side[cell] for cell in arc.changed} for side in (before, after))
        found.append(_ArcChange(arc, *sides))
    return tuple(found)


def never_made(theory: Theory, symbol: Symbol) -> bool:
    """Whether no arc holds a symbol more often after than before, whatever its variables stand for."""
    making = (one for one in _changes(theory) if _held(one.after, symbol))
    return all(after <= before for before, after in (one.counts(symbol) for one in making))


@lru_cache(maxsize=64)
def can_be_undone(theory: Theory) -> bool:
    """Whether moves lead back from whatever a move leads to.

    The domain knows it, or each arc has one that undoes it, or undoes itself when it is made often enough: it rearranges the
    cells, whatever is in them.
    """
    if theory.domain is not None and theory.domain.reversible:
        return True
    if not theory.plain:
        return False
    known = {arc.canonical for arc in theory.primitives}

    def undone(arc: Arc) -> bool:
        if free_permutation_of(arc) is not None:
            return True
        inverse = arc.inverse()
        return inverse is not None and inverse.canonical in known

    return all(map(undone, theory.primitives))


def _moves(theory: Theory, symbol: Symbol) -> tuple[dict[int, list[_Move]], bool]:
    """The arcs that carry copies of a symbol, under every cell that they carry one from; and whether any may lose one."""
    moves: dict[int, list[_Move]] = {}
    loses = False
    for one in _changes(theory):
        if not _held(one.before, symbol):
            continue
        arc = one.arc
        before, after = one.counts(symbol)
        lost = {term for term in before if after[term] < before[term]}
        loses |= bool(lost)
        if symbol in lost:
            continue
        targets: dict[Term, list[int]] = {}
        for cell, term in one.after.items():
            targets.setdefault(term, []).append(cell)
        terms = [(cell, term) for cell, term in one.before.items() if term in before]
        pairs = [(cell, targets[term].pop(0)) for cell, term in terms if term not in lost]
        barred = [cell for cell, needed in arc.conditions[0] if needed != symbol]
        barred += [cell for cell, term in enumerate(arc.before) if term in lost] if lost else []
        move = _Move(arc, _set(barred), tuple(pairs))
        for cell, _ in terms:
            moves.setdefault(cell, []).append(move)
    return moves, loses


def _together(cells: Sequence[int], size: int, moves: dict[int, list[_Move]]) -> Iterator[int]:
    """Sets of cells that moves out of other cells test for different symbols."""
    near: dict[int, set[int]] = {cell: set() for cell in cells}
    for cell in cells:
        for move in moves.get(cell, ()):
            for other in _cells(move.barred):
                if other in near:
                    near[cell].add(other)
                    near[other].add(cell)
    sets: dict[tuple[int, ...], None] = dict.fromkeys((cell,) for cell in cells)
    for _ in range(size - 1):
        grown = (
            tuple(sorted((*one, other)))
            for one in sets
            for other in sorted(set().union(*(near[cell] for cell in one)).difference(one))
        )
        sets = dict.fromkeys(islice(grown, 10 * MOST))
    yield from map(_set, islice(sets, MOST))


def _set(cells: Iterable[int]) -> int:
    """A set of cells as bits."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def _cells(bits: int) -> tuple[int, ...]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)


Naming: TypeAlias = Callable[[int], str]
"""Name of a cell for people, such as ``cell 3``."""

LISTED = 4
"""Greatest number of cells that are named one by one in a sentence."""


def why_dead(found: DeadEnds, dead_end: DeadEnd, place: Naming) -> str:
    """Why no arcs lead from a dead end to the goal, in one sentence without its full stop.

    Parameters
    ----------
    found
        The dead ends of its symbol.
    place
        Names cells.
    """
    symbol, cells = dead_end.symbol, dead_end.cells
    if not cells:
        return f"fewer than {len(found.homes)} {symbol} are left, which the goal needs, and no arc makes one"
    if len(cells) == 1:
        return _why_one(found, dead_end, place)
    attempts = found.attempts(dead_end)
    all_of = "both" if len(cells) == 2 else f"all {len(cells)}"
    where = f"{symbol} in {listed([place(cell) for cell in cells])}"
    if not found.reached(dead_end):
        keep = (
            "keep each other there"
            if any(attempt.asks for attempt in attempts)
            else "cannot be moved"
        )
        said = f"{where} {keep}, not {all_of} at home"
    else:
        said = f"{where} cannot {all_of} be brought to the goal"
    named = [
        _out_of(source, list(group), symbol, place)
        for source, group in groupby(attempts, key=lambda attempt: attempt.source)
    ]
    return f"{said}; {'; '.join(named)}" if named else said


def _why_one(found: DeadEnds, dead_end: DeadEnd, place: Naming) -> str:
    symbol, cell = dead_end.symbol, dead_end.cells[0]
    others = [place(other) for (other,) in found.reached(dead_end)]
    if not others:
        return f"no arc moves {symbol} out of {place(cell)}, and the goal has it elsewhere"
    to = listed(others) if len(others) <= LISTED else counted(len(others), "other cell")
    return f"from {place(cell)} arcs bring {symbol} only to {to}, where the goal has none"


def _out_of(source: int, attempts: Sequence[Attempt], symbol: Symbol, place: Naming) -> str:
    """Why the attempts of one copy lead nowhere: those that ask too much of one cell together, then the others."""
    said = []
    asking = sorted(
        (attempt for attempt in attempts if attempt.asks),
        key=lambda attempt: attempt.asks[0] if attempt.asks else 0,
    )
    for cell, group in groupby(asking, key=lambda attempt: attempt.asks[0] if attempt.asks else 0):
        needs = [
            f"{attempt.arc} asks for {'another symbol' if attempt.asks[1] is None else attempt.asks[1]}"
            for attempt in group
            if attempt.asks
        ]
        said.append(f"{listed(needs)} in {place(cell)}, which holds {symbol}")
    said += [
        f"{attempt.arc} leads to {place(attempt.target)}, {_leads(attempt, symbol, place)}"
        for attempt in attempts
        if not attempt.asks
    ]
    return f"out of {place(source)} {', '.join(said)}"


def _leads(attempt: Attempt, symbol: Symbol, place: Naming) -> str:
    if attempt.leads == (attempt.target,):
        return "a dead end"
    return f"and {symbol} in {listed([place(cell) for cell in attempt.leads])} is a dead end"
