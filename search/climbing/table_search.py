"""Solving by a macro table with a look ahead: entries are chosen by how long the table's own way is after each.

A beam of arrangements goes from column to column. Where macros meet, moves that cancel are left out and moves that are one
move together become that, also across moves that commute with them.

Runs of powers of one move, as three quarter turns of a face, replaced by the fewest moves with the same effect.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter
from weakref import WeakKeyDictionary

from ...rules.states.permutation_group import Permutation
from ...rules.term import State
from .. import _kernel
from ..limits import ENDINGS, NO_LIMITS, Limits, Meter, limit_of
from ..native.border import kernel_limits, statistics_of
from ..result import Statistics, Status
from .board_permutations import BoardPermutations
from .macro_table import Entry, MacroTable, Word

Where = tuple[int, ...]
"""For every cell where the symbol is that belongs there."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Result of a search by a table.

    Parameters
    ----------
    solved
        Whether there is a plan; if not, and no limit ended it, an entry is missing that is needed.
    word
        Its moves by their numbers.
    entries
        The entries that it is made of by their numbers.
    statistics, limit
        What it took, and the limit that ended it or made an end of looking for a shorter plan.
    engine
        Who searched.
    """

    solved: bool
    word: Word
    entries: Sequence[int]
    statistics: Statistics
    limit: str | None
    engine: str


def search_table(
    table: MacroTable,
    start: State,
    *,
    width: int = 1,
    limits: Limits = NO_LIMITS,
    engine: str = "auto",
    report: Callable[[int], None] | None = None,
) -> TablePlan:
    """Solve a problem by a macro table.

    Parameters
    ----------
    table
        The table.
    start
        A state of the board.
    width
        How many arrangements are kept of every column, those from which the table alone is the shortest way.
    limits
        A node is an arrangement whose way to the goal is looked at. Where a limit ends that, the shortest plan until
        then is taken.
    engine
        ``python``, or the kernel.
    report
        Called now and then with the number of nodes.

    Raises
    ------
    InputError
        A start that does not hold the goal's symbols.
    """
    began = perf_counter()
    where = table.moves.arrangement(start)
    if engine == "python":
        found = _search(table, where, width, limits, report)
    else:
        found = _search_in_kernel(table, where, width, limits, report, began)
    word = _shortest(table.moves, found.word)
    return replace(
        found, word=word, statistics=replace(found.statistics, operator_applications=len(word))
    )


_KERNEL: WeakKeyDictionary[MacroTable, _kernel.TableClimb] = WeakKeyDictionary()


def _in_kernel(table: MacroTable) -> _kernel.TableClimb:
    known = _KERNEL.get(table)
    if known is None:
        columns = sorted({entry.column for entry in table.entries})
        numbers = {column: number for number, column in enumerate(columns)}
        steps = [
            _kernel.TableStep(numbers[entry.column], entry.place, entry.word)
            for entry in table.entries
        ]
        order = [table.order[column] for column in columns]
        known = _KERNEL[table] = _kernel.TableClimb(table.moves.kernel, order, steps)
    return known


def _search_in_kernel(
    table: MacroTable,
    where: Where,
    width: int,
    limits: Limits,
    report: Callable[[int], None] | None,
    began: float,
) -> TablePlan:
    cells = array("H", where).tobytes()
    found = _in_kernel(table).solve(cells, width, kernel_limits(limits), report)
    return TablePlan(
        found.status == Status.SOLVED,
        tuple(found.word),
        found.steps,
        statistics_of(found.counters, perf_counter() - began),
        found.limit,
        "native",
    )


@dataclass(frozen=True, slots=True)
class _Node:
    """Part of a plan, and how long it is with the table's own way to the end; None where that is not known."""

    where: Where
    word: Word
    entries: tuple[int, ...]
    length: int | None = None


def _search(
    table: MacroTable,
    where: Where,
    width: int,
    limits: Limits,
    report: Callable[[int], None] | None,
) -> TablePlan:
    """Reference search by a table, in Python."""
    search = _Search(table, width, Meter(limits, report))
    limit = None
    try:
        limit = search.run(where)
    except ENDINGS as error:
        limit = limit_of(error)
    best, meter = search.best, search.meter
    if best is not None and best.where != tuple(range(len(where))):
        best = None  # where the order lacks cells, they may be wrong in the end
    word = best.word if best is not None else ()
    statistics = Statistics(
        expanded=meter.expanded,
        generated=search.generated,
        operator_applications=len(word),
        peak_memory=meter.peak_memory,
        elapsed=meter.elapsed,
    )
    entries = best.entries if best is not None else ()
    return TablePlan(best is not None, word, entries, statistics, limit, "python")


class _Search:
    def __init__(self, table: MacroTable, width: int, meter: Meter) -> None:
        self.table, self.width, self.meter = table, width, meter
        self.numbers = {id(entry): number for number, entry in enumerate(table.entries)}
        self.best: _Node | None = None
        self.generated = 0

    def run(self, where: Where) -> str | None:
        """Look ahead from column to column; the limit that ended it."""
        first, limit = self._judged(0, _Node(where, (), ()))
        beam = [first]
        columns = sorted({entry.column for entry in self.table.entries})
        for column in columns:
            if limit is not None or not self.width:
                return limit
            # Of nodes that need the same from here on the one with the shorter word is kept.
            kept: dict[Where, _Node] = {}
            for node in beam:
                for child, judged in self._children(column, node):
                    if not judged:
                        child, limit = self._judged(column + 1, child)
                        if limit is not None:
                            return limit
                    rest = tuple(child.where[cell] for cell in self.table.order[column + 1 :])
                    other = kept.get(rest)
                    if other is None or len(child.word) < len(other.word):
                        kept[rest] = child
            beam = list(kept.values())
            if len(beam) > self.width:
                ranked = sorted(range(len(beam)), key=lambda n: (_length(beam[n]), n))
                beam = [beam[number] for number in sorted(ranked[: self.width])]
        return limit

    def _children(self, column: int, node: _Node) -> Iterator[tuple[_Node, bool]]:
        """Children of a node by the entries, each with whether its result by the table is known."""
        cell = self.table.order[column]
        place = node.where[cell]
        if place == cell:
            yield node, True
            return
        for choice, entry in enumerate(self.table.by_place.get((column, place), ())):
            made = self._made(entry, node)
            if choice == 0:
                yield (
                    _Node(made.where, made.word, made.entries, node.length),
                    node.length is not None,
                )
            else:
                yield made, False

    def _made(self, entry: Entry, node: _Node) -> _Node:
        where = tuple([entry.goes[cell] for cell in node.where])
        word = joined(self.table.moves, node.word, entry.word)
        return _Node(where, word, (*node.entries, self.numbers[id(entry)]))

    def _judged(self, column: int, node: _Node) -> tuple[_Node, str | None]:
        """The node with its length, and the limit that forbids to look."""
        limit = self.meter.exceeded()
        if limit is not None:
            return node, limit
        table, end = self.table, node
        for later in range(column, len(table.order)):
            place = end.where[table.order[later]]
            if place == table.order[later]:
                continue
            known = table.by_place.get((later, place))
            if known is None:
                return node, None
            end = self._made(known[0], end)
        self.generated += len(end.entries) - len(node.entries)
        if self.best is None or len(end.word) < len(self.best.word):
            self.best = end
        return _Node(node.where, node.word, node.entries, len(end.word)), None


def _shortest(moves: BoardPermutations, word: Word) -> Word:
    """A word joined, and its runs reduced, until neither makes it shorter."""
    while len(shorter := joined(moves, (), reduced(moves, word))) < len(word):
        word = shorter
    return word


def _length(node: _Node) -> float:
    return float("inf") if node.length is None else node.length


def joined(moves: BoardPermutations, word: Word, more: Sequence[int]) -> Word:
    """A word and moves after it, shortened where two cancel, or are one move, with only moves between that commute."""
    found = list(word)
    for move in more:
        for place in range(len(found) - 1, -1, -1):
            both = _together(moves, found[place], move)
            if both is not None:
                found[place : place + 1] = both
                break
            if moves.home >= 0 or not commute(moves, found[place], move):
                found.append(move)
                break
        else:
            found.append(move)
    return tuple(found)


def _together(moves: BoardPermutations, one: int, other: int) -> list[int] | None:
    """No move or one that does the same as two; None where there is none."""
    if moves.home >= 0 and moves.goes[one][moves.blanks[one]] != moves.blanks[other]:
        return None
    both = tuple([moves.goes[other][cell] for cell in moves.goes[one]])
    if both == tuple(range(len(both))):
        return []
    if moves.home >= 0:
        return None
    found = moves.by_permutation.get(both)
    return None if found is None else [found]


MOST_POWERS = 256
"""Moves of a higher order are left as they are."""


def reduced(moves: BoardPermutations, word: Word) -> Word:
    """A word with every run of powers of one move as short as powers of that move make it.

    Moves of a run may have others between them with which those after them commute.

    Parameters
    ----------
    moves
        The board's. Of moves of a blank none can be repeated, and the word is returned as it is.
    word
        Moves by their numbers.
    """
    if moves.home >= 0:
        return word
    found: list[int] = []
    for move in word:
        found.append(move)
        cycle = _cycle(moves, move)
        run, place = [len(found) - 1], len(found) - 2
        while cycle is not None and place >= 0:
            if found[place] in cycle.exponents:
                run.insert(0, place)
            elif not all(commute(moves, found[place], found[one]) for one in run):
                break
            place -= 1
        if cycle is None or len(run) == 1:
            continue
        total = sum(cycle.exponents[found[one]] for one in run) % cycle.order
        shorter = cycle.words[total]
        if len(shorter) < len(run):
            for one in reversed(run):
                del found[one]
            found[run[0] : run[0]] = shorter
    return tuple(found)


class _Cycle:
    """Powers of a move: the moves that are powers, and the shortest product for each power."""

    def __init__(self, moves: BoardPermutations, powers: list[Permutation]) -> None:
        number = {power: exponent for exponent, power in enumerate(powers)}
        self.order = len(powers)
        self.exponents = {
            move: number[goes] for move, goes in enumerate(moves.goes) if goes in number
        }
        self.words: dict[int, Word] = {0: ()}
        waiting = [0]
        for total in waiting:
            for move, exponent in self.exponents.items():
                after = (total + exponent) % self.order
                if after not in self.words:
                    self.words[after] = (*self.words[total], move)
                    waiting.append(after)


@lru_cache(maxsize=8)
def _cycles(moves: BoardPermutations) -> dict[int, _Cycle]:
    """For every move the powers of the move with most of them of which it is one."""
    found: dict[int, _Cycle] = {}
    powers = [_powers(goes) for goes in moves.goes]
    for number in sorted(range(len(powers)), key=lambda n: (-len(powers[n]), n)):
        if number not in found and powers[number]:
            cycle = _Cycle(moves, powers[number])
            for move in cycle.exponents:
                found.setdefault(move, cycle)
    return found


def _cycle(moves: BoardPermutations, move: int) -> _Cycle | None:
    return _cycles(moves).get(move)


def _powers(goes: Permutation) -> list[Permutation]:
    """All powers from the one that does nothing; none where they are too many."""
    found = [tuple(range(len(goes)))]
    while len(found) <= MOST_POWERS:
        further = tuple([goes[cell] for cell in found[-1]])
        if further == found[0]:
            return found
        found.append(further)
    return []


def commute(moves: BoardPermutations, one: int, other: int) -> bool:
    """Whether two moves do the same in either order."""
    first, then = moves.goes[one], moves.goes[other]
    return all(then[cell] == first[then[n]] for n, cell in enumerate(first))
