"""Macro tables: filled by the kernel from the moves of a board alone, and solved by, with a look ahead.

A table (Korf, Artificial Intelligence 26, 1985) has a column for each cell of an order, and in it for every place from
which that cell's symbol can come some macros that bring it home and leave the cells of the columns before as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter

from ...rules.checked import checked
from ...rules.domain import Domain
from ...rules.errors import InputError
from ...rules.geometry import Shape
from ...rules.schema import Schema
from ...rules.states.permutation_group import Permutation, stabilizer_chain
from ...rules.term import State
from .. import _kernel
from ..limits import NO_LIMITS, Limits
from ..native.border import kernel_limits, statistics_of
from ..result import Statistics
from .board_permutations import BoardPermutations

MOST_WORDS = 1_000_000
"""Short words of moves that are enumerated; each takes two bytes a cell and a few dozen more."""

ALTERNATIVES = 12
"""Macros of an entry, the shortest first: what a look ahead chooses among."""

SLACK = 2
"""How many moves more than the shortest of an entry another of it may have."""

Word = tuple[int, ...]
"""Moves by their numbers in `BoardPermutations.steps`."""


@dataclass(frozen=True)
class FoundTable:
    """A macro table as the kernel filled it.

    Parameters
    ----------
    moves
        The board's.
    order
        The cells of the columns.
    columns
        For each cell of the order and each place from which its symbol can come, the words that bring it home, the
        shortest first; none where an entry is missing.
    statistics
        What filling it took.
    limit
        The limit that stopped that, or None.
    words, longest
        How many arrangements were made by short words, and how many moves the longest of these have.
    """

    moves: BoardPermutations
    order: tuple[int, ...]
    columns: tuple[Mapping[int, tuple[Word, ...]], ...]
    statistics: Statistics
    limit: str | None
    words: int
    longest: int


@checked
def fill_table(
    domain: Domain,
    shape: Shape,
    *,
    alternatives: int = ALTERNATIVES,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
) -> FoundTable:
    """Fill the macro table of a board for the domain's own goal.

    The order of the cells is the domain's, where it has one, else the cell is next whose symbol is brought home by the
    fewest moves on average.

    Parameters
    ----------
    domain, shape
        A board whose moves ask for nothing but the blank.
    alternatives
        Macros of an entry at most.
    limits
        On the whole; a node is a word that is made longer.
    report
        Called now and then with the number of nodes.

    Raises
    ------
    InputError
        A board that has no macro table.
    """
    began = perf_counter()
    moves = BoardPermutations.of(domain, shape, domain.goal_state(shape))
    given = domain.subgoals(shape, moves.goal) or ()
    found = _kernel.macro_table(
        moves.kernel,
        list(given),
        MOST_WORDS,
        alternatives,
        SLACK,
        kernel_limits(limits),
        report,
    )
    return FoundTable(
        moves,
        tuple(column.cell for column in found.columns),
        tuple(
            {place: tuple(map(tuple, column.words(place))) for place in sorted(column.places)}
            for column in found.columns
        ),
        statistics_of(found.counters, perf_counter() - began),
        found.limit,
        found.words,
        found.longest,
    )


@dataclass(frozen=True)
class Entry:
    """A placed schema as an entry of a table.

    Parameters
    ----------
    column, place
        The number of its cell in the order, and from where it brings that cell's symbol.
    number, word
        The schema's number among the climber's, and its moves.
    goes
        What it does to every cell.
    """

    column: int
    place: int
    number: int
    word: Word
    goes: Permutation


class MacroTable:
    """Schemas on a board as a macro table.

    Parameters
    ----------
    domain, shape, goal
        The board, and what to bring it to.
    schemas
        Moves and macros.
    order
        All cells in the order in which they are filled, that of a blank first.

    Raises
    ------
    InputError
        A board that has no macro table, or an order in which that of a blank is not first.
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

    They are the orbits of a chain of stabilizers (Sims 1970); of the blank, which is the first, the cells that it reaches.
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
