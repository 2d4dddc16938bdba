"""The moves of a board as permutations of its cells, and its states as arrangements, which a macro table is made of.

Plans in two phases by way of a subgroup, too, for boards whose moves rearrange cells (Thistlethwaite 1981; Kociemba 1992).
The kernel finds the subgroup: powers of some moves, from which both ways together are expected to be the shortest. All moves
lead into it, those that stay in it lead home. Longer first phases are tried as long as a shorter plan may come of them.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from time import perf_counter
from weakref import WeakKeyDictionary

from ...rules.board_moves import check_windows
from ...rules.domain import Domain
from ...rules.errors import InputError, TooLargeError
from ...rules.geometry import Shape
from ...rules.record import record
from ...rules.schema import Schema
from ...rules.states.permutation_group import MAX_POINTS, Permutation, UnionFind, inverse
from ...rules.term import State, Symbol
from .. import _kernel
from ..limits import Limits
from ..native.compiled import kernel_limits
from ..plan import Plan
from ..result import Status

MOST_MOVES = 2000
"""Greatest number of moves of a board without a blank: the kernel looks at all pairs of them."""

MOST_TIMES = 64
"""Greatest number of repetitions after which a move without an inverse move must undo itself."""


@dataclass(frozen=True, eq=False)
class BoardPermutations:
    """Moves that test no cell but the blank's, where symbols that could be taken for one another never meet.

    Either each symbol occurs once, or those that occur again are in cells that no moves connect, such as a switch
    above its opposite: then every state is one arrangement of the goal's symbols all the same.

    Parameters
    ----------
    goal
        The goal.
    home
        The blank's cell in the goal if every move moves the blank, else -1.
    steps
        The moves: schemas at their places.
    goes
        For every move the cell to which it takes the symbol of each cell.
    blanks
        For every move the cell where the blank has to be; -1 if that does not matter.
    powers
        Moves that are none of the board's, which stand in ``goes`` after all others: a move that none undoes, made until it
        has undone itself. Each is that move's number, and after how many times all cells are as before.
    """

    goal: State
    home: int
    steps: tuple[tuple[Schema, int], ...]
    goes: tuple[Permutation, ...]
    blanks: tuple[int, ...]
    powers: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, domain: Domain, shape: Shape, goal: State) -> BoardPermutations:
        """Permutations of a board for a goal.

        Raises
        ------
        InputError
            Another kind of board, which has no macro table, with the reason.
        """
        name, size = domain.spell(shape), len(goal)
        if size > MAX_POINTS:
            most = f"{MAX_POINTS} cells at most"
            raise _without_table(name, most, f"{size} cells", TooLargeError)
        check_windows(domain, shape)
        home = _home_of_blank(domain, shape, goal)
        steps, goes, blanks = [], [], []
        for schema, place, cells in _placed(domain, shape):
            to = list(range(size))
            for start, end in schema.journeys.items():
                to[cells[start]] = cells[end]
            steps.append((schema, place))
            goes.append(tuple(to))
            blanks.append(cells[schema.arc.before.index(domain.blank or 0)] if home >= 0 else -1)
        if home < 0 and len(steps) > MOST_MOVES:
            most = f"{MOST_MOVES:,} moves at most"
            raise _without_table(name, most, f"{len(steps):,}", TooLargeError)
        powers = _undoing(goes) if home < 0 else []
        goes += [inverse(goes[move]) for move, _ in powers]
        blanks += [-1] * len(powers)
        found = cls(goal, home, tuple(steps), tuple(goes), tuple(blanks), tuple(powers))
        if len(found._homes) < len(goal):
            raise _without_table(
                name,
                "symbols that occur once each, or only in cells that no moves connect",
                "symbols that occur again where they can take each other's places",
            )
        made = set(zip(goes, blanks, strict=True))
        if {(inverse(to), to[cell] if cell >= 0 else -1) for to, cell in made} != made:
            raise _without_table(
                name,
                f"for every move one that undoes it, or that it does so itself, made {MOST_TIMES} times at most",
                "moves that none undoes",
            )
        return found

    @cached_property
    def kernel(self) -> _kernel.TableMoves:
        """The permutations in the kernel."""
        return _kernel.TableMoves(len(self.goal), self.home, self.goes, self.blanks)

    @cached_property
    def numbers(self) -> Mapping[tuple[object, int], int]:
        """The number of each move by its rule and its place."""
        return {
            (schema.canonical, place): number for number, (schema, place) in enumerate(self.steps)
        }

    @cached_property
    def by_permutation(self) -> Mapping[Permutation, int]:
        """Number of the first move with each permutation, for moves without a blank."""
        return {to: number for number, to in reversed(list(enumerate(self.goes)))}

    @cached_property
    def _connected(self) -> tuple[int, ...]:
        """For every cell the representative of the cells that moves connect with it."""
        cells: UnionFind[int] = UnionFind()
        for to in self.goes:
            for start, end in enumerate(to):
                cells.join(start, end)
        return tuple(cells.root(cell) for cell in range(len(self.goal)))

    @cached_property
    def _homes(self) -> Mapping[tuple[int, Symbol], int]:
        """Goal cell of a symbol, by the connected cells in which it is."""
        return {(self._connected[cell], symbol): cell for cell, symbol in enumerate(self.goal)}

    def arrangement(self, state: Sequence[Symbol]) -> Permutation:
        """For every cell the cell of the symbol that belongs there.

        Raises
        ------
        InputError
            A state that is no rearrangement of the goal.
        """
        where = [-1] * len(self.goal)
        for cell, symbol in enumerate(state):
            home = self._homes.get((self._connected[cell], symbol), -1)
            if home < 0 or where[home] >= 0:
                raise InputError("start and goal hold different symbols", found=str(symbol))
            where[home] = cell
        return tuple(where)

    def state_of(self, where: Permutation) -> State:
        """The state of an arrangement."""
        cells = list(self.goal)
        for home, cell in enumerate(where):
            cells[cell] = self.goal[home]
        return tuple(cells)

    def after(self, where: Permutation, word: Sequence[int]) -> Permutation:
        """An arrangement after some moves."""
        for move in word:
            to = self.goes[move]
            where = tuple([to[cell] for cell in where])
        return where

    def spelled(self, word: Sequence[int]) -> tuple[int, ...]:
        """Spell a word with the moves of the board alone; moves made as often as to change nothing are left out."""
        if not self.powers:
            return tuple(word)
        runs: list[list[int]] = []
        for move in word:
            base, order = self._powers.get(move, (move, 0))
            if not runs or runs[-1][0] != base:
                runs.append([base, 0])
            runs[-1][1] += 1 if move == base else order - 1
            if base in self._orders and runs[-1][1] % self._orders[base] == 0:
                runs.pop()
        orders = self._orders
        return tuple(
            move
            for move, times in runs
            for _ in range(times % orders[move] if move in orders else times)
        )

    @cached_property
    def _powers(self) -> Mapping[int, tuple[int, int]]:
        return dict(enumerate(self.powers, start=len(self.steps)))

    @cached_property
    def _orders(self) -> Mapping[int, int]:
        return dict(self.powers)

    def before(self, word: Sequence[int]) -> State:
        """The state that some moves lead from to the goal."""
        return self.state_of(inverse(self.after(tuple(range(len(self.goal))), word)))

    def closed(self) -> list[Permutation]:
        """Generators of the permutations that keep the blank at home; without a blank the moves themselves."""
        if self.home < 0:
            return list(self.goes)
        found = set()
        transversal = self.transversal()
        for blank, arrangement in transversal.items():
            for to in self._from(blank):
                back = inverse(transversal[to[blank]])
                found.add(tuple(back[to[cell]] for cell in arrangement))
        return sorted(found - {tuple(range(len(self.goal)))})

    def transversal(self) -> dict[int, Permutation]:
        """For every cell that the blank can be brought to an arrangement with the blank there."""
        found: dict[int, Permutation] = {self.home: tuple(range(len(self.goal)))}
        waiting = [self.home]
        for blank in waiting:
            for to in self._from(blank):
                if to[blank] not in found:
                    found[to[blank]] = tuple(to[cell] for cell in found[blank])
                    waiting.append(to[blank])
        return found

    def _from(self, blank: int) -> list[Permutation]:
        return [to for to, cell in zip(self.goes, self.blanks, strict=True) if cell == blank]


def _undoing(goes: Sequence[Permutation]) -> list[tuple[int, int]]:
    """The moves that none undoes, each with the number of times after which it has undone itself."""
    known, found = set(goes), []
    for move, to in enumerate(goes):
        if inverse(to) in known:
            continue
        made, times = to, 1
        while made != tuple(range(len(to))) and times <= MOST_TIMES:
            made, times = tuple([to[cell] for cell in made]), times + 1
        if times <= MOST_TIMES:
            known.add(inverse(to))
            found.append((move, times))
    return found


def _asked(domain: Domain, schemas: Sequence[Schema]) -> str:
    """Conditions of moves on more than the blank, in words."""
    asked = [schema.arc.conditions for schema in schemas]
    symbols = {symbol for constants, _ in asked for _, symbol in constants}
    if domain.blank is None and len(symbols) == 1 and not any(equal for _, equal in asked):
        return f"no blank is declared, and moves ask for {symbols.pop()}"
    return "moves that ask for other symbols, or for equal ones"


def _home_of_blank(domain: Domain, shape: Shape, goal: State) -> int:
    """The cell of the blank in the goal if every move moves it, else -1.

    Raises
    ------
    InputError
        Moves that do more than rearrange symbols, perhaps around a blank.
    """
    name, schemas = domain.spell(shape), domain.schemas(shape)
    for schema in schemas:
        constants, equal = schema.arc.conditions
        if equal or any(symbol != domain.blank for _, symbol in constants):
            raise _without_table(
                name, "moves that test no cell but the blank's", _asked(domain, schemas)
            )
        if Counter(schema.arc.before) != Counter(schema.arc.after):
            raise _without_table(
                name, "moves that rearrange symbols", "moves that copy or make some"
            )
    blank = domain.blank
    anchored = blank is not None and all(one.arc.before.count(blank) == 1 for one in schemas)
    if not anchored and any(one.arc.conditions[0] for one in schemas):
        raise _without_table(
            name,
            "a blank that every move moves",
            "moves that ask for it and others that do not",
        )
    return goal.index(blank) if anchored and blank in goal else -1


def _placed(domain: Domain, shape: Shape) -> Iterator[tuple[Schema, int, Sequence[int]]]:
    """Every move of a board: its schema, its place, and the cells of its window."""
    for schema in domain.schemas(shape):
        for place in domain.geometry.places(schema.window, shape):
            cells = domain.geometry.cells(schema.window, place, shape)
            assert cells is not None
            yield schema, place, cells


def _without_table(
    name: str, expected: str, found: str, kind: type[InputError] = InputError
) -> InputError:
    return kind(
        f"{name} has no macro table", expected=expected, found=found, remedy="--learner escapes"
    )


MOST_POINTS = 255
"""Greatest number of cells of a board; the kernel reserves one number more."""

_KNOWN: WeakKeyDictionary[BoardPermutations, _kernel.TwoPhases | None] = WeakKeyDictionary()


@record
class TwoPhasePlan:
    """Result of a search in two phases.

    Parameters
    ----------
    plan
        The shortest plan found; None if none is shorter.
    expanded
        States expanded, and entries of tables of costs that were made.
    limit
        The limit that ended the search, if one did.
    """

    plan: Plan | None
    expanded: int
    limit: str | None


def shorter_in_two_phases(
    plan: Plan,
    goal: State,
    limits: Limits,
    report: Callable[[int], None] | None = None,
    *,
    tables: Limits | None = None,
) -> TwoPhasePlan:
    """Look for a shorter plan by way of a subgroup.

    Parameters
    ----------
    plan
        Any valid plan.
    goal
        The state that it leads to.
    limits
        On the search, and on making its tables: about half a second once for the moves of ``cube:3``.
    report
        Called now and then with the number of expansions.
    tables
        Limits on making the tables and the search together, so that ``limits`` are for the search alone.
    """
    began = perf_counter()
    moves = _permutations(plan.domain, plan.shape, goal)
    if moves is None:
        return TwoPhasePlan(None, 0, None)
    made, whole = 0, tables or limits
    if moves not in _KNOWN:
        costs = [1] * len(moves.steps) + [times - 1 for _, times in moves.powers]
        found = _kernel.two_phases(moves.kernel, costs, kernel_limits(whole), report)
        made = found.counters.expanded
        if found.limit is not None:
            return TwoPhasePlan(None, made, found.limit)
        _KNOWN[moves] = found.phases
    phases = _KNOWN[moves]
    left = whole.rest(perf_counter() - began, made, 0)
    if phases is None or left is None:
        return TwoPhasePlan(None, made, None if phases is None else "time")
    if left.time is not None and limits.time is not None:
        left = replace(left, time=min(left.time, limits.time))
    where = array("H", moves.arrangement(plan.start)).tobytes()
    way = phases.solve(where, plan.moves, kernel_limits(left), report)
    shorter = None
    if way.status == Status.SOLVED and len(way.word) < plan.moves:
        steps = tuple([moves.steps[move] for move in moves.spelled(way.word)])
        shorter = replace(plan, steps=steps)
    return TwoPhasePlan(shorter, made + way.counters.expanded, way.limit)


@lru_cache(maxsize=8)
def _permutations(domain: Domain, shape: Shape, goal: State) -> BoardPermutations | None:
    """The moves of a board that has no blank and is not too large; None for other boards."""
    if domain.blank is not None or len(goal) > MOST_POINTS:
        return None
    try:
        moves = BoardPermutations.of(domain, shape, goal)
    except InputError:
        return None
    return moves if moves.home < 0 else None
