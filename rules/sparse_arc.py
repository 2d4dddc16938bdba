"""Arcs on wide boards that look at few of the cells, with conditional effects and derived cells where they need some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeAlias

from .arc import Applier, Arc, Way
from .errors import InputError
from .record import record
from .term import Pattern, State, Symbol

Cells: TypeAlias = tuple[tuple[int, Symbol], ...]
"""Cells, each with a symbol."""


class ConditionalEffect(NamedTuple):
    """Cells that an arc sets too, if the state before it has some symbols in some cells."""

    asked: Cells
    made: Cells

    def takes_place(self, state: State) -> bool:
        """Whether the condition of the effect holds in the state before the step."""
        return all(state[cell] == symbol for cell, symbol in self.asked)


class Axiom(NamedTuple):
    """A derived cell gets a symbol where some cells hold some symbols."""

    asked: Cells
    cell: int
    symbol: Symbol


@record
class Axioms:
    """Cells that are derived from the others in every state.

    Parameters
    ----------
    cells
        The derived cells, each with the symbol that it holds where no axiom sets another.
    strata
        The axioms, stratum by stratum: those of a stratum are taken until they change nothing more. They ask for the
        first symbol of a derived cell only where all axioms of that cell are in strata before.
    """

    cells: Cells
    strata: tuple[tuple[Axiom, ...], ...]

    def settle(self, state: list[Symbol]) -> State:
        """The state whose derived cells are what the axioms say; the list is changed."""
        for cell, symbol in self.cells:
            state[cell] = symbol
        for stratum in self.strata:
            left: Sequence[Axiom] = stratum
            changed = True
            while changed:
                changed, waiting = False, []
                for axiom in left:
                    if state[axiom.cell] == axiom.symbol:
                        continue
                    if all(state[cell] == symbol for cell, symbol in axiom.asked):
                        state[axiom.cell] = axiom.symbol
                        changed = True
                    else:
                        waiting.append(axiom)
                left = waiting
        return tuple(state)

    @cached_property
    def looked_at(self) -> frozenset[int]:
        """The cells that axioms ask for or set."""
        return frozenset(
            chain(
                (cell for cell, _ in self.cells),
                (cell for each in self.strata for one in each for cell, _ in one.asked),
            )
        )


class SparseArc(Arc):
    """An arc that holds only the cells that it tests or sets; its patterns are made whenever they are asked for.

    Of an arc on 2,500 cells each pattern takes 20 kB, and a planning problem may have 10,000 arcs. One that is not `plain`
    has no pattern ``after``, nor ``effects``: what it makes of a state depends on more than its own conditions.

    Parameters
    ----------
    name, cost, steps, repeats
        As for `Arc`.
    blank
        A variable of its own for every cell, shared by all arcs of a board.
    asked, made
        The symbols that cells must hold, and those that they get.
    conditional
        Conditional effects. Conditions are those of the state before; where two set one cell the later one counts.
    axioms
        Axioms of derived cells; None where the arc changes nothing that they depend on.
    """

    blank: Pattern
    asked: Mapping[int, Symbol]
    made: Mapping[int, Symbol]
    conditional: tuple[ConditionalEffect, ...]
    axioms: Axioms | None

    def __init__(
        self,
        name: str,
        blank: Pattern,
        asked: Mapping[int, Symbol],
        made: Mapping[int, Symbol],
        cost: float = 1,
        steps: tuple[Arc, ...] = (),
        conditional: tuple[ConditionalEffect, ...] = (),
        axioms: Axioms | None = None,
        repeats: tuple[Arc | Way, ...] = (),
    ) -> None:
        tested = dict(sorted(asked.items()))
        changed = {cell: made[cell] for cell in sorted(made) if made[cell] != tested.get(cell)}
        # As the frozen class would set them one by one, which takes several times as long.
        self.__dict__.update(
            name=name, blank=blank, asked=tested, made=changed, cost=cost, steps=steps
        )
        self.__dict__.update(conditional=conditional, axioms=axioms, repeats=repeats)
        self.check()

    def __reduce__(self) -> tuple[object, ...]:
        values = (self.name, self.blank, self.asked, self.made, self.cost, self.steps)
        return (SparseArc, (*values, self.conditional, self.axioms, self.repeats))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SparseArc) and other.blank == self.blank:
            return (
                (self.name, self.asked, self.made, self.cost, self.steps)
                == (other.name, other.asked, other.made, other.cost, other.steps)
                and self.conditional == other.conditional
                and self.axioms == other.axioms
                and self.repeats == other.repeats
            )
        if not isinstance(other, Arc):
            return NotImplemented
        if not self.plain:
            return False
        return (self.name, self.before, self.after, self.cost, self.steps, self.repeats) == (
            other.name, other.before, other.after, other.cost, other.steps, other.repeats
        )  # fmt: skip

    def __hash__(self) -> int:
        return Arc.__hash__(self) if self.plain else hash((self.name, *self.asked.items()))

    @property
    def plain(self) -> bool:
        """Whether the arc has neither conditional effects nor derived cells."""
        return not self.conditional and self.axioms is None

    @property
    def before(self) -> Pattern:
        """The pattern that it applies to."""
        return self._pattern(self.asked)

    @property
    def after(self) -> Pattern:
        """The pattern that it leads to.

        Raises
        ------
        InputError
            An arc that is not plain.
        """
        self._check_plain()
        return self._pattern({**self.asked, **self.made})

    def inverse(self) -> Arc | None:
        """The arc that undoes this one; None for one that is not plain."""
        return super().inverse() if self.plain else None

    def _check_plain(self) -> None:
        if not self.plain:
            what = (
                "conditional effects"
                if self.conditional
                else "derived predicates or alternatives of the goal"
            )
            raise InputError(
                f"{self.name} has no pattern of what it leads to, because of {what}",
                expected="arcs without conditions beside their preconditions",
                remedy="a search such as a-star or lazy-greedy, with ff or h_max",
            )

    def _pattern(self, cells: Mapping[int, Symbol]) -> Pattern:
        terms = list(self.blank)
        for cell, symbol in cells.items():
            terms[cell] = symbol
        return tuple(terms)

    @property
    def size(self) -> int:
        """The number of cells of a state."""
        return len(self.blank)

    @property
    def conditions(self) -> tuple[tuple[tuple[int, Symbol], ...], tuple[tuple[int, int], ...]]:
        """The cells that it tests, with their symbols; none must be equal to another."""
        return tuple(self.asked.items()), ()

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """All symbols that it names."""
        own = (*self.asked.values(), *self.made.values())
        if self.plain:
            return own
        pairs = [pair for one in self.conditional for pair in (*one.asked, *one.made)]
        if self.axioms is not None:
            pairs += self.axioms.cells
            for axiom in chain.from_iterable(self.axioms.strata):
                pairs += (*axiom.asked, (axiom.cell, axiom.symbol))
        return (*own, *dict.fromkeys(symbol for _, symbol in pairs))

    @property
    def effects(self) -> Cells:
        """The cells that it sets, with their symbols.

        Raises
        ------
        InputError
            An arc that is not plain.
        """
        self._check_plain()
        return tuple(self.made.items())

    @cached_property
    def changed(self) -> tuple[int, ...]:
        """The cells whose symbol it may change."""
        if self.plain:
            return tuple(self.made)
        derived = () if self.axioms is None else (cell for cell, _ in self.axioms.cells)
        set_too = (cell for one in self.conditional for cell, _ in one.made)
        return tuple(sorted({*self.made, *set_too, *derived}))

    @property
    def always(self) -> SparseArc:
        """The arc without conditional effects and derived cells."""
        return SparseArc(self.name, self.blank, self.asked, self.made, self.cost, self.steps)

    def case(self, state: State) -> SparseArc:
        """An arc without conditional effects that does the same in a state that this arc applies to.

        It requires the conditions of the effects that take place, and one symbol that excludes each of the others.
        """
        if not self.conditional:
            return self
        asked, made = dict(self.asked), dict(self.made)
        for one in self.conditional:
            if one.takes_place(state):
                asked.update(one.asked)
                made.update(one.made)
            else:
                cells = [cell for cell, symbol in one.asked if state[cell] != symbol]
                against = next((cell for cell in cells if cell in asked), cells[0])
                asked[against] = state[against]
        return SparseArc(
            self.name, self.blank, asked, made, self.cost, self.steps, axioms=self.axioms
        )

    def applier(self, tests: Sequence[tuple[int, Symbol]]) -> Applier:
        """Function that applies an arc that is not plain, if only some tests are left to be made."""
        made, conditional, axioms = tuple(self.made.items()), self.conditional, self.axioms

        def apply(state: State) -> State | None:
            for cell, symbol in tests:
                if state[cell] != symbol:
                    return None
            cells = list(state)
            for cell, symbol in made:
                cells[cell] = symbol
            for asked, set_too in conditional:
                for cell, symbol in asked:
                    if state[cell] != symbol:
                        break
                else:
                    for cell, symbol in set_too:
                        cells[cell] = symbol
            return tuple(cells) if axioms is None else axioms.settle(cells)

        return apply
