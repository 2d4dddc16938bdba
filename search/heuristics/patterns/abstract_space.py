"""The abstract states that a pattern database has entries for, as the kernel numbers them.

Where every move is a permutation of the cells and every symbol stands once, a pattern is a set of symbols, and an abstract
state says where they stand. Elsewhere it is a set of cells, and an abstract state says what they hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import floor, gcd, lcm, log2, prod

from ....rules.arc import Arc
from ....rules.checked import checked
from ....rules.errors import InputError, TooLargeError
from ....rules.fingerprint import fingerprint
from ....rules.states.abstraction import Abstraction, Values, cell_values, reference_cell
from ....rules.states.permutation_group import (
    MAX_CELLS,
    Permutation,
    inverse,
    permutation_of,
    stabilizer_chain,
)
from ....rules.term import Pattern, State, Symbol, Var, ground, symbol_order
from ....rules.theory import Theory
from ... import _kernel
from ...native.compiled import CompiledTheory, compile_theory

MOST_COMPRESSION = 1 << 16
"""Greatest number of abstract states that share an entry."""

MOST_UNITS = 1024
"""Greatest cost of an arc in units; costs that are no small multiples of a unit are rounded down."""

_POWERS = frozenset(1 << shift for shift in range(MOST_COMPRESSION.bit_length()))

OTHER, ANY = -1, -2
"""The kernel's numbers for a symbol in no pattern, and for any symbol."""


@checked
@dataclass(frozen=True)
class AbstractSpace:
    """An abstraction of a theory: the symbols or cells that are kept, and the costs that count.

    Parameters
    ----------
    theory
        Theory without macros.
    goal
        A state or a pattern.
    pattern
        The symbols, or the cells, that are kept; see `is_of_symbols`.
    additive
        Whether an arc's cost counts only where the symbol, or cell, that it is counted for is in the pattern (Yang and
        others, JAIR 32, 2008): entries of disjoint patterns then add up to a lower bound.
    start
        A state that searches begin with: of a goal that is a pattern it says what symbols there are.
    compression
        Number of abstract states, with neighbouring numbers, that share their least entry (Felner, Korf, Meshulam and
        Holte, JAIR 30, 2007): a power of two.

    Raises
    ------
    InputError
        A pattern that is none of the theory, or a number of states that is no power of two.
    """

    theory: Theory
    goal: Pattern
    pattern: tuple[Symbol, ...]
    additive: bool = False
    start: State = ()
    compression: int = 1

    def __post_init__(self) -> None:
        if self.compression not in _POWERS:
            raise InputError(
                "a pattern database cannot be compressed so",
                expected=f"a power of two up to {MOST_COMPRESSION:,} abstract states an entry",
                found=str(self.compression),
            )
        known: Iterable[Symbol] = range(self.theory.size)
        if self.of_symbols:
            known = self.home
        unknown = [str(one) for one in self.pattern if one not in set(known)]
        if not self.pattern or unknown or len(set(self.pattern)) < len(self.pattern):
            raise InputError(
                f"no pattern of {self.theory.name}",
                expected="symbols of the goal, each once"
                if self.of_symbols
                else f"cells from 0 to {self.theory.size - 1}, each once",
                found=", ".join(unknown) or " ".join(map(str, self.pattern)) or "nothing",
            )

    @classmethod
    def whole(cls, theory: Theory, goal: Pattern, start: State = ()) -> AbstractSpace:
        """The space of all symbols, or cells, that patterns choose from, additive."""
        if ground(goal) is not None and (is_of_symbols(theory, goal) or theory.values is not None):
            start = ()  # plays no part
        parts: tuple[Symbol, ...] = tuple(range(theory.size))
        if is_of_symbols(theory, goal, start):
            shared = shared_symbols(theory)
            parts = tuple(one for one in arrangement(goal, start) or () if one not in shared)
        return cls(theory, goal, parts, True, start)

    def check(self, state: State) -> None:
        """Raise InputError for a state that holds in some cell what it was not thought to hold."""
        if self.of_symbols:
            if ground(self.goal) is None and not self.places(state):
                raise InputError(
                    "these pattern databases were built for other states",
                    expected=f"a state that arcs could make of {self.theory.format(self.home)}",
                    found=self.theory.format(state),
                    remedy="databases that are made for this start",
                )
            return
        for cell in self.pattern:
            if state[int(cell)] not in self.values[int(cell)]:
                raise InputError(
                    "these pattern databases were built for other states",
                    expected=f"one of {' '.join(map(str, self.values[int(cell)]))} in cell {int(cell) + 1}",
                    found=str(state[int(cell)]),
                )

    @property
    def home(self) -> State:
        """Cells of the pattern's symbols in the abstract state number 0."""
        return arrangement(self.goal, self.start) or ()

    @cached_property
    def of_symbols(self) -> bool:
        """Whether patterns are symbols; else they are cells."""
        return is_of_symbols(self.theory, self.goal, self.start)

    @property
    def unit(self) -> float:
        """Cost that an entry of 1 stands for."""
        return cost_unit(self.theory)

    @property
    def width(self) -> int:
        """Bytes of an entry: one where all costs are the same or 0, two elsewhere."""
        return 1 if len({arc.cost for arc in self.theory.primitives if arc.cost}) < 2 else 2

    @property
    def entries(self) -> int:
        """Size of the table."""
        return -(-self.size // self.compression)

    @property
    def bytes(self) -> int:
        """Size of the table."""
        return self.entries * self.width

    @property
    def bytes_besides(self) -> int:
        """Bytes needed to build the table, besides the table itself; for sliding tiles see the kernel."""
        if self.compression == 1:
            return 0
        return self.size // 4 if self.width == 1 else self.size * self.width

    @property
    def shift(self) -> int:
        """Number of low bits that are dropped from an abstract state's number to get that of its entry."""
        return self.compression.bit_length() - 1

    def __str__(self) -> str:
        parts = f"{len(self.pattern)} {'symbols' if self.of_symbols else 'cells'}"
        return parts if self.compression == 1 else f"{parts}, {self.compression} states an entry"

    @cached_property
    def size(self) -> int:
        """The number of abstract states."""
        if self.slides:
            return self._own.size
        if self.of_symbols:
            return prod(len(carriers) for _, carriers in self._levels)
        return prod(map(len, Abstraction(self._cells).values(self.values)))

    @property
    def _cells(self) -> tuple[int, ...]:
        return tuple(int(cell) for cell in self.pattern)

    @cached_property
    def _levels(self) -> list[tuple[Symbol, dict[int, Permutation]]]:
        """The symbols whose cells are noted, each with moves that bring it to its cells while those before it stay."""
        shared = shared_symbols(self.theory).intersection(self.home)
        symbols = tuple(dict.fromkeys((*self.pattern, *sorted(shared, key=symbol_order))))
        moves = tuple(dict.fromkeys(filter(None, map(permutation_of, self.theory.primitives))))
        chain = _chain(moves, tuple(self.home.index(symbol) for symbol in symbols))
        levels = list(zip(symbols, chain, strict=True))
        asked = any(arc.symbols for arc in self.theory.primitives) or ground(self.goal) is None
        if not self.additive and not asked:
            # What stands where it must, given the others, tells nothing.
            return [(symbol, carriers) for symbol, carriers in levels if len(carriers) > 1]
        return levels

    @property
    def tracked(self) -> tuple[Symbol, ...]:
        """Symbols whose cells an abstract state holds: those of the pattern, and those that every arc requires."""
        if self.slides:
            return (*self.pattern, *shared_symbols(self.theory))
        return tuple(symbol for symbol, _ in self._levels)

    @cached_property
    def compiled(self) -> CompiledTheory:
        """The theory for the kernel."""
        held = () if self.of_symbols else self.values
        return compile_theory(self.theory, self.goal, self.start, *held)

    @cached_property
    def own(self) -> _kernel.AbstractSpace:
        """The abstract space in the kernel, with numbers of its own for symbols."""
        return self._folded(self._own)

    @cached_property
    def _own(self) -> _kernel.AbstractSpace:
        """The kernel's space of all abstract states."""
        return self._made(self.compiled)

    def _folded(self, whole: _kernel.AbstractSpace) -> _kernel.AbstractSpace:
        return whole if self.compression == 1 else _kernel.FoldedSpace(whole, self.shift)

    def places(self, state: State) -> bool:
        """Whether the symbols of a state stand where arcs, whatever they ask for, can bring those of `home`."""
        if len(state) != len(self.home) or set(state) != set(self.home):
            return False
        if self.slides:
            return True
        cell_of = {symbol: cell for cell, symbol in enumerate(state)}
        for symbol, carriers in self._levels:
            carrier = carriers.get(cell_of[symbol])
            if carrier is None:
                return False
            back = {to: cell for cell, to in enumerate(carrier)}
            cell_of = {one: back[cell] for one, cell in cell_of.items()}
        return True

    @cached_property
    def slides(self) -> bool:
        """Whether arcs move single tiles into the blank: entries are then those of the blank in its best cell.

        There are then as few abstract states as in Korf and Felner (2002). Entries are inconsistent: one move may change
        which of the blank's cells is best. These databases are built backwards from one state, so that for a goal with open
        cells the blank is in every pattern, as with other moves.
        """
        if not self.additive or ground(self.goal) is None or not self.of_symbols:
            return False
        return _slides(self.theory, self.home)

    @cached_property
    def description(self) -> dict[str, str | int]:
        """Description that identifies the database, for JSON: each part as a fingerprint."""
        held = self.home if self.of_symbols else self.values
        blank = self.theory.blank if self.slides else None
        costs = self.unit, self.width, self.additive
        return {
            "puzzle": _puzzle(self.theory, blank, self.of_symbols, held),
            "goal": fingerprint(self.goal),
            "pattern": fingerprint(self.pattern),
            "way of counting costs": fingerprint(costs),
            "compression": self.compression,
        }

    @cached_property
    def fingerprint(self) -> str:
        """Short fingerprint of the description."""
        return fingerprint(self.description)[:32]

    def in_kernel(self, compiled: CompiledTheory) -> _kernel.AbstractSpace:
        """The abstract space in the kernel, with the numbers that symbols have in a compiled theory."""
        if compiled.symbols == self.compiled.symbols:
            return self.own
        return self._folded(self._made(compiled))

    def _made(self, compiled: CompiledTheory) -> _kernel.AbstractSpace:
        try:
            if self.slides:
                home, pattern = compiled.encode(self.home), compiled.encode(self.pattern)
                return _kernel.Pattern(compiled.handle, home, pattern)
            if self.of_symbols:
                return self._placements(compiled.codes)
            return self._projection(compiled.codes)
        except ValueError as error:
            raise TooLargeError(f"no pattern database for {self.theory.name}: {error}") from None

    def _placements(self, codes: Mapping[Symbol, int]) -> _kernel.Placements:
        cell_of = {symbol: cell for cell, symbol in enumerate(self.home)}
        shared = shared_symbols(self.theory)
        symbols = [symbol for symbol, _ in self._levels]
        chain = [carriers for _, carriers in self._levels]
        place_of = {symbol: place for place, symbol in enumerate(symbols)}

        def stands(pattern: Pattern) -> list[int]:
            return [ANY if isinstance(t, Var) else place_of.get(t, OTHER) for t in pattern]

        # Equal steps count once, at the cheapest.
        steps: dict[tuple[tuple[int, ...], ...], int] = {}
        for arc in self.theory.primitives:
            move = permutation_of(arc)
            assert move is not None
            counted = reference_cell(arc, shared) if self.additive else -1
            reference = -1 if counted < 0 else move[counted]
            key = (inverse(move), tuple(stands(arc.after)), (reference,))
            units = self.units(arc)
            steps[key] = min(units, steps.get(key, units))
        return _kernel.Placements(
            [codes[symbol] for symbol in symbols],
            [cell_of[symbol] for symbol in symbols],
            [list(carriers) for carriers in chain],
            [[list(carrier) for carrier in carriers.values()] for carriers in chain],
            [symbol in self.pattern for symbol in symbols],
            stands(self.goal),
            [list(back) for back, _, _ in steps],
            [list(after) for _, after, _ in steps],
            [reference for _, _, (reference,) in steps],
            list(steps.values()),
            self.width,
        )

    def _projection(self, codes: Mapping[Symbol, int]) -> _kernel.Projection:
        kept = frozenset(self.pattern)
        shared = shared_symbols(self.theory)

        def cost(arc: Arc) -> float:
            counts = not self.additive or reference_cell(arc, shared) in kept
            return self.units(arc) if counts else 0

        abstraction = Abstraction(self._cells)
        values = abstraction.values(self.values)
        undo = abstraction.theory(self.theory, self.values, backwards=True, cost=cost)
        compiled = compile_theory(undo, abstraction.pattern(self.goal), *values)
        digits = [{symbol: digit for digit, symbol in enumerate(each)} for each in values]
        return _kernel.Projection(
            compiled.handle,
            [int(arc.cost) for arc in undo.arcs],
            [[compiled.codes[symbol] for symbol in each] for each in values],
            compiled.encode_pattern(abstraction.pattern(self.goal)),
            list(self._cells),
            [[digit.get(symbol, -1) for symbol in codes] for digit in digits],
            self.width,
        )

    @property
    def values(self) -> Values:
        """Values of each cell of the board."""
        return _values(self.theory, self.goal, self.start)

    def units(self, arc: Arc) -> int:
        """Cost of an arc in units."""
        return floor(Fraction(arc.cost) / Fraction(self.unit))


def is_of_symbols(theory: Theory, goal: Pattern, start: State = ()) -> bool:
    """Whether patterns of a theory are sets of symbols: arcs permute cells, which hold different symbols.

    False if every arc names all symbols, as none is left to choose from.
    """
    held = arrangement(goal, start)
    if held is None or len(set(held)) < len(held) or theory.size > MAX_CELLS:
        return False
    if shared_symbols(theory).issuperset(held):
        return False
    return _permutes(theory)


def arrangement(goal: Pattern, start: State) -> State | None:
    """A state with the symbols of states that reach the goal."""
    return ground(goal) or (tuple(start) or None)


@lru_cache(maxsize=64)
def _slides(theory: Theory, home: State) -> bool:
    compiled = compile_theory(theory, home)
    tiles = tuple(symbol for symbol in home if symbol != theory.blank)
    try:
        _kernel.Pattern(compiled.handle, compiled.encode(home), compiled.encode(tiles[:1]))
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4)
def _puzzle(theory: Theory, blank: Symbol | None, of_symbols: bool, held: State | Values) -> str:
    """Fingerprint of what all patterns of a puzzle share: its rules, and what cells hold."""
    return fingerprint((theory.shape, theory.primitives, blank, of_symbols, held))


@lru_cache(maxsize=64)
def _values(theory: Theory, goal: Pattern, start: State) -> Values:
    return cell_values(theory, goal, start)


@lru_cache(maxsize=64)
def _permutes(theory: Theory) -> bool:
    return bool(theory.primitives) and all(map(permutation_of, theory.primitives))


@lru_cache(maxsize=64)
def shared_symbols(theory: Theory) -> frozenset[Symbol]:
    """Symbols that every arc requires, such as the blank: part of every pattern, at no cost."""
    asked = [{t for t in arc.before if not isinstance(t, Var)} for arc in theory.primitives]
    return frozenset(set.intersection(*asked)) if asked else frozenset()


@lru_cache(maxsize=256)
def _chain(moves: tuple[Permutation, ...], base: tuple[int, ...]) -> list[dict[int, Permutation]]:
    return stabilizer_chain(moves, base)


@lru_cache(maxsize=64)
def cost_unit(theory: Theory) -> float:
    """Greatest common divisor of all costs; a power of two if a cost is too many times the divisor."""
    costs = [Fraction(arc.cost) for arc in theory.primitives if arc.cost]
    if not costs:
        return 1
    below = lcm(*(cost.denominator for cost in costs))
    unit = Fraction(gcd(*(int(cost * below) for cost in costs)), below)
    if max(costs) > MOST_UNITS * unit:
        return 2.0 ** floor(log2(max(costs) / MOST_UNITS))
    return int(unit) if unit.denominator == 1 else float(unit)
