"""A theory: the ordered arcs of a domain, how its states look, and an index of the arcs that match a state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field, fields, replace
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Any, Protocol, TypeAlias

from .arc import Applier, Arc, compile_arc
from .checked import checked
from .errors import InputError, Place, check_name
from .record import record
from .sparse_arc import Axioms, SparseArc
from .term import Pattern, State, Symbol, Term, Var, ground
from .text.drawing import Drawing
from .text.state_text import (
    ANYTHING,
    BLANK_SIGNS,
    BLANKS,
    board_drawing,
    format_state,
    open_cell,
    parse_pattern,
    parse_state,
    plain_text,
    written_functor,
)
from .text.words import counted


class Knowledge(Protocol):
    """Protocol of the domain of a theory."""

    @property
    def functor(self) -> str:
        """How a state is written in Prolog."""

    @property
    def predicate(self) -> str:
        """Predicate of its moves in Prolog."""

    @property
    def places(self) -> tuple[Place, ...] | None:
        """Where each arc stands in its file, see `Domain`."""

    @property
    def form(self) -> Any:
        """How states are written in which terms nest, a `StateForm`; None where a state is written as a vector."""

    @property
    def reversible(self) -> bool | None:
        """Whether from whatever a move leads to, some moves lead back; None where that is not known."""

    @property
    def constants(self) -> frozenset[Symbol] | None:
        """The symbols of its rules where these are of one size; None of others."""

    def fault(self, shape: tuple[int, int], state: State) -> str | None:
        """Reason why cells are no state; None for a state."""

    def written(self, shape: tuple[int, int], text: str) -> Pattern | None:
        """A state or goal in a notation of the domain's own; None of any other text."""

    def usual_goals(self, shape: tuple[int, int]) -> tuple[Pattern, ...]:
        """Goals that a list of starts without goals may mean."""

    @property
    def any_goal(self) -> Pattern | None:
        """Pattern that stands for several goals of its own; None where there are no several."""

    def drawing(self, pattern: Pattern, shape: tuple[int, int]) -> Drawing:
        """A state as the domain draws it."""


@checked
@record
class Theory:
    """The declarative description of a domain.

    Parameters
    ----------
    name
        Its name for people, such as ``sliding-tile:3x3``.
    arcs
        The rules in the order in which search tries them; macros come first.
    shape
        Rows and columns of the board; a plain vector of n cells has shape (1, n).
    blank
        The symbol that stands for no tile, which no heuristic counts, or None.
    symbols
        The symbols of a state where each occurs exactly once in every state; None where anything may stand.
    values
        Symbols that each cell may hold, cell by cell; None where anything may stand in every cell.
    domain
        The `Domain`, which knows more of its states, or None. Theories that differ in nothing else are equal.

    Raises
    ------
    InputError
        A board without cells; an arc, or values, that do not have one entry per cell.
    """

    name: str
    arcs: tuple[Arc, ...]
    shape: tuple[int, int]
    blank: Symbol | None = None
    symbols: tuple[Symbol, ...] | None = None
    values: tuple[tuple[Symbol, ...], ...] | None = None
    domain: Knowledge | None = field(default=None, compare=False, repr=False)

    @property
    def is_part(self) -> bool:
        """Whether the arcs are a part of those of its problem, which entangled actions leave."""
        return getattr(self.domain, "whole", self.domain) is not self.domain

    def __post_init__(self) -> None:
        check_name(self.name)
        if min(self.shape) < 1:
            raise InputError(
                f"theory {self.name} has no cells",
                expected="rows and columns of 1 or more",
                found=f"{self.shape[0]}x{self.shape[1]}",
            )
        if self.values is not None and len(self.values) != self.size:
            raise InputError(
                f"the values of theory {self.name} do not fit its board",
                expected=f"values for {counted(self.size, 'cell')}",
                found=f"for {len(self.values)}",
            )
        for arc in self.arcs:
            if arc.size != self.size:
                raise InputError(
                    f"arc {arc.name} does not fit the board of theory {self.name}",
                    expected=f"{self.size} cells ({self.shape[0]}x{self.shape[1]})",
                    found=f"{arc.size}",
                )

    def __repr__(self) -> str:
        return f"Theory({self.name!r}, arcs={len(self.arcs)}, macros={len(self.macros)})"

    def __getstate__(self) -> dict[str, object]:
        # The index holds functions, which cannot be pickled; it is made again where it is wanted.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __hash__(self) -> int:
        # Theories are keys of caches, and hashing every cell of every arc of a large board takes seconds.
        return hash((self.name, self.shape, self.blank, len(self.arcs)))

    @property
    def size(self) -> int:
        """The number of cells of a state."""
        return self.shape[0] * self.shape[1]

    @cached_property
    def primitives(self) -> tuple[Arc, ...]:
        """The arcs that are not macros, in order."""
        return tuple(arc for arc in self.arcs if not arc.is_macro)

    @cached_property
    def macros(self) -> tuple[Arc, ...]:
        """The macro-operators, in order."""
        return tuple(arc for arc in self.arcs if arc.is_macro)

    @cached_property
    def repeats(self) -> bool:
        """Whether it has iterated macro-operators."""
        return any(arc.repeats for arc in self.arcs)

    def with_macros(self, macros: Iterable[Arc]) -> Theory:
        """This theory with ``macros`` before all its other arcs; the primitives stay, so search stays complete.

        An arc that a macro says with its steps, by the same name and rule, is not there twice.
        """
        first = tuple(macros)
        if not first:
            return self
        said = {arc.name: arc for arc in first}
        others = (
            arc
            for arc in self.arcs
            if arc.name not in said or said[arc.name].canonical != arc.canonical
        )
        return replace(self, arcs=(*first, *others))

    def without_macros(self) -> Theory:
        """This theory with its primitive arcs only; itself, with what is filed of them, if it has no others."""
        return replace(self, arcs=self.primitives) if self.macros else self

    @cached_property
    def index(self) -> ArcIndex:
        """The arcs filed for fast matching."""
        return ArcIndex(self.arcs)

    @cached_property
    def named(self) -> Mapping[str, ArcIndex]:
        """For each name the arcs of that name, filed for fast matching."""
        arcs: dict[str, list[Arc]] = {}
        for arc in self.arcs:
            arcs.setdefault(arc.name, []).append(arc)
        return {name: ArcIndex(some) for name, some in arcs.items()}

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Every (arc, successor) pair of a state, in the order of the arcs."""
        return self.index.successors(state)

    def parse(self, text: str) -> Board:
        """Read a state as people write it; see `parse_state`.

        Where the theory says what a cell may hold, upper and lower case are the same unless both are values.
        """
        written = self._read(text)
        if written is not None:
            state = ground(written)
            if state is None:
                raise InputError("a start has no variables and no open cells", found=text.strip())
            return self.board(state)
        self._check_functor(text)
        known = self._known_symbols
        text = plain_text(text, known or ())
        spelt = self.spelt(parse_state(text, self.size, self.blank, known))
        state = self.board(spelt)  # type: ignore[arg-type]  # has no variables
        self._check_variables(state)
        return state

    def _check_variables(self, state: State) -> None:
        """Refuse a start where no arc has a variable and all constants are letters in lower case, none of them in the start."""
        words = self.constants
        if not self.arcs or not words.isdisjoint(state):
            return
        letters = len(words) > 1 and all(
            isinstance(one, str) and len(one) == 1 and "a" <= one <= "z" for one in words
        )
        if letters and not any(isinstance(term, Var) for arc in self.arcs for term in arc.before):
            shown = ", ".join(sorted(map(str, words))[:3])
            raise InputError(
                "no arc applies to this start, as the arcs have no variables",
                expected=f"a state of {shown}: letters in lower case are constants",
                found=" ".join(map(str, state)),
                remedy="capital letters for variables, as in arc([A,B,C], [B,A,C], 1).",
            )

    def _read(self, text: str) -> Pattern | None:
        """The cells of a text that is a term or in a notation of the domain's own; None where it is just symbols."""
        if self.domain is None:
            return None
        form = self.domain.form
        found: Pattern | None = (
            self.domain.written(self.shape, plain_text(text)) if form is None else form.read(text)
        )
        return found

    def spelt(self, state: Pattern) -> Pattern:
        """A state or a pattern with its symbols as the theory spells them, also the blank; ``'4'`` where 4 is one."""
        if self.symbols is not None:
            state = _with_blank(_with_numbers(state, self.symbols), self.symbols, self.blank)
        if self.values is None or len(state) != self.size:
            return state
        return tuple(map(_as_spelt, state, self.values))

    def of_cells(self, cells: Pattern) -> Pattern:
        """A state or a pattern of its cells, which are fewer where the domain has a shorter notation, spelt."""
        if self.domain is None or self.domain.form is not None:
            return self.spelt(cells)
        state = ground(cells)
        if len(cells) != self.size or (state and self.domain.fault(self.shape, state)):
            cells = self.domain.written(self.shape, " ".join(map(str, cells))) or cells
        return self.spelt(cells)

    def goal_of_cells(self, cells: Pattern) -> Pattern:
        """A goal of its cells, see `of_cells`; ``?`` stands for anything, where it is no symbol of the rules."""
        if (
            ANYTHING not in cells
            or len(cells) != self.size
            or ANYTHING in (self._known_symbols or ())
        ):
            return self.of_cells(cells)
        opened = (open_cell(n) if one == ANYTHING else one for n, one in enumerate(cells))
        return self.spelt(tuple(opened))

    @property
    def _known_symbols(self) -> frozenset[Symbol] | None:
        """The symbols that a text can name without quotes, whatever they look like; None for all."""
        if not self.arcs and (self.domain is None or self.domain.constants is None):
            return None
        return self.constants.union(*(self.values or ()))

    def _check_functor(self, text: str) -> None:
        """Refuse a state that is written with another functor than the rules write it."""
        written = written_functor(text)
        own = None if self.domain is None or self.domain.constants is None else self.domain.functor
        if written in (None, "[]", own) or own in (None, "board"):
            return
        cells = ",".join("_" * self.size) if self.size <= 10 else "..."
        raise InputError(
            f"the rules of {self.name} write states in another form",
            expected=f"{own}({cells})" if own not in ("", "[]") else f"[{cells}]",
            found=text.strip(),
        )

    @cached_property
    def plain(self) -> bool:
        """Whether all arcs are plain: their patterns tell all their effects."""
        return all(arc.plain for arc in self.arcs)

    @cached_property
    def axioms(self) -> Axioms | None:
        """Axioms of the derived cells; None where no arc changes anything that they depend on."""
        found = (arc.axioms for arc in self.arcs if isinstance(arc, SparseArc))
        return next((one for one in found if one is not None), None)

    def board(self, state: State) -> Board:
        """A state, checked, that draws itself in a notebook."""
        return Board(self.check(state), self)

    @cached_property
    def constants(self) -> frozenset[Symbol]:
        """The symbols of the rules, and of every state where these are known."""
        rules = self.domain.constants if self.domain is not None and not self.arcs else None
        of_arcs = (arc.symbols for arc in self.arcs)
        return frozenset(chain(self.symbols or (), rules or (), *of_arcs))

    def parse_goal(self, text: str, start: State = ()) -> Pattern:
        """Read a goal: a state, in which ``?`` stands for anything, and so does a variable such as ``X``.

        A variable is a symbol of neither the rules nor the start; on a board without rules, which a domain places as
        needed, there are none.
        """
        written = self._read(text)
        if written is not None:
            state = ground(written)
            own = self.domain is not None and self.domain.form is None
            return self.board(state) if own and state is not None else written
        self._check_functor(text)
        known = self._known_symbols
        constants = None if known is None else known.union(start)
        text = plain_text(text, constants or start)
        goal = parse_pattern(text, self.size, self.blank, constants)
        state = ground(goal)
        if state is not None:
            return self.board(self.spelt(state))  # type: ignore[arg-type]  # has no variables
        if len(goal) != self.size:
            raise InputError(
                "wrong number of cells",
                expected=f"{counted(self.size, 'symbol')} for a {self.shape[0]}x{self.shape[1]} board{self._told_cells}",
                found=f"{len(goal)} in {text.strip()}",
            )
        return goal

    def check_values(self, pattern: Pattern) -> None:
        """Raise InputError for a symbol that the theory says its cell cannot hold."""
        for cell, (symbol, values) in enumerate(zip(pattern, self.values or (), strict=False), 1):
            if symbol not in values and not isinstance(symbol, Var):
                raise InputError(
                    f"cell {cell} cannot hold {symbol}",
                    expected=f"one of {_span(values)}",
                    found=f"{symbol} in {self.format(pattern)}",
                )

    def check(self, state: State) -> State:
        """The state itself if it belongs to this theory.

        Raises
        ------
        InputError
            The wrong number of cells, a symbol missing, foreign or repeated, a cell with what it may not hold, a symbol
            that `check_name` refuses, or whatever the domain itself finds wrong.
        """
        shape = f"{self.shape[0]}x{self.shape[1]} board"
        if len(state) != self.size:
            raise InputError(
                "wrong number of cells",
                expected=f"{counted(self.size, 'symbol')} for a {shape}{self._told_cells}",
                found=f"{len(state)} in {format_state(state)}",
                remedy=self._remedy_of_size(state),
            )
        if self.symbols is not None:
            want, have = set(self.symbols), Counter(state)
            faults = [
                f"{label} {', '.join(map(str, sorted(cells, key=str)))}"
                for label, cells in (
                    ("no", want - have.keys()),
                    ("foreign", have.keys() - want),
                    ("more than one", {s for s, count in have.items() if count > 1}),
                )
                if cells
            ]
            if faults:
                raise InputError(
                    "not a state of this board",
                    expected=f"each of {_span(self.symbols)} exactly once on a {shape}",
                    found=f"{format_state(state)} ({'; '.join(faults)})",
                    remedy=self._meant(want - have.keys(), have.keys() - want),
                )
        for symbol in state:
            if isinstance(symbol, str):
                check_name(symbol)
        self.check_values(state)
        fault = self.domain and self.domain.fault(self.shape, state)
        if fault:
            raise InputError(
                f"not a state of {self.name}: {fault}", found=format_state(state)[:200]
            )
        return state

    def _remedy_of_size(self, state: State) -> str | None:
        """Hint at what a state of another size seems to lack."""
        if len(state) == self.size - 1 and self.blank not in (None, *state):
            return f"{self.blank} or _ for the blank"
        return "an arrow -> between a start and a goal" if len(state) == 2 * self.size else None

    @property
    def _told_cells(self) -> str:
        """Meaning of the cells, where they are no tiles."""
        cells = getattr(self.domain, "cells", "one symbol")
        plain = self.blank is not None or cells.startswith("one symbol")
        return "" if plain else f": {cells}"

    def _meant(self, missing: Collection[Symbol], foreign: Collection[Symbol]) -> str | None:
        """The symbols that were meant by foreign ones, where it can be seen."""
        digits = _letters_for_digits(missing, foreign)
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(foreign)]
        if {str(one).upper() for one in foreign} == set(letters) and len(foreign) > 2:
            return "numbers for letters: 1 for A, 2 for B"
        if len(foreign) > 2 and all(re.fullmatch("[IVX]+", str(one).upper()) for one in foreign):
            return "numbers for Roman digits: 4 for IV"
        if digits is None and self.blank in missing and len(foreign) == 1:
            return f"{self.blank} or _ for the blank"
        return digits

    def format(self, pattern: Pattern) -> str:
        """A state or pattern on one line: symbols between spaces, or the term where terms nest in it."""
        form = None if self.domain is None else self.domain.form
        return format_state(pattern) if form is None else str(form.text(pattern))

    def draw(self, pattern: Pattern) -> str:
        """A state or pattern as the domain's own picture; else a board of several lines with ``_`` as blank."""
        return self.drawing(pattern).text

    def drawing(self, pattern: Pattern) -> Drawing:
        """The drawing of a state or pattern by the domain."""
        if self.domain is None:
            return board_drawing(pattern, self.shape, self.blank)
        return self.domain.drawing(pattern, self.shape)


class Board(tuple[Symbol, ...]):
    """A state like any other, equal to the plain tuple of its symbols, that knows its theory and so can be drawn.

    `Theory.parse` and `Theory.board` make them; search works with plain tuples.
    """

    theory: Theory

    @checked
    def __new__(cls, state: State, theory: Theory) -> Board:
        board = super().__new__(cls, state)
        board.theory = theory
        return board

    def __reduce__(self) -> tuple[type[Board], tuple[State, Theory]]:
        return Board, (tuple(self), self.theory)


def _with_numbers(state: Pattern, symbols: Sequence[Symbol]) -> Pattern:
    """Cells with each number as an int where symbols have it so; a hexadecimal digit is one if there are 16 symbols and the cells
    have all six letters."""
    if not any(isinstance(one, str) for one in state):
        return state
    numbers = {str(one): one for one in symbols if isinstance(one, int) and str(one) not in symbols}
    if len(symbols) == 16 and {str(one).lower() for one in state} >= set("abcdef"):
        numbers |= {sign: int(sign, 16) for sign in "abcdefABCDEF"}
    return tuple(numbers.get(one, one) if isinstance(one, str) else one for one in state)


def _with_blank(state: Pattern, symbols: Sequence[Symbol], blank: Symbol | None) -> Pattern:
    """Cells with the blank in the place of the only other sign for it."""
    if blank is None or blank in state:
        return state
    foreign = [one for one in state if one not in symbols]
    if len(foreign) != 1 or foreign[0] not in {*BLANKS, *BLANK_SIGNS}:
        return state
    return tuple(blank if one == foreign[0] else one for one in state)


def _as_spelt(symbol: Term, values: tuple[Symbol, ...]) -> Term:
    """The value that differs from a symbol in upper and lower case only, if there is just one."""
    if symbol in values or not isinstance(symbol, str):
        return symbol
    alike = [v for v in values if isinstance(v, str) and v.upper() == symbol.upper()]
    return alike[0] if len(alike) == 1 else symbol


LETTERS = {"O": 0, "o": 0, "l": 1, "I": 1}
"""Letters that are typed for digits."""


def _letters_for_digits(missing: Collection[Symbol], foreign: Collection[Symbol]) -> str | None:
    """The digits that were meant by letters, where digits are missing that look like them."""
    meant = {letter: digit for letter, digit in LETTERS.items() if letter in foreign}
    if not meant or not set(meant.values()) <= set(missing):
        return None
    return ", ".join(
        f"the digit {digit} for the letter {letter}" for letter, digit in meant.items()
    )


def _span(symbols: tuple[Symbol, ...]) -> str:
    first = symbols[0] if len(symbols) > 3 else ""
    if isinstance(first, int) and symbols == tuple(range(first, first + len(symbols))):
        return f"{first} to {symbols[-1]}"
    return " ".join(map(str, symbols))


LEAF_SIZE = 8
"""Greatest number of arcs that are tried one by one."""

NumberedArc: TypeAlias = tuple[int, Arc, Applier]
"""An arc with its number and what applies it."""

Branches: TypeAlias = tuple[list[NumberedArc], list[tuple[int, dict[Symbol, "_Switch"]]]]
"""Arcs to be tried, and for each cell that is looked at the children by the constants there."""


class ArcIndex:
    """The arcs of a theory, found by the constants that they require: a successor generator (Helmert 2006, section 5).

    The index is a tree of switch nodes. Every arc goes to the child of one (cell, constant) pair that its ``before`` requires:
    the pair that fewest arcs share. A child with many arcs is expanded, by the other pairs, when a state first meets it.
    A state then meets only the arcs below its own cells, in the theory's order. Threads may share an index.
    """

    def __init__(self, arcs: Sequence[Arc]) -> None:
        self._root = _Switch(list(enumerate(arcs)), frozenset(), 0)
        self._root.expand()

    def candidates(self, state: State) -> Sequence[NumberedArc]:
        """The arcs that are tried on a state, each with its number and what applies it, in the order of the arcs."""
        groups: list[list[NumberedArc]] = []
        waiting = [self._root]
        for switch in waiting:
            arcs, cells = switch.branches or switch.expand()
            if arcs:
                groups.append(arcs)
            for cell, children in cells:
                child = children.get(state[cell])
                if child is not None:
                    waiting.append(child)
        if len(groups) == 1:
            return groups[0]
        return sorted((entry for group in groups for entry in group), key=_number)

    def successors(self, state: State) -> list[tuple[Arc, State]]:
        """Every (arc, successor) pair of a state, in the order of the arcs."""
        return [
            (arc, successor)
            for _, arc, apply in self.candidates(state)
            if (successor := apply(state)) is not None
        ]


class _Switch:
    """A node of the tree: arcs whose constants in some cells are known to be there."""

    __slots__ = ("branches", "known", "leaf_size", "unexpanded")

    def __init__(
        self, arcs: list[tuple[int, Arc]], known: frozenset[int], leaf_size: int = LEAF_SIZE
    ) -> None:
        self.known = known
        self.leaf_size = leaf_size
        self.unexpanded = arcs
        self.branches: Branches | None = None

    def expand(self) -> Branches:
        """Divide the arcs between this node of the index and its children."""
        # Read first: another thread empties it, but only once there are branches.
        unexpanded = self.unexpanded
        if self.branches:
            return self.branches
        many = len(unexpanded) > self.leaf_size
        required = [self._required(arc) if many else () for _, arc in unexpanded]
        common = Counter(pair for pairs in required for pair in pairs)
        arcs: list[NumberedArc] = []
        parted: dict[tuple[int, Symbol], list[tuple[int, Arc]]] = {}
        for (number, arc), pairs in zip(unexpanded, required, strict=True):
            if pairs:
                key = min(pairs, key=lambda pair: (common[pair], pair[0]))
                parted.setdefault(key, []).append((number, arc))
            else:
                arcs.append((number, arc, compile_arc(arc, self.known)))
        children: dict[int, dict[Symbol, _Switch]] = {}
        for (cell, symbol), some in parted.items():
            children.setdefault(cell, {})[symbol] = _Switch(some, self.known | {cell})
        branches = arcs, sorted(children.items(), key=itemgetter(0))
        self.branches = branches
        self.unexpanded = []
        return branches

    def _required(self, arc: Arc) -> Sequence[tuple[int, Symbol]]:
        return [pair for pair in arc.conditions[0] if pair[0] not in self.known]


def _number(entry: NumberedArc) -> int:
    return entry[0]
