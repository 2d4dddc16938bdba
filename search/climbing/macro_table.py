"""Macro tables, which the kernel fills from the moves of a board alone, and solving by them, with a look-ahead.

A table (Korf, Artificial Intelligence 26, 1985) has a column for each cell of an order. A column has macros for every place
from which that cell's symbol can come: they bring it home and restore the cells of the columns before.

Entries are chosen by how long the table's own way is after each: a beam of arrangements goes from column to column. Where
macros meet, moves that cancel are left out and moves that are one move together become that, also across moves that commute
with them. Runs of powers of one move, as three quarter turns of a face, become the fewest moves with the same effect.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from time import perf_counter
from weakref import WeakKeyDictionary

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.record import record
from ...rules.schema import Schema
from ...rules.states.permutation_group import Permutation, stabilizer_chain
from ...rules.term import State
from .. import _kernel
from ..limits import ENDINGS, NO_LIMITS, Limits, Meter, limit_of
from ..native.compiled import kernel_limits, statistics_of
from ..orders import BLANK_FIRST, FOUND, Order, order_of
from ..result import Statistics, Status
from .board_permutations import BoardPermutations

MOST_WORDS = 1_000_000
"""Greatest number of short words of moves that are enumerated; each takes two bytes a cell and a few dozen more."""

QUICK_WORDS, FEW = 20_000, 6
"""For one search: words of a table that is filled in a second or two, with entries a little longer; and macros of an entry."""

ALTERNATIVES = 12
"""Number of macros of an entry, the shortest ones, among which a look-ahead chooses."""

SLACK = 2
"""Greatest number of moves by which a macro may exceed the shortest one of its entry."""

MOST_TOGETHER = 50_000
"""Moves of all words of a table: above that entries have fewer alternatives, because each word is explained move by move."""

Word = tuple[int, ...]
"""Moves by their numbers in `BoardPermutations.steps`."""


@record
class FoundTable:
    """A macro table as the kernel filled it.

    Parameters
    ----------
    moves
        Moves of the board.
    order
        The cells of the columns.
    columns
        For each cell of the order and each place from which its symbol can come, the words that bring it home, the
        shortest first; none where an entry is missing.
    statistics
        Work of filling the table.
    limit
        The limit that stopped the filling, or None.
    words, longest
        Number of arrangements made by short words, and number of moves of the longest words.
    """

    moves: BoardPermutations
    order: tuple[int, ...]
    columns: tuple[Mapping[int, tuple[Word, ...]], ...]
    statistics: Statistics
    limit: str | None
    words: int
    longest: int

    @cached_property
    def climb(self) -> _kernel.TableClimb:
        """The table as the kernel climbs by it."""
        steps = [
            _kernel.TableStep(number, place, word)
            for number, column in enumerate(self.columns)
            for place, words in column.items()
            for word in words
        ]
        return _kernel.TableClimb(self.moves.kernel, list(self.order), steps)


def table_goal(domain: Domain, shape: Shape, order: Order) -> State:
    """The goal that a table is filled for: the domain's own, with the blank in the first cell of an order of cells.

    A table is about cells: which symbol belongs where does not matter to it, but for the blank.
    """
    goal = domain.goal_state(shape)
    if isinstance(order, str) or not order or goal.count(domain.blank) != 1:
        return goal
    cells, home = list(goal), goal.index(domain.blank)
    cells[home], cells[order[0]] = cells[order[0]], cells[home]
    return tuple(cells)


def table_cells(domain: Domain, shape: Shape, order: Order) -> Order:
    """An order of subgoals as a table has it: ``blank-first``, ``found``, or all cells, the blank's home first.

    Parameters
    ----------
    domain, shape
        The board.
    order
        A rule, or cells: where these are all cells of a board with a blank, the first of them is the blank's home.

    Raises
    ------
    InputError
        An unknown rule, or cells that are not those of the board.
    """
    if order in (BLANK_FIRST, FOUND):
        return order
    goal = domain.goal_state(shape)
    cells = order_of(domain, shape, domain.goal(shape), order)
    home = goal.index(domain.blank) if goal.count(domain.blank) == 1 else None
    return cells if home is None or home in cells else (home, *cells)


@checked
def fill_table(
    domain: Domain,
    shape: Shape,
    *,
    goal: State | None = None,
    order: Order = BLANK_FIRST,
    most_words: int = MOST_WORDS,
    alternatives: int = ALTERNATIVES,
    to_learn: bool = True,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
) -> FoundTable:
    """Fill the macro table of a board.

    The order of the cells is the one asked for or the domain's, where it has one, else the cell is next whose symbol is
    brought home by the fewest moves on average.

    Parameters
    ----------
    domain, shape
        A board whose moves test no cell but the blank's.
    goal
        The goal; that of the order if None, see `table_goal`.
    order
        An order of `table_cells`: ``blank-first`` is the domain's, ``found`` the one of fewest moves.
    most_words
        Greatest number of short words of moves that are enumerated.
    alternatives
        Greatest number of macros of an entry.
    to_learn
        Whether the words will be explained, so that entries have fewer alternatives where these have too many moves.
    limits
        Limits on the whole; a node is a word that is made longer.
    report
        Called now and then with the number of nodes.

    Raises
    ------
    InputError
        A board that has no macro table.
    """
    began = perf_counter()
    moves = BoardPermutations.of(domain, shape, goal or table_goal(domain, shape, order))
    given = domain.subgoals(shape, moves.goal) if order == BLANK_FIRST else order
    found = _kernel.macro_table(
        moves.kernel,
        [] if given is None or isinstance(given, str) else list(given),
        most_words,
        alternatives,
        SLACK,
        kernel_limits(limits),
        report,
    )
    columns = [
        {place: tuple(map(moves.spelled, column.words(place))) for place in sorted(column.places)}
        for column in found.columns
    ]
    return FoundTable(
        moves,
        tuple(column.cell for column in found.columns),
        _few_enough(columns) if to_learn else tuple(columns),
        statistics_of(found.counters, perf_counter() - began),
        found.limit,
        found.words,
        found.longest,
    )


def _few_enough(
    columns: Sequence[Mapping[int, tuple[Word, ...]]],
) -> tuple[Mapping[int, tuple[Word, ...]], ...]:
    """The words of all entries, with fewer alternatives if together they have more than `MOST_TOGETHER` moves."""
    entries = [words for column in columns for words in column.values()]
    kept = max(map(len, entries), default=1)
    while (
        kept > 1 and sum(map(len, (w for words in entries for w in words[:kept]))) > MOST_TOGETHER
    ):
        kept -= 1
    return tuple({place: words[:kept] for place, words in column.items()} for column in columns)


@record
class Entry:
    """A placed schema as an entry of a table.

    Parameters
    ----------
    column, place
        The number of its cell in the order, and the place from which it brings that cell's symbol.
    number, word
        The schema's number among the climber's, and its moves.
    goes
        For every cell the cell to which it takes the symbol.
    """

    column: int
    place: int
    number: int
    word: Word
    goes: Permutation

    @property
    def leaves(self) -> list[int]:
        """The cells that it leaves alone, those whose turn comes before included."""
        return [place for place, goes in enumerate(self.goes) if goes == place]


class BoardTable:
    """Schemas on a board as a macro table.

    Parameters
    ----------
    domain, shape, goal
        The board, and what to bring it to.
    schemas
        Moves and macros.
    order
        All cells in the order in which they are filled, the blank's first.

    Raises
    ------
    InputError
        A board that has no macro table, or an order in which the blank's cell is not first.
    """

    def __init__(
        self,
        domain: Domain,
        shape: Shape,
        goal: State,
        schemas: Sequence[Schema],
        order: Sequence[int],
    ) -> None:
        self.moves = BoardPermutations.of(domain, shape, goal)
        self.order = tuple(order)
        if self.moves.home >= 0 and self.order[:1] != (self.moves.home,):
            raise InputError(
                "this order of subgoals is for no macro table",
                expected=f"cell {self.moves.home + 1}, the blank's, first",
                found=" ".join(str(cell + 1) for cell in self.order),
            )
        found = sorted(
            self._entries(domain, shape, schemas), key=lambda entry: (len(entry.word), entry.number)
        )
        self.entries: tuple[Entry, ...] = tuple(found)

    def _entries(self, domain: Domain, shape: Shape, schemas: Sequence[Schema]) -> Iterator[Entry]:
        """Every placed schema that fills a cell of the order, and leaves those before it as they are."""
        moves, geometry = self.moves, domain.geometry
        same = tuple(range(len(moves.goal)))
        for number, schema in enumerate(schemas):
            blank = schema.arc.before.index(domain.blank or 0) if moves.home >= 0 else -1
            for place in geometry.places(schema.window, shape):
                cells = geometry.cells(schema.window, place, shape)
                assert cells is not None
                word = tuple(
                    moves.numbers[move.canonical, cells[inner]]
                    for move, inner in schema.moves or ((schema, 0),)
                )
                goes = moves.after(same, word)
                column = next((n for n, cell in enumerate(self.order) if goes[cell] != cell), -1)
                if column < 0:
                    continue
                source = goes.index(self.order[column])
                # All but those that bring the blank home begin with the blank there.
                if blank < 0 or cells[blank] == (source if column == 0 else moves.home):
                    yield Entry(column, source, number, word, goes)

    @cached_property
    def by_place(self) -> Mapping[tuple[int, int], tuple[Entry, ...]]:
        """The entries of each column and place, the shortest first."""
        found: dict[tuple[int, int], list[Entry]] = {}
        for entry in self.entries:
            found.setdefault((entry.column, entry.place), []).append(entry)
        return {where: tuple(entries) for where, entries in found.items()}

    def missing(self) -> Iterator[tuple[int, int, State]]:
        """Missing entries: column, place, and a state that needs the entry."""
        for column, places in enumerate(needed(self.moves, self.order)):
            for place, state in places.items():
                if (column, place) not in self.by_place:
                    yield column, place, state


def needed(moves: BoardPermutations, order: Sequence[int]) -> Iterator[Mapping[int, State]]:
    """Needed entries: for every cell of an order, each place from which a symbol must be brought home, with a state that
    shows it.

    The places are the orbits of a chain of stabilizers (Sims 1970), and for the blank, the first, the cells that it reaches.
    """
    later = tuple(order)
    if moves.home >= 0:
        yield {
            blank: moves.state_of(arrangement)
            for blank, arrangement in sorted(moves.transversal().items())
            if blank != moves.home
        }
        later = later[1:]
    for cell, carriers in zip(later, stabilizer_chain(moves.closed(), later), strict=True):
        yield {
            place: moves.state_of(one) for place, one in sorted(carriers.items()) if place != cell
        }


Where = tuple[int, ...]
"""For every cell the cell of the symbol that belongs there."""


@record
class TablePlan:
    """Result of a search by a table.

    Parameters
    ----------
    solved
        Whether there is a plan; if not, and no limit ended it, an entry is missing that is needed.
    word
        Moves of the plan by their numbers.
    entries
        Entries of the plan by their numbers.
    statistics, limit
        Work of the search, and the limit that ended it or the search for a shorter plan.
    engine
        Engine that searched.
    """

    solved: bool
    word: Word
    entries: Sequence[int]
    statistics: Statistics
    limit: str | None
    engine: str


def search_table(
    table: BoardTable,
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
        Number of arrangements kept of every column: those from which the way by the table alone is shortest.
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
    where = table.moves.arrangement(start)
    if engine == "python":
        found = _search(table, where, width, limits, report)
    else:
        found = _search_in_kernel(_in_kernel(table), where, width, limits, report)
    return _spelled(table.moves, found)


def search_found_table(table: FoundTable, start: State, width: int, limits: Limits) -> TablePlan:
    """Solve a problem by a macro table as it was filled, in the kernel; see `search_table`."""
    where = table.moves.arrangement(start)
    return _spelled(table.moves, _search_in_kernel(table.climb, where, width, limits, None))


def _spelled(moves: BoardPermutations, found: TablePlan) -> TablePlan:
    word = moves.spelled(_shortest(moves, found.word))
    return replace(
        found, word=word, statistics=replace(found.statistics, operator_applications=len(word))
    )


_KERNEL: WeakKeyDictionary[BoardTable, _kernel.TableClimb] = WeakKeyDictionary()


def _in_kernel(table: BoardTable) -> _kernel.TableClimb:
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
    climb: _kernel.TableClimb,
    where: Where,
    width: int,
    limits: Limits,
    report: Callable[[int], None] | None,
) -> TablePlan:
    began = perf_counter()
    cells = array("H", where).tobytes()
    found = climb.solve(cells, width, kernel_limits(limits), report)
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
    table: BoardTable,
    where: Where,
    width: int,
    limits: Limits,
    report: Callable[[int], None] | None,
) -> TablePlan:
    """Reference search by a table, in Python."""
    search = _TableSearch(table, width, Meter(limits, report))
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


class _TableSearch:
    def __init__(self, table: BoardTable, width: int, meter: Meter) -> None:
        self.table, self.width, self.meter = table, width, meter
        self.numbers = {id(entry): number for number, entry in enumerate(table.entries)}
        self.best: _Node | None = None
        self.generated = 0

    def run(self, where: Where) -> str | None:
        """Look ahead from column to column; returns the limit that ended it."""
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
        """The node with its length, and the limit that forbids the look, if one does."""
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
    """Shorten a word by joining moves and reducing runs, until neither makes it shorter."""
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
    """The empty move or the one move with the effect of two; None if there is none."""
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
"""Greatest order of a move whose powers are joined."""


def reduced(moves: BoardPermutations, word: Word) -> Word:
    """A word with every run of powers of one move as short as powers of that move make it.

    Moves of a run may have others between them with which those after them commute.

    Parameters
    ----------
    moves
        Moves of the board. Of moves of a blank none can be repeated, and the word is returned as it is.
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
    """The cycle of powers of one move that holds each move, the longest if there are several."""
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
    """All powers of a move, from the identity on; none if there are too many."""
    found = [tuple(range(len(goes)))]
    while len(found) <= MOST_POWERS:
        further = tuple([goes[cell] for cell in found[-1]])
        if further == found[0]:
            return found
        found.append(further)
    return []


def commute(moves: BoardPermutations, one: int, other: int) -> bool:
    """Whether two moves have the same effect in either order."""
    first, then = moves.goes[one], moves.goes[other]
    return all(then[cell] == first[then[n]] for n, cell in enumerate(first))
